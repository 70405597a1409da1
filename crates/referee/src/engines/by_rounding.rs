//! One convex solid and one sweep, by Quake III's clip rule, with both ways that rounding may turn each comparison.
//!
//! Source: `docs/engines.md` section 1, "One brush". Departure: distances are f64 and known to a slack, so that a comparison is
//! *surely*, *maybe* or *not* so. The rule itself has no slack.

/// Distances of start and end to a plane that is moved out by the hull, in units.
#[derive(Clone, Copy, Debug)]
pub struct Crossed {
    /// Of the start.
    pub start: f64,
    /// Of the end.
    pub end: f64,
}

/// Widths of the rule, in units.
#[derive(Clone, Copy, Debug)]
pub struct Widths {
    /// By how much planes that are entered count as met before they are.
    pub skin: f64,
    /// By how much planes that are left count as left before they are.
    pub leave: f64,
    /// A path whose end keeps this distance from a plane does not touch the solid.
    pub free_at: f64,
    /// How far rounding may have a distance off.
    pub slack: f64,
}

/// The possible results of a rule for a solid.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outcome {
    /// It may be left alone.
    pub free: bool,
    /// The start may be inside.
    pub starts_inside: bool,
    /// The start surely is.
    pub surely_starts_inside: bool,
    /// Start and end may be.
    pub all_inside: bool,
    /// Start and end surely are.
    pub surely_all_inside: bool,
    /// It may be entered between these fractions, by one of these sides.
    pub enters: Option<([f64; 2], Vec<usize>)>,
}

impl Outcome {
    /// Left alone for certain.
    fn passed() -> Self {
        Self {
            free: true,
            ..Self::default()
        }
    }
}

/// The rule. `touching_is_outside` makes a start that touches the solid one in front of it, and enters it at once.
pub fn clip(sides: &[Crossed], widths: Widths, touching_is_outside: bool) -> Outcome {
    let e = widths.slack;
    let passes =
        |s: &Crossed, e: f64| s.start - e > 0.0 && (s.end - e >= widths.free_at || s.end - e >= s.start + e);
    if sides.iter().any(|s| passes(s, e)) {
        return Outcome::passed();
    }
    let all = |within: &dyn Fn(&Crossed) -> bool| sides.iter().all(within);
    // A start that only touches is in front, where that is asked.
    let start_in = if touching_is_outside { -e } else { e };
    let starts_inside = all(&|s| s.start <= start_in);
    let ends_inside = all(&|s| s.end <= e);
    let surely_starts_inside = all(&|s| s.start <= -e);
    let surely_ends_inside = all(&|s| s.end <= -e);
    let mut outcome = Outcome {
        free: sides.iter().any(|s| passes(s, -e)),
        starts_inside,
        surely_starts_inside,
        all_inside: starts_inside && ends_inside,
        surely_all_inside: surely_starts_inside && surely_ends_inside,
        enters: None,
    };
    if surely_starts_inside {
        return outcome;
    }
    let (mut first, mut last) = (f64::NEG_INFINITY, f64::NEG_INFINITY);
    let mut left = [1.0, 1.0f64];
    let mut entered: Vec<(usize, f64)> = Vec::new();
    for (side, s) in sides.iter().enumerate() {
        if s.start <= -e && s.end <= -e {
            continue;
        }
        let surely_crossed = s.start > e || s.end > e;
        let run = s.start - s.end;
        if run > -2.0 * e {
            let [lo, hi] = quotient(s.start - widths.skin, run, e).map(|t| t.max(0.0));
            if surely_crossed && run > 2.0 * e {
                first = first.max(lo);
            }
            last = last.max(hi);
            entered.push((side, hi));
        }
        if run < 2.0 * e {
            let [lo, hi] = quotient(s.start + widths.leave, run, e);
            left[0] = left[0].min(lo);
            if surely_crossed && run < -2.0 * e {
                left[1] = left[1].min(hi);
            }
        }
    }
    if entered.is_empty() {
        outcome.free |= !starts_inside;
        return outcome;
    }
    let first = first.max(0.0);
    outcome.free |= last >= left[0];
    if first < left[1] {
        let sides = entered
            .iter()
            .filter(|(_, hi)| *hi >= first)
            .map(|(side, _)| *side);
        outcome.enters = Some(([first, last], sides.collect()));
    }
    outcome
}

/// The bounds of a quotient whose terms are off by a slack and by twice as much. `None` where the divisor may be 0.
fn quotient(over: f64, under: f64, slack: f64) -> [f64; 2] {
    let (least, most) = (under - 2.0 * slack, under + 2.0 * slack);
    if least <= 0.0 && most >= 0.0 {
        return [f64::NEG_INFINITY, f64::INFINITY];
    }
    let all = [over - slack, over + slack].map(|a| [a / least, a / most]);
    let all = all.as_flattened();
    [
        all.iter().copied().fold(f64::INFINITY, f64::min),
        all.iter().copied().fold(f64::NEG_INFINITY, f64::max),
    ]
}
