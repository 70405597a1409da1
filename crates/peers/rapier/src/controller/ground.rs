//! The ground that a body of Rapier's controller stands on.

use super::Walker;
use crate::body::Body;
use crate::question::{self, Casting};
use crate::scale::{METRE, direction};
use clipmark_geometry::{Hull, Point, Vec3};
use clipmark_movement::Wanted;
use rapier3d::control::{CharacterCollision, CharacterLength};
use rapier3d::parry::query::{ShapeCastOptions, ShapeCastStatus};
use rapier3d::prelude::{ColliderHandle, Pose, Vector};

/// How far below its offset `rapier:tuned` looks for ground, in units: Quake III's own distance. Smaller: rounding hides the
/// ground; larger: who floats stands.
const GROUND_PROBE: f32 = 0.25;
/// A body so deep in something, in units, was not put onto the ground. Smaller: who touches a riser is not lowered, and hangs
/// (80 of 124 runs passed in place of 91 at 0); larger: sinks unseen.
const LOST_DEPTH: f32 = 1.0;

impl Walker {
    /// A level displacement turned along the ground stood on, as long as before.
    pub(super) fn along_the_ground(&self, level: Vec3) -> Vec3 {
        let Some(normal) = self.ground else {
            return level;
        };
        let along = level - normal * level.dot(&normal);
        along
            .try_normalize(f32::EPSILON)
            .map_or(level, |way| way * level.norm())
    }

    /// How far below the ground is, beyond the offset and in metres, its normal, and its collider. A body that
    /// walks is put on ground as far down as a step. Others stand only on ground just below them.
    pub(super) fn ground_below(
        &self,
        body: &Body,
        at: &Pose,
        walks: bool,
        wanted: &Wanted,
        met: &[CharacterCollision],
        from: Point,
    ) -> Option<(f32, Vec3, ColliderHandle)> {
        let CharacterLength::Absolute(offset) = self.settings.offset else {
            return None;
        };
        let reach = if walks { self.step } else { GROUND_PROBE * METRE };
        let below = self.library.queries(wanted.mask).cast_shape(
            at,
            -Vector::Z,
            body.shape(),
            ShapeCastOptions {
                max_time_of_impact: offset + reach,
                stop_at_penetration: false,
                ..ShapeCastOptions::default()
            },
        );
        self.note(|| {
            let inside = |status| status == ShapeCastStatus::PenetratingOrWithinTargetDist;
            let cast = Casting {
                body,
                at,
                way: -Vector::Z,
                reach: offset + reach,
                stops_at_penetration: false,
                met: below.map(|(_, hit)| (hit.time_of_impact, hit.normal1, inside(hit.status))),
            };
            question::cast_shape(&cast, *wanted.hull, from)
        });
        let (handle, hit) = below?;
        let normal = direction(hit.normal1);
        let gap = hit.time_of_impact - offset;
        if normal.z >= self.walkable {
            return Some((if walks { gap.max(0.0) } else { 0.0 }, normal, handle));
        }
        // On a seam the first surface below may be the steep one.
        let mut others = met.iter().map(|c| direction(c.hit.normal1));
        let other = others.find(|n| n.z >= self.walkable)?;
        (gap <= GROUND_PROBE * METRE).then_some((0.0, other, handle))
    }
}

/// A hull without its outer [`LOST_DEPTH`].
pub(super) fn shrunk(hull: &Hull) -> Hull {
    let bounds = hull.bounds().grown(-LOST_DEPTH);
    match hull {
        Hull::Box { .. } => Hull::Box { bounds },
        Hull::Capsule { .. } => Hull::Capsule { bounds },
        Hull::Cylinder { .. } => Hull::Cylinder { bounds },
        Hull::Sphere { radius } => Hull::Sphere {
            radius: radius - LOST_DEPTH,
        },
        Hull::Point => Hull::Point,
    }
}

/// The most upright normal that a move met; level if it met none, since Rapier tells no ground.
pub(super) fn most_upright(met: &[CharacterCollision]) -> Vec3 {
    let normals = met.iter().map(|c| direction(c.hit.normal1));
    let most = normals.max_by(|a, b| a.z.total_cmp(&b.z));
    most.filter(|n| n.z > 0.0).unwrap_or_else(Vec3::z)
}
