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
    /// How many hulls recordings number: point, player, crouched player and capsule; of Quake's games point, player and large
    /// monster.
    fn hull_count(self) -> i32 {
        match self {
            Self::Quake3 => 4,
            Self::QuakeWorld | Self::NetQuake => 3,
        }
    }

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
const MODEL: Column<Line> = Column::whole("model", |l| &mut l.model);
const ORIGIN: Column<Line> = Column::vector("x y z", |l| &mut l.origin.coords);
const ANGLES: Column<Line> = Column::vector("pitch yaw roll", |l| &mut l.angles);
const HULL: Column<Line> = Column::whole("hull", |l| &mut l.hull);
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
        HULL,
        PASS,
        START,
        END,
        Column::within(&Within::new(QUAKE3_ANSWER, |l| &mut l.wanted)),
    ],
);
const QUAKE1_SWEEP: Table<Line> = Table::marked(
    "q",
    &[
        HULL,
        PASS,
        START,
        END,
        Column::within(&Within::new(QUAKE1_ANSWER, |l| &mut l.wanted)),
    ],
);
/// A placed model of Quake III and a sweep through it alone.
const MODEL_SWEEP: Table<Line> = Table::new(&[
    MODEL,
    Column::vector("ox oy oz", |l| &mut l.origin.coords),
    ANGLES,
    HULL,
    Column::contents("mask", |l| &mut l.mask),
    START,
    END,
    Column::within(&Within::new(MODEL_ANSWER, |l| &mut l.wanted)),
]);

impl Line {
    /// Reads a line and checks the numbers of model and hull, if it has any.
    fn read(table: &Table<Self>, text: &str, number: usize, engine: Engine) -> Result<Self, RecordingError> {
        let mut line = Self {
            model: 1,
            pass: -1,
            mask: Contents::PLAYER_MASK,
            ..Self::default()
        };
        table.read(text, number, &mut line)?;
        let hulls = engine.hull_count();
        if !(0..hulls).contains(&line.hull) {
            let why = format!("there is no hull {}, only 0 to {}", line.hull, hulls - 1);
            return Err(table.error(number, why));
        }
        if line.model < 1 {
            let why = format!(
                "model {}: the world is 0, and what is placed comes after it",
                line.model
            );
            return Err(table.error(number, why));
        }
        Ok(line)
    }

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
    for line in stream(from)? {
        let (number, text) = line?;
        let bad = |why: String| RecordingError::Line { line: number, why };
        if number > MOST_LINES {
            let why = format!("the file has more than {MOST_LINES} lines; cut it into parts");
            return Err(bad(why));
        }
        let scene = out.scenes.len();
        match text.split_ascii_whitespace().next() {
            None => {}
            Some("S") => out.scenes.push(Vec::new()),
            Some(kind @ ("b" | "v" | "q")) if scene == 0 => {
                return Err(bad(format!("a line `{kind}` comes before the first line `S`")));
            }
            Some("b") => {
                let line = Line::read(&PLAYER, &text, number, engine)?;
                let bounds = Aabb::new(line.mins, line.maxs);
                if bounds.is_empty() || bounds.mins == bounds.maxs {
                    return Err(PLAYER.error(number, "the box has no volume"));
                }
                out.scenes[scene - 1].push(line.placing(Body::Player(bounds)));
            }
            Some("v") => {
                let line = Line::read(&models, &text, number, engine)?;
                out.scenes[scene - 1].push(line.placing(line.model()));
            }
            Some("q") => {
                let line = Line::read(&sweeps, &text, number, engine)?;
                out.questions.push(line.question(number, scene - 1));
            }
            Some(_) if engine == Engine::Quake3 => {
                out.kind = Sweeps::OneModel;
                let line = Line::read(&MODEL_SWEEP, &text, number, engine)?;
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
