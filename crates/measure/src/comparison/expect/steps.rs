//! How far up a flight of steps a run came that missed its goal. Only what the scene's `Stairs` make plain is said.

use super::{Judge, SAME_TIME};
use clipmark_scene::{Flight, Triple};
use std::f64::consts::SQRT_2;
use std::ops::RangeInclusive;

/// Feet this far from the top of a step, in units, are on it: skins, resting gaps, and bodies that sink in. Also at most a
/// quarter of the rise.
const ON_TOP: f64 = 2.5;

impl Judge<'_> {
    /// The highest step that the body stood on within the goal's times, of the one flight that rises to the goal's height. It reads
    /// step 2 of 4 as `[2, 4]`. `None` where it stood on no step, or its ground can be doubted.
    pub(super) fn steps_climbed(
        &self,
        min: &Triple,
        max: &Triple,
        within: [Option<f64>; 2],
    ) -> Option<[u32; 2]> {
        let [from, by] = within;
        let times = from.unwrap_or(0.0)..=by.map_or(f64::INFINITY, |by| by + SAME_TIME);
        let body = &self.run.scored.body;
        let feet = f64::from(body.feet);
        let flights = self.scene.flights().into_iter().filter(|flight| {
            // Heights of the body at the foot and on the last step, in the scene's axes: a flight is never tilted.
            let foot = -flight.place(&[0.0; 3])[2] - feet;
            let last = foot + f64::from(flight.steps) * flight.rise;
            foot + ON_TOP < min[2] && (min[2] - ON_TOP..=max[2] + ON_TOP).contains(&last)
        });
        let mut climbed = flights.filter_map(|flight| {
            let step = self.highest(&flight, &times, f64::from(body.half_width), feet)?;
            Some([step, flight.steps])
        });
        let only = climbed.next();
        only.filter(|_| climbed.next().is_none())
    }

    fn highest(&self, flight: &Flight, times: &RangeInclusive<f64>, half: f64, feet: f64) -> Option<u32> {
        let ticks = self.path.iter().zip(&self.run.scored.ticks);
        let places: Vec<(Triple, bool)> = ticks
            .filter(|(spot, _)| times.contains(&spot.seconds))
            .map(|(spot, tick)| {
                let [x, y, z] = flight.place(&spot.at);
                ([x, y, z + feet], tick.grounded)
            })
            .collect();
        // A box that is turned to the flight reaches as far as its corners.
        let reach = half * SQRT_2;
        let (end, side) = (f64::from(flight.steps) * flight.run, flight.width / 2.0);
        let over = |[x, y, _]: &Triple| -reach <= *x && *x <= end + reach && y.abs() <= side + reach;
        let top = places
            .iter()
            .filter(|(place, _)| over(place))
            .map(|(place, _)| place[2])
            .reduce(f64::max)?;
        let step = (top / flight.rise).round();
        let height = step * flight.rise;
        let near = ON_TOP.min(flight.rise / 4.0);
        // Who begins on the flight, or above it, has not climbed.
        let from_below = places
            .first()
            .is_some_and(|(place, _)| place[2] < flight.rise - near);
        let is_step = (1.0..=f64::from(flight.steps)).contains(&step) && (top - height).abs() <= near;
        if !from_below || !is_step {
            return None;
        }
        // Of all hulls the narrowest way is `half` across. It stands on this step alone if it is over it, and not past it.
        let on = |[x, y, z]: &Triple| {
            (height - z).abs() <= near
                && (step - 1.0) * flight.run - half <= *x
                && *x <= step * flight.run
                && y.abs() <= side
        };
        let stood = places.iter().any(|(place, grounded)| *grounded && on(place));
        stood.then_some(step as u32)
    }
}
