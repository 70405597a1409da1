//! The end of a wall passed within the skin. The reference mover may stop there for a whole tick where an engine goes
//! on, and only at the tick rate that begins a tick there. F28 must not count that against a backend.
//!
//! On oa_dm1 it is the stretch from tick 6,500, at (217 1007 -83). The land timer keeps the speed into the wall. At 13
//! ms the fifth tick begins 0.07 units before the wall's end, 0.003 beyond the skin: 2.8 units to the side.
use clipmark_collision::{CollisionBackend, TraceRules};
use clipmark_geometry::{Brush, Contents, Hull, Point, Vec3, World};
use clipmark_measure::counterparts::{Counterparts, Ends, Home, reference_ends};
use clipmark_measure::detect::{Evidence, SolidTruth, Walk, detect};
use clipmark_measure::{BackendKind, play};
use clipmark_movement::{Body, MoveFlags, OwnMover, Setup, UserCmd, profile_named};
use clipmark_referee::{Corners, Reference};

/// F28 of a short flight along a wall and past its end, by a reference of corners; its size.
fn f28(backend: &str, corners: Option<Corners>) -> Option<f64> {
    let profile = *profile_named("quake3").unwrap();
    let wall = Brush::from_box(
        Point::new(0.0, -64.0, -512.0),
        Point::new(512.0, 0.0, 512.0),
        Contents::SOLID,
    );
    let world = World::of_brushes("wall", vec![wall.unwrap()]);
    let build = |world: &World| -> Option<Box<dyn CollisionBackend>> {
        BackendKind::named(backend)
            .ok()?
            .build(world, TraceRules::QUAKE3)
            .ok()
    };
    let built = build(&world).unwrap();
    let setup = Setup::new(profile, OwnMover::Slide, &*built);
    // The body leaves the wall's end at x = -15; a tick of 13 ms later it is 0.07 before it.
    let mut start = Body::at(Point::new(-15.0 + 0.07 + 390.0 * 0.013, 15.1278, 0.0));
    start.velocity = Vec3::new(-390.0, -218.0, 0.0);
    start.flags = MoveFlags::LAND_TIMER;
    start.timer_msec = 250.0;
    let commands = vec![
        UserCmd {
            msec: 8.0,
            ..UserCmd::default()
        };
        13
    ];
    let run = play(&*built, &setup, start, &commands).unwrap();
    let reference = Reference::build(&world, Contents::PLAYER_MASK);
    let truth = SolidTruth::new(&reference, [Hull::quake3_player(); 2]);
    let walk = Walk {
        run: &run,
        profile: &profile,
        mover: OwnMover::Slide.kind(),
        rules: TraceRules::QUAKE3,
        truth: &truth,
    };
    let either = reference_ends(&world, profile, None).unwrap();
    let ends = |b: &Body, c: &[UserCmd], asked: Corners| either(b, c, corners.unwrap_or(asked));
    let own = Counterparts::play(&Home {
        world: &world,
        backend: &*built,
        build: &build,
        setup: &setup,
        walk,
        reference: Some(&ends as Ends),
    });
    let found = detect(&Evidence {
        own: Some(&own),
        ..Evidence::new(walk)
    });
    let of = found.seen.iter().find(|(detector, _)| detector.id == "F28");
    of.map(|(_, seen)| seen.worst)
}

#[test]
fn what_the_reference_holds_by_a_corner_within_the_skin_is_no_dependence_on_ticks() {
    for backend in ["bsp", "bvh"] {
        // A way of 218 units per second for 13 ms, by the reference that is held.
        let held = f28(backend, Some(Corners::Kept)).unwrap();
        assert!((held - 218.0 * 0.013).abs() < 0.05, "{backend}: {held}");
        assert_eq!(f28(backend, None), None, "{backend}");
    }
}
