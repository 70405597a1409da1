//! Each fault of an answer once: what follows from another fault is not counted beside it.

use super::Verdict;
use clipmark_collision::{Sweep, Trace};
use clipmark_geometry::Vec3;

use clipmark_record::counts::Set;
use clipmark_record::faults::Fault;
use clipmark_record::limits;

/// The classes that an answer counts in.
///
/// - Where a start in a solid is not said, every other error follows.
/// - A stop that comes too late ends in each solid that it passes into, by less than a player feels: *too deep*.
/// - What passes through something may end in a solid, and has another plane: *missed*.
/// - A normal of a sweep that starts in a solid is a way out.
/// - A stop along a surface from which no rounding brings the path nearer is a *phantom*.
pub(super) fn each_once(v: &Verdict, sweep: &Sweep, trace: &Trace) -> Set<Fault> {
    let found = v.found;
    if found.contains(Fault::WrongStart) && !trace.start_solid && v.starts_deep() {
        return Set::select(|fault| match fault {
            Fault::StartUnsaid => true,
            Fault::Malformed | Fault::Unreliable => found.contains(fault),
            _ => false,
        });
    }
    let late = trace.hit() && is_late(v);
    let passes = found.contains(Fault::Missed) || found.contains(Fault::MissedFromTouch);
    let held = found.contains(Fault::StoppedAlong) && keeps_its_distance(sweep, trace);
    let way_out = found.contains(Fault::WrongNormal) && v.starts_deep();
    Set::select(|fault| match fault {
        Fault::Missed | Fault::MissedFromTouch => found.contains(fault) && !late,
        Fault::TooDeep => found.contains(fault) && (late || !passes),
        Fault::WrongWayOut => way_out,
        Fault::WrongNormal => found.contains(fault) && !way_out,
        Fault::Phantom => found.contains(fault) || held,
        Fault::StoppedAlong => found.contains(fault) && !held,
        _ => found.contains(fault),
    })
}

/// Whether a fault that a further question found follows from one that is counted already.
pub(super) fn follows(fault: Fault, counted: Set<Fault>) -> bool {
    let of_place = [Fault::Missed, Fault::MissedFromTouch, Fault::TooDeep];
    counted.contains(Fault::StartUnsaid)
        || fault == Fault::WrongPlane && of_place.into_iter().any(|graver| counted.contains(graver))
}

/// Whether the path ends in each solid that it passes into, is nowhere deeper than there, to the tolerance, and hardly deep.
fn is_late(v: &Verdict) -> bool {
    let m = &v.measures;
    let is_deepest = m.missed_depth <= m.penetration + v.asked.tolerance;
    v.found.contains(Fault::TooDeep) && is_deepest && !m.passed_whole && m.penetration < limits::DEPTH.from
}

/// Whether the path keeps its distance from the stopping plane by every bit: along an axis no rounding reduces it.
fn keeps_its_distance(sweep: &Sweep, trace: &Trace) -> bool {
    let by = sweep.displacement();
    let still = |normal: &Vec3| (0..3).any(|i| normal[i].abs() == 1.0 && by[i] == 0.0);
    trace.plane.is_some_and(|plane| still(&plane.normal)) && by.norm_squared() > 0.0
}
