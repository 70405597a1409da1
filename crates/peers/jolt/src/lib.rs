//! Jolt Physics as a contestant: its shape casts behind seam 1, its `CharacterVirtual` behind seam 2.
//!
//! Source: Jolt 5.6 through the safe wrapper `oxijolt`, its documentation and its samples. Nothing here is `unsafe`: the
//! wrapper's `PhysicsWorld` is `Sync` for queries, and each character owns a world of its own.
//!
//! | contestant | set up as |
//! |---|---|
//! | `jolt` | Jolt's documentation teaches a new user: default settings throughout |
//! | `jolt:tuned` | its best user would: [`Settings::TUNED`], each setting with its reason |
//!
//! One unit is 1/32 m: Jolt's tolerances assume metres, and its wrapper refuses shapes that reach farther than 2,000 m
//! from their middle, and speeds beyond 500 m/s. `docs/libraries.md` has the settings, the rules and what was found.
//!
//! Its world is a static compound of convex hulls for each kind of contents, each in a layer of its own. A part that moves is
//! such a compound too, of a kinematic body. Every hull lies around its own middle, since Jolt's hull builder loses precision
//! far from the shape's origin. It is asked by `CastShape` for a hull, `CastRay` for a point, `CollideShape` where nothing
//! moves, since Jolt casts along a direction that is not zero, and `CollidePoint`.

mod character;
mod settings;

pub use settings::Settings;

use clipmark_adapter::form::{Form, METRE, Recent, Sizing, direction, form, in_units, middle, scaled};
use clipmark_adapter::{
    At, Backend, Cast, Given, Library, Log, Near, PLAIN, Plan, Setup, Solid, Solids, Stop, TUNED, controller,
    question, registration,
};
use clipmark_collision::question::{BodyPose, Call, Fields, Shape as GivenShape, solid_between};
use clipmark_collision::{Registration, Status, Sweep};
use clipmark_geometry::{Aabb, Brush, Contents, Cuboid, Hull, Point, Pose, Vec3 as Units, side_met};
use clipmark_movement::{MoverKind, MovingPart};
use oxijolt::{
    BodySettings, BroadPhaseLayer, CollideShape, CollisionLayers, CompoundChild, CompoundSubShape,
    ObjectLayer, PhysicsWorld, Quat, QueryFilter, RVec3, RayCast, Shape, ShapeCast, ShapeError, Vec3,
    WorldError, WorldSettings, limits,
};
use std::borrow::Cow;
use std::cell::RefCell;
use std::ops::ControlFlow;
use std::sync::Arc;

/// Its casts. A mask other than a player's allocates its list of layers, and position tests allocate their hits, as the wrapper
/// does.
pub type JoltBackend = Backend<Jolt>;

/// Its backends.
pub static REGISTERED: [&Registration; 2] = [&registration::<Jolt, PLAIN>(), &registration::<Jolt, TUNED>()];

/// Its controllers.
pub static MOVERS: [&MoverKind; 2] = [&controller::<Jolt, PLAIN>(), &controller::<Jolt, TUNED>()];

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

thread_local! {
    /// The shapes that a thread last used: Jolt allocates a shape.
    static SHAPES: RefCell<Recent<(Hull, f32), Shape>> = const { RefCell::new(Recent::EMPTY) };
}

/// Jolt's world of a plan.
pub struct Jolt {
    plan: Arc<Plan<Self>>,
    world: PhysicsWorld,
    /// Layers that stop a player.
    player: Vec<ObjectLayer>,
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
    groups: Vec<Group>,
    /// Where their bodies are put, in units: the middle of the world, so that large maps off the origin fit.
    origin: Units,
}

/// Solids of one kind of contents.
struct Group {
    contents: Contents,
    compound: Shape,
    children: Vec<Child>,
}

/// A solid in a group.
struct Child {
    solid: usize,
    corners: usize,
    /// Its middle from the body's place, in Jolt's lengths.
    position: Vec3,
    is_box: bool,
}

/// What a cast met.
struct Met {
    solid: usize,
    fraction: f32,
    normal: Vec3,
    witness: RVec3,
    starts_inside: bool,
}

impl Library for Jolt {
    const PROGRAM: &'static str = "jolt";
    /// The versions of `Cargo.lock`, and Jolt's own commit by the wrapper's build script.
    const VERSION: &'static str =
        "Jolt Physics 5.6.0 (e77f175595e64cb44218cc9d9d56fc365ad0e36a) by oxijolt 1.5.0 (joltc 886e088675ba)";
    const OMITS: &'static str = "that its wrapper makes no shape of";
    /// Jolt's own tolerance of penetrations (1e-4 m) is 0.0032 units.
    const TOUCHING: f32 = 1.0 / 256.0;
    const MOST_MARGIN: f32 = limits::MAX_SHAPE_EXTENT / METRE;

    type Settings = Settings;
    type Shape = Part;
    type Shapes = Compounds;
    type Character = character::Walker;

    const SETUPS: &'static [Setup<Settings>; 2] = &[settings::PLAIN, settings::TUNED];

    fn shape(
        _: &Setup<Settings>,
        settings: &Settings,
        brush: &Brush,
        corners: &[Point],
    ) -> Result<Option<Part>, String> {
        part(settings, brush, corners)
    }

    fn gather(solids: &[Solid], shapes: Vec<Part>, moves: bool) -> Result<Compounds, String> {
        compounds(solids, shapes, moves)
    }

    fn build(plan: &Arc<Plan<Self>>) -> Result<Self, String> {
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

    /// Those of Jolt's shapes, by the members of its `ConvexHullShape` and `StaticCompoundShape`: no call shows them.
    fn bytes(&self) -> usize {
        let rigid = &self.plan.rigid;
        let children = rigid.shapes.groups.iter().flat_map(|group| &group.children);
        let held = |child: &Child| {
            let faces = rigid.solids[child.solid].sides.len();
            size_of::<Child>() + HULL_BYTES + child.corners * CORNER_BYTES + faces * FACE_BYTES
        };
        children.map(held).sum()
    }

    fn cast(&self, sweep: &Sweep, log: &Log) -> Result<Cast, Status> {
        let met = self.ask(sweep)?;
        log.note(|| noted(sweep, &self.plan.settings, met.as_ref()));
        let Some(met) = met else {
            return Ok(Cast::Free { starts_inside: false });
        };
        let path = sweep.displacement();
        let solid = &self.plan.rigid.solids[met.solid];
        let face = match sweep.hull {
            Hull::Point => None,
            _ if !self.plan.settings.face_normals => None,
            _ => side_met(&solid.sides, &sweep.hull, &sweep.at(met.fraction), &path),
        };
        let normal = face.map_or(direction(met.normal), |side| side.plane.normal);
        let witness = in_units(met.witness, METRE);
        let distance = met.fraction * path.norm();
        Ok(Cast::Stopped(Stop::at(
            met.solid,
            distance,
            normal,
            &witness,
            met.starts_inside,
        )))
    }

    fn near(&self, at: &At, mut show: impl FnMut(Near) -> ControlFlow<()>) -> Result<(), Status> {
        let layers = layers(&self.plan, &self.player, at.mask);
        let hits = with_shape(at.hull, self.plan.settings.convex_radius, |shape| {
            let here = scaled(&(at.at.coords + middle(at.hull)), METRE);
            let query = CollideShape::new(shape, here.into(), rotation(at.hull));
            let query = query.max_separation_distance(at.margin * METRE);
            self.world.collide_shape(&query, &self.filter(&layers))
        });
        let mut hits = hits
            .map_err(|_| Status::Unsupported)?
            .map_err(|_| Status::Failed)?;
        // Jolt promises no order.
        hits.sort_by_key(|hit| (hit.body, hit.sub_shape_id));
        for hit in hits {
            let near = Near {
                solid: solid(hit.compound_child)?,
                distance: -hit.penetration_depth / METRE,
                normal: direction(hit.normal),
                point: in_units(hit.point_on_body, METRE).into(),
            };
            if show(near).is_break() {
                break;
            }
        }
        Ok(())
    }

    fn containing(&self, point: &Point, mut show: impl FnMut(usize)) {
        let at = scaled(&point.coords, METRE).into();
        let hits = self.world.collide_point(at, &QueryFilter::new());
        for hit in hits.unwrap_or_default() {
            if let Ok(solid) = solid(hit.compound_child) {
                show(solid);
            }
        }
    }

    /// A body for each kind of contents; a part that moves is one.
    fn bodies(
        plan: &Plan<Self>,
        own: &Solids<Self>,
        part: Option<&MovingPart>,
        is_met: &dyn Fn(usize) -> bool,
    ) -> Vec<Given> {
        let shapes = |group: &Group| {
            let met = group.children.iter().filter(|child| is_met(child.solid));
            let given = met.map(|child| child.given(&own.solids[child.solid], &plan.settings));
            given.collect::<Vec<_>>()
        };
        let groups = own.shapes.groups.iter().map(shapes);
        match part {
            None => {
                let pose = BodyPose::at(scaled(&own.shapes.origin, METRE));
                let met = groups.filter(|shapes| !shapes.is_empty());
                met.map(|shapes| (pose, shapes)).collect()
            }
            Some(_) => vec![(BodyPose::HOME, groups.flatten().collect())],
        }
    }

    fn of_character(settings: Settings) -> Settings {
        settings.of_character()
    }
}

impl Jolt {
    fn ask(&self, sweep: &Sweep) -> Result<Option<Met>, Status> {
        let layers = layers(&self.plan, &self.player, sweep.mask);
        let filter = self.filter(&layers);
        let path = scaled(&sweep.displacement(), METRE).into();
        if sweep.hull == Hull::Point {
            let ray = RayCast::new(scaled(&sweep.start.coords, METRE).into(), path);
            let hit = self.world.cast_ray(&ray, &filter).map_err(|_| Status::Failed)?;
            let met = hit.map(|hit| {
                Ok(Met {
                    solid: solid(hit.compound_child)?,
                    fraction: hit.fraction,
                    normal: hit.normal,
                    witness: ray.point_at(hit.fraction),
                    starts_inside: hit.fraction == 0.0,
                })
            });
            return met.transpose();
        }
        let settings = &self.plan.settings;
        let hit = with_shape(&sweep.hull, settings.convex_radius, |shape| {
            let from = scaled(&(sweep.start.coords + middle(&sweep.hull)), METRE);
            let cast = ShapeCast::new(shape, from.into(), rotation(&sweep.hull), path)
                .collide_with_back_faces(settings.back_faces)
                .return_deepest_point(settings.deepest_point);
            self.world.cast_shape(&cast, &filter)
        });
        let hit = hit
            .map_err(|_| Status::Unsupported)?
            .map_err(|_| Status::Failed)?;
        let met = hit.map(|hit| {
            Ok(Met {
                solid: solid(hit.compound_child)?,
                fraction: hit.fraction,
                normal: hit.normal,
                witness: hit.point,
                starts_inside: hit.fraction == 0.0 && hit.penetration_depth > Self::TOUCHING * METRE,
            })
        });
        met.transpose()
    }

    fn filter<'a>(&self, layers: &'a [ObjectLayer]) -> QueryFilter<'a> {
        match layers.len() < self.plan.rigid.shapes.groups.len() {
            true => QueryFilter::new().object_layers(layers),
            false => QueryFilter::new(),
        }
    }
}

/// The solid of a hit: every body is a compound, whose children have the numbers of their solids.
fn solid(child: Option<CompoundSubShape>) -> Result<usize, Status> {
    child.map(|child| child.user_data as usize).ok_or(Status::Failed)
}

/// The layers that a mask collides with; `player` are those that stop a player.
fn layers<'a>(plan: &Plan<Jolt>, player: &'a [ObjectLayer], mask: Contents) -> Cow<'a, [ObjectLayer]> {
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
fn moving(plan: &Plan<Jolt>, model: usize) -> impl Iterator<Item = (&Group, ObjectLayer)> {
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
fn part(settings: &Settings, brush: &Brush, corners: &[Point]) -> Result<Option<Part>, String> {
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
fn compounds(solids: &[Solid], parts: Vec<Part>, moves: bool) -> Result<Compounds, String> {
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
    /// What Jolt was given of a solid: its shape, in its place.
    fn given(&self, solid: &Solid, settings: &Settings) -> (GivenShape, BodyPose) {
        let brush = solid_between(&solid.sides);
        let rounding = settings.convex_radius;
        let cuboid = Cuboid::of(&brush).filter(|_| self.is_box);
        let (shape, rotation) = match cuboid {
            Some(cuboid) => {
                let half = scaled(&cuboid.half, METRE);
                (GivenShape::Box(half, rounding), rotation_of(&cuboid))
            }
            None => {
                let (_, corners) = around_middle(&brush.vertices());
                (GivenShape::Corners(corners, rounding), Quat::IDENTITY)
            }
        };
        let pose = BodyPose {
            position: self.position.into(),
            rotation: four(rotation),
        };
        (shape, pose)
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
fn posed(pose: &Pose) -> (RVec3, Quat) {
    let place = scaled(&pose.origin.coords, METRE);
    (place.into(), pose.rotation.quaternion().into())
}

/// The form of a hull.
fn form_of(hull: &Hull) -> Form {
    let sizing = Sizing {
        length: METRE,
        grown: 0.0,
        least: LEAST,
    };
    form(hull, sizing)
}

/// How Jolt's shape of a hull is turned.
fn rotation(hull: &Hull) -> Quat {
    match hull {
        Hull::Capsule { .. } | Hull::Cylinder { .. } => UPRIGHT,
        _ => Quat::IDENTITY,
    }
}

/// A hull as Jolt's shape around the middle of its bounds.
fn shape(hull: &Hull, convex_radius: f32) -> Result<Shape, ShapeError> {
    match form_of(hull) {
        Form::Ball(radius) => Shape::new_sphere(radius),
        Form::Box(half) => Shape::new_box_with_convex_radius(half.into(), convex_radius),
        Form::Capsule(half, radius) => Shape::new_capsule(half, radius),
        Form::Cylinder(half, radius) => Shape::new_cylinder_with_convex_radius(half, radius, convex_radius),
    }
}

/// Runs with a hull's shape, which the thread keeps.
fn with_shape<R>(hull: &Hull, convex_radius: f32, run: impl FnOnce(&Shape) -> R) -> Result<R, ShapeError> {
    SHAPES.with_borrow_mut(|kept| {
        Ok(run(
            kept.get((*hull, convex_radius), || shape(hull, convex_radius))?
        ))
    })
}

/// The shape of a hull as data, and how it is turned.
fn given(hull: &Hull, settings: &Settings) -> Fields {
    let rounding = settings.convex_radius;
    vec![
        ("shape", form_of(hull).as_shape(rounding).into()),
        ("convex_radius", rounding.into()),
        ("rotation", four(rotation(hull)).into()),
    ]
}

fn four(q: Quat) -> [f32; 4] {
    [q.x, q.y, q.z, q.w]
}

/// A cast of a hull that moves, with its result: fraction, normal, and whether the start is in something.
fn noted(sweep: &Sweep, settings: &Settings, met: Option<&Met>) -> Call {
    let (fraction, normal, inside) = met.map_or((1.0, Vec3::ZERO, false), |met| {
        (met.fraction, met.normal, met.starts_inside)
    });
    let (operation, mut arguments) = match sweep.hull {
        Hull::Point => ("cast_ray", Vec::new()),
        _ => ("cast_shape", given(&sweep.hull, settings)),
    };
    let from = sweep.start.coords + middle(&sweep.hull);
    arguments.extend([
        ("position", scaled(&from, METRE).into()),
        ("way", scaled(&sweep.displacement(), METRE).into()),
    ]);
    if sweep.hull != Hull::Point {
        arguments.extend([
            ("collide_with_back_faces", settings.back_faces.into()),
            ("return_deepest_point", settings.deepest_point.into()),
            ("inside_from_depth", (Jolt::TOUCHING * METRE).into()),
        ]);
    }
    let (from, path) = (sweep.start, sweep.displacement());
    let met = met.map(|_| (fraction, Some(direction(normal))));
    Call {
        operation,
        arguments,
        returns: "fraction, normal (0 where nothing is hit), whether the start is in something",
        result: vec![
            fraction,
            normal.x,
            normal.y,
            normal.z,
            f32::from(u8::from(inside)),
        ],
        means: question::cast(sweep.hull, from, path, met, inside),
    }
}
