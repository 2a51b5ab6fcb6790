//! Asking for a call to be made.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::StringRejection;
use axum::extract::{Extension, Path, State as Of};
use axum::http::{HeaderMap, HeaderName};
use serde::{Deserialize, Serialize};
use starknet_types_core::felt::Felt;
use surround_chain::calls::Settlement;
use surround_channel::felt;
use surround_channel::transcript::TranscriptError;
use surround_settlement::Record;
use utoipa::ToSchema;

use super::State;
use super::channels::read;
use super::problem::{Code, Problem, Refusal};
use super::views::{self, JobView};
use crate::asked::{AskError, Asking};
use crate::decide::Work;
use crate::hand::Hand;
use crate::model::{Action, Bearer, JobKey, Origin};
use crate::store::bundles::Kept;
use crate::store::{StoreError, bundles, channels, jobs, observations, requests};

/// The header with the key that a client chose.
pub(crate) const KEY: HeaderName = HeaderName::from_static("idempotency-key");
/// Longest key, in bytes.
const LONGEST_KEY: usize = 128;

/// A call to be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// Which one.
    pub action: Action,
}

/// What a request rests on, read at once.
struct Ground {
    work: Work,
    opens: bool,
    record: Record,
}

/// Asks for a call with what was handed in.
///
/// The same request again, by its channel, action and height or by its `Idempotency-Key`, is the same
/// piece of work: it is never done twice, and the answer says where it stands. `submit` of a game that
/// goes on opens a dispute, and needs the opening of the player who is not due over the newest head;
/// `resign` needs the resignation, `flag` the referee's flag, `expose_fork` a line that parts from the
/// stored one.
#[utoipa::path(
    post, path = "/v1/channels/{id}/requests", operation_id = "request", tag = "channels",
    params(
        ("id" = String, Path, description = "The channel's identifier"),
        ("Idempotency-Key" = Option<String>, Header,
            description = "Chosen by the client, 1 to 128 printable characters; remembered for 30 days"),
    ),
    request_body = Request,
    responses(
        (status = 200, body = JobView),
        (status = 400, body = Problem, description = "bad_request"),
        (status = 401, body = Problem, description = "unauthorized"),
        (status = 404, body = Problem, description = "not_found"),
        (status = 409, body = Problem, description = "not_admitted, evidence_missing, key_reused"),
        (status = 429, body = Problem, description = "too_often"),
        (status = 503, body = Problem, description = "not_ready, busy"),
    )
)]
pub(super) async fn ask(
    Of(state): Of<State>,
    Extension(bearer): Extension<Arc<Bearer>>,
    Path(id): Path<String>,
    headers: HeaderMap,
    body: Result<String, StringRejection>,
) -> Result<Json<JobView>, Refusal> {
    let id = read("id", &id)?;
    let Request { action } = request(&body?)?;
    let client_key = client_key(&headers)?;
    if let Some(known) = repeated(&state, &bearer, client_key, id, action).await? {
        return Ok(Json(known));
    }
    let ground = ground(&state, id, action).await?;
    let key = write(&state, &bearer, client_key, &ground).await?;
    if key != ground.work.key {
        check_same(key, id, action)?;
    }
    shown(&state, key).await?.map(Json).ok_or_else(lost)
}

/// Reads the body, whatever type it says to be.
fn request(body: &str) -> Result<Request, Refusal> {
    let read = serde_json::from_str(body);
    read.map_err(|error| Refusal::new(Code::BadRequest, format!("the body: {error}")))
}

fn client_key(headers: &HeaderMap) -> Result<Option<&str>, Refusal> {
    let Some(value) = headers.get(KEY) else {
        return Ok(None);
    };
    let text = value.to_str().ok();
    let text = text.filter(|text| (1..=LONGEST_KEY).contains(&text.len()));
    text.map(Some).ok_or_else(|| {
        Refusal::new(
            Code::BadRequest,
            "Idempotency-Key: not 1 to 128 printable characters",
        )
    })
}

/// The answer to a request whose key is known.
async fn repeated(
    state: &State,
    bearer: &Bearer,
    client_key: Option<&str>,
    channel: Felt,
    action: Action,
) -> Result<Option<JobView>, Refusal> {
    let Some(client_key) = client_key else {
        return Ok(None);
    };
    let known = requests::stands_for(state.store.pool(), bearer, client_key).await?;
    let Some(key) = known else { return Ok(None) };
    check_same(key, channel, action)?;
    Ok(shown(state, key).await?)
}

fn check_same(key: JobKey, channel: Felt, action: Action) -> Result<(), Refusal> {
    if (key.channel, key.action) == (channel, action) {
        return Ok(());
    }
    Err(Refusal::new(
        Code::KeyReused,
        "this Idempotency-Key stands for another request",
    ))
}

/// The work that the request is, on what is held and recorded now.
async fn ground(state: &State, id: Felt, action: Action) -> Result<Ground, Refusal> {
    if channels::get(&state.store, id).await?.is_none() {
        return Err(Refusal::no_channel());
    }
    let at = views::now(&state.store).await?.ok_or_else(|| {
        Refusal::later(
            Code::NotReady,
            "no block was read yet",
            state.config.pace.turn,
        )
    })?;
    let held = bundles::kept(state.store.pool(), id).await?;
    let seen = observations::current(&state.store, id).await?;
    let contract = Settlement {
        address: state.config.contract,
    };
    let judged = state.intake.compute(move || {
        let (record, stored) = seen.unwrap_or((Record::NONE, None));
        let games = held.iter().map(Kept::verify);
        let games = games.collect::<Result<Vec<_>, StoreError>>()?;
        let hand = Hand::of(&games, &record, stored.as_ref()).map_err(unfit)?;
        let hand = hand.ok_or_else(Refusal::no_channel)?;
        let asking = Asking {
            contract,
            hand: &hand,
            record: &record,
            at,
        };
        Ok(Ground {
            work: asking.work(action)?,
            opens: asking.opens() && action == Action::Submit,
            record,
        })
    });
    judged.await?
}

/// Queues the work, and returns the key that the client's own stands for.
async fn write(
    state: &State,
    bearer: &Bearer,
    client_key: Option<&str>,
    ground: &Ground,
) -> Result<JobKey, StoreError> {
    let (key, now) = (ground.work.key, state.clock.now());
    let mut transaction = state.store.write().await?;
    if let Some(client_key) = client_key {
        let claimed = requests::claim(&mut transaction, bearer, client_key, key, now).await?;
        if claimed != key {
            // Another request with this key came in between, for another height or another thing.
            return Ok(claimed);
        }
    }
    if ground.opens {
        channels::open_at(&mut transaction, key.channel, key.height).await?;
    }
    let origin = Origin::Request;
    jobs::ask(&mut transaction, &ground.work, &ground.record, origin, now).await?;
    transaction.commit().await?;
    tracing::info!(channel = %felt::to_text(&key.channel), action = %key.action,
        height = key.height, from = bearer.name, "asked for");
    Ok(key)
}

async fn shown(state: &State, key: JobKey) -> Result<Option<JobView>, StoreError> {
    let Some(job) = jobs::get(&state.store, key).await? else {
        return Ok(None);
    };
    Ok(Some(views::job(&state.store, &job).await?))
}

/// The store and the node do not fit together.
fn unfit(error: TranscriptError) -> Refusal {
    tracing::warn!(%error, "the line that the chain names is none of this channel");
    Refusal::later(
        Code::NotReady,
        "the node's answers do not fit together yet",
        30,
    )
}

fn lost() -> Refusal {
    Refusal::new(Code::Internal, "the work is not in the store")
}

impl From<AskError> for Refusal {
    fn from(error: AskError) -> Self {
        let code = match error {
            AskError::NotAdmitted { .. } | AskError::NothingNew { .. } => Code::NotAdmitted,
            AskError::Missing(_) | AskError::NoResignation | AskError::NoFork => {
                Code::EvidenceMissing
            }
        };
        Self::new(code, error.to_string())
    }
}
