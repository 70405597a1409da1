//! Reports of users of parry, rapier and ncollide, as cases named for the issue. `bvh` must be right with either solver. The
//! answers of stock parry today are recorded, so that a test fails when they change.
//!
//! Lengths are the threads' metres, one a unit, and their y is up where ours is z. Where a thread gives numbers they are used;
//! where it does not, the test states its own. Threads: github.com/dimforge/REPOSITORY/issues/NUMBER.

mod casts;
mod contacts;

use crate::common::{Rng, backends, boxed, random_brush, round_hulls};
use Stock::{Right, Wrong};
use clipmark_bvh::{BvhBackend, StockBackend, StockUse};
use clipmark_collision::{CollisionBackend, Penetration, Sweep, Trace, TraceRules, Work};
use clipmark_geometry::{Brush, BrushSide, Contents, Hull, Plane, Point, SurfaceFlags, Vec3, World};

const RULES: TraceRules = TraceRules::QUAKE3;

/// The answer of `bvh:stock` to the case today.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Stock {
    Right,
    Wrong,
}

/// Faults, in words.
type Faults = Vec<String>;

/// Asks both solvers of `bvh`, which must be right, and stock parry.
fn reported(brushes: Vec<Brush>, stock: Stock, ask: impl Fn(&dyn CollisionBackend) -> Faults) {
    for b in backends(brushes.clone(), RULES) {
        let faults = ask(&b);
        assert!(faults.is_empty(), "{}: {faults:#?}", b.facts().name);
    }
    let yardstick = StockBackend::build(&World::of_brushes("test", brushes), RULES).unwrap();
    let faults = ask(&yardstick);
    let found = if faults.is_empty() { Right } else { Wrong };
    assert_eq!(found, stock, "bvh:stock is no longer as recorded: {faults:#?}");
}

fn cast(b: &dyn CollisionBackend, hull: Hull, start: [f32; 3], end: [f32; 3]) -> Trace {
    let sweep = Sweep::new(hull, Point::from(start), Point::from(end));
    b.trace(&sweep, &mut Work::silent())
}

fn overlap(b: &dyn CollisionBackend, hull: Hull, at: [f32; 3]) -> Option<Penetration> {
    b.overlap(&hull, &Point::from(at), Contents::SOLID, &mut Work::silent())
}

/// A box of these half sizes about its middle.
fn cuboid(half: [f32; 3]) -> Hull {
    let half = Vec3::from(half);
    Hull::new_box(Point::from(-half), Point::from(half)).unwrap()
}

fn cube(half: f32) -> Hull {
    cuboid([half; 3])
}

fn upright(half: f32, radius: f32) -> (Point, Point) {
    (
        Point::new(-radius, -radius, -half),
        Point::new(radius, radius, half),
    )
}

/// One fault if it does not hold.
fn unless(holds: bool, words: impl FnOnce() -> String) -> Faults {
    if holds { Vec::new() } else { vec![words()] }
}

fn is_near(normal: Option<Plane>, wanted: Vec3, within: f32) -> bool {
    normal.is_some_and(|p| (p.normal - wanted).norm() <= within)
}
