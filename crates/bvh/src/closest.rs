//! Where a hull and a solid are nearest, with proof of both sides.
//!
//! Source: Gilbert, Johnson, Keerthi, *A fast procedure for computing the distance between complex objects in
//! three-dimensional space* (1988).
//!
//! Departures: in f64, from one corner on, until two bounds meet. The distance of the simplex is the upper one: its points are
//! points of the solid. The separation along its normal is the lower one: everything lies behind a supporting plane. parry's GJK
//! (f32, relative tolerance 1e-3) once began the search. It took longer than all steps that it spared. Solids are taken relative
//! to the hull: precision is then high where the two are near.

use crate::V;
use crate::core_shape::CoreShape;
use crate::simplex::{Feature, nearest};
use crate::solid::support;
use crate::tally::{Step, Tally};
use parry3d::math::{Pose, Vector};
use parry3d::query::gjk::{self, CsoPoint, VoronoiSimplex};
use parry3d::shape::SupportMap;

/// The bounds have met when they are this near, in units. Smaller: round hulls take more steps; larger: hits on
/// edges come early by about its root.
const MET: f64 = 1e-7;
/// A polyhedron ends in 3 to 12 steps; a cylinder's rim halves the gap about every second step.
const MAX_STEPS: usize = 64;
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
    /// The direction is the normal of a face of the Minkowski sum, not only of an edge or corner.
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
    tally.gjk();
    let (_, first) = support(corners, toward);
    let core = shape.core_support(&-toward);
    let corner = Corner {
        solid: first,
        core,
        at: corners[first] - at - core,
    };
    let mut set = [corner; 4];
    let mut len = 1;
    // The widest gap so far, and the feature and direction that showed it.
    let mut best: Option<(f64, Shown)> = None;
    for _ in 0..MAX_STEPS {
        let near = nearest(&set.map(|c| c.at)[..len])?;
        let dist = near.point.norm();
        if dist < NO_DIRECTION {
            return None;
        }
        // Keep the corners that span the nearest feature.
        len = near.spanned().len();
        for (i, &spans) in near.spanned().iter().enumerate() {
            set[i] = set[usize::from(spans) & 3];
        }
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
            let shown = Shown {
                normal,
                reach,
                near,
                spanned: [set[0], set[1], set[2]],
                converged,
            };
            best = Some((apart, shown));
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
    best.map(|(_, shown)| shown.closest(corners))
}

/// The findings of one step.
struct Shown {
    normal: V,
    reach: f64,
    near: Feature,
    spanned: [Corner; 3],
    converged: bool,
}

impl Shown {
    fn closest(&self, corners: &[V]) -> Closest {
        let len = self.near.spanned().len();
        let weights = self.near.weights(&self.spanned.map(|c| c.at)[..len]);
        let (mut on_solid, mut on_core) = (V::zeros(), V::zeros());
        for (corner, weight) in self.spanned.iter().zip(weights).take(len) {
            on_solid += corners[corner.solid] * weight;
            on_core += corner.core * weight;
        }
        Closest {
            normal: self.normal,
            reach: self.reach,
            touching: on_solid - on_core,
            on_solid,
            is_facet: len == 3,
            converged: self.converged,
        }
    }
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
