//! The files of a report: read back with the same numbers, put only in allowed places, harmless with any name.

use super::page::assert_well_formed;
use super::{sample, sheet, write};
use clipmark_report::{ReportError, prepare};
use clipmark_rows::drawn::Comparison;
use clipmark_rows::results::FILE;
use clipmark_rows::{Check, Results, Run, STATES};
use std::fs;

/// A figure is rounded to nine digits: half a unit of the ninth is at most 5e-9 of it.
fn is_near(cell: &str, value: f64) -> bool {
    cell.parse::<f64>()
        .is_ok_and(|n| (n - value).abs() <= 5e-9 * value.abs())
}

#[test]
fn files_read_back_with_the_same_numbers() {
    let comparison = sample::comparison();
    let page = super::sample_page();
    assert!(page.ends_with("deep/er/stairs/index.html"));
    let folder = page.parent().unwrap();

    let results = Results::read(&folder.join(FILE)).unwrap();
    assert_eq!(results, comparison.results);
    assert_eq!(results.run.options["seed"], "7");
    let case = |i: usize| &results.cases[i];
    let value = |i: usize, check: Check| case(i).row(check).unwrap().value.unwrap();
    assert_eq!(value(1, Check::NsSweep), 711.0);
    assert_eq!(value(2, Check::Bytes), 280_400.0);
    assert_eq!(case(2).row(Check::StopsAtNothing).unwrap().failed, 2);
    assert_eq!(case(0).facts[STATES], "9f3a61c2b7d80e15");
    let mut table = csv::Reader::from_path(folder.join("table.csv")).unwrap();
    let rows: usize = results.cases.iter().map(|case| case.rows.len()).sum();
    let samples = results.cases.iter().flat_map(|case| case.samples.values());
    let samples: usize = samples.map(Vec::len).sum();
    assert_eq!(table.records().count(), rows + samples);

    let mut ticks = csv::Reader::from_path(folder.join("ticks.csv")).unwrap();
    let rows: Vec<csv::StringRecord> = ticks.records().map(Result::unwrap).collect();
    assert_eq!(rows.len(), 3 * 2500);
    let (row, tick) = (&rows[2500 + 1234], &comparison.contestants[1].ticks[1234]);
    assert_eq!(&row[0], "bvh");
    assert_eq!(row[1].parse::<usize>().unwrap(), 1234);
    assert_eq!([3, 4, 5].map(|c| row[c].parse::<f32>().unwrap()), tick.origin);
    assert!(is_near(&row[17], tick.deviation), "{}", &row[17]);
    assert_eq!(row[14].parse::<u8>().unwrap(), tick.contacts);

    let mut queries = csv::Reader::from_path(folder.join("queries.csv")).unwrap();
    let rows: Vec<csv::StringRecord> = queries.records().map(Result::unwrap).collect();
    assert_eq!(rows.len(), 3 * 4000);
    for (row, answer) in rows[8000..].iter().zip(&comparison.contestants[2].answers) {
        assert_eq!(row[9].parse::<f64>().unwrap().to_bits(), answer.truth.to_bits());
        assert!(is_near(&row[17], answer.time_of_impact), "{}", &row[17]);
        assert_eq!(row[18].is_empty(), answer.normal_error.is_none());
        assert!(
            answer.normal_error.is_none_or(|e| is_near(&row[18], e)),
            "{}",
            &row[18]
        );
        assert!(row[19].parse::<f64>().unwrap() > 0.0);
    }
}

#[test]
fn what_is_not_finite_or_not_there_does_no_harm() {
    let dir = tempfile::tempdir().unwrap();
    let write_odd = |comparison: &Comparison| {
        let page = write(comparison, &dir.path().join("odd")).unwrap();
        let html = fs::read_to_string(&page).unwrap();
        assert_well_formed(&html);
        Results::read(&page.with_file_name(FILE)).expect("results that are read back");
        let _ = sheet(comparison).text();
        for plot in sheet(comparison).plots {
            assert!(
                !plot.svg.contains("NaN") && !plot.svg.contains("inf"),
                "{}",
                plot.file
            );
        }
    };
    // A page of few ticks and answers is built from the same parts.
    let mut short = sample::comparison();
    for e in &mut short.contestants {
        e.ticks.truncate(250);
        e.answers.truncate(400);
    }
    for odd in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e308, -1e308, 5e-324] {
        let mut comparison = short.clone();
        comparison.scene.seconds = odd;
        comparison.scene.tick_msec = odd;
        comparison.outline[0].corners[1] = [odd as f32; 3];
        for e in &mut comparison.contestants {
            e.parted = Some(usize::MAX);
            for t in e.ticks.iter_mut().step_by(3) {
                t.origin = [odd as f32; 3];
                t.velocity = [odd as f32; 3];
                (t.depth, t.deviation) = (odd, odd);
            }
            for a in e.answers.iter_mut().step_by(3) {
                (a.truth, a.penetration, a.time_of_impact, a.normal_error) = (odd, odd, odd, Some(odd));
            }
        }
        for case in &mut comparison.results.cases {
            for row in &mut case.rows {
                row.value = row.value.map(|_| odd);
            }
        }
        write_odd(&comparison);
    }
    let mut empty = sample::comparison();
    empty.outline.clear();
    for e in &mut empty.contestants {
        e.ticks.clear();
        e.answers.clear();
    }
    for case in &mut empty.results.cases {
        case.rows.clear();
        case.samples.clear();
    }
    write_odd(&empty);
    empty.contestants.clear();
    empty.results.cases.clear();
    write_odd(&empty);
}

#[test]
fn a_place_that_cannot_be_written_is_known_before_and_stays_untouched() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("taken");
    fs::write(&file, "mine").unwrap();
    for place in [file.clone(), file.join("inside"), file.join("in/side")] {
        let before = prepare(&place).unwrap_err();
        let after = write(&sample::comparison(), &place).unwrap_err();
        for error in [before, after] {
            assert!(matches!(error, ReportError::Unwritable { .. }), "{error:?}");
        }
    }
    assert_eq!(fs::read_to_string(&file).unwrap(), "mine");
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
}

#[test]
fn only_an_older_report_is_ever_replaced() {
    let dir = tempfile::tempdir().unwrap();
    let mine = dir.path().join("work");
    fs::create_dir(&mine).unwrap();
    fs::write(mine.join("thesis.tex"), "years").unwrap();
    let comparison = sample::comparison();
    for error in [
        prepare(&mine).unwrap_err(),
        write(&comparison, &mine).unwrap_err(),
    ] {
        assert!(matches!(error, ReportError::NotAReport { .. }), "{error:?}");
        assert!(error.to_string().contains("thesis.tex"), "{error}");
    }
    assert_eq!(fs::read_to_string(mine.join("thesis.tex")).unwrap(), "years");

    // The results of another study have the same files.
    let others = tempfile::tempdir().unwrap();
    let bar = others.path().join("bar");
    fs::create_dir(&bar).unwrap();
    let results = Results {
        run: Run::new("bar"),
        ..Results::default()
    };
    let results = results.text().unwrap();
    fs::write(bar.join("results.jsonl"), &results).unwrap();
    for error in [prepare(&bar).unwrap_err(), write(&comparison, &bar).unwrap_err()] {
        assert!(matches!(error, ReportError::OtherStudy { .. }), "{error:?}");
    }
    assert_eq!(fs::read_to_string(bar.join("results.jsonl")).unwrap(), results);

    let older = others.path().join("older");
    fs::create_dir(&older).unwrap();
    fs::write(older.join("results.json"), "{}").unwrap();
    let error = prepare(&older).unwrap_err();
    assert!(matches!(error, ReportError::OlderReport { .. }), "{error:?}");

    let place = dir.path().join("stairs");
    prepare(&place).unwrap();
    assert!(!place.exists());
    write(&comparison, &place).unwrap();
    fs::write(place.join("plots/stale.svg"), "old").unwrap();
    prepare(&place).unwrap();
    write(&comparison, &place).unwrap();
    assert!(!place.join("plots/stale.svg").exists());
    assert_eq!(
        fs::read_dir(dir.path()).unwrap().count(),
        2,
        "nothing is left beside"
    );
}

#[test]
fn hostile_names_are_only_names() {
    let mut comparison = sample::comparison();
    let hostile = "<script>alert(1)</script>|\u{1b}[31m\"'&`\0\n# x";
    let run = &mut comparison.results.run;
    let subject = &mut run.subjects[0];
    for text in [
        &mut subject.name,
        &mut subject.title,
        &mut subject.description,
        &mut run.machine,
        &mut run.contestants[2].name,
    ] {
        *text = hostile.into();
    }
    run.options.insert("world".into(), hostile.into());
    let case = &mut comparison.results.cases[2];
    case.contestant = hostile.into();
    case.facts.values_mut().for_each(|fact| *fact = hostile.into());
    case.rows.iter_mut().for_each(|row| row.note = hostile.into());
    let drawn = &mut comparison.contestants[2];
    (drawn.name, drawn.hull, drawn.marks[0].what) = (hostile.into(), hostile.into(), hostile.into());
    let dir = tempfile::tempdir().unwrap();
    let page = write(&comparison, &dir.path().join("stairs")).unwrap();
    let html = fs::read_to_string(page).unwrap();
    assert!(!html.to_lowercase().contains("<script>alert"));
    assert_well_formed(&html);
    let sheet = sheet(&comparison);
    for plot in &sheet.plots {
        assert!(
            !plot.svg.contains("<script") && !plot.svg.contains('\0'),
            "{}",
            plot.file
        );
    }
    assert!(!sheet.text().contains('\u{1b}'));
    let markdown = sheet.markdown(&comparison.results.run.made);
    assert!(!markdown.contains("<script"));
    let bars = |line: &str| line.replace("\\|", "").matches('|').count();
    let rows: Vec<usize> = markdown
        .lines()
        .filter(|l| l.starts_with('|'))
        .map(bars)
        .take(5)
        .collect();
    assert!(rows.len() == 5 && rows.iter().all(|n| *n == rows[0]), "{rows:?}");
}
