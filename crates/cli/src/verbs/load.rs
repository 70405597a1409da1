//! `compare load`: a server full of players.

use super::counter::{Counter, Event};
use super::runs::{self, Merged};
use super::{cache_misses, suite};
use crate::cli::{InputKind, LoadArgs, MergeArgs};
use crate::exports::Exports;
use crate::made::made;
use crate::progress::Bar;
use crate::publish::publish;
use crate::threads;
use crate::weigh::{Scale, Where};
use crate::who::who;
use anyhow::{Context, Result, bail};
use clipmark_journal::{Plan, Rows, Unit, begin, keep, key_of_debug};
use clipmark_measure::load::{
    self as measured, Input, LoadOptions, bare_passes, measure, measure_units, results,
};
use clipmark_measure::{Progress, this_machine};
use clipmark_record::load::{LOAD_FORMAT, LoadGroup, LoadResults, LoadRow};
use clipmark_report::prepare_study;
use clipmark_scene::{Scene, is_map};
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::thread::available_parallelism;

/// Name in plans.
pub(crate) const VERB: &str = "load";

/// Ticks a second where nothing says otherwise.
const RATES: [f32; 2] = [60.0, 125.0];
/// The same of a quick run.
const QUICK_RATE: f32 = 125.0;
/// Ticks of all players in one row at most: their commands and times take 2.5 GB.
const MOST_TICKS: f64 = 50e6;
/// Players of all contestants at a time at most: each takes some kilobytes.
const MOST_AT_A_TIME: usize = 4_000_000;
/// Threads of all contestants at a time at most; nearly all wait for their turn.
const MOST_WAITING: usize = 8192;

/// Says whether the results are [sound](is_sound).
pub(crate) fn run(args: &LoadArgs) -> Result<bool> {
    let scene = match args.scene.to_str().filter(|p| is_map(p)) {
        Some(map) => Scene::of_map(map)?,
        None => Scene::load(&args.scene)?,
    };
    let options = asked(args, &scene)?;
    if let (Some(passes), Some(name)) = (args.bare_passes, &args.bare_contestant) {
        let unit = options.units()[0];
        bare_passes(&scene, &options, name.parse()?, unit, passes)?;
        return Ok(true);
    }
    let counter = args
        .cache_misses
        .map(|players| Counter::find(&Event::MISSES).map(|counter| (counter, players)))
        .transpose()
        .context("--cache-misses")?;
    let exports = args.exports.open()?;
    prepare_study::<LoadResults>(&args.out)?;
    let bar = Bar::new();
    let mut progress = |stage: &str, done, all| bar.at(stage, done, all);
    let scale = Scale::of_this_program();
    let weighed = |rows: &mut [LoadRow]| {
        for row in rows {
            let world = Where::Scene {
                file: args.scene.clone(),
                profile: None,
                contestants: options.names(),
            };
            row.world_bytes = scale.held(&row.contestant, world, row.world_bytes.said);
        }
    };
    let mut book = match args.shard {
        None => measure(&scene, &options, &mut progress)?,
        Some(shard) => shared(&scene, &options, shard, &args.out, &weighed, &mut progress)?,
    };
    weighed(&mut book.rows);
    if let Some((counter, players)) = counter {
        let misses = cache_misses::of_all(counter, args, &options, players, &mut progress);
        book.misses = Some(misses);
    }
    drop(bar);
    book.made = made();
    publish(&book, Vec::new(), &args.out, exports, args.details)?;
    Ok(is_sound(&book))
}

/// Whether all players ended as they do alone or again, no refereed answer is wrong, and no solid player entered another.
fn is_sound(book: &LoadResults) -> bool {
    let apart = book.judged.iter().all(|judged| judged.entered == 0);
    apart && book.wrong.is_empty() && book.rows.iter().all(|row| !row.unlike_alone)
}

/// The arguments' questions, checked before anything is built.
fn asked(args: &LoadArgs, scene: &Scene) -> Result<LoadOptions> {
    let who = who(args.company.contestants.as_deref())?;
    let input = match &args.input {
        InputKind::Random => Input::Random,
        InputKind::Scene => Input::of_scene(scene)?,
        InputKind::File(path) => Input::of_file(path, scene)?,
    };
    let rates = match (input.rate(), &args.rates) {
        (Some(own), Some(_)) => bail!(
            "--rates: {} says how long each of its ticks is, {own} a second; leave --rates out",
            input.name()
        ),
        (Some(own), None) => vec![own],
        (None, Some(rates)) => rates.clone(),
        (None, None) if args.quick => vec![QUICK_RATE],
        (None, None) => RATES.to_vec(),
    };
    let options = LoadOptions {
        contestants: who.contestants,
        leaves_out: who.leaves_out,
        input,
        players: args.players.clone(),
        rates,
        threads: args.threads.clone().unwrap_or_else(threads),
        seconds: args.seconds,
        most_seconds: args.most_seconds,
        seed: args.seed,
        solid: args.solid,
    };
    if options.solid {
        check_solid(&options, args.threads.is_some())?;
    }
    let most = |all: &[usize]| all.iter().copied().max().unwrap_or(1);
    let (players, who) = (most(&options.players), options.contestants.len());
    let fastest = options.rates.iter().copied().fold(0.0, f32::max);
    let ticks = players as f64 * args.seconds * f64::from(fastest);
    if ticks > MOST_TICKS {
        bail!(
            "{ticks:.0} ticks in one row; at most {MOST_TICKS:.0}: give fewer --players, --seconds or a lower rate"
        );
    }
    if players * who > MOST_AT_A_TIME {
        bail!(
            "{players} players of {who} contestants at a time; at most {MOST_AT_A_TIME} in all: give fewer \
             --players or --contestants"
        );
    }
    let waiting: usize = options.threads.iter().sum::<usize>() * who;
    if waiting > MOST_WAITING {
        bail!(
            "{waiting} threads of {who} contestants; at most {MOST_WAITING}: give fewer --threads or --contestants"
        );
    }
    threads::check(waiting, "give fewer --threads or --contestants")?;
    Ok(options)
}

/// Refuses what solid players cannot be asked.
fn check_solid(options: &LoadOptions, threads_said: bool) -> Result<()> {
    if !matches!(options.input, Input::Random) {
        bail!(
            "--solid: players on one run ({}) would begin inside each other; leave --input out",
            options.input.name()
        );
    }
    if threads_said && options.threads != [1] {
        bail!(
            "--solid: one thread plays a frame, since a turn depends on those before it; leave --threads out"
        );
    }
    Ok(())
}

/// The questions about every row, as plans have them, and the lines above a merged table.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Asked {
    world: String,
    profile: String,
    input: String,
    patches_left_out: usize,
    contestants: Vec<String>,
    threads: Vec<usize>,
    seconds: f64,
    most_seconds: f64,
    seed: u64,
    solid: bool,
    movers: usize,
}

/// Measures a shard of the rows: those that the folder's journal lacks. A run without shards measures everything anew, since
/// times of yesterday say little of today.
fn shared(
    scene: &Scene,
    options: &LoadOptions,
    shard: [usize; 2],
    out: &Path,
    weighed: &dyn Fn(&mut [LoadRow]),
    progress: Progress,
) -> Result<LoadResults> {
    let units = options.units();
    let base = results(scene, options, Vec::new())?;
    let named = |unit: &measured::Unit| Unit {
        group: base.world.clone(),
        part: part(unit.players, f64::from(unit.hertz)),
    };
    let asked = Asked {
        world: base.world.clone(),
        profile: base.profile.clone(),
        input: base.input.clone(),
        patches_left_out: base.patches_left_out,
        contestants: options.names(),
        threads: options.threads.clone(),
        seconds: options.seconds,
        most_seconds: options.most_seconds,
        seed: options.seed,
        solid: options.solid,
        movers: base.movers,
    };
    let names = units.iter().map(named).collect();
    let plan = Plan::new(VERB, suite::fingerprint()?, shard, this_machine(), asked, names)?;
    let mine = plan.mine();
    let commands = key_of_debug(&options.input);
    let input = format!("{} {commands} {}", key_of_debug(&scene.world()?), scene.text);
    begin(out, &plan)?;
    let mut done = keep(out, &plan, |unit, of, group: &LoadGroup| {
        mine.contains(&unit) && of == input && is_of(&plan, unit, group)
    })?;
    let mut journal = Rows::open(out, &plan)?;
    let missing: Vec<usize> = mine
        .iter()
        .copied()
        .filter(|unit| !done.contains_key(unit))
        .collect();
    let open: Vec<measured::Unit> = missing.iter().map(|&unit| units[unit]).collect();
    let mut written = Ok(());
    let mut next = missing.iter();
    measure_units(scene, options, &open, progress, &mut |_, mut group| {
        let Some(&unit) = next.next() else { return };
        weighed(&mut group.rows);
        match journal.add(unit, &input, &group) {
            Ok(group) => drop(done.insert(unit, (input.clone(), group))),
            Err(e) => written = Err(e),
        }
    })?;
    written?;
    let groups = mine
        .iter()
        .filter_map(|unit| done.remove(unit))
        .map(|(_, group)| group);
    Ok(results(scene, options, groups.collect())?)
}

/// A plan's name of a unit.
fn part(players: usize, hertz: f64) -> String {
    format!("{players} players at {hertz} Hz")
}

/// Whether the measured group belongs to the unit.
fn is_of(plan: &Plan, unit: usize, group: &LoadGroup) -> bool {
    let rows = || group.rows.iter();
    part(group.players, group.hertz) == plan.units[unit].part
        && rows().all(|row| row.players == group.players && row.hertz == group.hertz)
}

/// Puts the shards of one run together, if they ran on one kind of machine: times of different machines make no table.
pub(crate) fn merge(args: &MergeArgs, out: &Path) -> Result<bool> {
    let dirs = &args.shards[..];
    let Merged {
        plan,
        rows,
        one_machine,
    } = runs::merged(dirs, VERB, |plan, unit, group: &LoadGroup| {
        is_of(plan, unit, group)
    })?;
    if !one_machine {
        bail!(
            "the shards were measured on different machines, whose times are no one table; run them on machines of one kind"
        );
    }
    let asked: Asked = runs::from_plan(&plan.asked, &dirs[0])?;
    prepare_study::<LoadResults>(out)?;
    let mut book = LoadResults {
        made: made(),
        format: LOAD_FORMAT,
        world: asked.world,
        profile: asked.profile,
        input: asked.input,
        patches_left_out: asked.patches_left_out,
        seconds: asked.seconds,
        most_seconds: asked.most_seconds,
        seed: asked.seed,
        machine: runs::from_plan(&plan.machine, &dirs[0])?,
        rows: Vec::new(),
        left_out: Vec::new(),
        wrong: Vec::new(),
        speeds: Vec::new(),
        misses: None,
        solid: asked.solid,
        movers: asked.movers,
        judged: Vec::new(),
    };
    book.fill(runs::write(out, &plan, rows)?, &asked.contestants);
    publish(&book, Vec::new(), out, Exports::none(), args.details)?;
    Ok(is_sound(&book))
}

/// 1, 2, 4 and so on, and all cores.
fn threads() -> Vec<usize> {
    let all = available_parallelism().map_or(1, usize::from);
    let doubled = std::iter::successors(Some(1), |n| Some(n * 2)).take_while(|n| *n < all);
    doubled.chain([all]).collect()
}
