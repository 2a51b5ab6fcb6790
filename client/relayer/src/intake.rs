//! What is handed in: judged completely, and only then stored.
//!
//! A file's word about what the chain recorded is never taken: a game stands on its signatures alone,
//! or else on our own view of the record.

mod place;
mod verify;

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use starknet_types_core::felt::Felt;
use surround_channel::felt;
use surround_channel::transcript::{Transcript, TranscriptError, Verified};
use thiserror::Error;
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use utoipa::ToSchema;

use crate::config::Guard;
use crate::metrics;
use crate::model::{Bearer, Sides, Standing, Topic};
use crate::ports::Clock;
use crate::store::bundles::{self, Kept};
use crate::store::{Store, StoreError, channels, history, jobs, observations};
use place::Placement;

/// Times that a game is placed anew because another one of its channel came in meanwhile.
const PLACINGS: u32 = 8;

/// Takes games in for one contract.
#[derive(Clone)]
pub struct Intake {
    store: Store,
    clock: Arc<dyn Clock>,
    chain_id: Felt,
    contract: Felt,
    rivals: usize,
    verifications: Arc<Semaphore>,
}

/// What became of a game that was handed in. The same game again gives the same answer for as long as
/// no longer line takes its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Accepted {
    /// The channel.
    #[serde(with = "felt::text")]
    #[schema(value_type = String, example = "0x4d2")]
    pub channel: Felt,
    /// The head after the game's last step.
    #[serde(with = "felt::text")]
    #[schema(value_type = String, example = "0x4d2")]
    pub head: Felt,
    /// Its steps.
    pub steps: u16,
    /// How the line that holds its steps stands to the others of the channel; none if it was not kept,
    /// since enough longer lines prove the same fork.
    pub standing: Option<Standing>,
}

/// Why a game is not taken.
#[derive(Debug, Error)]
pub enum IntakeError {
    /// It is no valid transcript.
    #[error("the transcript, {0}")]
    Transcript(#[from] TranscriptError),
    /// It is of another network or contract.
    #[error(
        "the transcript is for contract {contract:#x} on chain {chain_id:#x}: not this service's"
    )]
    OtherContract {
        /// The chain that it names.
        chain_id: Felt,
        /// The contract that it names.
        contract: Felt,
    },
    /// The token has as many channels as it may.
    #[error("the token has {allowed} channels that are not over: no more are watched for it")]
    Quota {
        /// How many it may have.
        allowed: u32,
    },
    /// Others of this channel come in faster than they can be placed, or the service stops.
    #[error("busy: hand it in again")]
    Busy,
    /// It cannot be stored.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Intake {
    /// An intake for the contract, within the operator's bounds.
    #[must_use]
    pub fn new(
        store: Store,
        clock: Arc<dyn Clock>,
        chain_id: Felt,
        contract: Felt,
        bounds: &Guard,
    ) -> Self {
        Self {
            store,
            clock,
            chain_id,
            contract,
            rivals: usize::try_from(bounds.rivals).unwrap_or(usize::MAX),
            verifications: Arc::new(Semaphore::new(
                usize::try_from(bounds.verifications).unwrap_or(1),
            )),
        }
    }

    /// Judges the JSON text of a transcript, keeps it for the players named by `sides`, and has the
    /// channel decided again. Nothing is stored unless everything in it holds.
    ///
    /// # Errors
    /// [`IntakeError`].
    pub async fn accept(
        &self,
        bearer: &Bearer,
        text: &str,
        sides: Sides,
    ) -> Result<Accepted, IntakeError> {
        let transcript = self.read(text)?;
        let id = transcript.terms.channel_id(self.chain_id, self.contract);
        let watched = channels::get(&self.store, id).await?;
        let covered = watched
            .as_ref()
            .is_some_and(|channel| channel.sides.and(sides) == channel.sides);
        if watched.is_none() {
            self.check_quota(bearer).await?;
        }
        if covered && let Some(known) = self.known(id, &transcript).await? {
            return Ok(known);
        }
        let record = observations::current(&self.store, id).await?;
        let record = record.map(|(record, _)| record);
        let game = self
            .compute(move || verify::verify(transcript, record.as_ref()))
            .await??;
        self.keep(bearer, game, sides, covered).await
    }

    /// Keeps a game that was judged. Where its channel is `covered`, watched for the sides already, one
    /// that adds nothing changes nothing.
    async fn keep(
        &self,
        bearer: &Bearer,
        game: Verified,
        sides: Sides,
        covered: bool,
    ) -> Result<Accepted, IntakeError> {
        let id = game.channel_id();
        for _ in 0..PLACINGS {
            let kept = bundles::kept(self.store.pool(), id).await?;
            let placement = self.place(game.clone(), kept.clone()).await?;
            let nothing_new = covered && placement.is_empty();
            if nothing_new || self.write(bearer, &game, sides, &kept, &placement).await? {
                return Ok(Accepted {
                    channel: id,
                    head: game.chain().head(),
                    steps: game.chain().steps(),
                    standing: placement.standing,
                });
            }
        }
        Err(IntakeError::Busy)
    }

    /// The answer to a game that is kept exactly as it comes: it was judged when it came first.
    async fn known(&self, id: Felt, game: &Transcript) -> Result<Option<Accepted>, IntakeError> {
        let text = game.to_json()?;
        let kept = bundles::kept(self.store.pool(), id).await?;
        let line = kept.into_iter().find(|line| line.transcript == text);
        Ok(line.map(|line| Accepted {
            channel: id,
            head: line.head,
            steps: line.steps,
            standing: Some(line.standing),
        }))
    }

    /// The transcript without its word on the record.
    fn read(&self, text: &str) -> Result<Transcript, IntakeError> {
        let mut transcript = Transcript::from_json(text)?;
        transcript.recorded_steps = 0;
        if (transcript.chain_id, transcript.contract) == (self.chain_id, self.contract) {
            return Ok(transcript);
        }
        Err(IntakeError::OtherContract {
            chain_id: transcript.chain_id,
            contract: transcript.contract,
        })
    }

    /// Before anything dear is computed; [`Self::write`] looks again.
    async fn check_quota(&self, bearer: &Bearer) -> Result<(), IntakeError> {
        let count = channels::count(self.store.pool(), &bearer.name, self.clock.now()).await?;
        within(bearer, count)
    }

    async fn place(&self, game: Verified, kept: Vec<Kept>) -> Result<Placement, IntakeError> {
        let rivals = self.rivals;
        Ok(self
            .compute(move || place::place(game, &kept, rivals))
            .await??)
    }

    /// Computes something with games, away from the threads that answer, and only so much at once.
    ///
    /// # Errors
    /// [`IntakeError::Busy`]: the service stops.
    pub(crate) async fn compute<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, IntakeError> {
        let permit = Arc::clone(&self.verifications).acquire_owned().await;
        let permit = permit.map_err(|_| IntakeError::Busy)?;
        let done = spawn_blocking(move || {
            // Held until the work is done, even if nobody waits for it any more.
            let _permit = permit;
            work()
        });
        done.await.map_err(|_| IntakeError::Busy)
    }

    /// Writes the placement down. False if another game of the channel came in since `kept` was read.
    async fn write(
        &self,
        bearer: &Bearer,
        game: &Verified,
        sides: Sides,
        kept: &[Kept],
        placement: &Placement,
    ) -> Result<bool, IntakeError> {
        let (id, now) = (game.channel_id(), self.clock.now());
        let mut transaction = self.store.write().await?;
        if bundles::kept(&mut *transaction, id).await? != kept {
            return Ok(false);
        }
        if kept.is_empty() {
            let count = channels::count(&mut *transaction, &bearer.name, now).await?;
            within(bearer, count)?;
        }
        channels::arrive(&mut transaction, id, game.terms(), sides, bearer, now).await?;
        for head in &placement.forget {
            bundles::forget(&mut transaction, id, *head).await?;
        }
        for line in &placement.keep {
            bundles::keep(&mut transaction, id, line, now).await?;
        }
        if !placement.keep.is_empty() {
            jobs::give_another_chance(&mut transaction, id).await?;
            let what = serde_json::json!({
                "steps": game.chain().steps(),
                "head": felt::to_text(&game.chain().head()),
                "standing": placement.standing,
            });
            history::tell(&mut transaction, id, now, Topic::Bundle, &what).await?;
        }
        transaction.commit().await.map_err(StoreError::from)?;
        tracing::info!(channel = %felt::to_text(&id), height = game.chain().steps(),
            standing = placement.standing.map(Standing::as_str), from = bearer.name, "taken in");
        metrics::taken_in(placement.standing);
        Ok(true)
    }
}

fn within(bearer: &Bearer, count: u64) -> Result<(), IntakeError> {
    if count < u64::from(bearer.channels) {
        return Ok(());
    }
    Err(IntakeError::Quota {
        allowed: bearer.channels,
    })
}

#[cfg(test)]
mod tests;
