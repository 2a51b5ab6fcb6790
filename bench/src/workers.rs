//! The same work on many games, on as many Cairo VMs as there are cores.

use std::num::NonZero;
use std::path::Path;
use std::sync::Mutex;
use std::thread;

use anyhow::{Context, Result, anyhow};
use surround_tests::vm::Vm;

/// The function whose cost is the replay's: from the packed line to the result.
const JUDGE: &str = "surround::vm::judge";

/// Works on every item in a VM that runs the replay of the Cairo package in `project`, and returns
/// the results in the order of the items. Whoever is free takes the next item.
///
/// # Errors
/// The first error of a worker, or of a VM that does not start.
pub fn spread<T: Sync, R: Send>(
    project: &Path,
    items: &[T],
    work: impl Fn(&mut Vm, &T) -> Result<R> + Sync,
) -> Result<Vec<R>> {
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    let queue = Mutex::new(items.iter().enumerate());
    let next = || queue.lock().ok()?.next();
    let worker = || -> Result<Vec<(usize, R)>> {
        let mut vm = Vm::start_in(project, JUDGE)?;
        let mut done = Vec::new();
        while let Some((index, item)) = next() {
            done.push((index, work(&mut vm, item)?));
        }
        Ok(done)
    };
    let mut results = thread::scope(|scope| {
        let workers: Vec<_> = (0..cores).map(|_| scope.spawn(worker)).collect();
        let parts: Vec<_> = workers.into_iter().map(|worker| worker.join()).collect();
        parts.into_iter().try_fold(Vec::new(), |mut all, part| {
            all.extend(part.map_err(|_| anyhow!("a worker panicked"))??);
            Ok::<_, anyhow::Error>(all)
        })
    })?;
    results.sort_by_key(|(index, _)| *index);
    let results: Vec<_> = results.into_iter().map(|(_, result)| result).collect();
    (results.len() == items.len())
        .then_some(results)
        .context("some games were not measured")
}
