//! Whether the machine gives enough threads. It is tested before the work, since a thread that cannot start ends the process.

use anyhow::{Result, bail};
use std::hint::black_box;
use std::io;
use std::sync::RwLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, available_parallelism};

/// Memory that a thread takes at most before it runs: a stack of 2 MB and a few kilobytes more. Without those it aborts and says
/// nothing.
const ROOM: usize = 3 << 20;
/// How many threads a process may use, as rayon reads it.
const ASKED: &str = "RAYON_NUM_THREADS";

/// Refuses more threads than the machine gives, where the environment asks for more than there are cores.
pub(crate) fn check_environment() -> Result<()> {
    check(
        requested_threads().unwrap_or(0),
        &format!("give a smaller {ASKED}"),
    )
}

fn requested_threads() -> Option<usize> {
    std::env::var(ASKED).ok()?.parse().ok()
}

/// Threads beside the workers: those that determinism is tried in, one that replays elsewhere, those of a program's pipe, one that
/// draws progress.
const BESIDE: usize = 16;

/// Refuses work on a machine that does not give the threads which it takes, as under a limit of processes. A pool works in as
/// many threads as the environment asks for, or as there are cores.
pub(crate) fn check_work() -> Result<()> {
    let cores = || available_parallelism().map_or(1, usize::from);
    let workers = requested_threads().filter(|n| *n > 0).unwrap_or_else(cores);
    start(
        workers.saturating_add(BESIDE),
        &format!("raise the limit of processes (ulimit -u), or give a smaller {ASKED}"),
    )
}

/// Refuses more threads at a time than the machine gives.
pub(crate) fn check(wanted: usize, remedy: &str) -> Result<()> {
    if wanted <= available_parallelism().map_or(1, usize::from) {
        return Ok(());
    }
    start(wanted, remedy)
}

fn start(wanted: usize, remedy: &str) -> Result<()> {
    match started(wanted) {
        (given, Some(error)) => {
            bail!("{wanted} threads at a time, of which the machine gives {given} ({error}); {remedy}")
        }
        (_, None) => Ok(()),
    }
}

/// How many threads could be started at the same time, and why no more. They start one after the other: a thread takes some
/// memory after its creation. A crowd of new ones would abort if that fails.
fn started(wanted: usize) -> (usize, Option<io::Error>) {
    let (gate, running) = (RwLock::new(()), AtomicUsize::new(0));
    // While it is held, every thread waits. A poisoned lock holds as well.
    let closed = gate.write();
    thread::scope(|scope| {
        let wait = || {
            running.fetch_add(1, Ordering::Relaxed);
            drop(gate.read());
        };
        let failed = (0..wanted).find_map(|given| {
            let mut room = Vec::<u8>::new();
            let refused = room.try_reserve_exact(ROOM).err();
            drop(black_box(room));
            let no_room = refused.map(|_| io::ErrorKind::OutOfMemory.into());
            let spawned = || thread::Builder::new().spawn_scoped(scope, wait).err();
            let error = no_room.or_else(spawned);
            while error.is_none() && running.load(Ordering::Relaxed) <= given {
                thread::yield_now();
            }
            error.map(|error| (given, Some(error)))
        });
        drop(closed);
        failed.unwrap_or((wanted, None))
    })
}
