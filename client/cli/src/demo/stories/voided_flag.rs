//! A flag over an old position, from a leaked key or a clock that was wrong, ends no game that went on.

use crate::calls;
use crate::demo::actor::{BLACK, WHITE};
use crate::demo::acts;
use crate::demo::kifu::Kifu;
use crate::demo::stage::{Kind, Stage};
use crate::failure::Failure;

/// Komi of rated games on 9x9, in half points.
const RATED_KOMI_X2: u16 = 14;
/// The moves after which the flag says that Black's time was over.
const OLD: usize = 24;

/// Tells the story.
///
/// # Errors
/// [`Failure::OtherEnding`] when the game does not end as the story says.
pub async fn tell(stage: &mut Stage<'_>) -> Result<(), Failure> {
    let kifu = Kifu::named("real-06-GNU-AyaBot")?.with_komi_x2(RATED_KOMI_X2);
    let mut game = stage.begin(kifu.setup, Kind::Ranked).await?;
    stage.play(&mut game, kifu.steps(1, OLD))?;
    let mut old = game.clone();
    stage.play(&mut game, kifu.steps(OLD + 1, usize::MAX))?;
    stage.voice.say(
        "A ranked game on 9x9 was played to its end, and Black has won. But the referee's key has\n\
         leaked, and White gets a flag against Black over a position from the middle of the game.",
    )?;
    stage.voice.board(&game, game.game().dead())?;
    stage.flag(&mut old)?;
    stage.act(WHITE, &old, calls::flag).await?;
    stage.voice.say(
        "Black answers with the whole game. White has moved after the flag, so play went on: the\n\
         flag is void, and the game ends by its score.",
    )?;
    stage.act(BLACK, &game, acts::submit).await?;
    stage.ends(&game, "B+8").await
}
