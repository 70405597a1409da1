//! A world as PhysX has it: a cooked convex mesh for each brush, around its own middle. The meshes are shared by all scenes.

#![expect(unsafe_code, reason = "the bindings of PhysX are raw")]

use crate::bodies::{Form, Geometry};
use crate::scale::{STRAIGHT, metres};
use crate::sdk::{last_message, making, sdk};
use crate::settings::Settings;
use clipmark_collision::{BuildError, Sweep};
use clipmark_geometry::{Aabb, Brush, BrushSide, Contents, Cuboid, Model, Point, Vec3 as Units, World};
use physx_sys::*;
use std::ptr::null_mut;

/// What a world is made from, shared by its casts and by all controllers in it.
pub(crate) struct Solids {
    /// One for each brush that PhysX has a shape of.
    pub(crate) parts: Vec<Part>,
    /// The same of each model that may move, in the model's frame.
    pub(crate) models: Vec<Vec<Part>>,
    /// Brushes that PhysX makes no shape of.
    pub(crate) refused: usize,
}

/// A brush.
pub(crate) struct Part {
    pub(crate) contents: Contents,
    pub(crate) sides: Vec<BrushSide>,
    pub(crate) highest: f32,
    /// Half the least of its lengths along the axes, in units.
    pub(crate) least: f32,
    /// Its middle, in units.
    pub(crate) middle: Units,
    pub(crate) rotation: PxQuat,
    pub(crate) shape: Shape,
}

/// The shape of a brush.
pub(crate) enum Shape {
    Convex(Convex),
    /// Half the lengths of a box, in metres: where the set-up asks for boxes, or PhysX cooks no mesh.
    Box([f32; 3]),
}

/// A cooked mesh.
pub(crate) struct Convex(*mut PxConvexMesh);

// SAFETY: a cooked mesh never changes. PhysX counts references to it by an atomic, and it is released under `making`.
unsafe impl Send for Convex {}
// SAFETY: as above.
unsafe impl Sync for Convex {}

impl Drop for Convex {
    fn drop(&mut self) {
        let _guard = making();
        // SAFETY: this is the one reference that `cooked` got. Scenes with the mesh hold references of their own.
        unsafe { PxConvexMesh_release_mut(self.0) }
    }
}

impl Shape {
    pub(crate) fn geometry(&self) -> Geometry {
        match self {
            Self::Box(half) => Geometry::from_form(Form::Box(*half)),
            // SAFETY: the mesh lives as long as `self`, and the constructor stores pointer and scale.
            Self::Convex(mesh) => Geometry::Convex(unsafe {
                let scale = PxMeshScale_new();
                PxConvexMeshGeometry_new(mesh.0, &raw const scale, PxConvexMeshGeometryFlags::TightBounds)
            }),
        }
    }
}

impl Solids {
    /// Of a world's rigid part, and of the models that may move.
    pub(crate) fn build(world: &World, models: &[Model], settings: &Settings) -> Result<Self, BuildError> {
        let (parts, refused) = parts(&world.brushes, settings)?;
        let moving = |model: &Model| Ok(self::parts(&model.brushes, settings)?.0);
        Ok(Self {
            parts,
            models: models.iter().map(moving).collect::<Result<_, BuildError>>()?,
            refused,
        })
    }
}

/// The parts of brushes, and how many there is no shape for.
fn parts(brushes: &[Brush], settings: &Settings) -> Result<(Vec<Part>, usize), BuildError> {
    let mut parts = Vec::new();
    for (i, brush) in brushes.iter().enumerate() {
        let part = part(brush, settings.boxes).map_err(|why| BuildError::Brush {
            backend: settings.name,
            brush: i,
            why,
        })?;
        parts.extend(part);
    }
    let refused = brushes.len() - parts.len();
    Ok((parts, refused))
}

/// A brush as PhysX has it, or `None` if it has no shape for it.
fn part(brush: &Brush, boxes: bool) -> Result<Option<Part>, String> {
    const OPEN: &str = "is open on a side or has a coordinate that is not finite";
    if !brush.sides.iter().all(|s| s.plane.is_valid()) {
        return Err(OPEN.into());
    }
    let corners = brush.vertices();
    let limit = Sweep::LIMIT * 4.0;
    let mut numbers = corners.iter().flat_map(|c| c.iter());
    if numbers.any(|x| !x.is_finite() || x.abs() > limit) {
        return Err(OPEN.into());
    }
    if corners.len() < 4 {
        return Ok(None);
    }
    let bounds = Aabb::of_points(&corners);
    let middle = bounds.center().coords;
    let made = |shape, middle, rotation| Part {
        contents: brush.contents,
        sides: brush.sides.clone(),
        highest: brush.bounds.maxs.z,
        least: bounds.half_extents().min(),
        middle,
        rotation,
        shape,
    };
    let cuboid = || {
        let cuboid = Cuboid::of(brush)?;
        let [x, y, z, w] = [0, 1, 2, 3].map(|i| cuboid.rotation.coords[i]);
        let half = metres(&cuboid.half);
        let shape = Shape::Box([half.x, half.y, half.z]);
        Some(made(shape, cuboid.middle.coords, PxQuat { x, y, z, w }))
    };
    if boxes && let Some(part) = cuboid() {
        return Ok(Some(part));
    }
    let mesh = cooked(&around(&corners, &middle))?;
    let mesh = mesh.map(|mesh| made(Shape::Convex(mesh), middle, STRAIGHT));
    Ok(mesh.or_else(cuboid))
}

/// Corners around a middle, in metres.
pub(crate) fn around(corners: &[Point], middle: &Units) -> Vec<PxVec3> {
    corners.iter().map(|c| metres(&(c.coords - middle))).collect()
}

/// A convex mesh of corners by PhysX's cooking with its defaults; `None` where it cooks none.
fn cooked(corners: &[PxVec3]) -> Result<Option<Convex>, String> {
    let sdk = sdk().ok_or_else(last_message)?;
    let _guard = making();
    // SAFETY: the description points to `corners`, which live during the call and have the count and stride given. The factory and
    // its insertion callback live for ever.
    let mesh = unsafe {
        let scale = PxPhysics_getTolerancesScale(sdk.physics);
        let mut params = PxCookingParams_new(scale);
        // Meshes are for the processor alone.
        params.buildGPUData = false;
        let mut desc = PxConvexMeshDesc_new();
        desc.points.count = corners.len() as u32;
        desc.points.stride = size_of::<PxVec3>() as u32;
        desc.points.data = corners.as_ptr().cast();
        desc.flags = PxConvexFlags::ComputeConvex;
        let insert = PxPhysics_getPhysicsInsertionCallback_mut(sdk.physics);
        phys_PxCreateConvexMesh(&raw const params, &raw const desc, insert, null_mut())
    };
    Ok((!mesh.is_null()).then_some(Convex(mesh)))
}
