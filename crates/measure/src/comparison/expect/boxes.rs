//! Expectations on boxes: to reach one, to end in one, and to stay in one or out of it.

use super::{Finding, Judge, PathPoint, SAME_TIME, norm, since};
use crate::comparison::shown::{beside, corner, is_in_box, length, short, time};
use clipmark_scene::Triple;

impl Judge<'_> {
    pub(super) fn reaches(&self, [min, max]: [&Triple; 2], from: Option<f64>, by: Option<f64>) -> Finding {
        let hit = self
            .path
            .iter()
            .find(|t| t.seconds >= from.unwrap_or(0.0) && is_in_box(&t.at, min, max));
        let by_then = by.map_or(String::new(), |by| format!(" by {by:.2} s"));
        let what = format!(
            "reaches the box {} to {}{by_then}{}",
            corner(min),
            corner(max),
            since(from)
        );
        let [got, in_short] = match (hit, self.path.last()) {
            (Some(t), _) => {
                // Two decimals could read as in time.
                let is_late = by.is_some_and(|by| t.seconds > by);
                let at = if is_late {
                    short(t.seconds)
                } else {
                    time(t.seconds)
                };
                let late = format!("reached the goal at {at} s, not{by_then}");
                [format!("does at {at} s"), late]
            }
            (None, Some(t)) => {
                let off = outside(t, min, max);
                let end = format!(
                    "ends {} u short of it, at {}",
                    short(off),
                    beside(&t.at, min, max)
                );
                match self.steps_climbed(min, max, [from, by]) {
                    Some([step, of]) => [
                        format!("gets as far as step {step} of {of}, {end}"),
                        format!("got as far as step {step} of {of}"),
                    ],
                    None => [end, format!("ended {} short of the goal", length(off))],
                }
            }
            (None, None) => ["never moves", "never moves"].map(String::from),
        };
        let held = hit.is_some_and(|t| by.is_none_or(|by| t.seconds <= by + SAME_TIME));
        Finding {
            what,
            got,
            in_short,
            held,
        }
    }

    pub(super) fn ends_inside(&self, [min, max]: [&Triple; 2]) -> Finding {
        let last = self.path.last();
        let [got, in_short] = last.map_or_else(
            || ["never moves", "never moves"].map(String::from),
            |t| {
                [
                    format!("ends at {}", beside(&t.at, min, max)),
                    format!("ended {} from the goal", length(outside(t, min, max))),
                ]
            },
        );
        Finding {
            what: format!("ends in the box {} to {}", corner(min), corner(max)),
            got,
            in_short,
            held: last.is_some_and(|t| is_in_box(&t.at, min, max)),
        }
    }

    pub(super) fn stays_inside(&self, [min, max]: [&Triple; 2]) -> Finding {
        let out = self.path.iter().find(|t| !is_in_box(&t.at, min, max));
        let [got, in_short] = out.map_or(["does".into(), String::new()], |t| {
            let [when, place] = seen(t, min, max);
            [
                format!("leaves it at {when} s for {place}"),
                format!("left its bounds at {when} s"),
            ]
        });
        Finding {
            what: format!("stays in the box {} to {}", corner(min), corner(max)),
            got,
            in_short,
            held: out.is_none(),
        }
    }

    pub(super) fn stays_out(&self, [min, max]: [&Triple; 2]) -> Finding {
        let into = self.path.iter().find(|t| is_in_box(&t.at, min, max));
        let [got, in_short] = into.map_or(["does".into(), String::new()], |t| {
            let [when, place] = seen(t, min, max);
            [
                format!("enters it at {when} s, at {place}"),
                format!("entered a box that it must stay out of at {when} s"),
            ]
        });
        Finding {
            what: format!("stays out of the box {} to {}", corner(min), corner(max)),
            got,
            in_short,
            held: into.is_none(),
        }
    }
}

/// Distance from a box.
pub(super) fn outside(t: &PathPoint, min: &Triple, max: &Triple) -> f64 {
    norm(&[0, 1, 2].map(|k| (min[k] - t.at[k]).max(t.at[k] - max[k]).max(0.0)))
}

fn seen(t: &PathPoint, min: &Triple, max: &Triple) -> [String; 2] {
    [time(t.seconds), beside(&t.at, min, max)]
}
