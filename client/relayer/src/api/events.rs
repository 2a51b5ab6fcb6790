//! Server-sent events: the history as it grows, from where a listener left off.

use std::convert::Infallible;
use std::time::Duration;

use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State as Of};
use axum::http::{HeaderMap, HeaderName};
use axum::response::sse::{Event, KeepAlive};
use axum::response::{IntoResponse, Sse};
use serde::Deserialize;
use starknet_types_core::felt::Felt;
use tokio::sync::{OwnedSemaphorePermit, mpsc};
use tokio::time::sleep;
use tokio_stream::wrappers::ReceiverStream;
use utoipa::IntoParams;

use super::State;
use super::channels::read;
use super::problem::{Code, Problem, Refusal};
use crate::model::Told;
use crate::store::{StoreError, history};

/// The header with the number of the last event that a listener has.
pub(crate) const LAST_EVENT: HeaderName = HeaderName::from_static("last-event-id");
/// Entries that are read at once.
const PAGE: u32 = 100;
/// Events that wait for a listener who is slow; the next page is read when they are gone.
const WAITING: usize = 16;
/// How often the history is looked at.
const LOOK: Duration = Duration::from_secs(1);

/// What to listen to.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Which {
    /// One channel; all without it.
    channel: Option<String>,
}

/// Listens to what happens.
///
/// Each event has its number in the history as `id`, its topic as `event`, and the entry as JSON in
/// `data`. With `Last-Event-ID` nothing after that number is missed; without it the stream begins with
/// the next entry. A listener that is sent away comes back with the number it has.
#[utoipa::path(
    get, path = "/v1/events", operation_id = "listen", tag = "events",
    params(
        Which,
        ("Last-Event-ID" = Option<u64>, Header, description = "The number of the last entry seen"),
    ),
    responses(
        (status = 200, body = Told, content_type = "text/event-stream"),
        (status = 400, body = Problem, description = "bad_request"),
        (status = 401, body = Problem, description = "unauthorized"),
        (status = 429, body = Problem, description = "too_often"),
        (status = 503, body = Problem, description = "busy"),
    )
)]
pub(super) async fn listen(
    Of(state): Of<State>,
    which: Result<Query<Which>, QueryRejection>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, Refusal> {
    let Query(which) = which?;
    let channel = which.channel.map(|id| read("channel", &id)).transpose()?;
    let after = match last_event(&headers)? {
        Some(number) => number,
        None => history::end(&state.store).await?,
    };
    let place = state.guard.listeners.clone().try_acquire_owned();
    let place = place.map_err(|_| Refusal::busy())?;
    let (to, events) = mpsc::channel(WAITING);
    let listener = Listener {
        state,
        channel,
        after,
        to,
        _place: place,
    };
    tokio::spawn(listener.serve());
    Ok(Sse::new(ReceiverStream::new(events)).keep_alive(KeepAlive::default()))
}

fn last_event(headers: &HeaderMap) -> Result<Option<u64>, Refusal> {
    let Some(value) = headers.get(LAST_EVENT) else {
        return Ok(None);
    };
    let number = value.to_str().ok().and_then(|text| text.parse().ok());
    number
        .map(Some)
        .ok_or_else(|| Refusal::new(Code::BadRequest, "Last-Event-ID: not a number"))
}

struct Listener {
    state: State,
    channel: Option<Felt>,
    after: u64,
    to: mpsc::Sender<Result<Event, Infallible>>,
    _place: OwnedSemaphorePermit,
}

impl Listener {
    /// Sends until the listener leaves, the service stops, or the store fails: then the stream ends,
    /// and the listener comes back.
    async fn serve(mut self) {
        loop {
            match self.page().await {
                Ok(true) => continue,
                Ok(false) => {}
                Err(error) => {
                    tracing::warn!(%error, "a listener is sent away");
                    return;
                }
            }
            tokio::select! {
                () = sleep(LOOK) => {}
                () = self.to.closed() => return,
                () = self.state.stopping.cancelled() => return,
            }
        }
    }

    /// Sends what is new; true if there may be more.
    async fn page(&mut self) -> Result<bool, StoreError> {
        let entries = history::after(&self.state.store, self.channel, self.after, PAGE).await?;
        let full = u32::try_from(entries.len()).is_ok_and(|found| found == PAGE);
        for entry in entries {
            self.after = entry.number;
            if self.to.send(Ok(event(&entry))).await.is_err() {
                return Ok(false);
            }
        }
        Ok(full)
    }
}

fn event(entry: &Told) -> Event {
    let event = Event::default()
        .id(entry.number.to_string())
        .event(entry.topic.as_str());
    // The entry came out of JSON, so it goes back in.
    event.json_data(entry).unwrap_or_default()
}
