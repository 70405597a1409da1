//! Calls of Rapier as source: what `compare reproduce` writes a program of.

use crate::body::Body;
use crate::library::{Library, Part};
use crate::scale::{METRE, metres, units};
use clipmark_collision::alone::{Alone, Call, Means, between, number, numbers, parts, solids};
use clipmark_geometry::{Contents, Hull, Point, Vec3};
use rapier3d::control::{CharacterLength, EffectiveCharacterMovement, KinematicCharacterController};
use rapier3d::prelude::{Pose, Vector};
use std::fmt::Write as _;

/// What the programs are built with: the versions of `Cargo.lock`, and the commits that their packages name.
pub(crate) const LIBRARY: &str =
    "rapier3d 0.36.1 (475caa3ff464, with changes), parry3d 0.31.1 (3383f51cbbe9, with changes)";
const DEPENDENCIES: &str = "rapier3d = \"=0.36.1\"\n";

const HEAD: &str = "\
use rapier3d::control::{CharacterAutostep, CharacterLength, KinematicCharacterController};
use rapier3d::parry::query::{ShapeCastOptions, ShapeCastStatus};
use rapier3d::parry::shape::{Ball, Capsule, Cuboid, Cylinder};
use rapier3d::prelude::{ColliderBuilder, PhysicsWorld, Pose, Ray, Rotation, Vector};
";

const WORLD: &str = "\
let mut world = PhysicsWorld::new();
for corners in SOLIDS {
    let corners: Vec<Vector> = corners.iter().map(|p| Vector::new(p[0], p[1], p[2])).collect();
    // A solid without a hull was left out.
    if let Some(hull) = ColliderBuilder::convex_hull(&corners) {
        world.insert_collider(hull, None);
    }
}
world.detect_collisions(&(), &());
";
const QUERIES: &str = "let queries = world.query_pipeline();\n";

const MOVING_HEAD: &str = "use rapier3d::prelude::{QueryFilter, RigidBodyBuilder};\n";

const MOVING: &str = "\
let mut parts = Vec::new();
for solids in PARTS {
    let body = world.insert_body(RigidBodyBuilder::kinematic_velocity_based());
    for corners in *solids {
        let corners: Vec<Vector> = corners.iter().map(|p| Vector::new(p[0], p[1], p[2])).collect();
        if let Some(hull) = ColliderBuilder::convex_hull(&corners) {
            world.insert_collider(hull, Some(body));
        }
    }
    parts.push(body);
}
";

/// A program without calls, with the parts that a mask collides with but for some.
pub(crate) fn program(library: &Library, mask: Contents, but: impl Fn(usize) -> bool) -> Alone {
    let given = |owner: Option<usize>| -> Vec<Vec<[f32; 3]>> {
        let all = library.parts().iter().enumerate();
        let asked =
            all.filter(|(i, part)| part.moving == owner && part.contents.intersects(mask) && !but(*i));
        asked.map(|(_, part)| corners(part)).collect()
    };
    let mut head = HEAD.to_owned();
    let mut world = WORLD.to_owned();
    if library.moving() > 0 {
        head += MOVING_HEAD;
        let moving: Vec<_> = (0..library.moving()).map(|i| given(Some(i))).collect();
        head += &parts(&moving);
        world += MOVING;
    } else {
        world += QUERIES;
    }
    Alone {
        library: LIBRARY,
        dependencies: DEPENDENCIES,
        length: METRE,
        head: head + &solids(given(None).iter().map(Vec::as_slice)),
        world,
        ..Alone::default()
    }
}

/// The statements that put the parts that move where they are now, with their velocities.
pub(crate) fn moving(library: &Library) -> String {
    let mut text = String::new();
    for (i, body) in library.moving_bodies().enumerate() {
        let at = body.position();
        let turn = at.rotation;
        // Writing to a string cannot fail.
        let _ = write!(
            text,
            "let part = &mut world.bodies[parts[{i}]];\npart.set_position(\n    Pose::from_parts({}, Rotation::from_xyzw({})),\n    \
             true,\n);\npart.set_linvel({}, true);\npart.set_angvel({}, true);\n",
            vector(at.translation),
            numbers(&[turn.x, turn.y, turn.z, turn.w]),
            vector(body.linvel()),
            vector(body.angvel()),
        );
    }
    text + "world.detect_collisions(&(), &());\n" + QUERIES
}

/// The corners that Rapier was given.
fn corners(part: &Part) -> Vec<[f32; 3]> {
    let corners = between(&part.sides).vertices();
    corners.iter().map(|p| metres(&p.coords).to_array()).collect()
}

fn vector(v: Vector) -> String {
    format!("Vector::new({})", numbers(&v.to_array()))
}

fn pose(body: &Body, at: &Pose) -> String {
    match body {
        Body::Cylinder(_) => format!(
            "Pose::from_parts({}, Rotation::from_rotation_x(std::f32::consts::FRAC_PI_2))",
            vector(at.translation)
        ),
        _ => format!("Pose::from_translation({})", vector(at.translation)),
    }
}

fn shape(body: &Body) -> String {
    match body {
        Body::Ball(s) => format!("Ball::new({})", number(s.radius)),
        Body::Cuboid(s) => format!("Cuboid::new({})", vector(s.half_extents)),
        Body::Capsule(s) => format!(
            "Capsule::new_z({}, {})",
            number(s.half_height()),
            number(s.radius)
        ),
        Body::Cylinder(s) => format!("Cylinder::new({}, {})", number(s.half_height), number(s.radius)),
    }
}

fn length(x: &CharacterLength) -> String {
    match x {
        CharacterLength::Relative(x) => format!("CharacterLength::Relative({})", number(*x)),
        CharacterLength::Absolute(x) => format!("CharacterLength::Absolute({})", number(*x)),
    }
}

/// Every field, so that nothing is a default of a version.
fn controller(c: &KinematicCharacterController) -> String {
    let step = c.autostep.as_ref().map_or("None".into(), |step| {
        format!(
            "Some(CharacterAutostep {{\n        max_height: {},\n        min_width: {},\n        include_dynamic_bodies: {},\n    }})",
            length(&step.max_height),
            length(&step.min_width),
            step.include_dynamic_bodies
        )
    });
    let snap = c
        .snap_to_ground
        .as_ref()
        .map_or("None".into(), |x| format!("Some({})", length(x)));
    let fields = [
        ("up", vector(c.up)),
        ("offset", length(&c.offset)),
        ("slide", c.slide.to_string()),
        ("autostep", step),
        ("max_slope_climb_angle", number(c.max_slope_climb_angle)),
        ("min_slope_slide_angle", number(c.min_slope_slide_angle)),
        ("snap_to_ground", snap),
        ("normal_nudge_factor", number(c.normal_nudge_factor)),
    ];
    let fields: String = fields
        .iter()
        .map(|(name, value)| format!("    {name}: {value},\n"))
        .collect();
    format!("KinematicCharacterController {{\n{fields}}}")
}

/// One `move_shape` with what came.
pub(crate) struct Moving<'a> {
    pub(crate) settings: &'a KinematicCharacterController,
    pub(crate) seconds: f32,
    pub(crate) body: &'a Body,
    pub(crate) at: &'a Pose,
    pub(crate) wanted: Vector,
    pub(crate) moved: &'a EffectiveCharacterMovement,
    /// The part that moves which it is not asked among.
    pub(crate) beside: Option<usize>,
}

/// As a call; `from` is the position of the hull in units.
pub(crate) fn move_shape(it: &Moving, from: Point) -> Call {
    let came = it.moved.translation;
    let queries = it.beside.map_or_else(String::new, |part| {
        format!(
            "let others = QueryFilter::default().exclude_rigid_body(parts[{part}]);\n\
             let queries = world.query_pipeline_with_filter(others);\n"
        )
    });
    Call {
        about: format!(
            "move_shape by {:?} m: translation, and whether it is grounded",
            it.wanted.to_array()
        ),
        source: format!(
            "{queries}let controller = {};\nlet moved = controller.move_shape({}, &queries, &{}, &{}, {}, |_| {{}});\n\
             [moved.translation.x, moved.translation.y, moved.translation.z, f32::from(u8::from(moved.grounded))]",
            controller(it.settings),
            number(it.seconds),
            shape(it.body),
            pose(it.body, it.at),
            vector(it.wanted),
        ),
        came: vec![came.x, came.y, came.z, f32::from(u8::from(it.moved.grounded))],
        means: Means::Moved {
            from,
            to: from + units(came),
            wanted: units(it.wanted),
            grounded: Some(it.moved.grounded),
        },
    }
}

/// Whether anything is overlapped.
pub(crate) fn overlaps(body: &Body, at: &Pose, hull: Hull, origin: Point, says: bool) -> Call {
    Call {
        about: "intersect_shape: whether the body overlaps anything".into(),
        source: format!(
            "let overlaps = queries.intersect_shape({}, &{}).next().is_some();\n[f32::from(u8::from(overlaps))]",
            pose(body, at),
            shape(body)
        ),
        came: vec![f32::from(u8::from(says))],
        means: Means::Overlaps {
            hull,
            at: origin,
            says,
        },
    }
}

/// One `cast_shape` with what came.
pub(crate) struct Casting<'a> {
    pub(crate) body: &'a Body,
    pub(crate) at: &'a Pose,
    /// Of unit length.
    pub(crate) way: Vector,
    /// In Rapier's lengths.
    pub(crate) reach: f32,
    pub(crate) stops_at_penetration: bool,
    /// Time of impact, the normal, and whether the start was in something.
    pub(crate) met: Option<(f32, Vector, bool)>,
}

/// As a call; `from` is the position of the hull in units.
pub(crate) fn cast_shape(it: &Casting, hull: Hull, from: Point) -> Call {
    let (time, normal, inside) = it.met.unwrap_or((it.reach, Vector::ZERO, false));
    Call {
        about: format!(
            "cast_shape along {:?} by {:?} m: way, normal (0 where nothing is met), whether the start is in something",
            it.way.to_array(),
            it.reach
        ),
        source: format!(
            "let options = ShapeCastOptions {{\n    max_time_of_impact: {},\n    target_distance: 0.0,\n    \
             stop_at_penetration: {},\n    compute_impact_geometry_on_penetration: true,\n}};\n\
             match queries.cast_shape(&{}, {}, &{}, options) {{\n    Some((_, hit)) => {{\n        \
             let inside = hit.status == ShapeCastStatus::PenetratingOrWithinTargetDist;\n        \
             [hit.time_of_impact, hit.normal1.x, hit.normal1.y, hit.normal1.z, f32::from(u8::from(inside))]\n    }}\n    \
             None => [{}, 0.0, 0.0, 0.0, 0.0],\n}}",
            number(it.reach),
            it.stops_at_penetration,
            pose(it.body, it.at),
            vector(it.way),
            shape(it.body),
            number(it.reach)
        ),
        came: vec![time, normal.x, normal.y, normal.z, f32::from(u8::from(inside))],
        means: cast(hull, from, it.way, it.reach, it.met),
    }
}

/// A ray, as [`cast_shape`] has it.
pub(crate) fn cast_ray(it: &Casting, from: Point) -> Call {
    let (time, normal, inside) = it.met.unwrap_or((it.reach, Vector::ZERO, false));
    Call {
        about: format!(
            "cast_ray_and_get_normal along {:?} by {:?} m: way, normal",
            it.way.to_array(),
            it.reach
        ),
        source: format!(
            "let ray = Ray::new({}, {});\nmatch queries.cast_ray_and_get_normal(&ray, {}, true) {{\n    \
             Some((_, hit)) => [hit.time_of_impact, hit.normal.x, hit.normal.y, hit.normal.z, \
             f32::from(u8::from(hit.time_of_impact == 0.0))],\n    None => [{}, 0.0, 0.0, 0.0, 0.0],\n}}",
            vector(it.at.translation),
            vector(it.way),
            number(it.reach),
            number(it.reach)
        ),
        came: vec![time, normal.x, normal.y, normal.z, f32::from(u8::from(inside))],
        means: cast(Hull::Point, from, it.way, it.reach, it.met),
    }
}

fn cast(hull: Hull, from: Point, way: Vector, reach: f32, met: Option<(f32, Vector, bool)>) -> Means {
    Means::Cast {
        hull,
        from,
        way: units(way * reach),
        free: met.map_or(1.0, |(time, ..)| time / reach),
        normal: met.map(|(_, n, _)| Vec3::new(n.x, n.y, n.z)),
        starts_inside: met.is_some_and(|m| m.2),
    }
}
