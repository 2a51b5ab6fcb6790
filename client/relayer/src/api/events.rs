//! Server-sent events: the history as it grows, from where a listener left off.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State as Of};
use axum::http::{HeaderMap, HeaderName};
use axum::response::sse::{Event, KeepAlive};
use axum::response::{IntoResponse, Sse};
use serde::Deserialize;
use starknet_types_core::felt::Felt;
use tokio::sync::mpsc;
use tokio::time::sleep;
use tokio_stream::wrappers::ReceiverStream;
use utoipa::IntoParams;

use super::State;
use super::channels::read;
use super::problem::{Code, Problem, Refusal};
use crate::guard::Place;
use crate::model::{Bearer, Told};
use crate::store::{StoreError, history};

/// The header with the number of the last event that a listener has.
pub(crate) const LAST_EVENT: HeaderName = HeaderName::from_static("last-event-id");
/// Entries that are read at once.
const PAGE: u32 = 100;
/// Events that wait for a listener who is slow; the next page is read when they are gone.
const WAITING: usize = 16;
/// How often the history is looked at.
const LOOK: Duration = Duration::from_secs(1);
/// A listener who takes nothing for this long is sent away, and its place is another one's.
const PATIENCE: Duration = Duration::from_secs(60);

/// Where a listener stands after a look at the history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stands {
    /// There may be more for it.
    Behind,
    /// It has everything.
    Level,
    /// It left, or takes nothing; or the service stops.
    Gone,
}

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
    Extension(bearer): Extension<Arc<Bearer>>,
    which: Result<Query<Which>, QueryRejection>,
    headers: HeaderMap,
) -> Result<impl IntoResponse, Refusal> {
    let Query(which) = which?;
    let channel = which.channel.map(|id| read("channel", &id)).transpose()?;
    let after = match last_event(&headers)? {
        Some(number) => number,
        None => history::end(&state.store).await?,
    };
    let place = state.guard.listeners.place(&bearer);
    let place = place.ok_or_else(Refusal::busy)?;
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
    _place: Place,
}

impl Listener {
    /// Sends until the listener leaves or takes nothing, the service stops, or the store fails: then
    /// the stream ends, and the listener comes back.
    async fn serve(mut self) {
        loop {
            match self.page().await {
                Ok(Stands::Behind) => continue,
                Ok(Stands::Level) => {}
                Ok(Stands::Gone) => return,
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

    /// Sends what is new.
    async fn page(&mut self) -> Result<Stands, StoreError> {
        let entries = history::after(&self.state.store, self.channel, self.after, PAGE).await?;
        let full = u32::try_from(entries.len()).is_ok_and(|found| found == PAGE);
        for entry in entries {
            self.after = entry.number;
            let sent = tokio::select! {
                sent = self.to.send_timeout(Ok(event(&entry)), PATIENCE) => sent.is_ok(),
                () = self.state.stopping.cancelled() => false,
            };
            if !sent {
                return Ok(Stands::Gone);
            }
        }
        Ok(if full { Stands::Behind } else { Stands::Level })
    }
}

fn event(entry: &Told) -> Event {
    let event = Event::default()
        .id(entry.number.to_string())
        .event(entry.topic.as_str());
    // The entry came out of JSON, so it goes back in.
    event.json_data(entry).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use starknet_types_core::felt::Felt;
    use tokio::sync::mpsc::Receiver;
    use tokio::task::JoinHandle;
    use tokio::time::{advance, pause};

    use super::*;
    use crate::model::Topic;
    use crate::testing::place;
    use crate::testing::service::{Service, bearer};

    /// A listener who takes nothing, once no more goes into its queue.
    async fn stuck(service: &Service) -> (JoinHandle<()>, Receiver<Result<Event, Infallible>>) {
        let state = service.state.clone();
        let mut transaction = state.store.write().await.unwrap();
        for _ in 0..3 {
            let what = serde_json::json!({});
            history::tell(&mut transaction, Felt::ONE, 0, Topic::Job, &what)
                .await
                .unwrap();
        }
        transaction.commit().await.unwrap();
        let (to, events) = mpsc::channel(1);
        let full = to.clone();
        let place = state.guard.listeners.place(&bearer("server", 1)).unwrap();
        let listener = Listener {
            state,
            channel: None,
            after: 0,
            to,
            _place: place,
        };
        let serving = tokio::spawn(listener.serve());
        while full.capacity() > 0 {
            sleep(Duration::from_millis(1)).await;
        }
        (serving, events)
    }

    #[tokio::test]
    async fn a_listener_who_takes_nothing_is_sent_away() {
        let service = Service::start(&place::Place::in_a_file()).await;
        let (serving, _events) = stuck(&service).await;
        pause();
        advance(PATIENCE).await;
        serving.await.unwrap();
    }

    #[tokio::test]
    async fn a_listener_who_takes_nothing_does_not_hold_up_the_end() {
        let service = Service::start(&place::Place::in_a_file()).await;
        let (serving, _events) = stuck(&service).await;
        pause();
        service.state.stopping.cancel();
        serving.await.unwrap();
    }
}
