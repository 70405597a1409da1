//! Scene 21: a rising floor under a falling ceiling, and before an overhanging wall.

use crate::prelude::*;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct WedgeCeiling {
    floor: f64,
    ceilings: Vec<f64>,
    /// Lean of the wall against the player, in degrees from the ground.
    walls: Vec<f64>,
    seconds: f64,
}

impl WedgeCeiling {
    pub(crate) fn cases(&self, stage: &Stage) -> Vec<Case> {
        let [normal, up] = rising(self.floor);
        let ground = || vec![floor(1024.0), slab(normal, [0.0; 3], up, [2048.0, 512.0], THICK)];
        let before = [-96.0 - stage.reach(0.0), 0.0, stage.rest()];
        let case = |label: String, shapes| {
            Case::new(label, shapes, before, vec![run(0.0, self.seconds)]).expects([
                never_deeper(stage.tolerance(), ALL),
                // Quake III shakes in a groove by law L24.
                rests(self.seconds - 2.0, 4.0, SLIDE),
                rests(self.seconds - 2.0, 1.0, WALKER),
                shake(stage.figure.skin, WALKER),
                never_stuck(ALL),
            ])
        };
        let ceilings = self.ceilings.iter().map(|&degrees| {
            let (sin, cos) = degrees.to_radians().sin_cos();
            let mut shapes = ground();
            shapes.push(slab(
                [-sin, 0.0, -cos],
                [96.0, 0.0, 160.0],
                [cos, 0.0, -sin],
                [400.0, 512.0],
                THICK,
            ));
            case(format!("ceiling {degrees}"), shapes)
        });
        let walls = self.walls.iter().map(|&degrees| {
            // Overhanging: its normal points down towards the player.
            let (sin, cos) = degrees.to_radians().sin_cos();
            let mut shapes = ground();
            shapes.push(slab(
                [-sin, 0.0, -cos],
                [160.0, 0.0, 96.0],
                [-cos, 0.0, sin],
                [300.0, 512.0],
                THICK,
            ));
            case(format!("wall {degrees}"), shapes)
        });
        ceilings.chain(walls).collect()
    }
}
