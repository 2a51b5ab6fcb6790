//! After a call about a game: what was sent, and what the chain holds now.

use std::path::Path;

use serde::Serialize;
use surround_chain::Call;
use surround_chain::read::{Dispute, View};
use surround_chain::rpc::LATEST;
use surround_channel::line::Line;

use crate::dispute::Shown;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::screen::{Ink, Report, Screen};
use crate::sending::{Delivery, Desk};
use crate::table::Table;
use crate::transcripts;

/// Delivers a call about a game, notes in the transcript what the chain holds then, and tells.
///
/// # Errors
/// [`Failure::Chain`] when the call is refused or its outcome is not known.
pub async fn deliver(
    desk: &Desk,
    table: Table,
    call: Call,
    transcript: &Path,
    screen: &Screen,
) -> Result<Exit, Failure> {
    let Some(delivery) = desk.deliver(vec![call], screen).await? else {
        return Ok(Exit::Ok);
    };
    let mut dispute = table.dispute;
    if let (true, Some(node)) = (desk.sends(), &desk.node) {
        let channel_id = table.game.channel_id();
        let after = View::new(node, table.contract, LATEST)
            .dispute(channel_id)
            .await?;
        remember(table, &after, transcript)?;
        dispute = Some(after);
    }
    screen.show(&Done {
        delivery,
        dispute: dispute.as_ref().map(Shown::from),
    })?;
    Ok(Exit::Ok)
}

/// Notes in the transcript how many of its steps the chain holds: those need no signature.
fn remember(table: Table, dispute: &Dispute, transcript: &Path) -> Result<(), Failure> {
    let (mut game, stored) = (table.game, &dispute.record);
    let recorded = game.transcript().recorded_steps;
    let holds = game.chain().head_at(stored.steps) == Some(stored.head);
    if stored.steps <= recorded || !holds {
        return Ok(());
    }
    let steps = game
        .transcript()
        .steps
        .get(..usize::from(stored.steps))
        .unwrap_or_default();
    let line = Line::pack(steps);
    let place = crate::files::Source::File(transcript.to_owned());
    game.adopt(&line)
        .map_err(|error| transcripts::at(&place, error))?;
    transcripts::replace(transcript, &game)
}

/// What was done, and the dispute after it.
#[derive(Serialize)]
struct Done {
    #[serde(flatten)]
    delivery: Delivery,
    /// The dispute as the chain has it now.
    dispute: Option<Shown>,
}

impl Report for Done {
    fn text(&self, ink: Ink) -> String {
        let after = self
            .dispute
            .as_ref()
            .map_or(String::new(), |dispute| dispute.text(None));
        self.delivery.text(ink) + &after
    }
}
