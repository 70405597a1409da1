//! `bar.csv`: a row for each map, contestant and class of sweeps, and one for its walks. What a row was not asked is empty.

use crate::cells::{Figure, Text, row};
use crate::data_table::{DataTable, data_table};
use crate::error::ReportError;
use clipmark_record::bar::{Answers, BarResults, BarRow};

row! {
    struct Row<'a> {
        map: Text<'a>,
        contestant: Text<'a>,
        hull: Text<'a>,
        part: Text<'a>,
        gap_u: Option<Figure>,
        way: Text<'a>,
        /// Sweeps; of walks, ticks.
        asked: usize,
        true_hits: Option<usize>,
        missed: Option<usize>,
        /// Of walks, ticks in a solid.
        too_deep: usize,
        phantom: Option<usize>,
        phantom_off_bevel: Option<usize>,
        phantom_no_bevel: Option<usize>,
        wrong_normal: Option<usize>,
        stopped_along: Option<usize>,
        clipped_corners: Option<usize>,
        missed_from_touch: Option<usize>,
        touch_rule: Option<usize>,
        bevel_rule: Option<usize>,
        wrong_contents: Option<usize>,
        start_solid: Option<usize>,
        unreliable: Option<usize>,
        deepest_u: Figure,
        stuck: Option<usize>,
        held_by_law: Option<usize>,
        fell_out: Option<usize>,
        merged_rule: Option<usize>,
        changed: Option<usize>,
        wrong_place: Option<usize>,
        patch_rule: Option<usize>,
        missed_from_skin: Option<usize>,
        deep_at_corner: Option<usize>,
        held_in_f32: Option<usize>,
        normal_at_given: Option<usize>,
        contents_at_given: Option<usize>,
        start_at_given: Option<usize>,
        by_tree: Option<usize>,
    }
}

/// Every class of answers a row, with bare numbers; walks are a row too.
///
/// # Errors
/// [`ReportError::Csv`] when the library refuses.
pub fn bar_csv(book: &BarResults) -> Result<String, ReportError> {
    BAR.csv(book)
}

pub(crate) static BAR: DataTable<BarResults> = data_table!("bar", rows);

fn rows(book: &BarResults) -> impl Iterator<Item = Row<'_>> {
    book.rows.iter().flat_map(|row| {
        let random = answered(head(row, "random"), &row.random);
        let rest = row.rest.iter().map(move |resting| {
            let head = Row {
                gap_u: Some(Figure(resting.gap)),
                way: resting.way.name().into(),
                ..head(row, "rest")
            };
            answered(head, &resting.answers)
        });
        std::iter::once(random).chain(rest).chain([walked(row)])
    })
}

fn head<'a>(row: &'a BarRow, part: &'static str) -> Row<'a> {
    Row {
        map: row.map.as_str().into(),
        contestant: row.contestant.as_str().into(),
        hull: row.hull.as_str().into(),
        part: part.into(),
        ..Row::default()
    }
}

fn answered<'a>(head: Row<'a>, a: &Answers) -> Row<'a> {
    Row {
        asked: a.asked,
        true_hits: Some(a.true_hits),
        missed: Some(a.missed),
        missed_from_skin: Some(a.missed_from_skin),
        too_deep: a.penetrating,
        deep_at_corner: Some(a.deep_at_corner),
        phantom: Some(a.phantom),
        phantom_off_bevel: Some(a.phantom_off_bevel),
        phantom_no_bevel: Some(a.phantom_no_bevel),
        wrong_normal: Some(a.wrong_normal),
        stopped_along: Some(a.stopped_along),
        clipped_corners: Some(a.clipped_corners),
        missed_from_touch: Some(a.missed_from_touch),
        touch_rule: Some(a.touch_rule),
        bevel_rule: Some(a.bevel_rule),
        patch_rule: Some(a.patch_rule),
        wrong_contents: Some(a.wrong_contents),
        start_solid: Some(a.start_solid),
        unreliable: Some(a.unreliable),
        deepest_u: Figure(a.deepest),
        merged_rule: Some(a.merged_rule),
        changed: Some(a.changed),
        wrong_place: Some(a.wrong_place),
        normal_at_given: Some(a.normal_at_given),
        contents_at_given: Some(a.contents_at_given),
        start_at_given: Some(a.start_at_given),
        by_tree: Some(a.by_tree),
        ..head
    }
}

fn walked(row: &BarRow) -> Row<'_> {
    let w = &row.walks;
    Row {
        asked: w.ticks,
        too_deep: w.embedded_ticks,
        deepest_u: Figure(w.deepest),
        stuck: Some(w.stuck_events),
        held_by_law: Some(w.held_by_law),
        held_in_f32: Some(w.held_in_f32),
        fell_out: Some(w.fell_out),
        ..head(row, "walks")
    }
}
