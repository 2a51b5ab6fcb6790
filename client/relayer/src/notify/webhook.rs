//! One webhook: where it is, what it is told, and one call of it.

use std::time::Duration;

use ::metrics::counter;
use reqwest::{Client, StatusCode, header, redirect};
use serde::Serialize;
use thiserror::Error;

use super::signature::{self, HEADER};
use crate::config::{Hidden, SecretError, WebhookConfig};
use crate::model::{Seconds, Told, Topic};

/// How long a call may take: less than the lease under which it is made.
const PATIENCE: Duration = Duration::from_secs(5);

/// A webhook and its key. Neither address nor key is ever shown.
#[derive(Debug)]
pub(super) struct Webhook {
    pub name: String,
    url: Hidden,
    key: Hidden,
    topics: Vec<Topic>,
    http: Client,
}

/// Why a webhook was not told.
#[derive(Debug, Error)]
pub(super) enum CallError {
    /// No answer. Without the address, which may hold a key.
    #[error("no answer: {0}")]
    Http(reqwest::Error),
    /// An answer that is no success.
    #[error("the answer was {0}")]
    Status(StatusCode),
    /// The entries make no document.
    #[error("the entries make no document: {0}")]
    Body(#[from] serde_json::Error),
}

/// The body of a call.
#[derive(Serialize)]
struct Body<'a> {
    events: &'a [Told],
}

/// What makes the calls: in time, and never anywhere else than where the operator said.
pub(super) fn http() -> Result<Client, reqwest::Error> {
    Client::builder()
        .timeout(PATIENCE)
        .redirect(redirect::Policy::none())
        .build()
}

impl Webhook {
    /// Reads the key of a webhook.
    pub(super) fn read(config: &WebhookConfig, http: &Client) -> Result<Self, SecretError> {
        Ok(Self {
            name: config.name.clone(),
            url: config.url.clone(),
            key: config.secret.read()?,
            topics: config.topics.clone(),
            http: http.clone(),
        })
    }

    /// Whether it is told about a topic.
    pub(super) fn wants(&self, topic: Topic) -> bool {
        self.topics.is_empty() || self.topics.contains(&topic)
    }

    /// Calls it with entries.
    pub(super) async fn call(&self, events: &[Told], now: Seconds) -> Result<(), CallError> {
        let called = self.send(events, now).await;
        let outcome = if called.is_ok() { "ok" } else { "failed" };
        let name = self.name.clone();
        counter!("surround_webhook_deliveries_total", "webhook" => name, "outcome" => outcome)
            .increment(1);
        called
    }

    async fn send(&self, events: &[Told], now: Seconds) -> Result<(), CallError> {
        let body = serde_json::to_vec(&Body { events })?;
        let signature = signature::sign(self.key.reveal(), now, &body);
        let answer = self
            .http
            .post(self.url.reveal())
            .header(header::CONTENT_TYPE, "application/json")
            .header(HEADER, signature)
            .body(body)
            .send()
            .await
            .map_err(|error| CallError::Http(error.without_url()))?;
        if answer.status().is_success() {
            return Ok(());
        }
        Err(CallError::Status(answer.status()))
    }
}
