//! A cast of `bvh:stock` as data: what `question.json` holds, and `peers/parry/ask` reads.

use super::body::Body;
use super::group::{Group, StraightPath};
use super::solids::Part;
use clipmark_collision::Sweep;
use clipmark_collision::question::{self as data, BodyPose, Call, Means, Question, Shape, solid_between};
use parry3d::math::{Pose, Vector};

/// The version of `Cargo.lock`.
const LIBRARY: &str = "parry3d 0.31.1";

/// The cast of a sweep at one group, made now.
pub(super) fn question(group: &Group, sweep: &Sweep, path: &StraightPath) -> Option<Question> {
    let middle = sweep.start.coords + sweep.hull.bounds().center().coords;
    let body = Body::from_hull(&sweep.hull);
    let met = group.cast(&sweep.hull, path, sweep.mask).ok()?;
    let met = met.map(|(_, met)| met);
    let (way, normal, inside) = match &met {
        Some(met) => (met.time, met.normal, met.starts_inside),
        None => (path.length, Default::default(), false),
    };
    let mut arguments = vec![
        ("direction", path.direction.to_array().into()),
        ("max_time_of_impact", path.length.into()),
    ];
    let operation = match &body {
        None => {
            arguments.push(("position", path.from.to_array().into()));
            "cast_local_ray_and_get_normal"
        }
        Some(body) => {
            let Pose {
                rotation,
                translation,
                ..
            } = body.pose(&middle);
            arguments.extend([
                ("shape", shape(body).into()),
                ("position", translation.to_array().into()),
                ("rotation", rotation.to_array().into()),
                ("target_distance", 0.0.into()),
                ("stop_at_penetration", true.into()),
                ("compute_impact_geometry_on_penetration", true.into()),
            ]);
            "cast_shapes"
        }
    };
    let call = Call {
        operation,
        arguments,
        returns: "time of impact, normal (0 where nothing is hit), whether the start is in something",
        result: vec![way, normal.x, normal.y, normal.z, f32::from(u8::from(inside))],
        means: Means::Cast {
            hull: sweep.hull,
            from: sweep.start,
            way: sweep.displacement(),
            free: met.as_ref().map_or(1.0, |met| met.time / path.length),
            normal: met.map(|met| met.normal),
            starts_inside: inside,
        },
    };
    let solid = |part: &Part| data::Body::new(Shape::Corners(corners(part), 0.0), BodyPose::HOME);
    Some(Question {
        program: "parry",
        library: LIBRARY,
        length: 1.0,
        bodies: group.parts.iter().map(solid).collect(),
        calls: vec![call],
        ..Question::default()
    })
}

fn corners(part: &Part) -> Vec<[f32; 3]> {
    let corners = solid_between(&part.sides).vertices();
    corners.iter().map(|p| p.coords.into()).collect()
}

fn shape(body: &Body) -> Shape {
    match body {
        Body::Ball(s) => Shape::Ball(s.radius),
        Body::Cuboid(s) => Shape::Box(Vector::to_array(&s.half_extents), 0.0),
        Body::Capsule(s) => Shape::Capsule(s.half_height(), s.radius),
        Body::Cylinder(s) => Shape::Cylinder(s.half_height, s.radius),
    }
}
