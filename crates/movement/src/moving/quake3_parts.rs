//! Moving parts and triggers of Quake III's maps, from their makers' text to data.
//!
//! Source: the game's manual for mappers (classes, keys, defaults). Recordings of moving worlds equal it to the bit in start,
//! end, duration and box. Departure: parts at which the game would crash or hang are left out and named.

use super::keys::{self, LeftOut};
use super::trajectory::{Motion, Trajectory};
use clipmark_geometry::{Aabb, MapEntity, Point, Vec3};
use std::cell::Cell;
use std::collections::HashMap;

/// The kind of a moving part.
#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    /// Moves between two places when it is touched or used.
    Door,
    /// A lift, which waits at its low place.
    Plat,
    /// Pressed by touch.
    Button,
    /// Goes round a loop of corners.
    Train(Vec<Corner>),
    /// Swings or turns for ever, or never moves.
    Steady,
}

/// A corner of a train's way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Corner {
    /// Where, in units.
    pub origin: Vec3,
    /// Speed from here on, in units per second; 0 for the train's own.
    pub speed: f32,
    /// Rest here, in seconds.
    pub wait: f32,
}

/// A moving part as it is before the first frame.
#[derive(Clone, Debug, PartialEq)]
pub struct Quake3Part {
    /// Index among the map's entities.
    pub entity: usize,
    /// Number of its model in the map.
    pub model: usize,
    /// Its kind.
    pub part: Part,
    /// Hurts a body that blocks it and goes on, where other doors and lifts turn round.
    pub crusher: bool,
    /// Bounds of its model, in its own frame, grown by a unit on each side as the game has them.
    pub bounds: Aabb,
    /// Its first and second place, in units.
    pub places: [Vec3; 2],
    /// Units per second.
    pub speed: f32,
    /// Rest at the second place, in milliseconds.
    pub wait_msec: f32,
    /// The damage to a player that blocks it.
    pub damage: i32,
    /// Where it is.
    pub position: Trajectory,
    /// How it is turned, in degrees.
    pub angles: Trajectory,
    /// The name of its team.
    pub team: Option<String>,
    /// The name it is used by.
    pub name: Option<String>,
    /// The name of its target.
    pub target: Option<String>,
    /// Whether touch opens it, or it must be used or shot.
    pub opens_by_touch: bool,
}

/// The effect of a trigger on a player.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Sets the velocity, in units per second.
    Push(Vec3),
    /// Puts the player there, looking along angles in degrees.
    Teleport(Point, Vec3),
    /// Uses the entity of that name, at most once in so many milliseconds. Only once if the number is 0 or less.
    Use(String, f32),
}

/// A trigger with a brush model.
#[derive(Clone, Debug, PartialEq)]
pub struct Quake3Trigger {
    /// Index among the map's entities.
    pub entity: usize,
    /// Number of its model in the map.
    pub model: usize,
    /// Bounds of its model, a unit larger on each side.
    pub bounds: Aabb,
    /// Its effect.
    pub effect: Effect,
}

/// All that moves or acts in a map of Quake III.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Quake3Parts {
    /// Moving parts in the order of the map.
    pub parts: Vec<Quake3Part>,
    /// Triggers in the order of the map.
    pub triggers: Vec<Quake3Trigger>,
    /// Parts that do not play.
    pub left_out: Vec<LeftOut>,
}

/// Bounds of models in the game are a unit larger on each side.
pub const SPREAD: f32 = 1.0;
/// Downward acceleration that jump pads and pendulums reckon with.
const GRAVITY: f32 = 800.0;
/// A player is put this far above a teleporter's destination.
const ABOVE: f32 = 1.0;
/// Pendulums are reckoned to be at least this long, in units.
const LEAST_LENGTH: f32 = 8.0;
/// Flags of rotating parts: about x, about y axes of the angles.
const ROLLS: u32 = 4;
const PITCHES: u32 = 8;
/// Flag of a door that hurts a body that blocks it and goes on.
const CRUSHER: u32 = 4;
/// Flag of a door that begins at its second place.
const STARTS_OPEN: u32 = 1;

impl Quake3Parts {
    /// The movers and triggers among a map's entities. `bounds` gives those of a model of the map as the file has them. No more
    /// than 1,025 parts and as many triggers are read, which is one more than a level may have.
    pub fn of_map(entities: &[MapEntity], bounds: impl Fn(usize) -> Option<Aabb>) -> Self {
        let reader = Reader {
            entities,
            named: named(entities, |_| true),
            corners: named(entities, |e| e.class() == "path_corner"),
            left: Cell::new(keys::MOST_CORNERS_IN_ALL),
        };
        let mut out = Self::default();
        for (i, entity) in entities.iter().enumerate() {
            if out.parts.len().max(out.triggers.len()) > keys::MOST_PARTS {
                break;
            }
            let read = match entity.class() {
                "trigger_push" | "trigger_teleport" | "trigger_multiple" => {
                    model(entity, &bounds).and_then(|(model, bounds)| {
                        let effect = reader.effect(entity, &bounds)?;
                        out.triggers.push(Quake3Trigger {
                            entity: i,
                            model,
                            bounds,
                            effect,
                        });
                        Ok(())
                    })
                }
                class if class.starts_with("func_") && entity.value("model").is_some() => {
                    model(entity, &bounds).and_then(|(model, bounds)| {
                        out.parts.push(reader.part(i, entity, model, bounds)?);
                        Ok(())
                    })
                }
                _ => Ok(()),
            };
            out.left_out.extend(read.err());
        }
        out
    }
}

/// The model of an entity and its bounds as the game has them.
fn model(entity: &MapEntity, bounds: &impl Fn(usize) -> Option<Aabb>) -> Result<(usize, Aabb), LeftOut> {
    let wrong = || {
        LeftOut::of(
            entity,
            "it names no brush model of this map; compile the map again",
        )
    };
    let model = entity.model().ok_or_else(wrong)?;
    let bounds = bounds(model).ok_or_else(wrong)?;
    Ok((model, bounds.grown(SPREAD)))
}

/// The first entity of each wanted name.
fn named(entities: &[MapEntity], is_wanted: impl Fn(&MapEntity) -> bool) -> HashMap<&str, usize> {
    let mut out = HashMap::new();
    for (i, entity) in entities.iter().enumerate().filter(|(_, e)| is_wanted(e)) {
        if let Some(name) = entity.value("targetname") {
            out.entry(name).or_insert(i);
        }
    }
    out
}

struct Reader<'a> {
    entities: &'a [MapEntity],
    named: HashMap<&'a str, usize>,
    corners: HashMap<&'a str, usize>,
    /// Corners that may still be read.
    left: Cell<usize>,
}

impl<'a> Reader<'a> {
    /// The first entity that an entity's target names.
    fn target(&self, entity: &MapEntity) -> Option<(usize, &'a MapEntity)> {
        self.of(*self.named.get(entity.value("target")?)?)
    }

    /// The first corner that it names.
    fn next_corner(&self, entity: &MapEntity) -> Option<(usize, &'a MapEntity)> {
        self.of(*self.corners.get(entity.value("target")?)?)
    }

    fn of(&self, i: usize) -> Option<(usize, &'a MapEntity)> {
        Some((i, self.entities.get(i)?))
    }

    fn part(&self, index: usize, e: &MapEntity, model: usize, bounds: Aabb) -> Result<Quake3Part, LeftOut> {
        let origin = keys::triple(e, "origin")?;
        let mut out = Quake3Part {
            entity: index,
            model,
            part: Part::Steady,
            crusher: keys::flags(e)? & CRUSHER != 0,
            bounds,
            places: [origin; 2],
            speed: keys::number(e, "speed", 0.0)?,
            wait_msec: 0.0,
            damage: keys::number(e, "dmg", 2.0)? as i32,
            position: Trajectory::default(),
            angles: Trajectory::default(),
            team: e.value("team").map(str::to_owned),
            name: e.value("targetname").map(str::to_owned),
            target: e.value("target").map(str::to_owned),
            opens_by_touch: e.value("targetname").is_none() && keys::number(e, "health", 0.0)? == 0.0,
        };
        match e.class() {
            "func_door" => out.door(e)?,
            "func_plat" => out.plat(e)?,
            "func_button" => out.button(e)?,
            "func_train" => out.train(self.corners(e)?)?,
            "func_rotating" => out.rotating(e)?,
            "func_bobbing" => out.bobbing(e)?,
            "func_pendulum" => out.pendulum(e)?,
            "func_static" | "func_group" => out.settle(),
            class => return Err(LeftOut::of(e, format!("{class} is no moving part of Quake III"))),
        }
        Ok(out)
    }

    /// The corners of a train's loop, from its start.
    fn corners(&self, train: &MapEntity) -> Result<Vec<Corner>, LeftOut> {
        let mut out = Vec::new();
        let mut at = self.target(train);
        let first = at.map(|(i, _)| i);
        loop {
            let Some((i, corner)) = at else {
                let why = if out.is_empty() {
                    "its target names no path_corner".into()
                } else {
                    format!("the corner {} of its way has no next one", out.len())
                };
                return Err(LeftOut::of(train, why));
            };
            if !out.is_empty() && Some(i) == first {
                return Ok(out);
            }
            if out.len() == keys::MOST_CORNERS {
                return Err(LeftOut::of(train, keys::ENDLESS));
            }
            let Some(left) = self.left.get().checked_sub(1) else {
                return Err(LeftOut::of(train, keys::TOO_MANY_CORNERS));
            };
            self.left.set(left);
            out.push(Corner {
                origin: keys::triple(corner, "origin")?,
                speed: keys::number(corner, "speed", 0.0)?,
                wait: keys::number(corner, "wait", 0.0)?,
            });
            at = self.next_corner(corner);
        }
    }

    fn effect(&self, e: &MapEntity, bounds: &Aabb) -> Result<Effect, LeftOut> {
        if e.class() == "trigger_multiple" {
            let wait = keys::number(e, "wait", 0.5)?;
            let target = e
                .value("target")
                .ok_or_else(|| LeftOut::of(e, "it has no target"))?;
            return Ok(Effect::Use(target.into(), wait * 1000.0));
        }
        let (_, target) = self
            .target(e)
            .ok_or_else(|| LeftOut::of(e, "its target names no entity of this map"))?;
        let goal = keys::triple(target, "origin")?;
        if e.class() == "trigger_teleport" {
            let above = Vec3::new(0.0, 0.0, ABOVE);
            return Ok(Effect::Teleport(Point::from(goal + above), keys::angles(target)?));
        }
        let from = (bounds.mins.coords + bounds.maxs.coords) * 0.5;
        let (mut way, height) = (goal - from, goal.z - from.z);
        let seconds = (f64::from(height) / (0.5 * f64::from(GRAVITY))).sqrt() as f32;
        if seconds <= 0.0 || seconds.is_nan() {
            return Err(LeftOut::of(e, "its target is not above it; move the target up"));
        }
        way.z = 0.0;
        let length = way.norm();
        let mut push = if length > 0.0 { way * (1.0 / length) } else { way } * (length / seconds);
        push.z = seconds * GRAVITY;
        Ok(Effect::Push(push))
    }
}

impl Quake3Part {
    /// A part that is solid and never moves: the known facts of a left-out part.
    pub fn still(model: usize, bounds: Aabb, origin: Vec3) -> Self {
        Self {
            entity: 0,
            model,
            part: Part::Steady,
            crusher: false,
            bounds,
            places: [origin; 2],
            speed: 0.0,
            wait_msec: 0.0,
            damage: 0,
            position: Trajectory::fixed(origin),
            angles: Trajectory::default(),
            team: None,
            name: None,
            target: None,
            opens_by_touch: false,
        }
    }

    /// Ends as far along its way as it is long, less its lip.
    fn opens(&mut self, e: &MapEntity, lip: f32) -> Result<(), LeftOut> {
        let (way, lip) = (keys::way(e)?, keys::number(e, "lip", lip)?);
        let (size, a) = (self.bounds.maxs - self.bounds.mins, way.abs());
        let distance = a.x * size.x + a.y * size.y + a.z * size.z - lip;
        self.places[1] = self.places[0] + way * distance;
        Ok(())
    }

    /// Waits at its first place; how long it takes to the second is cut to whole milliseconds.
    fn settle(&mut self) {
        if self.speed == 0.0 {
            self.speed = 100.0;
        }
        let way = self.places[1] - self.places[0];
        let msec = (way.norm() * 1000.0 / self.speed) as i32;
        self.position = Trajectory {
            duration_msec: if msec > 0 { msec } else { 1 },
            base: self.places[0],
            delta: way * self.speed,
            ..Trajectory::default()
        };
    }

    fn door(&mut self, e: &MapEntity) -> Result<(), LeftOut> {
        let flags = keys::flags(e)?;
        self.part = Part::Door;
        self.speed = keys::number_not_0(e, "speed", 400.0)?;
        self.wait_msec = keys::number_not_0(e, "wait", 2.0)? * 1000.0;
        self.opens(e, 8.0)?;
        if flags & STARTS_OPEN != 0 {
            self.places.swap(0, 1);
        }
        self.settle();
        Ok(())
    }

    fn plat(&mut self, e: &MapEntity) -> Result<(), LeftOut> {
        self.part = Part::Plat;
        self.speed = keys::number(e, "speed", 200.0)?;
        self.wait_msec = 1000.0;
        let lip = keys::number(e, "lip", 8.0)?;
        let tall = self.bounds.maxs.z - self.bounds.mins.z;
        self.places[0].z -= keys::number_not_0(e, "height", tall - lip)?;
        self.settle();
        Ok(())
    }

    fn button(&mut self, e: &MapEntity) -> Result<(), LeftOut> {
        self.part = Part::Button;
        self.speed = keys::number_not_0(e, "speed", 40.0)?;
        self.wait_msec = keys::number_not_0(e, "wait", 1.0)? * 1000.0;
        self.damage = 0;
        self.opens_by_touch = keys::number(e, "health", 0.0)? == 0.0;
        self.opens(e, 4.0)?;
        self.settle();
        Ok(())
    }

    fn train(&mut self, corners: Vec<Corner>) -> Result<(), LeftOut> {
        self.speed = if self.speed == 0.0 { 100.0 } else { self.speed };
        let speed = self.speed;
        self.settle();
        self.speed = speed;
        self.part = Part::Train(corners);
        Ok(())
    }

    fn rotating(&mut self, e: &MapEntity) -> Result<(), LeftOut> {
        let flags = keys::flags(e)?;
        self.settle();
        self.angles.motion = Motion::Linear;
        let axis = match flags {
            _ if flags & ROLLS != 0 => 2,
            _ if flags & PITCHES != 0 => 0,
            _ => 1,
        };
        self.angles.delta[axis] = self.speed;
        Ok(())
    }

    fn bobbing(&mut self, e: &MapEntity) -> Result<(), LeftOut> {
        let (flags, phase) = (keys::flags(e)?, keys::number(e, "phase", 0.0)?);
        self.speed = keys::number(e, "speed", 4.0)?;
        self.settle();
        self.position.motion = Motion::Sine;
        self.position.duration_msec = (self.speed * 1000.0) as i32;
        self.position.start_msec = (self.position.duration_msec as f32 * phase) as i32;
        let axis = match flags {
            _ if flags & 1 != 0 => 0,
            _ if flags & 2 != 0 => 1,
            _ => 2,
        };
        self.position.delta[axis] = keys::number(e, "height", 32.0)?;
        self.swings(e, self.position.duration_msec)
    }

    fn pendulum(&mut self, e: &MapEntity) -> Result<(), LeftOut> {
        let phase = keys::number(e, "phase", 0.0)?;
        let speed = keys::number(e, "speed", 30.0)?;
        // A rod that swings about its end, reckoned from how far the model reaches below its origin.
        let length = self.bounds.mins.z.abs().max(LEAST_LENGTH);
        let root = f64::from(GRAVITY / (3.0 * length)).sqrt();
        let frequency = (1.0 / (std::f64::consts::PI * 2.0) * root) as f32;
        self.settle();
        self.angles = Trajectory {
            motion: Motion::Sine,
            duration_msec: (1000.0 / frequency) as i32,
            start_msec: 0,
            base: keys::angles(e)?,
            delta: Vec3::new(0.0, 0.0, speed),
        };
        self.angles.start_msec = (self.angles.duration_msec as f32 * phase) as i32;
        self.speed = speed;
        self.swings(e, self.angles.duration_msec)
    }

    fn swings(&self, e: &MapEntity, period: i32) -> Result<(), LeftOut> {
        if period > 0 {
            Ok(())
        } else {
            Err(LeftOut::of(
                e,
                "its period is no whole number of milliseconds above 0; give another speed",
            ))
        }
    }
}
