//! What the judge says and costs on real maps, to compare two builds of it. Run by hand with
//! `cargo test --release -p clipmark-referee --test it verdicts_on_maps:: -- --ignored --nocapture`.
#![allow(clippy::print_stdout, reason = "its figures are for a reader")]

use crate::common::*;
use clipmark_bsp::BspBackend;
use clipmark_collision::{CollisionBackend, Declaration, RoundHulls, Sweep, Trace, TraceRules, Work};
use clipmark_cylinder::CylinderBackend;
use clipmark_geometry::{Contents, Hull, Vec3, World};
use clipmark_referee::{HullReference, Reference, Verdict, judge};
use std::time::Instant;

/// A hash of every bit of the verdicts on answers to sweeps like the bar's, right and spoilt ones, for each map and hull. A
/// change that must not alter the judge must keep it.
///
/// `CLIPMARK_MAPS=a,b` names the maps, `CLIPMARK_HULLS=box,cylinder` the hulls, `CLIPMARK_SWEEPS=n` how many sweeps of each. For
/// the cost in instructions: `valgrind --tool=callgrind --toggle-collect='*right_ones*'`.
#[test]
#[ignore = "a measurement"]
fn lengthy_fingerprint_of_verdicts_on_real_maps() {
    let given = |name: &str, or: &str| std::env::var(name).unwrap_or_else(|_| or.into());
    let sweeps: usize = given("CLIPMARK_SWEEPS", "5000").parse().unwrap();
    for name in given("CLIPMARK_MAPS", "oa_dm1,islandctf,aggressor").split(',') {
        let path = format!("{}/../../scenes/maps/{name}.bsp", env!("CARGO_MANIFEST_DIR"));
        let Ok(map) = clipmark_scene::load_world(&path, std::path::Path::new("")) else {
            println!("{name}: not there; run scenes/fetch-maps.sh");
            continue;
        };
        let map = map.without_patches();
        let truth = Reference::build(&map, Contents::PLAYER_MASK);
        for kind in given("CLIPMARK_HULLS", "box,point,cylinder,capsule,mitred").split(',') {
            println!("{name} {kind:8} {}", fingerprint(&map, &truth, kind, sweeps));
        }
    }
}

fn fingerprint(map: &World, truth: &Reference, kind: &str, count: usize) -> String {
    let b = player_bounds();
    let hull = match kind {
        "box" => Hull::quake3_player(),
        "point" => Hull::Point,
        "cylinder" => Hull::new_cylinder(b.mins, b.maxs).unwrap(),
        _ => Hull::new_capsule(b.mins, b.maxs).unwrap(),
    };
    let backend: Box<dyn CollisionBackend> = match kind {
        "cylinder" => Box::new(CylinderBackend::build(map, TraceRules::QUAKE3).unwrap()),
        _ => Box::new(BspBackend::build(map, TraceRules::QUAKE3).unwrap()),
    };
    let declared = Declaration {
        // The same answers, mitred hulls' unchanged, are judged as a round hull's too, and so are often wrong.
        round_hulls: match kind {
            "mitred" => RoundHulls::Mitred,
            _ => RoundHulls::Round,
        },
        ..backend.facts().declaration
    };
    let reference = truth.for_declared(&hull, &declared);
    let mut rng = Random(43);
    let asked: Vec<(Sweep, Trace)> = (0..count)
        .map(|i| {
            let sweep = sweep_like_the_bars(&mut rng, map, &reference, hull);
            let mut trace = backend.trace(&sweep, &mut Work::silent());
            if i % 8 == 7 {
                trace.fraction = (f64::from(trace.fraction) * rng.between(0.0, 1.5)).min(1.0) as f32;
                trace.end = sweep.at(trace.fraction);
            }
            (sweep, trace)
        })
        .collect();
    let verdicts = all_judged(&reference, &asked, &declared);
    // Data made once for each body exist now, and most contestants' answers are right.
    let right: Vec<(Sweep, Trace)> = (0..)
        .zip(&asked)
        .filter(|(i, _)| i % 8 != 7)
        .map(|(_, a)| *a)
        .collect();
    let clock = Instant::now();
    let again = right_ones_judged_again(&reference, &right, &declared);
    let time = clock.elapsed() / right.len() as u32;
    let first = (0..).zip(&verdicts).filter(|(i, _)| i % 8 != 7).map(|(_, v)| v);
    assert!(first.eq(&again), "{kind}: the same answers are judged otherwise");
    // FNV-1a (Fowler, Noll, Vo) of the text. Each number in it is written so that it reads back to the last bit.
    let hash = format!("{verdicts:?}")
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
        });
    let clean = verdicts.iter().filter(|v| v.is_clean()).count();
    format!(
        "{hash:016x} {count} verdicts, {clean} clean; {} right ones in {time:?} each",
        right.len()
    )
}

fn all_judged(truth: &HullReference, asked: &[(Sweep, Trace)], declared: &Declaration) -> Vec<Verdict> {
    asked.iter().map(|(s, t)| judge(truth, s, t, declared)).collect()
}

#[inline(never)]
fn right_ones_judged_again(
    truth: &HullReference,
    asked: &[(Sweep, Trace)],
    declared: &Declaration,
) -> Vec<Verdict> {
    all_judged(truth, asked, declared)
}

/// Starts near solids, free ones most often, a share of them at rest; short, middling and long ways.
fn sweep_like_the_bars(rng: &mut Random, map: &World, truth: &HullReference, hull: Hull) -> Sweep {
    let half = map.bounds.half_extents();
    let anywhere = |rng: &mut Random| match rng.below(3) {
        0 => {
            let near = map.brushes[rng.below(map.brushes.len())].bounds.grown(40.0);
            near.center() + rng.vector(1.0).component_mul(&near.half_extents())
        }
        _ => map.bounds.center() + rng.vector(1.0).component_mul(&half),
    };
    let mut start = anywhere(rng);
    for _ in 0..if rng.below(16) == 0 { 0 } else { 50 } {
        if truth.overlaps(&start.cast()) {
            start = anywhere(rng);
        }
    }
    if rng.below(6) == 0 {
        let towards = if rng.below(2) == 0 {
            -Vec3::z()
        } else {
            rng.direction()
        };
        let (from, way) = (start.cast::<f64>(), (towards * 1024.0).cast::<f64>());
        let met = truth.sweep(&from, &(from + way));
        if let (Some(t), Some(contact)) = (met.entry, met.contacts.first()) {
            let gap = [0.0, 1.0 / 4096.0, 1.0 / 32.0, 1.0 / 8.0][rng.below(4)];
            start = (from + way * t + contact.normals[0] * gap).cast();
            if rng.below(4) == 0 {
                return Sweep::new(hull, start, start - (contact.normals[0] * 600.0).cast::<f32>());
            }
        }
    }
    let length = match rng.below(20) {
        0..8 => rng.between(1.0, 16.0),
        8..14 => rng.between(16.0, 256.0),
        14..18 => rng.between(256.0, 4096.0),
        18 => return Sweep::new(hull, start, start - Vec3::z() * [1.0, 18.0][rng.below(2)]),
        _ => 0.0,
    };
    Sweep::new(hull, start, start + rng.direction() * length as f32)
}
