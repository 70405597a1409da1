//! Scene 12: a ravine narrower than the player, whose floor falls. The walker of 2006 gets stuck in it (its Known
//! Problem 1).

use super::groove::{axes, walls};
use crate::prelude::*;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Ravine {
    degrees: Vec<f64>,
    /// Widths of the floor.
    widths: Vec<f64>,
    /// How far the floor falls towards +x, in degrees.
    fall: f64,
    seconds: f64,
}

impl Ravine {
    pub(crate) fn cases(&self, stage: &Stage) -> Vec<Case> {
        pairs(&self.degrees, &self.widths)
            .map(|(degrees, width)| self.case(stage, degrees, width))
            .collect()
    }

    fn case(&self, stage: &Stage, degrees: f64, width: f64) -> Case {
        /// How high above where it gets caught the player is dropped, in units.
        const DROP: f64 = 24.0;
        /// Time in which control must be back, in seconds, and how far that must have led, in units.
        const REGAINED: (f64, f64) = (0.5, 8.0);
        let (sin, cos) = degrees.to_radians().sin_cos();
        let [crease, tilt] = axes(self.fall);
        let normal = sum(scaled(tilt, cos), [0.0, -sin, 0.0]);
        let mut shapes = walls(degrees, self.fall, width / 2.0);
        shapes.push(slab(tilt, [0.0; 3], crease, [4096.0, width], THICK));
        // Caught by the walls, or down on the floor.
        let caught = (stage.support(normal) - width / 2.0 * sin) / normal[2];
        let start = [0.0, 0.0, caught.max(stage.support(tilt) / tilt[2]) + DROP];
        let fall_time = (2.0 * DROP / stage.figure.gravity).sqrt();
        let input = vec![Step::Wait(2.0 * fall_time), run(0.0, self.seconds)];
        let case = Case::new(format!("{degrees} degrees · floor {width}"), shapes, start, input);
        // With the loss of law L23 QuakeWorld creeps by law; `quakeworld:ideal` does not.
        let slow = stage.figure.crease_loss;
        let by = 2.0 * fall_time + REGAINED.0 + 0.5;
        case.expects(if slow {
            vec![passes(REGAINED.1, Some(by), WALKER), never_stuck(WALKER)]
        } else {
            vec![passes(REGAINED.1, Some(by), ALL), never_stuck(ALL)]
        })
    }
}
