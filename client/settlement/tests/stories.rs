//! Every row of protocol 3.2 and every sentence of 3.3 and 6 that concerns the record, told as
//! stories on a contract in memory. The deployed contract is held to the same contract elsewhere.

mod common;

use common::{BLACK, STRANGER, Table, WHITE, agreed, moves, moves_but_last, resumed};
use starknet_types_core::felt::Felt;
use surround_channel::evidence::{Authority, Mark};
use surround_channel::fork::Fork;
use surround_channel::line::Line;
use surround_channel::statements::Signature;
use surround_rules::{Colour, Step, Winner};
use surround_settlement::{Ending, Rating, Record, Refusal, Status, TimeClass, Verdict};

fn verdict(record: &Record) -> Verdict {
    record.verdict.expect("a verdict")
}

fn assert_ends(record: &Record, status: Status, ending: Ending, winner: Winner, counted: u16) {
    let found = verdict(record);
    assert_eq!(
        (record.status, found.ending, found.winner, found.counted),
        (status, ending, winner, counted)
    );
    assert_eq!(record.due, None);
    let no_window = record.deadline == 0 && record.min_block == 0;
    assert_eq!(no_window, status == Status::Final);
}

mod opening {
    use super::*;

    /// White stalls, Black opens, White answers, Black moves, White misses the deadline.
    #[test]
    fn a_stalled_game_is_claimed() {
        let mut table = Table::unranked();
        let opened = table.submit(&moves(23)).unwrap();
        assert_eq!(
            (opened.status, opened.due),
            (Status::Open, Some(Colour::White))
        );
        assert_eq!(opened.steps, 23);
        assert_eq!(opened.deadline, table.at.now + 3_600);
        assert_eq!(opened.min_block, table.at.block + 60);
        table.at.now += 3_600;
        let answered = table.submit(&moves(24)).unwrap();
        assert_eq!(answered.due, Some(Colour::Black));
        assert_eq!(answered.deadline, table.at.now + 3_600);
        table.submit(&moves(25)).unwrap();
        assert_eq!(table.claim(), Err(Refusal::WindowRunning));
        table.wait_for_expiry();
        let ended = table.claim().unwrap();
        assert_ends(&ended, Status::Final, Ending::Forfeit, Winner::Black, 25);
        assert!(verdict(&ended).onchain);
        assert_eq!(verdict(&ended).outcome().to_string(), "B+F");
        assert_eq!(ended.rating(), Rating::Neither);
    }

    /// V43, V45: a spectator or the due player cannot open.
    #[test]
    fn only_the_player_who_is_not_due_opens() {
        let mut table = Table::unranked();
        let steps = moves(23);
        let (line, authority) = (table.line(&steps), table.authority(&steps));
        let mut open = |caller, open| {
            let context = table.by(caller);
            let terms = table.terms.clone();
            table
                .contract
                .submit(context, &terms, &line, &authority, open, &Signature::NONE)
        };
        assert_eq!(open(STRANGER, Mark::Absent), Err(Refusal::OpenMarkAbsent));
        assert_eq!(open(STRANGER, Mark::Caller), Err(Refusal::OpenerNotCaller));
        assert_eq!(open(WHITE, Mark::Caller), Err(Refusal::OpenerNotCaller));
        let Mark::Signed(step) = authority.black else {
            panic!("a signature")
        };
        assert_eq!(
            open(STRANGER, Mark::Signed(step)),
            Err(Refusal::BadOpenSignature)
        );
        assert!(open(BLACK, Mark::Caller).is_ok());
    }

    /// Otherwise consents to games never played could be opened weeks later.
    #[test]
    fn a_line_needs_a_step_of_each_player() {
        let mut table = Table::unranked();
        let steps = moves(1);
        let (line, open) = (table.line(&steps), table.opening(&steps));
        let black = Mark::Signed(table.endorse(&steps, Colour::Black));
        let context = table.by(STRANGER);
        let authority = Authority {
            black,
            white: Mark::Absent,
        };
        let refused = table.contract.submit(
            context,
            &table.terms,
            &line,
            &authority,
            open,
            &Signature::NONE,
        );
        assert_eq!(refused, Err(Refusal::OneSidedLine));
        let empty = table.contract.submit(
            context,
            &table.terms,
            &Line::default(),
            &authority,
            open,
            &Signature::NONE,
        );
        assert_eq!(empty, Err(Refusal::OneSidedLine));
        assert!(table.submit(&moves(2)).is_ok());
    }

    #[test]
    fn both_keys_must_count_and_only_then() {
        let mut table = Table::unranked();
        let black = table.by(BLACK);
        table
            .contract
            .revoke_key(black, table.terms.black_key)
            .unwrap();
        assert!(table.submit(&moves(20)).is_ok(), "the delay still runs");
        let mut table = Table::unranked();
        table
            .contract
            .revoke_key(black, table.terms.black_key)
            .unwrap();
        table.terms.expires_at = u64::MAX;
        table.at.now += 2_592_000;
        assert_eq!(table.submit(&moves(20)), Err(Refusal::BlackKeyDead));
        let white = table.by(WHITE);
        let key = table.terms.black_key;
        table.contract.register_key(white, key).unwrap();
        assert_eq!(
            table.submit(&moves(20)),
            Err(Refusal::BlackKeyDead),
            "another account's pair"
        );
    }

    #[test]
    fn terms_must_be_valid() {
        let mut table = Table::unranked();
        let good = table.terms.clone();
        let mut refuse = |change: fn(&mut surround_channel::terms::Terms), refusal| {
            table.terms = good.clone();
            change(&mut table.terms);
            assert_eq!(table.submit(&moves(20)), Err(refusal));
        };
        refuse(|terms| terms.turn_seconds -= 1, Refusal::BadTurnSeconds);
        refuse(|terms| terms.turn_blocks -= 1, Refusal::BadTurnBlocks);
        refuse(
            |terms| terms.turn_seconds = u64::MAX,
            Refusal::BadTurnSeconds,
        );
        refuse(|terms| terms.turn_blocks = u64::MAX, Refusal::BadTurnBlocks);
        refuse(|terms| terms.white = terms.black, Refusal::SameAccount);
        refuse(|terms| terms.white = Felt::ZERO, Refusal::ZeroAccount);
        refuse(|terms| terms.white_key = terms.black_key, Refusal::SameKey);
        refuse(|terms| terms.white_key = Felt::ZERO, Refusal::BadKey);
        refuse(
            |terms| terms.referee_key = terms.black_key,
            Refusal::SameKey,
        );
        refuse(
            |terms| terms.referee_key = Felt::ONE,
            Refusal::UnknownReferee,
        );
    }

    #[test]
    fn a_ranked_game_has_the_rated_komi_and_no_handicap() {
        let mut table = Table::ranked();
        table.terms.komi_x2 = 14;
        assert_eq!(table.submit(&moves(20)), Err(Refusal::UnratedKomi));
        let mut table = Table::ranked();
        table.terms.handicap = 2;
        let mut steps = vec![Step::Pass];
        steps.extend(moves(20));
        assert_eq!(table.submit(&steps), Err(Refusal::UnratedHandicap));
        let mut table = Table::ranked();
        table.terms.size = 13;
        assert_eq!(table.submit(&moves(20)), Err(Refusal::UnratedSize));
    }

    /// The referee signs `ranked`: a stolen key cannot make rated losses.
    #[test]
    fn a_ranked_game_needs_the_referees_word() {
        let mut table = Table::ranked();
        let steps = moves(20);
        let (line, authority, open) = (
            table.line(&steps),
            table.authority(&steps),
            table.opening(&steps),
        );
        let context = table.by(STRANGER);
        for wrong in [
            Signature::NONE,
            table.flagging(&steps, 20),
            table.resignation(Colour::Black),
        ] {
            let refused =
                table
                    .contract
                    .submit(context, &table.terms, &line, &authority, open, &wrong);
            assert_eq!(refused, Err(Refusal::BadRankedSignature));
        }
        assert!(table.submit(&steps).unwrap().ranked);
    }

    #[test]
    fn after_expires_at_only_the_losers_own_evidence_counts() {
        // 19 moves: Black, who wins, accepts last. 18 moves: White, who loses, does.
        let fresh = |now_offset: u64| {
            let mut table = Table::unranked();
            table.at.now = table.terms.expires_at + now_offset - 1;
            table
        };
        assert!(fresh(0).submit(&moves(20)).is_ok());
        assert_eq!(fresh(1).submit(&moves(20)), Err(Refusal::ChannelExpired));
        assert_eq!(fresh(1).submit(&agreed(19)), Err(Refusal::ChannelExpired));
        assert!(fresh(1).submit(&agreed(18)).is_ok());
        assert!(fresh(1).resign(&moves(20), Colour::White).is_ok());
        let mut ranked = Table::ranked();
        ranked.at.now = ranked.terms.expires_at;
        assert_eq!(ranked.flag(&moves(20), 20), Err(Refusal::ChannelExpired));
        // Open and Pending records do not depend on it.
        let mut table = Table::unranked();
        table.at.now = table.terms.expires_at - 1;
        table.submit(&moves(20)).unwrap();
        table.at.now += 100;
        assert!(table.submit(&moves(21)).is_ok());
    }
}

mod authority {
    use super::*;

    fn submit(
        table: &mut Table,
        caller: Felt,
        steps: &[Step],
        authority: Authority,
    ) -> Result<Record, Refusal> {
        let (line, open) = (table.line(steps), table.opening(steps));
        let context = table.by(caller);
        table.contract.submit(
            context,
            &table.terms,
            &line,
            &authority,
            open,
            &Signature::NONE,
        )
    }

    #[test]
    fn each_player_endorses_what_the_line_adds() {
        let mut table = Table::unranked();
        let steps = moves(23);
        let Authority { black, white } = table.authority(&steps);
        let absent = Mark::Absent;
        for (authority, refusal) in [
            (
                Authority {
                    black: absent,
                    white,
                },
                Refusal::BlackMarkAbsent,
            ),
            (
                Authority {
                    black,
                    white: absent,
                },
                Refusal::WhiteMarkAbsent,
            ),
            (
                Authority {
                    black: Mark::Caller,
                    white,
                },
                Refusal::BlackNotCaller,
            ),
            (
                Authority {
                    black,
                    white: Mark::Caller,
                },
                Refusal::WhiteNotCaller,
            ),
            (
                Authority {
                    black: white,
                    white,
                },
                Refusal::BadBlackSignature,
            ),
            (
                Authority {
                    black,
                    white: black,
                },
                Refusal::BadWhiteSignature,
            ),
            (table.authority(&moves(22)), Refusal::BadBlackSignature),
            (table.authority(&moves(24)), Refusal::BadWhiteSignature),
        ] {
            assert_eq!(
                submit(&mut table, STRANGER, &steps, authority),
                Err(refusal)
            );
        }
        let by_wallet = Authority {
            black: Mark::Caller,
            white,
        };
        assert!(submit(&mut table, BLACK, &steps, by_wallet).is_ok());
    }

    /// The mark of a player with no step beyond the record's is not looked at.
    #[test]
    fn an_unneeded_mark_is_not_looked_at() {
        let mut table = Table::unranked();
        table.submit(&moves(23)).unwrap();
        let steps = moves(24);
        let Authority { black, white } = table.authority(&steps);
        let alone = Authority {
            black: Mark::Caller,
            white,
        };
        let mirrored = Authority {
            black,
            white: Mark::Absent,
        };
        assert_eq!(
            submit(&mut table, STRANGER, &steps, mirrored),
            Err(Refusal::WhiteMarkAbsent)
        );
        assert!(submit(&mut table, STRANGER, &steps, alone).is_ok());
    }

    #[test]
    fn a_line_extends_the_stored_one() {
        let mut table = Table::unranked();
        table.submit(&moves(23)).unwrap();
        assert_eq!(table.submit(&moves(23)), Err(Refusal::LineNotLonger));
        assert_eq!(table.submit(&moves(22)), Err(Refusal::NotTheStoredLine));
        assert_eq!(
            table.submit(&moves_but_last(23)),
            Err(Refusal::NotTheStoredLine)
        );
        let mut other = moves_but_last(23);
        other.extend(moves(24).pop());
        assert_eq!(table.submit(&other), Err(Refusal::NotTheStoredLine));
    }

    /// Resume and a move: the other player's last own step is three back from the end.
    #[test]
    fn two_steps_in_a_row_are_endorsed_once() {
        let mut table = Table::unranked();
        let steps = resumed(20);
        let opened = table.submit(&steps).unwrap();
        assert_eq!((opened.steps, opened.due), (24, Some(Colour::White)));
        let mut table = Table::unranked();
        let stale = table.authority(&steps[..23]);
        assert_eq!(
            submit(&mut table, STRANGER, &steps, stale),
            Err(Refusal::BadBlackSignature)
        );
    }

    /// No statement serves for another purpose, channel or contract.
    #[test]
    fn statements_do_not_stand_in_for_each_other() {
        let mut table = Table::ranked();
        let steps = moves(23);
        let step = table.endorse(&steps, Colour::Black);
        let Mark::Signed(open) = table.opening(&steps) else {
            panic!("a signature")
        };
        let resign = table.resignation(Colour::Black);
        let white = table.authority(&steps).white;
        for wrong in [open, resign] {
            let authority = Authority {
                black: Mark::Signed(wrong),
                white,
            };
            let refused = submit(&mut table, STRANGER, &steps, authority);
            // The ranked statement is judged first and is not given here.
            assert_eq!(refused, Err(Refusal::BadRankedSignature));
        }
        table.submit(&steps).unwrap();
        let line = table.line(&steps);
        let context = table.by(STRANGER);
        let none = Authority::NONE;
        for wrong in [step, open, table.rank(), table.resignation(Colour::White)] {
            let refused = table.contract.resign(
                context,
                &table.terms,
                &line,
                &none,
                0,
                &wrong,
                &Signature::NONE,
            );
            assert_eq!(refused, Err(Refusal::BadResignSignature));
        }
        for wrong in [step, open, resign, table.rank(), table.flagging(&steps, 20)] {
            let refused = table.contract.flag(
                context,
                &table.terms,
                &line,
                &none,
                &wrong,
                &Signature::NONE,
            );
            assert_eq!(refused, Err(Refusal::BadFlagSignature));
        }
        let mut elsewhere = Table::unranked();
        elsewhere.terms.black_nonce += Felt::ONE;
        let foreign = table.resignation(Colour::Black);
        let (line, authority) = (elsewhere.line(&steps), elsewhere.authority(&steps));
        let refused = elsewhere.contract.resign(
            context,
            &elsewhere.terms,
            &line,
            &authority,
            0,
            &foreign,
            &Signature::NONE,
        );
        assert_eq!(refused, Err(Refusal::BadResignSignature));
    }

    #[test]
    fn a_broken_line_is_refused_with_its_own_name() {
        let mut table = Table::unranked();
        let mut line = table.line(&moves(23));
        line.count = 24;
        let context = table.by(STRANGER);
        let mark = Mark::Absent;
        let refused = table.contract.submit(
            context,
            &table.terms,
            &line,
            &Authority::NONE,
            mark,
            &Signature::NONE,
        );
        // The digit that is missing reads as point 0, which White holds.
        assert_eq!(refused.map_err(Refusal::as_str), Err("occupied"));
    }
}

mod clock {
    use super::*;

    #[test]
    fn answering_and_claiming_split_the_time_between_them() {
        let mut table = Table::unranked();
        let opened = table.submit(&moves(23)).unwrap();
        for (now, block, answered) in [
            (opened.deadline, opened.min_block, true),
            (opened.deadline, u64::MAX, true),
            (opened.deadline + 1, opened.min_block - 1, true),
            (u64::MAX, opened.min_block - 1, true),
            (opened.deadline + 1, opened.min_block, false),
            (1 << 63, 1 << 63, false),
        ] {
            let mut table = Table {
                contract: table.contract.clone(),
                ..Table::unranked()
            };
            table.at.now = now;
            table.at.block = block;
            let mut twin = Table {
                contract: table.contract.clone(),
                ..Table::unranked()
            };
            twin.at = table.at;
            let claim = twin.claim();
            let submit = table.submit(&moves(24));
            if answered {
                assert!(submit.is_ok());
                assert_eq!(claim, Err(Refusal::WindowRunning));
            } else {
                assert_eq!(submit, Err(Refusal::DeadlinePassed));
                assert!(claim.is_ok());
            }
        }
    }

    #[test]
    fn calls_need_the_right_status() {
        let mut table = Table::ranked();
        assert_eq!(table.claim(), Err(Refusal::NoRecord));
        assert_eq!(table.finalize(), Err(Refusal::NoRecord));
        assert_eq!(table.resign_channel(Colour::Black), Err(Refusal::NoRecord));
        table.submit(&moves(20)).unwrap();
        assert_eq!(table.finalize(), Err(Refusal::NotPending));
        table.flag(&moves(20), 20).unwrap();
        assert_eq!(table.claim(), Err(Refusal::NotOpen));
        assert_eq!(table.finalize(), Err(Refusal::WindowRunning));
        table.wait_for_expiry();
        assert_eq!(table.record().time_class(table.at), TimeClass::Expired);
        assert_eq!(table.submit(&moves(21)), Err(Refusal::DeadlinePassed));
        assert!(table.finalize().is_ok());
    }

    /// I1: Final is absorbing.
    #[test]
    fn nothing_moves_a_final_record() {
        let mut table = Table::ranked();
        let ended = table.resign(&moves(22), Colour::White).unwrap();
        assert_eq!(ended.status, Status::Final);
        let fork = table
            .fork(&moves(22), &moves_but_last(21))
            .expect("a proof");
        assert_eq!(table.submit(&moves(23)), Err(Refusal::IsFinal));
        assert_eq!(
            table.resign(&moves(22), Colour::Black),
            Err(Refusal::IsFinal)
        );
        assert_eq!(table.resign_channel(Colour::Black), Err(Refusal::IsFinal));
        assert_eq!(table.flag(&moves(22), 22), Err(Refusal::IsFinal));
        assert_eq!(table.claim(), Err(Refusal::IsFinal));
        assert_eq!(table.expose(&fork), Err(Refusal::IsFinal));
        assert_eq!(table.finalize(), Err(Refusal::IsFinal));
        assert_eq!(table.record(), ended);
    }
}

mod score {
    use super::*;

    #[test]
    fn the_losers_own_end_is_final_at_once() {
        let mut table = Table::unranked();
        let ended = table.submit(&agreed(18)).unwrap();
        assert_ends(&ended, Status::Final, Ending::Agreed, Winner::Black, 22);
        // 45 stones and points to 9 and 7.5 of komi.
        assert_eq!(
            (verdict(&ended).black_x2, verdict(&ended).white_x2),
            (90, 33)
        );
        assert_eq!(verdict(&ended).outcome().to_string(), "B+28.5");
    }

    /// Else a player could sign Resume, play on, lose, and submit an older Accept.
    #[test]
    fn the_winners_own_end_waits_for_an_objection() {
        let mut table = Table::unranked();
        let pending = table.submit(&agreed(19)).unwrap();
        assert_ends(&pending, Status::Pending, Ending::Agreed, Winner::Black, 23);
        assert_eq!(table.submit(&agreed(19)), Err(Refusal::EndingStands));
        table.wait_for_expiry();
        let ended = table.finalize().unwrap();
        assert_ends(&ended, Status::Final, Ending::Agreed, Winner::Black, 23);
        assert_eq!(verdict(&ended), verdict(&pending));
    }

    #[test]
    fn a_draw_waits_whoever_signed_last() {
        for n in [18, 19] {
            let mut table = Table::new(true, 72);
            let mut steps = agreed(n);
            if n == 19 {
                // The nineteenth stone lies in Black's own area: the score is the same.
                steps[18] = Step::Play(surround_rules::Point::new(80).expect("a point"));
            }
            let pending = table.submit(&steps).unwrap();
            assert_ends(
                &pending,
                Status::Pending,
                Ending::Agreed,
                Winner::Draw,
                n + 4,
            );
            assert_eq!(pending.rating(), Rating::Both);
            assert_eq!(verdict(&pending).outcome().to_string(), "0");
        }
    }

    #[test]
    fn an_open_dispute_can_end_by_score() {
        let mut table = Table::unranked();
        table.submit(&agreed(18)[..21]).unwrap();
        assert_ends(
            &table.submit(&agreed(18)).unwrap(),
            Status::Final,
            Ending::Agreed,
            Winner::Black,
            22,
        );
    }

    /// An Accept after a Resume is beaten by the fork that it is.
    #[test]
    fn an_accept_after_a_resume_is_a_fork() {
        let mut table = Table::unranked();
        // White resumed at step 23 and played on; now it submits its Accept.
        let mut stale = moves(19);
        stale.extend([Step::Pass, Step::Pass]);
        let mut real = stale.clone();
        stale.extend([Step::Propose(Default::default()), Step::Accept]);
        real.extend([Step::Propose(Default::default()), Step::Resume]);
        table.submit(&stale).unwrap();
        let fork = table.fork(&stale, &real).expect("a proof");
        let ended = table.expose(&fork).unwrap();
        assert_ends(&ended, Status::Final, Ending::Forfeit, Winner::White, 23);
        assert!(verdict(&ended).onchain);
    }
}

mod resignation {
    use super::*;

    #[test]
    fn a_signed_resignation_counts_the_resigners_last_own_step() {
        for (player, winner, counted) in [
            (Colour::White, Winner::Black, 22),
            (Colour::Black, Winner::White, 23),
        ] {
            let mut table = Table::ranked();
            let ended = table.resign(&moves(23), player).unwrap();
            assert_ends(&ended, Status::Final, Ending::Resigned, winner, counted);
            assert_eq!(ended.steps, 23);
            assert_eq!(ended.rating(), Rating::Both);
            assert!(!verdict(&ended).onchain);
        }
    }

    /// Otherwise a player could resign by message, keep a winning Accept, and settle that.
    #[test]
    fn a_resignation_is_admitted_until_the_end() {
        let mut table = Table::unranked();
        table.submit(&agreed(19)).unwrap();
        table.wait_for_expiry();
        let ended = table.resign(&[], Colour::Black).map_err(Refusal::as_str);
        assert_ends(
            &ended.unwrap(),
            Status::Final,
            Ending::Resigned,
            Winner::White,
            23,
        );
    }

    #[test]
    fn the_line_may_be_terminal_and_is_not_scored() {
        let mut table = Table::unranked();
        let ended = table.resign(&agreed(19), Colour::Black).unwrap();
        assert_ends(&ended, Status::Final, Ending::Resigned, Winner::White, 23);
        assert_eq!((verdict(&ended).black_x2, verdict(&ended).white_x2), (0, 0));
    }

    /// Once its deadline has passed a player cannot resign instead: a missed deadline forfeits.
    #[test]
    fn a_late_player_cannot_resign() {
        let mut table = Table::unranked();
        table.submit(&moves(23)).unwrap();
        table.wait_for_expiry();
        assert_eq!(
            table.resign(&moves(23), Colour::White),
            Err(Refusal::DuePlayerIsLate)
        );
        assert_eq!(
            table.resign_channel(Colour::White),
            Err(Refusal::DuePlayerIsLate)
        );
        let mut other = Table {
            contract: table.contract.clone(),
            ..Table::unranked()
        };
        other.at = table.at;
        // A line is not looked at any more: what is resigned is the stored one.
        let ended = other.resign(&[], Colour::Black).unwrap();
        assert_ends(&ended, Status::Final, Ending::Resigned, Winner::White, 23);
        let ended = table.resign_channel(Colour::Black).unwrap();
        assert_ends(&ended, Status::Final, Ending::Resigned, Winner::White, 23);
    }

    #[test]
    fn in_time_an_open_dispute_is_resigned_with_a_line() {
        let mut table = Table::ranked();
        table.submit(&moves(15)).unwrap();
        assert_eq!(
            table.resign(&moves(14), Colour::White),
            Err(Refusal::NotTheStoredLine)
        );
        let ended = table.resign(&moves(24), Colour::White).unwrap();
        assert_ends(&ended, Status::Final, Ending::Resigned, Winner::Black, 24);
        assert_eq!(ended.steps, 24);
    }

    #[test]
    fn resign_channel_is_the_players_alone() {
        let mut table = Table::ranked();
        table.submit(&moves(15)).unwrap();
        let stranger = table.by(STRANGER);
        let refused = table.contract.resign_channel(stranger, &table.terms);
        assert_eq!(refused, Err(Refusal::NotAPlayer));
        let pending = table.resign_channel(Colour::White).unwrap();
        assert_ends(
            &pending,
            Status::Pending,
            Ending::Resigned,
            Winner::Black,
            15,
        );
        assert!(verdict(&pending).onchain);
        assert_eq!(pending.rating(), Rating::LoserOnly);
        assert_eq!(
            table.resign_channel(Colour::Black),
            Err(Refusal::EndingStands)
        );
        assert_eq!(table.resign(&[], Colour::Black), Err(Refusal::EndingStands));
    }

    #[test]
    fn there_are_two_players() {
        let mut table = Table::unranked();
        let steps = moves(20);
        let (line, authority) = (table.line(&steps), table.authority(&steps));
        let context = table.by(STRANGER);
        let signature = table.resignation(Colour::Black);
        let refused = table.contract.resign(
            context,
            &table.terms,
            &line,
            &authority,
            2,
            &signature,
            &Signature::NONE,
        );
        assert_eq!(refused, Err(Refusal::BadPlayer));
    }
}

mod short_endings {
    use super::*;

    /// Otherwise a loser resigns from an early head and the game is unrated.
    #[test]
    fn a_short_resignation_waits_and_is_lengthened() {
        let mut table = Table::ranked();
        let pending = table.resign(&moves(10), Colour::White).unwrap();
        assert_ends(
            &pending,
            Status::Pending,
            Ending::Resigned,
            Winner::Black,
            10,
        );
        assert_eq!(pending.rating(), Rating::Neither);
        table.at.now += 100;
        assert_eq!(table.submit(&moves(10)), Err(Refusal::LineNotLonger));
        // One more step, of the winner: it counts no more of the loser's.
        assert_eq!(table.submit(&moves(11)), Err(Refusal::CountsNoMore));
        let longer = table.submit(&moves(15)).unwrap();
        assert_ends(
            &longer,
            Status::Pending,
            Ending::Resigned,
            Winner::Black,
            14,
        );
        assert_eq!(
            (longer.deadline, longer.min_block),
            (pending.deadline, pending.min_block)
        );
        assert_eq!(longer.steps, 15);
        let ended = table.submit(&moves(31)[..21]).unwrap();
        assert_ends(&ended, Status::Final, Ending::Resigned, Winner::Black, 20);
        assert_eq!((ended.steps, ended.rating()), (21, Rating::Both));
    }

    #[test]
    fn the_threshold_is_twenty_counted_steps() {
        for (steps, player, status) in [
            (20, Colour::White, Status::Final),
            (20, Colour::Black, Status::Pending),
            (21, Colour::Black, Status::Final),
        ] {
            let mut table = Table::ranked();
            assert_eq!(
                table.resign(&moves(steps), player).unwrap().status,
                status,
                "{steps}"
            );
        }
        for (stones, status) in [(15, Status::Pending), (17, Status::Final)] {
            // Black, who loses by the komi of 50 points, accepts: 19 and 21 steps.
            let mut table = Table::new(true, 100);
            assert_eq!(
                table.submit(&agreed(stones)).unwrap().status,
                status,
                "{stones}"
            );
        }
    }

    #[test]
    fn unranked_games_do_not_wait() {
        let mut table = Table::unranked();
        assert_eq!(
            table.resign(&moves(4), Colour::White).unwrap().status,
            Status::Final
        );
    }

    #[test]
    fn a_missed_deadline_is_final_however_short() {
        let mut table = Table::ranked();
        table.submit(&moves(3)).unwrap();
        table.wait_for_expiry();
        let ended = table.claim().unwrap();
        assert_ends(&ended, Status::Final, Ending::Forfeit, Winner::Black, 3);
        assert_eq!(ended.rating(), Rating::LoserOnly);
    }

    #[test]
    fn lengthening_ends_with_the_window() {
        let mut table = Table::ranked();
        table.resign(&moves(10), Colour::White).unwrap();
        table.wait_for_expiry();
        assert_eq!(table.submit(&moves(24)), Err(Refusal::DeadlinePassed));
        assert_eq!(table.finalize().unwrap().status, Status::Final);
    }

    /// A line so submitted may be terminal; no score is taken.
    #[test]
    fn a_terminal_line_lengthens_without_a_score() {
        let mut table = Table::ranked();
        table.resign(&moves(10), Colour::White).unwrap();
        let ended = table.submit(&agreed(18)).unwrap();
        assert_ends(&ended, Status::Final, Ending::Resigned, Winner::Black, 22);
        assert_eq!(verdict(&ended).black_x2, 0);
    }

    /// A loser lengthens a short resignation along another branch: the branch is its fork.
    #[test]
    fn a_forked_lengthening_is_exposed() {
        let mut table = Table::ranked();
        table.resign(&moves(10), Colour::White).unwrap();
        let mut branch = moves(11);
        branch.push(moves_but_last(12).pop().unwrap());
        table.submit(&branch).unwrap();
        assert_eq!(table.submit(&moves(24)), Err(Refusal::NotTheStoredLine));
        let fork = table.fork(&branch, &moves(24)).expect("a proof");
        let ended = table.expose(&fork).unwrap();
        assert_ends(&ended, Status::Final, Ending::Forfeit, Winner::Black, 24);
    }
}

mod flags {
    use super::*;

    #[test]
    fn a_flag_stands() {
        let mut table = Table::ranked();
        let pending = table.flag(&moves(23), 23).unwrap();
        assert_ends(&pending, Status::Pending, Ending::Time, Winner::Black, 23);
        assert_eq!(table.flag(&moves(23), 23), Err(Refusal::EndingStands));
        table.wait_for_expiry();
        let ended = table.finalize().unwrap();
        assert_eq!(verdict(&ended).outcome().to_string(), "B+T");
        assert_eq!(ended.rating(), Rating::Both);
    }

    #[test]
    fn only_ranked_games_have_a_referee() {
        let mut table = Table::unranked();
        let steps = moves(20);
        let (line, authority) = (table.line(&steps), table.authority(&steps));
        let context = table.by(STRANGER);
        let signature = table.flagging(&steps, 20);
        let refused = table.contract.flag(
            context,
            &table.terms,
            &line,
            &authority,
            &signature,
            &Signature::NONE,
        );
        assert_eq!(refused, Err(Refusal::NotRanked));
    }

    /// Otherwise one leaked or late referee key would end every unsettled game at an old head.
    #[test]
    fn a_longer_line_with_the_winners_own_step_voids_it() {
        let mut table = Table::ranked();
        // White is flagged after 23 steps, though it answered and Black went on.
        table.flag(&moves(23), 23).unwrap();
        assert_eq!(table.submit(&moves(24)), Err(Refusal::WinnerAddsNoStep));
        table.at.now += 50;
        let open = table.submit(&moves(25)).unwrap();
        assert_eq!(
            (open.status, open.due, open.verdict),
            (Status::Open, Some(Colour::White), None)
        );
        assert_eq!(open.deadline, table.at.now + 3_600);
        assert_eq!(table.flag(&moves(25), 23), Err(Refusal::BadFlagSignature));
        assert!(table.flag(&moves(25), 25).is_ok());
    }

    #[test]
    fn a_flag_is_voided_by_the_end_of_the_game_too() {
        let mut table = Table::ranked();
        let steps = agreed(18);
        table.flag(&steps[..20], 20).unwrap();
        // Black is flagged after White's pass; it proposed, and White accepted and lost.
        let ended = table.submit(&steps).unwrap();
        assert_ends(&ended, Status::Final, Ending::Agreed, Winner::Black, 22);
    }

    /// Otherwise a flagged player escapes by answering late on the chain.
    #[test]
    fn a_flag_covers_the_flagged_players_late_steps() {
        let mut table = Table::ranked();
        table.submit(&moves(23)).unwrap();
        table.submit(&moves(24)).unwrap();
        let pending = table.flag(&moves(24), 23).unwrap();
        assert_ends(&pending, Status::Pending, Ending::Time, Winner::Black, 23);
        assert_eq!(pending.steps, 24);
        // Two late steps in a row: Resume and a move.
        for at in [22, 23, 24] {
            let mut table = Table::ranked();
            let steps = resumed(20);
            let pending = table.flag(&steps, at).unwrap();
            let winner = if at == 24 {
                Winner::Black
            } else {
                Winner::White
            };
            assert_ends(&pending, Status::Pending, Ending::Time, winner, at as u16);
        }
        let mut table = Table::ranked();
        assert_eq!(table.flag(&resumed(20), 21), Err(Refusal::BadFlagSignature));
        let mut table = Table::ranked();
        assert_eq!(table.flag(&moves(24), 22), Err(Refusal::BadFlagSignature));
    }

    /// The late step may even end the game.
    #[test]
    fn a_flag_beats_a_score() {
        let mut table = Table::ranked();
        let steps = agreed(19);
        table.submit(&steps).unwrap();
        table.wait_for_expiry();
        let pending = table.flag(&steps, 22).unwrap();
        assert_ends(&pending, Status::Pending, Ending::Time, Winner::White, 22);
        assert_eq!(table.submit(&steps), Err(Refusal::LineNotLonger));
        // And a resignation beats the flag; it counts the stored line.
        let ended = table.resign(&[], Colour::Black).unwrap();
        assert_ends(&ended, Status::Final, Ending::Resigned, Winner::White, 23);
    }

    #[test]
    fn a_flag_needs_a_running_window() {
        let mut table = Table::ranked();
        table.submit(&moves(23)).unwrap();
        table.wait_for_expiry();
        assert_eq!(table.flag(&moves(23), 23), Err(Refusal::DeadlinePassed));
    }
}

mod forks {
    use super::*;

    #[test]
    fn a_proof_ends_an_open_dispute_even_late() {
        for late in [false, true] {
            let mut table = Table::ranked();
            // White played 22 twice; Black opened with one of the games.
            let fork_line = moves(23);
            table.submit(&fork_line).unwrap();
            if late {
                table.wait_for_expiry();
            }
            let fork = table
                .fork(&fork_line, &moves_but_last(22))
                .expect("a proof");
            let ended = table.expose(&fork).unwrap();
            assert_ends(&ended, Status::Final, Ending::Forfeit, Winner::Black, 23);
            assert_eq!(ended.head, table.chain(&fork_line).head());
        }
    }

    #[test]
    fn the_longer_branch_counts() {
        let mut table = Table::ranked();
        let stored = moves_but_last(12);
        table.submit(&stored).unwrap();
        let fork = table.fork(&stored, &moves(24)).expect("a proof");
        let ended = table.expose(&fork).unwrap();
        assert_ends(&ended, Status::Final, Ending::Forfeit, Winner::Black, 24);
        assert_eq!(ended.steps, 12);
    }

    /// Otherwise a loser proves its own fork at an early head, and the game is unrated.
    #[test]
    fn a_short_fork_waits_and_is_lengthened() {
        let mut table = Table::ranked();
        table.submit(&moves(10)).unwrap();
        let own = table.fork(&moves(10), &moves_but_last(2)).expect("a proof");
        let pending = table.expose(&own).unwrap();
        assert_ends(
            &pending,
            Status::Pending,
            Ending::Forfeit,
            Winner::Black,
            10,
        );
        assert_eq!(pending.rating(), Rating::LoserOnly);
        assert_eq!(table.expose(&own), Err(Refusal::CountsNoMore));
        assert_eq!(
            table.resign_channel(Colour::White),
            Err(Refusal::EndingStands)
        );
        let mut second = Table {
            contract: table.contract.clone(),
            ..Table::ranked()
        };
        // By the game that was played, or by a second proof that reaches further.
        let ended = table.submit(&moves(21)).unwrap();
        assert_ends(&ended, Status::Final, Ending::Forfeit, Winner::Black, 20);
        assert!(verdict(&ended).onchain);
        let mut other = moves_but_last(2);
        other.extend(moves(24).split_off(2));
        let further = second.fork(&moves(10), &other).expect("a proof");
        let ended = second.expose(&further).unwrap();
        assert_ends(&ended, Status::Final, Ending::Forfeit, Winner::Black, 24);
        assert_eq!(ended.steps, 10);
    }

    #[test]
    fn the_first_fork_stands_against_the_other_player() {
        let mut table = Table::ranked();
        table.submit(&moves(10)).unwrap();
        let white = table.fork(&moves(10), &moves_but_last(8)).expect("a proof");
        let black = table.fork(&moves(10), &moves_but_last(9)).expect("a proof");
        table.expose(&white).unwrap();
        assert_eq!(table.expose(&black), Err(Refusal::EndingStands));
        table.wait_for_expiry();
        assert_eq!(table.expose(&white), Err(Refusal::DeadlinePassed));
    }

    #[test]
    fn a_fork_beats_every_other_ending_even_late() {
        let mut resigned = Table::ranked();
        resigned.resign(&moves(10), Colour::White).unwrap();
        let mut flagged = Table::ranked();
        flagged.flag(&moves(10), 10).unwrap();
        for mut table in [resigned, flagged] {
            table.wait_for_expiry();
            let fork = table.fork(&moves(10), &moves_but_last(9)).expect("a proof");
            let pending = table.expose(&fork).unwrap();
            assert_ends(
                &pending,
                Status::Pending,
                Ending::Forfeit,
                Winner::White,
                10,
            );
            assert_eq!(pending.deadline, table.at.now + 3_600);
        }
    }

    #[test]
    fn a_proof_is_about_the_stored_line() {
        let mut table = Table::unranked();
        let context = table.by(STRANGER);
        let stored = moves(12);
        let other = moves_but_last(11);
        let proof = table.fork(&stored, &other).expect("a proof");
        let refused = table.contract.expose_fork(context, &table.terms, &proof);
        assert_eq!(refused, Err(Refusal::NoRecord));
        table.submit(&stored).unwrap();
        let refuse = |change: &dyn Fn(&mut Fork), refusal| {
            let mut table = Table {
                contract: table.contract.clone(),
                ..Table::unranked()
            };
            let mut fork = proof.clone();
            change(&mut fork);
            assert_eq!(table.expose(&fork), Err(refusal));
        };
        refuse(&|fork| fork.author = 2, Refusal::BadForkStep);
        refuse(&|fork| fork.code = 365, Refusal::BadForkStep);
        // (author 1, code c) and (author 0, code c + 512) are the same word.
        refuse(
            &|fork| (fork.author, fork.code) = (0, fork.code + 512),
            Refusal::BadForkStep,
        );
        refuse(&|fork| fork.dead.d0 = 1, Refusal::BadForkStep);
        refuse(&|fork| fork.code += 1, Refusal::ForkOffTheLine);
        refuse(&|fork| fork.author = 1, Refusal::ForkOffTheLine);
        refuse(&|fork| fork.head += Felt::ONE, Refusal::ForkOffTheLine);
        refuse(&|fork| fork.tail.clear(), Refusal::ForkOffTheLine);
        refuse(
            &|fork| fork.tail = vec![Felt::ONE; 12],
            Refusal::ForkOffTheLine,
        );
        refuse(
            &|fork| fork.tail = vec![Felt::ONE; 246],
            Refusal::ForkTailTooLong,
        );
        refuse(
            &|fork| fork.other_tail = vec![Felt::ONE; 246],
            Refusal::ForkTailTooLong,
        );
        refuse(
            &|fork| fork.other_tail = vec![Felt::ONE; 245],
            Refusal::BadForkSignature,
        );
        refuse(&|fork| fork.other += Felt::ONE, Refusal::BadForkSignature);
        let resign = table.resignation(Colour::Black);
        refuse(&|fork| fork.signature = resign, Refusal::BadForkSignature);
        let stored_word = *table.chain(&stored).words().get(10).expect("a word");
        refuse(&|fork| fork.other = stored_word, Refusal::SameForkStep);
    }

    #[test]
    fn an_honest_game_proves_nothing() {
        let table = Table::unranked();
        assert_eq!(table.fork(&moves(12), &moves(20)), None);
        assert_eq!(table.fork(&moves(20), &moves(12)), None);
    }
}
