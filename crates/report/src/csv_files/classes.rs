//! `classes.csv`: a row for each contestant, scale and class. Faults are counts in a million answers of the class.

use crate::cells::{Figure, Text, row};
use crate::data_table::{DataTable, data_table};
use clipmark_record::classes::SweepClass;
use clipmark_record::{Comparison, Entry, Quantiles};

row! {
    struct Row<'a> {
        contestant: Text<'a>,
        scale: Text<'a>,
        class: Text<'a>,
        from: Figure,
        queries: usize,
        true_hits: usize,
        missed_ppm: Figure,
        phantom_ppm: Figure,
        penetrating_ppm: Figure,
        start_solid_ppm: Figure,
        wrong_normal_ppm: Figure,
        not_opposed_ppm: Figure,
        penetration_median: Figure,
        penetration_p99: Figure,
        penetration_p999: Figure,
        penetration_worst: Figure,
        gap_median: Figure,
        gap_p99: Figure,
        gap_p999: Figure,
        gap_worst: Figure,
        impact_median: Figure,
        impact_p99: Figure,
        impact_p999: Figure,
        impact_worst: Figure,
        normal_median: Figure,
        normal_p99: Figure,
        normal_p999: Figure,
        normal_worst: Figure,
    }
}

pub(crate) static CLASSES: DataTable<Comparison> = data_table!("classes", rows);

fn rows(comparison: &Comparison) -> impl Iterator<Item = Row<'_>> {
    let all = comparison.contestants.iter();
    all.flat_map(|e| e.classes.iter().map(move |c| row(e, c)))
}

fn row<'a>(e: &'a Entry, c: &'a SweepClass) -> Row<'a> {
    let four = |q: &Quantiles| [q.median, q.p99, q.p999, q.worst].map(Figure);
    let [
        penetration_median,
        penetration_p99,
        penetration_p999,
        penetration_worst,
    ] = four(&c.penetration);
    let [gap_median, gap_p99, gap_p999, gap_worst] = four(&c.gap);
    let [impact_median, impact_p99, impact_p999, impact_worst] = four(&c.time_of_impact);
    let [normal_median, normal_p99, normal_p999, normal_worst] = four(&c.normal);
    Row {
        contestant: e.name.as_str().into(),
        scale: crate::matrix::scale(c.scale).into(),
        class: c.class.as_str().into(),
        from: Figure(c.from),
        queries: c.queries,
        true_hits: c.true_hits,
        missed_ppm: Figure(c.missed),
        phantom_ppm: Figure(c.phantom),
        penetrating_ppm: Figure(c.penetrating),
        start_solid_ppm: Figure(c.start_solid),
        wrong_normal_ppm: Figure(c.wrong_normal),
        not_opposed_ppm: Figure(c.not_opposed),
        penetration_median,
        penetration_p99,
        penetration_p999,
        penetration_worst,
        gap_median,
        gap_p99,
        gap_p999,
        gap_worst,
        impact_median,
        impact_p99,
        impact_p999,
        impact_worst,
        normal_median,
        normal_p99,
        normal_p999,
        normal_worst,
    }
}
