//! Rapier's character controller as a mover, where our part of it has a say.

use crate::course::{Course, groove};
use clipmark_adapter::TUNED;
use clipmark_geometry::Point;
use clipmark_rapier::MOVERS;

/// A cast down from an eighth of a unit above the groove may find the ground 18 units lower, inside of a slab
/// (`own_api.rs`). Who believes it is put there.
#[test]
fn tuned_it_is_not_put_into_the_ground_by_a_cast_that_lost_it() {
    let mut course = Course::new(MOVERS[TUNED], groove());
    course.body.origin = Point::new(0.0, 0.0, 56.734_593);
    let mut lowest_step = 0.0_f32;
    let mut last = course.body.origin.z;
    course.watch(
        625,
        |tick| (if tick < 125 { 0.0 } else { 1.0 }, 0.0, 0.0),
        |body| {
            lowest_step = lowest_step.min(body.origin.z - last);
            last = body.origin.z;
        },
    );
    // It falls a second, at most by gravity, and then runs downhill at 10 degrees.
    assert!(lowest_step > -8.0, "it sank by {} in a tick", -lowest_step);
}
