//! Limits of expectations: contestants that take part, times that are played, and sizes that exist.

use crate::check::*;
use crate::expect::GROUPS;
use crate::model::Scene;
use crate::scene_check::MAX_SPEED;
use crate::script_check::MAX_SECONDS;
use crate::sources::shapes;
use crate::{Expectation, Problem};

impl Scene {
    /// Rejects an impossible expectation; `work` adds up the cost of building all their worlds.
    pub(crate) fn check_expectation(&self, path: &str, expectation: &Expectation, work: &mut u64) -> Checked {
        for (i, found) in expectation.contestants().iter().enumerate() {
            if !GROUPS.contains(&found.as_str()) && !self.contestants.contains(found) {
                let known = GROUPS[1..].iter().map(|g| String::from(*g));
                let known = self.contestants.iter().cloned().chain(known).collect();
                return fault(
                    format!("{path}.contestants[{i}]"),
                    Problem::NotAContestant {
                        found: found.clone(),
                        known,
                    },
                );
            }
        }
        let field = |name| format!("{path}.{name}");
        match expectation {
            Expectation::Reaches {
                min, max, by, from, ..
            } => {
                self.check_time(&field("by"), by.unwrap_or(0.0))?;
                self.check_time(&field("from"), from.unwrap_or(0.0))?;
                a_box(path, min, max)
            }
            Expectation::FinalInside { min, max, .. }
            | Expectation::StaysInside { min, max, .. }
            | Expectation::StaysOut { min, max, .. } => a_box(path, min, max),
            Expectation::NeverBelow { z, from, .. } | Expectation::NeverAbove { z, from, .. } => {
                self.check_time(&field("from"), from.unwrap_or(0.0))?;
                coordinates(&field("z"), &[*z])
            }
            Expectation::VelocityWithin {
                at, of, tolerance, ..
            } => {
                for v in of {
                    within(&field("of"), *v, -MAX_SPEED, MAX_SPEED, "u/s")?;
                }
                within(&field("tolerance"), *tolerance, 0.0, MAX_SPEED, "u/s")?;
                self.check_time(&field("at"), *at)
            }
            Expectation::SpeedNeverAbove { of, .. } => within(&field("of"), *of, 0.0, MAX_SPEED, "u/s"),
            Expectation::LosesAtMost { share, .. } => within(&field("share"), *share, 0.0, 1.0, "of 1"),
            Expectation::GroundToggles { from, .. } => self.check_time(&field("from"), *from),
            Expectation::Shake { max, .. } => within(&field("max"), *max, 0.0, MAX_COORDINATE, "u"),
            Expectation::Against {
                toward, within: w, ..
            } => {
                finite(&field("toward"), &[*toward])?;
                within(&field("within"), *w, 0.0, MAX_COORDINATE, "u")
            }
            Expectation::LikeOn { shapes, speed, .. } => {
                within(&field("speed"), *speed, 0.0, MAX_SPEED, "u/s")?;
                // Each world is built by itself, so only together are they more than one may be.
                *work += shapes::build(shapes, &self.frame, None)?.work;
                shapes::affordable(path, *work)
            }
            Expectation::SpeedWithin {
                at, of, tolerance, ..
            } => {
                within(&field("of"), *of, 0.0, MAX_SPEED, "u/s")?;
                within(&field("tolerance"), *tolerance, 0.0, MAX_SPEED, "u/s")?;
                self.check_time(&field("at"), *at)
            }
            Expectation::Rests { from, within: w, .. } => {
                within(&field("within"), *w, 0.0, MAX_COORDINATE, "u")?;
                self.check_time(&field("from"), *from)
            }
            Expectation::Deepest { max, .. } => within(&field("max"), *max, 0.0, MAX_COORDINATE, "u"),
            Expectation::FinalFree { .. }
            | Expectation::StuckTicks { .. }
            | Expectation::Misses { .. }
            | Expectation::Phantoms { .. } => Ok(()),
        }
    }

    fn check_time(&self, path: &str, at: f64) -> Checked {
        within(path, at, 0.0, MAX_SECONDS, "seconds")?;
        match self.seconds() {
            Some(total) if at > total => fault(path, Problem::AfterTheEnd { at, total }),
            _ => Ok(()),
        }
    }
}
