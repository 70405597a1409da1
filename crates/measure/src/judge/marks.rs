//! Moments of a walk worth a look: the detectors' findings, each stretch of ticks once.

use crate::judge::detect::divergence::{Divergence, OTHER_PATH};
use crate::judge::detect::{Detector, Seen};
use clipmark_rows::drawn::Mark;

/// Ticks of one failure so close are one moment.
const TOGETHER: usize = 25;

/// The moments, in order of time. `base` names the path that the divergence is from.
pub fn marks(
    seen: &[(&'static Detector, Seen)],
    fallen: Option<usize>,
    divergence: Option<&Divergence>,
    base: &str,
) -> Vec<Mark> {
    let mut marks: Vec<Mark> = Vec::new();
    for (detector, seen) in seen {
        for ticks in seen.ticks.chunk_by(|a, b| b - a <= TOGETHER) {
            let what = match ticks.len() {
                1 => format!("{} {}", detector.id, detector.fails()),
                n => format!("{} {}, {n} ticks", detector.id, detector.fails()),
            };
            marks.push(Mark { tick: ticks[0], what });
        }
    }
    marks.extend(fallen.map(|tick| Mark {
        tick,
        what: "fell out of the world".into(),
    }));
    marks.extend(divergence.map(|d| Mark {
        tick: d.tick.saturating_sub(1),
        what: format!("{} {base}", d.what.strip_suffix(OTHER_PATH).unwrap_or(&d.what)),
    }));
    marks.sort_by_key(|m| m.tick);
    marks
}
