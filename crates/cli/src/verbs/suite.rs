//! `compare suite`: many scenes at once, by its studies. All of them run, fail and are kept alike.

use super::courses::{self, Preset};
use super::families;
use super::known::{declared_cases, is_as_known, read_known};
use crate::cli::{RunArgs, SuiteArgs, SuiteStudy};
use crate::made::provenance;
use crate::output::input;
use crate::progress::Bar;
use crate::publish::publish_results;
use crate::terminal::tell;
use anyhow::{Context, Result};
use clipmark_collision::recording::unpacked;
use clipmark_report::{Fails, Sheet, suite_sheet};
use clipmark_rows::known::{Known, Names};
use clipmark_rows::{Case, Results, Run, Severity};
use clipmark_suite::hush_caught_panics;
use clipmark_suite::runner::{Group, ResultsFolder, run_groups};
use std::fs;
use std::path::{Component, Path, PathBuf};

pub(crate) fn run(args: &SuiteArgs) -> Result<bool> {
    match &args.study {
        SuiteStudy::Controllers(args) => courses::run(args, Preset::Controllers),
        SuiteStudy::Moving(args) => courses::run(args, Preset::Moving),
        SuiteStudy::Walker(args) => families::run(args, families::Preset::Walker),
        SuiteStudy::Families(args) => families::run(args, families::Preset::Families),
    }
}

/// The folder of a study's results. What is not a whole run of all its subjects does not replace it in its usual folder, and no
/// shard another.
fn prepare_folder(args: &RunArgs, study: &str, is_narrower: bool) -> Result<ResultsFolder> {
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

/// A study that a verb asks for: all of it that is not [`RunArgs`].
pub(super) struct Study<'a, G> {
    pub(super) run: Run,
    pub(super) groups: &'a [G],
    /// Its usual folder.
    pub(super) name: &'a str,
    /// Whether it is less than a whole run of all its subjects.
    pub(super) is_narrower: bool,
    pub(super) is_timed: bool,
    /// What a list of known failures may name besides the subjects of the run.
    pub(super) names: Names,
    /// Whether a case decides the exit code.
    pub(super) is_counted: fn(&Case) -> bool,
    pub(super) sheet: fn(&Results, Option<&Results>, Fails) -> Sheet,
}

impl<'a, G> Study<'a, G> {
    /// A whole study of scenes, by its plan.
    pub(super) fn new(name: &'a str, run: Run, groups: &'a [G]) -> Self {
        Self {
            run,
            groups,
            name,
            is_narrower: false,
            is_timed: false,
            names: Names::default(),
            is_counted: |_| true,
            sheet: suite_sheet,
        }
    }
}

/// Plays a study, or reads results that are given, lets `show` add what shows their failures, and publishes them. Says
/// whether it passed.
pub(super) fn run_study<G: Group>(
    args: &RunArgs,
    mut study: Study<G>,
    show: impl FnOnce(&mut Results, &Path) -> Result<()>,
) -> Result<bool> {
    let given = args.results.as_deref().map(read_results).transpose()?;
    let known = read_list(args, &study, given.as_ref())?;
    let exports = args.exports.open()?;
    let folder = prepare_folder(args, study.name, study.is_narrower)?;
    hush_caught_panics();
    let mut results = match (given, &args.results) {
        (Some(mut results), Some(file)) => {
            results.check_whole(&study.run.study, file)?;
            folder.begin(&results.run, &results.cases)?;
            results.keep_evidence(|file| is_below(file) && folder.path().join(file).is_file());
            results
        }
        _ => play(args, &mut study, &folder)?,
    };
    show(&mut results, folder.path())?;
    let fails = |case: &Case| (study.is_counted)(case) && fails(case, args.verdict.fail_on);
    let counted = results.cases.iter().filter(|case| (study.is_counted)(case));
    let passed = passes(args, &results, counted.collect(), &fails, known);
    let sheet = (study.sheet)(&results, folder.before().as_ref(), &fails);
    publish_results(&results, sheet, &folder, exports, passed, &fails)?;
    Ok(passed)
}

/// The list of known failures, which may name all that the study has, that is played, or that is in the given results.
fn read_list<G: Group>(args: &RunArgs, study: &Study<G>, given: Option<&Results>) -> Result<Option<Known>> {
    let Some(file) = &args.verdict.known else {
        return Ok(None);
    };
    let mut names = study.names.clone();
    let asked = given.map_or(&study.run, |given| &given.run);
    let is_played = |name: &String| asked.subjects.iter().any(|subject| subject.name == *name);
    names.is_part |= given.is_some() && !names.subjects.iter().all(is_played);
    names
        .subjects
        .extend(asked.subjects.iter().map(|subject| subject.name.clone()));
    match given {
        Some(given) => given.cases.iter().for_each(|case| names.add(case)),
        None => study
            .groups
            .iter()
            .flat_map(Group::cases)
            .for_each(|case| names.add(&case)),
    }
    let takes_part = |who: &str| asked.contestants.iter().any(|contestant| contestant.name == who);
    read_known(file, &names, takes_part).map(Some)
}

fn play<G: Group>(args: &RunArgs, study: &mut Study<G>, folder: &ResultsFolder) -> Result<Results> {
    let mut run = std::mem::take(&mut study.run);
    run.made = provenance();
    run.shard = args.shard.unwrap_or([1, 1]);
    // Times are of one machine, so shards have none.
    let is_timed = study.is_timed && args.shard.is_none();
    let bar = Bar::new();
    let mut progress = move |stage: &str, done, all| bar.at(stage, done, all);
    let results = run_groups(run, study.groups, folder, args.resume, is_timed, &mut progress)?;
    folder.clear_cases()?;
    Ok(results)
}

/// Whether a path leads into its folder: results may be of anybody.
fn is_below(file: &str) -> bool {
    let mut parts = Path::new(file).components();
    parts.all(|part| matches!(part, Component::Normal(_)))
}

/// Results of a file, plain or gzip'd.
pub(super) fn read_results(file: &Path) -> Result<Results> {
    let from = unpacked(input(file)?).with_context(|| file.display().to_string())?;
    Ok(Results::read_from(from, file)?)
}

/// Whether a case fails the run. A contestant that refuses a subject has not passed it, and neither has one that could not be
/// judged: a list of known failures declares lasting refusals.
pub(super) fn fails(case: &Case, fail_on: Severity) -> bool {
    case.lacks_verdict() || case.severity().is_some_and(|severity| severity <= fail_on)
}

/// Whether no case fails; with a list of known failures, whether exactly those fail. A shard may have no case.
fn passes(
    args: &RunArgs,
    results: &Results,
    counted: Vec<&Case>,
    fails: Fails,
    known: Option<Known>,
) -> bool {
    if args.shard.is_some() && results.cases.is_empty() {
        return true;
    }
    let declared = declared_cases(results, counted);
    let as_known = known.map(|known| is_as_known(&known, results, &declared, args.verdict.fail_on));
    let is_asked = |case: &&Case| case.is_judged() || case.lacks_verdict();
    if !results.cases.iter().any(|case| is_asked(&case))
        || (as_known.is_some() && !declared.iter().any(is_asked))
    {
        tell!("no run was asked, so none passed");
        return false;
    }
    as_known.unwrap_or_else(|| !results.cases.iter().any(fails))
}

/// A hash of this program, so that no result of another one is taken for its own.
pub(crate) fn program_hash() -> Result<String> {
    let path = std::env::current_exe().context("cannot find this program's own file")?;
    let bytes = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
    Ok(clipmark_rows::key_of_words(&bytes))
}
