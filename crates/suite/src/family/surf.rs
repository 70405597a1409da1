//! Scene 9: gliding on slopes too steep to stand on, free (law L21) and with the wish straight into the slope (L22). Rounding
//! to whole units per second is off, as it adds up. Quake III, which clips by 1.001, gets a wider tolerance.

use crate::prelude::*;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Surf {
    degrees: Vec<f64>,
    /// Speed along the slope at the start.
    along: f64,
    seconds: f64,
    /// The tolerance of a component of the velocity: a share of the speed, and units per second.
    tolerance: (f64, f64),
    /// The same where clips push off.
    pushed: (f64, f64),
}

impl Surf {
    pub(crate) fn cases(&self, stage: &Stage) -> Vec<Case> {
        let both = |&d: &f64| [Some(self.glide(stage, d)), self.hold(stage, d)];
        self.degrees.iter().flat_map(both).flatten().collect()
    }

    fn on_slope(&self, stage: &Stage, degrees: f64, label: String, input: Step) -> Case {
        let [normal, up] = rising(degrees);
        let shapes = vec![slab(normal, [0.0; 3], up, [4096.0; 2], THICK)];
        let start = scaled(normal, stage.support(normal) + stage.figure.skin);
        Case::new(label, shapes, start, vec![input])
            .velocity([0.0, self.along, 0.0])
            .change("snap_velocity", Change::Flag(false))
    }

    fn glide(&self, stage: &Stage, degrees: f64) -> Case {
        let (sin, cos) = degrees.to_radians().sin_cos();
        let down = stage.figure.gravity * sin * stage.ticks(self.seconds) * stage.tick;
        let (share, least) = if stage.figure.mean_velocity {
            self.pushed
        } else {
            self.tolerance
        };
        let wanted = [-cos * down, self.along, -sin * down];
        let label = format!("{degrees} degrees · glide");
        self.on_slope(stage, degrees, label, Step::Wait(self.seconds))
            .expects([velocity_within(self.seconds, wanted, least + share * down, SLIDE)])
    }

    /// Only where the wish holds its own against gravity at this tick.
    fn hold(&self, stage: &Stage, degrees: f64) -> Option<Case> {
        let figure = stage.figure;
        let tan = degrees.to_radians().tan();
        // The design's table has the lesser of the cap and a tick's acceleration here. But acceleration makes up every tick
        // for the slope's loss, g T tan a, and no more. So the cap is reached wherever it can.
        let cap = figure.air_wish_cap?;
        let reached = figure.air_accelerate * figure.max_speed >= figure.gravity * tan;
        let rising = if reached {
            (cap - figure.gravity * stage.tick * tan) * tan
        } else {
            0.0
        };
        let wanted = [rising / tan, self.along, rising];
        let label = format!("{degrees} degrees · wish into it");
        (rising > 0.0).then(|| {
            self.on_slope(stage, degrees, label, run(0.0, self.seconds))
                .expects([velocity_within(self.seconds, wanted, self.tolerance.1, SLIDE)])
        })
    }
}
