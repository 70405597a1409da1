//! Properties that are asked in worlds made for them: every surface, length, number and width of which the worlds of the suite
//! have too few. The judge says of each answer whether it is right.

use super::judged::Judged;
use crate::conformance::queries;
use crate::conformance::report::Ledger;
use crate::conformance::setting::Setting;
use crate::reference::Reference;
use clipmark_collision::{CollisionBackend, Sweep, Trace, Work};
use clipmark_geometry::{
    Aabb, Brush, Contents, Hull, Patch, Point, SurfaceFlags, Triangle, TriangleSides, Vec3, World,
};

/// A backend in a world that is made for a property.
struct BuiltWorld<'a> {
    setting: &'a Setting<'a>,
    backend: Box<dyn CollisionBackend>,
    solids: Reference,
}

impl<'a> BuiltWorld<'a> {
    fn new(setting: &'a Setting<'a>, world: &World) -> Option<Self> {
        Some(Self {
            setting,
            backend: (setting.build)(world, setting.rules)?,
            solids: Reference::build(world, Contents::all()),
        })
    }

    fn of_box(s: &'a Setting<'a>, name: &str, bounds: Aabb) -> Option<Self> {
        let solid = Brush::from_box(bounds.mins, bounds.maxs, Contents::SOLID).ok()?;
        Self::new(s, &World::of_brushes(name, vec![solid]))
    }

    fn trace(&self, sweep: &Sweep) -> Trace {
        self.backend.trace(sweep, &mut Work::silent())
    }

    /// Judges sweeps of a hull, and the gaps of all of them.
    fn judge(&self, hull: &Hull, sweeps: impl IntoIterator<Item = Sweep>, ledger: &mut Ledger) {
        let truth = self.solids.for_declared(hull, &self.setting.declaration);
        let mut judged = Judged::new(self.setting, &*self.backend, &truth);
        for sweep in sweeps {
            judged.sweep(&sweep, ledger);
        }
        judged.judge_gaps(ledger);
    }
}

/// Half the size of a block, and from one block to the next, in units.
const HALF: f32 = 96.0;
const BLOCKS_APART: f32 = 2048.0;
/// How far before a face sweeps begin, and behind it end, in units.
const BEFORE_FACE: f32 = 300.0;
/// Contents of the blocks, one each.
const KINDS: [Contents; 3] = [Contents::SOLID, Contents::PLAYER_CLIP, Contents::WATER];

/// A hit names the surface met: the face's flags, the brush's contents and the plane's distance. A mask leaves out all other
/// contents. A backend that shows no flag of any face knows none, as libraries do.
pub(super) fn meet_named_surfaces(s: &Setting, ledger: &mut Ledger) {
    let blocks: Vec<Brush> = (0..).zip(KINDS).filter_map(|(i, kind)| block(i, kind)).collect();
    let world = World::of_brushes("fields", blocks.clone());
    let Some(backend) = (s.build)(&world, s.rules) else {
        return;
    };
    let sides = || {
        blocks
            .iter()
            .flat_map(|b| b.sides.iter().map(move |side| (b, side)))
    };
    let towards = |hull: &Hull, block: &Brush, n: Vec3, mask: Contents| {
        let b = hull.bounds();
        let reach = Vec3::from_fn(|i, _| if n[i] > 0.0 { -b.mins[i] } else { b.maxs[i] });
        let on = block.bounds.center() + n * (HALF + reach.dot(&n.abs()));
        Sweep::new(*hull, on + n * BEFORE_FACE, on - n * (HALF * 0.5)).against(mask)
    };
    let shows_flags = s.hulls.iter().any(|hull| {
        sides().any(|(block, side)| {
            let sweep = towards(hull, block, side.plane.normal, Contents::all());
            !backend.trace(&sweep, &mut Work::silent()).surface.is_empty()
        })
    });
    for mask in [
        Contents::PLAYER_MASK,
        Contents::SOLID,
        Contents::WATER,
        Contents::all(),
    ] {
        let solids = Reference::build(&world, mask);
        for hull in &s.hulls {
            let truth = solids.for_declared(hull, &s.declaration);
            let mut judged = Judged::new(s, &*backend, &truth).with_flags(shows_flags);
            for (block, side) in sides() {
                let sweep = towards(hull, block, side.plane.normal, mask);
                let t = judged.sweep(&sweep, ledger);
                // The judge allows a part of them, and more of other solids that are near.
                let is_other = t.hit() && block.contents.intersects(mask) && t.contents != block.contents;
                let fault = "contents that the brush met does not have";
                ledger.found_if(is_other, fault, 1.0, || s.example(&sweep, &t));
            }
        }
    }
}

/// A block whose faces each have their own flags.
fn block(number: u8, contents: Contents) -> Option<Brush> {
    let middle = Point::new(f32::from(number) * BLOCKS_APART, 0.0, 0.0);
    let half = Vec3::repeat(HALF);
    let mut block = Brush::from_box(middle - half, middle + half, contents).ok()?;
    for (i, side) in block.sides.iter_mut().enumerate() {
        side.surface = SurfaceFlags::from_bits_retain(1 << (i + 1));
    }
    Some(block)
}

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

/// Sweeps of every length stop where they should. Very short ones, each from where the last one ended, neither sink into a
/// floor nor stand still. Very long ones meet the wall in their way.
pub(super) fn sweep_all_lengths(s: &Setting, ledger: &mut Ledger) {
    let floor = Aabb::new(Point::new(-WIDE, -WIDE, -64.0), Point::new(WIDE, WIDE, 0.0));
    if let Some(built) = BuiltWorld::of_box(s, "lengths", floor) {
        for hull in &queries::every(&*built.backend) {
            for length in SHORT {
                walk_chains(&built, hull, length, ledger);
            }
        }
    }
    let wall = Vec3::new(THICK, WIDE, WIDE);
    let wall = Aabb::new(Point::from(-wall), Point::from(wall));
    let Some(built) = BuiltWorld::of_box(s, "lengths", wall) else {
        return;
    };
    for hull in &queries::every(&*built.backend) {
        let long = |length: f32| {
            let ways = [Vec3::x(), -Vec3::x(), Vec3::new(0.8, 0.5, -0.33).normalize()];
            ways.map(|towards| {
                let by = towards * length;
                let start = Point::origin() - by * AT;
                Sweep::new(*hull, start, start + by)
            })
        };
        built.judge(hull, LONG.into_iter().flat_map(long), ledger);
    }
}

/// Many short sweeps from a place a skin above the floor: down, and along it.
fn walk_chains(built: &BuiltWorld, hull: &Hull, length: f32, ledger: &mut Ledger) {
    let s = built.setting;
    let start = Point::new(10.0, -20.0, s.rules.skin - hull.bounds().mins.z);
    ledger.case();
    let mut at = start;
    for _ in 0..CHAIN {
        let down = Sweep::new(*hull, at, at - Vec3::z() * length);
        let t = built.trace(&down);
        at = t.end;
        let sunk = start.z - at.z;
        // By the rule that only a path that ends in the solid is stopped, a hull may come to touch it.
        if sunk > s.rules.skin + s.tolerance(&down) {
            ledger.found("sinks into a floor by many short sweeps", sunk, || {
                s.example(&down, &t)
            });
            break;
        }
    }
    ledger.case();
    let along = |at: Point| Sweep::new(*hull, at, at + Vec3::new(0.6, 0.8, 0.0) * length);
    let end = (0..CHAIN).fold(start, |at, _| built.trace(&along(at)).end);
    let share = (end - start).norm() / (CHAIN as f32 * length);
    let fault = "stands still by many short sweeps along a floor";
    ledger.found_if(share < WAY, fault, 1.0 - share, || {
        s.example(&along(start), &built.trace(&along(start)))
    });
}

/// Solids: more than 12 bits number.
const SIDE: usize = 66;
/// From one to the next, in units: a player fits between two.
const SOLIDS_APART: f32 = 96.0;
/// Sizes in units, in turns: cubes, posts and sheets, down to a tenth of a unit.
const SIZES: [[f32; 3]; 6] = [
    [2.0, 2.0, 2.0],
    [0.1, 24.0, 24.0],
    [24.0, 0.1, 24.0],
    [24.0, 24.0, 0.1],
    [1.0, 1.0, 40.0],
    [3.5, 3.5, 0.5],
];
/// One solid in this many is asked about, and the last ones.
const EVERY: usize = 37;
/// How far before a solid sweeps begin, in units.
const BEFORE_SOLID: f32 = 30.0;

/// In a world of very many small and thin solids each of them stops a sweep.
pub(super) fn meet_many_solids(s: &Setting, ledger: &mut Ledger) {
    let solid = |number: usize| {
        let (x, y) = ((number % SIDE) as f32, (number / SIDE) as f32);
        let low = Point::new(x * SOLIDS_APART, y * SOLIDS_APART, (number % 5) as f32 * 8.0);
        let high = low + Vec3::from(SIZES[number % SIZES.len()]);
        Brush::from_box(low, high, Contents::SOLID).ok()
    };
    let solids: Vec<Brush> = (0..SIDE * SIDE).filter_map(solid).collect();
    let Some(built) = BuiltWorld::new(s, &World::of_brushes("many", solids.clone())) else {
        return;
    };
    // A hull that passes between two solids meets none but the one asked about.
    let fits = |hull: &&Hull| hull.bounds().half_extents().amax() * 2.0 < SOLIDS_APART - 24.0 - 1.0;
    for hull in s.hulls.iter().filter(fits) {
        let b = hull.bounds();
        let past = |bounds: Aabb| {
            [0, 1, 2].map(|axis| {
                let mut start = bounds.center() - b.center().coords;
                start[axis] = bounds.mins[axis] - b.maxs[axis] - BEFORE_SOLID;
                let mut end = start;
                end[axis] = bounds.maxs[axis] - b.mins[axis] + BEFORE_SOLID;
                Sweep::new(*hull, start, end)
            })
        };
        let asked = (0..solids.len()).filter(|i| i % EVERY == 0 || i + SIZES.len() >= solids.len());
        built.judge(hull, asked.flat_map(|i| past(solids[i].bounds)), ledger);
    }
}

/// Distance of a wall inside or outside the deciding one, in units: a few f32 steps at these coordinates.
const STEP: f32 = 1.0 / 256.0;
/// How far the walls reach, in units.
const FAR: f32 = 512.0;
/// The stretch along which there is a wall, and half the way of the hull, in units.
const WALL: f32 = 64.0;
const PAST_WALL: f32 = 256.0;

/// A hull is as wide as it says. A wall that it overlaps by more than the tolerance stops it. Beside a wall farther off than
/// the skin it goes freely. The walls are made for each hull and side, so that the passages are as tight as possible.
pub(super) fn pass_beside_walls(s: &Setting, ledger: &mut Ledger) {
    for hull in &queries::every(&*s.backend) {
        let b = hull.bounds();
        for axis in 0..3 {
            for (side, reach) in [(1.0, b.maxs[axis]), (-1.0, -b.mins[axis])] {
                let along = (axis + 1) % 3;
                let mut way = Vec3::zeros();
                way[along] = PAST_WALL;
                let sweep = Sweep::new(*hull, Point::from(-way), Point::from(way));
                let tolerance = s.tolerance(&sweep);
                for gap in [-tolerance - STEP, s.rules.skin + tolerance + STEP] {
                    let (mut lo, mut hi) = (Point::from([-FAR; 3]), Point::from([FAR; 3]));
                    (lo[along], hi[along]) = (-WALL, WALL);
                    let off = reach + gap;
                    (lo[axis], hi[axis]) = if side > 0.0 { (off, FAR) } else { (-FAR, -off) };
                    // A point overlaps nothing beside it.
                    if gap < 0.0 && b.mins == b.maxs {
                        continue;
                    }
                    let Some(built) = BuiltWorld::of_box(s, "passage", Aabb::new(lo, hi)) else {
                        continue;
                    };
                    if built.trace(&sweep).status.is_reliable() {
                        built.judge(hull, [sweep], ledger);
                    }
                }
            }
        }
    }
}

/// How far the walls of the two worlds are apart, and more than any skin or tolerance, in units.
const WALLS_APART: f32 = 32.0;
const PLAINLY: f32 = 1.0;

/// Two worlds of one process, alike but for one wall and asked the same in turns, each answer for themselves.
pub(super) fn tell_worlds_apart(s: &Setting, ledger: &mut Ledger) {
    let boxed =
        |mins: [f32; 3], maxs: [f32; 3]| Brush::from_box(mins.into(), maxs.into(), Contents::SOLID).ok();
    let build = |x: f32| {
        let brushes = [
            boxed([-FAR, -FAR, -64.0], [FAR, FAR, 0.0]),
            boxed([x, -WALL, 0.0], [x + 8.0, WALL, FAR]),
            boxed([FAR - 8.0, -FAR, 0.0], [FAR, FAR, FAR]),
        ];
        let world = World::of_brushes("worlds", brushes.into_iter().flatten().collect());
        (s.build)(&world, s.rules)
    };
    let [Some(one), Some(other)] = [WALL, WALL + WALLS_APART].map(build) else {
        return;
    };
    for hull in &queries::every(&*one) {
        for aside in [-20.0, 0.0, 7.5] {
            let start = Point::new(-PAST_WALL, aside, 8.0 - hull.bounds().mins.z);
            let sweep = Sweep::new(*hull, start, start + Vec3::x() * FAR);
            let [near, far] = [&one, &other].map(|b| b.trace(&sweep, &mut Work::silent()));
            if !near.status.is_reliable() || !far.status.is_reliable() {
                continue;
            }
            ledger.case();
            let off = (far.end.x - near.end.x - WALLS_APART).abs();
            ledger.found_if(off > PLAINLY, "answers for another world", off, || {
                format!(
                    "{}, where a wall is {WALLS_APART} u farther",
                    s.example(&sweep, &far)
                )
            });
        }
    }
}

/// From one surface to the next, and half the width of one, in units: far more than any hull's.
const SURFACES_APART: f32 = 1024.0;
const HALF_WIDTH: f32 = 128.0;
/// Surfaces of each kind: enough that one which is left out now and then is among them.
const COUNT: usize = 8;
/// Where a surface is met, from its middle, in units: off any edge, at a corner of a patch's triangles, on an edge between
/// two.
const ASIDE: [[f32; 2]; 3] = [[7.0, -3.0], [0.0, 0.0], [7.0, 0.0]];
/// How far above and below its surface a sweep begins and ends, in units.
const BESIDE_SURFACE: f32 = 100.0;

/// Surfaces without thickness stop the declared motions. Two-sided triangles stop any motion, one-sided triangles and curved
/// patches only motion against their front. An undeclared surface stops nothing.
pub(super) fn check_surfaces(s: &Setting, ledger: &mut Ledger) {
    let (patches, triangles) = (s.declaration.patches, s.declaration.triangles);
    for (row, (sides, is_declared)) in (0u8..).zip([
        (Some(TriangleSides::Both), triangles),
        (Some(TriangleSides::Front), triangles),
        (None, patches),
    ]) {
        let place = |i: usize| Point::new(i as f32, f32::from(row), 0.0) * SURFACES_APART;
        let places: Vec<Point> = (0..COUNT).map(place).collect();
        let world = match sides {
            Some(sides) => level_triangles(sides, &places),
            None => level_patches(&places),
        };
        let Some(mut built) = BuiltWorld::new(s, &world) else {
            continue;
        };
        if !is_declared {
            built.solids = Reference::build(&World::default(), Contents::all());
        }
        for hull in &s.hulls {
            let b = hull.bounds();
            let mut asked = Vec::new();
            for (place, aside) in places.iter().flat_map(|p| ASIDE.iter().map(move |a| (p, a))) {
                for (side, touching) in [(1.0, -b.mins.z), (-1.0, -b.maxs.z)] {
                    // The effect of a patch from behind is each backend's own.
                    if sides.is_none() && is_declared && side < 0.0 {
                        continue;
                    }
                    let at = |gap: f32| place + Vec3::new(aside[0], aside[1], touching + side * gap);
                    asked.push(Sweep::new(*hull, at(BESIDE_SURFACE), at(-BESIDE_SURFACE)));
                }
            }
            built.judge(hull, asked, ledger);
        }
    }
}

/// Level triangles with their middles at the places, their fronts up.
fn level_triangles(sides: TriangleSides, places: &[Point]) -> World {
    let triangle = |at: &Point| {
        let corners = [(-2.0, -1.0), (2.0, -1.0), (0.0, 2.0)];
        let corners = corners.map(|(x, y)| at + Vec3::new(x, y, 0.0) * HALF_WIDTH);
        Triangle::new(corners, Contents::SOLID, sides).ok()
    };
    World::of_brushes("surfaces", Vec::new()).with_triangles(places.iter().filter_map(triangle))
}

/// Level patches with their middles at the places, their fronts up.
fn level_patches(places: &[Point]) -> World {
    let mut world = World::of_brushes("surfaces", Vec::new());
    for at in places {
        let point = |i: u8| at + Vec3::new(f32::from(i % 3) - 1.0, f32::from(i / 3) - 1.0, 0.0) * HALF_WIDTH;
        let points: Vec<Point> = (0..9).map(point).collect();
        world.bounds = points.iter().fold(world.bounds, |bounds, p| bounds.with_point(p));
        world.patches.push(Patch {
            width: 3,
            height: 3,
            points,
            contents: Contents::SOLID,
            surface: SurfaceFlags::empty(),
        });
    }
    world
}
