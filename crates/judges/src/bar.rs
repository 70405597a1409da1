//! The correctness bar: `compare bar --worlds …`, with every hull, in a world of many brushes, and in two processes.

use crate::JudgesError;
use crate::finding::Findings;
use clipmark_geometry::World;
use clipmark_measure::Contestant;
use clipmark_measure::bar::{BarOptions, MANY, made, measure, process_hash};
use clipmark_movement::profile_named;
use clipmark_record::bar::{BarRow, Met, Sizes};
use clipmark_record::faults::{FAULTS, FaultRow};
use clipmark_record::verdict::Part;
use clipmark_scene::Scene;
use std::path::Path;
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

pub(crate) fn judge(
    scenes: &[Scene],
    program: Option<&Path>,
    contestant: Contestant,
    findings: &mut Findings,
) -> Result<(), JudgesError> {
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
        if findings.enough() {
            return Ok(());
        }
    }
    if let Some(world) = made(MANY) {
        ask(MANY, world, &options(OF_MANY), findings)?;
    }
    let first = scenes.first().zip(program);
    if let Some((scene, program)) = first.filter(|_| !findings.enough()) {
        let own = process_hash(&scene.name, scene.world()?, &options(SIZES))?;
        let other = in_another_process(program, scene, contestant)?;
        if own.map(|hash| hash.to_string()) != other {
            let said = format!("{}: answers differ between two processes", scene.name);
            findings.add("another process", said);
        }
    }
    Ok(())
}

/// The program's output for the same contestant and scene in its own process.
fn in_another_process(
    program: &Path,
    scene: &Scene,
    contestant: Contestant,
) -> Result<Option<String>, JudgesError> {
    let asked = Command::new(program)
        .args(["bar", "--process-hash", "--worlds"])
        .arg(&scene.file)
        .args(["--contestants", &contestant.to_string()])
        .output();
    let output = asked.map_err(|source| JudgesError::Program {
        program: program.into(),
        source,
    })?;
    let said = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    Ok(Some(said).filter(|said| !said.is_empty()))
}

fn ask(name: &str, world: World, options: &BarOptions, findings: &mut Findings) -> Result<(), JudgesError> {
    let results = measure(vec![(name.to_owned(), world)], options, &mut |_, _, _| ())?;
    if let Some(why) = results.rows.iter().find_map(|row| row.refused.clone()) {
        return Err(JudgesError::Refused {
            scene: name.into(),
            why,
        });
    }
    for row in results.rows.iter().filter(|row| row.met() == Met::No) {
        let own = row.parts();
        for (hull, parts) in parts_of(row, &own) {
            let is_beyond = |class: &&FaultRow| parts.iter().any(|part| class.is_beyond_limit(*part));
            let broken: Vec<&str> = FAULTS.iter().filter(is_beyond).map(|class| class.name).collect();
            let said = format!("{name}, {hull}: {}", broken.join(", "));
            for what in &broken {
                findings.add(format!("{name} {hull} {what}"), said.as_str());
            }
        }
    }
    Ok(())
}

/// The parts of a row by the hull that was asked.
fn parts_of<'a>(row: &'a BarRow, own: &[Part<'a>]) -> Vec<(String, Vec<Part<'a>>)> {
    let hulls = row
        .hulls
        .iter()
        .map(|hull| (hull.hull.clone(), hull.parts().collect()));
    [(row.hull.clone(), own.to_vec())]
        .into_iter()
        .chain(hulls)
        .collect()
}
