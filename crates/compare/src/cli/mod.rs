//! What can be said on the command line.

mod files;
mod judged;
mod results;
mod suites;
mod values;
mod worlds;

pub(crate) use files::{
    CompletionsArgs, ExportBspArgs, ExportCommandsArgs, ExportMapArgs, ManArgs, ProfilesArgs,
};
pub(crate) use judged::{BarArgs, ExplainArgs, JudgesArgs, LawsArgs, WalkerArgs};
pub(crate) use results::{DiffArgs, FailOn, ReportArgs};
pub(crate) use suites::{FailSuite, MergeArgs, SuiteArgs};
pub(crate) use worlds::{ReplayArgs, TimeArgs, TraceArgs, WorldArgs};

use clap::{Args, Parser, Subcommand};
use clipmark_movement::Profile;
use std::path::PathBuf;
use values::profile;

const EXAMPLES: &str = "Examples:
  compare scenes/stairs.ron
  compare scenes/oa_dm1.ron --contestants bsp,bvh --quick
  compare scenes/surf.ron --export-markdown -
  compare trace --world maps/oa_dm1.bsp --backend bsp --hull player traces.txt.gz
  compare replay --world maps/oa_dm1.bsp --profile quake3 --contestant bsp commands.txt.gz
  compare time --world maps/oa_dm1.bsp --hull player --backends bsp,bvh:stock --no-patches
  compare time --world maps/oa_dm1.bsp --hull player --backends bsp,bvh traces.txt.gz
  compare profiles quake3
  compare laws
  compare laws strafe L12 --contestant bvh
  compare walker
  compare walker crater groove --contestants cylinder,bsp+pair
  compare bar --worlds maps/oa_dm1.bsp,maps/islandctf.bsp --contestants bvh,bvh:stock --fail-on bvh
  compare judges --export-json judges.json
  compare explain reports/latest/stairs/cases/bvh-gap.json
  compare suite --quick
  compare suite 15 corners --contestants bsp,cylinder
  compare my.map --contestants bsp,hull
  compare export-bsp scenes/stairs.ron -o stairs.bsp
  compare export-map scenes/stairs.ron -o stairs.map
  compare export-commands scenes/strafe-field.ron -o run.txt

Exit code: 0 when all is well, 1 when an expectation of the scene, a law or a bar fails, or when a contestant's answers
under the clock are not those that were judged, 2 on wrong usage or bad input.";

/// Examples, exit codes, and where codes in the output are explained.
fn after_help() -> String {
    format!(
        "{EXAMPLES}\n\nCodes such as F17 (stuck), L6 (strafing) and W9 (tilted walls) are explained in {}",
        clipmark_report::docs_url()
    )
}

/// Race collision backends through the same first-person movement, refereed exactly.
#[derive(Debug, Parser)]
#[command(name = "compare", version, after_help = after_help(), args_conflicts_with_subcommands = true)]
#[command(subcommand_negates_reqs = true, arg_required_else_help = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) verb: Option<Verb>,
    #[command(flatten)]
    pub(crate) scene: SceneArgs,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    /// Answer sweeps from a file, one line each
    Trace(TraceArgs),
    /// Play a command file and write the state after each tick
    Replay(ReplayArgs),
    /// Time backends on sweeps drawn or from a file, taking turns
    Time(TimeArgs),
    /// Show the constants of the movement profiles, side by side or of one in full
    Profiles(ProfilesArgs),
    /// Play the laws of movement and compare with their closed forms
    Laws(LawsArgs),
    /// Play the two-cylinder walker's courses and judge its promises
    Walker(WalkerArgs),
    /// Hold backends to the correctness bar on maps: random sweeps, sweeps from rest, players that run about
    Bar(BarArgs),
    /// Put planted faults before every judge: which judge catches which
    Judges(JudgesArgs),
    /// Ask one kept question of a report again, say what the truth says, and draw it
    Explain(ExplainArgs),
    /// Play the scene suite over ticks and places
    Suite(SuiteArgs),
    /// Put the shards of a suite's run together
    Merge(MergeArgs),
    /// Gather all reports and bench results on one page, and keep a record of them
    Report(ReportArgs),
    /// Compare two runs: times by their intervals, answers one by one
    Diff(DiffArgs),
    /// Print a completion script for a shell
    Completions(CompletionsArgs),
    /// Write the manual pages
    Man(ManArgs),
    /// Write a scene's world as a Quake III map
    ExportBsp(ExportBspArgs),
    /// Write a scene's world as .map text, for TrenchBroom and map compilers
    ExportMap(ExportMapArgs),
    /// Play a scene and write its commands, for `replay` and other programs
    ExportCommands(ExportCommandsArgs),
}

/// Play a scene on all contestants, referee, time, and write a report.
#[derive(Args, Debug)]
pub(crate) struct SceneArgs {
    /// Scene file, or a map to run about in for a minute from its first spawn: .map, .bsp, .glb, .gltf, or
    /// package.pk3:maps/name.bsp
    #[arg(value_name = "SCENE.ron", required = true)]
    pub(crate) scene: Option<PathBuf>,
    /// Contestants instead of the scene's: BACKEND or BACKEND+MOVER, with commas
    #[arg(long, value_delimiter = ',', value_name = "A,B,C")]
    pub(crate) contestants: Option<Vec<String>>,
    /// Movement profile instead of the scene's; `compare profiles` lists them
    #[arg(long, value_name = "PROFILE", value_parser = profile)]
    pub(crate) profile: Option<Profile>,
    /// Seed of the random sweeps instead of the scene's
    #[arg(long)]
    pub(crate) seed: Option<u64>,
    /// Folder for the report [default: reports/latest/SCENE]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// A quarter of the sweeps, a third of the rounds under the clock
    #[arg(long)]
    pub(crate) quick: bool,
    /// Show on the page how GJK and EPA solve refereed sweep N, step by step (1 is the first row of queries.csv)
    #[arg(long, value_name = "N")]
    pub(crate) explain: Option<usize>,
    /// Write all results as JSON (`-` for standard output, instead of the table)
    #[arg(long, value_name = "FILE")]
    pub(crate) export_json: Option<PathBuf>,
    /// Write the table as CSV (`-` for standard output)
    #[arg(long, value_name = "FILE")]
    pub(crate) export_csv: Option<PathBuf>,
    /// Write the table as Markdown (`-` for standard output)
    #[arg(long, value_name = "FILE")]
    pub(crate) export_markdown: Option<PathBuf>,
}
