//! What a report says of the one that it replaces.

use clipmark_record::Made;
use clipmark_record::controllers::{ControllersResults, CourseRun, Entrant, Outcome, Run};
use clipmark_record::findings::Finding;
use clipmark_report::{Study, Style, scene_since, study_text, write_report, write_study};
use std::fs;
use std::path::Path;

const VERDICTS: &str = "verdicts.json";

/// Runs at 60 Hz: contestant, course, why it was stopped if it was, and the time of a tick.
fn book(date: &str, cells: &[(&str, &str, Option<&str>, f64)]) -> ControllersResults {
    let cell = |&(who, course, stopped, ns_per_tick): &(&str, &str, Option<&str>, f64)| CourseRun {
        course: course.into(),
        entrant: who.into(),
        hz: 60.0,
        outcome: match stopped {
            Some(why) => Outcome::Stopped(why.into()),
            None => Outcome::Run(Run {
                ns_per_tick,
                way: 1.0,
                repeats: true,
                ..Run::default()
            }),
        },
        scene: None,
        report: None,
        alone: None,
    };
    let entrant = |name: &str| Entrant {
        name: name.into(),
        ..Entrant::default()
    };
    ControllersResults {
        version: "0".into(),
        made: Made {
            date: date.into(),
            commit: "0123abcd".into(),
            command: "compare controllers".into(),
            rules: 3,
        },
        machine: "m".into(),
        entrants: ["bsp", "bvh"].map(entrant).into(),
        courses: Vec::new(),
        rates: vec![60.0],
        cells: cells.iter().map(cell).collect(),
    }
}

/// What the terminal says of the run before, in one line: the words that a report without a folder lacks.
fn said(book: &ControllersResults, out: &Path) -> String {
    let written = write_study(book, Vec::new(), out).unwrap();
    let text = study_text(&written.report, Style::Plain, false, None);
    let alone = study_text(&book.report().unwrap(), Style::Plain, false, None);
    let [text, alone] = [&text, &alone].map(|text| text.split_whitespace().collect::<Vec<_>>());
    let start = text.iter().zip(&alone).take_while(|(a, b)| a == b).count();
    text[start..start + text.len() - alone.len()].join(" ")
}

#[test]
fn a_new_failure_and_a_mended_one_are_named_and_times_are_not() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("controllers");
    let passes = ("bsp", "stairs", None, 100.0);
    let fails = ("bvh", "stairs", Some("it panicked"), 0.0);
    let before = book("2026-11-27 08:00", &[passes, fails]);
    assert!(said(&before, &out).starts_with("The first run"));

    let slower = book("2026-11-28 09:00", &[("bsp", "stairs", None, 900.0), fails]);
    assert!(said(&slower, &out).starts_with("Nothing changed since the run of 2026-11-27"));

    let after = book(
        "2026-11-28 10:00",
        &[
            ("bsp", "stairs", Some("its state is no number"), 0.0),
            ("bvh", "stairs", None, 50.0),
            ("bvh", "slope", None, 50.0),
            ("jolt", "stairs", None, 50.0),
        ],
    );
    let told = said(&after, &out);
    for part in [
        "1 new failure, 1 mended",
        "in one of them only",
        "new: bsp on stairs at 60 Hz",
        "mended: bvh on stairs at 60 Hz",
    ] {
        assert!(told.contains(part), "{told}");
    }

    // Results and tables are those of a run into an empty folder.
    let fresh = dir.path().join("fresh");
    write_study(&after, Vec::new(), &fresh).unwrap();
    for file in ["controllers.json", "controllers.csv", VERDICTS] {
        assert_eq!(
            fs::read(out.join(file)).unwrap(),
            fs::read(fresh.join(file)).unwrap(),
            "{file}"
        );
    }
}

#[test]
fn a_scene_names_what_is_new_and_what_is_mended_and_no_time() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().join("stairs");
    let mut now = crate::report::sample::comparison();
    let detection = &mut now.contestants[1].detection;
    detection.ran = vec!["F14".into(), "F17".into()];
    detection.findings = vec![Finding {
        id: "F14".into(),
        name: "speed gain".into(),
        count: 3,
        worst: f64::NAN,
        ..Finding::default()
    }];
    write_report(&now, &dir).unwrap();
    now.contestants[0].trace_time.median_ns *= 2.0;
    let since = scene_since(&now, &dir);
    assert!(
        since.len() == 1 && since[0].starts_with("Nothing changed"),
        "{since:?}"
    );
    now.contestants[1].detection.findings[0].id = "F17".into();
    now.since = scene_since(&now, &dir);
    let said = now.since.join("\n");
    assert!(said.contains("1 new failure, 1 mended"), "{said}");
    assert!(
        said.contains("new: bvh on F17") && said.contains("mended: bvh on F14"),
        "{said}"
    );
    now.scene.seed += 1;
    assert!(scene_since(&now, &dir)[0].contains("asked otherwise (seed: 7, now 8)"));
}
