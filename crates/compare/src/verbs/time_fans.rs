//! `compare time --fan`: sweeps from one place, asked one by one and together, timed in turns for each backend.

use crate::cli::{FanSize, TimeArgs};
use crate::exports::Exports;
use crate::progress::Bar;
use crate::terminal::{say, view};
use crate::verbs::time_results::{FanTimes, Verified};
use crate::verbs::time_table::{error_and_time_columns, time_cells};
use anyhow::Result;
use clipmark_collision::{CollisionBackend, Fan};
use clipmark_geometry::{Hull, World};
use clipmark_measure::fan_race::{RacedFans, race_fans};
use clipmark_measure::fans::draw;
use clipmark_measure::{speed, this_machine};
use clipmark_record::{Machine, Timing};
use clipmark_report::count;
use clipmark_report::grid::{Cell, Column, Grid};
use clipmark_truth::Reference;
use serde::Serialize;
use std::collections::BTreeMap;

/// As the table calls the two ways.
const ONE_BY_ONE: &str = "one by one";
const TOGETHER: &str = "together";

#[derive(Serialize)]
struct Times {
    world: String,
    hull: String,
    fan: &'static str,
    size: usize,
    fans: usize,
    rounds: u32,
    machine: Machine,
    backends: BTreeMap<String, FanTimes>,
}

/// Says whether all were timed.
pub(super) fn run(
    args: &TimeArgs,
    fan: FanSize,
    (world, hull): (&World, Hull),
    backends: &[Box<dyn CollisionBackend>],
    mut exports: Exports,
) -> Result<bool> {
    let mask = args.world.contents();
    let fans = (args.count as usize).div_ceil(fan.size);
    let drawn = draw(world, mask, fan.kind, fan.size, fans, args.seed);
    let asked: Vec<Fan> = drawn
        .iter()
        .map(|lines| Fan::new(hull, lines.start, &lines.ends).against(mask))
        .collect();
    let reference = Reference::build(world, mask);
    let bar = Bar::new();
    let all: Vec<&dyn CollisionBackend> = backends.iter().map(|b| &**b).collect();
    let raced = race_fans(
        &all,
        &reference,
        &asked,
        args.reps as usize,
        &mut |stage, done, all| bar.at(stage, done, all),
    );
    drop(bar);
    let times = |(backend, raced): (&&dyn CollisionBackend, RacedFans)| FanTimes {
        build_ms: backend.facts().build_time.as_secs_f64() * 1e3,
        bytes: backend.facts().bytes,
        verified: Verified::of(&raced.score),
        one_by_one: raced.one_by_one,
        together: raced.together,
    };
    let rows: Vec<FanTimes> = all.iter().zip(raced).map(times).collect();
    let is_timed = |t: &FanTimes| t.one_by_one.not_timed.is_none() && t.together.not_timed.is_none();
    let all_timed = rows.iter().all(is_timed);
    if exports.shows_table() {
        say!("{}", table(args, fan, fans, &rows))?;
    }
    exports.json(&Times {
        world: args.world.world.clone(),
        hull: args.hull.clone(),
        fan: fan.kind.name(),
        size: fan.size,
        fans,
        rounds: args.reps,
        machine: this_machine(),
        backends: args.backends.iter().cloned().zip(rows).collect(),
    })?;
    Ok(all_timed)
}

fn table(args: &TimeArgs, fan: FanSize, fans: usize, all: &[FanTimes]) -> String {
    let view = view();
    let mut lines = Vec::new();
    for (name, t) in args.backends.iter().zip(all) {
        lines.extend(speed(
            name,
            &[(ONE_BY_ONE, &t.one_by_one), (TOGETHER, &t.together)],
        ));
        lines.extend(not_timed(name, ONE_BY_ONE, &t.one_by_one, fan.size));
        lines.extend(not_timed(name, TOGETHER, &t.together, fan.size));
    }
    lines.push(format!(
        "{} · {} · {} fans of {} {} · {} rounds · {} sweeps refereed",
        args.world.world,
        args.hull,
        count(fans),
        fan.size,
        fan.kind.name(),
        args.reps,
        count(all.first().map_or(0, |t| t.verified.sweeps)),
    ));
    let mut out = String::new();
    let mut put = |text: &str| {
        out += text.trim_end();
        out.push('\n');
    };
    for line in lines {
        view.wrapped(&line, "  ").iter().for_each(|text| put(text));
    }
    grid(args, all).lines(view).iter().for_each(|row| put(row));
    out
}

/// Why a way was not timed, where it was not.
fn not_timed(backend: &str, way: &str, time: &Timing, size: usize) -> Option<String> {
    let differ = time.not_timed?;
    let first = differ.first.map_or_else(String::new, |i| {
        format!(
            ", the first of them to sweep {} of fan {}",
            i % size + 1,
            i / size + 1
        )
    });
    Some(format!(
        "{backend}: {way} not timed: answers differ: {} of {} are not those of the single traces that were verified{first}.",
        count(differ.differ),
        count(differ.of)
    ))
}

/// Two rows for each backend.
fn grid(args: &TimeArgs, all: &[FanTimes]) -> Grid {
    let mut columns = vec![Column::words("backend"), Column::words("asked")];
    columns.extend(error_and_time_columns(all.iter().map(|t| &t.verified)));
    let mut rows = Vec::new();
    for (name, t) in args.backends.iter().zip(all) {
        let v = &t.verified;
        for (way, time) in [(ONE_BY_ONE, &t.one_by_one), (TOGETHER, &t.together)] {
            let mut row = vec![name.clone(), way.to_owned()];
            row.extend([count(v.missed), count(v.phantom), count(v.unreliable)]);
            row.extend(time_cells(time));
            rows.push(row.into_iter().map(Cell::from).collect());
        }
    }
    Grid { columns, rows }
}
