use surround_channel::evidence::Signed;
use surround_channel::statements::Signature;
use surround_rules::Colour;
use surround_tests::game::SignedGame;

use super::*;
use crate::model::Standing::{Leaning, Longest, Rival};
use crate::testing::{bundle, bundle_to_open, game};

const RIVALS: usize = 2;

/// What is kept, as the store has it.
#[derive(Default)]
struct Shelf(Vec<Kept>);

impl Shelf {
    fn put(&mut self, game: Verified) -> Option<Standing> {
        let placed = place(game, &self.0, RIVALS).unwrap();
        self.0.retain(|line| !placed.forget.contains(&line.head));
        for line in placed.keep {
            match self.0.iter_mut().find(|held| held.head == line.head) {
                Some(held) => *held = line,
                None => self.0.push(line),
            }
        }
        self.0.sort_by_key(|line| std::cmp::Reverse(line.steps));
        placed.standing
    }

    fn standings(&self) -> Vec<(u16, Standing)> {
        self.0
            .iter()
            .map(|line| (line.steps, line.standing))
            .collect()
    }

    fn line(&self, steps: u16) -> Verified {
        let line = self.0.iter().find(|line| line.steps == steps).unwrap();
        line.verify().unwrap()
    }
}

fn shelf(games: &[&str]) -> Shelf {
    let mut shelf = Shelf::default();
    for points in games {
        shelf.put(bundle(&game(points)));
    }
    shelf
}

/// The game with so many steps taken from the record, and White's signature missing.
fn leaning(game: &SignedGame, recorded: u16) -> Verified {
    let mut transcript = bundle(game).transcript().clone();
    transcript.recorded_steps = recorded;
    transcript.signatures.white = None;
    transcript.verify().unwrap()
}

#[test]
fn a_longer_line_takes_the_place_of_a_shorter_one() {
    assert_eq!(shelf(&["C3 G7", "C3 G7 E5"]).standings(), [(3, Longest)]);
}

#[test]
fn a_shorter_line_adds_nothing() {
    let mut shelf = shelf(&["C3 G7 E5"]);
    let before = shelf.0.clone();
    assert_eq!(shelf.put(bundle(&game("C3 G7"))), Some(Longest));
    assert_eq!(shelf.put(bundle(&game("C3 G7 E5"))), Some(Longest));
    assert_eq!(shelf.0, before);
}

#[test]
fn statements_move_to_the_line_that_stays() {
    let (short, long) = (game("C3 G7"), game("C3 G7 E5"));
    let mut resigned = bundle(&short);
    let resignation = short.resignation(Colour::White).unwrap();
    resigned
        .add_resignation(Colour::White, resignation)
        .unwrap();
    for order in [[resigned.clone(), bundle(&long)], [bundle(&long), resigned]] {
        let mut shelf = Shelf::default();
        for game in order {
            shelf.put(game);
        }
        assert_eq!(shelf.standings(), [(3, Longest)]);
        let held = shelf.line(3).transcript().resignations.white;
        assert_eq!(held, Some(resignation));
    }
}

/// The same statement's other signature: its proof is taken from the order of the curve.
fn other(signature: Signature) -> Signature {
    let order = Felt::from_hex_unchecked(
        "0x800000000000010ffffffffffffffffb781126dcae7b2321e66a241adc64d2f",
    );
    Signature {
        s: order - signature.s,
        ..signature
    }
}

#[test]
fn another_signature_of_a_statement_that_is_held_is_no_news() {
    let game = game("C3 G7 E5");
    let mut first = bundle_to_open(&game);
    let resignation = game.resignation(Colour::White).unwrap();
    first.add_resignation(Colour::White, resignation).unwrap();
    let mut transcript = first.transcript().clone();
    for player in Colour::BOTH {
        let signed = transcript.signatures.of_mut(player).as_mut().unwrap();
        signed.signature = other(signed.signature);
    }
    let open = transcript.open.as_mut().unwrap();
    open.signature = other(open.signature);
    transcript.resignations.white = Some(other(resignation));
    let second = transcript.verify().unwrap();
    let mut shelf = Shelf::default();
    shelf.put(first);
    let placed = place(second, &shelf.0, RIVALS).unwrap();
    assert!(placed.is_empty(), "{placed:?}");
}

#[test]
fn an_opening_comes_to_the_line_it_is_over() {
    let mut shelf = shelf(&["C3 G7 E5"]);
    shelf.put(bundle_to_open(&game("C3 G7 E5")));
    let open = shelf.line(3).transcript().open;
    assert_eq!(open.map(|open: Signed| open.steps), Some(3));
}

#[test]
fn lines_that_part_are_kept_beside_each_other() {
    // Of two of one length the first one stays the longest.
    let mut shelf = shelf(&["C3 G7 E5", "C3 G7 E6"]);
    assert_eq!(shelf.standings(), [(3, Longest), (3, Rival)]);
    assert_eq!(shelf.put(bundle(&game("C3 G7 E6 D5"))), Some(Longest));
    assert_eq!(shelf.standings(), [(4, Longest), (3, Rival)]);
    assert_eq!(
        shelf.line(3).chain().head(),
        game("C3 G7 E5").chain().head()
    );
}

#[test]
fn the_shortest_rivals_make_room() {
    let mut shelf = shelf(&["C3 G7 E5 F4 D4", "C3 G7 E6", "C3 G7 E7"]);
    assert_eq!(shelf.standings(), [(5, Longest), (3, Rival), (3, Rival)]);
    // Proves nothing that the older ones do not.
    assert_eq!(shelf.put(bundle(&game("C3 G7 E8"))), None);
    assert_eq!(shelf.put(bundle(&game("C3 G7 E8 D5"))), Some(Rival));
    assert_eq!(shelf.standings(), [(5, Longest), (4, Rival), (3, Rival)]);
    // Displaced from the first place, a line is a rival like others.
    shelf.put(bundle(&game("C3 G7 E7 D5 D6 D7")));
    assert_eq!(shelf.standings(), [(6, Longest), (5, Rival), (4, Rival)]);
}

#[test]
fn a_line_that_leans_on_the_record_stays_beside_the_one_that_stands() {
    let mut shelf = shelf(&["C3 G7"]);
    let long = game("C3 G7 E5 F4 D4");
    assert_eq!(shelf.put(leaning(&long, 4)), Some(Leaning));
    assert_eq!(shelf.standings(), [(5, Leaning), (2, Longest)]);
    // A shorter one on the same record adds nothing.
    assert_eq!(shelf.put(leaning(&game("C3 G7 E5 F4"), 4)), Some(Leaning));
    assert_eq!(shelf.standings(), [(5, Leaning), (2, Longest)]);
    // Once the whole line stands on signatures, nothing leans any more.
    assert_eq!(shelf.put(bundle(&long)), Some(Longest));
    assert_eq!(shelf.standings(), [(5, Longest)]);
}

#[test]
fn a_line_that_stands_covers_one_that_leans() {
    let mut shelf = shelf(&["C3 G7 E5 F4 D4"]);
    let leans = leaning(&game("C3 G7 E5 F4"), 4);
    assert_eq!(shelf.put(leans), Some(Longest));
    assert_eq!(shelf.standings(), [(5, Longest)]);
}

#[test]
fn the_newest_view_of_the_record_decides_what_leans() {
    let mut shelf = shelf(&["C3 G7"]);
    shelf.put(leaning(&game("C3 G7 E5 F4 D4 D5 D6"), 6));
    // A reorganisation brought another line to the record.
    let other = leaning(&game("C3 G7 E6 F4 D4"), 4);
    assert_eq!(shelf.put(other), Some(Leaning));
    assert_eq!(shelf.standings(), [(7, Rival), (5, Leaning), (2, Longest)]);
}
