//! A player whose session key is lost resigns by one call of its account.

use surround_rules::PointSet;

use crate::demo::actor::{BLACK, WHITE};
use crate::demo::acts;
use crate::demo::kifu::Kifu;
use crate::demo::stage::{Kind, Stage};
use crate::failure::Failure;

/// The moves after which White's phone is lost.
const LOST: usize = 21;

/// Tells the story.
///
/// # Errors
/// [`Failure::OtherEnding`] when the game does not end as the story says.
pub async fn tell(stage: &mut Stage<'_>) -> Result<(), Failure> {
    let kifu = Kifu::named("real-09-bubble")?;
    let mut game = stage.begin(kifu.setup, Kind::Unranked).await?;
    stage.play(&mut game, kifu.steps(1, LOST))?;
    stage.voice.say(&format!(
        "After {LOST} moves White's phone is lost, and its session key with it. White is due.\n\
         Black waits for a while and opens a dispute."
    ))?;
    stage.voice.board(&game, PointSet::EMPTY)?;
    stage.act(BLACK, &game, acts::open).await?;
    stage
        .voice
        .say("White needs no key to resign: a call of its own account is enough.")?;
    stage.act(WHITE, &game, acts::resign).await?;
    stage.ends(&game, "B+R").await
}
