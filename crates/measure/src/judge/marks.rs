//! Moments of a walk worth a look: the detectors' findings, each stretch of ticks once.

use crate::judge::detect::divergence::{Divergence, OTHER_PATH};
use crate::judge::detect::{Detector, Seen};
use clipmark_rows::drawn::Mark;

/// Detectors whose ticks have words of their own.
const SAID_ABOVE: [&str; 2] = ["F17", "F20"];
/// Ticks of one failure so close are one moment.
const TOGETHER: usize = 25;

/// The moments, in order of time. `stuck` and `embedded` are ticks in ascending order. `base` names the path that the divergence
/// is from.
pub fn marks(
    stuck: &[usize],
    embedded: &[usize],
    depths: &[f64],
    fallen: Option<usize>,
    divergence: Option<&Divergence>,
    base: &str,
    seen: &[(&'static Detector, Seen)],
) -> Vec<Mark> {
    let mut marks: Vec<Mark> = Vec::new();
    for ticks in stretches(stuck) {
        let what = match ticks.len() {
            1 => "stuck".to_owned(),
            n => format!("stuck for {n} ticks"),
        };
        marks.push(Mark { tick: ticks[0], what });
    }
    for ticks in stretches(embedded) {
        let deepest = ticks.iter().map(|&k| depths[k]).fold(0.0, f64::max);
        marks.push(Mark {
            tick: ticks[0],
            what: format!("up to {deepest:.3} u in a solid"),
        });
    }
    let others = seen.iter().filter(|(d, _)| !SAID_ABOVE.contains(&d.id));
    for (detector, seen) in others {
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

/// Runs of ticks that follow one another.
fn stretches(ticks: &[usize]) -> impl Iterator<Item = &[usize]> {
    ticks.chunk_by(|a, b| a + 1 == *b)
}
