//! Where a hull and a solid are nearest, with proof of both sides.
//!
//! Source: Gilbert, Johnson, Keerthi, *A fast procedure for computing the distance between complex objects in
//! three-dimensional space* (1988), as implemented by parry3d.
//!
//! Departures: parry's answer (f32, relative tolerance 1e-3) is only taken for the simplex it ended with, that is
//! for the features it found nearest. The simplex's corners are taken up again in f64, and the same iteration is
//! carried on from there until the distance of the simplex (an upper bound: its points are points of the solid)
//! and the separation along its normal (a lower bound: everything lies behind a supporting plane) meet. Mostly
//! they meet at once. A wrong "intersecting", a cut-off or a stall in parry only costs more steps here. Solids
//! are taken relative to the hull, so that precision is where the two are near and not where the solid is large.

use crate::V;
use crate::core_shape::CoreShape;
use crate::simplex::nearest;
use crate::solid::support;
use crate::tally::{Step, Tally};
use parry3d::math::{Pose, Vector};
use parry3d::query::gjk::{self, CsoPoint, VoronoiSimplex};
use parry3d::shape::SupportMap;

/// The bounds have met when they are this near, in units. Smaller: round hulls take more steps; larger: hits on
/// edges come early by about its root.
const MET: f64 = 1e-7;
/// Steps after parry's. A polyhedron ends in a few; a cylinder's rim halves the gap about every second step.
const MAX_STEPS: usize = 48;
/// Nearer than this, the direction between two cores is rounding, in units.
const NO_DIRECTION: f64 = 1e-9;

/// The answer when the hull's core and the solid are apart.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Closest {
    /// Unit direction from the solid to the hull.
    pub(crate) normal: V,
    /// How far the solid reaches along it.
    pub(crate) reach: f64,
    /// The position at which the core would touch there: the nearest point of the Minkowski sum of solid and
    /// core.
    pub(crate) touching: V,
    /// The solid's nearest point.
    pub(crate) on_solid: V,
    /// The direction is that of a face of the Minkowski sum and not just of an edge or corner.
    pub(crate) is_facet: bool,
    /// The two bounds met.
    pub(crate) converged: bool,
}

/// The solid as parry sees it: relative to the hull.
pub(crate) struct Cloud<'a, T: Tally> {
    pub(crate) corners: &'a [V],
    pub(crate) origin: V,
    pub(crate) tally: &'a T,
    pub(crate) is_epa: bool,
}

impl<T: Tally> SupportMap for Cloud<'_, T> {
    fn local_support_point(&self, dir: Vector) -> Vector {
        if self.is_epa {
            self.tally.epa();
        } else {
            self.tally.gjk();
        }
        let n = V::new(dir.x.into(), dir.y.into(), dir.z.into());
        let (_, i) = support(self.corners, &n);
        if self.is_epa {
            self.tally.watch(|| Step::Expand {
                toward: &n,
                corner: i,
            });
        }
        to_parry(&(self.corners[i] - self.origin))
    }
}

pub(crate) fn to_parry(v: &V) -> Vector {
    Vector::new(v.x as f32, v.y as f32, v.z as f32)
}

#[derive(Clone, Copy)]
struct Corner {
    solid: usize,
    core: V,
    at: V,
}

/// The nearest points of a solid and of the core at `at`, or `None` when they overlap or touch. `toward` is a
/// guess of the direction from the solid to the hull.
pub(crate) fn closest<T: Tally>(
    corners: &[V],
    shape: &CoreShape,
    at: &V,
    toward: &V,
    tally: &T,
) -> Option<Closest> {
    let cloud = Cloud {
        corners,
        origin: *at,
        tally,
        is_epa: false,
    };
    let simplex = parry_simplex(&cloud, shape, toward);
    let mut set = [Corner {
        solid: 0,
        core: V::zeros(),
        at: V::zeros(),
    }; 4];
    let mut len = 0;
    for i in 0..=simplex.dimension() {
        let p = simplex.point(i);
        let solid = corners
            .iter()
            .position(|c| to_parry(&(c - at)) == p.orig1)
            .unwrap_or(0);
        let core = shape.exact_core_point(p.orig2);
        let corner = Corner {
            solid,
            core,
            at: corners[solid] - at - core,
        };
        if !set[..len].iter().any(|c| c.at == corner.at) {
            set[len] = corner;
            len += 1;
        }
    }
    let mut best: Option<(f64, Closest)> = None;
    for _ in 0..MAX_STEPS {
        let near = nearest(&set.map(|c| c.at)[..len])?;
        let dist = near.point.norm();
        if dist < NO_DIRECTION {
            return None;
        }
        // Keep the corners that span the nearest feature.
        let mut kept = 0;
        let (mut on_solid, mut on_core) = (V::zeros(), V::zeros());
        for i in 0..len {
            if near.weights[i] > 0.0 {
                on_solid += corners[set[i].solid] * near.weights[i];
                on_core += set[i].core * near.weights[i];
                set[kept] = set[i];
                kept += 1;
            }
        }
        len = kept;
        let mut normal = -near.point / dist;
        if len == 3 {
            // Across a small gap the plane of the corners is better known than the gap's direction.
            let plane = (set[1].at - set[0].at).cross(&(set[2].at - set[0].at));
            if let Some(n) = plane.try_normalize(0.0) {
                normal = if n.dot(&normal) < 0.0 { -n } else { n };
            }
        }
        tally.gjk();
        let (reach, solid) = support(corners, &normal);
        let core = shape.core_support(&-normal);
        let apart = normal.dot(at) - reach - shape.core_reach(&normal);
        let converged = dist - apart <= MET;
        if best.as_ref().is_none_or(|(a, _)| apart > *a) {
            let closest = Closest {
                normal,
                reach,
                touching: on_solid - on_core,
                on_solid,
                is_facet: len == 3,
                converged,
            };
            best = Some((apart, closest));
        }
        let next = Corner {
            solid,
            core,
            at: corners[solid] - at - core,
        };
        if converged || len == 4 || set[..len].iter().any(|c| c.at == next.at) {
            break;
        }
        set[len] = next;
        len += 1;
    }
    best.map(|(_, c)| c)
}

/// The simplex that parry's GJK ends with.
pub(crate) fn parry_simplex<T: Tally>(cloud: &Cloud<'_, T>, shape: &CoreShape, toward: &V) -> VoronoiSimplex {
    let pose = Pose::IDENTITY;
    let mut simplex = VoronoiSimplex::new();
    simplex.reset(CsoPoint::from_shapes(&pose, cloud, shape, to_parry(toward)));
    // The answer is judged by the simplex, which every way out of the solver leaves behind.
    let _ = gjk::closest_points(&pose, cloud, shape, f32::MAX, true, &mut simplex);
    simplex
}
