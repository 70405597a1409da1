//! A hull as Box3D takes it: in casts a cloud of corners with a radius, in position tests a solid. Both lie around the middle of
//! the hull's bounds.

use boxddd::{Capsule, Hull as Polyhedron, ShapeProxy, Sphere, Vec3};
use clipmark_adapter::form::{Form, Sizing, form};
use clipmark_geometry::Hull;

/// A hull that is asked with.
pub(crate) struct Body {
    pub(crate) proxy: ShapeProxy,
    /// None of a box that Box3D makes no solid of.
    pub(crate) solid: Option<Solid>,
}

/// A hull in a position test.
pub(crate) enum Solid {
    Sphere(Sphere),
    Capsule(Capsule),
    Polyhedron(Polyhedron),
}

/// Half the thickness that a hull without any is given in a position test, in metres: Box3D makes no solid thinner than 0.001.
/// Smaller: flat boxes have no position test; larger: it would show in a depth.
const LEAST: f32 = 0.001;

/// Half the length below which Box3D refuses a capsule, in metres (`B3_MIN_CAPSULE_LENGTH`).
const SHORTEST: f32 = 0.005;

impl Body {
    /// A hull, where a unit has so many metres; `None` for a cylinder, which Box3D has only as a prism.
    pub(crate) fn from_hull(hull: &Hull, metre: f32) -> Option<Self> {
        let form_of = |least: f32| {
            let sizing = Sizing {
                length: metre,
                grown: 0.0,
                least: least / metre,
            };
            form(hull, sizing)
        };
        Some(Self {
            proxy: proxy(form_of(0.0))?,
            solid: solid(form_of(LEAST)),
        })
    }
}

fn proxy(form: Form) -> Option<ShapeProxy> {
    let made = match form {
        Form::Ball(radius) => ShapeProxy::sphere(radius),
        Form::Capsule(level, radius) => ShapeProxy::capsule([0.0, 0.0, -level], [0.0, 0.0, level], radius),
        Form::Box(half) => ShapeProxy::new(corners(half), 0.0),
        Form::Cylinder(..) => return None,
    };
    made.ok()
}

fn solid(form: Form) -> Option<Solid> {
    let sphere = |radius| Solid::Sphere(Sphere::new([0.0; 3], radius));
    Some(match form {
        Form::Ball(radius) => sphere(radius),
        Form::Capsule(level, radius) if level > SHORTEST => {
            Solid::Capsule(Capsule::new([0.0, 0.0, -level], [0.0, 0.0, level], radius))
        }
        Form::Capsule(_, radius) => sphere(radius),
        Form::Box(half) => Solid::Polyhedron(Polyhedron::from_points(corners(half), 8).ok()?),
        Form::Cylinder(..) => return None,
    })
}

/// The corners of a box by half its lengths.
fn corners([x, y, z]: [f32; 3]) -> [Vec3; 8] {
    let side = |corner: usize, axis: usize| if corner >> axis & 1 == 0 { -1.0 } else { 1.0 };
    std::array::from_fn(|i| Vec3::new(side(i, 0) * x, side(i, 1) * y, side(i, 2) * z))
}
