//! An answer is consistent: numbers, flags, plane and contents fit each other and the question.

use crate::report::Ledger;
use crate::setting::{Setting, gap_to_plane};
use clipmark_collision::{Sweep, Trace};
use clipmark_geometry::Vec3;

pub(super) const NAME: &str = "answer";

/// Whether a normal has length one, to f32 and a few operations on it; not if it is NaN.
pub(super) fn is_unit(n: &Vec3) -> bool {
    const OFF: f32 = 1e-4;
    (n.norm() - 1.0).abs() <= OFF
}

pub(super) fn run(s: &Setting, ledger: &mut Ledger) {
    for sweep in &s.sweeps {
        let t = s.trace(sweep);
        ledger.case(NAME);
        for (wrong, fault) in form(s, sweep, &t) {
            if wrong {
                ledger.found(NAME, fault, 1.0, || s.example(sweep, &t));
            }
        }
        if t.start_solid || !t.status.is_reliable() {
            continue;
        }
        // Geometry of a hit from free space: how far the hull is from the plane, the plane from a solid.
        let tolerance = s.tolerance(sweep);
        if let Some(gap) = gap_to_plane(sweep, &t) {
            let sizes = [
                (-gap, "rests behind the plane it met"),
                (
                    gap - s.rules.skin,
                    "rests farther than the skin from the plane it met",
                ),
            ];
            for (size, fault) in sizes {
                if size > tolerance {
                    ledger.found(NAME, fault, size, || s.example(sweep, &t));
                }
            }
        }
        if let Some(plane) = t.plane {
            let off = s.referee.off_surface(&plane, sweep.mask) as f32;
            if off > tolerance {
                let fault = "the plane met is not one that a solid lies behind and touches";
                ledger.found(NAME, fault, off, || s.example(sweep, &t));
            }
        }
    }
}

fn form(s: &Setting, sweep: &Sweep, t: &Trace) -> [(bool, &'static str); 9] {
    let finite = t.fraction.is_finite() && t.end.iter().all(|x| x.is_finite());
    let normal = t.plane.map(|p| p.normal);
    // The backend may have rounded the normal or the displacement.
    let rounding = 8.0 * f32::EPSILON * sweep.start.coords.amax().max(sweep.end.coords.amax()).max(1.0);
    let with_motion = normal.is_some_and(|n| n.dot(&sweep.displacement()) > rounding);
    let finite_plane = t
        .plane
        .is_none_or(|p| p.dist.is_finite() && p.normal.iter().all(|x| x.is_finite()));
    let sound = t.status.is_reliable();
    [
        (!finite || !finite_plane, "a number that is not finite"),
        (!(0.0..=1.0).contains(&t.fraction), "a fraction beyond 0 to 1"),
        (
            finite && t.end != sweep.at(t.fraction),
            "the end is not where the fraction says",
        ),
        (
            normal.is_some_and(|n| !is_unit(&n)),
            "a normal that is not of unit length",
        ),
        (with_motion, "a normal that does not oppose the motion"),
        (
            sound && t.hit() && !t.all_solid && t.plane.is_none(),
            "a hit without a plane",
        ),
        (!t.hit() && t.plane.is_some(), "a plane without a hit"),
        (t.all_solid && !t.start_solid, "all solid, but not at the start"),
        (
            sound && t.hit() && !t.contents.intersects(sweep.mask) && !s.world.brushes.is_empty(),
            "what was met is not of the mask",
        ),
    ]
}
