//! What a backend declares is so: starts, the touch rule, and surfaces without thickness.

use crate::conformance::report::Ledger;
use crate::conformance::setting::Setting;
use clipmark_collision::{CollisionBackend, StartSolid, Sweep, TouchRule, Work};
use clipmark_geometry::{Contents, Hull, Patch, Point, SurfaceFlags, Triangle, TriangleSides, Vec3, World};

/// The worlds in which the floor or the box's top is level around the origin.
pub(super) const FLOORS: [&str; 4] = ["room", "thin-wall", "tiles", "box"];

/// The height of that floor.
fn floor_of(world: &str) -> f32 {
    if world == "box" { 32.0 } else { 0.0 }
}

/// The position of a hull whose lowest point is so far above the floor.
fn above(hull: &Hull, floor: f32, gap: f32) -> Point {
    Point::new(8.0, 8.0, floor - hull.bounds().mins.z + gap)
}

/// Starts follow the declaration: touching, the touch rule, starts in solids.
pub(super) fn check_starts(s: &Setting, ledger: &mut Ledger) {
    let floor = floor_of(&s.world.name);
    ledger.found_if(
        s.declaration.rules != s.rules,
        "declares other rules than it was built with",
        1.0,
        || {
            format!(
                "world {}: {:?} instead of {:?}",
                s.world.name, s.declaration.rules, s.rules
            )
        },
    );
    let skin = s.rules.skin;
    for hull in &s.hulls {
        let at = |gap: f32| above(hull, floor, gap);
        let mut blame = |wrong: bool, fault: &'static str, sweep: &Sweep| {
            ledger.case();
            ledger.found_if(wrong, fault, 1.0, || s.example(sweep, &s.trace(sweep)));
        };
        let touching = Sweep::new(*hull, at(0.0), at(0.0));
        let overlaps = s
            .backend
            .overlap(hull, &at(0.0), touching.mask, &mut Work::silent())
            .is_some();
        blame(
            overlaps != s.declaration.touching_overlaps,
            "mere touching is not what it declares",
            &touching,
        );
        let down = |from: f32, to: f32| Sweep::new(*hull, at(from), at(to));
        let into_skin = down(8.0, skin * 0.5);
        let expected = s.rules.touch == TouchRule::WithinSkin;
        blame(
            s.trace(&into_skin).hit() != expected,
            "a path that ends inside the skin breaks the touch rule",
            &into_skin,
        );
        let outside_skin = down(8.0, skin * 2.0);
        blame(
            s.trace(&outside_skin).hit(),
            "a path that ends outside the skin is a hit",
            &outside_skin,
        );
        let in_skin_away = down(skin * 0.5, 20.0);
        blame(
            s.trace(&in_skin_away).hit(),
            "a path out of the skin is a hit",
            &in_skin_away,
        );
        // A step of f32 off the surface, and on it: long ways show that it is not let go of.
        for gap in [0.0, at(0.0).z.next_up() - at(0.0).z] {
            for way in [8.0, 600.0] {
                let pressed = down(gap, -way);
                let t = s.trace(&pressed);
                let gone = t.fraction * pressed.displacement().norm();
                blame(
                    gone > s.tolerance(&pressed),
                    "goes into a surface that it touches",
                    &pressed,
                );
            }
        }
        let deeper = down(-4.0, -8.0);
        let out = down(-4.0, 100.0);
        let (t, u) = (s.trace(&deeper), s.trace(&out));
        match s.declaration.start_solid {
            StartSolid::IgnoredUnlessAllSolid => {
                blame(
                    !t.all_solid || t.hit() != (t.fraction == 0.0),
                    "is not all solid",
                    &deeper,
                );
                blame(
                    !u.start_solid || u.all_solid || u.hit(),
                    "does not let go of a solid",
                    &out,
                );
            }
            StartSolid::Blocks => {
                blame(
                    !t.start_solid || t.fraction > 0.0,
                    "goes on into a solid",
                    &deeper,
                );
                blame(!u.start_solid, "does not notice a start in a solid", &out);
            }
            StartSolid::Flagged => {
                for (sweep, t) in [(&deeper, &t), (&out, &u)] {
                    blame(!t.start_solid, "does not flag a start in a solid", sweep);
                    blame(t.hit(), "does not let go of a solid", sweep);
                }
            }
            StartSolid::Unnoticed => {}
        }
    }
}

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

/// Surfaces without thickness stop the declared motions. Two-sided triangles stop any motion, one-sided triangles and curved
/// patches only motion against their front. An undeclared surface stops nothing.
pub(super) fn check_surfaces(s: &Setting, ledger: &mut Ledger) {
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
                sweep_against_both_sides(s, &*backend, (kind, known), hull, &at, ledger);
            }
        }
    }
}

/// Down onto the surface's front, and up against its back.
fn sweep_against_both_sides(
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
        ledger.case();
        let stops = known && (kind == Kind::BothSides || side > 0.0);
        let gap = (t.end.z - place.z - touching) * side;
        let mut blame = |wrong: bool, fault: &'static str, size: f32| {
            ledger.found_if(wrong, fault, size, || {
                format!("{}: {}", name(kind), s.example(&sweep, &t))
            });
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
