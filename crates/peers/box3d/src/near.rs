//! How a hull lies to a brush: its gap by `b3ShapeDistance`, or its depth by Box3D's manifolds.

use crate::body::{Body, Solid};
use crate::world::{Box3d, Loaded};
use boxddd::{
    DistanceInput, LocalManifold, Quat, Transform, Vec3, collide_hull_and_capsule, collide_hull_and_sphere,
    collide_hulls, shape_distance,
};
use clipmark_adapter::form::middle;
use clipmark_adapter::scale::direction;
use clipmark_geometry::{Hull, Point, Vec3 as Units};
use std::rc::Rc;

/// The nearest or deepest point of a brush.
pub(crate) struct Lies {
    /// Gap in units; negative when the body is in the brush.
    pub(crate) gap: f32,
    /// From the brush to the body.
    pub(crate) normal: Units,
    /// On the brush, in units.
    pub(crate) point: Units,
}

/// A hull that stands somewhere.
pub(crate) struct Standing {
    body: Rc<Body>,
    /// The middle of its bounds, in units.
    pub(crate) at: Units,
}

impl Standing {
    /// A hull at a position; `None` where Box3D has no solid of it.
    pub(crate) fn new(loaded: &Loaded, hull: &Hull, at: &Point) -> Option<Self> {
        let body = loaded.body(hull)?;
        body.solid.is_some().then(|| Self {
            body,
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
    let apart = DistanceInput::new(proxy.clone(), standing.body.proxy.clone(), offset);
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
    let manifold = match standing.body.solid.as_ref()? {
        Solid::Sphere(sphere) => collide_hull_and_sphere(hull, sphere, offset),
        Solid::Capsule(capsule) => collide_hull_and_capsule(hull, capsule, offset),
        Solid::Polyhedron(polyhedron) => collide_hulls(hull, polyhedron, offset),
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
