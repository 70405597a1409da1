//! Every movement profile on `bsp`: its constants have their stated effect.

use crate::support;
use clipmark::bsp::BspBackend;
use clipmark::collision::{CollisionBackend, Work};
use clipmark::geometry::{Point, World};
use clipmark::measure::backends;
use clipmark::movement::{
    Body, MOVERS, Order, OwnMover, PROFILES, Profile, Setup, UserCmd, Value, custom, profile_named, tick,
};

struct Player {
    bsp: BspBackend,
    setup: Setup,
    body: Body,
    msec: f32,
}

impl Player {
    /// A player at rest on a floor.
    fn on(world: &World, profile: Profile, msec: f32) -> Self {
        let bsp = support::bsp(world, profile.trace_rules);
        let at = Point::new(0.0, 0.0, 0.2 - profile.size.feet);
        let setup = Setup::new(profile, OwnMover::Slide, &bsp);
        let mut player = Self {
            setup,
            bsp,
            body: Body::at(at),
            msec,
        };
        for _ in 0..200 {
            player.tick([0.0, 0.0, 0.0], 0.0);
        }
        player
    }

    fn on_floor(profile: Profile, msec: f32) -> Self {
        Self::on(&support::on_floor(vec![]), profile, msec)
    }

    /// Keys from -1 to 1: forward, right, up.
    fn tick(&mut self, keys: [f32; 3], yaw: f32) -> &Body {
        let [forward, right, up] = keys.map(|k| k * self.setup.profile.full_key);
        let cmd = UserCmd {
            msec: self.msec,
            forward,
            right,
            up,
            yaw,
            ..UserCmd::default()
        };
        tick::<dyn CollisionBackend>(&self.bsp, &self.setup, &mut self.body, &cmd, &mut Work::silent())
            .unwrap();
        &self.body
    }

    /// Height of a jump over where it began.
    fn jump_height(&mut self) -> f32 {
        let from = self.body.origin.z;
        let mut top = from;
        for _ in 0..(1200.0 / self.msec) as usize {
            top = top.max(self.tick([0.0, 0.0, 1.0], 0.0).origin.z);
        }
        top - from
    }
}

fn plain(name: &str) -> Profile {
    Profile {
        snap_velocity: false,
        ..*profile_named(name).unwrap()
    }
}

/// Heights of 45 to 57 units add up in some 90 ticks of f32 at coordinates below 128.
const NEAR: f32 = 2e-3;

#[test]
fn every_profile_runs_at_its_full_speed() {
    // Law L1: acceleration is at least friction in all of them.
    for profile in PROFILES {
        for msec in [8.0, 13.0] {
            let mut player = Player::on_floor(plain(profile.name), msec);
            for _ in 0..200 {
                player.tick([1.0, 0.0, 0.0], 0.0);
            }
            let v = player.body.velocity;
            let off = (v.x - profile.max_speed).abs().max(v.y.abs()).max(v.z.abs());
            assert!(off < 1e-3, "{} at {msec} ms: {v}", profile.name);
        }
    }
}

#[test]
fn every_profile_jumps_by_its_own_integration() {
    for msec in [3.0, 8.0, 13.0, 20.0] {
        let t = msec * 1e-3;
        // Laws L10 and L11, the half steps' (law L11 from sqrt(2 g h)), and W18 of `docs/walker.md`. After k ticks: k v0 T -
        // g T^2 k (k + late) / 2.
        let highest = |v0: f32, late: f32| {
            let height = |k: f32| k * v0 * t - 800.0 * t * t * k * (k + late) / 2.0;
            (0..500).map(|k| height(k as f32)).fold(0.0, f32::max)
        };
        let table = [
            ("netquake", highest(270.0, 1.0)),
            ("quakeworld", highest(270.0, 1.0)),
            ("quake3", highest(270.0, 0.0)),
            ("cpm", highest(270.0, 0.0)),
            ("goldsrc", highest((2.0 * 800.0 * 45.0f32).sqrt(), 0.0)),
            // Its jump adds to a first half of gravity, and takes the second at once.
            ("source", highest((2.0 * 800.0 * 45.0f32).sqrt(), 1.0)),
            ("source:css", highest((2.0 * 800.0 * 57.0f32).sqrt(), 0.0)),
            ("paper2006", highest(270.0, -1.0)),
        ];
        for (name, height) in table {
            let jumped = Player::on_floor(plain(name), msec).jump_height();
            assert!(
                (jumped - height).abs() < NEAR,
                "{name} at {msec} ms: {jumped} for {height}"
            );
        }
    }
}

#[test]
fn paper2006_alone_jumps_again_on_a_held_key() {
    for profile in PROFILES {
        let mut player = Player::on_floor(plain(profile.name), 8.0);
        let mut jumps = 0;
        for _ in 0..250 {
            let before = player.body.velocity.z;
            let after = player.tick([0.0, 0.0, 1.0], 0.0).velocity.z;
            jumps += usize::from(before < 100.0 && after > 200.0);
        }
        let wanted = if profile.name == "paper2006" { 3 } else { 1 };
        assert_eq!(jumps, wanted, "{} in two seconds", profile.name);
    }
}

#[test]
fn cpm_strafes_by_its_own_law() {
    let flying = |keys: [f32; 3], yaw: f32| {
        let mut player = Player::on_floor(plain("cpm"), 8.0);
        player.body = Body::at(Point::new(0.0, 0.0, 500.0));
        player.body.velocity.x = 400.0;
        player.tick(keys, yaw).velocity
    };
    // Law L6: a = 2100 T = 16.8 with L = 30 gains a (2 L - a) = 725.76 a tick. The angle is cos = (L - a) / v.
    let angle = ((30.0 - 16.8) / 400.0f32).acos().to_degrees();
    let gained = flying([0.0, -1.0, 0.0], angle - 90.0).xy().norm_squared() - 400.0f32.powi(2);
    // Views turn in steps of 1/65536: a step is worth this much.
    let view_step = 2.0 * 16.8 * 400.0 * std::f32::consts::TAU / 65536.0;
    assert!((gained - 725.76).abs() < view_step, "{gained}");
    // Against the motion 2.5 T s = 6.4, along it (below the wanted speed) T s = 2.56.
    assert!((flying([-1.0, 0.0, 0.0], 0.0).x - 393.6).abs() < NEAR);
    // Two keys, for one alone would turn it besides (air control).
    let sideways = flying([1.0, 1.0, 0.0], 85.0 + 45.0);
    assert!(((sideways.xy() - nalgebra::Vector2::new(400.0, 0.0)).norm() - 2.56).abs() < NEAR);
}

#[test]
fn cpm_jumps_higher_a_second_time_within_400_ms() {
    for (soon, speed) in [(0, 370.0), (48, 370.0), (49, 270.0), (60, 270.0)] {
        let mut player = Player::on_floor(plain("cpm"), 8.0);
        let stand = player.body;
        player.tick([0.0, 0.0, 1.0], 0.0);
        for _ in 0..soon {
            player.tick([0.0; 3], 0.0);
        }
        // As if a ledge had come under its feet.
        let jumped = player.body.double_jump_msec;
        player.body = Body {
            double_jump_msec: jumped,
            ..stand
        };
        let v = player.tick([0.0, 0.0, 1.0], 0.0).velocity.z;
        assert!((v - (speed - 6.4)).abs() < NEAR, "{soon} ticks later: {v}");
    }
}

#[test]
fn goldsrc_crouches_over_time_on_its_feet_and_stays_down_under_a_ceiling() {
    let ceiling = support::solid([-8192.0, -64.0, 40.0], [8192.0, 64.0, 64.0]);
    for (world, stands_up) in [
        (support::on_floor(vec![]), true),
        (support::on_floor(vec![ceiling]), false),
    ] {
        let profile = plain("goldsrc");
        let bsp = support::bsp(&world, profile.trace_rules);
        let mut player = Player::on_floor(profile, 8.0);
        let stood = player.body.origin.z;
        // 0.4 s are 50 ticks of 8 ms: the first starts the timer, and the fiftieth after it ends it.
        for _ in 0..50 {
            player.tick([0.0, 0.0, -1.0], 0.0);
            assert_eq!(player.body.origin.z, stood, "not down yet");
        }
        player.tick([0.0, 0.0, -1.0], 0.0);
        assert!(
            (stood - player.body.origin.z - 18.0).abs() < 0.04,
            "its feet stay"
        );
        player.bsp = bsp;
        for _ in 0..200 {
            player.tick([1.0, 0.0, -1.0], 0.0);
        }
        assert!((player.body.velocity.x - 320.0 * 0.333).abs() < 1e-2);
        player.tick([0.0; 3], 0.0);
        let rose = (player.body.origin.z - stood).abs() < 0.04;
        assert_eq!(rose, stands_up, "at {}", player.body.origin);
    }
}

#[test]
fn goldsrc_slows_a_jump_from_too_fast_a_run() {
    // Faster than 1.7 times the greatest speed: to 0.65 of that. No open recording has such a jump.
    for (run, jumps_at) in [(540.0, 540.0), (548.0, 0.65 * 1.7 * 320.0)] {
        let mut player = Player::on_floor(plain("goldsrc"), 10.0);
        player.body.velocity.x = run;
        let after = player.tick([0.0, 0.0, 1.0], 0.0).velocity;
        assert!((after.x - jumps_at).abs() < 1e-2, "{run}: {after}");
    }
}

#[test]
fn source_alone_keeps_its_feet_on_a_steep_way_down() {
    // Law L20: the fall of a tick, v T tan a = 250 * 0.013 * tan 40 = 2.7, exceeds a probe of 2 units.
    let slow = [("max_speed".to_owned(), Value::Number(250.0))];
    let goldsrc = custom("goldsrc", &slow).unwrap();
    let world = World::of_brushes("slope", vec![support::slope(40.0)]);
    let mut flown = Vec::new();
    for profile in [goldsrc, plain("source:css")] {
        let sin_cos = 40.0f32.to_radians().sin_cos();
        let mut player = Player::on_floor(profile, 13.0);
        player.bsp = support::bsp(&world, profile.trace_rules);
        let reach = (profile.size.half_width * sin_cos.0 + 0.04) / sin_cos.1;
        player.body = Body::at(Point::new(0.0, 0.0, reach - profile.size.feet));
        let mut airborne = 0;
        for i in 0..100 {
            let grounded = player.tick([1.0, 0.0, 0.0], 0.0).grounded;
            airborne += usize::from(i > 30 && !grounded);
        }
        assert!(player.body.origin.x > 200.0, "{}", player.body.origin);
        flown.push(airborne);
    }
    assert!(flown[0] > 10, "goldsrc leaves the ground: {flown:?}");
    assert_eq!(flown[1], 0, "source does not");
}

#[test]
fn edge_friction_is_a_point_in_netquake_and_the_hull_in_quakeworld() {
    // `docs/laws.md` section 10: one needs a fall of more than 34, 16 ahead. The other needs 32 clear and a drop of more than
    // 58.
    for (depth, doubled) in [
        (30.0, [false, false]),
        (50.0, [true, false]),
        (70.0, [true, true]),
    ] {
        let world = World::of_brushes(
            "ledge",
            vec![
                support::solid([-512.0, -512.0, -64.0], [0.0, 512.0, 0.0]),
                support::solid([-512.0, -512.0, -512.0], [512.0, 512.0, -depth]),
            ],
        );
        for (name, doubles) in ["netquake", "quakeworld"].into_iter().zip(doubled) {
            let mut player = Player::on_floor(plain(name), 13.0);
            player.bsp = support::bsp(&world, player.setup.profile.trace_rules);
            // Its back is 1 unit over the edge's near side, its front well past it.
            player.body.origin.x = 15.0;
            player.body.origin.y = 0.0;
            player.body.velocity.x = 100.0;
            let lost = 100.0 - player.tick([0.0; 3], 0.0).velocity.x;
            let wanted = 100.0 * 4.0 * 0.013 * if doubles { 2.0 } else { 1.0 };
            assert!(
                (lost - wanted).abs() < 1e-3,
                "{name} over {depth}: {lost} for {wanted}"
            );
        }
    }
}

#[test]
fn a_custom_profile_plays_by_its_changes() {
    let weightless = custom("quake3", &[("gravity".into(), Value::Number(0.0))]).unwrap();
    let mut player = Player::on_floor(weightless, 8.0);
    assert_eq!(player.body.origin.z, 0.2 - weightless.size.feet, "nothing falls");
    player.tick([0.0, 0.0, 1.0], 0.0);
    for _ in 0..100 {
        player.tick([0.0; 3], 0.0);
    }
    assert_eq!(player.body.velocity.z, 270.0, "and nothing slows a jump");
    // Another order alone makes QuakeWorld lose a tick of friction at each landing (law L15).
    let order = [("order".to_owned(), Value::Word("netquake".into()))];
    assert_eq!(custom("quakeworld", &order).unwrap().order, Order::NetQuake);
}

#[test]
fn a_player_spawned_deep_in_a_solid_stays_and_says_so() {
    let world = World::of_brushes("block", vec![support::solid([-512.0; 3], [512.0; 3])]);
    let start = Point::new(10.0, 20.0, 30.0);
    for profile in PROFILES {
        for (name, kind) in backends() {
            for mover in MOVERS {
                let backend = kind.build(&world, profile.trace_rules).unwrap();
                let setup = Setup::registered(*profile, mover, &world, &*backend).unwrap();
                let mut body = Body::at(start);
                for _ in 0..100 {
                    let cmd = UserCmd {
                        msec: 8.0,
                        forward: profile.full_key,
                        ..UserCmd::default()
                    };
                    let facts = tick(&*backend, &setup, &mut body, &cmd, &mut Work::silent()).unwrap();
                    // The nudge looks an eighth around, Quake III a unit: nothing is free there, so nothing moves.
                    let who = format!("{} on {name}+{}", profile.name, mover.name);
                    assert_eq!(body.origin, start, "{who}");
                    assert!(
                        !body.grounded && body.velocity.norm() <= profile.max_speed,
                        "{who}: {body:?}"
                    );
                    // The walker asks for overlaps, not sweeps; it says so by standing still.
                    assert!(facts.start_solid > 0 || !mover.slides(), "{who}");
                }
            }
        }
    }
}
