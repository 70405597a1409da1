//! The harm of a scene's run and of a suite's cell: the courses' limits, applied to the detectors' and the referee's findings.

use crate::controllers::{Grade, Limit, limits};
use crate::faults::Fault;
use crate::findings::Finding;
use crate::{Entry, Expected};

/// Speed that a player runs, in units per second: Quake III's. A finding in units a second is a share of it.
const RUN: f64 = 320.0;

/// The harm that a finding does to the player. A random sweep is graded as if the player had moved so.
pub fn of_finding(finding: &Finding) -> Grade {
    let worst = finding.worst;
    let from = |limit: &Limit, milder| limit.grade_of(worst, milder);
    match finding.id.as_str() {
        // A panic, and a body that something went through.
        "F13" | "F33" => Grade::Lost,
        "F17" => from(&limits::STUCK, Grade::Felt),
        "F17b" => Grade::Held,
        "F35" => from(&limits::GOAL, Grade::Felt),
        "F1" | "F3" | "F20" | "F32" => of_depth(worst),
        "F19" => from(&limits::SHAKE, Grade::Seen),
        "F22" => from(&limits::RISE, Grade::Seen),
        "F27" | "F34" => from(&limits::CREEP, Grade::Seen),
        "F14" | "F15" | "F18" => limits::UNASKED.grade_of(worst / RUN, Grade::Seen),
        "F25" => limits::SLOW.grade_of(worst / 100.0, Grade::Seen),
        // A stop, a step that is not taken, a way to and fro: a person notices, whatever its size.
        "F16" | "F21" | "F23" | "F26" => Grade::Felt,
        _ => Grade::Seen,
    }
}

/// How deep a body is in a solid, or would have gone through one.
fn of_depth(depth: f64) -> Grade {
    match depth >= limits::MIDDLE.from {
        true => limits::MIDDLE.grade,
        false => limits::DEPTH.grade_of(depth, Grade::Seen),
    }
}

/// The harm of a missed goal or a broken bound. `off` is the distance missed, in units.
pub fn of_unmet(is_goal: bool, off: Option<f64>) -> Grade {
    // Without a positive distance (too late, say) it counts as far off.
    let off = off.filter(|off| *off > 0.0).unwrap_or(f64::INFINITY);
    let limit = if is_goal { &limits::GOAL } else { &limits::DEPTH };
    limit.grade_of(off, Grade::Seen)
}

impl Entry {
    /// The worst harm to the player by its walk, its sweeps and the unmet of `expected`. `None` where nothing is wrong.
    pub fn grade(&self, expected: &[Expected]) -> Option<Grade> {
        let found = self.detection.findings.iter().map(of_finding);
        let unmet = self.unmet(expected).map(|e| of_unmet(e.is_goal, e.off));
        let counted = self.faults().map(|(class, _)| match class.fault {
            Fault::FellOut => Grade::Lost,
            Fault::Missed | Fault::MissedFromTouch | Fault::TooDeep => {
                of_depth(self.queries.penetration.worst)
            }
            Fault::InSolid => of_depth(self.movement.deepest),
            Fault::Stuck => Grade::Felt,
            _ => Grade::Seen,
        });
        found.chain(unmet).chain(counted).min()
    }
}

/// Contestants by the worst that they do to the player, in a sentence; none where nobody does anything.
pub fn harm_said(entries: &[Entry], expected: &[Expected]) -> Option<String> {
    let by_grade = Grade::ALL.iter().filter_map(|grade| {
        let names = entries.iter().filter(|e| e.grade(expected) == Some(*grade));
        let names: Vec<&str> = names.map(|e| e.name.as_str()).collect();
        (!names.is_empty()).then(|| format!("{} by {}", grade.word(), names.join(", ")))
    });
    let said: Vec<String> = by_grade.collect();
    (!said.is_empty()).then(|| format!("At worst the player is: {}.", said.join("; ")))
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
        for (id, worst, grade) in [
            ("F1", 16.0, Grade::Lost),
            ("F1", 2.0, Grade::Felt),
            ("F20", 0.16, Grade::Seen),
            ("F17", 0.3, Grade::Held),
            ("F17", 0.01, Grade::Felt),
            ("F19", 0.05, Grade::Seen),
            ("F19", 0.2, Grade::Felt),
            ("F15", 40.0, Grade::Felt),
            ("F15", 4.0, Grade::Seen),
            ("F5", 90.0, Grade::Seen),
        ] {
            assert_eq!(of_finding(&found(id, worst)), grade, "{id} {worst}");
        }
    }

    #[test]
    fn an_entry_has_the_worst_grade_of_all_that_is_wrong() {
        let mut entry = Entry {
            name: "kcc".into(),
            ..Entry::default()
        };
        assert_eq!(entry.grade(&[]), None);
        entry.detection.findings.push(found("F19", 0.2));
        let missed = |off| Expected {
            contestant: "kcc".into(),
            is_goal: true,
            off,
            ..Expected::default()
        };
        assert_eq!(entry.grade(&[]), Some(Grade::Felt));
        assert_eq!(entry.grade(&[missed(Some(2.0))]), Some(Grade::Felt));
        assert_eq!(entry.grade(&[missed(Some(40.0))]), Some(Grade::Held));
        let said = harm_said(std::slice::from_ref(&entry), &[missed(None)]);
        assert_eq!(said.as_deref(), Some("At worst the player is: held by kcc."));
        entry.movement.fell_out = true;
        assert_eq!(entry.grade(&[]), Some(Grade::Lost));
        assert_eq!(harm_said(&[Entry::default()], &[]), None);
    }
}
