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
use clipmark_rows::results::{LARGEST, ResultsError};
use clipmark_rows::{Case, Results, Run, counterparts, fails_anew};
use clipmark_suite::hush_caught_panics;
use clipmark_suite::runner::{Group, ResultsFolder, run_groups};
use std::fs;
use std::io::Read;
use std::path::{Component, Path, PathBuf};

pub(crate) fn run(args: &SuiteArgs) -> Result<bool> {
    match &args.study {
        SuiteStudy::Controllers(args) => courses::run(args, Preset::Controllers),
        SuiteStudy::Moving(args) => courses::run(args, Preset::Moving),
        SuiteStudy::Walker(args) => walker::run(args),
        SuiteStudy::Families(args) => families::run(args),
    }
}

/// The folder of a study's results. What is not a whole run of all its subjects does not replace it in its usual folder, and no
/// shard another.
pub(super) fn prepare_folder(args: &RunArgs, study: &str, is_narrower: bool) -> Result<ResultsFolder> {
    let part = match args.shard {
        Some([i, n]) => format!("-{i}-of-{n}"),
        None if is_narrower || args.results.is_some() => "-part".into(),
        None => String::new(),
    };
    prepare_folder_of(args.out.as_deref(), &format!("{study}{part}"))
}

/// The folder that a verb's results go into: the one asked for, or the usual one of that name.
pub(super) fn prepare_folder_of(out: Option<&Path>, name: &str) -> Result<ResultsFolder> {
    let out = out.map_or_else(|| usual_folder(name), Path::to_path_buf);
    Ok(ResultsFolder::prepare(&out)?)
}

/// Where a study's results go if no folder is named.
pub(super) fn usual_folder(study: &str) -> PathBuf {
    PathBuf::from(format!("reports/latest/{study}"))
}

/// The results that are given in place of a run.
pub(super) fn read_given(args: &RunArgs) -> Result<Option<Results>> {
    args.results.as_deref().map(read_results).transpose()
}

/// Plays the groups of a study, or reads results that are given, and lets `show` add what shows their failures.
pub(super) fn play<G: Group>(
    args: &RunArgs,
    (mut run, groups): (Run, &[G]),
    given: Option<Results>,
    folder: &ResultsFolder,
    is_timed: bool,
    show: impl FnOnce(&mut Results) -> Result<()>,
) -> Result<Results> {
    hush_caught_panics();
    let mut results = if let (Some(mut results), Some(file)) = (given, &args.results) {
        results.check_whole(&run.study, file)?;
        folder.begin(&results.run, &results.cases)?;
        results.keep_evidence(|file| is_below(file) && folder.path().join(file).is_file());
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

/// Whether a path leads into its folder: results may be of anybody.
fn is_below(file: &str) -> bool {
    let mut parts = Path::new(file).components();
    parts.all(|part| matches!(part, Component::Normal(_)))
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
        return Err(ResultsError::TooLarge { file: file.into() }.into());
    }
    Ok(Results::parse(&text, file)?)
}

/// Whether a case fails the run. A contestant that refuses a subject has not passed it, and neither has one that could not be
/// judged: a list of known failures declares lasting refusals.
pub(super) fn fails(args: &RunArgs, case: &Case) -> bool {
    case.lacks_verdict() || case.severity().is_some_and(|severity| severity <= args.fail_on)
}

/// Whether no case fails; with results of before, whether none fails by what it did not fail by, or not as badly, and none that
/// is not among them. A shard may have no case.
pub(super) fn passes(
    args: &RunArgs,
    results: &Results,
    before: Option<&Results>,
    fails: Fails,
) -> Result<bool> {
    if args.shard.is_some() && results.cases.is_empty() {
        return Ok(true);
    }
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
    let pairs: Vec<(Option<&Case>, &Case)> = counterparts(&before.cases, &results.cases).collect();
    if pairs.iter().all(|(then, _)| then.is_none()) {
        bail!("no run is among those of --baseline; give results of the same subjects and contestants");
    }
    let worse = pairs
        .into_iter()
        .filter(|(then, now)| fails(now) && fails_anew(*then, now, args.fail_on));
    let worse: Vec<&Case> = worse.map(|(_, now)| now).collect();
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
