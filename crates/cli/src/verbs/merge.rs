//! `compare merge`: the shards of a run as one.

use super::families::{finish, one_run};
use super::{bar, runs};
use crate::cli::{FailSuite, MergeArgs};
use anyhow::{Context, Result, anyhow, bail};
use clap::ValueEnum;
use clipmark_journal::Plan;
use clipmark_record::suite::{SuiteCell, SuiteRun};
use clipmark_suite::{folder, journal};
use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// Prints what the verb itself would have printed for the run in one piece.
pub(crate) fn run(args: &MergeArgs) -> Result<bool> {
    let is_run = args
        .shards
        .first()
        .is_some_and(|dir| clipmark_journal::is_run(dir));
    let verb = match is_run {
        true => Plan::verb_of(&args.shards[0])?,
        false => "suite".into(),
    };
    let out = args.out.clone();
    let out = out.unwrap_or_else(|| Path::new("reports/latest").join(verb.as_str()));
    runs::apart(&args.shards, &out)?;
    let declares = [
        ("--known", &args.declared.known),
        ("--write-known", &args.declared.write_known),
    ];
    let declares = declares.into_iter().find(|(_, file)| file.is_some());
    if let Some((option, _)) = declares.filter(|_| verb != bar::VERB) {
        bail!("{option}: shards of `{verb}` are held to no list; leave it out, or give shards of `bar`");
    }
    match verb.as_str() {
        "suite" => suites(args, &out),
        bar::VERB => bar::merge(args, &out),
        other => bail!(
            "{} holds a run of `{other}`, which merge does not know; give folders of suite or bar",
            args.shards[0].display()
        ),
    }
}

fn suites(args: &MergeArgs, out: &Path) -> Result<bool> {
    let shards = &args.shards;
    let fail_on = args
        .fail_on
        .iter()
        .map(|what| {
            FailSuite::from_str(what, false)
                .map_err(|_| anyhow!("--fail-on {what}: a suite knows `failure` and `disagreement`"))
        })
        .collect::<Result<Vec<_>>>()?;
    let mut plans = Vec::new();
    for dir in shards {
        plans.push((dir.display().to_string(), folder::plan(dir)?));
    }
    let plan = one_run(&plans)?;
    let mut cells: Vec<SuiteCell> = Vec::new();
    for dir in shards {
        cells.extend(journal::read(dir)?);
    }
    let mut seen = HashSet::new();
    cells.retain(|c| seen.insert((c.scene.clone(), c.contestant.clone())));
    let scenes = plan.suites.iter().map(|s| s.scenes).sum::<usize>();
    let wanted = scenes.saturating_mul(plan.contestants.len());
    if cells.len() != wanted {
        bail!(
            "the shards hold {} of {wanted} results; run each to its end, with the same `compare suite families` again",
            cells.len()
        );
    }
    let row = |cell: &SuiteCell| plan.suites.iter().position(|s| s.name == cell.suite);
    cells.sort_by_cached_key(|c| (row(c), c.case.clone(), c.profile.clone(), c.scene.clone()));
    folder::begin(out, &plan)?;
    let good: HashSet<&str> = HashSet::new();
    journal::keep(out, &good)?;
    journal::Journal::open(out)?.add(&cells)?;
    let run = SuiteRun::from_cells(plan, cells);
    copy_worst(shards, out, &run)?;
    finish(&run, out, &fail_on)
}

/// The scenes of the worst failures of all are among those of the shards' worst.
fn copy_worst(shards: &[PathBuf], out: &Path, run: &SuiteRun) -> Result<()> {
    folder::clear_scenes(out)?;
    let worst: HashSet<&str> = run
        .summary
        .iter()
        .flat_map(|s| &s.worst)
        .map(|&i| run.cells[i].scene.as_str())
        .collect();
    for scene in worst {
        let file = format!("{scene}.ron");
        let sources = shards.iter().map(|dir| folder::scenes(dir).join(&file));
        for from in sources.filter(|p| Path::is_file(p)) {
            let text = clipmark_journal::read_text(&from)
                .with_context(|| format!("cannot read {}", from.display()))?;
            folder::write_scene(out, scene, &text)?;
        }
    }
    Ok(())
}
