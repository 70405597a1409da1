//! A cylinder that fell past the corner of a floor was called tunnelled. Where the path reached the height of the shrunk floor,
//! the gap in height, nil but for rounding, counted as the distance. Its decrease counted as an entry. 0.5 units deep, though
//! the corner is 15.13 units away in plan.

use crate::common::*;
use clipmark_collision::{Sweep, Trace, TraceRules};
use clipmark_geometry::{Contents, Hull, Point};
use clipmark_truth::{Reference, judge};

fn player() -> Hull {
    let b = player_bounds();
    Hull::new_cylinder(b.mins, b.maxs).unwrap()
}

#[test]
fn a_fall_past_the_corner_of_a_floor_is_free() {
    let floor = cube([-184.0, 936.0, -16.0], [96.0, 1344.0, 0.0]);
    let h = Reference::build(&world(vec![floor]), Contents::SOLID).for_hull(&player());
    let start = Point::new(-194.02423, 924.6726, 55.28766);
    let sweep = Sweep::new(player(), start, Point::new(-189.29182, 920.6508, -32.43702));
    assert_eq!(h.sweep(&sweep.start.cast(), &sweep.end.cast()).entry, None);
    let v = judge(&h, &sweep, &Trace::free(&sweep), &declares(TraceRules::QUAKE3));
    assert!(v.is_clean(), "{v:#?}");
}

#[test]
fn a_start_on_the_floor_is_not_inside_it() {
    let floor = cube([-64.0, -64.0, -16.0], [64.0, 64.0, 0.0]);
    let h = Reference::build(&world(vec![floor]), Contents::SOLID).for_hull(&player());
    let down = h.sweep(&p(0.0, 0.0, 24.0), &p(3.0, 0.0, 20.0));
    assert!(!down.starts_inside && down.entry == Some(0.0), "{down:?}");
    let along = h.sweep(&p(0.0, 0.0, 24.0), &p(30.0, 10.0, 24.0));
    assert_eq!(along.entry, None);
}
