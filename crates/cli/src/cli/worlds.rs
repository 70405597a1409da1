//! Verbs that ask or play one thing in one world.

use super::values::{mask, profile, skin};
use super::{CommandLine, JsonArgs, Verb};
use crate::rules::RulesName;
use anyhow::{Result, bail};
use clap::{Args, Parser};
use clipmark_movement::Profile;
use std::path::{Path, PathBuf};

/// Where sweeps happen and by which rules.
#[derive(Args, Debug)]
pub(crate) struct WorldArgs {
    /// A scene .ron, a .bsp of Quake, Half-Life or Quake III, or package.pk3:maps/name.bsp
    #[arg(long, value_name = "W")]
    pub(crate) world: String,
    /// Leave curved patches out
    #[arg(long)]
    pub(crate) no_patches: bool,
    /// Trace rules [default: the profile's; quake3 without one]
    #[arg(long, value_name = "NAME")]
    pub(crate) rules: Option<RulesName>,
    /// Distance kept from surfaces, in u [default: the rules']
    #[arg(long, value_name = "U", value_parser = skin, allow_negative_numbers = true)]
    pub(crate) skin: Option<f32>,
    /// Contents to collide with, decimal or 0x… [default: 0x2010001, what stops a player]
    #[arg(long, value_name = "N", value_parser = mask)]
    pub(crate) mask: Option<u32>,
}

/// Answers are `fraction endx endy endz nx ny nz planedist startsolid allsolid contents`.
#[derive(Args, Debug)]
pub(crate) struct TraceArgs {
    #[command(flatten)]
    pub(crate) world: WorldArgs,
    /// bsp, bvh, cylinder, hull, or a variant: bsp:tutorial, bvh:planes, bvh:stock, bvh:mesh
    #[arg(long, value_name = "B")]
    pub(crate) backend: String,
    /// point, player, crouch, capsule, cylinder, sphere:RADIUS, or "x0 y0 z0 x1 y1 z1" for a box. With backend `hull`
    /// also hull0, hull1, ...: the map's clip hull of that number, answered as Quake does, `allsolid startsolid inopen
    /// inwater fraction [endx endy endz nx ny nz planedist]`
    #[arg(
        long,
        value_name = "H",
        allow_hyphen_values = true,
        required_unless_present = "placed"
    )]
    pub(crate) hull: Option<String>,
    /// With --hull hull0: the contents of each sweep's start in every clip hull, `c0 c1 c2` by Quake's numbers, instead of
    /// answers
    #[arg(long)]
    pub(crate) contents: bool,
    /// Sweeps, `sx sy sz ex ey ez` a line, plain or gzip'd (`-` for standard input)
    #[arg(value_name = "TRACES", required_unless_present = "placed")]
    pub(crate) traces: Option<PathBuf>,
    /// A recording of sweeps through placed models instead, `xtraces` or `scenes`, which says what is placed where. Answers are
    /// written as it has them
    #[arg(long, value_name = "RECORDING", conflicts_with_all = ["traces", "hull", "contents"])]
    pub(crate) placed: Option<PathBuf>,
    /// With --placed: whose form and rules the recording has, quake3, quakeworld or netquake [default: quake3]
    #[arg(long, value_name = "PROFILE", value_parser = profile, requires = "placed")]
    pub(crate) profile: Option<Profile>,
    /// Compare with recorded answers instead of writing answers: counts by kind of difference. With --placed give the same
    /// recording
    #[arg(long, value_name = "ANSWERS", conflicts_with = "out")]
    pub(crate) check: Option<PathBuf>,
    /// File for the answers [default: standard output]
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
}

impl TraceArgs {
    /// The hull asked for; none with --placed, whose recording names them.
    pub(crate) fn hull(&self) -> &str {
        self.hull.as_deref().unwrap_or_default()
    }

    /// The file of sweeps; none with --placed.
    pub(crate) fn traces(&self) -> &Path {
        self.traces.as_deref().unwrap_or(Path::new(""))
    }
}

/// States are `x y z vx vy vz` and the columns of the profile's engine, as its recordings have them.
#[derive(Args, Debug)]
pub(crate) struct ReplayArgs {
    #[command(flatten)]
    pub(crate) world: WorldArgs,
    /// Movement profile, or PROFILE:ideal; `list profiles` shows them [default: the scene's]
    #[arg(long, value_name = "PROFILE", value_parser = profile)]
    pub(crate) profile: Option<Profile>,
    /// BACKEND or BACKEND+MOVER
    #[arg(long, value_name = "C")]
    pub(crate) contestant: String,
    /// Round velocity to whole u/s after each tick
    #[arg(long, conflicts_with = "no_snap")]
    pub(crate) snap: bool,
    /// Do not round velocity
    #[arg(long)]
    pub(crate) no_snap: bool,
    /// Start every tick from the recorded state of the tick before
    #[arg(long, value_name = "STATES")]
    pub(crate) restart_from: Option<PathBuf>,
    /// Movers of a recording of a world that moves: where they are at each tick; with --simulate who they are
    #[arg(long, value_name = "MOVERS")]
    pub(crate) movers: Option<PathBuf>,
    /// Let the world move by itself: of MOVERS the numbers of movers and triggers alone are read (lines M and G)
    #[arg(long, requires = "movers", conflicts_with_all = ["restart_from", "hashes"])]
    pub(crate) simulate: bool,
    /// With --simulate: file for the movers, as recordings have them
    #[arg(long, value_name = "FILE", requires = "simulate")]
    pub(crate) out_movers: Option<PathBuf>,
    /// Compare with recorded states instead of writing states; alone it compares whole runs, with --restart-from
    /// single ticks
    #[arg(long, value_name = "STATES", conflicts_with_all = ["hashes", "out"])]
    pub(crate) check: Option<PathBuf>,
    /// Write a hash of the whole state after each tick instead of states
    #[arg(long)]
    pub(crate) hashes: bool,
    /// Commands: `x y z yaw` (and `vx vy vz` for a start in motion), then `msec forward right up pitch yaw` a line, or as the
    /// profile's engine was recorded, plain or gzip'd
    #[arg(value_name = "COMMANDS")]
    pub(crate) commands: PathBuf,
    /// File for the states [default: standard output]
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
}

/// Verifies the answers against the exact reference first, then times. Without TRACES it draws uniform sweeps: starts
/// anywhere in the rooms of the map, any direction, 1 to 16, 16 to 256 and 256 to 4096 u long.
#[derive(Args, Debug)]
pub(crate) struct TimeArgs {
    #[command(flatten)]
    pub(crate) world: WorldArgs,
    /// As for `trace`
    #[arg(long, value_name = "H", allow_hyphen_values = true)]
    pub(crate) hull: String,
    /// Backends, with commas
    #[arg(long, value_delimiter = ',', required = true, value_name = "A,B,C")]
    pub(crate) backends: Vec<String>,
    /// Rounds
    #[arg(long, default_value_t = 31, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(crate) reps: u32,
    /// One row for each class of length: 1 to 16, 16 to 256, 256 to 4096 u, others [always without TRACES]
    #[arg(long)]
    pub(crate) by_length: bool,
    /// Show what a trace took besides time, counted: nodes, solids, planes, steps of GJK and EPA
    #[arg(long)]
    pub(crate) explain: bool,
    /// Sweeps to draw of each class
    #[arg(
        long,
        default_value_t = 5000,
        value_name = "N",
        conflicts_with = "traces",
        value_parser = clap::value_parser!(u32).range(1..=1_000_000),
    )]
    pub(crate) count: u32,
    /// Write the sweeps of each class to DIR/CLASS.txt, for `trace` and other tools
    #[arg(long, value_name = "DIR")]
    pub(crate) export_sweeps: Option<PathBuf>,
    /// Seed of the sweeps that are drawn
    #[arg(long, default_value_t = 1, conflicts_with = "traces")]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) json: JsonArgs,
    /// Sweeps, `sx sy sz ex ey ez` a line, plain or gzip'd [default: drawn]
    #[arg(value_name = "TRACES")]
    pub(crate) traces: Option<PathBuf>,
}

impl TimeArgs {
    /// The world of these arguments, as words of a command line.
    pub(crate) fn world_in_words(&self) -> Vec<String> {
        let args = &self.world;
        let mut all = vec!["--world".to_owned(), args.world.clone()];
        if args.no_patches {
            all.push("--no-patches".into());
        }
        if let Some(rules) = &args.rules {
            all.extend(["--rules".to_owned(), rules.name()]);
        }
        if let Some(skin) = args.skin {
            all.extend(["--skin".to_owned(), skin.to_string()]);
        }
        if let Some(mask) = args.mask {
            all.extend(["--mask".to_owned(), mask.to_string()]);
        }
        all
    }

    /// Those of a command line, from the words behind `compare time`.
    pub(crate) fn from_words(words: &[String]) -> Result<Self> {
        let line = ["compare", "time"].map(String::from);
        match CommandLine::try_parse_from(line.iter().chain(words))?.verb {
            Some(Verb::Time(args)) => Ok(args),
            _ => bail!("`{}` are no arguments of `time`", words.join(" ")),
        }
    }
}
