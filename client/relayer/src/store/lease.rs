//! Leases: what one process does alone, for as long as it says that it lives.
//!
//! A lease runs out by the clock, so a dead holder never blocks the others. A holder that only slept
//! finds out when it writes: [`hold`] joins the transaction and fails if somebody else took over.

use super::codec::{integer, number};
use super::{Store, StoreError, Transaction};
use crate::model::Seconds;

/// A lease that this process holds, until it runs out or is taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lease {
    /// What for.
    pub name: String,
    /// Grows with every new holder.
    pub fence: u64,
}

/// Takes or renews a lease until `now + seconds`; none while another process holds it.
///
/// `holder` is a name that no other process has.
///
/// # Errors
/// [`StoreError::Database`].
pub async fn take(
    store: &Store,
    name: &str,
    holder: &str,
    now: Seconds,
    seconds: Seconds,
) -> Result<Option<Lease>, StoreError> {
    let row: Option<(i64,)> = sqlx::query_as(
        "INSERT INTO leases (name, holder, fence, until) VALUES ($1, $2, 1, $3) \
         ON CONFLICT (name) DO UPDATE SET \
             fence = leases.fence + CASE WHEN leases.holder = excluded.holder THEN 0 ELSE 1 END, \
             holder = excluded.holder, until = excluded.until \
         WHERE leases.holder = excluded.holder OR leases.until < $4 \
         RETURNING fence",
    )
    .bind(name)
    .bind(holder)
    .bind(integer(now.saturating_add(seconds)))
    .bind(integer(now))
    .fetch_optional(store.pool())
    .await?;
    let Some((fence,)) = row else { return Ok(None) };
    Ok(Some(Lease {
        name: name.to_owned(),
        fence: number("leases.fence", fence)?,
    }))
}

/// Makes the transaction's commit depend on the lease: nobody has taken it, nor can before the
/// commit.
///
/// # Errors
/// [`StoreError::LeaseLost`].
pub async fn hold(transaction: &mut Transaction, lease: &Lease) -> Result<(), StoreError> {
    // An update that changes nothing locks the row until the commit.
    let held = sqlx::query("UPDATE leases SET fence = fence WHERE name = $1 AND fence = $2")
        .bind(&lease.name)
        .bind(integer(lease.fence))
        .execute(&mut **transaction)
        .await?;
    if held.rows_affected() == 1 {
        return Ok(());
    }
    Err(StoreError::LeaseLost {
        name: lease.name.clone(),
    })
}

/// Lengthens the lease of a holder that is in the middle of something until `now + seconds`; changes
/// nothing if it is another process's by now, or given back.
///
/// # Errors
/// [`StoreError::Database`].
pub async fn renew(
    store: &Store,
    name: &str,
    holder: &str,
    now: Seconds,
    seconds: Seconds,
) -> Result<(), StoreError> {
    sqlx::query("UPDATE leases SET until = $1 WHERE name = $2 AND holder = $3")
        .bind(integer(now.saturating_add(seconds)))
        .bind(name)
        .bind(holder)
        .execute(store.pool())
        .await?;
    Ok(())
}

/// Gives a lease back, so that another process need not wait for its end.
///
/// # Errors
/// [`StoreError::Database`].
pub async fn give_back(store: &Store, lease: &Lease) -> Result<(), StoreError> {
    sqlx::query("UPDATE leases SET until = 0, holder = '' WHERE name = $1 AND fence = $2")
        .bind(&lease.name)
        .bind(integer(lease.fence))
        .execute(store.pool())
        .await?;
    Ok(())
}
