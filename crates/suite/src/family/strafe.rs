//! Scene 2: strafing in circles at the best angle without gravity. The speed grows as the square root of time (laws L5 and
//! L6). With gravity, ten seconds in the air are a fall of 40,000 units: scene 29 and the laws test that.

use crate::prelude::*;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Strafe {
    size: f64,
    /// Speeds at the start.
    speeds: Vec<f64>,
    seconds: f64,
    /// The tolerance of the speed, in units per second, and the same where the view turns in steps.
    tolerance: (f64, f64),
}

impl Strafe {
    pub(crate) fn cases(&self, stage: &Stage) -> Vec<Case> {
        self.speeds.iter().map(|&speed| self.case(stage, speed)).collect()
    }

    fn case(&self, stage: &Stage, speed: f64) -> Case {
        const HEIGHT: f64 = 400.0;
        let strafe = Step::Strafe {
            seconds: self.seconds,
            side: Side::Left,
            toward: None,
            angle: None,
            hop: false,
        };
        let (fine, coarse) = self.tolerance;
        let tolerance = if stage.figure.coarse_view { coarse } else { fine };
        let grown = (speed * speed + stage.ticks(self.seconds) * gain(stage)).sqrt();
        Case::new(
            format!("from {speed} ups"),
            vec![floor(self.size / 2.0)],
            [0.0, 0.0, HEIGHT],
            vec![strafe],
        )
        .velocity([speed, 0.0, 0.0])
        .change("gravity", Change::Number(0.0))
        .change("snap_velocity", Change::Flag(false))
        .expects([speed_within(self.seconds, grown, tolerance, SLIDE)])
    }
}

/// The gain of the square of the speed in a tick at the best angle (L5, L6).
pub(crate) fn gain(stage: &Stage) -> f64 {
    let figure = stage.figure;
    let a = figure.air_accelerate * stage.tick * figure.max_speed;
    let cap = figure.air_wish_cap.unwrap_or(figure.max_speed);
    if a <= cap { a * (2.0 * cap - a) } else { cap * cap }
}
