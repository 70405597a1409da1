//! The command line's options and verbs.

mod bench;
mod files;
mod judged;
mod outside;
mod play;
mod program;
mod results;
mod shared;
mod suites;
mod values;
mod worlds;

pub(crate) use bench::{BenchArgs, InputKind};
pub(crate) use files::{CompletionsArgs, ExportFileArgs, ListArgs, Listed, ManArgs, NewArgs};
pub(crate) use judged::{BarArgs, CoursesArgs, ExplainArgs, FrameOrders};
pub(crate) use outside::{DeclaredArgs, FilesArgs};
pub(crate) use play::PlayArgs;
pub(crate) use program::JudgeArgs;
pub(crate) use results::{DiffArgs, FailOn, ReportArgs};
pub(crate) use shared::{CompanyArgs, ExportArgs, RatesArgs, VerdictArgs};
pub(crate) use suites::{FamiliesArgs, RunArgs, SUITES, SuiteArgs, SuiteStudy};
pub(crate) use worlds::{ReplayArgs, TraceArgs, WorldArgs};

use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{ArgMatches, Args, CommandFactory, FromArgMatches, Parser, Subcommand};
use clipmark_measure::guests;
use clipmark_movement::Profile;
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::OnceLock;
use values::profile;

const EXAMPLES: &str = "Examples:
  NAME scenes/stairs.ron
  NAME scenes/stairs.ron scenes/surf.ron --quick
  NAME scenes/oa_dm1.ron --contestants bsp,bvh --quick
  NAME scenes/surf.ron --export-markdown -
  NAME my.map --contestants bsp,hull
  NAME list
  NAME new my-scene.ron
  NAME my-scene.ron --dry-run
  NAME play scenes/stairs.ron --open
  NAME play --gallery site
  NAME trace --world maps/oa_dm1.bsp --backend bsp --hull player traces.txt.gz
  NAME replay --world maps/oa_dm1.bsp --profile quake3 --contestant bsp run.txt
  NAME bench maps/oa_dm1.bsp --contestants bsp,bvh
  NAME bench scenes/oa_dm1.ron --players 16,256
  NAME list profiles quake3
  NAME suite walker crater groove --contestants cylinder,bsp+pair
  NAME suite controllers stairs slope --contestants bsp,rapier --rates 60
  NAME bar --worlds maps/oa_dm1.bsp --contestants bvh,bvh:stock --quick
  NAME bench towns --brushes 1000,10000
  NAME explain reports/latest/stairs/cases/bvh-gap.json
  NAME suite families 15 corners --contestants bsp,cylinder --quick
  NAME export scenes/stairs.ron -o stairs.bsp
  NAME export scenes/stairs.ron -o stairs.map
  NAME export scenes/strafe-field.ron -o run.txt

Exit code: 0 when the verb finds nothing wrong, or only writes and shows. 1 when a verdict fails: a check, an expectation, \
a promise, a bar, a recording, a judged or timed answer. 2 on wrong usage or bad input. `diff` only lists what it finds; with --fail-on it \
ends with 1 too.";

/// The program's purpose, for somebody who calls it without a word.
const FIRST_WORDS: &str = "Which collision algorithm is right, and which is fast? For example:
  NAME scenes/stairs.ron      play a scene, judge, time; writes a page
  NAME my.bsp                 a player runs about in a map for a minute
  NAME list                   contestants, scenes, movement profiles
  NAME new my-scene.ron       write a scene with comments, to begin with
  NAME my-scene.ron --dry-run read a scene without playing it
  NAME suite families --quick 32 families of scenes: who fails where?
  NAME bar --quick --worlds my.bsp       100,000 sweeps and ten players
  NAME bench my.bsp           what a sweep costs, contestants in turns
  NAME help                   all verbs; NAME help VERB: one of them";

/// The name that called the program: `clipmark`, `compare`, or a name from a program with its own contestants.
pub(crate) fn called() -> &'static str {
    static CALLED: OnceLock<String> = OnceLock::new();
    CALLED.get_or_init(|| {
        let path = std::env::args_os().next().map(PathBuf::from);
        let stem = path.as_deref().and_then(|path| path.file_stem());
        let stem = stem.and_then(|stem| stem.to_str());
        stem.filter(|stem| *stem == "clipmark" || !guests().is_empty())
            .unwrap_or("compare")
            .to_owned()
    })
}

/// Ten lines on the program's use.
pub(crate) fn first_words() -> String {
    FIRST_WORDS.replace("NAME", called())
}

/// The whole command line, by the name that was called and as wide as the terminal.
pub(crate) fn command() -> clap::Command {
    /// Help is not wider than this, in columns.
    const WIDEST: usize = 100;
    let columns = crate::terminal::columns().min(WIDEST);
    let command = CommandLine::command().name(called()).bin_name(called());
    let command = command.mut_subcommand("judge", |judge| {
        // They are of files alone.
        ["world", "hull"].into_iter().fold(judge, |judge, option| {
            judge.mut_arg(option, |option| {
                option
                    .required(false)
                    .required_if_eq_any([("answers", "true"), ("states", "true")])
            })
        })
    });
    command.term_width(columns).after_help(after_help())
}

/// The arguments of this process.
pub(crate) fn parse() -> Result<CommandLine, clap::Error> {
    let matches = matches(std::env::args_os())?;
    refuse_beside_results(&matches)?;
    CommandLine::from_arg_matches(&matches)
}

/// What may stand beside `--results`, which plays nothing: everything else would change nothing that is shown.
const BESIDE_RESULTS: [&str; 9] = [
    "results",
    "suites",
    "known",
    "fail_on",
    "out",
    "reports",
    "export_json",
    "export_csv",
    "export_markdown",
];

fn refuse_beside_results(matches: &ArgMatches) -> Result<(), clap::Error> {
    let is_given = |id: &str| {
        let source = matches
            .try_contains_id(id)
            .is_ok()
            .then(|| matches.value_source(id));
        source.flatten() == Some(ValueSource::CommandLine)
    };
    let mut ids = matches.ids().map(clap::Id::as_str);
    let needless = ids.find(|id| is_given(id) && !BESIDE_RESULTS.contains(id) && !id.ends_with("Args"));
    match (needless, matches.subcommand()) {
        (Some(id), _) if is_given("results") => {
            let option = match id {
                "filters" => "a name".to_owned(),
                id => format!("--{}", id.replace('_', "-")),
            };
            let why = format!("{option} changes nothing of the results that --results shows; leave it out");
            Err(command().error(ErrorKind::ArgumentConflict, why))
        }
        (_, Some((_, verb))) => refuse_beside_results(verb),
        _ => Ok(()),
    }
}

/// The values of a command line, its first word the program's name.
pub(crate) fn matches(
    words: impl IntoIterator<Item = impl Into<OsString> + Clone>,
) -> Result<ArgMatches, clap::Error> {
    let mut words: Vec<OsString> = words.into_iter().map(Into::into).collect();
    let former = words
        .get(1)
        .and_then(|verb| FORMER.iter().find(|(name, _)| verb == name));
    if let Some((_, now)) = former {
        words.splice(1..2, now.map(OsString::from));
    }
    command().try_get_matches_from(words)
}

/// Former names of verbs, which stay for a release: workflows call them.
const FORMER: [(&str, [&str; 2]); 3] = [
    ("controllers", ["suite", "controllers"]),
    ("judge-answers", ["judge", "--answers"]),
    ("judge-states", ["judge", "--states"]),
];

/// Examples, exit codes, and where codes in the output are explained.
fn after_help() -> String {
    format!(
        "{}\n\nCodes such as F17 (stuck), L6 (strafing) and W9 (tilted walls) are explained in {}",
        EXAMPLES.replace("NAME", called()),
        clipmark_report::docs_url()
    )
}

/// Race collision backends through the same first-person movement, refereed exactly.
#[derive(Debug, Parser)]
#[command(
    name = "compare",
    version,
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true
)]
pub(crate) struct CommandLine {
    #[command(subcommand)]
    pub(crate) verb: Option<Verb>,
    #[command(flatten)]
    pub(crate) scene: SceneArgs,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    /// Write a page in which a scene or a map is walked with mouse and keys, every contestant live
    Play(PlayArgs),
    /// Answer sweeps from a file, one line each
    Trace(TraceArgs),
    /// Play a command file and write the state after each tick
    Replay(ReplayArgs),
    /// Measure time and memory by length of sweep, players, threads, and brushes of the world
    Bench(BenchArgs),
    /// Name what there is: contestants, scenes, movement profiles
    List(ListArgs),
    /// Write a scene with comments, to begin with
    New(NewArgs),
    /// Hold backends to the correctness bar on maps: random sweeps, sweeps from rest, players that run about
    Bar(BarArgs),
    /// Ask a sweep that a report kept, or the tick of a run that fails, again; say what the truth says, draw it, and write the
    /// question for the library's own program
    Explain(ExplainArgs),
    /// Judge a program of any language: live, over a pipe, or its answers or states in files
    Judge(Box<JudgeArgs>),
    /// Many scenes at once: controllers, moving, walker, families
    Suite(SuiteArgs),
    /// List all reports below a folder and criterion's medians on one page
    Report(ReportArgs),
    /// Compare two runs: times by their intervals, answers one by one
    Diff(DiffArgs),
    /// Print a completion script for a shell
    #[command(hide = true)]
    Completions(CompletionsArgs),
    /// Write the manual pages
    #[command(hide = true)]
    Man(ManArgs),
    /// Write a scene's world as a Quake III map or .map text, or its run as commands, by the ending of the file
    Export(ExportFileArgs),
    /// Count the bytes of a contestant, in the process that other verbs start for it
    #[command(hide = true)]
    CountBytes,
}

impl Verb {
    /// Whether it measures or judges, which takes threads.
    pub(crate) fn works(&self) -> bool {
        matches!(
            self,
            Self::Suite(_) | Self::Bar(_) | Self::Judge(_) | Self::Bench(_) | Self::Explain(_)
        )
    }
}

/// Play a scene on all contestants, referee, time, and write a report.
#[derive(Args, Debug)]
pub(crate) struct SceneArgs {
    /// Scene files, or maps to run about in for a minute, shared out among their spawns: .map, .bsp, .glb, .gltf, or
    /// package.pk3:maps/name.bsp
    #[arg(value_name = "SCENE.ron", required = true)]
    pub(crate) scenes: Vec<PathBuf>,
    /// Contestants instead of the scene's: BACKEND or BACKEND+MOVER, with commas
    #[arg(long, value_delimiter = ',', value_name = "A,B,C")]
    pub(crate) contestants: Option<Vec<String>>,
    /// Movement profile instead of the scene's; `list profiles` shows them
    #[arg(long, value_name = "PROFILE", value_parser = profile)]
    pub(crate) profile: Option<Profile>,
    /// Seed of the random sweeps instead of the scene's
    #[arg(long)]
    pub(crate) seed: Option<u64>,
    /// Folder for the report, with several scenes for a folder of each [default: reports/latest/SCENE; a quick report does not
    /// replace a full one there, but goes to reports/latest/SCENE-quick]
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) verdict: VerdictArgs,
    /// Read everything that a run would, say what is wrong or what is in it, and play nothing
    #[arg(long)]
    pub(crate) dry_run: bool,
    /// A quarter of the sweeps, a third of the rounds under the clock
    #[arg(long)]
    pub(crate) quick: bool,
    #[command(flatten)]
    pub(crate) exports: ExportArgs,
}
