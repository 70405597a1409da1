//! The correctness bar: `compare bar --worlds …`, with every hull, in a world of many brushes, and in two processes.

use crate::Failure;
use crate::finding::Findings;
use clipmark_geometry::World;
use clipmark_measure::Contestant;
use clipmark_measure::bar::{BarOptions, MANY, Sizes, TURNED, build_world, measure_map, process_hash};
use clipmark_movement::profile_named;
use clipmark_rows::{Axis, Check, End};
use clipmark_scene::Scene;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::process::Command;

/// The number of questions: enough for a fault of 1 answer in 1,000, and a few seconds a world.
const SIZES: Sizes = Sizes {
    sweeps: 12_000,
    rest: 2_400,
    hulls: 1_200,
    walkers: 3,
    ticks: 400,
};

/// How much is asked in the world of many small brushes, which is slower to build: nobody walks there.
const OF_MANY: Sizes = Sizes {
    sweeps: 6_000,
    rest: 1_200,
    hulls: 0,
    walkers: 0,
    ticks: 1,
};

/// How much of a full bar's million sweeps is asked of one build: past a counter of 20 bits, each sweep being asked twice.
const OF_WEAR: Sizes = Sizes {
    sweeps: 600_000,
    hulls: 0,
    ..OF_MANY
};

pub(crate) fn judge(
    scenes: &[Scene],
    contestant: Contestant,
    findings: &mut Findings,
) -> Result<(), Failure> {
    let Some(profile) = profile_named("quake3") else {
        return Ok(());
    };
    let contestants = [contestant];
    let options = |sizes: Sizes| BarOptions {
        contestants: &contestants,
        profile: *profile,
        hull: None,
        sizes,
        seed: 1,
    };
    for scene in scenes {
        ask(&scene.name, scene.world()?, &options(SIZES), findings)?;
        if findings.are_enough() {
            return Ok(());
        }
    }
    for (name, sizes) in [(MANY, OF_MANY), (TURNED, SIZES)] {
        if let Some(world) = build_world(name).filter(|_| !findings.are_enough()) {
            ask(name, world, &options(sizes), findings)?;
        }
    }
    if let Some(scene) = scenes.first().filter(|_| !findings.are_enough()) {
        let own = process_hash(&scene.name, scene.world()?, &options(SIZES))?;
        if own != in_another_process(scene, contestant)? {
            let said = format!("{}: answers differ between two processes", scene.name);
            findings.add(said);
        }
    }
    if let Some(scene) = scenes.first().filter(|_| !findings.are_enough()) {
        ask(&scene.name, scene.world()?, &options(OF_WEAR), findings)?;
    }
    Ok(())
}

/// Names what a process that this one starts is to answer: a contestant, and the scene's file.
const ASKED: [&str; 2] = ["CLIPMARK_HASHED_CONTESTANT", "CLIPMARK_HASHED_SCENE"];
/// What its answer begins with.
const HASH: &str = "hash of answers ";

/// The hash of the same contestant in the same scene, from a process of its own: this program, asked for the test below alone.
fn in_another_process(scene: &Scene, contestant: Contestant) -> Result<Option<u64>, Failure> {
    let output = Command::new(std::env::current_exe()?)
        .args(["--exact", "bar::answers_to_another_process"])
        .env(ASKED[0], contestant.to_string())
        .env(ASKED[1], &scene.file)
        .output()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let hash = text.lines().find_map(|line| line.strip_prefix(HASH));
    Ok(hash.map(str::parse).transpose()?)
}

#[test]
fn answers_to_another_process() {
    let [Ok(contestant), Ok(file)] = ASKED.map(std::env::var) else {
        return;
    };
    let scene = Scene::load(file).unwrap();
    let contestants = [contestant.parse().unwrap()];
    let options = BarOptions {
        contestants: &contestants,
        profile: *profile_named("quake3").unwrap(),
        hull: None,
        sizes: SIZES,
        seed: 1,
    };
    if let Some(hash) = process_hash(&scene.name, scene.world().unwrap(), &options).unwrap() {
        // Past the harness, which keeps what a test prints.
        writeln!(
            std::io::stdout(),
            "
{HASH}{hash}"
        )
        .unwrap();
    }
}

fn ask(name: &str, world: World, options: &BarOptions, findings: &mut Findings) -> Result<(), Failure> {
    for case in measure_map(name, world, options)? {
        if let End::Refused(why) = &case.end {
            return Err(format!("{name}: {why}").into());
        }
        let mut failed: BTreeMap<&str, BTreeSet<Check>> = BTreeMap::new();
        for row in case.rows.iter().filter(|row| row.severity().is_some()) {
            failed
                .entry(row.axes.get(Axis::Hull))
                .or_default()
                .insert(row.check);
        }
        for (hull, checks) in failed {
            let checks: Vec<&str> = checks.into_iter().map(Check::fails).collect();
            findings.add(format!("{name}, {hull}: {}", checks.join(", ")));
        }
    }
    Ok(())
}
