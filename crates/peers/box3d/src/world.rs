//! A thread's worlds. Box3D's world must not leave its thread, so each thread builds one from the plan when it first asks, and
//! keeps it while the plan lasts and there is room: a process has 128 worlds in all. A world that is built again answers with the
//! same bits.
//!
//! Parts of a world that move are kinematic bodies, one a brush, as the rigid world has one. Such a world is one body's alone, and
//! in no list. Source: Box3D's documentation of simulation, and its headers. A kinematic body gets the velocity that takes it to
//! its target (`b3Body_SetTargetTransform`), and the step of the world takes it there. To set its place is called a teleport: it is
//! kept for a body that the step did not take there.

use crate::{Body, body_pose};
use boxddd::{
    BodyDefBuilder, BodyId, BodyType, BoxHull, Filter, Foundation, Hull, Pos, Quat, QueryFilter, ShapeId,
    ShapeProxy, Transform, Vec3, World, WorldTransform,
};
use clipmark_adapter::form::{Recent, in_units, scaled};
use clipmark_adapter::{Parts, Plan, is_off};
use clipmark_collision::question::BodyPose;
use clipmark_geometry::{self as geometry, Aabb, Brush, Contents, Cuboid, Point, Pose, Vec3 as Units};
use clipmark_movement::MovingPart;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Weak};

/// Box3D's worlds of a plan, one on each thread.
pub struct Box3d {
    pub(crate) plan: Arc<Plan<Self>>,
    /// Each kind of contents once: its place is its category in Box3D's filter.
    kinds: Vec<Contents>,
}

/// A brush, as Box3D's hulls are made from it.
pub struct Part {
    /// Middle, in units.
    pub(crate) middle: Units,
    /// Corners around the middle, in Box3D's metres.
    pub(crate) corners: Vec<Vec3>,
    /// The box that it is, if it is one.
    pub(crate) cuboid: Option<Cuboid>,
}

/// Box3D's filters have this many categories.
const CATEGORIES: usize = 64;

impl Box3d {
    pub(crate) fn new(plan: &Arc<Plan<Self>>) -> Result<Self, String> {
        let mut kinds = Vec::new();
        let solids = plan
            .models
            .iter()
            .chain([&plan.rigid])
            .flat_map(|own| &own.solids);
        for solid in solids {
            if !kinds.contains(&solid.contents) {
                kinds.push(solid.contents);
            }
        }
        if kinds.len() > CATEGORIES {
            return Err(format!(
                "it has more than {CATEGORIES} kinds of contents, the categories of a filter"
            ));
        }
        let plan = Arc::clone(plan);
        Ok(Self { plan, kinds })
    }

    /// This thread's world.
    pub(crate) fn loaded(&self) -> boxddd::Result<Rc<Loaded>> {
        let known = WORLDS.try_with(|worlds| worlds.borrow_mut().find(&self.plan));
        if let Ok(Some(known)) = known {
            return Ok(known);
        }
        let built = Rc::new(self.build_world()?);
        let _ = WORLDS.try_with(|worlds| worlds.borrow_mut().keep(&self.plan, &built));
        Ok(built)
    }

    /// A world of the plan's own, after this thread has made room for it.
    pub(crate) fn build_world(&self) -> boxddd::Result<Loaded> {
        let _ = WORLDS.try_with(|worlds| worlds.borrow_mut().make_room());
        Loaded::build(self)
    }

    /// The category of a kind of contents.
    fn category(&self, contents: Contents) -> u64 {
        let at = self.kinds.iter().position(|kind| *kind == contents);
        at.map_or(0, |bit| 1 << bit)
    }

    /// The filter of a mask, `None` where it collides with nothing.
    pub(crate) fn filter(&self, mask: Contents) -> Option<QueryFilter> {
        let hit = self
            .kinds
            .iter()
            .enumerate()
            .filter(|(_, kind)| kind.intersects(mask));
        let categories = hit.fold(0, |all, (bit, _)| all | 1 << bit);
        (categories != 0).then(|| QueryFilter::new().mask_bits(categories))
    }

    /// Metres of one unit.
    pub(crate) fn metre(&self) -> f32 {
        self.plan.setup.length
    }

    /// A length, displacement or velocity in Box3D's metres.
    pub(crate) fn length(&self, v: &Units) -> Vec3 {
        scaled(v, self.metre()).into()
    }

    /// A position in Box3D's metres.
    pub(crate) fn place(&self, v: &Units) -> Pos {
        scaled(v, self.metre()).into()
    }

    /// A length or position in units.
    pub(crate) fn units(&self, v: Vec3) -> Units {
        in_units([v.x, v.y, v.z], self.metre())
    }
}

impl Drop for Box3d {
    /// Drops the world of this thread. Other threads drop theirs when they build the next.
    fn drop(&mut self) {
        let _ = WORLDS.try_with(|worlds| worlds.borrow_mut().forget(&self.plan));
    }
}

/// A brush around its middle; `length` is Box3D's of one unit.
pub(crate) fn part(brush: &Brush, corners: &[Point], length: f32) -> Part {
    let middle = Aabb::of_points(corners).center().coords;
    let corners = corners
        .iter()
        .map(|c| scaled(&(c.coords - middle), length).into());
    Part {
        middle,
        corners: corners.collect(),
        cuboid: Cuboid::of(brush),
    }
}

/// A box around its own middle, as Box3D makes one without its hull builder.
pub(crate) fn thin_box(cuboid: &Cuboid, length: f32) -> Option<BoxHull> {
    let [x, y, z] = scaled(&cuboid.half, length);
    let q = cuboid.rotation.coords;
    let turned = Transform::new(Vec3::ZERO, Quat::new(Vec3::new(q.x, q.y, q.z), q.w));
    BoxHull::transformed(x, y, z, turned).ok()
}

/// A world on this thread.
pub(crate) struct Loaded {
    pub(crate) world: World,
    /// The hull of each part, none for a box that is too thin for one, and its corners as casts take them; nothing where Box3D
    /// makes neither.
    pub(crate) hulls: Vec<Option<(Option<Hull>, ShapeProxy)>>,
    /// The part of each shape.
    parts: FxHashMap<ShapeId, usize>,
    /// The last hulls that were asked with: Box3D builds a polyhedron of a box, which takes longer than to ask with it.
    bodies: RefCell<Recent<geometry::Hull, Rc<Body>>>,
    /// Metres of one unit.
    metre: f32,
    /// Dropped after the world.
    _counted: Counted,
}

/// How many worlds this process has.
static COUNT: AtomicUsize = AtomicUsize::new(0);

/// A world in that count.
struct Counted;

impl Counted {
    fn new() -> Self {
        COUNT.fetch_add(1, Ordering::Relaxed);
        Self
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        COUNT.fetch_sub(1, Ordering::Relaxed);
    }
}

/// From so many worlds in the process on, a thread drops one of its own before it builds another. Box3D has 128
/// (`B3_MAX_WORLDS`). Larger: a thread that comes late finds no room for its first. Smaller: the 66 moving parts of a map, each a
/// plan, are built again and again by one thread.
const MOST_WORLDS: usize = 96;

/// The worlds that a thread keeps.
struct Worlds {
    kept: Vec<Kept>,
    /// How many times one was asked for.
    questions: u64,
}

/// A world that a thread keeps.
struct Kept {
    plan: Weak<Plan<Box3d>>,
    loaded: Rc<Loaded>,
    /// The number of the question that last asked for it.
    asked: u64,
}

impl Worlds {
    fn new() -> Self {
        // The wrapper keeps lists of its own for a thread. Made before ours, they are dropped after the worlds in ours. An error
        // comes again when a world is built.
        let _ = Foundation::initialize_default().and_then(|_| boxddd::version());
        Self {
            kept: Vec::new(),
            questions: 0,
        }
    }

    fn find(&mut self, plan: &Arc<Plan<Box3d>>) -> Option<Rc<Loaded>> {
        self.questions += 1;
        // The last made is the most asked. No other plan has the address while the list points to this one.
        let mut kept = self.kept.iter_mut().rev();
        let kept = kept.find(|kept| kept.plan.as_ptr() == Arc::as_ptr(plan))?;
        kept.asked = self.questions;
        Some(Rc::clone(&kept.loaded))
    }

    fn keep(&mut self, plan: &Arc<Plan<Box3d>>, loaded: &Rc<Loaded>) {
        self.kept.push(Kept {
            plan: Arc::downgrade(plan),
            loaded: Rc::clone(loaded),
            asked: self.questions,
        });
    }

    fn forget(&mut self, plan: &Arc<Plan<Box3d>>) {
        self.kept.retain(|kept| kept.plan.as_ptr() != Arc::as_ptr(plan));
    }

    /// Drops the worlds of plans that are gone, and then, while the process has too many, those that were not asked for longest.
    /// A world that a body holds stays.
    fn make_room(&mut self) {
        self.kept.retain(|kept| kept.plan.strong_count() > 0);
        while COUNT.load(Ordering::Relaxed) >= MOST_WORLDS {
            let all = self.kept.iter().enumerate();
            let free = all.filter(|(_, kept)| Rc::strong_count(&kept.loaded) == 1);
            let Some((oldest, _)) = free.min_by_key(|(_, kept)| kept.asked) else {
                return;
            };
            self.kept.remove(oldest);
        }
    }
}

thread_local! {
    static WORLDS: RefCell<Worlds> = RefCell::new(Worlds::new());
}

/// Most vertices of a hull: those that a shape proxy of Box3D's holds.
pub(crate) const MOST_CORNERS: i32 = 64;

/// A brush as it was made.
pub(crate) struct Solid {
    pub(crate) body: BodyId,
    shape: ShapeId,
    /// None of a box that is too thin for one.
    hull: Option<Hull>,
}

/// Makes a body of a brush; none where Box3D makes no hull and no box of it.
pub(crate) fn solid(
    world: &mut World,
    box3d: &Box3d,
    (part, contents): (&Part, Contents),
    body: BodyDefBuilder,
    material: u64,
) -> boxddd::Result<Option<Solid>> {
    let hull = Hull::from_points(&part.corners, MOST_CORNERS).ok();
    let thin = match &hull {
        Some(_) => None,
        None => part
            .cuboid
            .as_ref()
            .and_then(|cuboid| thin_box(cuboid, box3d.metre())),
    };
    if hull.is_none() && thin.is_none() {
        return Ok(None);
    }
    let body = world.create_body(body.build()?)?;
    let filter = Filter {
        category_bits: box3d.category(contents),
        mask_bits: u64::MAX,
        group_index: 0,
    };
    let shape = Foundation::initialize_default()?
        .shape_def_builder()
        .filter(filter);
    let shape = shape.user_material_id(material).build()?;
    let shape = match (&hull, &thin) {
        (Some(hull), _) => world.create_created_hull_shape(body, &shape, hull)?,
        (None, Some(thin)) => world.create_hull_shape(body, &shape, thin)?,
        (None, None) => return Ok(None),
    };
    Ok(Some(Solid { body, shape, hull }))
}

impl Loaded {
    /// A world with the plan's rigid part.
    fn build(box3d: &Box3d) -> boxddd::Result<Self> {
        let foundation = Foundation::initialize_default()?;
        let mut world = foundation.create_world(foundation.world_def())?;
        let (mut hulls, mut parts) = (Vec::new(), FxHashMap::default());
        let rigid = &box3d.plan.rigid;
        for (i, (part, it)) in rigid.shapes.iter().zip(&rigid.solids).enumerate() {
            let body = foundation.body_def_builder().position(box3d.place(&part.middle));
            let Some(made) = solid(&mut world, box3d, (part, it.contents), body, i as u64)? else {
                hulls.push(None);
                continue;
            };
            parts.insert(made.shape, i);
            let corners = part.corners.iter().copied().take(MOST_CORNERS as usize);
            let proxy = ShapeProxy::new(corners.collect::<Vec<_>>(), 0.0)?;
            hulls.push(Some((made.hull, proxy)));
        }
        Ok(Self {
            world,
            hulls,
            parts,
            bodies: RefCell::new(Recent::EMPTY),
            metre: box3d.metre(),
            _counted: Counted::new(),
        })
    }

    /// Which part a shape is.
    pub(crate) fn part(&self, shape: ShapeId) -> Option<usize> {
        self.parts.get(&shape).copied()
    }

    /// A hull as Box3D takes it; `None` for a cylinder.
    pub(crate) fn body(&self, hull: &geometry::Hull) -> Option<Rc<Body>> {
        let mut bodies = self.bodies.borrow_mut();
        let made = || Body::from_hull(hull, self.metre).map(Rc::new).ok_or(());
        bodies.get(*hull, made).ok().cloned()
    }

    /// Bytes of what Box3D does not allocate: the corners of the hulls that casts take, and the map of shapes.
    pub(crate) fn bytes(&self) -> usize {
        let proxies = self.hulls.iter().flatten();
        let corners: usize = proxies.map(|(_, proxy)| size_of_val(proxy.points())).sum();
        // A map keeps an eighth of its places free, and a byte for each.
        let places = self.parts.capacity() / 7 * 8;
        corners + size_of_val(&self.hulls[..]) + places * (size_of::<(ShapeId, usize)>() + 1)
    }

    /// How many parts Box3D makes no hull of.
    pub(crate) fn refused(&self) -> usize {
        self.hulls.iter().filter(|h| h.is_none()).count()
    }
}

/// Builds a world, and refuses now what a part that moves would be refused for.
pub(crate) fn try_world(box3d: &Box3d) -> Result<(), String> {
    if box3d.plan.models.is_empty() {
        return box3d.loaded().map(|_| ()).map_err(|why| why.to_string());
    }
    let mut loaded = box3d.build_world().map_err(|why| why.to_string())?;
    let home = |model| MovingPart {
        model,
        from: Pose::HOME,
        to: Pose::HOME,
    };
    let all: Vec<MovingPart> = (0..box3d.plan.models.len()).map(home).collect();
    follow(&mut Parts::default(), &mut loaded.world, box3d, &all, 0.0)
}

/// Steps within a step of the world: those that Box3D's documentation advises.
pub(crate) const SUBSTEPS: i32 = 4;
/// A body that the step left so far from its target is put there. In Box3D's metres, and in parts of a quaternion. It is a
/// fiftieth of Box3D's slop. Smaller: every rounding is a teleport. Larger: a body is not where its part is. A step leaves out a
/// way that is longer than 400 m/s, and a way so slow that the body sleeps.
pub(crate) const OFF: f32 = 1e-4;

/// Where the body of a brush is, and how it is turned.
pub(crate) fn posed(length: f32, part: &Part, pose: &Pose) -> WorldTransform {
    let middle = pose.into_world(&Point::from(part.middle));
    let [x, y, z, w] = pose.rotation.quaternion();
    WorldTransform {
        p: scaled(&middle.coords, length).into(),
        q: Quat::new(Vec3::new(x, y, z), w),
    }
}

/// The bodies of the parts that a mover was given.
pub(crate) type Bodies = Parts<Vec<BodyId>>;

/// Makes bodies of the parts that are given for the first time, and moves all to where they are while the body moves.
///
/// # Errors
/// Whatever the wrapper refuses; a brush that Box3D makes no hull of.
pub(crate) fn follow(
    parts: &mut Bodies,
    world: &mut World,
    box3d: &Box3d,
    moves: &[MovingPart],
    seconds: f32,
) -> Result<(), String> {
    let error = |why: boxddd::Error| why.to_string();
    parts.follow(moves, |part| {
        let made = brushes(&box3d.plan, part).map(|brush| body(world, box3d, brush, &part.from));
        made.collect()
    })?;
    if seconds > 0.0 {
        for (body, to) in bodies_and_targets(parts, box3d) {
            let set = world.set_body_target_transform(body, to, seconds, true);
            set.map_err(error)?;
        }
        world.step(seconds, SUBSTEPS).map_err(error)?;
    }
    for (body, to) in bodies_and_targets(parts, box3d) {
        let at = world.body_transform(body).map_err(error)?;
        if is_off(&numbers(&at), &numbers(&to), OFF) {
            world.set_body_transform(body, to.p, to.q).map_err(error)?;
        }
    }
    Ok(())
}

fn bodies_and_targets(parts: &Bodies, box3d: &Box3d) -> impl Iterator<Item = (BodyId, WorldTransform)> {
    parts.iter().flat_map(|(part, own)| {
        let to = box3d.plan.pose_of(part);
        let targets = brushes(&box3d.plan, part).map(|(brush, _)| posed(box3d.metre(), brush, to));
        own.iter().copied().zip(targets)
    })
}

/// The part that a shape is of.
pub(crate) fn part_of_shape(parts: &Bodies, world: &World, shape: ShapeId) -> Option<usize> {
    if parts.bodies.is_empty() {
        return None;
    }
    let body = world.shape_body(shape).ok()?;
    parts.owner(|own| own.contains(&body))
}

/// The brushes of a part, in its own frame, and what is in each.
pub(crate) fn brushes<'a>(
    plan: &'a Plan<Box3d>,
    part: &MovingPart,
) -> impl Iterator<Item = (&'a Part, Contents)> + use<'a> {
    let model = plan.models.get(part.model).into_iter();
    model.flat_map(|own| {
        own.shapes
            .iter()
            .zip(own.solids.iter().map(|solid| solid.contents))
    })
}

fn body(world: &mut World, box3d: &Box3d, brush: (&Part, Contents), pose: &Pose) -> Result<BodyId, String> {
    let error = |why: boxddd::Error| why.to_string();
    let at = posed(box3d.metre(), brush.0, pose);
    let foundation = Foundation::initialize_default().map_err(error)?;
    let body = foundation.body_def_builder().body_type(BodyType::Kinematic);
    let made = solid(world, box3d, brush, body.position(at.p).rotation(at.q), 0).map_err(error)?;
    Ok(made.ok_or("Box3D makes no hull of a brush that moves")?.body)
}

fn numbers(t: &WorldTransform) -> [f32; 7] {
    let BodyPose {
        position: [x, y, z],
        rotation: [a, b, c, d],
    } = body_pose(t);
    [x, y, z, a, b, c, d]
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a panic is how a test fails")]
mod tests {
    use super::*;
    use clipmark_adapter::{Library, PLAIN, TUNED};
    use clipmark_geometry::{Model, Rotation, World as Map};
    use std::sync::Arc;

    /// A rigid floor far below, and a model of 20 x 8 x 4 u around (100, 0, 0).
    fn box3d(setup: usize) -> Box3d {
        let block = |mins: [f32; 3], maxs: [f32; 3]| {
            Brush::from_box(Point::from(mins), Point::from(maxs), Contents::SOLID).unwrap()
        };
        let mut map = Map::of_brushes("parts", vec![block([-64.0, -64.0, -640.0], [64.0, 64.0, -600.0])]);
        let part = block([90.0, -4.0, -2.0], [110.0, 4.0, 2.0]);
        map.models.push(Model::of_brushes("*1", vec![part]));
        let setup = &Box3d::SETUPS[setup];
        let plan = Plan::new(&map, &map.models, setup, setup.settings, 0.125, setup.frames[0]);
        Box3d::new(&Arc::new(plan.unwrap())).unwrap()
    }

    /// How far above a place the part is, by a ray down from 500 u; none where it is not.
    fn top(box3d: &Box3d, world: &World, x: f32, y: f32) -> Option<f32> {
        let (from, way) = (Units::new(x, y, 500.0), Units::new(0.0, 0.0, -1000.0));
        let hit = world.cast_ray_closest(box3d.place(&from), box3d.length(&way), QueryFilter::default());
        hit.unwrap().map(|hit| 500.0 - 1000.0 * hit.fraction)
    }

    fn pose(x: f32, z: f32, yaw: f32) -> Pose {
        Pose {
            origin: Point::new(x, 0.0, z),
            rotation: Rotation::of_angles(Units::new(0.0, yaw, 0.0)),
        }
    }

    /// Shifted, turned, farther than the world's greatest speed, slower than a body that sleeps wakes by, and in no time.
    #[test]
    fn a_part_is_met_where_it_is_while_the_body_moves() {
        for setup in [PLAIN, TUNED] {
            let box3d = box3d(setup);
            let mut loaded = box3d.build_world().unwrap();
            let mut parts = Parts::default();
            let mut was = pose(0.0, 0.0, 0.0);
            let still = std::iter::repeat_n(pose(8.0, 40.0, 90.0), 500).map(|to| (to, 0.008));
            let ways = [
                (pose(3.0, 1.0, 0.0), 0.008),
                (pose(3.0, 1.0, 25.0), 0.03),
                (pose(300.0, -200.0, 90.0), 0.003),
                (pose(8.0, 40.0, 90.0), 0.0),
            ];
            let slow = (1..100_u8).map(|i| (pose(8.0, 40.0 + 1e-4 * f32::from(i), 90.0), 0.008));
            for (to, seconds) in ways.into_iter().chain(still).chain(slow) {
                let goes = MovingPart {
                    model: 0,
                    from: was,
                    to,
                };
                was = to;
                let world = &mut loaded.world;
                follow(&mut parts, world, &box3d, &[goes], seconds).unwrap();
                let at = box3d.plan.pose_of(&goes);
                let met = |x: f32, y: f32| {
                    let p = at.into_world(&Point::new(x, y, 0.0));
                    top(&box3d, world, p.x, p.y)
                };
                let height = at.origin.z + 2.0;
                for (x, y) in [(90.5, 0.0), (109.5, 3.5), (109.5, -3.5)] {
                    let off = met(x, y).map(|top| (top - height).abs());
                    assert!(
                        off.is_some_and(|off| off < 0.01),
                        "{}: {goes:?}: {off:?}",
                        Box3d::SETUPS[setup].name
                    );
                }
                assert!(met(89.5, 0.0).is_none() && met(109.5, 4.5).is_none(), "{goes:?}");
            }
        }
    }
}
