//! GJK as a ray cast: where a hull's path meets a solid, or a plane that keeps them apart.
//!
//! Source: van den Bergen, *Ray Casting against General Convex Objects with Application to Continuous Collision Detection*
//! (2004). The hull shrinks to a point and the solid grows by it. A simplex of the grown solid's corners follows the point
//! along the path. Every support in the direction from simplex to point is a new corner, or a plane ahead of the point. The
//! point is advanced to that plane.
//!
//! Departures: f64 with the solid's own corners. So nothing is lost far from the origin or on large solids. The
//! [`PlaneInterval`] takes every support and remembers the joint verdict of all planes. So the end of the path, its skin and
//! leaving the solid end the search as well. The search also ends as soon as the solid cannot stop the hull before `limit`.
//! The first direction is the axis along which the path enters the bounding box last. The support of a box along it is a
//! whole side, and a point over that side has met it. A ball is a point until its radius is added in closed form.

use crate::V;
use crate::core_shape::CoreShape;
use crate::passage::{Path, PlaneInterval, Surface, Swept};
use crate::simplex::{MAX_STEPS, MET, Simplex};
use crate::solid::{Solid, axial};
use crate::tally::{Step, Tally};

/// If no new support is found, a simplex this near proves a hit, in units: a hundredth of Quake III's skin.
pub(crate) const PROVEN: f64 = 1.0 / 1024.0;
/// A bounding box entered later than the limit by less than this share of the path may still tie. The two are rounded apart.
const TIED: f64 = 1e-9;

/// GJK's result for a path and a solid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Proposal {
    /// The solid does not stop the hull, or not before something that was met already.
    Free,
    /// It does, at this fraction of the path.
    Meets(f64),
    /// No answer within the steps allowed; planes and nearest points settle it.
    Open,
}

impl<T: Tally> Swept<'_, T> {
    /// Casts the path of a hull at one solid. `passage` takes the planes found; `simplex`, empty at first, takes the corners at
    /// the end of the search.
    pub(crate) fn ray_cast(
        &self,
        solid: Solid,
        limit: f64,
        passage: &mut PlaneInterval,
        simplex: &mut Simplex,
    ) -> Proposal {
        let Self { shape, path, tally } = *self;
        let Some(side) = last_entered(solid, shape, path, limit) else {
            return Proposal::Free;
        };
        let corners = solid.corners();
        let mut normal = axial(side);
        let (mut dist, mut corner) = solid.support_of_side(side);
        let mut is_facet = false;
        let (mut at, mut gap) = (0.0, f64::NEG_INFINITY);
        let mut place = path.start;
        for _ in 0..MAX_STEPS {
            tally.gjk();
            tally.watch(|| Step::Support {
                place: &place,
                normal: &normal,
                support: corners[corner] - shape.core_support(&-normal),
            });
            let surface = Surface {
                normal,
                dist,
                face: None,
                is_facet: is_facet && shape.is_box(),
                is_known: false,
            };
            if passage.clip(path, shape, surface) || !passage.is_hit() || passage.stop > limit {
                return Proposal::Free;
            }
            if passage.passes_by {
                return Proposal::Meets(at);
            }
            let mut advanced = false;
            if let Some((t, g, _)) = passage.deciding_feature() {
                advanced = t > at || g > gap + MET;
                (at, gap) = (t.max(at), g);
                place = path.at(at);
            }
            if simplex.corners().is_empty()
                && solid.is_cuboid
                && shape.is_box()
                && holds(solid, shape, path, &place, side)
            {
                tally.watch(|| Step::Kept {
                    place: &place,
                    corners: simplex.corners(),
                    distance: gap.max(0.0),
                });
                return Proposal::Meets(at);
            }
            let grown = corners[corner] - shape.core_support(&-normal);
            let is_news = simplex.push(grown, ());
            let Some(near) = simplex.nearest(&place) else {
                // The point lies in the simplex.
                return Proposal::Meets(at);
            };
            tally.watch(|| Step::Kept {
                place: &place,
                corners: simplex.corners(),
                distance: near.distance,
            });
            let apart = near.distance - shape.radius - gap.max(0.0);
            if apart <= MET || (!is_news && !advanced && apart <= PROVEN) {
                return Proposal::Meets(at);
            }
            if !is_news && !advanced {
                return Proposal::Open;
            }
            (normal, is_facet) = (near.direction, near.is_face);
            (dist, corner) = solid.support(&normal);
        }
        Proposal::Open
    }
}

/// Whether a place on a side of a box along the axes, grown by the hull, lies on that side. The support is all of the side; it
/// replaces the three corners that a simplex would find. Nearer to its rim than touching, a simplex decides.
fn holds(solid: Solid, shape: &CoreShape, path: &Path, place: &V, side: usize) -> bool {
    (0..3).filter(|&i| i != side / 2).all(|i| {
        let grow = shape.half[i] - path.touch;
        place[i] > f64::from(solid.mins[i]) - grow && place[i] < f64::from(solid.maxs[i]) + grow
    })
}

/// The side of the solid's bounding box, grown by hull and skin, that the path enters last. `None` when it does not, or not
/// before `limit`.
fn last_entered(solid: Solid, shape: &CoreShape, path: &Path, limit: f64) -> Option<usize> {
    let (mut enter, mut leave) = (f64::NEG_INFINITY, 1.0);
    let mut side = 5;
    for i in 0..3 {
        let grow = shape.half[i] + path.skin;
        let (lo, hi) = (f64::from(solid.mins[i]) - grow, f64::from(solid.maxs[i]) + grow);
        let (from, delta) = (path.start[i], path.delta[i]);
        let (near, far, facing) = if delta < 0.0 {
            (hi, lo, 2 * i + 1)
        } else {
            (lo, hi, 2 * i)
        };
        let (a, b) = ((near - from) / delta, (far - from) / delta);
        if delta == 0.0 {
            if from <= lo || from >= hi {
                return None;
            }
        } else {
            if a > enter {
                enter = a;
                side = facing;
            }
            leave = f64::min(leave, b);
        }
    }
    (enter <= leave && leave >= 0.0 && enter <= limit + TIED).then_some(side)
}
