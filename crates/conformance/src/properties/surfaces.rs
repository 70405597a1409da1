//! Surfaces without thickness stop the declared motions. Two-sided triangles stop any motion, one-sided triangles and
//! curved patches only motion against their front. An undeclared surface stops nothing.

use crate::report::Ledger;
use crate::setting::Setting;
use clipmark_collision::{CollisionBackend, Sweep, Work};
use clipmark_geometry::{Contents, Hull, Patch, Point, SurfaceFlags, Triangle, TriangleSides, Vec3, World};

pub(super) const NAME: &str = "surfaces";

/// Half the width of a surface, in units: far more than any hull's.
const HALF: f32 = 128.0;
/// From one surface to the next, in units.
const APART: f32 = 1024.0;
/// Surfaces of each kind: enough that one which is left out now and then is among them.
const COUNT: usize = 8;
/// Where a surface is met, from its middle, in units: off any edge, at a corner of a patch's triangles, on an edge between
/// two.
const ASIDE: [[f32; 2]; 3] = [[7.0, -3.0], [0.0, 0.0], [7.0, 0.0]];
/// How far above and below its surface a sweep begins and ends, in units.
const REACH: f32 = 100.0;

/// The kind of a level surface.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    BothSides,
    Front,
    Patch,
}

/// Once, beside one of the worlds.
pub(super) fn run(s: &Setting, ledger: &mut Ledger) {
    if s.world.name != "room" {
        return;
    }
    for (row, kind) in [Kind::BothSides, Kind::Front, Kind::Patch]
        .into_iter()
        .enumerate()
    {
        let places: Vec<Point> = (0..COUNT)
            .map(|i| Point::new(i as f32 * APART, row as f32 * APART, 0.0))
            .collect();
        let world = world(kind, &places);
        let Some(backend) = (s.build)(&world, s.rules) else {
            continue;
        };
        let known = match kind {
            Kind::Patch => s.declaration.patches,
            _ => s.declaration.triangles,
        };
        for hull in &s.hulls {
            for (place, aside) in places.iter().flat_map(|p| ASIDE.iter().map(move |a| (p, a))) {
                let at = place + Vec3::new(aside[0], aside[1], 0.0);
                sweeps(s, &*backend, (kind, known), hull, &at, ledger);
            }
        }
    }
}

/// Down onto the surface's front, and up against its back.
fn sweeps(
    s: &Setting,
    backend: &dyn CollisionBackend,
    (kind, known): (Kind, bool),
    hull: &Hull,
    place: &Point,
    ledger: &mut Ledger,
) {
    let bounds = hull.bounds();
    let fronts = [(1.0, -bounds.mins.z), (-1.0, -bounds.maxs.z)];
    for (side, touching) in fronts {
        // The effect of a patch from behind is each backend's own.
        if kind == Kind::Patch && known && side < 0.0 {
            continue;
        }
        let at = |gap: f32| place + Vec3::new(0.0, 0.0, touching + side * gap);
        let sweep = Sweep::new(*hull, at(REACH), at(-REACH));
        let t = backend.trace(&sweep, &mut Work::silent());
        ledger.case(NAME);
        let stops = known && (kind == Kind::BothSides || side > 0.0);
        let gap = (t.end.z - place.z - touching) * side;
        let mut blame = |wrong: bool, fault: &'static str, size: f32| {
            if wrong {
                ledger.found(NAME, fault, size, || {
                    format!("{}: {}", name(kind), s.example(&sweep, &t))
                });
            }
        };
        blame(
            stops && !t.hit(),
            "passes through a surface that it declares",
            1.0,
        );
        blame(
            !stops && t.hit(),
            "stops at a surface that should not stop it",
            1.0,
        );
        if stops && t.hit() {
            let off = (gap - s.rules.skin).abs();
            blame(
                off > s.tolerance(&sweep),
                "does not stop a skin before a surface",
                off,
            );
        }
    }
}

fn name(kind: Kind) -> &'static str {
    match kind {
        Kind::BothSides => "triangle with two sides",
        Kind::Front => "triangle with one side",
        Kind::Patch => "flat patch",
    }
}

/// Level surfaces with their middles at the places, their fronts up.
fn world(kind: Kind, places: &[Point]) -> World {
    let mut world = World::of_brushes("surfaces", Vec::new());
    let corner = |at: &Point, x: f32, y: f32| at + Vec3::new(x, y, 0.0) * HALF;
    let sides = match kind {
        Kind::BothSides => TriangleSides::Both,
        Kind::Front => TriangleSides::Front,
        Kind::Patch => {
            for at in places {
                let points: Vec<Point> = (0..9)
                    .map(|i| corner(at, (i % 3) as f32 - 1.0, (i / 3) as f32 - 1.0))
                    .collect();
                for p in &points {
                    world.bounds = world.bounds.with_point(p);
                }
                world.patches.push(Patch {
                    width: 3,
                    height: 3,
                    points,
                    contents: Contents::SOLID,
                    surface: SurfaceFlags::empty(),
                });
            }
            return world;
        }
    };
    let triangle = |at: &Point| {
        let corners = [(-2.0, -1.0), (2.0, -1.0), (0.0, 2.0)].map(|(x, y)| corner(at, x, y));
        Triangle::new(corners, Contents::SOLID, sides).ok()
    };
    world.with_triangles(places.iter().filter_map(triangle))
}
