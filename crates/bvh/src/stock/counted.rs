//! A hull that counts parry's work.

use super::body::Body;
use parry3d::bounding_volume::{Aabb, BoundingSphere};
use parry3d::mass_properties::MassProperties;
use parry3d::math::Vector;
use parry3d::query::{PointProjection, PointQuery, Ray, RayCast, RayIntersection};
use parry3d::shape::{FeatureId, Shape, ShapeType, SupportMap, TypedShape};
use std::sync::atomic::{AtomicU64, Ordering};

/// A hull that counts how often it is asked for a support: once per iteration of GJK. In all else it is its body.
pub(super) struct Counted {
    body: Body,
    supports: AtomicU64,
}

impl Counted {
    pub(super) fn new(body: Body) -> Self {
        Self {
            body,
            supports: AtomicU64::new(0),
        }
    }

    pub(super) fn supports(&self) -> u64 {
        self.supports.load(Ordering::Relaxed)
    }
}

impl SupportMap for Counted {
    fn local_support_point(&self, dir: Vector) -> Vector {
        self.supports.fetch_add(1, Ordering::Relaxed);
        self.body.support_map().local_support_point(dir)
    }
}

impl RayCast for Counted {
    fn cast_local_ray_and_get_normal(&self, ray: &Ray, max: f32, solid: bool) -> Option<RayIntersection> {
        self.body.shape().cast_local_ray_and_get_normal(ray, max, solid)
    }
}

impl PointQuery for Counted {
    fn project_local_point(&self, p: Vector, solid: bool) -> PointProjection {
        self.body.shape().project_local_point(p, solid)
    }

    fn project_local_point_and_get_feature(&self, p: Vector) -> (PointProjection, FeatureId) {
        self.body.shape().project_local_point_and_get_feature(p)
    }
}

impl Shape for Counted {
    fn compute_local_aabb(&self) -> Aabb {
        self.body.shape().compute_local_aabb()
    }

    fn compute_local_bounding_sphere(&self) -> BoundingSphere {
        self.body.shape().compute_local_bounding_sphere()
    }

    fn clone_dyn(&self) -> Box<dyn Shape> {
        Box::new(Self::new(self.body))
    }

    fn scale_dyn(&self, scale: Vector, subdivisions: u32) -> Option<Box<dyn Shape>> {
        self.body.shape().scale_dyn(scale, subdivisions)
    }

    fn mass_properties(&self, density: f32) -> MassProperties {
        self.body.shape().mass_properties(density)
    }

    fn shape_type(&self) -> ShapeType {
        ShapeType::Custom
    }

    fn as_typed_shape(&self) -> TypedShape<'_> {
        TypedShape::Custom(self)
    }

    fn ccd_thickness(&self) -> f32 {
        self.body.shape().ccd_thickness()
    }

    fn ccd_angular_thickness(&self) -> f32 {
        self.body.shape().ccd_angular_thickness()
    }

    fn is_convex(&self) -> bool {
        true
    }

    fn as_support_map(&self) -> Option<&dyn SupportMap> {
        Some(self)
    }
}
