//! Connections: so many at once, and each has so long for the head of a request. What a request may
//! take after that is the [`gate`](super::gate)'s part.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::ConnectInfo;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

/// Connections at once; more wait in the system's queue.
const CONNECTIONS: usize = 1_024;
/// Patience for the head of a request, and for the next one on a connection that is kept.
const HEAD: Duration = Duration::from_secs(15);
/// What is read ahead of a connection, in bytes: a head is not longer.
const BUFFER: usize = 16 * 1_024;
/// Rest when the system gives no connection, as when it has no more descriptors.
const REST: Duration = Duration::from_secs(1);

/// Answers connections until `stopping`; then finishes the requests that have begun.
pub async fn serve(listener: TcpListener, router: Router, stopping: CancellationToken) {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new())
        .header_read_timeout(HEAD)
        .max_buf_size(BUFFER);
    let places = Arc::new(Semaphore::new(CONNECTIONS));
    let open = GracefulShutdown::new();
    let service = TowerToHyperService::new(router);
    while let Some(accepted) = stopping
        .run_until_cancelled(accept(&listener, &places))
        .await
    {
        let (stream, peer, place) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                tracing::warn!(%error, "no connection");
                sleep(REST).await;
                continue;
            }
        };
        let service = service.clone();
        let answer = service_fn(move |mut request: hyper::Request<Incoming>| {
            request.extensions_mut().insert(ConnectInfo(peer));
            service.call(request)
        });
        let connection = open.watch(http.serve_connection(TokioIo::new(stream), answer));
        tokio::spawn(async move {
            // A client that breaks off is no news.
            let _ = connection.await;
            drop(place);
        });
    }
    drop(listener);
    open.shutdown().await;
}

type Accepted = (
    tokio::net::TcpStream,
    std::net::SocketAddr,
    tokio::sync::OwnedSemaphorePermit,
);

async fn accept(listener: &TcpListener, places: &Arc<Semaphore>) -> io::Result<Accepted> {
    let place = Arc::clone(places).acquire_owned().await;
    let place = place.map_err(io::Error::other)?;
    let (stream, peer) = listener.accept().await?;
    stream.set_nodelay(true)?;
    Ok((stream, peer, place))
}

#[cfg(test)]
mod tests {
    use axum::routing::get;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpStream;
    use tokio::task::JoinHandle;

    use super::*;

    async fn started() -> (TcpStream, CancellationToken, JoinHandle<()>) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let client = TcpStream::connect(listener.local_addr().unwrap()).await;
        let stopping = CancellationToken::new();
        let router = Router::new().route("/", get(async || "here"));
        let served = tokio::spawn(serve(listener, router, stopping.clone()));
        (client.unwrap(), stopping, served)
    }

    // Time stands still until nothing but time can pass.
    #[tokio::test(start_paused = true)]
    async fn a_head_that_never_ends_ends_the_connection() {
        let (mut client, _stopping, _served) = started().await;
        client.write_all(b"GET / HTTP/1.1\r\nHost:").await.unwrap();
        let mut rest = Vec::new();
        client.read_to_end(&mut rest).await.unwrap();
        assert!(!String::from_utf8_lossy(&rest).contains("200"));
    }

    #[tokio::test]
    async fn a_head_longer_than_the_buffer_is_refused() {
        let (mut client, _stopping, _served) = started().await;
        let head = format!("GET / HTTP/1.1\r\nX: {}", "x".repeat(BUFFER));
        client.write_all(head.as_bytes()).await.unwrap();
        let mut answer = [0; 12];
        client.read_exact(&mut answer).await.unwrap();
        assert_eq!(&answer, b"HTTP/1.1 431");
    }

    #[tokio::test]
    async fn it_stops_though_a_connection_is_kept() {
        let (mut client, stopping, served) = started().await;
        client
            .write_all(b"GET / HTTP/1.1\r\nHost: relayer\r\n\r\n")
            .await
            .unwrap();
        let mut answer = [0; 12];
        client.read_exact(&mut answer).await.unwrap();
        assert_eq!(&answer, b"HTTP/1.1 200");
        stopping.cancel();
        served.await.unwrap();
        let mut rest = Vec::new();
        client.read_to_end(&mut rest).await.unwrap();
    }
}
