//! Rapier's world and calls as data: what `question.json` holds, and `peers/rapier/ask` reads.

use crate::world::{Body, Rapier};
use clipmark_adapter::scale::{METRE, in_units, scaled};
use clipmark_adapter::{Plan, Solid};
use clipmark_collision::question::{
    self as data, BodyPose, Call, Fields, Means, Shape, Value, solid_between,
};
use clipmark_geometry::{Contents, Hull, Point, Vec3};
use clipmark_movement::MovingPart;
use rapier3d::control::{CharacterLength, EffectiveCharacterMovement, KinematicCharacterController};
use rapier3d::prelude::{Pose, RigidBody, Vector};

/// The versions of `Cargo.lock`.
pub(crate) const LIBRARY: &str = "rapier3d 0.36.1, parry3d 0.31.1";

/// The solids that a mask collides with but for some, each a body; the brushes of a part that moves are one.
pub(crate) fn bodies(
    plan: &Plan<Rapier>,
    mask: Contents,
    left_out: &[usize],
    parts: &[MovingPart],
) -> Vec<data::Body> {
    let shape = |solid: &Solid| (Shape::Corners(corners(solid), 0.0), BodyPose::HOME);
    let fixed = plan.rigid.solids.iter().enumerate();
    let fixed = fixed.filter(|(i, solid)| solid.contents.intersects(mask) && !left_out.contains(i));
    let fixed = fixed.map(|(_, solid)| data::Body {
        part: None,
        pose: BodyPose::HOME,
        shapes: vec![shape(solid)],
    });
    let moving = parts.iter().enumerate().map(|(i, part)| {
        let model = plan.models.get(part.model);
        let solids = model.into_iter().flat_map(|model| &model.solids);
        data::Body {
            part: Some(i),
            pose: BodyPose::HOME,
            shapes: solids
                .filter(|solid| solid.contents.intersects(mask))
                .map(shape)
                .collect(),
        }
    });
    fixed.chain(moving).collect()
}

/// The parts that move are put where they are now, with their velocities.
pub(crate) fn move_parts<'a>(bodies: impl Iterator<Item = &'a RigidBody>) -> Call {
    let parts = bodies.map(|body| {
        let at = body.position();
        Value::Fields(vec![
            ("position", at.translation.to_array().into()),
            ("rotation", at.rotation.to_array().into()),
            ("linvel", body.linvel().to_array().into()),
            ("angvel", body.angvel().to_array().into()),
        ])
    });
    let parts = Value::List(parts.collect());
    Call::unjudged("move_parts", vec![("parts", parts)], "nothing", Vec::new())
}

/// The corners that Rapier was given.
fn corners(solid: &Solid) -> Vec<[f32; 3]> {
    let corners = solid_between(&solid.sides).vertices();
    corners.iter().map(|p| scaled(&p.coords, METRE)).collect()
}

/// A body in its place.
fn placed(body: &Body, at: &Pose) -> Fields {
    let shape = match body {
        Body::Ball(s) => Shape::Ball(s.radius),
        Body::Cuboid(s) => Shape::Box(s.half_extents.to_array(), 0.0),
        Body::Capsule(s) => Shape::Capsule(s.half_height(), s.radius),
        Body::Cylinder(s) => Shape::Cylinder(s.half_height, s.radius),
    };
    vec![
        ("shape", shape.into()),
        ("position", at.translation.to_array().into()),
        ("rotation", at.rotation.to_array().into()),
    ]
}

fn length(x: &CharacterLength) -> Value {
    Value::Fields(match x {
        CharacterLength::Relative(x) => vec![("relative", (*x).into())],
        CharacterLength::Absolute(x) => vec![("absolute", (*x).into())],
    })
}

/// Every field, so that nothing is a default of a version.
fn controller(c: &KinematicCharacterController) -> Value {
    let autostep = c.autostep.as_ref().map(|step| {
        Value::Fields(vec![
            ("max_height", length(&step.max_height)),
            ("min_width", length(&step.min_width)),
            ("include_dynamic_bodies", step.include_dynamic_bodies.into()),
        ])
    });
    Value::Fields(vec![
        ("up", c.up.to_array().into()),
        ("offset", length(&c.offset)),
        ("slide", c.slide.into()),
        ("autostep", autostep.into()),
        ("max_slope_climb_angle", c.max_slope_climb_angle.into()),
        ("min_slope_slide_angle", c.min_slope_slide_angle.into()),
        ("snap_to_ground", c.snap_to_ground.as_ref().map(length).into()),
        ("normal_nudge_factor", c.normal_nudge_factor.into()),
    ])
}

/// One `move_shape` with its result.
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
    let led = it.moved.translation;
    let mut arguments = placed(it.body, it.at);
    arguments.extend([
        ("desired_translation", it.wanted.to_array().into()),
        ("dt", it.seconds.into()),
        ("controller", controller(it.settings)),
        ("exclude_part", it.beside.into()),
    ]);
    Call {
        operation: "move_shape",
        arguments,
        returns: "translation, whether it is grounded",
        result: vec![led.x, led.y, led.z, f32::from(u8::from(it.moved.grounded))],
        means: Means::Moved {
            from,
            to: from + in_units(led, METRE),
            wanted: in_units(it.wanted, METRE),
            grounded: Some(it.moved.grounded),
        },
    }
}

/// Whether anything is overlapped.
pub(crate) fn overlaps(body: &Body, at: &Pose, hull: Hull, origin: Point, says: bool) -> Call {
    Call {
        operation: "intersect_shape",
        arguments: placed(body, at),
        returns: "whether it overlaps anything",
        result: vec![f32::from(u8::from(says))],
        means: Means::Overlaps {
            hull,
            at: origin,
            says,
        },
    }
}

/// One `cast_shape` with its result.
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
    let mut arguments = placed(it.body, it.at);
    arguments.extend([
        ("direction", it.way.to_array().into()),
        ("max_time_of_impact", it.reach.into()),
        ("target_distance", 0.0.into()),
        ("stop_at_penetration", it.stops_at_penetration.into()),
        ("compute_impact_geometry_on_penetration", true.into()),
    ]);
    cast("cast_shape", arguments, it, hull, from)
}

/// A ray, as [`cast_shape`] has it.
pub(crate) fn cast_ray(it: &Casting, from: Point) -> Call {
    let arguments = vec![
        ("position", it.at.translation.to_array().into()),
        ("direction", it.way.to_array().into()),
        ("max_time_of_impact", it.reach.into()),
    ];
    cast("cast_ray_and_get_normal", arguments, it, Hull::Point, from)
}

fn cast(operation: &'static str, arguments: Fields, it: &Casting, hull: Hull, from: Point) -> Call {
    let (time, normal, inside) = it.met.unwrap_or((it.reach, Vector::ZERO, false));
    Call {
        operation,
        arguments,
        returns: "time of impact, normal (0 where nothing is hit), whether the start is in something",
        result: vec![time, normal.x, normal.y, normal.z, f32::from(u8::from(inside))],
        means: Means::Cast {
            hull,
            from,
            way: in_units(it.way * it.reach, METRE),
            free: it.met.map_or(1.0, |(time, ..)| time / it.reach),
            normal: it.met.map(|(_, n, _)| Vec3::new(n.x, n.y, n.z)),
            starts_inside: inside,
        },
    }
}
