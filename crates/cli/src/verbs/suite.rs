//! `compare suite`: many scenes at once, by its studies. All of them run, fail and are kept alike.

use super::courses::{self, Preset};
use super::{families, walker};
use crate::cli::{RunArgs, SuiteArgs, SuiteStudy};
use crate::made::provenance;
use crate::output::input;
use crate::progress::Bar;
use crate::terminal::tell;
use anyhow::{Context, Result};
use clipmark_collision::recording::unpacked;
use clipmark_rows::{Case, End, Kind, Results, Run, join};
use clipmark_suite::runner::{Group, ResultsFolder, run_groups};
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

/// Bytes of a file of results, unpacked: some 100,000 cases.
const LARGEST: u64 = 512 << 20;

pub(crate) fn run(args: &SuiteArgs) -> Result<bool> {
    match &args.study {
        SuiteStudy::Controllers(args) => courses::run(args, Preset::Controllers),
        SuiteStudy::Moving(args) => courses::run(args, Preset::Moving),
        SuiteStudy::Walker(args) => walker::run(args),
        SuiteStudy::Families(args) => families::run(args),
    }
}

/// The folder of a study's results, cleared of what showed older failures. A narrower run does not replace the whole study in its
/// usual folder.
pub(super) fn prepare_folder(args: &RunArgs, study: &str, is_narrower: bool) -> Result<ResultsFolder> {
    let part = if is_narrower { "-part" } else { "" };
    let usual = || PathBuf::from(format!("reports/latest/{study}{part}"));
    let folder = ResultsFolder::prepare(&args.out.clone().unwrap_or_else(usual))?;
    folder.clear_cases()?;
    Ok(folder)
}

/// Plays the groups of a study, or reads results that are given, and lets `show` add what shows their failures.
pub(super) fn play<G: Group>(
    args: &RunArgs,
    (mut run, groups): (Run, &[G]),
    folder: &ResultsFolder,
    is_timed: bool,
    show: impl FnOnce(&mut Results) -> Result<()>,
) -> Result<Results> {
    if let Some(file) = &args.results {
        return read_results(file);
    }
    run.made = provenance();
    run.shard = args.shard.unwrap_or([1, 1]);
    // Times are of one machine, so shards have none.
    let is_timed = is_timed && args.shard.is_none();
    let bar = Bar::new();
    // A panic is a result; its message is in it.
    std::panic::set_hook(Box::new(|_| ()));
    let played = run_groups(
        run,
        groups,
        folder,
        args.resume,
        is_timed,
        &mut move |stage, done, all| {
            bar.at(stage, done, all);
        },
    );
    let shown = played.map_err(anyhow::Error::from).and_then(|mut results| {
        show(&mut results)?;
        Ok(results)
    });
    drop(std::panic::take_hook());
    shown
}

/// Results of a file, plain or gzip'd.
pub(super) fn read_results(file: &Path) -> Result<Results> {
    let mut text = String::new();
    let read = unpacked(input(file)?).and_then(|from| from.take(LARGEST).read_to_string(&mut text));
    read.with_context(|| format!("{}: it is no text, plain or gzip'd", file.display()))?;
    Ok(Results::parse(&text, file)?)
}

/// Whether no case that counts fails; with results of before, whether none is worse than it was. A contestant that refuses a subject
/// has not passed it: a list of known failures declares lasting refusals.
pub(super) fn passes(
    args: &RunArgs,
    results: &Results,
    before: Option<&Results>,
    counts: impl Fn(&Case) -> bool,
) -> bool {
    let refuses = |case: &Case| matches!(case.end, End::Refused(_));
    let fails = |case: &Case| {
        let is_failed = case.severity().is_some_and(|severity| severity <= args.fail_on);
        counts(case) && (refuses(case) || is_failed)
    };
    if !results.cases.iter().any(|case| case.is_judged() || refuses(case)) {
        tell!("no run was asked, so none passed");
        return false;
    }
    let Some(before) = before else {
        return !results.cases.iter().any(fails);
    };
    let joined = join(&before.cases, &results.cases);
    let worse = joined.changed.iter().filter(|change| change.kind == Kind::Worse);
    let worse: Vec<&Case> = worse
        .map(|change| change.now)
        .filter(|case| fails(case))
        .collect();
    for case in &worse {
        tell!(
            "worse: {} on {}: {}",
            case.contestant,
            case.place(),
            case.describe()
        );
    }
    worse.is_empty()
}

/// A hash of this program, so that no result of another one is taken for its own.
pub(crate) fn program_hash() -> Result<String> {
    let path = std::env::current_exe().context("cannot find this program's own file")?;
    let bytes = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
    Ok(clipmark_rows::key_of_words(&bytes))
}
