//! How a body at rest lies to a brush: its gap by `b3ShapeDistance`, or its depth by Box3D's manifolds.

use crate::bodies::Body;
use crate::plan::Plan;
use crate::world::Loaded;
use boxddd::{
    DistanceInput, LocalManifold, Quat, ShapeProxy, Transform, collide_hull_and_capsule,
    collide_hull_and_sphere, collide_hulls, shape_distance,
};
use clipmark_geometry::Vec3 as Units;

/// The nearest or deepest point of a brush.
pub(crate) struct Lies {
    /// Gap in units; negative when the body is in the brush.
    pub(crate) gap: f32,
    /// From the brush to the body.
    pub(crate) normal: Units,
    /// On the brush, in units.
    pub(crate) point: Units,
}

/// A body around `at`, in units, as casts and position tests take it.
pub(crate) struct Standing<'a> {
    pub(crate) proxy: &'a ShapeProxy,
    pub(crate) body: &'a Body,
    pub(crate) at: Units,
}

/// A gap smaller than this has no reliable direction in GJK, in metres: f32 at a few hundred. Below it the manifold answers.
const NO_GAP: f32 = 1e-4;

/// How a body lies to a part; `None` where Box3D has no answer.
pub(crate) fn lies(plan: &Plan, loaded: &Loaded, part: usize, standing: &Standing) -> Option<Lies> {
    let (hull, proxy) = loaded.hulls[part].as_ref()?;
    let origin = plan.parts[part].middle;
    let offset = Transform::new(plan.length(&(standing.at - origin)), Quat::IDENTITY);
    let apart = DistanceInput::new(proxy.clone(), standing.proxy.clone(), offset);
    let apart = shape_distance(apart.ok()?).ok()?;
    if apart.distance > NO_GAP {
        return Some(Lies {
            gap: apart.distance / plan.settings.metres,
            normal: direction(apart.normal),
            point: plan.units(apart.point_a) + origin,
        });
    }
    // A box too thin for a hull has no manifold: its depth is not known.
    let hull = hull.as_ref()?;
    let manifold = match standing.body {
        Body::Sphere(sphere) => collide_hull_and_sphere(hull, sphere, offset),
        Body::Capsule(capsule) => collide_hull_and_capsule(hull, capsule, offset),
        Body::Solid(solid) => collide_hulls(hull, solid, offset),
    };
    deepest(plan, &manifold.ok()?, &origin)
}

fn deepest(plan: &Plan, manifold: &LocalManifold, origin: &Units) -> Option<Lies> {
    let points = manifold.points.iter();
    let deepest = points.min_by(|a, b| a.separation.total_cmp(&b.separation))?;
    let (gap, normal) = (
        deepest.separation / plan.settings.metres,
        direction(manifold.normal),
    );
    Some(Lies {
        gap,
        normal,
        // The point lies in the middle between the two surfaces.
        point: plan.units(deepest.point) + origin - normal * (gap / 2.0),
    })
}

pub(crate) fn direction(v: boxddd::Vec3) -> Units {
    Units::new(v.x, v.y, v.z)
}
