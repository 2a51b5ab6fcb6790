use std::collections::HashSet;
use std::sync::LazyLock;

use surround_rules::{Colour, Ending, Game, Point, PointSet, Size, Step, gtp};

use super::{Kifu, Kind, dearest};

static GAMES: LazyLock<Vec<Kifu>> = LazyLock::new(dearest);

/// The games of a name, on whatever board.
fn games(name: &str) -> impl Iterator<Item = &Kifu> {
    let found: Vec<_> = GAMES
        .iter()
        .filter(|kifu| kifu.name == format!("{name}-{}", kifu.size))
        .collect();
    assert!(!found.is_empty(), "no {name}");
    found.into_iter()
}

/// Judges each step again, and shows it with the game before it.
fn replay(kifu: &Kifu, mut see: impl FnMut(&Game, &Step)) -> Game {
    let mut game = Game::new(kifu.setup()).unwrap();
    for step in &kifu.steps {
        see(&game, step);
        game.apply(step).unwrap();
    }
    game
}

fn captures(game: &Game) -> u16 {
    Colour::BOTH
        .map(|colour| game.captured_by(colour))
        .iter()
        .sum()
}

/// Stones taken by each step.
fn taken(kifu: &Kifu) -> Vec<u16> {
    let mut totals = Vec::new();
    let end = replay(kifu, |game, _| totals.push(captures(game)));
    totals.push(captures(&end));
    totals.windows(2).map(|pair| pair[1] - pair[0]).collect()
}

/// For each step whether it placed a stone on a point that had held one.
fn comebacks(kifu: &Kifu) -> Vec<bool> {
    let mut stood = PointSet::EMPTY;
    let mut comebacks = Vec::new();
    replay(kifu, |game, step| {
        stood = stood.union(game.board().position().occupied());
        comebacks.push(matches!(step, Step::Play(point) if stood.contains(*point)));
    });
    comebacks
}

fn percent<T>(steps: &[T], wanted: impl Fn(&T) -> bool) -> usize {
    100 * steps.iter().filter(|step| wanted(step)).count() / steps.len()
}

#[track_caller]
fn assert_share(kifu: &Kifu, found: usize, least: usize) {
    assert!(
        found >= least,
        "{}: {found} of a hundred, not {least}",
        kifu.name
    );
}

#[test]
fn names_are_unique_and_the_games_always_the_same() {
    let names: HashSet<_> = GAMES.iter().map(|kifu| &kifu.name).collect();
    assert_eq!(names.len(), GAMES.len());
    for (one, two) in GAMES.iter().zip(dearest()) {
        assert_eq!(one.steps, two.steps, "{}", one.name);
    }
}

/// The file is printed by the example `longest`.
#[test]
fn the_vectors_are_these_games() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/vectors/longest.json");
    let vectors: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    let longest: Vec<_> = GAMES
        .iter()
        .filter(|kifu| kifu.kind == Kind::Longest)
        .collect();
    assert_eq!(vectors.as_array().unwrap().len(), longest.len());
    for (vector, kifu) in vectors.as_array().unwrap().iter().zip(longest) {
        let size = Size::new(kifu.size).unwrap();
        let words: Vec<_> = kifu
            .steps
            .iter()
            .map(|step| gtp::word(size, step))
            .collect();
        assert_eq!(vector["name"], kifu.name);
        assert_eq!(vector["moves"], serde_json::json!(words), "{}", kifu.name);
    }
}

#[test]
fn games_are_legal_and_as_long_as_the_limits_allow() {
    for kifu in GAMES
        .iter()
        .filter(|kifu| !kifu.name.starts_with("corridors"))
    {
        let game = replay(kifu, |_, _| {});
        let points = u16::from(kifu.size) * u16::from(kifu.size);
        assert_eq!(game.ending(), Some(Ending::MoveLimit), "{}", kifu.name);
        assert_eq!(game.moves(), 3 * points, "{}", kifu.name);
    }
}

#[test]
fn there_are_handicap_games_and_even_boards() {
    let sizes: HashSet<_> = GAMES.iter().map(|kifu| kifu.size).collect();
    assert!(
        [2, 8, 9, 13, 18, 19]
            .iter()
            .all(|size| sizes.contains(size))
    );
    assert!(
        GAMES
            .iter()
            .any(|kifu| kifu.size == 19 && kifu.handicap == 9)
    );
}

#[test]
fn refilled_boards_fill_and_lose_more_stones_than_they_have_points() {
    for kifu in games("refill-1").chain(games("refill-2")) {
        let points = usize::from(kifu.size).pow(2);
        let mut most = 0;
        let end = replay(kifu, |game, _| {
            most = most.max(usize::from(game.board().position().occupied().len()));
        });
        assert!(
            10 * most >= 7 * points,
            "{}: {most} stones at most",
            kifu.name
        );
        assert!(usize::from(captures(&end)) > points, "{}", kifu.name);
    }
}

#[test]
fn kos_are_taken_at_nearly_every_move() {
    let kinds = [
        ("ko-storm", 65),
        ("ko-lattice", 65),
        ("ko-lattice-corner", 65),
        ("ko-lattice-handicap", 65),
        ("ko-lattice-widest", 60),
        ("ko-lattice-joins", 65),
        ("ko-lattice-new-stones", 60),
    ];
    for (name, least) in kinds {
        for kifu in games(name) {
            assert_share(kifu, percent(&taken(kifu), |stones| *stones == 1), least);
        }
    }
}

/// A comparison that gives up after eight moves finds an answer, until the last moves. The kos on
/// 9x9 are too few for the last ones.
#[test]
fn new_stones_come_after_eight_comebacks() {
    for kifu in games("ko-lattice-new-stones") {
        let comebacks = comebacks(kifu);
        let (body, tail) = comebacks.split_at(comebacks.len() - 24);
        let run = |steps: &[bool]| steps.split(|comeback| !comeback).map(<[bool]>::len).max();
        assert_eq!(run(body), Some(8), "{}", kifu.name);
        assert!(run(tail) > Some(8) || kifu.size == 9, "{}", kifu.name);
    }
}

#[test]
fn every_second_move_can_be_a_pass() {
    for kifu in games("ko-lattice-passes") {
        let passes = percent(&kifu.steps, |step| *step == Step::Pass);
        assert_share(kifu, passes, 30);
        assert_share(kifu, percent(&taken(kifu), |stones| *stones == 1), 35);
    }
}

/// A stone on the top or left becomes the chain of a wall.
#[test]
fn walls_are_joined_to_new_chains_again_and_again() {
    for kifu in games("ko-lattice-joins") {
        let mut joins = 0;
        replay(kifu, |game, step| {
            let Step::Play(point) = step else { return };
            let board = game.board();
            let mut own = point
                .neighbours(board.size())
                .filter(|near| board.at(*near) == game.due())
                .map(|near| board.chain(near).len());
            joins += usize::from(own.next() == Some(1) && own.any(|stones| stones > 10));
        });
        assert!(
            joins * 30 >= kifu.steps.len() / 2,
            "{}: {joins} joins",
            kifu.name
        );
    }
}

#[test]
fn two_are_sent_and_one_returned() {
    for kifu in games("returns") {
        let taken = taken(kifu);
        for stones in [1, 2] {
            assert_share(kifu, percent(&taken, |found| *found == stones), 18);
        }
        assert_share(kifu, percent(&comebacks(kifu), |comeback| *comeback), 60);
    }
}

#[test]
fn chequers_take_single_stones_alone() {
    for kifu in games("chequers") {
        assert_share(kifu, percent(&taken(kifu), |stones| *stones == 1), 60);
    }
}

#[test]
fn all_stones_are_taken_at_once() {
    for kifu in games("capture-all") {
        let inner = u16::from(kifu.size - 2).pow(2);
        assert_eq!(
            taken(kifu).into_iter().max(),
            Some(inner - 1),
            "{}",
            kifu.name
        );
    }
}

#[test]
fn halves_are_merged_and_taken_whole() {
    for kifu in games("merges").chain(games("eyes")) {
        let half = u16::from(kifu.size / 2) * u16::from(kifu.size);
        let whole = taken(kifu).into_iter().filter(|stones| *stones >= half - 1);
        assert!(whole.count() >= 2, "{}", kifu.name);
    }
}

#[test]
fn eyes_are_many_before_they_are_filled() {
    for kifu in games("eyes") {
        let mut most = 0;
        replay(kifu, |game, _| {
            let board = game.board();
            let is_eye = |point: &Point| {
                let mut near = point.neighbours(board.size()).map(|near| board.at(near));
                let first = near.next().flatten();
                board.at(*point).is_none() && first.is_some() && near.all(|stone| stone == first)
            };
            let points = (0..board.size().points()).filter_map(Point::new);
            most = most.max(points.filter(is_eye).count());
        });
        assert!(
            6 * most >= usize::from(kifu.size).pow(2),
            "{}: {most} eyes",
            kifu.name
        );
    }
}

/// From the stones of a colour, its farthest point by empty points and own stones alone.
fn reach(game: &Game, colour: Colour) -> usize {
    let board = game.board();
    let mut reached = board.position().stones(colour);
    let mut last: Vec<_> = reached.iter().collect();
    let mut rounds = 0;
    while !last.is_empty() {
        rounds += 1;
        let near = last.iter().flat_map(|point| point.neighbours(board.size()));
        last = near
            .filter(|near| board.at(*near).is_none() && !reached.contains(*near))
            .collect();
        reached.extend(last.iter().copied());
    }
    rounds
}

#[test]
fn corridors_are_long_for_both() {
    for kifu in games("corridors") {
        let game = replay(kifu, |_, _| {});
        assert_eq!(game.ending(), Some(Ending::Agreed), "{}", kifu.name);
        for colour in Colour::BOTH {
            let rounds = reach(&game, colour);
            assert!(
                6 * rounds >= usize::from(kifu.size).pow(2),
                "{}: {rounds}",
                kifu.name
            );
        }
    }
}
