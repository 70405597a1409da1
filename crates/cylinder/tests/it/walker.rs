//! Former errors of the walker on this backend.
use clipmark_collision::{CollisionBackend, Work};
use clipmark_cylinder::CylinderBackend;
use clipmark_geometry::{Brush, Contents, Point, Vec3, World};
use clipmark_movement::{Body, OwnMover, Setup, UserCmd, WalkerVariant, profile_named, tick};

/// A riser as high as the knees touched both hulls and overlapped neither: the walker went on inside of it.
#[test]
fn a_riser_as_high_as_the_knees_is_climbed_and_not_walked_into() {
    for name in ["quake3", "quakeworld"] {
        for (height, climbs) in [(17.9, true), (18.0, true), (18.5, false)] {
            for at in [Vec3::zeros(), Vec3::new(0.333, 0.143, 0.2)] {
                for variant in [WalkerVariant::Intended, WalkerVariant::Improved] {
                    let case = format!("{name}, {height} at {at:?}, {variant:?}");
                    let brush = |a: [f32; 3], b: [f32; 3]| {
                        Brush::from_box(Point::from(a) + at, Point::from(b) + at, Contents::SOLID).unwrap()
                    };
                    let world = World::of_brushes(
                        "riser",
                        vec![
                            brush([-256.0, -256.0, -32.0], [1024.0, 256.0, 0.0]),
                            brush([128.0, -256.0, 0.0], [1024.0, 256.0, height]),
                        ],
                    );
                    let profile = *profile_named(name).unwrap();
                    let backend = CylinderBackend::build(&world, profile.trace_rules).unwrap();
                    let setup = Setup::new(profile, OwnMover::Pair(variant), &backend);
                    let mut body = Body::at(Point::new(0.0, 0.0, 24.125) + at);
                    let cmd = UserCmd {
                        msec: 8.0,
                        forward: 127.0,
                        ..UserCmd::default()
                    };
                    for _ in 0..250 {
                        tick::<dyn CollisionBackend>(&backend, &setup, &mut body, &cmd, &mut Work::silent())
                            .unwrap();
                    }
                    let (x, feet) = (body.origin.x - at.x, body.origin.z - at.z - 24.0);
                    if climbs {
                        assert!(
                            (feet - height).abs() < 0.1 && x > 160.0,
                            "{case}: {:?}",
                            body.origin
                        );
                    } else {
                        assert!(feet.abs() < 0.2 && x < 113.1, "{case}: {:?}", body.origin);
                    }
                }
            }
        }
    }
}
