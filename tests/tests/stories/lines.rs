//! Lines that are no legal game: every name of protocol 3.2, through `preview` and through `submit`,
//! with the number of the first bad step.

use anyhow::{Context, Result};
use starknet_types_core::felt::Felt;
use surround_channel::line::{DeadSet, Line, LineError};
use surround_channel::terms::Terms;
use surround_rules::{Point, PointSet, RuleError, Size, Step, gtp};
use surround_settlement::Refusal;
use surround_tests::acts::Submit;
use surround_tests::network::THIRD;
use surround_tests::table::Table;

use crate::assert_open;

/// Steps in GTP on 9x9, with `propose` over the points that follow it: `propose:A1,A2`.
fn steps(words: &str) -> Result<Vec<Step>> {
    let size = Size::new(9)?;
    let step = |word: &str| -> Result<Step> {
        Ok(match word {
            "pass" => Step::Pass,
            "accept" => Step::Accept,
            "resume" => Step::Resume,
            "beyond" => Step::Play(Point::new(81).context("a code")?),
            _ => match word.strip_prefix("propose:") {
                None => Step::Play(gtp::point(size, word)?),
                Some(points) => {
                    let mut dead = PointSet::default();
                    for point in points.split(',').filter(|point| !point.is_empty()) {
                        dead.insert(gtp::point(size, point)?);
                    }
                    Step::Propose(dead)
                }
            },
        })
    };
    words.split_whitespace().map(step).collect()
}

/// A ko on the upper left: White has just been taken at B8 and may not take back.
const KO: &str = "B9 C9 A8 D8 B7 C7 pass B8 C8";

/// The rules, each broken once, at the last step.
#[tokio::test]
async fn an_illegal_step_is_refused() -> Result<()> {
    let cases = [
        ("superko", format!("{KO} B8"), RuleError::Superko),
        ("occupied", "C3 C3".to_owned(), RuleError::Occupied),
        ("suicide", "A2 E5 B1 A1".to_owned(), RuleError::Suicide),
        (
            "beyond the board",
            "C3 beyond".to_owned(),
            RuleError::OutOfRange,
        ),
        (
            "an empty point",
            "C3 D4 pass pass propose:E5".to_owned(),
            RuleError::NotAStone,
        ),
        (
            "half a chain",
            "C3 D4 C4 pass pass propose:C3".to_owned(),
            RuleError::SplitGroup,
        ),
        (
            "too early",
            "C3 accept".to_owned(),
            RuleError::NotAllowedNow,
        ),
        (
            "a move instead",
            "C3 pass pass D4".to_owned(),
            RuleError::NotAllowedNow,
        ),
        (
            "resumed twice",
            "C3 pass pass resume D4 resume".to_owned(),
            RuleError::NotAllowedNow,
        ),
        (
            "over",
            "C3 pass pass propose: accept D4".to_owned(),
            RuleError::GameOver,
        ),
    ];
    let mut table = Table::new().await?;
    for (name, words, error) in cases {
        let mut game = table.unranked()?;
        game.fill(2)?;
        let line = Line::pack(&steps(&words)?);
        let fault = table
            .view()
            .preview(&game.terms, &line)
            .await?
            .err()
            .context(name)?;
        assert_eq!(
            (fault.step, fault.error),
            (line.count, LineError::Rule(error)),
            "{name}"
        );
        let why = Refusal::Line(LineError::Rule(error));
        table
            .refuse(
                THIRD,
                Submit {
                    line,
                    ..game.submit()?
                },
                why,
            )
            .await?;
    }
    // A ko is taken back after a move elsewhere and its answer.
    let mut game = table.unranked()?;
    for step in steps(&format!("{KO} A1 J1 B8"))? {
        game.push(step)?;
    }
    table.accept(THIRD, game.submit()?).await?;
    Ok(())
}

/// A packing that is not the canonical one, and what the set-up cannot be.
#[tokio::test]
async fn a_line_has_one_packing() -> Result<()> {
    let mut table = Table::new().await?;
    let mut game = table.unranked()?;
    game.fill(28)?;
    let good = game.line();
    let two_to_the = |bits: u128| Felt::TWO.pow(bits);
    type Spoil = fn(&mut Line, Felt);
    let spoils: [(&str, Spoil); 8] = [
        ("a felt too many", |line, _| line.packed.push(Felt::ZERO)),
        ("a felt too few", |line, _| line.packed.truncate(1)),
        ("fewer steps than codes", |line, _| line.count = 27),
        ("more steps than any game has", |line, _| {
            line.count = 3 * 81 + 3
        }),
        ("a digit after the last step", |line, _| {
            line.packed[1] += Felt::from(512)
        }),
        ("a bit between the halves", |line, bit| {
            line.packed[0] += bit
        }),
        ("a dead set without a proposal", |line, _| line.dead.d0 = 1),
        ("a dead stone off the board", |line, _| line.dead.d2 = 1),
    ];
    let why = Refusal::Line(LineError::BadLine);
    for (name, spoil) in spoils {
        let mut line = good.clone();
        spoil(&mut line, two_to_the(126));
        let fault = table
            .view()
            .preview(&game.terms, &line)
            .await?
            .err()
            .context(name)?;
        assert_eq!((fault.step, fault.error), (0, LineError::BadLine), "{name}");
        table
            .refuse(
                THIRD,
                Submit {
                    line,
                    ..game.submit()?
                },
                why,
            )
            .await?;
    }
    // Codes that mean nothing are bad where they stand: the last code is step 28's.
    for code in [365u16, 511] {
        let mut line = good.clone();
        line.packed[1] = code.into();
        let fault = table
            .view()
            .preview(&game.terms, &line)
            .await?
            .err()
            .context("a code")?;
        assert_eq!((fault.step, fault.error), (28, LineError::BadLine));
        table
            .refuse(
                THIRD,
                Submit {
                    line,
                    ..game.submit()?
                },
                why,
            )
            .await?;
    }
    let opened = table.accept(THIRD, game.submit()?).await?;
    assert_open(&opened, 28, surround_rules::Colour::Black);
    Ok(())
}

/// Without a dead set a proposal proposes nothing, and the one that is signed is the one that counts.
#[tokio::test]
async fn a_proposal_is_signed_with_its_dead_set() -> Result<()> {
    let mut table = Table::new().await?;
    let mut game = table.unranked()?;
    for step in steps("C3 D4 E5 pass pass propose:C3 accept")? {
        game.push(step)?;
    }
    for dead in [
        DeadSet::default(),
        DeadSet {
            d0: 1,
            d1: 0,
            d2: 0,
        },
    ] {
        let line = Line {
            dead,
            ..game.line()
        };
        let act = Submit {
            line,
            ..game.submit()?
        };
        let why = if dead.is_zero() {
            // Legal, but not what the players signed.
            Refusal::BadBlackSignature
        } else {
            Refusal::Line(LineError::Rule(RuleError::NotAStone))
        };
        table.refuse(THIRD, act, why).await?;
    }
    table.accept(THIRD, game.submit()?).await?;
    Ok(())
}

/// A dry run tells size, handicap and komi too, and looks at nothing else of the terms.
#[tokio::test]
async fn a_dry_run_looks_at_the_game_alone() -> Result<()> {
    let mut table = Table::new().await?;
    let mut game = table.unranked()?;
    game.fill(5)?;
    type Spoil = fn(&mut Terms);
    let spoils: [(Spoil, LineError); 4] = [
        (|terms| terms.size = 1, LineError::BadSize),
        (|terms| terms.size = 20, LineError::BadSize),
        (|terms| terms.handicap = 1, LineError::BadHandicap),
        (|terms| terms.komi_x2 = 163, LineError::BadKomi),
    ];
    for (spoil, error) in spoils {
        let mut terms = game.terms.clone();
        spoil(&mut terms);
        let fault = table.view().preview(&terms, &game.line()).await?.err();
        let fault = fault.context("a fault")?;
        assert_eq!((fault.step, fault.error), (0, error));
    }
    let mut terms = game.terms.clone();
    terms.white = terms.black;
    terms.white_key = Felt::ZERO;
    terms.turn_blocks = 0;
    terms.expires_at = 0;
    for line in [game.line(), game.upto(1)?.line(), Line::default()] {
        let seen = table.view().preview(&terms, &line).await?;
        assert_eq!(seen.ok().map(|seen| seen.steps), Some(line.count));
    }
    Ok(())
}
