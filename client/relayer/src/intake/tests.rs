use surround_rules::{Colour, Point, Step};
use surround_settlement::Record;
use surround_settlement::strategist::Reason;
use surround_tests::game::{SignedGame, key};

use super::*;
use crate::config::Guard;
use crate::decide::Work;
use crate::journal::Event;
use crate::model::Standing::{Leaning, Longest};
use crate::model::{Action, Job, JobKey, Origin};
use crate::testing::place::Place;
use crate::testing::service::{Wall, bearer, see, text};
use crate::testing::{CHAIN, CONTRACT, START, game, opened};

async fn intake(place: &Place) -> Intake {
    let store = place.open(CHAIN, CONTRACT).await.unwrap();
    let clock = Arc::new(Wall::at(START.now));
    Intake::new(store, clock, CHAIN, CONTRACT, &Guard::default())
}

impl Intake {
    async fn take(&self, text: &str) -> Result<Accepted, IntakeError> {
        self.accept(&bearer("server", 10), text, Sides::Both).await
    }

    /// Channels, bundles and history entries.
    async fn stored(&self) -> [usize; 3] {
        let mut counts = [0; 3];
        for (count, table) in counts.iter_mut().zip(["channels", "bundles", "history"]) {
            let (rows,): (i64,) = sqlx::query_as(&format!("SELECT COUNT(*) FROM {table}"))
                .fetch_one(self.store.pool())
                .await
                .unwrap();
            *count = usize::try_from(rows).unwrap();
        }
        counts
    }
}

/// A game of so many legal moves: each time the first legal point from a drawn one on.
fn long_game(moves: usize) -> SignedGame {
    let mut terms = game("").terms;
    terms.size = 19;
    let mut game = SignedGame::at(CHAIN, CONTRACT, terms).unwrap();
    let mut drawn = 1u32;
    while game.steps().len() < moves {
        drawn = drawn.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let from = drawn >> 16;
        let mut points = (from..from + 361).map(|code| u16::try_from(code % 361).unwrap());
        let played = points.any(|code| {
            let point = Point::new(code).unwrap();
            game.push(Step::Play(point)).is_ok()
        });
        if !played {
            game.push(Step::Pass).unwrap();
        }
    }
    game
}

#[tokio::test]
async fn a_game_is_stored_once_however_often_it_comes() {
    for place in Place::all().await {
        let game = game("C3 G7 E5");
        let first = intake(&place).await.take(&text(&game)).await.unwrap();
        assert_eq!(first.channel, game.channel_id().unwrap());
        assert_eq!(first.head, game.chain().head());
        assert_eq!((first.steps, first.standing), (3, Some(Longest)));
        // After a restart too, and all at once.
        let again = intake(&place).await;
        let mut tasks = tokio::task::JoinSet::new();
        for _ in 0..8 {
            let (again, text) = (again.clone(), text(&game));
            tasks.spawn(async move { again.take(&text).await.unwrap() });
        }
        for answer in tasks.join_all().await {
            assert_eq!(answer, first);
        }
        assert_eq!(again.stored().await, [1, 1, 1]);
    }
}

#[tokio::test]
async fn games_of_one_channel_that_come_at_once_are_all_placed() {
    for place in Place::all().await {
        let intake = intake(&place).await;
        let mut tasks = tokio::task::JoinSet::new();
        for points in ["C3 G7", "C3 G7 E5", "C3 G7 E5 F4", "C3 G7 E6"] {
            let (intake, text) = (intake.clone(), text(&game(points)));
            tasks.spawn(async move { intake.take(&text).await.unwrap() });
        }
        tasks.join_all().await;
        let id = game("").channel_id().unwrap();
        let kept = bundles::kept(intake.store.pool(), id).await.unwrap();
        let lines: Vec<_> = kept
            .iter()
            .map(|line| (line.steps, line.standing))
            .collect();
        assert_eq!(lines, [(4, Longest), (3, Standing::Rival)]);
    }
}

#[tokio::test]
async fn what_adds_nothing_wakes_nobody() {
    for place in Place::all().await {
        let intake = intake(&place).await;
        let id = intake.take(&text(&game("C3 G7 E5"))).await.unwrap().channel;
        let woken = async || {
            let channel = channels::get(&intake.store, id).await.unwrap();
            channel.unwrap().woken
        };
        let before = woken().await;
        for points in ["C3 G7 E5", "C3 G7"] {
            let answer = intake.take(&text(&game(points))).await.unwrap();
            assert_eq!(answer.standing, Some(Longest));
        }
        assert_eq!(woken().await, before);
        intake.take(&text(&game("C3 G7 E5 F4"))).await.unwrap();
        assert!(woken().await > before);
    }
}

#[tokio::test]
async fn what_does_not_hold_leaves_no_trace() {
    let place = Place::in_a_file();
    let intake = intake(&place).await;
    let good = game("C3 G7 E5");
    let mut stolen = bundle_of(&good);
    stolen.signatures.black = stolen.signatures.white;
    let mut unsigned = bundle_of(&good);
    unsigned.signatures.white = None;
    let mut illegal = bundle_of(&good);
    illegal.steps.push(illegal.steps[0]);
    let mut expected = vec!["signatures.black", "signatures.white", "step 4"];
    let texts = [stolen, unsigned, illegal].map(|transcript| transcript.to_json().unwrap());
    for text in &texts {
        let error = intake.take(text).await.unwrap_err().to_string();
        let place = expected.remove(0);
        assert!(error.contains(place), "{place}: {error}");
    }
    for text in [
        "",
        "{}",
        "[]",
        "null",
        "{\"format\":\"surround.transcript\",\"version\":1}",
    ] {
        let refused = intake.take(text).await;
        assert!(matches!(refused, Err(IntakeError::Transcript(_))), "{text}");
    }
    assert_eq!(intake.stored().await, [0, 0, 0]);
}

#[tokio::test]
async fn a_bad_signature_at_step_900_is_found() {
    let place = Place::in_a_file();
    let intake = intake(&place).await;
    let long = long_game(900);
    let transcript = bundle_of(&long);
    let author = long.chain().author(900).unwrap();
    let mut forged = transcript.clone();
    let hash = surround_channel::statements::step_hash(long.chain().head());
    let by_other = surround_channel::statements::sign(&key(author.other()), hash).unwrap();
    forged.signatures.of_mut(author).as_mut().unwrap().signature = by_other;
    let refused = intake.take(&forged.to_json().unwrap()).await.unwrap_err();
    let IntakeError::Transcript(TranscriptError::StepSignature { player, step, .. }) = refused
    else {
        panic!("{refused}");
    };
    assert_eq!((player, step), (author, 900));
    assert_eq!(intake.stored().await, [0, 0, 0]);
    let accepted = intake.take(&transcript.to_json().unwrap()).await.unwrap();
    assert_eq!(accepted.steps, 900);
}

#[tokio::test]
async fn a_games_own_word_on_the_record_counts_for_nothing() {
    let place = Place::in_a_file();
    let intake = intake(&place).await;
    let long = game("C3 G7 E5 F4 D4");
    let mut claimed = bundle_of(&long);
    claimed.recorded_steps = 4;
    claimed.signatures.white = None;
    let text = claimed.to_json().unwrap();
    let refused = intake.take(&text).await;
    let Err(IntakeError::Transcript(TranscriptError::Unsigned { player, step })) = refused else {
        panic!("{refused:?}");
    };
    assert_eq!((player, step), (Colour::White, 4));

    // Another line of four steps is on the chain, then this one.
    let other = game("C3 G7 E5 F5");
    see(&intake.store, START, Some((&other, opened(&other)))).await;
    assert!(intake.take(&text).await.is_err());
    let recorded = game("C3 G7 E5 F4");
    let next = surround_settlement::Moment {
        block: START.block + 1,
        ..START
    };
    see(&intake.store, next, Some((&recorded, opened(&recorded)))).await;
    let accepted = intake.take(&text).await.unwrap();
    assert_eq!(accepted.standing, Some(Leaning));
}

#[tokio::test]
async fn a_game_of_another_contract_is_not_taken() {
    let place = Place::in_a_file();
    let intake = intake(&place).await;
    for (chain, contract) in [(CHAIN, Felt::TWO), (Felt::TWO, CONTRACT)] {
        let mut other = SignedGame::at(chain, contract, game("").terms).unwrap();
        other.play("C3 G7").unwrap();
        let text = other
            .transcript(chain, contract)
            .unwrap()
            .to_json()
            .unwrap();
        let refused = intake.take(&text).await;
        assert!(matches!(refused, Err(IntakeError::OtherContract { .. })));
    }
    assert_eq!(intake.stored().await, [0, 0, 0]);
}

#[tokio::test]
async fn a_quota_ends_with_new_channels_and_not_with_known_ones() {
    for place in Place::all().await {
        let intake = intake(&place).await;
        let wallet = bearer("wallet", 2);
        let another = |number: u64, points| {
            let mut terms = game("").terms;
            terms.black_nonce = Felt::from(number);
            let mut game = SignedGame::at(CHAIN, CONTRACT, terms).unwrap();
            game.play(points).unwrap();
            text(&game)
        };
        let give = async |text: String| intake.accept(&wallet, &text, Sides::Black).await;
        assert!(give(another(1, "C3 G7")).await.is_ok());
        assert!(give(another(2, "C3 G7")).await.is_ok());
        let third = give(another(3, "C3 G7")).await;
        assert!(matches!(third, Err(IntakeError::Quota { allowed: 2 })));
        assert!(give(another(2, "C3 G7 E5")).await.is_ok());
        assert_eq!(intake.stored().await[0], 2);
    }
}

fn bundle_of(game: &SignedGame) -> Transcript {
    crate::testing::bundle(game).transcript().clone()
}

#[tokio::test]
async fn a_longer_line_gives_what_was_refused_another_chance() {
    let place = Place::in_a_file();
    let intake = intake(&place).await;
    let store = &intake.store;
    let channel = intake.take(&text(&game("C3 G7"))).await.unwrap().channel;
    let key = JobKey {
        channel,
        action: Action::Resign,
        height: 2,
    };
    let work = Work {
        key,
        player: Colour::Black,
        reason: Reason::OpponentResigned,
        by: None,
    };
    let mut transaction = store.write().await.unwrap();
    let asked = jobs::ask(&mut transaction, &work, &Record::NONE, Origin::Request, 0);
    let refused = Job {
        not_before: START.now + 3_600,
        ..asked.await.unwrap()
    };
    jobs::pass(&mut transaction, &refused, Event::Refuse, START.now)
        .await
        .unwrap();
    transaction.commit().await.unwrap();
    let not_before = async || jobs::get(store, key).await.unwrap().unwrap().not_before;
    // Nothing new.
    intake.take(&text(&game("C3 G7"))).await.unwrap();
    assert_eq!(not_before().await, START.now + 3_600);
    intake.take(&text(&game("C3 G7 E5"))).await.unwrap();
    assert_eq!(not_before().await, 0);
}
