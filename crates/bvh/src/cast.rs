//! One hull swept against one solid.
//!
//! Source: van den Bergen, *Ray Casting against General Convex Objects with Application to Continuous Collision Detection*
//! (2004). The ray is advanced to the supporting plane of the closest feature until hull and solid touch.
//!
//! Departures: planes are kept in f64 and evaluated on the whole path. So a plane found anywhere also tells leaving and passing
//! by. The distance is measured at a small gap in front of the surface, never at touching: there its direction is rounding. The
//! result is a crossing of planes, not a sum of steps. The place of rest is the last plane's crossing at skin distance, which
//! every plane proves to be clear.

use crate::V;
use crate::closest::{Closest, closest};
use crate::core_shape::CoreShape;
use crate::early_out::PlaneEarlyOut;
use crate::passage::{Path, PlaneInterval, Stop, Surface, Swept};
use crate::penetration::{Place, is_deep, place};
use crate::ray_cast::{PROVEN, Proposal};
use crate::simplex::Simplex;
use crate::solid::{ALL_SIDES, SAME_CORNER, Solid, axial};
use crate::tally::{Step, Tally};
use clipmark_collision::Status;

/// The gap at which GJK is asked, in units. Smaller: f32 directions get worse and more steps are needed. Larger:
/// the question is asked farther from the surface than the surface may extend.
const ASK_AT: f64 = 1.0 / 16.0;
/// A new plane must move the hull by more than this to matter, in units. Smaller: more rounds for nothing;
/// larger: hits on edges come early by about its root.
const NO_NEWS: f64 = 1e-6;
/// Rounds until a hull that is neither proven hit nor proven free stops the sweep short.
const MAX_ROUNDS: usize = 24;
/// The hull may come to rest this much farther from the solid than the skin, in units. Larger: the edge of a
/// tile ahead stops a round hull before the tile it stands on does. Smaller: a round or two more.
const SLACK: f64 = 1e-5;
/// Rounds in which the place of rest is moved up to the skin.
const MAX_TIGHTENING: usize = 12;

/// The result of casting a hull at a solid.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Cast {
    /// In the way.
    Hit(Stop),
    /// The start is in it and the end is not.
    StartsInside,
    /// Start and end are in it.
    AllInside,
}

impl<T: Tally> Swept<'_, T> {
    /// Sweeps against one solid; `None` when it is not met, or not before the fraction `limit`. Without `early_out` GJK is
    /// asked about every solid, also where planes tell beforehand how it ends.
    pub(crate) fn cast(&self, solid: Solid, limit: f64, early_out: bool) -> Option<Cast> {
        let Self { shape, path, tally } = *self;
        let settled = shape.is_settled_by_planes(solid.box_settled);
        if early_out && solid.triangle.is_none() {
            match self.clip_by_planes(solid, limit, settled) {
                PlaneEarlyOut::Passed => return None,
                PlaneEarlyOut::Inside(cast) => return Some(cast),
                PlaneEarlyOut::Open => {}
            }
        }
        let mut passage = PlaneInterval::new();
        let mut proposal = Proposal::Open;
        let mut simplex = Simplex::new();
        // A point is settled by the planes of a triangle, rims included. A path that crosses an edge touches it all the way,
        // which GJK cannot tell from passing by.
        let is_thin = solid.triangle.is_some() && shape.is_point();
        if !is_thin {
            proposal = self.ray_cast(solid, limit, &mut passage, &mut simplex);
            tally.watch(|| Step::Cast { solid, proposal });
            if proposal == Proposal::Free {
                return None;
            }
        }
        if self.passes_known_planes(solid, ALL_SIDES, &mut passage) || passage.slides_along(path) {
            return None;
        }
        if !passage.starts_outside {
            // `None` when inside: the depth does not matter here. Where planes do not tell, EPA is slow.
            let apart = |at| {
                if !settled && is_deep(solid, shape, at, path.touch, tally) {
                    return None;
                }
                match place(solid, shape, at, path.touch, tally) {
                    Place::Inside(_) => None,
                    Place::Apart(surface) => Some(surface),
                }
            };
            match apart(&path.start) {
                None => {
                    let all = !passage.ends_outside && apart(&path.end).is_none();
                    return Some(if all { Cast::AllInside } else { Cast::StartsInside });
                }
                Some(surface) => {
                    if passage.clip(path, shape, surface) || passage.slides_along(path) {
                        return None;
                    }
                }
            }
        }
        if !passage.is_hit() || passage.stop > limit {
            return None;
        }
        let mut status = Status::Converged;
        if !settled && !stands(proposal, path, &passage) {
            status = self.settle(solid, limit, &mut passage)?;
        }
        let (_, _, mut surface) = passage.deciding_feature()?;
        if !settled {
            if passage.passes_by {
                surface = self.graze(solid, &mut passage)?;
            }
            let reached;
            (surface, reached) = self.tighten(solid, limit, &mut passage, surface, &mut simplex)?;
            if !reached {
                status = Status::OutOfIterations;
            }
        }
        if shape.radius == 0.0 && !surface.is_known {
            surface = self.name_facet(solid, &passage, surface);
        }
        passage.stop_at(surface, status, limit).map(Cast::Hit)
    }

    /// Tells the passage the planes of a solid that are known beforehand; true when one keeps hull and solid apart. Of a
    /// triangle's bounding box those `sides` alone, a bit each.
    pub(crate) fn passes_known_planes(&self, solid: Solid, sides: u8, passage: &mut PlaneInterval) -> bool {
        let Self { shape, path, tally } = *self;
        if let Some(planes) = solid.planes_of_cuboid(shape, path) {
            tally.planes(planes.len());
            let faces = solid.faces().iter().zip(planes).enumerate();
            return faces.into_iter().any(|(i, (face, (before, fall)))| {
                let surface = Surface::known(axial(i), face.reach, Some(i as u32));
                passage.clip_at(path, shape, surface, before, fall)
            });
        }
        let mut known = 0;
        // The edges of a triangle belong to it: a point that crosses the common edge of two must not slip through. Less would
        // leave it touching; more would be a larger triangle.
        let rim = path.touch + path.slip();
        let is_thin = solid.triangle.is_some() && shape.is_point();
        let mut passes = solid.planes_with(sides).any(|mut surface| {
            known += 1;
            // A flat shape hits its own side. The other is moved away, so that touching it is no way out.
            let is_face = surface.face.is_some();
            let thin = solid.triangle.is_some() && is_face && shape.reach(&surface.normal) <= path.touch;
            let gap = surface.normal.dot(&path.start) - surface.dist;
            if thin && (gap < 0.0 || gap == 0.0 && surface.face > Some(0)) {
                surface.dist += 2.0 * path.touch;
            } else if is_thin && !is_face {
                surface.dist += rim;
            }
            passage.clip(path, shape, surface)
        });
        if !passes && shape.is_point() {
            passes = solid.rims().any(|(normal, dist)| {
                known += 1;
                passage.clip(path, shape, Surface::known(normal, dist + rim, None))
            });
        }
        tally.planes(known);
        passes
    }

    /// Asks GJK for planes until the path is proven free (`None`) or proven to meet the solid.
    fn settle(&self, solid: Solid, limit: f64, passage: &mut PlaneInterval) -> Option<Status> {
        let Self { shape, path, tally } = *self;
        let corners = solid.corners();
        let mut status = Status::OutOfIterations;
        let mut ask_at = ASK_AT;
        for _ in 0..MAX_ROUNDS {
            let (t, gap, surface) = passage.deciding_feature()?;
            let place = path.at(t);
            let lift = (ask_at - gap - shape.radius).max(0.0);
            let ask = place + surface.normal * lift;
            let Some(found) = closest(corners, shape, &ask, &surface.normal, tally) else {
                // The plane says apart and the solver says overlapping: stop short of it.
                break;
            };
            if passage.clip(path, shape, plane_of(&found, shape)) || !passage.is_hit() || passage.stop > limit
            {
                return None;
            }
            if passage.passes_by {
                return Some(Status::Converged);
            }
            let apart = found.normal.dot(&place) - found.reach - shape.reach(&found.normal);
            if apart > gap.max(0.0) + NO_NEWS {
                continue;
            }
            let witness = (place - found.touching).norm() - shape.radius;
            if witness <= gap.max(0.0) + PROVEN {
                status = Status::Converged;
                break;
            }
            ask_at *= 0.25;
        }
        Some(status)
    }

    /// A round hull passes an edge, inside the skin and without touching. It is stopped only when it ends nearer than it began
    /// (else `None`). The surface approached at the start goes first.
    fn graze(&self, solid: Solid, passage: &mut PlaneInterval) -> Option<Surface> {
        let Self { shape, path, tally } = *self;
        let corners = solid.corners();
        let gap = |at: &V, found: &Closest| (at - found.touching).norm();
        let begins = closest(corners, shape, &path.start, &-path.delta, tally)?;
        let ends = closest(corners, shape, &path.end, &begins.normal, tally)?;
        let fall = -begins.normal.dot(&path.delta);
        if fall <= 0.0 || gap(&path.end, &ends) >= gap(&path.start, &begins) {
            return None;
        }
        let before = gap(&path.start, &begins) - shape.radius;
        passage.stop = passage.stop.max((before - path.skin) / fall);
        Some(plane_of(&begins, shape))
    }

    /// Moves the place of rest up to the skin; `None` when that is past `limit`. Backing off along the surface normal may
    /// overshoot the solid's skin, at grazing angles and beyond its edges. Returns the surface that stops the hull, and whether
    /// the skin was reached.
    fn tighten(
        &self,
        solid: Solid,
        limit: f64,
        passage: &mut PlaneInterval,
        mut surface: Surface,
        simplex: &mut Simplex,
    ) -> Option<(Surface, bool)> {
        let Self { shape, path, tally } = *self;
        let skin_only = passage.passes_by || !passage.crosses();
        let near_enough = path.skin + SLACK;
        // If the hull itself meets nothing, the surface in a round hull's skin stops it.
        let turns = skin_only && shape.radius > 0.0;
        let (met, gap, _) = passage.deciding_feature()?;
        for _ in 0..MAX_TIGHTENING {
            if passage.stop > limit {
                return None;
            }
            let rest = passage.stop.clamp(0.0, 1.0);
            if !passage.passes_by && !turns && gap + (met - rest) * path.length <= near_enough {
                return Some((surface, true));
            }
            let place = path.at(rest);
            // The solid's points at the end of the ray cast prove as much as the nearest points, where near enough.
            let is_near = |simplex: &mut Simplex| simplex.distance(&place) - shape.radius <= near_enough;
            if !turns && is_near(simplex) {
                return Some((surface, true));
            }
            let Some(found) = closest(solid.corners(), shape, &place, &surface.normal, tally) else {
                return Some((surface, true));
            };
            if turns {
                surface = plane_of(&found, shape);
            }
            let fall = -found.normal.dot(&path.delta);
            let before = found.normal.dot(&path.start) - found.reach - shape.reach(&found.normal);
            let stop = (before - path.skin) / fall;
            if (place - found.touching).norm() - shape.radius <= near_enough
                || fall <= 0.0
                || stop <= passage.stop
            {
                return Some((surface, true));
            }
            passage.stop = stop;
        }
        Some((surface, false))
    }

    /// A sharp hull met an edge or corner of the Minkowski sum, where several faces join. All are tried; the face most
    /// opposed to the motion counts. The curved side of a cylinder joins none and keeps its own normal.
    fn name_facet(&self, solid: Solid, passage: &PlaneInterval, met: Surface) -> Surface {
        // A cosine. Corners of a face are off its plane by a rounding, so three of them span it to a thousandth.
        const SAME_PLANE: f64 = 1.0 - 5e-7;
        // Units. Faces that meet at the place differ by rounding only. Beside the round side of a cylinder, a flat face this
        // near is up to 0.2° off.
        let Self { shape, path, .. } = *self;
        let joined = if shape.is_box() { 1.0 / 256.0 } else { 1e-4 };
        let (t, gap, _) = passage.deciding_feature().unwrap_or((0.0, 0.0, met));
        let touching = path.at(t) - met.normal * gap;
        let gap_of = |s: &Surface| s.normal.dot(&touching) - s.dist - shape.reach(&s.normal);
        let alike = |s: &Surface| s.normal.dot(&met.normal);
        if met.is_facet {
            // A solver's version of a known plane, or an edge against an edge, which may be that near to another plane.
            let most = solid
                .planes()
                .filter(|s| gap_of(s).abs() < joined)
                .max_by(|a, b| alike(a).total_cmp(&alike(b)));
            return most.filter(|s| alike(s) > SAME_PLANE).unwrap_or(met);
        }
        let has_edges = shape.is_box() && !solid.box_settled;
        let sharp = has_edges.then(|| solid.edge_planes(SAME_CORNER));
        let edges = sharp.into_iter().flatten();
        let edges = edges.map(|(normal, dist)| Surface::known(normal, dist, None));
        solid
            .planes()
            .chain(edges)
            .filter(|s| s.normal.dot(&path.delta) < 0.0 && gap_of(s).abs() < joined)
            .min_by(|a, b| a.normal.dot(&path.delta).total_cmp(&b.normal.dot(&path.delta)))
            .unwrap_or(met)
    }
}

/// Whether GJK's proposal still holds after the known planes.
fn stands(proposal: Proposal, path: &Path, passage: &PlaneInterval) -> bool {
    match (proposal, passage.deciding_feature()) {
        (Proposal::Meets(met), Some((t, _, _))) => passage.passes_by || (t - met) * path.length <= PROVEN,
        _ => false,
    }
}

fn plane_of(found: &Closest, shape: &CoreShape) -> Surface {
    Surface {
        normal: found.normal,
        dist: found.reach,
        face: None,
        is_facet: found.is_facet && shape.is_box(),
        is_known: false,
    }
}
