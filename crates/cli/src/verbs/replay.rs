//! `compare replay`: plays a command file; writes the state or its hash after each tick, or compares with a
//! recording.

use crate::cli::ReplayArgs;
use crate::output::{Output, input};
use crate::terminal::say;
use crate::verbs::replay_moving;
use anyhow::{Context, Result, bail};
use clipmark_collision::CollisionBackend;
use clipmark_measure::agreement::{Agreement, FAITHFUL, NEAR, NEAR_SPEED, Starts, agree, replay};
use clipmark_measure::{Contestant, profile_of};
use clipmark_movement::recording::{self, Commands, StateFormat};
use clipmark_movement::{Body, Profile, Setup};
use clipmark_scene::Scene;
use std::fmt::Write;
use std::path::Path;

/// Says whether a recording that was to be checked agrees.
pub(crate) fn run(args: &ReplayArgs) -> Result<bool> {
    if let Some(movers) = &args.movers {
        return replay_moving::run(args, movers);
    }
    let contestant: Contestant = args.contestant.parse()?;
    let mut profile = movement(args)?;
    if args.snap || args.no_snap {
        profile.snap_velocity = args.snap;
    }
    let commands = recording::read_commands(input(&args.commands)?, profile.order)
        .with_context(|| named(&args.commands))?;
    let restarts = args
        .restart_from
        .as_deref()
        .map(|path| states(path, &profile, &commands))
        .transpose()?;
    let wanted = args
        .check
        .as_deref()
        .map(|path| wanted_states(args, path, &profile, &commands))
        .transpose()?;
    let out = Output::open(args.out.as_deref())?;
    let mut world = args.world.load()?;
    world.bodies = [false, true].map(|ducked| profile.bounds(ducked)).to_vec();
    let backend = contestant.build(&world, args.world.rules_or(profile.trace_rules))?;
    let mut setup = contestant.setup(profile, &world, &*backend)?;
    contestant.check_sizes(&setup, &*backend, &world.name)?;
    setup.mask = args.world.contents();
    if let Some(wanted) = wanted {
        return check(args, &*backend, &setup, &commands, &wanted);
    }
    out.write(&played(args, &*backend, &setup, &commands, restarts.as_deref())?)?;
    Ok(true)
}

/// The requested movement, else the scene's.
fn movement(args: &ReplayArgs) -> Result<Profile> {
    let world = &args.world.world;
    match args.profile {
        Some(profile) => Ok(profile),
        None if Path::new(world).extension().is_some_and(|e| e == "ron") => {
            Ok(profile_of(&Scene::load(world)?, world)?)
        }
        None => bail!("{world} is a map, which names no movement; give --profile, such as quake3"),
    }
}

/// Recorded states to compare with: one for each command, and at least one.
fn wanted_states(
    args: &ReplayArgs,
    path: &Path,
    profile: &Profile,
    commands: &Commands,
) -> Result<Vec<Body>> {
    let states = states(path, profile, commands)?;
    let (have, want) = (states.len(), commands.ticks.len());
    if want == 0 {
        bail!(
            "{}: it holds no command, so there is nothing to compare; give the whole recording",
            named(&args.commands)
        );
    }
    if have != want {
        bail!(
            "{}: {have} states for the {want} commands of {}; give both files of one recording, whole",
            named(path),
            named(&args.commands)
        );
    }
    Ok(states)
}

/// Recorded states, as many as there are commands; the last one may be missing where ticks only start from them.
fn states(path: &Path, profile: &Profile, commands: &Commands) -> Result<Vec<Body>> {
    let format = StateFormat::new(profile.order, commands);
    let start = commands.start(profile.order);
    let states = recording::read_states(input(path)?, format, &start).with_context(|| named(path))?;
    if states.len() + 1 < commands.ticks.len() {
        let (have, want) = (states.len(), commands.ticks.len());
        bail!(
            "{}: {have} states for {want} commands; every tick but the first needs one",
            named(path)
        );
    }
    Ok(states)
}

fn played(
    args: &ReplayArgs,
    backend: &dyn CollisionBackend,
    setup: &Setup,
    commands: &Commands,
    restarts: Option<&[Body]>,
) -> Result<Vec<u8>> {
    let format = StateFormat::new(setup.profile.order, commands);
    let (mut text, mut written) = (Vec::new(), Ok(()));
    replay(backend, setup, commands, restarts, |body| {
        if args.hashes {
            text.extend(format!("{:016x}\n", body.state_hash(0)).bytes());
        } else if written.is_ok() {
            written = recording::write_state(&mut text, body, format, &setup.profile);
        }
    })?;
    written?;
    Ok(text)
}

fn check(
    args: &ReplayArgs,
    backend: &dyn CollisionBackend,
    setup: &Setup,
    commands: &Commands,
    wanted: &[Body],
) -> Result<bool> {
    let starts = match &args.restart_from {
        Some(from) if Some(from) != args.check.as_ref() => {
            bail!("--restart-from and --check name different recordings; give the same file to both")
        }
        Some(_) => Starts::Recorded,
        None => Starts::Own,
    };
    let agreement = agree(backend, setup, commands, wanted, starts)?;
    say!("{}", table(args, setup, &agreement, starts))?;
    Ok(agreement.share() >= FAITHFUL)
}

fn table(args: &ReplayArgs, setup: &Setup, a: &Agreement, starts: Starts) -> String {
    let mut out = String::new();
    let how = match starts {
        Starts::Recorded => "each tick from the recorded state before it",
        Starts::Own => "the whole run from its start",
    };
    let snap = if setup.profile.snap_velocity {
        ", velocity snapped"
    } else {
        ""
    };
    let rows = [
        (format!("position within {NEAR} u"), a.near),
        (format!("velocity within {NEAR_SPEED} u/s"), a.speed),
        ("grounded".into(), a.grounded),
        ("water level".into(), a.water),
        ("flags and timers".into(), a.flags),
        ("all of these".into(), a.all),
        ("position and velocity to the last bit".into(), a.bits),
    ];
    // Writing to a string cannot fail.
    let _ = writeln!(
        out,
        "{} · {} · {}{snap} · {} ticks, {how}",
        named(&args.commands),
        args.contestant,
        setup.profile.name,
        a.ticks
    );
    for (what, count) in rows {
        let share = 100.0 * count as f64 / a.ticks.max(1) as f64;
        let _ = writeln!(out, "  {what:<38} {count:>7}  {share:>7.3} %");
    }
    let ((far, far_tick), (fast, fast_tick)) = (a.worst, a.worst_speed);
    let _ = writeln!(
        out,
        "  worst: {far} u at tick {far_tick}, {fast} u/s at tick {fast_tick}"
    );
    let enough = if a.share() >= FAITHFUL {
        "agrees"
    } else {
        "✗ does not agree"
    };
    let share = 100.0 * FAITHFUL;
    let _ = writeln!(out, "  {enough}: wanted are {share} % of the ticks");
    if a.share() < FAITHFUL && starts == Starts::Own {
        let _ = writeln!(
            out,
            "  a whole run goes its own way from its first near-tie on; with --restart-from each tick is compared by itself"
        );
    }
    let _ = match a.first_apart {
        Some(tick) => writeln!(out, "  first apart at tick {tick}"),
        None => writeln!(out, "  never apart"),
    };
    out
}

fn named(path: &Path) -> String {
    path.display().to_string()
}
