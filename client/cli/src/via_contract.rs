//! A deployed contract's verdict on a game, in the form of the rules' own.

use surround_chain::calls::Settlement;
use surround_chain::read::{Preview, View};
use surround_chain::rpc::{LATEST, Node};
use surround_channel::Felt;
use surround_channel::line::{Line, LineError, max_steps};
use surround_channel::terms::Terms;
use surround_rules::bare::{self, BareGame, Error, Refused, Stands, Verdict};
use surround_rules::{Ending, Outcome, RuleError, Setup, SetupError, Size};
use surround_settlement as settlement;

use crate::failure::Failure;

/// Has the contract judge a bare game, whose players are nobody: `preview` looks at the setup and
/// the line alone.
///
/// A game with a point that no line can name is refused here, as no contract can be asked. A game
/// with more steps than any is asked for as far as a line goes: if it stands, it is over there.
///
/// # Errors
/// [`Failure::Chain`], [`Failure::BadLine`].
pub async fn judge(node: &Node, contract: Felt, game: &BareGame) -> Result<Verdict, Failure> {
    let Some(steps) = game.steps() else {
        return Ok(bare::judge(game));
    };
    let most = Size::new(game.setup.size).map_or(0, max_steps);
    let asked = steps.get(..usize::from(most)).unwrap_or(&steps);
    let verdict = ask(node, contract, &nobody(game.setup), &Line::pack(asked)).await?;
    match verdict {
        Verdict::Stands(_) if asked.len() < steps.len() => Ok(Verdict::Refused(Refused::new(
            most + 1,
            RuleError::GameOver.into(),
        ))),
        verdict => Ok(verdict),
    }
}

/// Has the contract judge a line under terms.
///
/// # Errors
/// [`Failure::Chain`], [`Failure::BadLine`].
pub async fn ask(
    node: &Node,
    contract: Felt,
    terms: &Terms,
    line: &Line,
) -> Result<Verdict, Failure> {
    let view = View::new(node, Settlement { address: contract }, LATEST);
    match view.preview(terms, line).await? {
        Ok(preview) => Ok(Verdict::Stands(stands(&preview, terms.setup()))),
        Err(fault) => {
            let error = refusal(fault.error).ok_or(Failure::BadLine)?;
            Ok(Verdict::Refused(Refused::new(fault.step, error)))
        }
    }
}

/// What a contract does not tell is null. Points for nobody follow from the scores.
fn stands(preview: &Preview, setup: Setup) -> Stands {
    let ending = preview.ending.and_then(scored);
    let (black_x2, white_x2) = (preview.black_x2, preview.white_x2);
    let handed = 2 * setup.compensation() + setup.komi_x2;
    let areas_x2 = black_x2.saturating_add(white_x2).saturating_sub(handed);
    let points = Size::new(setup.size).map_or(0, Size::points);
    Stands {
        ok: true,
        steps: preview.steps,
        phase: preview.phase,
        due: preview.due,
        ending,
        result: ending.map(|_| Outcome::of_scores(black_x2, white_x2).to_string()),
        black_x2: ending.map(|_| black_x2),
        white_x2: ending.map(|_| white_x2),
        neutral: ending.map(|_| points.saturating_sub(areas_x2 / 2)),
        captured_by_black: None,
        captured_by_white: None,
        equivalence_margin_x2: None,
    }
}

/// The endings that steps alone can reach.
const fn scored(ending: settlement::Ending) -> Option<Ending> {
    match ending {
        settlement::Ending::Agreed => Some(Ending::Agreed),
        settlement::Ending::PlayedOut => Some(Ending::PlayedOut),
        settlement::Ending::MoveLimit => Some(Ending::MoveLimit),
        _ => None,
    }
}

const fn refusal(error: LineError) -> Option<Error> {
    match error {
        LineError::BadSize => Some(Error::Setup(SetupError::BadSize)),
        LineError::BadHandicap => Some(Error::Setup(SetupError::BadHandicap)),
        LineError::BadKomi => Some(Error::Setup(SetupError::BadKomi)),
        LineError::Rule(error) => Some(Error::Rule(error)),
        LineError::BadLine => None,
    }
}

fn nobody(setup: Setup) -> Terms {
    Terms {
        black: Felt::ZERO,
        white: Felt::ZERO,
        black_key: Felt::ZERO,
        white_key: Felt::ZERO,
        referee_key: Felt::ZERO,
        size: setup.size,
        handicap: setup.handicap,
        komi_x2: setup.komi_x2,
        turn_seconds: 0,
        turn_blocks: 0,
        expires_at: 0,
        black_nonce: Felt::ZERO,
        white_nonce: Felt::ZERO,
    }
}
