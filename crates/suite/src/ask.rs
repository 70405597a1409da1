//! Short forms of expectations, for families.

use clipmark_scene::{Expectation, Shape, Triple};

/// All contestants.
pub(crate) const ALL: &[&str] = &[];
/// Contestants that move by Quake's slide move: the laws of movement are about them.
pub(crate) const SLIDE: &[&str] = &["mover:slide"];
/// The two-cylinder walkers.
pub(crate) const WALKER: &[&str] = &["mover:walker"];
/// Cylinders, which look the same from every side.
pub(crate) const ROUND: &[&str] = &["hull:cylinder"];

/// Farther away than any player of a suite gets, in units.
pub(crate) const FAR: f64 = 60_000.0;

fn group_names(groups: &[&str]) -> Vec<String> {
    groups.iter().map(|g| String::from(*g)).collect()
}

pub(crate) fn reaches(min: Triple, max: Triple, by: Option<f64>, groups: &[&str]) -> Expectation {
    Expectation::Reaches {
        min,
        max,
        by,
        from: None,
        contestants: group_names(groups),
    }
}

/// Gets past an x.
pub(crate) fn passes(x: f64, by: Option<f64>, groups: &[&str]) -> Expectation {
    reaches([x, -FAR, -FAR], [FAR; 3], by, groups)
}

/// Gets above a height.
pub(crate) fn rises(z: f64, from: Option<f64>, groups: &[&str]) -> Expectation {
    Expectation::Reaches {
        min: [-FAR, -FAR, z],
        max: [FAR; 3],
        by: None,
        from,
        contestants: group_names(groups),
    }
}

pub(crate) fn stays_inside(min: Triple, max: Triple, groups: &[&str]) -> Expectation {
    Expectation::StaysInside {
        min,
        max,
        contestants: group_names(groups),
    }
}

pub(crate) fn stays_out(min: Triple, max: Triple, groups: &[&str]) -> Expectation {
    Expectation::StaysOut {
        min,
        max,
        contestants: group_names(groups),
    }
}

/// Never gets past an x.
pub(crate) fn stays_before(x: f64, groups: &[&str]) -> Expectation {
    stays_inside([-FAR; 3], [x, FAR, FAR], groups)
}

pub(crate) fn never_below(z: f64, groups: &[&str]) -> Expectation {
    Expectation::NeverBelow {
        z,
        from: None,
        contestants: group_names(groups),
    }
}

pub(crate) fn never_above(z: f64, from: Option<f64>, groups: &[&str]) -> Expectation {
    Expectation::NeverAbove {
        z,
        from,
        contestants: group_names(groups),
    }
}

pub(crate) fn speed_within(at: f64, of: f64, tolerance: f64, groups: &[&str]) -> Expectation {
    Expectation::SpeedWithin {
        at,
        of,
        tolerance,
        contestants: group_names(groups),
    }
}

pub(crate) fn velocity_within(at: f64, of: Triple, tolerance: f64, groups: &[&str]) -> Expectation {
    Expectation::VelocityWithin {
        at,
        of,
        tolerance,
        contestants: group_names(groups),
    }
}

pub(crate) fn speed_never_above(of: f64, groups: &[&str]) -> Expectation {
    Expectation::SpeedNeverAbove {
        of,
        contestants: group_names(groups),
    }
}

pub(crate) fn loses_at_most(share: f64, groups: &[&str]) -> Expectation {
    Expectation::LosesAtMost {
        share,
        contestants: group_names(groups),
    }
}

pub(crate) fn rests(from: f64, within: f64, groups: &[&str]) -> Expectation {
    Expectation::Rests {
        from,
        within,
        contestants: group_names(groups),
    }
}

pub(crate) fn ground_toggles(max: u32, from: f64, groups: &[&str]) -> Expectation {
    Expectation::GroundToggles {
        max,
        from,
        contestants: group_names(groups),
    }
}

pub(crate) fn shake(max: f64, groups: &[&str]) -> Expectation {
    Expectation::Shake {
        max,
        contestants: group_names(groups),
    }
}

pub(crate) fn against(toward: f64, within: f64, groups: &[&str]) -> Expectation {
    Expectation::Against {
        toward,
        within,
        contestants: group_names(groups),
    }
}

pub(crate) fn final_free(groups: &[&str]) -> Expectation {
    Expectation::FinalFree {
        contestants: group_names(groups),
    }
}

pub(crate) fn like_on(shapes: Vec<Shape>, speed: f64, groups: &[&str]) -> Expectation {
    Expectation::LikeOn {
        shapes,
        speed,
        contestants: group_names(groups),
    }
}

pub(crate) fn never_stuck(groups: &[&str]) -> Expectation {
    Expectation::StuckTicks {
        max: 0,
        contestants: group_names(groups),
    }
}

pub(crate) fn never_deeper(max: f64, groups: &[&str]) -> Expectation {
    Expectation::Deepest {
        max,
        contestants: group_names(groups),
    }
}
