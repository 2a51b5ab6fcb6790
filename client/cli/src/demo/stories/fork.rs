//! A player signs two answers to one proposal: the second one wins by score, and loses by the fork.

use surround_channel::line::Line;
use surround_channel::transcript::Verified;
use surround_rules::{Colour, PointSet, Size, Step, gtp};

use crate::calls;
use crate::demo::actor::{BLACK, WHITE};
use crate::demo::acts;
use crate::demo::kifu::Kifu;
use crate::demo::stage::{Kind, Stage, broken};
use crate::failure::Failure;

/// The steps up to Black's proposal.
const PROPOSED: usize = 29;

/// Tells the story.
///
/// # Errors
/// [`Failure::OtherEnding`] when the game does not end as the story says.
pub async fn tell(stage: &mut Stage<'_>) -> Result<(), Failure> {
    let kifu = Kifu::named("real-05-caren2")?;
    let mut game = stage.begin(kifu.setup, Kind::Unranked).await?;
    stage.play(&mut game, kifu.steps(1, PROPOSED))?;
    let proposed = game.clone();
    stage.voice.say(
        "On 9x9 both have passed, and Black proposes that no stone is dead: White would win by 1.5.\n\
         White wants more and signs Resume. Black plays B7, White J1, which misses the point, and\n\
         after Black's A8 the white corner is lost.",
    )?;
    let resumed = resumed(game.game().board().size())?;
    stage.play(&mut game, &resumed)?;
    stage.voice.board(&game, PointSet::EMPTY)?;

    let refusal = stage.refused(&proposed, Colour::White, &Step::Accept)?;
    stage.voice.say(&format!(
        "White would rather have accepted, and asks its client to sign that now. It refuses:\n\
         {refusal}.\n\
         So White accepts from its wallet, past the client: no signature is needed for that.",
    ))?;
    stage.act(WHITE, &accepted(proposed)?, acts::submit).await?;
    stage.voice.say(
        "The contract cannot know of the Resume yet, and lets the winner's Accept wait for a\n\
         window. Black's client reads the line from the chain's events, and proves that White has\n\
         signed another step on the same position.",
    )?;
    let stored = stage.stored(&game).await?;
    stage
        .act(BLACK, &stored, |table| calls::expose_fork(table, &game))
        .await?;
    stage.ends(&game, "B+F").await
}

/// What is played in answer to the proposal.
fn resumed(size: Size) -> Result<Vec<Step>, Failure> {
    let mut steps = vec![Step::Resume];
    for text in ["B7", "J1", "A8"] {
        let point = gtp::point(size, text).map_err(|error| Failure::NotAPoint {
            text: text.to_owned(),
            error,
        })?;
        steps.push(Step::Play(point));
    }
    Ok(steps)
}

/// The game with an Accept that nobody has signed: the account that brings it stands for that.
fn accepted(mut game: Verified) -> Result<Verified, Failure> {
    let mut steps = game.transcript().steps.clone();
    steps.push(Step::Accept);
    game.adopt(&Line::pack(&steps)).map_err(broken)?;
    Ok(game)
}
