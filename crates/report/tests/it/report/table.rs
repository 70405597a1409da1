//! The tables of a scene: who fails is marked, what was not asked is ranked with nobody, and what a rule explains is counted.

use super::{sample, sheet};
use clipmark_rows::drawn::Comparison;
use clipmark_rows::{Case, Check, End, Evidence, LEFT_OUT, Line, Outcome, Row, Severity, WALKED};
use std::path::Path;

fn line<'a>(lines: &'a [Line], contestant: &str) -> &'a Line {
    lines
        .iter()
        .find(|line| line.cells[0].text == contestant)
        .unwrap()
}

fn texts(line: &Line) -> Vec<&str> {
    line.cells.iter().map(|cell| cell.text.as_str()).collect()
}

#[test]
fn who_fails_is_marked_and_each_failure_is_named() {
    let comparison = sample::comparison();
    let sheet = sheet(&comparison);
    let [all, failed] = &sheet.tables[..] else {
        panic!("{:?}", sheet.tables)
    };
    let marked = |line: &&Line| line.is_failed;
    assert_eq!(all.lines.iter().filter(marked).count(), 1);
    let cylinder = line(&all.lines, "cylinder");
    assert!(cylinder.is_failed && all.lines.last().unwrap().cells[0].text == "cylinder");
    assert_eq!(texts(cylinder)[..3], ["cylinder", "stuck", "3 of 5"]);
    assert_eq!(texts(line(&all.lines, "bsp"))[..3], ["bsp", "ok", "0 of 5"]);
    let named: Vec<&str> = failed
        .lines
        .iter()
        .map(|line| line.cells[0].text.trim())
        .collect();
    assert_eq!(
        named,
        ["cylinder", "does not arrive", "stops at nothing", "wrong normal"]
    );
    assert_eq!(
        texts(&failed.lines[3])[1..],
        ["31", "4,000", "–", "measurable", "tick 699"]
    );
    let text = sheet.text();
    assert!(text.contains("got as far as step 9 of 10"), "{text}");
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    // Who does not decide is not marked.
    let lenient = clipmark_report::scene_sheet(&comparison, Path::new("none"), &|case: &Case| {
        case.is_failed() && case.contestant != "cylinder"
    });
    let lines = lenient.unwrap().tables.remove(0).lines;
    assert!(!lines.iter().any(|line| line.is_failed));
}

#[test]
fn more_failures_than_a_screen_has_are_counted_and_all_are_on_the_page() {
    let mut comparison = sample::comparison();
    for check in [Check::PassesThrough, Check::StandsStill] {
        let row = sample::failed(check, 3, Severity::Lost);
        comparison.results.cases[2].rows.push(row);
    }
    let sheet = sheet(&comparison);
    assert_eq!(sheet.tables[1].lines.last().unwrap().cells[0].text, "  2 more");
    assert_eq!(sheet.folded[0].1.lines.len(), 6);
}

#[test]
fn who_was_asked_fewer_checks_is_ranked_with_nobody() {
    let mut comparison = sample::comparison();
    comparison
        .results
        .run
        .checklists
        .get_mut("cylinder")
        .unwrap()
        .remove(0);
    let table = sheet(&comparison).tables.remove(0);
    let names: Vec<&str> = table
        .lines
        .iter()
        .map(|line| line.cells[0].text.as_str())
        .collect();
    assert_eq!(
        names,
        ["bsp", "bvh", "not ranked: asked fewer checks", "cylinder"]
    );
    // Of the shared ones it fails two: the third was not asked of it.
    let last = table.lines[3].cells.last().unwrap();
    assert_eq!(
        (table.columns.last().unwrap().head.as_str(), last.text.as_str()),
        ("shared 4", "2")
    );
}

#[test]
fn who_was_asked_another_check_is_ranked_with_nobody_and_an_expectation_unranks_nobody() {
    let is_unranked = |change: fn(&mut Vec<Check>)| {
        let mut comparison = sample::comparison();
        change(comparison.results.run.checklists.get_mut("cylinder").unwrap());
        let lines = sheet(&comparison).tables.remove(0).lines;
        lines
            .iter()
            .any(|line| line.cells[0].text.starts_with("not ranked"))
    };
    // As many checks, and not the same ones.
    assert!(is_unranked(|asked| {
        let of_ranking = |check: &Check| !matches!(check, Check::Goal | Check::Bound);
        let i = asked.iter().position(of_ranking).unwrap();
        asked[i] = Check::Replay;
    }));
    assert!(!is_unranked(|asked| asked.push(Check::Bound)));
}

/// An answer that passes by an engine's rule is no fault. It is still counted.
#[test]
fn what_an_engines_rule_explains_is_counted_beside_the_faults() {
    let mut comparison = sample::comparison();
    let row = Row {
        asked: 4000,
        failed: 20,
        ..Row::new(Check::TouchRule, Outcome::ByRule)
    };
    comparison.results.cases[0].rows.push(row);
    let sheet = sheet(&comparison);
    let bsp = line(&sheet.tables[0].lines, "bsp");
    assert!(!bsp.is_failed && bsp.cells[1].text == "by rule");
    assert!(sheet.notes[0].contains("bsp 20"), "{:?}", sheet.notes);
}

/// A sweep as `compare explain` reads it, in the folder of the report.
fn asked_again(check: Check, severity: Severity, question: &str) -> Row {
    Row {
        evidence: Some(Evidence {
            question: Some(question.into()),
            ..Evidence::default()
        }),
        ..sample::failed(check, 3, severity)
    }
}

#[test]
fn the_command_of_the_worst_question_is_printed_and_each_failure_links_its_own() {
    let mut comparison = sample::comparison();
    let rows = [
        asked_again(Check::StaysOff, Severity::Measurable, "cases/bvh-gap.json"),
        asked_again(Check::PassesThrough, Severity::Lost, "cases/bvh-missed.json"),
    ];
    comparison.results.cases[1].rows.extend(rows);
    let sheet = sheet(&comparison);
    let [note] = &sheet.notes[..] else {
        panic!("{:?}", sheet.notes)
    };
    assert!(
        note.contains("compare explain none/cases/bvh-missed.json"),
        "{note}"
    );
    let links = sheet.tables[1].lines.iter().filter_map(|line| line.cells.last());
    let links: Vec<&(&str, String)> = links.flat_map(|cell| &cell.links).collect();
    let question = |file: &str| ("question", file.to_owned());
    assert!(links.contains(&&question("cases/bvh-missed.json")), "{links:?}");
    assert!(links.contains(&&question("cases/bvh-gap.json")), "{links:?}");
}

#[test]
fn a_reader_is_warned_of_times_that_are_no_figures() {
    let notes = |change: &dyn Fn(&mut Comparison)| {
        let mut comparison = sample::comparison();
        change(&mut comparison);
        sheet(&comparison).notes
    };
    let one = |change: &dyn Fn(&mut Comparison), named: &str| {
        let notes = notes(change);
        assert!(notes.len() == 1 && notes[0].contains(named), "{named}: {notes:?}");
    };
    assert_eq!(notes(&|_| ()), [""; 0]);
    // A busy machine: every second round takes twice as long.
    let noise = |comparison: &mut Comparison| {
        let samples = comparison.results.cases[1]
            .samples
            .get_mut(&Check::NsTick)
            .unwrap();
        samples.iter_mut().step_by(2).for_each(|ns| *ns *= 2.0);
    };
    one(&noise, "bvh");
    // Of 60 rounds of three contestants, for sweeps and for ticks, a tenth may lose the processor.
    let lost = |n: usize| {
        move |comparison: &mut Comparison| {
            let facts = &mut comparison.results.cases[0].facts;
            facts.insert("passes_preempted".into(), n.to_string());
        }
    };
    assert_eq!(notes(&lost(36)), [""; 0]);
    one(&lost(37), "37 of 360");
    let rounds = |n: usize| {
        move |comparison: &mut Comparison| {
            let samples = comparison.results.cases[2]
                .samples
                .get_mut(&Check::NsSweep)
                .unwrap();
            samples.truncate(n);
        }
    };
    assert_eq!(notes(&rounds(15)), [""; 0]);
    one(&rounds(14), "14 rounds");
    let sweeps = |n: usize| {
        move |comparison: &mut Comparison| {
            let options = &mut comparison.results.run.options;
            options.insert("sweeps".into(), n.to_string());
        }
    };
    assert_eq!(notes(&sweeps(1000)), [""; 0]);
    one(&sweeps(999), "999 sweeps");
}

#[test]
fn what_is_left_out_is_said_once_with_who_leaves_it_out() {
    let mut comparison = sample::comparison();
    let by_all = sheet(&comparison).left_out;
    let patches = comparison.results.cases[0].facts[LEFT_OUT].clone();
    assert_eq!(by_all.matches(&patches).count(), 1, "{by_all}");
    assert!(!by_all.contains("bsp"), "{by_all}");
    let cases = &mut comparison.results.cases;
    cases[0]
        .facts
        .insert(LEFT_OUT.into(), format!("{patches}; no door"));
    cases[2].facts.remove(LEFT_OUT);
    let left_out = sheet(&comparison).left_out;
    assert!(left_out.contains(&format!("bsp, bvh: {patches}")), "{left_out}");
    assert!(left_out.contains("bsp: no door"), "{left_out}");
    assert!(!left_out.contains("cylinder"), "{left_out}");
}

#[test]
fn what_each_walked_is_a_note_with_its_name() {
    let mut comparison = sample::comparison();
    let left_out = sheet(&comparison).left_out;
    let walked = "walked 41.0 % of the floor that bsp finds from 13 spawns, 1 death";
    for case in &mut comparison.results.cases {
        case.facts.insert(WALKED.into(), walked.into());
    }
    let sheet = sheet(&comparison);
    assert_eq!(sheet.left_out, left_out);
    for name in ["bsp", "bvh", "cylinder"] {
        assert!(
            sheet.notes.contains(&format!("{name} {walked}")),
            "{:?}",
            sheet.notes
        );
    }
}

#[test]
fn who_has_no_verdict_is_not_ok() {
    let mut comparison = sample::comparison();
    comparison.results.cases[0] = Case {
        contestant: "bsp".into(),
        end: End::NotJudged("no memory".into()),
        ..Case::default()
    };
    let sheet = sheet(&comparison);
    assert_eq!(texts(line(&sheet.tables[0].lines, "bsp"))[1], "not judged");
    let is_named = |note: &String| note.contains("bsp") && note.contains("no memory");
    assert!(sheet.notes.iter().any(is_named), "{:?}", sheet.notes);
}
