//! The state of a contestant in play, as numbers for a page.

use crate::Live;
use clipmark_measure::moving::MovingWorld;
use clipmark_movement::MoveFlags;

/// Words of a contestant's state.
pub const STATE_WORDS: usize = 15;

/// Position, velocity, on the ground, crouched, depth in liquid (0 to 3). Then the last tick's queries, those with a hit, and those
/// that were unreliable or began in a solid. Then how far movers and teleporters have turned the view: pitch and yaw in degrees. The
/// last word is 1 more than the index of the mover that it stands on; 0 means none.
pub(crate) fn state_words(live: &Live) -> [f32; STATE_WORDS] {
    let flag = |x: bool| f32::from(u8::from(x));
    let (b, f) = (&live.body, live.facts());
    let (o, v) = (b.origin, b.velocity);
    let moving = live.moving();
    let [pitch, yaw] = moving.map_or([0.0; 2], MovingWorld::turn);
    let ride = moving.and_then(MovingWorld::stands_on).map_or(0, |i| i + 1);
    [
        o.x,
        o.y,
        o.z,
        v.x,
        v.y,
        v.z,
        flag(b.grounded),
        flag(b.flags.contains(MoveFlags::DUCKED)),
        f32::from(b.water_level),
        f.queries as f32,
        f.hits as f32,
        (f.unreliable + f.start_solid) as f32,
        pitch,
        yaw,
        ride as f32,
    ]
}
