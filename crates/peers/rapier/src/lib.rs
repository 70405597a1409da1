//! Rapier 0.36.1 beside the workspace's own: its casts as a backend, its character controller as a mover.
//!
//! | contestant | casts | controller |
//! |---|---|---|
//! | `rapier` | as its documentation shows them | as its documentation shows it, with the game's slopes and steps |
//! | `rapier:tuned` | as its best user would set them up | the same |
//!
//! `settings.rs` says what is set, and why; `docs/libraries.md` has the same with measurements. Rapier assumes metres: its world
//! is built at 1 u = 1/32 m. It has a fixed convex collider for each brush. Contents become collision groups: both are 32 bits,
//! so that a mask is a query's filter.
//!
//! A cast has a unit direction and `max_time_of_impact` = length. The gap is kept by backing off: `rapier` by the skin along
//! the path, as tutorials do, `rapier:tuned` so far that the skin is kept along the normal.

mod character;
mod settings;

pub use settings::Settings;

/// What this crate's own tests reach; no part of its interface.
#[doc(hidden)]
pub mod inner {
    pub use crate::character::clipped;
}

use clipmark_adapter::form::{Form, METRE, Sizing, direction, form, in_units, middle, scaled};
use clipmark_adapter::{
    At, Backend, Cast, Given, Library, Log, Near, PLAIN, Plan, Setup, Solid, Solids, Stop, TUNED, controller,
    question, registration,
};
use clipmark_collision::question::{BodyPose, Call, Fields, Shape as GivenShape, solid_between};
use clipmark_collision::{Registration, Status, Sweep};
use clipmark_geometry::{Brush, Contents, Hull, Plane, Point, Vec3, side_like};
use clipmark_movement::{MoverKind, MovingPart};
use rapier3d::parry::bounding_volume::{Aabb, BoundingVolume};
use rapier3d::parry::query::{Contact, ShapeCastHit, ShapeCastOptions, ShapeCastStatus};
use rapier3d::parry::shape::{Ball, Capsule, ConvexPolyhedron, Cuboid, Cylinder, Shape};
use rapier3d::prelude::{
    Collider, ColliderBuilder, ColliderHandle, ColliderSet, Group, InteractionGroups, InteractionTestMode,
    PhysicsWorld, Pose, QueryFilter, QueryPipeline, Ray, RayIntersection, RigidBodyHandle, Rotation,
    SharedShape, Vector,
};
use std::cell::Cell;
use std::f32::consts::FRAC_PI_2;
use std::ops::ControlFlow;
use std::panic::catch_unwind;
use std::sync::Arc;

/// Its casts.
pub type RapierBackend = Backend<Rapier>;

/// Its backends.
pub static REGISTERED: [&Registration; 2] =
    [&registration::<Rapier, PLAIN>(), &registration::<Rapier, TUNED>()];

/// Its controllers.
pub static MOVERS: [&MoverKind; 2] = [&controller::<Rapier, PLAIN>(), &controller::<Rapier, TUNED>()];

/// A start is in a solid for `rapier:tuned` if it is deeper than this share of the skin. Smaller: who is in the floor by
/// rounding falls through it; larger: who is put into a wall stays there.
const DEEP: f32 = 0.25;

/// How far the solver's normal may be from a face's to mean it, as a cosine: 5 degrees. Smaller angles leave normals as they
/// were; larger ones turn true edge normals into faces'.
const SAME_FACE: f32 = 0.996_2;

thread_local! {
    /// Scratch memory of [`Rapier::cast`]: the colliders that a start is in.
    static INSIDE: Cell<Vec<ColliderHandle>> = const { Cell::new(Vec::new()) };
}

/// Rapier's world. A collider's `user_data` is the number of its solid.
pub struct Rapier {
    plan: Arc<Plan<Self>>,
    world: PhysicsWorld,
}

impl Library for Rapier {
    const PROGRAM: &'static str = "rapier";
    /// The versions of `Cargo.lock`.
    const VERSION: &'static str = "rapier3d 0.36.1, parry3d 0.31.1";
    const OMITS: &'static str = "that enclose no volume";
    const TOUCHING: f32 = 0.0;
    const TESTS_PLACES: bool = false;
    const CHARACTERS_SHARE_WORLD: bool = true;

    type Settings = Settings;
    type Shape = SharedShape;
    type Shapes = Vec<SharedShape>;
    type Character = character::Walker;

    const SETUPS: &'static [Setup<Settings>; 2] = &[settings::PLAIN, settings::TUNED];

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
        let mut world = PhysicsWorld::new();
        world.colliders = ColliderSet::with_capacity(plan.rigid.solids.len());
        add(&mut world, &plan.rigid, None);
        // As its documentation has it: colliders are found by queries once collisions were looked for.
        world.detect_collisions(&(), &());
        let plan = Arc::clone(plan);
        Ok(Self { plan, world })
    }

    /// Those of hulls and tree, as far as their lists show them.
    fn bytes(&self) -> usize {
        let hulls = self
            .world
            .colliders
            .iter()
            .filter_map(|(_, c)| c.shape().as_convex_polyhedron());
        let hulls = hulls.map(|hull| {
            size_of_val(hull)
                + size_of_val(hull.points())
                + size_of_val(hull.vertices())
                + size_of_val(hull.edges())
                + size_of_val(hull.faces())
                + size_of_val(hull.edges_adj_to_face())
                + size_of_val(hull.vertices_adj_to_face())
                + 2 * size_of_val(hull.faces_adj_to_vertex())
        });
        let colliders = self.world.colliders.len();
        self.world.query_pipeline().bvh.total_memory_size()
            + colliders * size_of::<Collider>()
            // They grow by doubling.
            + colliders.next_power_of_two() * WORK_LISTS
            + hulls.sum::<usize>()
    }

    fn cast(&self, sweep: &Sweep, log: &Log) -> Result<Cast, Status> {
        let here = placed(&sweep.hull, &sweep.start);
        let leaves_solids = self.plan.settings.leaves_solids;
        let mut inside = if leaves_solids { INSIDE.take() } else { Vec::new() };
        inside.clear();
        if leaves_solids {
            self.deep_in(&here, sweep.mask, |collider| inside.push(collider));
        }
        let cast = self.cast_beside(sweep, &here, &inside, log);
        if leaves_solids {
            INSIDE.set(inside);
        }
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
        overlaps(&self.queries(at.mask), &body, pose)
    }

    fn containing(&self, point: &Point, mut show: impl FnMut(usize)) {
        let queries = self.queries(Contents::all());
        for (collider, _) in queries.intersect_point(scaled(&point.coords, METRE).into()) {
            if let Some(solid) = self.solid(collider) {
                show(solid);
            }
        }
    }

    /// Each solid is a body; those of a part that moves are one.
    fn bodies(
        _: &Plan<Self>,
        own: &Solids<Self>,
        part: Option<&MovingPart>,
        is_met: &dyn Fn(usize) -> bool,
    ) -> Vec<Given> {
        let met = own.solids.iter().enumerate().filter(|(i, _)| is_met(*i));
        let shapes = met.map(|(_, solid)| {
            let corners = solid_between(&solid.sides).vertices();
            let corners = corners.iter().map(|p| scaled(&p.coords, METRE)).collect();
            (GivenShape::Corners(corners, 0.0), BodyPose::HOME)
        });
        match part {
            None => shapes.map(|shape| (BodyPose::HOME, vec![shape])).collect(),
            Some(_) => vec![(BodyPose::HOME, shapes.collect())],
        }
    }
}

impl Rapier {
    /// To be asked about what the mask names.
    fn queries(&self, mask: Contents) -> QueryPipeline<'_> {
        let groups = InteractionGroups::new(Group::ALL, group(mask), InteractionTestMode::And);
        self.world
            .query_pipeline_with_filter(QueryFilter::default().groups(groups))
    }

    /// The same, but for colliders that `others` refuses, where there are any.
    fn queries_but<'a>(
        &'a self,
        mask: Contents,
        others: &'a dyn Fn(ColliderHandle, &Collider) -> bool,
        any: bool,
    ) -> QueryPipeline<'a> {
        let mut queries: QueryPipeline<'a> = self.queries(mask);
        queries.filter.predicate = any.then_some(others);
        queries
    }

    /// The number of a collider's solid.
    fn solid(&self, collider: ColliderHandle) -> Option<usize> {
        usize::try_from(self.world.colliders.get(collider)?.user_data).ok()
    }

    /// Casts among all colliders but some, which the start is deep in.
    fn cast_beside(
        &self,
        sweep: &Sweep,
        here: &(Body, Pose),
        inside: &[ColliderHandle],
        log: &Log,
    ) -> Result<Cast, Status> {
        log.leave_out(inside.iter().filter_map(|collider| self.solid(*collider)));
        if let Some(first) = inside.first() {
            let mut ends_inside = false;
            let there = placed(&sweep.hull, &sweep.end);
            self.deep_in(&there, sweep.mask, |collider| {
                ends_inside |= inside.contains(&collider)
            });
            // A question wants the cast of who stays inside too.
            if ends_inside && !log.is_noting() {
                return self.solid(*first).map(Cast::Inside).ok_or(Status::Failed);
            }
        }
        let starts_inside = !inside.is_empty();
        let Some((mut stop, witness)) = self.ask(sweep, here, inside, log)? else {
            return Ok(Cast::Free { starts_inside });
        };
        stop.starts_inside |= starts_inside;
        if self.plan.settings.face_normals {
            let solid = &self.plan.rigid.solids[stop.solid];
            stop.plane = face_meant(solid, &sweep.hull, stop.plane, &witness);
        }
        Ok(Cast::Stopped(stop))
    }

    /// The stop, and the point of it in units.
    fn ask(
        &self,
        sweep: &Sweep,
        (body, at): &(Body, Pose),
        but: &[ColliderHandle],
        log: &Log,
    ) -> Result<Option<(Stop, Vec3)>, Status> {
        let reach = sweep.displacement().norm() * METRE;
        let way = Vector::from(direction_of(sweep));
        let others = |handle, _: &Collider| !but.contains(&handle);
        let queries = self.queries_but(sweep.mask, &others, !but.is_empty());
        if sweep.hull == Hull::Point {
            // A point has no shape; it is a ray.
            let ray = Ray::new(at.translation, way);
            let hit = queries.cast_ray_and_get_normal(&ray, reach, true);
            let inside = |time| time == 0.0;
            log.note(|| {
                let arguments = vec![
                    ("position", at.translation.to_array().into()),
                    ("direction", way.to_array().into()),
                    ("max_time_of_impact", reach.into()),
                ];
                let met = hit.map(|(_, hit)| (hit.time_of_impact, hit.normal, inside(hit.time_of_impact)));
                let operation = "cast_ray_and_get_normal";
                noted(operation, arguments, (sweep.hull, sweep.start), (way, reach), met)
            });
            let stop = |(collider, hit): (ColliderHandle, RayIntersection)| {
                let (time, witness) = (hit.time_of_impact, ray.point_at(hit.time_of_impact));
                self.stop(collider, time, hit.normal, witness, inside(time))
            };
            return hit.map(stop).transpose();
        }
        let casting = Casting {
            body,
            at: *at,
            way,
            reach,
            stops_at_penetration: self.plan.settings.stop_at_penetration,
        };
        let hit = casting.ask(&queries, (sweep.hull, sweep.start), log);
        let Some((collider, hit)) = hit else {
            return Ok(None);
        };
        if hit.status == ShapeCastStatus::Failed {
            return Err(Status::Failed);
        }
        self.stop(
            collider,
            hit.time_of_impact,
            hit.normal1,
            hit.witness1,
            is_inside(&hit),
        )
        .map(Some)
    }

    #[inline]
    fn stop(
        &self,
        collider: ColliderHandle,
        time: f32,
        normal: Vector,
        witness: Vector,
        starts_inside: bool,
    ) -> Result<(Stop, Vec3), Status> {
        let solid = self.solid(collider).ok_or(Status::Failed)?;
        let witness = in_units(witness, METRE);
        let stop = Stop::at(solid, time / METRE, direction(normal), &witness, starts_inside);
        Ok((stop, witness))
    }

    /// Shows the colliders that a hull is in, deeper than rounding.
    fn deep_in(&self, (body, pose): &(Body, Pose), mask: Contents, mut show: impl FnMut(ColliderHandle)) {
        if !overlaps(&self.queries(mask), body, *pose) {
            return;
        }
        let deep = -self.plan.skin * DEEP * METRE;
        self.contacts(body, pose, 0.0, mask, |collider, contact| {
            if contact.dist < deep {
                show(collider);
            }
            ControlFlow::Continue(())
        });
    }

    /// Shows every collider whose gap to a body is less than so many metres until `show` breaks off, with Rapier's contact: its
    /// first shape is the collider's.
    fn contacts(
        &self,
        body: &Body,
        pose: &Pose,
        margin: f32,
        mask: Contents,
        mut show: impl FnMut(ColliderHandle, Contact) -> ControlFlow<()>,
    ) {
        let queries = self.queries(mask);
        let near = body.shape().compute_aabb(pose).loosened(margin);
        for (handle, collider) in queries.intersect_aabb_conservative(near) {
            let found = queries.dispatcher.contact(
                &pose.inv_mul(collider.position()),
                body.shape(),
                collider.shape(),
                margin,
            );
            if let Ok(Some(mut contact)) = found {
                // In the body's frame, from the body; colliders have the world's.
                contact.transform_by_mut(pose, collider.position());
                contact.flip();
                if show(handle, contact).is_break() {
                    return;
                }
            }
        }
    }
}

/// Bytes a collider of lists that Rapier's broad phase and set of colliders keep and no call shows, by the source of 0.36.1.
/// They are a node to refit, two lists of boxes to update, and the handles of changed and updated colliders. The leaves of the
/// last two updates and a mark follow.
const WORK_LISTS: usize = 64
    + size_of::<(ColliderHandle, Aabb, f32)>()
    + size_of::<(Aabb, u32, f32)>()
    + 2 * size_of::<ColliderHandle>()
    + 2 * size_of::<u32>()
    + size_of::<bool>();

/// Adds solids to a world, to a body if they move.
fn add(world: &mut PhysicsWorld, solids: &Solids<Rapier>, parent: Option<RigidBodyHandle>) {
    for (i, (solid, shape)) in solids.solids.iter().zip(&solids.shapes).enumerate() {
        let groups = InteractionGroups::new(group(solid.contents), Group::ALL, InteractionTestMode::And);
        let collider = ColliderBuilder::new(shape.clone());
        let collider = collider.collision_groups(groups).user_data(i as u128);
        world.insert_collider(collider, parent);
    }
}

/// The 32 bits of contents as the 32 groups.
fn group(contents: Contents) -> Group {
    Group::from_bits_retain(contents.bits())
}

/// A hull as Rapier's shape of its kind, centred on the middle of its bounds. A point is a ball of radius 0.
enum Body {
    Ball(Ball),
    Cuboid(Cuboid),
    Capsule(Capsule),
    /// Stands along y; [`placed`] raises it.
    Cylinder(Cylinder),
}

impl Body {
    fn from_hull(hull: &Hull) -> Self {
        match form(hull, SIZING) {
            Form::Ball(radius) => Self::Ball(Ball::new(radius)),
            Form::Box(half) => Self::Cuboid(Cuboid::new(half.into())),
            Form::Capsule(half, radius) => Self::Capsule(Capsule::new_z(half, radius)),
            Form::Cylinder(half, radius) => Self::Cylinder(Cylinder::new(half, radius)),
        }
    }

    fn shape(&self) -> &dyn Shape {
        match self {
            Self::Ball(s) => s,
            Self::Cuboid(s) => s,
            Self::Capsule(s) => s,
            Self::Cylinder(s) => s,
        }
    }
}

/// Hulls are taken as they are.
const SIZING: Sizing = Sizing {
    length: METRE,
    grown: 0.0,
    least: 0.0,
};

/// A hull as a shape in its place.
fn placed(hull: &Hull, at: &Point) -> (Body, Pose) {
    let body = Body::from_hull(hull);
    let middle = scaled(&(at.coords + middle(hull)), METRE).into();
    let pose = match body {
        Body::Cylinder(_) => Pose::from_parts(middle, Rotation::from_rotation_x(FRAC_PI_2)),
        _ => Pose::from_translation(middle),
    };
    (body, pose)
}

/// The same as data.
fn given(hull: &Hull, at: &Pose) -> Fields {
    vec![
        ("shape", form(hull, SIZING).as_shape(0.0).into()),
        ("position", at.translation.to_array().into()),
        ("rotation", at.rotation.to_array().into()),
    ]
}

/// Whether a body overlaps anything.
#[inline]
fn overlaps(queries: &QueryPipeline<'_>, body: &Body, at: Pose) -> bool {
    queries.intersect_shape(at, body.shape()).next().is_some()
}

/// One `cast_shape`.
struct Casting<'a> {
    body: &'a Body,
    at: Pose,
    /// Of unit length.
    way: Vector,
    /// In Rapier's lengths.
    reach: f32,
    stops_at_penetration: bool,
}

impl Casting<'_> {
    /// Asks it, and notes the call; the body is a hull at a position in units.
    #[inline]
    fn ask(
        &self,
        queries: &QueryPipeline<'_>,
        (hull, from): (Hull, Point),
        log: &Log,
    ) -> Option<(ColliderHandle, ShapeCastHit)> {
        let options = ShapeCastOptions {
            max_time_of_impact: self.reach,
            stop_at_penetration: self.stops_at_penetration,
            ..ShapeCastOptions::default()
        };
        let hit = queries.cast_shape(&self.at, self.way, self.body.shape(), options);
        log.note(|| {
            let mut arguments = given(&hull, &self.at);
            arguments.extend([
                ("direction", self.way.to_array().into()),
                ("max_time_of_impact", self.reach.into()),
                ("target_distance", 0.0.into()),
                ("stop_at_penetration", self.stops_at_penetration.into()),
                ("compute_impact_geometry_on_penetration", true.into()),
            ]);
            let met = hit.map(|(_, hit)| (hit.time_of_impact, hit.normal1, is_inside(&hit)));
            noted("cast_shape", arguments, (hull, from), (self.way, self.reach), met)
        });
        hit
    }
}

/// Whether the start was in what a cast met.
fn is_inside(hit: &ShapeCastHit) -> bool {
    hit.status == ShapeCastStatus::PenetratingOrWithinTargetDist
}

/// A cast as a call, with its result: time of impact, normal, and whether the start was in something.
fn noted(
    operation: &'static str,
    arguments: Fields,
    (hull, from): (Hull, Point),
    (way, reach): (Vector, f32),
    met: Option<(f32, Vector, bool)>,
) -> Call {
    let (time, normal, inside) = met.unwrap_or((reach, Vector::ZERO, false));
    let path = in_units(way * reach, METRE);
    let free = met.map(|_| (time / reach, Some(direction(normal))));
    Call {
        operation,
        arguments,
        returns: "time of impact, normal (0 where nothing is hit), whether the start is in something",
        result: vec![time, normal.x, normal.y, normal.z, f32::from(u8::from(inside))],
        means: question::cast(hull, from, path, free, inside),
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
