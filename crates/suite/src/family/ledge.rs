//! Scene 22: the edge of a platform. Any part of the hull that is supported holds it.

use crate::prelude::*;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Ledge {
    drops: Vec<f64>,
    /// How much of the hull still stands on the platform, in units; negative is beyond.
    holds: Vec<f64>,
}

impl Ledge {
    pub(crate) fn cases(&self, stage: &Stage) -> Vec<Case> {
        pairs(&self.drops, &self.holds)
            .flat_map(|(drop, holds)| [stand(stage, drop, holds), along(stage, drop, holds)])
            .flatten()
            .collect()
    }
}

fn world(drop: f64) -> Vec<Shape> {
    vec![
        block([-1024.0, -1024.0, -drop - THICK], [0.0, 1024.0, 0.0]),
        block([0.0, -1024.0, -drop - THICK], [1024.0, 1024.0, -drop]),
    ]
}

/// At the edge with nothing held, then slowly on: short presses.
fn stand(stage: &Stage, drop: f64, holds: f64) -> Option<Case> {
    let x = stage.reach(0.0) - holds;
    let case = Case::new(
        format!("drop {drop} · {holds} held · stand, then over"),
        world(drop),
        [x, 0.0, stage.rest()],
        vec![
            Step::Wait(1.0),
            Step::Repeat {
                times: 40,
                steps: vec![hold(&[Key::Forward], 0.05), Step::Wait(0.05)],
            },
        ],
    );
    // A walker's cylinder and a turned box are supported elsewhere. All must get down in the end.
    let mut expect = vec![reaches(
        [0.0, -512.0, -FAR],
        [FAR, 512.0, -drop - stage.figure.feet + 1.0],
        None,
        ALL,
    )];
    if holds < 0.0 {
        return None;
    }
    if stage.is_axial() {
        expect.push(Expectation::Reaches {
            min: [
                x - 0.01,
                -0.01,
                stage.rest() - stage.figure.skin - stage.tolerance(),
            ],
            max: [x + 0.01, 0.01, stage.rest() + 0.3],
            by: None,
            from: Some(0.9),
            contestants: vec!["hull:box".into()],
        });
    }
    Some(case.expects(expect))
}

/// Along the very edge.
fn along(stage: &Stage, drop: f64, holds: f64) -> Option<Case> {
    let x = stage.reach(0.0) - holds;
    let case = Case::new(
        format!("drop {drop} · {holds} held · along"),
        world(drop),
        [x, -300.0, stage.rest()],
        vec![run(90.0, 1.5)],
    );
    let beside = stage.tolerance();
    if holds > beside {
        let stays = never_below(
            -stage.figure.feet - stage.tolerance(),
            if stage.is_axial() {
                &["hull:box"]
            } else {
                &[] as &[&str]
            },
        );
        let round = reaches([-FAR, 0.0, -FAR], [FAR; 3], None, ALL);
        Some(case.looking(90.0).expects(if stage.is_axial() {
            vec![stays, round, ground_toggles(0, 0.1, &["hull:box"])]
        } else {
            vec![round]
        }))
    } else if holds < -beside {
        Some(case.looking(90.0).expects([reaches(
            [-FAR, -512.0, -FAR],
            [FAR, FAR, -drop - stage.figure.feet + 1.0],
            None,
            ALL,
        )]))
    } else {
        None
    }
}
