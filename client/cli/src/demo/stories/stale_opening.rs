//! A player opens a dispute over an old position; the opponent answers with all that was played.

use surround_rules::PointSet;

use crate::demo::actor::{Actor, BLACK, WHITE};
use crate::demo::acts;
use crate::demo::kifu::Kifu;
use crate::demo::stage::{Kind, Stage};
use crate::failure::Failure;

/// The steps that Black shows.
const OLD: usize = 41;
/// The steps that were played.
const ALL: usize = 60;

/// Tells the story.
///
/// # Errors
/// [`Failure::OtherEnding`] when the game does not end as the story says.
pub async fn tell(stage: &mut Stage<'_>) -> Result<(), Failure> {
    let kifu = Kifu::named("real-12-403788")?;
    let mut game = stage.begin(kifu.setup, Kind::Unranked).await?;
    stage.play(&mut game, kifu.steps(1, OLD))?;
    let old = game.clone();
    stage.play(&mut game, kifu.steps(OLD + 1, ALL))?;
    stage.voice.say(&format!(
        "After {ALL} moves on 9x9 Black is losing, and is due."
    ))?;
    stage.voice.board(&game, PointSet::EMPTY)?;
    stage.voice.say(&format!(
        "Black opens a dispute over the position after {OLD} moves, as if White had stalled there."
    ))?;
    stage.act(BLACK, &old, acts::open).await?;
    stage.voice.say(&format!(
        "White answers with the {ALL} moves that both have signed. Black is due, on the chain now."
    ))?;
    stage.act(WHITE, &game, acts::submit).await?;
    stage.voice.say("Black has no answer.")?;
    stage.let_window_pass(&game).await?;
    stage.act(Actor::Third, &game, acts::claim).await?;
    stage.ends(&game, "W+F").await
}
