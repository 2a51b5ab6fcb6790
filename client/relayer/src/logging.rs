//! Structured logs on standard error: one JSON object a line for machines, lines for a person at a
//! terminal. Channel, height and transaction are fields.

use std::io::{self, IsTerminal};

use tracing_subscriber::EnvFilter;

/// What is logged unless `RUST_LOG` says otherwise: this program's own, and others' warnings.
const DEFAULT: &str = "warn,surround_relayer=info";

/// Starts logging for the whole process. A second start, and a filter that cannot be read, change
/// nothing.
pub fn start() {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new(DEFAULT));
    let lines = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(io::stderr);
    let _ = if io::stderr().is_terminal() {
        lines.try_init()
    } else {
        lines.json().flatten_event(true).try_init()
    };
}
