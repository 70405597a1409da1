//! A scene of PhysX's with the solids of a world in it: a static actor a brush, and kinematic ones for parts that move.

#![expect(unsafe_code, reason = "the bindings of PhysX are raw")]

use crate::geometry::{Part, posed, transform};
use crate::sdk::{Sdk, last_message, making, sdk};
use clipmark_adapter::Plan;
use clipmark_geometry::{Contents, Pose};
use physx_sys::*;
use std::ptr::{NonNull, null_mut};
use std::sync::Arc;

/// A scene. It keeps the plan, to whose meshes its shapes point.
pub struct Scene {
    pub(crate) scene: NonNull<PxScene>,
    dispatcher: *mut PxDefaultCpuDispatcher,
    actors: Vec<*mut PxRigidActor>,
    pub(crate) plan: Arc<Plan<Self>>,
}

// SAFETY: only the owner of a scene writes it. PhysX's scene queries may run in many threads at once while nobody writes.
unsafe impl Send for Scene {}
// SAFETY: a shared reference asks queries alone, and no query is left to be prepared: `new` flushes all updates.
unsafe impl Sync for Scene {}

/// A kinematic actor of a part that moves.
#[derive(Clone, Copy)]
pub(crate) struct Kinematic(*mut PxRigidDynamic);

impl Kinematic {
    pub(crate) fn is(self, actor: *mut PxRigidActor) -> bool {
        std::ptr::addr_eq(self.0, actor)
    }
}

impl Scene {
    /// A scene with the rigid part of the world in it.
    pub(crate) fn new(plan: &Arc<Plan<Self>>) -> Result<Self, String> {
        let sdk = sdk().ok_or_else(last_message)?;
        let guard = making();
        // SAFETY: each pointer is looked at before it is used, and `Scene` releases what was made.
        unsafe {
            let mut desc = PxSceneDesc_new(PxPhysics_getTolerancesScale(sdk.physics));
            // No threads: a step moves kinematic actors alone.
            let dispatcher = phys_PxDefaultCpuDispatcherCreate(
                0,
                null_mut(),
                PxDefaultCpuDispatcherWaitForWorkMode::WaitForWork,
                0,
            );
            desc.cpuDispatcher = dispatcher.cast();
            desc.filterShader = get_default_simulation_filter_shader();
            // What its documentation advises where static actors do not change.
            desc.staticStructure = PxPruningStructureType::StaticAabbTree;
            let Some(scene) = NonNull::new(PxPhysics_createScene_mut(sdk.physics, &raw const desc)) else {
                if !dispatcher.is_null() {
                    PxDefaultCpuDispatcher_release_mut(dispatcher);
                }
                return Err(last_message());
            };
            let mut made = Self {
                scene,
                dispatcher,
                actors: Vec::with_capacity(plan.rigid.solids.len()),
                plan: Arc::clone(plan),
            };
            let rigid = plan.rigid.shapes.iter().zip(&plan.rigid.solids);
            for (i, (part, solid)) in rigid.enumerate() {
                let at = transform(&part.middle, part.rotation);
                let actor: *mut PxRigidActor =
                    PxPhysics_createRigidStatic_mut(sdk.physics, &raw const at).cast();
                if !made.add(sdk, actor, (part, solid.contents), i) {
                    let why = last_message();
                    // The scene takes the same lock when it is dropped.
                    drop(guard);
                    return Err(why);
                }
            }
            PxSceneQuerySystemBase_flushUpdates_mut(scene.as_ptr().cast());
            Ok(made)
        }
    }

    /// Gives an actor the shape of a part and puts it into the scene; false where PhysX refuses.
    ///
    /// # Safety
    /// The actor is null or new, and `making` is held.
    unsafe fn add(
        &mut self,
        sdk: &Sdk,
        actor: *mut PxRigidActor,
        (part, contents): (&Part, Contents),
        index: usize,
    ) -> bool {
        if actor.is_null() {
            return false;
        }
        self.actors.push(actor);
        let geometry = part.shape.geometry();
        // SAFETY: the actor is new and not null. Geometry and filter data live during the calls, and the mesh in the geometry as
        // long as `self.plan`.
        unsafe {
            let shape = PxRigidActorExt_createExclusiveShape_1(
                actor,
                geometry.as_ptr(),
                sdk.material,
                PxShapeFlags::SceneQueryShape,
            );
            if shape.is_null() {
                return false;
            }
            let data = PxFilterData {
                word0: contents.bits(),
                word1: 0,
                word2: 0,
                word3: 0,
            };
            PxShape_setQueryFilterData_mut(shape, &raw const data);
            // A number, never read as an address; 0 is none.
            (*shape).userData = std::ptr::without_provenance_mut(index + 1);
            PxScene_addActor_mut(self.scene.as_ptr(), actor.cast(), std::ptr::null())
        }
    }

    /// Kinematic actors of a model's brushes, at a pose.
    pub(crate) fn add_model(&mut self, model: usize, pose: &Pose) -> Result<Vec<Kinematic>, String> {
        let sdk = sdk().ok_or_else(last_message)?;
        let plan = Arc::clone(&self.plan);
        let _guard = making();
        let mut made = Vec::new();
        let model = plan.models.get(model).into_iter();
        for (part, solid) in model.flat_map(|own| own.shapes.iter().zip(&own.solids)) {
            let at = posed(pose, &part.middle, part.rotation);
            // SAFETY: the transform lives during the call; the actor is looked at in `add`. A dynamic actor is a rigid body.
            unsafe {
                let actor = PxPhysics_createRigidDynamic_mut(sdk.physics, &raw const at);
                if actor.is_null() {
                    return Err(last_message());
                }
                PxRigidBody_setRigidBodyFlag_mut(actor.cast(), PxRigidBodyFlag::Kinematic, true);
                if !self.add(sdk, actor.cast(), (part, solid.contents), usize::MAX - 1) {
                    return Err(last_message());
                }
                made.push(Kinematic(actor));
            }
        }
        Ok(made)
    }

    /// Puts a kinematic actor somewhere at once.
    pub(crate) fn put(&mut self, actor: Kinematic, at: &PxTransform) {
        // SAFETY: the actor is of this scene, which is written here alone.
        unsafe { PxRigidActor_setGlobalPose_mut(actor.0.cast(), at, true) }
    }

    /// Says where the next step takes a kinematic actor.
    pub(crate) fn aim(&mut self, actor: Kinematic, at: &PxTransform) {
        // SAFETY: as in `put`; the actor is kinematic and in the scene.
        unsafe { PxRigidDynamic_setKinematicTarget_mut(actor.0, at) }
    }

    /// Where a kinematic actor is.
    pub(crate) fn place(&self, actor: Kinematic) -> PxTransform {
        // SAFETY: the actor is of this scene.
        unsafe { PxRigidActor_getGlobalPose(actor.0.cast()) }
    }

    /// Steps the scene: kinematic actors go to their targets.
    pub(crate) fn step(&mut self, seconds: f32) -> Result<(), String> {
        let mut error = 0;
        // SAFETY: the scene is written here alone; it has a dispatcher without threads, so nothing of it runs after the call.
        let done = unsafe {
            PxScene_simulate_mut(self.scene.as_ptr(), seconds, null_mut(), null_mut(), 0, true)
                && PxScene_fetchResults_mut(self.scene.as_ptr(), true, &raw mut error)
        };
        if done && error == 0 {
            Ok(())
        } else {
            Err(last_message())
        }
    }
}

impl Drop for Scene {
    fn drop(&mut self) {
        let _guard = making();
        // SAFETY: all of these are this scene's own, and nothing else points to them: controllers are released before.
        unsafe {
            for actor in &self.actors {
                PxRigidActor_release_mut(*actor);
            }
            PxScene_release_mut(self.scene.as_ptr());
            if !self.dispatcher.is_null() {
                PxDefaultCpuDispatcher_release_mut(self.dispatcher);
            }
        }
    }
}
