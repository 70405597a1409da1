//! The order of the brushes does not matter (F11), except to which of several equal surfaces is named.

use crate::report::Ledger;
use crate::setting::{Difference, Setting};
use clipmark_collision::Work;
use clipmark_geometry::World;
use rand::seq::SliceRandom;
use rand_pcg::Pcg32;

pub(super) const NAME: &str = "order";

pub(super) fn run(s: &Setting, ledger: &mut Ledger) {
    let mut brushes = s.world.brushes.clone();
    brushes.shuffle(&mut Pcg32::new(s.seed, 2 << 32));
    let Some(backend) = (s.build)(&World::of_brushes(&*s.world.name, brushes), s.rules) else {
        return;
    };
    for (sweep, t) in &s.steady {
        ledger.case(NAME);
        let answer = backend.trace(sweep, &mut Work::silent());
        if let Some(d) = Difference::beyond(sweep, t, &answer, (s.rules.skin, s.tolerance(sweep))) {
            ledger.found(NAME, d.fault, d.size, || {
                format!("{}; shuffled {}", s.example(sweep, t), s.example(sweep, &answer))
            });
        }
    }
}
