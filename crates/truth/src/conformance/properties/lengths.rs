//! Sweeps of every length stop where they should. Very short ones, each from where the last one ended, neither sink into a floor
//! nor stand still. Very long ones meet the wall in their way.

use crate::conformance::queries;
use crate::conformance::report::Ledger;
use crate::conformance::setting::Setting;
use clipmark_collision::{CollisionBackend, SkinDirection, Sweep, Work};
use clipmark_geometry::{Brush, Contents, Hull, Point, Vec3, World};

/// Lengths of short sweeps in units: a slow body's step in a tick.
const SHORT: [f32; 4] = [0.001, 0.004, 0.015, 0.1];
/// Sweeps of a chain.
const CHAIN: usize = 400;
/// Share of its way that a chain along a floor must make.
const WAY: f32 = 0.9;
/// Lengths of long sweeps in units.
const LONG: [f32; 6] = [2000.0, 4000.0, 5000.0, 9000.0, 13_000.0, 16_384.0];
/// Half the width of floor and wall, and half the thickness of the wall, in units.
const WIDE: f32 = 8192.0;
const THICK: f32 = 8.0;
/// Share of a long sweep's way at which its wall stands.
const AT: f32 = 0.7;

pub(super) fn sweep_all_lengths(s: &Setting, ledger: &mut Ledger) {
    if let Some(backend) = built(s, [-WIDE, -WIDE, -64.0], [WIDE, WIDE, 0.0]) {
        for hull in &queries::every(&*backend) {
            for length in SHORT {
                sinks(s, &*backend, hull, length, ledger);
                slides(s, &*backend, hull, length, ledger);
            }
        }
    }
    if let Some(backend) = built(s, [-THICK, -WIDE, -WIDE], [THICK, WIDE, WIDE]) {
        for hull in &queries::every(&*backend) {
            for length in LONG {
                for towards in [Vec3::x(), -Vec3::x(), Vec3::new(0.8, 0.5, -0.33).normalize()] {
                    long(s, &*backend, hull, towards * length, ledger);
                }
            }
        }
    }
}

fn built(s: &Setting, mins: [f32; 3], maxs: [f32; 3]) -> Option<Box<dyn CollisionBackend>> {
    let slab = Brush::from_box(mins.into(), maxs.into(), Contents::SOLID).ok()?;
    (s.build)(&World::of_brushes("lengths", vec![slab]), s.rules)
}

/// A place a skin above the floor.
fn rest(s: &Setting, hull: &Hull) -> Point {
    Point::new(10.0, -20.0, s.rules.skin - hull.bounds().mins.z)
}

fn sinks(s: &Setting, backend: &dyn CollisionBackend, hull: &Hull, length: f32, ledger: &mut Ledger) {
    let start = rest(s, hull);
    let mut at = start;
    ledger.case();
    for _ in 0..CHAIN {
        let down = Sweep::new(*hull, at, at - Vec3::z() * length);
        let t = backend.trace(&down, &mut Work::silent());
        at = t.end;
        let sunk = start.z - at.z;
        // By the rule that only a path that ends in the solid is stopped, a hull may come to touch it.
        if sunk > s.rules.skin + s.tolerance(&down) {
            let fault = "sinks into a floor by many short sweeps";
            return ledger.found(fault, sunk, || s.example(&down, &t));
        }
    }
}

fn slides(s: &Setting, backend: &dyn CollisionBackend, hull: &Hull, length: f32, ledger: &mut Ledger) {
    let start = rest(s, hull);
    let mut at = start;
    ledger.case();
    for _ in 0..CHAIN {
        let along = Sweep::new(*hull, at, at + Vec3::new(0.6, 0.8, 0.0) * length);
        at = backend.trace(&along, &mut Work::silent()).end;
    }
    let made = (at - start).norm() / (CHAIN as f32 * length);
    if made < WAY {
        let along = Sweep::new(*hull, start, start + Vec3::new(0.6, 0.8, 0.0) * length);
        let t = backend.trace(&along, &mut Work::silent());
        ledger.found(
            "stands still by many short sweeps along a floor",
            1.0 - made,
            || s.example(&along, &t),
        );
    }
}

fn long(s: &Setting, backend: &dyn CollisionBackend, hull: &Hull, by: Vec3, ledger: &mut Ledger) {
    let b = hull.bounds();
    let side = by.x.signum();
    let reach = if side > 0.0 { b.maxs.x } else { -b.mins.x };
    let start = Point::origin() - by * AT;
    let sweep = Sweep::new(*hull, start, start + by);
    let t = backend.trace(&sweep, &mut Work::silent());
    ledger.case();
    let gap = -side * t.end.x - THICK - reach;
    if !t.hit() {
        return ledger.found("passes through a wall by a long sweep", by.norm(), || {
            s.example(&sweep, &t)
        });
    }
    let off = (gap - s.rules.skin).abs();
    // A skin that is kept along the way is narrower along the normal.
    let allowed = match s.declaration.skin_direction {
        SkinDirection::Normal => 0.0,
        _ => s.rules.skin,
    };
    ledger.found_if(
        off > allowed + s.tolerance(&sweep),
        "stops elsewhere by a long sweep",
        off,
        || s.example(&sweep, &t),
    );
}
