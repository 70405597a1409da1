//! Rapier's world: a fixed convex collider for each brush, in metres. Contents become collision groups: both are 32 bits, so that
//! a mask is a query's filter.

use clipmark_adapter::form::{Form, Sizing, form, middle};
use clipmark_adapter::scale::{METRE, scaled};
use clipmark_adapter::{Plan, Solids};
use clipmark_geometry::{Contents, Hull, Point};
use rapier3d::parry::bounding_volume::{Aabb, BoundingVolume};
use rapier3d::parry::query::Contact;
use rapier3d::parry::shape::{Ball, Capsule, Cuboid, Cylinder, Shape};
use rapier3d::prelude::{
    Collider, ColliderBuilder, ColliderHandle, ColliderSet, Group, InteractionGroups, InteractionTestMode,
    PhysicsWorld, Pose, QueryFilter, QueryPipeline, RigidBodyHandle, Rotation,
};
use std::f32::consts::FRAC_PI_2;
use std::ops::ControlFlow;
use std::sync::Arc;

/// Bytes a collider of lists that Rapier's broad phase and set of colliders keep and no call shows, by the source of 0.36.1.
/// They are a node to refit, two lists of boxes to update, and the handles of changed and updated colliders. The leaves of the
/// last two updates and a mark follow.
const WORK_LISTS: usize = 64
    + size_of::<(ColliderHandle, Aabb, f32)>()
    + size_of::<(Aabb, u32, f32)>()
    + 2 * size_of::<ColliderHandle>()
    + 2 * size_of::<u32>()
    + size_of::<bool>();

/// Rapier's world. A collider's `user_data` is the number of its solid.
pub struct Rapier {
    pub(crate) plan: Arc<Plan<Self>>,
    pub(crate) world: PhysicsWorld,
}

impl Rapier {
    pub(crate) fn new(plan: &Arc<Plan<Self>>) -> Self {
        let mut rapier = Self {
            plan: Arc::clone(plan),
            world: PhysicsWorld::new(),
        };
        rapier.world.colliders = ColliderSet::with_capacity(plan.rigid.solids.len());
        rapier.add(&plan.rigid, None);
        // As its documentation has it: colliders are found by queries once collisions were looked for.
        rapier.world.detect_collisions(&(), &());
        rapier
    }

    /// Adds solids, to a body if they move.
    pub(crate) fn add(&mut self, solids: &Solids<Self>, parent: Option<RigidBodyHandle>) {
        for (i, (solid, shape)) in solids.solids.iter().zip(&solids.shapes).enumerate() {
            let groups = InteractionGroups::new(group(solid.contents), Group::ALL, InteractionTestMode::And);
            let collider = ColliderBuilder::new(shape.clone());
            let collider = collider.collision_groups(groups).user_data(i as u128);
            self.world.insert_collider(collider, parent);
        }
    }

    /// To be asked about what the mask names.
    pub(crate) fn queries(&self, mask: Contents) -> QueryPipeline<'_> {
        let groups = InteractionGroups::new(Group::ALL, group(mask), InteractionTestMode::And);
        self.world
            .query_pipeline_with_filter(QueryFilter::default().groups(groups))
    }

    /// The same, but for colliders that `others` refuses, where there are any.
    pub(crate) fn queries_but<'a>(
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
    pub(crate) fn solid(&self, collider: ColliderHandle) -> Option<usize> {
        usize::try_from(self.world.colliders.get(collider)?.user_data).ok()
    }

    /// Shows every collider whose gap to a body is less than so many metres until `show` breaks off, with Rapier's contact: its
    /// first shape is the collider's.
    pub(crate) fn contacts(
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

    /// Bytes of hulls and tree, as far as their lists show them.
    pub(crate) fn held(&self) -> usize {
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
}

/// The 32 bits of contents as the 32 groups.
fn group(contents: Contents) -> Group {
    Group::from_bits_retain(contents.bits())
}

/// A hull as Rapier's shape of its kind, centred on the middle of its bounds. A point is a ball of radius 0.
pub(crate) enum Body {
    Ball(Ball),
    Cuboid(Cuboid),
    Capsule(Capsule),
    /// Stands along y; [`placed`] raises it.
    Cylinder(Cylinder),
}

impl Body {
    pub(crate) fn from_hull(hull: &Hull) -> Self {
        let sizing = Sizing {
            length: METRE,
            grown: 0.0,
            least: 0.0,
        };
        match form(hull, sizing) {
            Form::Ball(radius) => Self::Ball(Ball::new(radius)),
            Form::Box(half) => Self::Cuboid(Cuboid::new(half.into())),
            Form::Capsule(half, radius) => Self::Capsule(Capsule::new_z(half, radius)),
            Form::Cylinder(half, radius) => Self::Cylinder(Cylinder::new(half, radius)),
        }
    }

    pub(crate) fn shape(&self) -> &dyn Shape {
        match self {
            Self::Ball(s) => s,
            Self::Cuboid(s) => s,
            Self::Capsule(s) => s,
            Self::Cylinder(s) => s,
        }
    }
}

/// A hull as a shape in its place.
pub(crate) fn placed(hull: &Hull, at: &Point) -> (Body, Pose) {
    let body = Body::from_hull(hull);
    let middle = scaled(&(at.coords + middle(hull)), METRE).into();
    let pose = match body {
        Body::Cylinder(_) => Pose::from_parts(middle, Rotation::from_rotation_x(FRAC_PI_2)),
        _ => Pose::from_translation(middle),
    };
    (body, pose)
}
