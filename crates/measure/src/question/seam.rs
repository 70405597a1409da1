//! The question to a controller that does not note its library's calls: those of [`ControllerWorld`] itself, in units.
//!
//! [`ControllerWorld`]: clipmark_movement::ControllerWorld

use clipmark_collision::question::{
    Body, BodyPose, Call, Fields, Means, Question, Shape, Value, leave_unjudged,
};
use clipmark_geometry::{Brush, Hull, Pose, Vec3, World};
use clipmark_movement::{Move, MovingPart};

/// The solids of a world that a mask collides with, and some moves in it.
pub(super) fn question(controller: &'static str, world: &World, moves: &[Move]) -> Question {
    let Some(last) = moves.last() else {
        return Question::default();
    };
    let met = |brush: &&Brush| brush.contents.intersects(last.mask);
    let fixed = world.brushes.iter().filter(met);
    let fixed = fixed.map(|brush| Body::new(shape(brush), BodyPose::HOME));
    let moving = last.parts.iter().enumerate().map(|(part, it)| {
        let own = world.models.get(it.model).map_or(&[][..], |model| &model.brushes);
        Body {
            part: Some(part),
            pose: BodyPose::HOME,
            shapes: own
                .iter()
                .filter(met)
                .map(|brush| (shape(brush), BodyPose::HOME))
                .collect(),
        }
    });
    let mut calls = Vec::new();
    for (i, step) in moves.iter().enumerate() {
        leave_unjudged(&mut calls);
        if !step.parts.is_empty() {
            calls.push(parts_move(&step.parts, step.seconds));
        }
        if i == 0 || step.placed {
            calls.push(place(step));
        }
        calls.push(carry(step));
    }
    Question {
        library: controller,
        length: 1.0,
        bodies: fixed.chain(moving).collect(),
        calls,
        ..Question::default()
    }
}

fn shape(brush: &Brush) -> Shape {
    Shape::Corners(brush.vertices().iter().map(|p| p.coords.into()).collect(), 0.0)
}

fn pose(pose: &Pose) -> Value {
    BodyPose {
        position: pose.origin.coords.into(),
        rotation: pose.rotation.quaternion(),
    }
    .into()
}

fn parts_move(parts: &[MovingPart], seconds: f32) -> Call {
    let parts = parts
        .iter()
        .map(|part| Value::Fields(vec![("from", pose(&part.from)), ("to", pose(&part.to))]));
    let arguments = vec![
        ("parts", Value::List(parts.collect())),
        ("seconds", seconds.into()),
    ];
    Call::unjudged("parts_move", arguments, "nothing", Vec::new())
}

fn place(step: &Move) -> Call {
    let arguments = vec![
        ("origin", three(&step.from.coords)),
        ("velocity", three(&step.before)),
        ("grounded", step.stood.into()),
        ("hull", hull(&step.hull)),
    ];
    Call::unjudged("place", arguments, "nothing", Vec::new())
}

fn carry(step: &Move) -> Call {
    let nothing = Vec3::repeat(f32::NAN);
    let it = &step.carried;
    let parts = [
        it.origin.coords,
        it.velocity.unwrap_or(nothing),
        it.ground.unwrap_or(nothing),
    ];
    Call {
        operation: "carry",
        arguments: vec![
            ("velocity", three(&step.velocity)),
            ("displacement", three(&step.displacement)),
            ("seconds", step.seconds.into()),
            ("way", format!("{:?}", step.way).as_str().into()),
            ("jumped", step.jumped.into()),
            ("hull", hull(&step.hull)),
        ],
        returns: "origin, velocity left, normal of the ground; no numbers where it says none",
        result: parts.iter().flat_map(|v| v.iter().copied()).collect(),
        means: Means::Moved {
            from: step.from,
            to: it.origin,
            wanted: step.displacement,
            grounded: Some(it.ground.is_some()),
        },
    }
}

fn hull(hull: &Hull) -> Value {
    let bounds = hull.bounds();
    let fields: Fields = vec![
        ("kind", hull.kind().into()),
        ("mins", three(&bounds.mins.coords)),
        ("maxs", three(&bounds.maxs.coords)),
    ];
    fields.into()
}

fn three(v: &Vec3) -> Value {
    Value::Numbers(v.iter().copied().collect())
}
