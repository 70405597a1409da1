//! Plays a recorded run in a world that moves: whole, or each step from the recorded state before it.

use super::Engine;
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

/// Largest difference of a place, in units, and of a velocity, in units per second, that still agrees.
pub const NEAR: f64 = 0.001;
/// See [`NEAR`].
pub const NEAR_SPEED: f64 = 0.01;
/// Share of lines that must agree.
pub const FAITHFUL_MOVING: f64 = 0.999;

/// How far played states agree with recorded ones, line by line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MovingAgreement {
    /// Lines compared; of a line that one of the two lacks nothing agrees.
    pub lines: usize,
    /// Place within [`NEAR`].
    pub near: usize,
    /// Velocity within [`NEAR_SPEED`].
    pub speed: usize,
    /// The same ground.
    pub ground: usize,
    /// All three.
    pub all: usize,
    /// Every field, to the bit.
    pub equal: usize,
    /// The first line, from 1, on which the three do not all agree.
    pub first_apart: Option<usize>,
}

impl MovingAgreement {
    /// Compares lines of states, which begin as recordings of that engine do.
    pub fn of<'a>(
        engine: Engine,
        got: impl IntoIterator<Item = &'a str>,
        recorded: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        let mut out = Self::default();
        let (mut got, mut recorded) = (got.into_iter(), recorded.into_iter());
        loop {
            let (a, b) = (got.next(), recorded.next());
            if a.is_none() && b.is_none() {
                return out;
            }
            out.lines += 1;
            let told = a.zip(b).map(|(a, b)| agrees(engine, a, b));
            let [near, speed, ground, equal] = told.unwrap_or_default();
            out.near += usize::from(near);
            out.speed += usize::from(speed);
            out.ground += usize::from(ground);
            out.equal += usize::from(equal);
            if near && speed && ground {
                out.all += 1;
            } else {
                out.first_apart.get_or_insert(out.lines);
            }
        }
    }

    /// Whether the goal is met.
    pub fn faithful(&self) -> bool {
        self.all as f64 >= FAITHFUL_MOVING * self.lines as f64
    }
}

fn agrees(engine: Engine, a: &str, b: &str) -> [bool; 4] {
    /// Which field tells the ground, counted from x.
    const GROUND: usize = 6;
    /// A flag of Quake of 1996: on ground.
    const ON_GROUND: u32 = 512;
    let [a_fields, b_fields] = [a, b].map(|text| text.split_ascii_whitespace().collect::<Vec<_>>());
    let head = match (engine, b_fields.first()) {
        // The time of the command.
        (Engine::Quake3, Some(&"m")) => 4,
        _ => 3,
    };
    if a_fields.len() != b_fields.len() || a_fields[..head] != b_fields[..head] {
        return [false; 4];
    }
    let number = |fields: &[&str], i: usize| fields.get(head + i).and_then(|f| f.parse::<f64>().ok());
    let within = |run: std::ops::Range<usize>, most: f64| {
        let off = run.map(|i| Some(number(&a_fields, i)? - number(&b_fields, i)?));
        off.map(|d| d.map_or(f64::INFINITY, |d| d * d))
            .sum::<f64>()
            .sqrt()
            <= most
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
    let same_ground = ground(&a_fields).is_some() && ground(&a_fields) == ground(&b_fields);
    [within(0..3, NEAR), within(3..6, NEAR_SPEED), same_ground, a == b]
}
