//! Parts of Jolt's world that move: kinematic bodies.
//!
//! Source: `CharacterVirtualTest` of Jolt's samples. Before the character's update each body stands where the tick begins, and
//! `MoveKinematic` gives it the velocity that takes it to its end. The step of the world, which takes it there, is left out: it is put
//! there when the next tick begins.

use crate::scale::{metres, place, point, turned};
use crate::solids::Solids;
use clipmark_geometry::Pose;
use clipmark_movement::MovingPart;
use oxijolt::{Activation, BodyId, BodySettings, PhysicsWorld, Quat, RVec3, Vec3};

/// The bodies of the parts that a controller was told of, in the order in which it is told.
#[derive(Default)]
pub(crate) struct Parts {
    told: Vec<MovingPart>,
    bodies: Vec<Vec<BodyId>>,
}

/// Where a body is, and how it is turned.
pub(crate) fn posed(pose: &Pose) -> (RVec3, Quat) {
    (place(&pose.origin.coords), turned(&pose.rotation))
}

impl Parts {
    pub(crate) fn is_empty(&self) -> bool {
        self.bodies.is_empty()
    }

    /// Makes bodies of the parts that are told of for the first time, and moves all.
    ///
    /// # Errors
    /// Whatever the wrapper refuses, in its words.
    pub(crate) fn follow(
        &mut self,
        world: &mut PhysicsWorld,
        solids: &Solids,
        parts: &[MovingPart],
        seconds: f32,
    ) -> Result<(), String> {
        for part in parts.iter().skip(self.bodies.len()) {
            let mut own = Vec::new();
            for (group, layer) in solids.moving(part.model) {
                let body = BodySettings::new_kinematic().object_layer(layer);
                let body = world.create_body(&group.compound, &body);
                own.push(body.map_err(|why| why.to_string())?);
            }
            self.bodies.push(own);
        }
        self.told.clear();
        self.told.extend_from_slice(parts);
        for (part, own) in parts.iter().zip(&self.bodies) {
            let [(from, at), (to, turns_to)] = [&part.from, &part.to].map(posed);
            for id in own {
                let mut body = world.body_mut(*id).map_err(|why| why.to_string())?;
                body.set_position_and_rotation(from, at, Activation::Activate)
                    .and_then(|()| body.move_kinematic(to, turns_to, seconds))
                    .map_err(|why| why.to_string())?;
            }
        }
        Ok(())
    }

    /// The velocity of a place on a body, in metres per second: `UpdateGroundVelocity`, which the wrapper lacks. It is the body's
    /// own, or where it turns, that which takes the place along the arc of the tick. Zero on a body that does not move.
    pub(crate) fn velocity(&self, world: &PhysicsWorld, ground: BodyId, at: RVec3, seconds: f32) -> Vec3 {
        let part = self.bodies.iter().position(|own| own.contains(&ground));
        let Some(MovingPart { from, to, .. }) = part.and_then(|part| self.told.get(part)) else {
            return Vec3::ZERO;
        };
        if from.rotation == to.rotation {
            // To the bit: Jolt takes a floor for one that leaves the body from 1e-4 m/s on.
            return world
                .body(ground)
                .map_or(Vec3::ZERO, |body| body.linear_velocity());
        }
        let at = point(at);
        metres(&((to.into_world(&from.into_model(&at)) - at) / seconds))
    }
}
