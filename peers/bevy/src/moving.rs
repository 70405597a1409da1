//! Parts of avian's world that move: kinematic bodies, one a brush, as the rigid world has one.
//!
//! Source: avian's documentation of `RigidBody`, its schedule, and its example `kinematic_character_3d`. A kinematic body has a
//! velocity, by which the step takes it on. The example moves its character in `FixedUpdate`, and the step comes after it, in
//! `FixedPostUpdate`. So a part is where the tick begins while the body moves. For avian the step runs when the next tick is told;
//! bevy_ahoy moves its body in the step itself, before the parts.

use crate::frame::Frame;
use crate::solids::{Filled, LEAST_STEP, Solids, hull};
use anyhow::Result;
use avian3d::prelude::*;
use bevy::prelude::*;
use clipmark_geometry::{Contents, Model, Point, Pose, Vec3 as Units};
use clipmark_movement::MovingPart;
use std::time::Duration;

/// A brush of a model.
#[derive(Clone)]
pub(crate) struct Solid {
    hull: Collider,
    contents: Contents,
    /// Middle of its bounds in the model's frame, in units. The hull is around it.
    middle: Units,
}

/// The solids of each model; a brush that avian makes no hull of is left out.
///
/// # Errors
/// A brush that is open or whose coordinates are not finite.
pub(crate) fn models(all: &[Model], frame: Frame) -> Result<Vec<Vec<Solid>>> {
    let solids = |model: &Model| {
        let mut solids = Vec::new();
        for (i, brush) in model.brushes.iter().enumerate() {
            let middle = brush.bounds.center().coords;
            solids.extend(hull(i, brush, frame)?.map(|hull| Solid {
                hull,
                contents: brush.contents,
                middle,
            }));
        }
        Ok(solids)
    };
    all.iter().map(solids).collect()
}

/// The body of a brush.
struct Part {
    entity: Entity,
    /// Which of the parts that were told of it belongs to.
    told: usize,
    solid: Solid,
    /// Its place and rotation, once the world was stepped.
    at: (Vec3, Quat),
}

/// The parts that a controller was told of.
#[derive(Default)]
pub(crate) struct Parts {
    told: usize,
    bodies: Vec<Part>,
}

impl Parts {
    /// Steps the world, so that all are where the tick begins: the move comes before the step of its tick.
    pub(crate) fn follow(
        &mut self,
        solids: &mut Solids,
        models: &[Vec<Solid>],
        parts: &[MovingPart],
        seconds: f32,
    ) {
        self.spawn(solids, models, parts);
        self.aim(solids, parts, |part| &part.from, seconds);
        solids.step(seconds);
        self.put(solids);
    }

    /// Puts all where the tick begins, with the velocity of the tick: the step that moves the body moves them too.
    pub(crate) fn set_out(
        &mut self,
        solids: &mut Solids,
        models: &[Vec<Solid>],
        parts: &[MovingPart],
        seconds: f32,
    ) {
        if self.spawn(solids, models, parts) {
            // Queries find what a step has seen.
            solids.step(seconds);
        }
        self.aim(solids, parts, |part| &part.from, seconds);
        self.put(solids);
        self.aim(solids, parts, |part| &part.to, seconds);
    }

    /// Makes bodies of the parts that are told of for the first time, and says whether there were any.
    fn spawn(&mut self, solids: &mut Solids, models: &[Vec<Solid>], parts: &[MovingPart]) -> bool {
        let (frame, world) = (solids.frame, solids.app.world_mut());
        let known = self.told;
        self.told = known.max(parts.len());
        for (told, part) in parts.iter().enumerate().skip(known) {
            for solid in models.get(part.model).into_iter().flatten() {
                self.bodies.push(spawned(world, frame, told, solid, &part.from));
            }
        }
        known < parts.len()
    }

    /// Gives all the velocity that takes them to a place of their tick.
    fn aim(&mut self, solids: &mut Solids, parts: &[MovingPart], to: fn(&MovingPart) -> &Pose, seconds: f32) {
        let step = Duration::from_secs_f32(seconds.max(LEAST_STEP)).as_secs_f32();
        for body in &mut self.bodies {
            if let Some(part) = parts.get(body.told) {
                body.at = posed(to(part), &body.solid.middle, solids.frame);
                set_off(solids.app.world_mut(), body, step);
            }
        }
    }

    /// Takes all the last rounding of a step to their places.
    fn put(&self, solids: &mut Solids) {
        for body in &self.bodies {
            let (at, turned) = body.at;
            let mut entity = solids.app.world_mut().entity_mut(body.entity);
            entity.insert((Position(at), Rotation(turned)));
        }
    }
}

fn spawned(world: &mut World, frame: Frame, told: usize, solid: &Solid, pose: &Pose) -> Part {
    let at = posed(pose, &solid.middle, frame);
    let body = world.spawn((
        RigidBody::Kinematic,
        solid.hull.clone(),
        CollisionLayers::from_bits(solid.contents.bits(), u32::MAX),
        Transform::from_translation(at.0).with_rotation(at.1),
        Filled(solid.contents),
    ));
    Part {
        entity: body.id(),
        told,
        solid: solid.clone(),
        at,
    }
}

/// Where a brush is whose model is there, and how it is turned.
fn posed(pose: &Pose, middle: &Units, frame: Frame) -> (Vec3, Quat) {
    let at = frame.to(&pose.into_world(&Point::from(*middle)).coords);
    (at, frame.turned(&pose.rotation))
}

/// Gives a body the velocity that takes it to its place. It is that of its centre of mass.
fn set_off(world: &mut World, body: &Part, seconds: f32) {
    let mut entity = world.entity_mut(body.entity);
    let centre = entity.get::<ComputedCenterOfMass>().map_or(Vec3::ZERO, |c| c.0);
    let (Some(from), Some(turned)) = (entity.get::<Position>(), entity.get::<Rotation>()) else {
        return;
    };
    let (to, turns_to) = body.at;
    let way = to + turns_to * centre - from.0 - turned.0 * centre;
    let turn = turns_to * turned.0.inverse();
    // Of the two that turn alike, the one that turns less.
    let turn = if turn.w < 0.0 { -turn } else { turn };
    entity.insert((
        LinearVelocity(way / seconds),
        AngularVelocity(turn.to_scaled_axis() / seconds),
    ));
}
