//! The position test, a sweep of no length, and certain facts about the place agree (F6).

use super::answer::is_unit;
use crate::report::Ledger;
use crate::setting::Setting;
use clipmark_collision::{Penetration, Sidedness, StartSolid, Sweep, Work};
use clipmark_geometry::Vec3;

pub(super) const NAME: &str = "position";

pub(super) fn run(s: &Setting, ledger: &mut Ledger) {
    for sweep in &s.sweeps {
        start(s, sweep, ledger);
        for at in [sweep.start, sweep.end] {
            ledger.case(NAME);
            let here = Sweep {
                start: at,
                end: at,
                ..*sweep
            };
            let tolerance = s.tolerance(&here);
            let still = s.trace(&here);
            let overlap = s.backend.overlap(&here.hull, &at, here.mask, &mut Work::silent());
            let mut blame = |wrong: bool, fault: &'static str, size: f32| {
                if wrong {
                    ledger.found(NAME, fault, size, || {
                        format!("{}; overlap {overlap:?}", s.example(&here, &still))
                    });
                }
            };
            let gap = s.referee.gap(&here.hull, &at, here.mask) as f32;
            let depth = s.referee.depth(&here.hull, &at, here.mask) as f32;
            let stands = match s.declaration.start_solid {
                StartSolid::IgnoredUnlessAllSolid | StartSolid::Blocks => Some(still.all_solid),
                StartSolid::Flagged => Some(still.start_solid),
                StartSolid::Unnoticed => None,
            };
            let in_solid = depth > tolerance && is_noticed(s, &here, tolerance);
            blame(
                gap > tolerance && overlap.is_some(),
                "overlaps something that is apart",
                gap,
            );
            blame(
                gap > tolerance && (still.hit() || still.start_solid),
                "stands in something that is apart",
                gap,
            );
            blame(
                in_solid && overlap.is_none(),
                "overlaps nothing, deep in a solid",
                depth,
            );
            blame(
                in_solid && stands == Some(false),
                "stands in nothing, deep in a solid",
                depth,
            );
            blame(
                stands == Some(still.all_solid) && still.all_solid != still.start_solid,
                "a sweep of no length is solid in one end only",
                1.0,
            );
            blame(
                still.all_solid != (still.fraction == 0.0) || still.all_solid == (still.fraction == 1.0),
                "a sweep of no length is half free",
                1.0,
            );
            match &overlap {
                Some(p) if p.status.is_reliable() => {
                    let sound = p.depth >= 0.0 && p.depth.is_finite() && p.contents.intersects(here.mask);
                    blame(!sound, "a depth or contents that cannot be", 1.0);
                    blame(!is_unit(&p.normal), "a way out that is not of unit length", 1.0);
                    blame(
                        p.depth > tolerance && stands == Some(false),
                        "overlaps, yet stands in nothing",
                        p.depth,
                    );
                    blame(
                        depth - p.depth > tolerance && in_solid,
                        "is deeper than it says",
                        depth - p.depth,
                    );
                    if let Some(left) = after_the_way_out(s, &here, p) {
                        blame(left > tolerance, "the way out does not lead out", left);
                    }
                }
                Some(_) => blame(true, "no reliable answer", 1.0),
                None => blame(
                    still.all_solid && !near_anything(s, &here, tolerance),
                    "stands in something that it does not overlap",
                    1.0,
                ),
            }
        }
    }
}

/// A sweep that starts deep in a solid says so, however it goes on.
fn start(s: &Setting, sweep: &Sweep, ledger: &mut Ledger) {
    let tolerance = s.tolerance(sweep);
    let depth = s.referee.depth(&sweep.hull, &sweep.start, sweep.mask) as f32;
    let noticed = s.declaration.start_solid != StartSolid::Unnoticed && is_noticed(s, sweep, tolerance);
    let t = s.trace(sweep);
    if depth > tolerance && noticed && !t.start_solid {
        ledger.found(
            NAME,
            "a sweep that starts deep in a solid does not say so",
            depth,
            || s.example(sweep, &t),
        );
    }
}

/// Whether a backend must notice that the hull is in a solid: a backend of surfaces only where it crosses
/// them.
pub(super) fn is_noticed(s: &Setting, here: &Sweep, tolerance: f32) -> bool {
    s.declaration.sidedness == Sidedness::Solid
        || s.referee.middle_front(&here.hull, &here.start, here.mask) as f32 > tolerance
}

/// The depth that is left after the way out was taken, in worlds of one solid.
fn after_the_way_out(s: &Setting, here: &Sweep, p: &Penetration) -> Option<f32> {
    if s.world.brushes.len() != 1 || s.declaration.sidedness != Sidedness::Solid {
        return None;
    }
    let out: Vec3 = p.normal * p.depth;
    Some(s.depth(here, &(here.start + out)))
}

fn near_anything(s: &Setting, here: &Sweep, margin: f32) -> bool {
    let mut contacts = Vec::new();
    let (hull, at) = (&here.hull, &here.start);
    s.backend
        .contacts(hull, at, margin, here.mask, &mut contacts, &mut Work::silent());
    !contacts.is_empty()
}
