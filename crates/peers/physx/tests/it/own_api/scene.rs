//! A scene of PhysX, its casts and its controllers.

use clipmark_physx::inner::sdk;
use physx_sys::*;
use std::ptr::{null, null_mut};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Scenes are made one at a time.
static ONE: Mutex<()> = Mutex::new(());

/// A scene of boxes. It is never released: a test ends soon.
pub(super) struct Boxes {
    pub(super) scene: *mut PxScene,
    pub(super) manager: *mut PxControllerManager,
    _guard: MutexGuard<'static, ()>,
}

pub(super) fn vec3([x, y, z]: [f32; 3]) -> PxVec3 {
    PxVec3 { x, y, z }
}

pub(super) fn at(place: [f32; 3]) -> PxTransform {
    let straight = PxQuat {
        x: 0.0,
        y: 0.0,
        z: 0.0,
        w: 1.0,
    };
    PxTransform {
        q: straight,
        p: vec3(place),
    }
}

impl Boxes {
    /// Static boxes by half their lengths and their middles.
    pub(super) fn new(boxes: &[([f32; 3], [f32; 3])]) -> Self {
        let _guard = ONE.lock().unwrap_or_else(PoisonError::into_inner);
        let physics = sdk().unwrap().physics;
        // SAFETY: the factory lives for ever, and what it makes is looked at before it is used.
        let (scene, manager) = unsafe {
            let mut desc = PxSceneDesc_new(PxPhysics_getTolerancesScale(physics));
            let inline = PxDefaultCpuDispatcherWaitForWorkMode::WaitForWork;
            desc.cpuDispatcher = phys_PxDefaultCpuDispatcherCreate(0, null_mut(), inline, 0).cast();
            desc.filterShader = get_default_simulation_filter_shader();
            let scene = PxPhysics_createScene_mut(physics, &raw const desc);
            assert!(!scene.is_null());
            (scene, phys_PxCreateControllerManager(scene, false))
        };
        let made = Self {
            scene,
            manager,
            _guard,
        };
        for (half, middle) in boxes {
            made.add(*half, *middle);
        }
        made
    }

    pub(super) fn add(&self, half: [f32; 3], middle: [f32; 3]) {
        let sdk = sdk().unwrap();
        // SAFETY: geometry and pose live during the call; the actor is looked at.
        unsafe {
            let geometry = PxBoxGeometry_new_1(vec3(half));
            let actor = phys_PxCreateStatic(
                sdk.physics,
                &at(middle),
                (&raw const geometry).cast(),
                sdk.material,
                &at([0.0; 3]),
            );
            assert!(!actor.is_null());
            PxScene_addActor_mut(self.scene, actor.cast(), null());
        }
    }

    /// A kinematic box.
    pub(super) fn kinematic(&self, half: [f32; 3], middle: [f32; 3]) -> *mut PxRigidDynamic {
        let sdk = sdk().unwrap();
        // SAFETY: as in `add`.
        unsafe {
            let geometry = PxBoxGeometry_new_1(vec3(half));
            let actor = phys_PxCreateKinematic(
                sdk.physics,
                &at(middle),
                (&raw const geometry).cast(),
                sdk.material,
                1.0,
                &at([0.0; 3]),
            );
            assert!(!actor.is_null());
            PxScene_addActor_mut(self.scene, actor.cast(), null());
            actor
        }
    }

    /// A box of 0.9375 x 0.9375 x 1.75 m cast from a middle along a way.
    pub(super) fn cast(&self, from: [f32; 3], way: [f32; 3]) -> Option<PxSweepHit> {
        self.cast_by(PxHitFlags::Default, from, way)
    }

    pub(super) fn cast_by(&self, flags: PxHitFlags, from: [f32; 3], way: [f32; 3]) -> Option<PxSweepHit> {
        // SAFETY: it stores the numbers that it is given.
        let body = unsafe { PxBoxGeometry_new(0.46875, 0.46875, 0.875) };
        self.cast_of((&raw const body).cast(), flags, from, way)
    }

    /// `geometry` lives during the call.
    pub(super) fn cast_of(
        &self,
        geometry: *const PxGeometry,
        flags: PxHitFlags,
        from: [f32; 3],
        way: [f32; 3],
    ) -> Option<PxSweepHit> {
        let length = way.iter().map(|x| x * x).sum::<f32>().sqrt();
        let mut hit = std::mem::MaybeUninit::<PxSweepHit>::uninit();
        // SAFETY: all pointers are to things that live during the call; PhysX writes the hit.
        unsafe {
            let filter = PxQueryFilterData_new();
            let met = PxSceneQueryExt_sweepSingle(
                self.scene,
                geometry,
                &at(from),
                &vec3(way.map(|x| x / length)),
                length,
                flags,
                hit.as_mut_ptr(),
                &raw const filter,
                null_mut(),
                null(),
                0.0,
            );
            met.then(|| hit.assume_init())
        }
    }

    /// A box controller of the same size with PhysX's defaults but for `change`, its foot at a place.
    pub(super) fn controller(
        &self,
        foot: [f32; 3],
        change: impl FnOnce(&mut PxBoxControllerDesc),
    ) -> *mut PxController {
        let sdk = sdk().unwrap();
        // SAFETY: the description is valid until it is deleted, and the controller is looked at.
        unsafe {
            let desc = PxBoxControllerDesc_new_alloc();
            (*desc).upDirection = vec3([0.0, 0.0, 1.0]);
            (*desc).material = sdk.material;
            (*desc).halfHeight = 0.875;
            (*desc).halfSideExtent = 0.46875;
            (*desc).halfForwardExtent = 0.46875;
            change(&mut *desc);
            let made = PxControllerManager_createController_mut(self.manager, desc.cast());
            PxBoxControllerDesc_delete(desc);
            assert!(!made.is_null());
            let [x, y, z] = foot.map(f64::from);
            PxController_setFootPosition_mut(made, &PxExtendedVec3 { x, y, z });
            made
        }
    }

    /// Steps the world.
    pub(super) fn step(&self, seconds: f32) {
        let mut error = 0;
        // SAFETY: the scene has a dispatcher without threads.
        unsafe {
            PxScene_simulate_mut(self.scene, seconds, null_mut(), null_mut(), 0, true);
            PxScene_fetchResults_mut(self.scene, true, &raw mut error);
        }
        assert_eq!(error, 0);
    }
}

/// Moves a controller; its foot, and whether it met something below.
pub(super) fn go(it: *mut PxController, way: [f32; 3], seconds: f32) -> ([f32; 3], bool) {
    // SAFETY: the controller and its scene are never released.
    unsafe {
        let filters = PxControllerFilters_new(null(), null_mut(), null_mut());
        let flags = PxController_move_mut(it, &vec3(way), 0.0, seconds, &raw const filters, null());
        let foot = PxController_getFootPosition(it);
        let below = flags.contains(PxControllerCollisionFlags::CollisionDown);
        ([foot.x as f32, foot.y as f32, foot.z as f32], below)
    }
}

impl Boxes {
    /// A static convex mesh of corners, cooked with PhysX's defaults.
    pub(super) fn add_convex(&self, corners: &[[f32; 3]]) {
        let sdk = sdk().unwrap();
        // SAFETY: corners, description and geometry live during the calls; mesh and actor are looked at.
        unsafe {
            let mut params = PxCookingParams_new(PxPhysics_getTolerancesScale(sdk.physics));
            params.buildGPUData = false;
            let mut desc = PxConvexMeshDesc_new();
            desc.points.count = corners.len() as u32;
            desc.points.stride = size_of::<[f32; 3]>() as u32;
            desc.points.data = corners.as_ptr().cast();
            desc.flags = PxConvexFlags::ComputeConvex;
            let insert = PxPhysics_getPhysicsInsertionCallback_mut(sdk.physics);
            let mesh = phys_PxCreateConvexMesh(&raw const params, &raw const desc, insert, null_mut());
            assert!(!mesh.is_null());
            let flags = PxConvexMeshGeometryFlags::TightBounds;
            let geometry = PxConvexMeshGeometry_new(mesh, &PxMeshScale_new(), flags);
            let actor = phys_PxCreateStatic(
                sdk.physics,
                &at([0.0; 3]),
                (&raw const geometry).cast(),
                sdk.material,
                &at([0.0; 3]),
            );
            assert!(!actor.is_null());
            PxScene_addActor_mut(self.scene, actor.cast(), null());
        }
    }
}

/// The corners of a box.
pub(super) fn corners(half: [f32; 3], middle: [f32; 3]) -> Vec<[f32; 3]> {
    let corner = |i: usize| [0, 1, 2].map(|k| middle[k] + if i >> k & 1 == 0 { -half[k] } else { half[k] });
    (0..8).map(corner).collect()
}

/// A floor with its top at 0.
pub(super) const FLOOR: ([f32; 3], [f32; 3]) = ([20.0, 20.0, 1.0], [0.0, 0.0, -1.0]);
