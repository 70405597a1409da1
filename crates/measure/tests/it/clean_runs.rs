//! Where nothing goes wrong every detector is silent: the box tracers on every scene and law that ships.

use clipmark_collision::CollisionBackend;
use clipmark_geometry::World;
use clipmark_measure::counterparts::{Counterparts, Ends, Home, reference_ends};
use clipmark_measure::detect::{Detected, Evidence, Walk, detect, solid_truth};
use clipmark_measure::{BuiltContestant, Played, Setting, referee};
use clipmark_referee::conformance::Suite;
use clipmark_scene::Scene;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

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

/// Findings that stay until mended: scene, contestant, detector, and why.
const KNOWN: [(&str, &str, &str, &str); 3] = [
    (
        "surf",
        "bvh",
        "F29",
        "16,384 u away, with QuakeWorld's skin of 1/32, its solver stops a glide on a plain ramp",
    ),
    (
        "l23-crease",
        "bvh",
        "F30",
        "in the first tick, which begins in the skin of both walls, one axis order makes it stop 0.24 u short",
    ),
    (
        "l13-ledge",
        "bvh",
        "F28",
        "the ledge is the highest there is, and at some tick rates it is not climbed",
    ),
];

#[test]
fn bsp_gives_nothing_to_find() {
    only_known("bsp");
}

#[test]
fn bvh_gives_nothing_else_to_find() {
    only_known("bvh");
}

/// The worlds of all scenes and laws, and what the reference mover does in each: made once a process, for both backends.
fn settings() -> &'static [(String, Setting, Option<Played>)] {
    static SETTINGS: OnceLock<Vec<(String, Setting, Option<Played>)>> = OnceLock::new();
    SETTINGS.get_or_init(|| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes");
        let files = scenes(&folder).into_iter().chain(scenes(&folder.join("laws")));
        let scenes = files.map(|file| Scene::load(file).unwrap());
        // Movers are judged in `moving.rs`. Maps are fetched, and need not be here.
        // Without its lift, the player of `lift-and-pad` falls out of the world.
        let still = scenes.filter(|scene| !scene.moves() && scene.name != "lift-and-pad");
        let ready = still.filter_map(|scene| Some((Setting::new(&scene).ok()?, scene.name)));
        ready
            .map(|(setting, name)| {
                let reference = setting.reference_run().map(|run| run.cast());
                (name, setting, reference)
            })
            .collect()
    })
}

fn only_known(name: &str) {
    let mut told = Vec::new();
    let mut played = Vec::new();
    for (scene, setting, reference) in settings() {
        let entrant = setting.enter(name.parse().unwrap()).unwrap();
        let findings = everything(setting, &entrant, reference.as_ref()).seen;
        told.extend(findings.into_iter().map(|f| (scene.clone(), f)));
        played.push(scene);
    }
    assert!(played.len() > 40, "{played:?}");
    let known = |scene: &str, id: &str| KNOWN.iter().any(|k| (k.0, k.1, k.2) == (scene, name, id));
    let new: Vec<_> = told.iter().filter(|(scene, f)| !known(scene, f.0.id)).collect();
    assert!(new.is_empty(), "{new:#?}");
    let here = |k: &&(&str, &str, &str, &str)| k.1 == name && played.iter().any(|p| *p == k.0);
    for (scene, _, id, why) in KNOWN.iter().filter(here) {
        let still = told.iter().any(|(s, f)| s == scene && f.0.id == *id);
        assert!(
            still,
            "{scene}: {id} is known ({why}), but no longer found; remove it here"
        );
    }
}

/// All that can be had.
fn everything(setting: &Setting, entrant: &BuiltContestant, reference: Option<&Played>) -> Detected {
    let run = entrant.play(setting).unwrap();
    let truth = solid_truth(setting, entrant);
    let rules = setting.profile.trace_rules;
    let build = |world: &World| -> Option<Box<dyn CollisionBackend>> {
        entrant.contestant.backend.build(world, rules).ok()
    };
    let walk = Walk::new(setting, entrant, &run, &truth);
    let ends = reference_ends(&setting.world, setting.profile, None);
    let own = Counterparts::play(&Home {
        world: &setting.world,
        backend: &*entrant.backend,
        build: &build,
        setup: &entrant.setup,
        walk,
        reference: ends.as_ref().map(|e| e as Ends),
    });
    let declared = setting
        .truth
        .for_declared(&entrant.hull, &entrant.backend.facts().declaration);
    let sweeps = entrant.sweeps(&setting.draw_sweeps(1000, 5));
    let answers = referee(&*entrant.backend, &declared, &sweeps, || ()).answers;
    let properties =
        Suite::new("clean")
            .rules(&[rules])
            .check_world(&setting.world, &sweeps[..100], |world, _| build(world));
    let evidence = Evidence {
        answers: Some(&answers),
        properties: Some(&properties),
        own: Some(&own),
        reference,
        ..Evidence::new(walk)
    };
    let found = detect(&evidence);
    // Without curved patches and on small worlds nothing but the reference mover is lacking.
    let lacking = found
        .not_run
        .iter()
        .filter(|(detector, _)| !["F18", "F28", "F32", "F33", "F34", "F35"].contains(&detector.id));
    assert_eq!(lacking.count(), 0, "{:?}", found.not_run);
    found
}
