//! Expectations on places: to reach one, to end in one, and to keep to a bound. How far they are missed, in units, and when a
//! bound is left.

use super::{Finding, Judge, Left, PathPoint, SAME_TIME, apart, norm, since};
use crate::comparison::shown::{corner, figure, is_in_box, length, short, time};
use clipmark_scene::{Expectation, Triple};

/// How a bound was broken: when first, in seconds; by how much at most, with its unit; and to which height.
pub(super) struct Broken {
    pub(super) at: String,
    pub(super) by: String,
    pub(super) to: String,
}

impl Judge<'_> {
    pub(super) fn reaches(&self, [min, max]: [&Triple; 2], from: Option<f64>, by: Option<f64>) -> Finding {
        let mut after = self.path.iter().filter(|t| t.seconds >= from.unwrap_or(0.0));
        let off = after.clone().map(|t| outside(t, min, max)).reduce(f64::min);
        let hit = after.find(|t| is_in_box(&t.at, min, max));
        let held = hit.is_some_and(|t| by.is_none_or(|by| t.seconds <= by + SAME_TIME));
        let by_then = by.map_or(String::new(), |by| format!(" by {by:.2} s"));
        let got = match (hit, self.path.last()) {
            (Some(t), _) if held => format!("does at {} s", time(t.seconds)),
            // Two decimals could read as in time.
            (Some(t), _) => format!("reached the goal at {} s, not{by_then}", short(t.seconds)),
            (None, Some(t)) => match self.steps_climbed(min, max, [from, by]) {
                Some([step, of]) => format!("got as far as step {step} of {of}"),
                None => format!("ended {} short of the goal", length(outside(t, min, max))),
            },
            (None, None) => "never moves".into(),
        };
        let [from_here, to_there] = [corner(min), corner(max)];
        let what = format!(
            "reaches the box {from_here} to {to_there}{by_then}{}",
            since(from)
        );
        Finding {
            off,
            ..Finding::new(what, held, got)
        }
    }

    pub(super) fn ends_inside(&self, [min, max]: [&Triple; 2]) -> Finding {
        let last = self.path.last();
        let off = last.map(|t| outside(t, min, max));
        let held = last.is_some_and(|t| is_in_box(&t.at, min, max));
        let got = match off {
            Some(_) if held => "does".into(),
            Some(off) => format!("ended {} from the goal", length(off)),
            None => "never moves".into(),
        };
        let what = format!("ends in the box {} to {}", corner(min), corner(max));
        Finding {
            off,
            ..Finding::new(what, held, got)
        }
    }

    /// An expectation that every tick is to keep to. `failed` says how it was left.
    pub(super) fn bound(
        &self,
        expectation: &Expectation,
        what: String,
        failed: impl FnOnce(Broken) -> String,
    ) -> Finding {
        let outs = self
            .path
            .iter()
            .filter_map(|t| Some((t, norm(&self.out(expectation, t)?))));
        let first = outs.clone().next();
        let farthest = outs.max_by(|a, b| a.1.total_cmp(&b.1));
        let off = farthest.map_or(0.0, |(_, off)| off);
        let got = first.zip(farthest).map(|((first, _), (at, off))| {
            failed(Broken {
                at: time(first.seconds),
                by: length(off),
                to: figure(at.at[2]),
            })
        });
        Finding {
            off: self.path.last().map(|_| off),
            ..Finding::new(what, got.is_none(), got.unwrap_or_else(|| "does".into()))
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
        match expectation {
            Expectation::StaysInside { min, max, .. } => {
                let beyond = |i: usize| t.at[i] - t.at[i].clamp(min[i], max[i]);
                (!is_in_box(&t.at, min, max)).then(|| [0, 1, 2].map(beyond))
            }
            Expectation::StaysOut { min, max, .. } => {
                // In by the side that is nearest.
                let sides = (0..3).flat_map(|i| [(i, t.at[i] - min[i]), (i, t.at[i] - max[i])]);
                let (i, by) = sides.min_by(|a, b| a.1.abs().total_cmp(&b.1.abs()))?;
                let mut into = [0.0; 3];
                into[i] = by;
                is_in_box(&t.at, min, max).then_some(into)
            }
            Expectation::NeverBelow { z, from, .. } => {
                (is_after(from) && t.at[2] < *z).then(|| [0.0, 0.0, t.at[2] - z])
            }
            Expectation::NeverAbove { z, from, .. } => {
                (is_after(from) && t.at[2] > *z).then(|| [0.0, 0.0, t.at[2] - z])
            }
            Expectation::Rests { from, within, .. } => {
                let from = *from - SAME_TIME;
                let begins = self.path.partition_point(|p| p.seconds < from);
                let place = self.path.get(begins)?.at;
                let away = apart(&place, &t.at);
                let strays = t.seconds >= from && away > *within;
                strays.then(|| [0, 1, 2].map(|i| (t.at[i] - place[i]) * (1.0 - within / away)))
            }
            _ => None,
        }
    }
}

/// Distance from a box.
fn outside(t: &PathPoint, min: &Triple, max: &Triple) -> f64 {
    norm(&[0, 1, 2].map(|k| (min[k] - t.at[k]).max(t.at[k] - max[k]).max(0.0)))
}
