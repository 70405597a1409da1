//! What the gaps of all stops tell beyond a single one: a skin that is lost now and then, and the direction in which a hull is
//! narrow.

use crate::common::tracers::*;
use crate::common::*;
use clipmark_collision::{Sweep, Trace};
use clipmark_geometry::{Aabb, Hull, World};
use clipmark_referee::{SkinCheck, SkinVerdict, judge};

/// Stops of a tracer at the six walls of a room, all from the open, each by itself within what is lawful.
fn stops(spoil: impl Fn(&World, &Sweep) -> Trace) -> SkinVerdict {
    const WIDE: f32 = 256.0;
    let walls = (0..6).map(|i: usize| {
        let (mut lo, mut hi) = ([-WIDE - 64.0; 3], [WIDE + 64.0; 3]);
        match i % 2 {
            0 => lo[i / 2] = WIDE,
            _ => hi[i / 2] = -WIDE,
        }
        cube(lo, hi)
    });
    let room = world(walls.collect());
    let h = truth(&room, &Hull::quake3_player());
    let mut rng = Random(31);
    let mut check = SkinCheck::default();
    for _ in 0..400 {
        let start = rng.point(100.0);
        let sweep = Sweep::new(Hull::quake3_player(), start, start + rng.direction() * 900.0);
        let v = judge(&h, &sweep, &spoil(&room, &sweep), &quake3_declares());
        assert!(v.is_clean(), "{v:?}");
        v.measures.gap_sample.into_iter().for_each(|s| check.add(s));
    }
    check.verdict()
}

#[test]
fn a_lawful_skin_is_not_called_wrong_and_one_lost_once_in_fifty_is() {
    let found = stops(quake3);
    assert!(found.all.count > 300, "{found:?}");
    assert!(!found.wrong_skin() && found.wrong_hull().is_empty(), "{found:?}");
    let calls = std::cell::Cell::new(0);
    let found = stops(|room, sweep| {
        calls.set(calls.get() + 1);
        let t = quake3(room, sweep);
        let Some(plane) = t.plane.filter(|_| calls.get() % 50 == 0) else {
            return t;
        };
        let fraction = t.fraction - 0.05 / plane.normal.dot(&sweep.displacement());
        let end = sweep.at(fraction);
        Trace { fraction, end, ..t }
    });
    assert!(found.all.tail_off && !found.all.median_off, "{found:?}");
    assert!(found.wrong_skin(), "{found:?}");
}

#[test]
fn a_hull_narrower_by_a_tenth_is_named_with_its_direction() {
    let bounds = Hull::quake3_player().bounds();
    for axis in 0..3 {
        for cut in [[0.1_f32, 0.0], [0.0, 0.1], [0.05, 0.05]] {
            let (mut mins, mut maxs) = (bounds.mins, bounds.maxs);
            mins[axis] += cut[0];
            maxs[axis] -= cut[1];
            let bounds = Aabb::new(mins, maxs);
            let hull = Hull::Box { bounds };
            let found = stops(|room, sweep| quake3(room, &Sweep { hull, ..*sweep }));
            let hundredths = |by: f64| (by * 100.0).round() as i32;
            let name = |sign: &str| format!("{sign}{}", ['x', 'y', 'z'][axis]);
            let expected = [(name("-"), cut[0]), (name("+"), cut[1])];
            let expected = expected.into_iter().filter(|(_, by)| *by > 0.0);
            let expected: Vec<_> = expected.map(|(name, by)| (name, hundredths(by.into()))).collect();
            let named = found.wrong_hull().into_iter();
            let named: Vec<_> = named.map(|(d, by)| (d.name(), hundredths(by))).collect();
            assert_eq!(named, expected, "{found:?}");
        }
    }
}
