//! Scene 14: walls thinner than a tick of motion is long.

use crate::prelude::*;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ThinWall {
    thicknesses: Vec<f64>,
    speeds: Vec<f64>,
    /// Angles with the wall, in degrees.
    angles: Vec<f64>,
}

impl ThinWall {
    pub(crate) fn cases(&self, stage: &Stage) -> Vec<Case> {
        let mut out = Vec::new();
        for &thickness in &self.thicknesses {
            for &speed in &self.speeds {
                for &angle in &self.angles {
                    out.push(case(stage, thickness, speed, angle));
                }
            }
        }
        out
    }
}

fn case(stage: &Stage, thickness: f64, speed: f64, angle: f64) -> Case {
    const HALF: f64 = 16_384.0;
    const SECONDS: f64 = 1.5;
    let (sin, cos) = angle.to_radians().sin_cos();
    // Near enough that it gets there at a grazing angle too.
    let before = stage.reach(0.0) + 1.0 + (0.25 * speed * sin).min(512.0);
    let wall = if thickness > 0.0 {
        block([0.0, -HALF, 0.0], [thickness, HALF, 512.0])
    } else {
        let corner = |y: f64, z: f64| [0.0, y, z];
        let [a, b, c, d] = [
            corner(HALF, 0.0),
            corner(-HALF, 0.0),
            corner(-HALF, 512.0),
            corner(HALF, 512.0),
        ];
        Shape::Triangles {
            corners: vec![[a, b, c], [a, c, d]],
            stops: Facing::default(),
        }
    };
    let shapes = vec![floor(HALF), wall];
    let start = [-before, 0.0, stage.rest()];
    Case::new(
        format!("{thickness} thick · {speed} ups · at {angle} degrees"),
        shapes,
        start,
        vec![run(0.0, SECONDS)],
    )
    .velocity([speed * sin, speed * cos, 0.0])
    .expects([
        stays_before(0.0, ALL),
        never_stuck(ALL),
        no_climb(stage),
        speed_never_above(1.001 * speed.max(stage.figure.max_speed * 1.5), ALL),
    ])
}
