//! F28, time-step dependence: at other tick rates the run ends elsewhere by more than the movement's own laws make it.
//!
//! Unit: units between the largest and the smallest end, over the rates, of the run as seen from the exact reference
//! mover's run at the same rate; so what the laws themselves owe to the tick is taken off. Tolerance: 1.5 units, as for
//! paths that part ([`DIVERGED`]): skins and resting gaps make so much of one path.

use super::{Concerns, Detector, Evidence, Needs, Seen};
use crate::record::DIVERGED;
use clipmark_geometry::Vec3;

pub(super) const DETECTOR: Detector = Detector {
    id: "F28",
    name: "depends on ticks",
    unit: "u",
    needs: Needs::Rates,
    concerns: Concerns::AnyMover,
    says: "At other tick rates the run ends elsewhere by more than the laws of movement make it.",
    look,
};

fn look(evidence: &Evidence) -> Seen {
    let mut seen = Seen::default();
    let rates = evidence.others.own.into_iter().flat_map(|o| &o.rates);
    let off: Vec<Vec3> = rates.filter_map(|r| Some(r.end - r.reference?)).collect();
    let pairs = off.iter().flat_map(|a| off.iter().map(move |b| (a - b).norm()));
    let spread = pairs.fold(0.0, f32::max);
    if f64::from(spread) > DIVERGED {
        let end = evidence.walk.run.states.last().map(|b| b.origin);
        seen.case(f64::from(spread), None, &end.unwrap_or_default());
    }
    seen
}
