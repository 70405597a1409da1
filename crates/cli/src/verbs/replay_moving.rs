//! `compare replay --movers`: plays a recorded run in a world that moves, whole or each step from the recorded state before it.

use crate::cli::ReplayArgs;
use crate::output::{Output, input};
use crate::terminal::{say, tell};
use crate::verbs::replay::{Words, table};
use crate::verbs::trace_placed::engine;
use anyhow::{Context, Result, bail};
use clipmark_collision::recording;
use clipmark_measure::placed::{Engine, MovingRun, RunFile, compare_states, play_moving};
use clipmark_measure::{BackendKind, MeasureError};
use clipmark_movement::moving::Quake3Parts;
use std::io;
use std::path::Path;

/// Says whether a recording that was to be checked agrees.
pub(crate) fn run(args: &ReplayArgs, movers: &Path) -> Result<bool> {
    let Some(profile) = args.profile else {
        bail!("--movers: give --profile, quake3, quakeworld or netquake, whose game was recorded");
    };
    if args.restart_from.is_none() && !args.simulate {
        bail!("--movers: give --restart-from STATES for single steps, or --simulate for the whole run");
    }
    let engine = engine(Some(&profile))?;
    let kind = BackendKind::named(&args.contestant)?;
    let (out, out_movers) = (
        Output::open(args.out.as_deref())?,
        args.out_movers
            .as_deref()
            .map(|path| Output::open(Some(path)))
            .transpose()?,
    );
    let mut world = args.world.load()?;
    world.bodies = [false, true].map(|ducked| profile.bounds(ducked)).to_vec();
    let commands = read(&args.commands)?;
    let poses = read(movers)?;
    let states = args.restart_from.as_deref().map(read).transpose()?;
    let run = MovingRun {
        profile,
        engine,
        kind,
        rules: args.world.rules_or(profile.trace_rules),
        commands: &commands,
        movers: &poses,
        states: states.as_deref(),
        push_fault: None,
    };
    if engine == Engine::Quake3 {
        let parts = Quake3Parts::of_map(&world.entities, |number| {
            world.models.get(number.checked_sub(1)?).map(|model| model.bounds)
        });
        for what in &parts.left_out {
            tell!("{}: {what}", args.world.world);
        }
    }
    let (mut text, mut moved) = (Vec::new(), Vec::new());
    let played = if out_movers.is_some() {
        play_moving(&world, &run, &mut text, &mut moved)
    } else {
        play_moving(&world, &run, &mut text, io::sink())
    };
    played.map_err(|e| at_fault(e, args, movers))?;
    if let Some(out) = out_movers {
        out.write(&moved)?;
    }
    let Some(check) = &args.check else {
        out.write(&text)?;
        return Ok(true);
    };
    let wanted = read(check)?;
    if wanted.is_empty() || text.is_empty() {
        bail!(
            "{}: nothing to compare; give commands and states of one recording, whole",
            check.display()
        );
    }
    let got = std::str::from_utf8(&text)?;
    let agreement = compare_states(engine, got.lines(), wanted.iter().map(String::as_str));
    let how = match args.simulate {
        true => "the whole run by itself",
        false => "each step from the recorded state before it",
    };
    let head = format!("{} lines, {how}", agreement.ticks);
    let words = Words {
        place: "place",
        ground: "the same ground",
        bits: "every field to the bit",
        unit: "line",
    };
    say!("{}", table(args, &head, &words, &agreement))?;
    Ok(agreement.is_faithful())
}

/// The error with the file at fault.
fn at_fault(error: MeasureError, args: &ReplayArgs, movers: &Path) -> anyhow::Error {
    let file = match &error {
        MeasureError::RunLine { file, .. } => *file,
        _ => RunFile::Commands,
    };
    let path = match file {
        RunFile::Commands => &args.commands,
        RunFile::Movers => movers,
        RunFile::States => args.restart_from.as_deref().unwrap_or(&args.commands),
    };
    anyhow::Error::new(error).context(path.display().to_string())
}

fn read(path: &Path) -> Result<Vec<String>> {
    recording::lines(input(path)?).with_context(|| path.display().to_string())
}
