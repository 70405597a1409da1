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
use crate::simplex::{MAX_STEPS, MET, Simplex};
use crate::solid::support;
use crate::tally::{Step, Tally};
use parry3d::math::{Pose, Vector};
use parry3d::query::gjk::{self, CsoPoint, VoronoiSimplex};
use parry3d::shape::SupportMap;

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
    let (_, mut corner) = support(corners, toward);
    let mut core = shape.core_support(&-toward);
    // Seen from the hull, each corner with those of solid and core that it is made of.
    let mut simplex = Simplex::<(V, V)>::new();
    simplex.push(corners[corner] - at - core, (corners[corner], core));
    // The widest gap so far.
    let mut best: Option<(f64, Closest)> = None;
    for _ in 0..MAX_STEPS {
        let near = simplex.nearest(&V::zeros())?;
        let normal = near.direction;
        tally.gjk();
        let reach;
        (reach, corner) = support(corners, &normal);
        core = shape.core_support(&-normal);
        let apart = normal.dot(at) - reach - shape.core_reach(&normal);
        let converged = near.distance - apart <= MET;
        if best.as_ref().is_none_or(|(a, _)| apart > *a) {
            let (mut on_solid, mut on_core) = (V::zeros(), V::zeros());
            for ((solid, core), weight) in simplex.weights(&near) {
                on_solid += solid * weight;
                on_core += core * weight;
            }
            let found = Closest {
                normal,
                reach,
                touching: on_solid - on_core,
                on_solid,
                is_facet: near.is_face,
                converged,
            };
            best = Some((apart, found));
        }
        if converged || !simplex.push(corners[corner] - at - core, (corners[corner], core)) {
            break;
        }
    }
    best.map(|(_, found)| found)
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
