//! Whether what a scene expects has come.

use crate::record::{Entry, Expected, TickRecord};
use clipmark_scene::{Expectation, Scene, Triple};

/// Every expectation, for every contestant that it concerns.
pub(crate) fn expectations(scene: &Scene, entries: &[Entry]) -> Vec<Expected> {
    let each = scene
        .expect
        .iter()
        .flat_map(|e| entries.iter().map(move |c| (e, c)));
    each.filter(|(e, c)| e.concerns(&c.name))
        .map(|(e, c)| judge(e, c))
        .collect()
}

fn judge(expectation: &Expectation, entry: &Entry) -> Expected {
    let (what, got, held) = match expectation {
        Expectation::Reaches { min, max, .. } => {
            let hit = entry.ticks.iter().find(|t| inside(t, min, max));
            let got = hit.map_or_else(|| "never does".into(), |t| format!("does at {:.2} s", t.seconds));
            (
                format!("reaches the box {} to {}", show(min), show(max)),
                got,
                hit.is_some(),
            )
        }
        Expectation::FinalInside { min, max, .. } => {
            let last = entry.ticks.last();
            let got = last.map_or_else(
                || "never moves".into(),
                |t| format!("ends at {}", show(&t.origin.map(f64::from))),
            );
            (
                format!("ends in the box {} to {}", show(min), show(max)),
                got,
                last.is_some_and(|t| inside(t, min, max)),
            )
        }
        Expectation::StaysInside { min, max, .. } => {
            let out = entry.ticks.iter().find(|t| !inside(t, min, max));
            let got = out.map_or_else(|| "does".into(), |t| format!("leaves it at {:.2} s", t.seconds));
            (
                format!("stays in the box {} to {}", show(min), show(max)),
                got,
                out.is_none(),
            )
        }
        Expectation::NeverBelow { z, .. } => {
            let lowest = entry
                .ticks
                .iter()
                .map(|t| f64::from(t.origin[2]))
                .fold(f64::INFINITY, f64::min);
            (
                format!("never goes below z = {z}"),
                format!("lowest is {lowest:.3}"),
                lowest >= *z,
            )
        }
        Expectation::NeverAbove { z, .. } => {
            let highest = entry
                .ticks
                .iter()
                .map(|t| f64::from(t.origin[2]))
                .fold(f64::NEG_INFINITY, f64::max);
            (
                format!("never goes above z = {z}"),
                format!("highest is {highest:.3}"),
                highest <= *z,
            )
        }
        Expectation::SpeedWithin {
            at, of, tolerance, ..
        } => {
            // A tick that ends within a microsecond of the time asked for ends then.
            let tick = entry.ticks.iter().find(|t| t.seconds >= at - 1e-6);
            let speed = tick.map_or(f64::NAN, |t| f64::from(t.velocity[0].hypot(t.velocity[1])));
            let held = (speed - of).abs() <= *tolerance;
            (
                format!("runs at {of} ± {tolerance} ups at {at} s"),
                format!("runs at {speed:.4} ups"),
                held,
            )
        }
        Expectation::Rests { from, within, .. } => {
            let mut after = entry.ticks.iter().filter(|t| t.seconds >= *from);
            let place = after.next();
            let away = place.map_or(f64::NAN, |p| after.map(|t| apart(p, t)).fold(0.0, f64::max));
            (
                format!("rests within {within} u from {from} s on"),
                format!("strays {away:.4} u"),
                away <= *within,
            )
        }
        Expectation::StuckTicks { max, .. } => at_most("ticks stuck", entry.movement.stuck_ticks, *max),
        Expectation::Misses { max, .. } => at_most("missed sweeps", entry.queries.missed, *max),
        Expectation::Phantoms { max, .. } => at_most("phantom hits", entry.queries.phantom, *max),
        Expectation::Deepest { max, .. } => {
            let deepest = entry.movement.deepest;
            (
                format!("is never deeper than {max} u in a solid"),
                format!("deepest is {deepest:.4} u"),
                deepest <= *max,
            )
        }
    };
    Expected {
        contestant: entry.name.clone(),
        what,
        got,
        held,
    }
}

fn at_most(what: &str, got: usize, max: u32) -> (String, String, bool) {
    (
        format!("has at most {max} {what}"),
        format!("has {got}"),
        got <= max as usize,
    )
}

fn inside(t: &TickRecord, min: &Triple, max: &Triple) -> bool {
    (0..3).all(|i| min[i] <= f64::from(t.origin[i]) && f64::from(t.origin[i]) <= max[i])
}

fn apart(a: &TickRecord, b: &TickRecord) -> f64 {
    (0..3)
        .map(|i| f64::from(a.origin[i] - b.origin[i]).powi(2))
        .sum::<f64>()
        .sqrt()
}

fn show(p: &Triple) -> String {
    format!("({:.1} {:.1} {:.1})", p[0], p[1], p[2])
}
