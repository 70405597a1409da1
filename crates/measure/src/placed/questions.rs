//! Recorded sweeps through placed models, as a file has them.

use super::answer::{MODEL_ANSWER, PlacedAnswer, QUAKE1_ANSWER, QUAKE3_ANSWER};
use clipmark_collision::recording::{Column, MOST_LINES, RecordingError, Table, Within, stream};
use clipmark_geometry::{Aabb, Contents, Hull, Point, Pose, Rotation, Vec3};
use std::io::Read;

/// The engine of format and rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// Quake III.
    Quake3,
    /// QuakeWorld.
    QuakeWorld,
    /// Quake of 1996.
    NetQuake,
}

/// The contents of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Recording {
    /// All sweeps in their order.
    pub questions: Vec<Question>,
    /// Placements of the models: each question names one.
    pub scenes: Vec<Vec<Placing>>,
    /// Whether each sweep meets one model alone.
    pub kind: Sweeps,
}

/// The shapes that sweeps go through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sweeps {
    /// One placed model.
    OneModel,
    /// The world, placed models and players.
    Everything,
}

/// Something placed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placing {
    /// Number of the entity.
    pub entity: i32,
    /// The placed shape.
    pub body: Body,
    /// Where it is.
    pub pose: Pose,
}

/// The kind of a placed shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Body {
    /// The map's model of that number, from 1.
    Model(usize),
    /// A player's box.
    Player(Aabb),
}

/// A sweep and the engine's answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Question {
    /// Line of the file, from 1.
    pub line: usize,
    /// Which of the scenes.
    pub scene: usize,
    /// Number of the hull as recorded.
    pub hull: usize,
    /// Start, end, and mask.
    pub start: Point,
    /// Wished end.
    pub end: Point,
    /// Contents to collide with.
    pub mask: Contents,
    /// The entity that is not met.
    pub pass: i32,
    /// The engine's answer.
    pub wanted: PlacedAnswer,
}

impl Engine {
    /// The hull of that recorded number.
    pub fn hull(self, number: usize) -> Hull {
        let bounds = |mins: [f32; 3], maxs: [f32; 3]| Aabb::new(mins.into(), maxs.into());
        let player = Hull::quake3_player();
        match (self, number) {
            (_, 0) => Hull::Point,
            (Self::Quake3, 2) => Hull::Box {
                bounds: bounds([-15.0, -15.0, -24.0], [15.0, 15.0, 16.0]),
            },
            (Self::Quake3, 3) => Hull::Capsule {
                bounds: player.bounds(),
            },
            (Self::Quake3, _) => player,
            (_, 1) => Hull::Box {
                bounds: bounds([-16.0, -16.0, -24.0], [16.0, 16.0, 32.0]),
            },
            _ => Hull::Box {
                bounds: bounds([-32.0, -32.0, -24.0], [32.0, 32.0, 64.0]),
            },
        }
    }
}

/// A line of a placed body, or of a sweep and its answer, or of both.
#[derive(Clone, Copy, Debug, Default)]
struct Line {
    entity: i32,
    model: i32,
    origin: Point,
    angles: Vec3,
    mins: Point,
    maxs: Point,
    hull: i32,
    pass: i32,
    mask: Contents,
    start: Point,
    end: Point,
    wanted: PlacedAnswer,
}

const ENTITY: Column<Line> = Column::whole("entity", |l| &mut l.entity);
const MODEL: Column<Line> = Column::choice(
    "model",
    |l| l.model,
    |l, number| {
        l.model = number;
        match number {
            0 => Err("it is the world, which is not placed"),
            ..0 => Err("models are numbered from 1"),
            _ => Ok(()),
        }
    },
);
const ORIGIN: Column<Line> = Column::vector("x y z", |l| &mut l.origin.coords);
const ANGLES: Column<Line> = Column::vector("pitch yaw roll", |l| &mut l.angles);
/// Point, player, crouched player, capsule.
const QUAKE3_HULL: Column<Line> = Column::choice(
    "hull",
    |l| l.hull,
    |l, number| {
        l.hull = number;
        let known = (0..4).contains(&number);
        known.then_some(()).ok_or("hulls are 0 to 3")
    },
);
/// Point, player, large monster.
const QUAKE1_HULL: Column<Line> = Column::choice(
    "hull",
    |l| l.hull,
    |l, number| {
        l.hull = number;
        let known = (0..3).contains(&number);
        known.then_some(()).ok_or("hulls are 0 to 2")
    },
);
const PASS: Column<Line> = Column::whole("pass", |l| &mut l.pass);
const START: Column<Line> = Column::vector("sx sy sz", |l| &mut l.start.coords);
const END: Column<Line> = Column::vector("ex ey ez", |l| &mut l.end.coords);

const PLAYER: Table<Line> = Table::marked(
    "b",
    &[
        ENTITY,
        ORIGIN,
        Column::vector("minx miny minz", |l| &mut l.mins.coords),
        Column::vector("maxx maxy maxz", |l| &mut l.maxs.coords),
    ],
);
const QUAKE3_MODEL: Table<Line> = Table::marked("v", &[ENTITY, MODEL, ORIGIN, ANGLES]);
const QUAKE1_MODEL: Table<Line> = Table::marked("v", &[ENTITY, MODEL, ORIGIN]);
const QUAKE3_SWEEP: Table<Line> = Table::marked(
    "q",
    &[
        QUAKE3_HULL,
        PASS,
        START,
        END,
        Column::within(&Within {
            table: QUAKE3_ANSWER,
            at: |l| &mut l.wanted,
        }),
    ],
);
const QUAKE1_SWEEP: Table<Line> = Table::marked(
    "q",
    &[
        QUAKE1_HULL,
        PASS,
        START,
        END,
        Column::within(&Within {
            table: QUAKE1_ANSWER,
            at: |l| &mut l.wanted,
        }),
    ],
);
/// A placed model of Quake III and a sweep through it alone.
const MODEL_SWEEP: Table<Line> = Table::new(&[
    MODEL,
    Column::vector("ox oy oz", |l| &mut l.origin.coords),
    ANGLES,
    QUAKE3_HULL,
    Column::contents("mask", |l| &mut l.mask),
    START,
    END,
    Column::within(&Within {
        table: MODEL_ANSWER,
        at: |l| &mut l.wanted,
    }),
]);

impl Line {
    fn placing(&self, body: Body) -> Placing {
        Placing {
            entity: self.entity,
            body,
            pose: Pose {
                origin: self.origin,
                rotation: Rotation::of_angles(self.angles),
            },
        }
    }

    fn model(&self) -> Body {
        Body::Model(self.model as usize)
    }

    fn question(&self, line: usize, scene: usize) -> Question {
        Question {
            line,
            scene,
            hull: self.hull as usize,
            start: self.start,
            end: self.end,
            mask: self.mask,
            pass: self.pass,
            wanted: self.wanted,
        }
    }
}

/// Reads a file of sweeps: lines that begin with `S`, `b`, `v` and `q`, or one sweep through a model a line.
///
/// # Errors
/// The file itself, a line that is none of these, or more than [`MOST_LINES`] of them.
pub fn read(from: impl Read, engine: Engine) -> Result<Recording, RecordingError> {
    let mut out = Recording {
        questions: Vec::new(),
        scenes: Vec::new(),
        kind: Sweeps::Everything,
    };
    let (models, sweeps) = match engine {
        Engine::Quake3 => (QUAKE3_MODEL, QUAKE3_SWEEP),
        Engine::QuakeWorld | Engine::NetQuake => (QUAKE1_MODEL, QUAKE1_SWEEP),
    };
    let blank = Line {
        mask: Contents::PLAYER_MASK,
        ..Line::default()
    };
    for line in stream(from)? {
        let (number, text) = line?;
        let bad = |why: String| RecordingError::Line { line: number, why };
        if number > MOST_LINES {
            let why = format!("the file has more than {MOST_LINES} lines; cut it into parts");
            return Err(bad(why));
        }
        let mut line = blank;
        let kind = text.split_ascii_whitespace().next();
        let scene = out.scenes.len();
        match kind {
            None => {}
            Some("S") => out.scenes.push(Vec::new()),
            Some(kind @ ("b" | "v" | "q")) if scene == 0 => {
                return Err(bad(format!("a line `{kind}` comes before the first line `S`")));
            }
            Some("b") => {
                PLAYER.read(&text, number, &mut line)?;
                let bounds = Aabb::new(line.mins, line.maxs);
                if bounds.is_empty() || bounds.mins == bounds.maxs {
                    return Err(PLAYER.error(number, "the box has no volume"));
                }
                out.scenes[scene - 1].push(line.placing(Body::Player(bounds)));
            }
            Some("v") => {
                models.read(&text, number, &mut line)?;
                out.scenes[scene - 1].push(line.placing(line.model()));
            }
            Some("q") => {
                sweeps.read(&text, number, &mut line)?;
                out.questions.push(line.question(number, scene - 1));
            }
            Some(_) if engine == Engine::Quake3 => {
                out.kind = Sweeps::OneModel;
                MODEL_SWEEP.read(&text, number, &mut line)?;
                line.pass = -1;
                out.scenes.push(vec![line.placing(line.model())]);
                out.questions.push(line.question(number, scene));
            }
            Some(word) => {
                return Err(bad(format!(
                    "`{word}` begins no line of a recording of scenes: S, b, v or q does"
                )));
            }
        }
    }
    Ok(out)
}
