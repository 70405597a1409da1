//! PhysX's world and calls as data: what `question.json` holds, and `peers/physx/ask` reads.
//!
//! Worlds whose parts move are left out: a body rides by a callback that is C++, which a program of Rust alone has not.

use crate::body::{Made, Moved};
use crate::geometry::{self, Part, around, direction, form_of, rotation};
use crate::query::ALONG;
use crate::scene::Scene;
use clipmark_adapter::form::middle;
use clipmark_adapter::scale::{METRE, scaled};
use clipmark_adapter::{Library, Plan, Solid};
use clipmark_collision::Sweep;
use clipmark_collision::question::{Body, BodyPose, Call, Means, Shape, Value, solid_between};
use clipmark_geometry::{Contents, Point, Vec3};
use physx_sys::{PxQuat, PxSweepHit};

/// The versions of `Cargo.lock`.
pub(crate) const LIBRARY: &str = "NVIDIA PhysX 5.1.3, bundled by physx-sys 0.11.5";

/// The solids that a mask collides with.
pub(crate) fn bodies(plan: &Plan<Scene>, mask: Contents) -> Vec<Body> {
    let rigid = plan.rigid.shapes.iter().zip(&plan.rigid.solids);
    let met = rigid.filter(|(_, solid)| solid.contents.intersects(mask));
    met.map(|(part, solid)| given(part, solid)).collect()
}

/// What PhysX was given of a solid.
fn given(part: &Part, solid: &Solid) -> Body {
    let shape = match part.shape {
        geometry::Shape::Box(half) => Shape::Box(half, 0.0),
        geometry::Shape::Convex(_) => {
            let corners = around(&solid_between(&solid.sides).vertices(), &part.middle);
            Shape::Corners(corners.iter().map(|c| [c.x, c.y, c.z]).collect(), 0.0)
        }
    };
    let pose = BodyPose {
        position: three(&part.middle),
        rotation: four(part.rotation),
    };
    Body::new(shape, pose)
}

/// In metres.
fn three(v: &Vec3) -> [f32; 3] {
    scaled(v, METRE)
}

fn four(q: PxQuat) -> [f32; 4] {
    [q.x, q.y, q.z, q.w]
}

/// The controller is made, and its foot put somewhere.
pub(crate) fn create_controller(made: &Made, feet: &Vec3) -> Call {
    let arguments = vec![
        ("half_extents", made.half.into()),
        ("contact_offset", made.skin.into()),
        ("slope_limit", made.slope.into()),
        ("step_offset", made.step.into()),
        ("prevent_climbing_and_force_sliding", made.slides.into()),
        ("foot", three(feet).into()),
    ];
    Call::unjudged("create_controller", arguments, "foot", three(feet).to_vec())
}

/// The foot of the controller is put somewhere.
pub(crate) fn set_foot_position(feet: &Vec3) -> Call {
    let arguments = vec![("foot", three(feet).into())];
    Call::unjudged("set_foot_position", arguments, "foot", three(feet).to_vec())
}

/// One `PxController::move`.
#[derive(Clone, Copy)]
pub(crate) struct Asked {
    /// The wanted displacement, in units.
    pub(crate) wanted: Vec3,
    pub(crate) seconds: f32,
    /// Where the feet are from the position, in units.
    pub(crate) lowest: f32,
    /// In metres.
    pub(crate) step: f32,
    /// The displacement with the press, in units.
    pub(crate) way: Vec3,
    /// The least move, in metres.
    pub(crate) least: f32,
    /// The feet before, in units.
    pub(crate) start: Vec3,
}

/// A move with its result, and whether the body is then said to stand; it may be taken back.
pub(crate) fn move_controller(it: &Asked, moved: &Moved, stands: Option<bool>, is_taken_back: bool) -> Call {
    let feet = Vec3::z() * it.lowest;
    let [x, y, z] = three(&moved.feet);
    let back: Option<Value> = is_taken_back.then(|| three(&it.start).into());
    Call {
        operation: "move",
        arguments: vec![
            ("step_offset", it.step.into()),
            ("displacement", three(&it.way).into()),
            ("min_distance", it.least.into()),
            ("elapsed_time", it.seconds.into()),
            ("then_put_back_to", back.into()),
        ],
        returns: "foot, the skin included, whether something is below (eCOLLISION_DOWN)",
        result: vec![x, y, z, f32::from(u8::from(moved.below))],
        means: Means::Moved {
            from: Point::from(it.start - feet),
            to: Point::from(if is_taken_back { it.start } else { moved.feet } - feet),
            wanted: it.wanted,
            grounded: stands,
        },
    }
}

/// A sweep of a hull that moves, with its result.
pub(crate) fn cast(sweep: &Sweep, hit: Option<&PxSweepHit>, starts_inside: bool, leaves_touch: bool) -> Call {
    let shape = form_of(&sweep.hull, 0.0).as_shape(0.0);
    let way = sweep.displacement();
    let length = way.norm();
    let along: [f32; 3] = (way / length).into();
    let mut arguments = vec![
        ("shape", shape.into()),
        (
            "position",
            three(&(sweep.start.coords + middle(&sweep.hull))).into(),
        ),
        ("rotation", four(rotation(&sweep.hull)).into()),
        ("direction", along.into()),
        ("distance", (length * METRE).into()),
    ];
    if leaves_touch {
        // Less deep is touch; a way less steep into a face, as a sine, is along it.
        arguments.extend([
            ("touch_up_to", (Scene::TOUCHING * METRE).into()),
            ("along_up_to", ALONG.into()),
        ]);
    }
    let (distance, normal) = hit.map_or((-1.0, Vec3::zeros()), |hit| (hit.distance, direction(hit.normal)));
    Call {
        operation: if leaves_touch {
            "sweep_out_of_touch"
        } else {
            "sweep"
        },
        arguments,
        returns: "distance (-1 where nothing is met), normal",
        result: vec![distance, normal.x, normal.y, normal.z],
        means: Means::Cast {
            hull: sweep.hull,
            from: sweep.start,
            way,
            free: hit.map_or(1.0, |hit| (hit.distance / METRE).max(0.0) / length),
            normal: hit.map(|_| normal),
            starts_inside,
        },
    }
}
