//! What a report says of the one that it replaces.

use clipmark_record::Comparison;
use clipmark_record::findings::Finding;
use clipmark_report::{scene_since, write_report};

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
        since.len() == 1 && since[0].contains("0 worse, 0 better, 0 otherwise"),
        "{since:?}"
    );
    now.contestants[1].detection.findings[0].id = "F17".into();
    now.since = scene_since(&now, &dir);
    let said = now.since.join("\n");
    assert!(said.contains("1 worse"), "{said}");
    assert!(
        said.contains("worse: bvh: stands still") && said.contains("before: gains speed"),
        "{said}"
    );
    now.scene.seed += 1;
    assert!(scene_since(&now, &dir)[0].contains("asked otherwise (seed: 7, now 8)"));
}

/// A report whose second contestant fails by detectors: their codes, and how often.
fn failing(found: &[(&str, usize)]) -> Comparison {
    let mut all = crate::report::sample::comparison();
    let detection = &mut all.contestants[1].detection;
    detection.ran = ["F14", "F15", "F17"].map(String::from).into();
    let finding = |(id, count): &(&str, usize)| Finding {
        id: (*id).into(),
        count: *count,
        worst: f64::NAN,
        ..Finding::default()
    };
    detection.findings = found.iter().map(finding).collect();
    all
}

#[test]
fn what_a_contestant_fails_in_both_runs_alike_is_not_named_and_a_count_that_grew_is() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().join("stairs");
    let before = failing(&[("F14", 3), ("F17", 2)]);
    write_report(&before, &dir).unwrap();
    let since = scene_since(&failing(&[("F14", 30_000), ("F17", 2)]), &dir).join("\n");
    assert!(since.contains("0 worse, 0 better, 1 otherwise"), "{since}");
    let (now, then) = since.split_once("; before: ").unwrap();
    assert!(now.contains("30,000") && then.contains("3 of"), "{since}");
    assert!(!since.contains("stands still"), "{since}");

    let mut others = failing(&[("F14", 3), ("F17", 2)]);
    others.contestants[1].name = "newcomer".into();
    let since = scene_since(&others, &dir).join("\n");
    assert!(
        since.contains("gone: bvh") && since.contains("new: newcomer: "),
        "{since}"
    );
}
