use super::*;
use proptest::prelude::*;
use surround_rules::{Ending, Game, Phase, Setup};

const ID: Felt = Felt::from_hex_unchecked("0x1d");

fn setup(size: u8) -> Setup {
    Setup {
        size,
        handicap: 0,
        komi_x2: 0,
    }
}

/// A packed line, computed with felt arithmetic, digit by digit.
fn packed(codes: &[u16]) -> Line {
    let felt = |codes: &[u16]| {
        codes
            .iter()
            .enumerate()
            .fold(Felt::ZERO, |sum, (i, code)| sum + digit(i, (*code).into()))
    };
    Line {
        packed: codes.chunks(27).map(felt).collect(),
        count: codes.len() as u16,
        dead: DeadSet::default(),
    }
}

/// A value at a place of a felt, 0 to 26; 14 and 27 beyond the half are the unused bits.
fn digit(place: usize, value: u64) -> Felt {
    let (half, place) = if place < 14 {
        (Felt::ONE, place)
    } else {
        (power(128), place - 14)
    };
    half * power(9 * place as u32) * Felt::from(value)
}

fn power(exponent: u32) -> Felt {
    Felt::TWO.pow(exponent)
}

fn fault(size: u8, line: &Line) -> Fault {
    replay(setup(size), line, ID, 0).unwrap_err()
}

fn bad_line(step: u16) -> Fault {
    Fault {
        step,
        error: LineError::BadLine,
    }
}

/// 40 stones on 9x9 that take nothing: every second column, from the top.
fn quiet(count: usize) -> Vec<u16> {
    (0..9)
        .flat_map(|y| [0, 2, 4, 6, 8].map(|x| y * 9 + x))
        .take(count)
        .collect()
}

#[test]
fn setup_is_judged_first() {
    let absurd = Line {
        packed: vec![Felt::MAX; 3],
        count: 9_999,
        ..Line::default()
    };
    for (setup, error) in [
        (
            Setup {
                size: 1,
                handicap: 1,
                komi_x2: 9_999,
            },
            LineError::BadSize,
        ),
        (
            Setup {
                size: 9,
                handicap: 1,
                komi_x2: 9_999,
            },
            LineError::BadHandicap,
        ),
        (
            Setup {
                size: 9,
                handicap: 0,
                komi_x2: 163,
            },
            LineError::BadKomi,
        ),
    ] {
        let found = replay(setup, &absurd, ID, 0).unwrap_err();
        assert_eq!(found, Fault { step: 0, error });
    }
}

#[test]
fn no_game_has_more_than_3n_and_two_steps() {
    // On 2x2 that is 14: a step more is refused before the first, illegal one is looked at.
    assert_eq!(fault(2, &packed(&[360; 15])), bad_line(0));
    let illegal = Fault {
        step: 1,
        error: LineError::Rule(RuleError::OutOfRange),
    };
    assert_eq!(fault(2, &packed(&[360; 14])), illegal);
}

#[test]
fn the_number_of_felts_is_exact() {
    for count in [0, 1, 27, 28] {
        let line = packed(&quiet(count));
        assert!(replay(setup(9), &line, ID, 0).is_ok(), "{count}");
        let mut longer = line.clone();
        longer.packed.push(Felt::ZERO);
        assert_eq!(fault(9, &longer), bad_line(0), "{count}");
        let mut shorter = line;
        if shorter.packed.pop().is_some() {
            assert_eq!(fault(9, &shorter), bad_line(0), "{count}");
        }
    }
}

#[test]
fn the_dead_set_lies_on_the_board_and_is_judged_before_the_steps() {
    let illegal = packed(&[360]);
    for dead in [
        DeadSet {
            d0: 1 << 25,
            ..DeadSet::default()
        },
        DeadSet {
            d1: 1,
            ..DeadSet::default()
        },
        DeadSet {
            d2: 1,
            ..DeadSet::default()
        },
        DeadSet {
            d2: 1 << 127,
            ..DeadSet::default()
        },
    ] {
        assert_eq!(
            fault(
                5,
                &Line {
                    dead,
                    ..illegal.clone()
                }
            ),
            bad_line(0)
        );
    }
    let last_bit = DeadSet {
        d2: 1 << 105,
        ..DeadSet::default()
    };
    assert_eq!(
        fault(
            19,
            &Line {
                dead: last_bit,
                ..packed(&[])
            }
        ),
        bad_line(0)
    );
}

#[test]
fn a_dead_set_needs_a_proposal_but_steps_are_judged_before() {
    let dead = DeadSet {
        d0: 1,
        ..DeadSet::default()
    };
    assert_eq!(
        fault(
            5,
            &Line {
                dead,
                ..packed(&[0, PASS, PASS])
            }
        ),
        bad_line(0)
    );
    for dead in [dead, DeadSet::default()] {
        let proposed = Line {
            dead,
            ..packed(&[0, PASS, PASS, PROPOSE])
        };
        assert!(replay(setup(5), &proposed, ID, 0).is_ok());
    }
    let illegal = Fault {
        step: 2,
        error: LineError::Rule(RuleError::Occupied),
    };
    assert_eq!(
        fault(
            5,
            &Line {
                dead,
                ..packed(&[0, 0])
            }
        ),
        illegal
    );
}

#[test]
fn unused_digits_and_bits_are_zero_but_earlier_steps_are_judged_before() {
    let occupied = |step| Fault {
        step,
        error: LineError::Rule(RuleError::Occupied),
    };
    // After the last step: in its half, in the other half, in the bits that no digit uses.
    for extra in [
        digit(3, 1),
        digit(13, 511),
        power(126),
        power(127),
        digit(14, 1),
        power(248),
    ] {
        let mut line = packed(&quiet(3));
        line.packed[0] += extra;
        assert_eq!(fault(9, &line), bad_line(0));
        let mut line = packed(&[0, 0, 1]);
        line.packed[0] += extra;
        assert_eq!(fault(9, &line), occupied(2));
    }
    // In a full felt that is not the last: judged with the half they are in.
    let occupied_at = |steps: &[usize], extra: Felt| {
        let mut codes = quiet(40);
        steps.iter().for_each(|step| codes[step - 1] = 0);
        let mut line = packed(&codes);
        line.packed[0] += extra;
        fault(9, &line)
    };
    for low in [126, 127].map(power) {
        assert_eq!(occupied_at(&[15, 28], low), bad_line(0));
        assert_eq!(occupied_at(&[14], low), occupied(14));
    }
    for high in [128 + 117, 128 + 122].map(power) {
        assert_eq!(occupied_at(&[15, 28], high), occupied(15));
        assert_eq!(occupied_at(&[27], high), occupied(27));
        assert_eq!(occupied_at(&[28], high), bad_line(0));
    }
}

#[test]
fn codes_beyond_the_last_step_mean_nothing_in_any_phase() {
    for code in 365..=511 {
        assert_eq!(fault(5, &packed(&[code])), bad_line(1), "{code}");
        assert_eq!(fault(5, &packed(&[0, PASS, code])), bad_line(3), "{code}");
    }
    let ended = [PASS, PASS, RESUME, PASS, PASS];
    let after = |code| fault(5, &packed(&[&ended[..], &[code]].concat()));
    assert_eq!(after(365), bad_line(6));
    assert_eq!(
        after(PASS),
        Fault {
            step: 6,
            error: LineError::Rule(RuleError::GameOver)
        }
    );
}

#[test]
fn rules_are_judged_at_their_step() {
    for (codes, step, rule) in [
        (vec![25], 1, RuleError::OutOfRange),
        (vec![0, 0], 2, RuleError::Occupied),
        (vec![ACCEPT], 1, RuleError::NotAllowedNow),
        (vec![0, RESUME], 2, RuleError::NotAllowedNow),
        (vec![PASS, PASS, 3], 3, RuleError::NotAllowedNow),
        // Black takes the corner's liberties, then White plays into it.
        (vec![1, 24, 5, 0], 4, RuleError::Suicide),
    ] {
        let expected = Fault {
            step,
            error: LineError::Rule(rule),
        };
        assert_eq!(fault(5, &packed(&codes)), expected, "{codes:?}");
    }
}

#[test]
fn the_first_heads_are_zero_where_there_is_none() {
    let found = replay(setup(5), &packed(&[]), ID, 0).unwrap();
    assert_eq!(
        (found.heads, found.head, found.at),
        ([ID, Felt::ZERO, Felt::ZERO], ID, ID)
    );
    assert_eq!((found.steps, found.author, found.run), (0, None, 0));
    assert_eq!((found.due, found.phase), (Some(Colour::Black), Phase::Play));

    let found = replay(setup(5), &packed(&[3]), ID, 1).unwrap();
    let head = next_head(ID, Felt::from(3));
    assert_eq!((found.heads, found.at), ([head, ID, Felt::ZERO], head));
    assert_eq!(
        (found.author, found.run, found.due),
        (Some(Colour::Black), 1, Some(Colour::White))
    );
    assert_eq!(
        replay(setup(5), &packed(&[3]), ID, 2).unwrap().at,
        Felt::ZERO
    );
}

#[test]
fn a_proposer_who_resumes_and_moves_makes_the_last_two_steps() {
    let found = replay(setup(5), &packed(&[PASS, PASS, RESUME, 7]), ID, 0).unwrap();
    assert_eq!(
        (found.author, found.run, found.due),
        (Some(Colour::Black), 2, Some(Colour::White))
    );
    let white_last = replay(setup(5), &packed(&[PASS, PASS]), ID, 0).unwrap();
    assert_eq!(found.heads[2], white_last.head);
}

/// The word of a proposal commits to the exact set, and an author cannot be ground into it.
#[test]
fn words_differ_by_author_code_and_dead_set() {
    let sets = [0, 1, 2].map(|d0| Step::Propose(PointSet::from_limbs([d0, 0, 0]).unwrap()));
    let steps = [
        Step::Play(Point::new(5).unwrap()),
        Step::Pass,
        Step::Accept,
        Step::Resume,
    ];
    let steps = steps.into_iter().chain(sets);
    let mut words: Vec<Felt> = steps
        .flat_map(|step| Colour::BOTH.map(|author| word(author, &step)))
        .collect();
    let count = words.len();
    words.sort();
    words.dedup();
    assert_eq!(words.len(), count);
    assert_eq!(word(Colour::White, &Step::Pass), Felt::from(512 + 361));
}

#[test]
fn names_are_those_of_the_protocol() {
    let names = [
        LineError::BadSize,
        LineError::BadHandicap,
        LineError::BadKomi,
        LineError::BadLine,
    ]
    .map(|error| error.to_string());
    assert_eq!(names, ["bad_size", "bad_handicap", "bad_komi", "bad_line"]);
    let fault = Fault {
        step: 3,
        error: LineError::Rule(RuleError::Superko),
    };
    assert_eq!(fault.to_string(), "step 3: superko");
}

/// A legal game: each number chooses one of the legal steps.
fn random_game(size: u8, choices: &[u16]) -> Vec<Step> {
    let mut game = Game::new(setup(size)).unwrap();
    let mut steps = Vec::new();
    for choice in choices {
        let points = Size::new(size).unwrap().points();
        let stones = game.board().position().occupied();
        let mut all: Vec<Step> = (0..points).filter_map(Point::new).map(Step::Play).collect();
        all.extend([
            Step::Pass,
            Step::Pass,
            Step::Accept,
            Step::Resume,
            Step::Propose(stones),
        ]);
        all.retain(|step| game.legal(step).is_ok());
        if all.is_empty() {
            break;
        }
        let step = all[usize::from(*choice) % all.len()];
        game.apply(&step).unwrap();
        steps.push(step);
    }
    steps
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn packing_is_one_to_one_and_replay_agrees_with_the_chain(
        size in 2u8..=6,
        choices in prop::collection::vec(any::<u16>(), 0..90),
        checkpoint in 0u16..100,
    ) {
        let steps = random_game(size, &choices);
        let line = Line::pack(&steps);
        let codes: Vec<u16> = steps.iter().map(code).collect();
        prop_assert_eq!(&line.packed, &packed(&codes).packed);
        prop_assert_eq!(line.steps(size), Ok(steps.clone()));

        let found = replay(setup(size), &line, ID, checkpoint).unwrap();
        let mut game = Game::new(setup(size)).unwrap();
        let mut heads = vec![ID];
        let mut authors = Vec::new();
        for step in &steps {
            let author = game.due().unwrap();
            game.apply(step).unwrap();
            heads.push(next_head(heads[heads.len() - 1], word(author, step)));
            authors.push(author);
        }
        prop_assert_eq!(Some(&found.head), heads.last());
        prop_assert_eq!(found.at, heads.get(usize::from(checkpoint)).copied().unwrap_or_default());
        prop_assert_eq!(found.due, game.due());
        prop_assert_eq!(found.author, authors.last().copied());
        let other = authors.iter().rposition(|author| Some(*author) != found.author);
        let last_of_other = other.map_or(0, |index| index + 1);
        prop_assert_eq!(usize::from(found.steps - u16::from(found.run)), last_of_other);
        prop_assert_eq!(found.heads[usize::from(found.run)], heads[last_of_other]);
        let scores = game.score().map_or((0, 0), |score| (score.black_x2, score.white_x2));
        prop_assert_eq!((found.black_x2, found.white_x2), scores);
        prop_assert_eq!(found.ending == Some(Ending::Agreed), steps.last() == Some(&Step::Accept));
    }

    #[test]
    fn no_line_panics(
        size: u8,
        packed in prop::collection::vec(any::<[u8; 32]>(), 0..4),
        count in 0u16..120,
        dead: [u128; 3],
    ) {
        let [d0, d1, d2] = dead;
        let packed = packed.iter().map(Felt::from_bytes_be).collect();
        let line = Line { packed, count, dead: DeadSet { d0, d1, d2 } };
        let judged = replay(setup(size % 21), &line, ID, 0);
        if let Ok(found) = judged {
            prop_assert_eq!(found.steps, count);
        }
        let _ = line.steps(size);
    }
}
