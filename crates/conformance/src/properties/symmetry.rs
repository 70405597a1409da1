//! Space has no preferred place or axis: world and question moved together give the answer moved (F10).

use crate::moves::MOVES;
use crate::report::Ledger;
use crate::setting::{Difference, Setting};
use clipmark_collision::{Sweep, Trace, Work};
use clipmark_geometry::Plane;

pub(super) const NAME: &str = "symmetry";

pub(super) fn run(s: &Setting, ledger: &mut Ledger) {
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
            ledger.case(NAME);
            let answer = backend.trace(&moved, &mut Work::silent());
            ledger.moved.1 += 1;
            ledger.moved.0 += usize::from(answer.fraction.to_bits() == t.fraction.to_bits());
            let plane = t.plane.map(|p| Plane::new(motion.vector(&p.normal), p.dist));
            let expected = Trace { plane, ..*t };
            if let Some(d) = Difference::beyond(&moved, &expected, &answer, (s.rules.skin, tolerance)) {
                ledger.found(NAME, d.fault, d.size, || {
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
