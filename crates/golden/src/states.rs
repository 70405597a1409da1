//! `states SCENE PROFILE HZ`: where a contestant's player is after each tick of a scene, and where the movers are.

use crate::tally::{Entry, Tally, numbers};
use anyhow::{Result, anyhow};
use clipmark_measure::{Contestant, Played, Setting};
use clipmark_movement::{Body, Real};
use clipmark_scene::{ProfileChoice, Scene, Start, Tick};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::{fs, io};

/// Every profile plays these, whatever their own.
const BY_ALL: [&str; 7] = [
    "stairs",
    "ramps",
    "corners",
    "v-groove",
    "low-ceiling",
    "bhop-track",
    "ledge",
];
/// The movement profiles.
const PROFILES: [&str; 8] = [
    "netquake",
    "quakeworld",
    "quake3",
    "cpm",
    "goldsrc",
    "source",
    "source:css",
    "paper2006",
];
/// Tick rates of courses, in hertz: the coarsest and the engines' own.
const RATES: [f64; 2] = [33.0, 125.0];

/// The name of the mover that plays on exact geometry in f64; no contestant.
pub(crate) const REFERENCE: &str = "reference";

/// Scenes and courses, by file without its ending from `scenes/`: `stairs`, `controllers/ledge`, `moving/lift`, `laws/l23-crease`.
pub(crate) fn scenes() -> io::Result<Vec<String>> {
    let mut out = Vec::new();
    for folder in ["", "controllers/", "moving/", "laws/"] {
        for file in fs::read_dir(crate::root().join("scenes").join(folder))? {
            let name = file?.file_name().to_string_lossy().into_owned();
            out.extend(name.strip_suffix(".ron").map(|name| format!("{folder}{name}")));
        }
    }
    out.sort();
    Ok(out)
}

/// Whether a scene's world can be had: maps are fetched.
pub(crate) fn is_there(scene: &str) -> bool {
    Scene::load(file(scene)).is_ok_and(|scene| scene.world().is_ok())
}

fn file(scene: &str) -> PathBuf {
    crate::root().join("scenes").join(format!("{scene}.ron"))
}

/// All states of a contestant in a scene: one line for each profile and rate.
pub(crate) fn entries(contestant: &str, name: &str, wanted: Option<&str>) -> Result<Vec<Entry>> {
    let scene = Scene::load(file(name))?;
    let mut variants = vec![scene.clone()];
    if BY_ALL.contains(&name) {
        let others = PROFILES.iter().filter(|p| **p != scene.profile.base);
        variants.extend(others.map(|profile| with_profile(&scene, profile)));
    }
    if name.starts_with("controllers/") || name.starts_with("moving/") {
        variants = RATES
            .iter()
            .map(|hz| Scene {
                tick: Tick::Hz(*hz),
                ..scene.clone()
            })
            .collect();
    }
    Ok(variants
        .iter()
        .map(|scene| {
            let hz = (1e6 / scene.tick.msec()).round() / 1e3;
            let key = format!("states {name} {} {hz}", scene.profile.base);
            let mut tally = Tally::new(key, "ticks", wanted);
            let played = catch_unwind(AssertUnwindSafe(|| match contestant {
                REFERENCE => by_reference(scene, &mut tally),
                _ => by_contestant(contestant, scene, &mut tally),
            }));
            match played {
                Ok(Ok(())) => (),
                Ok(Err(_)) => tally.count("refused", 1),
                Err(_) => tally.count("panicked", 1),
            }
            tally.entry()
        })
        .collect())
}

/// A scene played by another profile, from somewhat higher up: GoldSrc's origin is that much higher over the feet.
fn with_profile(scene: &Scene, profile: &str) -> Scene {
    /// In units.
    const HIGHER: f64 = 12.0;
    let mut scene = scene.clone();
    scene.profile = ProfileChoice::named(profile);
    if let Start::At(_, _, z) = &mut scene.player.start {
        *z += HIGHER;
    }
    scene
}

fn by_contestant(contestant: &str, scene: &Scene, tally: &mut Tally) -> Result<()> {
    let contestant: Contestant = contestant.parse()?;
    let mut setting = Setting::shared_by(scene, &[contestant])?;
    if scene.moves() {
        setting.set_in_motion_telling(scene, &[contestant])?;
    }
    let played = setting.enter(contestant)?.play(&setting)?;
    add(&played, tally);
    Ok(())
}

fn by_reference(scene: &Scene, tally: &mut Tally) -> Result<()> {
    let played = Setting::new(scene)?
        .reference_run()
        .ok_or_else(|| anyhow!("the reference mover does not play here"))?;
    add(&played, tally);
    Ok(())
}

/// Adds each tick.
fn add<R: Real + Into<f64>>(played: &Played<R>, tally: &mut Tally) {
    let movers = played.course.as_ref().map_or(0, |course| course.movers.len());
    let poses = played.course.as_ref().map_or(&[][..], |course| course.after());
    for (tick, body) in played.states.iter().skip(1).enumerate() {
        let mut text = state(body);
        for pose in poses.iter().skip(tick * movers).take(movers) {
            text += " mover ";
            text += &numbers(*pose);
        }
        tally.add(&text);
    }
    tally.count(
        "grounded",
        played.states.iter().filter(|body| body.grounded).count(),
    );
}

/// What a player has between two ticks in every engine. What single engines have beside it shows in the ticks that follow.
fn state<R: Real + Into<f64>>(body: &Body<R>) -> String {
    format!(
        "at {} velocity {} flags {:x}{}",
        numbers(body.origin.iter().copied()),
        numbers(body.velocity.iter().copied()),
        body.flags.bits(),
        if body.grounded { " grounded" } else { "" }
    )
}
