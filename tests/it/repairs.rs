//! Each repair of a known defect: the defect is there in the movement as released, and gone in `NAME:ideal`.

use crate::support;
use clipmark::bsp::BspBackend;
use clipmark::collision::Work;
use clipmark::geometry::{Brush, Contents, Plane, Point, SurfaceFlags, Vec3, World};
use clipmark::movement::{Body, OwnMover, Profile, Setup, UserCmd, profile_named, tick};

struct Player {
    bsp: BspBackend,
    setup: Setup,
    body: Body,
    msec: f32,
}

impl Player {
    fn new(world: &World, profile: &Profile, at: Point, msec: f32) -> Self {
        let bsp = support::bsp(world, profile.trace_rules);
        Self {
            setup: Setup::new(*profile, OwnMover::Slide, &bsp),
            bsp,
            body: Body::at(at),
            msec,
        }
    }

    /// Keys from -1 to 1: forward, up.
    fn tick(&mut self, forward: f32, up: f32, yaw: f32) -> &Body {
        let full = self.setup.profile.full_key;
        let cmd = UserCmd {
            msec: self.msec,
            forward: forward * full,
            up: up * full,
            yaw,
            ..UserCmd::default()
        };
        tick(&self.bsp, &self.setup, &mut self.body, &cmd, &mut Work::silent()).unwrap();
        &self.body
    }
}

/// A movement as released and with its repairs.
fn both(name: &str) -> [&'static Profile; 2] {
    [name.to_owned(), format!("{name}:ideal")].map(|n| profile_named(&n).unwrap())
}

/// Vertical speeds at which jumps on a flat floor start, one after each landing.
fn jump_starts(profile: &Profile, msec: f32) -> Vec<f32> {
    let world = support::on_floor(vec![]);
    let mut player = Player::new(&world, profile, Point::new(0.0, 0.0, 24.03125), msec);
    let mut starts = Vec::new();
    let mut stood = false;
    for _ in 0..(6000.0 / msec) as usize {
        let up = if stood { 1.0 } else { 0.0 };
        let v = player.tick(0.0, up, 0.0).velocity.z;
        if stood {
            starts.push(v + 800.0 * msec * 1e-3);
        }
        stood = player.body.grounded;
    }
    starts
}

#[test]
fn clip_before_jump_makes_every_jump_a_whole_one() {
    // Law L16: at 8 ms a landing ends a tick within the ground's probe with the fall's speed, -261.2.
    let [released, ideal] = both("quakeworld").map(|p| jump_starts(p, 8.0));
    assert!(released.iter().any(|v| (v - 8.8).abs() < 0.01), "{released:?}");
    for (msec, starts) in [(8.0, ideal), (13.0, jump_starts(both("quakeworld")[1], 13.0))] {
        assert!(starts.len() > 6, "{starts:?}");
        // A clip's rest below 0.1 is zero.
        assert!(
            starts.iter().all(|v| (v - 270.0).abs() < 0.1),
            "at {msec} ms: {starts:?}"
        );
    }
}

/// A groove along y: two walls that rise from it at an angle.
fn groove(degrees: f32) -> World {
    let (sin, cos) = degrees.to_radians().sin_cos();
    let wall = |side: f32| {
        let n = Vec3::new(side * sin, 0.0, cos);
        let along = Vec3::new(cos, 0.0, -side * sin);
        let planes = [
            Plane::new(n, 0.0),
            Plane::new(-n, 128.0),
            Plane::new(along, 4096.0),
            Plane::new(-along, 4096.0),
            Plane::new(Vec3::y(), 4096.0),
            Plane::new(-Vec3::y(), 4096.0),
        ];
        Brush::from_planes(&planes, Contents::SOLID, SurfaceFlags::empty()).unwrap()
    };
    World::of_brushes("groove", vec![wall(1.0), wall(-1.0)])
}

#[test]
fn normalised_crease_costs_no_speed() {
    // Law L23: each crease multiplies speed by the squared sine of the angle between the walls' normals.
    for (degrees, held) in [(50.0, 29.10), (60.0, 22.50), (75.0, 7.50)] {
        let world = groove(degrees);
        for (profile, wanted) in both("quakeworld").into_iter().zip([held, 30.0]) {
            let reach = 16.0 * degrees.to_radians().tan() + 24.0;
            let mut player = Player::new(&world, profile, Point::new(0.0, 0.0, reach + 8.0), 13.0);
            for _ in 0..100 {
                player.tick(0.0, 0.0, 90.0);
            }
            for _ in 0..100 {
                player.tick(1.0, 0.0, 90.0);
            }
            let v = player.body.velocity.y;
            assert!(
                (v - wanted).abs() < 0.02,
                "{} at {degrees}: {v} for {wanted}",
                profile.name
            );
        }
    }
}

#[test]
fn no_overbounce_lands_for_good() {
    // Law L25: dropped from D_k = 0.024 k^2 + 0.0016 k at 125 Hz, a fall ends within the ground's probe.
    let world = support::on_floor(vec![]);
    for k in [20.0f32, 50.0, 64.0, 100.0] {
        let drop = 0.024 * k * k + 0.0016 * k + 0.1;
        for (profile, bounces) in both("quake3").into_iter().zip([true, false]) {
            let at = Point::new(0.0, 0.0, 24.0 + profile.trace_rules.skin + drop);
            let mut player = Player::new(&world, profile, at, 8.0);
            let mut rose = 0.0f32;
            for _ in 0..300 {
                rose = rose.max(player.tick(0.0, 0.0, 0.0).velocity.z);
            }
            // The speed of its fall: 6 a tick, since 6.4 is rounded.
            let fell = 6.0 * k;
            if bounces {
                assert!(
                    (rose - fell).abs() < 8.0,
                    "{} from {drop}: rises at {rose}",
                    profile.name
                );
            } else {
                // The overclip of 1.001 leaves a thousandth of it, in whole units: a creep within the probe's reach.
                assert!(
                    rose <= (fell * 0.001).round(),
                    "{} from {drop}: {rose}",
                    profile.name
                );
                assert!(player.body.origin.z < 24.0 + 1.0, "{}", player.body.origin);
            }
        }
    }
}
