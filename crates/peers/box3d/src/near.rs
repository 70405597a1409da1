//! A hull as Box3D takes it, and how it lies to a brush: its gap by `b3ShapeDistance`, or its depth by Box3D's manifolds.
//!
//! In casts a hull is a cloud of corners with a radius, in position tests a solid. Both lie around the middle of the hull's bounds.

use crate::world::{Box3d, Loaded};
use boxddd::{
    Capsule, DistanceInput, Hull as Solid, LocalManifold, Quat, ShapeProxy, Sphere, Transform, Vec3,
    collide_hull_and_capsule, collide_hull_and_sphere, collide_hulls, shape_distance,
};
use clipmark_adapter::form::middle;
use clipmark_adapter::scale::direction;
use clipmark_geometry::{Hull, Point, Vec3 as Units};

/// The nearest or deepest point of a brush.
pub(crate) struct Lies {
    /// Gap in units; negative when the body is in the brush.
    pub(crate) gap: f32,
    /// From the brush to the body.
    pub(crate) normal: Units,
    /// On the brush, in units.
    pub(crate) point: Units,
}

/// A hull around `at`, in units, as casts and position tests take it.
pub(crate) struct Standing {
    proxy: ShapeProxy,
    body: Body,
    pub(crate) at: Units,
}

impl Standing {
    /// A hull at a position; `None` for a cylinder.
    pub(crate) fn new(box3d: &Box3d, hull: &Hull, at: &Point) -> Option<Self> {
        Some(Self {
            proxy: proxy(box3d, hull)?,
            body: body(box3d, hull)?,
            at: at.coords + middle(hull),
        })
    }
}

/// A gap smaller than this has no reliable direction in GJK, in metres: f32 at a few hundred. Below it the manifold answers.
const NO_GAP: f32 = 1e-4;

/// How a body lies to a part; `None` where Box3D has no answer.
pub(crate) fn lies(box3d: &Box3d, loaded: &Loaded, part: usize, standing: &Standing) -> Option<Lies> {
    let (hull, proxy) = loaded.hulls[part].as_ref()?;
    let origin = box3d.plan.rigid.shapes[part].middle;
    let offset = Transform::new(box3d.length(&(standing.at - origin)), Quat::IDENTITY);
    let apart = DistanceInput::new(proxy.clone(), standing.proxy.clone(), offset);
    let apart = shape_distance(apart.ok()?).ok()?;
    if apart.distance > NO_GAP {
        return Some(Lies {
            gap: apart.distance / box3d.metre(),
            normal: normal_of(apart.normal),
            point: box3d.units(apart.point_a) + origin,
        });
    }
    // A box too thin for a hull has no manifold: its depth is not known.
    let hull = hull.as_ref()?;
    let manifold = match &standing.body {
        Body::Sphere(sphere) => collide_hull_and_sphere(hull, sphere, offset),
        Body::Capsule(capsule) => collide_hull_and_capsule(hull, capsule, offset),
        Body::Solid(solid) => collide_hulls(hull, solid, offset),
    };
    deepest(box3d, &manifold.ok()?, &origin)
}

fn deepest(box3d: &Box3d, manifold: &LocalManifold, origin: &Units) -> Option<Lies> {
    let points = manifold.points.iter();
    let deepest = points.min_by(|a, b| a.separation.total_cmp(&b.separation))?;
    let (gap, normal) = (deepest.separation / box3d.metre(), normal_of(manifold.normal));
    Some(Lies {
        gap,
        normal,
        // The point lies in the middle between the two surfaces.
        point: box3d.units(deepest.point) + origin - normal * (gap / 2.0),
    })
}

/// A direction of Box3D's.
pub(crate) fn normal_of(v: Vec3) -> Units {
    direction([v.x, v.y, v.z])
}

/// Half the thickness that a hull without any is given in a position test, in metres: Box3D makes no solid thinner than 0.001.
/// Smaller: flat boxes have no position test; larger: it would show in a depth.
const LEAST: f32 = 0.001;

/// A hull in a position test.
enum Body {
    Sphere(Sphere),
    Capsule(Capsule),
    Solid(Solid),
}

/// The two centres of an upright capsule around the middle, and its radius, in metres; a sphere's are one.
fn round(box3d: &Box3d, hull: &Hull) -> (f32, f32) {
    let half = hull.bounds().half_extents();
    let radius = match hull {
        Hull::Capsule { .. } => hull.radius(),
        _ => half.x,
    }
    .max(0.0);
    let m = box3d.metre();
    ((half.z - radius).max(0.0) * m, radius * m)
}

/// The hull as casts take it; `None` for a cylinder, which Box3D has only as a prism.
pub(crate) fn proxy(box3d: &Box3d, hull: &Hull) -> Option<ShapeProxy> {
    let made = match hull {
        Hull::Point => ShapeProxy::sphere(0.0),
        Hull::Sphere { .. } => ShapeProxy::sphere(round(box3d, hull).1),
        Hull::Capsule { .. } => {
            let (level, radius) = round(box3d, hull);
            ShapeProxy::capsule([0.0, 0.0, -level], [0.0, 0.0, level], radius)
        }
        Hull::Box { .. } => ShapeProxy::new(corners(box3d, hull, 0.0), 0.0),
        Hull::Cylinder { .. } => return None,
    };
    made.ok()
}

/// The hull as a solid; `None` for a cylinder.
fn body(box3d: &Box3d, hull: &Hull) -> Option<Body> {
    Some(match hull {
        Hull::Point => Body::Sphere(Sphere::new([0.0; 3], LEAST)),
        Hull::Sphere { .. } => Body::Sphere(Sphere::new([0.0; 3], round(box3d, hull).1.max(LEAST))),
        Hull::Capsule { .. } => match round(box3d, hull) {
            (level, radius) if level > SHORTEST && radius > 0.0 => {
                Body::Capsule(Capsule::new([0.0, 0.0, -level], [0.0, 0.0, level], radius))
            }
            (_, radius) => Body::Sphere(Sphere::new([0.0; 3], radius.max(LEAST))),
        },
        Hull::Box { .. } => Body::Solid(Solid::from_points(corners(box3d, hull, LEAST), 8).ok()?),
        Hull::Cylinder { .. } => return None,
    })
}

/// Half the length below which Box3D refuses a capsule, in metres (`B3_MIN_CAPSULE_LENGTH`).
const SHORTEST: f32 = 0.005;

/// The corners of a box whose half extents are no less than `least` metres.
fn corners(box3d: &Box3d, hull: &Hull, least: f32) -> Vec<Vec3> {
    let least = least / box3d.metre();
    let half = hull.bounds().half_extents().map(|x| x.max(least));
    let side = |corner: u8, axis: u8| if corner >> axis & 1 == 0 { -1.0 } else { 1.0 };
    let corner = |i: u8| Units::new(side(i, 0) * half.x, side(i, 1) * half.y, side(i, 2) * half.z);
    (0..8).map(|i| box3d.length(&corner(i))).collect()
}
