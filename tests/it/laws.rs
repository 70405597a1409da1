//! The laws of movement by number, on `bsp` and `bvh` in f32 and on the reference mover in f64. Each is played by
//! `clipmark-laws`, and its scene meets its expectations.
use clipmark::internals::measure::{Options, compare};
use clipmark::internals::rows::Check;
use clipmark::internals::scene::{Scene, Shape, WorldSource};
use clipmark_laws::{self as laws, Law, LawPlayer};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The faults of a law: all its cases on all three players, then its scene.
fn faults(law: &Law) -> Vec<String> {
    let mut found = Vec::new();
    for contestant in ["bsp", "bvh"] {
        found.extend(broken_by(law, LawPlayer::Contestant(contestant.parse().unwrap())));
    }
    if law.is_of_movers() {
        // The reference mover knows no world that moves.
        assert!(
            law.play_on(LawPlayer::Reference).unwrap().is_empty(),
            "{}",
            law.id
        );
    } else {
        found.extend(broken_by(law, LawPlayer::Reference));
    }
    found.extend(unmet_in_its_scene(law));
    found
}

fn broken_by(law: &Law, player: LawPlayer) -> Vec<String> {
    let findings = law.play_on(player).unwrap();
    assert!(!findings.is_empty(), "{} asserts nothing", law.id);
    let broken = findings.iter().filter(|f| !f.held).map(|f| {
        let off = f.measured - f.predicted;
        format!(
            "{} on {player}: {}, {}: predicted {} {}, measured {}, off by {off} where {} is allowed ({})",
            law.id, f.case, f.quantity, f.predicted, f.unit, f.measured, f.tolerance, f.why
        )
    });
    broken.collect()
}

/// The scenes of laws by the law's number, which their names begin with: `l06-strafe-growth.ron`.
fn scenes() -> BTreeMap<u32, PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes/laws");
    let files = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path());
    let of_name = |file: &Path| file.file_name()?.to_str()?[1..3].parse().ok();
    files.map(|file| (of_name(&file).unwrap(), file)).collect()
}

fn number(law: &Law) -> u32 {
    law.id[1..].parse().unwrap()
}

/// Its scene expects something, and both backends with boxes meet it.
fn unmet_in_its_scene(law: &Law) -> Vec<String> {
    let file = &scenes()[&number(law)];
    let mut scene = Scene::load(file).unwrap();
    assert!(!scene.expect.is_empty(), "{} expects nothing", file.display());
    // The backends are refereed elsewhere.
    scene.sweeps = 8;
    let options = Options {
        quick: true,
        ..Options::default()
    };
    let comparison = compare(&scene, &options, &mut |_, _, _| ()).unwrap();
    let mut unmet = Vec::new();
    for case in &comparison.results.cases {
        let failed = case.rows.iter().filter(|row| {
            let is_expectation = matches!(row.check, Check::Goal | Check::Bound);
            is_expectation && row.severity().is_some()
        });
        unmet.extend(failed.map(|row| format!("{}: {}: {row:?}", file.display(), case.contestant)));
    }
    unmet
}

#[test]
fn every_law_holds_on_both_backends_and_the_reference_and_in_its_scene() {
    let found: Vec<String> = laws::ALL.par_iter().flat_map_iter(faults).collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
    // A scene without a law is nobody's.
    let numbers: Vec<u32> = laws::ALL.iter().map(number).collect();
    assert_eq!(scenes().into_keys().collect::<Vec<_>>(), numbers);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes/laws");
    assert_eq!(std::fs::read_dir(folder).unwrap().count(), numbers.len());
}

#[test]
fn a_contestant_without_boxes_is_refused() {
    for name in ["cylinder", "bsp+pair"] {
        let player = LawPlayer::Contestant(name.parse().unwrap());
        assert!(laws::ALL[0].play_on(player).is_err(), "{name}");
    }
}

#[test]
fn the_scene_of_the_bunny_hop_is_the_track_of_its_law() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes/bhop-track.ron");
    let WorldSource::Shapes(drawn) = Scene::load(file).unwrap().world else {
        panic!("no shapes");
    };
    let built = laws::inner::bunny_hop_track();
    assert_eq!(drawn.len(), built.len());
    for pair in drawn.iter().zip(&built) {
        let (Shape::Box { min: a, max: b }, Shape::Box { min: c, max: d }) = pair else {
            panic!("no boxes");
        };
        // The scene is written to hundredths.
        let pairs = a.iter().chain(b).zip(c.iter().chain(d));
        assert!(pairs.into_iter().all(|(x, y)| (x - y).abs() <= 0.00501));
    }
}
