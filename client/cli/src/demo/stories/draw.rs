//! A game with a whole number for komi that nobody wins.

use crate::demo::actor::Actor;
use crate::demo::acts;
use crate::demo::kifu::Kifu;
use crate::demo::stage::{Kind, Stage};
use crate::failure::Failure;

/// Komi in half points: 7 points, where the record has 7.5 and White wins by a half.
const KOMI_X2: u16 = 14;

/// Tells the story.
///
/// # Errors
/// [`Failure::OtherEnding`] when the game does not end as the story says.
pub async fn tell(stage: &mut Stage<'_>) -> Result<(), Failure> {
    let kifu = Kifu::named("real-01-GNU-AyaBot")?.with_komi_x2(KOMI_X2);
    let mut game = stage.begin(kifu.setup, Kind::Unranked).await?;
    stage.play(&mut game, kifu.steps(1, usize::MAX))?;
    stage
        .voice
        .say("On 9x9 with a komi of 7 Black has 44 points, and White 37 and komi: 44.")?;
    stage.voice.board(&game, game.game().dead())?;
    stage
        .voice
        .say("There is no loser whose step could settle it at once, so a window runs.")?;
    stage.act(Actor::Third, &game, acts::submit).await?;
    stage.let_window_pass(&game).await?;
    stage.act(Actor::Third, &game, acts::finalize).await?;
    stage.ends(&game, "0").await
}
