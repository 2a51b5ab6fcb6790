//! The HTTP interface, version 1: what it takes, what it tells, and its OpenAPI document.
//!
//! Handlers read and write the store and nothing else, so every replica answers alike.

mod channels;
pub(crate) mod events;
mod gate;
mod open_api;
mod probes;
mod problem;
pub(crate) mod requests;
mod serve;
pub mod views;

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::{from_fn, from_fn_with_state};
use surround_channel::transcript::MAX_BYTES;
use tokio_util::sync::CancellationToken;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::trace::TraceLayer;

use crate::config::Config;
use crate::guard::Guard;
use crate::intake::Intake;
use crate::ports::Clock;
use crate::pulse::Pulse;
use crate::store::Store;

pub use open_api::document;
pub use probes::Readiness;
pub use problem::{Code, Problem};
pub use requests::Request;
pub use serve::serve;

/// What the handlers work with.
#[derive(Clone)]
pub struct State {
    /// The store.
    pub store: Store,
    /// The wall clock.
    pub clock: Arc<dyn Clock>,
    /// What the other parts of this process last saw.
    pub pulse: Pulse,
    /// What the operator set.
    pub config: Arc<Config>,
    /// Where games are handed in.
    pub intake: Arc<Intake>,
    /// Who is let in.
    pub guard: Arc<Guard>,
    /// Cancelled when the process stops: listeners are sent away then.
    pub stopping: CancellationToken,
}

/// All routes. The peer's address is taken from the connection
/// ([`Router::into_make_service_with_connect_info`] of a [`SocketAddr`](std::net::SocketAddr)).
pub fn router(state: State) -> Router {
    let guarded = Router::from(open_api::routes())
        .layer(DefaultBodyLimit::max(
            usize::try_from(MAX_BYTES).unwrap_or(usize::MAX),
        ))
        .layer(from_fn_with_state(state.clone(), gate::bearer))
        .layer(from_fn_with_state(state.clone(), gate::request));
    let open = Router::from(open_api::probes())
        .merge(open_api::served())
        .layer(from_fn_with_state(state.clone(), gate::probe));
    guarded
        .merge(open)
        .fallback(problem::no_route)
        .method_not_allowed_fallback(problem::no_method)
        .layer(from_fn(crate::metrics::answered))
        .layer(CatchPanicLayer::custom(problem::panicked))
        .layer(TraceLayer::new_for_http())
        .with_state(state)
}

#[cfg(test)]
mod tests;
