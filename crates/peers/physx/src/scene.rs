//! A scene of PhysX's with the solids of a world in it, a static actor a brush, and kinematic ones for parts that move; and the
//! questions that it is asked: `sweep`, `raycast` and `overlap` of a scene, and `computePenetration` of two geometries.

#![expect(unsafe_code, reason = "the bindings of PhysX are raw")]

use crate::sdk::{Part, Placed, Sdk, direction, last_message, making, posed, sdk, transform, vec3};
use clipmark_adapter::Plan;
use clipmark_geometry::{Contents, Pose, Vec3};
use physx_sys::*;
use std::mem::MaybeUninit;
use std::ops::ControlFlow;
use std::ptr::{NonNull, null, null_mut};
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
            let data = filter_data(contents);
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

/// The steepest way into a face in touch that counts as along it, as a sine: ten times the error of PhysX's normals (1e-6).
/// Smaller: floors hold a hull that slides on them; larger: a sweep of 1,000 units that begins in touch goes over 0.01 units
/// deep.
pub(crate) const ALONG: f32 = 1e-5;

/// Hits that are asked for without an allocation.
const FEW: usize = 128;

/// The contents in the first word of what PhysX filters by.
pub(crate) fn filter_data(contents: Contents) -> PxFilterData {
    PxFilterData {
        word0: contents.bits(),
        word1: 0,
        word2: 0,
        word3: 0,
    }
}

/// Which shapes a question is about, by PhysX's own filter: a bit of the first word must be common.
fn filter(mask: Contents) -> PxQueryFilterData {
    PxQueryFilterData {
        data: filter_data(mask),
        flags: PxQueryFlags::Static | PxQueryFlags::Dynamic,
        structgen_pad0: [0; 2],
    }
}

impl Scene {
    /// The first thing that a geometry meets. A mask without bits means everything to PhysX, and must not come here.
    pub(crate) fn sweep(
        &self,
        body: &Placed,
        along: PxVec3,
        distance: f32,
        mask: Contents,
    ) -> Option<PxSweepHit> {
        let mut hit = MaybeUninit::<PxSweepHit>::uninit();
        let filter = filter(mask);
        // SAFETY: all pointers are to things that live during the call. PhysX writes the hit in every case.
        unsafe {
            let met = PxSceneQueryExt_sweepSingle(
                self.scene.as_ptr(),
                body.geometry.as_ptr(),
                &raw const body.pose,
                &raw const along,
                distance,
                PxHitFlags::Default,
                hit.as_mut_ptr(),
                &raw const filter,
                null_mut(),
                null(),
                0.0,
            );
            met.then(|| hit.assume_init())
        }
    }

    /// The first thing that a ray meets.
    pub(crate) fn raycast(
        &self,
        from: PxVec3,
        along: PxVec3,
        distance: f32,
        mask: Contents,
    ) -> Option<PxRaycastHit> {
        let mut hit = MaybeUninit::<PxRaycastHit>::uninit();
        let filter = filter(mask);
        // SAFETY: as in `sweep`.
        unsafe {
            let met = PxSceneQueryExt_raycastSingle(
                self.scene.as_ptr(),
                &raw const from,
                &raw const along,
                distance,
                PxHitFlags::Default,
                hit.as_mut_ptr(),
                &raw const filter,
                null_mut(),
                null(),
            );
            met.then(|| hit.assume_init())
        }
    }

    /// Shows every shape that a geometry meets on its way, in the order of the solids. Where it begins in touch or overlap, the
    /// normal is that of the least way out (`eMTD`).
    pub(crate) fn sweep_all(
        &self,
        body: &Placed,
        along: PxVec3,
        distance: f32,
        mask: Contents,
        visit: &mut dyn FnMut(&PxSweepHit),
    ) {
        let mut filter = filter(mask);
        filter.flags |= PxQueryFlags::NoBlock;
        let ask = |into: &mut [MaybeUninit<PxSweepHit>]| {
            let mut blocks = false;
            // SAFETY: as in `sweep`; the buffer has the length that is told.
            unsafe {
                PxSceneQueryExt_sweepMultiple(
                    self.scene.as_ptr(),
                    body.geometry.as_ptr(),
                    &raw const body.pose,
                    &raw const along,
                    distance,
                    PxHitFlags::Default | PxHitFlags::Mtd,
                    into.as_mut_ptr().cast(),
                    into.len() as u32,
                    &raw mut blocks,
                    &raw const filter,
                    null_mut(),
                    null(),
                    0.0,
                )
            }
        };
        // SAFETY: PhysX wrote as many hits as it says.
        unsafe {
            all(ask, |hit| hit.shape, &mut |hit| {
                visit(hit);
                ControlFlow::Continue(())
            })
        }
    }

    /// Shows every shape that a geometry overlaps, in the order of the solids, until `visit` breaks off.
    pub(crate) fn overlaps(
        &self,
        body: &Placed,
        mask: Contents,
        visit: &mut dyn FnMut(&PxOverlapHit) -> ControlFlow<()>,
    ) {
        let filter = filter(mask);
        let ask = |into: &mut [MaybeUninit<PxOverlapHit>]| {
            // SAFETY: as in `sweep`; the buffer has the length that is told.
            unsafe {
                PxSceneQueryExt_overlapMultiple(
                    self.scene.as_ptr(),
                    body.geometry.as_ptr(),
                    &raw const body.pose,
                    into.as_mut_ptr().cast(),
                    into.len() as u32,
                    &raw const filter,
                    null_mut(),
                )
            }
        };
        // SAFETY: PhysX wrote as many hits as it says.
        unsafe { all(ask, |hit| hit.shape, visit) }
    }

    /// How deep a geometry is in a shape that a query named, in metres, and the unit direction out.
    pub(crate) fn penetration(
        &self,
        body: &Placed,
        actor: *mut PxRigidActor,
        shape: *mut PxShape,
    ) -> Option<(Vec3, f32)> {
        if actor.is_null() || shape.is_null() {
            return None;
        }
        let (mut way, mut depth) = (vec3([0.0; 3]), 0.0);
        // SAFETY: actor and shape are of this scene, which lives. The rest as in `sweep`.
        let overlaps = unsafe {
            let other = PxShapeExt_getGlobalPose(shape, actor);
            PxGeometryQuery_computePenetration(
                &raw mut way,
                &raw mut depth,
                body.geometry.as_ptr(),
                &raw const body.pose,
                PxShape_getGeometry(shape),
                &raw const other,
                PxGeometryQueryFlags::SimdGuard,
            )
        };
        overlaps.then(|| (direction(way), depth))
    }

    /// The point of a shape nearest to a place, in metres, and how far it is; `None` inside.
    pub(crate) fn nearest(
        &self,
        place: PxVec3,
        actor: *mut PxRigidActor,
        shape: *mut PxShape,
    ) -> Option<PxVec3> {
        if actor.is_null() || shape.is_null() {
            return None;
        }
        let mut nearest = vec3([0.0; 3]);
        // SAFETY: as in `penetration`.
        let distance = unsafe {
            let other = PxShapeExt_getGlobalPose(shape, actor);
            PxGeometryQuery_pointDistance(
                &raw const place,
                PxShape_getGeometry(shape),
                &raw const other,
                &raw mut nearest,
                null_mut(),
                PxGeometryQueryFlags::SimdGuard,
            )
        };
        (distance > 0.0).then_some(nearest)
    }
}

/// Shows all hits in the order of the solids, since PhysX promises none, until `visit` breaks off. `ask` fills a buffer and says
/// how many hits there are. The number is negative where they are more than the buffer takes.
///
/// # Safety
/// It must have written as many hits as it says.
unsafe fn all<T>(
    mut ask: impl FnMut(&mut [MaybeUninit<T>]) -> i32,
    shape: impl Fn(&T) -> *mut PxShape,
    visit: &mut dyn FnMut(&T) -> ControlFlow<()>,
) {
    let mut few = [const { MaybeUninit::<T>::uninit() }; FEW];
    let mut many = Vec::new();
    let mut found = usize::try_from(ask(&mut few));
    let mut hits = &mut few[..];
    let mut room = FEW;
    while found.is_err() {
        room *= 8;
        many.clear();
        many.resize_with(room, MaybeUninit::uninit);
        found = usize::try_from(ask(&mut many));
        hits = &mut many[..];
    }
    let hits = &mut hits[..found.unwrap_or(0)];
    // A stable sort would allocate. SAFETY: the caller promises that these were written.
    hits.sort_unstable_by_key(|hit| unsafe { index(shape(hit.assume_init_ref())) });
    for hit in hits {
        // SAFETY: as above.
        if visit(unsafe { hit.assume_init_ref() }).is_break() {
            return;
        }
    }
}

/// Which solid a shape is of; `None` for one that moves.
pub(crate) fn index(shape: *mut PxShape) -> Option<usize> {
    if shape.is_null() {
        return None;
    }
    // SAFETY: shapes come from queries of a scene that lives, and its user data is written when it is made.
    let number = unsafe { (*shape).userData }.addr();
    number.checked_sub(1).filter(|i| *i < usize::MAX - 1)
}
