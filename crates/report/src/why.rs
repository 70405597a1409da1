//! Why one contestant is faster than another, in one sentence: a sweep's counted work, the same on every machine.

use crate::format;
use clipmark_record::{Comparison, Entry};

/// More contestants than this would make the sentence a table; the plot of the work has all.
const MOST: usize = 4;
/// Fewer than this a sweep are not worth a word.
const FEWEST: f64 = 0.05;

/// The sentence; `None` where no work was counted or no contestant was timed. The quickest comes first.
pub(crate) fn why(comparison: &Comparison) -> Option<String> {
    let mut timed: Vec<&Entry> = comparison
        .contestants
        .iter()
        .filter(|e| e.trace_time.median_ns > 0.0 && e.trace_time.not_timed.is_none())
        .collect();
    timed.sort_by(|a, b| a.trace_time.median_ns.total_cmp(&b.trace_time.median_ns));
    if timed.len() > MOST {
        timed.drain(MOST - 1..timed.len() - 1);
    }
    let said: Vec<String> = timed.iter().filter_map(|e| work(e)).collect();
    (said.len() > 1).then(|| format!("Work per sweep: {}.", said.join("; ")))
}

/// `bvh visits 5.3 nodes and runs 2.3 GJK steps`.
fn work(entry: &Entry) -> Option<String> {
    let w = &entry.work;
    let counted = |n: f64| n.is_finite() && n >= FEWEST;
    let told =
        |n: f64, verb: &str, of: &str| counted(n).then(|| format!("{verb} {} {of}", format::fixed(n, 1)));
    let (gjk, epa) = (w.gjk_iterations, w.epa_iterations);
    let inner = match counted(w.planes) || counted(gjk) {
        true => None,
        false => told(w.primitives, "tests", "solids"),
    };
    let all: Vec<String> = [
        told(w.nodes + w.leaves, "visits", "nodes"),
        inner,
        told(w.planes, "tests", "planes"),
        told(gjk, "runs", "GJK steps"),
        told(epa, "runs", "EPA steps"),
    ]
    .into_iter()
    .flatten()
    .collect();
    let words = match all.as_slice() {
        [] => return None,
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    };
    Some(format!("{} {words}", entry.name))
}
