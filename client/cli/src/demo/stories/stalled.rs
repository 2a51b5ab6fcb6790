//! The main story: a player who stalls is brought to the chain, answers once, and loses by the clock.

use surround_rules::PointSet;

use crate::demo::actor::{Actor, BLACK, WHITE};
use crate::demo::acts;
use crate::demo::kifu::Kifu;
use crate::demo::stage::{Kind, Stage};
use crate::demo::voice::last_step;
use crate::failure::Failure;

/// The moves after which White goes silent.
const STALL: usize = 201;

/// Tells the story.
///
/// # Errors
/// [`Failure::OtherEnding`] when the game does not end as the story says.
pub async fn tell(stage: &mut Stage<'_>) -> Result<(), Failure> {
    let kifu = Kifu::named("real-49-kisei27_g1")?;
    stage.voice.say(
        "Black and White agree on terms: 19x19, komi 5.5, and an hour and 60 blocks for an answer\n\
         on the chain. They play the moves of a title match, off the chain and for free: each step\n\
         is signed by the player's session key and checked by the other client.",
    )?;
    let mut game = stage.begin(kifu.setup, Kind::Unranked).await?;
    stage.play(&mut game, kifu.steps(1, STALL))?;
    stage.voice.say(&format!(
        "After {STALL} moves Black has just played {}. White is due, and goes silent.",
        last_step(&game)
    ))?;
    stage.voice.board(&game, PointSet::EMPTY)?;

    stage.voice.say(
        "Black's client reads the game from its file, checks all of it once more, and takes it to\n\
         the contract. The contract replays every move, in one transaction, and starts the clock.",
    )?;
    let mut game = stage.keep(&game)?;
    stage.act(BLACK, &game, acts::open).await?;

    stage
        .voice
        .say("A third account tries to claim the game for Black at once.")?;
    stage
        .try_in_vain(
            Actor::Third,
            &game,
            acts::claim,
            "dispute: window still running",
        )
        .await?;

    stage.play(&mut game, kifu.steps(STALL + 1, STALL + 1))?;
    stage.voice.say(&format!(
        "White has to answer, or the game is lost: White plays {}, on the chain.",
        last_step(&game)
    ))?;
    stage.act(WHITE, &game, acts::submit).await?;

    stage.play(&mut game, kifu.steps(STALL + 2, STALL + 2))?;
    stage.voice.say(&format!(
        "Black answers {}, on the chain too.",
        last_step(&game)
    ))?;
    stage.act(BLACK, &game, acts::submit).await?;
    stage.voice.board(&game, PointSet::EMPTY)?;

    stage.voice.say("White does not answer this time.")?;
    stage.let_window_pass(&game).await?;
    stage
        .voice
        .say("Anyone can claim the game for Black now: the third account does.")?;
    stage.act(Actor::Third, &game, acts::claim).await?;
    stage.ends(&game, "B+F").await
}
