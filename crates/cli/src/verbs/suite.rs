//! `compare suite`: many scenes at once, by its studies. All of them run, fail and are kept alike.

use super::courses::{self, Preset};
use super::{families, walker};
use crate::cli::{RunArgs, SuiteArgs, SuiteStudy};
use crate::made::provenance;
use crate::output::input;
use crate::progress::Bar;
use crate::terminal::tell;
use anyhow::{Context, Result, bail};
use clipmark_collision::recording::unpacked;
use clipmark_report::Fails;
use clipmark_rows::{Case, Kind, Results, Run, join};
use clipmark_suite::hush_caught_panics;
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

/// The folder of a study's results. What is not a whole run of all its subjects does not replace it in its usual folder.
pub(super) fn prepare_folder(args: &RunArgs, study: &str, is_narrower: bool) -> Result<ResultsFolder> {
    let is_narrower = is_narrower || args.shard.is_some() || args.results.is_some();
    prepare_folder_of(args.out.as_deref(), study, is_narrower)
}

/// The same of a verb that has neither shards nor results of a file.
pub(super) fn prepare_folder_of(out: Option<&Path>, study: &str, is_narrower: bool) -> Result<ResultsFolder> {
    let part = if is_narrower { "-part" } else { "" };
    let usual = || PathBuf::from(format!("reports/latest/{study}{part}"));
    Ok(ResultsFolder::prepare(
        &out.map_or_else(usual, Path::to_path_buf),
    )?)
}

/// Plays the groups of a study, or reads results that are given, and lets `show` add what shows their failures.
pub(super) fn play<G: Group>(
    args: &RunArgs,
    (mut run, groups): (Run, &[G]),
    folder: &ResultsFolder,
    is_timed: bool,
    show: impl FnOnce(&mut Results) -> Result<()>,
) -> Result<Results> {
    hush_caught_panics();
    let mut results = if let Some(file) = &args.results {
        let mut results = read_results(file)?;
        results.check_whole(&run.study, file)?;
        folder.begin(&results.run, &results.cases)?;
        results.keep_evidence(|file| folder.path().join(file).is_file());
        results
    } else {
        run.made = provenance();
        run.shard = args.shard.unwrap_or([1, 1]);
        // Times are of one machine, so shards have none.
        let is_timed = is_timed && args.shard.is_none();
        let bar = Bar::new();
        let mut progress = move |stage: &str, done, all| bar.at(stage, done, all);
        let results = run_groups(run, groups, folder, args.resume, is_timed, &mut progress)?;
        folder.clear_cases()?;
        results
    };
    show(&mut results)?;
    Ok(results)
}

/// Results of before, of the same study.
pub(super) fn read_baseline(args: &RunArgs, study: &str) -> Result<Option<Results>> {
    let Some(file) = &args.baseline else {
        return Ok(None);
    };
    let results = read_results(file)?;
    let of = &results.run.study;
    if of != study {
        bail!(
            "{}: it is of `{of}`, not of `{study}`; give results of that to --baseline",
            file.display()
        );
    }
    Ok(Some(results))
}

/// Results of a file, plain or gzip'd.
pub(super) fn read_results(file: &Path) -> Result<Results> {
    let mut text = String::new();
    let read = unpacked(input(file)?).and_then(|from| from.take(LARGEST + 1).read_to_string(&mut text));
    read.with_context(|| format!("{}: it is no text, plain or gzip'd", file.display()))?;
    if text.len() as u64 > LARGEST {
        bail!(
            "{}: it is larger than {} MiB; give results of fewer subjects",
            file.display(),
            LARGEST >> 20
        );
    }
    Ok(Results::parse(&text, file)?)
}

/// Whether a case fails the run. A contestant that refuses a subject has not passed it, and neither has one that could not be judged:
/// a list of known failures declares lasting refusals.
pub(super) fn fails(args: &RunArgs, case: &Case) -> bool {
    case.lacks_verdict() || case.severity().is_some_and(|severity| severity <= args.fail_on)
}

/// Whether no case fails; with results of before, whether none that fails is worse than it was.
pub(super) fn passes(results: &Results, before: Option<&Results>, fails: Fails) -> Result<bool> {
    if !results
        .cases
        .iter()
        .any(|case| case.is_judged() || case.lacks_verdict())
    {
        tell!("no run was asked, so none passed");
        return Ok(false);
    }
    let Some(before) = before else {
        return Ok(!results.cases.iter().any(fails));
    };
    let joined = join(&before.cases, &results.cases);
    if joined.both == 0 {
        bail!("no run is among those of --baseline; give results of the same subjects and contestants");
    }
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
    Ok(worse.is_empty())
}

/// A hash of this program, so that no result of another one is taken for its own.
pub(crate) fn program_hash() -> Result<String> {
    let path = std::env::current_exe().context("cannot find this program's own file")?;
    let bytes = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
    Ok(clipmark_rows::key_of_words(&bytes))
}
