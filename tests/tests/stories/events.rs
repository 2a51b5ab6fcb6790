//! The events: one for every write, with all that a watcher needs to rebuild the game from the chain
//! alone (protocol 3.5); and what a dispute stores (protocol 3.1).

use std::collections::BTreeSet;

use anyhow::{Context, Result, ensure};
use starknet_rust::core::types::{BlockId, MaybePreConfirmedStateUpdate};
use starknet_rust::providers::Provider;
use starknet_types_core::felt::Felt;
use surround_chain::events::{Happening, Seen, events};
use surround_chain::receipt::Receipt;
use surround_channel::line::{Line, replay};
use surround_channel::terms::Terms;
use surround_rules::Colour;
use surround_settlement::{Record, Status};
use surround_tests::acts::Act;
use surround_tests::artifacts::Meter;
use surround_tests::game::{SignedGame, key};
use surround_tests::network::{BLACK, THIRD, WHITE};
use surround_tests::table::Table;

/// What a watcher knows of a channel that it saw in events alone.
#[derive(Debug)]
struct Watched {
    terms: Terms,
    line: Line,
    record: Record,
}

impl Watched {
    /// Reads a channel's events from the first on.
    fn rebuild(seen: &[Seen]) -> Result<Self> {
        let mut watched: Option<Self> = None;
        for Seen { happening, .. } in seen {
            match (happening, watched.as_mut()) {
                (
                    Happening::Created {
                        dispute,
                        line,
                        terms,
                        ..
                    },
                    None,
                ) => {
                    let (terms, line) = (Terms::clone(terms), line.clone());
                    watched = Some(Self {
                        terms,
                        line,
                        record: dispute.record,
                    });
                }
                (Happening::Updated { dispute, line, .. }, Some(watched)) => {
                    watched.record = dispute.record;
                    if line.count > 0 {
                        watched.line = line.clone();
                    }
                }
                other => anyhow::bail!("out of order: {other:?}"),
            }
        }
        watched.context("no event")
    }
}

/// Plays acts on a game and checks after each of them that one event was emitted, and that the events
/// so far give terms, line and record.
async fn watch(table: &mut Table, game: &SignedGame, acts: Vec<(usize, Act, u16)>) -> Result<()> {
    let id = game.channel_id()?;
    for (number, (by, act, steps)) in acts.into_iter().enumerate() {
        let (receipt, record) = table.receipt(by, act).await?;
        let own = receipt
            .events
            .iter()
            .filter(|event| event.from_address == table.contract().address);
        let own: Vec<_> = own.collect();
        ensure!(own.len() == 1, "{} events", own.len());
        let keys = own
            .first()
            .map(|event| event.keys.clone())
            .unwrap_or_default();
        assert_eq!(keys[1..], [id, game.terms.black, game.terms.white]);

        let node = table.network().node();
        let seen = events(node, table.contract(), Some(id), 0, receipt.block).await?;
        assert_eq!(seen.len(), number + 1);
        let watched = Watched::rebuild(&seen)?;
        assert_eq!(watched.record, record);
        assert_eq!(watched.terms, game.terms);
        assert_eq!(watched.line, game.upto(steps)?.line());
        let replayed = replay(watched.terms.setup(), &watched.line, id, 0)?;
        assert_eq!((replayed.steps, replayed.head), (record.steps, record.head));
    }
    assert_eq!(table.record(game)?.status, Status::Final);
    Ok(())
}

/// Every call but those about keys, each way out of None, and each change of the stored line.
#[tokio::test]
async fn the_game_is_in_the_events() -> Result<()> {
    let mut table = Table::new().await?;
    // Opened, answered, flagged, voided, ended by agreement with a dead stone.
    let mut game = table.ranked()?;
    game.fill(28)?.agree()?;
    let line = |steps: u16| -> Result<Act> { Ok(game.upto(steps)?.submit()?.into()) };
    let acts = vec![
        (THIRD, line(25)?, 25),
        (WHITE, line(26)?, 26),
        (THIRD, game.upto(26)?.flag(26)?.into(), 26),
        (THIRD, line(28)?, 28),
        (THIRD, line(32)?, 32),
        (THIRD, game.resign(Colour::White)?.into(), 32),
    ];
    watch(&mut table, &game, acts).await?;

    // Opened by a flag; resigned by an account.
    let mut game = table.ranked()?;
    game.fill(25)?;
    let acts = vec![
        (THIRD, game.flag(25)?.into(), 25),
        (BLACK, game.resign_channel(), 25),
    ];
    watch(&mut table, &game, acts).await?;

    // Opened by a short resignation; lengthened twice.
    let mut game = table.ranked()?;
    game.fill(21)?;
    let acts = vec![
        (THIRD, game.upto(11)?.resign(Colour::Black)?.into(), 11),
        (THIRD, game.upto(14)?.submit()?.into(), 14),
        (THIRD, game.submit()?.into(), 21),
    ];
    watch(&mut table, &game, acts).await?;

    // A fork, exposed twice.
    let mut game = table.ranked()?;
    game.fill(11)?;
    let acts = vec![
        (THIRD, game.submit()?.into(), 11),
        (THIRD, game.expose(&game.branch(6)?)?.into(), 11),
        (
            THIRD,
            game.expose(&game.branch(6)?.further(14)?)?.into(),
            11,
        ),
    ];
    watch(&mut table, &game, acts).await
}

/// The ends that need time: a claim, and a finalized score.
#[tokio::test]
async fn late_ends_are_in_the_events() -> Result<()> {
    let mut table = Table::new().await?;
    for claimed in [true, false] {
        let mut game = table.unranked()?;
        game.fill(24)?;
        if !claimed {
            game.agree()?;
        }
        let steps = game.chain().steps();
        let id = game.channel_id()?;
        table.accept(THIRD, game.submit()?).await?;
        table.expire(&game).await?;
        let act = if claimed {
            game.claim_forfeit()
        } else {
            game.finalize()
        };
        let (receipt, record) = table.receipt(THIRD, act).await?;
        let node = table.network().node();
        let seen = events(node, table.contract(), Some(id), 0, receipt.block).await?;
        let watched = Watched::rebuild(&seen)?;
        assert_eq!((watched.record, watched.line.count), (record, steps));
    }
    Ok(())
}

/// Keys have events of their own, by account and key.
#[tokio::test]
async fn keys_have_events() -> Result<()> {
    let mut table = Table::bare(Meter::Steps).await?;
    let (black, pair) = (table.account(BLACK)?, key(Colour::Black).public());
    let now = table.next().now;
    let registered = table.register(BLACK, pair).await??;
    let revoked = table.revoke(BLACK, pair).await??;
    let read = |receipt: &Receipt| -> Result<Happening> {
        let from = table.contract().address;
        let own = receipt
            .events
            .iter()
            .find(|event| event.from_address == from);
        let own = own.context("no event")?;
        assert_eq!(own.keys[1..], [black, pair]);
        Ok(Happening::read(own)?)
    };
    assert_eq!(
        read(&registered)?,
        Happening::KeyRegistered {
            account: black,
            key: pair
        }
    );
    let until = now + 30 * 24 * 3_600;
    assert_eq!(
        read(&revoked)?,
        Happening::KeyRevoked {
            account: black,
            key: pair,
            until
        }
    );
    Ok(())
}

/// The contract's storage cells that a transaction's block changed.
async fn cells(table: &Table, receipt: &Receipt) -> Result<BTreeSet<Felt>> {
    let rpc = table.network().node().rpc();
    let update = rpc.get_state_update(BlockId::Number(receipt.block)).await?;
    let MaybePreConfirmedStateUpdate::Update(update) = update else {
        anyhow::bail!("the block is not made");
    };
    let contract = table.contract().address;
    let diffs = update.state_diff.storage_diffs.into_iter();
    let own = diffs.filter(|diff| diff.address == contract);
    Ok(own
        .flat_map(|diff| diff.storage_entries)
        .map(|entry| entry.key)
        .collect())
}

/// At most two new cells a dispute until it ends, and three in all.
#[tokio::test]
async fn a_dispute_takes_two_cells() -> Result<()> {
    let mut table = Table::new().await?;
    let mut game = table.ranked()?;
    game.fill(30)?;
    let mut touched = BTreeSet::new();
    let fork = game.expose(&game.branch(22)?)?;
    for (act, ends) in [
        (game.upto(25)?.submit()?.into(), false),
        (game.upto(26)?.submit()?.into(), false),
        (game.upto(26)?.flag(26)?.into(), false),
        (game.submit()?.into(), false),
        (fork.into(), true),
    ] {
        let act: Act = act;
        let (receipt, _) = table.receipt(THIRD, act).await?;
        touched.extend(cells(&table, &receipt).await?);
        assert!(touched.len() <= if ends { 3 } else { 2 }, "{touched:?}");
        assert!(!touched.is_empty());
    }
    assert_eq!(table.record(&game)?.status, Status::Final);
    Ok(())
}
