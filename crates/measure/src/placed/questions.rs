//! Recorded sweeps through placed models, as a file has them.

use super::fields::Fields;
use clipmark_collision::recording::{Answer, MOST_LINES, RecordingError, stream};
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
    pub wanted: super::PlacedAnswer,
}

/// Quake III's hulls by number: point, player, crouched player, capsule.
pub(super) const QUAKE3_HULLS: usize = 4;
/// Quake's hulls by number: point, player, large monster.
pub(super) const QUAKE1_HULLS: usize = 3;

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
    for line in stream(from)? {
        let (number, text) = line?;
        if number > MOST_LINES {
            let why = format!("the file has more than {MOST_LINES} lines; cut it into parts");
            return Err(RecordingError::Line { line: number, why });
        }
        match text.split_ascii_whitespace().next() {
            None => {}
            Some("S") => out.scenes.push(Vec::new()),
            Some(kind @ ("b" | "v")) => {
                let placing = placing(&text, number, engine, kind == "b")?;
                let scene = out.scenes.last_mut();
                let missing = || RecordingError::Line {
                    line: number,
                    why: "a placed body comes before the first line `S`".into(),
                };
                scene.ok_or_else(missing)?.push(placing);
            }
            Some("q") => {
                let scene = out.scenes.len().checked_sub(1);
                let missing = || RecordingError::Line {
                    line: number,
                    why: "a sweep comes before the first line `S`".into(),
                };
                let question = through_all(&text, number, engine, scene.ok_or_else(missing)?)?;
                out.questions.push(question);
            }
            Some(_) if engine == Engine::Quake3 => {
                out.kind = Sweeps::OneModel;
                let (placing, question) = through_one(&text, number, out.scenes.len())?;
                out.scenes.push(vec![placing]);
                out.questions.push(question);
            }
            Some(word) => {
                let why = format!("`{word}` begins no line of a recording of scenes: S, b, v or q does");
                return Err(RecordingError::Line { line: number, why });
            }
        }
    }
    Ok(out)
}

fn placing(text: &str, line: usize, engine: Engine, player: bool) -> Result<Placing, RecordingError> {
    let wanted = match (player, engine) {
        (true, _) => "b entity x y z minx miny minz maxx maxy maxz",
        (false, Engine::Quake3) => "v entity model x y z pitch yaw roll",
        (false, _) => "v entity model x y z",
    };
    let mut fields = Fields::of(text, line, wanted);
    fields.word()?;
    let entity = fields.number()?;
    let placing = if player {
        let origin = fields.three()?;
        let bounds = Aabb::new(fields.three()?, fields.three()?);
        if bounds.is_empty() || bounds.mins == bounds.maxs {
            return Err(fields.error("the box has no volume"));
        }
        Placing {
            entity,
            body: Body::Player(bounds),
            pose: Pose::at(origin),
        }
    } else {
        let model = model(&mut fields)?;
        let origin = fields.three()?;
        let angles = match engine {
            Engine::Quake3 => fields.three()?.coords,
            _ => Vec3::zeros(),
        };
        Placing {
            entity,
            body: Body::Model(model),
            pose: Pose {
                origin,
                rotation: Rotation::of_angles(angles),
            },
        }
    };
    fields.end()?;
    Ok(placing)
}

fn model(fields: &mut Fields) -> Result<usize, RecordingError> {
    match fields.number()? {
        0 => Err(fields.error("model 0 is the world, which is not placed")),
        model => Ok(model),
    }
}

fn through_all(text: &str, line: usize, engine: Engine, scene: usize) -> Result<Question, RecordingError> {
    let wanted = match engine {
        Engine::Quake3 => {
            "q hull pass sx sy sz ex ey ez  fraction endx endy endz nx ny nz dist startsolid allsolid contents entity"
        }
        _ => {
            "q hull pass sx sy sz ex ey ez  allsolid startsolid inopen inwater fraction endx endy endz nx ny nz dist entity"
        }
    };
    let mut fields = Fields::of(text, line, wanted);
    fields.word()?;
    let most = match engine {
        Engine::Quake3 => QUAKE3_HULLS,
        _ => QUAKE1_HULLS,
    };
    let hull = hull(&mut fields, most)?;
    let pass = fields.number()?;
    let (start, end) = (fields.three()?, fields.three()?);
    let wanted = match engine {
        Engine::Quake3 => {
            let answer = answer(&mut fields)?;
            super::PlacedAnswer {
                entity: fields.number()?,
                ..super::PlacedAnswer::of(answer)
            }
        }
        _ => clip_answer(&mut fields)?,
    };
    fields.end()?;
    Ok(Question {
        line,
        scene,
        hull,
        start,
        end,
        mask: Contents::PLAYER_MASK,
        pass,
        wanted,
    })
}

fn through_one(text: &str, line: usize, scene: usize) -> Result<(Placing, Question), RecordingError> {
    let mut fields = Fields::of(
        text,
        line,
        "model ox oy oz pitch yaw roll hull mask sx sy sz ex ey ez  fraction endx endy endz nx ny nz dist startsolid \
         allsolid contents",
    );
    let model = model(&mut fields)?;
    let (origin, angles) = (fields.three()?, fields.three()?);
    let hull = hull(&mut fields, QUAKE3_HULLS)?;
    let mask: i64 = fields.number()?;
    let (start, end) = (fields.three()?, fields.three()?);
    let wanted = super::PlacedAnswer::of(answer(&mut fields)?);
    fields.end()?;
    let placing = Placing {
        entity: 0,
        body: Body::Model(model),
        pose: Pose {
            origin,
            rotation: Rotation::of_angles(angles.coords),
        },
    };
    let question = Question {
        line,
        scene,
        hull,
        start,
        end,
        // All 32 bits are written as -1.
        mask: Contents::from_bits_retain(mask as u32),
        pass: -1,
        wanted,
    };
    Ok((placing, question))
}

fn hull(fields: &mut Fields, most: usize) -> Result<usize, RecordingError> {
    let hull: usize = fields.number()?;
    if hull < most {
        Ok(hull)
    } else {
        Err(fields.error(&format!("there is no hull {hull}, only 0 to {}", most - 1)))
    }
}

/// `fraction endx endy endz nx ny nz dist startsolid allsolid contents`
fn answer(fields: &mut Fields) -> Result<Answer, RecordingError> {
    Ok(Answer {
        fraction: fields.float()?,
        end: fields.three()?,
        normal: fields.three()?.coords,
        dist: fields.float()?,
        start_solid: fields.flag()?,
        all_solid: fields.flag()?,
        contents: Contents::from_bits_retain(fields.number::<i32>()? as u32),
    })
}

/// `allsolid startsolid inopen inwater fraction endx endy endz nx ny nz dist entity`
fn clip_answer(fields: &mut Fields) -> Result<super::PlacedAnswer, RecordingError> {
    let (all_solid, start_solid) = (fields.flag()?, fields.flag()?);
    let inside = [fields.flag()?, fields.flag()?];
    let answer = Answer {
        fraction: fields.float()?,
        end: fields.three()?,
        normal: fields.three()?.coords,
        dist: fields.float()?,
        start_solid,
        all_solid,
        contents: Contents::empty(),
    };
    Ok(super::PlacedAnswer {
        answer,
        inside: Some(inside),
        entity: fields.number()?,
    })
}
