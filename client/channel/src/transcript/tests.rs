use super::*;
use crate::evidence::{Authority, EvidenceError, Mark};
use crate::statements::{self, SignatureError};
use crate::terms::TermsError;
use crate::testing::{
    CHAIN, CONTRACT, play, ranked_terms, referee_secret, sign, signed, start, step, terms,
};
use proptest::prelude::*;
use std::sync::LazyLock;
use surround_rules::Colour::{Black, White};
use surround_rules::{Colour, Point, PointSet, RuleError, SetupError, Size};

/// A ranked game with every statement in it: Black is due after step 8.
fn full() -> Transcript {
    static FULL: LazyLock<Transcript> = LazyLock::new(sign_everything);
    FULL.clone()
}

fn sign_everything() -> Transcript {
    let mut game = play(
        &start(ranked_terms()),
        "E5 C3 G7 G3 pass pass propose+C3+G3 resume",
    );
    let (head, id) = (game.chain().head(), game.channel_id());
    game.add_open(signed(White, 8, statements::open_hash(head)))
        .unwrap();
    for player in Colour::BOTH {
        game.add_resignation(player, sign(player, statements::resign_hash(id)))
            .unwrap();
    }
    let referee = |hash| statements::sign(&referee_secret(), hash).unwrap();
    let signature = referee(statements::flag_hash(head));
    game.add_flag(Signed {
        steps: 8,
        signature,
    })
    .unwrap();
    game.add_ranked(referee(statements::ranked_hash(id)))
        .unwrap();
    game.transcript().clone()
}

fn refused(change: impl FnOnce(&mut Transcript)) -> TranscriptError {
    let mut transcript = full();
    change(&mut transcript);
    transcript.verify().map(|_| "accepted").unwrap_err()
}

fn refused_text(from: &str, to: &str) -> TranscriptError {
    let text = full().to_json().unwrap();
    assert!(text.contains(from), "{from} in {text}");
    Transcript::from_json(&text.replacen(from, to, 1)).unwrap_err()
}

const MISMATCH: SignatureError = SignatureError::Mismatch;

#[test]
fn a_file_says_what_was_written() {
    let transcript = full();
    let text = transcript.to_json().unwrap();
    assert_eq!(Transcript::from_json(&text), Ok(transcript.clone()));
    let game = transcript.verify().unwrap();
    assert_eq!(game.game().due(), Some(Black));
    assert_eq!(game.line().steps(9), Ok(transcript.steps));
    assert_eq!(
        game.channel_id(),
        ranked_terms().channel_id(CHAIN, CONTRACT)
    );
}

#[test]
fn a_file_is_written_whole_and_read_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.json");
    full().write(&path).unwrap();
    Transcript::new(CHAIN, CONTRACT, terms())
        .write(&path)
        .unwrap();
    full().write(&path).unwrap();
    assert_eq!(Transcript::read(&path).unwrap(), full());
    assert_eq!(
        std::fs::read_dir(folder.path()).unwrap().count(),
        1,
        "no temporary file is left"
    );
}

#[test]
fn errors_of_form_name_the_file_the_line_and_the_field() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.json");
    let text = full().to_json().unwrap();
    std::fs::write(
        &path,
        text.replace("\"size\": 9", "\"size\": 9,\n    \"rules\": 1"),
    )
    .unwrap();
    let message = Transcript::read(&path).unwrap_err().to_string();
    let line = text
        .lines()
        .position(|line| line.contains("\"size\""))
        .unwrap()
        + 2;
    assert!(
        message.contains(&format!("game.json: line {line}, column")),
        "{message}"
    );
    assert!(message.contains("unknown field `rules`"), "{message}");

    std::fs::write(&path, " ".repeat(MAX_BYTES as usize + 1)).unwrap();
    let error = Transcript::read(&path).unwrap_err();
    assert!(matches!(
        error,
        FileError::Content {
            error: TranscriptError::TooLarge,
            ..
        }
    ));
    let missing = Transcript::read(&folder.path().join("none.json")).unwrap_err();
    assert!(matches!(missing, FileError::Io { .. }));
    assert!(missing.to_string().contains("none.json"));
}

#[test]
fn texts_that_are_no_transcripts_are_refused() {
    let too_long = " ".repeat(MAX_BYTES as usize + 1);
    assert_eq!(
        Transcript::from_json(&too_long),
        Err(TranscriptError::TooLarge)
    );
    let longest = " ".repeat(MAX_BYTES as usize);
    for text in ["", "{", "[]", "null", "{\"format\": 1}", &longest] {
        let error = Transcript::from_json(text).unwrap_err();
        assert!(
            matches!(error, TranscriptError::Json { .. }),
            "{text}: {error}"
        );
    }
    let format = TranscriptError::Format {
        found: "surround.journal".into(),
    };
    assert_eq!(
        refused_text("surround.transcript", "surround.journal"),
        format
    );
    let version = refused_text("\"version\": 1", "\"version\": 2, \"news\": []");
    assert_eq!(version, TranscriptError::Version { found: 2 });
    for (from, to, detail) in [
        ("\"open\"", "\"opened\"", "unknown field `opened`"),
        (
            "\"black_nonce\": \"0x7\"",
            "\"black_nonce\": \"0x07\"",
            "without leading zeros",
        ),
        (
            "\"contract\": \"0xc0\"",
            "\"contract\": \"0xC0\"",
            "lowercase",
        ),
        (
            "\"contract\": \"0xc0\"",
            "\"contract\": 192",
            "invalid type",
        ),
        ("\"steps\": 8", "\"steps\": 65536", "65536"),
        (
            "\"recorded_steps\": 0",
            "\"recorded_steps\": 0, \"recorded_steps\": 1",
            "duplicate",
        ),
        ("\"recorded_steps\": 0", "\"recorded_steps\": -1", "-1"),
        (
            "\"chain_id\": \"0x534e5f5345504f4c4941\",",
            "",
            "missing field `chain_id`",
        ),
    ] {
        match refused_text(from, to) {
            TranscriptError::Json {
                detail: found,
                line,
                ..
            } => {
                assert!(found.contains(detail), "{to}: {found}");
                assert!(line > 0);
            }
            other => panic!("{to}: {other}"),
        }
    }
}

#[test]
fn words_that_are_no_steps_are_refused() {
    for word in ["J10", "I5", "K1", "PASS", "propose C3", "", "resign"] {
        let error = refused_text("\"G7\"", &format!("\"{word}\""));
        assert_eq!(
            error,
            TranscriptError::Word {
                step: 3,
                word: word.into()
            }
        );
    }
    let off_board = refused_text("\"dead\": [", "\"dead\": [\"T19\",");
    assert_eq!(
        off_board,
        TranscriptError::DeadPoint {
            entry: 1,
            word: "T19".into()
        }
    );
    let mut unproposed = full();
    unproposed
        .steps
        .retain(|step| !matches!(step, Step::Propose(_)));
    let text = unproposed.to_json().unwrap();
    let text = text.replace(
        "\"recorded_steps\"",
        "\"dead\": [\"A1\"], \"recorded_steps\"",
    );
    assert_eq!(
        Transcript::from_json(&text),
        Err(TranscriptError::DeadWithoutProposal)
    );
    let size = refused_text("\"size\": 9", "\"size\": 20");
    assert_eq!(
        size,
        TranscriptError::Terms(TermsError::Setup(SetupError::BadSize))
    );
}

#[test]
fn terms_and_contract_are_judged() {
    assert_eq!(
        refused(|t| t.contract = Felt::ZERO),
        TranscriptError::Contract
    );
    let same = refused(|t| t.terms.white = t.terms.black);
    assert_eq!(same, TranscriptError::Terms(TermsError::SameAccounts));
}

#[test]
fn illegal_steps_are_named() {
    let occupied = refused(|t| t.steps[2] = t.steps[0]);
    assert_eq!(
        occupied,
        TranscriptError::Illegal {
            step: 3,
            error: RuleError::Occupied
        }
    );
    let early = refused(|t| t.steps[0] = Step::Accept);
    assert_eq!(
        early,
        TranscriptError::Illegal {
            step: 1,
            error: RuleError::NotAllowedNow
        }
    );
}

#[test]
fn each_players_latest_step_is_signed_or_recorded() {
    let unsigned = |player, step| TranscriptError::Unsigned { player, step };
    // Black wrote the steps 1, 3, 5 and 7, White the others: Black passed first and proposed.
    assert_eq!(refused(|t| t.signatures.black = None), unsigned(Black, 7));
    assert_eq!(refused(|t| t.signatures.white = None), unsigned(White, 8));
    let recorded = |recorded| {
        let mut transcript = full();
        transcript.signatures = PerPlayer::default();
        transcript.recorded_steps = recorded;
        transcript.verify().map(|_| ())
    };
    assert_eq!(recorded(6), Err(unsigned(Black, 7)));
    assert_eq!(recorded(7), Err(unsigned(White, 8)));
    assert_eq!(recorded(8), Ok(()));
    assert_eq!(
        recorded(9),
        Err(TranscriptError::Recorded {
            recorded: 9,
            steps: 8
        })
    );
}

#[test]
fn a_signature_is_for_a_step_of_its_player() {
    let at = |steps| move |t: &mut Transcript| t.signatures.black.as_mut().unwrap().steps = steps;
    for step in [0, 6, 8, 9, 1_000] {
        assert_eq!(
            refused(at(step)),
            TranscriptError::NotOwnStep {
                player: Black,
                step
            }
        );
    }
    let other = TranscriptError::StepSignature {
        player: Black,
        step: 5,
        error: MISMATCH,
    };
    assert_eq!(refused(at(5)), other);
}

#[test]
fn statements_over_heads_without_a_player_due_are_refused() {
    let ended = play(&start(ranked_terms()), "E5 C3 pass pass propose accept");
    let flag = |steps, head| Signed {
        steps,
        signature: statements::sign(&referee_secret(), statements::flag_hash(head)).unwrap(),
    };
    for (steps, head) in [(6, ended.chain().head()), (7, Felt::ONE)] {
        let mut game = ended.clone();
        let open = signed(White, steps, statements::open_hash(head));
        assert_eq!(
            game.add_open(open),
            Err(TranscriptError::OpenHead { steps })
        );
        assert_eq!(
            game.add_flag(flag(steps, head)),
            Err(TranscriptError::FlagHead { steps })
        );
    }
    let mut game = ended.clone();
    let head = ended.chain().head_at(5).unwrap();
    // The proposer is Black: White is due after the proposal, so Black opens.
    assert_eq!(
        game.add_open(signed(Black, 5, statements::open_hash(head))),
        Ok(())
    );
    let by_due = game.add_open(signed(White, 5, statements::open_hash(head)));
    let error = TranscriptError::OpenSignature {
        player: Black,
        steps: 5,
        error: MISMATCH,
    };
    assert_eq!(by_due, Err(error));
    assert_eq!(game.add_flag(flag(5, head)), Ok(()));
}

#[test]
fn a_game_without_a_referee_has_no_statements_of_one() {
    let mut game = play(&start(terms()), "E5");
    let signature = sign(Black, statements::ranked_hash(game.channel_id()));
    let no_referee = |field| Err(TranscriptError::NoReferee { field });
    assert_eq!(game.add_ranked(signature), no_referee("ranked"));
    assert_eq!(
        game.add_flag(Signed {
            steps: 1,
            signature
        }),
        no_referee("flag")
    );
}

#[test]
fn only_legal_steps_with_their_authors_signature_are_added() {
    let mut game = play(&start(terms()), "E5");
    let (first, next) = (step(&game, "E5"), step(&game, "C3"));
    let link = game.chain().next(&next).unwrap();
    let before = game.transcript().clone();

    let illegal = game.append(first, sign(White, link.head));
    assert_eq!(
        illegal,
        Err(TranscriptError::Illegal {
            step: 2,
            error: RuleError::Occupied
        })
    );
    let unsigned = TranscriptError::StepSignature {
        player: White,
        step: 2,
        error: MISMATCH,
    };
    for signature in [
        sign(Black, statements::step_hash(link.head)),
        sign(White, statements::open_hash(link.head)),
        sign(White, statements::step_hash(game.chain().head())),
    ] {
        assert_eq!(game.append(next, signature), Err(unsigned.clone()));
    }
    assert_eq!(game.transcript(), &before);
    assert_eq!(
        game.append(next, sign(White, statements::step_hash(link.head))),
        Ok(())
    );
    assert_eq!(game.transcript().verify().unwrap().chain().steps(), 2);
}

#[test]
fn a_line_seen_on_the_chain_is_adopted() {
    let mut game = play(&start(terms()), "E5 C3");
    let longer = play(&game, "G7 G3");
    game.adopt(&longer.line()).unwrap();
    assert_eq!(game.chain().head(), longer.chain().head());
    assert_eq!(game.transcript().recorded_steps, 4);
    game.adopt(&play(&start(terms()), "E5").line()).unwrap();
    assert_eq!(
        game.transcript().recorded_steps,
        4,
        "a record never shrinks"
    );
    assert!(game.transcript().verify().is_ok());

    let before = game.transcript().clone();
    let parted = play(&start(terms()), "E5 C4 G7 G3 A1").line();
    assert_eq!(
        game.adopt(&parted),
        Err(TranscriptError::OtherThanRecorded { step: 2 })
    );
    let mut illegal = play(&game, "A1").transcript().steps.clone();
    illegal.push(illegal[0]);
    let error = TranscriptError::Illegal {
        step: 6,
        error: RuleError::Occupied,
    };
    assert_eq!(game.adopt(&Line::pack(&illegal)), Err(error));
    let odd = Line {
        packed: vec![],
        ..parted
    };
    assert!(matches!(game.adopt(&odd), Err(TranscriptError::Line(_))));
    assert_eq!(game.transcript(), &before);
}

#[test]
fn a_later_signature_takes_the_place_of_an_earlier_one() {
    let mut game = play(&start(terms()), "E5 C3 G7");
    let at = |steps| {
        let head = game.chain().head_at(steps).unwrap();
        signed(Black, steps, statements::step_hash(head))
    };
    let (first, third) = (at(1), at(3));
    game.endorse(Black, first).unwrap();
    assert_eq!(game.transcript().signatures.black, Some(third));
    assert!(game.endorse(White, third).is_err());
}

#[test]
fn evidence_marks_what_the_record_does_not_hold() {
    let game = play(&start(terms()), "E5 C3 G7");
    let signature = |player: Colour| game.transcript().signatures.of(player).unwrap().signature;
    let (black, white) = (
        Mark::Signed(signature(Black)),
        Mark::Signed(signature(White)),
    );
    let marks = |stored| game.evidence(stored, None).unwrap().authority;
    assert_eq!(marks(0), Authority { black, white });
    assert_eq!(marks(1), Authority { black, white });
    assert_eq!(
        marks(2),
        Authority {
            black,
            white: Mark::Absent
        }
    );
    assert_eq!(marks(3), Authority::NONE);
    assert_eq!(game.evidence(0, None).unwrap().line, game.line());

    let one_sided = play(&start(terms()), "E5").evidence(0, Some(White));
    assert_eq!(one_sided, Err(EvidenceError::NoStepOf(White)));
}

#[test]
fn a_player_calls_for_itself_where_it_has_not_signed() {
    let signed = play(&start(terms()), "E5 C3");
    let mut recorded = signed.transcript().clone();
    recorded.signatures.white = None;
    recorded.recorded_steps = 2;
    let game = recorded.verify().unwrap();
    let black = Mark::Signed(recorded.signatures.black.unwrap().signature);
    let by_white = game.evidence(1, Some(White)).unwrap().authority;
    assert_eq!(
        by_white,
        Authority {
            black: Mark::Absent,
            white: Mark::Caller
        }
    );
    let new_record = game.evidence(0, Some(White)).unwrap().authority;
    assert_eq!(
        new_record,
        Authority {
            black,
            white: Mark::Caller
        }
    );
    for caller in [None, Some(Black)] {
        let error = EvidenceError::NotAuthorised {
            player: White,
            step: 2,
        };
        assert_eq!(game.evidence(1, caller), Err(error));
    }
}

/// One change in one field, and whether the error is the right one.
type Mutation = (
    &'static str,
    fn(&mut Transcript, u64),
    fn(&TranscriptError) -> bool,
);

fn mutations() -> Vec<Mutation> {
    use TranscriptError as E;
    let black: fn(&E) -> bool = |e| matches!(e, E::StepSignature { player: Black, .. });
    let white: fn(&E) -> bool = |e| matches!(e, E::StepSignature { player: White, .. });
    vec![
        ("chain_id", |t, x| t.chain_id += Felt::from(x), black),
        ("contract", |t, x| t.contract += Felt::from(x), black),
        (
            "black",
            |t, x| t.terms.black += Felt::from(x) + Felt::TWO,
            black,
        ),
        ("white", |t, x| t.terms.white += Felt::from(x), black),
        (
            "black_key",
            |t, x| t.terms.black_key = crate::testing::secret(x).public(),
            black,
        ),
        (
            "white_key",
            |t, x| t.terms.white_key = crate::testing::secret(x).public(),
            black,
        ),
        (
            "referee_key",
            |t, x| t.terms.referee_key = crate::testing::secret(x).public(),
            black,
        ),
        ("no referee", |t, _| t.terms.referee_key = Felt::ZERO, black),
        (
            "komi",
            |t, x| t.terms.komi_x2 = 15 + (x % 100) as u16,
            black,
        ),
        ("turn_seconds", |t, x| t.terms.turn_seconds += x, black),
        ("turn_blocks", |t, x| t.terms.turn_blocks += x, black),
        ("expires_at", |t, x| t.terms.expires_at += x, black),
        (
            "black_nonce",
            |t, x| t.terms.black_nonce += Felt::from(x),
            black,
        ),
        (
            "white_nonce",
            |t, x| t.terms.white_nonce += Felt::from(x),
            black,
        ),
        (
            "size",
            |t, _| t.terms.size = 8,
            |e| matches!(e, E::Illegal { .. } | E::StepSignature { .. }),
        ),
        (
            "handicap",
            |t, _| t.terms.handicap = 2,
            |e| matches!(e, E::Illegal { .. } | E::NotOwnStep { .. }),
        ),
        (
            "first step",
            |t, _| t.steps[0] = Step::Play(Point::new(0).unwrap()),
            black,
        ),
        (
            "last step",
            |t, _| {
                t.steps.pop();
            },
            |e| matches!(e, E::NotOwnStep { player: White, .. }),
        ),
        (
            "one more step",
            |t, _| t.steps.push(Step::Pass),
            |e| {
                matches!(
                    e,
                    E::Unsigned {
                        player: Black,
                        step: 9
                    }
                )
            },
        ),
        (
            "dead set",
            |t, _| t.steps[6] = Step::Propose(PointSet::EMPTY),
            black,
        ),
        (
            "black r",
            |t, x| t.signatures.black.as_mut().unwrap().signature.r += Felt::from(x),
            black,
        ),
        (
            "black s",
            |t, x| t.signatures.black.as_mut().unwrap().signature.s += Felt::from(x),
            black,
        ),
        (
            "white s",
            |t, x| t.signatures.white.as_mut().unwrap().signature.s += Felt::from(x),
            white,
        ),
        (
            "open",
            |t, x| t.open.as_mut().unwrap().signature.s += Felt::from(x),
            |e| {
                matches!(
                    e,
                    E::OpenSignature {
                        player: White,
                        steps: 8,
                        ..
                    }
                )
            },
        ),
        (
            "open.steps",
            |t, _| t.open.as_mut().unwrap().steps = 7,
            |e| {
                matches!(
                    e,
                    E::OpenSignature {
                        player: Black,
                        steps: 7,
                        ..
                    }
                )
            },
        ),
        (
            "resign",
            |t, x| t.resignations.white.as_mut().unwrap().s += Felt::from(x),
            |e| matches!(e, E::Resignation { player: White, .. }),
        ),
        (
            "swapped resignations",
            |t, _| {
                let PerPlayer { black, white } = &mut t.resignations;
                std::mem::swap(black, white);
            },
            |e| matches!(e, E::Resignation { player: Black, .. }),
        ),
        (
            "flag",
            |t, x| t.flag.as_mut().unwrap().signature.r += Felt::from(x),
            |e| matches!(e, E::FlagSignature { steps: 8, .. }),
        ),
        (
            "ranked",
            |t, x| t.ranked.as_mut().unwrap().s += Felt::from(x),
            |e| matches!(e, E::Ranked(_)),
        ),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn one_changed_field_is_found(
        index in 0..mutations().len(),
        amount in 1u64..100_000,
    ) {
        let (name, change, right) = mutations()[index];
        let error = refused(|transcript| change(transcript, amount));
        prop_assert!(right(&error), "{}: {}", name, error);
    }

    #[test]
    fn one_changed_character_is_found_or_means_the_same(
        position in 0..full().to_json().unwrap().len(),
        character in "[ -~]",
    ) {
        let (original, text) = (full(), full().to_json().unwrap());
        let mut changed = text;
        changed.replace_range(position..=position, &character);
        if let Ok(transcript) = Transcript::from_json(&changed) {
            prop_assert!(transcript == original || transcript.verify().is_err(), "{}", changed);
        }
    }
}

#[test]
fn the_longest_game_fits_the_file() {
    let mut terms = terms();
    terms.size = 19;
    let mut transcript = Transcript::new(CHAIN, CONTRACT, terms);
    let points = (0..361).filter_map(Point::new);
    transcript.steps = points.map(Step::Play).cycle().take(3 * 361).collect();
    transcript
        .steps
        .push(Step::Propose(PointSet::all(Size::new(19).unwrap())));
    transcript.steps.push(Step::Accept);
    let every = full();
    let full = Transcript {
        terms: transcript.terms.clone(),
        steps: transcript.steps,
        ..every
    };
    assert!((full.to_json().unwrap().len() as u64) < MAX_BYTES / 2);
    assert_eq!(Transcript::from_json(&full.to_json().unwrap()), Ok(full));
}
