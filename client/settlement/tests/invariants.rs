//! The invariants of protocol 5 that concern the record, on random walks of an adversary who holds
//! every signature there is: two branches of one game, statements of both players, the referee's
//! flags, forks of either side, and the clock.

use proptest::prelude::*;
use proptest::sample::{Index, select};
use starknet_types_core::felt::Felt;
use surround_channel::line::Replay;
use surround_channel::terms::Terms;
use surround_rules::{Colour, Game, Phase, Setup, Winner};
use surround_settlement::authority::last_step;
use surround_settlement::record::RATED_STEPS;
use surround_settlement::{Ending, Moment, Record, Refusal, Status, TimeClass, gate, transition};

const SECONDS: u64 = 100;
const BLOCKS: u64 = 10;
const EXPIRES: u64 = 1_500;

/// One move of the adversary, with everything signed that it needs.
#[derive(Clone, Debug)]
enum Move {
    Submit(Line),
    Resign(Colour, Line),
    ResignChannel(Colour),
    Flag(Line, Index),
    Claim,
    Expose(Colour, u16),
    Finalize,
    Pass { seconds: u64, blocks: u64 },
}

/// A game in which the players alternate, Black first. Branches part after eight steps.
#[derive(Clone, Copy, Debug)]
struct Line {
    branch: u16,
    steps: u16,
    scores: Option<(u16, u16)>,
}

impl Line {
    fn head(self, steps: u16) -> Felt {
        let branch = if steps <= 8 { 0 } else { self.branch };
        let ended = steps == self.steps && self.scores.is_some();
        let scores = self
            .scores
            .filter(|_| ended)
            .map_or(0, |(black, white)| 7 * black + white + 1);
        Felt::from(u64::from(steps) + 100 * u64::from(branch) + 1_000 * u64::from(scores))
    }

    fn replay(self, record: &Record) -> Replay {
        let author = if self.steps % 2 == 1 {
            Colour::Black
        } else {
            Colour::White
        };
        let (black_x2, white_x2) = self.scores.unwrap_or_default();
        let ended = self.scores.is_some();
        let at = if record.steps <= self.steps {
            self.head(record.steps)
        } else {
            Felt::ZERO
        };
        Replay {
            steps: self.steps,
            head: self.head(self.steps),
            heads: [0, 1, 2].map(|back| self.head(self.steps - back)),
            author: Some(author),
            run: 1,
            due: Some(author.other()).filter(|_| !ended),
            phase: if ended { Phase::Ended } else { Phase::Play },
            ending: ended.then_some(surround_rules::Ending::Agreed),
            black_x2,
            white_x2,
            at,
            game: Game::new(Setup {
                size: 9,
                handicap: 0,
                komi_x2: 0,
            })
            .expect("a setup"),
        }
    }
}

fn terms(ranked: bool) -> Terms {
    Terms {
        black: Felt::ONE,
        white: Felt::TWO,
        black_key: Felt::ONE,
        white_key: Felt::TWO,
        referee_key: if ranked { Felt::THREE } else { Felt::ZERO },
        size: 9,
        handicap: 0,
        komi_x2: 0,
        turn_seconds: SECONDS,
        turn_blocks: BLOCKS,
        expires_at: EXPIRES,
        black_nonce: Felt::ONE,
        white_nonce: Felt::TWO,
    }
}

/// A line that fits the record, or the refusal.
fn fitting(record: &Record, line: Line) -> Result<Replay, Refusal> {
    let line = line.replay(record);
    let fits = line.steps >= record.steps && line.at == record.head;
    if record.status == Status::None || fits {
        Ok(line)
    } else {
        Err(Refusal::NotTheStoredLine)
    }
}

fn step(terms: &Terms, record: &Record, at: Moment, one: &Move) -> Result<Record, Refusal> {
    match one {
        Move::Submit(line) => {
            gate::submit(record, at)?;
            transition::submit(terms, record, &fitting(record, *line)?, at)
        }
        Move::Resign(player, line) => {
            let line = match gate::resign(record, *player, at)? {
                true => Some(fitting(record, *line)?),
                false => None,
            };
            Ok(transition::resign(
                terms,
                record,
                line.as_ref(),
                *player,
                at,
            ))
        }
        Move::ResignChannel(player) => {
            gate::resign_channel(record, Some(*player), at)?;
            Ok(transition::resign_channel(terms, record, *player, at))
        }
        Move::Flag(line, back) => {
            gate::flag(terms, record, at)?;
            let line = fitting(record, *line)?;
            let back = back.index(2) as u16;
            let player = if back == 0 { line.due } else { line.author };
            let player = player.ok_or(Refusal::BadFlagSignature)?;
            Ok(transition::flag(
                terms,
                &line,
                player,
                line.steps - back,
                at,
            ))
        }
        Move::Claim => {
            gate::claim_forfeit(record, at)?;
            Ok(transition::claim_forfeit(record))
        }
        Move::Expose(author, counted) => {
            gate::expose_fork(record, Some(*author), at)?;
            let counted = (*counted).max(record.steps);
            transition::expose_fork(terms, record, *author, counted, at)
        }
        Move::Finalize => {
            gate::finalize(record, at)?;
            Ok(transition::finalize(record))
        }
        Move::Pass { .. } => Ok(*record),
    }
}

/// Precedence (protocol 3.3, 5).
fn rank(ending: Ending) -> u8 {
    match ending {
        Ending::Agreed | Ending::PlayedOut | Ending::MoveLimit => 0,
        Ending::Time => 1,
        Ending::Resigned => 2,
        Ending::Forfeit => 3,
    }
}

fn check_shape(record: &Record) {
    let ended = matches!(record.status, Status::Pending | Status::Final);
    assert_eq!(record.verdict.is_some(), ended);
    assert_eq!(record.due.is_some(), record.status == Status::Open);
    let runs = matches!(record.status, Status::Open | Status::Pending);
    assert_eq!(record.deadline != 0 && record.min_block != 0, runs);
    assert_eq!(record.deadline == 0 && record.min_block == 0, !runs);
    if let Some(verdict) = record.verdict {
        assert_eq!(
            verdict.ending.is_score(),
            verdict.black_x2 + verdict.white_x2 > 0
        );
        assert!(verdict.counted >= 1);
        let drawn = verdict.winner == Winner::Draw;
        assert!(!drawn || verdict.ending.is_score());
    }
}

/// What every accepted move keeps, whatever it was.
fn check_move(before: &Record, after: &Record, one: &Move, at: Moment) {
    assert_ne!(before.status, Status::Final, "I1: Final is absorbing");
    assert!(after.steps >= before.steps, "I2: steps never fall");
    assert_ne!(after.status, Status::None);
    check_shape(after);
    let full = at.now + SECONDS == after.deadline && at.block + BLOCKS == after.min_block;
    match (before.status, after.status) {
        (_, Status::Open) => {
            assert!(full);
            let voided = before.ending() == Some(Ending::Time);
            assert!(before.status != Status::Pending || voided);
        }
        (Status::Pending, Status::Pending) => {
            let kept = (before.deadline, before.min_block) == (after.deadline, after.min_block);
            let same = before.ending() == after.ending();
            assert!(
                if same { kept } else { full },
                "only a count keeps its window"
            );
        }
        (_, Status::Pending) => assert!(full),
        _ => {}
    }
    if let (Some(old), Some(new)) = (before.verdict, after.verdict)
        && !matches!(one, Move::Finalize)
    {
        if old.ending == new.ending {
            assert!(new.counted > old.counted);
            assert_eq!((new.winner, new.onchain), (old.winner, old.onchain));
            assert!(rank(old.ending) >= 2);
        } else if old.ending == Ending::Time && new.ending.is_score() {
            assert!(
                matches!(one, Move::Submit(_)),
                "a flag voided by the end of the game"
            );
        } else {
            assert!(rank(new.ending) > rank(old.ending), "precedence");
        }
    }
    if let (Status::Final, Some(verdict)) = (after.status, after.verdict) {
        let short = after.ranked && verdict.counted < RATED_STEPS;
        assert!(
            !short || matches!(one, Move::Claim | Move::Finalize),
            "short endings wait"
        );
        let flagged = verdict.ending == Ending::Time;
        assert!(!flagged || matches!(one, Move::Finalize), "flags wait");
        if let (true, Move::Submit(line)) = (verdict.ending.is_score(), one) {
            let author = line.replay(before).author.map(Colour::other);
            assert_eq!(
                Some(verdict.winner),
                author.map(Winner::from),
                "the loser's own end"
            );
        }
    }
    let claimed = matches!(one, Move::Claim | Move::ResignChannel(_) | Move::Expose(..));
    if after.ending() != before.ending() {
        assert_eq!(
            after.verdict.is_some_and(|verdict| verdict.onchain),
            claimed
        );
    }
}

/// I3 and I5: at every moment exactly one of answering and claiming is enabled, and only the due
/// player loses by the deadline.
fn check_moment(terms: &Terms, record: &Record, at: Moment) {
    let claim = step(terms, record, at, &Move::Claim);
    if record.status == Status::Open {
        assert_eq!(gate::submit(record, at).is_ok(), claim.is_err());
        assert_eq!(record.time_class(at) == TimeClass::Expired, claim.is_ok());
        if let Ok(ended) = &claim {
            assert_eq!(
                ended.verdict.and_then(|verdict| verdict.loser()),
                record.due
            );
        }
    } else {
        assert!(claim.is_err());
    }
    let late = record.time_class(at) == TimeClass::Expired;
    let finalize = step(terms, record, at, &Move::Finalize);
    assert_eq!(finalize.is_ok(), record.status == Status::Pending && late);
}

/// I4: whoever holds a longer line that extends the stored one can bring it while the window runs.
fn check_answer(terms: &Terms, record: &Record, at: Moment) {
    if record.status != Status::Open || record.time_class(at) == TimeClass::Expired {
        return;
    }
    for branch in [1, 2] {
        let line = Line {
            branch,
            steps: record.steps + 1,
            scores: None,
        };
        if let Ok(line) = fitting(record, line) {
            let next = transition::submit(terms, record, &line, at).expect("an answer");
            assert_eq!(next.steps, record.steps + 1);
            let author = line.author.expect("an author");
            assert_eq!(last_step(&line, author).0, line.steps);
            assert_eq!(record.due, Some(author));
        }
    }
}

fn lines() -> impl Strategy<Value = Line> {
    let scores = prop_oneof![
        3 => Just(None),
        1 => select(vec![(9, 4), (4, 9), (5, 5)]).prop_map(Some),
    ];
    (1u16..=2, 2u16..=26, scores).prop_map(|(branch, steps, scores)| Line {
        branch,
        steps,
        scores,
    })
}

fn moves() -> impl Strategy<Value = Move> {
    let player = || select(Colour::BOTH.to_vec());
    prop_oneof![
        8 => lines().prop_map(Move::Submit),
        2 => (player(), lines()).prop_map(|(player, line)| Move::Resign(player, line)),
        1 => player().prop_map(Move::ResignChannel),
        3 => (lines(), any::<Index>()).prop_map(|(line, back)| Move::Flag(line, back)),
        1 => Just(Move::Claim),
        1 => (player(), 1u16..30).prop_map(|(author, counted)| Move::Expose(author, counted)),
        1 => Just(Move::Finalize),
        3 => (select(vec![1, 50, 100, 101, 500]), select(vec![0, 1, 5, 10, 11]))
            .prop_map(|(seconds, blocks)| Move::Pass { seconds, blocks }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]

    #[test]
    fn no_walk_breaks_an_invariant(
        ranked: bool,
        walk in proptest::collection::vec(moves(), 1..40),
    ) {
        let terms = terms(ranked);
        let mut record = Record::NONE;
        let mut at = Moment { now: 1_000, block: 100 };
        for one in &walk {
            if let Move::Pass { seconds, blocks } = one {
                at = Moment { now: at.now + seconds, block: at.block + blocks };
            } else if let Ok(next) = step(&terms, &record, at, one) {
                check_move(&record, &next, one, at);
                record = next;
            }
            check_moment(&terms, &record, at);
            check_answer(&terms, &record, at);
        }
    }
}
