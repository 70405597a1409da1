//! The two-cylinder walker on every backend that it can run on: the paper's promises by construction.

use crate::support;
use clipmark::collision::Work;
use clipmark::geometry::{Contents, Hull, Point, World};
use clipmark::measure::{BackendKind, backends};
use clipmark::movement::{
    Body, OwnMover, Profile, Setup, ShapeKind, UserCmd, WalkerVariant, profile_named, tick,
};
use clipmark::truth::{HullReference, Reference};

/// Deeper than this the upper hull is in a solid, in units. f32 rounding of contacts at these coordinates is 1e-4, and backends
/// may count a sixteenth of their skin as touching.
const TOUCHING: f64 = 0.01;

struct Walk {
    states: Vec<Body>,
    upper: HullReference,
    profile: Profile,
}

/// Walks a script and asserts after every tick that the upper hull is free.
fn walk(kind: BackendKind, world: &World, start: Point, script: &[Held]) -> Walk {
    let profile = *profile_named("quake3").unwrap();
    let states = run(
        kind,
        OwnMover::Pair(WalkerVariant::Improved),
        world,
        start,
        script,
    );
    let shape = if kind == BackendKind::CYLINDER {
        ShapeKind::Cylinder
    } else {
        ShapeKind::Box
    };
    let upper: Hull = shape.hull(
        OwnMover::Pair(WalkerVariant::Improved)
            .kind()
            .solid_bounds(&profile),
    );
    let upper = Reference::build(world, Contents::PLAYER_MASK).for_hull(&upper);
    for body in &states {
        let depth = upper
            .signed_distance(&body.origin.cast())
            .map_or(0.0, |d| -d.distance);
        assert!(
            depth < TOUCHING,
            "{}: upper hull {depth} deep at {:?}",
            kind.name(),
            body.origin
        );
    }
    Walk {
        states,
        upper,
        profile,
    }
}

/// The backends that have an answer for the walker's two bodies; `hull` knows players of whole sizes alone.
fn walked() -> impl Iterator<Item = (&'static str, BackendKind)> {
    backends().filter(|(name, _)| *name != "hull")
}

/// Ticks at 125 Hz, forward and up keys from -1 to 1, yaw.
type Held = (usize, f32, f32, f32);

fn run(kind: BackendKind, mover: OwnMover, world: &World, start: Point, script: &[Held]) -> Vec<Body> {
    let profile = *profile_named("quake3").unwrap();
    let backend = kind.build(world, profile.trace_rules).unwrap();
    let setup = Setup::new(profile, mover, &*backend);
    let mut body = Body::at(start);
    let mut states = vec![body];
    for &(ticks, forward, up, yaw) in script {
        for _ in 0..ticks {
            let cmd = UserCmd {
                msec: 8.0,
                forward: forward * 127.0,
                up: up * 127.0,
                yaw,
                ..UserCmd::default()
            };
            tick(&*backend, &setup, &mut body, &cmd, &mut Work::silent()).unwrap();
            states.push(body);
        }
    }
    states
}

fn stairs() -> World {
    let step = |i: usize| {
        let x = 128.0 + 32.0 * i as f32;
        support::solid([x, -256.0, 0.0], [1024.0, 256.0, 16.0 * (i + 1) as f32])
    };
    support::on_floor((0..8).map(step).collect())
}

#[test]
fn climbs_stairs_and_stands_on_top() {
    for (name, kind) in walked() {
        let run = walk(
            kind,
            &stairs(),
            Point::new(0.0, 0.0, 25.0),
            &[(250, 1.0, 0.0, 0.0), (60, 0.0, 0.0, 0.0)],
        );
        let end = run.states.last().unwrap();
        // Feet on the eighth step; the walker stands on the surface itself.
        assert!(
            (end.origin.z - (128.0 + 24.0)).abs() < 0.1,
            "{name} ends at {:?}",
            end.origin
        );
        assert!(end.grounded && end.velocity.z == 0.0, "{name}");
    }
}

#[test]
fn a_jump_rises_by_the_profiles_height_and_comes_down() {
    for (name, kind) in walked() {
        let world = support::on_floor(vec![]);
        let run = walk(
            kind,
            &world,
            Point::new(0.0, 0.0, 24.0),
            &[(20, 0.0, 0.0, 0.0), (1, 0.0, 1.0, 0.0), (150, 0.0, 0.0, 0.0)],
        );
        let floor = run.states[20].origin.z;
        let top = run
            .states
            .iter()
            .map(|b| b.origin.z)
            .fold(f32::NEG_INFINITY, f32::max);
        let law = 270.0f32.powi(2) / (2.0 * run.profile.gravity);
        // The profile rounds velocity to whole units: 48.53 at 8 ms (law L12); without rounding 45.56.
        assert!(
            top - floor > law - 0.1 && top - floor < 48.6,
            "{name} rises {}",
            top - floor
        );
        assert!(run.states.last().unwrap().grounded, "{name}");
    }
}

#[test]
fn a_wall_stops_it_and_is_not_climbed() {
    for (name, kind) in walked() {
        let world = support::on_floor(vec![support::solid([100.0, -512.0, 0.0], [132.0, 512.0, 256.0])]);
        let run = walk(kind, &world, Point::new(0.0, 0.0, 25.0), &[(200, 1.0, 0.0, 0.0)]);
        let highest = run.states[30..]
            .iter()
            .map(|b| b.origin.z)
            .fold(f32::NEG_INFINITY, f32::max);
        assert!(highest < 24.2, "{name} climbs to {highest}");
        let end = run.states.last().unwrap().origin;
        assert!(run.upper.signed_distance(&end.cast()).is_some());
        // The paper has no sweep: it stops within one tick's run, 2.56 u, of the wall.
        assert!(
            end.x > 85.0 - 2.6 - 0.1 && end.x < 85.1,
            "{name} stops at {end:?}"
        );
    }
}

#[test]
fn along_a_wall_it_slides_as_fast_as_the_slide_move() {
    // Wish 45 degrees into a wall. The effect of the profile's friction and acceleration is the same for all. The paper
    // promises that its walker loses nothing more to the wall.
    let world = support::on_floor(vec![support::solid(
        [100.0, -4096.0, 0.0],
        [132.0, 4096.0, 256.0],
    )]);
    let script = [(400, 1.0, 0.0, 45.0)];
    let start = Point::new(0.0, 0.0, 24.125);
    let law = slide_speed(&run(BackendKind::BSP, OwnMover::Slide, &world, start, &script));
    for (name, kind) in walked() {
        let speed = slide_speed(&walk(kind, &world, start, &script).states);
        assert!(
            (speed - law).abs() < 0.02 * law,
            "{name} slides at {speed}, the slide move at {law}"
        );
    }
}

fn slide_speed(states: &[Body]) -> f32 {
    let n = states.len();
    states[n - 1].origin.y - states[n - 126].origin.y
}
