//! A sweep split in two ends where it ends in one piece (F9).

use crate::report::Ledger;
use crate::setting::{Difference, GRAZING, Setting, directness};
use clipmark_collision::{Sweep, Trace};

pub(super) const NAME: &str = "splitting";

pub(super) fn run(s: &Setting, ledger: &mut Ledger) {
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
            let (before, after) = (
                Sweep {
                    end: middle,
                    ..*sweep
                },
                Sweep {
                    start: middle,
                    ..*sweep
                },
            );
            // Too short to say where the second part points.
            if after.displacement().norm() < 64.0 * tolerance {
                continue;
            }
            ledger.case(NAME);
            let first = s.trace(&before);
            if first.hit() || first.start_solid {
                ledger.found(NAME, "the first part of a free path is not free", 1.0, || {
                    s.example(&before, &first)
                });
            }
            let second = s.trace(&after);
            let whole = Trace {
                fraction: split + (1.0 - split) * second.fraction,
                ..second
            };
            // The start of the second part is rounded, and with it every fraction.
            if let Some(d) = Difference::beyond(sweep, t, &whole, (s.rules.skin, 2.0 * tolerance)) {
                ledger.found(NAME, d.fault, d.size, || s.example(&after, &second));
            }
        }
    }
}
