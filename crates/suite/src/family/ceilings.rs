//! Scene 20: ceilings about as low as the player is high. A player stands a gap above the floor, so that it needs the
//! height of its body and the gap. Heights within the tolerance of that are not tested.

use crate::prelude::*;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Ceilings {
    heights: Vec<f64>,
    /// Slope of the last case's ceiling, in degrees.
    slope: f64,
}

impl Ceilings {
    pub(crate) fn cases(&self, stage: &Stage) -> Vec<Case> {
        let mut out: Vec<Case> = self
            .heights
            .iter()
            .flat_map(|&h| [false, true].map(|ducked| under(stage, h, ducked)))
            .collect();
        out.push(self.sloping(stage));
        out
    }

    /// Under a ceiling that comes down ahead, jumping.
    fn sloping(&self, stage: &Stage) -> Case {
        let (sin, cos) = self.slope.to_radians().sin_cos();
        let ceiling = slab(
            [-sin, 0.0, -cos],
            [0.0, 0.0, 72.0],
            [cos, 0.0, -sin],
            [600.0, 512.0],
            THICK,
        );
        let hops = Step::Repeat {
            times: 4,
            steps: vec![hold(&[Key::Forward, Key::Jump], 0.1), hold(&[Key::Forward], 0.4)],
        };
        let shapes = vec![floor(1024.0), ceiling];
        Case::new(
            "sloping",
            shapes,
            [-128.0, 0.0, stage.rest()],
            vec![hops, run(0.0, 1.0)],
        )
        .expects([never_deeper(stage.tolerance(), ALL), stays_before(600.0, ALL)])
    }
}

fn under(stage: &Stage, height: f64, ducked: bool) -> Case {
    let figure = stage.figure;
    let shapes: Vec<Shape> = vec![
        floor(1024.0),
        block([0.0, -512.0, height], [512.0, 512.0, height + 128.0]),
    ];
    let keys: &[Key] = if ducked {
        &[Key::Forward, Key::Crouch]
    } else {
        &[Key::Forward]
    };
    // A ducked player is then below the ceiling, in every movement.
    let seconds = if ducked { 4.0 } else { 2.5 };
    let mut input = vec![hold(keys, seconds)];
    if ducked {
        // There the key is released: who has no room to stand must stay ducked.
        input.push(run(180.0, 0.5));
    } else {
        input.push(hold(&[Key::Forward, Key::Jump], 0.3));
    }
    let top = if ducked { figure.crouched_top } else { figure.top };
    let needs = top - figure.feet + figure.skin;
    let label = format!("{height} high{}", if ducked { " · ducked" } else { "" });
    let case = Case::new(label, shapes, [-96.0, 0.0, stage.rest()], input);
    let who: &[&str] = if ducked { SLIDE } else { ALL };
    let mut expect = vec![never_deeper(stage.tolerance(), ALL)];
    if height > needs + stage.tolerance() {
        expect.push(passes(128.0, None, who));
        expect.push(never_stuck(ALL));
    } else if height < top - figure.feet - stage.tolerance() {
        expect.push(stays_before(0.0, who));
    }
    case.expects(expect)
}
