//! Issues of Box3D's about movers, each as it stands in the vendored source (erincatto/box3d, erincatto/box2d); those about its
//! own functions alone are in `own_api.rs`.

use crate::course::{Course, block, floor};
use clipmark_adapter::{PLAIN, TUNED};
use clipmark_box3d::MOVERS;

/// box3d#141, closed: a mover that grazes the edge of a box has trouble to get past it. Gone at 0 to 5 units into its way.
#[test]
fn box3d_141_a_mover_gets_past_the_edge_of_a_box() {
    for mover in MOVERS {
        for aside in [110.0, 113.0, 114.0, 114.5, 114.9, 115.0] {
            let wall = block([200.0, -512.0, 0.0], [264.0, 100.0, 256.0]);
            let mut course = Course::new(mover, vec![floor(), wall]);
            course.body.origin.y = aside;
            course.run(250, |_| (1.0, 0.0));
            assert!(
                course.body.origin.x > 550.0,
                "{} {aside}: {}",
                mover.name,
                course.body.origin
            );
        }
    }
}

/// box3d#75, closed: the sample's ray pulls a body that jumps back to the ground. Gone, as this follows the sample's repair.
#[test]
fn box3d_75_a_jump_is_not_pulled_back() {
    for msec in [3.0, 8.0, 16.0] {
        let mut course = Course::new(MOVERS[PLAIN], vec![floor()]);
        course.msec = msec;
        let feet = course.body.origin.z - course.feet();
        let mut highest = 0.0_f32;
        let begin = (400.0 / msec) as usize;
        course.watch(
            (1500.0 / msec) as usize,
            |tick| (0.0, 0.0, f32::from(u8::from(tick == begin))),
            |body| highest = highest.max(body.origin.z - feet),
        );
        assert!(highest > 42.0, "at {msec} ms: {highest}");
    }
}

/// box2d#1032, closed: a capsule climbs an edge that a box would not. A jump of 48.5 units gets onto 52 on a foot, and onto 60 on
/// a spring.
#[test]
fn box2d_1032_a_capsule_climbs_edges_that_are_higher_than_its_jump() {
    for (mover, height) in [(MOVERS[TUNED], 52.0), (MOVERS[PLAIN], 60.0)] {
        let ledge = block([200.0, -512.0, 0.0], [1000.0, 512.0, height]);
        let mut course = Course::new(mover, vec![floor(), ledge]);
        course.watch(250, |tick| (1.0, 0.0, f32::from(u8::from(tick == 60))), |_| ());
        assert!(course.feet() > height - 1.0, "{}: {}", mover.name, course.feet());
    }
}

/// A wall of 1 unit at 2,000 units a second, 16 units a tick.
#[test]
fn a_fast_body_does_not_go_through_a_thin_wall() {
    for mover in MOVERS {
        let wall = block([200.0, -512.0, 0.0], [201.0, 512.0, 256.0]);
        let mut course = Course::new(mover, vec![floor(), wall]);
        course.body.origin.z = 60.0;
        course.body.velocity.x = 2000.0;
        course.run(60, |_| (1.0, 0.0));
        assert!(
            course.body.origin.x < 186.0,
            "{}: {}",
            mover.name,
            course.body.origin
        );
    }
}
