//! The questions that PhysX is asked: `sweep`, `raycast` and `overlap` of a scene, and `computePenetration` of two geometries.

#![expect(unsafe_code, reason = "the bindings of PhysX are raw")]

use crate::bodies::Geometry;
use crate::cast::TOUCHING;
use crate::scale::{METRE, direction};
use crate::scene::Scene;
use clipmark_geometry::{Contents, Vec3};
use physx_sys::*;
use std::ffi::c_void;
use std::mem::MaybeUninit;
use std::ptr::{null, null_mut};

/// Overlaps that are asked for without an allocation.
const FEW: usize = 128;

/// A hull that leaves what it touches, or goes along it, is not held. The steepest way into a face that counts as along it, as a sine:
/// ten times the error of PhysX's normals (1e-6). Smaller: floors hold who slides on them; larger: a sweep of 1,000 units that begins
/// in touch goes 0.01 units deep.
const ALONG: f32 = 1e-5;

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
    ///
    /// By default PhysX answers a start in touch with distance 0, whatever the way. `leaves_touch` asks for the depth of touch
    /// (`eMTD`), and passes over shapes that the geometry leaves or goes along.
    pub(crate) fn sweep(
        &self,
        geometry: &Geometry,
        pose: &PxTransform,
        along: PxVec3,
        distance: f32,
        leaves_touch: bool,
        mask: Contents,
    ) -> Option<PxSweepHit> {
        let mut hit = MaybeUninit::<PxSweepHit>::uninit();
        let mut filter = filter(mask);
        let (mut flags, mut passes) = (PxHitFlags::Default, null_mut());
        if leaves_touch {
            flags |= PxHitFlags::Mtd;
            passes = self.leaving;
            filter.flags |= PxQueryFlags::Postfilter;
            // No shape has bits there, so that PhysX's own filter does not see them.
            filter.data.word1 = along.x.to_bits();
            filter.data.word2 = along.y.to_bits();
            filter.data.word3 = along.z.to_bits();
        }
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
                passes,
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

    /// Shows every shape that a geometry overlaps, in the order of the solids.
    pub(crate) fn overlaps(
        &self,
        geometry: &Geometry,
        pose: &PxTransform,
        mask: Contents,
        visit: &mut dyn FnMut(&PxOverlapHit),
    ) {
        let mut few = [const { MaybeUninit::<PxOverlapHit>::uninit() }; FEW];
        let mut many = Vec::new();
        let mut found = self.touched(geometry, pose, mask, &mut few);
        let mut hits = &mut few[..];
        let mut room = FEW;
        while found.is_none() {
            room *= 8;
            many.clear();
            many.resize_with(room, MaybeUninit::uninit);
            found = self.touched(geometry, pose, mask, &mut many);
            hits = &mut many[..];
        }
        let hits = &mut hits[..found.unwrap_or(0)];
        // PhysX promises no order. SAFETY: it wrote these hits.
        hits.sort_by_key(|hit| unsafe { index(hit.assume_init_ref().shape) });
        for hit in hits {
            // SAFETY: as above.
            visit(unsafe { hit.assume_init_ref() });
        }
    }

    /// How many shapes are overlapped, and which; `None` where they are more than the buffer takes.
    fn touched(
        &self,
        geometry: &Geometry,
        pose: &PxTransform,
        mask: Contents,
        into: &mut [MaybeUninit<PxOverlapHit>],
    ) -> Option<usize> {
        let filter = filter(mask);
        // SAFETY: as in `sweep`; the buffer has the length that is told.
        let found = unsafe {
            PxSceneQueryExt_overlapMultiple(
                self.scene.as_ptr(),
                geometry.as_ptr(),
                pose,
                into.as_mut_ptr().cast(),
                into.len() as u32,
                &raw const filter,
                null_mut(),
            )
        };
        usize::try_from(found).ok()
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

/// Which solid a shape is of; `None` for one that moves.
pub(crate) fn index(shape: *mut PxShape) -> Option<usize> {
    if shape.is_null() {
        return None;
    }
    // SAFETY: shapes come from queries of a scene that lives, and its user data is written when it is made.
    let number = unsafe { (*shape).userData }.addr();
    number.checked_sub(1).filter(|i| *i < usize::MAX - 1)
}

/// The callback that passes over what a geometry leaves; deleted by the scene.
pub(crate) fn leaving() -> *mut PxQueryFilterCallback {
    // SAFETY: both are functions, and neither reads the data, which is none.
    unsafe { create_pre_and_post_raycast_filter_callback_func(all, left, null_mut()) }
}

unsafe extern "C" fn all(
    _: *const PxRigidActor,
    _: *const PxFilterData,
    _: *const PxShape,
    _: u32,
    _: *const c_void,
) -> PxQueryHitType {
    PxQueryHitType::Block
}

unsafe extern "C" fn left(
    asked: *const PxFilterData,
    hit: *const PxQueryHit,
    _: *const c_void,
) -> PxQueryHitType {
    // SAFETY: PhysX passes both for the call alone. By its documentation the hit of a sweep is a `PxSweepHit`.
    let (asked, hit) = unsafe { (&*asked, &*hit.cast::<PxSweepHit>()) };
    let along = [asked.word1, asked.word2, asked.word3].map(f32::from_bits);
    let apart = direction(hit.normal).dot(&Vec3::from(along));
    let touches = hit.distance <= 0.0 && -hit.distance <= TOUCHING * METRE;
    if touches && apart >= -ALONG {
        PxQueryHitType::None
    } else {
        PxQueryHitType::Block
    }
}
