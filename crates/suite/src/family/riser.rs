//! Scene 5: a single riser about as high as a step may be. By law L27 a player whose feet hang a gap above the floor
//! climbs anything lower than a step and that gap. The start leaves exactly the skin.

use crate::prelude::*;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Riser {
    heights: Vec<f64>,
    /// So near the limit nothing is asked, in units.
    undecided: f64,
}

/// This much above the limit of every movement, in u: no movement climbs it, whatever its resting gap.
const TOO_HIGH: f64 = 0.45;

impl Riser {
    pub(crate) fn cases(&self, stage: &Stage) -> Vec<Case> {
        self.heights.iter().map(|&h| self.case(stage, h)).collect()
    }

    fn case(&self, stage: &Stage, height: f64) -> Case {
        const AT: f64 = 128.0;
        let top = height - stage.figure.feet;
        let shapes = vec![floor(2048.0), block([AT, -1024.0, 0.0], [2048.0, 1024.0, height])];
        let limit = stage.figure.step_height + stage.figure.skin;
        let climbs = |who| {
            reaches(
                [AT + 16.0, -1024.0, top - 0.1],
                [2048.0, 1024.0, top + 20.0],
                None,
                who,
            )
        };
        let stays_down = |who| stays_inside([-1024.0, -1024.0, -32.0], [AT, 1024.0, stage.rest() + 2.0], who);
        let mut expect = vec![never_stuck(ALL)];
        if height < limit - self.undecided {
            expect.push(climbs(SLIDE));
        }
        if height > limit + self.undecided {
            expect.push(stays_down(SLIDE));
            expect.push(against(0.0, stage.figure.skin + stage.tolerance(), SLIDE));
        }
        if height <= stage.figure.step_height {
            expect.push(climbs(WALKER));
        }
        if height > stage.figure.step_height + TOO_HIGH {
            expect.push(stays_down(WALKER));
        }
        Case::new(
            format!("riser {height}"),
            shapes,
            [0.0, 0.0, stage.rest()],
            vec![run(0.0, 2.0)],
        )
        .expects(expect)
    }
}
