//! How far a run misses the expected places, in units.

use super::{Judge, Spot, apart};
use clipmark_scene::{Expectation, Triple};

impl Judge<'_> {
    /// None where the expectation is no length, or the run has no tick for it. 0 where it holds, and where it came too late.
    pub(super) fn off(&self, expectation: &Expectation) -> Option<f64> {
        match expectation {
            Expectation::Reaches { min, max, from, .. } => {
                let after = self.path.iter().filter(|t| t.seconds >= from.unwrap_or(0.0));
                after.map(|t| outside(t, min, max)).reduce(f64::min)
            }
            Expectation::FinalInside { min, max, .. } => self.path.last().map(|t| outside(t, min, max)),
            Expectation::StaysInside { min, max, .. } => {
                self.path.iter().map(|t| outside(t, min, max)).reduce(f64::max)
            }
            Expectation::StaysOut { min, max, .. } => {
                self.path.iter().map(|t| within(t, min, max)).reduce(f64::max)
            }
            Expectation::NeverBelow { z, from, .. } => {
                self.heights(*from).map(|h| (z - h).max(0.0)).reduce(f64::max)
            }
            Expectation::NeverAbove { z, from, .. } => {
                self.heights(*from).map(|h| (h - z).max(0.0)).reduce(f64::max)
            }
            Expectation::Rests { from, within, .. } => {
                let mut after = self.path.iter().filter(|t| t.seconds >= *from);
                let place = after.next()?;
                let away = after.map(|t| apart(&place.at, &t.at)).fold(0.0, f64::max);
                Some((away - within).max(0.0))
            }
            _ => None,
        }
    }
}

/// Distance from a box.
fn outside(t: &Spot, min: &Triple, max: &Triple) -> f64 {
    let off = |i: usize| (min[i] - t.at[i]).max(t.at[i] - max[i]).max(0.0);
    (0..3).map(|i| off(i).powi(2)).sum::<f64>().sqrt()
}

/// The shortest way out of a box.
fn within(t: &Spot, min: &Triple, max: &Triple) -> f64 {
    let sides = (0..3).flat_map(|i| [t.at[i] - min[i], max[i] - t.at[i]]);
    sides.fold(f64::INFINITY, f64::min).max(0.0)
}
