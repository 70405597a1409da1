//! Movement profiles on `bsp`, in what no law is about: `tests/it/laws.rs` holds them to their numbers.

use crate::support;
use clipmark::internals::bsp::BspBackend;
use clipmark::internals::collision::{CollisionBackend, Work};
use clipmark::internals::geometry::{Point, World};
use clipmark::internals::measure::backends;
use clipmark::internals::movement::{
    Body, MOVERS, Order, OwnMover, PROFILES, Profile, Setup, UserCmd, Value, custom, profile_named, tick,
};

struct Player {
    bsp: BspBackend,
    setup: Setup,
    body: Body,
}

impl Player {
    /// A player at rest on a floor.
    fn on_floor(profile: Profile) -> Self {
        let bsp = support::bsp(&support::on_floor(vec![]), profile.trace_rules);
        let mut player = Self {
            setup: Setup::new(profile, OwnMover::Slide, &bsp),
            bsp,
            body: Body::at(Point::new(0.0, 0.0, 0.2 - profile.size.feet)),
        };
        for _ in 0..200 {
            player.tick([0.0; 2]);
        }
        player
    }

    /// One tick of 8 ms with keys from -1 to 1: forward, up.
    fn tick(&mut self, keys: [f32; 2]) -> &Body {
        let [forward, up] = keys.map(|k| k * self.setup.profile.full_key);
        let cmd = UserCmd {
            msec: 8.0,
            forward,
            up,
            ..UserCmd::default()
        };
        tick::<dyn CollisionBackend>(&self.bsp, &self.setup, &mut self.body, &cmd, &mut Work::silent())
            .unwrap();
        &self.body
    }
}

fn plain(name: &str) -> Profile {
    Profile {
        snap_velocity: false,
        ..*profile_named(name).unwrap()
    }
}

#[test]
fn paper2006_alone_jumps_again_on_a_held_key() {
    for profile in PROFILES {
        let mut player = Player::on_floor(plain(profile.name));
        let mut jumps = 0;
        for _ in 0..250 {
            let before = player.body.velocity.z;
            let after = player.tick([0.0, 1.0]).velocity.z;
            jumps += usize::from(before < 100.0 && after > 200.0);
        }
        let wanted = if profile.name == "paper2006" { 3 } else { 1 };
        assert_eq!(jumps, wanted, "{} in two seconds", profile.name);
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
        let mut player = Player::on_floor(profile);
        let stood = player.body.origin.z;
        // 0.4 s are 50 ticks of 8 ms: the first starts the timer, and the fiftieth after it ends it.
        for _ in 0..50 {
            player.tick([0.0, -1.0]);
            assert_eq!(player.body.origin.z, stood, "not down yet");
        }
        player.tick([0.0, -1.0]);
        let sank = stood - player.body.origin.z;
        assert!((sank - 18.0).abs() < 0.04, "its feet stay");
        player.bsp = support::bsp(&world, profile.trace_rules);
        for _ in 0..200 {
            player.tick([1.0, -1.0]);
        }
        player.tick([0.0; 2]);
        let rose = (player.body.origin.z - stood).abs() < 0.04;
        assert_eq!(rose, stands_up, "at {}", player.body.origin);
    }
}

#[test]
fn a_custom_profile_plays_by_its_changes() {
    let weightless = custom("quake3", &[("gravity".into(), Value::Number(0.0))]).unwrap();
    let mut player = Player::on_floor(weightless);
    assert_eq!(player.body.origin.z, 0.2 - weightless.size.feet, "nothing falls");
    player.tick([0.0, 1.0]);
    for _ in 0..100 {
        player.tick([0.0; 2]);
    }
    assert_eq!(player.body.velocity.z, 270.0, "and nothing slows a jump");
    // Another order alone makes QuakeWorld lose a tick of friction at each landing (law L15).
    let order = [("order".to_owned(), Value::Word("netquake".into()))];
    assert_eq!(custom("quakeworld", &order).unwrap().order, Order::NetQuake);
}

/// Laws L16, L23, L25 and the trap of surf ramps show what each repair mends; here each has it.
#[test]
fn an_ideal_profile_has_the_repairs_of_its_defects() {
    for profile in PROFILES {
        let Some(ideal) = profile_named(&format!("{}:ideal", profile.name)) else {
            continue;
        };
        assert_ne!(
            format!("{:?}", ideal.repairs),
            format!("{:?}", profile.repairs),
            "{}",
            ideal.name
        );
    }
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
