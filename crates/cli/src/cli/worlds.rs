//! Verbs that ask or play one thing in one world.

use super::values::{mask, profile, skin};
use crate::rules::RulesName;
use clap::Args;
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
    #[arg(long, value_name = "U", value_parser = skin(), allow_negative_numbers = true)]
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
    /// bsp, bvh, cylinder, hull, or a variant: bsp:via-bvh, bsp:tutorial, bvh:planes, bvh:stock, bvh:mesh
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
