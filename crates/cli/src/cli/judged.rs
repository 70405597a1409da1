//! Verbs that hold contestants to something: promises, the bar, one kept answer.

use super::values::{amount, profile, within};
use super::{RatesArgs, RunArgs};
use clap::{Args, ValueEnum};
use clipmark_movement::{FrameOrder, Profile};
use std::path::PathBuf;

/// Each course is a scene, played by everybody with the same input. Every run must have no depth in a solid, never stand
/// still unasked, not shake, and make 0.9 of the exact slide move's way. It must do nothing that was not asked for, be the
/// same when played again, and do what the course asks. A failed check has a severity: lost, stuck, noticeable, measurable.
/// Each failure is written down as a scene. --order sets who moves first on moving ground; a controller whose set-up has the
/// other order is not asked. Exit code 1: a run failed a check.
#[derive(Args, Debug)]
pub(crate) struct CoursesArgs {
    /// Courses by part of their name [default: all]
    #[arg(value_name = "COURSE", value_delimiter = ',')]
    pub(crate) filters: Vec<String>,
    /// Who runs, as BACKEND or BACKEND+MOVER with commas [default: bsp,bvh+slide,cylinder and all libraries built in]
    #[arg(long, value_delimiter = ',', value_name = "A,B,C")]
    pub(crate) contestants: Option<Vec<String>>,
    #[command(flatten)]
    pub(crate) at: RatesArgs,
    /// Folder of the courses [default: scenes/controllers and scenes/moving where they are there, else the same courses, built
    /// in]
    #[arg(long, value_name = "DIR")]
    pub(crate) courses: Option<PathBuf>,
    /// Who moves first in a tick of moving ground [default: the parts; a library's controller: as its documentation has it]
    #[arg(long, value_name = "ORDER")]
    pub(crate) order: Option<FrameOrders>,
    /// Time nothing
    #[arg(long)]
    pub(crate) no_time: bool,
    /// Then write a full report of each failure, with the walk in 3-D, linked from the page
    #[arg(long)]
    pub(crate) reports: bool,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}

/// The orders of a frame in which courses whose world moves are played.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum FrameOrders {
    /// The parts move, then the player among them
    PartsFirst,
    /// The player moves, then the parts
    PlayersFirst,
    /// Each course once in either order
    Both,
}

impl FrameOrders {
    /// Those orders.
    pub(crate) fn all(self) -> &'static [FrameOrder] {
        match self {
            Self::PartsFirst => &[FrameOrder::WorldFirst],
            Self::PlayersFirst => &[FrameOrder::PlayersFirst],
            Self::Both => &FrameOrder::BOTH,
        }
    }
}

/// Everything is judged by the exact reference. The bar: nothing passed through, no end deeper in a solid than tolerance, no
/// tick in a solid by over 0.05 u, no player stuck. Stops at nothing must be fewer than 1 answer in 100,000, normals over 1
/// degree off fewer than 1 in 10,000. The worst answers become questions for `explain`, the worst walks command files for
/// `replay`. Nothing is timed. Exit code 1: a contestant does not meet the bar on a map.
#[derive(Args, Debug)]
pub(crate) struct BarArgs {
    /// Maps: a Quake III .bsp, package.pk3:maps/name.bsp, a scene .ron for its world, made:many for 4,357 small and thin
    /// brushes, or made:turned for parts that are turned about all axes
    #[arg(
        long,
        value_delimiter = ',',
        num_args = 1..,
        required_unless_present = "results",
        value_name = "W,X,Y"
    )]
    pub(crate) worlds: Vec<String>,
    /// Contestants: BACKEND or BACKEND+MOVER, with commas [default: bsp, bvh, hull, cylinder, bvh:stock and tuned libraries, as
    /// far as they have the --hull]
    #[arg(long, value_delimiter = ',', value_name = "A,B,C")]
    pub(crate) contestants: Option<Vec<String>>,
    /// Movement profile, whose trace rules hold for the sweeps too
    #[arg(long, default_value = "quake3", value_name = "PROFILE", value_parser = profile)]
    pub(crate) profile: Profile,
    /// One hull alone, as for `trace` [default: the player's, as each contestant has it, and a share with every other]
    #[arg(long, value_name = "H", allow_hyphen_values = true)]
    pub(crate) hull: Option<String>,
    /// Questions on each map with each hull: player, crouched, point, sphere, capsule, cylinder, quakeworld, off centre, large,
    /// projectile, monster. They are sweeps of 0.001 to 16,384 u, chains of sweeps, sweeps from rest, and places [default: a
    /// fiftieth of the random sweeps]
    #[arg(long, value_name = "N", value_parser = amount(0, 100_000_000))]
    pub(crate) hulls: Option<usize>,
    /// Random sweeps on each map [default: 1000000; with --quick 100000]
    #[arg(long, value_name = "N", value_parser = amount(0, 100_000_000))]
    pub(crate) sweeps: Option<usize>,
    /// Sweeps from rest on each map: from gaps of 0, 0.001, 1/32 and 1/8 u; straight in, sideways, along, and 600 u
    /// straight through [default: 100000; with --quick 10000]
    #[arg(long, value_name = "N", value_parser = amount(0, 100_000_000))]
    pub(crate) rest: Option<usize>,
    /// Players on each map [default: 60; with --quick 10]
    #[arg(long, value_name = "N", value_parser = amount(0, 100_000))]
    pub(crate) walkers: Option<usize>,
    /// Ticks of each, 8 ms long [default: 1500; with --quick 1000]
    #[arg(long, value_name = "N", value_parser = amount(0, 1_000_000))]
    pub(crate) ticks: Option<usize>,
    /// Say a hash of answers and states of the first map and contestant, and no more: what the bar compares between two
    /// processes
    #[arg(long, hide = true)]
    pub(crate) process_hash: bool,
    /// A tenth of everything: enough to look, too little to quote
    #[arg(long)]
    pub(crate) quick: bool,
    /// Seed of all that is drawn
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}

/// A report keeps the worst answer of each kind of each contestant in its `cases` folder; `suite controllers` keeps a scene of
/// each failure in `cases/scenes`. Of a scene the tick is told that shows best what its first contestant breaks.
#[derive(Args, Debug)]
pub(crate) struct ExplainArgs {
    /// Case file, or a scene that fails
    #[arg(value_name = "CASE.json|SCENE.ron")]
    pub(crate) case: PathBuf,
    /// The scene or map, where the path in the file does not lead to it
    #[arg(long, value_name = "W")]
    pub(crate) world: Option<String>,
    /// The library to ask: rapier, jolt, box3d, physx or parry, or a contestant such as rapier:tuned [default: the file's]
    #[arg(long = "for", value_name = "NAME")]
    pub(crate) library: Option<String>,
    /// Ticks a second of a scene [default: the scene's]
    #[arg(long, value_name = "HZ", value_parser = within(1.0, 1000.0, "ticks a second"))]
    pub(crate) hz: Option<f64>,
    /// Beginning of the names of what is written: STEM-plan.svg, STEM-side.svg, for bvh STEM-solver.html with the steps of GJK
    /// and EPA, and of another library STEM-question.json, which the program in peers/LIBRARY/ask reads [default: the case's,
    /// beside it; of a scene in reports/latest]
    #[arg(long, value_name = "STEM")]
    pub(crate) out: Option<PathBuf>,
}
