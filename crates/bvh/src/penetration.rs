//! How deep a hull is in a solid, and the way out.
//!
//! Source: van den Bergen, *Proximity Queries and Penetration Depth Computation on 3D Game Objects* (2001): the expanding
//! polytope algorithm, as in parry3d.
//!
//! Departures: along any direction the way out has a length in closed form, so EPA only proposes a direction. The shortest of all
//! proposed ways, faces and bounding box included, is taken. A failing EPA therefore costs at most some depth at an edge
//! (`Status::OutOfIterations`), never the overlap itself.

use crate::V;
use crate::closest::{Cloud, closest, parry_simplex};
use crate::core_shape::CoreShape;
use crate::passage::Surface;
use crate::simplex::Simplex;
use crate::solid::{SAME_CORNER, Solid, SolidFace, support};
use crate::tally::Tally;
use clipmark_collision::Status;
use parry3d::math::Pose;
use parry3d::query::epa::EPA;
use std::cell::RefCell;

/// Where a hull is with respect to a solid.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Place {
    /// In front of this plane of the solid, or touching it.
    Apart(Surface),
    /// In the solid.
    Inside(Depth),
}

/// The shortest known way out.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Depth {
    pub(crate) depth: f64,
    pub(crate) surface: Surface,
    pub(crate) status: Status,
}

thread_local! {
    /// EPA's memory; kept so that a warm query does not allocate.
    static POLYTOPE: RefCell<EPA> = RefCell::new(EPA::new());
}

/// EPA's direction is f32, and its tolerance another. The way out along it may be longer than the shortest by this much, in
/// units. For a spire 384 u tall it was 0.06 u longer. A box that is in a solid by less is asked with the exact planes of its
/// edges. Larger: they, which are slow to find, are asked for more often.
const EPA_ROUNDING: f64 = 1.0;

/// Steps in which a simplex is to close around a point. Polyhedra take 4 to 8; a hull that is not proven inside by then is
/// measured.
const MAX_STEPS: usize = 16;

/// Whether the hull with its middle at `at` is in the solid by more than `touch`. The proof needs no measure of depth. Either its
/// middle is in the solid, so that every way out is at least half the hull's thickness. Or its inner core overlaps the solid.
/// False says nothing.
#[inline(never)]
pub(crate) fn is_deep<T: Tally>(solid: Solid, shape: &CoreShape, at: &V, touch: f64, tally: &T) -> bool {
    let Some(inner) = shape.inner(touch) else {
        return false;
    };
    let holds = |f: &SolidFace| f.plane.normal.cast::<f64>().dot(at) <= f.reach;
    // The two faces of a triangle hold its whole plane, and bound it nowhere.
    let bounded = solid.triangle.is_none();
    if bounded && shape.half.min() > touch && solid.faces().iter().all(holds) {
        return true;
    }
    let corners = solid.corners();
    let mut simplex = Simplex::new();
    let mut normal = V::z();
    for _ in 0..MAX_STEPS {
        tally.gjk();
        let (reach, corner) = support(corners, &normal);
        let is_apart = normal.dot(at) - reach > inner.core_reach(&normal);
        if is_apart || !simplex.push(corners[corner] - inner.core_support(&-normal), ()) {
            return false;
        }
        match simplex.nearest(at) {
            None => return true,
            Some(near) => normal = near.direction,
        }
    }
    false
}

/// Where a hull with its middle at `at` is with respect to a solid bounded by these planes alone.
pub(crate) fn place_by_planes<T: Tally>(
    planes: impl Iterator<Item = Surface>,
    shape: &CoreShape,
    at: &V,
    touch: f64,
    tally: &T,
) -> Place {
    let mut shortest = Depth {
        depth: f64::INFINITY,
        surface: Surface::known(V::z(), 0.0, None),
        status: Status::Exact,
    };
    for surface in planes {
        tally.planes(1);
        let depth = surface.dist + shape.reach(&surface.normal) - surface.normal.dot(at);
        if depth < shortest.depth {
            shortest = Depth {
                depth,
                surface,
                ..shortest
            };
        }
        if shortest.depth <= touch {
            return Place::Apart(shortest.surface);
        }
    }
    Place::Inside(shortest)
}

/// Whether the hull with its middle at `at` is in the solid by more than `touch`, and how deep.
pub(crate) fn place<T: Tally>(solid: Solid, shape: &CoreShape, at: &V, touch: f64, tally: &T) -> Place {
    let known = place_by_planes(solid.planes(), shape, at, touch, tally);
    let Place::Inside(Depth {
        mut depth,
        mut surface,
        ..
    }) = known
    else {
        return known;
    };
    if shape.is_settled_by_planes(solid.box_settled) {
        return known;
    }
    let corners = solid.corners();
    let mut status = Status::Converged;
    let toward = surface.normal;
    let mut propose = |normal: V, dist: f64, is_facet: bool, is_known: bool| {
        let inside = dist + shape.reach(&normal) - normal.dot(at);
        if inside < depth {
            depth = inside;
            surface = Surface {
                normal,
                dist,
                face: None,
                is_facet,
                is_known,
            };
        }
        depth
    };
    let reach = |normal: &V| support(corners, normal).0;
    if let Some(found) = closest(corners, shape, at, &toward, tally) {
        // The cores are apart: with a radius the hull may still be in, by a depth known exactly.
        propose(found.normal, reach(&found.normal), found.is_facet, false);
        if !found.converged {
            status = Status::OutOfIterations;
        }
    } else if let Some(normal) = epa_normal(corners, shape, at, tally) {
        let proposed = propose(normal, reach(&normal), false, false);
        if shape.is_box() && proposed > touch && proposed < touch + EPA_ROUNDING {
            for (normal, dist) in solid.edge_planes(SAME_CORNER) {
                propose(normal, dist, true, true);
            }
        }
    } else {
        status = Status::OutOfIterations;
    }
    if depth <= touch {
        return Place::Apart(surface);
    }
    Place::Inside(Depth {
        depth,
        surface,
        status,
    })
}

/// The way out that EPA proposes, as the unit direction from the solid to the hull.
pub(crate) fn epa_normal<T: Tally>(corners: &[V], shape: &CoreShape, at: &V, tally: &T) -> Option<V> {
    let cloud = |is_epa| Cloud {
        corners,
        origin: *at,
        tally,
        is_epa,
    };
    let simplex = parry_simplex(&cloud(false), shape, &V::z());
    let (_, _, normal) =
        POLYTOPE.with_borrow_mut(|epa| epa.closest_points(&Pose::IDENTITY, &cloud(true), shape, &simplex))?;
    // parry's normal leads from the first shape, the solid, to the second.
    V::new(normal.x.into(), normal.y.into(), normal.z.into()).try_normalize(0.5)
}
