//! Scene 13: into inside corners, along walls, and past outside corners.

use crate::prelude::*;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Corners {
    /// Opening of inside corners, and angle of the solid at outside ones, in degrees.
    degrees: Vec<f64>,
    /// Angles between wish and wall, in degrees.
    slides: Vec<f64>,
    /// Seconds of pushing into a corner.
    push: f64,
}

const HEIGHT: f64 = 256.0;

impl Corners {
    pub(crate) fn cases(&self, stage: &Stage) -> Vec<Case> {
        let inside = self.degrees.iter().map(|&d| self.inside(stage, d));
        let fan = self
            .degrees
            .iter()
            .filter(|d| **d >= 60.0)
            .map(|&d| self.fan(stage, d));
        let outside = self.degrees.iter().map(|&d| outside(stage, d));
        let along = self.slides.iter().map(|&d| along(stage, d));
        let cases = inside.chain(fan).chain(outside).chain(along);
        cases.map(|case| case.expects([no_climb(stage)])).collect()
    }

    /// Straight into the apex.
    fn inside(&self, stage: &Stage, degrees: f64) -> Case {
        const STILL: f64 = 2.5;
        /// In blunter corners only friction holds a player.
        const BLUNT: f64 = 170.0;
        let start = [-apart(degrees) - 40.0, 0.0, stage.rest()];
        let label = format!("inside {degrees}");
        Case::new(label, opening(degrees), start, vec![run(0.0, self.push)])
            .expects([stays_before(0.0, ALL), never_stuck(ALL)])
            .expects((degrees < BLUNT).then(|| rests(STILL, stage.figure.skin, ALL)))
    }

    /// Into it, the wish turned by five degrees at a time to both sides.
    fn fan(&self, stage: &Stage, degrees: f64) -> Case {
        let start = [-apart(degrees) - 40.0, 0.0, stage.rest()];
        let sides = (0..=18).flat_map(|k| [5.0 * f64::from(k), -5.0 * f64::from(k)]);
        let steps = sides.map(|yaw| run(yaw, 0.15)).collect();
        Case::new(
            format!("inside {degrees} · wish turning"),
            opening(degrees),
            start,
            steps,
        )
        .expects([
            stays_out([1.0, -200.0, -FAR], [THICK, 200.0, FAR], ALL),
            never_stuck(ALL),
        ])
    }
}

/// From the apex so far the widest body of a suite has room between the walls, in units.
fn apart(degrees: f64) -> f64 {
    const WIDEST: f64 = 23.0;
    WIDEST / (degrees / 2.0).to_radians().tan() + WIDEST
}

/// A floor and two walls that open from the origin towards -x.
fn opening(degrees: f64) -> Vec<Shape> {
    const LENGTH: f64 = 512.0;
    const PAST: f64 = 64.0;
    let half = degrees / 2.0;
    let (sin, cos) = half.to_radians().sin_cos();
    // The free side is on the left of a wall: one runs towards the apex, the other away from it.
    vec![
        floor(1024.0),
        wall([-cos * LENGTH, -sin * LENGTH], half, LENGTH + PAST, THICK, HEIGHT),
        wall(
            [cos * PAST, -sin * PAST],
            180.0 - half,
            LENGTH + PAST,
            THICK,
            HEIGHT,
        ),
    ]
}

/// Along a wall into which the wish points: no slower than the wish along it.
fn along(stage: &Stage, degrees: f64) -> Case {
    /// Share of that speed that must be kept, and seconds to get going.
    const KEPT: f64 = 0.9;
    const START: f64 = 0.6;
    const SECONDS: f64 = 2.0;
    let shapes = vec![floor(2048.0), block([-1024.0, 0.0, 0.0], [1024.0, THICK, HEIGHT])];
    let start = [-256.0, -stage.reach(90.0) - 1.0, stage.rest()];
    let way = (SECONDS - START) * KEPT * stage.figure.max_speed * degrees.to_radians().cos();
    Case::new(
        format!("along, wish {degrees} into it"),
        shapes,
        start,
        vec![run(degrees, SECONDS)],
    )
    .expects([passes(-256.0 + way, None, ALL), never_stuck(ALL)])
    .expects(keeps_speed(stage, degrees, SECONDS))
}

/// A walker does not shake; where it has its speed at once, it keeps that of its wish along the wall, not less and not more.
fn keeps_speed(stage: &Stage, degrees: f64, seconds: f64) -> Vec<Expectation> {
    /// Share of the speed: the promise of the paper's walker.
    const WITHIN: f64 = 0.02;
    let way = seconds * stage.figure.max_speed * degrees.to_radians().cos();
    let tick = stage.tick * stage.figure.max_speed;
    let mut expect = vec![shake(stage.figure.skin, WALKER)];
    if stage.figure.keys_are_velocity {
        expect.push(passes(-256.0 + (1.0 - WITHIN) * way - tick, None, WALKER));
        expect.push(stays_before(-256.0 + (1.0 + WITHIN) * way + tick, WALKER));
    }
    expect
}

/// Along a face and past the corner where it ends.
fn outside(stage: &Stage, degrees: f64) -> Case {
    const FACE: f64 = 256.0;
    const INTO: f64 = 20.0;
    let (sin, cos) = degrees.to_radians().sin_cos();
    let pillar = Shape::Prism {
        base: vec![[0.0, 0.0], [FACE, 0.0], [FACE - 320.0 * cos, 320.0 * sin]],
        bottom: 0.0,
        top: HEIGHT,
    };
    let start = [32.0, -stage.reach(90.0) - 1.0, stage.rest()];
    Case::new(
        format!("outside {degrees}"),
        vec![floor(2048.0), pillar],
        start,
        vec![run(INTO, 2.5)],
    )
    .expects([passes(FACE + 100.0, None, ALL), never_stuck(ALL)])
}
