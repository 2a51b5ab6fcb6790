//! After a call about a game: what was sent, and what the chain holds now.

use std::path::Path;

use serde::Serialize;
use surround_chain::Call;
use surround_chain::read::{Dispute, View};
use surround_chain::rpc::{LATEST, Node};
use surround_channel::line::Line;

use crate::dispute::Shown;
use crate::exit::Exit;
use crate::failure::Failure;
use crate::files::Source;
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
        // What was sent is told, whatever fails after it.
        dispute = match aftermath(node, &table, transcript).await {
            Ok(after) => Some(after),
            Err(failure) => {
                screen.warn(&format!("the call was executed; after it: {failure}"));
                None
            }
        };
    }
    screen.show(&Done {
        delivery,
        dispute: dispute.as_ref().map(Shown::from),
    })?;
    Ok(Exit::Ok)
}

async fn aftermath(node: &Node, table: &Table, transcript: &Path) -> Result<Dispute, Failure> {
    let after = View::new(node, table.contract, LATEST)
        .dispute(table.game.channel_id())
        .await?;
    remember(table, &after, transcript)?;
    Ok(after)
}

/// Notes in the transcript what was brought, and how many of its steps the chain holds: those need no
/// signature. The file is read again, since it may have grown during the call.
fn remember(table: &Table, dispute: &Dispute, transcript: &Path) -> Result<(), Failure> {
    let place = Source::File(transcript.to_owned());
    let file = transcripts::verified(&place)?;
    let mut game = transcripts::merge(&file, &table.game, &place)?;
    let stored = &dispute.record;
    if game.chain().head_at(stored.steps) == Some(stored.head) {
        let steps = game.transcript().steps.iter();
        let line: Vec<_> = steps.take(stored.steps.into()).copied().collect();
        game.adopt(&Line::pack(&line))
            .map_err(|error| transcripts::at(&place, error))?;
    }
    if game.transcript() == file.transcript() {
        return Ok(());
    }
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
