//! The courses as a test, and one tick for a debugger.

use super::{CAPSULE, build};

#[test]
fn courses() {
    clipmark::courses("stairs, slope, wall, corner").assert_as_declared(&CAPSULE, include_str!("../known.toml"));
}

/// A tick that fails, asked again: what has to be done to have it under a debugger.
#[test]
fn tick() {
    let found = clipmark::courses("slope-60").hz(60).failing(&CAPSULE).expect("it is declared to fail");
    let (world, profile) = (&found.setting.world, &found.setting.profile);
    let mut body = build(world, profile).expect("it was built before").controller(profile);
    for (i, tick) in found.moves.iter().enumerate() {
        if i == 0 || tick.placed {
            body.place(&tick.place());
        }
        let carried = body.carry(&tick.wanted());
        assert_eq!(carried.origin, tick.carried.origin, "{tick:?}");
    }
}
