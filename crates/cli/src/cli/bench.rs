//! The verb that measures costs.

use super::values::{amount, hertz, profile, within};
use super::{CompanyArgs, ExportArgs};
use clap::Args;
use clipmark_measure::bench::MOST_BRUSHES;
use clipmark_movement::Profile;
use std::ops::Range;
use std::path::PathBuf;

/// Most players at once, and threads: a hundred servers full.
const MOST_PLAYERS: u64 = 1_000_000;
const MOST_THREADS: u64 = 1024;
/// Most sweeps of a class, and rounds: more only take longer.
const MOST_SWEEPS: u64 = 1_000_000;
const MOST_ROUNDS: u64 = 100_000;
/// Longest play, in seconds: an hour's commands of 4,096 players would take 20 GB.
const LONGEST: f64 = 60.0;
/// A day, and a terabyte.
const MOST_SECONDS: f64 = 86_400.0;
const MOST_MEGABYTES: f64 = 1e6;
/// Longest sweep, in units: through the largest map.
const LONGEST_SWEEP: f32 = 1e5;

/// Contestants take turns in every round, and each round asks new questions. Answers are refereed, and who answers wrong is shown
/// but never ranked. Without an axis it times sweeps of 1 to 16, 16 to 256 and 256 to 4096 u. Players pass through each other,
/// and each must end in company as it does alone, to the bit.
#[derive(Args, Debug)]
pub(crate) struct BenchArgs {
    /// A scene .ron, a map, or `towns`: generated worlds of --brushes
    #[arg(value_name = "SCENE|MAP|towns")]
    pub(crate) subject: PathBuf,
    #[command(flatten)]
    pub(crate) company: CompanyArgs,
    /// Times sweeps of these lengths, in u, such as 1-16,16-256
    #[arg(long, value_delimiter = ',', value_name = "A-B,C-D", value_parser = lengths)]
    pub(crate) lengths: Option<Vec<Range<f32>>>,
    /// Times these sweeps instead of drawn ones: `sx sy sz ex ey ez` a line, plain or gzip'd; with --lengths by class
    #[arg(long, value_name = "FILE")]
    pub(crate) sweeps: Option<PathBuf>,
    /// Brushes of the towns [default: 1000,10000,100000]
    #[arg(long, value_delimiter = ',', value_name = "N,M", value_parser = amount(1, MOST_BRUSHES as u64))]
    pub(crate) brushes: Option<Vec<usize>>,
    /// Serves so many players: frames and ticks
    #[arg(long, value_delimiter = ',', value_name = "N,M", value_parser = amount(1, MOST_PLAYERS))]
    pub(crate) players: Option<Vec<usize>>,
    /// Threads that share the players [default: 1]
    #[arg(long, value_delimiter = ',', value_name = "N,M", requires = "players", value_parser = amount(1, MOST_THREADS))]
    pub(crate) threads: Option<Vec<usize>>,
    /// Ticks a second of the players [default: 125; of recorded commands their own]
    #[arg(long, value_delimiter = ',', value_name = "HZ", requires = "players", value_parser = hertz())]
    pub(crate) rates: Option<Vec<f32>>,
    /// What commands the players: `random`; `scene`, its own input; or a file of commands as `replay` reads them. The last two
    /// are one run: player i of N begins i/N of it later, where the contestant was when it played it alone
    #[arg(long, default_value = "random", value_name = "random|scene|FILE", requires = "players", value_parser = input)]
    pub(crate) input: InputKind,
    /// Seconds of play
    #[arg(long, default_value = "1", value_name = "S", requires = "players", value_parser = within(0.1, LONGEST, "s"))]
    pub(crate) seconds: f64,
    /// The swept body: point, player, crouch, capsule, cylinder, sphere:RADIUS, or "x0 y0 z0 x1 y1 z1" for a box [default: the
    /// contestant's own]
    #[arg(long, value_name = "H", allow_hyphen_values = true)]
    pub(crate) hull: Option<String>,
    /// Movement profile; `list profiles` shows them [default: the scene's, in towns quake3]
    #[arg(long, value_name = "PROFILE", value_parser = profile)]
    pub(crate) profile: Option<Profile>,
    /// Show what a sweep takes besides time: nodes, solids, planes, steps of GJK and EPA, and the least that any tracer must test
    #[arg(long)]
    pub(crate) work: bool,
    /// A quarter of the sweeps, a third of the rounds
    #[arg(long)]
    pub(crate) quick: bool,
    /// Rounds [default: 31, in towns 15]
    #[arg(long, value_name = "N", value_parser = amount(1, MOST_ROUNDS))]
    pub(crate) rounds: Option<usize>,
    /// Sweeps of each class [default: 5000, in towns 2000]
    #[arg(long, value_name = "N", conflicts_with = "sweeps", value_parser = amount(1, MOST_SWEEPS))]
    pub(crate) count: Option<usize>,
    /// Leave a contestant out where a build, or a number of players, would take more CPU time, in seconds
    #[arg(long, default_value = "120", value_name = "S", value_parser = within(f64::MIN_POSITIVE, MOST_SECONDS, "s"))]
    pub(crate) most_seconds: f64,
    /// Leave a contestant out where it would hold more, in megabytes
    #[arg(long, default_value = "4000", value_name = "MB", value_parser = within(f64::MIN_POSITIVE, MOST_MEGABYTES, "MB"))]
    pub(crate) most_megabytes: f64,
    /// Seed of towns, of the first round's sweeps, and of commands
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Seed of the sweeps of all later rounds [default: drawn anew in each run, and printed]
    #[arg(long, value_name = "N")]
    pub(crate) timing_seed: Option<u64>,
    /// Write what is asked for other programs: sweeps of each class as CLASS.txt, towns as town-N.map
    #[arg(long, value_name = "DIR")]
    pub(crate) export_questions: Option<PathBuf>,
    /// Folder for the results [default: reports/latest/bench-SUBJECT, of some sweeps, towns or rounds alone
    /// reports/latest/bench-SUBJECT-part]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) exports: ExportArgs,
}

/// What commands the players.
#[derive(Clone, Debug)]
pub(crate) enum InputKind {
    Random,
    Scene,
    File(PathBuf),
}

fn input(text: &str) -> Result<InputKind, String> {
    match text {
        "random" => Ok(InputKind::Random),
        "scene" => Ok(InputKind::Scene),
        "" => Err("give random, scene or a file of commands".into()),
        file => Ok(InputKind::File(file.into())),
    }
}

fn lengths(text: &str) -> Result<Range<f32>, String> {
    let ends = text
        .split_once('-')
        .and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
    let wanted = || format!("`{text}` is no class of lengths; give two lengths in u, such as 16-256");
    let (from, to): (f32, f32) = ends.ok_or_else(wanted)?;
    if from >= 0.0 && from < to && to <= LONGEST_SWEEP {
        Ok(from..to)
    } else {
        Err(wanted())
    }
}
