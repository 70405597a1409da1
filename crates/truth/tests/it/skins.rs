//! A lost skin and a narrower hull, planted in a tracer that is right otherwise, are found in the gaps of all stops.

use crate::common::tracers::*;
use crate::common::*;
use clipmark_collision::{Sweep, Trace};
use clipmark_geometry::{Aabb, Contents, Hull, Plane, Vec3, World};
use clipmark_truth::{Reference, SkinCheck, SkinVerdict, judge};

/// Stops of a tracer at the six walls of a room, judged; all from the open.
fn stops(spoil: impl Fn(&Sweep) -> Trace) -> (SkinVerdict, usize) {
    let h = Reference::build(&room(), Contents::SOLID).for_hull(&Hull::quake3_player());
    let mut rng = Random(31);
    let (mut check, mut wrong) = (SkinCheck::default(), 0);
    for _ in 0..400 {
        let start = rng.point(100.0);
        let sweep = Sweep::new(Hull::quake3_player(), start, start + rng.direction() * 900.0);
        let v = judge(&h, &sweep, &spoil(&sweep), &quake3_declares());
        wrong += usize::from(!v.is_clean());
        v.measures.gap_sample.into_iter().for_each(|s| check.add(s));
    }
    (check.verdict(), wrong)
}

fn room() -> World {
    const WIDE: f32 = 256.0;
    let mut walls = Vec::new();
    for axis in 0..3 {
        for side in [-1.0, 1.0] {
            let (mut lo, mut hi) = ([-WIDE - 64.0; 3], [WIDE + 64.0; 3]);
            (lo[axis], hi[axis]) = if side > 0.0 {
                (WIDE, WIDE + 64.0)
            } else {
                (-WIDE - 64.0, -WIDE)
            };
            walls.push(cube(lo, hi));
        }
    }
    world(walls)
}

/// The same answer one `deeper` further along the normal.
fn deeper(sweep: &Sweep, t: Trace, by: f32) -> Trace {
    let Some(plane) = t.plane else { return t };
    let fraction = t.fraction - by / plane.normal.dot(&sweep.displacement());
    Trace {
        fraction,
        end: sweep.at(fraction),
        ..t
    }
}

#[test]
fn a_lawful_skin_is_not_called_wrong() {
    let w = room();
    let (found, wrong) = stops(|sweep| quake3(&w, sweep));
    assert!(found.is_enough() && found.all.count > 300, "{found:?}");
    assert_eq!(
        (found.wrong_skin(), found.wrong_hull(), wrong),
        (false, vec![], 0),
        "{found:?}"
    );
}

#[test]
fn a_lost_skin_is_found_though_every_stop_is_within_the_sandwich() {
    let w = room();
    let (found, wrong) = stops(|sweep| deeper(sweep, quake3(&w, sweep), 0.05));
    assert!(found.wrong_skin() && wrong == 0, "{found:?}");
    assert!(
        (found.all.median + 0.05).abs() < 1e-3 && found.wrong_hull().is_empty(),
        "{found:?}"
    );

    let (found, wrong) = stops(|sweep| deeper(sweep, quake3(&w, sweep), 0.12));
    assert!(found.wrong_skin() && wrong == 0, "{found:?}");
}

#[test]
fn a_skin_lost_once_in_fifty_is_found() {
    let w = room();
    let calls = std::cell::Cell::new(0);
    let (found, _) = stops(|sweep| {
        calls.set(calls.get() + 1);
        let by = if calls.get() % 50 == 0 { 0.05 } else { 0.0 };
        deeper(sweep, quake3(&w, sweep), by)
    });
    assert!(
        found.all.tail_off && !found.all.median_off && found.wrong_skin(),
        "{found:?}"
    );
}

#[test]
fn a_hull_narrower_by_a_tenth_is_found() {
    let w = room();
    let bounds = Hull::quake3_player().bounds();
    for axis in 0..3 {
        for cut in [[0.1, 0.0], [0.0, 0.1], [0.05, 0.05]] {
            let (mut mins, mut maxs) = (bounds.mins, bounds.maxs);
            mins[axis] += cut[0];
            maxs[axis] -= cut[1];
            let bounds = Aabb::new(mins, maxs);
            let (found, wrong) = stops(|sweep| {
                let narrow = Sweep {
                    hull: Hull::Box { bounds },
                    ..*sweep
                };
                quake3(&w, &narrow)
            });
            let expected: Vec<(String, i32)> = [("-", cut[0]), ("+", cut[1])]
                .into_iter()
                .filter(|(_, by)| *by > 0.0)
                .map(|(sign, by)| {
                    (
                        format!("{sign}{}", ['x', 'y', 'z'][axis]),
                        (by * 100.0).round() as i32,
                    )
                })
                .collect();
            let hull = found.wrong_hull();
            let told: Vec<(String, i32)> = hull
                .iter()
                .map(|(d, by)| (d.name(), (by * 100.0).round() as i32))
                .collect();
            assert_eq!((told, wrong), (expected, 0), "{found:?}");
        }
    }
}

#[test]
fn an_end_that_is_not_where_the_fraction_says_is_malformed() {
    let w = room();
    let (_, wrong) = stops(|sweep| {
        let t = quake3(&w, sweep);
        let end = t.end + t.plane.map_or(Vec3::zeros(), |p: Plane| p.normal * 0.02);
        Trace { end, ..t }
    });
    assert!(wrong > 300, "{wrong}");
}
