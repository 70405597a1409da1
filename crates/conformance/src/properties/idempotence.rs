//! A motion can be continued from where a trace ends (F7).

use crate::report::Ledger;
use crate::setting::Setting;
use clipmark_collision::{Sweep, TouchRule};

pub(super) const NAME: &str = "idempotence";

pub(super) fn run(s: &Setting, ledger: &mut Ledger) {
    for sweep in &s.sweeps {
        let t = s.trace(sweep);
        if t.start_solid || !t.status.is_reliable() || s.depth(sweep, &sweep.start) > 0.0 {
            continue;
        }
        ledger.case(NAME);
        let tolerance = s.tolerance(sweep);
        let from_end = |end| Sweep {
            start: t.end,
            end,
            ..*sweep
        };
        let still = s.trace(&from_end(t.end));
        // Where touching overlaps, but only a path that ends deeper is a hit, a way may end in a touch.
        let touches = s.declaration.touching_overlaps
            && s.rules.touch == TouchRule::InSolid
            && !t.hit()
            && s.depth(sweep, &t.end) <= tolerance;
        if (still.start_solid || still.all_solid) && !touches {
            ledger.found(NAME, "the end is solid", 1.0, || {
                s.example(&from_end(t.end), &still)
            });
        }
        if t.hit() {
            let rest = s.trace(&from_end(sweep.end));
            let example = || s.example(&from_end(sweep.end), &rest);
            if rest.start_solid {
                ledger.found(NAME, "the rest of the motion starts in a solid", 1.0, example);
            }
            let deep = s.depth(sweep, &rest.end);
            if deep > tolerance {
                ledger.found(NAME, "the rest of the motion ends in a solid", deep, example);
            }
        }
        let clear = s.referee.gap(&sweep.hull, &sweep.start, sweep.mask) as f32;
        // An edge that the way passes within the skin may stop a hull in one direction only. Twice the skin,
        // because steps aside are only along axes.
        let margin = 2.0 * s.rules.skin + tolerance;
        if clear > margin && s.is_steady(sweep, &t, margin) {
            let back = s.trace(&from_end(sweep.start));
            if back.hit() {
                let lost = (1.0 - back.fraction) * (sweep.start - t.end).norm();
                ledger.found(NAME, "there is no way back to the start", lost, || {
                    s.example(&from_end(sweep.start), &back)
                });
            }
        }
    }
}
