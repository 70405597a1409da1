//! PhysX's controller in a scene of its own: made, placed, moved.

#![expect(unsafe_code, reason = "the bindings of PhysX are raw")]

use crate::callbacks::{Hits, rides};
use crate::geometry::{Geometry, STRAIGHT, extended, metres, of_extended, transform};
use crate::query::index;
use crate::scene::Scene;
use crate::sdk::{last_message, making, sdk};
use clipmark_adapter::form::Form;
use clipmark_adapter::scale::METRE;
use clipmark_geometry::{Contents, Vec3 as Units};
use physx_sys::*;
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

/// A controller, and the scene that it is in.
pub(crate) struct Body {
    controller: *mut PxController,
    manager: *mut PxControllerManager,
    hits: Hits,
    made: Made,
    pub(crate) scene: Scene,
}

/// What a move led to.
pub(crate) struct Moved {
    /// The feet, the skin included, in units.
    pub(crate) feet: Units,
    /// `eCOLLISION_DOWN`
    pub(crate) below: bool,
    /// The normal met below, if one was reported.
    pub(crate) normal: Option<Units>,
}

impl Body {
    /// A controller with its feet at a place, in units; `None` where PhysX refuses.
    pub(crate) fn new(scene: Scene, made: Made, feet: &Units) -> Result<Self, String> {
        let sdk = sdk().ok_or_else(last_message)?;
        let hits = Hits::new();
        let guard = making();
        // SAFETY: the scene lives as long as the body, which releases manager and controller first. Descriptions are deleted
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
            scene,
        };
        body.put(feet);
        Ok(body)
    }

    /// Its scene again, without it.
    pub(crate) fn into_scene(self) -> Scene {
        let mut this = std::mem::ManuallyDrop::new(self);
        this.release();
        // SAFETY: `this` is not dropped and not used again: each part is taken out once.
        unsafe {
            let _hits = std::ptr::read(&raw const this.hits);
            std::ptr::read(&raw const this.scene)
        }
    }

    fn release(&mut self) {
        let _guard = making();
        // SAFETY: both are this body's own; a manager releases its controllers.
        unsafe { PxControllerManager_release_mut(self.manager) }
    }

    pub(crate) fn made(&self) -> &Made {
        &self.made
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
    pub(crate) fn way_out(&self, mask: Contents) -> Option<Units> {
        let (half, skin) = (self.made.half, self.made.skin);
        let geometry = Geometry::from_form(Form::Box(half.map(|x| x + skin)));
        let middle = self.feet() + Units::z() * ((half[2] + skin) / METRE);
        let pose = transform(&middle, STRAIGHT);
        let stood_on = self.stood_on();
        let mut deepest: Option<(Units, f32)> = None;
        self.scene.overlaps(&geometry, &pose, mask, &mut |hit| {
            // PhysX itself lifts a body by what it stands on.
            if index(hit.shape).is_some() || hit.actor == stood_on {
                return ControlFlow::Continue(());
            }
            let out = self.scene.penetration(&geometry, &pose, hit.actor, hit.shape);
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
        let way = metres(way);
        let data = PxFilterData {
            word0: mask.bits(),
            word1: 0,
            word2: 0,
            word3: 0,
        };
        self.hits.take_below();
        // SAFETY: displacement, filter data and filters live during the call; the scene is this body's own.
        let flags = unsafe {
            let filters =
                PxControllerFilters_new(&raw const data, std::ptr::null_mut(), std::ptr::null_mut());
            PxController_move_mut(
                self.controller,
                &raw const way,
                least,
                seconds,
                &raw const filters,
                std::ptr::null(),
            )
        };
        Moved {
            feet: self.feet(),
            below: flags.contains(PxControllerCollisionFlags::CollisionDown),
            normal: self.hits.take_below(),
        }
    }
}

impl Drop for Body {
    fn drop(&mut self) {
        self.release();
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
    desc.upDirection = PxVec3 {
        x: 0.0,
        y: 0.0,
        z: 1.0,
    };
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
