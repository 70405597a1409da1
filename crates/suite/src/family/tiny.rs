//! Scene 28: bumps and slivers hardly higher than rounding.

use crate::prelude::*;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Tiny {
    /// Heights of bumps as powers of two.
    powers: Vec<i32>,
    /// Slopes of slivers in degrees.
    slivers: Vec<f64>,
}

impl Tiny {
    pub(crate) fn cases(&self, stage: &Stage) -> Vec<Case> {
        let bumps = self.powers.iter().map(|&power| {
            let height = 2.0_f64.powi(power);
            let rows = (0..20).map(|i| {
                let x = 32.0 + 24.0 * f64::from(i);
                block([x, -256.0, -8.0], [x + 8.0, 256.0, height])
            });
            case(stage, format!("bumps 2^{power}"), rows.collect(), height)
        });
        let slivers = self.slivers.iter().map(|&degrees| {
            const RUN: f64 = 96.0;
            let height = RUN * degrees.to_radians().tan();
            let rows = (0..5).map(|i| {
                let x = 32.0 + 128.0 * f64::from(i);
                let corner = |x: f64, y: f64, z: f64| [x, y, z];
                // The sharp edge lies on the floor: the solid is the end of a slope of that many degrees.
                Shape::Hull(vec![
                    corner(x, -256.0, 0.0),
                    corner(x, 256.0, 0.0),
                    corner(x + RUN, -256.0, height),
                    corner(x + RUN, 256.0, height),
                    corner(x + RUN, -256.0, -8.0),
                    corner(x + RUN, 256.0, -8.0),
                ])
            });
            case(
                stage,
                format!("slivers {degrees} degrees"),
                rows.collect(),
                height,
            )
        });
        bumps.chain(slivers).collect()
    }
}

fn case(stage: &Stage, label: String, mut shapes: Vec<Shape>, height: f64) -> Case {
    shapes.push(floor(2048.0));
    let seconds = 2.6;
    Case::new(label, shapes, [-64.0, 0.0, stage.rest()], vec![run(0.0, seconds)]).expects([
        // Over the flat in that time it is 2.6 s x 320 = 832 less 40 for starting.
        passes(0.9 * (seconds * stage.figure.max_speed - 104.0), None, ALL),
        loses_at_most(0.1, SLIDE),
        never_above(stage.rest() + 20.0 * height + 0.5, None, ALL),
        never_stuck(ALL),
    ])
}
