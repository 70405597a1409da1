//! How many planes a tracer tests that only asks near brushes, four planes at a time, in a fixed order. The count lies between
//! the least and a tracer's own. It separates the surplus of the order from the surplus of far brushes.
//!
//! The test of a brush ends at the first four planes with one that keeps the path out, or is entered behind the stop.

use super::least::{LANES, Nearest};
use clipmark_collision::Sweep;

/// In which order the planes of a brush are tested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// As they stand in the brush, its six bounds first; only a plane that keeps the path out proves something.
    BoundsFirst,
    /// The first four bounds last, if a brush has more than its bounds. A plane that is entered behind the stop proves, too.
    BoundsLast,
}

/// Sides of a brush that is its bounds.
const BOUNDS: usize = 6;

impl Nearest {
    /// Planes tested, those in whole fours.
    pub fn in_order(&self, sweep: &Sweep, order: Order) -> usize {
        let (start, end) = (sweep.start.coords.cast::<f64>(), sweep.end.coords.cast::<f64>());
        let (met, stop) = self.met(sweep);
        let before = match order {
            Order::BoundsFirst => f64::INFINITY,
            Order::BoundsLast => stop,
        };
        let proves = |(normal, dist): &(nalgebra::Vector3<f64>, f64)| {
            let (from, to) = (normal.dot(&start) - dist, normal.dot(&end) - dist);
            from > 0.0 && (to >= self.free_at || to >= from || from - self.skin > before * (from - to))
        };
        let tested = |planes: &[(nalgebra::Vector3<f64>, f64)]| {
            let mut fours: Vec<_> = planes.chunks(LANES).collect();
            if order == Order::BoundsLast && planes.len() > BOUNDS {
                fours.rotate_left(1);
            }
            let proven = fours.iter().position(|four| four.iter().any(proves));
            let asked = proven.map_or(fours.len(), |at| at + 1);
            fours[..asked].iter().map(|four| four.len()).sum::<usize>()
        };
        met.iter().map(|(solid, ..)| tested(&solid.planes)).sum()
    }
}
