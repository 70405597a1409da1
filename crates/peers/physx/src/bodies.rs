//! Hulls as PhysX's geometries, around the middle of their bounds.

#![expect(unsafe_code, reason = "the bindings of PhysX are raw")]

use crate::scale::{METRE, STRAIGHT, UPRIGHT, metres};
use clipmark_collision::HullKinds;
use clipmark_geometry::{Hull, Vec3 as Units};
use physx_sys::*;

/// Half the thickness that a hull without any is given, in units, since PhysX's geometries have a volume. Smaller: rounding of map
/// coordinates is larger than it; larger: it would show in a gap.
const LEAST: f32 = 1.0 / 1024.0;

/// The hulls that PhysX sweeps. It has no cylinder.
pub(crate) const CASTS: HullKinds = HullKinds {
    cylinder: false,
    ..HullKinds::ALL
};

/// The middle of a hull's bounds from its position, in units: where PhysX's geometry is put.
pub(crate) fn middle(hull: &Hull) -> Units {
    hull.bounds().center().coords
}

/// How PhysX's geometry of a hull is turned.
pub(crate) fn rotation(hull: &Hull) -> PxQuat {
    match hull {
        Hull::Capsule { .. } => UPRIGHT,
        _ => STRAIGHT,
    }
}

/// Which of PhysX's geometries a hull is, in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Form {
    Sphere(f32),
    /// Half its lengths.
    Box([f32; 3]),
    /// The radius, and half the length between the two centres.
    Capsule(f32, f32),
}

/// The form of a hull, grown by `margin` units on every side; `None` for a cylinder. A point is a sphere of no size worth naming.
pub(crate) fn form(hull: &Hull, margin: f32) -> Option<Form> {
    let half = hull.bounds().half_extents();
    let half = half.map(|x| (x + margin).max(LEAST));
    Some(match hull {
        Hull::Cylinder { .. } => return None,
        Hull::Point | Hull::Sphere { .. } => Form::Sphere(half.x * METRE),
        Hull::Box { .. } => {
            let half = metres(&half);
            Form::Box([half.x, half.y, half.z])
        }
        Hull::Capsule { .. } => {
            let round = (hull.radius() + margin).max(LEAST);
            match half.z - round {
                level if level > LEAST => Form::Capsule(round * METRE, level * METRE),
                _ => Form::Sphere(round * METRE),
            }
        }
    })
}

/// A geometry of PhysX's by value.
#[derive(Clone, Copy)]
pub(crate) enum Geometry {
    Sphere(PxSphereGeometry),
    Box(PxBoxGeometry),
    Capsule(PxCapsuleGeometry),
    Convex(PxConvexMeshGeometry),
}

impl Geometry {
    pub(crate) fn from_form(form: Form) -> Self {
        // SAFETY: these constructors store the numbers that they are given.
        unsafe {
            match form {
                Form::Sphere(radius) => Self::Sphere(PxSphereGeometry_new(radius)),
                Form::Box([x, y, z]) => Self::Box(PxBoxGeometry_new(x, y, z)),
                Form::Capsule(radius, level) => Self::Capsule(PxCapsuleGeometry_new(radius, level)),
            }
        }
    }

    /// As PhysX's base class, for as long as this lives.
    pub(crate) fn as_ptr(&self) -> *const PxGeometry {
        match self {
            Self::Sphere(it) => std::ptr::from_ref(it).cast(),
            Self::Box(it) => std::ptr::from_ref(it).cast(),
            Self::Capsule(it) => std::ptr::from_ref(it).cast(),
            Self::Convex(it) => std::ptr::from_ref(it).cast(),
        }
    }
}
