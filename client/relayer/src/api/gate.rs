//! What every request passes before its handler: rate, place, time, token.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{ConnectInfo, Request, State as Of};
use axum::http::header;
use axum::middleware::Next;
use axum::response::Response;
use tokio::sync::Semaphore;
use tokio::time::timeout;

use super::State;
use super::problem::{Code, Refusal};

/// The header in which a proxy names those before it.
const FORWARDED: &str = "x-forwarded-for";

/// Counts the request's address, finds it a place, and ends it in time.
pub(super) async fn request(
    Of(state): Of<State>,
    request: Request,
    next: Next,
) -> Result<Response, Refusal> {
    if let Some(address) = address(&request, state.config.guard.behind_proxy) {
        state.guard.knock(address)?;
    }
    placed(&state, &state.guard.requests, request, next).await
}

/// Finds a probe a place, and ends it in time. Probes come often and from one address.
pub(super) async fn probe(
    Of(state): Of<State>,
    request: Request,
    next: Next,
) -> Result<Response, Refusal> {
    placed(&state, &state.guard.probes, request, next).await
}

/// Lets those in whose token is known; their [`Bearer`](crate::model::Bearer) goes with the request.
pub(super) async fn bearer(
    Of(state): Of<State>,
    mut request: Request,
    next: Next,
) -> Result<Response, Refusal> {
    let header = request.headers().get(header::AUTHORIZATION);
    let token = header
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.split_once(' '))
        .filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"))
        .map(|(_, token)| token.trim_start())
        .unwrap_or_default();
    let bearer = state.guard.admit(token)?;
    request.extensions_mut().insert(bearer);
    Ok(next.run(request).await)
}

async fn placed(
    state: &State,
    places: &Arc<Semaphore>,
    request: Request,
    next: Next,
) -> Result<Response, Refusal> {
    let Ok(_place) = places.try_acquire() else {
        return Err(Refusal::busy());
    };
    let most = Duration::from_secs(state.config.guard.request_seconds);
    timeout(most, next.run(request))
        .await
        .map_err(|_| Refusal::new(Code::TimedOut, "it took too long; ask again"))
}

/// Who asks: the peer; behind a proxy the last address that the proxy added.
fn address(request: &Request, behind_proxy: bool) -> Option<IpAddr> {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
    let forwarded = || {
        let last = request.headers().get_all(FORWARDED).iter().next_back()?;
        last.to_str().ok()?.rsplit(',').next()?.trim().parse().ok()
    };
    behind_proxy
        .then(forwarded)
        .flatten()
        .or_else(|| peer.map(|ConnectInfo(peer)| peer.ip()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::Body;

    fn asked(headers: &[&str], behind_proxy: bool) -> Option<String> {
        let mut request = Request::new(Body::empty());
        let peer: SocketAddr = "192.0.2.1:4000".parse().unwrap();
        request.extensions_mut().insert(ConnectInfo(peer));
        for value in headers {
            request
                .headers_mut()
                .append(FORWARDED, value.parse().unwrap());
        }
        address(&request, behind_proxy).map(|address| address.to_string())
    }

    #[test]
    fn nobody_chooses_the_address_that_is_counted() {
        let peer = Some("192.0.2.1".to_owned());
        assert_eq!(asked(&["198.51.100.7"], false), peer);
        // What the client itself wrote stands before what the proxy added.
        let proxied = asked(&["203.0.113.9, 198.51.100.7"], true);
        assert_eq!(proxied.as_deref(), Some("198.51.100.7"));
        let twice = asked(&["203.0.113.9", "198.51.100.7"], true);
        assert_eq!(twice.as_deref(), Some("198.51.100.7"));
        assert_eq!(asked(&["unknown"], true), peer);
        assert_eq!(asked(&[], true), peer);
    }
}
