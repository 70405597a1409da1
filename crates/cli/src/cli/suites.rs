//! The scene suite's verbs.

use super::{CoursesArgs, ExportArgs, VerdictArgs};
use clap::{Args, Subcommand};
use std::path::PathBuf;

/// The usual folder of the families' files.
pub(crate) const SUITES: &str = "scenes/suite";

/// Many scenes at once.
#[derive(Args, Debug)]
pub(crate) struct SuiteArgs {
    #[command(subcommand)]
    pub(crate) study: SuiteStudy,
}

/// Which scenes.
#[derive(Debug, Subcommand)]
pub(crate) enum SuiteStudy {
    /// Character controllers on all courses, whose ground stands or moves
    Controllers(CoursesArgs),
    /// Character controllers on the courses whose ground moves
    Moving(CoursesArgs),
    /// The families by the two-cylinder walker, with the paper's movement. The paper's own variants decide no exit code
    Walker(FamiliesArgs),
    /// Families of scenes over movements, ticks and places
    Families(FamiliesArgs),
}

/// Families of scenes for every contestant: cases, movement profiles, ticks, turned and moved. Nothing is timed.
#[derive(Args, Debug)]
pub(crate) struct FamiliesArgs {
    /// Families by number (15) or part of a name (seam) [default: all]
    #[arg(value_name = "FILTER")]
    pub(crate) filters: Vec<String>,
    /// Two ticks and two places instead of all, fewer cases, a quarter of the sweeps
    #[arg(long)]
    pub(crate) quick: bool,
    /// Contestants: BACKEND or BACKEND+MOVER, with commas [default: bsp,bvh,hull,cylinder+slide,cylinder,cylinder:intended; of
    /// `walker`: cylinder:literal,cylinder:intended,cylinder,bsp+pair,bvh+pair]
    #[arg(long, value_delimiter = ',', value_name = "A,B,C")]
    pub(crate) contestants: Option<Vec<String>>,
    /// Folder of the families' files
    #[arg(long, value_name = "DIR", default_value = SUITES)]
    pub(crate) suites: PathBuf,
    /// Then play the worst failures again, timed, with a full report of each, linked from the page
    #[arg(long)]
    pub(crate) reports: bool,
    /// Play nothing: say how many scenes each family has, or with FILTER name them
    #[arg(long)]
    pub(crate) list: bool,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}

/// What the bar and every study of the suite have: what fails it, how it runs, and where its results go.
#[derive(Args, Debug)]
pub(crate) struct RunArgs {
    #[command(flatten)]
    pub(crate) verdict: VerdictArgs,
    /// Go on with a run that was stopped
    #[arg(long)]
    pub(crate) resume: bool,
    /// Play a share of the runs alone and time nothing, for example 2/4; `cat` puts the files of results together,
    /// which --known is then given with --results
    #[arg(long, value_name = "I/N", value_parser = clipmark_rows::parse_shard, conflicts_with = "known")]
    pub(crate) shard: Option<[usize; 2]>,
    /// Play nothing: show the results of this file, such as of all shards
    #[arg(long, value_name = "FILE", conflicts_with_all = ["shard", "resume"])]
    pub(crate) results: Option<PathBuf>,
    /// Folder for results, page and scenes [default: reports/latest/NAME; of some subjects or rates, of fewer questions or of a
    /// file reports/latest/NAME-part, of a share reports/latest/NAME-I-of-N]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) exports: ExportArgs,
}
