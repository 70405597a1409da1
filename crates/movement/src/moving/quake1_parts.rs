//! Moving parts and triggers of Quake's maps, from their makers' text to data.
//!
//! Source: the game's manual for mappers (classes, keys, defaults), and recordings of moving worlds. Departure: parts at which
//! the game would stop with an error are left out and named. Keys, locks, sounds and shooting are not played.

use super::keys::{self, LeftOut};
use super::quake3_parts::SPREAD;
use clipmark_geometry::{Aabb, MapEntity, Point, Vec3};
use std::cell::Cell;
use std::collections::HashMap;

/// The kind of a moving part.
#[derive(Clone, Debug, PartialEq)]
pub enum Quake1Kind {
    /// Moves between two places.
    Door {
        /// Is shut again by use, and stays open until then.
        toggles: bool,
        /// Moves with the doors that it touches, and opens before players.
        links: bool,
    },
    /// A lift, which waits at its low place.
    Plat {
        /// Its trigger reaches just above its low place.
        low_trigger: bool,
    },
    /// Pressed by touch.
    Button,
    /// Goes round a loop of corners.
    Train(Vec<Quake1Corner>),
    /// Never moves.
    Wall,
}

/// A corner of a train's way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quake1Corner {
    /// Where, in units.
    pub origin: Vec3,
    /// Rest here, in seconds.
    pub wait: f32,
}

/// A moving part as it is when the map begins.
#[derive(Clone, Debug, PartialEq)]
pub struct Quake1Part {
    /// Index among the map's entities.
    pub entity: usize,
    /// Number of its model in the map.
    pub model: usize,
    /// Its kind.
    pub kind: Quake1Kind,
    /// Bounds of its model: the file's bounds, a unit larger on each side, are its true size.
    pub bounds: Aabb,
    /// Its first and second place, in units; a lift's are high and low.
    pub places: [Vec3; 2],
    /// Where it begins.
    pub origin: Vec3,
    /// Units per second.
    pub speed: f32,
    /// Rest at the second place, in seconds; negative for ever.
    pub wait: f32,
    /// The damage to a player that blocks it.
    pub damage: f32,
    /// The name it is used by.
    pub name: Option<String>,
    /// The name of its target.
    pub target: Option<String>,
    /// Whether touch sets it going, or it must be used or shot.
    pub opens_by_touch: bool,
}

impl Quake1Part {
    /// A part that is solid and never moves: the known facts of a left-out part.
    pub fn still(model: usize, bounds: Aabb) -> Self {
        Self {
            entity: 0,
            model,
            kind: Quake1Kind::Wall,
            bounds,
            places: [Vec3::zeros(); 2],
            origin: Vec3::zeros(),
            speed: 0.0,
            wait: 0.0,
            damage: 0.0,
            name: None,
            target: None,
            opens_by_touch: false,
        }
    }
}

/// The effect of a trigger on a player.
#[derive(Clone, Debug, PartialEq)]
pub enum Quake1Effect {
    /// Sets the velocity, in units per second.
    Push(Vec3),
    /// Puts the player there, looking along angles in degrees.
    Teleport(Point, Vec3),
    /// Uses the entity of that name, at most once in so many seconds. Only once if the number is negative.
    Use(String, f32),
}

/// A trigger with a brush model.
#[derive(Clone, Debug, PartialEq)]
pub struct Quake1Trigger {
    /// Index among the map's entities.
    pub entity: usize,
    /// Its box: the game asks no more than whether boxes touch.
    pub bounds: Aabb,
    /// Its effect.
    pub effect: Quake1Effect,
}

/// All that moves or acts in a map of Quake.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Quake1Parts {
    /// Moving parts in the order of the map.
    pub parts: Vec<Quake1Part>,
    /// Triggers in the order of the map.
    pub triggers: Vec<Quake1Trigger>,
    /// Parts that do not play.
    pub left_out: Vec<LeftOut>,
}

/// Flags of doors and lifts.
const STARTS_OPEN: u32 = 1;
const LOW_TRIGGER: u32 = 1;
const DOES_NOT_LINK: u32 = 4;
const TOGGLES: u32 = 32;
/// A push trigger's speed counts this many times.
const PUSHES: f32 = 10.0;
/// A player is put this far above a teleporter's destination, in units.
const ABOVE: f32 = 27.0;

impl Quake1Parts {
    /// The movers and triggers among a map's entities. `bounds` gives those of a model of the map as the file has them. No more
    /// than 1,025 parts and as many triggers are read, which is one more than is played.
    pub fn of_map(entities: &[MapEntity], bounds: impl Fn(usize) -> Option<Aabb>) -> Self {
        let mut out = Self::default();
        let names = Entities::new(entities);
        for (i, e) in entities.iter().enumerate() {
            if out.parts.len().max(out.triggers.len()) > keys::MOST_PARTS {
                break;
            }
            let moves = matches!(
                e.class(),
                "func_door" | "func_plat" | "func_button" | "func_train" | "func_wall"
            );
            let acts = matches!(
                e.class(),
                "trigger_push" | "trigger_teleport" | "trigger_multiple"
            );
            let read = if moves {
                model(e, &bounds)
                    .and_then(|(m, b)| part(&names, i, e, m, b))
                    .map(|p| out.parts.push(p))
            } else if acts {
                let read = model(e, &bounds).and_then(|(_, b)| Ok((b, effect(&names, e)?)));
                read.map(|(bounds, effect)| {
                    out.triggers.push(Quake1Trigger {
                        entity: i,
                        bounds,
                        effect,
                    });
                })
            } else if e.class().starts_with("func_") && e.model().is_some() {
                Err(LeftOut::new(
                    e,
                    format!("{} is no moving part that is played", e.class()),
                ))
            } else {
                Ok(())
            };
            out.left_out.extend(read.err());
        }
        out
    }
}

fn model(e: &MapEntity, bounds: &impl Fn(usize) -> Option<Aabb>) -> Result<(usize, Aabb), LeftOut> {
    let wrong = || LeftOut::new(e, "it names no brush model of this map; compile the map again");
    let model = e.model().ok_or_else(wrong)?;
    Ok((model, bounds(model).ok_or_else(wrong)?.grown(SPREAD)))
}

/// The entities of a map, and the first of each name.
struct Entities<'a> {
    all: &'a [MapEntity],
    named: HashMap<&'a str, usize>,
    /// Corners that may still be read.
    left: Cell<usize>,
}

impl<'a> Entities<'a> {
    fn new(all: &'a [MapEntity]) -> Self {
        let mut named = HashMap::new();
        for (i, e) in all.iter().enumerate() {
            if let Some(name) = e.value("targetname") {
                named.entry(name).or_insert(i);
            }
        }
        let left = Cell::new(keys::MOST_CORNERS_IN_ALL);
        Self { all, named, left }
    }

    fn named(&self, name: Option<&str>) -> Option<(usize, &'a MapEntity)> {
        let i = *self.named.get(name?)?;
        Some((i, &self.all[i]))
    }
}

fn part(
    names: &Entities,
    entity: usize,
    e: &MapEntity,
    model: usize,
    bounds: Aabb,
) -> Result<Quake1Part, LeftOut> {
    let flags = keys::flags(e)?;
    let (speed, lip) = match e.class() {
        "func_plat" => (150.0, 0.0),
        "func_button" => (40.0, 4.0),
        _ => (100.0, 8.0),
    };
    let mut out = Quake1Part {
        entity,
        model,
        kind: Quake1Kind::Wall,
        bounds,
        places: [Vec3::zeros(); 2],
        origin: Vec3::zeros(),
        speed: keys::number_not_0(e, "speed", speed)?,
        wait: 0.0,
        damage: keys::number_not_0(e, "dmg", 2.0)?,
        name: e.value("targetname").map(str::to_owned),
        target: e.value("target").map(str::to_owned),
        opens_by_touch: e.value("targetname").is_none() && keys::number(e, "health", 0.0)? == 0.0,
    };
    if out.speed < 0.0 {
        return Err(LeftOut::new(e, "its speed is negative; give one above 0"));
    }
    let size = bounds.maxs - bounds.mins;
    match e.class() {
        "func_door" | "func_button" => {
            let (way, lip) = (keys::move_direction(e)?, keys::number_not_0(e, "lip", lip)?);
            let distance = (way.x * size.x + way.y * size.y + way.z * size.z).abs() - lip;
            out.places[1] = out.places[0] + way * distance;
        }
        "func_plat" => {
            let height = keys::number(e, "height", 0.0)?;
            out.places[1].z = if height == 0.0 { -size.z + 8.0 } else { -height };
        }
        _ => {}
    }
    match e.class() {
        "func_door" => {
            out.wait = keys::number_not_0(e, "wait", 3.0)?;
            out.kind = Quake1Kind::Door {
                toggles: flags & TOGGLES != 0,
                links: flags & DOES_NOT_LINK == 0,
            };
            // A door with a lock needs its key.
            out.opens_by_touch &= flags & 0b11000 == 0;
            if flags & STARTS_OPEN != 0 {
                out.places.swap(0, 1);
                out.origin = out.places[0];
            }
        }
        "func_button" => {
            out.wait = keys::number_not_0(e, "wait", 1.0)?;
            out.opens_by_touch = keys::number(e, "health", 0.0)? == 0.0;
            out.kind = Quake1Kind::Button;
        }
        "func_plat" => {
            out.kind = Quake1Kind::Plat {
                low_trigger: flags & LOW_TRIGGER != 0,
            };
            out.damage = 1.0;
            // A lift that has a name waits at the top for its use.
            if out.name.is_none() {
                out.origin = out.places[1];
            }
        }
        "func_train" => out.kind = Quake1Kind::Train(corners(names, e)?),
        _ => {}
    }
    Ok(out)
}

/// The corners of a train's loop, from its first one.
fn corners(names: &Entities, train: &MapEntity) -> Result<Vec<Quake1Corner>, LeftOut> {
    let next = |e: &MapEntity| names.named(e.value("target"));
    keys::corners(train, &names.left, next(train), next, |corner| {
        Ok(Quake1Corner {
            origin: keys::triple(corner, "origin")?,
            wait: keys::number(corner, "wait", 0.0)?,
        })
    })
}

fn effect(names: &Entities, e: &MapEntity) -> Result<Quake1Effect, LeftOut> {
    match e.class() {
        "trigger_push" => {
            let speed = keys::number_not_0(e, "speed", 1000.0)?;
            let way = if keys::angles(e)? == Vec3::zeros() {
                Vec3::zeros()
            } else {
                keys::move_direction(e)?
            };
            Ok(Quake1Effect::Push(way * speed * PUSHES))
        }
        "trigger_multiple" => {
            let target = e
                .value("target")
                .ok_or_else(|| LeftOut::new(e, "it has no target"))?;
            Ok(Quake1Effect::Use(
                target.into(),
                keys::number_not_0(e, "wait", 0.2)?,
            ))
        }
        _ => {
            let (_, goal) = names
                .named(e.value("target"))
                .ok_or_else(|| LeftOut::new(e, "its target names no entity of this map"))?;
            let origin = keys::triple(goal, "origin")? + Vec3::new(0.0, 0.0, ABOVE);
            Ok(Quake1Effect::Teleport(Point::from(origin), keys::angles(goal)?))
        }
    }
}
