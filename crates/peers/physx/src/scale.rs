//! Units to metres and back: a power of two, so that nothing is rounded.

use clipmark_geometry::{Point, Pose, Vec3 as Units};
use physx_sys::{PxExtendedVec3, PxQuat, PxTransform, PxVec3};

/// Metres of one unit. A player of 56 units is 1.75 m tall. PhysX's defaults are those of people in metres: a skin of 0.1 m,
/// steps of 0.5 m.
pub(crate) const METRE: f32 = 1.0 / 32.0;

/// No rotation.
pub(crate) const STRAIGHT: PxQuat = PxQuat {
    x: 0.0,
    y: 0.0,
    z: 0.0,
    w: 1.0,
};

/// PhysX's capsules lie along x; turns them upright along z.
pub(crate) const UPRIGHT: PxQuat = PxQuat {
    x: 0.0,
    y: std::f32::consts::FRAC_1_SQRT_2,
    z: 0.0,
    w: std::f32::consts::FRAC_1_SQRT_2,
};

/// A length, place or velocity in metres.
pub(crate) fn metres(v: &Units) -> PxVec3 {
    PxVec3 {
        x: v.x * METRE,
        y: v.y * METRE,
        z: v.z * METRE,
    }
}

/// A direction for PhysX, which has no unit.
pub(crate) fn vec3(v: &Units) -> PxVec3 {
    PxVec3 {
        x: v.x,
        y: v.y,
        z: v.z,
    }
}

/// A direction of PhysX's, which has no unit.
pub(crate) fn direction(v: PxVec3) -> Units {
    Units::new(v.x, v.y, v.z)
}

/// A place in units.
pub(crate) fn point(v: PxVec3) -> Point {
    Point::new(v.x / METRE, v.y / METRE, v.z / METRE)
}

/// A controller's place in metres, which PhysX has in f64.
pub(crate) fn extended(v: &Units) -> PxExtendedVec3 {
    let [x, y, z] = [v.x, v.y, v.z].map(|x| f64::from(x * METRE));
    PxExtendedVec3 { x, y, z }
}

/// The same in units.
pub(crate) fn of_extended(v: &PxExtendedVec3) -> Units {
    let [x, y, z] = [v.x, v.y, v.z].map(|x| (x / f64::from(METRE)) as f32);
    Units::new(x, y, z)
}

/// A place in units, with a rotation.
pub(crate) fn transform(at: &Units, q: PxQuat) -> PxTransform {
    PxTransform { q, p: metres(at) }
}

/// Where a thing of a model is, whose middle and rotation in the model's frame are given.
pub(crate) fn posed(pose: &Pose, middle: &Units, own: PxQuat) -> PxTransform {
    let [x, y, z, w] = pose.rotation.quaternion();
    let at = pose.into_world(&Point::from(*middle));
    transform(&at.coords, product(PxQuat { x, y, z, w }, own))
}

/// The rotation `b`, then `a`.
fn product(a: PxQuat, b: PxQuat) -> PxQuat {
    PxQuat {
        x: a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
        y: a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
        z: a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
        w: a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
    }
}
