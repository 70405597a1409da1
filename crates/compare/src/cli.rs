//! What can be said on the command line.

use crate::rules::RulesName;
use clap::builder::TypedValueParser;
use clap::{Args, Parser, Subcommand, ValueEnum};
use clipmark_measure::bar::FULL;
use clipmark_movement::{Fault, Profile, profile_named};
use std::path::PathBuf;

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
  compare explain reports/latest/stairs/cases/bvh-gap.json
  compare suite --quick
  compare suite 15 corners --contestants bsp,cylinder
  compare export-bsp scenes/stairs.ron -o stairs.bsp
  compare export-commands scenes/strafe-field.ron -o run.txt

Exit code: 0 when all is well, 1 when an expectation of the scene, a law or a bar fails, 2 on wrong usage or bad input.";

/// Race collision backends through the same first-person movement, refereed exactly.
#[derive(Debug, Parser)]
#[command(name = "compare", version, after_help = EXAMPLES, args_conflicts_with_subcommands = true)]
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
    /// Ask one kept question of a report again, say what the truth says, and draw it
    Explain(ExplainArgs),
    /// Play the scene suite over ticks and places
    Suite(SuiteArgs),
    /// Put the shards of a suite's run together
    Merge(MergeArgs),
    /// Gather all reports and bench results on one page, and keep a record of them
    Report(ReportArgs),
    /// Compare two runs: times by a rank test, answers one by one
    Diff(DiffArgs),
    /// Print a completion script for a shell
    Completions(CompletionsArgs),
    /// Write the manual pages
    Man(ManArgs),
    /// Write a scene's world as a Quake III map
    ExportBsp(ExportBspArgs),
    /// Play a scene and write its commands, for `replay` and other programs
    ExportCommands(ExportCommandsArgs),
}

/// Play a scene on all contestants, referee, time, and write a report.
#[derive(Args, Debug)]
pub(crate) struct SceneArgs {
    /// Scene file
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

/// Play the laws of movement, tick by tick, and compare with what they predict in closed form.
#[derive(Args, Debug)]
pub(crate) struct LawsArgs {
    /// Laws by number (L6) or part of a name (strafe) [default: all]
    #[arg(value_name = "LAW")]
    pub(crate) filters: Vec<String>,
    /// Who plays: a backend with boxes, or `reference` (f64 on exact geometry)
    #[arg(long, default_value = "bsp", value_name = "C")]
    pub(crate) contestant: String,
    /// Folder for the report [default: reports/latest/laws]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Write all findings as JSON (`-` for standard output, instead of the table)
    #[arg(long, value_name = "FILE")]
    pub(crate) export_json: Option<PathBuf>,
    /// Write all findings as CSV (`-` for standard output)
    #[arg(long, value_name = "FILE")]
    pub(crate) export_csv: Option<PathBuf>,
}

/// Play the two-cylinder walker's courses at several tick rates, and judge its promises: no shake, smooth sliding, never
/// stuck, no climbing.
#[derive(Args, Debug)]
pub(crate) struct WalkerArgs {
    /// Courses by part of their name [default: all]
    #[arg(value_name = "COURSE")]
    pub(crate) filters: Vec<String>,
    /// Who walks: BACKEND:VARIANT or BACKEND+pair:VARIANT, with commas
    #[arg(long, value_delimiter = ',', value_name = "A,B,C", default_values_t = clipmark_measure::walker::CONTESTANTS.map(String::from))]
    pub(crate) contestants: Vec<String>,
    /// Ticks a second, with commas
    #[arg(long, value_delimiter = ',', value_name = "HZ", default_values_t = clipmark_measure::walker::RATES, value_parser = hertz)]
    pub(crate) rates: Vec<f32>,
    /// Maps to wander in as well, with commas
    #[arg(long, value_delimiter = ',', value_name = "MAP.bsp")]
    pub(crate) maps: Vec<String>,
    /// Folder for the report [default: reports/latest/walker]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    /// Write all walks as JSON (`-` for standard output, instead of the table)
    #[arg(long, value_name = "FILE")]
    pub(crate) export_json: Option<PathBuf>,
    /// Write the table as Markdown (`-` for standard output)
    #[arg(long, value_name = "FILE")]
    pub(crate) export_markdown: Option<PathBuf>,
}

/// Everything is judged by the exact reference. The bar: nothing passed through, no end deeper in a solid than tolerance,
/// stops where nothing is on fewer than 1 answer in 100,000, normals over 5 degrees off on fewer than 1 in 10,000, no tick
/// in a solid by over 0.05 units, nobody stuck. The worst answers become cases for `compare explain`, the worst walks
/// command files for `compare replay`. Nothing is timed.
#[derive(Args, Debug)]
pub(crate) struct BarArgs {
    /// Maps: a Quake III .bsp, package.pk3:maps/name.bsp, or a scene .ron for its world, with commas
    #[arg(long, value_delimiter = ',', required = true, value_name = "W,X,Y")]
    pub(crate) worlds: Vec<String>,
    /// Contestants: BACKEND or BACKEND+MOVER, with commas
    #[arg(
        long,
        value_delimiter = ',',
        default_value = "bvh,bvh:stock",
        value_name = "A,B,C"
    )]
    pub(crate) contestants: Vec<String>,
    /// Movement profile, whose trace rules hold for the sweeps too
    #[arg(long, default_value = "quake3", value_name = "PROFILE", value_parser = profile)]
    pub(crate) profile: Profile,
    /// Hull of the sweeps, as for `trace` [default: the player's, as each contestant has it]
    #[arg(long, value_name = "H", allow_hyphen_values = true)]
    pub(crate) hull: Option<String>,
    /// Random sweeps on each map
    #[arg(long, default_value_t = FULL.sweeps, value_name = "N", value_parser = amount(100_000_000))]
    pub(crate) sweeps: usize,
    /// Sweeps from rest on each map: gaps of 0, 0.001, 1/32 and 1/8 units, straight in, sideways and along
    #[arg(long, default_value_t = FULL.rest, value_name = "N", value_parser = amount(100_000_000))]
    pub(crate) rest: usize,
    /// Players on each map
    #[arg(long, default_value_t = FULL.walkers, value_name = "N", value_parser = amount(100_000))]
    pub(crate) walkers: usize,
    /// Ticks of each, 8 ms long
    #[arg(long, default_value_t = FULL.ticks, value_name = "N", value_parser = amount(1_000_000))]
    pub(crate) ticks: usize,
    /// Seed of all that is drawn
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Exit with 1 if one of these does not meet the bar; failures are results otherwise
    #[arg(long, value_delimiter = ',', value_name = "A,B,C")]
    pub(crate) fail_on: Vec<String>,
    /// Folder for tables, cases and walks
    #[arg(long, value_name = "DIR", default_value = "reports/latest/bar")]
    pub(crate) out: PathBuf,
    /// Write all results as JSON (`-` for standard output, instead of the table)
    #[arg(long, value_name = "FILE")]
    pub(crate) export_json: Option<PathBuf>,
    /// Write them as CSV (`-` for standard output)
    #[arg(long, value_name = "FILE")]
    pub(crate) export_csv: Option<PathBuf>,
    /// Write the table as Markdown (`-` for standard output)
    #[arg(long, value_name = "FILE")]
    pub(crate) export_markdown: Option<PathBuf>,
}

/// A number of things from none to so many.
fn amount(most: u64) -> impl TypedValueParser<Value = usize> {
    clap::value_parser!(u64).range(0..=most).map(|n| n as usize)
}

fn hertz(text: &str) -> Result<f32, String> {
    let rate: f32 = text.parse().map_err(|_| format!("`{text}` is no number"))?;
    if (1.0..=1000.0).contains(&rate) {
        Ok(rate)
    } else {
        Err(format!("{rate} ticks a second; wanted 1 to 1000"))
    }
}

/// A report keeps the worst answer of each kind of each contestant in its `cases` folder.
#[derive(Args, Debug)]
pub(crate) struct ExplainArgs {
    /// Case file
    #[arg(value_name = "CASE.json")]
    pub(crate) case: PathBuf,
    /// The scene or map, where the path in the file does not lead to it
    #[arg(long, value_name = "W")]
    pub(crate) world: Option<String>,
    /// Beginning of the names of the drawings: STEM-plan.svg, STEM-side.svg and, for bvh, STEM-solver.html with the steps of
    /// GJK and EPA [default: the case's, beside it]
    #[arg(long, value_name = "STEM")]
    pub(crate) out: Option<PathBuf>,
}

/// Every scene of the suite for every contestant: cases, movement profiles, ticks, turned and moved. A run that was stopped
/// goes on where it was when it is started again. Nothing is timed.
#[derive(Args, Debug)]
pub(crate) struct SuiteArgs {
    /// Suites by number (15) or part of a name (seam) [default: all]
    #[arg(value_name = "FILTER")]
    pub(crate) filters: Vec<String>,
    /// Two ticks and two places instead of all, fewer cases, a quarter of the sweeps
    #[arg(long)]
    pub(crate) quick: bool,
    /// Contestants: BACKEND or BACKEND+MOVER, with commas [default: bsp,bvh,cylinder+slide,cylinder,cylinder:intended]
    #[arg(long, value_delimiter = ',', value_name = "A,B,C")]
    pub(crate) contestants: Option<Vec<String>>,
    /// Play a share of the scenes alone, for example 2/4; `compare merge` puts the shares together
    #[arg(long, value_name = "I/N", value_parser = crate::verbs::suite::shard)]
    pub(crate) shard: Option<[usize; 2]>,
    /// Folder for results and page
    #[arg(long, value_name = "DIR", default_value = "reports/latest/suite")]
    pub(crate) out: PathBuf,
    /// Folder of the suite files
    #[arg(long, value_name = "DIR", default_value = "scenes/suite")]
    pub(crate) suites: PathBuf,
    /// Then play the worst failures again, timed, with a full report of each, linked from the page
    #[arg(long)]
    pub(crate) reports: bool,
    /// Name the scenes and play none
    #[arg(long)]
    pub(crate) list: bool,
    /// Exit with 1 if anything failed, or if contestants disagree on a scene; failures are results otherwise
    #[arg(long, value_enum, value_delimiter = ',', value_name = "WHAT")]
    pub(crate) fail_on: Vec<FailSuite>,
}

/// All shards of one run: the same suites, contestants and effort.
#[derive(Args, Debug)]
pub(crate) struct MergeArgs {
    /// Folders that `compare suite --shard` wrote
    #[arg(value_name = "DIR", required = true)]
    pub(crate) shards: Vec<PathBuf>,
    /// Folder for results and page
    #[arg(long, value_name = "DIR", default_value = "reports/latest/suite")]
    pub(crate) out: PathBuf,
    /// Exit with 1 if anything failed, or if contestants disagree on a scene; failures are results otherwise
    #[arg(long, value_enum, value_delimiter = ',', value_name = "WHAT")]
    pub(crate) fail_on: Vec<FailSuite>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FailSuite {
    /// A scene in which a contestant failed
    Failure,
    /// A scene in which one contestant failed and another did not
    Disagreement,
}

/// Where sweeps happen and by which rules.
#[derive(Args, Debug)]
pub(crate) struct WorldArgs {
    /// A scene .ron, a Quake III .bsp, or package.pk3:maps/name.bsp
    #[arg(long, value_name = "W")]
    pub(crate) world: String,
    /// Leave curved patches out
    #[arg(long)]
    pub(crate) no_patches: bool,
    /// Trace rules [default: the profile's; quake3 without one]
    #[arg(long, value_name = "NAME")]
    pub(crate) rules: Option<RulesName>,
    /// Distance kept from surfaces, in units [default: the rules']
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
    /// bsp, bvh, cylinder, or a variant: bsp:quake3, bsp:quakeworld, bsp:tutorial, bvh:planes,
    /// bvh:stock, bvh:f64, bvh:toi, bvh:mesh
    #[arg(long, value_name = "B")]
    pub(crate) backend: String,
    /// point, player, crouch, capsule, cylinder, sphere:RADIUS, or "x0 y0 z0 x1 y1 z1" for a box
    #[arg(long, value_name = "H", allow_hyphen_values = true)]
    pub(crate) hull: String,
    /// Sweeps, `sx sy sz ex ey ez` a line, plain or gzip'd (`-` for standard input)
    #[arg(value_name = "TRACES")]
    pub(crate) traces: PathBuf,
    /// Compare with recorded answers instead of writing answers: counts by kind of difference
    #[arg(long, value_name = "ANSWERS", conflicts_with = "out")]
    pub(crate) check: Option<PathBuf>,
    /// File for the answers [default: standard output]
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
}

/// States are `x y z vx vy vz` and the profile's own four columns.
#[derive(Args, Debug)]
pub(crate) struct ReplayArgs {
    #[command(flatten)]
    pub(crate) world: WorldArgs,
    /// Movement profile, or PROFILE:ideal; `compare profiles` lists them
    #[arg(long, value_name = "PROFILE", value_parser = profile)]
    pub(crate) profile: Profile,
    /// BACKEND or BACKEND+MOVER
    #[arg(long, value_name = "C")]
    pub(crate) contestant: String,
    /// Round velocity to whole units per second after each tick
    #[arg(long, conflicts_with = "no_snap")]
    pub(crate) snap: bool,
    /// Do not round velocity
    #[arg(long)]
    pub(crate) no_snap: bool,
    /// Start every tick from the recorded state of the tick before
    #[arg(long, value_name = "STATES")]
    pub(crate) restart_from: Option<PathBuf>,
    /// Compare with recorded states instead of writing states; alone it compares whole runs, with --restart-from
    /// single ticks
    #[arg(long, value_name = "STATES", conflicts_with_all = ["hashes", "out"])]
    pub(crate) check: Option<PathBuf>,
    /// Write a hash of the whole state after each tick instead of states
    #[arg(long)]
    pub(crate) hashes: bool,
    /// Commands: `x y z yaw` (and `vx vy vz` for a start in motion), then `msec forward right up pitch yaw` a line,
    /// plain or gzip'd
    #[arg(value_name = "COMMANDS")]
    pub(crate) commands: PathBuf,
    /// File for the states [default: standard output]
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
}

/// Verifies the answers against the exact reference first, then times. Without TRACES it draws uniform sweeps: starts
/// anywhere in the rooms of the map, any direction, 1 to 16, 16 to 256 and 256 to 4096 units long.
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
    #[arg(long, default_value_t = 21, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(crate) reps: u32,
    /// One row for each class of length: 1 to 16, 16 to 256, 256 to 4096 units, others [always without TRACES]
    #[arg(long)]
    pub(crate) by_length: bool,
    /// Show what a trace took besides time, counted: nodes, solids, planes, steps of GJK and EPA
    #[arg(long)]
    pub(crate) explain: bool,
    /// Sweeps to draw of each class
    #[arg(long, default_value_t = 5000, value_name = "N", conflicts_with = "traces", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) count: u32,
    /// Write the sweeps of each class to DIR/CLASS.txt, for `trace` and other tools
    #[arg(long, value_name = "DIR")]
    pub(crate) export_sweeps: Option<PathBuf>,
    /// Seed of the sweeps that are drawn
    #[arg(long, default_value_t = 1, conflicts_with = "traces")]
    pub(crate) seed: u64,
    /// Write all samples as JSON (`-` for standard output)
    #[arg(long, value_name = "FILE")]
    pub(crate) export_json: Option<PathBuf>,
    /// Sweeps, `sx sy sz ex ey ez` a line, plain or gzip'd [default: drawn]
    #[arg(value_name = "TRACES")]
    pub(crate) traces: Option<PathBuf>,
}

/// Values of all profiles side by side, or all that is known of one.
#[derive(Args, Debug)]
pub(crate) struct ProfilesArgs {
    /// One profile with unit, origin and effect of every constant [default: all, side by side]
    #[arg(value_name = "PROFILE", value_parser = profile)]
    pub(crate) profile: Option<Profile>,
}

/// A and B are folders of reports or records (with times.csv and table.csv), or names of baselines that `cargo bench --
/// --save-baseline NAME` kept. Two runs do not take turns, so other load of the machine counts as a change; --against takes
/// it out by dividing each round's times by one contestant's.
#[derive(Args, Debug)]
pub(crate) struct DiffArgs {
    /// Run before
    #[arg(value_name = "A")]
    pub(crate) a: String,
    /// Run after
    #[arg(value_name = "B")]
    pub(crate) b: String,
    /// Take all times relative to this contestant's in the same round
    #[arg(long, value_name = "CONTESTANT")]
    pub(crate) against: Option<String>,
    /// Exit with 1 if anything got slower, or if any answer differs
    #[arg(long, value_enum, value_delimiter = ',', value_name = "WHAT")]
    pub(crate) fail_on: Vec<FailOn>,
    /// Where the benches keep their baselines
    #[arg(long, value_name = "DIR", default_value = "target/criterion")]
    pub(crate) benches: PathBuf,
}

/// The page is FROM/index.html. A record is small enough to be committed: tables, times, plans and the machine.
#[derive(Args, Debug)]
pub(crate) struct ReportArgs {
    /// Folder with the reports of scenes
    #[arg(long, value_name = "DIR", default_value = "reports/latest")]
    pub(crate) from: PathBuf,
    /// Where the benches keep their results
    #[arg(long, value_name = "DIR", default_value = "target/criterion")]
    pub(crate) benches: PathBuf,
    /// Keep a record in reports/record/DATE-MACHINE, or in this folder
    #[arg(long, value_name = "DIR", num_args = 0..=1)]
    pub(crate) record: Option<Option<PathBuf>>,
    /// Put the scenes' tables, and `bar`, between their marks in this file: `<!-- table SCENE -->`, `<!-- end of table
    /// SCENE -->`
    #[arg(long, value_name = "FILE")]
    pub(crate) readme: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum FailOn {
    /// A time that is noticeably slower, and not by chance
    Regression,
    /// A count or state hash that differs
    Disagreement,
}

#[derive(Args, Debug)]
pub(crate) struct CompletionsArgs {
    /// Shell
    #[arg(value_enum)]
    pub(crate) shell: clap_complete::Shell,
}

#[derive(Args, Debug)]
pub(crate) struct ManArgs {
    /// Folder for compare.1 and one page for each verb
    #[arg(long, value_name = "DIR")]
    pub(crate) out: PathBuf,
}

/// The map (IBSP 46) holds brushes with bevels, a compiled tree, curved patches and player spawns: all that is
/// collided with, and no faces, light or visibility.
#[derive(Args, Debug)]
pub(crate) struct ExportBspArgs {
    /// A scene .ron, a Quake III .bsp, or package.pk3:maps/name.bsp
    #[arg(value_name = "SCENE")]
    pub(crate) world: String,
    /// File for the map (`-` for standard output)
    #[arg(short, long, value_name = "FILE")]
    pub(crate) out: PathBuf,
}

/// A script may look at the player (strafe jumping does), so the commands are those of one contestant's run.
#[derive(Args, Debug)]
pub(crate) struct ExportCommandsArgs {
    /// Scene file
    #[arg(value_name = "SCENE.ron")]
    pub(crate) scene: PathBuf,
    /// BACKEND or BACKEND+MOVER that plays it
    #[arg(long, value_name = "C", default_value = "bsp")]
    pub(crate) contestant: String,
    /// File for the commands [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
}

fn profile(name: &str) -> Result<Profile, String> {
    profile_named(name)
        .copied()
        .ok_or_else(|| Fault::no_profile(name).to_string())
}

/// Wider skins than this close doors, in units.
const WIDEST_SKIN: f32 = 8.0;

fn skin(text: &str) -> Result<f32, String> {
    let width: f32 = text
        .parse()
        .map_err(|_| "wanted a number of units, such as 0.125".to_owned())?;
    if (0.0..=WIDEST_SKIN).contains(&width) {
        Ok(width)
    } else {
        Err(format!("wanted 0 to {WIDEST_SKIN} units"))
    }
}

fn mask(text: &str) -> Result<u32, String> {
    let parsed = match text.strip_prefix("0x") {
        Some(hex) => u32::from_str_radix(hex, 16),
        None => text.parse(),
    };
    parsed.map_err(|_| "wanted 32 bits, decimal or 0x hexadecimal, such as 0x2010001".to_owned())
}
