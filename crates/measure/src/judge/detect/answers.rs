//! What judged answers to sweeps show: F1 to F6, F13b.
//!
//! F7 to F13 are properties between answers in any world: idempotence, monotonicity, splitting, symmetry, order, determinism,
//! and bad input (`docs/failures.md`). They are those of `clipmark_referee::conformance`, one file each there, with its
//! tolerances, on the sweeps of the comparison. Unit: units of length where a fault has a size, else cases. Where answers are
//! compared, sweeps that a tolerance's step aside turns into another answer are left out. Departures: whether moves without
//! rounding give equal bits is a statistic, not a failure; hangs are not timed.

use super::{Evidence, Seen};
use clipmark_geometry::Point;
use clipmark_referee::Fault;

/// F1, tunnelling: the path reported free leads through a solid (`docs/failures.md`).
///
/// Unit: units of depth, the largest by which the solids may be shrunk and still be met. Tolerance: the referee's (a
/// quarter of the skin and eight f32 steps; head of `crates/referee/src/judge/stop.rs`). An unusable answer (not a number,
/// or an end that contradicts the fraction) counts too. Its depth is infinite if it is not finite. Effects of an engine's
/// own rule (a clipped corner, a touched solid that is left) have their own counts: classes of crate `referee`.
pub(super) fn tunnelling(evidence: &Evidence) -> Seen {
    Seen::in_answers(evidence, |j| {
        let v = &j.verdict;
        let finite = j.trace.end.iter().all(|x| x.is_finite()) && j.trace.fraction.is_finite();
        v.is_missed().then_some(if finite {
            v.measures.missed_depth
        } else {
            f64::INFINITY
        })
    })
}

/// F2, phantom hit: a sweep is stopped where the hull, grown by skin and tolerance, meets nothing
/// (`docs/failures.md`).
///
/// Unit: units of free path lost. Tolerance, and which stops inside a skin are right: the referee's (head of
/// `judge/mod.rs` of crate `referee`).
pub(super) fn phantom(evidence: &Evidence) -> Seen {
    Seen::in_answers(evidence, |j| {
        j.verdict.is(Fault::Phantom).then_some(j.verdict.measures.lost)
    })
}

/// F3, penetrating end: a sweep ends deeper in a solid than the tolerance (`docs/failures.md`).
///
/// Unit: units of depth, exact. Tolerance: tol, a quarter of the skin and eight f32 steps of the largest coordinate.
/// Not counted: a hull that starts in a solid and does not move.
pub(super) fn penetrating_end(evidence: &Evidence) -> Seen {
    Seen::in_answers(evidence, |j| {
        j.verdict
            .is(Fault::TooDeep)
            .then_some(j.verdict.measures.penetration)
    })
}

/// How much the mitre adds to the skin at a box's corner: the square root of 3, less 1.
const MITRE: f64 = 0.732_050_807_569;

/// F4, excess gap: a stop leaves the hull farther from the nearest surface than skin and tolerance
/// (`docs/failures.md`).
///
/// Unit: units beyond the skin, true distance. Tolerance: the referee's and 0.74 of the skin. A skin kept from
/// planes is mitred; its tip at a box's corner is the square root of 3 skins away. At acute edges a mitre is longer
/// still, so a long gap may be right. The referee's sandwich (F2) catches the worst. Sweeps that start in a solid
/// are not judged: the solid around them stopped them.
pub(super) fn excess_gap(evidence: &Evidence) -> Seen {
    Seen::in_answers(evidence, |j| {
        let skin = f64::from(evidence.walk.rules.skin);
        let v = &j.verdict;
        let starts_in = j.trace.start_solid || j.trace.all_solid || v.asked.exact.starts_inside;
        (v.judged && !starts_in && v.measures.gap > v.asked.tolerance + skin * MITRE)
            .then_some(v.measures.gap)
    })
}

/// F5, wrong normal: the normal is outside the cone of the surfaces met, not of unit length, or along the motion
/// (`docs/failures.md`).
///
/// Unit: degrees to the nearest right normal; 180 if it is missing, not a unit vector or along the motion. Tolerance:
/// one degree, the referee's: solvers place normals of features of a few units to about a tenth. A normal along the
/// motion counts only if the path leaves the surface by more than 8 f32 steps. Less is rounding, by which Quake III
/// too stops a path that keeps its distance. Departure: near an edge the referee's rule decides which normals are
/// right: the skin decides which surface is met first.
pub(super) fn wrong_normal(evidence: &Evidence) -> Seen {
    Seen::in_answers(evidence, |j| {
        let v = &j.verdict;
        let size = v
            .measures
            .normal_error
            .filter(|_| v.measures.opposed || v.is_of_geometry(Fault::StoppedAlong))
            .unwrap_or(180.0);
        (v.is(Fault::WrongNormal) || v.is(Fault::WrongWayOut)).then_some(size)
    })
}

/// F6, start-solid disagreement: the flags start solid or all solid differ from the exact answer
/// (`docs/failures.md`).
///
/// Unit: cases, each of size 1. Tolerance: a start within the tolerance of a surface may be called either. A
/// backend's declaration of starts in solids decides.
pub(super) fn solid_start(evidence: &Evidence) -> Seen {
    Seen::in_answers(evidence, |j| j.verdict.is_wrong_start().then_some(1.0))
}

/// F13b, no reliable answer: iterations ran out or a solver failed, and the answer says so (`docs/failures.md`).
///
/// Unit: cases, each of size 1. F1 and F2 judge the further harm of such an answer. This counts that a solver gave up
/// and said so; a free path reported instead is F1.
pub(super) fn unreliable(evidence: &Evidence) -> Seen {
    Seen::in_answers(evidence, |j| {
        j.verdict.is_of_geometry(Fault::Unreliable).then_some(1.0)
    })
}

/// F7 to F13: what breaks a property of `conformance`, by its name.
pub(super) fn broken(evidence: &Evidence, property: &str) -> Seen {
    let report = evidence.properties;
    let mut seen = Seen {
        tried: report.map_or(0, |r| r.cases.get(property).copied().unwrap_or(0)),
        ..Seen::default()
    };
    for v in report.iter().flat_map(|r| r.violations(property)) {
        let worst = seen.worst;
        seen.case(f64::from(v.worst), None, &Point::origin());
        if seen.count == 1 || seen.worst > worst {
            seen.example = format!("{}: {}", v.fault, v.example);
        }
        seen.count += v.count - 1;
    }
    seen
}
