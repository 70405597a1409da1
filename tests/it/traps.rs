//! The trap of movement on collision: a touch rule and a clip rule that do not fit (`docs/failures.md` section C), on the plain
//! surf ramp with every mover, backend and touch rule.

use crate::support;
use clipmark::collision::{TraceRules, Work};
use clipmark::geometry::{Contents, Point, Vec3, World};
use clipmark::measure::{BackendKind, backends};
use clipmark::movement::{
    Body, Order, OwnMover, PROFILES, Profile, Setup, UserCmd, Value, WalkerVariant, custom, profile_named,
    tick,
};
use clipmark::referee::Reference;

/// Steepness of the surf ramps, degrees.
const RAMPS: [f32; 4] = [46.0, 55.0, 60.0, 75.0];
/// Ticks of law L21's figures, of 13 ms each.
const TICKS: usize = 153;
/// Speed along the ramp, which nothing may change, in units per second.
const ALONG: f32 = 400.0;

struct Surfed {
    /// Speed down the slope at the end.
    down: f32,
    /// Speed along it.
    along: f32,
    /// Ticks in which the body did not move at all.
    dead: usize,
    /// Deepest the body was in the ramp after a tick.
    depth: f64,
}

/// Surfs down a ramp without keys: the law is g sin a t.
fn surf(profile: Profile, mover: OwnMover, kind: BackendKind, rules: TraceRules, degrees: f32) -> Surfed {
    let world = World::of_brushes("surf", vec![support::slope(degrees)]);
    let backend = kind.build(&world, rules).unwrap();
    let setup = Setup::new(profile, mover, &*backend);
    let solid = setup.shape().hull(mover.kind().solid_bounds(&profile));
    let truth = Reference::build(&world, Contents::PLAYER_MASK);
    let (sin, cos) = degrees.to_radians().sin_cos();
    let normal = Vec3::new(sin, 0.0, cos);
    // The corner, or the rim, that is nearest to the slope lies in its x and z.
    let reach = profile.size.half_width * sin - profile.size.feet * cos;
    let mut body = Body::at(Point::from(normal * (reach + rules.skin)));
    body.velocity = Vec3::new(0.0, ALONG, 0.0);
    let cmd = UserCmd {
        msec: 13.0,
        ..UserCmd::default()
    };
    let (mut dead, mut depth) = (0, 0.0f64);
    for _ in 0..TICKS {
        let before = body.origin;
        tick(&*backend, &setup, &mut body, &cmd, &mut Work::silent()).unwrap();
        dead += usize::from(body.origin == before);
        let inside = truth.for_hull(&solid).signed_distance(&body.origin.cast());
        depth = depth.max(inside.map_or(0.0, |d| -d.distance));
    }
    Surfed {
        down: body.velocity.dot(&Vec3::new(cos, 0.0, -sin)),
        along: body.velocity.y,
        dead,
        depth,
    }
}

/// Law L21 after all ticks, in units per second.
fn law(degrees: f32) -> f32 {
    800.0 * degrees.to_radians().sin() * 0.013 * TICKS as f32
}

/// The sum of 153 f32 ticks' rounding at coordinates below 2048, in units per second. (`docs/failures.md` section C says 0.01 for
/// a run that begins at the origin.)
const NEAR_LAW: f32 = 0.05;
/// Deeper than this in a solid is no rounding, in units.
const DEPTH: f64 = 1e-3;

#[track_caller]
fn lawful(who: &str, degrees: f32, s: &Surfed) {
    let off = (s.down - law(degrees)).abs().max((s.along - ALONG).abs());
    assert!(
        off < NEAR_LAW && s.dead == 0 && s.depth <= DEPTH,
        "{who} at {degrees}: {} down, {} along, {} dead ticks, {} deep",
        s.down,
        s.along,
        s.dead,
        s.depth
    );
}

/// Every profile with a slide move, on its own terms and repaired, on every backend and touch rule.
#[test]
fn the_plain_surf_ramp_with_the_slide_moves() {
    for profile in PROFILES {
        let faithful = Profile {
            snap_velocity: false,
            ..*profile
        };
        let guard = [("duplicate_plane_guard".to_owned(), Value::Flag(true))];
        let guarded = Profile {
            snap_velocity: false,
            ..custom(profile.name, &guard).unwrap()
        };
        for (backend, kind) in backends() {
            for degrees in RAMPS {
                for rules in [TraceRules::QUAKEWORLD, TraceRules::QUAKE3] {
                    let who = format!("{} on {backend} by {} rules", profile.name, rules.name);
                    let surfed = |profile| surf(profile, OwnMover::Slide, kind, rules, degrees);
                    lawful(&format!("{who}, guarded,"), degrees, &surfed(guarded));
                    let as_is = surfed(faithful);
                    // QuakeWorld's slide move and its kin clip by exactly the entering part and recognise no plane met twice. A
                    // touch rule may stop a path that merely ends within the skin. Then rounding meets the ramp again, the ramp
                    // makes a crease with itself, and the body stops dead. `hull` has no such rule: a hull is met by paths that
                    // cross into it.
                    let stops_within = rules == TraceRules::QUAKE3 && kind.name() != "hull";
                    let trapped = profile.order != Order::Quake3 && stops_within;
                    if trapped {
                        assert!(as_is.dead > 0 && as_is.along == 0.0, "{who}: the trap is gone");
                        assert!(as_is.down < law(degrees) / 5.0, "{who}: {}", as_is.down);
                    } else {
                        lawful(&who, degrees, &as_is);
                    }
                }
            }
        }
    }
}

/// The repaired walker slides by law, as the slide moves do. The paper's at its own speed, straight down (known problem 3),
/// whatever the slope (W5).
#[test]
fn the_plain_surf_ramp_with_the_walkers() {
    for name in ["paper2006", "quakeworld", "quake3"] {
        let profile = Profile {
            snap_velocity: false,
            ..*profile_named(name).unwrap()
        };
        for (backend, kind) in backends().filter(|(name, _)| *name != "hull") {
            for degrees in RAMPS {
                for rules in [TraceRules::QUAKEWORLD, TraceRules::QUAKE3] {
                    let surfed = |variant| surf(profile, OwnMover::Pair(variant), kind, rules, degrees);
                    let who = format!("{name} on {backend} by {} rules", rules.name);
                    lawful(&who, degrees, &surfed(WalkerVariant::Improved));
                    let s = surfed(WalkerVariant::Intended);
                    assert!(
                        s.dead == 0 && s.depth <= DEPTH,
                        "{who} at {degrees}: {} dead, {} deep",
                        s.dead,
                        s.depth
                    );
                    let off = (s.down - profile.walker.slide_speed).abs();
                    assert!(
                        off < 1e-3 && s.along == 0.0,
                        "{who} at {degrees}: {} {}",
                        s.down,
                        s.along
                    );
                }
            }
        }
    }
}
