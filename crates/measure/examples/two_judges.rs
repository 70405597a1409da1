//! Asks the judge and the judge by an engine's model of the same answers, and says where they part.
//!
//! ```sh
//! cargo run --release -p clipmark-measure --example two_judges -- bsp 100000 scenes/maps/oa_dm1.bsp …
//! ```
//!
//! Sweeps are the random ones of every comparison and, from each stop, ways on from rest as the bar asks them: at four gaps, straight
//! in, far through, and along. *By the model* is what geometry alone calls a fault and the model gives too.
#![allow(
    clippy::print_stdout,
    reason = "a tool for developers, which says what it found on standard output"
)]

use clipmark_collision::{Declaration, Sweep, Trace, TraceRules, Work};
use clipmark_geometry::{Contents, Hull, Vec3};
use clipmark_measure::{BackendKind, sweeps};
use clipmark_truth::engines::Quake3;
use clipmark_truth::{Class, Reference, Verdict, judge};
use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;

/// Gaps from rest, in units, as the bar has them.
const GAPS: [f32; 4] = [0.0, 0.001, 1.0 / 32.0, 1.0 / 8.0];
/// One stop in so many is gone on from.
const EVERY: usize = 8;

fn keys<'a>(v: &'a Verdict) -> impl Iterator<Item = &'static str> + 'a {
    v.faults()
        .iter()
        .map(Class::key)
        .chain(v.rules().iter().map(Class::key))
}

fn onward(sweep: &Sweep, trace: &Trace) -> Vec<Sweep> {
    let Some(plane) = trace.plane.filter(|_| trace.hit()) else {
        return Vec::new();
    };
    let n = plane.normal;
    let aside = n.cross(&Vec3::new(0.3, 0.5, 0.8));
    let at = |gap: f32| trace.end + n * (gap - 0.125);
    let ways = [n * -8.0, n * -600.0, aside * 20.0, aside * 2.56 - n * 0.8];
    let of = |gap: f32| ways.map(|way| (gap, way));
    GAPS.into_iter()
        .flat_map(of)
        .map(|(gap, way)| Sweep {
            start: at(gap),
            end: at(gap) + way,
            ..*sweep
        })
        .collect()
}

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [backend, count, maps @ ..] = &args[..] else {
        return Err("usage: two_judges BACKEND SWEEPS MAP…".into());
    };
    let kind = BackendKind::named(backend)?;
    let count: usize = count.parse()?;
    let bounds = Hull::quake3_player().bounds();
    let hulls = [Hull::Box { bounds }, Hull::Point, Hull::Capsule { bounds }];
    let mut parted: BTreeMap<(String, String), (usize, String)> = BTreeMap::new();
    for map in maps {
        let world = clipmark_scene::load_world(map, Path::new("."))?.without_triangles();
        let rules = TraceRules::QUAKE3;
        let built = kind.build(&world, rules)?;
        let declared = built.declares();
        let plain = Declaration {
            given_planes: false,
            clips_corners: false,
            touching_overlaps: false,
            ..declared
        };
        let truth = Reference::build(&world, Contents::PLAYER_MASK);
        let model = Quake3::build(&world);
        for hull in hulls {
            let (full, exact) = (
                truth.for_backend(&hull, &*built),
                truth.for_declared(&hull, &plain),
            );
            let mut ask = |sweep: &Sweep| {
                let trace = built.trace(sweep, &mut Work::silent());
                let old: Vec<&str> = keys(&judge(&full, sweep, &trace, &declared)).collect();
                let geometric = judge(&exact, sweep, &trace, &plain);
                let mut new: Vec<&str> = keys(&geometric).collect();
                if !geometric.is_clean()
                    && let Some(rule) = model.rule_of(sweep, &trace, &declared.rules, &exact)
                {
                    new = vec![rule.key()];
                }
                let entry = parted.entry((old.join("+"), new.join("+"))).or_default();
                entry.0 += 1;
                if entry.1.is_empty() {
                    entry.1 = format!("{map} {sweep:?} {trace:?}");
                }
                trace
            };
            for (i, [start, end]) in sweeps::draw(&world, &truth, &hull, rules.skin, count, 1)
                .into_iter()
                .enumerate()
            {
                let sweep = Sweep::new(hull, start, end);
                let trace = ask(&sweep);
                if i % EVERY == 0 {
                    for sweep in onward(&sweep, &trace) {
                        ask(&sweep);
                    }
                }
            }
        }
        println!("{map}");
    }
    for ((old, new), (n, first)) in &parted {
        let mark = if old == new { " " } else { "*" };
        println!("{mark} {n:>9}  {old:<40} {new}");
        if old != new {
            println!("      {first}");
        }
    }
    Ok(())
}
