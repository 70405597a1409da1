//! Scene 25: thrown into a wedge, and into a corner of three planes: it stops there, and nothing gets out or faster. Also
//! against a slope, which turns the speed by law L17.

use crate::prelude::*;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Impulse {
    degrees: Vec<f64>,
    speed: f64,
    seconds: f64,
}

impl Impulse {
    pub(crate) fn cases(&self, stage: &Stage) -> Vec<Case> {
        let wedges = self.degrees.iter().map(|&d| self.wedge(stage, d));
        wedges.chain([self.corner(stage), slope(stage)]).collect()
    }

    fn case(&self, stage: &Stage, label: String, shapes: Vec<Shape>, x: f64, velocity: Triple) -> Case {
        let start = [x, 0.0, stage.rest()];
        Case::new(label, shapes, start, vec![Step::Wait(self.seconds)])
            .velocity(velocity)
            .expects([
                stays_before(0.0, ALL),
                never_deeper(stage.tolerance(), ALL),
                // Quake III's clip by 1.001 may add a thousandth a plane.
                speed_never_above(self.speed * 1.005, ALL),
            ])
    }

    /// Two upright walls that close at x = 0.
    fn wedge(&self, stage: &Stage, degrees: f64) -> Case {
        const LONG: f64 = 1024.0;
        let half = degrees / 2.0;
        let (sin, cos) = half.to_radians().sin_cos();
        let shapes = vec![
            floor(2048.0),
            wall([-cos * LONG, -sin * LONG], half, LONG + 64.0, THICK, 512.0),
            wall([cos * 64.0, -sin * 64.0], 180.0 - half, LONG + 64.0, THICK, 512.0),
        ];
        let velocity = [self.speed, 0.0, 0.0];
        self.case(stage, format!("wedge {degrees}"), shapes, -700.0, velocity)
            .expects([rests(self.seconds - 1.0, 2.0 * stage.figure.skin, ALL)])
    }

    /// A wall ahead, one beside, and a slope of 60 degrees between them.
    fn corner(&self, stage: &Stage) -> Case {
        let [normal, up] = rising(60.0);
        let shapes = vec![
            floor(2048.0),
            block([0.0, -1024.0, 0.0], [THICK, 1024.0, 2048.0]),
            block([-1024.0, 256.0, 0.0], [0.0, 256.0 + THICK, 2048.0]),
            slab(normal, [-256.0, 0.0, 0.0], up, [600.0, 1024.0], 64.0),
        ];
        let (sin, cos) = 30.0_f64.to_radians().sin_cos();
        let velocity = [self.speed * cos, self.speed * sin, 0.0];
        self.case(stage, "three planes".into(), shapes, -600.0, velocity)
    }
}

/// Head-on against a slope too steep to stand on, without weight: the speed left after the tick of the contact.
fn slope(stage: &Stage) -> Case {
    const DEGREES: f64 = 60.0;
    /// Fast enough to meet the slope within the first tick, in units per second.
    const SPEED: f64 = 2000.0;
    /// Way to the slope, in units: out of reach of any probe of the ground, and less than a tick's.
    const AHEAD: f64 = 8.0;
    /// The uncertainty by f32, in units per second; 0.001 more of overbounce makes 1.5.
    const ROUNDED: f64 = 0.01;
    let [normal, up] = rising(DEGREES);
    let touching = scaled(normal, stage.support(normal) + stage.figure.skin);
    let (sin, cos) = DEGREES.to_radians().sin_cos();
    let b = stage.figure.overbounce;
    let left = [SPEED * (1.0 - b * sin * sin), 0.0, SPEED * b * sin * cos];
    let shapes = vec![slab(normal, [0.0; 3], up, [1024.0, 1024.0], THICK)];
    Case::new(
        "slope",
        shapes,
        sum(touching, [-AHEAD, 0.0, 0.0]),
        vec![Step::Wait(0.1)],
    )
    .velocity([SPEED, 0.0, 0.0])
    .change("gravity", Change::Number(0.0))
    .change("snap_velocity", Change::Flag(false))
    .expects([velocity_within(0.5 * stage.tick, left, ROUNDED, SLIDE)])
}
