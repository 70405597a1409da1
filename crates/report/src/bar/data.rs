//! `bar.csv`: a row for each map, contestant and class of sweeps, one for its walks and one for the gaps of all its stops. What
//! a row was not asked is empty. A contestant that refuses a map has one row there, `refused`, with its reason.

use crate::cells::{Figure, Text, csv_file, row};
use crate::error::ReportError;
use clipmark_record::bar::{Answers, BarResults, BarRow};
use clipmark_record::verdict::Part;

row! {
    struct Row<'a> {
        map: Text<'a>,
        contestant: Text<'a>,
        hull: Text<'a>,
        part: Text<'a>,
        gap_u: Option<Figure>,
        way: Text<'a>,
        /// Sweeps; of walks, ticks; of gaps, stops that a face decides.
        asked: usize,
        true_hits: Option<usize>,
        missed: Option<usize>,
        /// Of walks, ticks in a solid.
        too_deep: Option<usize>,
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
        deepest_u: Option<Figure>,
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
        wrong_skin: Option<usize>,
        /// Directions.
        wrong_hull: Option<usize>,
        /// Classes of fault in it that happen more often than the bar allows, by their keys.
        beyond_limit: Text<'a>,
        /// Why the contestant cannot be built from the map.
        refused: Text<'a>,
    }
}

/// Every class of answers a row, with bare numbers; walks are a row too.
///
/// # Errors
/// [`ReportError::Csv`] when the library refuses.
pub fn bar_csv(book: &BarResults) -> Result<String, ReportError> {
    csv_file("bar", rows(book))
}

fn rows(book: &BarResults) -> impl Iterator<Item = Row<'_>> {
    book.rows.iter().flat_map(|row| {
        let refused = row.refused.as_deref().map(|why| Row {
            refused: why.into(),
            ..head(row, "refused")
        });
        let asked = refused.is_none().then(|| asked(row));
        refused.into_iter().chain(asked.into_iter().flatten())
    })
}

fn asked(row: &BarRow) -> impl Iterator<Item = Row<'_>> {
    let [random, rest, walks, gaps] = row.parts();
    let drawn = [told(answered(head(row, "random"), &row.random), random, random)];
    let rested = row.rest.iter().map(move |resting| {
        let head = Row {
            gap_u: Some(Figure(resting.gap)),
            way: resting.way.name().into(),
            ..head(row, "rest")
        };
        // The limits hold for all sweeps from rest together.
        told(
            answered(head, &resting.answers),
            Part::Rest(resting.answers),
            rest,
        )
    });
    let last = [told(walked(row), walks, walks), told(kept(row), gaps, gaps)];
    drawn.into_iter().chain(rested).chain(last)
}

/// The row with the classes that happen in it and are beyond the limit in the whole.
fn told<'a>(row: Row<'a>, own: Part, whole: Part) -> Row<'a> {
    let here = whole
        .beyond_limits()
        .filter(|class| class.count_in(own).is_some_and(|n| n > 0));
    let keys: Vec<&str> = here.map(|class| class.key).collect();
    Row {
        beyond_limit: keys.join(" ").into(),
        ..row
    }
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
        too_deep: Some(a.penetrating),
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
        deepest_u: Some(Figure(a.deepest)),
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
        too_deep: Some(w.embedded_ticks),
        deepest_u: Some(Figure(w.deepest)),
        stuck: Some(w.stuck_events),
        held_by_law: Some(w.held_by_law),
        held_in_f32: Some(w.held_in_f32),
        fell_out: Some(w.fell_out),
        ..head(row, "walks")
    }
}

/// Whether skin and hull are as declared, by the gaps at faces of all stops.
fn kept(row: &BarRow) -> Row<'_> {
    Row {
        asked: row.skin.gaps,
        wrong_skin: Some(usize::from(row.skin.wrong)),
        wrong_hull: Some(row.skin.hull.len()),
        ..head(row, "gaps")
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]
    use super::*;
    use clipmark_record::bar::{Resting, Walks, Way};
    use clipmark_record::faults::{FAULTS, Limit};
    use clipmark_record::rules::RULES;
    use clipmark_record::{HullSide, SkinScore};

    /// Columns of the bar that hold a class by another name than that of `table.csv`.
    const NAMED: [(&str, &str); 3] = [
        ("penetrating", "too_deep"),
        ("embedded_ticks", "too_deep"),
        ("stuck_ticks", "stuck"),
    ];

    /// A row in which each class that the bar knows happens so often.
    fn full(n: usize) -> BarRow {
        let answers = Answers {
            asked: 10_000,
            missed: n,
            missed_from_touch: n,
            penetrating: n,
            phantom: n,
            wrong_normal: n,
            wrong_contents: n,
            start_solid: n,
            unreliable: n,
            wrong_place: n,
            changed: n,
            ..Answers::default()
        };
        let side = HullSide {
            direction: "+x".into(),
            short: 0.1,
        };
        BarRow {
            map: "m".into(),
            contestant: "bad".into(),
            hull: "box".into(),
            left_out: Vec::new(),
            refused: None,
            random: answers,
            rest: vec![Resting {
                gap: 0.0,
                way: Way::In,
                answers,
            }],
            skin: SkinScore {
                wrong: n > 0,
                hull: vec![side; n],
                ..SkinScore::default()
            },
            walks: Walks {
                embedded_ticks: n,
                stuck_events: n,
                fell_out: n,
                ..Walks::default()
            },
            cases: [Vec::new(), Vec::new()],
            worst_walk: None,
        }
    }

    #[test]
    fn every_class_of_fault_and_every_rule_has_its_column_and_is_told_beyond_its_limit() {
        let book = BarResults {
            machine: Default::default(),
            made: Default::default(),
            profile: "quake3".into(),
            sizes: clipmark_record::bar::LEAST,
            seed: 1,
            rows: vec![full(1)],
        };
        let text = bar_csv(&book).unwrap();
        let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
        let column = |name: &str| {
            let at = lines[0].iter().position(|head| *head == name);
            at.unwrap_or_else(|| panic!("no column {name}"))
        };
        let (part, beyond) = (column("part"), column("beyond_limit"));
        let parts = book.rows[0].parts();
        for (name, part_of_row) in ["random", "rest", "walks", "gaps"].into_iter().zip(parts) {
            let row = lines.iter().find(|line| line[part] == name).unwrap();
            for class in &FAULTS {
                let Some(n) = class.count_in(part_of_row) else {
                    continue;
                };
                let known = NAMED.iter().find(|(key, _)| *key == class.key);
                let cell = row[column(known.map_or(class.key, |(_, head)| head))];
                assert_eq!(cell, n.to_string(), "{name}: {}", class.key);
                assert_eq!(n, 1, "{} is not set here", class.key);
                // One of 10,000 is too many for every limit.
                assert!(row[beyond].split(' ').any(|key| key == class.key), "{row:?}");
            }
        }
        let counted = |class: &clipmark_record::faults::FaultClass| {
            parts.iter().any(|part| class.count_in(*part).is_some())
        };
        for class in &FAULTS {
            assert_eq!(counted(class), class.limit != Limit::Uncounted, "{}", class.key);
        }
        RULES.iter().for_each(|rule| {
            column(rule.key);
        });
    }
}
