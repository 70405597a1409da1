//! `compare merge`: the shards of a suite's run as one.

use super::suite::{finish, one_run, told};
use crate::cli::MergeArgs;
use anyhow::{Context, Result, bail};
use clipmark_record::suite::{Cell, SuiteRun};
use clipmark_suite::{folder, journal};
use std::collections::HashSet;
use std::fs;
use std::path::Path;

/// Says whether nothing happened that was to fail.
pub(crate) fn run(args: &MergeArgs) -> Result<bool> {
    let mut plans = Vec::new();
    for dir in &args.shards {
        if dir == &args.out {
            bail!(
                "{} is one of the shards; name another folder with --out",
                dir.display()
            );
        }
        plans.push((dir.display().to_string(), folder::plan(dir)?));
    }
    let plan = one_run(&plans)?;
    let mut cells: Vec<Cell> = Vec::new();
    for dir in &args.shards {
        cells.extend(told(journal::read(dir)?, dir));
    }
    let mut seen = HashSet::new();
    cells.retain(|c| seen.insert((c.scene.clone(), c.contestant.clone())));
    let scenes = plan.suites.iter().map(|s| s.scenes).sum::<usize>();
    let wanted = scenes.saturating_mul(plan.contestants.len());
    if cells.len() != wanted {
        bail!(
            "the shards hold {} of {wanted} results; run each to its end, with the same `compare suite` again",
            cells.len()
        );
    }
    let row = |cell: &Cell| plan.suites.iter().position(|s| s.name == cell.suite);
    cells.sort_by_cached_key(|c| (row(c), c.case.clone(), c.profile.clone(), c.scene.clone()));
    folder::begin(&args.out, &plan)?;
    let good: HashSet<&str> = HashSet::new();
    journal::keep(&args.out, &good)?;
    journal::Journal::open(&args.out)?.add(&cells)?;
    let run = SuiteRun::of(plan, cells);
    copy_worst(args, &run)?;
    finish(&run, &args.out, &args.fail_on)
}

/// The scenes of the worst failures of all are among those of the shards' worst.
fn copy_worst(args: &MergeArgs, run: &SuiteRun) -> Result<()> {
    folder::clear_scenes(&args.out)?;
    let worst: HashSet<&str> = run
        .summary
        .iter()
        .flat_map(|s| &s.worst)
        .map(|&i| run.cells[i].scene.as_str())
        .collect();
    for scene in worst {
        let file = format!("{scene}.ron");
        let sources = args.shards.iter().map(|dir| folder::scenes(dir).join(&file));
        for from in sources.filter(|p| Path::is_file(p)) {
            let text =
                fs::read_to_string(&from).with_context(|| format!("cannot read {}", from.display()))?;
            folder::write_scene(&args.out, scene, &text)?;
        }
    }
    Ok(())
}
