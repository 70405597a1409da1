//! The verb that fills a server.

use super::values::hertz;
use super::{CompanyArgs, ExportArgs};
use clap::Args;
use clap::builder::TypedValueParser;
use std::path::PathBuf;

/// Most players at once, and threads: a hundred servers full.
const MOST_PLAYERS: u64 = 1_000_000;
const MOST_THREADS: u64 = 1024;
/// Longest play, in seconds: an hour's commands of 4,096 players would take 20 GB.
const LONGEST: f64 = 60.0;

/// Every player moves by commands through one world. One backend serves them all, and players do not collide with each other.
/// Each plays alone first, and must end in the same state, to the bit, in company. Timed are ticks one by one on one thread, then
/// frames (a tick of every player) on each number of threads, contestants taking turns. Who would go beyond the budget is left
/// out and named.
#[derive(Args, Debug)]
pub(crate) struct LoadArgs {
    /// Scene file, or a map
    #[arg(value_name = "SCENE.ron")]
    pub(crate) scene: PathBuf,
    #[command(flatten)]
    pub(crate) company: CompanyArgs,
    /// What commands the players: `random` (each player its own commands, from the spawns in turn); `scene`, the scene's own
    /// input; or a file of commands as `replay` reads them. With `scene` and a file each of N players plays the same run from
    /// another tick. Player i begins i/N of it later, where the contestant was when it played the run alone, and at its end goes
    /// back to its start
    #[arg(long, default_value = "random", value_name = "random|scene|FILE", value_parser = input)]
    pub(crate) input: InputKind,
    /// A first look in a tenth of the time: 16 and 256 players, 125 ticks a second, one second of play
    #[arg(long)]
    pub(crate) quick: bool,
    /// Numbers of players
    #[arg(
        long,
        value_delimiter = ',',
        default_value = "1,16,64,256,1024,4096",
        default_value_if("quick", "true", "16,256"),
        value_name = "N,M",
        value_parser = count(MOST_PLAYERS)
    )]
    pub(crate) players: Vec<usize>,
    /// Ticks a second [default: 60,125; of recorded commands their own]
    #[arg(long, value_delimiter = ',', value_name = "HZ", value_parser = hertz)]
    pub(crate) rates: Option<Vec<f32>>,
    /// Numbers of threads [default: 1, 2, 4, ... and all cores]
    #[arg(long, value_delimiter = ',', value_name = "N,M", value_parser = count(MOST_THREADS))]
    pub(crate) threads: Option<Vec<usize>>,
    /// Seconds of play
    #[arg(long, default_value = "2", default_value_if("quick", "true", "1"), value_name = "S", value_parser = seconds)]
    pub(crate) seconds: f64,
    /// Seed of the players' commands
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Leave a contestant out of a number of players that would take it more CPU time, in seconds
    #[arg(long, default_value = "120", value_name = "S", value_parser = budget)]
    pub(crate) most_seconds: f64,
    /// Show every row, not only those with the most players on the most threads
    #[arg(long)]
    pub(crate) details: bool,
    /// Folder for the results
    #[arg(long, value_name = "DIR", default_value = "reports/latest/load")]
    pub(crate) out: PathBuf,
    #[command(flatten)]
    pub(crate) exports: ExportArgs,
}

fn count(most: u64) -> impl TypedValueParser<Value = usize> {
    clap::value_parser!(u64).range(1..=most).map(|n| n as usize)
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

/// A day.
const LARGEST_BUDGET: f64 = 86_400.0;

fn budget(text: &str) -> Result<f64, String> {
    let seconds: f64 = text.parse().map_err(|_| format!("`{text}` is no number"))?;
    if seconds > 0.0 && seconds <= LARGEST_BUDGET {
        Ok(seconds)
    } else {
        Err(format!(
            "{seconds} s; wanted more than 0, at most {LARGEST_BUDGET}"
        ))
    }
}

fn seconds(text: &str) -> Result<f64, String> {
    let seconds: f64 = text.parse().map_err(|_| format!("`{text}` is no number"))?;
    if (0.1..=LONGEST).contains(&seconds) {
        Ok(seconds)
    } else {
        Err(format!("{seconds} s; wanted 0.1 to {LONGEST}"))
    }
}
