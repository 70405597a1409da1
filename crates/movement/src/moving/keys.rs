//! A map's entities as its maker wrote them: numbers in their keys, names, and why an entity is left out.
//!
//! The games read any text as a number, and a text without one as 0. Here such a text, and a number that no map could mean, makes
//! the entity an omission that is named.

use super::SPREAD;
use clipmark_geometry::{Aabb, MapEntity, Point, Rotation, Vec3};
use std::cell::Cell;
use std::collections::HashMap;
use thiserror::Error;

/// Largest number in a key of a moving part: coordinates, speeds and times of real maps stay far below.
const LARGEST: f32 = 1e6;
/// Most corners of a train's way: as many as a level of Quake III has entities.
const MOST_CORNERS: usize = 1024;
/// Most corners of all ways of a map together, left-out trains included. Without it a map of trains that share one long way would
/// take minutes and gigabytes.
const MOST_CORNERS_IN_ALL: usize = 1 << 18;
/// Why a train is left out that comes after that.
const TOO_MANY_CORNERS: &str =
    "the ways of the map's trains have more than 262,144 corners together; give it fewer trains";
/// More parts, and more triggers, than these are not read: a level of Quake III has no more entities.
const MOST_PARTS: usize = 1024;
/// Why a longer way is left out.
const ENDLESS: &str =
    "its way never comes back to its first corner within 1,024 corners; let the last corner target the first";

/// All that moves or acts in a map, as one game reads it.
#[derive(Clone, Debug, PartialEq)]
pub struct Parts<P> {
    pub parts: Vec<P>,
    pub triggers: Vec<MapTrigger>,
    /// Parts that do not play.
    pub left_out: Vec<LeftOut>,
}

impl<P> Default for Parts<P> {
    fn default() -> Self {
        Self {
            parts: Vec::new(),
            triggers: Vec::new(),
            left_out: Vec::new(),
        }
    }
}

/// A trigger with a brush model.
#[derive(Clone, Debug, PartialEq)]
pub struct MapTrigger {
    /// Index among the map's entities.
    pub entity: usize,
    /// Number of its model in the map.
    pub model: usize,
    /// Bounds of its model, a unit larger on each side.
    pub bounds: Aabb,
    pub effect: Effect,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Sets the velocity, in units per second.
    Push(Vec3),
    /// Puts the player there, looking along angles in degrees.
    Teleport(Point, Vec3),
    /// Uses the entity of that name, at most once in so many seconds. Only once if the number is 0 or less.
    Use(String, f32),
}

impl<P> Parts<P> {
    /// Reads the movers and triggers among a map's entities. `bounds` gives those of a model of the map as the file has them. No
    /// more than 1,025 parts and as many triggers are read, which is one more than a level may have.
    pub(super) fn read(
        entities: &[MapEntity],
        bounds: impl Fn(usize) -> Option<Aabb>,
        is_part: impl Fn(&MapEntity) -> bool,
        part: impl Fn(usize, &MapEntity, usize, Aabb) -> Result<P, LeftOut>,
        effect: impl Fn(&MapEntity, &Aabb) -> Result<Effect, LeftOut>,
    ) -> Self {
        let mut out = Self::default();
        for (i, e) in entities.iter().enumerate() {
            if out.parts.len().max(out.triggers.len()) > MOST_PARTS {
                break;
            }
            let acts = matches!(
                e.class(),
                "trigger_push" | "trigger_teleport" | "trigger_multiple"
            );
            let read = if acts {
                model(e, &bounds).and_then(|(model, bounds)| {
                    let effect = effect(e, &bounds)?;
                    out.triggers.push(MapTrigger {
                        entity: i,
                        model,
                        bounds,
                        effect,
                    });
                    Ok(())
                })
            } else if is_part(e) {
                model(e, &bounds).and_then(|(model, bounds)| {
                    out.parts.push(part(i, e, model, bounds)?);
                    Ok(())
                })
            } else {
                Ok(())
            };
            out.left_out.extend(read.err());
        }
        out
    }
}

/// The model of an entity and its bounds as the game has them.
fn model(e: &MapEntity, bounds: &impl Fn(usize) -> Option<Aabb>) -> Result<(usize, Aabb), LeftOut> {
    let wrong = || LeftOut::new(e, "it names no brush model of this map; compile the map again");
    let model = e.model().ok_or_else(wrong)?;
    let bounds = bounds(model).ok_or_else(wrong)?;
    Ok((model, bounds.grown(SPREAD)))
}

/// The entities of a map by name. Of several with one name the first counts.
pub(super) struct Names<'a> {
    entities: &'a [MapEntity],
    first: HashMap<&'a str, usize>,
    /// Corners of trains that may still be read.
    corners_left: Cell<usize>,
}

impl<'a> Names<'a> {
    /// Only of wanted entities.
    pub(super) fn new(entities: &'a [MapEntity], is_wanted: impl Fn(&MapEntity) -> bool) -> Self {
        let mut first = HashMap::new();
        for (i, e) in entities.iter().enumerate().filter(|(_, e)| is_wanted(e)) {
            if let Some(name) = e.value("targetname") {
                first.entry(name).or_insert(i);
            }
        }
        Self {
            entities,
            first,
            corners_left: Cell::new(MOST_CORNERS_IN_ALL),
        }
    }

    fn find_target(&self, e: &MapEntity) -> Option<(usize, &'a MapEntity)> {
        let i = *self.first.get(e.value("target")?)?;
        Some((i, &self.entities[i]))
    }

    pub(super) fn target(&self, e: &MapEntity) -> Result<&'a MapEntity, LeftOut> {
        let found = self.find_target(e);
        found
            .map(|(_, target)| target)
            .ok_or_else(|| LeftOut::new(e, "its target names no entity of this map"))
    }

    /// The corners of a train's loop, from the one that it targets; each names the next among these. `first` has the names of
    /// what a train may target.
    ///
    /// # Errors
    /// A way that ends, is too long or never comes back, and a corner that cannot be read.
    pub(super) fn corners<C>(
        &self,
        train: &MapEntity,
        first: &Self,
        corner: impl Fn(&MapEntity) -> Result<C, LeftOut>,
    ) -> Result<Vec<C>, LeftOut> {
        let first = first.find_target(train);
        let (mut out, mut at) = (Vec::new(), first);
        loop {
            let Some((i, entity)) = at else {
                let why = if out.is_empty() {
                    "its target names no path_corner".into()
                } else {
                    format!("the corner {} of its way has no next one", out.len())
                };
                return Err(LeftOut::new(train, why));
            };
            if !out.is_empty() && Some(i) == first.map(|(i, _)| i) {
                return Ok(out);
            }
            if out.len() == MOST_CORNERS {
                return Err(LeftOut::new(train, ENDLESS));
            }
            let Some(rest) = self.corners_left.get().checked_sub(1) else {
                return Err(LeftOut::new(train, TOO_MANY_CORNERS));
            };
            self.corners_left.set(rest);
            out.push(corner(entity)?);
            at = self.find_target(entity);
        }
    }
}

/// A corner of a train's way.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Corner {
    /// Where, in units.
    pub origin: Vec3,
    /// Speed from here on, in units per second; 0 for the train's own (Quake III).
    pub speed: f32,
    /// Rest here, in seconds.
    pub wait: f32,
}

/// What a `trigger_multiple` uses, and how often it may.
pub(super) fn uses(e: &MapEntity, wait: f32) -> Result<Effect, LeftOut> {
    let target = e
        .value("target")
        .ok_or_else(|| LeftOut::new(e, "it has no target"))?;
    Ok(Effect::Use(target.into(), wait))
}

/// A moving part or a trigger that is not played, and why.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("the {class} at line {line} of the map's entities is left out: {why}")]
pub struct LeftOut {
    /// Line of its opening brace in the text of the entities, from 1.
    pub line: usize,
    pub class: String,
    /// The fault, and the right form.
    pub why: String,
}

impl LeftOut {
    pub(super) fn new(entity: &MapEntity, why: impl Into<String>) -> Self {
        Self {
            line: entity.line,
            class: entity.class().into(),
            why: why.into(),
        }
    }
}

pub(super) fn number(entity: &MapEntity, key: &str, default: f32) -> Result<f32, LeftOut> {
    let Some(text) = entity.value(key) else {
        return Ok(default);
    };
    let word = text.split_whitespace().next();
    word.and_then(parsed)
        .ok_or_else(|| not_a_number(entity, key, text))
}

pub(super) fn triple(entity: &MapEntity, key: &str) -> Result<Vec3, LeftOut> {
    let Some(text) = entity.value(key) else {
        return Ok(Vec3::zeros());
    };
    let mut words = text.split_whitespace().map(parsed);
    let mut next = || {
        let word = words.next().unwrap_or(Some(0.0));
        word.ok_or_else(|| not_a_number(entity, key, text))
    };
    Ok(Vec3::new(next()?, next()?, next()?))
}

/// A number; a missing key and 0 stand for the default, as in the games.
pub(super) fn number_not_0(entity: &MapEntity, key: &str, default: f32) -> Result<f32, LeftOut> {
    let given = number(entity, key, default)?;
    Ok(if given == 0.0 { default } else { given })
}

pub(super) fn flags(entity: &MapEntity) -> Result<u32, LeftOut> {
    Ok(number(entity, "spawnflags", 0.0)?.max(0.0) as u32)
}

/// The angles of an entity: `angles`, or `angle` as the yaw alone. If both stand, the last counts.
pub(super) fn angles(entity: &MapEntity) -> Result<Vec3, LeftOut> {
    let last = entity
        .keys
        .iter()
        .rev()
        .find(|(key, _)| key == "angles" || key == "angle");
    match last {
        Some((key, _)) if key == "angle" => Ok(Vec3::new(0.0, number(entity, "angle", 0.0)?, 0.0)),
        _ => triple(entity, "angles"),
    }
}

fn parsed(word: &str) -> Option<f32> {
    word.parse().ok().filter(|x: &f32| x.abs() <= LARGEST)
}

fn not_a_number(entity: &MapEntity, key: &str, text: &str) -> LeftOut {
    const SHOWN: usize = 40;
    let text: String = text.chars().take(SHOWN).collect();
    LeftOut::new(
        entity,
        format!("its {key} is {text:?}; wanted is a number up to 1,000,000"),
    )
}

pub(super) fn forward(angles: Vec3) -> Vec3 {
    if angles == Vec3::zeros() {
        // The games take the negative of a sine of 0.
        return Vec3::new(1.0, 0.0, -0.0);
    }
    Rotation::of_angles(angles).axes()[0]
}

/// Which way a part goes or a trigger pushes: along its angles; -1 is up and -2 is down.
pub(super) fn move_direction(entity: &MapEntity) -> Result<Vec3, LeftOut> {
    let angles = angles(entity)?;
    Ok(if angles == Vec3::new(0.0, -1.0, 0.0) {
        Vec3::z()
    } else if angles == Vec3::new(0.0, -2.0, 0.0) {
        -Vec3::z()
    } else {
        forward(angles)
    })
}
