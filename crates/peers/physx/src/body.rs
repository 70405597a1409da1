//! PhysX's controller in a scene of its own: made, placed, moved. Its callbacks report the normal of each surface that it meets
//! below, and let it ride on each part that moves.

#![expect(unsafe_code, reason = "the bindings of PhysX are raw")]

use crate::scene::{Scene, filter_data, index};
use crate::sdk::{
    Geometry, Placed, STRAIGHT, direction, extended, last_message, making, metres, of_extended, sdk,
    transform, vec3,
};
use clipmark_adapter::form::{Form, METRE};
use clipmark_geometry::{Contents, Vec3 as Units};
use physx_sys::*;
use std::ffi::c_void;
use std::ops::ControlFlow;

/// How a controller is made. Lengths in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Made {
    /// Half the lengths of the box.
    pub(crate) half: [f32; 3],
    pub(crate) skin: f32,
    pub(crate) step: f32,
    pub(crate) slope: f32,
    pub(crate) slides: bool,
}

/// A controller. The scene that it is in lives longer.
pub(crate) struct Body {
    controller: *mut PxController,
    manager: *mut PxControllerManager,
    hits: Hits,
    pub(crate) made: Made,
}

/// What a move led to.
pub(crate) struct Moved {
    /// The feet before, in units.
    pub(crate) start: Units,
    /// The displacement that was asked for, in units.
    pub(crate) way: Units,
    /// The feet, the skin included, in units.
    pub(crate) feet: Units,
    /// `eCOLLISION_DOWN`
    pub(crate) below: bool,
    /// The normal met below, if one was reported.
    pub(crate) normal: Option<Units>,
}

impl Body {
    /// A controller with its feet at a place, in units.
    ///
    /// # Errors
    /// Why PhysX refuses.
    pub(crate) fn new(scene: &Scene, made: Made, feet: &Units) -> Result<Self, String> {
        let sdk = sdk().ok_or_else(last_message)?;
        let hits = Hits::new();
        let guard = making();
        // SAFETY: the scene lives longer than the body, which releases manager and controller. Descriptions are deleted
        // here.
        let (manager, controller) = unsafe {
            let manager = phys_PxCreateControllerManager(scene.scene.as_ptr(), false);
            if manager.is_null() {
                return Err(last_message());
            }
            let desc = PxBoxControllerDesc_new_alloc();
            describe(desc.cast(), &made, &hits, sdk.material);
            (*desc).halfHeight = made.half[2];
            (*desc).halfSideExtent = made.half[1];
            (*desc).halfForwardExtent = made.half[0];
            let controller = PxControllerManager_createController_mut(manager, desc.cast());
            PxBoxControllerDesc_delete(desc);
            if controller.is_null() {
                PxControllerManager_release_mut(manager);
                return Err(last_message());
            }
            (manager, controller)
        };
        drop(guard);
        let mut body = Self {
            controller,
            manager,
            hits,
            made,
        };
        body.put(feet);
        Ok(body)
    }

    /// Puts the feet at a place, in units, and forgets what was touched.
    pub(crate) fn put(&mut self, feet: &Units) {
        let at = extended(feet);
        // SAFETY: the controller lives as long as `self`.
        unsafe {
            PxController_setFootPosition_mut(self.controller, &raw const at);
            PxController_invalidateCache_mut(self.controller);
        }
    }

    /// Where the feet are, in units.
    pub(crate) fn feet(&self) -> Units {
        // SAFETY: as in `put`.
        of_extended(&unsafe { PxController_getFootPosition(self.controller) })
    }

    /// Forgets which geometry was near: it was found by another filter.
    pub(crate) fn forget(&mut self) {
        // SAFETY: as in `put`.
        unsafe { PxController_invalidateCache_mut(self.controller) }
    }

    pub(crate) fn set_step(&mut self, step: f32) {
        // SAFETY: as in `put`.
        unsafe { PxController_setStepOffset_mut(self.controller, step) }
    }

    /// The actor that the last move ended on; null if none.
    pub(crate) fn stood_on(&self) -> *mut PxRigidActor {
        self.state().touchedActor
    }

    fn state(&self) -> PxControllerState {
        let mut state = std::mem::MaybeUninit::<PxControllerState>::zeroed();
        // SAFETY: as in `put`; PhysX writes every field, and zeros are a state too.
        unsafe {
            PxController_getState(self.controller, state.as_mut_ptr());
            state.assume_init()
        }
    }

    /// How to leave the deepest of the parts that it overlaps, its skin included, in units; only parts that move are asked.
    pub(crate) fn way_out(&self, scene: &Scene, mask: Contents) -> Option<Units> {
        let (half, skin) = (self.made.half, self.made.skin);
        let middle = self.feet() + Units::z() * ((half[2] + skin) / METRE);
        let body = Placed {
            geometry: Geometry::from_form(Form::Box(half.map(|x| x + skin))),
            pose: transform(&middle, STRAIGHT),
        };
        let stood_on = self.stood_on();
        let mut deepest: Option<(Units, f32)> = None;
        scene.overlaps(&body, mask, &mut |hit| {
            // PhysX itself lifts a body by what it stands on.
            if index(hit.shape).is_some() || hit.actor == stood_on {
                return ControlFlow::Continue(());
            }
            let out = scene.penetration(&body, hit.actor, hit.shape);
            deepest = match (deepest, out) {
                (Some(was), Some(out)) if out.1 <= was.1 => Some(was),
                (was, out) => out.or(was),
            };
            ControlFlow::Continue(())
        });
        let (way, depth) = deepest.filter(|(_, depth)| *depth > skin / 2.0)?;
        // A level way is to be level, since PhysX takes one with any part upward for a jump.
        let rise = if way.z.abs() < LEVEL { 0.0 } else { way.z };
        Some(Units::new(way.x, way.y, rise) * (depth / METRE))
    }

    /// `PxController::move`
    pub(crate) fn go(&mut self, way: &Units, least: f32, seconds: f32, mask: Contents) -> Moved {
        let start = self.feet();
        let displacement = metres(way);
        let data = filter_data(mask);
        self.hits.take_below();
        // SAFETY: displacement, filter data and filters live during the call; the scene is this body's own.
        let flags = unsafe {
            let filters =
                PxControllerFilters_new(&raw const data, std::ptr::null_mut(), std::ptr::null_mut());
            PxController_move_mut(
                self.controller,
                &raw const displacement,
                least,
                seconds,
                &raw const filters,
                std::ptr::null(),
            )
        };
        Moved {
            start,
            way: *way,
            feet: self.feet(),
            below: flags.contains(PxControllerCollisionFlags::CollisionDown),
            normal: self.hits.take_below(),
        }
    }
}

impl Drop for Body {
    fn drop(&mut self) {
        let _guard = making();
        // SAFETY: both are this body's own; a manager releases its controllers.
        unsafe { PxControllerManager_release_mut(self.manager) }
    }
}

/// Upward parts of a direction less than this are rounding.
const LEVEL: f32 = 1e-3;

/// Fills in what is not of the shape.
///
/// # Safety
/// `desc` is a description of a controller.
unsafe fn describe(desc: *mut PxControllerDesc, made: &Made, hits: &Hits, material: *mut PxMaterial) {
    // SAFETY: a box's description begins with these fields.
    let desc = unsafe { &mut *desc };
    desc.upDirection = vec3([0.0, 0.0, 1.0]);
    desc.slopeLimit = made.slope;
    desc.contactOffset = made.skin;
    desc.stepOffset = made.step;
    desc.nonWalkableMode = match made.slides {
        true => PxControllerNonWalkableMode::PreventClimbingAndForceSliding,
        false => PxControllerNonWalkableMode::PreventClimbing,
    };
    desc.reportCallback = hits.report();
    desc.behaviorCallback = rides();
    desc.material = material;
}

unsafe extern "C" {
    fn clipmark_physx_hits(
        record: unsafe extern "C" fn(*mut c_void, *const PxControllerShapeHit),
        user: *mut c_void,
    ) -> *mut PxUserControllerHitReport;
    fn clipmark_physx_hits_delete(hits: *mut PxUserControllerHitReport);
    fn clipmark_physx_rides() -> *mut PxControllerBehaviorCallback;
}

/// The report of a controller's hits.
pub(crate) struct Hits {
    report: *mut PxUserControllerHitReport,
    /// Where the report writes; owned.
    below: *mut Below,
}

/// The most upward normal that a move met on its way down.
#[derive(Default)]
struct Below(Option<Units>);

impl Hits {
    pub(crate) fn new() -> Self {
        let below = Box::into_raw(Box::<Below>::default());
        // SAFETY: `record_below` is called with `below` alone, which lives until the report is deleted.
        let report = unsafe { clipmark_physx_hits(record_below, below.cast()) };
        Self { report, below }
    }

    pub(crate) fn report(&self) -> *mut PxUserControllerHitReport {
        self.report
    }

    /// The normal met below since it was last asked.
    pub(crate) fn take_below(&mut self) -> Option<Units> {
        // SAFETY: it lives as long as `self`, and no move of the controller is going on.
        unsafe { (*self.below).0.take() }
    }
}

impl Drop for Hits {
    fn drop(&mut self) {
        // SAFETY: both were made in `new`; the controller that has the report was released before.
        unsafe {
            clipmark_physx_hits_delete(self.report);
            drop(Box::from_raw(self.below));
        }
    }
}

/// The choice to ride on whatever moves.
pub(crate) fn rides() -> *mut PxControllerBehaviorCallback {
    // SAFETY: it returns a pointer to a static object without state.
    unsafe { clipmark_physx_rides() }
}

unsafe extern "C" fn record_below(user: *mut c_void, hit: *const PxControllerShapeHit) {
    // SAFETY: PhysX passes a hit that lives during the call. `user` is the `Below` of this report; nobody else reads it during a
    // move.
    let (below, hit) = unsafe { (&mut *user.cast::<Below>(), &*hit) };
    let normal = direction(hit.worldNormal);
    // Of the three motions of a move, up, sideward and down, only the last goes down.
    if hit.dir.z < 0.0 && below.0.is_none_or(|n| normal.z > n.z) {
        below.0 = Some(normal);
    }
}
