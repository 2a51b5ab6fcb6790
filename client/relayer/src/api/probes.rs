//! What operators' tools ask: does it live, can it work, how is it.

use axum::Json;
use axum::extract::State as Of;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use starknet_types_core::felt::Felt;
use surround_channel::felt;
use utoipa::ToSchema;

use super::problem::Refusal;
use super::{State, views};
use crate::config::Config;
use crate::metrics;
use crate::model::Seconds;
use crate::pulse::Sends;

/// A newest block that is older shows nothing of what happens now: blocks come every few seconds.
const OLD: Seconds = 300;

/// How the service feels.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Readiness {
    /// Whether it can take requests and answers with fresh facts.
    pub ready: bool,
    /// Whether this process can act: it sends from an account whose balance is enough, the contract
    /// answers its simulations, the chain is followed and has new blocks.
    pub armed: bool,
    /// What is wrong, in sentences.
    pub problems: Vec<String>,
}

/// The process lives and its store answers; if not, starting it again may help.
#[utoipa::path(
    get, path = "/health", operation_id = "health", tag = "probes", security(()),
    responses((status = 200, body = str), (status = 500, body = super::Problem))
)]
pub(super) async fn health(Of(state): Of<State>) -> Result<&'static str, Refusal> {
    state.store.answers().await?;
    Ok("ok\n")
}

/// Whether the service can do its work now: the store answers and the chain is in sight.
#[utoipa::path(
    get, path = "/ready", operation_id = "ready", tag = "probes", security(()),
    responses((status = 200, body = Readiness), (status = 503, body = Readiness))
)]
pub(super) async fn ready(Of(state): Of<State>) -> (StatusCode, Json<Readiness>) {
    let readiness = readiness(&state).await;
    let status = if readiness.ready {
        StatusCode::OK
    } else {
        StatusCode::SERVICE_UNAVAILABLE
    };
    (status, Json(readiness))
}

/// Metrics for Prometheus.
#[utoipa::path(
    get, path = "/metrics", operation_id = "metrics", tag = "probes", security(()),
    responses((status = 200, body = str), (status = 500, body = super::Problem))
)]
pub(super) async fn metrics(Of(state): Of<State>) -> Result<String, Refusal> {
    let armed = readiness(&state).await.armed;
    let now = state.clock.now();
    Ok(metrics::render(&state.store, &state.pulse, armed, now).await?)
}

async fn readiness(state: &State) -> Readiness {
    let (seen, now) = (state.pulse.seen(), state.clock.now());
    let mut problems = Vec::new();
    let head = views::now(&state.store).await;
    match head {
        Ok(Some(_)) => {}
        Ok(None) => problems.push("no block was read yet".to_owned()),
        Err(_) => problems.push("the store does not answer".to_owned()),
    }
    if now.saturating_sub(seen.node_at) > state.config.pace.stale_after {
        problems.push("the node does not answer, or cannot be followed".to_owned());
    }
    // Games are taken in also while the chain stands still.
    let ready = problems.is_empty() && !state.stopping.is_cancelled();
    if let Ok(Some(head)) = head
        && now.saturating_sub(head.now) > OLD
    {
        problems.push("the newest block is old".to_owned());
    }
    let senders = state.pulse.senders().into_iter();
    let leading: Vec<_> = senders
        .filter(|(_, sends)| sends.leads)
        .map(|(account, sends)| sender_problems(account, &sends, &state.config, now))
        .collect();
    // One account that is fine is enough: work is for whichever takes it.
    let armed = problems.is_empty() && leading.iter().any(Vec::is_empty);
    if leading.is_empty() {
        problems.push("another process sends, or no account is set".to_owned());
    }
    problems.extend(leading.into_iter().flatten());
    Readiness {
        ready,
        armed,
        problems,
    }
}

/// What keeps an account of this process from sending.
fn sender_problems(account: Felt, sends: &Sends, config: &Config, now: Seconds) -> Vec<String> {
    let rest = config.pace.stale_after;
    let low = config.fees.low_balance;
    let wrong = [
        (
            now.saturating_sub(sends.sender_at) > rest,
            "its sender stands still",
        ),
        (
            sends.balance.is_none_or(|balance| balance < low),
            "its balance is low",
        ),
        (
            now.saturating_sub(sends.simulated_at) > rest.saturating_mul(2),
            "no simulation gave an answer lately",
        ),
    ];
    let wrong = wrong.into_iter().filter(|(wrong, _)| *wrong);
    wrong
        .map(|(_, problem)| format!("account {}: {problem}", felt::to_text(&account)))
        .collect()
}
