//! How deep the body is in liquid: 0 dry, 1 feet, 2 waist, 3 eyes.

use crate::body::MoveFlags;
use crate::profile::WaistRule;
use crate::tick::Tick;
use clipmark_collision::CollisionBackend;
use clipmark_geometry::{Contents, Vec3};

pub(crate) fn find<B: CollisionBackend + ?Sized>(t: &mut Tick<B>) {
    let size = t.profile.size;
    let (low, top, eyes) = if t.body.flags.contains(MoveFlags::DUCKED) {
        (size.crouched_feet, size.crouched_top, size.crouched_eyes)
    } else {
        (size.feet, size.top, size.eyes)
    };
    let feet = low + 1.0;
    let waist = match t.profile.water.waist {
        WaistRule::BoxCentre => (low + top) * 0.5,
        // Half way in whole units between the feet and the eyes.
        WaistRule::HalfwayToEyes => low + ((eyes - low) / 2.0).trunc(),
    };
    let wet = |z: f32| {
        t.contents(&(t.body.origin + Vec3::z() * z))
            .intersects(Contents::LIQUID)
    };
    let level = [feet, waist, eyes].into_iter().take_while(|&z| wet(z)).count();
    t.body.water_level = level as u8;
}
