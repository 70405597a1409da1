//! One sweep solved under observation, to be drawn: the steps of the deciding GJK ray cast, and one run of EPA.
//!
//! GJK's steps come from [`crate::ray_cast`] itself, through its tally. parry keeps EPA's polytope to itself, but not its
//! questions. The polytope is the convex hull of its first simplex and of every support it has asked for since. It is given here
//! as made with parry's own convex hull (f32).

use crate::V;
use crate::closest::{Cloud, closest, parry_simplex};
use crate::core_shape::CoreShape;
use crate::passage::Path;
use crate::penetration::epa_normal;
use crate::proposal::Proposal;
use crate::solid::{Solids, support};
use crate::tally::{Silent, Step, Tally};
use clipmark_collision::{Sweep, Trace, TraceRules};
use parry3d::math::Vector;
use parry3d::transformation::try_convex_hull;
use std::cell::{Cell, RefCell};

/// Triangles of a body whose unit normals have a cosine above this are one face. Larger: rounding draws edges across flat
/// faces; smaller: facets of a round hull merge.
const SAME_FACE: f64 = 1.0 - 1e-5;
/// Directions around in which a core is sampled for drawing: a cylinder gets this many sides.
const ROUND: usize = 32;
/// For EPA the hull is put at most this much farther into the solid than GJK's place, in units. An eighth of a player's height is
/// deep enough to be seen.
const PUSH: f64 = 8.0;

/// A sweep as the solvers of `bvh` saw it. All positions are of the hull's middle, in units and in the world's frame. The hull is
/// shrunk to a point and the solid grown by it.
#[derive(Clone, Debug)]
pub struct Watched {
    /// The answer.
    pub trace: Trace,
    /// Solids at which a ray was cast.
    pub casts: usize,
    /// The deciding cast: at the solid that is met first, or else the one with the most steps.
    pub cast: CastRun,
    /// EPA for the hull pushed into the solid that is met. `None` where nothing is, or where it gives no way out.
    pub expansion: Option<ExpandRun>,
}

/// A GJK ray cast at one solid.
#[derive(Clone, Debug)]
pub struct CastRun {
    /// Where the point starts.
    pub start: V,
    /// Where it is to go.
    pub end: V,
    /// Edges of the grown solid: without the radius of a sphere or capsule, which is added in closed form.
    pub body: Vec<Edge>,
    /// The same radius.
    pub radius: f64,
    /// The steps of the cast.
    pub steps: Vec<CastStep>,
    /// The cast's result.
    pub ended: Ended,
}

/// One support and its effect.
#[derive(Clone, Debug)]
pub struct CastStep {
    /// Where the point was.
    pub from: V,
    /// Unit direction in which the support was asked.
    pub toward: V,
    /// The grown solid's farthest corner in that direction: its plane keeps all of it behind.
    pub support: V,
    /// Where the point is advanced to.
    pub to: V,
    /// Corners that are kept: those that span the feature nearest to the point. Empty when the step ended the cast.
    pub simplex: Vec<V>,
    /// How far that feature is from the point.
    pub distance: f64,
}

/// How a ray cast ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Ended {
    /// The solid does not stop the hull, or not before something that was met already.
    Free,
    /// It does, at this fraction of the path.
    Meets(f64),
    /// No answer within the allowed steps; the stage after the cast settles it.
    Open,
}

/// EPA for one place of the hull in one solid. Positions are of the solid grown by the hull relative to the hull's middle,
/// which is the origin.
#[derive(Clone, Debug)]
pub struct ExpandRun {
    /// The hull's middle in the world.
    pub at: V,
    /// Edges of the grown solid.
    pub body: Vec<Edge>,
    /// The steps of the expansion.
    pub steps: Vec<ExpandStep>,
    /// Unit direction of the way out.
    pub normal: V,
    /// Its length: how far the grown solid reaches that way.
    pub depth: f64,
}

/// One support.
#[derive(Clone, Debug)]
pub struct ExpandStep {
    /// Edges of the polytope before it.
    pub polytope: Vec<Edge>,
    /// Unit direction of the support: the normal of the face that is nearest to the origin.
    pub toward: V,
    /// How far the polytope reaches that way: a lower bound of the depth.
    pub reach: f64,
    /// The grown solid's farthest corner in that direction.
    pub support: V,
}

/// An edge of a convex body.
#[derive(Clone, Copy, Debug)]
pub struct Edge {
    /// Its ends.
    pub ends: [V; 2],
    /// Normals of the faces that it joins, of any length.
    pub normals: [V; 2],
}

/// The run of one cast as it is told.
struct Seen {
    /// Address of the solid.
    solid: usize,
    steps: Vec<SeenStep>,
    ended: Ended,
}

struct SeenStep {
    from: V,
    toward: V,
    corner: usize,
    kept: Option<(V, Vec<V>, f64)>,
}

/// Listens to the solvers.
#[derive(Default)]
pub(crate) struct Watching {
    /// Steps of the running cast.
    steps: Cell<Vec<SeenStep>>,
    casts: RefCell<Vec<Seen>>,
    expansions: RefCell<Vec<(V, usize)>>,
}

impl Tally for Watching {
    fn watch<'a>(&self, step: impl FnOnce() -> Step<'a>) {
        match step() {
            Step::Support {
                place,
                normal,
                corner,
                ..
            } => {
                let mut steps = self.steps.take();
                steps.push(SeenStep {
                    from: *place,
                    toward: *normal,
                    corner,
                    kept: None,
                });
                self.steps.set(steps);
            }
            Step::Kept {
                place,
                corners,
                distance,
            } => {
                let mut steps = self.steps.take();
                if let Some(last) = steps.last_mut() {
                    last.kept = Some((*place, corners.to_vec(), distance));
                }
                self.steps.set(steps);
            }
            Step::Cast { solid, proposal } => self.casts.borrow_mut().push(Seen {
                solid: std::ptr::from_ref(solid).addr(),
                steps: self.steps.take(),
                ended: match proposal {
                    Proposal::Free => Ended::Free,
                    Proposal::Meets(t) => Ended::Meets(t),
                    Proposal::Open => Ended::Open,
                },
            }),
            Step::Expand { toward, corner } => self.expansions.borrow_mut().push((*toward, corner)),
        }
    }
}

/// Solves a sweep by `trace` under observation; `None` when no ray was cast. Slow.
pub(crate) fn watch(
    trace: impl FnOnce(&Watching) -> Trace,
    solids: &Solids,
    rules: &TraceRules,
    sweep: &Sweep,
) -> Option<Watched> {
    let shape = CoreShape::of(&sweep.hull);
    let path = Path::new(sweep, &shape, rules);
    let watching = Watching::default();
    let trace = trace(&watching);
    let mut casts = watching.casts.into_inner();
    let count = casts.len();
    let meets = |c: &Seen| match c.ended {
        Ended::Meets(t) if trace.plane.is_some() => t,
        _ => f64::INFINITY,
    };
    let decided = (0..count).min_by(|&a, &b| {
        let (a, b) = (&casts[a], &casts[b]);
        meets(a)
            .total_cmp(&meets(b))
            .then(b.steps.len().cmp(&a.steps.len()))
    })?;
    let seen = casts.swap_remove(decided);
    let solid = solids
        .solids
        .iter()
        .find(|s| std::ptr::from_ref(*s).addr() == seen.solid)?;
    let corners = solids.corners(solid);
    let expansion = match seen.ended {
        Ended::Meets(t) => pushed(corners, &shape, &path, t).and_then(|at| expand(corners, &shape, &at)),
        _ => None,
    };
    let steps = seen.steps.iter().map(|s| {
        let (to, simplex, distance) = s.kept.clone().unwrap_or((s.from, Vec::new(), 0.0));
        CastStep {
            from: s.from,
            toward: s.toward,
            support: corners[s.corner] - shape.core_support(&-s.toward),
            to,
            simplex,
            distance,
        }
    });
    Some(Watched {
        trace,
        casts: count,
        cast: CastRun {
            start: path.start,
            end: path.end,
            body: grown(corners, &shape, &V::zeros()),
            radius: shape.radius,
            steps: steps.collect(),
            ended: seen.ended,
        },
        expansion,
    })
}

/// A place on the path, past `t`, where the core of the hull is in the solid.
fn pushed(corners: &[V], shape: &CoreShape, path: &Path, t: f64) -> Option<V> {
    let along = path.delta / path.length;
    // From deep to shallow: a path that only grazes the solid has left it after the whole push.
    let pushes = (0..6).map(|i| PUSH * 0.5_f64.powi(i));
    let mut places = pushes.map(|push| path.at(t) + along * (push + shape.radius));
    places.find(|at| closest(corners, shape, at, &-along, &Silent).is_none())
}

fn expand(corners: &[V], shape: &CoreShape, at: &V) -> Option<ExpandRun> {
    let cloud = Cloud {
        corners,
        origin: *at,
        tally: &Silent,
        is_epa: false,
    };
    let simplex = parry_simplex(&cloud, shape, &V::z());
    let mut points: Vec<V> = (0..=simplex.dimension())
        .map(|i| {
            let p = simplex.point(i).point;
            V::new(p.x.into(), p.y.into(), p.z.into())
        })
        .collect();
    let watching = Watching::default();
    let normal = epa_normal(corners, shape, at, &watching)?;
    let mut steps = Vec::new();
    for (toward, corner) in watching.expansions.into_inner() {
        let new = corners[corner] - at - shape.core_support(&-toward);
        let toward = toward.try_normalize(0.0)?;
        steps.push(ExpandStep {
            polytope: edges(&points),
            toward,
            reach: points
                .iter()
                .map(|p| p.dot(&toward))
                .fold(f64::NEG_INFINITY, f64::max),
            support: new,
        });
        points.push(new);
    }
    Some(ExpandRun {
        at: *at,
        body: grown(corners, shape, at),
        steps,
        normal,
        depth: support(corners, &normal).0 + shape.core_reach(&normal) - normal.dot(at),
    })
}

/// The edges of a solid grown by a core, relative to a place.
fn grown(corners: &[V], shape: &CoreShape, at: &V) -> Vec<Edge> {
    let turn = |i: usize| std::f64::consts::TAU * (i as f64 + 0.5) / ROUND as f64;
    let around = (0..ROUND).flat_map(|i| [1.0, -1.0].map(|z| V::new(turn(i).cos(), turn(i).sin(), z)));
    let mut core: Vec<V> = around.map(|n| shape.core_support(&n)).collect();
    core.sort_by(|a, b| {
        a.x.total_cmp(&b.x)
            .then(a.y.total_cmp(&b.y))
            .then(a.z.total_cmp(&b.z))
    });
    core.dedup();
    let sums = corners.iter().flat_map(|c| core.iter().map(move |k| c - at - k));
    edges(&sums.collect::<Vec<_>>())
}

/// The edges of the convex hull of points; those between all of them where they span no body.
fn edges(points: &[V]) -> Vec<Edge> {
    // parry's hull is in f32: about the middle nothing is lost.
    let middle = points.iter().sum::<V>() / points.len().max(1) as f64;
    let near: Vec<Vector> = points
        .iter()
        .map(|p| crate::closest::to_parry(&(p - middle)))
        .collect();
    let flat = || {
        let pairs = (0..points.len()).flat_map(|i| (0..i).map(move |j| (j, i)));
        let joined = |(i, j): (usize, usize)| Edge {
            ends: [points[i], points[j]],
            normals: [V::zeros(); 2],
        };
        pairs.map(joined).collect()
    };
    if points.len() < 4 {
        return flat();
    }
    let Ok((corners, triangles)) = try_convex_hull(&near) else {
        return flat();
    };
    let at = |i: u32| {
        let p = corners[i as usize];
        V::new(p.x.into(), p.y.into(), p.z.into()) + middle
    };
    let normal = |t: &[u32; 3]| {
        let [a, b, c] = t.map(at);
        (b - a)
            .cross(&(c - a))
            .try_normalize(0.0)
            .unwrap_or_else(V::zeros)
    };
    let mut out = Vec::new();
    for (i, t) in triangles.iter().enumerate() {
        for (a, b) in [(t[0], t[1]), (t[1], t[2]), (t[2], t[0])] {
            let other = triangles[i + 1..]
                .iter()
                .find(|u| u.contains(&a) && u.contains(&b));
            let Some(other) = other else { continue };
            let normals = [normal(t), normal(other)];
            if normals[0].dot(&normals[1]) < SAME_FACE {
                out.push(Edge {
                    ends: [at(a), at(b)],
                    normals,
                });
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]
    use super::*;
    use crate::BvhBackend;
    use clipmark_collision::{CollisionBackend, Work};
    use clipmark_geometry::{Brush, Contents, Hull, Plane, Point, SurfaceFlags, Vec3, World};

    /// A box with a corner cut off askew, so that planes alone do not settle it.
    fn backend() -> BvhBackend {
        let axes = [Vec3::x(), Vec3::y(), Vec3::z()];
        let mut planes: Vec<Plane> = axes
            .into_iter()
            .flat_map(|n| [Plane::new(n, 32.0), Plane::new(-n, 32.0)])
            .collect();
        planes.push(Plane::new(Vec3::new(-1.0, 2.0, 2.0) / 3.0, 40.0));
        let brush = Brush::from_planes(&planes, Contents::SOLID, SurfaceFlags::empty()).unwrap();
        BvhBackend::build(&World::of_brushes("askew", vec![brush]), TraceRules::QUAKE3).unwrap()
    }

    fn hulls() -> [Hull; 3] {
        let b = Hull::quake3_player().bounds();
        [
            Hull::quake3_player(),
            Hull::new_capsule(b.mins, b.maxs).unwrap(),
            Hull::new_cylinder(b.mins, b.maxs).unwrap(),
        ]
    }

    #[test]
    fn what_is_watched_is_what_is_answered_and_hangs_together() {
        let backend = backend();
        for hull in hulls() {
            for (start, end) in [
                (Point::new(-200.0, 10.0, 5.0), Point::new(100.0, -4.0, 20.0)),
                (Point::new(3.0, 7.0, 190.0), Point::new(-5.0, 1.0, -60.0)),
                (Point::new(-30.0, 160.0, 150.0), Point::new(2.0, -20.0, -30.0)),
            ] {
                let sweep = Sweep::new(hull, start, end);
                let seen = backend.watch(&sweep).unwrap();
                let answered = backend.trace(&sweep, &mut Work::silent());
                assert_eq!(seen.trace.fraction.to_bits(), answered.fraction.to_bits());
                let run = &seen.cast;
                assert!(
                    matches!(run.ended, Ended::Meets(_)) && run.steps.len() >= 2,
                    "{run:?}"
                );
                let mut before = run.start;
                for step in &run.steps {
                    // The point goes from where it was left to ever later places.
                    assert!((step.from - before).norm() < 1e-9);
                    assert!((step.to - step.from).dot(&(run.end - run.start)) >= 0.0);
                    assert!((step.toward.norm() - 1.0).abs() < 1e-9 && step.simplex.len() <= 3);
                    // Nothing of the grown solid lies beyond the support.
                    let reach = step.toward.dot(&step.support);
                    let beyond = run
                        .body
                        .iter()
                        .flat_map(|e| e.ends)
                        .map(|p| step.toward.dot(&p) - reach);
                    assert!(beyond.fold(f64::NEG_INFINITY, f64::max) < 1e-3);
                    before = step.to;
                }
                let out = seen.expansion.unwrap();
                assert!(
                    out.depth > 0.0 && out.depth <= 2.0 * PUSH + run.radius,
                    "{}",
                    out.depth
                );
                let deeper = |s: &ExpandStep| s.toward.dot(&s.support) >= s.reach - 1e-3;
                assert!(out.steps.iter().all(deeper) && out.steps.iter().all(|s| !s.polytope.is_empty()));
            }
        }
    }

    #[test]
    fn the_sum_of_a_box_and_a_box_has_twelve_edges() {
        let shape = CoreShape::of(&Hull::quake3_player());
        let corners: Vec<V> = (0..8)
            .map(|i: i32| V::new(f64::from(i & 1), f64::from(i >> 1 & 1), f64::from(i >> 2)) * 1000.0)
            .collect();
        let sum = grown(&corners, &shape, &V::zeros());
        assert_eq!(sum.len(), 12);
        let high = sum.iter().flat_map(|e| e.ends).map(|p| p.z).fold(0.0, f64::max);
        assert!((high - 1028.0).abs() < 1e-3);
    }
}
