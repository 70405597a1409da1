//! Questions to a hull's reference: sweeps, distances, overlaps, and the judge's further needs.

use super::{BOX_SLACK, ExactContact, ExactDistance, ExactSweep, HullReference};
use crate::body::{Round, SPIKE};
use crate::exact::ExactBody;
use crate::hierarchy::meets;
use crate::path::{Inside, Path};
use crate::solid::{Part, V};
use clipmark_collision::RoundHulls;
use clipmark_geometry::Hull;
use nalgebra::Point3;

/// Contacts within this distance of a surface are tied, in units per unit of coordinate. About 4,000 roundings of
/// f64: far below anything that f32 can place. Too small: true corner contacts lose normals; too large: nearby
/// features are counted as touched.
const TIED: f64 = 1e-12;

impl HullReference {
    /// The hull that is swept.
    pub fn hull(&self) -> &Hull {
        &self.hull
    }

    /// The shape of round hulls in this reference.
    pub fn round_hulls(&self) -> RoundHulls {
        self.round_hulls
    }

    /// The exact answer to a sweep from start to end, in units. Coordinates that are not finite meet nothing.
    pub fn sweep(&self, start: &Point3<f64>, end: &Point3<f64>) -> ExactSweep {
        if !start.iter().chain(end.iter()).all(|x| x.is_finite()) {
            return ExactSweep::default();
        }
        self.sweep_moved_out(&path_of(start, end), 0.0, |_| false)
    }

    /// Signed distance of the hull at a position to the nearest or deepest solid. `None` in an empty world or for a position
    /// that is not finite.
    pub fn signed_distance(&self, at: &Point3<f64>) -> Option<ExactDistance> {
        if !at.iter().all(|x| x.is_finite()) {
            return None;
        }
        self.distance_within(&at.coords, f64::INFINITY, |_| false)
    }

    /// Whether the hull at a position overlaps the interior of a solid.
    pub fn overlaps(&self, at: &Point3<f64>) -> bool {
        !self.holding(&at.coords, 0.0).is_empty()
    }

    /// How deep a hull is in solids at a position, in units, when it came straight from `before`. 0 where it is free. A
    /// one-sided surface stops nothing from behind, so a hull may be half way through it. It counts only in the step that
    /// enters it by its front. The slack of a patch is taken off.
    pub fn depth_from(&self, before: &Point3<f64>, at: &Point3<f64>) -> f64 {
        if !before.iter().chain(at.iter()).all(|x| x.is_finite()) {
            return 0.0;
        }
        let way = at - before;
        let held = self.holding(&at.coords, 0.0).into_iter();
        let bodies = held.map(|i| &self.bodies[i]).filter(|body| {
            let from_behind = |front: V| front.dot(&way) >= 0.0 || body.contains(&before.coords, 0.0);
            !body.front.is_some_and(from_behind)
        });
        let depths = bodies.map(|b| -b.distance_to_planes(&at.coords).distance.min(0.0) - b.slack);
        depths.fold(0.0, f64::max)
    }

    /// Whether a position is in the interior of a body, in f64. Where that is in doubt rational numbers decide.
    pub(crate) fn holds(&self, i: usize, x: &V) -> bool {
        let (body, still) = (&self.bodies[i], Path::still(x));
        let error = body.error_along(&still);
        let is_doubtful = body.contains(x, error) && !body.contains(x, -error);
        match self.exact_of(i).filter(|_| is_doubtful) {
            Some(exact) => exact.decide(self.round, &still).starts_inside,
            None => body.contains(x, 0.0),
        }
    }

    /// The body in rational numbers, made when first asked for.
    pub(crate) fn exact_of(&self, i: usize) -> Option<&ExactBody> {
        let (body, solid) = (&self.bodies[i], &self.solids[i]);
        let make = || match solid.laid_for(&self.hull) {
            _ if self.mitred => Some(ExactBody::of_planes(&body.planes)),
            Some(home) => ExactBody::laid(home, &solid.frame, &self.core),
            None => ExactBody::new(solid, &self.core),
        };
        self.exact[i].get_or_init(make).as_ref()
    }

    /// The part of the world that a body was made from.
    pub(crate) fn part_of(&self, body: usize) -> Part {
        self.solids[body].part
    }

    pub(crate) fn is_brush(&self, body: usize) -> bool {
        matches!(self.part_of(body), Part::Brush(_))
    }

    pub(crate) fn body_of(&self, part: Part) -> Option<usize> {
        self.solids.binary_search_by_key(&part, |s| s.part).ok()
    }

    /// How far beyond a body's box its surface, moved out by `offset`, may reach.
    pub(crate) fn margin(&self, offset: f64) -> f64 {
        // A mitred surface runs away at acute edges. The planes of a box's body hold it to its own axial planes, but a point's
        // may be arbitrarily sharp. A tenfold margin covers interior angles above 12 degrees.
        const MITRE: f64 = 10.0;
        let mitre = if self.round == Round::None { MITRE } else { 1.0 };
        self.round.radius() + self.slack + offset.max(0.0) * mitre + BOX_SLACK
    }

    /// The bodies that hold a position when their surfaces are moved out by `offset`.
    pub(crate) fn holding(&self, x: &V, offset: f64) -> Vec<usize> {
        let reach = self.holding_reach(offset);
        let mut holding = Vec::new();
        self.tree.near(x, reach, |i| {
            if self.bodies[i].holds(x, offset) {
                holding.push(i);
            }
            reach
        });
        holding
    }

    /// Whether the hull at a position is proven to be deeper than that in a brush: shrunk by as much, the brush still holds
    /// it. A ball of that radius then lies in the solid, for every hull (head of `slice.rs`). No true depth is missed but a
    /// cylinder's at slopes, by 1.42 times at most.
    pub(crate) fn is_deeper(&self, x: &V, than: f64) -> bool {
        !self.brushes_deeper(x, than).is_empty()
    }

    /// The bodies of the brushes in which the hull at a position is proven to be deeper than that.
    pub(crate) fn brushes_deeper(&self, x: &V, than: f64) -> Vec<usize> {
        let mut holding = self.holding(x, -than);
        holding.retain(|i| self.is_brush(*i));
        holding
    }

    /// Greatest distance from a position to the box of a body that holds it with its surface moved out by `offset`.
    pub(crate) fn holding_reach(&self, offset: f64) -> f64 {
        if self.round == Round::None && !self.tree.in_boxes {
            return self.margin(offset) * 2.0;
        }
        // The corner of a box is farther off than its sides, by the root of three.
        self.round.radius() + 1.75 * (offset.max(0.0) + self.slack) + SPIKE
    }

    /// Calls `visit` with the bodies that a path meets up to a fraction, their surfaces moved out by `offset`, without the
    /// skipped ones. It returns the fraction beyond which nothing matters any more.
    pub(crate) fn along(
        &self,
        path: &Path,
        offset: f64,
        until: f64,
        skip: impl Fn(usize) -> bool,
        mut visit: impl FnMut(usize, Inside) -> f64,
    ) {
        let margin = self.margin(offset);
        let tie = tie(path);
        let mut limit = until + tie;
        self.tree.along(&path.start, &path.d, margin, limit, |i| {
            let body = &self.bodies[i];
            let met = || meets(&body.mins, &body.maxs, &path.start, &path.d, margin);
            if body.stops(&path.d) && met().is_some_and(|t| t <= limit) && !skip(i) {
                limit = limit.min(visit(i, body.inside(path, body.judged(offset))) + tie);
            }
            limit
        });
    }

    /// The sweep against the bodies with their surfaces moved out by `offset`, without the skipped ones.
    pub(crate) fn sweep_moved_out(
        &self,
        path: &Path,
        offset: f64,
        skip: impl Fn(usize) -> bool,
    ) -> ExactSweep {
        let mut out = ExactSweep::default();
        let mut best = f64::INFINITY;
        let mut bracket = [f64::INFINITY; 2];
        let mut met: Vec<(usize, f64)> = Vec::new();
        self.along(path, offset, 1.0, skip, |i, mut inside| {
            if inside.doubtful && offset == 0.0 {
                inside = self.certified(i, path, inside);
            }
            out.doubtful |= inside.doubtful;
            if inside.blocks() {
                out.starts_inside |= inside.enter < 0.0;
                best = best.min(inside.enter.max(0.0));
                bracket = [0, 1].map(|k| bracket[k].min(inside.bracket[k]).clamp(0.0, 1.0));
                met.push((i, inside.enter));
            }
            best
        });
        if best < 1.0 {
            out.entry = Some(best);
            out.bracket = bracket.map(|t| t.min(1.0));
        }
        if best < 1.0 && !out.starts_inside {
            let x = path.at(best);
            met.retain(|(_, enter)| *enter <= best + tie(path));
            met.sort_unstable_by_key(|m| m.0);
            let contact = |(i, _): (usize, f64)| ExactContact {
                part: self.solids[i].part,
                normals: self.bodies[i].normals_at(&x, offset, TIED * path.scale()),
            };
            out.contacts = met.into_iter().map(contact).collect();
        }
        out
    }

    /// As the `entry` of [`sweep_moved_out`](Self::sweep_moved_out), where that is before a fraction.
    pub(crate) fn entry_before(
        &self,
        path: &Path,
        fraction: f64,
        offset: f64,
        skip: impl Fn(usize) -> bool,
    ) -> Option<f64> {
        let (mut best, last) = (f64::INFINITY, fraction.min(1.0));
        self.along(path, offset, last, skip, |_, inside| {
            if inside.blocks() {
                best = best.min(inside.enter.max(0.0));
            }
            best
        });
        Some(best).filter(|t| *t < last)
    }

    /// The answer of f64 about one body put right where it was in doubt.
    fn certified(&self, i: usize, path: &Path, found: Inside) -> Inside {
        match self.exact_of(i) {
            Some(exact) => found.put_right(&exact.decide(self.round, path)),
            None => found,
        }
    }

    pub(crate) fn distance_within(
        &self,
        x: &V,
        limit: f64,
        skip: impl Fn(usize) -> bool,
    ) -> Option<ExactDistance> {
        let mut best: Option<ExactDistance> = None;
        let radius = self.round.radius();
        self.tree.near(x, limit, |i| {
            let body = &self.bodies[i];
            // Farther bodies change nothing.
            let most = best.map_or(limit, |b| limit.min(b.distance.max(0.0))) + SPIKE;
            let is_farther = || body.planes.iter().any(|p| p.distance(x) > most + radius);
            let is_near = self.mitred || body.gap(x).norm() <= most + radius && !is_farther();
            let least = best.map_or(f64::INFINITY, |b| b.distance);
            if is_near
                && !skip(i)
                && let Some(near) = body.nearer_than(least, x, most)
                && near.distance < least
            {
                best = Some(ExactDistance {
                    distance: near.distance,
                    normal: near.normal,
                    part: self.solids[i].part,
                });
            }
            best.map_or(limit, |b| limit.min(b.distance.max(0.0) + radius + BOX_SLACK))
        });
        best.filter(|b| b.distance <= limit)
    }
}

/// Entries within this share of a path are at once.
fn tie(path: &Path) -> f64 {
    TIED * path.scale() / path.d.norm().max(TIED)
}

pub(crate) fn path_of(start: &Point3<f64>, end: &Point3<f64>) -> Path {
    Path {
        start: start.coords,
        d: end - start,
    }
}
