//! Submission and reading against a local network: what the unit tests of `surround-chain` cannot
//! show without one.

use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use starknet_types_core::felt::Felt;
use surround_chain::devnet::{Devnet, DevnetOptions};
use surround_chain::events::{Happening, events};
use surround_chain::gateway::GatewayError;
use surround_chain::read::{Dispute, View};
use surround_chain::receipt::{Finality, Wait};
use surround_chain::rpc::{LATEST, Node, PENDING};
use surround_chain::send::Sender;
use surround_chain::{Call, Category, ChainError};
use surround_channel::evidence::Mark;
use surround_rules::{Colour, Winner};
use surround_settlement::clock::TimeClass;
use surround_settlement::record::{Ending, Rating, Record, Status, Verdict};
use surround_tests::artifacts::{Meter, cairo_tool, workspace};
use surround_tests::game::{NO_SIGNATURE, SignedGame, key};
use surround_tests::network::{BLACK, Network, THIRD, WHITE, limits};

/// STRK, at the same address on every network.
const STRK: Felt =
    Felt::from_hex_unchecked("0x4718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d");

fn transfer(to: Felt, fri: u128) -> Call {
    Call {
        contract_address: STRK,
        entrypoint: "transfer",
        calldata: vec![to, fri.into(), Felt::ZERO],
    }
}

/// The committed ABI is the contract's: bindings made from another one would encode nonsense.
#[test]
fn the_committed_abi_is_the_contracts() -> Result<()> {
    let check = Command::new(cairo_tool()?)
        .args(["abi", "--check", "client/chain/abi/settlement.json"])
        .current_dir(workspace())
        .output()?;
    ensure!(
        check.status.success(),
        "run scripts/build --pin: {}",
        String::from_utf8_lossy(&check.stderr)
    );
    Ok(())
}

/// A game is opened, answered, missed and claimed, and read back at every step.
async fn plays_a_dispute(meter: Meter) -> Result<()> {
    let network = Network::new(meter).await?;
    let (view, contract) = (network.view(), network.settlement());
    assert_eq!(view.limits().await?, limits());

    let mut game = SignedGame::new(&network, 9).await?;
    let id = game.channel_id()?;
    assert_eq!(view.channel_id(&game.terms).await?, id);
    assert_eq!(view.dispute(id).await?.record, Record::NONE);

    let black = network.account(BLACK)?.address();
    assert_eq!(view.key_until(black, key(Colour::Black).public()).await?, 0);
    network.register_keys().await?;
    assert_eq!(
        view.key_until(black, key(Colour::Black).public()).await?,
        u64::MAX
    );

    // Black has moved last, so White is due and Black opens.
    game.play("E5 C3 G7")?;
    let opened_at = network.now().await?;
    network.control().set_time(opened_at).await?;
    let line = game.line();
    let open = contract.submit(
        &game.terms,
        &line,
        &game.authority()?,
        &game.opening()?,
        &NO_SIGNATURE,
    );
    let receipt = network.send(THIRD, &open).await?;
    let opened = view.dispute(id).await?;
    let expected = Record {
        status: Status::Open,
        ranked: false,
        steps: 3,
        head: game.chain().head(),
        due: Some(Colour::White),
        // The call ran at the time that was set, in its own block.
        deadline: opened_at + 3_600,
        min_block: receipt.block + 60,
        verdict: None,
    };
    let (time, rating) = (TimeClass::Live, Rating::Neither);
    assert_eq!(
        opened,
        Dispute {
            record: expected,
            time,
            rating
        }
    );

    // White does not answer, and nobody can claim before the time and the blocks are over.
    let claim = contract.claim_forfeit(&game.terms);
    assert_eq!(
        network.refusal(THIRD, &claim).await?,
        "dispute: window still running"
    );
    network.advance(3_601, 60).await?;
    assert_eq!(view.dispute(id).await?.time, TimeClass::Expired);
    network.send(THIRD, &claim).await?;

    let verdict = Verdict {
        ending: Ending::Forfeit,
        winner: Winner::Black,
        black_x2: 0,
        white_x2: 0,
        counted: 3,
        onchain: true,
    };
    assert_eq!(view.result(id).await?, (verdict, Rating::Neither));

    let last = network.node().block(LATEST).await?.number;
    let seen = events(network.node(), contract, Some(id), 0, last).await?;
    let [created, updated] = seen.as_slice() else {
        anyhow::bail!("{} events instead of two", seen.len());
    };
    assert_eq!(
        created.happening,
        Happening::Created {
            channel_id: id,
            dispute: opened,
            line,
            terms: Box::new(game.terms.clone())
        }
    );
    assert!(
        matches!(&updated.happening, Happening::Updated { dispute, line, .. }
        if dispute.record.status == Status::Final && line.count == 0)
    );
    Ok(())
}

#[tokio::test]
async fn plays_a_dispute_on_the_step_meter() -> Result<()> {
    plays_a_dispute(Meter::Steps).await
}

#[tokio::test]
async fn plays_a_dispute_on_the_sierra_meter() -> Result<()> {
    plays_a_dispute(Meter::Sierra).await
}

/// A view that fails names the contract's error, without a transaction.
#[tokio::test]
async fn a_refused_view_names_its_error() -> Result<()> {
    let network = Network::new(Meter::Steps).await?;
    let error = network.view().result(Felt::ONE).await.unwrap_err();
    assert_eq!(error.category(), Category::Reverted);
    assert_eq!(
        error.revert().and_then(|r| r.name()),
        Some("dispute: not final")
    );
    Ok(())
}

/// What a dry run says is what is spent, and the declared bounds are above it.
#[tokio::test]
async fn a_dry_run_tells_what_the_call_costs() -> Result<()> {
    for meter in [Meter::Steps, Meter::Sierra] {
        let network = Network::new(meter).await?;
        network.register_keys().await?;
        let mut game = SignedGame::new(&network, 9).await?;
        game.play("E5 C3 G7 C7 G3 C5")?;
        let open = network.settlement().submit(
            &game.terms,
            &game.line(),
            &game.authority()?,
            &game.opening()?,
            &NO_SIGNATURE,
        );
        let sender = network.sender(THIRD)?;
        let quote = sender.dry_run(std::slice::from_ref(&open)).await?;
        let receipt = network.send(THIRD, &open).await?;
        // The devnet's receipts leave out the account's own share of the data gas, not of the fee.
        assert_eq!(receipt.spent.l2_gas, quote.spent.l2_gas, "{meter:?}");
        assert_eq!(receipt.spent.fee, quote.spent.fee, "{meter:?}");
        assert!(quote.bounds.l2_gas > receipt.spent.l2_gas);
        assert!(quote.bounds.l1_data_gas > receipt.spent.l1_data_gas);
        assert!(quote.bounds.max_fee() > receipt.spent.fee);
    }
    Ok(())
}

/// A dry run of a call that the contract refuses names the error and sends nothing.
#[tokio::test]
async fn a_dry_run_names_the_refusal() -> Result<()> {
    let network = Network::new(Meter::Steps).await?;
    let mut game = SignedGame::new(&network, 9).await?;
    game.play("E5 C3")?;
    let before = network.node().block(PENDING).await?.number;
    let open = network.settlement().submit(
        &game.terms,
        &game.line(),
        &game.authority()?,
        &Mark::Absent,
        &NO_SIGNATURE,
    );
    let error = network.sender(THIRD)?.dry_run(&[open]).await.unwrap_err();
    // Neither key is registered.
    let name = error
        .revert()
        .and_then(|revert| revert.name().map(str::to_owned));
    let name = name.context(error)?;
    assert!(name.starts_with("channel: black key"), "{name}");
    assert_eq!(network.node().block(PENDING).await?.number, before);
    Ok(())
}

/// A devnet takes 5,001 felts of calldata; the public network does not, so this client does not.
#[tokio::test]
async fn refuses_what_the_public_network_refuses() -> Result<()> {
    let network = Network::new(Meter::Steps).await?;
    let to = network.account(WHITE)?.address();
    // A call has four felts of framing beside its calldata, and their number comes first.
    let calls = vec![transfer(to, 1); 834];
    let error = network
        .sender(BLACK)?
        .send(&calls, Wait::default())
        .await
        .unwrap_err();
    assert!(
        matches!(
            error,
            ChainError::Gateway(GatewayError::CalldataTooLong { felts: 5_005 })
        ),
        "{error}"
    );
    Ok(())
}

/// An account without STRK is told so, not that the contract refused.
#[tokio::test]
async fn an_account_that_cannot_pay_is_told_so() -> Result<()> {
    let network = Network::new(Meter::Steps).await?;
    let sender = network.sender(BLACK)?;
    let to = network.account(WHITE)?.address();
    // Every account starts with 1,000 STRK; what is left pays no transfer at the minimum price.
    let all_but_little = 999_995_000_000_000_000_000;
    sender
        .send(&[transfer(to, all_but_little)], Wait::default())
        .await?;
    let error = sender
        .send(&[transfer(to, 1)], Wait::default())
        .await
        .unwrap_err();
    assert!(matches!(error, ChainError::Balance { .. }), "{error}");
    Ok(())
}

/// Two programs on one account take each other's nonces; both get through.
#[tokio::test]
async fn a_taken_nonce_is_read_again() -> Result<()> {
    let network = Network::new(Meter::Steps).await?;
    let to = network.account(WHITE)?.address();
    let [one, other] = [network.sender(BLACK)?, network.sender(BLACK)?];
    let [first, second] = [[transfer(to, 1)], [transfer(to, 2)]];
    let patience = Wait::default();
    let (first, second) = tokio::join!(one.send(&first, patience), other.send(&second, patience));
    assert_ne!(first?.hash, second?.hash);
    Ok(())
}

/// A block that is not made yet: pre-confirmed is enough for one wait and unknown for another.
#[tokio::test]
async fn waits_for_the_finality_that_was_asked_for() -> Result<()> {
    let options = DevnetOptions {
        blocks_on_demand: true,
        ..DevnetOptions::default()
    };
    let devnet = Devnet::spawn(&options).await?;
    let accounts = devnet.control().accounts().await?;
    let [from, to] = [&accounts[0], &accounts[1]];
    let sender = Sender::new(Node::connect(devnet.url()).await?, from);
    let calls = [transfer(to.address(), 1)];

    let patience = Wait {
        finality: Finality::PreConfirmed,
        timeout: Duration::from_secs(30),
    };
    let first = sender.send(&calls, patience).await?;
    assert_eq!(
        (first.finality, first.block_hash),
        (Finality::PreConfirmed, None)
    );

    let impatient = Wait {
        finality: Finality::AcceptedOnL2,
        timeout: Duration::from_millis(200),
    };
    let error = sender.send(&calls, impatient).await.unwrap_err();
    let ChainError::Unknown { hash } = error else {
        anyhow::bail!("{error}")
    };

    // The transaction was sent all the same.
    devnet.control().create_blocks(1).await?;
    let second = surround_chain::receipt::wait(sender.node(), hash, Wait::default()).await?;
    assert_eq!(
        (second.finality, second.revert),
        (Finality::AcceptedOnL2, None)
    );
    Ok(())
}

/// A view answers for the block that it is asked about.
#[tokio::test]
async fn a_view_is_of_its_block() -> Result<()> {
    let network = Network::new(Meter::Steps).await?;
    let black = network.account(BLACK)?.address();
    let public = key(Colour::Black).public();
    let receipt = network
        .send(BLACK, &network.settlement().register_key(public))
        .await?;
    let pending = View::new(network.node(), network.settlement(), PENDING);
    assert_eq!(pending.key_until(black, public).await?, u64::MAX);
    assert!(receipt.block_hash.is_some());
    Ok(())
}
