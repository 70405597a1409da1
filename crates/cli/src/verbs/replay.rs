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
    let snap = match setup.profile.snap_velocity {
        true => ", velocity snapped",
        false => "",
    };
    let is_whole = starts == Starts::Own;
    let how = match is_whole {
        true => "the whole run from its start",
        false => "each tick from the recorded state before it",
    };
    let head = format!("{}{snap} · {} ticks, {how}", setup.profile.name, agreement.ticks);
    let words = Words {
        place: "position",
        ground: "grounded",
        bits: "position and velocity to the last bit",
        unit: "tick",
    };
    say!("{}", table(args, &head, &words, &agreement))?;
    if !agreement.is_faithful() && is_whole {
        say!(
            "  a whole run goes its own way from its first near-tie on; with --restart-from each tick is compared by itself\n"
        )?;
    }
    Ok(agreement.is_faithful())
}

/// What states and lines of moving worlds call the same quantities.
pub(super) struct Words {
    pub(super) place: &'static str,
    pub(super) ground: &'static str,
    pub(super) bits: &'static str,
    /// What is compared one by one.
    pub(super) unit: &'static str,
}

/// How far a run agrees with its recording.
pub(super) fn table(args: &ReplayArgs, head: &str, words: &Words, a: &Agreement) -> String {
    let mut out = format!("{} · {} · {head}\n", named(&args.commands), args.contestant);
    let name = |quantity: &str| match quantity {
        "position" => format!("{} within {NEAR} u", words.place),
        "velocity" => format!("velocity within {NEAR_SPEED} u/s"),
        "grounded" => words.ground.to_owned(),
        other => other.to_owned(),
    };
    let agreeing = a
        .agreeing
        .iter()
        .map(|(quantity, count)| (name(quantity), *count));
    let totals = [
        ("all of these".to_owned(), a.all),
        (words.bits.to_owned(), a.bits),
    ];
    for (what, count) in agreeing.chain(totals) {
        let share = 100.0 * count as f64 / a.ticks.max(1) as f64;
        out += &format!("  {what:<38} {count:>7}  {share:>7.3} %\n");
    }
    let enough = match a.is_faithful() {
        true => "agrees",
        false => "✗ does not agree",
    };
    let (unit, share) = (words.unit, 100.0 * FAITHFUL);
    let [(far, far_at), (fast, fast_at)] = a.worst;
    out += &format!("  worst: {far} u at {unit} {far_at}, {fast} u/s at {unit} {fast_at}\n");
    out += &format!("  {enough}: wanted are {share} % of the {unit}s\n");
    out + &match a.first_apart {
        Some(at) => format!("  first apart at {unit} {at}\n"),
        None => "  never apart\n".to_owned(),
    }
}

fn named(path: &Path) -> String {
    path.display().to_string()
}
