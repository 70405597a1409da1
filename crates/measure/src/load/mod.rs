//! A server full of players: the cost of each contestant's tick when many share one world.
//!
//! Every frame ticks each player once. First every tick is timed by itself, on one thread. Then frames are timed, all contestants
//! taking turns. Random commands are new in each pass, so that no backend gains by remembering.
//!
//! - `rigid`: players pass through each other and the world stands still. One backend serves them all, on each number of
//!   threads. After a pass each player plays the same alone; the states must be the same to the bit.
//! - `solid`: players are solid to each other, and the world's movers play. After a pass the same is played once more and
//!   judged.

pub(crate) mod bodies;
mod cells;
mod crowd;
pub(crate) mod frames;
mod input;
mod referee;
mod rigid;
mod room;
mod row;
mod scripts;
mod solid;
mod words;

pub use input::Input;

use crate::machine::this_machine;
use crate::run::contestant::Contestant;
use crate::run::moving::Moving;
use crate::run::setting::{BuiltContestant, Setting, shared_world};
use crate::{MeasureError, Progress};
use clipmark_geometry::Point;
use clipmark_movement::MoverLaws;
use clipmark_record::faults::Fault;
use clipmark_record::load::{LOAD_FORMAT, LoadGroup, LoadResults};
use clipmark_scene::Scene;
use frames::Server;
use rigid::players;

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
    /// Whether players are solid to each other and the world's movers play: by random commands, on one thread.
    pub solid: bool,
}

/// A contestant that has entered, or why it has not.
type Entered = (Contestant, Result<BuiltContestant, String>);

/// A number of players at one rate: measured together, for all contestants and each number of threads.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Unit {
    /// Ticks a second.
    pub hertz: f32,
    /// Players in the world.
    pub players: usize,
}

impl Unit {
    /// Its results, before anything is measured.
    fn group(self) -> LoadGroup {
        LoadGroup {
            players: self.players,
            hertz: f64::from(self.hertz),
            ..LoadGroup::default()
        }
    }
}

impl LoadOptions {
    /// All units, those of one rate after each other.
    pub fn units(&self) -> Vec<Unit> {
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

/// Measures every unit.
///
/// # Errors
/// A scene that cannot be used, or a player led where no tick can be played.
pub fn measure(
    scene: &Scene,
    options: &LoadOptions,
    progress: Progress,
) -> Result<LoadResults, MeasureError> {
    let mut groups = Vec::new();
    measure_units(scene, options, &options.units(), progress, &mut |_, group| {
        groups.push(group);
    })?;
    results(scene, options, groups)
}

/// Measures some of the units; `each` gets the results of each. The world is the part that all requested contestants collide
/// with.
///
/// # Errors
/// As [`measure`].
pub fn measure_units(
    scene: &Scene,
    options: &LoadOptions,
    units: &[Unit],
    progress: Progress,
    each: &mut dyn FnMut(Unit, LoadGroup),
) -> Result<(), MeasureError> {
    let setting = Setting::shared_by(scene, &options.contestants)?;
    input::check_start(&setting, &options.input)?;
    let all = units.len() as u64;
    let mut entered: Vec<Entered> = Vec::new();
    for &contestant in &options.contestants {
        progress(&format!("building {contestant}"), 0, all);
        // A library's controller is not told of other players.
        if options.solid && contestant.mover.laws == MoverLaws::Foreign {
            entered.push((contestant, Err(NOT_ASKED.into())));
            continue;
        }
        let built = match setting.enter(contestant) {
            Err(e) if options.leaves_out => Err(e.to_string()),
            built => Ok(built?),
        };
        entered.push((contestant, built));
    }
    progress("refereeing", 0, all);
    let crowded = match options.solid {
        true => Some(Crowded::of(scene, &setting, units)?),
        false => None,
    };
    let mut wrong = Vec::new();
    for built in entered.iter().filter_map(|(_, built)| built.as_ref().ok()) {
        let mut own = referee::wrong_in_world(&setting, built, options.seed);
        if let Some(Crowded { moving, places }) = &crowded {
            let (whole, among) = referee::with_bodies(&setting, moving, built, places)?;
            let near = referee::wrong_among(&setting, (&whole, &among), built, options.seed)?;
            (own.judged, own.wrong) = (own.judged + near.judged, own.wrong + near.wrong);
        }
        wrong.extend((own.wrong > 0).then_some(own));
    }
    for (done, &unit) in units.iter().enumerate() {
        let mut told = |who: &str| {
            let stage = format!("{who}, {} players at {} Hz", unit.players, unit.hertz);
            progress(&stage, done as u64, all);
        };
        let mut group = match &crowded {
            Some(Crowded { moving, places }) => {
                solid::group((&setting, moving), places, options, unit, &entered, &mut told)?
            }
            None => rigid::group(&setting, options, unit, &entered, &mut told)?,
        };
        group.wrong.clone_from(&wrong);
        each(unit, group);
    }
    progress("done", all, all);
    Ok(())
}

/// Why a controller of another library does not play among solid players.
const NOT_ASKED: &str = "not asked: its controller is not told of other players";

/// The moving world of solid players, and where they begin.
struct Crowded {
    moving: Moving,
    places: Vec<Point>,
}

impl Crowded {
    fn of(scene: &Scene, setting: &Setting, units: &[Unit]) -> Result<Self, MeasureError> {
        let moving = Moving::among_players(scene, &setting.world, setting.profile)?;
        let most = units.iter().map(|unit| unit.players).max().unwrap_or(0);
        let places = room::places(setting, &moving, most)?;
        Ok(Self { moving, places })
    }
}

/// Turns, such that one of the quickest contestant is long enough: its frames take so many nanoseconds in all.
fn turns(quickest: f64, frames: usize) -> usize {
    let by_time = (quickest / SHORTEST_TURN_NS) as usize;
    by_time.min(frames / FRAMES_A_TURN).clamp(1, TURNS)
}

/// How many movers a world has that [`LoadOptions::solid`] plays.
fn movers(scene: &Scene) -> Result<usize, MeasureError> {
    if !scene.movers.is_empty() {
        return Ok(scene.movers.len());
    }
    let (world, profile) = shared_world(scene, &[])?;
    Ok(Moving::among_players(scene, &world, profile)?.count())
}

/// The measured results, with their common facts.
///
/// # Errors
/// A scene whose world cannot be read.
pub fn results(
    scene: &Scene,
    options: &LoadOptions,
    groups: Vec<LoadGroup>,
) -> Result<LoadResults, MeasureError> {
    let kept = options
        .contestants
        .iter()
        .all(|c| c.backend.collides_with_patches());
    let mut results = LoadResults {
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
        speeds: Vec::new(),
        misses: None,
        solid: options.solid,
        movers: movers(scene)?,
        judged: Vec::new(),
    };
    results.fill(groups, &options.names());
    Ok(results)
}

/// Plays all commands of one contestant's players, `passes` times, on one thread and without a clock. The count of cache misses
/// runs this. The world is the part that all requested contestants collide with.
///
/// # Errors
/// A scene or contestant that cannot be used, or a player led where no tick can be played.
pub fn bare_passes(
    scene: &Scene,
    options: &LoadOptions,
    contestant: Contestant,
    unit: Unit,
    passes: u32,
) -> Result<(), MeasureError> {
    let setting = Setting::shared_by(scene, &options.contestants)?;
    input::check_start(&setting, &options.input)?;
    let entrant = setting.enter(contestant)?;
    let players = players(&setting, &entrant, options, unit)?;
    let server = Server {
        setting: &setting,
        entrant: &entrant,
        players: &players,
    };
    (0..passes).try_for_each(|_| server.bare())
}
