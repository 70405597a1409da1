//! Calls of Jolt as source, by its wrapper `oxijolt`: what `compare reproduce` writes a program of.

use crate::bodies::{Form, form, middle, rotation};
use crate::moving::posed;
use crate::scale::{METRE, metres, place, point};
use crate::settings::Settings;
use crate::solids::{Group, Solids};
use clipmark_collision::Sweep;
use clipmark_collision::alone::{Alone, Call, Means, number, numbers};
use clipmark_geometry::{Contents, Hull, Point};
use clipmark_movement::{MovingPart, Wanted};
use oxijolt::{Quat, RVec3, Vec3};

/// The versions of `Cargo.lock`, and Jolt's own commit by the wrapper's build script.
pub(crate) const LIBRARY: &str =
    "Jolt Physics 5.6.0 (e77f175595e64cb44218cc9d9d56fc365ad0e36a) by oxijolt 1.5.0 (joltc 886e088675ba)";
const DEPENDENCIES: &str = "oxijolt = { version = \"=1.5.0\", default-features = false }\n";

const HEAD: &str = "\
use oxijolt::{
    BodySettings, CharacterId, CharacterSettings, CompoundChild, ExtendedUpdateSettings, GroundState, PhysicsWorld, Quat,
    QueryFilter, RVec3, RayCast, Shape, ShapeCast, Vec3, WorldSettings,
};

/// A convex hull of corners around its own middle.
fn hull(corners: &[[f32; 3]], convex_radius: f32) -> Shape {
    let corners: Vec<Vec3> = corners.iter().map(|p| Vec3::new(p[0], p[1], p[2])).collect();
    Shape::new_convex_hull_with_convex_radius(&corners, convex_radius).expect(\"Jolt takes the hull\")
}

/// A box by half its lengths.
fn cuboid(half: [f32; 3], convex_radius: f32) -> Shape {
    let half = Vec3::new(half[0], half[1], half[2]);
    Shape::new_box_with_convex_radius(half, convex_radius).expect(\"Jolt takes the box\")
}

/// A static body of shapes, each with its place and its rotation (x, y, z, w).
fn body(world: &mut PhysicsWorld, at: [f32; 3], parts: &[(Shape, [f32; 3], [f32; 4])]) {
    let mut children = Vec::new();
    for (shape, [x, y, z], [i, j, k, w]) in parts {
        let (position, rotation) = (Vec3::new(*x, *y, *z), Quat::from_xyzw(*i, *j, *k, *w));
        children.push(CompoundChild { shape, position, rotation, user_data: 0 });
    }
    let compound = Shape::new_compound(&children).expect(\"Jolt takes the compound\");
    let settings = BodySettings::new_static().position(RVec3::new(at[0], at[1], at[2]));
    world.create_body(&compound, &settings).expect(\"Jolt takes the body\");
}
";

const MOVING_HEAD: &str = "
/// A kinematic body of shapes in its own frame.
fn moving(world: &mut PhysicsWorld, parts: &[(Shape, [f32; 3], [f32; 4])]) -> oxijolt::BodyId {
    let mut children = Vec::new();
    for (shape, [x, y, z], [i, j, k, w]) in parts {
        let (position, rotation) = (Vec3::new(*x, *y, *z), Quat::from_xyzw(*i, *j, *k, *w));
        children.push(CompoundChild { shape, position, rotation, user_data: 0 });
    }
    let compound = Shape::new_compound(&children).expect(\"Jolt takes the compound\");
    world.create_body(&compound, &BodySettings::new_kinematic()).expect(\"Jolt takes the body\")
}
";

/// A program without calls, with the solids that a mask collides with, and the models of the parts that move.
pub(crate) fn program(solids: &Solids, models: &[usize], settings: &Settings, mask: Contents) -> Alone {
    let groups: Vec<&Group> = solids
        .groups
        .iter()
        .filter(|g| g.contents.intersects(mask))
        .collect();
    let bodies = groups.len() + models.len() + 1;
    let mut world = format!(
        "let mut world = PhysicsWorld::new(WorldSettings::default().max_bodies({bodies}).single_threaded()).expect(\"a world\");\n"
    );
    let at = solids.place();
    for group in groups {
        world += &format!("body(&mut world, [{}], &[\n", numbers(&[at.x, at.y, at.z]));
        for part in &group.parts {
            world += &format!("    {},\n", given(part, settings));
        }
        world += "]);\n";
    }
    if !models.is_empty() {
        world += "let mut parts = Vec::new();\n";
    }
    for model in models {
        world += "parts.push(moving(&mut world, &[\n";
        let groups = solids.moving(*model).map(|(group, _)| group);
        for part in groups
            .filter(|g| g.contents.intersects(mask))
            .flat_map(|g| &g.parts)
        {
            world += &format!("    {},\n", given(part, settings));
        }
        world += "]));\n";
    }
    world += "world.optimize_broad_phase();\nlet mut character: Option<CharacterId> = None;\n";
    Alone {
        library: LIBRARY,
        dependencies: DEPENDENCIES,
        length: METRE,
        head: match models {
            [] => HEAD.into(),
            _ => HEAD.to_owned() + MOVING_HEAD,
        },
        world,
        ..Alone::default()
    }
}

/// The statements that put parts where a tick begins, with the velocities that take them to its end.
pub(crate) fn moving(parts: &[MovingPart], seconds: f32) -> String {
    let statements = parts.iter().enumerate().map(|(i, part)| {
        let [(from, at), (to, turns_to)] = [&part.from, &part.to].map(posed);
        format!(
            "let mut part = world.body_mut(parts[{i}]).expect(\"a part\");\n\
             part.set_position_and_rotation({}, {}, oxijolt::Activation::Activate).expect(\"a place\");\n\
             part.move_kinematic({}, {}, {}).expect(\"a velocity\");\n",
            rvec3(from),
            quat(at),
            rvec3(to),
            quat(turns_to),
            number(seconds)
        )
    });
    statements.collect()
}

/// What Jolt was given of a solid: its shape, its place and its rotation.
fn given(part: &crate::solids::Part, settings: &Settings) -> String {
    let given = part.given();
    let (p, q) = (given.position, given.rotation);
    let shape = match given.half {
        Some(half) => format!(
            "cuboid([{}], {})",
            numbers(&[half.x, half.y, half.z]),
            number(settings.convex_radius)
        ),
        None => {
            let corners: Vec<String> = given
                .corners
                .iter()
                .map(|c| format!("[{}]", numbers(&[c.x, c.y, c.z])))
                .collect();
            format!(
                "hull(&[{}], {})",
                corners.join(", "),
                number(settings.convex_radius)
            )
        }
    };
    format!(
        "({shape}, [{}], [{}])",
        numbers(&[p.x, p.y, p.z]),
        numbers(&[q.x, q.y, q.z, q.w])
    )
}

fn vec3(v: Vec3) -> String {
    format!("Vec3::new({})", numbers(&[v.x, v.y, v.z]))
}

fn rvec3(v: RVec3) -> String {
    format!("RVec3::new({})", numbers(&[v.x, v.y, v.z]))
}

fn quat(q: Quat) -> String {
    format!("Quat::from_xyzw({})", numbers(&[q.x, q.y, q.z, q.w]))
}

/// The shape of a hull as source.
fn shape(hull: &Hull, settings: &Settings) -> String {
    let convex = number(settings.convex_radius);
    let made = match form(hull) {
        Form::Sphere(radius) => format!("Shape::new_sphere({})", number(radius)),
        Form::Box(half) => format!("Shape::new_box_with_convex_radius({}, {convex})", vec3(half)),
        Form::Capsule(level, radius) => format!("Shape::new_capsule({})", numbers(&[level, radius])),
        Form::Cylinder(level, radius) => format!(
            "Shape::new_cylinder_with_convex_radius({}, {convex})",
            numbers(&[level, radius])
        ),
    };
    format!("let shape = {made}.expect(\"a shape\");")
}

/// How a character is made: what the adapter sets; the rest is the wrapper's default, which is Jolt's, in numbers.
pub(crate) struct Made<'a> {
    pub(crate) hull: &'a Hull,
    pub(crate) slope: f32,
    pub(crate) offset: Vec3,
    pub(crate) settings: &'a Settings,
}

/// Puts the character somewhere, made anew if `made` says how; contacts are refreshed.
pub(crate) fn placing(made: Option<&Made>, at: RVec3, velocity: Vec3) -> Call {
    let source = match made {
        Some(it) => format!(
            "{}\nlet settings = CharacterSettings::new(&shape)\n    .up(Vec3::new(0.0, 0.0, 1.0))\n    \
             .supporting_volume(Vec3::new(0.0, 1.0, 0.0), -1e10)\n    .max_slope_angle({})\n    \
             .enhanced_internal_edge_removal({})\n    .mass(70.0)\n    .max_strength(100.0)\n    .shape_offset({})\n    \
             .back_face_collision(true)\n    .predictive_contact_distance(0.1)\n    .max_collision_iterations(5)\n    \
             .max_constraint_iterations(15)\n    .min_time_remaining(1e-4)\n    .collision_tolerance(1e-3)\n    \
             .character_padding({})\n    .max_num_hits(256)\n    .hit_reduction_cos_max_angle(0.999)\n    \
             .penetration_recovery_speed(1.0);\nlet id = world.create_character(&settings, {}, {}).expect(\"a character\");\n\
             character = Some(id);",
            shape(it.hull, it.settings),
            number(it.slope),
            it.settings.internal_edges_removed,
            vec3(it.offset),
            number(it.settings.padding),
            rvec3(at),
            quat(rotation(it.hull))
        ),
        None => format!(
            "let id = character.expect(\"a character\");\nworld.character_mut(id).expect(\"it is there\").set_position({}).expect(\"a place\");",
            rvec3(at)
        ),
    };
    Call {
        about: "the character is placed, and its contacts are refreshed: its position".into(),
        source: format!(
            "{source}\nworld.character_mut(id).expect(\"it is there\").set_linear_velocity({}).expect(\"a velocity\");\n\
             world.refresh_character_contacts(id, &QueryFilter::new()).expect(\"contacts\");\n\
             let at = world.character(id).expect(\"it is there\").position();\n[at.x, at.y, at.z]",
            vec3(velocity)
        ),
        came: vec![at.x, at.y, at.z],
        means: Means::Nothing,
    }
}

/// One `ExtendedUpdate`: what is set, and what came.
pub(crate) struct Update<'a> {
    pub(crate) wanted: &'a Wanted<'a>,
    pub(crate) settings: &'a Settings,
    pub(crate) velocity: Vec3,
    /// The part of the velocity that is the ground's, where parts of the world move.
    pub(crate) ground: Option<Vec3>,
    pub(crate) gravity: Vec3,
    pub(crate) step_down: Vec3,
    pub(crate) step_up: Vec3,
    /// Position before, in units.
    pub(crate) from: Point,
    /// Position after, and whether it is on ground; none where the wrapper refused.
    pub(crate) came: Option<(RVec3, bool)>,
}

pub(crate) fn updating(it: &Update) -> Call {
    let refused = "[f32::NAN; 4]";
    let (at, stands) = it
        .came
        .unwrap_or((RVec3::new(f32::NAN, f32::NAN, f32::NAN), false));
    let ground = if it.came.is_some() {
        f32::from(u8::from(stands))
    } else {
        f32::NAN
    };
    let ridden = it.ground.map_or(String::new(), |ground| {
        format!(
            ", {:?} m/s of the velocity being the ground's",
            [ground.x, ground.y, ground.z]
        )
    });
    Call {
        about: format!(
            "ExtendedUpdate{ridden}: position, and whether it is on ground (no numbers where the wrapper refuses)"
        ),
        source: format!(
            "let id = character.expect(\"a character\");\nlet how = ExtendedUpdateSettings::default()\n    \
             .stick_to_floor_step_down({})\n    .walk_stairs_step_up({})\n    .walk_stairs_min_step_forward({})\n    \
             .walk_stairs_step_forward_test({})\n    .walk_stairs_cos_angle_forward_contact((75.0 * (std::f32::consts::PI / 180.0_f32)).cos())\n    \
             .walk_stairs_step_down_extra(Vec3::ZERO);\n\
             match world.character_mut(id).expect(\"it is there\").set_linear_velocity({}) {{\n    \
             Err(why) => {{\n        println!(\"refused: {{why}}\");\n        {refused}\n    }}\n    \
             Ok(()) => match world.update_character(id, {}, {}, &how, &QueryFilter::new()) {{\n        \
             Err(why) => {{\n            println!(\"refused: {{why}}\");\n            {refused}\n        }}\n        \
             Ok(()) => {{\n            let it = world.character(id).expect(\"it is there\");\n            \
             let on_ground = it.ground_state() == GroundState::OnGround;\n            \
             [it.position().x, it.position().y, it.position().z, f32::from(u8::from(on_ground))]\n        }}\n    }},\n}}",
            vec3(it.step_down),
            vec3(it.step_up),
            number(it.settings.least_step),
            number(it.settings.forward_test),
            vec3(it.velocity),
            number(it.wanted.seconds),
            vec3(it.gravity),
        ),
        came: vec![at.x, at.y, at.z, ground],
        means: Means::Moved {
            from: it.from,
            to: point(at),
            wanted: it.wanted.displacement,
            grounded: it.came.map(|_| stands),
        },
    }
}

/// A cast of a hull that moves, with what came: fraction, normal, and whether the start is in something.
pub(crate) fn casting(sweep: &Sweep, settings: &Settings, met: Option<(f32, Vec3, bool)>) -> Call {
    let way = metres(&sweep.displacement());
    let (fraction, normal, inside) = met.unwrap_or((1.0, Vec3::ZERO, false));
    let source = match sweep.hull {
        Hull::Point => format!(
            "let ray = RayCast::new({}, {});\nmatch world.cast_ray(&ray, &QueryFilter::new()).expect(\"a cast\") {{\n    \
             Some(hit) => [hit.fraction, hit.normal.x, hit.normal.y, hit.normal.z, f32::from(u8::from(hit.fraction == 0.0))],\n    \
             None => [1.0, 0.0, 0.0, 0.0, 0.0],\n}}",
            rvec3(place(&sweep.start.coords)),
            vec3(way)
        ),
        _ => format!(
            "{}\nlet cast = ShapeCast::new(&shape, {}, {}, {})\n    .collide_with_back_faces({})\n    .return_deepest_point({});\n\
             match world.cast_shape(&cast, &QueryFilter::new()).expect(\"a cast\") {{\n    Some(hit) => {{\n        \
             let inside = hit.fraction == 0.0 && hit.penetration_depth > {};\n        \
             [hit.fraction, hit.normal.x, hit.normal.y, hit.normal.z, f32::from(u8::from(inside))]\n    }}\n    \
             None => [1.0, 0.0, 0.0, 0.0, 0.0],\n}}",
            shape(&sweep.hull, settings),
            rvec3(place(&(sweep.start.coords + middle(&sweep.hull)))),
            quat(rotation(&sweep.hull)),
            vec3(way),
            settings.back_faces,
            settings.deepest_point,
            number(crate::cast::TOUCHING * METRE)
        ),
    };
    Call {
        about: "a cast: fraction, normal (0 where nothing is met), whether the start is in something".into(),
        source,
        came: vec![
            fraction,
            normal.x,
            normal.y,
            normal.z,
            f32::from(u8::from(inside)),
        ],
        means: Means::Cast {
            hull: sweep.hull,
            from: sweep.start,
            way: sweep.displacement(),
            free: fraction,
            normal: met.map(|_| crate::scale::direction(normal)),
            starts_inside: inside,
        },
    }
}
