//! How deep the body is in liquid: 0 dry, 1 feet, 2 waist, 3 eyes.

use crate::body::MoveFlags;
use crate::profile::WaistRule;
use crate::real::upwards;
use crate::space::Space;
use crate::tick::Tick;
use clipmark_geometry::Contents;

#[inline(always)]
pub(crate) fn find<S: Space + ?Sized>(t: &mut Tick<S>) {
    t.body.water_level = level(t);
}

fn level<S: Space + ?Sized>(t: &Tick<S>) -> u8 {
    let size = t.profile.size;
    let ducked = t.body.flags.contains(MoveFlags::DUCKED);
    let low = if ducked { size.crouched_feet } else { size.feet };
    let wet = |z: f32| {
        t.contents(&(t.body.origin + upwards::<S::Real>(z)))
            .intersects(Contents::LIQUID)
    };
    // Most bodies are dry most of the time.
    if !wet(low + 1.0) {
        return 0;
    }
    let (top, eyes) = if ducked {
        (size.crouched_top, size.crouched_eyes)
    } else {
        (size.top, size.eyes)
    };
    let waist = match t.profile.water.waist {
        WaistRule::BoxCentre => (low + top) * 0.5,
        // Half way in whole units between the feet and the eyes.
        WaistRule::HalfwayToEyes => low + ((eyes - low) / 2.0).trunc(),
    };
    match [waist, eyes].map(wet) {
        [false, _] => 1,
        [true, false] => 2,
        [true, true] => 3,
    }
}
