//! Common parts of the benches: their scenes, and the check that answers are right before they are timed.
#![allow(clippy::unwrap_used, reason = "a panic is how a bench fails")]

use clipmark::internals::collision::Work;
use clipmark::internals::measure::{BuiltContestant, Contestant, Setting, referee, sweeps::Line};
use clipmark::internals::rows::faults::Fault;
use clipmark::internals::scene::Scene;
use std::path::{Path, PathBuf};

/// Scenes that need no map; a fetched map is benched too where it is there.
pub const SCENES: [&str; 4] = ["flat", "stairs", "seam-floor", "oa_dm1"];
/// Libraries of others only where they are built in.
pub const CONTESTANTS: &[&str] = &[
    "bsp",
    "bsp:via-bvh",
    "bvh",
    "cylinder",
    "hull",
    #[cfg(feature = "rapier")]
    "rapier",
    #[cfg(feature = "rapier")]
    "rapier:tuned",
    #[cfg(feature = "jolt")]
    "jolt",
    #[cfg(feature = "jolt")]
    "jolt:tuned",
    #[cfg(feature = "box3d")]
    "box3d",
    #[cfg(feature = "box3d")]
    "box3d:tuned",
    #[cfg(feature = "physx")]
    "physx",
    #[cfg(feature = "physx")]
    "physx:tuned",
];
/// Libraries of others, by the first part of their contestants' names.
const OTHERS: [&str; 4] = ["rapier", "jolt", "box3d", "physx"];
/// Sweeps a pass.
pub const SWEEPS: usize = 2000;
/// The seed of the sweeps.
pub const SEED: u64 = 1;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../scenes")
}

/// The scenes that can be set up on this machine.
pub fn settings() -> Vec<(&'static str, Setting)> {
    let load = |name: &'static str| {
        let file = folder().join(format!("{name}.ron"));
        match Scene::load(&file)
            .map_err(Into::into)
            .and_then(|scene| Setting::new(&scene))
        {
            Ok(setting) => Some((name, setting)),
            Err(why) => {
                eprintln!("{name} is not benched: {why}");
                None
            }
        }
    };
    SCENES.into_iter().filter_map(load).collect()
}

/// A fetched map as a scene of its own, its curved patches kept; `None` where it is not there.
pub fn map_with_patches(map: &str) -> Option<Setting> {
    let text = format!(
        "(version: 1, title: \"{map}\", world: QuakeBsp(\"maps/{map}.bsp\"), player: (start: Spawn(0)), \
         profile: \"quake3\", input: [Wait(1)])"
    );
    let file = folder().join("bench.ron");
    let made = Scene::parse(&text, file)
        .map_err(Into::into)
        .and_then(|scene| Setting::with_patches(&scene));
    made.inspect_err(|why| eprintln!("{map} is not benched: {why}"))
        .ok()
}

/// All contestants, built from the setting's world.
///
/// # Panics
/// If one cannot be built.
pub fn entrants(setting: &Setting) -> Vec<BuiltContestant> {
    let enter = |name: &str| setting.enter(name.parse::<Contestant>().unwrap()).unwrap();
    CONTESTANTS.iter().map(|name| enter(name)).collect()
}

/// The exact referee judges the timed answers. Prints its findings, and returns whether to time them: wrong answers of our own
/// are not worth a time. A library's wrong answers are timed: its users pay for them.
#[must_use]
pub fn verify(id: &str, setting: &Setting, entrant: &BuiltContestant, lines: &[Line]) -> bool {
    let truth = setting
        .truth
        .for_declared(&entrant.hull, &entrant.backend.facts().declaration);
    let score = referee(&*entrant.backend, &truth, &entrant.sweeps(lines), || {}).score();
    let faults = &score.faults;
    let missed = faults.sum(&[Fault::Malformed, Fault::Missed]);
    eprintln!(
        "{id}: {} sweeps refereed, {} missed, {} phantom, {} unreliable",
        score.queries,
        missed,
        faults[Fault::Phantom],
        faults[Fault::Unreliable]
    );
    let wrong = missed + faults[Fault::Phantom] + faults[Fault::Unreliable];
    let name = entrant.contestant.backend.name();
    let of_others = name.split(':').next().is_some_and(|n| OTHERS.contains(&n));
    if wrong > 0 && !of_others {
        eprintln!("{id}: not timed, {wrong} answers are wrong");
        return false;
    }
    if wrong > 0 {
        eprintln!("{id}: timed, though {wrong} answers are wrong");
    }
    same_in_silence(id, entrant, lines);
    true
}

/// Timed passes do not count their work, refereed ones do. Both must give the same answers to the bit.
pub fn same_in_silence(id: &str, entrant: &BuiltContestant, lines: &[Line]) {
    let (mut counting, mut silent) = (Work::counting(), Work::silent());
    for sweep in entrant.sweeps(lines) {
        let refereed = entrant.backend.trace(&sweep, &mut counting);
        let timed = entrant.backend.trace(&sweep, &mut silent);
        assert_eq!(
            refereed.bits(),
            timed.bits(),
            "{id}: answers under the clock are not those refereed"
        );
    }
}

/// Prints the share of sweeps for which `bsp:via-bvh` falls back to the tree's walk.
pub fn print_walked(id: &str, entrant: &BuiltContestant, lines: &[Line]) {
    let (mut work, sweeps) = (Work::counting(), entrant.sweeps(lines));
    let walked = sweeps.iter().filter(|sweep| {
        entrant.backend.trace(sweep, &mut work);
        work.take_counts().leaves > 0
    });
    let share = walked.count() as f64 / sweeps.len() as f64;
    eprintln!("{id}: {:.2} % of the sweeps fall back to the walk", 100.0 * share);
}

/// The hull as it is called in ids.
pub fn hull_name(entrant: &BuiltContestant) -> &'static str {
    match entrant.hull {
        clipmark::internals::geometry::Hull::Box { .. } => "player",
        _ => entrant.hull.kind(),
    }
}
