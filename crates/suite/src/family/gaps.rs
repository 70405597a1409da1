//! Scene 19: gaps in a floor, and slots in a wall, about as wide as the player. A turned box is wider. So falling and
//! entering are tested where it is parallel to them, and for cylinders everywhere.

use crate::prelude::*;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Gaps {
    /// Widths of the gap in the floor.
    floors: Vec<f64>,
    /// Widths of the slot in the wall beyond the width of the player.
    slots: Vec<f64>,
}

const DEEP: f64 = 256.0;

impl Gaps {
    pub(crate) fn cases(&self, stage: &Stage) -> Vec<Case> {
        let floors = self
            .floors
            .iter()
            .flat_map(|&w| [across(stage, w), over(stage, w)]);
        floors
            .chain(self.slots.iter().map(|&more| slot(stage, more)))
            .collect()
    }
}

fn trench(width: f64) -> Vec<Shape> {
    let half = width / 2.0;
    vec![
        block([-1024.0, -512.0, -DEEP], [-half, 512.0, 0.0]),
        block([half, -512.0, -DEEP], [1024.0, 512.0, 0.0]),
        block([-1024.0, -512.0, -DEEP - THICK], [1024.0, 512.0, -DEEP]),
    ]
}

/// At a run. Where the hull fits, a tick may end with nothing below it, and then falling in is the law.
fn across(stage: &Stage, width: f64) -> Case {
    Case::new(
        format!("floor gap {width} · run across"),
        trench(width),
        [-256.0, 0.0, stage.rest()],
        vec![run(0.0, 2.0)],
    )
    .expects([never_stuck(ALL)])
    .expects((width < 2.0 * stage.figure.half_width).then(|| passes(128.0, None, ALL)))
}

/// Standing over it.
fn over(stage: &Stage, width: f64) -> Case {
    let case = Case::new(
        format!("floor gap {width} · stand over"),
        trench(width),
        [0.0, 0.0, stage.rest()],
        vec![Step::Wait(1.5)],
    );
    let (hull, room) = (
        2.0 * stage.figure.half_width,
        2.0 * (stage.figure.skin + stage.tolerance()),
    );
    let falls = |who| reaches([-64.0, -512.0, -FAR], [64.0, 512.0, -DEEP / 2.0], None, who);
    let who: &[&str] = if stage.is_axial() { ALL } else { ROUND };
    if width >= hull + room {
        case.expects([falls(who)])
    } else if width <= hull - room {
        case.expects([never_below(-stage.figure.feet - stage.tolerance(), ALL)])
    } else {
        case
    }
}

fn slot(stage: &Stage, more: f64) -> Case {
    let hull = 2.0 * stage.figure.half_width;
    let half = (hull + more) / 2.0;
    let shapes = vec![
        floor(1024.0),
        block([0.0, half, 0.0], [256.0, 512.0, 256.0]),
        block([0.0, -512.0, 0.0], [256.0, -half, 256.0]),
    ];
    let case = Case::new(
        format!("slot hull {more:+}"),
        shapes,
        [-128.0, 0.0, stage.rest()],
        vec![run(0.0, 2.0)],
    );
    let who: &[&str] = if stage.is_axial() { ALL } else { ROUND };
    let skins = 2.0 * (stage.figure.skin + stage.tolerance());
    if more < 0.0 {
        case.expects([stays_before(0.0, ALL)])
    } else if more >= skins {
        case.expects([passes(200.0, None, who)])
    } else {
        // Narrower than hull and skins together: who keeps its skin from both sides may stay out.
        case.expects([never_deeper(stage.tolerance(), ALL)])
    }
}
