//! A detector's findings.

use super::{Evidence, JudgedAnswer, Walk};
use clipmark_geometry::Point;

/// A detector's findings.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Seen {
    /// How often.
    pub count: usize,
    /// The largest, in the detector's unit.
    pub worst: f64,
    /// Tick or sweep of the worst.
    pub at: Option<usize>,
    /// Where, in units.
    pub place: [f64; 3],
    /// The ticks concerned, in ascending order; empty for detectors of answers.
    pub ticks: Vec<usize>,
    /// Cases tried, where that is neither the ticks of the run nor the judged sweeps; else 0.
    pub tried: usize,
    /// Ticks of which nothing could be proven; they are not judged.
    pub undecided: usize,
    /// Ticks that an engine's rule excuses.
    pub by_rule: usize,
    /// The worst case in words, where it can be asked again; else empty.
    pub example: String,
}

impl Seen {
    /// The ticks of a run in which something fails, by how much.
    pub(super) fn in_ticks(walk: &Walk, mut size: impl FnMut(usize) -> Option<f64>) -> Self {
        let mut seen = Self::default();
        for k in 0..walk.ticks() {
            if let Some(size) = size(k) {
                seen.tick(size, k, &walk.run.states[k + 1].origin);
            }
        }
        seen
    }

    /// The answers to sweeps in which something fails, by how much.
    pub(super) fn in_answers(evidence: &Evidence, size: impl Fn(&JudgedAnswer) -> Option<f64>) -> Self {
        let mut seen = Self::default();
        for (i, answer) in evidence.answers.unwrap_or_default().iter().enumerate() {
            if let Some(size) = size(answer) {
                seen.case(size, Some(i), &answer.sweep.start);
            }
        }
        seen
    }

    /// One more case, of a size, in a tick.
    pub(crate) fn tick(&mut self, size: f64, tick: usize, place: &Point) {
        self.ticks.push(tick);
        self.case(size, Some(tick), place);
    }

    /// Adds the findings in a stretch that begins with that tick.
    pub(crate) fn add(&mut self, part: Self, first: usize) {
        let larger = self.count == 0 || part.worst > self.worst;
        if larger && part.count > 0 {
            (self.worst, self.at, self.place) = (part.worst, part.at.map(|k| k + first), part.place);
            self.example = part.example;
        }
        self.count += part.count;
        self.tried += part.tried;
        self.undecided += part.undecided;
        self.by_rule += part.by_rule;
        self.ticks.extend(part.ticks.into_iter().map(|k| k + first));
    }

    /// One more case, of a size; NaN counts as infinite.
    pub(crate) fn case(&mut self, size: f64, at: Option<usize>, place: &Point) {
        let size = if size.is_nan() { f64::INFINITY } else { size };
        if self.count == 0 || size > self.worst {
            (self.worst, self.at) = (size, at);
            self.place = [place.x, place.y, place.z].map(f64::from);
        }
        self.count += 1;
    }
}
