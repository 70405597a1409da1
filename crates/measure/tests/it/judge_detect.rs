//! Parts of detectors by themselves: a stuck player, a shaking one, the velocity that corners leave, marked moments, and runs
//! elsewhere.

use crate::planted::worlds::solid;
use clipmark_geometry::{Contents, Hull, Point, World};
use clipmark_measure::Played;
use clipmark_measure::counterparts::merged;
use clipmark_measure::detect::{Detector, Seen, SolidTruth};
use clipmark_measure::inner::{Divergence, Footing, command, feasible, marks, shake, stretches, stuck_ticks};
use clipmark_movement::{Basis, Body, Order, TickFacts, UserCmd};
use clipmark_referee::Reference;
use clipmark_referee::conformance::MOVES;
use clipmark_rows::drawn::Mark;
use nalgebra::Vector3;
use std::ops::Range;

type V = Vector3<f64>;

const FOOT: Footing = Footing {
    step: 18.0,
    walkable: 0.7,
};

fn standing_still(forward: f32) -> Played {
    let cmd = UserCmd {
        msec: 8.0,
        forward,
        ..UserCmd::default()
    };
    let body = Body::at(Point::new(0.0, 0.0, 24.125));
    Played {
        states: vec![body; 101],
        commands: vec![cmd; 100],
        facts: vec![TickFacts::default(); 100],
        course: None,
    }
}

fn world(wall_at: f32) -> World {
    let floor = solid([-512.0, -512.0, -16.0], [512.0, 512.0, 0.0]);
    let wall = solid([wall_at, -512.0, 0.0], [wall_at + 16.0, 512.0, 128.0]);
    World::of_brushes("room", vec![floor, wall])
}

#[test]
fn a_player_that_could_walk_is_stuck_and_one_at_a_wall_is_not() {
    let stuck = |forward, wall| {
        let reference = Reference::build(&world(wall), Contents::PLAYER_MASK);
        let truth = SolidTruth::new(&reference, [Hull::quake3_player(); 2]);
        stuck_ticks(&standing_still(forward), &truth, FOOT)
    };
    let open = stuck(127.0, 200.0).len();
    assert!(
        (60..=75).contains(&open),
        "{open} of 100 ticks, of which the first 0.25 s do not count"
    );
    assert_eq!(stuck(127.0, 15.125), [0; 0]);
    assert_eq!(stuck(0.0, 200.0), [0; 0]);
}

fn run(at: impl Fn(usize) -> Point) -> Played {
    let cmd = UserCmd {
        msec: 8.0,
        forward: 127.0,
        ..UserCmd::default()
    };
    let body = |k| Body {
        grounded: true,
        ..Body::at(at(k))
    };
    Played {
        states: (0..=500).map(body).collect(),
        commands: vec![cmd; 500],
        facts: vec![TickFacts::default(); 500],
        course: None,
    }
}

#[test]
fn climbing_stairs_is_no_shake() {
    let stairs = run(|k| Point::new(k as f32 * 2.56, 0.0, (k / 7) as f32 * 16.0));
    assert_eq!(shake(&stairs), 0.0);
}

#[test]
fn a_planted_two_cycle_is_found_at_its_size() {
    // Up and down by a quarter of a unit: second differences of +-0.5.
    let bounce = run(|k| Point::new(k as f32 * 2.56, 0.0, if k % 2 == 0 { 0.0 } else { 0.25 }));
    let found = shake(&bounce);
    assert!((found - 0.5).abs() < 1e-6, "{found}");
}

#[test]
fn a_wall_a_crease_and_a_corner() {
    let v = V::new(100.0, 50.0, -20.0);
    let (wall, side, floor) = (-V::x(), -V::y(), V::z());
    assert_eq!(feasible(&v, &[]), v);
    assert_eq!(feasible(&v, &[wall]), V::new(0.0, 50.0, -20.0));
    assert_eq!(feasible(&v, &[wall, floor]), V::new(0.0, 50.0, 0.0));
    assert_eq!(feasible(&v, &[wall, floor, side]), V::zeros());
    // An acute wedge: along either wall lies the other, and only their crease is left, which is upright.
    let wedge = [
        V::new(-1.0, 0.2, 0.0).normalize(),
        V::new(-1.0, -0.2, 0.0).normalize(),
    ];
    assert!((feasible(&V::new(100.0, 0.0, 0.0), &wedge)).norm() < 1e-9);
}

#[test]
fn short_stretches_are_dropped() {
    let quiet: Vec<bool> = (0..30).map(|k| !(k == 3 || k == 20)).collect();
    assert_eq!(stretches(&quiet), [4..20, 21..30]);
    assert_eq!(stretches(&[true; 5]), []);
    assert_eq!(stretches(&[true; 9]), [Range { start: 0, end: 9 }]);
}

#[test]
fn a_stretch_is_one_moment() {
    let seen = |id, ticks: &[usize]| {
        let seen = Seen {
            ticks: ticks.to_vec(),
            ..Seen::default()
        };
        (Detector::by_id(id).unwrap(), seen)
    };
    let seen = [seen("F16", &[60]), seen("F19", &[70, 75, 98])];
    let divergence = Divergence {
        tick: 81,
        seconds: 0.648,
        farthest: 20.0,
        at_end: 5.0,
        what: "13 u below it".into(),
    };
    let found = marks(&seen, Some(99), Some(&divergence), "the reference path");
    let mark = |tick, what: &str| Mark {
        tick,
        what: what.into(),
    };
    let wanted = [
        mark(60, "F16 stops dead"),
        mark(70, "F19 shakes, 3 ticks"),
        mark(80, "13 u below the reference path"),
        mark(99, "fell out of the world"),
    ];
    assert_eq!(found, wanted);
}

#[test]
fn keys_turn_as_the_world_does() {
    let cmd = UserCmd {
        yaw: 33.0,
        forward: 100.0,
        right: 40.0,
        ..UserCmd::default()
    };
    let wish = |c: &UserCmd| {
        let basis = Basis::of_angles(0.0, c.yaw);
        basis.forward * c.forward + basis.right * c.right
    };
    for motion in MOVES.iter().filter(|m| m.is_upright()) {
        let there = command(&cmd, motion, Order::QuakeWorld);
        let apart = (wish(&there) - motion.vector(&wish(&cmd))).norm();
        assert!(apart < 1e-3, "{}: {apart}", motion.name);
        let origin = motion.point(&Point::new(1.0, 2.0, 3.0));
        assert_eq!(motion.point_back(&origin), Point::new(1.0, 2.0, 3.0));
    }
}

#[test]
fn a_tiled_floor_is_one_slab_and_a_corner_stays_two() {
    let tile = |i: usize| {
        let (x, y) = ((i % 5) as f32 * 8.0, (i / 5) as f32 * 8.0);
        solid([x, y, -16.0], [x + 8.0, y + 8.0, 0.0])
    };
    let floor = merged(&World::of_brushes("tiles", (0..25).map(tile).collect())).unwrap();
    assert_eq!(floor.brushes.len(), 1);
    assert_eq!(floor.bounds.maxs, Point::new(40.0, 40.0, 0.0));
    let ell = [
        solid([0.0, 0.0, 0.0], [8.0, 8.0, 8.0]),
        solid([8.0, 0.0, 0.0], [16.0, 16.0, 8.0]),
    ];
    assert_eq!(merged(&World::of_brushes("ell", ell.into())), None);
}
