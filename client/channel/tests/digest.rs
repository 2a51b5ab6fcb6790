//! The worked games of `tests/vectors/digest.json`, whose numbers were computed apart: terms,
//! channel, every word, head and statement, the packed line, the signatures.

use std::path::Path;

use serde::Deserialize;
use surround_channel::key::SecretKey;
use surround_channel::line::{self, Chain, DeadSet, Line, replay};
use surround_channel::{Felt, Signature, Signed, Terms, felt, hash, statements};
use surround_rules::{Colour, Ending, Phase, PointSet, Size, Step, gtp};

#[derive(Deserialize)]
struct F(#[serde(with = "felt::text")] Felt);

#[derive(Deserialize)]
struct Digest {
    hashes: Vec<Hashes>,
    span_of_four: SpanOfFour,
    games: Vec<Worked>,
}

#[derive(Deserialize)]
struct Hashes {
    a: F,
    b: F,
    pair: F,
    span: F,
}

#[derive(Deserialize)]
struct SpanOfFour {
    elements: Vec<F>,
    hash: F,
}

#[derive(Deserialize)]
struct Worked {
    name: String,
    chain_id: F,
    contract: F,
    terms: Terms,
    secrets: Secrets,
    channel_id: F,
    dead: Dead,
    count: u16,
    packed: Vec<F>,
    steps: Vec<WorkedStep>,
    replay: WorkedReplay,
    statements: Statements,
    signatures: Signatures,
}

#[derive(Deserialize)]
struct Secrets {
    black: String,
    white: String,
    referee: String,
}

#[derive(Deserialize)]
struct Dead {
    points: Vec<String>,
    d0: F,
    d1: F,
    d2: F,
}

#[derive(Deserialize)]
struct WorkedStep {
    step: String,
    author: usize,
    code: u16,
    word: F,
    head: F,
    phase: Phase,
    due: usize,
}

#[derive(Deserialize)]
struct WorkedReplay {
    steps: u16,
    head: F,
    before: F,
    before2: F,
    author: usize,
    run: u8,
    due: usize,
    phase: Phase,
    ending: Option<Ending>,
    captured: u16,
    black_x2: u16,
    white_x2: u16,
    checkpoint: u16,
    at: F,
}

#[derive(Deserialize)]
struct Statements {
    step: Vec<F>,
    open: Vec<F>,
    resign: F,
    flag: Vec<F>,
    ranked: F,
}

#[derive(Deserialize)]
struct Signatures {
    black_step: At,
    white_step: At,
    black_resign: Signature,
    white_resign: Signature,
    open: At,
    flag: Option<At>,
    ranked: Option<Signature>,
}

#[derive(Deserialize)]
struct At {
    steps: u16,
    #[serde(with = "felt::text")]
    r: Felt,
    #[serde(with = "felt::text")]
    s: Felt,
    by: Option<usize>,
    names: Option<usize>,
}

impl At {
    fn signed(&self) -> Signed {
        Signed {
            steps: self.steps,
            signature: Signature {
                r: self.r,
                s: self.s,
            },
        }
    }
}

fn digest() -> Digest {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors/digest.json");
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

impl Worked {
    fn steps(&self) -> Vec<Step> {
        let size = Size::new(self.terms.size).unwrap();
        let dead: PointSet = self
            .dead
            .points
            .iter()
            .map(|point| gtp::point(size, point).unwrap())
            .collect();
        let step = |step: &WorkedStep| match step.step.as_str() {
            "pass" => Step::Pass,
            "propose" => Step::Propose(dead),
            "accept" => Step::Accept,
            "resume" => Step::Resume,
            point => Step::Play(gtp::point(size, point).unwrap()),
        };
        self.steps.iter().map(step).collect()
    }

    fn line(&self) -> Line {
        let [d0, d1, d2] = [&self.dead.d0, &self.dead.d1, &self.dead.d2]
            .map(|limb| u128::try_from(limb.0).unwrap());
        let packed = self.packed.iter().map(|felt| felt.0).collect();
        Line {
            packed,
            count: self.count,
            dead: DeadSet { d0, d1, d2 },
        }
    }

    fn chain(&self) -> Chain {
        let mut chain = Chain::new(self.terms.setup(), self.channel_id.0).unwrap();
        for step in self.steps() {
            chain.push(&step).unwrap();
        }
        chain
    }
}

fn index(player: Option<Colour>) -> usize {
    player.map_or(2, Colour::index)
}

fn secret(text: &str) -> SecretKey {
    SecretKey::from_text(text).ok().unwrap()
}

#[test]
fn the_two_hashes_are_the_known_ones_and_differ() {
    let digest = digest();
    for known in &digest.hashes {
        assert_eq!(hash::pair(known.a.0, known.b.0), known.pair.0);
        assert_eq!(hash::span(&[known.a.0, known.b.0]), known.span.0);
        assert_ne!(known.pair.0, known.span.0);
    }
    let elements: Vec<Felt> = digest
        .span_of_four
        .elements
        .iter()
        .map(|felt| felt.0)
        .collect();
    assert_eq!(hash::span(&elements), digest.span_of_four.hash.0);
}

#[test]
fn terms_name_the_channel() {
    for game in digest().games {
        let id = game.terms.channel_id(game.chain_id.0, game.contract.0);
        assert_eq!(id, game.channel_id.0, "{}", game.name);
        assert_eq!(game.terms.check_form(), Ok(()), "{}", game.name);
    }
}

#[test]
fn every_word_and_head() {
    for game in digest().games {
        let mut chain = Chain::new(game.terms.setup(), game.channel_id.0).unwrap();
        for (step, known) in game.steps().iter().zip(&game.steps) {
            let link = chain.push(step).unwrap();
            assert_eq!(line::code(step), known.code);
            assert_eq!(link.author.index(), known.author);
            assert_eq!(link.word, known.word.0);
            assert_eq!(link.head, known.head.0);
            assert_eq!(chain.game().phase(), known.phase);
            assert_eq!(index(chain.game().due()), known.due);
        }
    }
}

#[test]
fn packing_and_unpacking() {
    for game in digest().games {
        assert_eq!(Line::pack(&game.steps()), game.line(), "{}", game.name);
        assert_eq!(
            game.line().steps(game.terms.size),
            Ok(game.steps()),
            "{}",
            game.name
        );
    }
}

#[test]
fn replay_comes_to_the_known_end() {
    for game in digest().games {
        let known = &game.replay;
        let found = replay(
            game.terms.setup(),
            &game.line(),
            game.channel_id.0,
            known.checkpoint,
        )
        .unwrap();
        assert_eq!(found.steps, known.steps);
        assert_eq!(found.heads, [known.head.0, known.before.0, known.before2.0]);
        assert_eq!(found.head, known.head.0);
        assert_eq!(index(found.author), known.author);
        assert_eq!((found.run, index(found.due)), (known.run, known.due));
        assert_eq!((found.phase, found.ending), (known.phase, known.ending));
        assert_eq!(
            (found.black_x2, found.white_x2),
            (known.black_x2, known.white_x2)
        );
        assert_eq!(found.at, known.at.0);
        let captured = Colour::BOTH.map(|colour| found.game.captured_by(colour));
        assert_eq!(captured[0] + captured[1], known.captured);
    }
}

#[test]
fn every_statement() {
    for game in digest().games {
        let (known, chain) = (&game.statements, game.chain());
        for (n, head) in chain.heads().iter().enumerate() {
            assert_eq!(statements::open_hash(*head), known.open[n].0);
            assert_eq!(statements::flag_hash(*head), known.flag[n].0);
            if n > 0 {
                assert_eq!(statements::step_hash(*head), known.step[n - 1].0);
            }
        }
        assert_eq!(statements::resign_hash(game.channel_id.0), known.resign.0);
        assert_eq!(statements::ranked_hash(game.channel_id.0), known.ranked.0);
    }
}

#[test]
fn signatures_are_the_known_ones_and_hold() {
    for game in digest().games {
        let (known, chain) = (&game.signatures, game.chain());
        let keys = [
            &game.secrets.black,
            &game.secrets.white,
            &game.secrets.referee,
        ]
        .map(|s| secret(s));
        let head = |at: &At| chain.head_at(at.steps).unwrap();
        let mut all = vec![
            (
                0,
                statements::step_hash(head(&known.black_step)),
                known.black_step.signed().signature,
            ),
            (
                1,
                statements::step_hash(head(&known.white_step)),
                known.white_step.signed().signature,
            ),
            (
                0,
                statements::resign_hash(game.channel_id.0),
                known.black_resign,
            ),
            (
                1,
                statements::resign_hash(game.channel_id.0),
                known.white_resign,
            ),
        ];
        let open = &known.open;
        assert_eq!(
            open.by,
            chain.due_at(open.steps).map(|due| due.other().index())
        );
        all.push((
            open.by.unwrap(),
            statements::open_hash(head(open)),
            open.signed().signature,
        ));
        if let Some(flag) = &known.flag {
            assert_eq!(flag.names, chain.due_at(flag.steps).map(Colour::index));
            all.push((
                2,
                statements::flag_hash(head(flag)),
                flag.signed().signature,
            ));
        }
        if let Some(ranked) = known.ranked {
            all.push((2, statements::ranked_hash(game.channel_id.0), ranked));
        }
        for (who, hash, signature) in all {
            assert_eq!(statements::sign(&keys[who], hash), Ok(signature));
            assert_eq!(
                statements::verify(keys[who].public(), hash, &signature),
                Ok(())
            );
        }
        assert_eq!(keys[0].public(), game.terms.black_key);
        assert_eq!(keys[1].public(), game.terms.white_key);
    }
}
