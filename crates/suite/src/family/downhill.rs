//! Scene 8: down a slope and on along the flat. Where the slope falls faster than the movement follows, flying down in
//! hops is the law (L20).

use crate::prelude::*;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Downhill {
    degrees: Vec<f64>,
    seconds: f64,
}

impl Downhill {
    pub(crate) fn cases(&self, stage: &Stage) -> Vec<Case> {
        self.degrees.iter().map(|&d| self.case(stage, d)).collect()
    }

    fn case(&self, stage: &Stage, degrees: f64) -> Case {
        const RUN: f64 = 512.0;
        let height = RUN * degrees.to_radians().tan();
        let slope = Shape::Slope {
            at: [0.0; 3],
            toward: 180.0,
            degrees,
            run: RUN,
            width: 1024.0,
        };
        let shapes = vec![
            block([-1024.0, -512.0, -THICK], [2048.0, 512.0, 0.0]),
            block([-1024.0, -512.0, 0.0], [-RUN, 512.0, height]),
            slope,
        ];
        let start = [-RUN - 96.0, 0.0, height + stage.rest()];
        Case::new(
            format!("{degrees} degrees"),
            shapes,
            start,
            vec![run(0.0, self.seconds)],
        )
        .expects([
            reaches(
                [64.0, -512.0, -stage.figure.feet - 0.1],
                [2048.0, 512.0, 1.0 - stage.figure.feet],
                None,
                ALL,
            ),
            never_below(-stage.figure.feet - stage.tolerance(), ALL),
            never_stuck(ALL),
        ])
    }
}
