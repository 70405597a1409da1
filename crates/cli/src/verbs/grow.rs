//! `compare grow`: how cost grows with the world.

use crate::cli::GrowArgs;
use crate::made::provenance;
use crate::output::Output;
use crate::progress::Bar;
use crate::publish::publish;
use crate::weigh::{Scale, Where};
use crate::who::choose_contestants;
use anyhow::{Context, Result};
use clipmark_measure::grow::{Budget, GrowOptions, Town, Weighed, measure};
use clipmark_record::grow::GrowResults;
use clipmark_report::prepare_study;
use clipmark_scene::sources::quake_map;
use std::fs;
use std::path::Path;

const SIZES: [usize; 5] = [100, 1000, 10_000, 100_000, 1_000_000];
const QUICK_SIZES: usize = 3;
/// Sweeps of each class, and the refereed part of them: an error in one of a hundred shows in most runs.
const SWEEPS: usize = 2000;
const QUICK_SWEEPS: usize = 500;
const REFEREED: usize = 200;
/// Rounds under the clock.
const ROUNDS: usize = 15;
const QUICK_ROUNDS: usize = 5;
/// Players, spread over the world, and ticks of each: two seconds.
const PLAYERS: usize = 16;
const TICKS: usize = 250;
/// The movement in a town.
const PROFILE: &str = "quake3";

/// Says whether all were timed on the answers first given, and none of the refereed ones is wrong.
pub(crate) fn run(args: &GrowArgs) -> Result<bool> {
    let exports = args.exports.open()?;
    let who = choose_contestants(args.company.contestants.as_deref())?;
    let sizes = args
        .sizes
        .clone()
        .unwrap_or_else(|| SIZES[..if args.quick { QUICK_SIZES } else { SIZES.len() }].to_vec());
    let sizes = sorted(sizes);
    let profile = *clipmark_movement::profile_named(PROFILE).context(PROFILE)?;
    prepare_study::<GrowResults>(&args.out)?;
    if let Some(folder) = &args.export_maps {
        export(folder, &sizes, args.seed)?;
    }
    let options = GrowOptions {
        contestants: who.contestants,
        leaves_out: who.leaves_out,
        profile,
        sweeps: args
            .sweeps
            .unwrap_or(if args.quick { QUICK_SWEEPS } else { SWEEPS }),
        refereed: REFEREED,
        players: PLAYERS,
        ticks: TICKS,
        rounds: if args.quick { QUICK_ROUNDS } else { ROUNDS },
        seed: args.seed,
        budget: Budget {
            seconds: args.most_seconds,
            megabytes: args.most_megabytes,
        },
    };
    let scale = Scale::of_this_program();
    let bar = Bar::new();
    let mut count = |whose: &Weighed| {
        let world = Where::Town {
            brushes: whose.brushes,
            seed: args.seed,
            profile: profile.name.to_owned(),
        };
        scale.held(whose.contestant, world, whose.said)
    };
    let mut book = measure(&sizes, &options, &mut count, &mut |stage, done, all| {
        bar.at(stage, done, all);
    })?;
    drop(bar);
    book.made = provenance();
    publish(&book, Vec::new(), &args.out, exports, false)?;
    Ok(book.rows.iter().all(|row| row.is_timed() && row.wrong() == 0))
}

/// From small to large, each once: the budget looks at the costs of smaller worlds.
fn sorted(mut sizes: Vec<usize>) -> Vec<usize> {
    sizes.sort_unstable();
    sizes.dedup();
    sizes
}

/// Writes each town as a map.
fn export(folder: &Path, sizes: &[usize], seed: u64) -> Result<()> {
    fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    for &brushes in sizes {
        let mut town = Town::build(brushes, seed).with_context(|| format!("a town of {brushes} brushes"))?;
        let map = quake_map::write(town.world_with_spawns());
        let file = folder.join(format!("town-{brushes}.map"));
        Output::open(Some(&file))?.export(map.text.as_bytes())?;
    }
    Ok(())
}
