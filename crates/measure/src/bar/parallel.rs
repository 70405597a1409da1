//! Runs pieces of work on all cores, and returns the results in order.
//!
//! It uses its own threads, not rayon's pool: `tests/judges` runs the bar inside that pool. A worker that waited there for its
//! pieces would hold a thread that they need.
//!
//! A panic of a piece is one of the caller, with its message.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Says how many threads a process may use, as rayon reads it. On a shared machine each task has its share of cores.
const THREADS: &str = "RAYON_NUM_THREADS";

fn threads() -> usize {
    let asked = std::env::var(THREADS).ok().and_then(|text| text.parse().ok());
    asked
        .filter(|n| *n > 0)
        .unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from))
}

/// Does `count` pieces of work.
pub(super) fn pieces<T: Send>(count: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let take = || Some(next.fetch_add(1, Ordering::Relaxed)).filter(|piece| *piece < count);
    let worker = || -> Vec<(usize, T)> {
        let pieces = std::iter::from_fn(take);
        pieces.map(|piece| (piece, work(piece))).collect()
    };
    let mut done = thread::scope(|scope| {
        let spawn = |_| thread::Builder::new().spawn_scoped(scope, worker).ok();
        // Under a limit of processes there are fewer threads, or none but this one.
        let spawned: Vec<_> = (1..threads().min(count)).map_while(spawn).collect();
        let mut done = worker();
        for other in spawned {
            done.extend(other.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        done
    });
    done.sort_unstable_by_key(|(piece, _)| *piece);
    done.into_iter().map(|(_, result)| result).collect()
}
