//! A server full of players: what each contestant's tick costs when many share one world.
//!
//! Every frame ticks each player once. Players do not collide with each other, and one backend serves them all. First each
//! player plays alone; the states must be the same to the bit in every pass that is timed. Then three passes: one in which
//! every tick is timed by itself, on one thread, and one for each number of threads in which only frames are timed.

mod frames;

use crate::MeasureError;
use crate::Progress;
use crate::machine::this_machine;
use crate::run::contestant::Contestant;
use crate::run::setting::{BuiltContestant, SPAWN_LIFT, Setting};
use crate::run::wander::wander;
use clipmark_geometry::{Hull, Point, Vec3};
use clipmark_movement::{Body, UserCmd};
use clipmark_record::load::{LOAD_FORMAT, LoadResults, LoadRow, Tail};
use clipmark_scene::Scene;
use frames::{Frames, Timed};

/// Nanoseconds in what is told.
const USEC: f64 = 1e-3;
const MSEC: f64 = 1e-6;

/// What is to be measured.
#[derive(Clone, Debug)]
pub struct Asking {
    /// Who.
    pub contestants: Vec<Contestant>,
    /// Numbers of players.
    pub players: Vec<usize>,
    /// Ticks a second.
    pub rates: Vec<f32>,
    /// Numbers of threads.
    pub threads: Vec<usize>,
    /// Seconds of play.
    pub seconds: f64,
    /// Seed of the commands.
    pub seed: u64,
}

/// A player: where it starts and what it is commanded.
pub(crate) struct Script {
    pub(crate) start: Body,
    pub(crate) ticks: Vec<UserCmd>,
}

/// So many players of one contestant at one rate: what is measured at a time, on each number of threads.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Unit {
    /// Who.
    pub contestant: Contestant,
    /// Ticks a second.
    pub hertz: f32,
    /// Players in the world.
    pub players: usize,
}

impl Asking {
    /// All units, those of one contestant after each other.
    pub fn units(&self) -> Vec<Unit> {
        let mut all = Vec::new();
        for &contestant in &self.contestants {
            for &hertz in &self.rates {
                let of = |&players: &usize| Unit {
                    contestant,
                    hertz,
                    players,
                };
                all.extend(self.players.iter().map(of));
            }
        }
        all
    }
}

/// Measures every row.
///
/// # Errors
/// A scene that cannot be used, or a player led where no tick can be played.
pub fn measure(scene: &Scene, asking: &Asking, progress: Progress) -> Result<LoadResults, MeasureError> {
    let mut rows = Vec::new();
    measure_units(scene, asking, &asking.units(), progress, &mut |_, new| {
        rows.extend(new)
    })?;
    Ok(results(scene, asking, rows))
}

/// Measures some of the units; `each` gets the rows of each as they come. The world is what all contestants that are asked collide
/// with, whoever is measured.
///
/// # Errors
/// As [`measure`].
pub fn measure_units(
    scene: &Scene,
    asking: &Asking,
    units: &[Unit],
    progress: Progress,
    each: &mut dyn FnMut(Unit, Vec<LoadRow>),
) -> Result<(), MeasureError> {
    let setting = Setting::shared_by(scene, &asking.contestants)?;
    let starts = starts(&setting);
    let all = units.len() as u64;
    let mut done = 0;
    for of_one in units.chunk_by(|a, b| a.contestant == b.contestant) {
        let entrant = setting.enter(of_one[0].contestant)?;
        for unit in of_one {
            progress(&format!("{} {}", unit.contestant, unit.players), done, all);
            let scripts = scripts(&setting, &starts, asking, unit.hertz, unit.players);
            each(*unit, of(&setting, &entrant, &scripts, asking, unit.hertz)?);
            done += 1;
        }
    }
    progress("done", done, all);
    Ok(())
}

/// Rows, with what they have in common.
pub fn results(scene: &Scene, asking: &Asking, rows: Vec<LoadRow>) -> LoadResults {
    LoadResults {
        made: clipmark_record::Made::default(),
        format: LOAD_FORMAT,
        world: scene.name.clone(),
        profile: scene.profile.to_string(),
        seconds: asking.seconds,
        seed: asking.seed,
        machine: this_machine(),
        rows,
    }
}

/// The rows of so many players, one for each number of threads.
fn of(
    setting: &Setting,
    entrant: &BuiltContestant,
    scripts: &[Script],
    asking: &Asking,
    hertz: f32,
) -> Result<Vec<LoadRow>, MeasureError> {
    let frames = Frames {
        setting,
        entrant,
        scripts,
    };
    let alone = frames.alone()?;
    let (states, ticks) = frames.play(1, Timed::Ticks)?;
    let is_alike = states == alone;
    let tick_usec = Tail::of(ticks).times(USEC);
    let mut rows = Vec::new();
    for &threads in asking.threads.iter().filter(|n| **n <= scripts.len()) {
        let (states, nsec) = frames.play(threads, Timed::Frames)?;
        let frame_count = nsec.len();
        let frame_msec = Tail::of(nsec).times(MSEC);
        let timed = is_alike && states == alone;
        let or_nothing = |tail: Tail| if timed { tail } else { Tail::default() };
        let rate = scripts.len() as f64 / (frame_msec.p50 / 1000.0);
        rows.push(LoadRow {
            contestant: entrant.contestant.to_string(),
            players: scripts.len(),
            hertz: f64::from(hertz),
            threads,
            unlike_alone: !timed,
            frames: frame_count,
            ticks_per_second: if timed { rate } else { 0.0 },
            frame_msec: or_nothing(frame_msec),
            tick_usec: or_nothing(tick_usec),
            world_bytes: entrant.backend.facts().bytes,
            player_bytes: size_of::<Body>(),
            state_hash: format!("{states:016x}"),
        });
    }
    Ok(rows)
}

/// Free spawns of the world, else where the scene starts.
fn starts(setting: &Setting) -> Vec<Point> {
    let body = setting.truth.for_hull(&Hull::Box {
        bounds: setting.profile.bounds(false),
    });
    let lifted = setting
        .world
        .spawns
        .iter()
        .map(|s| s.origin + Vec3::z() * SPAWN_LIFT);
    let mut free: Vec<Point> = lifted.filter(|at| !body.overlaps(&at.cast())).collect();
    if free.is_empty() {
        free.push(setting.start.origin);
    }
    free
}

fn scripts(setting: &Setting, starts: &[Point], asking: &Asking, hertz: f32, players: usize) -> Vec<Script> {
    let profile = &setting.profile;
    let ticks = (asking.seconds * f64::from(hertz)).round().max(1.0) as usize;
    let one = |player: usize| {
        let start = starts[player % starts.len()];
        let seed = crate::bar::seed(asking.seed, player);
        let commands = wander(profile, start, 1000.0 / hertz, ticks, seed);
        Script {
            start: commands.start(profile.order),
            ticks: commands.ticks,
        }
    };
    (0..players).map(one).collect()
}
