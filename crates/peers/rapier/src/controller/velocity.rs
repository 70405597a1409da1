//! The velocity that a move of Rapier's controller leaves, by the planes that it met.

use super::Walker;
use crate::scale::{direction, units};
use clipmark_geometry::Vec3;
use clipmark_movement::{Wanted, Way};
use rapier3d::control::{CharacterCollision, EffectiveCharacterMovement};

/// A plane was stepped over if the rest of the move led so far through it, in units: more than any rounding, less than a
/// tick's way.
const STEPPED_OVER: f32 = 0.01;

/// A velocity goes along a plane if so small a part of it (sine) enters. Smaller: rounding makes creases; larger: creeps in.
const ALONG: f32 = 1e-3;

impl Walker {
    /// The velocity left: the wanted one, clipped by the planes met that the move did not step over. Each clips in turn, then
    /// the crease of two that it would leave one for the other; between three none is left. Who walks is not slowed by walkable
    /// ground.
    pub(super) fn left(
        &self,
        moved: &EffectiveCharacterMovement,
        met: &[CharacterCollision],
        wanted: &Wanted,
    ) -> Vec3 {
        let mut planes: Vec<Vec3> = Vec::new();
        for collision in met {
            let normal = direction(collision.hit.normal1);
            let later = units(moved.translation - collision.translation_applied);
            let is_plane = normal.iter().all(|x| x.is_finite());
            let is_ground = wanted.way == Way::Walks && normal.z >= self.walkable;
            if is_plane && !is_ground && later.dot(&normal) > -STEPPED_OVER {
                planes.push(normal);
            }
        }
        clipped(wanted.velocity, &planes)
    }
}

fn clipped(wanted: Vec3, planes: &[Vec3]) -> Vec3 {
    let mut velocity = wanted;
    for (i, plane) in planes.iter().enumerate() {
        if velocity.dot(plane) >= 0.0 {
            continue;
        }
        velocity -= plane * velocity.dot(plane);
        let earlier = &planes[..i];
        let enters = |v: &Vec3, p: &Vec3| v.dot(p) < -ALONG * v.norm();
        let Some(other) = earlier.iter().find(|p| enters(&velocity, p)) else {
            continue;
        };
        let crease = plane
            .cross(other)
            .try_normalize(f32::EPSILON)
            .unwrap_or_else(Vec3::zeros);
        velocity = crease * wanted.dot(&crease);
        if earlier.iter().any(|p| enters(&velocity, p)) {
            return Vec3::zeros();
        }
    }
    velocity
}

#[cfg(test)]
mod tests {
    use super::clipped;
    use clipmark_geometry::Vec3;

    #[test]
    fn planes_take_their_part_creases_lead_and_three_stop() {
        let wanted = Vec3::new(100.0, 50.0, -20.0);
        assert_eq!(clipped(wanted, &[]), wanted);
        assert_eq!(
            clipped(wanted, &[Vec3::z(), -Vec3::x()]),
            Vec3::new(0.0, 50.0, 0.0)
        );
        // Two walls that meet at 60 degrees leave only the way along their crease.
        let (sin, cos) = 60f32.to_radians().sin_cos();
        let walls = [Vec3::new(-cos, sin, 0.0), Vec3::new(-cos, -sin, 0.0)];
        let left = clipped(Vec3::new(100.0, 0.0, 7.0), &walls);
        assert!(left.xy().norm() < 1e-4 && left.z == 7.0, "{left}");
        let shut = [walls[0], walls[1], -Vec3::z()];
        assert!(clipped(Vec3::new(100.0, 0.0, 7.0), &shut).norm() < 1e-4);
        assert_eq!(
            clipped(wanted, &[Vec3::x()]),
            wanted,
            "what it leaves does not slow it"
        );
    }
}
