//! Questions to a hull's reference: sweeps, distances, overlaps, and the judge's further needs.

use super::{BOX_SLACK, ExactContact, ExactDistance, ExactSweep, HullReference};
use crate::body::{Body, SPIKE};
use crate::distance::Nearest;
use crate::exact::{self, ExactBody};
use crate::hierarchy::meets;
use crate::path::{self, Inside, Path, Rounding};
use crate::solid::{HalfSpace, Part, V};
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

    /// Signed distance of the hull at a position to the nearest or deepest solid. `None` in an empty world or for a position that
    /// is not finite.
    pub fn signed_distance(&self, at: &Point3<f64>) -> Option<ExactDistance> {
        if !at.iter().all(|x| x.is_finite()) {
            return None;
        }
        self.distance_within(&at.coords, f64::INFINITY, |_| false)
    }

    /// Whether the hull at a position overlaps the interior of a solid.
    pub fn overlaps(&self, at: &Point3<f64>) -> bool {
        let mut found = false;
        self.tree.near(&at.coords, self.reach, |i| {
            found |= path::contains(&self.bodies[i], self.rounding, &at.coords, 0.0);
            if found { -1.0 } else { self.reach }
        });
        found
    }

    /// How deep a hull is in solids at a position, in units, when it came straight from `before`. 0 where it is free. A one-sided
    /// surface stops nothing from behind, so a hull may be half way through it. It counts only in the step that enters it by its
    /// front. The slack of a patch is taken off.
    pub fn depth_from(&self, before: &Point3<f64>, at: &Point3<f64>) -> f64 {
        if !before.iter().chain(at.iter()).all(|x| x.is_finite()) {
            return 0.0;
        }
        let way = at - before;
        let mut deepest = 0f64;
        self.tree.near(&at.coords, self.reach, |i| {
            let body = &self.bodies[i];
            let holds = |x: &V| path::contains(body, self.rounding, x, 0.0);
            let from_behind = |front: V| front.dot(&way) >= 0.0 || holds(&before.coords);
            if holds(&at.coords) && !body.front.is_some_and(from_behind) {
                let depth = -self.distance_to_planes(i, &at.coords).min(0.0);
                deepest = deepest.max(depth - body.slack);
            }
            self.reach
        });
        deepest
    }

    /// The distance of a position from the planes that bound a body. Inside it is minus the depth: the true one, but of a
    /// cylinder at least the true one, since these planes leave out how an edge meets its rim. [`is_deeper`](Self::is_deeper)
    /// proves a depth.
    pub(crate) fn distance_to_planes(&self, body: usize, x: &V) -> f64 {
        let body = &self.bodies[body];
        match self.rounding {
            Rounding::Disc(r) => disc_planes(body, r, x).distance,
            _ => path::signed_distance(body, self.rounding, x, 0.0).distance,
        }
    }

    /// The true distance of a position from a body; inside, as [`distance_to_planes`](Self::distance_to_planes).
    pub(crate) fn distance_to(&self, body: usize, x: &V) -> f64 {
        let distance = self.distance_to_planes(body, x);
        match self.rounding {
            Rounding::Disc(r) if distance > 0.0 => {
                crate::slice::true_distance(&self.bodies[body], r, x, f64::INFINITY).distance
            }
            _ => distance,
        }
    }

    /// Whether a position is in the interior of a body, in f64. Where that is in doubt rational numbers decide.
    pub(crate) fn holds(&self, i: usize, x: &V) -> bool {
        let (body, still) = (&self.bodies[i], Path::still(x));
        let error = path::error(body, self.rounding, &still);
        let holds = |offset: f64| path::contains(body, self.rounding, x, offset);
        if !holds(error) || holds(-error) {
            return holds(0.0);
        }
        match self.exact_of(i) {
            Some(exact) => exact.decide(self.rounding, &still).starts_inside,
            None => holds(0.0),
        }
    }

    /// The body in rational numbers, made when first asked for.
    pub(crate) fn exact_of(&self, i: usize) -> Option<&ExactBody> {
        let make = || {
            exact::from_body(
                &self.bodies[i],
                &self.solids[i],
                &self.hull,
                &self.core,
                self.mitred,
            )
        };
        self.exact[i].get_or_init(make).as_ref()
    }

    /// The part of the world that a body was made from.
    pub(crate) fn part_of(&self, body: usize) -> Part {
        self.solids[body].part
    }

    pub(crate) fn body_of(&self, part: Part) -> Option<usize> {
        self.solids.binary_search_by_key(&part, |s| s.part).ok()
    }

    /// Outward normals of a body at those parts of its surface that the position lies in front of, or slightly behind (`depth`).
    pub(crate) fn fronts(&self, body: usize, x: &V, depth: f64) -> Vec<V> {
        let b = &self.bodies[body];
        if let Rounding::Disc(r) = self.rounding {
            let mut out = Vec::new();
            out.extend((x.z - b.maxs.z >= -depth).then(V::z));
            out.extend((b.mins.z - x.z >= -depth).then(|| -V::z()));
            let level = V::new(x.x, x.y, x.z.clamp(b.mins.z, b.maxs.z));
            let side = crate::slice::to_disc_sum(b, r, 0.0, &level);
            // It is a distance in plan, behind a slope longer than the true one.
            if side.distance >= -depth * side.normal.norm() {
                out.extend(side.normal.try_normalize(f64::MIN_POSITIVE));
            }
            if side.distance > 0.0 {
                // Off the surface the nearest point is another than the one in plan.
                out.push(crate::slice::true_distance(b, r, x, f64::INFINITY).normal);
            }
            return out;
        }
        let radius = if let Rounding::Ball(r) = self.rounding {
            r
        } else {
            0.0
        };
        let mut out: Vec<V> = b
            .planes
            .iter()
            .filter(|p| p.distance(x) - radius >= -depth)
            .map(|p| p.normal)
            .collect();
        if let Rounding::Ball(r) = self.rounding {
            let near = path::signed_distance(b, Rounding::Ball(r), x, 0.0);
            if near.distance >= -depth {
                out = vec![near.normal];
            } else {
                out.clear();
            }
        }
        out
    }

    /// How far beyond a body's box its surface, moved out by `offset`, may reach.
    pub(crate) fn margin(&self, offset: f64) -> f64 {
        // A mitred surface runs away at acute edges. The planes of a box's body hold it to its own axial planes, but a point's
        // may be arbitrarily sharp. A tenfold margin covers interior angles above 12 degrees.
        const MITRE: f64 = 10.0;
        self.reach
            + self.slack
            + offset.max(0.0)
                * if self.rounding == Rounding::None {
                    MITRE
                } else {
                    1.0
                }
            + BOX_SLACK
    }

    /// The bodies that hold a position when their surfaces are moved out by `offset`.
    pub(crate) fn holding(&self, x: &V, offset: f64) -> Vec<usize> {
        let reach = self.holding_reach(offset);
        let mut holding = Vec::new();
        self.tree.near(x, reach, |i| {
            let body = &self.bodies[i];
            if path::contains(body, self.rounding, x, body.judged(offset)) {
                holding.push(i);
            }
            reach
        });
        holding
    }

    /// Whether the hull at a position is proven to be deeper than that in a brush: shrunk by as much, the brush still holds it. A
    /// ball of that radius then lies in the solid, for every hull (head of `slice.rs`). No true depth is missed but a cylinder's
    /// at slopes, by 1.42 times at most.
    pub(crate) fn is_deeper(&self, x: &V, than: f64) -> bool {
        !self.brushes_deeper(x, than).is_empty()
    }

    /// The bodies of the brushes in which the hull at a position is proven to be deeper than that.
    pub(crate) fn brushes_deeper(&self, x: &V, than: f64) -> Vec<usize> {
        let mut holding = self.holding(x, -than);
        holding.retain(|i| matches!(self.part_of(*i), Part::Brush(_)));
        holding
    }

    /// Greatest distance from a position to the box of a body that holds it with its surface moved out by `offset`.
    pub(crate) fn holding_reach(&self, offset: f64) -> f64 {
        if self.rounding == Rounding::None && !self.tree.in_boxes {
            return self.margin(offset) * 2.0;
        }
        // The corner of a box is farther off than its sides, by the root of three.
        self.reach + 1.75 * (offset.max(0.0) + self.slack) + SPIKE
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
        let margin = self.margin(offset);
        let tie = TIED * path.scale() / path.d.norm().max(TIED);
        self.tree.along(&path.start, &path.d, margin, |i| {
            let body = &self.bodies[i];
            let limit = best.min(1.0) + tie;
            if skip(i)
                || !body.stops(&path.d)
                || meets(&body.mins, &body.maxs, &path.start, &path.d, margin).is_none_or(|t| t > limit)
            {
                return limit;
            }
            let mut inside = path::inside(body, self.rounding, path, body.judged(offset));
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
            best.min(1.0) + tie
        });
        if best < 1.0 {
            out.entry = Some(best);
            out.bracket = bracket.map(|t| t.min(1.0));
            if !out.starts_inside {
                let x = path.at(best);
                met.retain(|(_, enter)| *enter <= best + tie);
                met.sort_unstable_by_key(|m| m.0);
                out.contacts = met
                    .into_iter()
                    .map(|(i, _)| ExactContact {
                        part: self.solids[i].part,
                        normals: self.normals_at(i, &x, offset, TIED * path.scale()),
                    })
                    .collect();
            }
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
        let mut best = f64::INFINITY;
        let margin = self.margin(offset);
        let tie = TIED * path.scale() / path.d.norm().max(TIED);
        let last = fraction.min(1.0) + tie;
        self.tree.along_until(&path.start, &path.d, margin, last, |i| {
            let body = &self.bodies[i];
            let limit = best.min(last);
            if body.stops(&path.d)
                && meets(&body.mins, &body.maxs, &path.start, &path.d, margin).is_some_and(|t| t <= limit)
                && !skip(i)
            {
                let inside = path::inside(body, self.rounding, path, body.judged(offset));
                if inside.blocks() {
                    best = best.min(inside.enter.max(0.0));
                }
            }
            best.min(last)
        });
        Some(best).filter(|t| *t < fraction.min(1.0))
    }

    /// The answer of f64 about one body put right where it was in doubt.
    fn certified(&self, i: usize, path: &Path, found: Inside) -> Inside {
        match self.exact_of(i) {
            Some(exact) => found.put_right(&exact.decide(self.rounding, path)),
            None => found,
        }
    }

    /// Unit normals of a body's surface, moved out by `offset`, at a position on it.
    pub(crate) fn normals_at(&self, body: usize, x: &V, offset: f64, within: f64) -> Vec<V> {
        let b = &self.bodies[body];
        let planes = |grown: &dyn Fn(&V) -> f64| -> Vec<V> {
            b.planes
                .iter()
                .filter(|p| (p.distance(x) - grown(&p.normal)).abs() <= within)
                .map(|p| p.normal)
                .collect()
        };
        match self.rounding {
            Rounding::None => planes(&|_| offset),
            Rounding::Ball(r) if r + offset <= 0.0 => planes(&|_| r + offset),
            Rounding::Ball(_) => vec![path::signed_distance(b, self.rounding, x, offset).normal],
            Rounding::Disc(r) => {
                let mut out = Vec::new();
                if (x.z - b.maxs.z - offset).abs() <= within {
                    out.push(V::z());
                }
                if (b.mins.z - offset - x.z).abs() <= within {
                    out.push(-V::z());
                }
                // Just inside the slab the gradient in plan is the side's.
                let (bottom, top) = (b.mins.z - offset + within, b.maxs.z + offset - within);
                let inner = V::new(x.x, x.y, x.z.min(top).max(bottom));
                let side = crate::slice::to_disc_sum(b, r, offset, &inner);
                if out.is_empty() || side.distance.abs() <= within * 10.0 {
                    out.extend(side.normal.try_normalize(f64::MIN_POSITIVE));
                }
                out
            }
        }
    }

    pub(crate) fn distance_within(
        &self,
        x: &V,
        limit: f64,
        skip: impl Fn(usize) -> bool,
    ) -> Option<ExactDistance> {
        let mut best: Option<ExactDistance> = None;
        self.tree.near(x, limit, |i| {
            let body = &self.bodies[i];
            // Farther bodies change nothing.
            let most = best.map_or(limit, |b| limit.min(b.distance.max(0.0))) + SPIKE;
            let of_core = most + self.reach;
            if (self.mitred || body.gap(x).norm() <= of_core && !is_farther(body, x, of_core)) && !skip(i) {
                let near = match self.rounding {
                    Rounding::Disc(r) => {
                        // The distance is no less than the planes say; inside it is theirs.
                        let planes = disc_planes(body, r, x);
                        if let Some(b) = best
                            && planes.distance > b.distance
                        {
                            return limit.min(b.distance.max(0.0) + self.reach + BOX_SLACK);
                        }
                        if planes.distance < 0.0 {
                            planes
                        } else {
                            crate::slice::true_distance(body, r, x, most)
                        }
                    }
                    _ => path::signed_distance(body, self.rounding, x, 0.0),
                };
                if best.is_none_or(|b| near.distance < b.distance) {
                    best = Some(ExactDistance {
                        distance: near.distance,
                        normal: near.normal,
                        part: self.solids[i].part,
                    });
                }
            }
            best.map_or(limit, |b| limit.min(b.distance.max(0.0) + self.reach + BOX_SLACK))
        });
        best.filter(|b| b.distance <= limit)
    }
}

/// Whether some plane of a body proves that a position is farther from its polyhedron.
fn is_farther(body: &Body, x: &V, most: f64) -> bool {
    body.planes.iter().any(|p| p.distance(x) > most)
}

/// The largest signed distance of a position from planes that bound a cylinder's body. They are the moved-out planes of the
/// brush, top and bottom, and the plane at the round side's nearest point.
fn disc_planes(body: &Body, radius: f64, x: &V) -> Nearest {
    let of = |distance, normal| Nearest { distance, normal };
    let level = V::new(x.x, x.y, x.z.clamp(body.mins.z, body.maxs.z));
    let side = crate::slice::to_disc_sum(body, radius, 0.0, &level);
    let length = side.normal.norm();
    let round = of(
        side.distance / length + side.normal.z / length * (x.z - level.z),
        side.normal / length,
    );
    let flat = [of(x.z - body.maxs.z, V::z()), of(body.mins.z - x.z, -V::z())];
    let moved = |p: &HalfSpace| {
        let out = crate::slice::disc_support(&p.normal, radius, 0.0);
        of(p.distance(x) - out, p.normal)
    };
    let planes = body.planes.iter().map(moved).chain(flat);
    planes.fold(round, |a, b| if b.distance > a.distance { b } else { a })
}

pub(crate) fn path_of(start: &Point3<f64>, end: &Point3<f64>) -> Path {
    Path {
        start: start.coords,
        d: end - start,
    }
}
