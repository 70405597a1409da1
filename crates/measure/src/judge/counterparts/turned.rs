//! A body and its keys in a world that was turned or mirrored.

use clipmark_geometry::Vec3;
use clipmark_movement::{Body, Order, UserCmd};
use clipmark_referee::conformance::Move;

pub(super) fn body(body: &Body, motion: &Move) -> Body {
    let mut out = *body;
    out.origin = motion.point(&body.origin);
    out.velocity = motion.vector(&body.velocity);
    out.walker.slide_velocity = motion.vector(&body.walker.slide_velocity);
    out.engine.move_dir = motion.vector(&body.engine.move_dir);
    out.engine.last_free = body.engine.last_free.map(|at| motion.point(&at));
    let (base, mirrored) = turn(motion);
    let angles = body.engine.model_angles;
    out.engine.model_angles.y = if mirrored {
        base - angles.y
    } else {
        base + angles.y
    };
    // A model that leans to its right leans to its left there.
    out.engine.model_angles.z = if mirrored { -angles.z } else { angles.z };
    out
}

pub(super) fn body_back(body: &Body, motion: &Move) -> Body {
    let mut out = *body;
    out.origin = motion.point_back(&body.origin);
    out.velocity = motion.vector_back(&body.velocity);
    out.walker.slide_velocity = motion.vector_back(&body.walker.slide_velocity);
    out.engine.move_dir = motion.vector_back(&body.engine.move_dir);
    out.engine.last_free = body.engine.last_free.map(|at| motion.point_back(&at));
    let (base, mirrored) = turn(motion);
    let angles = body.engine.model_angles;
    out.engine.model_angles.y = if mirrored {
        base - angles.y
    } else {
        angles.y - base
    };
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
