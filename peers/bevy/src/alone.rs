//! Calls of avian as source: what `compare-avian reproduce` writes a program of.

use crate::frame::Frame;
use crate::moving::Parts;
use crate::solids::LEAST_CORNERS;
use avian3d::prelude::MoveAndSlideConfig;
use bevy::prelude::{Quat, Vec3};
use clipmark_collision::alone::{Alone, Call, Means, number, numbers, parts, solids};
use clipmark_geometry::{Contents, Hull, Point, Vec3 as Units, World as Map};

/// What a program of one of the libraries has of its own.
pub(crate) struct Words {
    /// The library, with the versions of `Cargo.lock`.
    pub(crate) library: &'static str,
    pub(crate) dependencies: &'static str,
    pub(crate) head: &'static str,
    /// Statements that add plugins to `app`.
    pub(crate) plugins: &'static str,
    /// Statements after the solids are found.
    pub(crate) start: &'static str,
    /// What is added to the head, and to the statements, where parts move.
    pub(crate) moving: [&'static str; 2],
}

/// avian's.
pub(crate) const AVIAN: Words = Words {
    library: LIBRARY,
    dependencies: DEPENDENCIES,
    head: HEAD,
    plugins: "",
    start: "let mut state: SystemState<MoveAndSlide> = SystemState::new(app.world_mut());\n",
    moving: [MOVING_HEAD, MOVING],
};

const LIBRARY: &str = "avian3d 0.7.0 (parry3d 0.27.0) with Bevy 0.19.1";
const DEPENDENCIES: &str = "\
avian3d = { version = \"=0.7.0\", default-features = false, features = [\"3d\", \"f32\", \"parry-f32\"] }
bevy = { version = \"=0.19.1\", default-features = false }
";

const HEAD: &str = "\
use avian3d::prelude::*;
use bevy::ecs::system::SystemState;
use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use std::time::Duration;

/// A velocity's parts: along a normal, level along the surface, and up or down it.
fn parts(velocity: Vec3, normal: Dir3) -> [Vec3; 3] {
    let part = *normal * normal.dot(velocity);
    let along = velocity - part;
    let level = normal.cross(Vec3::Z).normalize_or_zero();
    let aside = level * along.dot(level);
    [part, aside, along - aside]
}

/// The callback of avian's example `kinematic_character_3d`, with z up: a wall leads nobody up who does not mean to climb, the ground
/// nobody down who does not mean to slip.
fn slid(velocity: Vec3, intent: Vec3, normal: Dir3, steepest: f32, slips: f32) -> Vec3 {
    let is_ground = Vec3::Z.angle_between(*normal) <= steepest;
    let [part, aside, steep] = parts(velocity, normal);
    let [_, _, meant] = parts(Vec3::new(intent.x, intent.y, 0.0), normal);
    let climbs_a_wall = !is_ground && steep.z > 0.0 && intent.z <= 0.0;
    let slips_on_ground = is_ground && steep.z < -slips && meant.z >= -slips;
    if climbs_a_wall || slips_on_ground { part + aside } else { part + aside + steep }
}
";

const WORLD: &str = "\
let mut app = App::new();
app.add_plugins((MinimalPlugins, TransformPlugin, PhysicsPlugins::default().with_length_unit(LENGTH_UNIT)));
PLUGINSapp.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(16)));
for (corners, middle) in SOLIDS.iter().zip(MIDDLES) {
    let corners: Vec<Vec3> = corners.iter().map(|p| Vec3::from_array(*p)).collect();
    // A solid without a hull was left out.
    if let Some(hull) = Collider::convex_hull(corners) {
        app.world_mut().spawn((RigidBody::Static, hull, Transform::from_translation(Vec3::from_array(*middle))));
    }
}
app.finish();
app.cleanup();
// The first update has no time in it; the second runs a step, after which queries find what was spawned.
for _ in 0..3 {
    app.update();
}
";

const MOVING_HEAD: &str = "
/// Puts the parts that move in their places, and runs a step, after which queries find them there. The step rounds, so they are put
/// once more.
fn place(app: &mut App, parts: &[Entity], places: &[([f32; 3], [f32; 4])]) {
    for steps in [true, false] {
        for (part, (at, turned)) in parts.iter().zip(places) {
            let place = (Position(Vec3::from_array(*at)), Rotation(Quat::from_array(*turned)));
            app.world_mut().entity_mut(*part).insert(place);
        }
        if steps {
            app.update();
        }
    }
}
";

const MOVING: &str = "\
let mut moving = Vec::new();
for corners in PARTS.iter().copied().flatten() {
    let corners: Vec<Vec3> = corners.iter().map(|p| Vec3::from_array(*p)).collect();
    let hull = Collider::convex_hull(corners).expect(\"a hull\");
    moving.push(app.world_mut().spawn((RigidBody::Kinematic, hull)).id());
}
// In their first step avian puts them where their transforms are; after it they are where they are put.
app.update();
";

/// A program without calls, with the solids that a mask collides with, as [`Solids`](crate::solids::Solids) gives them to avian.
/// Each solid that moves is a part of its own, around its middle.
pub(crate) fn program(words: &Words, map: &Map, frame: Frame, mask: Contents, moving: &Parts) -> Alone {
    let mut middles = String::new();
    let mut given: Vec<Vec<[f32; 3]>> = Vec::new();
    for brush in map.brushes.iter().filter(|b| b.contents.intersects(mask)) {
        let (own, corners) = (brush.bounds.center().coords, brush.vertices());
        if corners.len() < LEAST_CORNERS {
            continue;
        }
        let around = corners.iter().map(|p| frame.to(&(p.coords - own)).to_array());
        given.push(around.collect());
        middles += &format!("    [{}],\n", numbers(&frame.to(&own).to_array()));
    }
    let mut head = words.head.to_owned() + "\n" + &solids(given.iter().map(Vec::as_slice));
    head += "/// Where the middle of each is; its corners are around it.\nconst MIDDLES: &[[f32; 3]] = &[\n";
    head += &middles;
    head += "];\n";
    let mut world = WORLD
        .replace("LENGTH_UNIT", &number(frame.of_metre()))
        .replace("PLUGINS", words.plugins);
    world += words.start;
    let moving: Vec<_> = moving
        .met(mask)
        .map(|(corners, _)| vec![corners.clone()])
        .collect();
    if !moving.is_empty() {
        head += &parts(&moving);
        let [head_of_moving, made] = words.moving;
        head += head_of_moving;
        world += made;
    }
    Alone {
        library: words.library,
        dependencies: words.dependencies,
        length: frame.of_unit(),
        head,
        world,
        ..Alone::default()
    }
}

/// The statement that puts the parts that move where they are now.
pub(crate) fn places(moving: &Parts, mask: Contents) -> String {
    let mut all = String::new();
    for (_, (at, turned)) in moving.met(mask) {
        let [at, turned] = [numbers(&at.to_array()), numbers(&turned.to_array())];
        all += &format!("    ([{at}], [{turned}]),\n");
    }
    format!("place(&mut app, &moving, &[\n{all}]);\n")
}

fn vector(v: Vec3) -> String {
    format!("Vec3::new({})", numbers(&v.to_array()))
}

fn turned(q: Quat) -> String {
    format!("Quat::from_xyzw({})", numbers(&q.to_array()))
}

/// The shape of a hull as source, as [`shape`](crate::casts::shape) makes it.
fn collider(hull: &Hull, frame: Frame) -> String {
    let half: Units = hull.bounds().half_extents() * frame.of_unit();
    let radius = hull.radius() * frame.of_unit();
    match hull {
        Hull::Point => "Collider::sphere(0.0)".into(),
        Hull::Sphere { .. } => format!("Collider::sphere({})", number(radius)),
        Hull::Box { .. } => format!(
            "Collider::cuboid({})",
            numbers(&[2.0 * half.x, 2.0 * half.y, 2.0 * half.z])
        ),
        Hull::Capsule { .. } => format!(
            "Collider::capsule({})",
            numbers(&[radius, 2.0 * (half.z - radius)])
        ),
        Hull::Cylinder { .. } => format!("Collider::cylinder({})", numbers(&[radius, 2.0 * half.z])),
    }
}

/// Every field, so that nothing is a default of a version.
fn config(c: &MoveAndSlideConfig) -> String {
    let fields = [
        (
            "move_and_slide_iterations",
            c.move_and_slide_iterations.to_string(),
        ),
        ("depenetration_iterations", c.depenetration_iterations.to_string()),
        ("max_depenetration_error", number(c.max_depenetration_error)),
        (
            "penetration_rejection_threshold",
            number(c.penetration_rejection_threshold),
        ),
        ("skin_width", number(c.skin_width)),
        ("planes", "Vec::new()".into()),
        (
            "plane_similarity_dot_threshold",
            number(c.plane_similarity_dot_threshold),
        ),
        ("max_planes", c.max_planes.to_string()),
    ];
    let fields: String = fields
        .iter()
        .map(|(name, value)| format!("    {name}: {value},\n"))
        .collect();
    format!("MoveAndSlideConfig {{\n{fields}}}")
}

/// A body where it is.
pub(crate) struct Body<'a> {
    pub(crate) hull: &'a Hull,
    pub(crate) frame: Frame,
    /// Position of the hull in units.
    pub(crate) at: Point,
    /// Middle of the collider in avian's lengths, and how it is turned.
    pub(crate) middle: Vec3,
    pub(crate) rotation: Quat,
}

impl Body<'_> {
    /// Its collider, place and rotation as source.
    fn source(&self) -> [String; 3] {
        [
            collider(self.hull, self.frame),
            vector(self.middle),
            turned(self.rotation),
        ]
    }
}

/// One `move_and_slide`.
pub(crate) struct Moving {
    pub(crate) intent: Vec3,
    pub(crate) seconds: f32,
    /// In radians.
    pub(crate) steepest: f32,
    /// In avian's lengths a second.
    pub(crate) slips: f32,
    /// Position after it, in units.
    pub(crate) to: Point,
    /// The same of the collider, and the velocity left, in avian's lengths.
    pub(crate) came: [Vec3; 2],
    /// In units.
    pub(crate) wanted: Units,
}

pub(crate) fn moving(body: &Body, it: &Moving) -> Call {
    let (intent, config) = (vector(it.intent), config(&MoveAndSlideConfig::default()));
    let [collider, middle, rotation] = body.source();
    let [seconds, steepest, slips] = [it.seconds, it.steepest, it.slips].map(number);
    let source = format!(
        "\
let moves = state.get(app.world()).expect(\"avian's queries\");
let intent = {intent};
let config = {config};
let moved = moves.move_and_slide(
    &{collider},
    {middle},
    {rotation},
    intent,
    Duration::from_secs_f32({seconds}),
    &config,
    &SpatialQueryFilter::default(),
    |hit| {{
        *hit.velocity = slid(*hit.velocity, intent, *hit.normal, {steepest}, {slips});
        MoveAndSlideHitResponse::Accept
    }},
);
let (at, left) = (moved.position, moved.projected_velocity);
[at.x, at.y, at.z, left.x, left.y, left.z]"
    );
    Call {
        about: format!(
            "move_and_slide at {:?} for {} s: position, velocity left",
            it.intent.to_array(),
            it.seconds
        ),
        source,
        came: it.came.iter().flat_map(Vec3::to_array).collect(),
        means: Means::Moved {
            from: body.at,
            to: it.to,
            wanted: it.wanted,
            grounded: None,
        },
    }
}

/// The cast down that looks for ground: its reach in avian's lengths, and the distance and normal of its hit.
pub(crate) fn ground(body: &Body, reach: f32, met: Option<(f32, Vec3)>) -> Call {
    let [collider, middle, rotation] = body.source();
    let farthest = number(reach);
    let source = format!(
        "\
let moves = state.get(app.world()).expect(\"avian's queries\");
let config = ShapeCastConfig::from_max_distance({farthest});
let hit = moves.spatial_query.cast_shape(
    &{collider},
    {middle},
    {rotation},
    Dir3::NEG_Z,
    &config,
    &SpatialQueryFilter::default(),
);
hit.map_or([{farthest}, 0.0, 0.0, 0.0], |hit| [hit.distance, hit.normal1.x, hit.normal1.y, hit.normal1.z])"
    );
    let (distance, normal) = met.unwrap_or((reach, Vec3::ZERO));
    Call {
        about: "cast_shape down for the ground: distance, normal (0 where nothing is met)".into(),
        source,
        came: vec![distance, normal.x, normal.y, normal.z],
        means: Means::Cast {
            hull: *body.hull,
            from: body.at,
            way: Units::new(0.0, 0.0, -reach / body.frame.of_unit()),
            free: distance / reach,
            normal: met.map(|(_, n)| Units::new(n.x, n.y, n.z)),
            starts_inside: met.is_some_and(|(distance, _)| distance == 0.0),
        },
    }
}
