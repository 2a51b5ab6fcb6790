//! The line that the chain holds, from the contract's events alone (protocol 3.5).

use surround_chain::calls::Settlement;
use surround_chain::events::{Happening, events};
use surround_chain::rpc::{LATEST, Node};
use surround_channel::Felt;
use surround_channel::line::Line;
use surround_channel::terms::Terms;
use surround_channel::transcript::{Transcript, Verified};

use crate::failure::Failure;

/// Blocks searched at once, from the newest back: a running dispute began lately.
const RANGE: u64 = 10_000;

/// The terms of a channel and the line that its record stores; none if the chain has no record.
///
/// # Errors
/// [`Failure::Chain`].
pub async fn stored(
    node: &Node,
    contract: Settlement,
    channel_id: Felt,
) -> Result<Option<(Terms, Line)>, Failure> {
    let mut last = node.block(LATEST).await?.number;
    let mut longest: Option<Line> = None;
    loop {
        let first = last.saturating_sub(RANGE - 1);
        for seen in events(node, contract, Some(channel_id), first, last)
            .await?
            .into_iter()
            .rev()
        {
            match seen.happening {
                Happening::Created { terms, line, .. } => {
                    return Ok(Some((*terms, longest.unwrap_or(line))));
                }
                // A call that brings no line leaves the stored one as it is.
                Happening::Updated { line, .. } if longest.is_none() && line.count > 0 => {
                    longest = Some(line);
                }
                _ => {}
            }
        }
        match first.checked_sub(1) {
            Some(before) => last = before,
            None => return Ok(None),
        }
    }
}

/// The game of terms and a line that the chain holds.
///
/// # Errors
/// [`Failure::Transcript`] if it is none.
pub fn game(
    node: &Node,
    contract: Settlement,
    terms: Terms,
    line: &Line,
) -> Result<Verified, Failure> {
    Transcript::recorded(node.chain_id(), contract.address, terms, line)
        .and_then(|transcript| transcript.verify())
        .map_err(|error| Failure::Transcript {
            place: "the contract's events".to_owned(),
            error,
        })
}
