//! What the API tells, as documents.

use serde::{Deserialize, Serialize};
use starknet_types_core::felt::Felt;
use surround_chain::amount::Fri;
use surround_chain::envelope::Envelope;
use surround_channel::felt;
use surround_rules::Colour;
use surround_settlement::strategist::Reason;
use surround_settlement::{Moment, Record, Status};
use utoipa::ToSchema;

use crate::journal::Stage;
use crate::model::{Action, Channel, Job, Origin, Outcome, Seconds, Sides, Standing, Told};
use crate::store::bundles::{self, Kept};
use crate::store::{Store, StoreError, attempts, blocks, jobs, observations};

/// A page of channels.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ChannelList {
    /// In the order of their identifiers' texts.
    pub channels: Vec<Summary>,
    /// What to ask for as `after` next; none on the last page.
    pub next: Option<String>,
}

/// A page of a history.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct History {
    /// Oldest first.
    pub entries: Vec<Told>,
    /// What to ask for as `after` next; none if there is no more yet.
    pub next: Option<u64>,
}

/// How a channel stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Summary {
    /// The channel.
    #[serde(with = "felt::text")]
    #[schema(value_type = String)]
    pub id: Felt,
    /// Black's account.
    #[serde(with = "felt::text")]
    #[schema(value_type = String)]
    pub black: Felt,
    /// White's account.
    #[serde(with = "felt::text")]
    #[schema(value_type = String)]
    pub white: Felt,
    /// Whose side is taken.
    pub sides: Sides,
    /// The chain's record: none, open, pending or final.
    #[schema(value_type = String, example = "open")]
    pub status: Status,
    /// Steps of the line that the chain has.
    pub steps: u16,
    /// Who must answer on the chain.
    #[schema(value_type = Option<String>, example = "black")]
    pub due: Option<Colour>,
    /// The last second of the running window.
    pub deadline: Option<Seconds>,
    /// The first block in which the window can be over.
    pub min_block: Option<u64>,
    /// Seconds to the deadline by the newest block; negative once it has passed.
    pub seconds_left: Option<i64>,
    /// Blocks still to be made before the window can be over.
    pub blocks_left: Option<u64>,
    /// The result, such as `B+3.5`, once there is one; it can change while the status is pending.
    pub result: Option<String>,
    /// What the relayer does or waits for; none before the first decision.
    pub advice: Option<AdviceView>,
    /// Place of the newest entry of its history: changes when anything does.
    pub version: u64,
}

/// How a channel stands, with what is held for it and was done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ChannelView {
    /// The short form.
    #[serde(flatten)]
    pub summary: Summary,
    /// The steps of the line with which somebody asked to open the dispute.
    pub open_at: Option<u16>,
    /// The lines that are held, the longest first.
    pub held: Vec<LineView>,
    /// The work, oldest first.
    pub jobs: Vec<JobView>,
    /// The height of the newest block that the service has read.
    pub block: Option<u64>,
}

/// A line that is held.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct LineView {
    /// The head after its last step.
    #[serde(with = "felt::text")]
    #[schema(value_type = String)]
    pub head: Felt,
    /// Its steps.
    pub steps: u16,
    /// How it stands to the others.
    pub standing: Standing,
}

/// A piece of work: the same channel, action and height are the same piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct JobView {
    /// The channel.
    #[serde(with = "felt::text")]
    #[schema(value_type = String)]
    pub channel: Felt,
    /// The call.
    pub action: Action,
    /// Steps: of the line that `submit`, `resign` and `flag` bring, of the record for `claim` and
    /// `finalize`, counted by the proof for `expose_fork`.
    pub height: u16,
    /// Where it stands.
    pub stage: Stage,
    /// For whom.
    #[schema(value_type = String, example = "black")]
    pub player: Colour,
    /// Whether somebody asked for it; else the relayer decided on it.
    pub requested: bool,
    /// Why, as a sentence.
    pub why: String,
    /// The last second in which it is in time; none without hurry.
    pub by: Option<Seconds>,
    /// The newest transaction that was signed for it.
    pub transaction: Option<String>,
    /// The most that this transaction can cost, in fri.
    #[schema(value_type = Option<String>, example = "8000000000000000")]
    pub estimated_fee: Option<Fri>,
    /// What it cost, in fri, once it is executed.
    #[schema(value_type = Option<String>, example = "8000000000000000")]
    pub fee: Option<Fri>,
    /// Height of the block that executed it.
    pub block: Option<u64>,
    /// Why it waits, was refused, or reverted.
    pub problem: Option<String>,
}

/// A decision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct AdviceView {
    /// What the relayer does.
    pub action: Option<Action>,
    /// The player who has to sign, since nobody else can.
    #[schema(value_type = Option<String>, example = "white")]
    pub player_must_sign: Option<Colour>,
    /// The last second in which it is in time; none without hurry.
    pub by: Option<Seconds>,
    /// Why, for programs.
    #[schema(value_type = String, example = "longer_line")]
    pub reason: Reason,
    /// Why, as a sentence.
    pub why: String,
    /// The block on which the decision rests.
    pub block: u64,
}

/// The newest block up to which everything is in the store.
pub(super) async fn now(store: &Store) -> Result<Option<Moment>, StoreError> {
    let newest = blocks::newest(store).await?;
    Ok(newest.map(|block| block.at).filter(|at| at.now > 0))
}

/// The short form of a channel.
pub(super) async fn summary(
    store: &Store,
    channel: &Channel,
    at: Option<Moment>,
) -> Result<Summary, StoreError> {
    let record = observations::current(store, channel.id).await?;
    let record = record.map_or(Record::NONE, |(record, _)| record);
    Ok(summarise(channel, &record, at))
}

/// All of a channel.
pub(super) async fn view(
    store: &Store,
    channel: &Channel,
    at: Option<Moment>,
) -> Result<ChannelView, StoreError> {
    let held = bundles::kept(store.pool(), channel.id).await?;
    let mut shown = Vec::new();
    for job in &jobs::of_channel(store, channel.id).await? {
        shown.push(self::job(store, job).await?);
    }
    Ok(ChannelView {
        summary: summary(store, channel, at).await?,
        open_at: channel.open_at,
        held: held.iter().map(line).collect(),
        jobs: shown,
        block: at.map(|at| at.block),
    })
}

/// A piece of work.
pub(super) async fn job(store: &Store, job: &Job) -> Result<JobView, StoreError> {
    let attempts = attempts::of_job(store, job.key).await?;
    let newest = attempts.last().map(|attempt| &attempt.envelope);
    let (executed, problem) = match &job.outcome {
        Some(Outcome::Executed {
            transaction,
            block,
            fee,
            revert,
        }) => (Some((*transaction, *block, *fee)), revert.clone()),
        Some(Outcome::Refused { reason } | Outcome::Held { reason, .. }) => {
            (None, Some(reason.clone()))
        }
        None => (None, None),
    };
    let signed = newest.map(Envelope::hash);
    let transaction = executed.map(|(transaction, ..)| transaction).or(signed);
    Ok(JobView {
        channel: job.key.channel,
        action: job.key.action,
        height: job.key.height,
        stage: job.stage,
        player: job.player,
        requested: job.origin == Origin::Request,
        why: match job.origin {
            Origin::Request => "somebody asked for it".to_owned(),
            Origin::Decision { reason } => reason.as_str().to_owned(),
        },
        by: job.by,
        transaction: transaction.as_ref().map(felt::to_text),
        estimated_fee: newest.map(|envelope| envelope.bounds().max_fee()),
        fee: executed.map(|(.., fee)| fee),
        block: executed.map(|(_, block, _)| block),
        problem,
    })
}

fn line(kept: &Kept) -> LineView {
    LineView {
        head: kept.head,
        steps: kept.steps,
        standing: kept.standing,
    }
}

fn summarise(channel: &Channel, record: &Record, at: Option<Moment>) -> Summary {
    let runs = matches!(record.status, Status::Open | Status::Pending);
    let window = runs.then(|| record.window());
    Summary {
        id: channel.id,
        black: channel.black,
        white: channel.white,
        sides: channel.sides,
        status: record.status,
        steps: record.steps,
        due: record.due,
        deadline: window.map(|window| window.deadline),
        min_block: window.map(|window| window.min_block),
        seconds_left: window.zip(at).map(|(window, at)| {
            window
                .deadline
                .cast_signed()
                .saturating_sub_unsigned(at.now)
        }),
        blocks_left: window
            .zip(at)
            .map(|(window, at)| window.min_block.saturating_sub(at.block)),
        result: record.verdict.map(|verdict| verdict.outcome().to_string()),
        advice: channel.advice.as_ref().map(|advice| AdviceView {
            action: advice.action,
            player_must_sign: advice.alarm.map(|alarm| alarm.player),
            by: advice.by,
            reason: advice.reason,
            why: advice.reason.as_str().to_owned(),
            block: advice.block,
        }),
        version: channel.version,
    }
}
