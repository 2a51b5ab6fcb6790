use std::collections::HashSet;

use surround_rules::{Colour, Ending, Game};

use super::{Kifu, Kind, dearest};

/// The game at its end, each step judged again.
fn replay(kifu: &Kifu) -> Game {
    let mut game = Game::new(kifu.setup()).unwrap();
    for step in &kifu.steps {
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

#[test]
fn names_are_unique() {
    let names: Vec<_> = dearest().into_iter().map(|kifu| kifu.name).collect();
    assert_eq!(names.iter().collect::<HashSet<_>>().len(), names.len());
}

#[test]
fn games_are_legal_and_as_long_as_the_limits_allow() {
    for kifu in dearest() {
        let game = replay(&kifu);
        let points = u16::from(kifu.size) * u16::from(kifu.size);
        assert_eq!(game.ending(), Some(Ending::MoveLimit), "{}", kifu.name);
        assert_eq!(game.moves(), 3 * points, "{}", kifu.name);
    }
}

#[test]
fn kos_are_taken_at_nearly_every_move() {
    for kifu in dearest() {
        if kifu.kind == Kind::Adversarial && kifu.name.starts_with("ko-lattice-1") {
            let game = replay(&kifu);
            assert!(captures(&game) * 10 > game.moves() * 7, "{}", kifu.name);
        }
    }
}
