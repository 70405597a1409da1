//! avian's move-and-slide and bevy_ahoy where parts of the world move. A part is met where it is, and courses show what the settings declare.

use clipmark_avian::ahoy::AHOY;
use clipmark_avian::walker::{AVIAN, METRES};
use clipmark_bsp::BspBackend;
use clipmark_geometry::{Brush, Contents, Model, Plane, Point, Pose, Rotation, SurfaceFlags, Vec3, World};
use clipmark_measure::Contestant;
use clipmark_movement::{Controller, MoverKind, MovingPart, Placed, Setup, Wanted, Way, profile_named};
use clipmark_rows::{Case, Check, Severity};
use clipmark_scene::Scene;
use clipmark_suite::controllers::measure;
use std::path::Path;

const KINDS: [&MoverKind; 2] = [&AVIAN, &METRES];
/// Kept from all surfaces: 0.01 m.
const SKIN: f32 = 0.32;
/// How far the feet are below the origin.
const FEET: f32 = 24.0;

fn block(mins: [f32; 3], maxs: [f32; 3]) -> Brush {
    Brush::from_box(Point::from(mins), Point::from(maxs), Contents::SOLID).unwrap()
}

/// A rigid floor far below, and a model beside its own origin. It is a prism 4 u high, heavier on one side.
fn world() -> World {
    let floor = block([-64.0, -64.0, -6400.0], [64.0, 64.0, -6300.0]);
    let mut world = World::of_brushes("parts", vec![floor]);
    let sides = [
        Plane::new(Vec3::z(), 2.0),
        Plane::new(-Vec3::z(), 2.0),
        Plane::new(Vec3::x(), 400.0),
        Plane::new(-Vec3::y(), 40.0),
        // From (200, -40) to (400, 40).
        Plane::new(
            Vec3::new(-2.0, 5.0, 0.0) / 29.0_f32.sqrt(),
            -600.0 / 29.0_f32.sqrt(),
        ),
    ];
    let part = Brush::from_planes(&sides, Contents::SOLID, SurfaceFlags::empty()).unwrap();
    world.models.push(Model::of_brushes("*1", vec![part]));
    world
}

fn pose(x: f32, z: f32, yaw: f32) -> Pose {
    Pose {
        origin: Point::new(x, 0.0, z),
        rotation: Rotation::of_angles(Vec3::new(0.0, yaw, 0.0)),
    }
}

/// Falls onto a part at a place of its frame: the height of the feet over it, or `None` where the fall goes past it.
fn lands(controller: &mut dyn Controller, setup: &Setup, at: &Pose, x: f32, y: f32) -> Option<f32> {
    let hull = setup.hull(false);
    let over = at.into_world(&Point::new(x, y, 2.0));
    let origin = over + Vec3::z() * (FEET + 8.0);
    controller.place(&Placed {
        origin,
        velocity: Vec3::zeros(),
        grounded: false,
        hull,
    });
    let velocity = Vec3::new(0.0, 0.0, -4000.0);
    let carried = controller.carry(&Wanted {
        velocity,
        displacement: velocity * 0.008,
        seconds: 0.008,
        way: Way::Flies,
        jumped: false,
        hull,
        mask: setup.mask,
    });
    let height = carried.origin.z - FEET - over.z;
    (height > -8.0).then_some(height)
}

/// bevy_ahoy moves its body in the step that moves the parts, so each question is a tick of its own.
#[test]
fn ahoy_meets_a_part_where_the_tick_begins() {
    meets_parts(&AHOY, 0.48, true);
}

#[test]
fn avian_meets_a_part_where_the_tick_begins() {
    for kind in KINDS {
        meets_parts(kind, SKIN, false);
    }
}

/// Shifted, turned, far in a tick, in no time, at rest for long, and slow after that. Parts are told before each question, or once
/// a tick.
fn meets_parts(kind: &'static MoverKind, skin: f32, each: bool) {
    let world = world();
    let profile = profile_named("quake3").unwrap();
    let space = BspBackend::build(&world, profile.trace_rules).unwrap();
    let setup = Setup::registered(*profile, kind, &world, &space).unwrap();
    let setup = setup.in_motion(&world, None).unwrap();
    let mut controller = setup.controllers().unwrap().controller(&setup.profile);
    let ways = [
        (pose(3.0, 1.0, 0.0), 0.008),
        (pose(3.0, 1.0, 25.0), 0.03),
        (pose(3000.0, -2000.0, 90.0), 0.003),
        (pose(8.0, 40.0, 90.0), 0.0),
    ];
    let still = std::iter::repeat_n((pose(8.0, 40.0, 90.0), 0.008), 300);
    let slow = (1..100_u8).map(|i| (pose(8.0, 40.0 + 1e-3 * f32::from(i), 90.0), 0.008));
    let mut was = pose(0.0, 0.0, 0.0);
    for (to, seconds) in ways.into_iter().chain(still).chain(slow) {
        let told = MovingPart {
            model: 0,
            from: was,
            to,
        };
        controller.parts_move(&[told], seconds);
        let mut height = |x, y| {
            if each {
                // The question before took it on: it comes back, and a step finds it there.
                controller.parts_move(&[MovingPart { to: was, ..told }], seconds);
                lands(&mut *controller, &setup, &was, x, y);
                controller.parts_move(&[told], seconds);
            }
            lands(&mut *controller, &setup, &was, x, y)
        };
        for (x, y) in [(210.0, -39.0), (399.0, 37.0), (399.0, -39.0), (340.0, 12.0)] {
            let height = height(x, y);
            assert!(
                height.is_some_and(|h| (h - skin).abs() < 0.02),
                "{}: {told:?}: {height:?} at {x} {y}",
                kind.name
            );
        }
        for (x, y) in [(180.0, -40.0), (420.0, 0.0), (300.0, 20.0), (300.0, -60.0)] {
            assert_eq!(height(x, y), None, "{}: {told:?}", kind.name);
        }
        was = to;
    }
}

/// The runs of a mover on a course, at 33 and 125 Hz.
fn runs(course: &str, mover: &'static MoverKind) -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenes/moving");
    let scene = Scene::load(folder.join(course).with_extension("ron")).unwrap();
    let contestants = [Contestant::from(mover)];
    let results = measure(&[scene], &contestants, &[33.0, 125.0], &mut |_, _, _| ()).unwrap();
    for case in &results.cases {
        assert_eq!(case.reason(), None, "{course}");
    }
    results.cases
}

/// The lift is in it by its way of a tick less the skin: a tick has 31 or 8 ms.
#[test]
fn avian_is_lifted_by_a_lift_that_is_in_it_by_the_way_of_a_tick() {
    for kind in KINDS {
        for (case, seconds) in runs("lift", kind).iter().zip([0.031, 0.008]) {
            let failed = case.failures();
            assert!(failed.iter().all(|row| row.check == Check::Deep), "{failed:?}");
            let deepest = case.row(Check::Deep).and_then(|row| row.value).unwrap_or(0.0);
            let off = deepest - (96.0 * seconds - f64::from(SKIN));
            assert!(off.abs() < 0.01, "{}: {}", kind.name, deepest);
        }
    }
}

/// A train goes away under it, and never through it.
#[test]
fn avian_is_carried_by_no_train() {
    for kind in KINDS {
        for case in runs("ride", kind) {
            let failed = case.failures();
            let slides = failed.iter().find(|row| row.check == Check::Slides);
            assert!(slides.is_some_and(|row| row.severity() == Some(Severity::Noticeable)), "{failed:?}");
            assert!(failed.iter().all(|row| row.check != Check::Through), "{failed:?}");
        }
    }
}

/// A train takes it along, a lift and a turntable too; the wall that comes is in it by the way of a tick, less its skin.
#[test]
fn ahoy_rides() {
    for course in ["ride", "turntable", "swing", "diagonal"] {
        for case in runs(course, &AHOY) {
            assert!(case.is_passed(), "{course}: {:?}", case.failures());
        }
    }
    for (case, seconds) in runs("push", &AHOY).iter().zip([0.031, 0.008]) {
        let deepest = case.row(Check::Deep).and_then(|row| row.value).unwrap_or(0.0);
        let off = deepest - (160.0 * seconds - 0.48);
        assert!(off.abs() < 0.01, "{}", deepest);
    }
}
