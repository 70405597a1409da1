//! The questions that PhysX is asked: `sweep`, `raycast` and `overlap` of a scene, and `computePenetration` of two geometries.

#![expect(unsafe_code, reason = "the bindings of PhysX are raw")]

use crate::geometry::Geometry;
use crate::scene::Scene;
use clipmark_geometry::{Contents, Vec3};
use physx_sys::*;
use std::mem::MaybeUninit;
use std::ops::ControlFlow;
use std::ptr::{null, null_mut};

/// The steepest way into a face in touch that counts as along it, as a sine: ten times the error of PhysX's normals (1e-6).
/// Smaller: floors hold a hull that slides on them; larger: a sweep of 1,000 units that begins in touch goes over 0.01 units
/// deep.
pub(crate) const ALONG: f32 = 1e-5;

/// Hits that are asked for without an allocation.
const FEW: usize = 128;

/// Which shapes a question is about, by PhysX's own filter: a bit of the first word must be common.
fn filter(mask: Contents) -> PxQueryFilterData {
    PxQueryFilterData {
        data: PxFilterData {
            word0: mask.bits(),
            word1: 0,
            word2: 0,
            word3: 0,
        },
        flags: PxQueryFlags::Static | PxQueryFlags::Dynamic,
        structgen_pad0: [0; 2],
    }
}

impl Scene {
    /// The first thing that a geometry meets. A mask without bits means everything to PhysX, and must not come here.
    pub(crate) fn sweep(
        &self,
        geometry: &Geometry,
        pose: &PxTransform,
        along: PxVec3,
        distance: f32,
        flags: PxHitFlags,
        mask: Contents,
    ) -> Option<PxSweepHit> {
        let mut hit = MaybeUninit::<PxSweepHit>::uninit();
        let filter = filter(mask);
        // SAFETY: all pointers are to things that live during the call. PhysX writes the hit in every case.
        unsafe {
            let met = PxSceneQueryExt_sweepSingle(
                self.scene.as_ptr(),
                geometry.as_ptr(),
                pose,
                &raw const along,
                distance,
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

    /// The first thing that a ray meets.
    pub(crate) fn raycast(
        &self,
        from: PxVec3,
        along: PxVec3,
        distance: f32,
        flags: PxHitFlags,
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
                flags,
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
        geometry: &Geometry,
        pose: &PxTransform,
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
                    geometry.as_ptr(),
                    pose,
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
        geometry: &Geometry,
        pose: &PxTransform,
        mask: Contents,
        visit: &mut dyn FnMut(&PxOverlapHit) -> ControlFlow<()>,
    ) {
        let filter = filter(mask);
        let ask = |into: &mut [MaybeUninit<PxOverlapHit>]| {
            // SAFETY: as in `sweep`; the buffer has the length that is told.
            unsafe {
                PxSceneQueryExt_overlapMultiple(
                    self.scene.as_ptr(),
                    geometry.as_ptr(),
                    pose,
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
        geometry: &Geometry,
        pose: &PxTransform,
        actor: *mut PxRigidActor,
        shape: *mut PxShape,
    ) -> Option<(Vec3, f32)> {
        if actor.is_null() || shape.is_null() {
            return None;
        }
        let (mut way, mut depth) = (
            PxVec3 {
                x: 0.0,
                y: 0.0,
                z: 0.0,
            },
            0.0,
        );
        // SAFETY: actor and shape are of this scene, which lives. The rest as in `sweep`.
        let overlaps = unsafe {
            let other = PxShapeExt_getGlobalPose(shape, actor);
            PxGeometryQuery_computePenetration(
                &raw mut way,
                &raw mut depth,
                geometry.as_ptr(),
                pose,
                PxShape_getGeometry(shape),
                &raw const other,
                PxGeometryQueryFlags::SimdGuard,
            )
        };
        overlaps.then(|| (Vec3::new(way.x, way.y, way.z), depth))
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
        let mut nearest = PxVec3 {
            x: 0.0,
            y: 0.0,
            z: 0.0,
        };
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
