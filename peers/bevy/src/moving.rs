//! Parts of avian's world that move: kinematic bodies, one a brush, as the rigid world has one.
//!
//! Source: avian's documentation of `RigidBody`, its schedule, and its example `kinematic_character_3d`. A kinematic body has a
//! velocity, by which the step takes it on. The example moves its character in `FixedUpdate`, and the step comes after it, in
//! `FixedPostUpdate`. So a part is where the tick begins while the body moves. Here the step runs when the next tick is told.

use crate::solids::{Filled, Scale, Solids, hull};
use anyhow::Result;
use avian3d::prelude::*;
use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use clipmark_geometry::{Contents, Model, Point, Pose, Vec3 as Units};
use clipmark_movement::MovingPart;
use std::time::Duration;

/// The shortest step, in seconds: the shortest command of a game. Bevy has no step of no length.
const LEAST_STEP: f32 = 0.001;

/// A brush of a model.
#[derive(Clone)]
pub(crate) struct Solid {
    hull: Collider,
    contents: Contents,
    /// Middle of its bounds in the model's frame, in units. The hull is around it.
    middle: Units,
    /// Its corners around its middle, as avian was given them.
    corners: Vec<[f32; 3]>,
}

/// The solids of each model; a brush that avian makes no hull of is left out.
///
/// # Errors
/// A brush that is open or whose coordinates are not finite.
pub(crate) fn models(all: &[Model], scale: Scale) -> Result<Vec<Vec<Solid>>> {
    let solids = |model: &Model| {
        let mut solids = Vec::new();
        for (i, brush) in model.brushes.iter().enumerate() {
            let middle = brush.bounds.center().coords;
            let around = |p: &Point| scale.to(&(p.coords - middle)).to_array();
            solids.extend(hull(i, brush, scale)?.map(|hull| Solid {
                hull,
                contents: brush.contents,
                middle,
                corners: brush.vertices().iter().map(around).collect(),
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
    /// Makes bodies of the parts that are told of for the first time. Then it steps the world, so that all are where the tick
    /// begins.
    pub(crate) fn follow(
        &mut self,
        solids: &mut Solids,
        models: &[Vec<Solid>],
        parts: &[MovingPart],
        seconds: f32,
    ) {
        let (scale, world) = (solids.scale, solids.app.world_mut());
        for (told, part) in parts.iter().enumerate().skip(self.told) {
            for solid in models.get(part.model).into_iter().flatten() {
                self.bodies.push(spawned(world, scale, told, solid, &part.from));
            }
        }
        self.told = self.told.max(parts.len());
        let step = Duration::from_secs_f32(seconds.max(LEAST_STEP));
        for body in &mut self.bodies {
            if let Some(part) = parts.get(body.told) {
                body.at = posed(&part.from, &body.solid.middle, scale);
                set_off(world, body, step.as_secs_f32());
            }
        }
        world.insert_resource(TimeUpdateStrategy::ManualDuration(step));
        world.resource_mut::<Time<Fixed>>().set_timestep(step);
        solids.app.update();
        for body in &self.bodies {
            put(solids.app.world_mut(), body);
        }
    }

    /// The bodies that a mask collides with: corners around the middle, place and rotation.
    pub(crate) fn met(&self, mask: Contents) -> impl Iterator<Item = (&Vec<[f32; 3]>, (Vec3, Quat))> {
        let met = move |b: &&Part| b.solid.contents.intersects(mask);
        self.bodies.iter().filter(met).map(|b| (&b.solid.corners, b.at))
    }
}

fn spawned(world: &mut World, scale: Scale, told: usize, solid: &Solid, pose: &Pose) -> Part {
    let at = posed(pose, &solid.middle, scale);
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
fn posed(pose: &Pose, middle: &Units, scale: Scale) -> (Vec3, Quat) {
    let at = scale.to(&pose.into_world(&Point::from(*middle)).coords);
    if pose.rotation.is_none() {
        return (at, Quat::IDENTITY);
    }
    let [x, y, z] = pose.rotation.axes().map(|axis| Vec3::new(axis.x, axis.y, axis.z));
    (at, Quat::from_mat3(&Mat3::from_cols(x, y, z)).normalize())
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

/// Takes a body the last rounding of the step to its place.
fn put(world: &mut World, body: &Part) {
    let (at, turned) = body.at;
    world
        .entity_mut(body.entity)
        .insert((Position(at), Rotation(turned)));
}
