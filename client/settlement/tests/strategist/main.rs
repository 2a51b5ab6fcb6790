//! What the strategist advises, and that the contract takes the advice.

mod before_a_record;
#[path = "../common/mod.rs"]
mod common;
mod open;
mod pending;

use common::{Table, agreed, moves, moves_but_last, referee_secret, signed};
use surround_channel::evidence::Signed;
use surround_channel::statements::{flag_hash, open_hash};
use surround_channel::transcript::{Transcript, Verified};
use surround_rules::{Colour, Step};
use surround_settlement::strategist::{Action, Case, Plan, Reason, Role, plan};
use surround_settlement::{Rating, Record, Window, fork};

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
