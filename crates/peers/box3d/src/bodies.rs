//! Hulls as Box3D takes them: a cloud of corners with a radius in casts, and a solid in position tests. Both lie around the
//! middle of the hull's bounds.

use crate::plan::Plan;
use boxddd::{Capsule, Hull as Solid, ShapeProxy, Sphere, Vec3};
use clipmark_geometry::{Hull, Vec3 as Units};

/// Half the thickness that a hull without any is given in a position test, in metres: Box3D makes no solid thinner than 0.001.
/// Smaller: flat boxes have no position test; larger: it would show in a depth.
const LEAST: f32 = 0.001;

/// A hull in a position test.
pub(crate) enum Body {
    Sphere(Sphere),
    Capsule(Capsule),
    Solid(Solid),
}

/// The middle of a hull's bounds from its position, in units.
pub(crate) fn middle(hull: &Hull) -> Units {
    hull.bounds().center().coords
}

/// The two centres of an upright capsule around the middle, and its radius, in metres; a sphere's are one.
fn round(plan: &Plan, hull: &Hull) -> (f32, f32) {
    let half = hull.bounds().half_extents();
    let radius = match hull {
        Hull::Capsule { .. } => hull.radius(),
        _ => half.x,
    }
    .max(0.0);
    let m = plan.settings.metres;
    ((half.z - radius).max(0.0) * m, radius * m)
}

/// The hull as casts take it; `None` for a cylinder, which Box3D has only as a prism.
pub(crate) fn proxy(plan: &Plan, hull: &Hull) -> Option<ShapeProxy> {
    let made = match hull {
        Hull::Point => ShapeProxy::sphere(0.0),
        Hull::Sphere { .. } => ShapeProxy::sphere(round(plan, hull).1),
        Hull::Capsule { .. } => {
            let (level, radius) = round(plan, hull);
            ShapeProxy::capsule([0.0, 0.0, -level], [0.0, 0.0, level], radius)
        }
        Hull::Box { .. } => ShapeProxy::new(corners(plan, hull, 0.0), 0.0),
        Hull::Cylinder { .. } => return None,
    };
    made.ok()
}

/// The hull as a solid; `None` for a cylinder.
pub(crate) fn body(plan: &Plan, hull: &Hull) -> Option<Body> {
    Some(match hull {
        Hull::Point => Body::Sphere(Sphere::new([0.0; 3], LEAST)),
        Hull::Sphere { .. } => Body::Sphere(Sphere::new([0.0; 3], round(plan, hull).1.max(LEAST))),
        Hull::Capsule { .. } => match round(plan, hull) {
            (level, radius) if level > SHORTEST && radius > 0.0 => {
                Body::Capsule(Capsule::new([0.0, 0.0, -level], [0.0, 0.0, level], radius))
            }
            (_, radius) => Body::Sphere(Sphere::new([0.0; 3], radius.max(LEAST))),
        },
        Hull::Box { .. } => Body::Solid(Solid::from_points(corners(plan, hull, LEAST), 8).ok()?),
        Hull::Cylinder { .. } => return None,
    })
}

/// Half the length below which Box3D refuses a capsule, in metres (`B3_MIN_CAPSULE_LENGTH`).
const SHORTEST: f32 = 0.005;

/// The corners of a box whose half extents are no less than `least` metres.
fn corners(plan: &Plan, hull: &Hull, least: f32) -> Vec<Vec3> {
    let least = least / plan.settings.metres;
    let half = hull.bounds().half_extents().map(|x| x.max(least));
    let side = |corner: u8, axis: u8| if corner >> axis & 1 == 0 { -1.0 } else { 1.0 };
    let corner = |i: u8| Units::new(side(i, 0) * half.x, side(i, 1) * half.y, side(i, 2) * half.z);
    (0..8).map(|i| plan.length(&corner(i))).collect()
}
