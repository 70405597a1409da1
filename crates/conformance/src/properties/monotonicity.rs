//! A longer sweep stops no sooner, and just short of a hit the path is free (F8).

use crate::report::Ledger;
use crate::setting::{GRAZING, Setting, directness};
use clipmark_collision::{Sweep, TouchRule};

pub(super) const NAME: &str = "monotonicity";

pub(super) fn run(s: &Setting, ledger: &mut Ledger) {
    for (sweep, t) in &s.steady {
        let by = sweep.displacement();
        let length = by.norm();
        let tolerance = s.tolerance(sweep);
        for times in [1.5, 4.0] {
            let farther = Sweep {
                end: sweep.start + by * times,
                ..*sweep
            };
            ledger.case(NAME);
            let u = s.trace(&farther);
            // A way that ends inside the skin may be free by the touch rule. A longer one is then set back.
            let set_back = match s.rules.touch {
                TouchRule::InSolid if !t.hit() => s.rules.skin,
                _ => 0.0,
            };
            let direct = directness(&farther, &u);
            let lost = (t.fraction * length - u.fraction * farther.displacement().norm()) * direct - set_back;
            if lost > tolerance && direct > GRAZING {
                ledger.found(NAME, "wanting to go farther ends nearer", lost, || {
                    s.example(&farther, &u)
                });
            }
            if u.start_solid {
                ledger.found(NAME, "starts in a solid if it wants to go farther", 1.0, || {
                    s.example(&farther, &u)
                });
            }
        }
        let direct = directness(sweep, t);
        let short = t.fraction - 2.0 * tolerance / (direct.max(GRAZING) * length);
        if t.hit() && short > 0.0 {
            let nearer = Sweep {
                end: sweep.at(short),
                ..*sweep
            };
            ledger.case(NAME);
            let u = s.trace(&nearer);
            if u.hit() {
                let lost = (1.0 - u.fraction) * nearer.displacement().norm();
                ledger.found(NAME, "stops short of where a longer sweep gets", lost, || {
                    s.example(&nearer, &u)
                });
            }
        }
    }
}
