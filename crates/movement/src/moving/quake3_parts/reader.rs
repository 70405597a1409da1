//! Reads the moving parts and triggers among a map's entities.

use super::{Corner, Effect, GRAVITY, Part, Quake3Part, Quake3Parts, Quake3Trigger, SPREAD};
use crate::moving::keys::{self, LeftOut};
use crate::moving::trajectory::Trajectory;
use clipmark_geometry::{Aabb, MapEntity, Point, Vec3};
use std::cell::Cell;
use std::collections::HashMap;

/// A player is put this far above a teleporter's destination.
const ABOVE: f32 = 1.0;
/// Flag of a door that hurts a body that blocks it and goes on.
const CRUSHER: u32 = 4;

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
        LeftOut::new(
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
        self.entity(*self.named.get(entity.value("target")?)?)
    }

    /// The first corner that it names.
    fn next_corner(&self, entity: &MapEntity) -> Option<(usize, &'a MapEntity)> {
        self.entity(*self.corners.get(entity.value("target")?)?)
    }

    fn entity(&self, i: usize) -> Option<(usize, &'a MapEntity)> {
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
            class => return Err(LeftOut::new(e, format!("{class} is no moving part of Quake III"))),
        }
        Ok(out)
    }

    /// The corners of a train's loop, from its start.
    fn corners(&self, train: &MapEntity) -> Result<Vec<Corner>, LeftOut> {
        let next = |e: &MapEntity| self.next_corner(e);
        keys::corners(train, &self.left, self.target(train), next, |corner| {
            Ok(Corner {
                origin: keys::triple(corner, "origin")?,
                speed: keys::number(corner, "speed", 0.0)?,
                wait: keys::number(corner, "wait", 0.0)?,
            })
        })
    }

    fn effect(&self, e: &MapEntity, bounds: &Aabb) -> Result<Effect, LeftOut> {
        if e.class() == "trigger_multiple" {
            let wait = keys::number(e, "wait", 0.5)?;
            let target = e
                .value("target")
                .ok_or_else(|| LeftOut::new(e, "it has no target"))?;
            return Ok(Effect::Use(target.into(), wait * 1000.0));
        }
        let (_, target) = self
            .target(e)
            .ok_or_else(|| LeftOut::new(e, "its target names no entity of this map"))?;
        let goal = keys::triple(target, "origin")?;
        if e.class() == "trigger_teleport" {
            let above = Vec3::new(0.0, 0.0, ABOVE);
            return Ok(Effect::Teleport(Point::from(goal + above), keys::angles(target)?));
        }
        let from = (bounds.mins.coords + bounds.maxs.coords) * 0.5;
        let (mut way, height) = (goal - from, goal.z - from.z);
        let seconds = (f64::from(height) / (0.5 * f64::from(GRAVITY))).sqrt() as f32;
        if seconds <= 0.0 || seconds.is_nan() {
            return Err(LeftOut::new(e, "its target is not above it; move the target up"));
        }
        way.z = 0.0;
        let length = way.norm();
        let mut push = if length > 0.0 { way * (1.0 / length) } else { way } * (length / seconds);
        push.z = seconds * GRAVITY;
        Ok(Effect::Push(push))
    }
}
