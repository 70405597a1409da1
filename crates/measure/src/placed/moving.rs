//! Plays a recorded run in a world that moves: whole, or each step from the recorded state before it.

use super::Engine;
use crate::judge::agreement::{Agreement, NEAR, NEAR_SPEED};
use crate::{BackendKind, MeasureError};
use clipmark_collision::TraceRules;
use clipmark_collision::recording::RecordingError;
use clipmark_geometry::{Aabb, World};
use clipmark_movement::Profile;
use clipmark_movement::moving::{
    Playback, PlaybackError, PushFault, Quake1Parts, Quake3Parts, Recorded, RecordedWorld, quake1, quake3,
};
use std::io::Write;

/// A recorded run.
#[derive(Clone, Copy, Debug)]
pub struct MovingRun<'a> {
    /// The movement.
    pub profile: Profile,
    /// The engine of the world.
    pub engine: Engine,
    /// The backend that answers.
    pub kind: BackendKind,
    /// By which rules.
    pub rules: TraceRules,
    /// Lines of commands.
    pub commands: &'a [String],
    /// Lines of movers: which parts play, and how they were posed.
    pub movers: &'a [String],
    /// Lines of states, from which each step starts again; without them the whole world runs by itself.
    pub states: Option<&'a [String]>,
    /// The planted fault of pushes.
    pub push_fault: Option<PushFault>,
}

/// Plays a run and writes states and movers as recordings have them.
///
/// # Errors
/// A recording of another map or another format, a world that the backend refuses, or the streams themselves.
pub fn play_moving(
    world: &World,
    run: &MovingRun,
    states: impl Write,
    movers: impl Write,
) -> Result<(), MeasureError> {
    match run.engine {
        Engine::Quake3 => play_quake3(world, run, states, movers),
        Engine::QuakeWorld | Engine::NetQuake => play_quake1(world, run, states, movers),
    }
}

fn lines(of: &[String]) -> impl Iterator<Item = &str> {
    of.iter().map(String::as_str)
}

/// Bounds of a map's model by its number.
fn bounds_in(world: &World) -> impl Fn(usize) -> Option<Aabb> + '_ {
    |number| {
        let at = number.checked_sub(1)?;
        world.models.get(at).map(|model| model.bounds)
    }
}

/// A file of a recorded run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunFile {
    /// Commands.
    Commands,
    /// Movers.
    Movers,
    /// States.
    States,
}

impl RunFile {
    fn bad(self) -> impl Fn(RecordingError) -> MeasureError {
        move |line| MeasureError::RunLine { file: self, line }
    }
}

/// An error of the playback, which reads commands.
fn played(error: PlaybackError) -> MeasureError {
    match error {
        PlaybackError::Line(source) => RunFile::Commands.bad()(source),
        e => e.into(),
    }
}

fn play_quake3(
    world: &World,
    run: &MovingRun,
    states: impl Write,
    movers: impl Write,
) -> Result<(), MeasureError> {
    let heading = quake3::FORMAT.read_heading(lines(run.commands));
    let heading = heading.map_err(RunFile::Commands.bad())?;
    let parts = Quake3Parts::of_map(&world.entities, bounds_in(world));
    let setup = quake3::Quake3Setup {
        profile: run.profile,
        entities: quake3::Entities::read(lines(run.movers)).map_err(RunFile::Movers.bad())?,
        players: heading.players,
        god: heading.god,
        start_msec: heading.start_msec(),
    };
    let build = |world: &World| run.kind.build(world, run.rules);
    let mut moving = quake3::Quake3World::new(world, &parts, &setup, build)?.with_fault(run.push_fault);
    play(&mut moving, run, states, movers)
}

fn play_quake1(
    world: &World,
    run: &MovingRun,
    states: impl Write,
    movers: impl Write,
) -> Result<(), MeasureError> {
    let format = match run.engine {
        Engine::NetQuake => &quake1::NETQUAKE,
        Engine::QuakeWorld | Engine::Quake3 => &quake1::QUAKEWORLD,
    };
    let heading = format.read_heading(lines(run.commands));
    let heading = heading.map_err(RunFile::Commands.bad())?;
    let parts = Quake1Parts::of_map(&world.entities, bounds_in(world));
    let setup = quake1::Quake1Setup {
        profile: run.profile,
        least_step: heading.least_step,
        numbers: quake1::Quake1Setup::numbers(lines(run.movers)).map_err(RunFile::Movers.bad())?,
        arrivals: quake1::Quake1Setup::arrivals(lines(run.movers)).map_err(RunFile::Movers.bad())?,
        players: heading.players,
        start: heading.start,
    };
    let build = |world: &World| run.kind.build(world, run.rules);
    let mut moving = quake1::Quake1World::new(world, &parts, &setup, build)?.with_fault(run.push_fault);
    play(&mut moving, run, states, movers)
}

fn play<W: RecordedWorld>(
    world: &mut W,
    run: &MovingRun,
    states: impl Write,
    movers: impl Write,
) -> Result<(), MeasureError> {
    let recorded = run.states.map(|states| {
        let recorded = Recorded::read(world, lines(states)).map_err(RunFile::States.bad())?;
        recorded.posed(lines(run.movers)).map_err(RunFile::Movers.bad())
    });
    let recorded = recorded.transpose()?;
    let mut playback = Playback::begin(world, states, movers)?;
    if let Some(recorded) = recorded {
        playback = playback.restarting(recorded);
    }
    playback.play(lines(run.commands)).map_err(played)
}

/// How far lines of states agree with recorded ones; of a line that one of the two lacks nothing does. Both begin as recordings
/// of that engine do.
pub fn compare_states<'a>(
    engine: Engine,
    got: impl IntoIterator<Item = &'a str>,
    recorded: impl IntoIterator<Item = &'a str>,
) -> Agreement {
    let mut out = Agreement::default();
    let (mut got, mut recorded) = (got.into_iter(), recorded.into_iter());
    loop {
        let (a, b) = (got.next(), recorded.next());
        if a.is_none() && b.is_none() {
            return out;
        }
        let told = a.zip(b).and_then(|(a, b)| differences(engine, a, b));
        let (apart, is_same_ground) = told.unwrap_or(([f64::INFINITY; 2], false));
        let quantities = [
            ("position", apart[0] <= f64::from(NEAR)),
            ("velocity", apart[1] <= f64::from(NEAR_SPEED)),
            ("grounded", is_same_ground),
        ];
        out.count(&quantities, a == b, apart);
    }
}

/// How far apart place and velocity are, and whether the ground is the same. `None` for lines of other ticks or another form.
fn differences(engine: Engine, a: &str, b: &str) -> Option<([f64; 2], bool)> {
    /// Which field tells the ground, counted from x.
    const GROUND: usize = 6;
    /// A flag of Quake of 1996: on ground.
    const ON_GROUND: u32 = 512;
    let [a, b] = [a, b].map(|text| text.split_ascii_whitespace().collect::<Vec<_>>());
    let head = match (engine, b.first()) {
        // The time of the command.
        (Engine::Quake3, Some(&"m")) => 4,
        _ => 3,
    };
    if a.len() != b.len() || a[..head] != b[..head] {
        return None;
    }
    let number = |fields: &[&str], i: usize| fields.get(head + i).and_then(|f| f.parse::<f64>().ok());
    let apart = |from: usize| {
        let off = (from..from + 3).map(|i| Some(number(&a, i)? - number(&b, i)?));
        let squares = off.map(|d| d.map_or(f64::INFINITY, |d| d * d));
        squares.sum::<f64>().sqrt()
    };
    let ground = |fields: &[&str]| {
        let on = number(fields, GROUND)?;
        Some(match engine {
            Engine::Quake3 => (on as i64, 0),
            Engine::QuakeWorld => (on as i64, number(fields, GROUND + 1)? as i64),
            Engine::NetQuake => (
                i64::from(on as u32 & ON_GROUND != 0),
                number(fields, GROUND + 1)? as i64,
            ),
        })
    };
    let is_same_ground = ground(&a).is_some() && ground(&a) == ground(&b);
    Some(([apart(0), apart(3)], is_same_ground))
}
