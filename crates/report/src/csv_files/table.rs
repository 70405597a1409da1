//! `table.csv`: a row for each contestant, the unit in the column's name.

use crate::cells::{Exact, Figure, Text, row};
use crate::data_table::{DataTable, data_table};
use crate::error::ReportError;
use clipmark_record::counts::Counts;
use clipmark_record::faults::Fault;
use clipmark_record::rules::Rule;
use clipmark_record::{Comparison, Entry, Expected, Timing};

row! {
    struct Row<'a> {
        contestant: Text<'a>,
        hull: Text<'a>,
        skin_u: Exact<f32>,
        queries: usize,
        true_hits: usize,
        faults: Counts<Fault>,
        rules: Counts<Rule>,
        walk_unreliable: usize,
        deepest_u: Figure,
        stuck_ticks: usize,
        embedded_ticks: usize,
        shake_u: Figure,
        alternation: Figure,
        ground_toggles_per_s: Figure,
        fell_out: bool,
        distance_u: Figure,
        trace_best_ns: Option<Figure>,
        trace_median_ns: Option<Figure>,
        trace_spread_ns: Option<Figure>,
        trace_relative: Option<Figure>,
        trace_relative_low: Option<Figure>,
        trace_relative_high: Option<Figure>,
        tick_best_ns: Option<Figure>,
        tick_median_ns: Option<Figure>,
        tick_spread_ns: Option<Figure>,
        tick_relative: Option<Figure>,
        build_ms: Figure,
        memory_bytes: Option<usize>,
        /// By the contestant's own word.
        memory_said_bytes: usize,
        primitives: usize,
        state_hash: Text<'a>,
        wrong_skin: bool,
        /// Directions.
        wrong_hull: usize,
        /// Detectors' findings beyond the classes of fault.
        found_besides: usize,
        /// Failed expectations of the scene, in a few words.
        unmet: Text<'a>,
        /// Whether it passes, by an engine's rules or without.
        verdict: Text<'a>,
        /// Whether it passes every check, as the exit code says.
        passes: bool,
    }
}

/// The table with bare numbers: one row per contestant, the unit in the column's name.
///
/// # Errors
/// [`ReportError::Csv`] when the library refuses.
pub fn csv(comparison: &Comparison) -> Result<String, ReportError> {
    TABLE.csv(comparison)
}

pub(crate) static TABLE: DataTable<Comparison> = data_table!("table", rows);

fn rows(comparison: &Comparison) -> impl Iterator<Item = Row<'_>> {
    let entries = comparison.contestants.iter();
    entries.map(|entry| row(entry, &comparison.expectations))
}

fn row<'a>(e: &'a Entry, expected: &'a [Expected]) -> Row<'a> {
    let (q, m, trace, tick) = (&e.queries, &e.movement, &e.trace_time, &e.tick_time);
    Row {
        contestant: e.name.as_str().into(),
        hull: e.hull.as_str().into(),
        skin_u: Exact(e.skin),
        queries: q.queries,
        true_hits: q.true_hits,
        faults: q.faults,
        rules: q.rules,
        walk_unreliable: m.unreliable,
        deepest_u: Figure(crate::matrix::deepest(e)),
        stuck_ticks: m.stuck_ticks,
        embedded_ticks: m.embedded_ticks,
        shake_u: Figure(m.shake),
        alternation: Figure(m.alternation),
        ground_toggles_per_s: Figure(m.ground_toggles),
        fell_out: m.fell_out,
        distance_u: Figure(m.distance),
        trace_best_ns: timed(trace, trace.best_ns),
        trace_median_ns: timed(trace, trace.median_ns),
        trace_spread_ns: timed(trace, trace.spread_ns),
        trace_relative: timed(trace, trace.relative),
        trace_relative_low: timed(trace, trace.relative_interval[0]),
        trace_relative_high: timed(trace, trace.relative_interval[1]),
        tick_best_ns: timed(tick, tick.best_ns),
        tick_median_ns: timed(tick, tick.median_ns),
        tick_spread_ns: timed(tick, tick.spread_ns),
        tick_relative: timed(tick, tick.relative),
        build_ms: Figure(e.build.msec),
        memory_bytes: e.build.bytes.counted,
        memory_said_bytes: e.build.bytes.said,
        primitives: e.build.primitives,
        state_hash: m.state_hash.as_str().into(),
        wrong_skin: q.skin.wrong,
        wrong_hull: q.skin.hull.len(),
        found_besides: e.found_besides().map(|f| f.count).fold(0, usize::saturating_add),
        unmet: e
            .unmet(expected)
            .map(Expected::in_short)
            .collect::<Vec<_>>()
            .join("; ")
            .into(),
        verdict: e.verdict(expected).into(),
        passes: e.passes(expected),
    }
}

/// A figure of a time; empty where none was taken.
fn timed(time: &Timing, value: f64) -> Option<Figure> {
    time.not_timed.is_none().then_some(Figure(value))
}

#[cfg(test)]
mod tests {
    use super::csv;
    use clipmark_record::counts::Counts;
    use clipmark_record::faults::{FAULTS, Fault};
    use clipmark_record::rules::RULES;
    use clipmark_record::{Comparison, Entry, HullSide};

    #[test]
    fn every_class_of_fault_has_its_column() {
        let mut comparison = Comparison::default();
        let mut entry = Entry::default();
        for (i, (fault, _)) in Counts::<Fault>::default().iter().enumerate() {
            entry.queries.faults[fault] = 20 + i;
        }
        entry.movement.unreliable = 8;
        entry.movement.stuck_ticks = 9;
        entry.movement.embedded_ticks = 10;
        entry.movement.fell_out = true;
        entry.queries.skin.wrong = true;
        entry.queries.skin.hull = vec![
            HullSide {
                direction: "+x".into(),
                short: 0.1
            };
            2
        ];
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
        for rule in &RULES {
            assert!(head.split(',').any(|h| h == rule.key), "no column {}", rule.key);
        }
        assert!(head.ends_with(",passes") && row.ends_with(",false"), "{row}");
    }
}
