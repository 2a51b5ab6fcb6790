//! From a piece of work to its call, out of what is held and what the chain has now.

use starknet_types_core::felt::Felt;
use surround_chain::bring::{BringError, Bringing};
use surround_chain::call::Call;
use surround_channel::line::Line;
use surround_channel::transcript::Verified;
use surround_settlement::{Moment, Record};

use super::{SendError, SenderActor};
use crate::hand::Hand;
use crate::model::{Action, Job};
use crate::ports::Sending;
use crate::store::{StoreError, blocks, bundles, observations};

/// What came of it.
pub(super) enum Built {
    /// The call, and the record for which it was made.
    Call(Call, Record),
    /// It cannot be made of what is held.
    Impossible(String),
    /// What is kept of the channel, or what the node says of it, makes no sense. It is this channel's
    /// trouble alone.
    Unreadable(String),
    /// Nothing is known of the chain yet.
    TooEarly,
}

impl<A: Sending> SenderActor<A> {
    /// The call, with the best line and statements that are held by now.
    pub(super) async fn build(&self, job: &Job) -> Result<Built, SendError> {
        let channel = job.key.channel;
        // Of a block that was passed while catching up the time is not known.
        let head = blocks::newest(&self.store).await?;
        let Some(head) = head.filter(|head| head.at.now > 0) else {
            return Ok(Built::TooEarly);
        };
        let (games, (record, line)) = match self.known(channel).await {
            Ok(known) => known,
            Err(error @ StoreError::Corrupt { .. }) => {
                return Ok(Built::Unreadable(error.to_string()));
            }
            Err(error) => return Err(error.into()),
        };
        let hand = match Hand::of(&games, &record, line.as_ref()) {
            Ok(Some(hand)) => hand,
            Ok(None) => return Ok(Built::Impossible("nothing is held".to_owned())),
            Err(error) => return Ok(Built::Unreadable(error.to_string())),
        };
        Ok(match self.bring(job, &hand, &record, head.at) {
            Ok(call) => Built::Call(call, record),
            Err(error) => Built::Impossible(error.to_string()),
        })
    }

    /// What is held for a channel, and the chain's record of it with its line.
    async fn known(
        &self,
        channel: Felt,
    ) -> Result<(Vec<Verified>, (Record, Option<Line>)), StoreError> {
        let bundles = bundles::of(&self.store, channel).await?;
        let games = bundles.into_iter().map(|bundle| bundle.game).collect();
        let seen = observations::current(&self.store, channel).await?;
        Ok((games, seen.unwrap_or((Record::NONE, None))))
    }

    fn bring(
        &self,
        job: &Job,
        hand: &Hand,
        record: &Record,
        at: Moment,
    ) -> Result<Call, BringError> {
        let bringing = Bringing {
            contract: self.settings.contract,
            game: &hand.game,
            record,
            at,
            caller: None,
        };
        let opponent = job.player.other();
        match job.key.action {
            Action::Submit => bringing.submit(),
            // A player may also ask that its own resignation be brought.
            Action::Resign => bringing
                .resign(opponent)
                .or_else(|error| bringing.resign(job.player).map_err(|_| error)),
            Action::Flag => bringing.flag(),
            Action::Claim => Ok(bringing.claim()),
            Action::Finalize => Ok(bringing.finalize()),
            Action::ExposeFork => {
                let fork = hand.forks.iter().find(|fork| fork.author == opponent);
                bringing.expose_fork(fork.map_or(&hand.game, |fork| &fork.other))
            }
        }
    }
}
