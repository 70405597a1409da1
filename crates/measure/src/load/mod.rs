//! A server full of players: the cost of each contestant's tick when many share one world.
//!
//! Every frame ticks each player once. First every tick is timed by itself, on one thread. Then frames are timed, all contestants
//! taking turns. Random commands are new in each pass, so that no backend gains by remembering. Players pass through each other
//! and the world stands still: one backend serves them all, on each number of threads. After a pass each player plays the same
//! alone; the states must be the same to the bit.

pub(crate) mod frames;
mod input;
mod referee;
mod rigid;
mod row;
mod scripts;

pub use input::Input;

use crate::machine::this_machine;
use crate::run::contestant::Contestant;
use crate::run::moving::Moving;
use crate::run::setting::{BuiltContestant, Setting, shared_world};
use crate::{MeasureError, Progress};
use clipmark_record::faults::Fault;
use clipmark_record::load::{LOAD_FORMAT, LoadResults};
use clipmark_scene::Scene;

/// Turns at most: as many as an interval has blocks.
const TURNS: usize = 7;
/// A turn of the quickest contestant takes at least this many nanoseconds: a thousand times the wake-up of a crew's threads.
const SHORTEST_TURN_NS: f64 = 5e6;
/// Frames of a turn at least, since its first does not count.
const FRAMES_A_TURN: usize = 4;

/// Random sweeps that are refereed of each contestant: a fault of one in 500 shows in most runs. The bar asks more.
const REFEREED: usize = 2000;
/// Classes of fault that make a time worth nothing.
const WRONG: [Fault; 6] = [
    Fault::Malformed,
    Fault::Missed,
    Fault::MissedFromTouch,
    Fault::StartUnsaid,
    Fault::TooDeep,
    Fault::Phantom,
];

/// The measurement to be made.
#[derive(Clone, Debug)]
pub struct LoadOptions {
    /// The contestants.
    pub contestants: Vec<Contestant>,
    /// Whether contestants that cannot play here are left out and named; otherwise they are an error.
    pub leaves_out: bool,
    /// The source of the players' commands.
    pub input: Input,
    /// Numbers of players.
    pub players: Vec<usize>,
    /// Ticks a second.
    pub rates: Vec<f32>,
    /// Numbers of threads.
    pub threads: Vec<usize>,
    /// Seconds of play.
    pub seconds: f64,
    /// CPU seconds that a contestant may take for one number of players at one rate.
    pub most_seconds: f64,
    /// Seed of the commands.
    pub seed: u64,
}

/// A contestant that has entered, or why it has not.
type Entered = (Contestant, Result<BuiltContestant, String>);

/// A number of players at one rate: measured together, for all contestants and each number of threads.
#[derive(Clone, Copy, Debug)]
struct Unit {
    /// Ticks a second.
    hertz: f32,
    /// Players in the world.
    players: usize,
}

impl LoadOptions {
    /// All units, those of one rate after each other.
    fn units(&self) -> Vec<Unit> {
        let of_rate = |&hertz: &f32| self.players.iter().map(move |&players| Unit { hertz, players });
        self.rates.iter().flat_map(of_rate).collect()
    }

    /// Names of the contestants.
    pub fn names(&self) -> Vec<String> {
        self.contestants.iter().map(ToString::to_string).collect()
    }

    /// Passes over all ticks of a unit: tick by tick, and frames on each number of threads. Each is played alone again.
    fn passes(&self, players: usize) -> usize {
        2 * (1 + self.threads_for(players).len())
    }

    /// Why a contestant that would take so many seconds is left out; `None` where it is not.
    fn too_long(&self, expected: f64) -> Option<String> {
        let budget = self.most_seconds;
        (expected > budget).then(|| format!("it would take about {expected:.0} s, the budget is {budget} s"))
    }

    /// Fewest first: more threads than players have nothing to do.
    fn threads_for(&self, players: usize) -> Vec<usize> {
        let mut all: Vec<usize> = self.threads.iter().copied().filter(|n| *n <= players).collect();
        all.sort_unstable();
        all.dedup();
        all
    }
}

/// Measures every number of players at every rate. The world is the part that all requested contestants collide with.
///
/// # Errors
/// A scene that cannot be used, or a player led where no tick can be played.
pub fn measure(
    scene: &Scene,
    options: &LoadOptions,
    progress: Progress,
) -> Result<LoadResults, MeasureError> {
    let setting = Setting::shared_by(scene, &options.contestants)?;
    input::check_start(&setting, &options.input)?;
    let units = options.units();
    let all = units.len() as u64;
    let mut entered: Vec<Entered> = Vec::new();
    for &contestant in &options.contestants {
        progress(&format!("building {contestant}"), 0, all);
        let built = match setting.enter(contestant) {
            Err(e) if options.leaves_out => Err(e.to_string()),
            built => Ok(built?),
        };
        entered.push((contestant, built));
    }
    progress("refereeing", 0, all);
    let mut results = empty(scene, options)?;
    for built in entered.iter().filter_map(|(_, built)| built.as_ref().ok()) {
        let own = referee::wrong_in_world(&setting, built, options.seed);
        results.wrong.extend((own.wrong > 0).then_some(own));
    }
    for (done, &unit) in units.iter().enumerate() {
        let mut told = |who: &str| {
            let stage = format!("{who}, {} players at {} Hz", unit.players, unit.hertz);
            progress(&stage, done as u64, all);
        };
        rigid::measure(&setting, options, unit, &entered, &mut told, &mut results)?;
    }
    progress("done", all, all);
    results.sort(&options.names());
    Ok(results)
}

/// Turns, such that one of the quickest contestant is long enough: its frames take so many nanoseconds in all.
fn turns(quickest: f64, frames: usize) -> usize {
    let by_time = (quickest / SHORTEST_TURN_NS) as usize;
    by_time.min(frames / FRAMES_A_TURN).clamp(1, TURNS)
}

/// How many movers the world has. They stand still here and are left out.
fn movers(scene: &Scene) -> Result<usize, MeasureError> {
    if !scene.movers.is_empty() {
        return Ok(scene.movers.len());
    }
    let (world, profile) = shared_world(scene, &[])?;
    let moving = Moving::new(scene, &world, profile, &[])?;
    Ok(moving.map_or(0, |moving| moving.count()))
}

/// Results without a row, with their common facts.
fn empty(scene: &Scene, options: &LoadOptions) -> Result<LoadResults, MeasureError> {
    let kept = options
        .contestants
        .iter()
        .all(|c| c.backend.collides_with_patches());
    Ok(LoadResults {
        made: clipmark_record::Made::default(),
        format: LOAD_FORMAT,
        world: scene.name.clone(),
        profile: scene.profile.to_string(),
        input: options.input.name().to_owned(),
        patches_left_out: if kept { 0 } else { scene.world()?.patches.len() },
        seconds: options.seconds,
        seed: options.seed,
        most_seconds: options.most_seconds,
        machine: this_machine(),
        rows: Vec::new(),
        left_out: Vec::new(),
        wrong: Vec::new(),
        movers: movers(scene)?,
    })
}
