//! What Prometheus is told. Names begin with `surround_`; seconds, bytes and counts are base units.

use std::sync::OnceLock;
use std::time::Instant;

use ::metrics::{counter, gauge, histogram};
use axum::extract::{MatchedPath, Request};
use axum::http::Method;
use axum::middleware::Next;
use axum::response::Response;
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};
use surround_chain::amount::FRI_PER_STRK;
use surround_channel::felt;

use crate::journal::Stage;
use crate::model::{Action, Seconds, Standing};
use crate::pulse::Pulse;
use crate::store::{Store, StoreError, blocks, channels, jobs};

const DURATION: &str = "surround_http_request_seconds";
/// Upper bounds of the durations that are counted, in seconds.
const BUCKETS: [f64; 9] = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0, 15.0];

/// The recorder of this process, made at the first use.
fn recorder() -> &'static PrometheusHandle {
    static RECORDER: OnceLock<PrometheusHandle> = OnceLock::new();
    RECORDER.get_or_init(|| {
        let builder = PrometheusBuilder::new();
        let builder = builder
            .set_buckets_for_metric(Matcher::Full(DURATION.to_owned()), &BUCKETS)
            .unwrap_or_else(|_| PrometheusBuilder::new());
        let recorder = builder.build_recorder();
        let handle = recorder.handle();
        // Another recorder is there if this process is embedded in one that measures itself.
        let _ = ::metrics::set_global_recorder(recorder);
        describe();
        handle
    })
}

fn describe() {
    use ::metrics::{Unit, describe_counter, describe_gauge, describe_histogram};
    describe_histogram!(
        DURATION,
        Unit::Seconds,
        "Time to the head of an answer, by route"
    );
    describe_counter!(
        "surround_http_requests_total",
        "Answers, by route and status"
    );
    describe_counter!("surround_bundles_total", "Games taken in, by standing");
    describe_counter!(
        "surround_webhook_deliveries_total",
        "Webhook calls, by name and outcome"
    );
    describe_gauge!("surround_armed", "1 if this process can act, else 0");
    describe_gauge!("surround_leads", "1 if this process sends, else 0");
    describe_gauge!(
        "surround_nearest_deadline_seconds",
        Unit::Seconds,
        "Time to the nearest deadline with something left to be done; NaN without one"
    );
    describe_gauge!("surround_head_block", "Height of the newest block read");
    describe_gauge!(
        "surround_head_age_seconds",
        Unit::Seconds,
        "Time since the newest block read; NaN while catching up"
    );
    describe_gauge!(
        "surround_node_age_seconds",
        Unit::Seconds,
        "Time since the chain was last followed, or the node of a process that stands by answered"
    );
    describe_gauge!(
        "surround_balance_strk",
        "Balance of each account that sends; NaN where another process sends from it"
    );
    describe_gauge!(
        "surround_channels",
        "Channels that are watched and not final"
    );
    describe_gauge!("surround_alarms", "Channels whose player is called to sign");
    describe_gauge!("surround_jobs", "Work, by action and stage");
}

/// Counts an answer. Routes are named by their patterns, so that no client makes new names.
pub(crate) async fn answered(request: Request, next: Next) -> Response {
    recorder();
    let route = request.extensions().get::<MatchedPath>();
    let route = route.map_or_else(|| "none".to_owned(), |route| route.as_str().to_owned());
    let method = method(request.method());
    let begun = Instant::now();
    let response = next.run(request).await;
    histogram!(DURATION, "route" => route.clone()).record(begun.elapsed());
    let status = response.status().as_u16().to_string();
    counter!("surround_http_requests_total", "method" => method, "route" => route, "status" => status)
        .increment(1);
    response
}

/// The methods that routes have, and one name for whatever else clients think of.
fn method(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::POST => "POST",
        _ => "other",
    }
}

/// Counts a game that was taken in.
pub(crate) fn taken_in(standing: Option<Standing>) {
    let standing = standing.map_or("none", Standing::as_str);
    counter!("surround_bundles_total", "standing" => standing).increment(1);
}

/// The metrics as Prometheus reads them.
///
/// # Errors
/// [`StoreError`].
pub async fn render(
    store: &Store,
    pulse: &Pulse,
    armed: bool,
    now: Seconds,
) -> Result<String, StoreError> {
    let recorder = recorder();
    gauge!("surround_armed").set(u8::from(armed));
    process(pulse, now);
    chain(store, now).await?;
    channels(store, now).await?;
    jobs(store).await?;
    recorder.run_upkeep();
    Ok(recorder.render())
}

/// What this process last saw.
fn process(pulse: &Pulse, now: Seconds) {
    let (seen, senders) = (pulse.seen(), pulse.senders());
    let leads = senders.values().any(|sends| sends.leads);
    gauge!("surround_leads").set(u8::from(leads));
    gauge!("surround_node_age_seconds").set(now.saturating_sub(seen.node_at) as f64);
    for (account, sends) in senders {
        // What was seen before another process took over is no news.
        let balance = sends.balance.filter(|_| sends.leads);
        let strk = balance.map(|balance| balance.0 as f64 / FRI_PER_STRK as f64);
        let account = felt::to_text(&account);
        gauge!("surround_balance_strk", "account" => account).set(strk.unwrap_or(f64::NAN));
    }
}

/// How far the chain was followed, alike in every replica.
async fn chain(store: &Store, now: Seconds) -> Result<(), StoreError> {
    let Some(head) = blocks::newest(store).await? else {
        return Ok(());
    };
    gauge!("surround_head_block").set(head.at.block as f64);
    // The time of a block that was passed on the way to the head is not known.
    let known = head.at.now > 0;
    let age = if known {
        now.saturating_sub(head.at.now) as f64
    } else {
        f64::NAN
    };
    gauge!("surround_head_age_seconds").set(age);
    Ok(())
}

/// What the store says of the channels, alike in every replica.
async fn channels(store: &Store, now: Seconds) -> Result<(), StoreError> {
    let nearest = channels::nearest_answer(store).await?;
    let left = nearest.map(|by| by.cast_signed().saturating_sub_unsigned(now) as f64);
    gauge!("surround_nearest_deadline_seconds").set(left.unwrap_or(f64::NAN));
    let tally = channels::tally(store).await?;
    gauge!("surround_channels").set(tally.watched as f64);
    gauge!("surround_alarms").set(tally.alarmed as f64);
    Ok(())
}

/// Every action and stage, those with nothing too: a series that vanishes looks like one that stays.
async fn jobs(store: &Store) -> Result<(), StoreError> {
    let counts = jobs::counts(store).await?;
    for action in Action::ALL.map(Action::as_str) {
        for stage in Stage::ALL.map(Stage::as_str) {
            let here = counts
                .iter()
                .find(|(a, s, _)| (&**a, &**s) == (action, stage));
            let count = here.map_or(0, |(.., count)| *count);
            gauge!("surround_jobs", "action" => action, "stage" => stage).set(count as f64);
        }
    }
    Ok(())
}

/// Empties the buffers of what was measured; without it they grow while nobody asks for metrics.
pub fn upkeep() {
    recorder().run_upkeep();
}
