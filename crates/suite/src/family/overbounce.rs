//! Scene 30: falls that end just beside the floor. By law L25 Quake III bounces if a whole tick ends with a gap from
//! its skin to 0.25 units more. No other profile ever does.

use crate::prelude::*;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Overbounce {
    /// After how many ticks the fall ends.
    ticks: Vec<u32>,
    /// How far above the window's end.
    offsets: Vec<f64>,
}

/// Width of the window: the depth of the ground probe, in units.
const WINDOW: f64 = 0.25;

impl Overbounce {
    pub(crate) fn cases(&self, stage: &Stage) -> Vec<Case> {
        pairs(&self.ticks, &self.offsets)
            .map(|(ticks, offset)| case(stage, ticks, offset))
            .collect()
    }
}

fn case(stage: &Stage, ticks: u32, offset: f64) -> Case {
    let height = fallen(stage, ticks) + offset;
    let bounces = stage.figure.overbounces
        && (0..=ticks + 1).any(|k| {
            let d = fallen(stage, k);
            d <= height && height < d + WINDOW
        });
    let landed = f64::from(ticks + 3) * stage.tick;
    let seconds = landed + 0.5;
    let start = [0.0, 0.0, stage.rest() + height];
    let case = Case::new(
        format!("{ticks} ticks {offset:+}"),
        vec![floor(512.0)],
        start,
        vec![Step::Wait(seconds)],
    );
    let clear = stage.rest() + 1.0;
    case.expects(if bounces {
        vec![rises(clear + 0.5 * height.min(16.0), Some(landed), SLIDE)]
    } else {
        vec![never_above(clear, Some(landed), ALL)]
    })
}

/// Depth of a fall from rest after whole ticks, in units.
fn fallen(stage: &Stage, ticks: u32) -> f64 {
    let (g, dt) = (stage.figure.gravity, stage.tick);
    let (mut z, mut v) = (0.0, 0.0);
    for _ in 0..ticks {
        let next = v + g * dt;
        z += if stage.figure.mean_velocity {
            (v + next) / 2.0
        } else {
            next
        } * dt;
        v = if stage.figure.snaps_velocity {
            next.round()
        } else {
            next
        };
    }
    z
}
