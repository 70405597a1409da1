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

#[cfg(test)]
mod tests {
    use super::*;
    use clipmark_record::{Timing, WorkPerTrace};

    fn entry(name: &str, ns: f64, work: WorkPerTrace) -> Entry {
        Entry {
            name: name.into(),
            trace_time: Timing {
                median_ns: ns,
                ..Timing::default()
            },
            work,
            ..Entry::default()
        }
    }

    #[test]
    fn the_work_is_told_with_the_quickest_first() {
        let slow = WorkPerTrace {
            nodes: 5.3,
            gjk_iterations: 2.2,
            epa_iterations: 0.01,
            primitives: 3.0,
            ..WorkPerTrace::default()
        };
        let quick = WorkPerTrace {
            nodes: 2.0,
            leaves: 1.9,
            planes: 12.5,
            ..WorkPerTrace::default()
        };
        let mut comparison = Comparison {
            contestants: vec![entry("bvh", 500.0, slow), entry("bsp", 140.0, quick)],
            ..Comparison::default()
        };
        assert_eq!(
            why(&comparison).as_deref(),
            Some(
                "Work per sweep: bsp visits 3.9 nodes and tests 12.5 planes; bvh visits 5.3 nodes and runs 2.2 GJK steps."
            )
        );
        comparison.contestants[0].work = WorkPerTrace::default();
        assert_eq!(why(&comparison), None, "one alone explains nothing");
    }
}
