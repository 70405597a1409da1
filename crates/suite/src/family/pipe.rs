//! Scene 23: around the inside of an upright pipe of facets, without gravity. Every facet takes 1 - cos of its turn from
//! the speed. A box touches the pipe shrunk by the box, which turns by much more at four places, where the box's corner
//! changes. So only cylinders must follow the law of the facets.

use crate::prelude::*;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Pipe {
    radius: f64,
    facets: Vec<u32>,
    speed: f64,
    seconds: f64,
}

impl Pipe {
    pub(crate) fn cases(&self, stage: &Stage) -> Vec<Case> {
        self.facets
            .iter()
            .flat_map(|&n| [self.inside(stage, n), self.outside(stage, n)])
            .collect()
    }

    fn inside(&self, stage: &Stage, facets: u32) -> Case {
        let turn = std::f64::consts::TAU / f64::from(facets);
        let mut shapes = vec![block([-256.0, -256.0, -THICK], [256.0, 256.0, 0.0])];
        for k in 0..facets {
            let corner = |r: f64, k: u32| {
                let (sin, cos) = (turn * f64::from(k)).sin_cos();
                [r * cos, r * sin]
            };
            shapes.push(Shape::Prism {
                base: vec![
                    corner(self.radius, k),
                    corner(self.radius + 64.0, k),
                    corner(self.radius + 64.0, k + 1),
                    corner(self.radius, k + 1),
                ],
                bottom: 0.0,
                top: 512.0,
            });
        }
        let start = [
            0.0,
            -self.radius * (turn / 2.0).cos() + stage.reach(90.0) + 1.0,
            256.0,
        ];
        let wait = Step::Wait(self.seconds);
        // The centre of a round body goes around at the pipe's radius less its own.
        let round = std::f64::consts::TAU * (self.radius - stage.figure.half_width);
        let turns = self.speed * self.seconds / round;
        let kept = turn.cos().powf(turns * f64::from(facets));
        // QuakeWorld drops components below 0.1 units per second from every clip, which at a thousand facets adds up.
        let slowest = 0.75 * kept * self.speed;
        let speed = speed_within(
            self.seconds,
            (slowest + self.speed) / 2.0,
            (self.speed - slowest) / 2.0 + 1.0,
            ROUND,
        );
        Case::new(format!("inside · {facets} facets"), shapes, start, vec![wait])
            .velocity([self.speed, 0.0, 0.0])
            .change("gravity", Change::Number(0.0))
            .change("snap_velocity", Change::Flag(false))
            .expects([
                stays_inside(
                    [-self.radius, -self.radius, 0.0],
                    [self.radius, self.radius, 512.0],
                    ALL,
                ),
                speed_never_above(self.speed * 1.002, ALL),
                speed,
            ])
    }

    /// Up, over the top, and down a pipe that lies half in the floor, along it and across.
    fn outside(&self, stage: &Stage, facets: u32) -> Case {
        let turn = std::f64::consts::TAU / f64::from(facets);
        // Sunk so far that the rest is at most as steep as 40 degrees.
        let sunk = self.radius * 40.0_f64.to_radians().cos();
        let sides = (0..facets).map(|k| {
            let angle = turn * (f64::from(k) + 0.5);
            let normal = [angle.sin(), 0.0, angle.cos()];
            (normal, self.radius * (turn / 2.0).cos() - sunk * normal[2])
        });
        let ends = [([0.0, 1.0, 0.0], 512.0), ([0.0, -1.0, 0.0], 512.0)];
        // A solid has at most this many sides; finer pipes are split along their length into upper facets alone.
        let planes: Vec<_> = if facets <= 96 {
            sides.chain(ends).collect()
        } else {
            let upper = sides.filter(|(n, _)| n[2] > 0.7);
            let keep = (facets as usize / 4).div_ceil(96).max(1);
            let below = [
                ([0.0, 0.0, -1.0], THICK),
                ([1.0, 0.0, 0.0], self.radius),
                ([-1.0, 0.0, 0.0], self.radius),
            ];
            upper.step_by(keep).chain(ends).chain(below).collect()
        };
        let shapes = vec![floor(1024.0), Shape::Planes(planes)];
        let start = [-2.0 * self.radius, 0.0, stage.rest()];
        Case::new(
            format!("over · {facets} facets"),
            shapes,
            start,
            vec![run(0.0, 4.0)],
        )
        .expects([passes(self.radius, None, ALL), never_stuck(ALL)])
    }
}
