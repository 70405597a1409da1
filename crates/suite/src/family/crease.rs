//! Scene 24: up a ramp into a wall that crosses it at an angle. The way on is along n1 x n2.

use crate::prelude::*;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Crease {
    ramps: Vec<f64>,
    /// Angle between the wall and the way up, in degrees.
    walls: Vec<f64>,
    seconds: f64,
}

impl Crease {
    pub(crate) fn cases(&self, stage: &Stage) -> Vec<Case> {
        pairs(&self.ramps, &self.walls)
            .map(|(ramp, wall)| self.case(stage, ramp, wall))
            .collect()
    }

    fn case(&self, stage: &Stage, ramp: f64, across: f64) -> Case {
        const HIGH: f64 = 2048.0;
        let [normal, up] = rising(ramp);
        let (sin, cos) = across.to_radians().sin_cos();
        // The wall passes through the origin; its free side is on the left of the way along it.
        let shapes = vec![
            slab(normal, [0.0; 3], up, [2048.0; 2], THICK),
            wall([-1024.0 * cos, -1024.0 * sin], across, 3072.0, THICK, HIGH),
        ];
        let free = [-sin, cos, 0.0];
        let away = stage.reach(across + 90.0) + 64.0;
        let x_y = scaled(free, away);
        let height = x_y[0] * ramp.to_radians().tan();
        let start = [
            x_y[0],
            x_y[1],
            height + (stage.support(normal) + stage.figure.skin) / normal[2],
        ];
        // Along the wall and up, at a quarter of the run or more: QuakeWorld's clip costs sin^2 of the walls' angle.
        let way = 0.25 * stage.figure.max_speed * cos * (self.seconds - 1.0);
        Case::new(
            format!("ramp {ramp} · wall {across}"),
            shapes,
            start,
            vec![run(0.0, self.seconds)],
        )
        .expects([
            passes(x_y[0] + way * cos, None, ALL),
            never_deeper(stage.tolerance(), ALL),
            never_stuck(ALL),
        ])
    }
}
