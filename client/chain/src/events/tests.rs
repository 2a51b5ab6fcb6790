use surround_channel::line::DeadSet;

use super::*;
use crate::bindings::layout::Layout;

/// Keys come first among the members of every event; `kind` is not a member.
fn event(name: &str, keys: usize, value: impl Fn(&str) -> u64) -> Event {
    let members = Layout::new().event(name, value);
    let (key_members, data) = members.split_at(keys);
    let kind = starknet_keccak(name.as_bytes());
    Event {
        from_address: Felt::ONE,
        keys: [&[kind], key_members].concat(),
        data: data.to_vec(),
    }
}

/// Numbers for the members that both kinds of dispute event have.
fn common(name: &str) -> Option<u64> {
    match name {
        "channel_id" => Some(1),
        "black" => Some(2),
        "white" => Some(3),
        "dispute.status" => Some(1),
        "dispute.steps" => Some(29),
        "dispute.due" => Some(1),
        "line.packed.length" => Some(2),
        "line.packed.0" => Some(4),
        "line.packed.1" => Some(5),
        "line.count" => Some(29),
        "line.dead.d0" => Some(6),
        "line.dead.d1" => Some(7),
        "line.dead.d2" => Some(8),
        name if name.starts_with("dispute.") => Some(0),
        _ => None,
    }
}

fn line() -> Line {
    Line {
        packed: vec![Felt::from(4), Felt::from(5)],
        count: 29,
        dead: DeadSet {
            d0: 6,
            d1: 7,
            d2: 8,
        },
    }
}

#[test]
fn reads_the_first_write_of_a_channel_with_its_terms() {
    let event = event("DisputeCreated", 3, |name| {
        common(name).unwrap_or(match name {
            "terms.size" => 19,
            "terms.white_nonce" => 9,
            _ => 0,
        })
    });
    let Ok(Happening::Created {
        channel_id,
        dispute,
        line: stored,
        terms,
    }) = Happening::read(&event)
    else {
        panic!("not read");
    };
    assert_eq!(channel_id, Felt::ONE);
    assert_eq!((dispute.record.steps, stored), (29, line()));
    assert_eq!((terms.size, terms.white_nonce), (19, Felt::from(9)));
}

#[test]
fn reads_later_writes_of_a_channel() {
    let event = event("DisputeUpdated", 3, |name| common(name).unwrap());
    let Ok(Happening::Updated {
        channel_id,
        dispute,
        line: stored,
    }) = Happening::read(&event)
    else {
        panic!("not read");
    };
    assert_eq!(
        (channel_id, dispute.record.steps, stored),
        (Felt::ONE, 29, line())
    );
}

#[test]
fn reads_the_life_of_keys() {
    let value = |name: &str| match name {
        "account" => 1,
        "key" => 2,
        _ => 3,
    };
    let (account, key) = (Felt::ONE, Felt::TWO);
    assert_eq!(
        Happening::read(&event("KeyRegistered", 2, value)).ok(),
        Some(Happening::KeyRegistered { account, key })
    );
    assert_eq!(
        Happening::read(&event("KeyRevoked", 2, value)).ok(),
        Some(Happening::KeyRevoked {
            account,
            key,
            until: 3
        })
    );
}

#[test]
fn refuses_events_that_the_contract_does_not_have() {
    let good = event("KeyRegistered", 2, |_| 1);
    let broken = [
        Event {
            keys: Vec::new(),
            ..good.clone()
        },
        Event {
            keys: vec![Felt::ONE, Felt::ONE, Felt::ONE],
            ..good.clone()
        },
        Event {
            keys: good.keys[..2].to_vec(),
            ..good.clone()
        },
        Event {
            data: vec![Felt::ONE],
            ..good
        },
    ];
    for event in broken {
        assert!(Happening::read(&event).is_err(), "{event:?}");
    }
}

#[test]
fn a_block_is_named_by_its_hash_so_that_a_node_without_it_refuses() {
    let contract = Settlement { address: Felt::TWO };
    let filter = filter(contract, None, 7, BlockId::Hash(Felt::ONE));
    let asked = serde_json::to_value(&filter).unwrap();
    assert_eq!(
        asked["from_block"],
        serde_json::json!({ "block_number": 7 })
    );
    assert_eq!(
        asked["to_block"],
        serde_json::json!({ "block_hash": "0x1" })
    );
}
