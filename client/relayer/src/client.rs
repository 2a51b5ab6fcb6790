//! A typed client of the API, with the very documents that the service writes.

use std::time::Duration;

use reqwest::{Method, RequestBuilder, Response};
use serde::de::DeserializeOwned;
use starknet_types_core::felt::Felt;
use surround_channel::felt;
use thiserror::Error;
use url::Url;

use crate::api::events::LAST_EVENT;
use crate::api::requests::KEY;
use crate::api::views::{ChannelList, ChannelView, History, JobView};
use crate::api::{Problem, Readiness, Request};
use crate::config::Hidden;
use crate::intake::Accepted;
use crate::model::{Action, Sides, Told};

/// How long the head of an answer may take.
const PATIENCE: Duration = Duration::from_secs(30);
/// Bytes of the longest event: more means that no relayer answers.
const LONGEST_EVENT: usize = 1 << 20;

/// A relayer, for the bearer of one token.
#[derive(Clone, Debug)]
pub struct Client {
    base: Url,
    token: Hidden,
    http: reqwest::Client,
}

/// Why the relayer did not do what was asked.
#[derive(Debug, Error)]
pub enum ClientError {
    /// The address is no base for paths.
    #[error("the relayer's address is no http or https address")]
    Address,
    /// It was not reached, or did not finish its answer.
    #[error("the relayer: {0}")]
    Http(#[from] reqwest::Error),
    /// It refuses.
    #[error("the relayer: {}", .0.detail)]
    Refused(Box<Problem>),
    /// Something else answers.
    #[error("the relayer: an unexpected answer: {0}")]
    Unexpected(String),
}

impl Client {
    /// A client of the relayer at `base`, such as `http://127.0.0.1:8480`.
    ///
    /// # Errors
    /// [`ClientError::Address`], [`ClientError::Http`].
    pub fn new(base: &str, token: Hidden) -> Result<Self, ClientError> {
        let base = Url::parse(base).map_err(|_| ClientError::Address)?;
        if !matches!(base.scheme(), "http" | "https") {
            return Err(ClientError::Address);
        }
        let http = reqwest::Client::builder()
            .connect_timeout(PATIENCE)
            .read_timeout(PATIENCE)
            .build()?;
        Ok(Self { base, token, http })
    }

    /// Hands in the JSON text of a transcript, for the players named by `sides`.
    ///
    /// # Errors
    /// [`ClientError`].
    pub async fn hand_in(&self, transcript: &str, sides: Sides) -> Result<Accepted, ClientError> {
        let sides = ("sides", sides.as_str().to_owned());
        let request = self.request(Method::POST, &["v1", "channels"], &[sides])?;
        let request = request.header(reqwest::header::CONTENT_TYPE, "application/json");
        read(request.body(transcript.to_owned())).await
    }

    /// Asks for a call. With the same `key` it is the same request, however often it is sent.
    ///
    /// # Errors
    /// [`ClientError`].
    pub async fn ask(
        &self,
        channel: Felt,
        action: Action,
        key: Option<&str>,
    ) -> Result<JobView, ClientError> {
        let id = felt::to_text(&channel);
        let mut request = self.request(Method::POST, &["v1", "channels", &id, "requests"], &[])?;
        if let Some(key) = key {
            request = request.header(KEY, key);
        }
        read(request.json(&Request { action })).await
    }

    /// How a channel stands.
    ///
    /// # Errors
    /// [`ClientError`].
    pub async fn channel(&self, channel: Felt) -> Result<ChannelView, ClientError> {
        let id = felt::to_text(&channel);
        read(self.request(Method::GET, &["v1", "channels", &id], &[])?).await
    }

    /// A page of channels: those in which an account plays, or those of the token; `after` is the
    /// `next` of the page before.
    ///
    /// # Errors
    /// [`ClientError`].
    pub async fn channels(
        &self,
        player: Option<Felt>,
        after: Option<&str>,
        limit: u32,
    ) -> Result<ChannelList, ClientError> {
        let mut query = vec![("limit", limit.to_string())];
        query.extend(player.map(|player| ("player", felt::to_text(&player))));
        query.extend(after.map(|after| ("after", after.to_owned())));
        read(self.request(Method::GET, &["v1", "channels"], &query)?).await
    }

    /// A page of a channel's history, after the entry with this number.
    ///
    /// # Errors
    /// [`ClientError`].
    pub async fn history(&self, channel: Felt, after: u64) -> Result<History, ClientError> {
        let id = felt::to_text(&channel);
        let after = ("after", after.to_string());
        read(self.request(Method::GET, &["v1", "channels", &id, "history"], &[after])?).await
    }

    /// How the service feels. Not being ready is no error.
    ///
    /// # Errors
    /// [`ClientError`].
    pub async fn ready(&self) -> Result<Readiness, ClientError> {
        let answer = self.request(Method::GET, &["ready"], &[])?.send().await?;
        Ok(answer.json().await?)
    }

    /// Listens to what happens in a channel or in all of them: from the next entry on, or from the one
    /// after the number that was seen last.
    ///
    /// # Errors
    /// [`ClientError`].
    pub async fn listen(
        &self,
        channel: Option<Felt>,
        last_seen: Option<u64>,
    ) -> Result<Events, ClientError> {
        let channel = channel.map(|channel| ("channel", felt::to_text(&channel)));
        let query: Vec<_> = channel.into_iter().collect();
        let mut request = self.request(Method::GET, &["v1", "events"], &query)?;
        if let Some(number) = last_seen {
            request = request.header(LAST_EVENT, number);
        }
        Ok(Events {
            answer: succeeded(request.send().await?).await?,
            buffer: Vec::new(),
        })
    }

    fn request(
        &self,
        method: Method,
        path: &[&str],
        query: &[(&str, String)],
    ) -> Result<RequestBuilder, ClientError> {
        let mut url = self.base.clone();
        url.path_segments_mut()
            .map_err(|()| ClientError::Address)?
            .pop_if_empty()
            .extend(path);
        if !query.is_empty() {
            url.query_pairs_mut().extend_pairs(query);
        }
        Ok(self
            .http
            .request(method, url)
            .bearer_auth(self.token.reveal()))
    }
}

async fn read<T: DeserializeOwned>(request: RequestBuilder) -> Result<T, ClientError> {
    let answer = succeeded(request.send().await?).await?;
    let text = answer.text().await?;
    serde_json::from_str(&text).map_err(|error| ClientError::Unexpected(error.to_string()))
}

async fn succeeded(answer: Response) -> Result<Response, ClientError> {
    let status = answer.status();
    if status.is_success() {
        return Ok(answer);
    }
    let text = answer.text().await?;
    Err(match serde_json::from_str(&text) {
        Ok(problem) => ClientError::Refused(Box::new(problem)),
        Err(_) => ClientError::Unexpected(status.to_string()),
    })
}

/// Events as they come. When the stream ends, listen again with the number of the last one.
#[derive(Debug)]
pub struct Events {
    answer: Response,
    buffer: Vec<u8>,
}

impl Events {
    /// The next entry of the history; none when the service ends the stream.
    ///
    /// # Errors
    /// [`ClientError::Http`], [`ClientError::Unexpected`].
    pub async fn next(&mut self) -> Result<Option<Told>, ClientError> {
        loop {
            if let Some(event) = self.take() {
                // One without data only keeps the connection alive.
                let Some(data) = data(&event) else { continue };
                let told = serde_json::from_str(&data);
                return told
                    .map(Some)
                    .map_err(|error| ClientError::Unexpected(error.to_string()));
            }
            if self.buffer.len() > LONGEST_EVENT {
                return Err(ClientError::Unexpected("an endless event".to_owned()));
            }
            let Some(chunk) = self.answer.chunk().await? else {
                return Ok(None);
            };
            self.buffer.extend_from_slice(&chunk);
        }
    }

    /// Takes one event off the buffer: an empty line ends it.
    fn take(&mut self) -> Option<Vec<u8>> {
        let end = self.buffer.windows(2).position(|pair| pair == b"\n\n")?;
        let rest = self.buffer.split_off(end + 2);
        Some(std::mem::replace(&mut self.buffer, rest))
    }
}

/// The data of an event: its lines that say so.
fn data(event: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(event);
    let lines: Vec<_> = text
        .lines()
        .filter_map(|line| line.strip_prefix("data:"))
        .map(|line| line.strip_prefix(' ').unwrap_or(line))
        .collect();
    (!lines.is_empty()).then(|| lines.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_is_its_data() {
        let event = b"id: 3\nevent: job\ndata: {\"a\":\ndata:1}\n\n";
        assert_eq!(data(event).as_deref(), Some("{\"a\":\n1}"));
        assert_eq!(data(b": still here\n\n"), None);
    }

    #[test]
    fn nothing_shows_the_token() {
        let token = Hidden::from("secret".to_owned());
        let client = Client::new("http://127.0.0.1:1/base/", token).unwrap();
        assert!(!format!("{client:?}").contains("secret"));
        assert!(Client::new("ftp://127.0.0.1", Hidden::from(String::new())).is_err());
    }
}
