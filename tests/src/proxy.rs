//! A node between a program and the local network, with faults to switch on: a program meets them as
//! it would on a bad day, and no code of its own is replaced.

use std::collections::BTreeMap;
use std::future::pending;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use anyhow::Result;
use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::Notify;
use tokio::task::JoinHandle;

/// Hands a transaction in.
pub const ADD: &str = "starknet_addInvokeTransaction";
/// Simulates one.
pub const SIMULATE: &str = "starknet_simulateTransactions";
/// Asks for a receipt.
pub const RECEIPT: &str = "starknet_getTransactionReceipt";

/// What happens to requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// None is delivered: the connection breaks.
    Down,
    /// Transactions are answered as if they were taken, and are not delivered.
    Swallow,
    /// Transactions are delivered, and the connection breaks before the answer.
    HangUp,
}

/// A place on a request's way at which it can be held.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Point {
    /// Requests of this method have arrived and are not delivered.
    Before(&'static str),
    /// They are delivered and their answers are not.
    After(&'static str),
}

/// A running proxy; it ends when it is dropped.
#[derive(Debug)]
pub struct Proxy {
    url: String,
    shared: Arc<Shared>,
    server: JoinHandle<()>,
}

#[derive(Debug)]
struct Shared {
    node: String,
    client: reqwest::Client,
    switches: Mutex<Switches>,
    reached: Notify,
}

#[derive(Debug, Default)]
struct Switches {
    fault: Option<Fault>,
    hold_at: Option<Point>,
    /// Requests that arrived, by method.
    seen: BTreeMap<String, u64>,
}

impl Proxy {
    /// Starts a proxy before the node at `url`, on a free port, without a fault.
    pub async fn before(url: &str) -> Result<Self> {
        let shared = Arc::new(Shared {
            node: url.to_owned(),
            client: reqwest::Client::new(),
            switches: Mutex::default(),
            reached: Notify::new(),
        });
        let router = Router::new()
            .route("/", post(pass))
            .with_state(Arc::clone(&shared));
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let url = format!("http://{}", listener.local_addr()?);
        let server = tokio::spawn(async move {
            // Serving ends with the proxy alone.
            let _ = axum::serve(listener, router).await;
        });
        Ok(Self {
            url,
            shared,
            server,
        })
    }

    /// Its address.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Switches a fault on, instead of any other.
    pub fn fail(&self, fault: Fault) {
        self.shared.switches().fault = Some(fault);
    }

    /// Switches every fault off.
    pub fn heal(&self) {
        self.shared.switches().fault = None;
    }

    /// Holds the next request at `point`, for good: it is never delivered, or never answered.
    pub fn hold(&self, point: Point) {
        self.shared.switches().hold_at = Some(point);
    }

    /// Waits until a request is held.
    pub async fn held(&self) {
        self.shared.reached.notified().await;
    }

    /// How many requests of a method have arrived.
    pub fn seen(&self, method: &str) -> u64 {
        let switches = self.shared.switches();
        switches.seen.get(method).copied().unwrap_or(0)
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.server.abort();
    }
}

impl Shared {
    fn switches(&self) -> MutexGuard<'_, Switches> {
        self.switches.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn arrived(&self, method: &str) -> Option<Fault> {
        let mut switches = self.switches();
        *switches.seen.entry(method.to_owned()).or_default() += 1;
        switches.fault
    }

    async fn hold_at(&self, reached: impl Fn(Point) -> bool) {
        let held = self
            .switches()
            .hold_at
            .take_if(|point| reached(*point))
            .is_some();
        if held {
            self.reached.notify_one();
            pending::<()>().await;
        }
    }

    async fn deliver(&self, body: Bytes) -> Result<Bytes, reqwest::Error> {
        let request = self.client.post(&self.node);
        let request = request.header(CONTENT_TYPE, "application/json").body(body);
        request.send().await?.bytes().await
    }
}

async fn pass(State(shared): State<Arc<Shared>>, body: Bytes) -> Response {
    let request: Value = serde_json::from_slice(&body).unwrap_or_default();
    let method = request["method"].as_str().unwrap_or_default();
    let fault = shared.arrived(method);
    shared
        .hold_at(|point| matches!(point, Point::Before(of) if of == method))
        .await;
    match fault {
        Some(Fault::Down) => return broken(),
        Some(Fault::Swallow) if method == ADD => return taken(&request),
        _ => {}
    }
    let Ok(answer) = shared.deliver(body).await else {
        return broken();
    };
    shared
        .hold_at(|point| matches!(point, Point::After(of) if of == method))
        .await;
    match fault {
        Some(Fault::HangUp) if method == ADD => broken(),
        _ => ([(CONTENT_TYPE, "application/json")], answer).into_response(),
    }
}

/// An answer that breaks off, so that the connection is closed on it.
fn broken() -> Response {
    let cut = io::Error::from(io::ErrorKind::ConnectionReset);
    Body::from_stream(tokio_stream::once(Err::<Bytes, _>(cut))).into_response()
}

/// What a node says that took a transaction; senders know its hash without being told.
fn taken(request: &Value) -> Response {
    let answer = json!({
        "jsonrpc": "2.0",
        "id": request["id"],
        "result": { "transaction_hash": "0x7a6b656e" },
    });
    ([(CONTENT_TYPE, "application/json")], answer.to_string()).into_response()
}
