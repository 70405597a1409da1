//! Runs pieces of work on all cores, and returns the results in order.
//!
//! It uses its own threads, not rayon's pool: `tests/judges` runs the bar inside that pool. A worker that waited there for its
//! pieces would hold a thread that they need.
//!
//! A panic of a piece is one of the caller, with its message.

use crate::panics::catch_panic;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
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
    let threads = threads().min(count);
    let (send, receive) = mpsc::channel();
    let mut out: Vec<Option<T>> = (0..count).map(|_| None).collect();
    thread::scope(|scope| {
        let (next, work) = (&next, &work);
        let worker = |send: mpsc::Sender<(usize, Result<T, String>)>| {
            move || {
                loop {
                    let piece = next.fetch_add(1, Ordering::Relaxed);
                    if piece >= count || send.send((piece, catch_panic(|| work(piece)))).is_err() {
                        return;
                    }
                }
            }
        };
        let spawn = || thread::Builder::new().spawn_scoped(scope, worker(send.clone()));
        // Under a limit of processes there are fewer threads, or none but this one.
        let spawned = (0..threads).take_while(|_| spawn().is_ok()).count();
        if spawned == 0 {
            worker(send.clone())();
        }
        drop(send);
        for (piece, result) in receive {
            out[piece] = Some(result.unwrap_or_else(|why| resume_unwind(Box::new(why))));
        }
    });
    out.into_iter().flatten().collect()
}
