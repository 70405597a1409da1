//! `compare bar`: backends held to the correctness bar on maps.
//!
//! A map is read when its turn comes and dropped after it. The results of each are written to a journal before the next begins.
//! So a run that was killed goes on with the map it was at.

use super::bar_declared::{checks, judged};
use super::runs::{self, Merged, judged_take_part};
use super::suite;
use crate::cli::{BarArgs, MergeArgs};
use crate::declared::Declared;
use crate::exports::Exports;
use crate::hull;
use crate::made::provenance;
use crate::progress::Bar;
use crate::publish::publish;
use crate::terminal::{say, tell};
use anyhow::{Context, Result, bail};
use clipmark_geometry::{Hull, World};
use clipmark_journal::{Plan, Rows, Unit, begin, keep, key_of_debug};
use clipmark_measure::bar::{
    BarOptions, FULL, HULL_SHARE, QUICK, build_world as made_world, measure_map, process_hash,
};
use clipmark_measure::{Contestant, MeasureError, this_machine};
use clipmark_record::bar::{BarResults, BarRow, Sizes};
use clipmark_record::case::Case;
use clipmark_record::each_once;
use clipmark_record::faults::Fault;
use clipmark_report::prepare_study;
use clipmark_scene::load_world;
use clipmark_suite::known::Names;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::path::Path;
use std::process::Command;

/// Name in plans.
pub(crate) const VERB: &str = "bar";

/// The questions on every map, as plans have them.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    profile: String,
    hull: Option<String>,
    sizes: Sizes,
    seed: u64,
}

/// The results of a contestant on a map, as in the journal: with the worst answers and walks, which become files.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Entry {
    row: BarRow,
    cases: [Vec<Case>; 2],
    worst_walk: Option<String>,
}

impl Entry {
    fn from_row(mut row: BarRow) -> Self {
        Self {
            cases: std::mem::take(&mut row.cases),
            worst_walk: row.worst_walk.take(),
            row,
        }
    }

    fn whole(self) -> BarRow {
        BarRow {
            cases: self.cases,
            worst_walk: self.worst_walk,
            ..self.row
        }
    }

    fn is_of(&self, plan: &Plan, unit: usize) -> bool {
        self.row.map == plan.units[unit].group && self.row.contestant == plan.units[unit].part
    }
}

/// Says whether all met the bar, or all contestants named with `--fail-on`.
pub(crate) fn run(args: &BarArgs) -> Result<bool> {
    let contestants = contestants(args)?;
    let hull = args.hull.as_deref().map(hull::parse).transpose()?;
    let asking = BarOptions {
        contestants: &contestants,
        profile: args.profile,
        hull,
        sizes: sizes(args),
        seed: args.seed,
    };
    if args.process_hash {
        return say_hash(args, &asking);
    }
    let checks = checks(args.strict);
    let declared = Declared::open(&args.declared, &may_name(&checks, &args.worlds))?.of_contestants()?;
    let plan = plan(args, &asking)?;
    let inputs = inputs(&plan)?;
    let exports = args.exports.open()?;
    prepare_study::<BarResults>(&args.out)?;
    let book = book(&plan, &args.out, measured(&plan, &inputs, &asking, &args.out)?)?;
    publish(&book, Vec::new(), &args.out, exports)?;
    ends(&book, declared, &args.fail_on, args.strict)
}

/// What a list may name.
fn may_name<'a>(checks: &'a [String], maps: &'a [String]) -> Names<'a> {
    Names {
        checks,
        maps,
        ..Names::default()
    }
}

/// Whether the result is as declared; without a list whether the bar is met.
fn ends(book: &BarResults, declared: Declared, fail_on: &[String], strict: bool) -> Result<bool> {
    let is_given = declared.is_given();
    let judged = judged(book, strict, |row| is_judged(row, fail_on));
    let as_declared = declared.ends(&judged)?;
    Ok(if is_given {
        as_declared
    } else {
        meets(book, fail_on, strict)
    })
}

/// Says the hash that another process compares with its own.
fn say_hash(args: &BarArgs, asking: &BarOptions) -> Result<bool> {
    for map in args.worlds.iter().take(1) {
        if let Some(hash) = process_hash(map, world(map)?, asking)? {
            say!("{hash}")?;
        }
    }
    Ok(true)
}

/// Whether this program in its own process gives other answers or states than here. False where no process can start.
fn differs_elsewhere(map: &str, contestant: Contestant, asking: &BarOptions) -> Result<bool> {
    let alone = BarOptions {
        contestants: &[contestant],
        ..asking.clone()
    };
    let (Some(own), Ok(program)) = (process_hash(map, world(map)?, &alone)?, std::env::current_exe()) else {
        return Ok(false);
    };
    let asked = Command::new(program)
        .args(["bar", "--process-hash", "--worlds", map])
        .args(["--contestants", &contestant.to_string()])
        .args(["--profile", asking.profile.name])
        .args(["--seed", &asking.seed.to_string()])
        .output()?;
    // A program that ended without a number, out of memory perhaps, has given no other answer.
    if !asked.status.success() {
        bail!(
            "{map}: {contestant} in a process of its own ended with {}: {}",
            asked.status,
            String::from_utf8_lossy(&asked.stderr).trim()
        );
    }
    Ok(String::from_utf8_lossy(&asked.stdout).trim() != own.to_string())
}

/// Puts the shards of one run together.
pub(crate) fn merge(args: &MergeArgs, out: &Path) -> Result<bool> {
    let dirs = &args.shards[..];
    let Merged {
        plan,
        rows,
        one_machine,
    } = runs::merged(dirs, VERB, |plan, unit, entry: &Entry| entry.is_of(plan, unit))?;
    for unit in &plan.units {
        let known = unit.part.parse::<Contestant>();
        known.with_context(|| format!("the plan of {} is damaged", dirs[0].display()))?;
    }
    let names: Vec<&str> = plan.units.iter().map(|u| u.part.as_str()).collect();
    judged_take_part(&args.fail_on, &names)?;
    let maps = each_once(plan.units.iter().map(|u| u.group.as_str()));
    let maps: Vec<String> = maps.into_iter().map(String::from).collect();
    let declared = Declared::open(&args.declared, &may_name(&checks(args.strict), &maps))?;
    if !one_machine {
        tell!("the shards were run on different machines; results name that of the first");
    }
    prepare_study::<BarResults>(out)?;
    let rows = runs::write(out, &plan, rows)?;
    let book = book(&plan, out, rows)?;
    publish(&book, Vec::new(), out, Exports::none())?;
    ends(&book, declared, &args.fail_on, args.strict)
}

fn is_judged(row: &BarRow, fail_on: &[String]) -> bool {
    fail_on.is_empty() || fail_on.contains(&row.contestant)
}

fn meets(book: &BarResults, fail_on: &[String], strict: bool) -> bool {
    let mut judged = book.rows.iter().filter(|row| is_judged(row, fail_on));
    judged.all(|row| row.met().is_met(strict))
}

fn plan(args: &BarArgs, asking: &BarOptions) -> Result<Plan> {
    let mut units = Vec::new();
    for (i, map) in args.worlds.iter().enumerate() {
        if args.worlds[..i].contains(map) {
            bail!("--worlds {map}: it is named twice; name each map once");
        }
        units.extend(asking.contestants.iter().map(|contestant| Unit {
            group: map.clone(),
            part: contestant.to_string(),
        }));
    }
    let asked = Asked {
        profile: asking.profile.name.into(),
        hull: args.hull.clone(),
        sizes: asking.sizes,
        seed: asking.seed,
    };
    let shard = args.shard.unwrap_or([1, 1]);
    Ok(Plan::new(
        VERB,
        suite::program_hash()?,
        shard,
        this_machine(),
        asked,
        units,
    )?)
}

/// A hash for the contents of each map of the shard. Each is read once before any measurement, and dropped again: a missing or
/// damaged one is found at once.
fn inputs(plan: &Plan) -> Result<HashMap<&str, String>> {
    let mut inputs = HashMap::new();
    for unit in plan.mine() {
        let map = plan.units[unit].group.as_str();
        if !inputs.contains_key(map) {
            // Results of an older file must not count for a newer one.
            inputs.insert(map, key_of_debug(&world(map)?));
        }
    }
    Ok(inputs)
}

fn world(map: &str) -> Result<World> {
    match made_world(map) {
        Some(world) => Ok(world),
        None => Ok(load_world(map, Path::new("."))?),
    }
}

/// The results of the shard's units: the journal's, and the others measured now.
fn measured(
    plan: &Plan,
    inputs: &HashMap<&str, String>,
    asking: &BarOptions,
    out: &Path,
) -> Result<Vec<Entry>> {
    let mine = plan.mine();
    begin(out, plan)?;
    let mut done = keep(out, plan, |unit, input, entry: &Entry| {
        mine.contains(&unit)
            && inputs
                .get(plan.units[unit].group.as_str())
                .is_some_and(|i| i == input)
            && entry.is_of(plan, unit)
    })?;
    let mut journal = Rows::open(out, plan)?;
    let bar = Bar::new();
    let missing: Vec<usize> = mine
        .iter()
        .copied()
        .filter(|unit| !done.contains_key(unit))
        .collect();
    for units in missing.chunk_by(|a, b| plan.units[*a].group == plan.units[*b].group) {
        let map = plan.units[units[0]].group.as_str();
        let who: Vec<usize> = units.iter().map(|unit| unit % asking.contestants.len()).collect();
        let rows = measure_map(map, world(map)?, asking, &who, &mut |stage, done, all| {
            bar.at(stage, done, all);
        })?;
        for (&unit, mut row) in units.iter().zip(rows) {
            let contestant = asking.contestants[unit % asking.contestants.len()];
            if row.refused.is_none() && differs_elsewhere(map, contestant, asking)? {
                row.random.faults[Fault::OtherProcess] = 1;
            }
            let input = &inputs[map];
            let entry = journal.add(unit, input, &Entry::from_row(row))?;
            done.insert(unit, (input.clone(), entry));
        }
    }
    Ok(mine
        .iter()
        .filter_map(|unit| done.remove(unit))
        .map(|(_, entry)| entry)
        .collect())
}

fn book(plan: &Plan, dir: &Path, entries: Vec<Entry>) -> Result<BarResults> {
    let asked: Asked = runs::from_plan(&plan.asked, dir)?;
    Ok(BarResults {
        made: provenance(),
        machine: runs::from_plan(&plan.machine, dir)?,
        profile: asked.profile,
        sizes: asked.sizes,
        seed: asked.seed,
        rows: entries.into_iter().map(Entry::whole).collect(),
    })
}

/// The number of questions: the named ones, else everything, or a tenth of it.
fn sizes(args: &BarArgs) -> Sizes {
    let default = if args.quick { QUICK } else { FULL };
    let sweeps = args.sweeps.unwrap_or(default.sweeps);
    Sizes {
        sweeps,
        // One hull that is named is asked alone.
        hulls: match args.hull {
            Some(_) => 0,
            None => args.hulls.unwrap_or(sweeps / HULL_SHARE),
        },
        rest: args.rest.unwrap_or(default.rest),
        walkers: args.walkers.unwrap_or(default.walkers),
        ticks: args.ticks.unwrap_or(default.ticks),
    }
}

/// The named ones, once each, all with the requested hull.
fn contestants(args: &BarArgs) -> Result<Vec<Contestant>> {
    let mut all: Vec<Contestant> = Vec::new();
    for (i, name) in args.contestants.iter().enumerate() {
        if args.contestants[..i].contains(name) {
            return Err(MeasureError::Twice(name.clone()).into());
        }
        all.push(name.parse()?);
    }
    let names: Vec<String> = all.iter().map(Contestant::to_string).collect();
    judged_take_part(&args.fail_on, &names)?;
    let hull: Option<Hull> = args.hull.as_deref().map(hull::parse).transpose()?;
    if let (Some(hull), Some(unable)) = (
        hull,
        hull.and_then(|h| all.iter().find(|c| !c.backend.sweeps(&h))),
    ) {
        bail!(
            "--hull {}: {unable} has no {} hulls",
            args.hull.as_deref().unwrap_or_default(),
            hull.kind()
        );
    }
    Ok(all)
}
