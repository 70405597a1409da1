//! `compare load`: a server full of players.

use crate::cli::{InputKind, LoadArgs};
use crate::made::provenance;
use crate::progress::Bar;
use crate::publish::publish;
use crate::threads;
use crate::weigh::{Scale, Where};
use crate::who::choose_contestants;
use anyhow::{Result, bail};
use clipmark_measure::load::{Input, LoadOptions, measure};
use clipmark_record::load::LoadResults;
use clipmark_report::prepare_study;
use clipmark_scene::Scene;
use std::thread::available_parallelism;

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
    let scene = super::scene::read(&args.scene)?;
    let options = parse_options(args, &scene)?;
    let exports = args.exports.open()?;
    prepare_study::<LoadResults>(&args.out)?;
    let bar = Bar::new();
    let mut progress = |stage: &str, done, all| bar.at(stage, done, all);
    let scale = Scale::of_this_program();
    let mut book = measure(&scene, &options, &mut progress)?;
    for row in &mut book.rows {
        let world = Where::Scene {
            file: args.scene.clone(),
            profile: None,
            contestants: options.names(),
        };
        row.world_bytes = scale.held(&row.contestant, world, row.world_bytes.said);
    }
    drop(bar);
    book.made = provenance();
    publish(&book, Vec::new(), &args.out, exports, args.details)?;
    Ok(is_sound(&book))
}

/// Whether all players ended as they do alone, and no refereed answer is wrong.
fn is_sound(book: &LoadResults) -> bool {
    book.wrong.is_empty() && book.rows.iter().all(|row| !row.unlike_alone)
}

/// The arguments' questions, checked before anything is built.
fn parse_options(args: &LoadArgs, scene: &Scene) -> Result<LoadOptions> {
    let who = choose_contestants(args.company.contestants.as_deref())?;
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
    };
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

/// 1, 2, 4 and so on, and all cores.
fn threads() -> Vec<usize> {
    let all = available_parallelism().map_or(1, usize::from);
    let doubled = std::iter::successors(Some(1), |n| Some(n * 2)).take_while(|n| *n < all);
    doubled.chain([all]).collect()
}
