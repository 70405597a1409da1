//! A backend with a planted fault beside the sound one, on each of our backends.

use clipmark_collision::*;
use clipmark_faults::{AnyFault, BuildBackend, CollisionFault, Faulty};
use clipmark_geometry::*;

const RULES: TraceRules = TraceRules::QUAKE3;

fn build(kind: &'static str) -> BuildBackend {
    Box::new(move |world, rules| {
        Ok(match kind {
            "bsp" => Box::new(clipmark_bsp::BspBackend::build(world, rules)?) as Box<dyn CollisionBackend>,
            "bvh" => Box::new(clipmark_bvh::BvhBackend::build(world, rules)?),
            _ => Box::new(clipmark_cylinder::CylinderBackend::build(world, rules)?),
        })
    })
}

fn fault(name: &str) -> &'static CollisionFault {
    match AnyFault::named(name).unwrap() {
        AnyFault::Collision(fault) => fault,
        AnyFault::Movement(_) | AnyFault::Push(_) => panic!("{name} is no fault of collision"),
    }
}

/// A hull that the backend sweeps, 30 units wide and 56 high.
fn hull(kind: &str) -> Hull {
    let bounds = Hull::quake3_player().bounds();
    match kind {
        "cylinder" => Hull::Cylinder { bounds },
        _ => Hull::Box { bounds },
    }
}

pub(crate) fn solid(mins: [f32; 3], maxs: [f32; 3]) -> Brush {
    Brush::from_box(mins.into(), maxs.into(), Contents::SOLID).unwrap()
}

/// A floor at z = 0 and a wall from x = 100 on, 32 thick.
pub(crate) fn wall() -> World {
    World::of_brushes(
        "wall",
        vec![
            solid([-512.0, -512.0, -64.0], [512.0, 512.0, 0.0]),
            solid([100.0, -512.0, 0.0], [132.0, 512.0, 256.0]),
        ],
    )
}

/// A backend with a fault beside the sound one.
pub(crate) struct Pair {
    pub(crate) planted: Faulty,
    pub(crate) sound: Box<dyn CollisionBackend>,
    pub(crate) hull: Hull,
}

impl Pair {
    pub(crate) fn of(kind: &'static str, name: &str, world: &World) -> Self {
        Self {
            planted: fault(name).plant(world, RULES, build(kind)).unwrap(),
            sound: build(kind)(world, RULES).unwrap(),
            hull: hull(kind),
        }
    }

    /// Answers of both, the fault's first.
    pub(crate) fn ask(&self, start: [f32; 3], end: [f32; 3]) -> [Trace; 2] {
        self.sweep(&Sweep::new(self.hull, start.into(), end.into()))
    }

    pub(crate) fn sweep(&self, sweep: &Sweep) -> [Trace; 2] {
        let mut work = Work::silent();
        [
            self.planted.trace(sweep, &mut work),
            self.sound.trace(sweep, &mut work),
        ]
    }
}

/// A pair on each backend.
pub(crate) fn pairs(name: &str, world: &World) -> [Pair; 3] {
    ["bsp", "bvh", "cylinder"].map(|kind| Pair::of(kind, name, world))
}

/// From the middle of the room straight into the wall.
pub(crate) const INTO_WALL: [[f32; 3]; 2] = [[0.0, 0.0, 60.0], [200.0, 0.0, 60.0]];

pub(crate) fn close(a: f32, b: f32) -> bool {
    (a - b).abs() < 2e-3
}
