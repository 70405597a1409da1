//! The drag of liquid in NetQuake's game code, on top of the engine's friction: by the previous tick's depth. Notes
//! whether the body is in liquid.

use crate::body::MoveFlags;
use crate::context::Tick;
use crate::real::n;
use crate::space::Space;

pub(crate) fn apply<S: Space + ?Sized>(t: &mut Tick<S>) {
    let wet = t.body.water_level > 0;
    t.body.flags.set(MoveFlags::IN_LIQUID, wet);
    if wet && !t.body.flags.contains(MoveFlags::WATER_JUMP) {
        let share = n::<S::Real>(t.profile.water.drag) * n(f32::from(t.body.water_level)) * t.dt;
        t.body.velocity -= t.body.velocity * share;
    }
}
