//! PhysX's foundation and factory, of which a process has one until it ends; and what the factory makes: hulls and brushes as
//! geometries. A hull is a geometry by value around the middle of its bounds, a brush a cooked convex mesh around its own middle.
//! The meshes are shared by all scenes.

#![expect(unsafe_code, reason = "the bindings of PhysX are raw")]

use clipmark_adapter::form::{Form, METRE, Sizing, form, scaled};
use clipmark_geometry::{Aabb, Brush, Cuboid, Hull, Point, Pose, Vec3 as Units};
use physx_sys::*;
use std::alloc::{Layout, alloc, dealloc};
use std::ffi::{CStr, c_void};
use std::ptr::null_mut;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

/// PhysX's factory and the one material of all shapes.
pub struct Sdk {
    /// The factory.
    pub physics: *mut PxPhysics,
    /// A material: every shape has one, and no query asks it.
    pub material: *mut PxMaterial,
}

// SAFETY: the pointers are never changed. What they point to is written under `making` alone.
unsafe impl Send for Sdk {}
// SAFETY: as above.
unsafe impl Sync for Sdk {}

static SDK: OnceLock<Option<Sdk>> = OnceLock::new();
static MAKING: Mutex<()> = Mutex::new(());
static HELD: AtomicUsize = AtomicUsize::new(0);
static MESSAGE: Mutex<String> = Mutex::new(String::new());

/// The factory of this process; `None` if PhysX refused to start.
pub fn sdk() -> Option<&'static Sdk> {
    SDK.get_or_init(start).as_ref()
}

/// Held while objects of PhysX are made or released: its documentation promises other threads no more than reads.
pub(crate) fn making() -> MutexGuard<'static, ()> {
    MAKING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Bytes that PhysX holds.
pub(crate) fn held() -> usize {
    HELD.load(Ordering::Relaxed)
}

/// The last error or warning of PhysX.
pub(crate) fn last_message() -> String {
    MESSAGE.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

fn start() -> Option<Sdk> {
    // SAFETY: the callbacks are functions, and live as long as the foundation, which is never released. Each pointer is looked at
    // before it is passed on.
    unsafe {
        let allocator = create_alloc_callback(allocated, freed, null_mut());
        let errors = create_error_callback(reported, null_mut());
        let foundation = phys_PxCreateFoundation(version(5, 1, 3), allocator.cast(), errors);
        if foundation.is_null() {
            return None;
        }
        let scale = PxTolerancesScale_new(1.0, 10.0);
        let physics = phys_PxCreatePhysics(
            version(5, 1, 3),
            foundation,
            &raw const scale,
            false,
            null_mut(),
            null_mut(),
        );
        if physics.is_null() {
            return None;
        }
        let material = PxPhysics_createMaterial_mut(physics, 0.5, 0.5, 0.0);
        (!material.is_null()).then_some(Sdk { physics, material })
    }
}

/// PhysX wants 16-byte alignment. A block begins with its size, so that it can be given back.
const HEAD: usize = 16;

unsafe extern "C" fn allocated(
    size: u64,
    _: *const c_void,
    _: *const c_void,
    _: u32,
    _: *const c_void,
) -> *mut c_void {
    let all = usize::try_from(size).ok().and_then(|size| size.checked_add(HEAD));
    let Some((all, layout)) = all.and_then(|all| Some((all, Layout::from_size_align(all, HEAD).ok()?)))
    else {
        return null_mut();
    };
    // SAFETY: the layout has a size of 16 at least. The block is long enough for its head.
    unsafe {
        let block = alloc(layout);
        if block.is_null() {
            return null_mut();
        }
        block.cast::<usize>().write(all);
        HELD.fetch_add(all, Ordering::Relaxed);
        block.add(HEAD).cast()
    }
}

unsafe extern "C" fn freed(block: *const c_void, _: *const c_void) {
    if block.is_null() {
        return;
    }
    // SAFETY: PhysX gives back only what `allocated` gave it: a block with its size before it.
    unsafe {
        let block = block.cast::<u8>().sub(HEAD).cast_mut();
        let all = block.cast::<usize>().read();
        HELD.fetch_sub(all, Ordering::Relaxed);
        dealloc(block, Layout::from_size_align_unchecked(all, HEAD));
    }
}

unsafe extern "C" fn reported(_: PxErrorCode, why: *const i8, _: *const i8, _: u32, _: *const c_void) {
    if why.is_null() {
        return;
    }
    // SAFETY: PhysX passes a string that ends with a zero and lives during the call.
    let why = unsafe { CStr::from_ptr(why.cast()) };
    let mut message = MESSAGE.lock().unwrap_or_else(PoisonError::into_inner);
    message.clear();
    message.push_str(&why.to_string_lossy());
}

/// Half the thickness that a hull without any is given, in units, since PhysX's geometries have a volume. Smaller: rounding of
/// map coordinates is larger than it; larger: it would show in a gap.
const LEAST: f32 = 1.0 / 1024.0;

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

/// A vector of PhysX's.
pub(crate) fn vec3([x, y, z]: [f32; 3]) -> PxVec3 {
    PxVec3 { x, y, z }
}

/// A length, place or velocity in metres.
pub(crate) fn metres(v: &Units) -> PxVec3 {
    vec3(scaled(v, METRE))
}

/// A direction of PhysX's, which has no unit.
pub(crate) fn direction(v: PxVec3) -> Units {
    Units::new(v.x, v.y, v.z)
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

/// The form of a hull, grown by `margin` units on every side. PhysX has no cylinder, and is asked for none.
pub(crate) fn form_of(hull: &Hull, margin: f32) -> Form {
    let sizing = Sizing {
        length: METRE,
        grown: margin,
        least: LEAST,
    };
    form(hull, sizing)
}

/// How PhysX's geometry of a hull is turned.
pub(crate) fn rotation(hull: &Hull) -> PxQuat {
    match hull {
        Hull::Capsule { .. } => UPRIGHT,
        _ => STRAIGHT,
    }
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
                // A cylinder would be its ball; none comes here.
                Form::Ball(radius) | Form::Cylinder(_, radius) => Self::Sphere(PxSphereGeometry_new(radius)),
                Form::Box([x, y, z]) => Self::Box(PxBoxGeometry_new(x, y, z)),
                Form::Capsule(half, radius) => Self::Capsule(PxCapsuleGeometry_new(radius, half)),
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

/// A geometry in its place.
pub(crate) struct Placed {
    pub(crate) geometry: Geometry,
    pub(crate) pose: PxTransform,
}

/// PhysX's shape of a brush.
pub struct Part {
    /// Half the least of its lengths along the axes, in units.
    pub(crate) least: f32,
    /// Its middle, in units.
    pub(crate) middle: Units,
    pub(crate) rotation: PxQuat,
    pub(crate) shape: Shape,
}

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

/// A brush as PhysX has it, or `None` if it has no shape for it.
pub(crate) fn part(brush: &Brush, corners: &[Point], boxes: bool) -> Result<Option<Part>, String> {
    let bounds = Aabb::of_points(corners);
    let middle = bounds.center().coords;
    let made = |shape, middle, rotation| Part {
        least: bounds.half_extents().min(),
        middle,
        rotation,
        shape,
    };
    let cuboid = || {
        let cuboid = Cuboid::of(brush)?;
        let [x, y, z, w] = [0, 1, 2, 3].map(|i| cuboid.rotation.coords[i]);
        let shape = Shape::Box(scaled(&cuboid.half, METRE));
        Some(made(shape, cuboid.middle.coords, PxQuat { x, y, z, w }))
    };
    if boxes && let Some(part) = cuboid() {
        return Ok(Some(part));
    }
    let mesh = cooked(&around(corners, &middle))?;
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
    // SAFETY: the description points to `corners`, which live during the call and have the count and stride given. The factory
    // and its insertion callback live for ever.
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
