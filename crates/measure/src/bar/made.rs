//! Worlds made for the bar: features that maps rarely have.
//!
//! [`MANY`] has more brushes than twelve bits can number, most of them under 4 u or 0.1 u thin, and of several contents. Each
//! face has its own flags. The floor comes last. [`TURNED`] has parts that no entity moves, which the bar turns
//! ([`movers`](super::movers)): maps turn few, and about z.

use clipmark_geometry::{Brush, Contents, Model, Plane, Point, SurfaceFlags, Vec3, World};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// Name of the world of many small and thin brushes, as of a map.
pub const MANY: &str = "made:many";
/// Name of the world of parts that are turned about all axes.
pub const TURNED: &str = "made:turned";

/// Cells a side: 4,356 brushes, more than 4,096.
const CELLS: usize = 66;
/// From one cell to the next, in units: a player passes between most.
const APART: f32 = 72.0;
/// Thickness of thin brushes, in units.
const THIN: f32 = 0.1;
/// Depth of the floor, and how far the thickest brush stands above it, in units.
const FLOOR: f32 = 64.0;
const HIGH: f32 = 160.0;

/// The world of that name, if there is one.
pub fn build_world(name: &str) -> Option<World> {
    match name {
        MANY => Some(many()),
        TURNED => Some(turned()),
        _ => None,
    }
}

/// Parts a side, and from one to the next in units: none reaches another, wherever it is shifted and however turned.
const PARTS: usize = 5;
const PARTS_APART: f32 = 320.0;

/// Blocks and wedges by turns.
fn turned() -> World {
    let mut random = Pcg64Mcg::seed_from_u64(1);
    let mut part = |i: usize| {
        let at = |n: usize| (n as f32 - PARTS as f32 / 2.0) * PARTS_APART;
        let foot = Point::new(at(i % PARTS), at(i / PARTS), 32.0);
        let brush = match i % 2 {
            0 => wedge(foot, Contents::SOLID, &mut random)?,
            _ => Brush::from_box(foot, foot + Vec3::new(48.0, 8.0, 96.0), Contents::SOLID).ok()?,
        };
        Some(Model::of_brushes(format!("*{}", i + 1), vec![brush]))
    };
    let models = (0..PARTS * PARTS).filter_map(&mut part).collect();
    let half = PARTS as f32 * PARTS_APART;
    let floor = Brush::from_box(
        Point::new(-half, -half, -FLOOR),
        Point::new(half, half, 0.0),
        Contents::SOLID,
    );
    World {
        models,
        ..World::of_brushes(TURNED, floor.into_iter().collect())
    }
}

fn many() -> World {
    let mut random = Pcg64Mcg::seed_from_u64(1);
    let mut brushes: Vec<Brush> = Vec::with_capacity(CELLS * CELLS + 1);
    for i in 0..CELLS * CELLS {
        let at = |n: usize| (n as f32 - CELLS as f32 / 2.0) * APART;
        let low = match random.random_range(0..4) {
            0 => random.random_range(0.0..HIGH),
            _ => 0.0,
        };
        let foot = Point::new(at(i % CELLS), at(i / CELLS), low);
        brushes.extend(grain(i, foot, &mut random));
    }
    let half = CELLS as f32 * APART / 2.0 + APART;
    let floor = Brush::from_box(
        Point::new(-half, -half, -FLOOR),
        Point::new(half, half, 0.0),
        Contents::SOLID,
    );
    brushes.extend(floor.map(|mut floor| {
        flag(&mut floor, 0);
        floor
    }));
    World::of_brushes(MANY, brushes)
}

/// A brush that stands at a foot: a crumb, a pane, a leaf, a wedge or a block.
fn grain(number: usize, foot: Point, random: &mut Pcg64Mcg) -> Option<Brush> {
    let contents = match number % 23 {
        7 => Contents::PLAYER_CLIP,
        11 => Contents::WATER,
        _ => Contents::SOLID,
    };
    let mut boxed = |x: [f32; 2], y: [f32; 2], z: [f32; 2]| {
        let mut size = |[least, most]: [f32; 2]| match least < most {
            true => random.random_range(least..most),
            false => least,
        };
        let size = Vec3::new(size(x), size(y), size(z));
        Brush::from_box(
            foot - Vec3::new(size.x, size.y, 0.0) * 0.5,
            foot + Vec3::new(size.x, size.y, size.z * 2.0) * 0.5,
            contents,
        )
        .ok()
    };
    let brush = match number % 5 {
        0 | 1 => boxed([0.5, 4.0], [0.5, 4.0], [0.5, 4.0]),
        2 => boxed([THIN, THIN], [8.0, 48.0], [8.0, 64.0]),
        3 => boxed([8.0, 48.0], [8.0, 48.0], [THIN, THIN]),
        _ => wedge(foot, contents, random),
    };
    brush.map(|mut brush| {
        flag(&mut brush, number);
        brush
    })
}

/// A block that is cut by a slope and turned.
fn wedge(foot: Point, contents: Contents, random: &mut Pcg64Mcg) -> Option<Brush> {
    let turn: f32 = random.random_range(0.0..std::f32::consts::TAU);
    let (sin, cos) = turn.sin_cos();
    let (wide, high) = (random.random_range(1.0..16.0), random.random_range(1.0..16.0));
    let slope = Vec3::new(cos, sin, random.random_range(0.3..1.5)).normalize();
    let mut planes: Vec<Plane> = [[cos, sin], [-cos, -sin], [-sin, cos], [sin, -cos]]
        .into_iter()
        .map(|[x, y]| Vec3::new(x, y, 0.0))
        .map(|n| Plane::new(n, n.dot(&foot.coords) + wide))
        .collect();
    planes.push(Plane::new(Vec3::z(), foot.z + high));
    planes.push(Plane::new(-Vec3::z(), -foot.z));
    planes.push(Plane::new(slope, slope.dot(&foot.coords) + 0.5 * high));
    Brush::from_planes(&planes, contents, SurfaceFlags::empty()).ok()
}

/// Gives each face flags of its own, other ones on the next brush.
fn flag(brush: &mut Brush, number: usize) {
    for (i, side) in brush.sides.iter_mut().enumerate() {
        side.surface = SurfaceFlags::from_bits_retain(1 << ((number + i) % 16));
    }
}
