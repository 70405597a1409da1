//! `compare suite families`: the scene suite over contestants, ticks and places, in parallel and without a clock.

use super::report::renew_index;
use super::suite::program_hash;
use super::suite_reports as reports;
use crate::cli::{FailSuite, FamiliesArgs, called};
use crate::made::provenance;
use crate::progress::Bar;
use crate::terminal::{say, tell, view};
use crate::who::with_guests;
use anyhow::{Context, Error, Result, bail};
use clipmark_journal::shard;
use clipmark_record::suite::{Plan, SuiteCell, SuiteRun};
use clipmark_report::{SuiteStudy, count, renew_study, study_text};
use clipmark_suite::{Chosen, Effort, Task, Wanted, exemptions, files, folder, journal, plan};
use rayon::prelude::*;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::Path;
use std::sync::Mutex;

/// The default contestants: each backend alone, the cylinder with Quake's slide, and the walker as its authors meant it.
const CONTESTANTS: [&str; 6] = [
    "bsp",
    "bvh",
    "hull",
    "cylinder+slide",
    "cylinder",
    "cylinder:intended",
];

/// Says whether nothing happened that was to fail.
pub(crate) fn run(args: &FamiliesArgs) -> Result<bool> {
    let suites = files::matching(&args.suites, &args.filters)?;
    let contestants = args.contestants.clone();
    let wanted = Wanted {
        contestants: contestants.unwrap_or_else(|| with_guests(CONTESTANTS.into_iter())),
        effort: if args.quick { Effort::Quick } else { Effort::Full },
        shard: args.shard.unwrap_or([1, 1]),
        program: program_hash()?,
    };
    let (mut plan, chosen, tasks) = plan(suites, &wanted)?;
    plan.exemptions = exemptions::read(&args.suites)?;
    let chosen = chosen.with_exemptions(&plan.exemptions);
    if args.list {
        return list(&tasks, args.filters.is_empty()).map(|()| true);
    }
    folder::begin(&args.out, &plan)?;
    // A panic is a result; its message is in it.
    std::panic::set_hook(Box::new(|_| ()));
    let cells = play(&args.out, &chosen, &tasks);
    drop(std::panic::take_hook());
    let cells = cells?;
    let run = SuiteRun::from_cells(plan, cells);
    write_worst(&args.out, &run, &chosen, &tasks)?;
    if args.reports {
        reports::write(&run, &args.out)?;
    }
    finish(&run, &args.out, &args.fail_on)
}

/// Names the scenes of the requested suites. Of all suites (tens of thousands of scenes) it gives only each one's number.
fn list(tasks: &[Task], all: bool) -> Result<()> {
    if !all {
        let names: String = tasks.iter().map(|task| task.variant.id() + "\n").collect();
        return say!("{names}");
    }
    let mut scenes: BTreeMap<&str, usize> = BTreeMap::new();
    let mut order: Vec<&str> = Vec::new();
    for task in tasks {
        let suite = task.variant.suite.as_str();
        let count = scenes.entry(suite).or_default();
        if *count == 0 {
            order.push(suite);
        }
        *count += 1;
    }
    let lines: String = order
        .iter()
        .map(|suite| format!("{:>7}  {suite}\n", count(scenes[suite])))
        .collect();
    say!(
        "{lines}{:>7}  scenes in all; `{} suite families FILTER --list` names those of a suite\n",
        count(tasks.len()),
        called()
    )
}

/// Writes the results of a run, shows them, and says whether nothing happened that was to fail.
pub(crate) fn finish(run: &SuiteRun, out: &Path, fail_on: &[FailSuite]) -> Result<bool> {
    let study = SuiteStudy {
        run,
        made: &provenance(),
        dir: out,
    };
    let written = renew_study(&study, None, out)?;
    renew_index(out);
    say!(
        "{}",
        study_text(&written.report, view(), false, Some(&written.page))
    )?;
    let usual = [FailSuite::Failure];
    let fail_on = if fail_on.is_empty() { &usual } else { fail_on };
    let failed = fail_on.iter().any(|what| match what {
        FailSuite::Failure => run.failed() > 0,
        FailSuite::Disagreement => disagree(&run.plan, &run.cells),
    });
    Ok(!failed)
}

/// Whether in any scene one contestant failed and another did not.
fn disagree(plan: &Plan, cells: &[SuiteCell]) -> bool {
    let mut seen: HashMap<&str, bool> = HashMap::with_capacity(cells.len() / plan.contestants.len().max(1));
    cells
        .iter()
        .filter_map(|c| Some((c.scene.as_str(), c.failed()?)))
        .any(|(scene, failed)| *seen.entry(scene).or_insert(failed) != failed)
}

/// Plays the unplayed tasks, and returns all cells in the order of the tasks.
fn play(out: &Path, chosen: &Chosen, tasks: &[Task]) -> Result<Vec<SuiteCell>> {
    let keys: HashSet<&str> = tasks.iter().flat_map(|t| &t.keys).map(String::as_str).collect();
    let mut cells = journal::keep(out, &keys)?;
    let done: HashSet<String> = cells.iter().map(|c| c.key.clone()).collect();
    let missing = |task: &Task| -> Vec<usize> {
        (0..task.keys.len())
            .filter(|&c| !done.contains(&task.keys[c]))
            .collect()
    };
    let open: Vec<(&Task, Vec<usize>)> = tasks
        .iter()
        .map(|t| (t, missing(t)))
        .filter(|(_, m)| !m.is_empty())
        .collect();
    let shared = Mutex::new((journal::Journal::open(out)?, Vec::new(), Bar::new()));
    let all = open.iter().map(|(_, m)| m.len()).sum::<usize>() as u64;
    open.iter()
        .par_bridge()
        .try_for_each(|(task, who)| -> Result<()> {
            let new = chosen.play(task, who)?;
            // Only a panic while the lock is held poisons it, and then the run is over anyway.
            let mut shared = shared
                .lock()
                .map_err(|_| anyhow::anyhow!("another thread of the run failed"))?;
            let (journal, played, bar) = &mut *shared;
            journal.add(&new)?;
            played.extend(new);
            bar.at(&task.variant.suite, played.len() as u64, all);
            Ok(())
        })?;
    let (_, played, _) = shared
        .into_inner()
        .map_err(|_| anyhow::anyhow!("a thread of the run failed"))?;
    cells.extend(played);
    let mut by_key: HashMap<String, SuiteCell> = cells.into_iter().map(|c| (c.key.clone(), c)).collect();
    let in_order = tasks
        .iter()
        .flat_map(|t| &t.keys)
        .filter_map(|key| by_key.remove(key));
    Ok(in_order.collect())
}

/// Writes the scenes of the worst failures, each with those contestants that failed in it.
fn write_worst(out: &Path, run: &SuiteRun, chosen: &Chosen, tasks: &[Task]) -> Result<()> {
    folder::clear_scenes(out)?;
    let mut failed: HashMap<&str, Vec<String>> = HashMap::new();
    for cell in run.cells.iter().filter(|c| c.failed() == Some(true)) {
        failed
            .entry(&cell.scene)
            .or_default()
            .push(cell.contestant.clone());
    }
    let worst = run.worst_scenes();
    for task in tasks {
        let name = task.variant.name();
        if !worst.contains(name.as_str()) {
            continue;
        }
        let mut scene = chosen.scene(task)?;
        scene.contestants = failed.get(name.as_str()).cloned().unwrap_or_default();
        let text = scene
            .to_text()
            .with_context(|| format!("cannot write the scene {name}"))?;
        folder::write_scene(out, &name, &(text + "\n"))?;
    }
    Ok(())
}

/// Shards that make one run: the same program version, suites, effort and contestants, and each shard once.
pub(crate) fn one_run(plans: &[(String, Plan)]) -> Result<Plan> {
    let Some(((first_name, first), rest)) = plans.split_first() else {
        bail!("no run is named; give the folders of all shards");
    };
    for (name, plan) in rest {
        let differs = [
            (plan.version != first.version, "the version of the program"),
            (plan.quick != first.quick, "one is a quick run, the other is not"),
            (plan.contestants != first.contestants, "the contestants"),
            (plan.suites != first.suites, "the suites, or their files"),
            (plan.shard[1] != first.shard[1], "how many shards there are"),
        ];
        if let Some((_, what)) = differs.iter().find(|(differs, _)| *differs) {
            bail!("{first_name} and {name} are no shards of one run: {what} differ; run them again alike");
        }
    }
    let shards: Vec<_> = plans
        .iter()
        .map(|(name, plan)| (name.as_str(), plan.shard))
        .collect();
    shard::complete(&shards).map_err(Error::msg)?;
    if rest.iter().any(|(_, p)| p.program != first.program) {
        tell!(
            "the shards were run by different builds of version {}",
            first.version
        );
    }
    Ok(Plan {
        shard: [1, 1],
        ..first.clone()
    })
}
