//! How deep the body is in liquid: 0 dry, 1 feet, 2 waist, 3 eyes.

use crate::body::MoveFlags;
use crate::context::Tick;
use crate::profile::WaistRule;
use crate::real::n;
use crate::space::Space;
use clipmark_geometry::Contents;
use nalgebra::Vector3;

#[inline(always)]
pub(crate) fn find<S: Space + ?Sized>(t: &mut Tick<S>) {
    t.body.water_level = level(t).0;
}

/// The same, and notes which liquid it is.
#[inline(always)]
pub(crate) fn find_and_name<S: Space + ?Sized>(t: &mut Tick<S>) {
    (t.body.water_level, t.body.engine.liquid) = level(t);
}

fn level<S: Space + ?Sized>(t: &Tick<S>) -> (u8, Contents) {
    let size = t.profile.size;
    let ducked = t.body.flags.contains(MoveFlags::DUCKED);
    let low = if ducked { size.crouched_feet } else { size.feet };
    let liquid = |z: S::Real| t.contents(&(t.body.origin + Vector3::z() * z)) & Contents::LIQUID;
    let feet = liquid(n(low + 1.0));
    // Most bodies are dry most of the time.
    if feet.is_empty() {
        return (0, feet);
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
    let eyes = t.body.engine.eyes.unwrap_or(n(eyes));
    let deep = match [n(waist), eyes].map(|z| !liquid(z).is_empty()) {
        [false, _] => 1,
        [true, false] => 2,
        [true, true] => 3,
    };
    (deep, feet)
}
