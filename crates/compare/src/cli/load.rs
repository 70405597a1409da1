//! The verb that fills a server.

use super::values::hertz;
use clap::Args;
use clap::builder::TypedValueParser;
use std::path::PathBuf;

/// Most players at once, and threads: a hundred servers full.
const MOST_PLAYERS: u64 = 1_000_000;
const MOST_THREADS: u64 = 1024;
/// Longest play, in seconds: an hour's commands of 4,096 players would take 20 GB.
const LONGEST: f64 = 60.0;

/// Every player moves by its own random commands through one world; one backend serves them all, and players do not collide
/// with each other. Each plays alone first, and must end in the same state, to the bit, in company. Timed are ticks one by one
/// on one thread, then frames (a tick of every player) on each number of threads.
#[derive(Args, Debug)]
pub(crate) struct LoadArgs {
    /// Scene file, or a map
    #[arg(value_name = "SCENE.ron")]
    pub(crate) scene: PathBuf,
    /// Contestants: BACKEND or BACKEND+MOVER, with commas
    #[arg(
        long,
        value_delimiter = ',',
        default_value = "bsp,bvh,hull,cylinder",
        value_name = "A,B,C"
    )]
    pub(crate) contestants: Vec<String>,
    /// Numbers of players
    #[arg(long, value_delimiter = ',', default_value = "1,16,64,256,1024,4096", value_name = "N,M", value_parser = count(MOST_PLAYERS))]
    pub(crate) players: Vec<usize>,
    /// Ticks a second
    #[arg(long, value_delimiter = ',', default_value = "60,125", value_name = "HZ", value_parser = hertz)]
    pub(crate) rates: Vec<f32>,
    /// Numbers of threads [default: 1, 2, 4, ... and all cores]
    #[arg(long, value_delimiter = ',', value_name = "N,M", value_parser = count(MOST_THREADS))]
    pub(crate) threads: Option<Vec<usize>>,
    /// Seconds of play
    #[arg(long, default_value = "2", value_name = "S", value_parser = seconds)]
    pub(crate) seconds: f64,
    /// Seed of the players' commands
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Measure a share of the rows alone, for example 2/4; `merge` puts the shares together, if all were measured on one kind of machine
    #[arg(long, value_name = "I/N", value_parser = clipmark_journal::shard::parse)]
    pub(crate) shard: Option<[usize; 2]>,
    /// Folder for the results
    #[arg(long, value_name = "DIR", default_value = "reports/latest/load")]
    pub(crate) out: PathBuf,
    /// Write all results as JSON (`-` for standard output, instead of the table)
    #[arg(long, value_name = "FILE")]
    pub(crate) export_json: Option<PathBuf>,
    /// Write them as CSV (`-` for standard output)
    #[arg(long, value_name = "FILE")]
    pub(crate) export_csv: Option<PathBuf>,
    /// Write every table as Parquet, DIR/NAME.parquet for each NAME.csv of the report (needs a build with `--features parquet`)
    #[arg(long, value_name = "DIR")]
    pub(crate) export_parquet: Option<PathBuf>,
    /// Write the table as Markdown (`-` for standard output)
    #[arg(long, value_name = "FILE")]
    pub(crate) export_markdown: Option<PathBuf>,
}

fn count(most: u64) -> impl TypedValueParser<Value = usize> {
    clap::value_parser!(u64).range(1..=most).map(|n| n as usize)
}

fn seconds(text: &str) -> Result<f64, String> {
    let seconds: f64 = text.parse().map_err(|_| format!("`{text}` is no number"))?;
    if (0.1..=LONGEST).contains(&seconds) {
        Ok(seconds)
    } else {
        Err(format!("{seconds} s; wanted 0.1 to {LONGEST}"))
    }
}
