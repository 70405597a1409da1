//! The harm of a scene's run and of a suite's cell: the courses' limits, applied to the detectors' and the referee's findings.

use crate::faults::Fault;
use crate::findings::Finding;
use crate::limits::{self, Limit};
use clipmark_rows::Severity;

/// Speed that a player runs, in units per second: Quake III's. A finding in units a second is a share of it.
const RUN: f64 = 320.0;

/// The harm that a finding does to the player. A random sweep counts as if the player had moved so.
pub fn of_finding(finding: &Finding) -> Severity {
    let worst = finding.worst;
    let from = |limit: &Limit, milder| limit.severity_of(worst, milder);
    match finding.id.as_str() {
        // A panic, and a body that something went through.
        "F13" | "F33" => Severity::Lost,
        "F17" => from(&limits::STUCK, Severity::Noticeable),
        "F17b" => Severity::Stuck,
        "F35" => from(&limits::GOAL, Severity::Noticeable),
        "F1" | "F3" | "F20" | "F32" => of_depth(worst),
        "F19" => from(&limits::SHAKE, Severity::Measurable),
        "F22" => from(&limits::RISE, Severity::Measurable),
        "F27" | "F34" => from(&limits::CREEP, Severity::Measurable),
        "F14" | "F15" | "F18" => limits::UNASKED.severity_of(worst / RUN, Severity::Measurable),
        "F25" => limits::SLOW.severity_of(worst / 100.0, Severity::Measurable),
        // A stop, a step that is not taken, a way to and fro: a person notices, whatever its size.
        "F16" | "F21" | "F23" | "F26" => Severity::Noticeable,
        _ => Severity::Measurable,
    }
}

/// The harm that a class of fault does to the player; `depth` is the worst, in units.
pub fn of_fault(fault: Fault, depth: f64) -> Severity {
    match fault {
        // Where the body is after an answer that is no number, nobody knows.
        Fault::FellOut | Fault::Malformed => Severity::Lost,
        Fault::Missed | Fault::MissedFromTouch | Fault::StartUnsaid | Fault::TooDeep | Fault::InSolid => {
            of_depth(depth)
        }
        Fault::Stuck => Severity::Noticeable,
        _ => Severity::Measurable,
    }
}

/// How deep a body is in a solid, or would have gone through one.
fn of_depth(depth: f64) -> Severity {
    match depth >= limits::MIDDLE.from {
        true => limits::MIDDLE.severity,
        false => limits::DEPTH.severity_of(depth, Severity::Measurable),
    }
}

/// The harm of a missed goal or a broken bound. `off` is the distance missed, in units.
pub fn of_unmet(is_goal: bool, off: Option<f64>) -> Severity {
    // Without a positive distance (too late, say) it counts as far off.
    let off = off.filter(|off| *off > 0.0).unwrap_or(f64::INFINITY);
    let limit = if is_goal { &limits::GOAL } else { &limits::DEPTH };
    limit.severity_of(off, Severity::Measurable)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(id: &str, worst: f64) -> Finding {
        Finding {
            id: id.into(),
            worst,
            count: 1,
            ..Finding::default()
        }
    }

    #[test]
    fn the_limits_of_the_courses_part_findings() {
        for (id, worst, severity) in [
            ("F1", 16.0, Severity::Lost),
            ("F1", 2.0, Severity::Noticeable),
            ("F20", 0.16, Severity::Measurable),
            ("F17", 0.3, Severity::Stuck),
            ("F17", 0.01, Severity::Noticeable),
            ("F19", 0.05, Severity::Measurable),
            ("F19", 0.2, Severity::Noticeable),
            ("F15", 40.0, Severity::Noticeable),
            ("F15", 4.0, Severity::Measurable),
            ("F5", 90.0, Severity::Measurable),
        ] {
            assert_eq!(of_finding(&found(id, worst)), severity, "{id} {worst}");
        }
    }
}
