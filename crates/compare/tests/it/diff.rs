//! `compare diff` tells a slower run and a different answer from noise, and names unreadable files.

use crate::support::{BLOCKS, FLAT, FLOOR, compare, ends, folder, refused};
use clipmark_rows::{Case, Check, Outcome, Results, Row, Run, Severity, Subject};
use std::fs;
use std::path::Path;
use std::sync::OnceLock;
use tempfile::TempDir;

const FILE: &str = "results.jsonl";

/// The results of a scene. The run is made once a process.
fn results() -> &'static Results {
    static RESULTS: OnceLock<Results> = OnceLock::new();
    RESULTS.get_or_init(|| {
        let scene = FLAT.replace(FLOOR, BLOCKS).replace("bvh", "cylinder");
        let dir = folder(&[("s.ron", &scene)]);
        ends(dir.path(), "s.ron --out a", 0);
        Results::read(&dir.path().join("a").join(FILE)).unwrap()
    })
}

/// The results twice. The times themselves are the machine's business: they are invented, by contestant and number of the
/// round.
fn runs(b: impl Fn(&str, usize) -> f64) -> TempDir {
    let dir = TempDir::new().unwrap();
    let write = |folder: &str, ns: &dyn Fn(&str, usize) -> f64| {
        let mut invented = results().clone();
        for case in &mut invented.cases {
            for (i, sample) in case.samples.values_mut().flatten().enumerate() {
                *sample = ns(&case.contestant, i);
            }
        }
        fs::create_dir(dir.path().join(folder)).unwrap();
        fs::write(dir.path().join(folder).join(FILE), invented.text().unwrap()).unwrap();
    };
    write("a", &|_, i| steady(i));
    write("b", &b);
    dir
}

fn steady(i: usize) -> f64 {
    300.0 * (1.0 + (i % 7) as f64 / 500.0)
}

#[test]
fn a_slower_run_is_told_from_noise_and_fails_where_it_is_to() {
    let twice = runs(|contestant, i| steady(i) * if contestant == "bsp" { 2.0 } else { 1.0 });
    // Rounds of one run that lost the processor: the interval holds a change and none, and says so.
    let wide = runs(|_, i| if i % 31 < 15 { 60.0 } else { 1500.0 });
    let same = runs(|_, i| steady(i));
    for (dir, more, word, wanted) in [
        (&same, "--fail-on regression,disagreement", " same", (0, 4)),
        // bsp's traces and ticks.
        (&twice, "", "slower", (0, 2)),
        (&twice, "--fail-on regression", "slower", (1, 2)),
        (&twice, "--fail-on disagreement", "slower", (0, 2)),
        // cylinder's.
        (&twice, "--against bsp", "quicker", (0, 2)),
        (&wide, "--fail-on regression", " undecided", (0, 4)),
    ] {
        let (_, table, _) = ends(dir.path(), &format!("diff a b {more}"), wanted.0);
        let rows = table.lines().filter(|line| line.ends_with(word));
        assert_eq!(rows.count(), wanted.1, "{more} {word}");
    }
}

#[test]
fn other_answers_are_named() {
    let dir = runs(|_, i| steady(i));
    let hash = &results().cases[0].facts["states"];
    let file = dir.path().join("b").join(FILE);
    let text = fs::read_to_string(&file).unwrap();
    fs::write(file, text.replace(hash, "0123456789abcdef")).unwrap();
    let (code, table, _) = compare(dir.path(), "diff a/results.jsonl b --fail-on disagreement");
    assert_eq!(code, Some(1));
    assert!(
        table.contains(hash.as_str()) && table.contains("0123456789abcdef"),
        "{table}"
    );
}

#[test]
fn what_cannot_be_compared_is_named() {
    let dir = runs(|_, i| steady(i));
    let at = |file: &str| dir.path().join("b").join(file);
    refused(dir.path(), "diff a b --against bvh", "--against bvh");
    let text = results().text().unwrap();
    fs::write(at(FILE), text.replace("\"s\"", "\"other\"")).unwrap();
    refused(dir.path(), "diff a b", "");
    fs::write(at(FILE), "no results\n").unwrap();
    refused(dir.path(), "diff a b", FILE);
    fs::remove_file(at(FILE)).unwrap();
    refused(dir.path(), "diff a b", "");
}

/// Writes results of a study without times: each contestant with its place.
fn write_untimed(dir: &Path, folder: &str, run: Run, cases: &[(&str, &str)]) {
    let cases = cases
        .iter()
        .map(|(contestant, subject)| case(contestant, subject, &[]));
    write_cases(dir, folder, run, cases.collect());
}

fn case(contestant: &str, subject: &str, outcomes: &[Outcome]) -> Case {
    let rows = outcomes.iter().map(|outcome| Row::new(Check::Deep, *outcome));
    Case {
        contestant: contestant.into(),
        subject: subject.into(),
        rows: rows.collect(),
        ..Case::default()
    }
}

fn write_cases(dir: &Path, folder: &str, run: Run, cases: Vec<Case>) {
    let is_whole = true;
    let results = Results { run, cases, is_whole };
    fs::create_dir_all(dir.join(folder)).unwrap();
    fs::write(dir.join(folder).join(FILE), results.text().unwrap()).unwrap();
}

#[test]
fn unlike_cases_are_not_compared_and_equal_ones_without_times_are_equal() {
    let dir = TempDir::new().unwrap();
    let write = |folder: &str, run: Run, subject: &str| {
        write_untimed(dir.path(), folder, run, &[("bsp", subject)]);
    };
    write("a", Run::new("bar"), "a.bsp");
    write("b", Run::new("bar"), "b.bsp");
    ends(dir.path(), "diff a a --fail-on disagreement", 0);
    refused(dir.path(), "diff a b", "");
    let scene = |name: &str| Run {
        subjects: vec![Subject {
            name: name.into(),
            ..Subject::default()
        }],
        ..Run::new("scene")
    };
    write("scene", scene("a.bsp"), "a.bsp");
    write("other", scene("b.bsp"), "b.bsp");
    refused(dir.path(), "diff a scene", "bar");
    refused(dir.path(), "diff scene other", "b.bsp");
    // A place of one run alone is named with its contestant.
    write_untimed(
        dir.path(),
        "both",
        Run::new("bar"),
        &[("bsp", "a.bsp"), ("bsp", "b.bsp")],
    );
    let (_, table, _) = ends(dir.path(), "diff a both", 0);
    assert!(table.contains("bsp, b.bsp"), "{table}");
}

/// By a check that passed or was not there, or on a map that was not there. Of other contestants nothing is compared.
#[test]
fn a_new_failure_is_worse_from_a_severity_on() {
    let dir = TempDir::new().unwrap();
    let failed = &[Outcome::Failed(Severity::Stuck)];
    let fails = |map: &str| case("bvh:stock", map, failed);
    for (folder, cases) in [
        ("fails", vec![fails("s")]),
        ("on-two", vec![fails("s"), fails("a")]),
        ("passed", vec![case("bvh:stock", "s", &[Outcome::Passed])]),
        ("without", vec![case("bvh:stock", "s", &[])]),
        ("other", vec![case("another", "s", failed)]),
    ] {
        write_cases(dir.path(), folder, Run::new("bar"), cases);
    }
    for (runs, severity, code) in [
        ("fails fails", "measurable", 0),
        ("fails on-two", "measurable", 1),
        ("passed fails", "measurable", 1),
        ("without fails", "measurable", 1),
        ("without fails", "lost", 0),
        ("other fails", "measurable", 2),
    ] {
        let (_, _, errors) = ends(dir.path(), &format!("diff {runs} --fail-on {severity}"), code);
        assert_eq!(
            errors.contains("bvh:stock on a"),
            runs == "fails on-two",
            "{errors}"
        );
    }
}

#[test]
fn other_options_and_rules_are_named() {
    let dir = TempDir::new().unwrap();
    let asked = |seed: &str| Run {
        options: [("seed".to_owned(), seed.to_owned())].into(),
        ..Run::new("bar")
    };
    let mut other = asked("8");
    other.made.rules += 1;
    write_untimed(dir.path(), "a", asked("7"), &[("bsp", "a.bsp")]);
    write_untimed(dir.path(), "b", other, &[("bsp", "a.bsp")]);
    let (_, table, _) = ends(dir.path(), "diff a b", 0);
    assert!(
        table.contains("seed: 7 in A, 8 in B") && table.contains("of rules "),
        "{table}"
    );
}
