//! Costs of answers and ticks, as samples and as the figures made from them.

use clipmark_rows::Standing;

/// Time per answer or per tick, contestants taking turns.
#[derive(Clone, Debug, Default)]
pub struct Timing {
    /// Half the rounds took less.
    pub median_ns: f64,
    /// Median of the ratios, round by round, to the quickest contestant (1.00 for that one).
    pub relative: f64,
    /// Its 95 % interval.
    pub relative_interval: [f64; 2],
    /// How it stands to the quickest; missing where there is no time.
    pub standing: Option<Standing>,
    /// Passes done again, because the thread lost the processor to another.
    pub redone: usize,
    /// Passes that count although the thread lost the processor.
    pub preempted: usize,
    /// The same questions asked once more at once: half the rounds took less, in nanoseconds. Missing where rounds have no
    /// questions of their own.
    pub again_ns: Option<f64>,
    /// Wall time as a multiple of the thread's CPU time, in the median of passes that kept the processor.
    pub wall: Option<f64>,
    /// CPU time of all threads as a multiple of the thread's, in the median of all passes.
    pub threads: Option<f64>,
    /// One a round.
    pub samples_ns: Vec<f64>,
    /// Why there is no time; all numbers are 0 and meaningless then.
    pub not_timed: Option<AnswersDiffer>,
}

/// If a clock differs from the thread's CPU time by more than this share, the contestant waits or uses other threads. Origin: the
/// limit that was asked for. On a quiet machine sound contestants differ by at most 0.2 %, in 126 rows of three maps. On a loaded
/// one they differ by up to 13 %.
const CLOCKS_PART: f64 = 0.05;
/// A contestant that takes less than this share when asked the same again remembers answers. Sound contestants, helped by warm
/// caches, take 0.79 of the time at least: seven backends, 126 rows of three maps. Worlds far larger than a cache may leave less.
const REMEMBERS: f64 = 0.4;

impl Timing {
    /// Facts that the thread's CPU time hides, as clauses about the contestant.
    pub fn caveats(&self) -> Vec<String> {
        let mut out = Vec::new();
        let parted = |ratio: &Option<f64>| ratio.filter(|r| *r > 1.0 + CLOCKS_PART);
        if let Some(wall) = parted(&self.wall) {
            out.push(format!(
                "takes {wall:.2} times as long by the wall clock as in CPU time of its thread: it waits"
            ));
        }
        if let Some(threads) = parted(&self.threads) {
            out.push(format!(
                "takes {threads:.2} times the CPU time of its thread in all threads: others work for it"
            ));
        }
        if let Some(again) = self.again_ns.filter(|ns| *ns < REMEMBERS * self.median_ns) {
            out.push(format!(
                "takes {again:.0} ns where it is asked the same again, and {:.0} ns where it is not: it remembers answers",
                self.median_ns
            ));
        }
        out
    }
}

/// Timed answers that differ from the judged ones: their time would measure other work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnswersDiffer {
    /// Answers (of ticks: states after a tick) that differ when asked once more; 0 where the difference has gone again.
    pub differ: usize,
    /// Answers in all.
    pub of: usize,
    /// Index of the first that differs, from 0.
    pub first: Option<usize>,
}
