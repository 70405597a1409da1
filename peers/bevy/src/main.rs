//! `clipmark-avian trace WORLD < SWEEPS > ANSWERS` and `clipmark-avian walk WORLD < COMMANDS > STATES`.

use anyhow::{Context, Result, ensure};
use clap::{Parser, Subcommand, ValueEnum};
use clipmark_avian::casts::Casts;
use clipmark_avian::frame::Frame;
use clipmark_avian::solids::Solids;
use clipmark_avian::walker::{AVIAN, METRES};
use clipmark_bsp::BspBackend;
use clipmark_collision::recording::{read_sweeps, write_trace};
use clipmark_geometry::{Contents, Hull, World};
use clipmark_movement::recording::{StateFormat, read_commands, write_state};
use clipmark_movement::{Player, Profile, Setup, profile_named};
use clipmark_scene::load_world;
use std::io::{BufWriter, Write, stdin, stdout};
use std::path::Path;

/// avian's casts and its move-and-slide, for `compare judge --answers` and `--states`.
#[derive(Parser)]
struct Cli {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    /// Answers sweeps: a line each on the standard input, `sx sy sz ex ey ez`.
    Trace {
        /// A scene, a .map that `compare export` wrote, or a .bsp.
        world: String,
        /// The hull that is swept.
        #[arg(long, default_value = "player")]
        hull: Shape,
        /// How long a unit is in avian's world.
        #[arg(long, default_value = "units")]
        scale: Length,
        /// Distance kept from surfaces, in units; the default is Quake III's.
        #[arg(long, default_value_t = 0.125)]
        skin: f32,
        /// Sets `ignore_origin_penetration`, as avian's own move-and-slide does.
        #[arg(long)]
        leaves_surfaces: bool,
    },
    /// Plays commands as `compare export` writes them, and writes the state after each tick.
    Walk {
        /// A scene, a .map that `compare export` wrote, or a .bsp.
        world: String,
        /// The movement.
        #[arg(long, default_value = "quake3")]
        profile: String,
        /// How long a unit is in avian's world.
        #[arg(long, default_value = "units")]
        scale: Length,
    },
}

#[derive(Clone, Copy, ValueEnum)]
enum Length {
    /// 1 u = 1; avian is told that a metre has 32.
    Units,
    /// 1 u = 1/32.
    Metres,
}

#[derive(Clone, Copy, ValueEnum)]
enum Shape {
    /// Quake III's box.
    Player,
    /// The capsule in it.
    Capsule,
    /// A sphere of no radius.
    Point,
}

fn main() -> std::process::ExitCode {
    match run(&Cli::parse()) {
        Ok(()) => std::process::ExitCode::SUCCESS,
        Err(e) => {
            eprintln!("{e:#}");
            std::process::ExitCode::from(2)
        }
    }
}

fn run(cli: &Cli) -> Result<()> {
    let mut out = BufWriter::new(stdout().lock());
    match &cli.verb {
        Verb::Trace {
            world,
            hull,
            scale,
            skin,
            leaves_surfaces,
        } => {
            ensure!(
                skin.is_finite() && *skin >= 0.0,
                "--skin {skin}: give a distance of 0 or more"
            );
            let solids = Solids::build(&load(world)?, scale.frame())?;
            tell(&solids);
            let sweeps =
                read_sweeps(stdin().lock(), hull.hull()?, Contents::PLAYER_MASK).context("sweeps")?;
            let mut casts = Casts::new(solids, *skin, *leaves_surfaces);
            for sweep in sweeps {
                write_trace(&mut out, &casts.answer(&sweep)?)?;
            }
        }
        Verb::Walk {
            world,
            profile,
            scale,
        } => {
            let profile = named(profile)?;
            let map = load(world)?;
            let liquids = BspBackend::build(&map, profile.trace_rules)?;
            let mover = match scale {
                Length::Units => &AVIAN,
                Length::Metres => &METRES,
            };
            let setup = Setup::registered(profile, mover, &map, &liquids)?;
            let commands = read_commands(stdin().lock(), profile.order).context("commands")?;
            let format = StateFormat::new(profile.order, &commands);
            let mut player = Player::new(&liquids, &setup);
            let mut body = commands.start(profile.order);
            for command in &commands.ticks {
                player.tick(&mut body, command)?;
                write_state(&mut out, &body, format, &profile)?;
            }
        }
    }
    out.flush()?;
    Ok(())
}

impl Length {
    fn frame(self) -> Frame {
        match self {
            Self::Units => Frame::Units,
            Self::Metres => Frame::Metres,
        }
    }
}

impl Shape {
    fn hull(self) -> Result<Hull> {
        let bounds = named("quake3")?.bounds(false);
        Ok(match self {
            Self::Player => Hull::Box { bounds },
            Self::Capsule => Hull::Capsule { bounds },
            Self::Point => Hull::Point,
        })
    }
}

fn named(profile: &str) -> Result<Profile> {
    profile_named(profile).copied().with_context(|| {
        format!("--profile {profile}: there is no such movement; `compare list profiles` lists them")
    })
}

fn load(world: &str) -> Result<World> {
    Ok(load_world(world, Path::new(""))?)
}

fn tell(solids: &Solids) {
    if solids.refused > 0 {
        eprintln!(
            "{} brushes of which avian makes no hull are left out",
            solids.refused
        );
    }
}
