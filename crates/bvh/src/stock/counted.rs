use clipmark_geometry::{Hull, Vec3};
use parry3d::bounding_volume::{Aabb, BoundingSphere};
use parry3d::mass_properties::MassProperties;
use parry3d::math::{Pose, Real, Rotation, Vector};
use parry3d::query::{PointProjection, PointQuery, Ray, RayCast, RayIntersection};
use parry3d::shape::{Ball, Capsule, Cuboid, Cylinder, FeatureId, Shape, ShapeType, SupportMap, TypedShape};
use std::sync::atomic::{AtomicU64, Ordering};

/// A hull as the parry shape of its kind, centred on the middle of its bounds.
#[derive(Clone, Copy, Debug)]
pub(super) enum Body {
    Ball(Ball),
    Cuboid(Cuboid),
    Capsule(Capsule),
    /// parry's cylinder stands along y; [`Body::pose`] raises it.
    Cylinder(Cylinder),
}

impl Body {
    /// The shape, `None` for a point.
    pub(super) fn of(hull: &Hull) -> Option<Self> {
        let half = hull.bounds().half_extents();
        Some(match *hull {
            Hull::Point => return None,
            Hull::Sphere { radius } => Self::Ball(Ball::new(radius)),
            Hull::Box { .. } => Self::Cuboid(Cuboid::new(half.into())),
            Hull::Capsule { .. } => {
                let radius = hull.radius();
                Self::Capsule(Capsule::new_z(half.z - radius, radius))
            }
            Hull::Cylinder { .. } => Self::Cylinder(Cylinder::new(half.z, half.x)),
        })
    }

    /// Something to ask about a point with.
    pub(super) fn nothing() -> Self {
        Self::Ball(Ball::new(0.0))
    }

    pub(super) fn pose(&self, middle: Vec3) -> Pose {
        let middle = middle.into();
        match self {
            Self::Cylinder(_) => {
                Pose::from_parts(middle, Rotation::from_rotation_x(std::f32::consts::FRAC_PI_2))
            }
            _ => Pose::from_translation(middle),
        }
    }

    pub(super) fn shape(&self) -> &dyn Shape {
        match self {
            Self::Ball(s) => s,
            Self::Cuboid(s) => s,
            Self::Capsule(s) => s,
            Self::Cylinder(s) => s,
        }
    }

    fn support_map(&self) -> &dyn SupportMap {
        match self {
            Self::Ball(s) => s,
            Self::Cuboid(s) => s,
            Self::Capsule(s) => s,
            Self::Cylinder(s) => s,
        }
    }
}

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
    fn cast_local_ray_and_get_normal(&self, ray: &Ray, max: Real, solid: bool) -> Option<RayIntersection> {
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

    fn mass_properties(&self, density: Real) -> MassProperties {
        self.body.shape().mass_properties(density)
    }

    fn shape_type(&self) -> ShapeType {
        ShapeType::Custom
    }

    fn as_typed_shape(&self) -> TypedShape<'_> {
        TypedShape::Custom(self)
    }

    fn ccd_thickness(&self) -> Real {
        self.body.shape().ccd_thickness()
    }

    fn ccd_angular_thickness(&self) -> Real {
        self.body.shape().ccd_angular_thickness()
    }

    fn is_convex(&self) -> bool {
        true
    }

    fn as_support_map(&self) -> Option<&dyn SupportMap> {
        Some(self)
    }
}
