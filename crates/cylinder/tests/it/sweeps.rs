//! Sweeps against single polygons, judged by the independent reference.
#![allow(clippy::print_stdout, reason = "its figures are for a reader")]

use crate::reference::*;
use clipmark_collision::{CollisionBackend, Status, Sweep, TouchRule, TraceRules, Work};
use clipmark_cylinder::CylinderBackend;

/// Rounding of positions up to 2,000 units and of corners, in units.
const ROUNDING: f64 = 1e-3;

fn judge(rules: TraceRules, seed: u64, polygons: usize, sweeps: usize) {
    let mut rng = rng(seed);
    let skin = f64::from(rules.skin);
    let tol = skin / 4.0;
    let (mut hits, mut edges, mut missed, mut phantom, mut sunk, mut crowded) =
        (0, 0, vec![], vec![], vec![], vec![]);
    for p in 0..polygons {
        let polygon = random_polygon(&mut rng);
        let outline = corners(&polygon);
        let normal: V = polygon.plane.normal.cast();
        let backend = CylinderBackend::from_polygons(std::slice::from_ref(&polygon), rules).unwrap();
        let mut work = Work::silent();
        for s in 0..sweeps {
            let can = random_can(&mut rng);
            let (start, end) = random_sweep(&mut rng, &outline, &normal, can);
            let trace = backend.trace(&Sweep::new(can.hull(), start, end), &mut work);
            assert_eq!(trace.status, Status::Exact);
            let (from, by) = (vec(start), vec(end) - vec(start));
            let who = (
                p,
                s,
                trace.fraction,
                trace.plane.map(|p| p.normal),
                start,
                end,
                can,
                polygon.plane.normal,
            );
            if overlaps(&outline, can.grown(tol), &from) {
                if overlaps(&outline, can.grown(-tol), &from) {
                    assert!(trace.start_solid, "start not noticed: {who:?}");
                } else if !overlaps(&outline, can, &from) {
                    assert!(!trace.start_solid, "start noticed: {who:?}");
                }
                continue;
            }
            assert!(!trace.start_solid, "start noticed: {who:?}");
            let opposed = normal.dot(&by);
            let must = first_overlap(&outline, can.grown(-tol - ROUNDING), &from, &by);
            if let Some(t) = must
                && opposed < -1e-6 * by.norm()
                && f64::from(trace.fraction) > t + 1e-6
            {
                missed.push(who);
            }
            if trace.hit() {
                hits += 1;
                let n: V = trace.plane.unwrap().normal.cast();
                edges += usize::from(n.dot(&normal) < 0.999_99);
                assert!(
                    (n.norm() - 1.0).abs() < 1e-5 && n.dot(&by) < 1e-6 * by.norm(),
                    "normal {who:?}"
                );
                assert!(opposed < 0.0, "stopped from behind: {who:?}");
                let reach = first_overlap(&outline, can.grown(skin + tol + ROUNDING), &from, &by);
                if reach.is_none_or(|t| f64::from(trace.fraction) < t - 1e-6) {
                    phantom.push(who);
                }
                // The skin holds along any direction; a can grown by 0.7 of it stays inside the round one.
                let inside = can.grown(skin * 0.7 - tol - ROUNDING);
                if trace.fraction > 0.0 && overlaps(&outline, inside, &vec(trace.end)) {
                    crowded.push(who);
                }
            }
            if opposed < -1e-6 * by.norm() && overlaps(&outline, can.grown(-tol - ROUNDING), &vec(trace.end))
            {
                sunk.push(who);
            }
        }
    }
    println!(
        "{} {:?}: {hits} hits, {edges} on edges and corners",
        rules.name, rules.touch
    );
    assert!(
        hits > polygons * sweeps / 8 && edges > hits / 10,
        "{hits} hits, {edges} edges"
    );
    for (what, list) in [
        ("missed", missed),
        ("phantom", phantom),
        ("sunk", sunk),
        ("crowded", crowded),
    ] {
        assert!(
            list.is_empty(),
            "{} {what}, e.g. {:#?}",
            list.len(),
            &list[..list.len().min(3)]
        );
    }
}

#[test]
fn quake3_rules_neither_miss_nor_invent() {
    judge(TraceRules::QUAKE3, 1, 1500, 16);
}

#[test]
fn quakeworld_rules_neither_miss_nor_invent() {
    judge(TraceRules::QUAKEWORLD, 2, 1500, 16);
}

#[test]
fn the_other_touch_rule_and_no_skin() {
    let mixed = TraceRules {
        touch: TouchRule::InSolid,
        ..TraceRules::QUAKE3
    };
    judge(mixed, 3, 400, 16);
    judge(TraceRules::QUAKE3.with_skin(1.0), 4, 400, 16);
}
