//! The callbacks of a controller: it reports the normal of each surface that it meets below, and rides on each part that moves.

#![expect(unsafe_code, reason = "the callbacks are C++")]

use crate::geometry::direction;
use clipmark_geometry::Vec3;
use physx_sys::{PxControllerBehaviorCallback, PxControllerShapeHit, PxUserControllerHitReport};
use std::ffi::c_void;

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
struct Below(Option<Vec3>);

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
    pub(crate) fn take_below(&mut self) -> Option<Vec3> {
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
