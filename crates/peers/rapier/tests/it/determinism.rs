//! The same run, played again in another controller, is the same to the bit; threads make no difference.
use clipmark_adapter::{PLAIN, TUNED};
use clipmark_collision::TraceRules;
use clipmark_geometry::{Brush, Contents, Point, World};
use clipmark_movement::{Body, MoverKind, Player, Setup, UserCmd, profile_named};
use clipmark_rapier::{MOVERS, RapierBackend};

fn world() -> World {
    let block = |mins: [f32; 3], maxs: [f32; 3]| {
        Brush::from_box(Point::from(mins), Point::from(maxs), Contents::SOLID).unwrap()
    };
    let steps = (0..8).map(|i| {
        let x = 100.0 + 32.0 * i as f32;
        block([x, -512.0, 0.0], [x + 400.0, 512.0, 16.0 * (i + 1) as f32])
    });
    let rest = [
        block([-8192.0, -8192.0, -64.0], [8192.0, 8192.0, 0.0]),
        block([-300.0, 200.0, 0.0], [300.0, 260.0, 200.0]),
    ];
    World::of_brushes("steps", rest.into_iter().chain(steps).collect())
}

/// Runs about with jumps and gives every state's hash.
fn run(mover: &'static MoverKind) -> (u64, Body) {
    let world = world();
    let backend = RapierBackend::build(&world, TraceRules::QUAKE3, PLAIN).unwrap();
    let setup = Setup::registered(*profile_named("quake3").unwrap(), mover, &world, &backend).unwrap();
    let mut player = Player::new(&backend, &setup);
    let mut body = Body::at(Point::new(0.0, 0.0, 25.0));
    let mut hash = 1;
    for tick in 0..1500 {
        let command = UserCmd {
            msec: 8.0,
            forward: setup.profile.full_key,
            up: if tick % 200 > 190 {
                setup.profile.full_key
            } else {
                0.0
            },
            yaw: (tick / 150 * 47 % 360) as f32,
            ..UserCmd::default()
        };
        player.tick(&mut body, &command).unwrap();
        hash = body.state_hash(hash);
    }
    (hash, body)
}

#[test]
fn a_run_repeats_to_the_bit() {
    for mover in MOVERS {
        let (hash, body) = run(mover);
        assert!(
            body.origin.iter().all(|x| x.abs() < 8192.0),
            "{}: {:?}",
            mover.name,
            body.origin
        );
        assert_eq!(run(mover).0, hash, "{}", mover.name);
        let elsewhere = std::thread::spawn(|| run(mover).0).join().unwrap();
        assert_eq!(elsewhere, hash, "{}", mover.name);
    }
}

/// It walks: from rest it gets up the flight of steps that the profile allows.
#[test]
fn both_controllers_climb_steps_of_16() {
    for mover in MOVERS {
        let world = world();
        let backend = RapierBackend::build(&world, TraceRules::QUAKE3, TUNED).unwrap();
        let setup = Setup::registered(*profile_named("quake3").unwrap(), mover, &world, &backend).unwrap();
        let mut player = Player::new(&backend, &setup);
        let mut body = Body::at(Point::new(0.0, 0.0, 25.0));
        let command = UserCmd {
            msec: 8.0,
            forward: setup.profile.full_key,
            ..UserCmd::default()
        };
        let mut highest = f32::MIN;
        for _ in 0..375 {
            player.tick(&mut body, &command).unwrap();
            highest = highest.max(body.origin.z);
        }
        assert!(highest > 128.0, "{} got up to {highest}", mover.name);
    }
}
