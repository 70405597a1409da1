//! A stop at once by the solid around the start was compared with the contact with another solid half a unit on.
//! So its normal seemed wrong by 74 degrees.

use crate::common::*;
use clipmark_collision::{Declaration, Sidedness, Status, Sweep, Trace, TraceRules};
use clipmark_geometry::{Contents, Plane, Point, Vec3};
use clipmark_truth::{Fault, Reference, Verdict, judge};

fn verdict(normal: Vec3) -> Verdict {
    let start_in = cube([0.0, -64.0, -64.0], [64.0, 64.0, 64.0]);
    let beyond = cube([64.0, -64.0, -64.0], [128.0, 64.0, 64.0]);
    let hull = unit_box(15.0);
    let h = Reference::build(&world(vec![start_in, beyond]), Contents::SOLID).for_hull(&hull);
    let sweep = Sweep::new(hull, Point::new(48.95, 0.0, 40.0), Point::new(80.0, 0.0, -60.0));
    let t = Trace {
        start_solid: true,
        plane: Some(Plane::new(normal, 0.0)),
        ..Trace::refused(&sweep, Status::Exact)
    };
    let surfaces = Declaration {
        sidedness: Sidedness::FrontOnly,
        ..declares(TraceRules::QUAKE3)
    };
    judge(&h, &sweep, &t, &surfaces)
}

#[test]
fn its_normal_is_not_held_to_the_other_solid() {
    let v = verdict(Vec3::z());
    assert!(v.is_clean() && v.measures.normal_error.is_none(), "{v:#?}");
    assert!(
        v.measures.toi_path.is_none() && v.measures.toi_normal.is_none(),
        "{v:#?}"
    );
}

#[test]
fn its_normal_must_still_oppose_the_motion_and_have_unit_length() {
    assert!(verdict(-Vec3::z()).is_of_geometry(Fault::WrongNormal));
    assert!(verdict(Vec3::z() * 1.01).is_of_geometry(Fault::WrongNormal));
}
