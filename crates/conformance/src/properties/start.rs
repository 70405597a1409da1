//! Starts follow the declaration: touching, the touch rule, starts in solids.

use crate::report::Ledger;
use crate::setting::Setting;
use clipmark_collision::{StartSolid, Sweep, TouchRule, Work};
use clipmark_geometry::{Hull, Point};

pub(super) const NAME: &str = "start";

/// The worlds in which the box's top or the floor is level, at this height, around the origin.
fn floor(world: &str) -> Option<f32> {
    match world {
        "room" | "thin-wall" | "tiles" => Some(0.0),
        "box" => Some(32.0),
        _ => None,
    }
}

/// The position of a hull whose lowest point is so far above the floor.
fn above(hull: &Hull, floor: f32, gap: f32) -> Point {
    Point::new(8.0, 8.0, floor - hull.bounds().mins.z + gap)
}

pub(super) fn run(s: &Setting, ledger: &mut Ledger) {
    let Some(floor) = floor(&s.world.name) else { return };
    if s.declaration.rules != s.rules {
        ledger.found(NAME, "declares other rules than it was built with", 1.0, || {
            format!(
                "world {}: {:?} instead of {:?}",
                s.world.name, s.declaration.rules, s.rules
            )
        });
    }
    let skin = s.rules.skin;
    for hull in &s.hulls {
        let at = |gap: f32| above(hull, floor, gap);
        let mut blame = |wrong: bool, fault: &'static str, sweep: &Sweep| {
            ledger.case(NAME);
            if wrong {
                ledger.found(NAME, fault, 1.0, || s.example(sweep, &s.trace(sweep)));
            }
        };
        let touching = Sweep::new(*hull, at(0.0), at(0.0));
        let overlaps = s
            .backend
            .overlap(hull, &at(0.0), touching.mask, &mut Work::silent())
            .is_some();
        blame(
            overlaps != s.declaration.touching_overlaps,
            "mere touching is not what it declares",
            &touching,
        );
        let down = |from: f32, to: f32| Sweep::new(*hull, at(from), at(to));
        let into_skin = down(8.0, skin * 0.5);
        let expected = s.rules.touch == TouchRule::WithinSkin;
        blame(
            s.trace(&into_skin).hit() != expected,
            "a path that ends inside the skin breaks the touch rule",
            &into_skin,
        );
        let outside_skin = down(8.0, skin * 2.0);
        blame(
            s.trace(&outside_skin).hit(),
            "a path that ends outside the skin is a hit",
            &outside_skin,
        );
        let in_skin_away = down(skin * 0.5, 20.0);
        blame(
            s.trace(&in_skin_away).hit(),
            "a path out of the skin is a hit",
            &in_skin_away,
        );
        // A step of f32 off the surface, and on it: long ways show that it is not let go of.
        for gap in [0.0, at(0.0).z.next_up() - at(0.0).z] {
            for way in [8.0, 600.0] {
                let pressed = down(gap, -way);
                let t = s.trace(&pressed);
                let gone = t.fraction * pressed.displacement().norm();
                blame(
                    gone > s.tolerance(&pressed),
                    "goes into a surface that it touches",
                    &pressed,
                );
            }
        }
        let deeper = down(-4.0, -8.0);
        let out = down(-4.0, 100.0);
        let (t, u) = (s.trace(&deeper), s.trace(&out));
        match s.declaration.start_solid {
            StartSolid::IgnoredUnlessAllSolid => {
                blame(
                    !t.all_solid || t.hit() != (t.fraction == 0.0),
                    "is not all solid",
                    &deeper,
                );
                blame(
                    !u.start_solid || u.all_solid || u.hit(),
                    "does not let go of a solid",
                    &out,
                );
            }
            StartSolid::Blocks => {
                blame(
                    !t.start_solid || t.fraction > 0.0,
                    "goes on into a solid",
                    &deeper,
                );
                blame(!u.start_solid, "does not notice a start in a solid", &out);
            }
            StartSolid::Flagged => {
                for (sweep, t) in [(&deeper, &t), (&out, &u)] {
                    blame(!t.start_solid, "does not flag a start in a solid", sweep);
                    blame(t.hit(), "does not let go of a solid", sweep);
                }
            }
            StartSolid::Unnoticed => {}
        }
    }
}
