//! Both players agree on the dead stones, and without them the other one would have won.

use crate::chains;
use crate::demo::actor::Actor;
use crate::demo::acts;
use crate::demo::kifu::Kifu;
use crate::demo::stage::{Kind, Stage};
use crate::failure::Failure;
use crate::margin::Margin;

/// Tells the story.
///
/// # Errors
/// [`Failure::OtherEnding`] when the game does not end as the story says.
pub async fn tell(stage: &mut Stage<'_>) -> Result<(), Failure> {
    let kifu = Kifu::named("real-16-GNU-Dar51")?;
    let mut game = stage.begin(kifu.setup, Kind::Unranked).await?;
    stage.play(&mut game, kifu.steps(1, usize::MAX))?;
    let (board, dead) = (game.game().board(), game.game().dead());
    let margin = Margin::of(board, dead, game.game().setup());
    stage.voice.say(&format!(
        "On 9x9 both have passed. Black proposes that {} are dead, and White accepts. Before a\n\
         player signs that, the client warns of what it means:\n\
         {}.",
        chains::names(board, dead).join(" and "),
        margin.warning().unwrap_or_default()
    ))?;
    stage.voice.board(&game, dead)?;
    stage.voice.say(
        "A third account brings the finished game to the contract, which counts it. The last step\n\
         is the loser's own, so there is nothing to wait for.",
    )?;
    stage.act(Actor::Third, &game, acts::submit).await?;
    stage.ends(&game, "B+13.5").await
}

#[cfg(test)]
mod tests {
    use surround_rules::Game;

    use super::*;

    #[test]
    fn without_the_dead_stones_the_other_player_wins() {
        let kifu = Kifu::named("real-16-GNU-Dar51").unwrap();
        let mut game = Game::new(kifu.setup).unwrap();
        for step in &kifu.steps {
            game.apply(step).unwrap();
        }
        let margin = Margin::of(game.board(), game.dead(), game.setup());
        assert!(margin.winner_flips);
        // 21 points of area for Black against 32 for White and a komi of 7.5.
        assert_eq!(
            (&*margin.with_dead, &*margin.all_alive),
            ("B+13.5", "W+18.5")
        );
    }
}
