//! Answers to sweeps: each is consistent, agrees with the backend's own position test, and is right by the judge's verdict.

use crate::conformance::report::Ledger;
use crate::conformance::setting::{Setting, gap_to_plane};
use crate::conformance::worlds::ROOM;
use crate::solid::is_unit;
use crate::{Class, Fault, HullReference, SkinCheck, Verdict, judge};
use clipmark_collision::{Sidedness, Sweep, Trace};
use clipmark_geometry::{Contents, Plane, Point, Vec3};
use rand::RngExt;
use rand_pcg::Pcg32;

/// An answer's numbers, flags, plane and contents fit each other and the question.
pub(super) fn check_consistency(s: &Setting, ledger: &mut Ledger) {
    for sweep in &s.sweeps {
        let t = s.trace(sweep);
        ledger.case();
        let mut blame = |wrong: bool, fault: &'static str, size: f32| {
            ledger.found_if(wrong, fault, size, || s.example(sweep, &t));
        };
        let is_sound = t.status.is_reliable();
        let is_finite = t.fraction.is_finite() && t.end.iter().all(|x| x.is_finite());
        let is_plane = |p: Plane| p.dist.is_finite() && p.normal.iter().all(|x| x.is_finite());
        let all_finite = is_finite && t.plane.is_none_or(is_plane);
        blame(!all_finite, "a number that is not finite", 1.0);
        let is_fraction = (0.0..=1.0).contains(&t.fraction);
        blame(!is_fraction, "a fraction beyond 0 to 1", 1.0);
        let is_elsewhere = is_finite && t.end != sweep.at(t.fraction);
        blame(is_elsewhere, "the end is not where the fraction says", 1.0);
        if let Some(n) = t.plane.map(|p| p.normal) {
            blame(!is_unit(&n.cast()), "a normal that is not of unit length", 1.0);
            // The backend may have rounded the normal or the displacement.
            let largest = sweep.start.coords.amax().max(sweep.end.coords.amax()).max(1.0);
            let is_along = n.dot(&sweep.displacement()) > 8.0 * f32::EPSILON * largest;
            blame(is_along, "a normal that does not oppose the motion", 1.0);
        }
        let lacks_plane = is_sound && t.hit() && !t.all_solid && t.plane.is_none();
        blame(lacks_plane, "a hit without a plane", 1.0);
        blame(!t.hit() && t.plane.is_some(), "a plane without a hit", 1.0);
        let is_torn = t.all_solid && !t.start_solid;
        blame(is_torn, "all solid, but not at the start", 1.0);
        let is_other = is_sound && t.hit() && !t.contents.intersects(sweep.mask);
        let is_somewhere = !s.world.brushes.is_empty();
        blame(is_other && is_somewhere, "what was met is not of the mask", 1.0);
        let Some(plane) = t.plane.filter(|_| !t.start_solid && is_sound) else {
            continue;
        };
        // Geometry of a hit from free space: how far the hull is from the plane, the plane from a solid.
        let gap = gap_to_plane(&sweep.hull, &t.end, &plane.normal, plane.dist.into());
        let n = plane.normal.cast();
        let reaches = s.truth(sweep).solids().iter().map(|solid| solid.support(&n));
        let off = reaches.map(|reach| (reach - f64::from(plane.dist)).abs());
        let off = off.fold(f64::INFINITY, f64::min) as f32;
        let (tolerance, beyond) = (s.tolerance(sweep), gap - s.rules.skin);
        blame(-gap > tolerance, "rests behind the plane it met", -gap);
        let fault = "rests farther than the skin from the plane it met";
        blame(beyond > tolerance, fault, beyond);
        let fault = "the plane met is not one that a solid lies behind and touches";
        blame(off > tolerance, fault, off);
    }
}

/// Places on a path at which the backend's position test is asked.
const SAMPLES: usize = 6;

/// A path reported free (F1) is free by the backend's own position test.
pub(super) fn check_path(s: &Setting, ledger: &mut Ledger) {
    for sweep in &s.sweeps {
        let t = s.trace(sweep);
        let may_start_in_solid = t.start_solid || s.may_be_in_solid(sweep, &sweep.start);
        if may_start_in_solid || !t.end.iter().all(|x| x.is_finite()) {
            continue;
        }
        ledger.case();
        let deepest = (1..=SAMPLES)
            .map(|i| sweep.at(t.fraction * i as f32 / SAMPLES as f32))
            .map(|p| s.own_depth(sweep, &p))
            .fold(0.0, f32::max);
        let fault = "passes what its own position test calls solid";
        ledger.found_if(deepest > s.tolerance(sweep), fault, deepest, || {
            s.example(sweep, &t)
        });
    }
}

/// Sweeps of each hull that are followed by some straight through the surface that they meet.
const TOUCHES: usize = 12;
/// Gaps at which those start, in units: touching, and one f32 step at coordinates from 2,048.
const GAPS: [f64; 2] = [0.0, 1.0 / 4096.0];
/// Their length, in units: through anything in these worlds.
const THROUGH: f64 = 600.0;
/// Sweeps at each wall of the room, more than the gaps that a direction needs to be judged.
const AT_WALL: usize = 24;

/// Every answer is judged by the exact reference, by the rules that the backend declares (F1, F2, F3). [`Fault`] defines each
/// fault. The gaps at the walls of the room must be the skin, in all and in each direction of a hull's reach ([`SkinCheck`]).
pub(super) fn judge_sweeps(s: &Setting, ledger: &mut Ledger) {
    for truth in s.truths() {
        let mut sweeps: Vec<Sweep> = s.sweeps_for(truth).copied().collect();
        // Surfaces need not notice solids around a start, or solids buried behind them.
        let surfaces = s.declaration.sidedness != Sidedness::Solid;
        let through: Vec<Sweep> = sweeps
            .iter()
            .flat_map(|q| straight_through(&truth.reference, q))
            .filter(|q| !surfaces || !truth.reference.overlaps(&q.start.cast()))
            .take(TOUCHES)
            .collect();
        sweeps.extend(through);
        for sweep in &sweeps {
            let (t, v) = trace_and_judge(s, &truth.reference, sweep);
            ledger.case();
            for fault in v.faults.iter() {
                ledger.found(fault.name(), size(fault, &v) as f32, || s.example(sweep, &t));
            }
        }
        if &*s.world.name == "room" && truth.mask == Contents::PLAYER_MASK {
            judge_gaps(s, &truth.reference, ledger);
        }
    }
}

fn trace_and_judge(s: &Setting, truth: &HullReference, sweep: &Sweep) -> (Trace, Verdict) {
    let t = s.trace(sweep);
    (t, judge(truth, sweep, &t, &s.declaration))
}

/// How bad it is, in units or degrees where it has a size.
fn size(fault: Fault, v: &Verdict) -> f64 {
    match fault {
        Fault::Missed | Fault::MissedFromTouch => v.measures.missed_depth,
        Fault::TooDeep => v.measures.penetration,
        Fault::Phantom => v.measures.lost,
        Fault::WrongNormal => v.measures.normal_error.unwrap_or(180.0),
        _ => 1.0,
    }
}

/// From where a sweep touches something, straight on through it.
fn straight_through(truth: &HullReference, sweep: &Sweep) -> Vec<Sweep> {
    let (start, end) = (sweep.start.cast::<f64>(), sweep.end.cast::<f64>());
    let met = truth.sweep(&start, &end);
    let (Some(t), Some(contact)) = (met.entry, met.contacts.first()) else {
        return Vec::new();
    };
    let normals = contact.normals.first();
    let from = |n: &nalgebra::Vector3<f64>, gap: f64| {
        let from: Point = (start + (end - start) * t + n * gap).cast();
        Sweep {
            start: from,
            end: (from.cast::<f64>() - n * THROUGH).cast(),
            ..*sweep
        }
    };
    normals
        .into_iter()
        .flat_map(|n| GAPS.map(|gap| from(n, gap)))
        .collect()
}

/// Stops at the six sides of the room keep the skin and show how far the hull reaches.
fn judge_gaps(s: &Setting, truth: &HullReference, ledger: &mut Ledger) {
    let mut rng = Pcg32::new(s.seed, 2 << 32);
    let mut check = SkinCheck::default();
    let mut last = None;
    for axis in 0..3 {
        for side in [-1.0, 1.0] {
            for _ in 0..AT_WALL {
                // From the middle, where no furniture stands in the way.
                let mut by = Vec3::from_fn(|_, _| rng.random_range(-60.0..60.0));
                by[axis] = side * 2.0 * ROOM;
                let start =
                    Point::new(0.0, 0.0, ROOM / 2.0) + Vec3::from_fn(|_, _| rng.random_range(-20.0..20.0));
                let sweep = Sweep::new(*truth.hull(), start, start + by);
                let (t, v) = trace_and_judge(s, truth, &sweep);
                if let Some(sample) = v.measures.gap_sample {
                    check.add(sample);
                    last = Some((sweep, t));
                }
            }
        }
    }
    ledger.case();
    let found = check.verdict();
    let Some((sweep, t)) = last else { return };
    let (fault, off) = ("the gap at stops is not the skin", found.all.median.abs());
    ledger.found_if(found.wrong_skin(), fault, off as f32, || {
        format!("one of many: {}; of all: {:?}", s.example(&sweep, &t), found.all)
    });
    for (direction, short) in found.wrong_hull() {
        let fault = "the hull reaches too far or not far enough";
        ledger.found(fault, short.abs() as f32, || {
            let (direction, example) = (direction.name(), s.example(&sweep, &t));
            format!("{short} too short towards {direction}; one of many: {example}")
        });
    }
}
