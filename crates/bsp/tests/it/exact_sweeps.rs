//! Worlds compiled here against the exact sweep: no false negative, no phantom, right normals and flags.
//!
//! Departures of brush tracing by Quake III's rules are counted apart, by the model of that engine. A side that is left lets go
//! one skin early. So a corner may be passed up to a skin deep. By the touch rule `InSolid`, a path that starts in the skin and
//! ends beyond the approached plane is stopped. This holds even where it would pass the corner without entering the solid. And a
//! hull that is flat, or a point, needs fewer bevels than a box. A flat hull that touches its body along an edge alone may name
//! its normal at that edge.
//!
//! `CLIPMARK_SWEEPS=1000000 cargo test --release -p clipmark-bsp --test it exact_sweeps:: -- --nocapture` runs the long
//! version.
#![allow(clippy::print_stdout, reason = "its figures are for a reader")]

use crate::common::{Random, block, scene, sliver, stone, wedge};
use clipmark_bsp::BspBackend;
use clipmark_collision::{CollisionBackend, Sweep, TraceRules, Work};
use clipmark_geometry::{Aabb, Contents, Hull, Point, Vec3, World};
use clipmark_truth::{Fault, Reference, Rule, judge};

/// Sweeps of the whole file unless `CLIPMARK_SWEEPS` says otherwise: about five seconds in the dev profile.
const SWEEPS: usize = 200_000;
/// The tests that share them.
const TESTS: usize = 5;

fn random_world(rng: &mut Random, kind: usize, middle: Vec3) -> World {
    let make = [stone, sliver, wedge, block];
    let brushes = (0..80).map(|i| {
        let (at, size) = (middle + rng.vector(160.0), rng.between(8.0, 48.0));
        let kind = if kind < make.len() { kind } else { i % make.len() };
        make[kind](rng, at, size)
    });
    World::of_brushes("random", brushes.collect())
}

/// Boxes of any size and place about the position; the players' among them.
fn hull(rng: &mut Random) -> Hull {
    match rng.below(6) {
        0 => Hull::Point,
        1 | 2 => Hull::quake3_player(),
        3 => Hull::new_box(Point::new(-16., -16., -24.), Point::new(16., 16., 16.)).unwrap(),
        _ => {
            let low = rng.vector(24.0);
            let size = rng.vector(24.0).map(|x| if x < -12.0 { 0.0 } else { x.abs() });
            Hull::new_box(low.into(), (low + size).into()).unwrap()
        }
    }
}

#[derive(Debug, Default)]
struct Tally {
    sweeps: usize,
    hits: usize,
    start_solid: usize,
    /// False negatives that pass no deeper than the skin.
    clipped_corners: usize,
    /// Ways through a solid that is touched at the start, as the engine lets them.
    touch_rule: usize,
    deepest_corner: f64,
    /// Stops in the skin of a corner that the path would pass, and normals of bevels that a flat hull does not need.
    bevels: usize,
    false_negatives: usize,
    phantoms: usize,
    penetrating: usize,
    wrong_flags: usize,
    wrong_normals: usize,
    malformed: usize,
}

impl Tally {
    fn faults(&self) -> usize {
        self.false_negatives
            + self.phantoms
            + self.penetrating
            + self.wrong_flags
            + self.wrong_normals
            + self.malformed
    }
}

/// Sweeps of a world: anywhere, near brushes, and on from where the last one ended, as movement does.
fn referee(world: &World, rules: TraceRules, rng: &mut Random, sweeps: usize, tally: &mut Tally) {
    const AROUND: f32 = 40.0;
    let bsp = BspBackend::build(world, rules).unwrap();
    let reference = Reference::build(world, Contents::SOLID);
    assert!(reference.omitted().is_empty(), "{:?}", reference.omitted());
    let mut work = Work::silent();
    let mut left = sweeps;
    while left > 0 {
        let hull = hull(rng);
        let truth = reference.for_declared(&hull, &bsp.facts().declaration);
        let mut start = Point::origin();
        // A hull's bodies cost as much to make as many sweeps.
        for i in 0..left.min(400) {
            if i % 4 == 0 {
                let within = if rng.below(4) == 0 {
                    world.bounds
                } else {
                    world.brushes[rng.below(world.brushes.len())].bounds
                };
                start = within_box(rng, &within.grown(AROUND));
            }
            let length = match rng.below(20) {
                0 => 0.0,
                1..9 => rng.between(0.1, 16.0),
                9..15 => rng.between(16.0, 256.0),
                _ => rng.between(256.0, 2048.0),
            };
            let towards = match rng.below(5) {
                0 => -Vec3::z(),
                1 => Vec3::x(),
                _ => rng.direction(),
            };
            let sweep = Sweep::new(hull, start, start + towards * length);
            let t = bsp.trace(&sweep, &mut work);
            let v = judge(&truth, &sweep, &t, &bsp.facts().declaration);
            tally.sweeps += 1;
            tally.hits += usize::from(t.hit());
            tally.start_solid += usize::from(t.start_solid);
            tally.clipped_corners += usize::from(v.is_by(Rule::Corner));
            if v.is_by(Rule::Corner) {
                tally.deepest_corner = tally.deepest_corner.max(v.measures.missed_depth);
            }
            tally.bevels += usize::from(v.is_by(Rule::Bevel));
            tally.touch_rule += usize::from(v.is_by(Rule::Touch));
            let before = tally.faults();
            tally.false_negatives += usize::from(v.is(Fault::Missed) || v.is(Fault::MissedFromTouch));
            tally.phantoms += usize::from(v.is(Fault::Phantom));
            tally.penetrating += usize::from(v.is(Fault::TooDeep));
            tally.wrong_flags += usize::from(v.is_wrong_start());
            tally.wrong_normals += usize::from(v.is(Fault::WrongNormal));
            tally.malformed += usize::from(
                v.is_of_geometry(Fault::Malformed) || v.is_of_geometry(Fault::Unreliable) || !v.judged,
            );
            if tally.faults() > before && tally.faults() <= 3 {
                println!("{}: {sweep:?}\n{t:?}\n{v:#?}", world.name);
            }
            start = t.end;
        }
        left -= left.min(400);
    }
}

fn within_box(rng: &mut Random, b: &Aabb) -> Point {
    Point::from(Vec3::from_fn(|i, _| rng.between(b.mins[i], b.maxs[i])))
}

fn sweeps() -> usize {
    let text = std::env::var("CLIPMARK_SWEEPS").ok();
    text.map_or(SWEEPS, |n| n.parse().expect("CLIPMARK_SWEEPS is a number"))
}

fn conclude(what: &str, tally: &Tally) {
    println!("{what}: {tally:?}");
    assert_eq!(tally.faults(), 0, "{what}: {tally:#?}");
    let apart = tally.clipped_corners + tally.bevels;
    assert!(apart * 1000 < tally.sweeps, "{what}: {tally:#?}");
    assert!(tally.hits * 5 > tally.sweeps, "{what}: {tally:#?}");
}

/// Random worlds of one kind, by both skins, about the origin and far from it.
fn random_worlds(what: &str, kind: usize) {
    let mut rng = Random::new(100 + kind as u64);
    let mut tally = Tally::default();
    let worlds = 4 * (1 + sweeps() / 200_000);
    for i in 0..worlds {
        let middle = [Vec3::zeros(), Vec3::new(3000.0, -7000.0, 500.0)][i % 2];
        let rules = [TraceRules::QUAKE3, TraceRules::QUAKEWORLD][i / 2 % 2];
        let world = random_world(&mut rng, kind, middle);
        referee(
            &world,
            rules,
            &mut rng,
            sweeps() / TESTS / 2 / worlds * 2,
            &mut tally,
        );
    }
    conclude(what, &tally);
}

#[test]
fn stones() {
    random_worlds("stones", 0);
}

#[test]
fn slivers() {
    random_worlds("slivers", 1);
}

#[test]
fn wedges() {
    random_worlds("wedges", 2);
}

#[test]
fn all_kinds_together() {
    random_worlds("all kinds", 4);
}

#[test]
fn scenes() {
    let names = [
        "corners",
        "flat",
        "ledge",
        "low-ceiling",
        "ramps",
        "seam-floor",
        "stairs",
        "step-limit",
        "surf",
        "thin-wall",
        "v-groove",
    ];
    let mut rng = Random::new(7);
    let mut tally = Tally::default();
    for name in names {
        let world = scene(&format!("{name}.ron"));
        referee(
            &world,
            TraceRules::QUAKE3,
            &mut rng,
            sweeps() / TESTS / names.len(),
            &mut tally,
        );
    }
    conclude("scenes", &tally);
}
