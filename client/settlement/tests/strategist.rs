//! What the strategist advises, and that the contract takes the advice.

mod common;

use common::{Table, agreed, moves, moves_but_last, referee_secret, signed};
use surround_channel::evidence::Signed;
use surround_channel::statements::{flag_hash, open_hash};
use surround_channel::transcript::{Transcript, Verified};
use surround_rules::{Colour, Step};
use surround_settlement::strategist::{Action, Case, Plan, Reason, Role, plan};
use surround_settlement::{Record, Window, fork};

use Colour::{Black, White};

/// A transcript of the steps with both players' latest signatures and the referee's `ranked`.
fn held(table: &Table, steps: &[Step]) -> Verified {
    let mut transcript = Transcript::new(common::CHAIN, common::ADDRESS, table.terms.clone());
    transcript.steps = steps.to_vec();
    let chain = table.chain(steps);
    for player in Colour::BOTH {
        let step = chain.last_step_of(player);
        if step > 0 {
            let signature = table.endorse(steps, player);
            *transcript.signatures.of_mut(player) = Some(Signed {
                steps: step,
                signature,
            });
        }
    }
    if table.terms.is_ranked() {
        transcript.ranked = Some(table.rank());
    }
    transcript.verify().expect("a good transcript")
}

struct Asked<'a> {
    table: &'a Table,
    held: &'a Verified,
    fork: Option<u16>,
    stalled: bool,
    role: Role,
}

fn ask<'a>(table: &'a Table, held: &'a Verified) -> Asked<'a> {
    Asked {
        table,
        held,
        fork: None,
        stalled: false,
        role: Role::Player,
    }
}

impl Asked<'_> {
    fn plan(&self, player: Colour) -> Plan {
        let record: Record = self.table.record();
        plan(&Case {
            player,
            role: self.role,
            record: &record,
            at: self.table.at,
            held: self.held,
            fork: self.fork,
            stalled: self.stalled,
        })
    }

    fn assert(&self, player: Colour, action: Action, reason: Reason) {
        let plan = self.plan(player);
        assert_eq!((plan.action, plan.reason), (action, reason), "{player}");
    }
}

mod before_a_record {
    use super::*;

    #[test]
    fn the_due_player_signs_and_the_other_waits_then_opens() {
        let table = Table::ranked();
        let game = held(&table, &moves(23));
        let mut asked = ask(&table, &game);
        asked.assert(White, Action::SignStep, Reason::PlayerToMove);
        let last_call = table.terms.expires_at - 2 * table.terms.turn_seconds;
        let until = Window {
            deadline: last_call - 1,
            min_block: 0,
        };
        asked.assert(Black, Action::Wait { until }, Reason::OpponentToMove);
        asked.stalled = true;
        asked.assert(Black, Action::Submit, Reason::OpponentStalls);
        assert_eq!(asked.plan(Black).by, Some(last_call));
        asked.role = Role::Relayer;
        asked.assert(Black, Action::SignOpen, Reason::OpponentStalls);
        let mut opened = game.clone();
        let signature = signed(
            &common::player_secret(Black),
            open_hash(game.chain().head()),
        );
        opened
            .add_open(Signed {
                steps: 23,
                signature,
            })
            .unwrap();
        asked.held = &opened;
        asked.assert(Black, Action::Submit, Reason::OpponentStalls);
    }

    #[test]
    fn a_game_is_opened_two_windows_before_it_expires() {
        let mut table = Table::unranked();
        table.at.now = table.terms.expires_at - 2 * table.terms.turn_seconds;
        let game = held(&table, &moves(23));
        ask(&table, &game).assert(Black, Action::Submit, Reason::OpponentStalls);
        table.at.now = table.terms.expires_at;
        ask(&table, &game).assert(Black, Action::Nothing, Reason::Expired);
        ask(&table, &game).assert(White, Action::Nothing, Reason::Expired);
    }

    #[test]
    fn a_line_needs_a_step_of_each_player_and_the_referees_word() {
        let mut table = Table::ranked();
        let game = held(&table, &moves(1));
        ask(&table, &game).assert(White, Action::SignStep, Reason::PlayerToMove);
        ask(&table, &game).assert(Black, Action::Nothing, Reason::TooEarly);
        let begun = table.at.now;
        table.at.now = table.terms.expires_at;
        ask(&table, &game).assert(White, Action::Nothing, Reason::TooEarly);
        table.at.now = begun;
        let mut transcript = held(&table, &moves(23)).transcript().clone();
        transcript.ranked = None;
        let game = transcript.verify().unwrap();
        ask(&table, &game).assert(Black, Action::Nothing, Reason::RankedMissing);
    }

    #[test]
    fn a_score_is_settled_by_the_winner() {
        // Black wins. The last author is Black after 19 stones, White after 18.
        for (stones, hurry) in [(18, false), (19, true)] {
            let mut table = Table::unranked();
            let game = held(&table, &agreed(stones));
            let asked = ask(&table, &game);
            asked.assert(Black, Action::Submit, Reason::Settle);
            assert_eq!(asked.plan(Black).by.is_some(), hurry);
            asked.assert(White, Action::Nothing, Reason::LostByScore);
            table.at.now = table.terms.expires_at;
            let late = ask(&table, &game).plan(Black).action;
            assert_eq!(
                late,
                if hurry {
                    Action::Nothing
                } else {
                    Action::Submit
                }
            );
        }
    }

    #[test]
    fn resignations_and_flags_are_used_against_the_opponent_alone() {
        let table = Table::ranked();
        let mut game = held(&table, &moves(23));
        game.add_flag(Signed {
            steps: 23,
            signature: table.flagging(&moves(23), 23),
        })
        .unwrap();
        ask(&table, &game).assert(Black, Action::Flag, Reason::OpponentFlagged);
        ask(&table, &game).assert(White, Action::Nothing, Reason::PlayerFlagged);
        let mut game = held(&table, &moves(23));
        game.add_resignation(White, table.resignation(White))
            .unwrap();
        ask(&table, &game).assert(Black, Action::Resign, Reason::OpponentResigned);
        // No step after its own resignation.
        ask(&table, &game).assert(White, Action::Nothing, Reason::PlayerResigned);
    }
}

mod open {
    use super::*;

    #[test]
    fn the_due_player_answers_with_a_step_or_the_longer_line() {
        let mut table = Table::unranked();
        let record = table.submit(&moves(23)).unwrap();
        let game = held(&table, &moves(23));
        let asked = ask(&table, &game);
        asked.assert(White, Action::SignStep, Reason::PlayerDue);
        assert_eq!(asked.plan(White).by, Some(record.deadline));
        let until = record.window();
        asked.assert(Black, Action::Wait { until }, Reason::OpponentDue);
        let longer = held(&table, &moves(28));
        for player in Colour::BOTH {
            ask(&table, &longer).assert(player, Action::Submit, Reason::LongerLine);
        }
        table.submit(&moves(28)).unwrap();
    }

    #[test]
    fn evidence_against_the_opponent_comes_first() {
        let mut table = Table::ranked();
        table.submit(&moves(23)).unwrap();
        let mut game = held(&table, &moves(28));
        game.add_resignation(White, table.resignation(White))
            .unwrap();
        ask(&table, &game).assert(Black, Action::Resign, Reason::OpponentResigned);
        ask(&table, &game).assert(White, Action::Submit, Reason::LongerLine);
        let forked = Asked {
            fork: Some(23),
            ..ask(&table, &game)
        };
        forked.assert(Black, Action::ExposeFork, Reason::OpponentForked);
        let mut game = held(&table, &moves(23));
        let signature = signed(&referee_secret(), flag_hash(game.chain().head()));
        game.add_flag(Signed {
            steps: 23,
            signature,
        })
        .unwrap();
        ask(&table, &game).assert(Black, Action::Flag, Reason::OpponentFlagged);
        ask(&table, &game).assert(White, Action::Nothing, Reason::PlayerFlagged);
    }

    #[test]
    fn a_missed_deadline_is_claimed() {
        let mut table = Table::unranked();
        table.submit(&moves(23)).unwrap();
        table.wait_for_expiry();
        let game = held(&table, &moves(23));
        ask(&table, &game).assert(Black, Action::Claim, Reason::OpponentLate);
        ask(&table, &game).assert(White, Action::Nothing, Reason::PlayerLate);
        // Whoever is late still exposes a fork before somebody claims.
        let forked = Asked {
            fork: Some(23),
            ..ask(&table, &game)
        };
        forked.assert(White, Action::ExposeFork, Reason::OpponentForked);
        table.claim().unwrap();
        ask(&table, &game).assert(Black, Action::Nothing, Reason::Over);
    }

    /// The player has lost its key after an answer by wallet: another line is stored.
    #[test]
    fn a_line_that_is_not_the_stored_one_is_not_brought() {
        let mut table = Table::unranked();
        table.submit(&moves_but_last(23)).unwrap();
        let game = held(&table, &moves(28));
        ask(&table, &game).assert(White, Action::SignStep, Reason::PlayerDue);
        let proof = table.fork(&moves_but_last(23), &moves(28)).unwrap();
        let (against, counted) = fork::check(&table.terms, &table.record(), &proof).unwrap();
        assert_eq!((against, counted), (Black, 27));
        let forked = Asked {
            fork: Some(counted),
            ..ask(&table, &game)
        };
        forked.assert(White, Action::ExposeFork, Reason::OpponentForked);
    }
}

mod pending {
    use super::*;

    #[test]
    fn a_flag_is_voided_by_the_longer_line() {
        let mut table = Table::ranked();
        let record = table.flag(&moves(23), 23).unwrap();
        let until = record.window();
        let game = held(&table, &moves(25));
        let asked = ask(&table, &game);
        asked.assert(White, Action::Submit, Reason::FlagOutdated);
        asked.assert(Black, Action::Wait { until }, Reason::ResultPending);
        let late_answer = held(&table, &moves(24));
        let asked = ask(&table, &late_answer);
        asked.assert(White, Action::Wait { until }, Reason::NoObjection);
    }

    #[test]
    fn a_resignation_ends_a_pending_flag_at_once_and_adds_nothing_to_a_resignation() {
        let resigned = |table: &Table| {
            let mut game = held(table, &moves(23));
            game.add_resignation(White, table.resignation(White))
                .unwrap();
            game
        };
        let mut table = Table::ranked();
        table.flag(&moves(23), 23).unwrap();
        let game = resigned(&table);
        ask(&table, &game).assert(Black, Action::Resign, Reason::OpponentResigned);
        let mut table = Table::ranked();
        table.resign(&moves(10), White).unwrap();
        let game = resigned(&table);
        assert_ne!(ask(&table, &game).plan(Black).action, Action::Resign);
    }

    #[test]
    fn a_short_resignation_is_lengthened_by_the_winner() {
        let mut table = Table::ranked();
        table.resign(&moves(10), White).unwrap();
        let game = held(&table, &moves(25));
        ask(&table, &game).assert(Black, Action::Submit, Reason::CountsTooFew);
        table.submit(&moves(18)).unwrap();
        ask(&table, &game).assert(Black, Action::Submit, Reason::CountsTooFew);
        let same = held(&table, &moves(18));
        let until = table.record().window();
        ask(&table, &same).assert(Black, Action::Wait { until }, Reason::ResultPending);
        let forked = Asked {
            fork: Some(24),
            ..ask(&table, &same)
        };
        forked.assert(Black, Action::ExposeFork, Reason::OpponentForked);
    }

    #[test]
    fn a_flag_does_not_help_against_a_resignation() {
        let mut table = Table::ranked();
        let steps = moves(10);
        let until = table.resign(&steps, White).unwrap().window();
        let mut game = held(&table, &steps);
        game.add_flag(Signed {
            steps: 10,
            signature: table.flagging(&steps, 10),
        })
        .unwrap();
        ask(&table, &game).assert(White, Action::Wait { until }, Reason::NoObjection);
    }

    #[test]
    fn a_short_fork_is_lengthened_by_a_longer_branch_alone() {
        let mut table = Table::ranked();
        let steps = moves(10);
        table.submit(&steps).unwrap();
        let mut other = moves(9);
        other.push(Step::Pass);
        let fork = table.fork(&steps, &other).unwrap();
        let until = table.expose(&fork).unwrap().window();
        let game = held(&table, &steps);
        let holding = |fork| Asked {
            fork,
            ..ask(&table, &game)
        };
        for no_longer in [None, Some(9), Some(10)] {
            let waits = Action::Wait { until };
            holding(no_longer).assert(Black, waits, Reason::ResultPending);
        }
        holding(Some(12)).assert(Black, Action::ExposeFork, Reason::CountsTooFew);
        holding(Some(12)).assert(White, Action::Wait { until }, Reason::NoObjection);
    }

    #[test]
    fn a_score_gives_way_to_what_is_stronger() {
        let mut table = Table::ranked();
        let steps = agreed(19);
        table.submit(&steps).unwrap();
        let until = table.record().window();
        let mut game = held(&table, &steps);
        ask(&table, &game).assert(White, Action::Wait { until }, Reason::NoObjection);
        // Black accepted late.
        game.add_flag(Signed {
            steps: 22,
            signature: table.flagging(&steps, 22),
        })
        .unwrap();
        ask(&table, &game).assert(White, Action::Flag, Reason::OpponentFlagged);
        game.add_resignation(Black, table.resignation(Black))
            .unwrap();
        ask(&table, &game).assert(White, Action::Resign, Reason::OpponentResigned);
        table.wait_for_expiry();
        ask(&table, &game).assert(White, Action::Resign, Reason::OpponentResigned);
        ask(&table, &game).assert(Black, Action::Finalize, Reason::WindowOver);
        table.finalize().unwrap();
    }

    #[test]
    fn a_result_whose_window_is_over_is_left_to_its_winner_and_a_draw_to_both() {
        let mut table = Table::ranked();
        let steps = agreed(19);
        table.submit(&steps).unwrap();
        let game = held(&table, &steps);
        table.wait_for_expiry();
        ask(&table, &game).assert(White, Action::Nothing, Reason::NoObjection);
        ask(&table, &game).assert(Black, Action::Finalize, Reason::WindowOver);
        let mut table = Table::new(true, 72);
        let steps = agreed(18);
        table.submit(&steps).unwrap();
        let game = held(&table, &steps);
        table.wait_for_expiry();
        ask(&table, &game).assert(White, Action::Finalize, Reason::WindowOver);
        ask(&table, &game).assert(Black, Action::Finalize, Reason::WindowOver);
    }
}
