//! A body and its keys in a world that was turned or mirrored.

use clipmark_geometry::{Point, Vec3};
use clipmark_movement::{Body, Order, UserCmd};
use clipmark_referee::conformance::Move;

pub(super) fn body(body: &Body, motion: &Move) -> Body {
    let (base, mirrored) = turn(motion);
    let yaw = |yaw: f32| if mirrored { base - yaw } else { base + yaw };
    mapped(body, |p| motion.point(p), |v| motion.vector(v), yaw, mirrored)
}

pub(super) fn body_back(body: &Body, motion: &Move) -> Body {
    let (base, mirrored) = turn(motion);
    let yaw = |yaw: f32| if mirrored { base - yaw } else { yaw - base };
    mapped(
        body,
        |p| motion.point_back(p),
        |v| motion.vector_back(v),
        yaw,
        mirrored,
    )
}

fn mapped(
    body: &Body,
    point: impl Fn(&Point) -> Point,
    vector: impl Fn(&Vec3) -> Vec3,
    yaw: impl Fn(f32) -> f32,
    mirrored: bool,
) -> Body {
    let mut out = *body;
    out.origin = point(&body.origin);
    out.velocity = vector(&body.velocity);
    out.walker.slide_velocity = vector(&body.walker.slide_velocity);
    out.engine.move_dir = vector(&body.engine.move_dir);
    out.engine.last_free = body.engine.last_free.map(|at| point(&at));
    let angles = body.engine.model_angles;
    out.engine.model_angles.y = yaw(angles.y);
    // A model that leans to its right leans to its left there.
    out.engine.model_angles.z = if mirrored { -angles.z } else { angles.z };
    out
}

/// By how many degrees a move turns the x axis, and whether it mirrors.
fn turn(motion: &Move) -> (f32, bool) {
    let (x, y) = (motion.vector(&Vec3::x()), motion.vector(&Vec3::y()));
    // Axes go to axes, so this is a multiple of 90.
    (x.y.atan2(x.x).to_degrees().round(), x.cross(&y).z < 0.0)
}

/// Quake III's step of the view, in degrees: a turn in 65,536.
const VIEW_STEP: f32 = 360.0 / 65536.0;

/// The keys that ask for the same there.
pub fn command(cmd: &UserCmd, motion: &Move, order: Order) -> UserCmd {
    let (base, mirrored) = turn(motion);
    // Where views are cut off to steps towards zero, only whole steps turn without loss.
    let yaw = match order {
        Order::Quake3 => (cmd.yaw / VIEW_STEP).trunc() * VIEW_STEP,
        _ => cmd.yaw,
    };
    UserCmd {
        yaw: if mirrored { base - yaw } else { base + yaw },
        right: if mirrored { -cmd.right } else { cmd.right },
        ..*cmd
    }
}
