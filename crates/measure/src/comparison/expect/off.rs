//! How far a run misses the expected places, in units, and when it leaves a bound.

use super::boxes::outside;
use super::{Judge, Left, PathPoint, apart, is_in_box};
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

    /// How the run left a bound.
    pub(super) fn left(&self, expectation: &Expectation) -> Option<Left> {
        let since = match expectation {
            Expectation::NeverBelow { from, .. } | Expectation::NeverAbove { from, .. } => {
                from.unwrap_or(0.0)
            }
            Expectation::Rests { from, .. } => *from,
            _ => 0.0,
        };
        let outs = self.path.iter().map(|t| self.out(expectation, t));
        let (tick, out) = outs.enumerate().find_map(|(k, out)| Some((k, out?)))?;
        Some(Left {
            since: self.path.iter().position(|t| t.seconds >= since)?,
            tick,
            out: self.scene.frame.turned(out),
        })
    }

    /// From a bound to a place beyond it.
    fn out(&self, expectation: &Expectation, t: &PathPoint) -> Option<Triple> {
        let is_after = |from: &Option<f64>| t.seconds >= from.unwrap_or(0.0);
        let beyond = |i: usize, min: &Triple, max: &Triple| t.at[i] - t.at[i].clamp(min[i], max[i]);
        match expectation {
            Expectation::StaysInside { min, max, .. } => {
                (!is_in_box(&t.at, min, max)).then(|| [0, 1, 2].map(|i| beyond(i, min, max)))
            }
            Expectation::NeverBelow { z, from, .. } => {
                (is_after(from) && t.at[2] < *z).then(|| [0.0, 0.0, t.at[2] - z])
            }
            Expectation::NeverAbove { z, from, .. } => {
                (is_after(from) && t.at[2] > *z).then(|| [0.0, 0.0, t.at[2] - z])
            }
            Expectation::Rests { from, within, .. } => {
                let place = self.path.iter().find(|p| p.seconds >= *from)?.at;
                let strays = t.seconds >= *from && apart(&place, &t.at) > *within;
                strays.then(|| [0, 1, 2].map(|i| t.at[i] - place[i]))
            }
            _ => None,
        }
    }
}

/// The shortest way out of a box.
fn within(t: &PathPoint, min: &Triple, max: &Triple) -> f64 {
    let sides = (0..3).flat_map(|i| [t.at[i] - min[i], max[i] - t.at[i]]);
    sides.fold(f64::INFINITY, f64::min).max(0.0)
}
