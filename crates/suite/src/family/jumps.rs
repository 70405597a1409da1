//! Scene 3: jumping on every landing (laws L10 to L12, and L16 where alternate jumps are low).

use crate::prelude::*;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Jumps {
    size: f64,
    /// How many jumps are played.
    jumps: u32,
    /// The tolerance of a height, in units.
    tolerance: f64,
}

/// Longer than any jump of a released movement takes, in seconds.
const LONGEST: f64 = 0.75;

impl Jumps {
    pub(crate) fn cases(&self, stage: &Stage) -> Vec<Case> {
        /// How far above its skin a player of Quake III may rest (law L26).
        const RESTING: f64 = 0.25;
        let rest = stage.rest();
        let apex = rest + apex(stage);
        let hop = Step::Hop {
            seconds: f64::from(self.jumps) * LONGEST,
            keys: Vec::new(),
            yaw: None,
        };
        let case = Case::new(
            "on every landing",
            vec![floor(self.size / 2.0)],
            [0.0, 0.0, rest],
            vec![hop],
        );
        vec![case.expects([
            reaches(
                [-FAR, -FAR, apex - self.tolerance],
                [FAR; 3],
                Some(LONGEST),
                SLIDE,
            ),
            never_above(apex + RESTING + self.tolerance, None, SLIDE),
            never_below(rest - stage.figure.skin - stage.tolerance(), ALL),
        ])]
    }
}

/// Height of a jump at this tick, by the laws' recurrence: L10 (velocity first), L11 and L12 (mean velocity).
pub(crate) fn apex(stage: &Stage) -> f64 {
    let (g, dt) = (stage.figure.gravity, stage.tick);
    let (mut z, mut v, mut highest) = (0.0_f64, stage.figure.jump_speed, 0.0_f64);
    while v > 0.0 {
        let next = v - g * dt;
        z += if stage.figure.mean_velocity {
            (v + next) / 2.0
        } else {
            next
        } * dt;
        v = if stage.figure.snaps_velocity {
            v - (g * dt).round()
        } else {
            next
        };
        highest = highest.max(z);
    }
    highest
}
