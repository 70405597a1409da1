//! Failures that the comparison shows of PhysX, each with the library's own interface alone. Of this workspace it takes PhysX's
//! factory, since a process has one of it. Lengths are metres, and z is up.

#![expect(unsafe_code, reason = "the bindings of PhysX are raw")]

mod scene;

use physx_sys::*;
use scene::*;

/// It stops by half a hundredth of its least half length before a box, and before a convex mesh of the same corners.
#[test]
fn a_cast_of_a_box_stops_short() {
    for is_mesh in [false, true] {
        let boxes = Boxes::new(if is_mesh { &[] } else { &[FLOOR] });
        if is_mesh {
            boxes.add_convex(&corners(FLOOR.0, FLOOR.1));
        }
        let hit = boxes.cast([0.0, 0.0, 3.0], [0.0, 0.0, -3.0]).unwrap();
        let short = 3.0 - 0.875 - hit.distance;
        assert!(
            (short - 0.005 * 0.46875).abs() < 1e-4,
            "mesh: {is_mesh}: {short} m"
        );
    }
}

/// A ball and a capsule that lies end at what they meet.
#[test]
fn a_cast_of_a_round_body_does_not_stop_short() {
    const RADIUS: f32 = 0.46875;
    // SAFETY: they store the numbers that they are given.
    let (ball, capsule) = unsafe { (PxSphereGeometry_new(RADIUS), PxCapsuleGeometry_new(RADIUS, 0.4)) };
    for is_mesh in [false, true] {
        let boxes = Boxes::new(if is_mesh { &[] } else { &[FLOOR] });
        if is_mesh {
            boxes.add_convex(&corners(FLOOR.0, FLOOR.1));
        }
        for body in [(&raw const ball).cast(), (&raw const capsule).cast()] {
            let hit = boxes.cast_of(body, PxHitFlags::Default, [0.0, 0.0, 3.0], [0.0, 0.0, -3.0]);
            let short = 3.0 - RADIUS - hit.unwrap().distance;
            assert!(short.abs() < 1e-5, "mesh: {is_mesh}: {short} m");
        }
    }
}

/// A box slides 2.35 mm above two boxes of one height, just beyond where it would be held. It meets the edge of the second box
/// with a normal that slants. At 2.8 mm it meets nothing.
#[test]
fn a_cast_along_boxes_of_one_height_meets_an_edge() {
    const HALF: [f32; 3] = [4.0, 4.0, 1.0];
    let boxes = Boxes::new(&[(HALF, [-4.0, 0.0, -1.0]), (HALF, [4.0, 0.0, -1.0])]);
    let cast = |gap: f32| boxes.cast([-0.7, 0.1, 0.875 + gap], [2.5, 0.7, 0.0]);
    let normal = cast(0.00235).unwrap().normal;
    assert!(
        normal.x < -0.3 && normal.z > 0.9,
        "({}, {}, {})",
        normal.x,
        normal.y,
        normal.z
    );
    assert!(cast(0.0028).is_none());
}

/// A box that begins 2 mm above a mesh is held, on its way up and along the top. Half a hundredth of its least half length is 2.3
/// mm.
#[test]
fn a_cast_that_begins_near_a_mesh_is_held_whatever_its_way() {
    let boxes = Boxes::new(&[]);
    boxes.add_convex(&corners(FLOOR.0, FLOOR.1));
    for way in [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0]] {
        let distance = |gap: f32| boxes.cast([0.0, 0.0, 0.875 + gap], way).map(|hit| hit.distance);
        assert_eq!(distance(0.002), Some(0.0), "{way:?}");
        assert_eq!(distance(0.0024), None, "{way:?}");
    }
}

/// `eMTD` tells the depth of an overlap as a negative distance. Of a box that is apart by 2 mm it tells 2 mm of depth.
#[test]
fn a_cast_that_begins_near_a_mesh_tells_its_gap_as_depth() {
    let boxes = Boxes::new(&[]);
    boxes.add_convex(&corners(FLOOR.0, FLOOR.1));
    for gap in [-0.002, 0.002_f32] {
        let flags = PxHitFlags::Default | PxHitFlags::Mtd;
        let hit = boxes
            .cast_by(flags, [0.0, 0.0, 0.875 + gap], [1.0, 0.0, 0.0])
            .unwrap();
        assert!((hit.distance + 0.002).abs() < 1e-5, "{gap} m: {} m", hit.distance);
    }
}

/// A controller walks at 10 m/s against a step. Its own step is 0.5625 m, the skin 0.1 m by default.
fn gets_onto(rise: f32, skin: f32) -> bool {
    let step = ([5.0, 5.0, rise / 2.0], [7.0, 0.0, rise / 2.0]);
    let boxes = Boxes::new(&[FLOOR, step]);
    let it = boxes.controller([0.0; 3], |desc| {
        desc.stepOffset = 0.5625;
        desc.contactOffset = skin;
    });
    let mut foot = [0.0; 3];
    for _ in 0..50 {
        foot = go(it, [0.08, 0.0, -0.08], 0.008).0;
    }
    foot[2] > rise - 0.05
}

#[test]
fn a_controller_climbs_higher_than_its_step_by_its_skin() {
    assert!(gets_onto(0.5625, 0.1) && gets_onto(0.65, 0.1) && !gets_onto(0.67, 0.1));
    assert!(gets_onto(0.5625, 1.0 / 256.0) && !gets_onto(0.57, 1.0 / 256.0));
}

/// How far it comes under a ceiling of 1.8125 m that begins 2 m ahead. It is 1.75 m tall, with a skin of 1/256 m.
fn gets_under(step: f32) -> f32 {
    let ceiling = ([5.0, 5.0, 1.0], [7.0, 0.0, 2.8125]);
    let boxes = Boxes::new(&[FLOOR, ceiling]);
    let it = boxes.controller([0.0; 3], |desc| {
        desc.stepOffset = step;
        desc.contactOffset = 1.0 / 256.0;
    });
    let mut foot = [0.0; 3];
    for _ in 0..60 {
        foot = go(it, [0.08, 0.0, -0.08], 0.008).0;
    }
    foot[0]
}

/// Each move with a level part begins with the step upward, on ground or not; so it meets the ceiling's edge.
#[test]
fn a_ceiling_lower_than_itself_and_its_step_stops_it() {
    let stopped = gets_under(0.5625);
    assert!(stopped < 1.6, "it gets {stopped} m far now");
    assert!(gets_under(0.0) > 4.0);
}

/// On a slope of 60 degrees it falls by what gravity asks, 1 m in all.
fn slides_by(mode: PxControllerNonWalkableMode) -> f32 {
    let boxes = Boxes::new(&[]);
    let (far, high) = (10.0, 10.0 * 60.0_f32.to_radians().tan());
    let ends = [[0.0, 0.0], [far, 0.0], [far, high]];
    let sides = [-5.0, 5.0].map(|y| ends.map(|[x, z]| [x, y, z]));
    boxes.add_convex(&sides.concat());
    let it = boxes.controller([2.0, 0.0, 8.0], |desc| desc.nonWalkableMode = mode);
    let mut foot = [0.0; 3];
    let mut met = 0;
    let mut low = 0.0;
    while met < 100 {
        let below;
        (foot, below) = go(it, [0.0, 0.0, -0.01], 0.008);
        if below && met == 0 {
            low = foot[2];
        }
        met += usize::from(below || met > 0);
        assert!(foot[2] > -1.0, "{foot:?}");
    }
    low - foot[2]
}

#[test]
fn it_hangs_on_a_slope_that_it_cannot_walk_on_by_default() {
    let hangs = slides_by(PxControllerNonWalkableMode::PreventClimbing);
    assert!(hangs < 0.02, "it slides {hangs} m now");
    let slides = slides_by(PxControllerNonWalkableMode::PreventClimbingAndForceSliding);
    assert!(slides > 0.5, "{slides}");
}

/// A wall is driven at 5 m/s against a controller that stands idle and has room. How far beyond the wall's face its middle comes.
fn driven() -> f32 {
    const SECONDS: f32 = 1.0 / 60.0;
    let boxes = Boxes::new(&[FLOOR]);
    let wall = boxes.kinematic([0.25, 5.0, 2.0], [-2.0, 0.0, 2.0]);
    let it = boxes.controller([0.0; 3], |_| ());
    let mut deepest = f32::NEG_INFINITY;
    for tick in 1..40_u8 {
        let middle = -2.0 + 5.0 * SECONDS * f32::from(tick);
        // SAFETY: the actor is kinematic and in the scene.
        unsafe { PxRigidDynamic_setKinematicTarget_mut(wall, &at([middle, 0.0, 2.0])) }
        boxes.step(SECONDS);
        let (foot, _) = go(it, [0.0, 0.0, -0.01], SECONDS);
        deepest = deepest.max(middle + 0.25 - foot[0]);
    }
    deepest
}

/// Overlaps are looked for against the motion alone, which is down: a wall beside is none of it. Its recovery acts once, by
/// chance.
#[test]
fn a_wall_that_is_driven_against_who_stands_idle_passes_through_him() {
    assert!(driven() > 1.0, "it is pushed now: {}", driven());
}
