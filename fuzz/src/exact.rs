//! Answers against the exact reference, by the rules that the backend declares; and the reference against itself.

use crate::finding::{Finding, told};
use crate::onward::onward;
use crate::rules::{LARGE, is_usual};
use clipmark_collision::{
    CollisionBackend, Declaration, Follows, RoundHulls, Sidedness, Sweep, TouchRule, Trace, Work,
};
use clipmark_geometry::{Hull, Point, World};
use clipmark_referee::{Fault, HullReference, Reference, Verdict, judge};

/// Holds an answer of brush tracing against the exact reference, unless the sweep or the world is far out.
///
/// # Panics
/// If it is wrong.
pub fn assert_exact(backend: &dyn CollisionBackend, world: &World, sweep: &Sweep) {
    let far = |x: &f32| x.is_nan() || x.abs() >= LARGE;
    let is_far = sweep.start.iter().chain(sweep.end.iter()).any(far)
        || world.bounds.mins.iter().chain(world.bounds.maxs.iter()).any(far);
    // The reference knows the grid of patches, not the facets. Far out the tolerance exceeds every skin.
    if !is_usual(&sweep.hull) || is_far || !world.patches.is_empty() {
        return;
    }
    if let Some(finding) = fault_of_sweep(backend, world, sweep, sweep.start) {
        finding.fail();
    }
}

/// The fault of an answer, or of answers to sweeps that go on from its stop, one of them to `other`. An answer that a declared
/// rule explains is not wrong.
pub(crate) fn fault_of_sweep(
    backend: &dyn CollisionBackend,
    world: &World,
    sweep: &Sweep,
    other: Point,
) -> Option<Finding> {
    let declared = backend.facts().declaration;
    if !is_judged(&declared, &sweep.hull) {
        return None;
    }
    let known = if declared.triangles || world.triangles.is_empty() {
        world.clone()
    } else {
        world.clone().without_triangles()
    };
    let truth = Reference::build(&known, sweep.mask);
    if !truth.omitted().is_empty() {
        return None;
    }
    let truth = truth.for_declared(&sweep.hull, &declared);
    let ask = |sweep: &Sweep| backend.trace(sweep, &mut Work::silent());
    let fault_of = |sweep: &Sweep, t: &Trace| {
        let v = judge(&truth, sweep, t, &declared);
        let fault = fault_in(&truth, sweep, t, &v, &declared)?;
        Some(Finding::of(backend, sweep, fault, told(&known, &[sweep, t, &v])))
    };
    let t = ask(sweep);
    fault_of(sweep, &t).or_else(|| onward(sweep, &t, other).find_map(|s| fault_of(&s, &ask(&s))))
}

/// Whether reference and backend mean the same solid by this hull.
fn is_judged(declared: &Declaration, hull: &Hull) -> bool {
    // A capsule wider than high is a ball, but brush tracing's position test takes its box:
    // `crates/bsp/tests/it/found_by_fuzzing.rs`.
    let half = hull.bounds().half_extents();
    let unlike =
        matches!(hull, Hull::Capsule { .. }) && half.x > half.z && declared.round_hulls == RoundHulls::Mitred;
    !unlike && hull.check().is_ok() && declared.hulls.contains(hull)
}

/// The gravest fault of an answer.
fn fault_in(
    truth: &HullReference,
    sweep: &Sweep,
    t: &Trace,
    v: &Verdict,
    declared: &Declaration,
) -> Option<&'static str> {
    if !v.judged || v.is_of_geometry(Fault::Malformed) {
        return Some("no answer");
    }
    if v.is_of_geometry(Fault::Unreliable) {
        // Closed formulas have no excuse; a solver says itself that it is not to be relied on, and stops short.
        return (declared.follows == Some(Follows::Quake3)).then_some("unreliable");
    }
    let faults = [
        ("missed", v.is(Fault::Missed) || v.is(Fault::MissedFromTouch)),
        (
            "phantom",
            v.is(Fault::Phantom) && !is_grazed(truth, sweep, t, declared),
        ),
        ("penetrating", v.is(Fault::TooDeep)),
        ("start solid", v.is_wrong_start()),
        ("normal", v.is(Fault::WrongNormal) || v.is(Fault::WrongWayOut)),
        ("contents", v.is(Fault::WrongContents)),
    ];
    faults.iter().find(|(_, is)| *is).map(|(name, _)| *name)
}

/// Whether the face in whose skin a sweep starts stopped it, by the touch rule [`TouchRule::InSolid`], though it would pass the
/// solid's corner. A mesh of faces tests one plane at a time: the path ends beyond that plane, so the touch rule stops it. Only
/// then is the excuse needed: the same answer is no phantom by [`TouchRule::WithinSkin`]. Others look at the solid, and have no
/// such excuse.
fn is_grazed(truth: &HullReference, sweep: &Sweep, t: &Trace, declared: &Declaration) -> bool {
    if declared.rules.touch != TouchRule::InSolid || declared.sidedness != Sidedness::FrontOnly {
        return false;
    }
    let mut within_skin = *declared;
    within_skin.rules.touch = TouchRule::WithinSkin;
    !judge(truth, sweep, t, &within_skin).is_of_geometry(Fault::Phantom)
}

/// Whether a sweep meets anything by the exact reference, and that answer's fault. It is a fault if it is in doubt, or if another
/// order of the same solids gives another answer.
pub(crate) fn of_reference(world: &World, sweep: &Sweep) -> (bool, Option<Finding>) {
    let mut turned = world.clone();
    turned.brushes.reverse();
    turned.triangles.reverse();
    let ask = |world: &World| {
        let truth = Reference::build(world, sweep.mask).for_hull(&sweep.hull);
        truth.sweep(&sweep.start.cast(), &sweep.end.cast())
    };
    let (found, again) = (ask(world), ask(&turned));
    let [first, last] = found.bracket;
    let faults = [
        ("doubtful", found.doubtful),
        (
            "order of solids matters",
            (found.entry, found.starts_inside) != (again.entry, again.starts_inside),
        ),
        (
            "entry out of its bracket",
            found.entry.is_some_and(|t| t < first || t > last),
        ),
    ];
    let finding = faults.iter().find(|(_, is)| *is).map(|(fault, _)| Finding {
        backend: "reference".into(),
        rules: "none",
        hull: sweep.hull.kind(),
        fault,
        told: told(world, &[sweep, &found, &again]),
    });
    (found.entry.is_some(), finding)
}
