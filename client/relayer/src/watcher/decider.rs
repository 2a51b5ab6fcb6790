//! The decisions that are due, and what follows from each, in one database transaction.

use serde_json::json;
use surround_channel::felt;
use surround_channel::transcript::Verified;
use surround_settlement::Record;
use tracing::{info, warn};

use super::{WatchError, Watcher};
use crate::decide::{Decision, Situation, decide};
use crate::hand::Hand;
use crate::journal::Stage;
use crate::model::{Advice, Alarm, Channel, Job, Origin, Outcome, Seconds, Topic};
use crate::ports::{Block, Watching};
use crate::store::channels::{Due, Verdict};
use crate::store::lease::Lease;
use crate::store::{
    StoreError, Transaction, bundles, channels, history, jobs, lease, observations,
};

/// Decisions of one turn.
const AT_ONCE: u32 = 100;
/// Longest rest of a decision that waits for another block, or for a node's answers to make sense.
const LONGEST_REST: Seconds = 60;

/// Why a channel was not decided.
enum Undecided {
    /// What is known of this one channel does not fit together; others are none the worse.
    Unreadable(String),
    /// The store.
    Store(StoreError),
}

impl From<StoreError> for Undecided {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::Corrupt { .. } => Self::Unreadable(error.to_string()),
            error => Self::Store(error),
        }
    }
}

/// A decision and the record that it rests on.
struct Decided {
    decision: Decision,
    record: Record,
}

impl<C: Watching> Watcher<C> {
    /// Decides for the channels that are due on the block `head`. True if there are more.
    pub(super) async fn decide(&mut self, lease: &Lease, head: &Block) -> Result<bool, WatchError> {
        let clock = self.clock_at(head);
        // Decisions that wait for blocks and not for a time are due again with the next one.
        let new = self.decided_on != Some(head.hash);
        let until = clock.saturating_add(u64::from(new));
        let due = channels::due(&self.store, until, AT_ONCE).await?;
        for due in &due {
            let decided = match channels::of_due(&self.store, due).await {
                Ok(channel) => self.decide_one(lease, head, &channel).await,
                Err(error) => Err(error.into()),
            };
            match decided {
                Ok(()) => {}
                Err(Undecided::Unreadable(error)) => self.put_off(lease, head, due, &error).await?,
                Err(Undecided::Store(error)) => return Err(error.into()),
            }
        }
        let more = usize::try_from(AT_ONCE).is_ok_and(|most| due.len() >= most);
        if !more {
            self.decided_on = Some(head.hash);
        }
        Ok(more)
    }

    async fn decide_one(
        &self,
        lease: &Lease,
        head: &Block,
        channel: &Channel,
    ) -> Result<(), Undecided> {
        let bundles = bundles::of(&self.store, channel.id).await?;
        let games: Vec<Verified> = bundles.into_iter().map(|bundle| bundle.game).collect();
        let seen = observations::current(&self.store, channel.id).await?;
        let (record, line) = seen.unwrap_or((Record::NONE, None));
        let hand = Hand::of(&games, &record, line.as_ref())
            .map_err(|error| Undecided::Unreadable(error.to_string()))?
            .ok_or_else(|| Undecided::Unreadable("no line of it is kept".to_owned()))?;
        let decision = decide(&Situation {
            hand: &hand,
            record: &record,
            at: head.at,
            clock: self.clock_at(head),
            sides: channel.sides,
            open_at: channel.open_at,
            alarm_margins: &self.settings.alarm_margins,
        });
        let decided = Decided { decision, record };
        self.write_down(lease, head, channel, &decided).await
    }

    /// The decision, its work and its alarm, whether or not the channel was woken meanwhile.
    async fn write_down(
        &self,
        lease: &Lease,
        head: &Block,
        channel: &Channel,
        decided: &Decided,
    ) -> Result<(), Undecided> {
        let Decided { decision, record } = decided;
        let now = self.clock.now();
        let mut transaction = self.store.write().await?;
        lease::hold(&mut transaction, lease).await?;
        let asked = ask(&mut transaction, decision, record, now).await?;
        let job = asked.iter().find(|job| job.stage.is_open());
        let wanted = job.map(|job| job.key);
        jobs::overtake(&mut transaction, channel.id, wanted, now).await?;
        let alarmed = alarm(&mut transaction, channel, decision, now).await?;
        let decide_at = next_look(decision, &asked, head, self.clock_at(head));
        let job = job.or(asked.first());
        let advice = advice(decision, job, head);
        let verdict = Verdict {
            advice: &advice,
            answer_by: answer_by(decision, job),
            decide_at,
            alarmed: alarmed.as_ref(),
        };
        channels::set_decision(&mut transaction, channel, &verdict).await?;
        transaction.commit().await.map_err(StoreError::from)?;
        log(channel, decision, job);
        Ok(())
    }

    /// The channel stays as it is for a while, so that it keeps no other one from its decision.
    async fn put_off(
        &self,
        lease: &Lease,
        head: &Block,
        due: &Due,
        error: &str,
    ) -> Result<(), WatchError> {
        warn!(
            channel = due.id,
            error, "nothing can be decided for a channel"
        );
        let decide_at = self.clock_at(head).saturating_add(LONGEST_REST);
        let mut transaction = self.store.write().await?;
        lease::hold(&mut transaction, lease).await?;
        channels::put_off(&mut transaction, due, decide_at).await?;
        transaction.commit().await.map_err(StoreError::from)?;
        Ok(())
    }
}

/// Asks for the decided work, one after the other, until there is one that has not ended: what was
/// refused for one player keeps nobody from the work for the other.
async fn ask(
    transaction: &mut Transaction,
    decision: &Decision,
    record: &Record,
    now: Seconds,
) -> Result<Vec<Job>, StoreError> {
    let mut asked = Vec::new();
    for work in &decision.work {
        let reason = work.reason;
        let origin = Origin::Decision { reason };
        let job = jobs::ask(transaction, work, record, origin, now).await?;
        let open = job.stage.is_open();
        asked.push(job);
        if open {
            break;
        }
    }
    Ok(asked)
}

/// Calls the player, if not yet so urgently; returns what was told last.
async fn alarm(
    transaction: &mut Transaction,
    channel: &Channel,
    decision: &Decision,
    now: Seconds,
) -> Result<Option<Alarm>, StoreError> {
    let Some(alarm) = decision.alarm else {
        return Ok(None);
    };
    let told = channel.alarmed.filter(|told| {
        (told.player, told.by) == (alarm.player, alarm.by) && told.level >= alarm.level
    });
    if told.is_none() {
        let what = json!({
            "player": alarm.player,
            "by": alarm.by,
            "level": alarm.level,
            "reason": decision.reason,
        });
        history::tell(transaction, channel.id, now, Topic::Alarm, &what).await?;
    }
    Ok(told.or(Some(alarm)))
}

/// When to decide again. What waits for blocks alone rests for longer the older the newest block is:
/// while no node answers there is nothing new to see. Work that was refused is tried again.
fn next_look(decision: &Decision, asked: &[Job], head: &Block, clock: Seconds) -> Seconds {
    let refused = asked.iter().filter(|job| {
        job.stage == Stage::Refused && matches!(job.outcome, Some(Outcome::Refused { .. }))
    });
    let look = refused.map(|job| job.not_before).min();
    let look = look.map_or(decision.look_again, |look| look.min(decision.look_again));
    if look > clock {
        return look;
    }
    let age = clock.saturating_sub(head.at.now);
    clock.saturating_add((age / 4).clamp(1, LONGEST_REST))
}

/// The last second for what is left to be done. Work that was refused is left out: nobody can do it, and
/// whoever has it refused on purpose would hide what can be done.
fn answer_by(decision: &Decision, job: Option<&Job>) -> Option<Seconds> {
    let waiting = job.filter(|job| job.stage.is_open() && job.refusals == 0);
    let work = waiting.and_then(|job| job.by);
    let alarm = decision.alarm.map(|alarm| alarm.by);
    work.into_iter().chain(alarm).min()
}

fn advice(decision: &Decision, job: Option<&Job>, head: &Block) -> Advice {
    Advice {
        block: head.at.block,
        block_hash: head.hash,
        action: job.map(|job| job.key.action),
        alarm: decision.alarm,
        by: decision.by,
        reason: decision.reason,
    }
}

fn log(channel: &Channel, decision: &Decision, job: Option<&Job>) {
    info!(
        channel = %felt::to_text(&channel.id),
        action = job.map(|job| job.key.action.as_str()),
        height = job.map(|job| job.key.height),
        stage = job.map(|job| job.stage.as_str()),
        alarm = decision.alarm.is_some(),
        by = decision.by,
        reason = ?decision.reason,
        "decided"
    );
}

#[cfg(test)]
mod tests;
