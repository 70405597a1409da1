//! Jolt's world: a static compound of convex hulls for each kind of contents, each in a layer of its own. A part that moves is
//! such a compound too, of a kinematic body.
//!
//! Every hull lies around its own middle, since Jolt's hull builder loses precision far from the shape's origin.

use crate::settings::Settings;
use clipmark_adapter::form::{Form, Sizing, form};
use clipmark_adapter::scale::{METRE, scaled};
use clipmark_adapter::{Plan, Solid};
use clipmark_collision::question::solid_between;
use clipmark_geometry::{Aabb, Brush, Contents, Cuboid, Hull, Point, Pose, Vec3 as Units};
use oxijolt::{
    BodySettings, BroadPhaseLayer, CollisionLayers, CompoundChild, ObjectLayer, PhysicsWorld, Quat, RVec3,
    Shape, ShapeError, Vec3, WorldError, WorldSettings,
};
use std::borrow::Cow;
use std::cell::RefCell;
use std::sync::Arc;

/// Jolt's shapes stand along y; turns them upright along z.
const UPRIGHT: Quat = Quat::from_xyzw(
    std::f32::consts::FRAC_1_SQRT_2,
    0.0,
    0.0,
    std::f32::consts::FRAC_1_SQRT_2,
);

/// Half the thickness that a hull without any is given, in units, since Jolt's shapes have a volume. Smaller: rounding of map
/// coordinates is larger than it; larger: it would show in a gap.
const LEAST: f32 = 1.0 / 1024.0;

/// How many shapes of hulls a thread keeps: standing and crouched of a few players, and the hulls of a test.
const KEPT: usize = 16;

thread_local! {
    /// The shapes that a thread last used: Jolt allocates a shape, and its users make theirs once.
    static SHAPES: RefCell<Vec<(Hull, f32, Shape)>> = const { RefCell::new(Vec::new()) };
}

/// Jolt's world of a plan.
pub struct Jolt {
    pub(crate) plan: Arc<Plan<Self>>,
    pub(crate) world: PhysicsWorld,
    /// Layers that stop a player.
    pub(crate) player: Vec<ObjectLayer>,
}

/// Jolt's shape of a brush.
pub struct Part {
    shape: Shape,
    rotation: Quat,
    /// Its middle, in units.
    middle: Units,
    corners: usize,
    /// Whether it is a box of Jolt's, since a hull was refused.
    is_box: bool,
}

/// The compounds of solids that move, or rest, as one. Jolt's shapes never change.
pub struct Compounds {
    /// One for each kind of contents.
    pub(crate) groups: Vec<Group>,
    /// Where their bodies are put, in units: the middle of the world, so that large maps off the origin fit.
    pub(crate) origin: Units,
}

/// Solids of one kind of contents.
pub(crate) struct Group {
    pub(crate) contents: Contents,
    pub(crate) compound: Shape,
    pub(crate) children: Vec<Child>,
}

/// A solid in a group.
pub(crate) struct Child {
    pub(crate) solid: usize,
    corners: usize,
    /// Its middle from the body's place, in Jolt's lengths.
    position: Vec3,
    is_box: bool,
}

/// What Jolt was given of a solid, in its lengths.
pub(crate) struct Given {
    /// Corners around the middle.
    pub(crate) corners: Vec<[f32; 3]>,
    /// Half the lengths, of a box.
    pub(crate) half: Option<[f32; 3]>,
    pub(crate) rotation: Quat,
    pub(crate) position: Vec3,
}

/// What a cast met.
pub(crate) struct Met {
    pub(crate) solid: usize,
    pub(crate) fraction: f32,
    pub(crate) normal: Vec3,
    pub(crate) witness: RVec3,
    pub(crate) starts_inside: bool,
}

impl Jolt {
    pub(crate) fn new(plan: &Arc<Plan<Self>>) -> Result<Self, String> {
        let groups = &plan.rigid.shapes.groups;
        let moving = plan
            .models
            .iter()
            .map(|model| model.shapes.groups.len())
            .sum::<usize>();
        let mut layers = CollisionLayers::new(if moving > 0 { 2 } else { 1 });
        let own = (0..groups.len().max(1))
            .map(|_| layers.add_object_layer(BroadPhaseLayer::NON_MOVING))
            .collect::<Vec<_>>();
        for _ in 0..moving {
            layers.add_object_layer(BroadPhaseLayer::MOVING);
        }
        let settings = WorldSettings::default()
            .layers(layers)
            .max_bodies((groups.len() + moving) as u32 + 1)
            .single_threaded();
        let mut world = PhysicsWorld::new(settings).map_err(|e: WorldError| e.to_string())?;
        for (group, layer) in groups.iter().zip(own) {
            let body = BodySettings::new_static()
                .object_layer(layer)
                .position(scaled(&plan.rigid.shapes.origin, METRE).into());
            world
                .create_body(&group.compound, &body)
                .map_err(|e| e.to_string())?;
        }
        world.optimize_broad_phase();
        Ok(Self {
            plan: Arc::clone(plan),
            world,
            player: list_layers(plan, Contents::PLAYER_MASK),
        })
    }

    /// Bytes of Jolt's shapes, by the members of its `ConvexHullShape` and `StaticCompoundShape`: no call shows them.
    pub(crate) fn held(&self) -> usize {
        let rigid = &self.plan.rigid;
        let children = rigid.shapes.groups.iter().flat_map(|group| &group.children);
        let held = |child: &Child| {
            let faces = rigid.solids[child.solid].sides.len();
            size_of::<Child>() + HULL_BYTES + child.corners * CORNER_BYTES + faces * FACE_BYTES
        };
        children.map(held).sum()
    }
}

/// The layers that a mask collides with; `player` are those that stop a player.
pub(crate) fn layers<'a>(
    plan: &Plan<Jolt>,
    player: &'a [ObjectLayer],
    mask: Contents,
) -> Cow<'a, [ObjectLayer]> {
    match mask == Contents::PLAYER_MASK {
        true => Cow::Borrowed(player),
        false => Cow::Owned(list_layers(plan, mask)),
    }
}

fn list_layers(plan: &Plan<Jolt>, mask: Contents) -> Vec<ObjectLayer> {
    let moving = (0..plan.models.len()).flat_map(|model| moving(plan, model));
    let rigid = &plan.rigid.shapes.groups;
    let groups = rigid.iter().zip((0..).map(ObjectLayer::new)).chain(moving);
    let chosen = groups.filter(|(group, _)| group.contents.intersects(mask));
    chosen.map(|(_, layer)| layer).collect()
}

/// The groups of a model that may move, each with its layer. Layers of models come after those of the rigid world, which has
/// one at least.
pub(crate) fn moving(plan: &Plan<Jolt>, model: usize) -> impl Iterator<Item = (&Group, ObjectLayer)> {
    let own = plan.models.get(model).map_or(&[][..], |own| &own.shapes.groups);
    let before = plan.models.iter().take(model);
    let before: usize = before.map(|model| model.shapes.groups.len()).sum();
    let first = (plan.rigid.shapes.groups.len().max(1) + before) as u32;
    own.iter().zip((first..).map(ObjectLayer::new))
}

/// Bytes of a hull without its corners and faces, with its place in the compound and that tree's share of nodes.
const HULL_BYTES: usize = 240;
/// Bytes of a corner: its place and its three faces.
const CORNER_BYTES: usize = 32;
/// Bytes of a face: its plane, its range of corners, and four corners' indices.
const FACE_BYTES: usize = 24;

/// A brush as a convex hull of Jolt's. Where the wrapper refuses a hull so thin for its length, it is a box if possible, as the
/// wrapper's documentation advises.
pub(crate) fn part(settings: &Settings, brush: &Brush, corners: &[Point]) -> Result<Option<Part>, String> {
    let (middle, points) = around_middle(corners);
    let points: Vec<Vec3> = points.into_iter().map(Vec3::from).collect();
    let made = |shape, rotation, is_box| Part {
        shape,
        rotation,
        middle,
        corners: corners.len(),
        is_box,
    };
    match Shape::new_convex_hull_with_convex_radius(&points, settings.convex_radius) {
        Ok(shape) => Ok(Some(made(shape, Quat::IDENTITY, false))),
        Err(ShapeError::InvalidValue(why)) => Err(format!("cannot be a hull of Jolt's: {why}")),
        Err(_) => Ok(Cuboid::of(brush).and_then(|cuboid| {
            let half = scaled(&cuboid.half, METRE).into();
            let shape = Shape::new_box_with_convex_radius(half, settings.convex_radius).ok()?;
            Some(made(shape, rotation_of(&cuboid), true))
        })),
    }
}

/// Parts in compounds, by their contents.
pub(crate) fn compounds(solids: &[Solid], parts: Vec<Part>, moves: bool) -> Result<Compounds, String> {
    let origin = if moves { Units::zeros() } else { middle_of(solids) };
    let mut kinds: Vec<(Contents, Vec<usize>)> = Vec::new();
    for (i, solid) in solids.iter().enumerate() {
        match kinds.iter_mut().find(|(contents, _)| *contents == solid.contents) {
            Some((_, own)) => own.push(i),
            None => kinds.push((solid.contents, vec![i])),
        }
    }
    let group = |(contents, own): (Contents, Vec<usize>)| {
        let children = own.iter().map(|solid| Child {
            solid: *solid,
            corners: parts[*solid].corners,
            position: scaled(&(parts[*solid].middle - origin), METRE).into(),
            is_box: parts[*solid].is_box,
        });
        let children: Vec<Child> = children.collect();
        let shapes = children.iter().map(|child| CompoundChild {
            shape: &parts[child.solid].shape,
            position: child.position,
            rotation: parts[child.solid].rotation,
            user_data: child.solid as u32,
        });
        let compound = Shape::new_compound(&shapes.collect::<Vec<_>>()).map_err(|e| e.to_string())?;
        Ok(Group {
            contents,
            compound,
            children,
        })
    };
    let groups = kinds.into_iter().map(group).collect::<Result<_, String>>()?;
    Ok(Compounds { groups, origin })
}

impl Child {
    pub(crate) fn given(&self, solid: &Solid) -> Given {
        let brush = solid_between(&solid.sides);
        let cuboid = Cuboid::of(&brush).filter(|_| self.is_box);
        Given {
            corners: around_middle(&brush.vertices()).1,
            half: cuboid.map(|cuboid| scaled(&cuboid.half, METRE)),
            rotation: cuboid.map_or(Quat::IDENTITY, |cuboid| rotation_of(&cuboid)),
            position: self.position,
        }
    }
}

/// The middle of corners in units, and the corners around it in Jolt's lengths.
fn around_middle(corners: &[Point]) -> (Units, Vec<[f32; 3]>) {
    let middle = Aabb::of_points(corners).center().coords;
    let points = corners.iter().map(|c| scaled(&(c.coords - middle), METRE));
    (middle, points.collect())
}

/// The middle of a world in whole metres, so that moving it there rounds nothing.
fn middle_of(solids: &[Solid]) -> Units {
    let corners = solids.iter().flat_map(|s| [&s.bounds.mins, &s.bounds.maxs]);
    let bounds = Aabb::of_points(corners.filter(|p| p.iter().all(|x| x.is_finite())));
    if bounds.is_empty() {
        return Units::zeros();
    }
    (bounds.center().coords * METRE).map(f32::round) / METRE
}

fn rotation_of(cuboid: &Cuboid) -> Quat {
    let q = cuboid.rotation.coords;
    Quat::from_xyzw(q.x, q.y, q.z, q.w)
}

/// Where a body is, and how it is turned.
pub(crate) fn posed(pose: &Pose) -> (RVec3, Quat) {
    let place = scaled(&pose.origin.coords, METRE);
    (place.into(), pose.rotation.quaternion().into())
}

/// The form of a hull.
pub(crate) fn form_of(hull: &Hull) -> Form {
    let sizing = Sizing {
        length: METRE,
        grown: 0.0,
        least: LEAST,
    };
    form(hull, sizing)
}

/// How Jolt's shape of a hull is turned.
pub(crate) fn rotation(hull: &Hull) -> Quat {
    match hull {
        Hull::Capsule { .. } | Hull::Cylinder { .. } => UPRIGHT,
        _ => Quat::IDENTITY,
    }
}

/// A hull as Jolt's shape around the middle of its bounds.
pub(crate) fn shape(hull: &Hull, convex_radius: f32) -> Result<Shape, ShapeError> {
    match form_of(hull) {
        Form::Ball(radius) => Shape::new_sphere(radius),
        Form::Box(half) => Shape::new_box_with_convex_radius(half.into(), convex_radius),
        Form::Capsule(half, radius) => Shape::new_capsule(half, radius),
        Form::Cylinder(half, radius) => Shape::new_cylinder_with_convex_radius(half, radius, convex_radius),
    }
}

/// Runs with a hull's shape, which the thread keeps.
pub(crate) fn with_shape<R>(
    hull: &Hull,
    convex_radius: f32,
    run: impl FnOnce(&Shape) -> R,
) -> Result<R, ShapeError> {
    SHAPES.with_borrow_mut(|kept| {
        let same = |(h, radius, _): &(Hull, f32, Shape)| h == hull && *radius == convex_radius;
        let at = match kept.iter().position(same) {
            Some(at) => at,
            None => {
                let made = shape(hull, convex_radius)?;
                if kept.len() == KEPT {
                    kept.remove(0);
                }
                kept.push((*hull, convex_radius, made));
                kept.len() - 1
            }
        };
        Ok(run(&kept[at].2))
    })
}
