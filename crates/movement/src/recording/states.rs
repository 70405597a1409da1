//! State files: one line after each tick.

use super::commands::NETQUAKE_RATE;
use super::{Commands, liquid};
use crate::body::{Body, MoveFlags};
use crate::command::Buttons;
use crate::engines::{GOLDSRC, SOURCE};
use crate::profile::{Order, Profile};
use clipmark_collision::recording::{Column, RecordingError, Table, lines};
use clipmark_geometry::Point;
use std::io::{self, Read, Write};

/// The columns in which states are read and written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StateFormat {
    /// `x y z vx vy vz groundEntityNum pm_flags pm_time waterlevel`.
    Quake3,
    /// `x y z vx vy vz onground waterjumptime jumpheld waterlevel`: the earlier recordings, and every other order.
    QuakeWorldEarlier,
    /// `x y z vx vy vz waterjumptime jumpheld onground waterlevel watertype`.
    QuakeWorld,
    /// `x y z vx vy vz flags waterlevel watertype teleport_time movedir(3) pitch yaw roll oldorigin(3)`.
    NetQuake,
    /// `x y z vx vy vz flags flDuckTime bInDuck viewz waterjumptime movedir(2) oldbuttons onground waterlevel watertype`.
    GoldSrc,
    /// `x y z vx vy vz onground surfacefriction flags ducked ducking ducktime viewz waterjumptime waterjumpv(2) oldbuttons
    /// waterlevel`.
    Source,
}

struct States {
    table: Table<Body>,
    /// Makes the run's first body, looking along a yaw in degrees.
    begin: fn(&mut Body, f32),
    /// Adds what a line does not hold, after the state before it: its number is the last one's.
    follow: fn(&mut Body, &Body, usize),
}

impl States {
    const fn new(columns: &'static [Column<Body>]) -> Self {
        Self {
            table: Table::new(columns),
            begin: |_, _| {},
            follow: |_, _, _| {},
        }
    }
}

const PLACE: Column<Body> = Column::vector("x y z", |b| &mut b.origin.coords);
const VELOCITY: Column<Body> = Column::vector("vx vy vz", |b| &mut b.velocity);
const WATER_LEVEL: Column<Body> = Column::byte("waterlevel", |b| &mut b.water_level);
const LIQUID: Column<Body> = Column::number(
    "watertype",
    |b| liquid::number(b.engine.liquid),
    |b, x| b.engine.liquid = liquid::of_number(x),
);
/// In the air, or on the world.
const ON_GROUND: Column<Body> = Column::switch("onground", [-1, 0], |b| &mut b.grounded);
const WATER_JUMP_SECONDS: Column<Body> = Column::float("waterjumptime", |b| &mut b.water_jump_seconds);
const WATER_JUMP_MSEC: Column<Body> = Column::float("waterjumptime", |b| &mut b.timer_msec);

/// A state of a body as a column: 1 where it holds, 0 where it does not.
macro_rules! move_flag {
    ($name:literal, $flag:ident) => {
        Column::number(
            $name,
            |b: &Body| pack_bits(b, &[(MoveFlags::$flag, 1)]) as f32,
            |b, x| b.flags.set(MoveFlags::$flag, x != 0.0),
        )
    };
}

const JUMP_HELD: Column<Body> = move_flag!("jumpheld", JUMP_HELD);

/// The states of a body that an engine writes as the bits of one word.
pub(crate) type Bits = [(MoveFlags, u32)];

pub(crate) fn pack_bits(body: &Body, bits: &Bits) -> u32 {
    let set = bits.iter().filter(|(flag, _)| body.flags.contains(*flag));
    set.fold(0, |word, (_, bit)| word | bit)
}

pub(crate) fn unpack_bits(body: &mut Body, bits: &Bits, word: f32) {
    for (flag, bit) in bits {
        body.flags.set(*flag, word as u32 & bit != 0);
    }
}

/// The buttons of the tick before, of whose word a body keeps two bits.
const OLD_BUTTONS: Column<Body> = Column::number(
    "oldbuttons",
    |b| pack_bits(b, OLD_BUTTON_BITS) as f32,
    |b, x| unpack_bits(b, OLD_BUTTON_BITS, x),
);
const OLD_BUTTON_BITS: &Bits = &[
    (MoveFlags::JUMP_HELD, Buttons::JUMP.bits() as u32),
    (MoveFlags::DUCK_HELD, Buttons::DUCK.bits() as u32),
];

/// The height of the eyes. A body keeps it only while it ducks or rises: see [`keep_eyes`] and [`resting_eyes`].
const EYES: Column<Body> = Column::float("viewz", |b| b.engine.eyes.get_or_insert_default());

fn resting_eyes(body: &Body, profile: &Profile) -> f32 {
    profile.eyes(body.flags.contains(MoveFlags::DUCKED))
}

fn keep_eyes(body: &mut Body, profile: &Profile) {
    let resting = resting_eyes(body, profile);
    body.engine.eyes = body.engine.eyes.filter(|height| *height != resting);
}

/// Bits of the words of flags of Quake and GoldSrc. Every player is a client.
pub(crate) const CLIENT: u32 = 8;
const IN_WATER: u32 = 16;
pub(crate) const STANDS: u32 = 512;
const WATER_JUMP: u32 = 2048;
pub(crate) const JUMP_RELEASED: u32 = 4096;

pub(crate) fn ground_bit(body: &Body) -> u32 {
    if body.grounded { STANDS } else { 0 }
}

const QUAKE3: States = States::new(&[
    PLACE,
    VELOCITY,
    // In the air, and on the world.
    Column::switch("groundEntityNum", [1023, 1022], |b| &mut b.grounded),
    Column::number(
        "pm_flags",
        |b| b.flags.bits() as f32,
        |b, x| b.flags = MoveFlags::from_bits_retain(x as u32),
    ),
    Column::float("pm_time", |b| &mut b.timer_msec),
    WATER_LEVEL,
]);

/// On Quake III's traces.
const QUAKEWORLD_EARLIER: States = States::new(&[
    PLACE,
    VELOCITY,
    ON_GROUND,
    WATER_JUMP_SECONDS,
    JUMP_HELD,
    WATER_LEVEL,
]);

/// On clip hulls.
const QUAKEWORLD: States = States::new(&[
    PLACE,
    VELOCITY,
    WATER_JUMP_SECONDS,
    JUMP_HELD,
    ON_GROUND,
    WATER_LEVEL,
    LIQUID,
]);

const NETQUAKE: States = States {
    begin: |body, yaw| {
        /// Seconds on the world's clock at the first tick.
        const BEGINS: f64 = 1.2;
        body.flags.insert(MoveFlags::JUMP_HELD);
        body.engine.clock = BEGINS;
        body.engine.model_angles.y = yaw;
        body.engine.last_free = Some(body.origin);
    },
    follow: |body, before, _| body.engine.clock = before.engine.clock + 1.0 / f64::from(NETQUAKE_RATE),
    ..States::new(&[
        PLACE,
        VELOCITY,
        Column::number(
            "flags",
            |b| {
                let released = if b.flags.contains(MoveFlags::JUMP_HELD) {
                    0
                } else {
                    JUMP_RELEASED
                };
                (CLIENT | ground_bit(b) | pack_bits(b, NETQUAKE_BITS) | released) as f32
            },
            |b, x| {
                unpack_bits(b, NETQUAKE_BITS, x);
                b.grounded = x as u32 & STANDS != 0;
                b.flags.set(MoveFlags::JUMP_HELD, x as u32 & JUMP_RELEASED == 0);
            },
        ),
        WATER_LEVEL,
        LIQUID,
        Column::float("teleport_time", |b| &mut b.engine.water_jump_ends),
        Column::vector("movedirx movediry movedirz", |b| &mut b.engine.move_dir),
        Column::vector("pitch yaw roll", |b| &mut b.engine.model_angles),
        Column::vector("oldx oldy oldz", |b| {
            &mut b.engine.last_free.get_or_insert(b.origin).coords
        }),
    ])
};
pub(crate) const NETQUAKE_BITS: &Bits = &[
    (MoveFlags::IN_LIQUID, IN_WATER),
    (MoveFlags::WATER_JUMP, WATER_JUMP),
];

const GOLDSRC_STATES: States = States {
    follow: |body, _, _| keep_eyes(body, &GOLDSRC),
    ..States::new(&[
        PLACE,
        VELOCITY,
        Column::number(
            "flags",
            |b| (CLIENT | ground_bit(b) | pack_bits(b, GOLDSRC_BITS)) as f32,
            |b, x| unpack_bits(b, GOLDSRC_BITS, x),
        ),
        Column::float("flDuckTime", |b| &mut b.engine.duck_msec),
        move_flag!("bInDuck", DUCKING),
        EYES,
        WATER_JUMP_MSEC,
        Column::float("movedirx", |b| &mut b.engine.move_dir.x),
        Column::float("movediry", |b| &mut b.engine.move_dir.y),
        OLD_BUTTONS,
        ON_GROUND,
        WATER_LEVEL,
        LIQUID,
    ])
};
const GOLDSRC_BITS: &Bits = &[(MoveFlags::WATER_JUMP, WATER_JUMP), (MoveFlags::DUCKED, 16384)];

const SOURCE_STATES: States = States {
    follow: |body, _, line| {
        keep_eyes(body, &SOURCE);
        // A run begins with tick 0, so after the first line the next tick is 1.
        body.engine.ticks = u32::try_from(line).unwrap_or(u32::MAX);
    },
    ..States::new(&[
        PLACE,
        VELOCITY,
        Column::switch("onground", [0, 1], |b| &mut b.grounded),
        Column::float("surfacefriction", |b| &mut b.engine.surface_friction),
        Column::number(
            "flags",
            |b| pack_bits(b, SOURCE_BITS) as f32,
            |b, x| unpack_bits(b, SOURCE_BITS, x),
        ),
        Column::choice(
            "ducked",
            |b| b.flags.contains(MoveFlags::DUCKED).into(),
            |b, n| {
                let agrees = b.flags.contains(MoveFlags::DUCKED) == (n != 0);
                agrees.then_some(()).ok_or("the flag 2 (ducking) says otherwise")
            },
        ),
        move_flag!("ducking", DUCKING),
        Column::float("ducktime", |b| &mut b.engine.duck_msec),
        EYES,
        WATER_JUMP_MSEC,
        Column::float("waterjumpvx", |b| &mut b.engine.move_dir.x),
        Column::float("waterjumpvy", |b| &mut b.engine.move_dir.y),
        OLD_BUTTONS,
        WATER_LEVEL,
    ])
};
const SOURCE_BITS: &Bits = &[(MoveFlags::DUCKED, 2), (MoveFlags::WATER_JUMP, 4)];

impl StateFormat {
    /// The format of an order's states. QuakeWorld has two: with a jump button in the commands it is the later one.
    pub fn new(order: Order, commands: &Commands) -> Self {
        match order {
            Order::Quake3 => Self::Quake3,
            Order::NetQuake => Self::NetQuake,
            Order::GoldSrc => Self::GoldSrc,
            Order::Source => Self::Source,
            Order::QuakeWorld if commands.has_buttons() => Self::QuakeWorld,
            Order::QuakeWorld | Order::Direct => Self::QuakeWorldEarlier,
        }
    }

    fn states(self) -> &'static States {
        match self {
            Self::Quake3 => &QUAKE3,
            Self::QuakeWorldEarlier => &QUAKEWORLD_EARLIER,
            Self::QuakeWorld => &QUAKEWORLD,
            Self::NetQuake => &NETQUAKE,
            Self::GoldSrc => &GOLDSRC_STATES,
            Self::Source => &SOURCE_STATES,
        }
    }

    /// Makes a body the first of a run that looks along a yaw in degrees.
    pub(super) fn begin(self, body: &mut Body, yaw: f32) {
        (self.states().begin)(body, yaw);
    }
}

/// Reads the states of a recording, one a tick, of a run that begins with a body.
pub fn read_states(from: impl Read, format: StateFormat, start: &Body) -> Result<Vec<Body>, RecordingError> {
    let States { table, follow, .. } = format.states();
    let mut states: Vec<Body> = Vec::new();
    for (text, line) in lines(from)?.iter().zip(1..) {
        if text.trim().is_empty() {
            continue;
        }
        let mut state = Body::at(Point::origin());
        table.read(text, line, &mut state)?;
        follow(&mut state, states.last().unwrap_or(start), line);
        state
            .check()
            .and_then(|()| state.engine.check())
            .map_err(|e| RecordingError::Line {
                line,
                why: e.to_string(),
            })?;
        states.push(state);
    }
    Ok(states)
}

/// Writes one state.
pub fn write_state(
    to: &mut impl Write,
    body: &Body,
    format: StateFormat,
    profile: &Profile,
) -> io::Result<()> {
    let mut state = *body;
    state.engine.eyes.get_or_insert(resting_eyes(body, profile));
    writeln!(to, "{}", format.states().table.row(&state))
}
