//! `compare trace --placed`: answers a recording's sweeps through placed models and players, or compares with its answers.

use crate::cli::TraceArgs;
use crate::output::{Output, input};
use crate::terminal::say;
use crate::verbs::trace::table;
use anyhow::{Context, Result, bail};
use clipmark_collision::TraceRules;
use clipmark_measure::BackendKind;
use clipmark_measure::placed::{EXACT_PLACED, Engine, answer_all, compare_all, read};
use clipmark_movement::Profile;
use std::path::Path;

/// Says whether recorded answers that were to be checked agree.
pub(crate) fn run(args: &TraceArgs, recording: &Path) -> Result<bool> {
    let kind = BackendKind::named(&args.backend)?;
    let engine = engine(args.profile.as_ref())?;
    if engine != Engine::Quake3 && args.backend != "hull" {
        let backend = &args.backend;
        bail!(
            "--backend {backend}: it has no clip hulls, which recordings of Quake's games ask; give --backend hull"
        );
    }
    let rules = args
        .profile
        .as_ref()
        .map_or(TraceRules::QUAKE3, |p| p.trace_rules);
    let rules = args.world.rules_or(rules);
    let out = Output::open(args.out.as_deref())?;
    let world = args.world.load()?;
    let file = recording.display();
    let sweeps = read(input(recording)?, engine).with_context(|| file.to_string())?;
    let Some(check) = &args.check else {
        let mut text = Vec::new();
        answer_all(world, kind, rules, engine, &sweeps, &mut text).with_context(|| file.to_string())?;
        out.write(&text)?;
        return Ok(true);
    };
    if check != recording {
        let check = check.display();
        bail!("--check {check}: a recording of placed models holds its answers; give {file} here too");
    }
    let found = compare_all(world, kind, rules, engine, &sweeps).with_context(|| file.to_string())?;
    let count = found.sweeps;
    if count == 0 {
        bail!("{file}: it has no sweep, so there is nothing to compare; give the whole recording");
    }
    say!("{file} · {} · {count} sweeps\n{}", args.backend, table(&found))?;
    Ok(found.exact() as f64 >= EXACT_PLACED * count as f64)
}

/// The game of a profile's recordings.
pub(super) fn engine(profile: Option<&Profile>) -> Result<Engine> {
    let name = profile.map_or("quake3", |profile| profile.name);
    match name.split(':').next() {
        Some("quake3") => Ok(Engine::Quake3),
        Some("quakeworld") => Ok(Engine::QuakeWorld),
        Some("netquake") => Ok(Engine::NetQuake),
        _ => bail!("--profile {name}: recordings of moving worlds are of quake3, quakeworld and netquake"),
    }
}
