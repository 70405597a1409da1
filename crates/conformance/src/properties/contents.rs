//! A point has the contents of the brushes that hold it.

use crate::report::Ledger;
use crate::setting::Setting;

pub(super) const NAME: &str = "contents";

pub(super) fn run(s: &Setting, ledger: &mut Ledger) {
    let middles = s.world.brushes.iter().map(|b| b.bounds.center());
    for p in s.sweeps.iter().flat_map(|q| [q.start, q.end]).chain(middles) {
        let (expected, near) = s.referee.contents(&p);
        if (near as f32) < s.tolerance_at(p.coords.amax()) {
            continue;
        }
        ledger.case(NAME);
        let found = s.backend.contents(&p);
        if found != expected {
            ledger.found(
                NAME,
                "other contents than the brushes there have",
                near as f32,
                || {
                    format!(
                        "world {} seed {}: {found:?} instead of {expected:?} at {p:?}",
                        s.world.name, s.seed
                    )
                },
            );
        }
    }
}
