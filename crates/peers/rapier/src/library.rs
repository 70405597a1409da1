//! A world of ours as Rapier has it: a fixed convex collider for each brush, in metres.
//!
//! Curved patches and loose triangles are left out. Contents become collision groups: both are 32 bits, so that a mask is a
//! query's filter.

use crate::body::Body;
use crate::scale::{METRE, metres};
use clipmark_collision::{BuildError, Sweep};
use clipmark_geometry::{Brush, BrushSide, Contents, Model, World};
use clipmark_movement::MovingPart;
use rapier3d::parry::bounding_volume::{Aabb, BoundingVolume};
use rapier3d::parry::query::Contact;
use rapier3d::parry::shape::ConvexPolyhedron;
use rapier3d::prelude::{
    Collider, ColliderBuilder, ColliderHandle, ColliderSet, Group, InteractionGroups, InteractionTestMode,
    PhysicsWorld, Pose, QueryFilter, QueryPipeline, RigidBody, RigidBodyBuilder, RigidBodyHandle, Rotation,
    SharedShape, Vector,
};
use std::panic::catch_unwind;

/// Bytes a collider of lists that Rapier's broad phase and set of colliders keep and no call shows, by the source of 0.36.1.
/// They are a node to refit, two lists of boxes to update, and the handles of changed and updated colliders. The leaves of the
/// last two updates and a mark follow.
const WORK_LISTS: usize = 64
    + size_of::<(ColliderHandle, Aabb, f32)>()
    + size_of::<(Aabb, u32, f32)>()
    + 2 * size_of::<ColliderHandle>()
    + 2 * size_of::<u32>()
    + size_of::<bool>();

/// Rapier's world, which nothing changes any more.
pub(crate) struct Library {
    world: PhysicsWorld,
    /// What each collider was made of; its `user_data` is the index.
    parts: Vec<Part>,
    /// Brushes that enclose nothing.
    pub(crate) empty: usize,
    /// Bodies of the parts that move, in the order in which they are told.
    moving: Vec<RigidBodyHandle>,
}

/// What a collider was made of.
pub(crate) struct Part {
    pub(crate) contents: Contents,
    pub(crate) sides: Vec<BrushSide>,
    /// Which of the parts that move it belongs to.
    pub(crate) moving: Option<usize>,
    /// Height of its highest point, in units.
    pub(crate) highest: f32,
}

impl Library {
    /// A world of nothing.
    pub(crate) fn empty() -> Self {
        Self {
            world: PhysicsWorld::new(),
            parts: Vec::new(),
            empty: 0,
            moving: Vec::new(),
        }
    }

    /// Builds it.
    ///
    /// # Errors
    /// A brush that is open or whose coordinates are not finite.
    pub(crate) fn build(name: &'static str, world: &World) -> Result<Self, BuildError> {
        let mut library = Self::empty();
        library.parts.reserve_exact(world.brushes.len());
        library.world.colliders = ColliderSet::with_capacity(world.brushes.len());
        for (i, brush) in world.brushes.iter().enumerate() {
            library.add(name, i, brush, None)?;
        }
        // As its documentation has it: colliders are found by queries once collisions were looked for.
        library.world.detect_collisions(&(), &());
        Ok(library)
    }

    fn add(
        &mut self,
        name: &'static str,
        index: usize,
        brush: &Brush,
        parent: Option<RigidBodyHandle>,
    ) -> Result<(), BuildError> {
        let corners = corners(brush).ok_or_else(|| BuildError::Brush {
            backend: name,
            brush: index,
            why: "is open on a side or has a coordinate that is not finite".into(),
        })?;
        // parry#49: degenerate points may panic.
        let hull = catch_unwind(|| ConvexPolyhedron::from_convex_hull(&corners));
        match hull.ok().flatten().filter(|_| corners.len() >= 4) {
            // A copy's lists have no spare room, which is a third of a hull as it is built.
            Some(hull) => self.push(
                brush,
                ColliderBuilder::new(SharedShape::new(hull.clone())),
                parent,
            ),
            None => self.empty += 1,
        }
        Ok(())
    }

    /// Adds a part that moves: a kinematic body with a collider for each of its brushes.
    ///
    /// # Errors
    /// As for [`build`](Self::build).
    pub(crate) fn add_moving(&mut self, name: &'static str, model: &Model) -> Result<(), BuildError> {
        let body = self
            .world
            .insert_body(RigidBodyBuilder::kinematic_velocity_based());
        for (i, brush) in model.brushes.iter().enumerate() {
            self.add(name, i, brush, Some(body))?;
        }
        self.moving.push(body);
        Ok(())
    }

    /// How many parts move.
    pub(crate) fn moving(&self) -> usize {
        self.moving.len()
    }

    /// The bodies of the parts that move.
    pub(crate) fn moving_bodies(&self) -> impl Iterator<Item = &RigidBody> {
        self.moving.iter().filter_map(|body| self.world.bodies.get(*body))
    }

    /// Puts the parts that move where they are `at` and gives each the velocity that takes it to its end in so many seconds.
    pub(crate) fn set_moving(
        &mut self,
        parts: &[MovingPart],
        at: impl Fn(&MovingPart) -> &clipmark_geometry::Pose,
        seconds: f32,
    ) {
        for (part, body) in parts.iter().zip(&self.moving) {
            let Some(body) = self.world.bodies.get_mut(*body) else {
                continue;
            };
            let [from, to] = [&part.from, &part.to].map(posed);
            // A body's velocity is that of its centre of mass.
            let middle = body.local_center_of_mass();
            let way = to * middle - from * middle;
            let turn = to.rotation * from.rotation.inverse();
            // Of the two that turn alike, the one that turns less.
            let turn = if turn.w < 0.0 { -turn } else { turn };
            let rate = if seconds > 0.0 { 1.0 / seconds } else { 0.0 };
            body.set_position(posed(at(part)), true);
            body.set_linvel(way * rate, true);
            body.set_angvel(turn.to_scaled_axis() * rate, true);
        }
        self.world.detect_collisions(&(), &());
    }

    /// Asks all but one of the parts that move.
    pub(crate) fn beside<T>(
        &self,
        mask: Contents,
        part: usize,
        ask: impl FnOnce(&QueryPipeline<'_>) -> T,
    ) -> T {
        let left_out = self.moving.get(part).copied();
        let others = |_: ColliderHandle, collider: &Collider| {
            collider.parent().is_none_or(|body| Some(body) != left_out)
        };
        ask(&self.queries_but(mask, &others, true))
    }

    /// Which of the parts that move a collider belongs to.
    pub(crate) fn moving_of(&self, collider: ColliderHandle) -> Option<usize> {
        let body = self.world.colliders.get(collider)?.parent()?;
        self.moving.iter().position(|known| *known == body)
    }

    fn push(&mut self, brush: &Brush, hull: ColliderBuilder, parent: Option<RigidBodyHandle>) {
        let groups = InteractionGroups::new(group(brush.contents), Group::ALL, InteractionTestMode::And);
        let collider = hull.collision_groups(groups).user_data(self.parts.len() as u128);
        self.world.insert_collider(collider, parent);
        self.parts.push(Part {
            contents: brush.contents,
            sides: brush.sides.clone(),
            moving: parent.map(|_| self.moving.len()),
            highest: brush.bounds.maxs.z,
        });
    }

    /// To be asked about what the mask names.
    pub(crate) fn queries(&self, mask: Contents) -> QueryPipeline<'_> {
        let groups = InteractionGroups::new(Group::ALL, group(mask), InteractionTestMode::And);
        self.world
            .query_pipeline_with_filter(QueryFilter::default().groups(groups))
    }

    /// The same, but for colliders that `others` refuses, if that is to be asked at all.
    pub(crate) fn queries_but<'a>(
        &'a self,
        mask: Contents,
        others: &'a dyn Fn(ColliderHandle, &Collider) -> bool,
        asked: bool,
    ) -> QueryPipeline<'a> {
        let mut queries: QueryPipeline<'a> = self.queries(mask);
        queries.filter.predicate = asked.then_some(others);
        queries
    }

    /// What a collider was made of.
    pub(crate) fn part(&self, collider: ColliderHandle) -> Option<&Part> {
        self.parts.get(self.index(collider)?)
    }

    /// Which of the [`parts`](Self::parts) that is.
    pub(crate) fn index(&self, collider: ColliderHandle) -> Option<usize> {
        usize::try_from(self.world.colliders.get(collider)?.user_data).ok()
    }

    /// What the colliders were made of.
    pub(crate) fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// How many colliders there are.
    pub(crate) fn len(&self) -> usize {
        self.parts.len()
    }

    /// Every part whose gap to a body is less than so many metres, with Rapier's contact: its first shape is the part.
    pub(crate) fn contacts(
        &self,
        body: &Body,
        pose: &Pose,
        margin: f32,
        mask: Contents,
        mut take: impl FnMut(ColliderHandle, &Part, Contact),
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
            if let (Ok(Some(mut contact)), Some(part)) = (found, self.part(handle)) {
                // In the body's frame, from the body; colliders have the world's.
                contact.transform_by_mut(pose, collider.position());
                contact.flip();
                take(handle, part, contact);
            }
        }
    }

    /// Bytes of the parts, hulls and tree, as far as their lists tell.
    pub(crate) fn bytes(&self) -> usize {
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
        let sides: usize = self.parts.iter().map(|p| p.sides.capacity()).sum();
        size_of::<Self>()
            + self.world.query_pipeline().bvh.total_memory_size()
            + self.parts.len() * (size_of::<Collider>() + size_of::<Part>())
            // They grow by doubling.
            + self.parts.len().next_power_of_two() * WORK_LISTS
            + sides * size_of::<BrushSide>()
            + hulls.sum::<usize>()
    }
}

/// A pose in metres: turned by roll, then pitch, then yaw, about x, y and z.
fn posed(pose: &clipmark_geometry::Pose) -> Pose {
    let [pitch, yaw, roll] = <[f32; 3]>::from(pose.rotation.angles()).map(f32::to_radians);
    let turn =
        Rotation::from_rotation_z(yaw) * Rotation::from_rotation_y(pitch) * Rotation::from_rotation_x(roll);
    Pose::from_parts(metres(&pose.origin.coords), turn)
}

/// The 32 bits of contents as the 32 groups.
fn group(contents: Contents) -> Group {
    Group::from_bits_retain(contents.bits())
}

/// Corners in metres; `None` of a brush that is open or out of range.
fn corners(brush: &Brush) -> Option<Vec<Vector>> {
    if !brush.sides.iter().all(|s| s.plane.is_valid()) {
        return None;
    }
    let corners: Vec<Vector> = brush.vertices().iter().map(|p| metres(&p.coords)).collect();
    let limit = Sweep::LIMIT * 4.0 * METRE;
    let fits = |c: &Vector| c.is_finite() && c.abs().max_element() <= limit;
    corners.iter().all(fits).then_some(corners)
}
