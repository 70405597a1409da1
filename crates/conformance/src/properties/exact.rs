//! Every answer is held against the exact reference, by the rules that the backend declares.
//!
//! The other properties need no solution, so their bounds leave a gap: a box tracer without the bevels of sloped edges
//! kept them all. [`Fault`] defines each fault. The gaps at the walls of the room must be the skin, in all and in each
//! direction of a hull's reach ([`SkinCheck`]).

use crate::report::Ledger;
use crate::setting::Setting;
use crate::worlds::ROOM;
use clipmark_collision::{Sidedness, Sweep, Trace};
use clipmark_geometry::{Contents, Point, Vec3};
use clipmark_truth::{Fault, HullReference, Reference, SkinCheck, Verdict, judge};
use rand::RngExt;
use rand_pcg::Pcg32;

pub(super) const NAME: &str = "exact";

/// Sweeps of each hull that are followed by some straight through the surface that they meet.
const TOUCHES: usize = 12;
/// Gaps at which those start, in units: touching, and one f32 step at coordinates from 2,048.
const GAPS: [f64; 2] = [0.0, 1.0 / 4096.0];
/// Their length, in units: through anything in these worlds.
const THROUGH: f64 = 600.0;
/// Sweeps at each wall of the room, more than the gaps that a direction needs to be judged.
const AT_WALL: usize = 24;

pub(super) fn run(s: &Setting, ledger: &mut Ledger) {
    let mut masks: Vec<Contents> = s.sweeps.iter().map(|q| q.mask).collect();
    masks.sort_by_key(|m| m.bits());
    masks.dedup();
    for mask in masks {
        let reference = Reference::build(&s.world, mask);
        for hull in &s.hulls {
            let truth = reference.for_declared(hull, &s.declaration);
            let mut asked: Vec<Sweep> = s
                .sweeps
                .iter()
                .filter(|q| q.mask == mask && q.hull == *hull)
                .copied()
                .collect();
            // Surfaces need not notice solids around a start, or solids buried behind them.
            let surfaces = s.declaration.sidedness != Sidedness::Solid;
            let through: Vec<Sweep> = asked
                .iter()
                .flat_map(|q| through(&truth, q))
                .filter(|q| !surfaces || !truth.overlaps(&q.start.cast()))
                .take(TOUCHES)
                .collect();
            asked.extend(through);
            for sweep in &asked {
                let (t, v) = judged(s, &truth, sweep);
                ledger.case(NAME);
                for fault in v.faults.iter() {
                    ledger.found(NAME, fault.row().name, size(fault, &v) as f32, || {
                        s.example(sweep, &t)
                    });
                }
            }
            if &*s.world.name == "room" && mask == Contents::PLAYER_MASK {
                gaps(s, &truth, ledger);
            }
        }
    }
}

fn judged(s: &Setting, truth: &HullReference, sweep: &Sweep) -> (Trace, Verdict) {
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
fn through(truth: &HullReference, sweep: &Sweep) -> Vec<Sweep> {
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
fn gaps(s: &Setting, truth: &HullReference, ledger: &mut Ledger) {
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
                let (t, v) = judged(s, truth, &sweep);
                if let Some(sample) = v.measures.gap_sample {
                    check.add(sample);
                    last = Some((sweep, t));
                }
            }
        }
    }
    ledger.case(NAME);
    let found = check.verdict();
    let Some((sweep, t)) = last else { return };
    if found.wrong_skin() {
        ledger.found(
            NAME,
            "the gap at stops is not the skin",
            found.all.median.abs() as f32,
            || format!("one of many: {}; of all: {:?}", s.example(&sweep, &t), found.all),
        );
    }
    for (direction, short) in found.wrong_hull() {
        ledger.found(
            NAME,
            "the hull reaches too far or not far enough",
            short.abs() as f32,
            || {
                format!(
                    "{short} too short towards {}; one of many: {}",
                    direction.name(),
                    s.example(&sweep, &t)
                )
            },
        );
    }
}
