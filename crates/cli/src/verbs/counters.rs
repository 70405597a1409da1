//! `compare counters`: instructions and cache misses of a sweep of each contestant, beside those of `bsp`.

use super::counter::{Counter, Event};
use super::instructions::of_a_trace;
use super::time::Ready;
use super::time_sweeps::named;
use crate::cli::{CountersArgs, TimeArgs};
use crate::hull;
use crate::made::made;
use crate::progress::Bar;
use crate::publish::publish;
use crate::who::who;
use anyhow::Result;
use clipmark_measure::uniform::LENGTHS;
use clipmark_measure::{BackendKind, this_machine};
use clipmark_record::counters::{CounterRow, CountersResults};
use clipmark_report::prepare_study;
use clipmark_scene::load_world;
use std::path::Path;

/// What counts here, and the events that it counts: the first of [`CounterRow::counts`].
type Tool = (Counter, &'static [Event]);

/// Says whether no refereed answer is wrong.
pub(crate) fn run(args: &CountersArgs) -> Result<bool> {
    let who = who(args.company.contestants.as_deref())?;
    let all = who
        .contestants
        .iter()
        .map(|who| BackendKind::named(&who.to_string()));
    // A controller without a backend of its own asks the sweeps of another.
    let all = all.filter(|kind| kind.is_ok() || !who.leaves_out);
    let mut kinds = all.collect::<Result<Vec<_>, _>>()?;
    if !kinds.contains(&BackendKind::BSP) {
        kinds.insert(0, BackendKind::BSP);
    }
    let patches = load_world(&args.world, Path::new("."))?.patches.len();
    let keeps_patches = kinds.iter().all(|kind| kind.collides_with_patches());
    let exports = args.exports.open()?;
    prepare_study::<CountersResults>(&args.out)?;
    let (tool, missing) = match Counter::find(&Event::ALL) {
        Ok(tool) => (Some((tool, &Event::ALL[..])), None),
        Err(why) => match Counter::find(&Event::INSTRUCTIONS) {
            Ok(tool) => (
                Some((tool, &Event::INSTRUCTIONS[..])),
                Some(format!("cache misses: {why:#}")),
            ),
            Err(_) => (None, Some(format!("instructions and cache misses: {why:#}"))),
        },
    };
    let mut book = CountersResults {
        world: args.world.clone(),
        seed: args.seed,
        sweeps: args.count as usize,
        patches_left_out: if keeps_patches { 0 } else { patches },
        machine: this_machine(),
        made: made(),
        tool: tool.map_or("", |(tool, _)| tool.about()).into(),
        not_measured: missing.into_iter().collect(),
        ..CountersResults::default()
    };
    let bar = Bar::new();
    for kind in kinds {
        match count(args, kind, keeps_patches, tool, &mut book, &bar) {
            Err(why) if who.leaves_out => book.not_measured.push(format!("{}: {why:#}", kind.name())),
            counted => counted?,
        }
    }
    drop(bar);
    let class = |row: &CounterRow| LENGTHS.iter().position(|lengths| named(lengths) == row.lengths);
    book.rows.sort_by_key(class);
    publish(&book, Vec::new(), &args.out, exports, false)?;
    Ok(book.rows.iter().all(|row| row.wrong.is_none()))
}

/// Adds the rows of a backend: the questions of `compare time`, judged and counted.
fn count(
    args: &CountersArgs,
    kind: BackendKind,
    keeps_patches: bool,
    tool: Option<Tool>,
    book: &mut CountersResults,
    bar: &Bar,
) -> Result<()> {
    let name = kind.name();
    let hull = if kind.sweeps(&hull::parse("player")?) {
        "player"
    } else {
        "cylinder"
    };
    let line = format!(
        "--reps 1 --backends {name} --hull {hull} --count {} --seed {}",
        args.count, args.seed
    );
    let mut words: Vec<String> = line.split(' ').map(String::from).collect();
    words.push(format!("--world={}", args.world));
    words.extend((!keeps_patches).then(|| "--no-patches".into()));
    let asked = TimeArgs::of(&words)?;
    let ready = Ready::of(&asked, &BackendKind::build)?;
    // The referee looks at what is timed, so the clock runs once.
    let judged = ready.measured(&asked, bar);
    let rows = ready.classes.iter().zip(judged).map(|(class, times)| CounterRow {
        contestant: name.into(),
        lengths: class.name.clone(),
        counts: [None; 3],
        wrong: times.backends.get(name).and_then(|times| times.verified.wrong()),
    });
    let mut rows: Vec<CounterRow> = rows.collect();
    if let Some((tool, events)) = tool {
        bar.at(&format!("counting {name}"), 0, 1);
        match of_a_trace(tool, events, &asked, name, &ready.classes) {
            Ok(counted) => {
                for (row, counted) in rows.iter_mut().zip(counted) {
                    let counts = row.counts.iter_mut().zip(counted.events);
                    counts.for_each(|(count, event)| *count = Some(event));
                }
            }
            Err(why) => book.not_measured.push(format!("{name}: {why:#}")),
        }
    }
    book.rows.extend(rows);
    Ok(())
}
