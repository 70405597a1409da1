//! Scene 7: up slopes from gentle to steep. A walkable slope is walked up. A steeper one is met at the speed of the
//! run. By law L22 a player creeps up it if acceleration in the air beats gravity.

use crate::prelude::*;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Ramps {
    degrees: Vec<f64>,
    /// Speeds at the start.
    speeds: Vec<f64>,
    seconds: f64,
}

/// The uncertainty by ticks and whole units per second, in units.
const ROUNDED: f64 = 2.0;
/// Before the foot of the slope, in units.
const BEFORE: f64 = 128.0;

impl Ramps {
    pub(crate) fn cases(&self, stage: &Stage) -> Vec<Case> {
        pairs(&self.degrees, &self.speeds)
            .map(|(degrees, speed)| self.case(stage, degrees, speed))
            .collect()
    }

    fn case(&self, stage: &Stage, degrees: f64, speed: f64) -> Case {
        let (sin, cos) = degrees.to_radians().sin_cos();
        let tan = sin / cos;
        let figure = stage.figure;
        let length = 1024.0_f64.min(1024.0 / tan);
        let slope = Shape::Slope {
            at: [0.0; 3],
            toward: 0.0,
            degrees,
            run: length,
            width: 2048.0,
        };
        let mut expect = vec![
            never_stuck(ALL),
            never_below(stage.rest() - figure.skin - stage.tolerance(), ALL),
        ];
        if cos >= figure.walkable_normal {
            // Slowest is who keeps its speed along the slope (Quake III, L19).
            let way = (self.seconds - 0.8) * figure.max_speed * cos - BEFORE;
            expect.push(passes(way.min(length) * 0.8, None, ALL));
        } else {
            let along = speed.max(figure.max_speed) * cos;
            let push = figure.air_accelerate * figure.max_speed;
            // Acceleration straight into the slope works against gravity. Without a cap it does so all the way up, with
            // one by the rest of the cap that law L22 leaves in a tick.
            let (pull, creep) = match figure.air_wish_cap {
                None => (figure.gravity * sin - push * cos, 0.0),
                Some(cap) => (
                    figure.gravity * sin,
                    ((cap - figure.gravity * stage.tick * tan) * tan).max(0.0) * self.seconds,
                ),
            };
            let highest = along * along * sin / (2.0 * pull) + creep + figure.step_height + ROUNDED;
            expect.push(never_above(stage.rest() + highest, None, SLIDE));
            expect.extend([no_climb(stage), shake(figure.skin, WALKER)]);
        }
        let shapes = vec![floor(2048.0), slope];
        let start = [-BEFORE, 0.0, stage.rest()];
        Case::new(
            format!("{degrees} degrees · from {speed} ups"),
            shapes,
            start,
            vec![run(0.0, self.seconds)],
        )
        .velocity([speed, 0.0, 0.0])
        .expects(expect)
    }
}
