//! The clock that passes are timed by: CPU time of the thread, and whether it lost the processor meanwhile.
//!
//! Wall time includes other programs while the thread waits for its turn. CPU time of the thread does not. But a thread that lost
//! the processor finds its caches cold, so the passes are marked. Only Linux reports both for a thread (`getrusage(2)`,
//! `clock_gettime(2)`). Elsewhere the wall clock times passes and marks none.
//!
//! Wall time and the CPU time of all threads are read too, outside of the first pair. A contestant that waits, or sends work to
//! other threads, takes no time by the thread's clock. The time of these calls themselves does not count: beside each the
//! thread's clock is read once more.

use std::time::Instant;

/// The time of a pass.
#[derive(Clone, Copy, Debug)]
pub struct Reading {
    /// Nanoseconds.
    pub ns: f64,
    /// Nanoseconds by the wall clock.
    pub wall_ns: f64,
    /// CPU time of all threads of this process in nanoseconds, where the system says.
    pub all_ns: f64,
    /// The thread lost the processor to another.
    pub preempted: bool,
    /// It gave the processor up, to wait. On a busy machine wall time is longer without that.
    pub waited: bool,
}

/// A started clock.
#[cfg(target_os = "linux")]
pub(crate) struct Stopwatch {
    wall: Instant,
    process: Option<f64>,
    /// Read after the two above, as in `stop`, so that both span the same calls.
    outside: nix::sys::time::TimeSpec,
    switches: Switches,
    began: nix::sys::time::TimeSpec,
}

#[cfg(target_os = "linux")]
impl Stopwatch {
    /// The measured time, in words.
    pub(crate) const CLOCK: &str = "CPU time of the thread";

    pub(crate) fn start() -> Self {
        // The time is read last here and first in `stop`, so that the other calls are not in it.
        let (wall, process, outside) = (Instant::now(), process_seconds(), cpu_time());
        let switches = switches();
        Self {
            wall,
            process,
            outside,
            switches,
            began: cpu_time(),
        }
    }

    pub(crate) fn stop(self) -> Reading {
        use nix::sys::time::TimeValLike;
        let taken = cpu_time() - self.began;
        let switches = switches();
        let (wall, process) = (self.wall.elapsed(), process_seconds());
        let outside = (cpu_time() - self.outside).num_nanoseconds() as f64;
        let ns = taken.num_nanoseconds() as f64;
        let all = process.zip(self.process).map(|(now, then)| (now - then) * 1e9);
        let beyond = |clock: f64| ns + (clock - outside).max(0.0);
        Reading {
            ns,
            wall_ns: beyond(wall.as_nanos() as f64),
            all_ns: all.map_or(ns, beyond),
            preempted: switches.lost != self.switches.lost,
            waited: switches.given != self.switches.given,
        }
    }
}

/// CPU time of this thread. The call fails only for a clock that Linux does not have; every one has this.
#[cfg(target_os = "linux")]
fn cpu_time() -> nix::sys::time::TimeSpec {
    use nix::time::{ClockId, clock_gettime};
    clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).unwrap_or(nix::sys::time::TimeSpec::new(0, 0))
}

/// How often a thread stopped running.
#[cfg(target_os = "linux")]
#[derive(Clone, Copy, Default)]
struct Switches {
    /// It lost the processor to another.
    lost: i64,
    /// It gave the processor up, to wait.
    given: i64,
}

#[cfg(target_os = "linux")]
fn switches() -> Switches {
    use nix::sys::resource::{UsageWho, getrusage};
    getrusage(UsageWho::RUSAGE_THREAD).map_or(Switches::default(), |usage| Switches {
        lost: usage.involuntary_context_switches(),
        given: usage.voluntary_context_switches(),
    })
}

/// A started clock.
#[cfg(not(target_os = "linux"))]
pub(crate) struct Stopwatch {
    began: Instant,
}

#[cfg(not(target_os = "linux"))]
impl Stopwatch {
    /// The measured time, in words.
    pub(crate) const CLOCK: &str = "wall clock";

    pub(crate) fn start() -> Self {
        Self {
            began: Instant::now(),
        }
    }

    pub(crate) fn stop(self) -> Reading {
        let ns = self.began.elapsed().as_nanos() as f64;
        Reading {
            ns,
            wall_ns: ns,
            all_ns: ns,
            preempted: false,
            waited: false,
        }
    }
}

/// CPU time that this process has taken, all threads together, in seconds; none where the system does not say.
#[cfg(target_os = "linux")]
pub(crate) fn process_seconds() -> Option<f64> {
    use nix::sys::time::TimeValLike;
    use nix::time::{ClockId, clock_gettime};
    let taken = clock_gettime(ClockId::CLOCK_PROCESS_CPUTIME_ID).ok()?;
    Some(taken.num_nanoseconds() as f64 * 1e-9)
}

/// CPU time that this process has taken, all threads together, in seconds; none where the system does not say.
#[cfg(not(target_os = "linux"))]
pub(crate) fn process_seconds() -> Option<f64> {
    None
}
