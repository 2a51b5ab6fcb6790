//! `register_key` and `revoke_key` (protocol 2.4 and 3.2).

use anyhow::Result;
use starknet_types_core::felt::Felt;
use surround_rules::Colour;
use surround_settlement::Refusal;
use surround_tests::artifacts::Meter;
use surround_tests::game::key;
use surround_tests::network::{BLACK, THIRD, WHITE};
use surround_tests::table::Table;

/// Thirty days, the delay that the contract is deployed with.
const DELAY: u64 = 30 * 24 * 3_600;

/// A pair goes from unknown to registered to revoked, and never back.
#[tokio::test]
async fn a_pair_never_comes_back() -> Result<()> {
    let mut table = Table::bare(Meter::Steps).await?;
    let pair = key(Colour::Black).public();
    assert_eq!(
        table.revoke(BLACK, pair).await?.err(),
        Some(Refusal::KeyUnknown)
    );
    table.register(BLACK, pair).await??;
    // Again: nothing changes, and it succeeds.
    table.register(BLACK, pair).await??;

    let revoked_at = table.next().now;
    table.revoke(BLACK, pair).await??;
    let until = table.view().key_until(table.account(BLACK)?, pair).await?;
    assert_eq!(until, revoked_at + DELAY);

    for seconds in [0, DELAY - 1, DELAY, 100 * DELAY] {
        table.pass(seconds).await?;
        assert_eq!(
            table.register(BLACK, pair).await?.err(),
            Some(Refusal::KeyRevoked)
        );
        assert_eq!(
            table.revoke(BLACK, pair).await?.err(),
            Some(Refusal::KeyRevoked)
        );
    }
    assert_eq!(
        table.view().key_until(table.account(BLACK)?, pair).await?,
        until
    );
    Ok(())
}

/// An account has several keys, a key several accounts; one revocation is of one pair.
#[tokio::test]
async fn pairs_are_independent() -> Result<()> {
    let mut table = Table::new().await?;
    let [black, white] = [Colour::Black, Colour::White].map(|player| key(player).public());
    table.register(BLACK, white).await??;
    table.register(THIRD, white).await??;
    table.revoke(WHITE, white).await??;
    for (account, pair) in [(BLACK, black), (BLACK, white), (THIRD, white)] {
        let until = table
            .view()
            .key_until(table.account(account)?, pair)
            .await?;
        assert_eq!(until, u64::MAX);
    }
    assert_eq!(
        table.view().key_until(table.account(THIRD)?, black).await?,
        0
    );
    Ok(())
}

/// A key is the x coordinate of a curve point: for 0 and 5 the curve's equation has no square root.
#[tokio::test]
async fn a_key_is_on_the_curve() -> Result<()> {
    let mut table = Table::bare(Meter::Steps).await?;
    for off in [Felt::ZERO, Felt::from(5)] {
        assert_eq!(
            table.register(BLACK, off).await?.err(),
            Some(Refusal::BadKey)
        );
    }
    // 1 is one, as the core library's documentation says.
    table.register(BLACK, Felt::ONE).await??;
    Ok(())
}
