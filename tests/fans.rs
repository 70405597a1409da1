//! Sweeps that start in one place, asked together (`trace_fan`), are answered as they are one by one, to the bit, and take no
//! more counted work. Every backend of ours, in generated worlds; a fetched map besides.
#![allow(clippy::unwrap_used, reason = "a panic is how a test fails")]

mod support;

use allocation_counter::measure;
use clipmark::collision::{CollisionBackend, Counts, Fan, Sweep, Trace, TraceRules, Work};
use clipmark::geometry::{Contents, Hull, Point, Vec3, World};
use clipmark::measure::fans::{FanKind, draw};
use clipmark::measure::grow::Town;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use support::questions::{self, kinds};

/// Stands where an answer is to be written.
fn blank() -> Trace {
    Trace::refused(
        &Sweep::new(Hull::Point, Point::origin(), Point::origin()),
        clipmark::collision::Status::Failed,
    )
}

/// What fans took together, and what their sweeps took one by one.
#[derive(Default)]
struct Took {
    together: Counts,
    alone: Counts,
}

impl Took {
    /// Asks both ways.
    fn ask(&mut self, backend: &dyn CollisionBackend, fan: &Fan, what: &str) {
        let mut work = Work::counting();
        let alone: Vec<Trace> = fan
            .sweeps()
            .map(|sweep| backend.trace(&sweep, &mut work))
            .collect();
        self.alone += work.take_counts();
        let mut together = vec![blank(); fan.ends.len()];
        backend.trace_fan(fan, &mut together, &mut work);
        self.together += work.take_counts();
        let mut in_silence = vec![blank(); fan.ends.len()];
        let mut silent = Work::silent();
        backend.trace_fan(fan, &mut in_silence, &mut silent);
        for (i, (one, other)) in alone.iter().zip(&together).enumerate() {
            let sweep = fan.sweep_to(fan.ends[i]);
            assert_eq!(
                one.bits(),
                other.bits(),
                "{what}: {sweep:?}\nalone {one:?}\ntogether {other:?}"
            );
            let one = backend.trace(&sweep, &mut silent);
            assert_eq!(one.bits(), in_silence[i].bits(), "{what}: {sweep:?}, not counted");
        }
    }

    fn assert_is_no_more(&self, what: &str) {
        let (a, b) = (&self.together, &self.alone);
        assert_eq!(a.queries, b.queries, "{what}: each sweep is a question");
        // What is visited or tested for a whole fan counts once.
        let steps =
            |c: &Counts| c.nodes + c.leaves + c.primitives + c.planes + c.gjk_iterations + c.epa_iterations;
        assert!(steps(a) <= steps(b), "{what}: together {a:?}\nalone {b:?}");
        assert!(a.planes <= b.planes, "{what}: together {a:?}\nalone {b:?}");
    }
}

/// Fans as games ask them, and wild ones: of any size, with ends anywhere, at the start, and at no place at all.
fn assert_fans_agree(world: &World, count: usize, what: &str) {
    let mask = Contents::PLAYER_MASK;
    for kind in kinds() {
        let backend = kind.build(world, TraceRules::QUAKE3).unwrap();
        for hull in questions::hulls(&*backend) {
            let what = format!("{} on {what}, {}", kind.name(), hull.kind());
            let mut took = Took::default();
            for use_of_it in FanKind::ALL {
                for fan in draw(world, mask, use_of_it, 16, count, 5) {
                    took.ask(&*backend, &Fan::new(hull, fan.start, &fan.ends), &what);
                }
            }
            took.assert_is_no_more(&what);
            let mut random = Pcg64Mcg::seed_from_u64(11);
            let low = world.bounds.mins;
            let size = world.bounds.maxs - low;
            for i in 0..count {
                let start = low + Vec3::from_fn(|k, _| size[k] * random.random_range(0.0..1.0f32));
                let length = [0.5f32, 20.0, 200.0, 3000.0][i % 4];
                let mut ends: Vec<Point> = (0..random.random_range(0..40))
                    .map(|_| start + Vec3::from_fn(|_, _| random.random_range(-length..length)))
                    .collect();
                match i % 8 {
                    1 => ends.push(start),
                    2 => ends.push(Point::new(f32::NAN, 0.0, 0.0)),
                    3 => ends.push(start + Vec3::z() * 1e9),
                    _ => {}
                }
                let mask = if i % 5 == 0 { Contents::SOLID } else { mask };
                Took::default().ask(&*backend, &Fan::new(hull, start, &ends).against(mask), &what);
            }
        }
    }
}

#[test]
fn fans_agree_in_generated_towns() {
    for (brushes, seed) in [(60, 1), (400, 2)] {
        let mut town = Town::of(brushes, seed).unwrap();
        assert_fans_agree(town.world_with_spawns(), 20, &format!("a town of {brushes}"));
    }
}

#[test]
fn fans_agree_where_hits_tie() {
    for name in ["seam-floor", "stairs"] {
        let (setting, _) = questions::scene(name, 1);
        assert_fans_agree(&setting.world, 20, name);
    }
}

#[test]
#[ignore = "needs a fetched map: run scenes/fetch-maps.sh"]
fn fans_agree_on_a_map_with_patches() {
    let world = support::map("oacmpdm8");
    assert!(!world.patches.is_empty());
    assert_fans_agree(&world, 60, "oacmpdm8");
    assert_fans_agree(&world.without_patches(), 60, "oacmpdm8 without patches");
}

/// An answer that was not asked for is left as it was.
#[test]
fn a_fan_is_as_long_as_its_answers() {
    let (setting, _) = questions::scene("stairs", 1);
    let ends = [Point::new(0.0, 0.0, -500.0); 20];
    let fan = Fan::new(Hull::quake3_player(), Point::new(0.0, 0.0, 90.0), &ends);
    for kind in kinds() {
        let backend = kind.build(&setting.world, TraceRules::QUAKE3).unwrap();
        let fan = Fan {
            hull: questions::hulls(&*backend)[0],
            ..fan
        };
        let mut work = Work::silent();
        let mut few = [blank(); 3];
        backend.trace_fan(&fan, &mut few, &mut work);
        assert!(few.iter().all(|t| t.bits() != blank().bits()), "{}", kind.name());
        let mut many = [blank(); 30];
        backend.trace_fan(&fan, &mut many, &mut work);
        let answered = many.iter().filter(|t| t.bits() != blank().bits()).count();
        assert_eq!(answered, ends.len(), "{}", kind.name());
    }
}

#[test]
fn a_warm_fan_allocates_nothing() {
    let mut town = Town::of(200, 3).unwrap();
    let world = town.world_with_spawns();
    for kind in kinds().filter(|kind| !kind.is_stock()) {
        let backend = kind.build(world, TraceRules::QUAKE3).unwrap();
        let hull = questions::hulls(&*backend)[0];
        let (mut work, mut answers) = (Work::silent(), [blank(); 16]);
        for use_of_it in FanKind::ALL {
            let fans = draw(world, Contents::PLAYER_MASK, use_of_it, 16, 20, 9);
            let mut ask = || {
                for fan in &fans {
                    backend.trace_fan(&Fan::new(hull, fan.start, &fan.ends), &mut answers, &mut work);
                }
            };
            // Parry's EPA keeps its memory, which grows to the largest polytope met.
            ask();
            let counted = measure(ask);
            assert_eq!(counted.count_total, 0, "{} {use_of_it:?}", kind.name());
        }
    }
}
