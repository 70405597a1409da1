//! Scene 4: a flight of steps, up and down.

use crate::prelude::*;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Stairs {
    rises: Vec<f64>,
    depths: Vec<f64>,
    steps: u32,
}

/// Half the width of the flight, in units.
const HALF: f64 = 256.0;
/// Floor before and behind it, in units.
const FLAT: f64 = 512.0;

impl Stairs {
    pub(crate) fn cases(&self, stage: &Stage) -> Vec<Case> {
        pairs(&self.rises, &self.depths)
            .flat_map(|(rise, depth)| [self.up(stage, rise, depth), self.down(stage, rise, depth)])
            .collect()
    }

    fn world(&self, rise: f64, depth: f64) -> (Vec<Shape>, f64, f64) {
        let (length, height) = (f64::from(self.steps) * depth, f64::from(self.steps) * rise);
        let stairs = Shape::Stairs {
            at: [0.0; 3],
            toward: 0.0,
            steps: self.steps,
            rise,
            run: depth,
            width: 2.0 * HALF,
        };
        let shapes = vec![
            block([-FLAT, -HALF, -THICK], [length + FLAT, HALF, 0.0]),
            stairs,
            block([length, -HALF, 0.0], [length + FLAT, HALF, height]),
        ];
        (shapes, length, height)
    }

    fn up(&self, stage: &Stage, rise: f64, depth: f64) -> Case {
        const BEFORE: f64 = 128.0;
        let (shapes, length, height) = self.world(rise, depth);
        // Steps cost no time by the laws (L19); a third is left for starting, ticks and the hull's own length.
        let by = 1.35 * (BEFORE + length + stage.reach(0.0)) / stage.figure.max_speed + 0.4;
        let top = height - stage.figure.feet;
        let label = format!("rise {rise} · depth {depth} · up");
        Case::new(
            label,
            shapes,
            [-BEFORE, 0.0, stage.rest()],
            vec![run(0.0, by + 0.2)],
        )
        .expects([
            reaches(
                [length, -HALF, top - 0.1],
                [length + FLAT, HALF, top + 1.0],
                Some(by),
                SLIDE,
            ),
            reaches(
                [length, -HALF, top - 0.1],
                [length + FLAT, HALF, top + 24.0],
                None,
                WALKER,
            ),
            never_stuck(ALL),
        ])
    }

    fn down(&self, stage: &Stage, rise: f64, depth: f64) -> Case {
        const BEHIND: f64 = 128.0;
        let (shapes, length, height) = self.world(rise, depth);
        let seconds = 1.35 * (BEHIND + length) / stage.figure.max_speed + 1.0;
        let start = [length + BEHIND, 0.0, height + stage.rest()];
        let label = format!("rise {rise} · depth {depth} · down");
        Case::new(label, shapes, start, vec![run(180.0, seconds)])
            .looking(180.0)
            .expects([
                reaches(
                    [-FLAT, -HALF, -stage.figure.feet - 0.1],
                    [-16.0, HALF, 1.0 - stage.figure.feet],
                    None,
                    ALL,
                ),
                never_stuck(ALL),
            ])
    }
}
