//! Rapier's queries, as the adapter asks them.
//!
//! A cast has a unit direction and `max_time_of_impact` = length. The gap is kept by backing off: `rapier` by the skin along
//! the path, as tutorials do, `rapier:tuned` so far that the skin is kept along the normal.

use crate::character::Walker;
use crate::question::{self, Casting, LIBRARY};
use crate::settings::{PLAIN, Settings, TUNED};
use crate::world::{Rapier, placed};
use clipmark_adapter::scale::{METRE, direction, in_units, scaled};
use clipmark_adapter::{At, Cast, Library, Near, Plan, Setup, Solid, Stop};
use clipmark_collision::question::{self as data, Call};
use clipmark_collision::{Status, Sweep};
use clipmark_geometry::{Brush, Contents, Hull, Plane, Point, Vec3, side_like};
use clipmark_movement::{MovingPart, Profile};
use rapier3d::parry::query::{ShapeCastOptions, ShapeCastStatus};
use rapier3d::parry::shape::ConvexPolyhedron;
use rapier3d::prelude::{Collider, ColliderHandle, Ray, SharedShape, Vector};
use std::cell::Cell;
use std::ops::ControlFlow;
use std::panic::catch_unwind;
use std::sync::Arc;

/// A start is in a solid for `rapier:tuned` if it is deeper than this share of the skin. Smaller: who is in the floor by rounding
/// falls through it; larger: who is put into a wall stays there.
const DEEP: f32 = 0.25;

/// How far the solver's normal may be from a face's to mean it, as a cosine: 5 degrees. Smaller angles leave normals as they
/// were; larger ones turn true edge normals into faces'.
const SAME_FACE: f32 = 0.996_2;

thread_local! {
    /// Scratch memory of [`Rapier::cast`]: the colliders that a start is in.
    static INSIDE: Cell<Vec<ColliderHandle>> = const { Cell::new(Vec::new()) };
}

impl Library for Rapier {
    const PROGRAM: &'static str = "rapier";
    const VERSION: &'static str = LIBRARY;
    const OMITS: &'static str = "that enclose no volume";
    const TOUCHING: f32 = 0.0;
    const TESTS_PLACES: bool = false;
    const CHARACTERS_SHARE_WORLD: bool = true;

    type Settings = Settings;
    type Shape = SharedShape;
    type Shapes = Vec<SharedShape>;
    type Character = Walker;

    const SETUPS: &'static [Setup<Settings>; 2] = &[PLAIN, TUNED];

    fn shape(
        _: &Setup<Settings>,
        _: &Settings,
        _: &Brush,
        corners: &[Point],
    ) -> Result<Option<SharedShape>, String> {
        let corners: Vec<Vector> = corners.iter().map(|p| scaled(&p.coords, METRE).into()).collect();
        // parry#49: degenerate points may panic.
        let hull = catch_unwind(|| ConvexPolyhedron::from_convex_hull(&corners));
        // A copy's lists have no spare room, which is a third of a hull as it is built.
        Ok(hull.ok().flatten().map(|hull| SharedShape::new(hull.clone())))
    }

    fn gather(_: &[Solid], shapes: Vec<SharedShape>, _: bool) -> Result<Vec<SharedShape>, String> {
        Ok(shapes)
    }

    fn build(plan: &Arc<Plan<Self>>) -> Result<Self, String> {
        Ok(Self::new(plan))
    }

    fn bytes(&self) -> usize {
        self.held()
    }

    fn cast(&self, sweep: &Sweep) -> Result<Cast, Status> {
        let mut inside = INSIDE.take();
        inside.clear();
        if self.plan.settings.leaves_solids {
            self.deep_in(&sweep.hull, &sweep.start, sweep.mask, |collider| {
                inside.push(collider)
            });
        }
        let cast = self.cast_but(sweep, &inside);
        INSIDE.set(inside);
        cast
    }

    fn back_off(gap: f32, plane: &Plane, sweep: &Sweep) -> f32 {
        let against = -plane.normal.dot(&direction_of(sweep));
        if against > 0.0 { gap / against } else { gap }
    }

    fn near(&self, at: &At, mut show: impl FnMut(Near) -> ControlFlow<()>) -> Result<(), Status> {
        let (body, pose) = placed(at.hull, at.at);
        self.contacts(&body, &pose, at.margin * METRE, at.mask, |collider, contact| {
            let Some(solid) = self.solid(collider) else {
                return ControlFlow::Continue(());
            };
            show(Near {
                solid,
                distance: contact.dist / METRE,
                normal: direction(contact.normal1),
                point: in_units(contact.point1, METRE).into(),
            })
        });
        Ok(())
    }

    fn may_overlap(&self, at: &At) -> bool {
        let (body, pose) = placed(at.hull, at.at);
        let queries = self.queries(at.mask);
        queries.intersect_shape(pose, body.shape()).next().is_some()
    }

    fn containing(&self, point: &Point, mut show: impl FnMut(usize)) {
        let queries = self.queries(Contents::all());
        for (collider, _) in queries.intersect_point(scaled(&point.coords, METRE).into()) {
            if let Some(solid) = self.solid(collider) {
                show(solid);
            }
        }
    }

    fn as_call(&self, sweep: &Sweep) -> Option<(Call, Vec<usize>)> {
        let mut inside = Vec::new();
        if self.plan.settings.leaves_solids {
            self.deep_in(&sweep.hull, &sweep.start, sweep.mask, |collider| {
                inside.push(collider)
            });
        }
        let left_out = inside.iter().filter_map(|collider| self.solid(*collider));
        let met = self.ask(sweep, &inside);
        let (body, at) = placed(&sweep.hull, &sweep.start);
        let cast = Casting {
            body: &body,
            at: &at,
            way: Vector::from(direction_of(sweep)),
            reach: sweep.displacement().norm() * METRE,
            stops_at_penetration: self.plan.settings.stop_at_penetration,
            met: met.map(|met| (met.time, met.normal, met.starts_inside)),
        };
        let call = match sweep.hull {
            Hull::Point => question::cast_ray(&cast, sweep.start),
            _ => question::cast_shape(&cast, sweep.hull, sweep.start),
        };
        Some((call, left_out.collect()))
    }

    fn bodies(
        plan: &Plan<Self>,
        mask: Contents,
        left_out: &[usize],
        parts: &[MovingPart],
    ) -> Vec<data::Body> {
        question::bodies(plan, mask, left_out, parts)
    }

    fn character(
        plan: &Arc<Plan<Self>>,
        shared: Option<&Arc<Self>>,
        profile: &Profile,
    ) -> Result<Walker, String> {
        Ok(Walker::new(plan, shared, profile))
    }
}

/// What a cast met, in Rapier's lengths.
struct Met {
    collider: ColliderHandle,
    time: f32,
    normal: Vector,
    witness: Vector,
    starts_inside: bool,
    /// Whether Rapier calls the cast failed; then the rest is where its solver gave up.
    failed: bool,
}

impl Rapier {
    fn cast_but(&self, sweep: &Sweep, but: &[ColliderHandle]) -> Result<Cast, Status> {
        if let Some(first) = but.first() {
            let mut ends_inside = false;
            self.deep_in(&sweep.hull, &sweep.end, sweep.mask, |collider| {
                ends_inside |= but.contains(&collider);
            });
            if ends_inside {
                return self.solid(*first).map(Cast::Inside).ok_or(Status::Failed);
            }
        }
        let starts_inside = !but.is_empty();
        let Some(met) = self.ask(sweep, but) else {
            return Ok(Cast::Free { starts_inside });
        };
        if met.failed {
            return Err(Status::Failed);
        }
        let solid = self.solid(met.collider).ok_or(Status::Failed)?;
        let (normal, witness) = (direction(met.normal), in_units(met.witness, METRE));
        let inside = starts_inside || met.starts_inside;
        let stop = Stop::at(solid, met.time / METRE, normal, &witness, inside);
        Ok(Cast::Stopped(match self.plan.settings.face_normals {
            true => Stop {
                plane: face_meant(&self.plan.rigid.solids[solid], &sweep.hull, stop.plane, &witness),
                ..stop
            },
            false => stop,
        }))
    }

    /// Casts among all colliders but some.
    fn ask(&self, sweep: &Sweep, but: &[ColliderHandle]) -> Option<Met> {
        let reach = sweep.displacement().norm() * METRE;
        let direct = Vector::from(direction_of(sweep));
        let (body, pose) = placed(&sweep.hull, &sweep.start);
        let others = |handle, _: &Collider| !but.contains(&handle);
        let queries = self.queries_but(sweep.mask, &others, !but.is_empty());
        if sweep.hull == Hull::Point {
            // A point has no shape; it is a ray.
            let ray = Ray::new(pose.translation, direct);
            let hit = queries.cast_ray_and_get_normal(&ray, reach, true);
            return hit.map(|(collider, hit)| Met {
                collider,
                time: hit.time_of_impact,
                normal: hit.normal,
                witness: ray.point_at(hit.time_of_impact),
                starts_inside: hit.time_of_impact == 0.0,
                failed: false,
            });
        }
        let options = ShapeCastOptions {
            max_time_of_impact: reach,
            stop_at_penetration: self.plan.settings.stop_at_penetration,
            ..ShapeCastOptions::default()
        };
        let hit = queries.cast_shape(&pose, direct, body.shape(), options);
        hit.map(|(collider, hit)| Met {
            collider,
            time: hit.time_of_impact,
            normal: hit.normal1,
            witness: hit.witness1,
            starts_inside: hit.status == ShapeCastStatus::PenetratingOrWithinTargetDist,
            failed: hit.status == ShapeCastStatus::Failed,
        })
    }

    /// Shows the colliders that a hull is in, deeper than rounding.
    fn deep_in(&self, hull: &Hull, at: &Point, mask: Contents, mut show: impl FnMut(ColliderHandle)) {
        let (body, pose) = placed(hull, at);
        let queries = self.queries(mask);
        if queries.intersect_shape(pose, body.shape()).next().is_none() {
            return;
        }
        let deep = -self.plan.skin * DEEP * METRE;
        self.contacts(&body, &pose, 0.0, mask, |collider, contact| {
            if contact.dist < deep {
                show(collider);
            }
            ControlFlow::Continue(())
        });
    }
}

/// The unit direction of a sweep; zero of one that goes nowhere.
fn direction_of(sweep: &Sweep) -> Vec3 {
    sweep
        .displacement()
        .try_normalize(0.0)
        .unwrap_or_else(Vec3::zeros)
}

/// The plane of the solid's face, or of the box's, that a solver's plane and point mean; itself if it means none.
///
/// GJK ends with a direction that is a face's only nearly. A best user takes the face's own normal, which the brush has.
fn face_meant(solid: &Solid, hull: &Hull, solver: Plane, witness: &Vec3) -> Plane {
    let side = side_like(&solid.sides, &solver.normal).map(|side| side.plane);
    let axis = matches!(hull, Hull::Box { .. }).then(|| {
        let mut axis = Vec3::zeros();
        let most = solver.normal.iamax();
        axis[most] = solver.normal[most].signum();
        Plane::new(axis, axis.dot(witness))
    });
    let like = |plane: &Plane| plane.normal.dot(&solver.normal);
    let best = side
        .into_iter()
        .chain(axis)
        .max_by(|a, b| like(a).total_cmp(&like(b)));
    best.filter(|plane| like(plane) >= SAME_FACE).unwrap_or(solver)
}
