//! Scene 26: starts inside solids (`docs/scenes.md`). QuakeWorld moves to a free place within an eighth of a unit.
//! Quake III looks a unit around for one, uses it only to decide the ground, and does not move. No contestant may
//! get farther than it can walk and search.

use crate::prelude::*;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Buried {
    depths: Vec<f64>,
    seconds: f64,
}

impl Buried {
    pub(crate) fn cases(&self, stage: &Stage) -> Vec<Case> {
        let mut out = Vec::new();
        for &depth in &self.depths {
            for (place, start) in places(stage, depth) {
                for (keys, input) in [
                    ("still", Step::Wait(self.seconds)),
                    ("forward", run(0.0, self.seconds)),
                ] {
                    out.push(self.case(
                        stage,
                        &format!("{depth} in the {place} · {keys}"),
                        start,
                        input,
                        depth,
                    ));
                }
            }
        }
        let block_of = [300.0, 300.0, 128.0];
        out.push(self.case(
            stage,
            "buried whole · forward",
            block_of,
            run(0.0, self.seconds),
            f64::INFINITY,
        ));
        out
    }

    fn case(&self, stage: &Stage, label: &str, start: Triple, input: Step, depth: f64) -> Case {
        // QuakeWorld tries places an eighth of a unit away, Quake III one unit.
        let search = if stage.figure.mean_velocity { 1.0 } else { 0.125 };
        // The reach of a step, a fall from it and the run in that time, and of the search.
        let far = 1.5 * stage.figure.max_speed * self.seconds + stage.figure.step_height + search;
        let near = |c: f64, by: f64| [c - by, c + by];
        let [x, y, z] = [near(start[0], far), near(start[1], far), near(start[2], far)];
        let mut expect = vec![stays_inside([x[0], y[0], z[0]], [x[1], y[1], z[1]], ALL)];
        if depth < search && !stage.figure.mean_velocity {
            expect.push(final_free(SLIDE));
        }
        Case::new(label, world(), start, vec![input])
            .buried()
            .expects(expect)
    }
}

/// A floor, a wall from x = 128 on, and a block to be buried in.
fn world() -> Vec<Shape> {
    vec![
        floor(1024.0),
        block([128.0, -1024.0, 0.0], [192.0, 200.0, 256.0]),
        block([200.0, 200.0, 0.0], [400.0, 400.0, 256.0]),
    ]
}

fn places(stage: &Stage, depth: f64) -> [(&'static str, Triple); 3] {
    let (feet, half) = (-stage.figure.feet, stage.reach(0.0));
    [
        ("floor", [0.0, 0.0, feet - depth]),
        ("wall", [128.0 - half + depth, 0.0, feet + 1.0]),
        ("corner", [128.0 - half + depth, 0.0, feet - depth]),
    ]
}
