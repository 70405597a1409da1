//! `compare load`: a server full of players.

use super::report::renew_overview;
use super::runs::{self, Merged};
use super::suite;
use crate::cli::{LoadArgs, MergeArgs};
use crate::exports::Exports;
use crate::made::made;
use crate::parquet::ParquetFiles;
use crate::progress::Bar;
use crate::terminal::say;
use anyhow::{Result, bail};
use clipmark_journal::{Plan, Rows, Unit, begin, keep};
use clipmark_measure::load::{self as measured, Asking, measure, measure_units, results};
use clipmark_measure::{Progress, contestants_named, this_machine};
use clipmark_record::load::{LOAD_FORMAT, LoadResults, LoadRow};
use clipmark_report::{load_csv, load_markdown, load_table, prepare_load, write_load_report};
use clipmark_scene::{Scene, is_map};
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::thread::available_parallelism;

/// Name in plans.
pub(crate) const VERB: &str = "load";

/// Ticks of all players in one row at most: their commands and times take 2.5 GB.
const MOST_TICKS: f64 = 50e6;

/// Says whether all players ended in company as they do alone.
pub(crate) fn run(args: &LoadArgs) -> Result<bool> {
    let scene = match args.scene.to_str().filter(|p| is_map(p)) {
        Some(map) => Scene::of_map(map)?,
        None => Scene::load(&args.scene)?,
    };
    let mut exports = Exports::open(&args.export_json, &args.export_csv, &args.export_markdown)?;
    let parquet = ParquetFiles::open(&args.export_parquet, &args.out)?;
    let most = args.players.iter().copied().max().unwrap_or(1) as f64;
    let fastest = args.rates.iter().copied().fold(0.0, f32::max);
    let ticks = most * args.seconds * f64::from(fastest);
    if ticks > MOST_TICKS {
        bail!(
            "{ticks:.0} ticks in one row; at most {MOST_TICKS:.0}: give fewer --players, --seconds or a lower rate"
        );
    }
    prepare_load(&args.out)?;
    let asking = Asking {
        contestants: contestants_named(&args.contestants)?,
        players: args.players.clone(),
        rates: args.rates.clone(),
        threads: args.threads.clone().unwrap_or_else(threads),
        seconds: args.seconds,
        seed: args.seed,
    };
    let bar = Bar::new();
    let mut progress = |stage: &str, done, all| bar.at(stage, done, all);
    let mut book = match args.shard {
        None => measure(&scene, &asking, &mut progress)?,
        Some(shard) => shared(&scene, &asking, shard, &args.out, &mut progress)?,
    };
    drop(bar);
    book.made = made();
    write_load_report(&book, &args.out)?;
    renew_overview(&args.out);
    exports.json(&book)?;
    exports.csv(|| load_csv(&book))?;
    parquet.write(&book)?;
    exports.markdown(|| load_markdown(&book))?;
    if exports.shows_table() {
        say!("{}{}\n", load_table(&book), args.out.join("index.html").display())?;
    }
    Ok(book.rows.iter().all(|row| !row.unlike_alone))
}

/// What is asked of every row, as plans have it, and what a merged table says above them.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    world: String,
    profile: String,
    threads: Vec<usize>,
    seconds: f64,
    seed: u64,
}

/// Measures a shard of the rows: what the folder's journal does not have. A run without shards measures everything anew, since
/// times of yesterday say little of today.
fn shared(
    scene: &Scene,
    asking: &Asking,
    shard: [usize; 2],
    out: &Path,
    progress: Progress,
) -> Result<LoadResults> {
    let units = asking.units();
    let named = |unit: &measured::Unit| Unit {
        group: unit.contestant.to_string(),
        part: format!("{} players at {} Hz", unit.players, unit.hertz),
    };
    let base = results(scene, asking, Vec::new());
    let asked = Asked {
        world: base.world.clone(),
        profile: base.profile.clone(),
        threads: asking.threads.clone(),
        seconds: asking.seconds,
        seed: asking.seed,
    };
    let names = units.iter().map(named).collect();
    let plan = Plan::new(VERB, suite::fingerprint()?, shard, this_machine(), asked, names)?;
    let mine = plan.mine();
    let input = format!("{} {}", runs::fingerprint(&scene.world()?), scene.text);
    begin(out, &plan)?;
    let kept = keep(out, &plan, |unit, of, rows: &Vec<LoadRow>| {
        mine.contains(&unit) && of == input && is_of(&plan, unit, rows)
    })?;
    let mut done = runs::told(kept, out);
    let mut journal = Rows::open(out, &plan)?;
    let missing: Vec<usize> = mine
        .iter()
        .copied()
        .filter(|unit| !done.contains_key(unit))
        .collect();
    let open: Vec<measured::Unit> = missing.iter().map(|&unit| units[unit]).collect();
    let mut written = Ok(());
    let mut next = missing.iter();
    measure_units(scene, asking, &open, progress, &mut |_, rows| {
        let Some(&unit) = next.next() else { return };
        match journal.add(unit, &input, &rows) {
            Ok(rows) => drop(done.insert(unit, (input.clone(), rows))),
            Err(e) => written = Err(e),
        }
    })?;
    written?;
    let rows = mine
        .iter()
        .filter_map(|unit| done.remove(unit))
        .flat_map(|(_, rows)| rows);
    Ok(results(scene, asking, rows.collect()))
}

/// Whether all rows are those of the contestant.
fn is_of(plan: &Plan, unit: usize, rows: &[LoadRow]) -> bool {
    rows.iter().all(|row| row.contestant == plan.units[unit].group)
}

/// Puts the shards of one run together, if they ran on one kind of machine: times of different ones make no table.
pub(crate) fn merge(args: &MergeArgs, out: &Path) -> Result<bool> {
    let dirs = &args.shards[..];
    let parquet = ParquetFiles::open(&args.export_parquet, out)?;
    let Merged {
        plan,
        rows,
        one_machine,
    } = runs::merged(dirs, VERB, |plan, unit, rows: &Vec<LoadRow>| {
        is_of(plan, unit, rows)
    })?;
    if !one_machine {
        bail!(
            "the shards were measured on different machines, whose times are no one table; run them on machines of one kind"
        );
    }
    let asked: Asked = runs::from_plan(&plan.asked, &dirs[0])?;
    prepare_load(out)?;
    let book = LoadResults {
        made: made(),
        format: LOAD_FORMAT,
        world: asked.world,
        profile: asked.profile,
        seconds: asked.seconds,
        seed: asked.seed,
        machine: runs::from_plan(&plan.machine, &dirs[0])?,
        rows: runs::write(out, &plan, rows)?.into_iter().flatten().collect(),
    };
    write_load_report(&book, out)?;
    renew_overview(out);
    parquet.write(&book)?;
    say!("{}{}\n", load_table(&book), out.join("index.html").display())?;
    Ok(book.rows.iter().all(|row| !row.unlike_alone))
}

/// 1, 2, 4 and so on, and all cores.
fn threads() -> Vec<usize> {
    let all = available_parallelism().map_or(1, usize::from);
    let doubled = std::iter::successors(Some(1), |n| Some(n * 2)).take_while(|n| *n < all);
    doubled.chain([all]).collect()
}
