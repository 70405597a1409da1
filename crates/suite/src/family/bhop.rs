//! Scene 29: platforms that a bunny hopper just clears, and just misses (laws L6 and L10). The layout is the one of
//! `scenes/bhop-track.ron`, from the same laws.

use super::strafe::gain;
use crate::prelude::*;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Bhop {
    platforms: u32,
    /// Gaps as shares of the hop's length.
    shares: Vec<f64>,
    speed: f64,
}

impl Bhop {
    /// Only where friction leaves a landing alone (QuakeWorld), and at ticks at which each is one of flight.
    pub(crate) fn cases(&self, stage: &Stage) -> Vec<Case> {
        let figure = stage.figure;
        let suits = figure
            .air_wish_cap
            .is_some_and(|cap| figure.air_accelerate * figure.max_speed * stage.tick > cap);
        if !suits || figure.mean_velocity {
            return Vec::new();
        }
        self.shares.iter().map(|&share| self.case(stage, share)).collect()
    }

    fn case(&self, stage: &Stage, share: f64) -> Case {
        /// Depth of a platform beyond the edge that is to be reached, in units.
        const DEPTH: f64 = 8.0;
        const WIDE: f64 = 256.0;
        let figure = stage.figure;
        let dt = stage.tick;
        // Ticks in the air until the feet are back at the height they left (L10), the one of landing included.
        let flight = ((2.0 * figure.jump_speed / figure.gravity) / dt - 1.0).ceil();
        // One tick of friction before the first jump leaves the speed asked for.
        const FRICTION: f64 = 4.0;
        let cap = figure.air_wish_cap.unwrap_or(figure.max_speed);
        let run_up = self.speed / (1.0 - FRICTION * dt);
        let half = figure.half_width;
        let mut square = self.speed * self.speed;
        let mut at = 0.0;
        let mut edge = 0.0;
        let mut shapes = vec![block([-THICK, -WIDE, -64.0], [DEPTH, WIDE, 0.0])];
        for _ in 0..self.platforms {
            let mut hop = 0.0;
            for _ in 0..flight as u32 {
                // The whole of the cap goes aside in a tick, to alternate sides. Half of that turn is off the way.
                let aside = cap.atan2(square.sqrt()) / 2.0;
                square += gain(stage);
                hop += square.sqrt() * aside.cos() * dt;
            }
            // The rear of the hull leaves one platform as its front reaches the next. That platform ends just behind the
            // landing spot, so that a player who falls short gets no hold.
            edge = at + half + share * hop;
            at += hop;
            shapes.push(block(
                [edge, -WIDE, -64.0],
                [(at + DEPTH).max(edge + DEPTH), WIDE, 0.0],
            ));
        }
        let seconds = (flight * f64::from(self.platforms)) * dt;
        let hop = Step::Strafe {
            seconds,
            side: Side::Left,
            toward: Some(0.0),
            angle: None,
            hop: true,
        };
        let case = Case::new(
            format!("gaps of {share}"),
            shapes,
            [-run_up * dt, 0.0, stage.rest()],
            vec![Step::Wait(dt), hop],
        )
        .velocity([run_up, 0.0, 0.0]);
        let below = -figure.feet - 16.0;
        case.expects(if share < 1.0 {
            vec![passes(edge - half, None, SLIDE), never_below(below, SLIDE)]
        } else {
            vec![reaches([-FAR; 3], [FAR, FAR, below], None, SLIDE)]
        })
    }
}
