//! The table, the ticks and the answers as CSV. States and answers are exact; the rest is rounded, as [`crate::cells`] says.

use crate::cells::{exact, exacts, figure, figures, file, texts};
use crate::error::ReportError;
use clipmark_record::classes::QueryClass;
use clipmark_record::findings::Finding;
use clipmark_record::{Comparison, Entry, Quantiles, QueryRecord, TickRecord, Timing};

/// The table with bare numbers: one row per contestant, the unit in the column's name.
///
/// # Errors
/// [`ReportError::Csv`] when the library refuses.
pub fn csv(comparison: &Comparison) -> Result<String, ReportError> {
    const HEAD: [&str; 40] = [
        "contestant",
        "hull",
        "skin_u",
        "queries",
        "true_hits",
        "missed",
        "phantom",
        "penetrating",
        "start_solid",
        "wrong_normal",
        "unreliable",
        "clipped_corners",
        "missed_from_touch",
        "touch_rule",
        "bevel_rule",
        "wrong_contents",
        "walk_unreliable",
        "deepest_u",
        "stuck_ticks",
        "embedded_ticks",
        "shake_u",
        "alternation",
        "ground_toggles_per_s",
        "fell_out",
        "distance_u",
        "trace_best_ns",
        "trace_median_ns",
        "trace_spread_ns",
        "trace_relative",
        "trace_relative_low",
        "trace_relative_high",
        "tick_best_ns",
        "tick_median_ns",
        "tick_spread_ns",
        "tick_relative",
        "build_ms",
        "memory_bytes",
        "primitives",
        "state_hash",
        "merged_rule",
    ];
    let row = |e: &Entry| {
        let (q, m, trace, tick) = (&e.queries, &e.movement, &e.trace_time, &e.tick_time);
        [
            vec![e.name.clone(), e.hull.clone()],
            exacts(&[e.skin]),
            texts(&[
                q.queries,
                q.true_hits,
                q.missed,
                q.phantom,
                q.penetrating,
                q.start_solid,
            ]),
            texts(&[q.wrong_normal, q.unreliable, q.clipped_corners]),
            texts(&[q.missed_from_touch, q.touch_rule, q.bevel_rule]),
            texts(&[q.wrong_contents, m.unreliable]),
            figures(&[crate::matrix::deepest(e)]),
            texts(&[m.stuck_ticks, m.embedded_ticks]),
            figures(&[m.shake, m.alternation, m.ground_toggles]),
            texts(&[m.fell_out]),
            figures(&[m.distance]),
            timed(
                trace,
                &[trace.best_ns, trace.median_ns, trace.spread_ns, trace.relative],
            ),
            timed(trace, &trace.relative_interval),
            timed(
                tick,
                &[tick.best_ns, tick.median_ns, tick.spread_ns, tick.relative],
            ),
            figures(&[e.build.msec]),
            texts(&[e.build.bytes, e.build.primitives]),
            vec![m.state_hash.clone(), q.merged_rule.to_string()],
        ]
        .concat()
    };
    file("table.csv", &HEAD, comparison.contestants.iter().map(row))
}

/// One row per contestant and tick.
pub(crate) fn ticks(comparison: &Comparison) -> Result<String, ReportError> {
    const HEAD: [&str; 18] = [
        "contestant",
        "tick",
        "seconds",
        "x",
        "y",
        "z",
        "vx",
        "vy",
        "vz",
        "grounded",
        "yaw",
        "intent",
        "queries",
        "hits",
        "contacts",
        "depth",
        "turned_back",
        "deviation",
    ];
    let row = |(e, i, t): (&Entry, usize, &TickRecord)| {
        [
            vec![e.name.clone()],
            texts(&[i]),
            figures(&[t.seconds]),
            exacts(&t.origin),
            exacts(&t.velocity),
            texts(&[t.grounded]),
            exacts(&[t.yaw]),
            texts(&[t.intent]),
            texts(&[t.queries, t.hits]),
            texts(&[t.contacts]),
            figures(&[t.depth, t.turned_back, t.deviation]),
        ]
        .concat()
    };
    let all = comparison.contestants.iter();
    let all = all.flat_map(|e| e.ticks.iter().enumerate().map(move |(i, t)| (e, i, t)));
    file("ticks.csv", &HEAD, all.map(row))
}

/// One row per contestant and refereed sweep.
pub(crate) fn queries(comparison: &Comparison) -> Result<String, ReportError> {
    const HEAD: [&str; 20] = [
        "contestant",
        "query",
        "sx",
        "sy",
        "sz",
        "ex",
        "ey",
        "ez",
        "fraction",
        "truth",
        "nx",
        "ny",
        "nz",
        "missed",
        "phantom",
        "penetration",
        "gap",
        "time_of_impact",
        "normal_error",
        "ns",
    ];
    let row = |(e, i, a): (&Entry, usize, &QueryRecord)| {
        [
            vec![e.name.clone()],
            texts(&[i]),
            exacts(&a.start),
            exacts(&a.end),
            exacts(&[a.fraction]),
            vec![exact(a.truth)],
            exacts(&a.normal),
            texts(&[a.missed, a.phantom]),
            figures(&[a.penetration, a.gap, a.time_of_impact]),
            vec![a.normal_error.map(figure).unwrap_or_default()],
            vec![e.sweep_times.get(i).copied().map(figure).unwrap_or_default()],
        ]
        .concat()
    };
    let all = comparison.contestants.iter();
    let all = all.flat_map(|e| e.answers.iter().enumerate().map(move |(i, a)| (e, i, a)));
    file("queries.csv", &HEAD, all.map(row))
}

/// One row per contestant, scale and class. Counts are per million answers of the class.
pub(crate) fn classes(comparison: &Comparison) -> Result<String, ReportError> {
    const HEAD: [&str; 28] = [
        "contestant",
        "scale",
        "class",
        "from",
        "queries",
        "true_hits",
        "missed_ppm",
        "phantom_ppm",
        "penetrating_ppm",
        "start_solid_ppm",
        "wrong_normal_ppm",
        "not_opposed_ppm",
        "penetration_median",
        "penetration_p99",
        "penetration_p999",
        "penetration_worst",
        "gap_median",
        "gap_p99",
        "gap_p999",
        "gap_worst",
        "impact_median",
        "impact_p99",
        "impact_p999",
        "impact_worst",
        "normal_median",
        "normal_p99",
        "normal_p999",
        "normal_worst",
    ];
    let four = |q: &Quantiles| figures(&[q.median, q.p99, q.p999, q.worst]);
    let row = |(e, c): (&Entry, &QueryClass)| {
        [
            vec![
                e.name.clone(),
                crate::matrix::scale(c.scale).into(),
                c.class.clone(),
            ],
            figures(&[c.from]),
            texts(&[c.queries, c.true_hits]),
            figures(&[c.missed, c.phantom, c.penetrating, c.start_solid]),
            figures(&[c.wrong_normal, c.not_opposed]),
            four(&c.penetration),
            four(&c.gap),
            four(&c.time_of_impact),
            four(&c.normal),
        ]
        .concat()
    };
    let all = comparison.contestants.iter();
    let all = all.flat_map(|e| e.classes.iter().map(move |c| (e, c)));
    file("classes.csv", &HEAD, all.map(row))
}

/// One row per contestant and failure that a detector found.
pub(crate) fn findings(comparison: &Comparison) -> Result<String, ReportError> {
    const HEAD: [&str; 13] = [
        "contestant",
        "id",
        "name",
        "count",
        "rate",
        "per",
        "worst",
        "unit",
        "at",
        "x",
        "y",
        "z",
        "example",
    ];
    let row = |(e, f): (&Entry, &Finding)| {
        [
            vec![e.name.clone(), f.id.clone(), f.name.clone()],
            texts(&[f.count]),
            figures(&[f.rate]),
            vec![f.per.clone()],
            figures(&[f.worst]),
            vec![f.unit.clone()],
            vec![f.at.map(|k| k.to_string()).unwrap_or_default()],
            figures(&f.place),
            vec![f.example.clone()],
        ]
        .concat()
    };
    let all = comparison.contestants.iter();
    let all = all.flat_map(|e| e.detection.findings.iter().map(move |f| (e, f)));
    file("findings.csv", &HEAD, all.map(row))
}

/// One row per contestant, thing timed and round.
pub(crate) fn times(comparison: &Comparison) -> Result<String, ReportError> {
    const HEAD: [&str; 4] = ["contestant", "what", "round", "ns"];
    let rows = comparison.contestants.iter().flat_map(|e| {
        let timed = [("trace", &e.trace_time), ("tick", &e.tick_time)];
        timed.into_iter().flat_map(move |(what, t)| {
            let of_round = move |(round, ns): (usize, &f64)| {
                [
                    vec![e.name.clone(), what.to_owned()],
                    texts(&[round]),
                    figures(&[*ns]),
                ]
                .concat()
            };
            t.samples_ns.iter().enumerate().map(of_round)
        })
    });
    file("times.csv", &HEAD, rows)
}

/// Figures of a time; empty cells where there is none.
fn timed(time: &Timing, values: &[f64]) -> Vec<String> {
    match time.not_timed {
        Some(_) => vec![String::new(); values.len()],
        None => figures(values),
    }
}

#[cfg(test)]
mod tests {
    use super::csv;
    use clipmark_record::faults::FAULTS;
    use clipmark_record::{Comparison, Entry};

    #[test]
    fn every_class_of_fault_has_its_column() {
        let mut comparison = Comparison::default();
        let mut entry = Entry::default();
        entry.queries.missed = 1;
        entry.queries.missed_from_touch = 2;
        entry.queries.phantom = 3;
        entry.queries.wrong_normal = 4;
        entry.queries.start_solid = 5;
        entry.queries.unreliable = 6;
        entry.queries.penetrating = 7;
        entry.queries.wrong_contents = 11;
        entry.movement.unreliable = 8;
        entry.movement.stuck_ticks = 9;
        entry.movement.embedded_ticks = 10;
        entry.movement.fell_out = true;
        assert_eq!(entry.faults().count(), FAULTS.len(), "a class is not set here");
        let counts: Vec<(&str, usize)> = entry.faults().map(|(class, n)| (class.key, n)).collect();
        comparison.contestants.push(entry);
        let text = csv(&comparison).unwrap();
        let (head, row) = text.trim_end().split_once('\n').unwrap();
        for (key, n) in counts {
            let column = head
                .split(',')
                .position(|h| h == key)
                .unwrap_or_else(|| panic!("no column {key}"));
            let cell = row.split(',').nth(column).unwrap();
            assert!(cell == n.to_string() || cell == "true", "{key}: {cell}");
        }
    }
}
