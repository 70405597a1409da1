//! The judge finds every planted fault.

use crate::common::tracers::*;
use crate::common::*;
use clipmark_collision::{
    Declaration, RoundHulls, Sidedness, StartSolid, Status, Sweep, TouchRule, Trace, TraceRules,
};
use clipmark_geometry::{Contents, Hull, Plane, Point, Vec3};
use clipmark_referee::{Fault, Reference, Rule, Verdict, judge};

/// A sweep of the player along +x that stops 1/8 before a wall at x = 100. Returns its verdict after `change`.
fn tampered(change: impl Fn(&mut Trace)) -> Verdict {
    let wall = world(vec![cube([100.0, -64.0, -64.0], [108.0, 64.0, 64.0])]);
    let asked = Asked::new(&wall, Hull::quake3_player(), [0.0; 3], [256.0, 0.0, 0.0]);
    let mut t = perfect(&asked.exact, &asked.sweep, TraceRules::QUAKE3);
    assert!((t.end.x - 84.875).abs() < 1e-3);
    change(&mut t);
    asked.judge(&t)
}

fn to(t: &mut Trace, x: f32) {
    t.fraction = x / 256.0;
    t.end.x = x;
}

#[test]
fn every_planted_fault_is_found_and_no_other() {
    let clean = tampered(|_| {});
    assert!(clean.is_clean(), "{clean:#?}");
    assert!(clean.measures.toi_normal.unwrap().abs() < 1e-3);
    assert!((clean.measures.toi_path.unwrap() - 0.125).abs() < 1e-3);
    assert_eq!(clean.asked.cosine, Some(1.0));

    let faults = |v: &Verdict| {
        let all = [
            ("malformed", v.is_of_geometry(Fault::Malformed)),
            ("unreliable", v.is_of_geometry(Fault::Unreliable)),
            ("false negative", v.passes()),
            ("phantom", v.is_of_geometry(Fault::Phantom)),
            ("start solid", v.is_of_geometry(Fault::WrongStart)),
            ("penetrating", v.is_of_geometry(Fault::TooDeep)),
            ("normal", v.is_of_geometry(Fault::WrongNormal)),
        ];
        let found: Vec<&str> = all.iter().filter(|f| f.1).map(|f| f.0).collect();
        found.join(", ")
    };
    let tunnelled = tampered(|t| {
        to(t, 256.0);
        t.plane = None;
    });
    assert_eq!(faults(&tunnelled), "false negative");
    assert!((tunnelled.measures.missed_by - 171.0).abs() < 0.1);
    assert!((tunnelled.measures.missed_depth - 19.0).abs() < 1e-3); // half of the wall's 8 and the player's 30

    let late = tampered(|t| to(t, 85.5));
    assert_eq!(faults(&late), "false negative, penetrating");
    assert!((late.measures.penetration - 0.5).abs() < 1e-4);
    assert!((late.measures.missed_depth - 0.5).abs() < 1e-4 && !late.is_by(Rule::Corner));

    // Each counts once, whatever else geometry finds.
    let counted = |v: &Verdict| v.faults.iter().collect::<Vec<_>>();
    assert_eq!(counted(&tunnelled), [Fault::Missed]);
    assert_eq!(counted(&late), [Fault::TooDeep]);
    // As deep as a player feels.
    let deep = tampered(|t| to(t, 86.6));
    assert_eq!(faults(&deep), "false negative, penetrating");
    assert_eq!(counted(&deep), [Fault::Missed]);
    // Half out of the wall's back: it went deeper on the way.
    let behind = tampered(|t| to(t, 110.0));
    assert_eq!(faults(&behind), "false negative, penetrating");
    assert_eq!(counted(&behind), [Fault::Missed]);

    let early = tampered(|t| to(t, 80.0));
    assert_eq!(faults(&early), "phantom");
    assert!((early.measures.lost - 4.84).abs() < 0.01);
    assert!((early.measures.gap - 4.875).abs() < 1e-3);
    assert_eq!(early.measures.toi_normal, None);
}

#[test]
fn small_faults_are_found_on_random_sweeps() {
    // A lawful stop moved by 0.01 units along the normal. Without a skin, whose share the tolerance would hide it in.
    let rules = TraceRules::QUAKE3.with_skin(0.0);
    let mut rng = Random(23);
    let mut tried = 0;
    for hull in hulls() {
        let w = random_world(&mut rng, 20);
        let h = truth(&w, &hull);
        for _ in 0..150 {
            let sweep = Sweep::new(hull, rng.point(250.0), rng.point(250.0));
            let t = perfect(&h, &sweep, rules);
            let v = judge(&h, &sweep, &t, &declares(rules));
            let Some(cosine) = v.asked.cosine.filter(|c| t.hit() && !t.start_solid && *c > 0.05) else {
                continue;
            };
            let moved = |normal_distance: f64| {
                let mut t = t;
                t.fraction += (normal_distance / cosine / v.asked.length) as f32;
                t.end = sweep.at(t.fraction);
                t
            };
            let (late, early) = (moved(0.01), moved(-0.01));
            if late.fraction >= 1.0 || early.fraction <= 0.0 {
                continue;
            }
            tried += 1;
            let late = judge(&h, &sweep, &late, &declares(rules));
            assert!(late.passes(), "{sweep:?} {late:#?}");
            let early = judge(&h, &sweep, &early, &declares(rules));
            assert!(
                early.is_of_geometry(Fault::Phantom) && early.measures.lost > 0.005,
                "{sweep:?} {early:#?}"
            );
        }
    }
    assert!(tried > 150, "{tried}");
}

#[test]
fn wrong_normals_and_numbers_are_found() {
    let normal = |n: Vec3| tampered(move |t| t.plane = Some(Plane::new(n, 0.0)));
    assert!(normal(-Vec3::x()).is_clean());
    let tilted = normal(Vec3::new(-1.0, 0.1, 0.0).normalize());
    assert!(tilted.is_of_geometry(Fault::WrongNormal) && tilted.measures.opposed);
    assert!((tilted.measures.normal_error.unwrap() - 5.71).abs() < 0.01);
    for n in [
        Vec3::x(),
        Vec3::z(),
        -Vec3::x() * 1.01,
        Vec3::zeros(),
        Vec3::repeat(f32::NAN),
    ] {
        let v = normal(n);
        assert!(v.is_of_geometry(Fault::WrongNormal) && !v.measures.opposed, "{n}");
    }
    assert!(tampered(|t| t.plane = None).is_of_geometry(Fault::WrongNormal));

    assert!(tampered(|t| t.fraction = f32::NAN).is_of_geometry(Fault::Malformed));
    assert!(tampered(|t| t.fraction = -0.5).is_of_geometry(Fault::Malformed));
    assert!(tampered(|t| t.end.y = f32::INFINITY).is_of_geometry(Fault::Malformed));
    assert!(tampered(|t| t.end.y = 1.0).is_of_geometry(Fault::Malformed));
    let unsure = tampered(|t| t.status = Status::OutOfIterations);
    assert!(unsure.is_of_geometry(Fault::Unreliable) && !unsure.is_clean());
    let absent = tampered(|t| t.status = Status::Unsupported);
    assert!(!absent.judged && absent.is(Fault::Unreliable));
    assert!(tampered(|t| t.start_solid = true).is_of_geometry(Fault::WrongStart));
}

#[test]
fn a_start_inside_is_judged_by_the_declared_rule() {
    let block = world(vec![cube([-16.0; 3], [16.0; 3])]);
    let verdict = |end: f32, free: bool, flagged: bool, start_solid| {
        let declared = Declaration {
            start_solid,
            ..declares(TraceRules::QUAKE3)
        };
        let asked = Asked::by(declared, &block, unit_box(1.0), [0.0; 3], [end, 0.0, 0.0]);
        let answer = match free {
            true => Trace::free(&asked.sweep),
            false => Trace::refused(&asked.sweep, Status::Exact),
        };
        asked.judge(&Trace {
            start_solid: flagged,
            all_solid: flagged && end < 17.0,
            ..answer
        })
    };
    use StartSolid::*;
    // Out of the block.
    assert!(verdict(40.0, true, true, IgnoredUnlessAllSolid).is_clean());
    assert!(verdict(40.0, false, true, IgnoredUnlessAllSolid).is_of_geometry(Fault::Phantom));
    assert!(verdict(40.0, true, false, IgnoredUnlessAllSolid).is_of_geometry(Fault::WrongStart));
    assert!(verdict(40.0, false, true, Blocks).is_clean());
    assert!(verdict(40.0, true, true, Blocks).passes());
    assert!(verdict(40.0, true, false, Unnoticed).is_clean());
    // Within it.
    assert!(verdict(4.0, true, true, IgnoredUnlessAllSolid).passes());
    assert!(verdict(4.0, false, true, IgnoredUnlessAllSolid).is_clean());
    assert!(verdict(4.0, true, false, Unnoticed).is_clean());
}

#[test]
fn a_start_inside_the_skin_may_stop_only_what_approaches() {
    let floor = world(vec![cube([-64.0, -64.0, -8.0], [64.0, 64.0, 0.0])]);
    let stop = |d: Vec3, touch| {
        let start = Point::new(0.0, 0.0, 1.05);
        let rules = TraceRules {
            touch,
            ..TraceRules::QUAKE3
        };
        Asked::by(declares(rules), &floor, unit_box(1.0), start, start + d).stop(0.0, Vec3::z())
    };
    use TouchRule::*;
    assert!(stop(Vec3::new(8.0, 0.0, -0.02), WithinSkin).is_clean());
    assert!(stop(Vec3::new(8.0, 0.0, -0.001), InSolid).is_of_geometry(Fault::Phantom));
    assert!(stop(Vec3::new(8.0, 0.0, -1.0), InSolid).is_clean());
    assert!(stop(Vec3::new(8.0, 0.0, 0.02), WithinSkin).is_of_geometry(Fault::Phantom));
    assert!(stop(Vec3::new(0.0, 0.0, 8.0), WithinSkin).is_of_geometry(Fault::Phantom));
}

#[test]
fn mitred_hulls_are_judged_as_such() {
    // Diagonally at a block's edge a mitred ball of radius 8 stops 8 (sqrt 2 - 1) = 3.3 before a round ball.
    let w = world(vec![cube([-16.0; 3], [16.0; 3])]);
    let r = Reference::build(&w, Contents::SOLID);
    let ball = Hull::new_sphere(8.0).unwrap();
    let sweep = Sweep::new(ball, Point::new(50.0, 50.0, 0.0), Point::new(0.0, 0.0, 0.0));
    let mut mitred = declares(TraceRules::QUAKE3);
    mitred.round_hulls = RoundHulls::Mitred;
    let t = perfect(&r.for_declared(&ball, &mitred), &sweep, mitred.rules);
    let round = r.for_hull(&ball);
    // The bevels of a box have no diagonal plane, so the mitre keeps its corner.
    assert!(judge(&r.for_declared(&ball, &mitred), &sweep, &t, &mitred).is_clean());
    assert!(judge(&round, &sweep, &t, &declares(TraceRules::QUAKE3)).is_of_geometry(Fault::Phantom));
}

#[test]
fn a_question_that_is_none_must_be_refused() {
    let hull = unit_box(1.0);
    let h = truth(&world(vec![]), &hull);
    let sweep = Sweep::new(hull, Point::new(f32::NAN, 0.0, 0.0), Point::origin());
    let d = declares(TraceRules::QUAKE3);
    assert!(judge(&h, &sweep, &Trace::invalid(&sweep), &d).is_clean());
    assert!(judge(&h, &sweep, &Trace::free(&sweep), &d).is_of_geometry(Fault::Malformed));
}

#[test]
fn what_a_sweep_starts_with_is_not_held_against_its_stop() {
    let wall = world(vec![cube([100.0, -64.0, -64.0], [108.0, 64.0, 64.0])]);
    let stopped = |x: f32, fraction: f32| {
        let asked = Asked::new(&wall, unit_box(4.0), [x, 0.0, 0.0], [x + 128.0, 0.0, 0.0]);
        asked.stop(fraction, -Vec3::x())
    };
    // 1/16 from the wall, half its skin: it cannot stop any earlier than it does.
    let held = stopped(96.0 - 0.0625, 0.0);
    assert!(
        held.is_clean() && held.measures.toi_normal == Some(0.0),
        "{held:?}"
    );
    // Half a skin late on the way is late.
    let late = stopped(32.0, (64.0 - 0.0625) / 128.0);
    assert_eq!(late.measures.toi_normal, Some(-0.0625));
    // Started in the wall and stopped at once: the other solids are no measure of its gap.
    let inside = stopped(104.0, 0.0);
    assert_eq!((inside.measures.gap, inside.measures.toi_normal), (0.0, None));
}

/// Found by fuzzing: `bvh` keeps the skin of a ball of no size from each plane, as of a point. Growing the ball by a ball made
/// that a phantom at an edge met head-on, where the two differ by 0.05 units.
#[test]
fn round_hulls_without_radius_are_judged_as_points() {
    let block = world(vec![cube([0.0; 3], [16.0; 3])]);
    for hull in [Hull::Point, Hull::new_sphere(0.0).unwrap()] {
        let asked = Asked::new(&block, hull, [8.0, -100.0, -100.0], [8.0, 100.0, 100.0]);
        let v = asked.stop(99.875 / 200.0, -Vec3::y());
        assert!(v.is_clean() && v.asked.exact.entry == Some(0.5), "{hull:?} {v:?}");
    }
}

/// Through a thin wall and a little into the next one: no late stop, though the end is the deepest place of the path.
#[test]
fn what_passes_a_thin_wall_has_missed_it_wherever_it_ends() {
    let thin = cube([100.0, -64.0, -64.0], [100.125, 64.0, 64.0]);
    let thick = cube([200.0, -64.0, -64.0], [232.0, 64.0, 64.0]);
    let asked = Asked::new(
        &world(vec![thin, thick]),
        Hull::Point,
        [0.0; 3],
        [256.0, 0.0, 0.0],
    );
    let stopped_at = |x: f32| asked.stop(x / 256.0, -Vec3::x());
    let v = stopped_at(200.5);
    assert_eq!(v.faults.iter().collect::<Vec<_>>(), [Fault::Missed], "{v:#?}");
    let v = stopped_at(100.05);
    assert_eq!(v.faults.iter().collect::<Vec<_>>(), [Fault::TooDeep], "{v:#?}");
}

/// A cylinder as large as the player.
fn round_player() -> Hull {
    let b = player_bounds();
    Hull::new_cylinder(b.mins, b.maxs).unwrap()
}

/// A fault of the shrunk cylinder: it was larger than the exact one.
#[test]
fn a_fall_past_the_corner_of_a_floor_is_free() {
    let floor = world(vec![cube([-184.0, 936.0, -16.0], [96.0, 1344.0, 0.0])]);
    let (from, to) = (
        [-194.02423, 924.6726, 55.28766],
        [-189.29182, 920.6508, -32.43702],
    );
    let v = Asked::new(&floor, round_player(), from, to);
    let v = v.judge(&Trace::free(&v.sweep));
    assert!(v.is_clean() && v.asked.exact.entry.is_none(), "{v:#?}");
}

#[test]
fn a_start_on_the_floor_is_not_inside_it() {
    let floor = cube([-64.0, -64.0, -16.0], [64.0, 64.0, 0.0]);
    let h = truth(&world(vec![floor]), &round_player());
    let down = h.sweep(&p(0.0, 0.0, 24.0), &p(3.0, 0.0, 20.0));
    assert!(!down.starts_inside && down.entry == Some(0.0), "{down:?}");
    let along = h.sweep(&p(0.0, 0.0, 24.0), &p(30.0, 10.0, 24.0));
    assert_eq!(along.entry, None);
}

/// A stop at once by the solid around the start was compared with the contact with another solid half a unit on. So its normal
/// seemed wrong by 74 degrees.
fn stopped_within(normal: Vec3) -> Verdict {
    let start_in = cube([0.0, -64.0, -64.0], [64.0, 64.0, 64.0]);
    let beyond = cube([64.0, -64.0, -64.0], [128.0, 64.0, 64.0]);
    let surfaces = Declaration {
        sidedness: Sidedness::FrontOnly,
        ..declares(TraceRules::QUAKE3)
    };
    let solids = world(vec![start_in, beyond]);
    let (from, to) = ([48.95, 0.0, 40.0], [80.0, 0.0, -60.0]);
    let asked = Asked::by(surfaces, &solids, unit_box(15.0), from, to);
    asked.judge(&Trace {
        start_solid: true,
        plane: Some(Plane::new(normal, 0.0)),
        ..Trace::refused(&asked.sweep, Status::Exact)
    })
}

#[test]
fn the_normal_of_a_stop_at_once_is_not_held_to_the_other_solid() {
    let v = stopped_within(Vec3::z());
    assert!(v.is_clean() && v.measures.normal_error.is_none(), "{v:#?}");
    assert!(
        v.measures.toi_path.is_none() && v.measures.toi_normal.is_none(),
        "{v:#?}"
    );
}

#[test]
fn the_normal_of_a_stop_at_once_must_still_oppose_the_motion_and_have_unit_length() {
    assert!(stopped_within(-Vec3::z()).is_of_geometry(Fault::WrongNormal));
    assert!(stopped_within(Vec3::z() * 1.01).is_of_geometry(Fault::WrongNormal));
}
