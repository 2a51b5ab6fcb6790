//! In a ranked game a player's time runs out, and the referee's flag ends it.

use surround_rules::PointSet;

use crate::calls;
use crate::demo::actor::Actor;
use crate::demo::acts;
use crate::demo::kifu::Kifu;
use crate::demo::stage::{Kind, Stage};
use crate::failure::Failure;

/// Komi of rated games on 9x9, in half points.
const RATED_KOMI_X2: u16 = 14;
/// The moves after which White's time runs out.
const FLAGGED: usize = 25;

/// Tells the story.
///
/// # Errors
/// [`Failure::OtherEnding`] when the game does not end as the story says.
pub async fn tell(stage: &mut Stage<'_>) -> Result<(), Failure> {
    let kifu = Kifu::named("real-04-ajago-gnu")?.with_komi_x2(RATED_KOMI_X2);
    let mut game = stage.begin(kifu.setup, Kind::Ranked).await?;
    stage.play(&mut game, kifu.steps(1, FLAGGED))?;
    stage.voice.say(&format!(
        "A ranked game on 9x9: before the first move the referee signed that it counts.\n\
         After {FLAGGED} moves White's time is over. The referee signs a flag over this position."
    ))?;
    stage.voice.board(&game, PointSet::EMPTY)?;
    stage.flag(&mut game)?;
    stage
        .voice
        .say("Anyone can bring it. It waits for a window, in which a longer line voids it.")?;
    stage.act(Actor::Third, &game, calls::flag).await?;
    stage.voice.say("There is no longer line.")?;
    stage.let_window_pass(&game).await?;
    stage.act(Actor::Third, &game, acts::finalize).await?;
    stage.ends(&game, "B+T").await
}
