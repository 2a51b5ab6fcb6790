use super::*;
use crate::evidence::Signed;
use crate::line::Line;
use crate::policy::Limits;
use crate::terms::TermsError;
use crate::testing::{
    CHAIN, CONTRACT, EXPIRES_AT, limits, play, player_secret, ranked_terms, referee_secret, sign,
    start, step, terms,
};
use crate::transcript::Transcript;
use std::fs;
use surround_rules::Colour::{Black, White};
use surround_rules::RuleError;

const DELAY: u64 = 30 * 24 * 3_600;

struct Desk {
    _folder: tempfile::TempDir,
    path: std::path::PathBuf,
    signer: Signer,
    terms: Terms,
}

/// A signer with a player's key, and terms with a nonce that it drew.
fn desk(player: Colour, terms: Terms) -> Desk {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("key");
    let mut signer = Signer::import(&path, player_secret(player)).unwrap();
    let nonce = signer.draw_nonce().unwrap();
    let terms = match player {
        Black => Terms {
            black_nonce: nonce,
            ..terms
        },
        White => Terms {
            white_nonce: nonce,
            ..terms
        },
    };
    Desk {
        _folder: folder,
        path,
        signer,
        terms,
    }
}

/// The same, with the game joined.
fn joined(player: Colour) -> (Desk, Verified) {
    let mut desk = desk(player, terms());
    let game = start(desk.terms.clone());
    desk.signer.join(&game, &seen(&limits())).unwrap();
    (desk, game)
}

fn seen(limits: &Limits) -> FirstStep<'_> {
    FirstStep {
        now: EXPIRES_AT - DELAY,
        limits,
        black_key_until: u64::MAX,
        white_key_until: EXPIRES_AT + 1,
    }
}

impl Desk {
    fn reopen(self) -> Desk {
        let Desk {
            _folder,
            path,
            signer,
            terms,
        } = self;
        drop(signer);
        let signer = Signer::open(&path).unwrap();
        Desk {
            _folder,
            path,
            signer,
            terms,
        }
    }

    fn sign(&mut self, game: &Verified, word: &str) -> Result<Signature, SignerError> {
        self.signer.sign_step(game, &step(game, word))
    }

    fn journal_path(&self) -> std::path::PathBuf {
        let nonce = self
            .terms
            .nonce(self.terms.player_with_key(&self.signer.public).unwrap());
        self.path
            .join("games")
            .join(crate::felt::to_text(&nonce) + ".json")
    }
}

fn other_step(signed: &str) -> impl Fn(&SignerError) -> bool {
    move |error| matches!(error, SignerError::OtherStep { signed: found } if found == signed)
}

#[test]
fn a_step_is_signed_and_holds() {
    let (mut desk, mut game) = joined(Black);
    assert_eq!(desk.signer.public_key(), player_secret(Black).public());
    let e5 = step(&game, "E5");
    let signature = desk.sign(&game, "E5").unwrap();
    game.append(e5, signature).unwrap();
    assert_eq!(game.chain().steps(), 1);
}

#[test]
fn one_step_a_head_and_the_same_again() {
    let (mut desk, game) = joined(Black);
    let first = desk.sign(&game, "E5").unwrap();
    assert_eq!(desk.sign(&game, "E5").unwrap(), first);
    for other in ["C3", "pass"] {
        let error = desk.sign(&game, other).unwrap_err();
        assert!(other_step("E5")(&error), "{error}");
    }
    let mut desk = desk.reopen();
    assert_eq!(desk.sign(&game, "E5").unwrap(), first);
    assert!(other_step("E5")(&desk.sign(&game, "C3").unwrap_err()));
}

#[test]
fn two_proposals_are_two_steps() {
    let (mut desk, game) = joined(White);
    let game = play(&game, "E5 pass pass");
    desk.sign(&game, "propose+E5").unwrap();
    let error = desk.sign(&game, "propose").unwrap_err();
    assert!(other_step("propose E5")(&error), "{error}");
}

/// The guard is keyed by head: when the opponent's step before is replaced, this player is free.
#[test]
fn on_another_head_another_step_is_free() {
    let (mut desk, game) = joined(White);
    desk.sign(&play(&game, "E5"), "C3").unwrap();
    desk.sign(&play(&game, "E6"), "C4").unwrap();
    assert!(other_step("C3")(
        &desk.sign(&play(&game, "E5"), "C4").unwrap_err()
    ));
}

/// A step brought by the account counts like a signed one.
#[test]
fn a_step_reserved_for_the_account_binds_too() {
    let (mut desk, game) = joined(Black);
    let link = desk.signer.reserve_step(&game, &step(&game, "E5")).unwrap();
    assert_eq!(link.head, play(&game, "E5").chain().head());
    assert!(other_step("E5")(&desk.sign(&game, "C3").unwrap_err()));
    assert!(desk.sign(&game, "E5").is_ok());
}

/// The opponent hands back other terms than were proposed to it.
#[test]
fn only_the_terms_that_were_agreed_to_are_played() {
    let limits = limits();
    let mut desk = desk(Black, terms());
    let proposed = Terms {
        white_nonce: Felt::ZERO,
        ..terms()
    };
    let agreed = desk.signer.agree(proposed).unwrap();
    assert_ne!(agreed.black_nonce, Felt::ZERO);
    assert_ne!(agreed.black_nonce, desk.terms.black_nonce);
    let answer = Terms {
        white_nonce: Felt::from(7),
        ..agreed
    };
    let mut join = |terms: Terms| desk.signer.join(&start(terms), &seen(&limits));
    let changed = Terms {
        komi_x2: answer.komi_x2 + 2,
        ..answer.clone()
    };
    let refused = join(changed).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "komi_x2: not as this key agreed to in these terms: compare them before you play"
    );
    join(answer.clone()).unwrap();
    // White saw both nonces: it agreed to all of it.
    let mut desk = self::desk(White, terms());
    let agreed = desk.signer.agree(answer).unwrap();
    let other_nonce = Terms {
        black_nonce: Felt::from(8),
        ..agreed.clone()
    };
    let mut join = |terms: Terms| desk.signer.join(&start(terms), &seen(&limits));
    let refused = join(other_nonce).unwrap_err();
    assert!(matches!(
        refused,
        SignerError::OtherTerms {
            field: "black_nonce"
        }
    ));
    join(agreed).unwrap();
    let stranger = Terms {
        white_key: player_secret(Black).public(),
        black_key: referee_secret().public(),
        ..terms()
    };
    assert!(matches!(
        desk.signer.agree(stranger),
        Err(SignerError::NotAPlayer)
    ));
}

/// What a file says of the chain is nobody's signature: the next one would endorse the whole line.
#[test]
fn an_own_step_that_was_not_made_here_is_not_signed_upon() {
    let (mut desk, game) = joined(Black);
    let recorded = |words: &str| {
        let mut transcript = play(&game, words).transcript().clone();
        transcript.signatures.black = None;
        transcript.recorded_steps = 3;
        transcript.verify().unwrap()
    };
    let invented = recorded("E5 C3 pass D4");
    let unknown = |step| move |e: &SignerError| matches!(e, SignerError::UnknownStep { step: found } if *found == step);
    let error = desk.sign(&invented, "G7").unwrap_err();
    assert!(unknown(1)(&error), "{error}");
    desk.sign(&game, "E5").unwrap();
    let error = desk.sign(&invented, "G7").unwrap_err();
    assert!(unknown(3)(&error), "{error}");
    // Made here, if by the account, or endorsed by the key: then the next one can follow.
    let before = play(&game, "E5 C3");
    desk.signer
        .reserve_step(&before, &step(&before, "pass"))
        .unwrap();
    desk.sign(&invented, "G7").unwrap();
    let (mut desk, game) = joined(Black);
    desk.sign(&play(&game, "E5 C3 pass D4"), "G7").unwrap();
}

#[test]
fn an_own_step_that_was_made_otherwise_is_not_signed_upon() {
    let (mut desk, game) = joined(Black);
    desk.sign(&game, "E5").unwrap();
    let mut transcript = play(&game, "G7 C3").transcript().clone();
    transcript.signatures.black = None;
    transcript.recorded_steps = 2;
    let other = transcript.verify().unwrap();
    assert!(other_step("E5")(&desk.sign(&other, "D4").unwrap_err()));
}

#[test]
fn nothing_is_signed_without_the_journal() {
    let (mut desk, game) = joined(Black);
    let (games, away) = (desk.path.join("games"), desk.path.join("away"));
    fs::rename(&games, &away).unwrap();
    assert!(matches!(
        desk.sign(&game, "E5"),
        Err(SignerError::UnknownNonce { player: Black })
    ));
    fs::rename(&away, &games).unwrap();
    assert!(desk.sign(&game, "E5").is_ok());
}

#[test]
fn only_the_due_player_and_only_legal_steps() {
    let (mut desk, game) = joined(White);
    let error = desk.sign(&game, "E5").unwrap_err();
    let not_due = |due| move |e: SignerError| matches!(e, SignerError::NotDue { player: White, due: found } if found == due);
    assert!(not_due(Some(Black))(error));
    let game = play(&game, "E5");
    let illegal = desk.sign(&game, "E5").unwrap_err();
    assert!(matches!(illegal, SignerError::Illegal(RuleError::Occupied)));
    let ended = play(&game, "C3 pass pass propose accept");
    assert!(not_due(None)(desk.sign(&ended, "pass").unwrap_err()));
}

#[test]
fn no_step_after_a_resignation() {
    let (mut desk, mut game) = joined(Black);
    desk.sign(&game, "E5").unwrap();
    let resignation = desk.signer.sign_resign(&game).unwrap();
    game.add_resignation(Black, resignation).unwrap();
    assert!(matches!(desk.sign(&game, "E5"), Err(SignerError::Resigned)));
    let mut desk = desk.reopen();
    assert!(matches!(desk.sign(&game, "E5"), Err(SignerError::Resigned)));
    assert_eq!(desk.signer.sign_resign(&game).unwrap(), resignation);
}

#[test]
fn no_step_after_a_flag_that_stands_even_without_the_flag_at_hand() {
    let mut desk = desk(White, ranked_terms());
    let mut game = start(desk.terms.clone());
    let referee = Referee::new(referee_secret());
    game.add_ranked(referee.sign_ranked(&game).unwrap())
        .unwrap();
    desk.signer.join(&game, &seen(&limits())).unwrap();
    let game = play(&game, "E5");
    let mut flagged = game.clone();
    flagged
        .add_flag(referee.sign_flag(&game, 1).unwrap())
        .unwrap();
    let refused = |error| matches!(error, SignerError::Flagged { steps: 1 });
    assert!(refused(desk.sign(&flagged, "C3").unwrap_err()));
    let mut desk = desk.reopen();
    assert!(refused(desk.sign(&game, "C3").unwrap_err()));
    // On the longer line the opponent has moved since: there the flag does not stand.
    let longer = play(&game, "C3 G7");
    assert!(desk.sign(&longer, "G3").is_ok());
    // A line that does not reach the flagged head proves nothing against it.
    let elsewhere = play(&start(desk.terms.clone()), "E6");
    assert!(refused(desk.sign(&elsewhere, "C3").unwrap_err()));
}

#[test]
fn the_winner_of_a_flag_signs_no_step_that_voids_it() {
    let mut desk = desk(Black, ranked_terms());
    let mut game = start(desk.terms.clone());
    let referee = Referee::new(referee_secret());
    game.add_ranked(referee.sign_ranked(&game).unwrap())
        .unwrap();
    desk.signer.join(&game, &seen(&limits())).unwrap();
    let game = play(&game, "E5");
    let mut flagged = game.clone();
    flagged
        .add_flag(referee.sign_flag(&game, 1).unwrap())
        .unwrap();
    desk.signer.see_flag(&flagged).unwrap();
    // The late step comes without the flag.
    let late = play(&game, "C3");
    assert!(matches!(
        desk.sign(&late, "G7"),
        Err(SignerError::Flagged { steps: 1 })
    ));
}

#[test]
fn a_game_is_joined_only_under_the_conditions() {
    let limits = limits();
    let mut desk = desk(Black, terms());
    let game = start(desk.terms.clone());
    let mut refused = |game: &Verified, seen: FirstStep<'_>| match desk.signer.join(game, &seen) {
        Err(SignerError::FirstStep(error)) => error,
        other => panic!("{other:?}"),
    };
    let good = seen(&limits);
    let expired = FirstStep {
        now: EXPIRES_AT,
        ..good.clone()
    };
    let error = FirstStepError::Expired {
        expires_at: EXPIRES_AT,
        now: EXPIRES_AT,
    };
    assert_eq!(refused(&game, expired), error);
    let ends = |player, until| FirstStepError::KeyEnds {
        player,
        until,
        expires_at: EXPIRES_AT,
    };
    let unregistered = FirstStep {
        black_key_until: 0,
        ..good.clone()
    };
    assert_eq!(refused(&game, unregistered), ends(Black, 0));
    let revoked = FirstStep {
        white_key_until: EXPIRES_AT,
        ..good.clone()
    };
    assert_eq!(refused(&game, revoked), ends(White, EXPIRES_AT));
    let early = FirstStep {
        now: EXPIRES_AT - DELAY - 1,
        ..good.clone()
    };
    let error = FirstStepError::ExpiresTooLate {
        expires_at: EXPIRES_AT,
        latest: EXPIRES_AT - 1,
    };
    assert_eq!(refused(&game, early), error);
    let short = Limits {
        min_seconds: 7_200,
        ..limits.clone()
    };
    let error = refused(
        &game,
        FirstStep {
            limits: &short,
            ..good.clone()
        },
    );
    let expected = TermsError::TurnSeconds {
        value: 3_600,
        min: 7_200,
        max: 604_800,
    };
    assert_eq!(error, FirstStepError::Terms(expected));

    let sign = desk.signer.sign_step(&game, &step(&game, "E5"));
    assert!(matches!(sign, Err(SignerError::NotJoined)));
    desk.signer.join(&game, &good).unwrap();
    assert!(desk.sign(&game, "E5").is_ok());
    desk.signer
        .join(
            &game,
            &FirstStep {
                now: EXPIRES_AT,
                ..good
            },
        )
        .unwrap();
}

#[test]
fn a_ranked_game_needs_the_referees_word() {
    let limits = limits();
    let mut desk = desk(Black, ranked_terms());
    let mut game = start(desk.terms.clone());
    let unranked = desk.signer.join(&game, &seen(&limits)).unwrap_err();
    assert!(matches!(
        unranked,
        SignerError::FirstStep(FirstStepError::NotRanked)
    ));
    game.add_ranked(Referee::new(referee_secret()).sign_ranked(&game).unwrap())
        .unwrap();
    desk.signer.join(&game, &seen(&limits)).unwrap();
}

#[test]
fn a_nonce_is_drawn_here_and_serves_once() {
    let (mut desk, game) = joined(Black);
    let limits = limits();
    let foreign = start(terms());
    let unknown = desk.signer.join(&foreign, &seen(&limits)).unwrap_err();
    assert!(matches!(
        unknown,
        SignerError::UnknownNonce { player: Black }
    ));
    let again = start(Terms {
        white_nonce: Felt::from(99),
        ..desk.terms.clone()
    });
    let used = |error| matches!(error, SignerError::UsedNonce { player: Black });
    assert!(used(desk.signer.join(&again, &seen(&limits)).unwrap_err()));
    assert!(used(desk.sign(&again, "E5").unwrap_err()));
    let contract = CONTRACT + Felt::ONE;
    let elsewhere = Transcript::new(CHAIN, contract, desk.terms.clone())
        .verify()
        .unwrap();
    assert!(used(desk.sign(&elsewhere, "E5").unwrap_err()));
    assert_ne!(
        desk.signer.draw_nonce().unwrap(),
        desk.signer.draw_nonce().unwrap()
    );

    fs::remove_file(desk.journal_path()).unwrap();
    let lost = desk.sign(&game, "E5").unwrap_err();
    assert!(matches!(lost, SignerError::UnknownNonce { player: Black }));
}

#[test]
fn a_key_signs_only_in_its_own_games() {
    let folder = tempfile::tempdir().unwrap();
    let mut signer = Signer::create(&folder.path().join("key")).unwrap();
    let game = start(terms());
    let error = signer.sign_step(&game, &step(&game, "E5")).unwrap_err();
    assert!(matches!(error, SignerError::NotAPlayer));
}

#[test]
fn the_player_who_is_not_due_opens() {
    let (mut desk, game) = joined(Black);
    let idle = |player| move |e| matches!(e, SignerError::NoStepOf(found) if found == player);
    assert!(idle(Black)(desk.signer.sign_open(&game).unwrap_err()));
    assert!(idle(White)(
        desk.signer.sign_open(&play(&game, "E5")).unwrap_err()
    ));
    let due = desk.signer.sign_open(&play(&game, "E5 C3")).unwrap_err();
    assert!(matches!(due, SignerError::OpenerIsDue));
    let mut ready = play(&game, "E5 C3 G7");
    let signature = desk.signer.sign_open(&ready).unwrap();
    ready
        .add_open(Signed {
            steps: 3,
            signature,
        })
        .unwrap();
    let ended = play(&game, "E5 C3 pass pass propose accept");
    assert!(matches!(
        desk.signer.sign_open(&ended),
        Err(SignerError::GameOver)
    ));
}

#[test]
fn a_referee_signs_for_its_games_and_flags_that_stand() {
    let referee = Referee::new(referee_secret());
    let game = play(&start(ranked_terms()), "E5 C3 G7");
    for steps in [0, 1, 4] {
        let error = referee.sign_flag(&game, steps).unwrap_err();
        assert_eq!(error, RefereeError::NoFlagThere { steps });
    }
    // White is due after step 1, and step 2 is its own, but step 3 is Black's. After step 3 it
    // stands, and after step 2 too: the line holds only the flagged player's step since.
    assert!(referee.sign_flag(&game, 2).is_ok());
    let flag = referee.sign_flag(&game, 3).unwrap();
    assert!(game.clone().add_flag(flag).is_ok());
    let resumed = play(&start(ranked_terms()), "pass pass resume E5");
    assert!(referee.sign_flag(&resumed, 2).is_ok(), "Resume and a move");
    let ended = play(&start(ranked_terms()), "E5 C3 pass pass propose accept");
    assert_eq!(
        referee.sign_flag(&ended, 6),
        Err(RefereeError::NoFlagThere { steps: 6 })
    );
    assert!(
        referee.sign_flag(&ended, 5).is_ok(),
        "the line may be terminal"
    );

    for other in [start(terms()), start(ranked_terms())] {
        let stranger = Referee::new(player_secret(Black));
        assert_eq!(
            stranger.sign_ranked(&other),
            Err(RefereeError::NotTheReferee)
        );
        assert_eq!(
            stranger.sign_flag(&other, 0),
            Err(RefereeError::NotTheReferee)
        );
    }
    assert_eq!(
        referee.sign_ranked(&start(terms())),
        Err(RefereeError::NotTheReferee)
    );
}

#[test]
fn one_program_at_a_time() {
    let (desk, _) = joined(Black);
    let busy = Signer::open(&desk.path).err().unwrap();
    assert!(
        matches!(busy, SignerError::Folder(FolderError::Busy { .. })),
        "{busy}"
    );
    desk.reopen();
}

#[test]
fn a_key_is_never_replaced() {
    let (desk, _) = joined(Black);
    let Desk { path, signer, .. } = &desk;
    let public = signer.public_key();
    let path = path.clone();
    assert!(matches!(
        Signer::create(&path).err().unwrap(),
        SignerError::Folder(FolderError::Busy { .. })
    ));
    let desk = desk.reopen();
    assert_eq!(desk.signer.public_key(), public);
    let Desk {
        signer, _folder, ..
    } = desk;
    drop(signer);
    let exists = Signer::create(&path).err().unwrap();
    assert!(
        matches!(exists, SignerError::Folder(FolderError::Exists { .. })),
        "{exists}"
    );
}

#[cfg(unix)]
#[test]
fn nobody_else_reads_the_key() {
    use std::os::unix::fs::PermissionsExt;
    let (desk, _) = joined(Black);
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let key = desk.path.join("key.json");
    assert_eq!(mode(&key), 0o600);
    assert_eq!(mode(&desk.path), 0o700);
    assert_eq!(mode(&desk.journal_path()), 0o600);
    fs::set_permissions(&key, fs::Permissions::from_mode(0o640)).unwrap();
    let Desk {
        path,
        signer,
        _folder,
        ..
    } = desk;
    drop(signer);
    let error = Signer::open(&path).err().unwrap();
    assert!(matches!(
        error,
        SignerError::Folder(FolderError::Readable { mode: 0o640, .. })
    ));
    assert!(matches!(
        Referee::open(&path).err().unwrap(),
        FolderError::Readable { .. }
    ));
}

#[test]
fn a_spoilt_key_file_is_refused_and_not_shown() {
    let (desk, _) = joined(Black);
    let Desk {
        path,
        signer,
        _folder,
        ..
    } = desk;
    drop(signer);
    let key = path.join("key.json");
    let text = fs::read_to_string(&key).unwrap();
    let secret = player_secret(Black).to_text();
    let public = crate::felt::to_text(&player_secret(Black).public());
    assert!(text.contains(secret.as_str()));
    let quoted = format!("\"{}\"", secret.as_str());
    for (spoilt, expected) in [
        (
            text.replace("\"version\": 1", &format!("\"version\": {quoted}")),
            "KeyForm",
        ),
        (text.replace("\"version\"", &quoted), "KeyForm"),
        (text.replace("\"version\": 1", "\"version\": 2"), "KeyForm"),
        (text.replace("surround.key", &secret), "KeyForm"),
        (text.replace(&quoted, "7"), "KeyForm"),
        (text.replace(&quoted, "\"0x07\""), "Secret"),
        (text.replace(&quoted, "\"0x0\""), "Secret"),
        (text.replace(&public, "0x1"), "KeyMismatch"),
        (String::new(), "KeyForm"),
    ] {
        fs::write(&key, &spoilt).unwrap();
        let error = Signer::open(&path).err().unwrap();
        let SignerError::Folder(folder_error) = &error else {
            panic!("{error}")
        };
        assert!(
            format!("{folder_error:?}").starts_with(expected),
            "{folder_error:?}"
        );
        assert!(
            !format!("{error:?} {error}").contains(&secret[2..]),
            "{error}"
        );
    }
    fs::remove_file(&key).unwrap();
    assert!(matches!(
        Signer::open(&path).err(),
        Some(SignerError::Folder(FolderError::Io { .. }))
    ));
}

#[test]
fn a_spoilt_journal_stops_the_game_and_never_counts_as_empty() {
    let (mut desk, game) = joined(Black);
    desk.sign(&game, "E5").unwrap();
    let path = desk.journal_path();
    let text = fs::read_to_string(&path).unwrap();
    let entry = text
        .split("\"steps\": [")
        .nth(1)
        .unwrap()
        .trim_end_matches(['\n', '}', ']', ' ']);
    for spoilt in [
        String::new(),
        text[..text.len() / 2].to_owned(),
        text.replace("\"version\": 1", "\"version\": 2"),
        text.replace("surround.journal", "surround.transcript"),
        text.replace("\"resigned\": false", "\"resigned\": 0"),
        text.replace("\"resigned\": false,", ""),
        text.replacen("\"nonce\": \"0x", "\"nonce\": \"0x1", 1),
        text.replace("\"word\": \"0x", "\"word\": \"0x0"),
        text.replace(entry, &format!("{entry}}}, {entry}")),
        format!("{text}{text}"),
    ] {
        assert_ne!(spoilt, text);
        fs::write(&path, &spoilt).unwrap();
        for word in ["E5", "C3"] {
            let error = desk.sign(&game, word).unwrap_err();
            let spoilt_journal = matches!(error, SignerError::Folder(FolderError::Journal { .. }));
            assert!(spoilt_journal, "{error} for {spoilt}");
        }
    }
    // What is there and cannot be read is not taken for a game that was never joined.
    for unread in [vec![0xff; 10], vec![b' '; journal::MAX_BYTES as usize + 1]] {
        fs::write(&path, &unread).unwrap();
        let error = desk.sign(&game, "E5").unwrap_err();
        let spoilt_journal = matches!(error, SignerError::Folder(FolderError::Journal { .. }));
        assert!(spoilt_journal, "{error}");
    }
    fs::write(&path, &text).unwrap();
    assert!(desk.sign(&game, "E5").is_ok());
}

/// What a crash in the middle of a write leaves behind.
#[test]
fn a_half_written_temporary_file_changes_nothing() {
    let (mut desk, game) = joined(Black);
    desk.sign(&game, "E5").unwrap();
    fs::write(
        desk.path.join("games/.surround-Ab12"),
        "{\"format\": \"surround.jour",
    )
    .unwrap();
    let mut desk = desk.reopen();
    assert!(other_step("E5")(&desk.sign(&game, "C3").unwrap_err()));
    assert!(desk.sign(&game, "E5").is_ok());
}

/// A step that the chain brought, without the opponent's signature, is answered like any other.
#[test]
fn a_recorded_step_is_answered() {
    let (mut desk, game) = joined(White);
    let line: Line = play(&game, "E5").line();
    let mut seen = game.clone();
    seen.adopt(&line).unwrap();
    let signature = desk.sign(&seen, "C3").unwrap();
    let c3 = step(&seen, "C3");
    seen.append(c3, signature).unwrap();
    let head = seen.chain().head();
    assert_eq!(signature, sign(White, statements::step_hash(head)));
}
