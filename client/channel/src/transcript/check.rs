//! The judgement on each part of a transcript.

use starknet_types_core::felt::Felt;
use surround_rules::Colour;

use crate::evidence::Signed;
use crate::felt;
use crate::line::Chain;
use crate::statements::{self, Signature, SignatureError};
use crate::terms::{Terms, TermsError};

use super::{Transcript, TranscriptError, Verified};

/// Judges a whole transcript.
pub(super) fn verify(transcript: &Transcript) -> Result<Verified, TranscriptError> {
    let terms = &transcript.terms;
    if !felt::is_address(&transcript.contract) {
        return Err(TranscriptError::Contract);
    }
    terms.check_form()?;
    let channel_id = terms.channel_id(transcript.chain_id, transcript.contract);
    let chain = Chain::new(terms.setup(), channel_id).map_err(TermsError::Setup)?;
    let chain = play(chain, transcript)?;
    steps_endorsed(transcript, &chain)?;
    if let Some(signed) = &transcript.open {
        open(terms, &chain, signed)?;
    }
    for player in Colour::BOTH {
        if let Some(signature) = transcript.resignations.of(player) {
            resignation(terms, channel_id, player, signature)?;
        }
    }
    if let Some(signed) = &transcript.flag {
        flag(terms, &chain, signed)?;
    }
    if let Some(signature) = &transcript.ranked {
        ranked(terms, channel_id, signature)?;
    }
    Ok(Verified::new(transcript.clone(), channel_id, chain))
}

fn play(mut chain: Chain, transcript: &Transcript) -> Result<Chain, TranscriptError> {
    for (step, number) in transcript.steps.iter().zip(1..) {
        let illegal = |error| TranscriptError::Illegal {
            step: number,
            error,
        };
        chain.push(step).map_err(illegal)?;
    }
    let (recorded, steps) = (transcript.recorded_steps, chain.steps());
    if recorded > steps {
        Err(TranscriptError::Recorded { recorded, steps })
    } else {
        Ok(chain)
    }
}

/// Every step signature holds, and each player's latest step is signed or recorded.
fn steps_endorsed(transcript: &Transcript, chain: &Chain) -> Result<(), TranscriptError> {
    for player in Colour::BOTH {
        let signed = transcript.signatures.of(player);
        if let Some(signed) = signed {
            step(&transcript.terms, chain, player, signed)?;
        }
        let last = chain.last_step_of(player);
        let endorsed = signed
            .map_or(0, |signed| signed.steps)
            .max(transcript.recorded_steps);
        if last > endorsed {
            return Err(TranscriptError::Unsigned { player, step: last });
        }
    }
    Ok(())
}

/// A player's signature over the head after one of its own steps.
pub(super) fn step(
    terms: &Terms,
    chain: &Chain,
    player: Colour,
    signed: &Signed,
) -> Result<(), TranscriptError> {
    let step = signed.steps;
    let head = chain
        .head_at(step)
        .filter(|_| chain.author(step) == Some(player));
    let head = head.ok_or(TranscriptError::NotOwnStep { player, step })?;
    statements::verify(
        terms.key(player),
        statements::step_hash(head),
        &signed.signature,
    )
    .map_err(|error| TranscriptError::StepSignature {
        player,
        step,
        error,
    })
}

/// An opening by the player who is not due.
pub(super) fn open(terms: &Terms, chain: &Chain, signed: &Signed) -> Result<(), TranscriptError> {
    let steps = signed.steps;
    let (head, player) = due_head(chain, steps)
        .map(|(head, due)| (head, due.other()))
        .ok_or(TranscriptError::OpenHead { steps })?;
    statements::verify(
        terms.key(player),
        statements::open_hash(head),
        &signed.signature,
    )
    .map_err(|error| TranscriptError::OpenSignature {
        player,
        steps,
        error,
    })
}

/// A player's resignation.
pub(super) fn resignation(
    terms: &Terms,
    channel_id: Felt,
    player: Colour,
    signature: &Signature,
) -> Result<(), TranscriptError> {
    statements::verify(
        terms.key(player),
        statements::resign_hash(channel_id),
        signature,
    )
    .map_err(|error| TranscriptError::Resignation { player, error })
}

/// The referee's flag over a head at which a player is due.
pub(super) fn flag(terms: &Terms, chain: &Chain, signed: &Signed) -> Result<(), TranscriptError> {
    let steps = signed.steps;
    by_referee(terms, "flag")?;
    let (head, _) = due_head(chain, steps).ok_or(TranscriptError::FlagHead { steps })?;
    statements::verify(
        terms.referee_key,
        statements::flag_hash(head),
        &signed.signature,
    )
    .map_err(|error| TranscriptError::FlagSignature { steps, error })
}

/// The referee's statement that the game counts.
pub(super) fn ranked(
    terms: &Terms,
    channel_id: Felt,
    signature: &Signature,
) -> Result<(), TranscriptError> {
    by_referee(terms, "ranked")?;
    let hash = statements::ranked_hash(channel_id);
    let checked: Result<(), SignatureError> =
        statements::verify(terms.referee_key, hash, signature);
    checked.map_err(TranscriptError::Ranked)
}

fn by_referee(terms: &Terms, field: &'static str) -> Result<(), TranscriptError> {
    if terms.is_ranked() {
        Ok(())
    } else {
        Err(TranscriptError::NoReferee { field })
    }
}

fn due_head(chain: &Chain, steps: u16) -> Option<(Felt, Colour)> {
    Some((chain.head_at(steps)?, chain.due_at(steps)?))
}
