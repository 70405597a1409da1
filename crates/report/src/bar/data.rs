//! `bar.csv`: a row for each map, contestant and class of sweeps, one for its walks and one for all its gaps. Each further hull
//! has a row for each kind of question and one for the gaps of its stops. A question that was not asked has an empty cell. A
//! contestant that refuses a map has one row there, `refused`, with its reason.

use crate::cells::{Columns, Figure, Text, csv_file, row};
use crate::error::ReportError;
use clipmark_record::bar::{Answers, BarResults, BarRow};
use clipmark_record::causes::Cause;
use clipmark_record::counts::Counts;
use clipmark_record::faults::{FAULTS, Fault, FaultRow, Limit};
use clipmark_record::rules::Rule;
use clipmark_record::verdict::Part;
use std::borrow::Cow;

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
        faults: FaultCells,
        rules: Option<Counts<Rule>>,
        causes: Option<Counts<Cause>>,
        deepest_u: Option<Figure>,
        held_by_law: Option<usize>,
        held_in_f32: Option<usize>,
        /// Verdict on all answers of the contestant on the map.
        verdict: Text<'a>,
        /// Classes of fault in it that happen more often than the bar allows, by their keys.
        beyond_limit: Text<'a>,
        /// Why the contestant cannot be built from the map.
        refused: Text<'a>,
    }
}

/// Columns whose class has another name in `table.csv`: one column holds both a sweep's end and a walk's tick.
const NAMED: [(Fault, &str); 3] = [
    (Fault::TooDeep, "too_deep"),
    (Fault::InSolid, "too_deep"),
    (Fault::Stuck, "stuck"),
];

/// The count of each class that a part of the bar can show, in the order of [`fault_columns`].
#[derive(Default)]
struct FaultCells(Vec<(&'static str, usize)>);

impl FaultCells {
    fn from_part(part: Part) -> Self {
        let counted = FAULTS
            .iter()
            .filter_map(|class| Some((column(class), class.count_in(part)?)));
        Self(counted.collect())
    }
}

impl Columns for FaultCells {
    fn columns(_: &'static str, all: &mut Vec<&'static str>) {
        all.extend(fault_columns());
    }

    fn cells<'a>(&'a self, all: &mut Vec<Cow<'a, str>>) {
        let counted = |name| self.0.iter().find(|(column, _)| *column == name);
        let cell = |name| counted(name).map_or("".into(), |(_, n)| n.to_string().into());
        all.extend(fault_columns().into_iter().map(cell));
    }
}

/// The columns of all classes that the bar counts.
fn fault_columns() -> Vec<&'static str> {
    let mut names = Vec::new();
    for class in FAULTS.iter().filter(|class| class.limit != Limit::Uncounted) {
        let name = column(class);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

fn column(class: &FaultRow) -> &'static str {
    let known = NAMED.iter().find(|(fault, _)| *fault == class.fault);
    known.map_or(class.key, |(_, name)| name)
}

/// Every class of answers a row, with bare numbers; walks are a row too.
///
/// # Errors
/// [`ReportError::Csv`] when the library refuses.
pub(super) fn bar_csv(book: &BarResults) -> Result<String, ReportError> {
    csv_file("bar", rows(book))
}

fn rows(book: &BarResults) -> impl Iterator<Item = Row<'_>> {
    book.rows.iter().flat_map(|row| {
        let refused = row.refused.as_deref().map(|why| Row {
            refused: why.into(),
            ..head(row, "refused")
        });
        let asked = refused.is_none().then(|| asked_rows(row));
        refused.into_iter().chain(asked.into_iter().flatten())
    })
}

fn asked_rows(row: &BarRow) -> impl Iterator<Item = Row<'_>> {
    let [random, rest, walks, gaps] = row.parts();
    let drawn = [row_of_part(
        answered(head(row, "random"), &row.random),
        random,
        random,
    )];
    let rested = row.rest.iter().map(move |resting| {
        let head = Row {
            gap_u: Some(Figure(resting.gap)),
            way: resting.way.name().into(),
            ..head(row, "rest")
        };
        // The limits hold for all sweeps from rest together.
        row_of_part(
            answered(head, &resting.answers),
            Part::Rest(resting.answers),
            rest,
        )
    });
    let last = [
        row_of_part(walked(row), walks, walks),
        row_of_part(kept(row), gaps, gaps),
    ];
    drawn.into_iter().chain(rested).chain(last).chain(hulls(row))
}

/// Further hulls, by name: a row for each kind of question and one for the gaps of their stops.
fn hulls(row: &BarRow) -> impl Iterator<Item = Row<'_>> {
    row.hulls.iter().flat_map(move |hull| {
        let head = move |part| Row {
            hull: hull.hull.as_str().into(),
            ..head(row, part)
        };
        let kinds = hull.kinds().map(|(kind, answers)| {
            let part = Part::Random(answers);
            row_of_part(answered(head(kind), &answers), part, part)
        });
        let gaps = Part::Gaps(&hull.skin);
        let kept = Row {
            asked: hull.skin.gaps,
            ..head("hull gaps")
        };
        kinds.into_iter().chain([row_of_part(kept, gaps, gaps)])
    })
}

/// The row with the counts of its part, and its classes that exceed the limit in the whole.
fn row_of_part<'a>(row: Row<'a>, own: Part, whole: Part) -> Row<'a> {
    let here = whole
        .beyond_limits()
        .filter(|class| class.count_in(own).is_some_and(|n| n > 0));
    let keys: Vec<&str> = here.map(|class| class.key).collect();
    Row {
        faults: FaultCells::from_part(own),
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
        verdict: row.met().label().into(),
        ..Row::default()
    }
}

fn answered<'a>(head: Row<'a>, a: &Answers) -> Row<'a> {
    Row {
        asked: a.asked,
        true_hits: Some(a.true_hits),
        rules: Some(a.rules),
        causes: Some(a.causes),
        deepest_u: Some(Figure(a.deepest)),
        ..head
    }
}

fn walked(row: &BarRow) -> Row<'_> {
    let w = &row.walks;
    Row {
        asked: w.ticks,
        deepest_u: Some(Figure(w.deepest)),
        held_by_law: Some(w.held_by_law),
        held_in_f32: Some(w.held_in_f32),
        ..head(row, "walks")
    }
}

/// Whether skin and hull are as declared, by the gaps at faces of all stops.
fn kept(row: &BarRow) -> Row<'_> {
    Row {
        asked: row.skin.gaps,
        ..head(row, "gaps")
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]
    use super::*;
    use clipmark_record::bar::{Resting, Walks, Way};
    use clipmark_record::rules::RULES;
    use clipmark_record::{HullSide, SkinScore};

    /// A row in which each class that the bar knows happens so often.
    fn full(n: usize) -> BarRow {
        let answers = Answers {
            asked: 10_000,
            faults: Counts::of_each(n),
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
            declared: Vec::new(),
            random: answers,
            rest: vec![Resting {
                gap: 0.0,
                way: Way::In,
                answers,
            }],
            hulls: Vec::new(),
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
        let at = |name: &str| {
            let at = lines[0].iter().position(|head| *head == name);
            at.unwrap_or_else(|| panic!("no column {name}"))
        };
        let (part, beyond) = (at("part"), at("beyond_limit"));
        let parts = book.rows[0].parts();
        for (name, part_of_row) in ["random", "rest", "walks", "gaps"].into_iter().zip(parts) {
            let row = lines.iter().find(|line| line[part] == name).unwrap();
            for class in &FAULTS {
                let Some(n) = class.count_in(part_of_row) else {
                    continue;
                };
                let cell = row[at(column(class))];
                assert_eq!(cell, n.to_string(), "{name}: {}", class.key);
                assert_eq!(n, 1, "{} is not set here", class.key);
                // One of 10,000 is too many for every limit but `Limit::Often`.
                assert!(
                    matches!(class.limit, Limit::Often { .. })
                        || row[beyond].split(' ').any(|key| key == class.key),
                    "{row:?}"
                );
            }
        }
        let counted = |class: &FaultRow| parts.iter().any(|part| class.count_in(*part).is_some());
        for class in &FAULTS {
            assert_eq!(counted(class), class.limit != Limit::Uncounted, "{}", class.key);
        }
        RULES.iter().for_each(|rule| {
            at(rule.key);
        });
    }
}
