//! A path reported free is free (F1), and where a hull is stopped there is something (F2, F3).

use crate::report::Ledger;
use crate::setting::{GRAZING, Setting, directness};
use clipmark_collision::{Sweep, Trace};

pub(super) const NAME: &str = "path";

pub(super) fn run(s: &Setting, ledger: &mut Ledger) {
    for sweep in &s.sweeps {
        let t = s.trace(sweep);
        if t.start_solid || !t.end.iter().all(|x| x.is_finite()) || s.depth(sweep, &sweep.start) > 0.0 {
            continue;
        }
        ledger.case(NAME);
        let tolerance = s.tolerance(sweep);
        let passed = s
            .referee
            .depth_on_way(&sweep.hull, &sweep.start, &t.end, sweep.mask) as f32;
        if passed > tolerance {
            ledger.found(NAME, "passes through a solid", passed, || s.example(sweep, &t));
        }
        let own = (1..=OWN_SAMPLES)
            .map(|i| sweep.at(t.fraction * i as f32 / OWN_SAMPLES as f32))
            .map(|p| s.depth(sweep, &p))
            .fold(0.0, f32::max);
        if own > tolerance {
            ledger.found(NAME, "passes what its own position test calls solid", own, || {
                s.example(sweep, &t)
            });
        }
        let deep = s.depth(sweep, &t.end);
        if deep > tolerance {
            ledger.found(NAME, "comes to rest in a solid", deep, || s.example(sweep, &t));
        }
        if t.hit() {
            phantom(s, sweep, &t, ledger);
        }
    }
}

/// Places on the way at which the backend's position test is asked.
const OWN_SAMPLES: usize = 6;

/// From where it stopped, a hull must meet something by the time it has gone one skin deeper.
fn phantom(s: &Setting, sweep: &Sweep, t: &Trace, ledger: &mut Ledger) {
    let direct = directness(sweep, t);
    if direct < GRAZING {
        return;
    }
    const SAMPLES: usize = 8;
    let tolerance = s.tolerance(sweep);
    let near = s.rules.skin + tolerance;
    let ahead = sweep.displacement().normalize() * (near / direct);
    let apart = (0..=SAMPLES)
        .map(|i| t.end + ahead * (i as f32 / SAMPLES as f32))
        .map(|p| s.referee.gap(&sweep.hull, &p, sweep.mask) as f32)
        .fold(f32::INFINITY, f32::min);
    // Between two samples the hull moves on by an eighth of the way.
    let between = ahead.norm() / SAMPLES as f32;
    if apart > near + between {
        ledger.found(NAME, "stops where nothing is", apart - near, || {
            s.example(sweep, t)
        });
    }
}
