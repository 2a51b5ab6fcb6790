//! Handing games in, and how they stand.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::{QueryRejection, StringRejection};
use axum::extract::{Extension, Path, Query, State as Of};
use serde::Deserialize;
use starknet_types_core::felt::Felt;
use surround_channel::felt;
use utoipa::IntoParams;

use super::problem::{Code, Problem, Refusal};
use super::views::{ChannelList, ChannelView, History};
use super::{State, views};
use crate::intake::Accepted;
use crate::model::{Bearer, Sides};
use crate::store::channels::{self, Whose};
use crate::store::history;

/// Entries of a page, unless fewer are asked for.
const PAGE: u32 = 100;

/// For whom a game is handed in.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct For {
    /// Whose side to take: one's own, or both as a game server does.
    sides: Sides,
}

/// Which channels.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Page {
    /// Those in which this account plays; without it, those that the token handed in first.
    player: Option<String>,
    /// Only those that follow this one: the `next` of the page before.
    after: Option<String>,
    /// At most so many, and never more than 100.
    limit: Option<u32>,
}

/// Which part of a history.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Since {
    /// Only entries with a larger number: the `next` of the page before.
    #[serde(default)]
    after: u64,
    /// At most so many, and never more than 100.
    limit: Option<u32>,
}

/// Hands a game in.
///
/// The body is a transcript. Everything in it is verified before anything is stored: a longer line
/// takes the place of a shorter one, and one that parts from it is kept as evidence of a fork. The same
/// game again gives the same answer.
#[utoipa::path(
    post, path = "/v1/channels", operation_id = "hand_in", tag = "channels",
    params(For),
    request_body(content = serde_json::Value, content_type = "application/json"),
    responses(
        (status = 200, body = Accepted),
        (status = 400, body = Problem, description = "bad_request"),
        (status = 401, body = Problem, description = "unauthorized"),
        (status = 403, body = Problem, description = "quota"),
        (status = 413, body = Problem, description = "too_large"),
        (status = 422, body = Problem, description = "bad_transcript, other_contract"),
        (status = 429, body = Problem, description = "too_often"),
        (status = 503, body = Problem, description = "busy"),
    )
)]
pub(super) async fn hand_in(
    Of(state): Of<State>,
    Extension(bearer): Extension<Arc<Bearer>>,
    wanted: Result<Query<For>, QueryRejection>,
    body: Result<String, StringRejection>,
) -> Result<Json<Accepted>, Refusal> {
    let Query(For { sides }) = wanted?;
    let accepted = state.intake.accept(&bearer, &body?, sides).await?;
    Ok(Json(accepted))
}

/// Lists channels.
#[utoipa::path(
    get, path = "/v1/channels", operation_id = "list_channels", tag = "channels",
    params(Page),
    responses(
        (status = 200, body = ChannelList),
        (status = 400, body = Problem, description = "bad_request"),
        (status = 401, body = Problem, description = "unauthorized"),
        (status = 429, body = Problem, description = "too_often"),
    )
)]
pub(super) async fn list(
    Of(state): Of<State>,
    Extension(bearer): Extension<Arc<Bearer>>,
    page: Result<Query<Page>, QueryRejection>,
) -> Result<Json<ChannelList>, Refusal> {
    let Query(page) = page?;
    let whose = match page.player {
        Some(player) => Whose::Player(read("player", &player)?),
        None => Whose::Token(bearer.name.clone()),
    };
    let after = page.after.map(|after| read("after", &after)).transpose()?;
    let most = limit(page.limit);
    let found = channels::list(&state.store, &whose, after, most).await?;
    let next = full(&found, most).map(|last| last.id);
    let at = views::now(&state.store).await?;
    let mut shown = Vec::with_capacity(found.len());
    for channel in &found {
        shown.push(views::summary(&state.store, channel, at).await?);
    }
    Ok(Json(ChannelList {
        channels: shown,
        next: next.map(|id| felt::to_text(&id)),
    }))
}

/// Tells how a channel stands: record, deadline, what is to be done, and what was done.
#[utoipa::path(
    get, path = "/v1/channels/{id}", operation_id = "get_channel", tag = "channels",
    params(("id" = String, Path, description = "The channel's identifier")),
    responses(
        (status = 200, body = ChannelView),
        (status = 400, body = Problem, description = "bad_request"),
        (status = 401, body = Problem, description = "unauthorized"),
        (status = 404, body = Problem, description = "not_found"),
        (status = 429, body = Problem, description = "too_often"),
    )
)]
pub(super) async fn get(
    Of(state): Of<State>,
    Path(id): Path<String>,
) -> Result<Json<ChannelView>, Refusal> {
    let id = read("id", &id)?;
    let channel = channels::get(&state.store, id).await?;
    let channel = channel.ok_or_else(Refusal::no_channel)?;
    let at = views::now(&state.store).await?;
    Ok(Json(views::view(&state.store, &channel, at).await?))
}

/// What happened to a channel, oldest first.
#[utoipa::path(
    get, path = "/v1/channels/{id}/history", operation_id = "get_history", tag = "channels",
    params(("id" = String, Path, description = "The channel's identifier"), Since),
    responses(
        (status = 200, body = History),
        (status = 400, body = Problem, description = "bad_request"),
        (status = 401, body = Problem, description = "unauthorized"),
        (status = 429, body = Problem, description = "too_often"),
    )
)]
pub(super) async fn history(
    Of(state): Of<State>,
    Path(id): Path<String>,
    since: Result<Query<Since>, QueryRejection>,
) -> Result<Json<History>, Refusal> {
    let Query(since) = since?;
    let id = read("id", &id)?;
    let most = limit(since.limit);
    let entries = history::after(&state.store, Some(id), since.after, most).await?;
    let next = full(&entries, most).map(|last| last.number);
    Ok(Json(History { entries, next }))
}

/// The last entry of a page that is full: more may follow.
fn full<T>(page: &[T], most: u32) -> Option<&T> {
    page.last()
        .filter(|_| u32::try_from(page.len()).is_ok_and(|found| found == most))
}

fn limit(asked: Option<u32>) -> u32 {
    asked.unwrap_or(PAGE).clamp(1, PAGE)
}

/// Reads a felt that a client wrote.
pub(super) fn read(field: &str, text: &str) -> Result<Felt, Refusal> {
    felt::parse(text).map_err(|error| Refusal::new(Code::BadRequest, format!("{field}: {error}")))
}
