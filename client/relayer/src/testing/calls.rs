//! Runs calldata on the contract in memory, as the deployed contract reads it.

use starknet_types_core::felt::Felt;
use surround_chain::Call;
use surround_channel::evidence::{Authority, Mark};
use surround_channel::fork::Fork;
use surround_channel::line::{DeadSet, Line};
use surround_channel::statements::Signature;
use surround_channel::terms::Terms;
use surround_settlement::{Context, Contract, Record, Refusal};

/// What a call did: the record after it, the channel's terms, and the line it brought.
pub struct Done {
    pub terms: Terms,
    pub record: Record,
    pub line: Option<Line>,
}

/// Runs a call; the contract's refusal leaves it unchanged.
pub fn run(contract: &mut Contract, context: Context, call: &Call) -> Result<Done, Refusal> {
    let mut felts = Reader(call.calldata.iter());
    let terms = felts.terms();
    let (record, line) = match call.entrypoint {
        "submit" => {
            let (line, authority) = (felts.line(), felts.authority());
            let (open, ranked) = (felts.mark(), felts.signature());
            let record = contract.submit(context, &terms, &line, &authority, open, &ranked)?;
            (record, Some(line))
        }
        "resign" => {
            let (line, authority) = (felts.line(), felts.authority());
            let (player, signature, ranked) = (felts.small(), felts.signature(), felts.signature());
            let player = u8::try_from(player).unwrap();
            let record = contract.resign(
                context, &terms, &line, &authority, player, &signature, &ranked,
            )?;
            (record, Some(line).filter(|line| line.count > 0))
        }
        "claim_forfeit" => (contract.claim_forfeit(context, &terms)?, None),
        "finalize" => (contract.finalize(context, &terms)?, None),
        "expose_fork" => {
            let fork = felts.fork();
            (contract.expose_fork(context, &terms, &fork)?, None)
        }
        other => panic!("a relayer does not call {other}"),
    };
    assert_eq!(felts.0.next(), None, "{}: felts are left", call.entrypoint);
    Ok(Done {
        terms,
        record,
        line,
    })
}

struct Reader<'a>(std::slice::Iter<'a, Felt>);

impl Reader<'_> {
    fn felt(&mut self) -> Felt {
        *self.0.next().unwrap()
    }

    fn small(&mut self) -> u64 {
        self.felt().try_into().unwrap()
    }

    fn span(&mut self) -> Vec<Felt> {
        (0..self.small()).map(|_| self.felt()).collect()
    }

    fn terms(&mut self) -> Terms {
        Terms {
            black: self.felt(),
            white: self.felt(),
            black_key: self.felt(),
            white_key: self.felt(),
            referee_key: self.felt(),
            size: u8::try_from(self.small()).unwrap(),
            handicap: u8::try_from(self.small()).unwrap(),
            komi_x2: u16::try_from(self.small()).unwrap(),
            turn_seconds: self.small(),
            turn_blocks: self.small(),
            expires_at: self.small(),
            black_nonce: self.felt(),
            white_nonce: self.felt(),
        }
    }

    fn line(&mut self) -> Line {
        Line {
            packed: self.span(),
            count: u16::try_from(self.small()).unwrap(),
            dead: self.dead(),
        }
    }

    fn dead(&mut self) -> DeadSet {
        let mut limb = || self.felt().try_into().unwrap();
        DeadSet {
            d0: limb(),
            d1: limb(),
            d2: limb(),
        }
    }

    fn signature(&mut self) -> Signature {
        Signature {
            r: self.felt(),
            s: self.felt(),
        }
    }

    fn mark(&mut self) -> Mark {
        match self.small() {
            0 => Mark::Absent,
            1 => panic!("a relayer never calls with the mark Caller"),
            _ => Mark::Signed(self.signature()),
        }
    }

    fn authority(&mut self) -> Authority {
        Authority {
            black: self.mark(),
            white: self.mark(),
        }
    }

    fn fork(&mut self) -> Fork {
        Fork {
            head: self.felt(),
            author: u8::try_from(self.small()).unwrap(),
            code: u16::try_from(self.small()).unwrap(),
            dead: self.dead(),
            tail: self.span(),
            other: self.felt(),
            other_tail: self.span(),
            signature: self.signature(),
        }
    }
}
