//! What a detector found, before it becomes part of the record.

use clipmark_geometry::Point;

/// What a detector saw.
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
    /// The worst case in words, where it can be asked again; else empty.
    pub example: String,
}

impl Seen {
    /// One more case, of a size, in a tick.
    pub(crate) fn tick(&mut self, size: f64, tick: usize, place: &Point) {
        self.ticks.push(tick);
        self.case(size, Some(tick), place);
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
