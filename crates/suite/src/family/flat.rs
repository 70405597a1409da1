//! Scene 1: run, stop and stand on a flat floor.

use crate::ask::*;
use crate::case::Case;
use crate::profile_facts::Stage;
use crate::solids::*;
use serde::Deserialize;

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
        /// What rounding to whole units per second in each of two components leaves open.
        const SNAP: f64 = 1.5;
        let rest = stage.rest();
        let input = vec![
            run(0.0, self.run),
            clipmark_scene::Step::Wait(self.coast + self.stand),
        ];
        let all_still = self.run + self.coast;
        let case = Case::new(
            "run, stop, stand",
            vec![floor(self.size / 2.0)],
            [0.0, 0.0, rest],
            input,
        );
        vec![case.expects([
            speed_within(self.run, stage.figure.max_speed, SNAP, SLIDE),
            rests(all_still, 1e-3, ALL),
            never_below(rest - stage.figure.skin - stage.tolerance(), ALL),
            never_above(rest + stage.figure.skin + stage.tolerance(), None, ALL),
            ground_toggles(0, 0.1, ALL),
            never_stuck(ALL),
        ])]
    }
}
