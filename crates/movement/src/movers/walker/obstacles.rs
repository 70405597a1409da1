//! Obstacles of a step: the surfaces near the upper hull where the step begins, each as planes at a distance.
//!
//! Any plane between a body and a polygon separates them. Two are known: the plane square to their nearest points, and the
//! polygon's own where the body is in front of it. The plane that is entered later is the obstacle. The nearest points alone
//! would not do. On the next facet of a bend the nearest is its edge. The plane through that turns a body away from the bend, to
//! meet it again at a steeper angle.

use super::attempt::GAP;
use super::bounds::Bounds;
use super::footing::level;
use super::{Motion, Probe, Terms};
use crate::space::Space;
use clipmark_geometry::Vec3;

/// Obstacles looked at for one step; the nearest are kept.
const OBSTACLES: usize = 16;

/// A plane that keeps a body out of a solid: the way out, and the body's distance from it.
#[derive(Clone, Copy)]
struct Plane {
    out: Vec3,
    gap: f32,
}

impl Plane {
    /// A plane square to the surface's own `normal`, in front of the surface. A standing body takes it as upright.
    fn new(normal: &Vec3, distance: f32, standing: bool) -> Option<Self> {
        let out = as_wall(normal, standing)?;
        // The gap along a tilted normal is longer along its level part.
        let along = normal.dot(&out).max(f32::EPSILON);
        let gap = (distance - GAP).max(0.0) / along;
        Some(Self { out, gap })
    }

    /// When a velocity enters it, in seconds: never, if it only comes nearer by rounding.
    fn entered(&self, velocity: Vec3) -> f32 {
        const ALONG: f32 = 1e-4; // units per second: rounding of a velocity just turned along it
        let into = -self.out.dot(&velocity) - ALONG * (1.0 + velocity.norm());
        if into > 0.0 {
            self.gap / into
        } else {
            f32::INFINITY
        }
    }
}

/// A surface: the plane square to its nearest point, and its own.
#[derive(Clone, Copy)]
struct Obstacle {
    near: Plane,
    own: Plane,
}

impl Obstacle {
    /// The plane that is entered later, and when.
    fn entered(&self, velocity: Vec3) -> (Plane, f32) {
        let (near, own) = (self.near.entered(velocity), self.own.entered(velocity));
        if own > near {
            (self.own, own)
        } else {
            (self.near, near)
        }
    }
}

/// A normal as a standing body takes it: upright (W9).
pub(super) fn as_wall(n: &Vec3, standing: bool) -> Option<Vec3> {
    if standing { level(n) } else { Some(*n) }
}

/// The surfaces near the upper hull at the start of a step.
pub(super) struct Obstacles {
    list: [Obstacle; OBSTACLES],
    count: usize,
}

impl Obstacles {
    pub(super) fn around<S: Space + ?Sized>(
        probe: &mut Probe<S>,
        terms: &Terms,
        m: &Motion,
        way: f32,
        standing: bool,
    ) -> Self {
        const NOTHING: Plane = Plane {
            out: Vec3::new(0.0, 0.0, 0.0),
            gap: 0.0,
        };
        let mut all = Self {
            list: [Obstacle {
                near: NOTHING,
                own: NOTHING,
            }; OBSTACLES],
            count: 0,
        };
        probe.near(&terms.upper, &m.at, way + GAP, |c| {
            let Some(near) = Plane::new(&c.normal, c.distance, standing) else {
                return;
            };
            let before = c.face_normal.dot(&(m.at - c.point)) - terms.upper.support(&-c.face_normal);
            let own = if before >= 0.0 {
                Plane::new(&c.face_normal, before, standing)
            } else {
                None
            };
            let entry = Obstacle {
                near,
                own: own.unwrap_or(near),
            };
            if all.count < OBSTACLES {
                all.list[all.count] = entry;
                all.count += 1;
            } else if let Some(furthest) = all
                .list
                .iter_mut()
                .max_by(|a, b| a.near.gap.total_cmp(&b.near.gap))
                && furthest.near.gap > entry.near.gap
            {
                *furthest = entry;
            }
        });
        all
    }

    /// Adds the nearest that the velocity enters within `dt` seconds to the bounds; says whether there was one.
    pub(super) fn nearest_entered(&self, velocity: Vec3, dt: f32, bounds: &mut Bounds) -> bool {
        self.list[..self.count]
            .iter()
            .map(|o| o.entered(velocity))
            .filter(|(_, when)| *when < dt)
            .min_by(|a, b| a.0.gap.total_cmp(&b.0.gap))
            .is_some_and(|(plane, _)| bounds.add(plane.out, -plane.gap / dt))
    }
}
