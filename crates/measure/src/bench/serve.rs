//! A server full of players who pass through each other in a rigid world: ticks one by one, and frames on any number of threads.
//!
//! Every frame ticks each player once. First every tick is timed by itself, on one thread. Then frames are timed, all contestants
//! taking turns. After a pass each player plays the same alone; the states must be the same to the bit.

use super::frames::{Crew, Frames, Server, play};
use super::place::{Entered, Place};
use super::players::{FRAMES, LoadPlan, PROBE, PROBED, Scripts, TICKS, Unit};
use super::{LeftOut, Plan};
use crate::MeasureError;
use clipmark_rows::{End, quantiles};

/// Turns at most: as many as an interval has blocks.
const TURNS: usize = 7;
/// A turn of the quickest contestant takes at least this many nanoseconds: a thousand times the wake-up of a crew's threads.
const SHORTEST_TURN_NS: f64 = 5e6;
/// Frames of a turn at least, since its first does not count.
const FRAMES_A_TURN: usize = 4;

/// The players of a contestant on a number of threads.
pub(super) struct Served {
    /// The contestant's number in its place.
    pub(super) entered: usize,
    pub(super) unit: Unit,
    pub(super) threads: usize,
    /// Nanoseconds of the frames that count, in order.
    pub(super) frames_ns: Vec<f64>,
    /// Of one tick of one player, in nanoseconds, on one thread; the reading of the clock is in it.
    pub(super) tick_ns: Quantiles,
    /// Whether its players end in company as each does alone.
    pub(super) is_alike: bool,
    /// A hash of the last states of all players.
    pub(super) states: u64,
}

/// A distribution of times by its middle and its tail.
#[derive(Clone, Copy, Debug)]
pub(super) struct Quantiles {
    /// Half are shorter.
    pub(super) median: f64,
    /// 99 of 100 are shorter.
    pub(super) p99: f64,
    /// 999 of 1,000 are shorter.
    pub(super) p999: f64,
    pub(super) longest: f64,
}

impl Quantiles {
    pub(super) fn from_samples(samples: &[f64]) -> Self {
        let [median, p99, p999, longest] = quantiles(samples, [0.5, 0.99, 0.999, 1.0]);
        Self {
            median,
            p99,
            p999,
            longest,
        }
    }
}

/// A contestant whose players are ready, and the facts on them.
struct Ready<'a> {
    /// The contestant's number in its place.
    entered: usize,
    /// The players of the pass tick by tick.
    server: Server<'a>,
    scripts: &'a Scripts,
    /// Whether they end as they do alone.
    is_alike: bool,
    tick_ns: Quantiles,
}

/// Serves a number of players at one rate.
pub(super) fn serve(
    place: &Place,
    plan: &Plan,
    load: &LoadPlan,
    unit: Unit,
    left_out: &mut Vec<LeftOut>,
) -> Result<Vec<Served>, MeasureError> {
    let shared = Scripts::shared(&place.ground, load, unit, plan.seed);
    let mut leave_out = |who: &Entered, end: End| {
        left_out.push(LeftOut {
            contestant: who.name(),
            axes: unit.axes(place.ground.axes()),
            end,
        });
    };
    let mut runs: Vec<Option<Scripts>> = Vec::new();
    for who in &place.entered {
        runs.push(match Scripts::of_run(&place.ground, &who.built, load, unit) {
            Err(e) if plan.leaves_out => {
                leave_out(who, End::Refused(e.to_string()));
                None
            }
            run => run?,
        });
    }
    let mut ready = Vec::new();
    for (entered, (who, run)) in place.entered.iter().zip(&runs).enumerate() {
        let Some(scripts) = run.as_ref().or(shared.as_ref()) else {
            continue;
        };
        match time_ticks(place, entered, scripts, plan, load) {
            Ok(Ok(found)) => ready.push(found),
            Ok(Err(why)) => leave_out(who, End::NotAsked(why)),
            Err(e) if plan.leaves_out => leave_out(who, End::Refused(e.to_string())),
            Err(e) => return Err(e),
        }
    }
    time_frames(load, unit, &ready)
}

/// Times every tick of a contestant's players; or says why not.
fn time_ticks<'a>(
    place: &'a Place,
    entered: usize,
    scripts: &'a Scripts,
    plan: &Plan,
    load: &LoadPlan,
) -> Result<Result<Ready<'a>, String>, MeasureError> {
    let server = Server {
        file: place.ground.file(),
        built: &place.entered[entered].built,
        players: scripts.of_pass(TICKS),
    };
    let probe = Server {
        players: scripts.of_pass(PROBE),
        ..server
    };
    let count = server.players.all.len();
    let expected = probe.seconds_a_player(PROBED)? * (count * load.passes(count)) as f64;
    let budget = plan.budget.seconds;
    if expected > budget {
        return Ok(Err(format!(
            "it would take about {expected:.0} s, the budget is {budget} s"
        )));
    }
    let Frames { states, ns } = server.ticks()?;
    Ok(Ok(Ready {
        entered,
        server,
        scripts,
        is_alike: states == server.states_alone()?,
        tick_ns: Quantiles::from_samples(&ns),
    }))
}

/// Times the frames of all contestants on each number of threads, in turns.
fn time_frames(load: &LoadPlan, unit: Unit, ready: &[Ready]) -> Result<Vec<Served>, MeasureError> {
    let threads = load.threads_for(unit.players);
    let of_threads = |(place, &threads): (usize, &usize)| {
        ready.iter().map(move |r| Crew {
            server: Server {
                players: r.scripts.of_pass(FRAMES + place),
                ..r.server
            },
            threads,
        })
    };
    let crews: Vec<Crew> = threads.iter().enumerate().flat_map(of_threads).collect();
    let played = play(&crews, turns_for(ready, &threads))?;
    let mut all = Vec::new();
    for ((crew, frames), ready) in crews.iter().zip(played).zip(ready.iter().cycle()) {
        all.push(Served {
            entered: ready.entered,
            unit,
            threads: crew.threads,
            is_alike: ready.is_alike && frames.states == crew.server.states_alone()?,
            frames_ns: frames.ns,
            tick_ns: ready.tick_ns,
            states: frames.states,
        });
    }
    Ok(all)
}

/// Turns, such that one of the quickest contestant is long enough.
fn turns_for(ready: &[Ready], threads: &[usize]) -> usize {
    let ticks = |r: &Ready| r.server.players.ticks;
    let most = threads.iter().copied().max().unwrap_or(1).max(1) as f64;
    let whole = |r: &Ready| r.server.players.all.len() as f64 * r.tick_ns.median / most * ticks(r) as f64;
    let quickest = ready.iter().map(whole).fold(f64::INFINITY, f64::min);
    let by_time = (quickest / SHORTEST_TURN_NS) as usize;
    by_time
        .min(ready.first().map_or(0, ticks) / FRAMES_A_TURN)
        .clamp(1, TURNS)
}
