//! One question asked twice, in another form, place or order: the answers agree.

use crate::conformance::moves::MOVES;
use crate::conformance::report::Ledger;
use crate::conformance::setting::{GRAZING, Setting, difference, directness};
use clipmark_collision::{Sweep, TouchRule, Trace, Work};
use clipmark_geometry::{Hull, Plane, Point, Rotation, World};
use rand::seq::SliceRandom;
use rand_pcg::Pcg32;

/// The same sweep between other places.
fn between(sweep: &Sweep, start: Point, end: Point) -> Sweep {
    Sweep { start, end, ..*sweep }
}

/// A motion can be continued from where a trace ends (F7).
pub(super) fn continue_from_end(s: &Setting, ledger: &mut Ledger) {
    for sweep in &s.sweeps {
        let t = s.trace(sweep);
        if t.start_solid || !t.status.is_reliable() || s.may_be_in_solid(sweep, &sweep.start) {
            continue;
        }
        ledger.case();
        let tolerance = s.tolerance(sweep);
        let from_end = |end| between(sweep, t.end, end);
        let still = s.trace(&from_end(t.end));
        // Where touching overlaps, but only a path that ends deeper is a hit, a way may end in a touch.
        let touches = s.declaration.touching_overlaps
            && s.rules.touch == TouchRule::InSolid
            && !t.hit()
            && s.depth_in_solid(sweep, &t.end, tolerance).is_none();
        ledger.found_if(
            (still.start_solid || still.all_solid) && !touches,
            "the end is solid",
            1.0,
            || s.example(&from_end(t.end), &still),
        );
        if t.hit() {
            let rest = s.trace(&from_end(sweep.end));
            let example = || s.example(&from_end(sweep.end), &rest);
            ledger.found_if(
                rest.start_solid,
                "the rest of the motion starts in a solid",
                1.0,
                example,
            );
            if let Some(deep) = s.depth_in_solid(sweep, &rest.end, tolerance) {
                ledger.found("the rest of the motion ends in a solid", deep, example);
            }
        }
        let clear = s.distance(sweep, &sweep.start);
        // An edge that the way passes within the skin may stop a hull in one direction only. Twice the skin,
        // because steps aside are only along axes.
        let margin = 2.0 * s.rules.skin + tolerance;
        if clear > margin && s.is_steady(sweep, &t, margin) {
            let back = s.trace(&from_end(sweep.start));
            if back.hit() {
                let lost = (1.0 - back.fraction) * (sweep.start - t.end).norm();
                ledger.found("there is no way back to the start", lost, || {
                    s.example(&from_end(sweep.start), &back)
                });
            }
        }
    }
}

/// A longer sweep stops no sooner, and just short of a hit the path is free (F8).
pub(super) fn lengthen_and_shorten(s: &Setting, ledger: &mut Ledger) {
    for (sweep, t) in &s.steady {
        let by = sweep.displacement();
        let length = by.norm();
        let tolerance = s.tolerance(sweep);
        for times in [1.5, 4.0] {
            let farther = between(sweep, sweep.start, sweep.start + by * times);
            ledger.case();
            let u = s.trace(&farther);
            // A way that ends inside the skin may be free by the touch rule. A longer one is then set back.
            let set_back = match s.rules.touch {
                TouchRule::InSolid if !t.hit() => s.rules.skin,
                _ => 0.0,
            };
            let direct = directness(&farther, &u);
            let lost = (t.fraction * length - u.fraction * farther.displacement().norm()) * direct - set_back;
            ledger.found_if(
                lost > tolerance && direct > GRAZING,
                "wanting to go farther ends nearer",
                lost,
                || s.example(&farther, &u),
            );
            ledger.found_if(
                u.start_solid,
                "starts in a solid if it wants to go farther",
                1.0,
                || s.example(&farther, &u),
            );
        }
        let direct = directness(sweep, t);
        let short = t.fraction - 2.0 * tolerance / (direct.max(GRAZING) * length);
        if t.hit() && short > 0.0 {
            let nearer = between(sweep, sweep.start, sweep.at(short));
            ledger.case();
            let u = s.trace(&nearer);
            if u.hit() {
                let lost = (1.0 - u.fraction) * nearer.displacement().norm();
                ledger.found("stops short of where a longer sweep gets", lost, || {
                    s.example(&nearer, &u)
                });
            }
        }
    }
}

/// A sweep split in two ends where it ends in one piece (F9).
pub(super) fn split_in_two(s: &Setting, ledger: &mut Ledger) {
    for (sweep, t) in &s.steady {
        let length = sweep.displacement().norm();
        let tolerance = s.tolerance(sweep);
        let free = t.fraction - 2.0 * tolerance / (directness(sweep, t).max(GRAZING) * length);
        for share in [0.3, 0.8] {
            if free * share <= 0.0 {
                continue;
            }
            let split = free * share;
            let middle = sweep.at(split);
            let before = between(sweep, sweep.start, middle);
            let after = between(sweep, middle, sweep.end);
            // Too short to say where the second part points.
            if after.displacement().norm() < 64.0 * tolerance {
                continue;
            }
            ledger.case();
            let first = s.trace(&before);
            ledger.found_if(
                first.hit() || first.start_solid,
                "the first part of a free path is not free",
                1.0,
                || s.example(&before, &first),
            );
            let second = s.trace(&after);
            let whole = Trace {
                fraction: split + (1.0 - split) * second.fraction,
                ..second
            };
            // The start of the second part is rounded, and with it every fraction.
            if let Some((fault, size)) = difference(sweep, t, &whole, (s.rules.skin, 2.0 * tolerance)) {
                ledger.found(fault, size, || s.example(&after, &second));
            }
        }
    }
}

/// Space has no preferred place or axis: world and question moved together give the answer moved (F10).
pub(super) fn move_world(s: &Setting, ledger: &mut Ledger) {
    for motion in MOVES {
        let Some(world) = motion.world(&s.world) else {
            continue;
        };
        let Some(backend) = (s.build)(&world, s.rules) else {
            continue;
        };
        for (sweep, t) in &s.steady {
            let Some(hull) = motion.hull(&sweep.hull) else {
                continue;
            };
            let moved = Sweep {
                hull,
                start: motion.point(&sweep.start),
                end: motion.point(&sweep.end),
                mask: sweep.mask,
            };
            // Far away the tolerance is larger, and a clear case here may be a close call there.
            let tolerance = s.tolerance(&moved);
            if tolerance > s.tolerance(sweep) && !s.is_steady(sweep, t, tolerance) {
                continue;
            }
            ledger.case();
            let answer = backend.trace(&moved, &mut Work::silent());
            ledger.moved.1 += 1;
            ledger.moved.0 += usize::from(answer.fraction.to_bits() == t.fraction.to_bits());
            let plane = t.plane.map(|p| Plane::new(motion.vector(&p.normal), p.dist));
            let expected = Trace { plane, ..*t };
            if let Some((fault, size)) = difference(&moved, &expected, &answer, (s.rules.skin, tolerance)) {
                ledger.found(fault, size, || {
                    format!(
                        "{}: before {}; after {}",
                        motion.name,
                        s.example(sweep, t),
                        s.example(&moved, &answer)
                    )
                });
            }
        }
    }
}

/// The order of the brushes does not matter (F11), except to which of several equal surfaces is named.
pub(super) fn shuffle_brushes(s: &Setting, ledger: &mut Ledger) {
    let mut brushes = s.world.brushes.clone();
    brushes.shuffle(&mut Pcg32::new(s.seed, 2 << 32));
    let Some(backend) = (s.build)(&World::of_brushes(&*s.world.name, brushes), s.rules) else {
        return;
    };
    for (sweep, t) in &s.steady {
        ledger.case();
        let answer = backend.trace(sweep, &mut Work::silent());
        if let Some((fault, size)) = difference(sweep, t, &answer, (s.rules.skin, s.tolerance(sweep))) {
            ledger.found(fault, size, || {
                format!("{}; shuffled {}", s.example(sweep, t), s.example(sweep, &answer))
            });
        }
    }
}

/// Pitch, yaw and roll of models, in degrees: about each axis, and about all.
const TURNS: [[f32; 3]; 4] = [
    [0.0, 30.0, 0.0],
    [25.0, 0.0, 0.0],
    [0.0, 0.0, -40.0],
    [50.0, 130.0, -20.0],
];

/// A model that is turned in a larger world is met in its own frame as if it were not: a box lies along its axes, a point and a
/// ball look alike from all sides, and an upright hull does while the model is upright.
pub(super) fn turn_model(s: &Setting, ledger: &mut Ledger) {
    for angles in TURNS {
        let rotation = Rotation::of_angles(angles.into());
        for (sweep, t) in &s.steady {
            let is_upright = matches!(sweep.hull, Hull::Capsule { .. } | Hull::Cylinder { .. });
            if is_upright && !rotation.is_upright() {
                continue;
            }
            ledger.case();
            let answer = s.backend.trace_turned(sweep, &rotation, &mut Work::silent());
            if let Some((fault, size)) = difference(sweep, t, &answer, (s.rules.skin, s.tolerance(sweep))) {
                ledger.found(fault, size, || {
                    format!(
                        "{}; turned by {angles:?} {}",
                        s.example(sweep, t),
                        s.example(sweep, &answer)
                    )
                });
            }
        }
    }
}
