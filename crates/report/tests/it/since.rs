//! What a report says of the one that it replaces.

use crate::report::{sample, write};
use clipmark_report::{Sheet, scene_sheet};
use clipmark_rows::drawn::Comparison;
use clipmark_rows::{Case, Check, Severity};
use std::path::Path;

/// A report whose second contestant fails these checks so often.
fn failing(found: &[(Check, u64)]) -> Comparison {
    let mut all = sample::comparison();
    let rows = found
        .iter()
        .map(|(check, n)| sample::failed(*check, *n, Severity::Measurable));
    all.results.cases[1].rows.extend(rows);
    all
}

/// The sheet of a run, and the lines of what changed.
fn changes(now: &Comparison, dir: &Path) -> (String, Vec<String>) {
    let Sheet { since, tables, .. } = scene_sheet(now, dir, &Case::is_failed).unwrap();
    let changed = tables.iter().find(|table| table.columns[0].head == "changed");
    let lines = changed.into_iter().flat_map(|table| &table.lines);
    let line = |line: &clipmark_rows::Line| {
        let cells = line.cells.iter().map(|cell| cell.text.as_str());
        cells.collect::<Vec<_>>().join(" | ")
    };
    (since, lines.map(line).collect())
}

#[test]
fn a_scene_names_what_is_new_and_what_is_mended_and_no_time() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().join("stairs");
    let mut now = failing(&[(Check::SpeedGain, 3)]);
    write(&now, &dir).unwrap();
    for samples in now.results.cases[0].samples.values_mut() {
        samples.iter_mut().for_each(|ns| *ns *= 2.0);
    }
    let (since, lines) = changes(&now, &dir);
    assert!(
        since.contains("0 worse, 0 better, 0 otherwise") && lines.is_empty(),
        "{since}"
    );
    let mut stuck = failing(&[]);
    let row = sample::failed(Check::StandsStill, 3, Severity::Stuck);
    stuck.results.cases[1].rows.push(row);
    let (since, lines) = changes(&stuck, &dir);
    assert!(since.contains("1 worse"), "{since}");
    let wanted = [
        "worse | bvh | gains speed | measurable, 3 of 4,000 | –",
        "worse | bvh | stands still | – | stuck, 3 of 4,000",
    ];
    assert_eq!(lines, wanted);
    stuck.results.run.options.insert("seed".into(), "8".into());
    let (since, lines) = changes(&stuck, &dir);
    assert!(
        since.contains("asked otherwise (seed: 7, now 8)") && lines.is_empty(),
        "{since}"
    );
}

#[test]
fn what_a_contestant_fails_in_both_runs_alike_is_not_named_and_a_count_that_grew_is() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().join("stairs");
    let before = failing(&[(Check::SpeedGain, 3), (Check::StandsStill, 2)]);
    write(&before, &dir).unwrap();
    let (_, lines) = changes(&failing(&[(Check::SpeedGain, 30), (Check::StandsStill, 2)]), &dir);
    let wanted = ["otherwise | bvh | gains speed | measurable, 3 of 4,000 | measurable, 30 of 4,000"];
    assert_eq!(lines, wanted);
    let mut others = before;
    others.results.cases[1].contestant = "newcomer".into();
    let (_, lines) = changes(&others, &dir);
    assert!(
        lines.iter().any(|line| line.starts_with("gone | bvh")),
        "{lines:?}"
    );
    assert!(
        lines.iter().any(|line| line.starts_with("new | newcomer")),
        "{lines:?}"
    );
}
