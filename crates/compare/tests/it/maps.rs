//! Maps of other games on the command line: clip hulls answered as recorded, maps without a scene, `.map` text.

use crate::support::{Ended, compare, compare_line, refused, root};

fn recording(name: &str) -> String {
    format!("tests/recordings/{name}")
}

/// Sweeps of `cm_steps` with a clip hull.
fn trace(hull: &str, more: &str) -> Ended {
    let (map, sweeps) = (recording("cm_steps.bsp"), recording("cm_steps.sweeps.txt.gz"));
    compare_line(
        &root(),
        &format!("trace --world {map} --backend hull --hull {hull} {sweeps} {more}"),
    )
}

#[test]
fn clip_hulls_answer_in_the_format_of_the_recordings() {
    for hull in ["hull0", "hull1", "hull2"] {
        let recorded = recording(&format!("cm_steps.sweep.{hull}.txt.gz"));
        let (code, told, errors) = trace(hull, &format!("--check {recorded}"));
        assert_eq!(code, Some(0), "{errors}");
        assert!(told.contains("20000 sweeps, 0 answered differently"), "{told}");
    }
    let contents = recording("cm_steps.contents.txt.gz");
    assert_eq!(
        trace("hull0", &format!("--contents --check {contents}")).0,
        Some(0)
    );
    // The moves of another map are no answers of this one.
    let other = recording("cm_pillars.sweep.hull1.txt.gz");
    assert_eq!(trace("hull1", &format!("--check {other}")).0, Some(1));
}

#[test]
fn hulls_that_there_are_not_are_refused() {
    assert_eq!(trace("hull3", "").0, Some(2));
    let (map, sweeps) = (recording("cm_steps.bsp"), recording("cm_steps.sweeps.txt.gz"));
    let box_hull = "-15 -15 -24 15 15 32";
    let args = [
        "trace",
        "--world",
        &map,
        "--backend",
        "hull",
        "--hull",
        box_hull,
        &sweeps,
    ];
    assert_eq!(compare(&root(), &args).0, Some(2));
    let line = format!("trace --world {map} --backend bsp --hull hull1 {sweeps}");
    refused(&root(), &line, "--backend hull");
}

#[test]
fn a_map_runs_without_a_scene_and_a_scene_becomes_a_map() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).display().to_string();
    let (map, report) = (at("stairs.map"), at("report"));
    assert_eq!(
        compare_line(&root(), &format!("export scenes/stairs.ron -o {map}")).0,
        Some(0)
    );
    // hull answers as Quake's clip hulls, faults included.
    let run = format!("{map} --contestants bsp,hull --fail-on bsp --quick --out {report}");
    let (code, _, errors) = compare_line(&root(), &run);
    assert_eq!(code, Some(0), "{errors}");
}

#[test]
fn the_walker_on_clip_hulls_is_refused_everywhere() {
    let folder = tempfile::tempdir().unwrap();
    for asked in [
        "scenes/stairs.ron",
        "suite controllers stairs-18 --no-time",
        "bench scenes/stairs.ron --players 1",
    ] {
        let out = folder.path().display();
        let line = format!("{asked} --contestants hull+pair --out {out}/report");
        assert_eq!(compare_line(&root(), &line).0, Some(2), "{asked}");
    }
}
