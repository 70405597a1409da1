//! Scene 1: run, stop and stand on a flat floor. Also how fast a run ends there (law L2) and under water (law L28).

use crate::prelude::*;

/// The f32 uncertainty of a speed after some forty ticks, in units per second: 1e-5 of the speed, six times over. Friction
/// that is 1 % less makes 1 to 2 units per second of difference.
const ROUNDED: f64 = 0.02;
/// Times after release at which the speed is tested, in seconds: fast, about the stop speed, and below it.
const ASKED: [f64; 4] = [0.1, 0.2, 0.3, 0.4];
/// Below this no speed is asked for, in units per second: stopping has rules of its own there.
const SLOWEST: f64 = 5.0;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Flat {
    size: f64,
    /// Seconds of running, coasting and standing.
    run: f64,
    coast: f64,
    stand: f64,
}

impl Flat {
    pub(crate) fn cases(&self, stage: &Stage) -> Vec<Case> {
        /// The uncertainty by rounding to whole units per second in each of two components.
        const SNAP: f64 = 1.5;
        let rest = stage.rest();
        let input = vec![run(0.0, self.run), Step::Wait(self.coast + self.stand)];
        let all_still = self.run + self.coast;
        let case = Case::new(
            "run, stop, stand",
            vec![floor(self.size / 2.0)],
            [0.0, 0.0, rest],
            input,
        );
        let standing = case.expects([
            speed_within(self.run, stage.figure.max_speed, SNAP, SLIDE),
            rests(all_still, 1e-3, ALL),
            never_below(rest - stage.figure.skin - stage.tolerance(), ALL),
            never_above(rest + stage.figure.skin + stage.tolerance(), None, ALL),
            ground_toggles(0, 0.1, ALL),
            never_stuck(ALL),
        ]);
        let mut out = vec![standing, self.coasting(stage)];
        out.extend(self.under_water(stage));
        out
    }

    /// At full speed without keys: friction alone must follow its law, since the reference mover shares its code.
    fn coasting(&self, stage: &Stage) -> Case {
        let figure = stage.figure;
        let slowed = |v: f64| v - v.max(figure.stop_speed) * figure.friction * stage.tick;
        let start = [0.0, 0.0, stage.rest()];
        self.without_keys("coasting", vec![floor(self.size / 2.0)], start, stage, slowed)
    }

    /// The same under water.
    fn under_water(&self, stage: &Stage) -> Option<Case> {
        const SURFACE: f64 = 512.0;
        const DEEP: f64 = 256.0;
        let half = self.size / 2.0;
        let water = Shape::Group {
            at: [0.0; 3],
            yaw: 0.0,
            fill: Some(Fill::Water),
            shapes: vec![block([-half, -half, 0.0], [half, half, SURFACE])],
        };
        let brake = stage.figure.water_brake? * stage.tick;
        let start = [0.0, 0.0, SURFACE - DEEP];
        let shapes = vec![floor(half), water];
        let slowed = |v: f64| v * (1.0 - brake);
        Some(self.without_keys("coasting under water", shapes, start, stage, slowed))
    }

    fn without_keys(
        &self,
        label: &str,
        shapes: Vec<Shape>,
        start: Triple,
        stage: &Stage,
        slowed: impl Fn(f64) -> f64,
    ) -> Case {
        let fast = stage.figure.max_speed;
        let asked = |seconds: &f64| -> Option<Expectation> {
            let ticks = stage.ticks(*seconds);
            let speed = (0..ticks as usize).fold(fast, |v, _| slowed(v));
            // In the middle of the tick, so that rounding of times takes no other.
            (speed > SLOWEST).then(|| speed_within((ticks - 0.5) * stage.tick, speed, ROUNDED, SLIDE))
        };
        Case::new(label, shapes, start, vec![Step::Wait(self.coast)])
            .velocity([fast, 0.0, 0.0])
            .change("snap_velocity", Change::Flag(false))
            .expects(ASKED.iter().filter_map(asked))
    }
}
