//! Parts of PhysX's scene that move: kinematic actors, one a brush.
//!
//! Source: the chapters on rigid bodies and character controllers of PhysX's guide. `setKinematicTarget` says where a step of the
//! scene takes an actor. An actor that is not where its tick begins is put there first.

use crate::scale::posed;
use crate::scene::{Kinematic, Scene};
use clipmark_geometry::{Point, Pose, Vec3 as Units};
use clipmark_movement::MovingPart;
use physx_sys::{PxRigidActor, PxTransform};
use std::sync::Arc;

/// An actor so far from where its tick begins is put there: in metres, and in parts of a quaternion. Smaller: roundings are moves;
/// larger: a part is not where it is told to be.
const OFF: f32 = 1e-5;

/// The actors of the parts that a controller was told of, in the order in which it is told.
#[derive(Default)]
pub(crate) struct Parts {
    bodies: Vec<Vec<Kinematic>>,
    /// Where each part's tick begins and ends.
    ways: Vec<[Pose; 2]>,
}

impl Parts {
    /// How far the part that an actor is of carries a place in this tick, in units; nothing if it is of none.
    pub(crate) fn carries(&self, actor: *mut PxRigidActor, place: &Units) -> Units {
        let mut bodies = self.bodies.iter().zip(&self.ways);
        let own = bodies.find(|(own, _)| own.iter().any(|brush| brush.is(actor)));
        own.map_or_else(Units::zeros, |(_, [from, to])| {
            let place = Point::from(*place);
            to.into_world(&from.into_model(&place)) - place
        })
    }

    /// Makes actors of the parts that are told of for the first time, and moves all to where the tick leaves them.
    ///
    /// # Errors
    /// Whatever PhysX refuses, in its words.
    pub(crate) fn follow(
        &mut self,
        scene: &mut Scene,
        parts: &[MovingPart],
        seconds: f32,
    ) -> Result<(), String> {
        for part in parts.iter().skip(self.bodies.len()) {
            let own = scene.add_model(part.model, &part.from)?;
            self.bodies.push(own);
        }
        self.ways.clear();
        self.ways.extend(parts.iter().map(|part| [part.from, part.to]));
        let solids = Arc::clone(&scene.solids);
        for (part, own) in parts.iter().zip(&self.bodies) {
            let brushes = solids.models.get(part.model).into_iter().flatten();
            for (brush, actor) in brushes.zip(own) {
                let at = |pose: &Pose| posed(pose, &brush.middle, brush.rotation);
                let (from, to) = (at(&part.from), at(&part.to));
                if is_off(&scene.place(*actor), &from) {
                    scene.put(*actor, &from);
                }
                match seconds > 0.0 {
                    true => scene.aim(*actor, &to),
                    false => scene.put(*actor, &to),
                }
            }
        }
        if seconds > 0.0 {
            scene.step(seconds)
        } else {
            Ok(())
        }
    }
}

fn is_off(at: &PxTransform, to: &PxTransform) -> bool {
    let part = |t: &PxTransform| [t.p.x, t.p.y, t.p.z, t.q.x, t.q.y, t.q.z, t.q.w];
    let (at, to) = (part(at), part(to));
    let alike: f32 = (3..7).map(|i| at[i] * to[i]).sum();
    // A rotation is that of its negative too.
    let sign = |i: usize| if i > 2 && alike < 0.0 { -1.0 } else { 1.0 };
    (0..7).any(|i| (at[i] - sign(i) * to[i]).abs() > OFF)
}
