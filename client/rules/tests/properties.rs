//! Random games: the engine against a plain second one, and area against equivalence.

mod reference;

use proptest::prelude::*;
use reference::Reference;
use surround_rules::{Colour, Game, Phase, Point, PointSet, RuleError, Setup, Step};

/// Something to try next: it becomes a step once the position is known.
#[derive(Clone, Copy, Debug)]
enum Attempt {
    /// The n-th empty point, counted around the board.
    Empty(u16),
    /// Any point, on the board or beyond it.
    Point(u16),
    Pass,
    /// The chains of the stones whose bit is set.
    Chains(u64),
    /// Any points.
    Points([u16; 3]),
    Accept,
    Resume,
}

fn attempt(passes: u32) -> impl Strategy<Value = Attempt> {
    prop_oneof![
        60 => any::<u16>().prop_map(Attempt::Empty),
        4 => (0..=360u16).prop_map(Attempt::Point),
        passes => Just(Attempt::Pass),
        4 => any::<u64>().prop_map(Attempt::Chains),
        1 => prop::array::uniform3(0..=360u16).prop_map(Attempt::Points),
        2 => Just(Attempt::Accept),
        2 => Just(Attempt::Resume),
    ]
}

/// A setup and attempts: enough of them to reach both move limits on small boards.
fn games() -> impl Strategy<Value = (Setup, Vec<Attempt>)> {
    let setup = prop_oneof![
        6 => (2..=5u8).prop_map(|size| (size, 0)),
        1 => (6..=9u8).prop_map(|size| (size, 0)),
        2 => (2..=9u8).prop_map(|handicap| (9, handicap)),
    ];
    let setup = (setup, 0..=8u16).prop_map(|((size, handicap), komi_x2)| Setup {
        size,
        handicap,
        komi_x2,
    });
    let attempts = prop_oneof![Just(0), Just(3), Just(20)]
        .prop_flat_map(|passes| prop::collection::vec(attempt(passes), 1..300));
    (setup, attempts)
}

fn step(game: &Game, attempt: Attempt) -> Option<Step> {
    let points = game.board().size().points();
    Some(match attempt {
        Attempt::Empty(n) => {
            let code = (0..points)
                .map(|i| (n % points + i) % points)
                .find(|code| game.board().at(Point::new(*code).unwrap()).is_none())?;
            Step::Play(Point::new(code)?)
        }
        Attempt::Point(code) => Step::Play(Point::new(code)?),
        Attempt::Pass => Step::Pass,
        Attempt::Chains(bits) => Step::Propose(chains(game, bits)),
        Attempt::Points(codes) => Step::Propose(codes.into_iter().filter_map(Point::new).collect()),
        Attempt::Accept => Step::Accept,
        Attempt::Resume => Step::Resume,
    })
}

/// Grows the chosen stones to whole chains, by repeated scans.
fn chains(game: &Game, bits: u64) -> PointSet {
    let size = game.board().size();
    let at = |x: i32, y: i32| {
        let point = Point::from_xy(size, u8::try_from(x).ok()?, u8::try_from(y).ok()?)?;
        Some((point, game.board().at(point)?))
    };
    let side = i32::from(size.get());
    let stones: Vec<_> = (0..side * side)
        .filter_map(|i| at(i % side, i / side))
        .collect();
    let mut dead: PointSet = stones
        .iter()
        .enumerate()
        .filter(|(i, _)| bits >> (i % 64) & 1 == 1 && bits >> (i / 2 % 64) & 1 == 1)
        .map(|(_, (point, _))| *point)
        .collect();
    loop {
        let before = dead;
        for (point, colour) in &stones {
            let (x, y) = point.xy(size);
            let (x, y) = (i32::from(x), i32::from(y));
            let joined = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]
                .into_iter()
                .filter_map(|(x, y)| at(x, y))
                .any(|(near, other)| other == *colour && dead.contains(near));
            if joined {
                dead.insert(*point);
            }
        }
        if dead == before {
            return dead;
        }
    }
}

fn handicap(setup: &Setup) -> Vec<(usize, usize)> {
    let order = [
        (6, 2),
        (2, 6),
        (2, 2),
        (6, 6),
        (2, 4),
        (6, 4),
        (4, 2),
        (4, 6),
    ];
    let handicap = usize::from(setup.handicap);
    let mut stones: Vec<_> = match handicap {
        0..=4 => order[..handicap].to_vec(),
        _ => order[..handicap & !1].to_vec(),
    };
    if handicap >= 5 && handicap % 2 == 1 {
        stones.push((4, 4));
    }
    stones
}

/// What anyone can see of a game, and what only later steps would show.
fn snapshot(game: &Game) -> String {
    format!("{game:?}")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn both_engines_agree_step_by_step((setup, attempts) in games()) {
        let mut game = Game::new(setup).unwrap();
        let mut reference = Reference::new(setup, &handicap(&setup));
        for attempt in attempts {
            let Some(step) = step(&game, attempt) else { continue };
            let judged = game.legal(&step);
            let before = judged.is_err().then(|| snapshot(&game));
            prop_assert_eq!(game.apply(&step), judged);
            prop_assert_eq!(reference.apply(&step), judged, "{:?}", step);
            if let Some(before) = before {
                prop_assert_eq!(snapshot(&game), before);
            }
            prop_assert_eq!(game.phase(), reference.phase);
            prop_assert_eq!(game.due(), reference.due);
            prop_assert_eq!(game.ending(), reference.ending);
            for colour in Colour::BOTH {
                prop_assert_eq!(game.captured_by(colour), reference.captured[colour.index()]);
            }
            for code in 0..game.board().size().points() {
                let point = Point::new(code).unwrap();
                prop_assert_eq!(game.board().at(point), reference.stone(usize::from(code)));
            }
        }
        if let Some(score) = game.score() {
            let areas = [score.black_area, score.white_area, score.black_x2, score.white_x2];
            prop_assert_eq!(areas, reference.score());
            prop_assert_eq!(score.neutral, game.board().size().points() - areas[0] - areas[1]);
        }
    }

    /// I6: no phase and no limit leaves a due player without a step, and nobody else has one.
    #[test]
    fn the_due_player_always_has_a_legal_step((setup, attempts) in games()) {
        let mut game = Game::new(setup).unwrap();
        let answers = [Step::Pass, Step::Propose(PointSet::default()), Step::Accept, Step::Resume];
        for attempt in attempts {
            if let Some(step) = step(&game, attempt) {
                let _ = game.apply(&step);
            }
            let can = answers.iter().any(|step| game.legal(step).is_ok());
            prop_assert_eq!(game.due().is_some(), can);
            prop_assert_eq!(game.due().is_none(), game.phase() == Phase::Ended);
        }
    }

    #[test]
    fn area_margin_equals_equivalence_margin((setup, attempts) in games(), end in any::<u64>()) {
        let mut game = Game::new(setup).unwrap();
        for attempt in attempts {
            if let Some(step) = step(&game, attempt) {
                let _ = game.apply(&step);
            }
        }
        finish(&mut game, end);
        let score = game.score().unwrap();
        let by_area = i32::from(score.black_x2) - i32::from(score.white_x2 - setup.komi_x2);
        prop_assert_eq!(game.equivalence_margin_x2(), Some(by_area));
        prop_assert!(game.steps() <= 3 * game.board().size().points() + 2);
    }
}

/// Ends a game in one of the ways there are.
fn finish(game: &mut Game, end: u64) {
    while game.phase() != Phase::Ended {
        let step = match game.phase() {
            Phase::Play | Phase::Ended => Step::Pass,
            Phase::Propose if end & 3 == 0 => Step::Resume,
            Phase::Propose => Step::Propose(chains(game, end)),
            Phase::Respond if end & 3 == 1 => Step::Resume,
            Phase::Respond => Step::Accept,
        };
        game.apply(&step).unwrap();
    }
    assert_eq!(game.apply(&Step::Pass), Err(RuleError::GameOver));
}
