//! Where nothing goes wrong every detector is silent: the box tracers on every scene and law that ships.

#![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]

use clipmark_measure::Setting;
use clipmark_measure::detect::{Evidence, Others, Walk, detect, solid_truth};
use clipmark_scene::Scene;
use std::path::{Path, PathBuf};

/// Scenes of a folder whose map, if they have one, was fetched.
fn scenes(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|f| f.unwrap().path())
        .filter(|f| f.extension().is_some_and(|e| e == "ron"))
        .collect();
    files.sort();
    files
}

#[test]
fn box_tracers_give_nothing_to_find() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes");
    let mut complaints = Vec::new();
    let mut played = 0;
    for file in scenes(&folder).iter().chain(&scenes(&folder.join("laws"))) {
        let scene = Scene::load(file).unwrap();
        // Maps are fetched, and need not be here.
        let Ok(setting) = Setting::of(&scene) else {
            continue;
        };
        for name in ["bsp", "bvh"] {
            let entrant = setting.enter(name.parse().unwrap()).unwrap();
            let run = entrant.play(&setting);
            let truth = solid_truth(&setting, &entrant);
            let found = detect(&Evidence {
                walk: Walk::of(&setting, &entrant, &run, &truth),
                others: Others::default(),
            });
            let told = found.record.findings.into_iter();
            complaints.extend(told.map(|f| format!("{} {name}: {f:?}", scene.name)));
            played += 1;
        }
    }
    assert!(played > 80, "{played}");
    assert!(complaints.is_empty(), "{complaints:#?}");
}
