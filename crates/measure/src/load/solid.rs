//! Frames of players who are solid to each other, among the world's movers.
//!
//! The turn of a player depends on those before it, so one thread plays a frame, and contestants take turns with frames. What was
//! timed is played again when the clock has stopped. Each turn is judged (`bodies.rs`), and the last states
//! must be the same to the bit.

use super::crowd::{Crowd, scripts};
use super::frames::turn;
use super::input::Players;
use super::row::{Beside, Who, of_ticks, row};
use super::scripts::{FRAMES, PROBE, TICKS};
use super::words::on;
use super::{Entered, LoadOptions, Unit, turns};
use crate::MeasureError;
use crate::clock::turns::against_the_quickest_of;
use crate::comparison::speed::speed;
use crate::run::moving::Moving;
use crate::run::setting::{BuiltContestant, Setting};
use clipmark_geometry::Point;
use clipmark_record::load::{LoadGroup, LoadJudged, LoadLeftOut, Tail};
use clipmark_record::{Timing, grouped};

/// Solid players are played by one thread.
pub(super) const THREADS: usize = 1;
/// Frames that are timed before the rest; their time stands for the others'.
const PROBED: usize = 4;
/// Passes over all frames: tick by tick and in frames, each judged again.
const PASSES: usize = 4;

/// Commands of each pass.
struct Commands {
    probe: Players,
    ticks: Players,
    frames: Players,
}

/// A contestant whose players are ready, and the facts on them.
struct Ready<'a> {
    crowd: Crowd<'a>,
    tick_usec: Tail,
    /// Hash of the last states of the frames.
    states: u64,
    /// Whether each pass ended as it did when it was judged.
    is_alike: bool,
    nsec: Vec<f64>,
    judged: LoadJudged,
}

/// The rows of a number of players at one rate. Each begins at a place of its own.
pub(super) fn group(
    (setting, moving): (&Setting, &Moving),
    places: &[Point],
    options: &LoadOptions,
    unit: Unit,
    entered: &[Entered],
    progress: &mut dyn FnMut(&str),
) -> Result<LoadGroup, MeasureError> {
    let mut group = unit.group();
    let mut left_out = |who: &dyn ToString, why: String| {
        group.left_out.push(LoadLeftOut {
            contestant: who.to_string(),
            players: unit.players,
            hertz: f64::from(unit.hertz),
            why,
        });
    };
    let Some(places) = places.get(..unit.players) else {
        let why = format!(
            "this world has room for {} players who are solid to each other, no more",
            grouped(places.len())
        );
        entered.iter().for_each(|(who, _)| left_out(who, why.clone()));
        return Ok(group);
    };
    let of_pass = |pass| scripts(setting, places, options, unit.hertz, pass);
    let commands = Commands {
        probe: of_pass(PROBE),
        ticks: of_pass(TICKS),
        frames: of_pass(FRAMES),
    };
    let mut ready = Vec::new();
    for (contestant, built) in entered {
        let built = match built {
            Ok(built) => built,
            Err(why) => {
                left_out(contestant, why.clone());
                continue;
            }
        };
        progress(&contestant.to_string());
        match timed_by_ticks((setting, moving), built, &commands, (options, unit.hertz)) {
            Ok(Ok(found)) => ready.push(found),
            Ok(Err(why)) => left_out(contestant, why),
            Err(e) if options.leaves_out => left_out(contestant, e.to_string()),
            Err(e) => return Err(e),
        }
    }
    progress("frames in turns");
    take_turns(&mut ready, &commands.frames)?;
    for one in &mut ready {
        progress(&format!("judging {}", one.crowd.entrant.contestant));
        one.states = one.crowd.states();
        let (judge, states) = one.crowd.judged(&commands.frames)?;
        one.is_alike &= states == one.states;
        one.judged.add(judge.turns, judge.entered, judge.deepest);
    }
    let samples = |one: &Ready| match one.is_alike {
        true => one.nsec.clone(),
        false => Vec::new(),
    };
    let times = against_the_quickest_of(ready.iter().map(samples).collect());
    for (one, time) in ready.iter().zip(&times) {
        let beside = Beside { time, scaling: None };
        let who = Who {
            entrant: one.crowd.entrant,
            tick_usec: one.tick_usec,
        };
        group.rows.push(row(
            &who,
            unit,
            THREADS,
            (&one.nsec, one.states),
            one.is_alike,
            &beside,
        ));
        group.judged.push(one.judged.clone());
    }
    let names: Vec<String> = ready
        .iter()
        .map(|one| one.crowd.entrant.contestant.to_string())
        .collect();
    let named: Vec<(&str, &Timing)> = names.iter().map(String::as_str).zip(&times).collect();
    group.speeds = speed(&on(unit, THREADS), &named);
    Ok(group)
}

/// Times every turn of a contestant's players; or says why not.
fn timed_by_ticks<'a>(
    (setting, moving): (&'a Setting, &Moving),
    built: &'a BuiltContestant,
    commands: &'a Commands,
    (options, hertz): (&LoadOptions, f32),
) -> Result<Result<Ready<'a>, String>, MeasureError> {
    let mut crowd = Crowd::of(setting, moving, built, &commands.probe)?;
    let frames = commands.ticks.ticks;
    let (mut nsec, probed) = (0.0, PROBED.min(frames));
    for _ in 0..probed {
        nsec += crowd.frame()?;
    }
    let expected = nsec * 1e-9 / probed as f64 * (frames * PASSES) as f64;
    if let Some(why) = options.too_long(expected) {
        return Ok(Err(why));
    }
    crowd.begin(&commands.ticks);
    let nsec = crowd.ticks()?;
    let states = crowd.states();
    let (judge, again) = crowd.judged(&commands.ticks)?;
    let mut judged = LoadJudged {
        contestant: built.contestant.to_string(),
        players: commands.ticks.all.len(),
        hertz: f64::from(hertz),
        ..LoadJudged::default()
    };
    judged.add(judge.turns, judge.entered, judge.deepest);
    crowd.begin(&commands.frames);
    Ok(Ok(Ready {
        crowd,
        tick_usec: of_ticks(nsec),
        states,
        is_alike: states == again,
        nsec: Vec::new(),
        judged,
    }))
}

/// Times the frames of all contestants in turns. The first frame of a turn does not count if the turn has another: another
/// contestant filled the caches.
fn take_turns(ready: &mut [Ready], players: &Players) -> Result<(), MeasureError> {
    let (count, all) = (players.all.len() as f64, ready.len());
    let whole = |one: &Ready| count * one.tick_usec.p50 * 1e3 * players.ticks as f64;
    let quickest = ready.iter().map(whole).fold(f64::INFINITY, f64::min);
    let turns = turns(quickest, players.ticks);
    for number in 0..turns {
        let frames = turn(players.ticks, turns, number);
        for i in 0..all {
            // Each turn begins with another contestant.
            let one = &mut ready[(number + i) % all];
            for frame in frames.clone() {
                let nsec = one.crowd.frame()?;
                if frame > frames.start || frames.len() == 1 {
                    one.nsec.push(nsec);
                }
            }
        }
    }
    Ok(())
}
