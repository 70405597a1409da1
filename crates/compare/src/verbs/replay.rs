//! `compare replay`: plays a command file and writes the state after each tick.

use crate::cli::ReplayArgs;
use crate::output::{Output, input};
use anyhow::{Context, Result, bail};
use clipmark_collision::Work;
use clipmark_measure::Contestant;
use clipmark_movement::{Body, Setup, profile_named, recording, tick};

pub(crate) fn run(args: &ReplayArgs) -> Result<()> {
    let contestant: Contestant = args.contestant.parse()?;
    let mut profile = *profile_named(args.profile.name()).context("no such profile")?;
    if args.snap || args.no_snap {
        profile.snap_velocity = args.snap;
    }
    let named = |path: &std::path::Path| path.display().to_string();
    let commands = recording::read_commands(input(&args.commands)?).with_context(|| named(&args.commands))?;
    let states = match &args.restart_from {
        None => None,
        Some(path) => {
            let states = recording::read_states(input(path)?, profile.order).with_context(|| named(path))?;
            if states.len() + 1 < commands.ticks.len() {
                let (have, want) = (states.len(), commands.ticks.len());
                bail!(
                    "{}: {have} states for {want} commands; every tick but the first needs one",
                    named(path)
                );
            }
            Some(states)
        }
    };
    let out = Output::open(args.out.as_deref())?;
    let world = args.world.load()?;
    let backend = contestant
        .backend
        .build(&world, args.world.rules_or(profile.trace_rules))?;
    let mut setup = Setup::new(profile, contestant.mover, &*backend);
    setup.mask = args.world.contents();
    let mut work = Work::silent();
    let mut body = Body::at(commands.origin);
    let mut text = Vec::new();
    for (i, cmd) in commands.ticks.iter().enumerate() {
        if let Some(states) = states.as_ref().filter(|_| i > 0) {
            body = Body {
                walker: body.walker,
                ..states[i - 1]
            };
        }
        tick(&*backend, &setup, &mut body, cmd, &mut work)?;
        recording::write_state(&mut text, &body, profile.order)?;
    }
    out.write(&text)
}
