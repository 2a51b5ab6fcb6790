//! Stories of games that end on the chain, told on a local network with nothing replaced by a stub:
//! keys, transcripts, the signer with its guard, the search for fees, receipts.
//!
//! A [`Story`] is one file under `stories`, told on a `Stage` in a `Voice`. It ends
//! with the result that is read back from the contract, which must be the one that the story says.

mod actor;
mod acts;
mod costs;
mod kifu;
mod stage;
mod stories;
mod voice;

use surround_chain::declare::Class;

use crate::failure::Failure;
use crate::screen::Screen;

pub use stories::Story;

/// Tells stories, each on the same network, and then what their calls cost.
///
/// # Errors
/// [`Failure::OtherEnding`] when a game does not end as its story says; or whatever fails.
pub async fn tell(stories: &[Story], class: &Class, screen: &Screen) -> Result<(), Failure> {
    let mut stage = stage::Stage::set(class, screen).await?;
    for story in stories {
        stage.voice.open(story.name(), story.title())?;
        story.tell(&mut stage).await?;
    }
    stage.voice.close()
}
