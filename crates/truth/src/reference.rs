//! The exact answer to a sweep against a world of convex brushes and triangles.
//!
//! Interior-blocking semantics: a path is stopped where it enters the *interior* of some body; touching and
//! sliding along a face are free. So coplanar neighbours never stop a motion along their common face, and the
//! reference has no seams. A triangle is a solid without thickness: a hull with any extent across it enters the
//! interior of their sum; a point, which has none, is stopped where it crosses, edges included. A one-sided triangle
//! stops only what moves against its normal. Curved patches are not part of the reference.
//!
//! # What is certain
//!
//! Every decision of [`HullReference::sweep`], whether a solid is met and whether the sweep starts in it, is made in f64
//! first, with an error that bounds how far each plane of the body may be off:
//! - f64 rounding of `n . x` and of the path: 64 steps of the largest coordinate (`path::ROUNDING`), where some
//!   16 are needed (three products and sums each for plane and path);
//! - the corners of a brush, which f64 places to 1e-6 of their planes, times the condition of the planes that meet
//!   there (`solid::corner_error`).
//!
//! A hit is certain if some position of the path lies deeper than the error behind all planes (or within the radius by
//! more than the error); a miss, if the path also misses all planes moved out by it. Anything else is decided again in
//! rational numbers (`exact.rs`), from the world's own f32: for every hull. So `doubtful` is left only
//! where a solid has no exact corners. The *value* of the entry is f64 and lies in `bracket`.
//!
//! Not certified: which contacts tie (to [`TIED`]), distances, and sweeps against solids that are grown or shrunk
//! for judging, whose tolerances are a thousand times the error.

use crate::body::{Body, Core};
use crate::cone::Cone;
use crate::distance::Nearest;
use crate::exact::{self, ExactBody};
use crate::hierarchy::{Hierarchy, meets};
use crate::path::{self, Inside, Path, Rounding};
use crate::solid::{HalfSpace, Part, Solid, SolidError, V};
use clipmark_collision::{Declaration, RoundHulls};
use clipmark_geometry::{Aabb, Contents, Hull, World};
use nalgebra::{Point3, Vector3};
use std::sync::{Arc, OnceLock};

/// Contacts within this distance of a surface are tied, in units per unit of coordinate. About 4,000 roundings of
/// f64: far below anything that f32 can place. Too small: true corner contacts lose normals; too large: nearby
/// features are counted as touched.
const TIED: f64 = 1e-12;

/// Slack of the boxes that sieve bodies, in units: beyond the rounding of their corners, and only a matter of cost.
const BOX_SLACK: f64 = 1e-6;

/// The solids of a world in f64.
#[derive(Debug)]
pub struct Reference {
    solids: Arc<[Solid]>,
    omitted: Vec<(Part, SolidError)>,
    patches: Vec<(V, V)>,
}

/// The solids of a world as one hull meets them.
#[derive(Debug)]
pub struct HullReference {
    pub(crate) hull: Hull,
    pub(crate) round_hulls: RoundHulls,
    pub(crate) rounding: Rounding,
    pub(crate) bodies: Vec<Body>,
    pub(crate) tree: Hierarchy,
    pub(crate) solids: Arc<[Solid]>,
    pub(crate) core: Core,
    pub(crate) mitred: bool,
    /// The bodies in rational numbers, each made when first in doubt.
    exact: Vec<OnceLock<Option<ExactBody>>>,
    /// Radius of what is laid around the core.
    pub(crate) reach: f64,
    /// Boxes of the curved patches, which are not judged, as the hull meets them.
    patches: Vec<(V, V)>,
}

/// The exact answer to a sweep.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ExactSweep {
    /// Fraction of the way at which the interior of the union is entered; 0 when it starts inside; `None` when
    /// the whole way is free.
    pub entry: Option<f64>,
    /// The start lies in the interior of a solid.
    pub starts_inside: bool,
    /// The entry certainly lies between these; both 0 without one.
    pub bracket: [f64; 2],
    /// What is touched at the entry: every solid that ties, with its normals. Empty when it starts inside.
    pub contacts: Vec<ExactContact>,
    /// A decision could not be certified.
    pub doubtful: bool,
}

/// A solid touched at an entry.
#[derive(Clone, Debug, PartialEq)]
pub struct ExactContact {
    /// Which it is.
    pub part: Part,
    /// Unit normals that span the cone of contact: of all faces of the solid's body that meet here.
    pub normals: Vec<Vector3<f64>>,
}

/// Signed distance of a hull to the union.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ExactDistance {
    /// Units; negative inside. Inside a union of several brushes it is the deepest single one, a lower bound on
    /// the way out.
    pub distance: f64,
    /// Unit direction in which the distance grows fastest.
    pub normal: Vector3<f64>,
    /// The solid that decides it.
    pub part: Part,
}

impl Reference {
    /// The solids of those brushes and triangles whose contents meet the mask.
    pub fn build(world: &World, mask: Contents) -> Self {
        let mut solids = Vec::new();
        let mut omitted = Vec::new();
        for (i, brush) in world.brushes_in(mask) {
            match Solid::new(i, brush) {
                Ok(s) => solids.push(s),
                Err(e) => omitted.push((Part::Brush(i), e)),
            }
        }
        for (i, triangle) in world.triangles_in(mask) {
            match Solid::of_triangle(i, triangle) {
                Ok(s) => solids.push(s),
                Err(e) => omitted.push((Part::Triangle(i), e)),
            }
        }
        let patches = world
            .patches
            .iter()
            .filter(|p| p.contents.intersects(mask))
            .map(|p| Aabb::of_points(&p.points))
            .map(|b| (b.mins.coords.cast(), b.maxs.coords.cast()))
            .collect();
        Self {
            solids: solids.into(),
            omitted,
            patches,
        }
    }

    /// Brushes and triangles that are no bounded solids and are left out, with the reason.
    pub fn omitted(&self) -> &[(Part, SolidError)] {
        &self.omitted
    }

    /// The solids, in the order of their brushes, then of their triangles.
    pub fn solids(&self) -> &[Solid] {
        &self.solids
    }

    /// The reference for a hull of its true shape.
    pub fn for_hull(&self, hull: &Hull) -> HullReference {
        self.for_shape(hull, RoundHulls::Round)
    }

    /// The reference for a hull of the shape that a backend declares.
    pub fn for_declared(&self, hull: &Hull, declaration: &Declaration) -> HullReference {
        self.for_shape(hull, declaration.round_hulls)
    }

    /// The reference for a hull, round ones as stated. Mitred spheres and capsules are the planes of the brush
    /// moved out by the radius at the nearer sphere centre: all its sides when it is bevelled, otherwise its faces
    /// and the axial and edge bevels that a box needs.
    pub fn for_shape(&self, hull: &Hull, round_hulls: RoundHulls) -> HullReference {
        let b = hull.bounds();
        let (mins, maxs): (V, V) = (b.mins.coords.cast(), b.maxs.coords.cast());
        let (middle, half) = ((mins + maxs) * 0.5, (maxs - mins) * 0.5);
        let segment = |half_length: f64| Core {
            mins: middle - V::z() * half_length,
            maxs: middle + V::z() * half_length,
        };
        let (core, radius) = match hull {
            Hull::Point | Hull::Box { .. } => (Core { mins, maxs }, 0.0),
            Hull::Sphere { radius } => (segment(0.0), f64::from(*radius)),
            Hull::Capsule { .. } => {
                let r = half.x.min(half.z);
                (segment(half.z - r), r)
            }
            Hull::Cylinder { .. } => (segment(half.z), half.x),
        };
        let ball = matches!(hull, Hull::Sphere { .. } | Hull::Capsule { .. });
        let mitred = ball && round_hulls == RoundHulls::Mitred;
        let rounding = match hull {
            // A ball or disc of no size is a point: its skin may be kept from each plane, mitred, like any point's.
            _ if radius == 0.0 => Rounding::None,
            Hull::Cylinder { .. } => Rounding::Disc(radius),
            _ if ball && !mitred => Rounding::Ball(radius),
            _ => Rounding::None,
        };
        let unit_box = Core {
            mins: V::repeat(-1.0),
            maxs: V::repeat(1.0),
        };
        let bodies: Vec<Body> = self
            .solids
            .iter()
            .map(|s| {
                if mitred {
                    let bevels: Vec<HalfSpace> = if s.bevelled {
                        s.sides.clone()
                    } else {
                        let with = Body::new(s, &unit_box);
                        with.planes
                            .iter()
                            .map(|p| HalfSpace {
                                normal: p.normal,
                                height: s.support(&p.normal),
                            })
                            .collect()
                    };
                    Body::mitred(s, &core, radius, &bevels)
                } else {
                    Body::new(s, &core)
                }
            })
            .collect();
        HullReference {
            hull: *hull,
            round_hulls,
            rounding,
            tree: Hierarchy::new(&bodies),
            solids: self.solids.clone(),
            core,
            mitred,
            exact: bodies.iter().map(|_| OnceLock::new()).collect(),
            bodies,
            patches: self.patches.iter().map(|(a, b)| (a - maxs, b - mins)).collect(),
            reach: if rounding == Rounding::None { 0.0 } else { radius },
        }
    }
}

impl HullReference {
    /// The hull that is swept.
    pub fn hull(&self) -> &Hull {
        &self.hull
    }

    /// What round hulls are in this reference.
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

    /// Signed distance of the hull at a position to the nearest or deepest solid; `None` in an empty
    /// world or for a position that is not finite.
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

    /// What of the world a body was made from.
    pub(crate) fn part_of(&self, body: usize) -> Part {
        self.solids[body].part
    }

    pub(crate) fn body_of(&self, part: Part) -> Option<usize> {
        self.solids.binary_search_by_key(&part, |s| s.part).ok()
    }

    /// Whether the hull at a position is within `margin` units of the box of a curved patch.
    pub fn near_patch(&self, x: &V, margin: f64) -> bool {
        let touches = |(a, b): &(V, V)| (0..3).all(|i| a[i] - margin <= x[i] && x[i] <= b[i] + margin);
        self.patches.iter().any(touches)
    }

    /// Outward normals of a body at those parts of its surface that a position lies in front of, or less than
    /// `depth` behind.
    pub(crate) fn fronts(&self, body: usize, x: &V, depth: f64) -> Vec<V> {
        let b = &self.bodies[body];
        if let Rounding::Disc(r) = self.rounding {
            let mut out = Vec::new();
            out.extend((x.z - b.maxs.z >= -depth).then(V::z));
            out.extend((b.mins.z - x.z >= -depth).then(|| -V::z()));
            let level = V::new(x.x, x.y, x.z.clamp(b.mins.z, b.maxs.z));
            let side = crate::slice::to_disc_sum(b, r, 0.0, &level);
            if side.distance >= -depth {
                out.extend(side.normal.try_normalize(f64::MIN_POSITIVE));
            }
            if side.distance > 0.0 {
                // Off the surface the nearest point is another than the one in plan.
                out.push(crate::slice::true_distance(b, r, x).normal);
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
        // A mitred surface runs away at acute edges; the planes of a box's body hold it to its own axial planes,
        // but a point's may be arbitrarily sharp. A tenfold margin covers interior angles above 12 degrees.
        const MITRE: f64 = 10.0;
        self.reach
            + offset.max(0.0)
                * if self.rounding == Rounding::None {
                    MITRE
                } else {
                    1.0
                }
            + BOX_SLACK
    }

    /// The sweep against the bodies with their surfaces moved out by `offset`, without those that are skipped.
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
            let mut inside = path::inside(body, self.rounding, path, offset);
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

    /// The answer of f64 about one body put right where it was in doubt.
    fn certified(&self, i: usize, path: &Path, found: Inside) -> Inside {
        let make = || exact::of(&self.bodies[i], &self.solids[i], &self.core, self.mitred);
        match self.exact[i].get_or_init(make) {
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
                // Just inside the slab the gradient in plan is that of the side.
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
            if !skip(i) {
                let body = &self.bodies[i];
                let near = match self.rounding {
                    Rounding::Disc(r) => {
                        let planes = disc_planes(body, r, x);
                        let bound = planes.distance.max(0.0);
                        if let Some(b) = best
                            && bound > b.distance
                        {
                            return limit.min(b.distance.max(0.0) + self.reach + BOX_SLACK);
                        }
                        if planes.distance < 0.0 {
                            planes
                        } else {
                            crate::slice::true_distance(body, r, x)
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

/// The largest signed distance of a position from planes that bound a cylinder's body: the moved-out planes of
/// the brush, top and bottom, and the plane that touches the body's round side nearest to the position.
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

impl ExactSweep {
    /// The angle in degrees from a normal to the nearest member of the cone of any tied brush; `None` without
    /// contacts or for a vector without direction.
    pub fn normal_error(&self, normal: &Vector3<f64>) -> Option<f64> {
        self.contacts
            .iter()
            .filter_map(|c| Cone::new(&c.normals).angle_to(normal))
            .min_by(f64::total_cmp)
    }
}
