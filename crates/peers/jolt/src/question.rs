//! Jolt's world and calls as data: what `question.json` holds, and `peers/jolt/ask` reads.

use crate::settings::Settings;
use crate::world::{Child, Group, Jolt, Met, form_of, posed, rotation};
use clipmark_adapter::form::middle;
use clipmark_adapter::scale::{METRE, direction, in_units, scaled};
use clipmark_adapter::{Library, Plan, Solid};
use clipmark_collision::Sweep;
use clipmark_collision::question::{Body, BodyPose, Call, Fields, Means, Shape, Value};
use clipmark_geometry::{Contents, Hull, Point};
use clipmark_movement::{MovingPart, Wanted};
use oxijolt::{Quat, RVec3, Vec3};

/// The versions of `Cargo.lock`, and Jolt's own commit by the wrapper's build script.
pub(crate) const LIBRARY: &str =
    "Jolt Physics 5.6.0 (e77f175595e64cb44218cc9d9d56fc365ad0e36a) by oxijolt 1.5.0 (joltc 886e088675ba)";

/// The solids that a mask collides with, a body for each kind of contents, and the models that move.
pub(crate) fn bodies(plan: &Plan<Jolt>, mask: Contents, parts: &[MovingPart]) -> Vec<Body> {
    let met = |group: &&Group| group.contents.intersects(mask);
    let shapes = |group: &Group, solids: &[Solid]| {
        let children = group.children.iter();
        let given = children.map(|child| given(child, &solids[child.solid], &plan.settings));
        given.collect::<Vec<_>>()
    };
    let rigid = &plan.rigid;
    let fixed = rigid.shapes.groups.iter().filter(met).map(|group| Body {
        part: None,
        pose: BodyPose::at(scaled(&rigid.shapes.origin, METRE)),
        shapes: shapes(group, &rigid.solids),
    });
    let moving = parts.iter().enumerate().map(|(i, part)| {
        let model = plan.models.get(part.model).into_iter();
        let groups = model.flat_map(|model| model.shapes.groups.iter().map(|group| (group, &model.solids)));
        Body {
            part: Some(i),
            pose: BodyPose::HOME,
            shapes: groups
                .filter(|(group, _)| met(group))
                .flat_map(|(group, solids)| shapes(group, solids))
                .collect(),
        }
    });
    fixed.chain(moving).collect()
}

/// What Jolt was given of a solid: its shape, in its place.
fn given(child: &Child, solid: &Solid, settings: &Settings) -> (Shape, BodyPose) {
    let given = child.given(solid);
    let rounding = settings.convex_radius;
    let shape = match given.half {
        Some(half) => Shape::Box(half, rounding),
        None => Shape::Corners(given.corners, rounding),
    };
    let pose = BodyPose {
        position: given.position.into(),
        rotation: four(given.rotation),
    };
    (shape, pose)
}

/// A vector of Jolt's as a value.
fn three(v: impl Into<[f32; 3]>) -> Value {
    v.into().into()
}

fn four(q: Quat) -> [f32; 4] {
    [q.x, q.y, q.z, q.w]
}

/// Parts are put where a tick begins, with the velocities that take them to its end.
pub(crate) fn move_parts(parts: &[MovingPart], seconds: f32) -> Call {
    let parts = parts.iter().map(|part| {
        let [from, to] = [&part.from, &part.to].map(|pose| {
            let (at, turned) = posed(pose);
            BodyPose {
                position: at.into(),
                rotation: four(turned),
            }
        });
        Value::Fields(vec![("from", from.into()), ("to", to.into())])
    });
    let arguments = vec![
        ("parts", Value::List(parts.collect())),
        ("seconds", seconds.into()),
    ];
    Call::unjudged("move_parts", arguments, "nothing", Vec::new())
}

/// The shape of a hull, and how it is turned.
fn shape(hull: &Hull, settings: &Settings) -> Fields {
    let rounding = settings.convex_radius;
    vec![
        ("shape", form_of(hull).as_shape(rounding).into()),
        ("convex_radius", rounding.into()),
        ("rotation", four(rotation(hull)).into()),
    ]
}

/// How a character is made: what the adapter sets; the rest is the wrapper's default, which is Jolt's, in numbers.
pub(crate) struct Made<'a> {
    pub(crate) hull: &'a Hull,
    pub(crate) slope: f32,
    pub(crate) offset: Vec3,
    pub(crate) settings: &'a Settings,
}

/// The character is made, and put somewhere.
pub(crate) fn create_character(it: &Made, at: RVec3, velocity: Vec3) -> Call {
    let mut arguments = shape(it.hull, it.settings);
    arguments.extend([
        ("up", [0.0, 0.0, 1.0].into()),
        ("supporting_volume", [0.0, 1.0, 0.0, -1e10].into()),
        ("max_slope_angle", it.slope.into()),
        (
            "enhanced_internal_edge_removal",
            it.settings.internal_edges_removed.into(),
        ),
        ("mass", 70.0.into()),
        ("max_strength", 100.0.into()),
        ("shape_offset", three(it.offset)),
        ("back_face_collision", true.into()),
        ("predictive_contact_distance", 0.1.into()),
        ("max_collision_iterations", 5.0.into()),
        ("max_constraint_iterations", 15.0.into()),
        ("min_time_remaining", 1e-4.into()),
        ("collision_tolerance", 1e-3.into()),
        ("character_padding", it.settings.padding.into()),
        ("max_num_hits", 256.0.into()),
        ("hit_reduction_cos_max_angle", 0.999.into()),
        ("penetration_recovery_speed", 1.0.into()),
    ]);
    set_position("create_character", arguments, at, velocity)
}

/// The character is put somewhere.
pub(crate) fn place_character(at: RVec3, velocity: Vec3) -> Call {
    set_position("set_position", Vec::new(), at, velocity)
}

fn set_position(operation: &'static str, mut arguments: Fields, at: RVec3, velocity: Vec3) -> Call {
    arguments.extend([("position", three(at)), ("velocity", three(velocity))]);
    Call::unjudged(
        operation,
        arguments,
        "position, once contacts are refreshed",
        <[f32; 3]>::from(at).to_vec(),
    )
}

/// One `ExtendedUpdate`: what is set, and its result.
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
    pub(crate) result: Option<(RVec3, bool)>,
}

pub(crate) fn update(it: &Update) -> Call {
    let nowhere = RVec3::new(f32::NAN, f32::NAN, f32::NAN);
    let (at, stands) = match it.result {
        Some((at, stands)) => (at, f32::from(u8::from(stands))),
        None => (nowhere, f32::NAN),
    };
    Call {
        operation: "extended_update",
        arguments: vec![
            ("velocity", three(it.velocity)),
            (
                "ground_velocity_within_it",
                it.ground.map(<[f32; 3]>::from).into(),
            ),
            ("gravity", three(it.gravity)),
            ("seconds", it.wanted.seconds.into()),
            ("stick_to_floor_step_down", three(it.step_down)),
            ("walk_stairs_step_up", three(it.step_up)),
            ("walk_stairs_min_step_forward", it.settings.least_step.into()),
            ("walk_stairs_step_forward_test", it.settings.forward_test.into()),
            (
                "walk_stairs_cos_angle_forward_contact",
                75.0_f32.to_radians().cos().into(),
            ),
            ("walk_stairs_step_down_extra", [0.0; 3].into()),
        ],
        returns: "position, whether it is on ground (no numbers where the wrapper refuses)",
        result: vec![at.x, at.y, at.z, stands],
        means: Means::Moved {
            from: it.from,
            to: in_units(at, METRE).into(),
            wanted: it.wanted.displacement,
            grounded: it.result.map(|(_, stands)| stands),
        },
    }
}

/// A cast of a hull that moves, with its result: fraction, normal, and whether the start is in something.
pub(crate) fn cast(sweep: &Sweep, settings: &Settings, met: Option<&Met>) -> Call {
    let (fraction, normal, inside) = met.map_or((1.0, Vec3::ZERO, false), |met| {
        (met.fraction, met.normal, met.starts_inside)
    });
    let (operation, mut arguments) = match sweep.hull {
        Hull::Point => ("cast_ray", Vec::new()),
        _ => ("cast_shape", shape(&sweep.hull, settings)),
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
        means: Means::Cast {
            hull: sweep.hull,
            from: sweep.start,
            way: sweep.displacement(),
            free: fraction,
            normal: met.map(|_| direction(normal)),
            starts_inside: inside,
        },
    }
}
