//! Solids of the walker's courses, by code: worlds too large or too regular to be written down.

use clipmark_geometry::{Brush, Contents, Plane, Point, SurfaceFlags, Vec3};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::f32::consts::TAU;

pub(super) fn block(mins: [f32; 3], maxs: [f32; 3]) -> Option<Brush> {
    Brush::from_box(Point::from(mins), Point::from(maxs), Contents::SOLID).ok()
}

/// The floor at z = 0.
pub(super) fn floor() -> Option<Brush> {
    block([-4096.0, -4096.0, -64.0], [4096.0, 4096.0, 0.0])
}

fn solid(planes: &[Plane]) -> Option<Brush> {
    Brush::from_planes(planes, Contents::SOLID, SurfaceFlags::empty()).ok()
}

/// A box cut by planes. Each has a point on it and its normal, which points out of the solid.
pub(super) fn cut_box(mins: [f32; 3], maxs: [f32; 3], cuts: &[([f32; 3], [f32; 3])]) -> Option<Brush> {
    let mut planes = Vec::new();
    for axis in 0..3 {
        let mut n = Vec3::zeros();
        n[axis] = 1.0;
        planes.push(Plane::new(n, maxs[axis]));
        planes.push(Plane::new(-n, -mins[axis]));
    }
    planes.extend(cuts.iter().map(|(at, n)| through(*at, *n)));
    solid(&planes)
}

fn through(at: [f32; 3], normal: [f32; 3]) -> Plane {
    let n = Vec3::from(normal).cast::<f64>().normalize();
    Plane::new(n.cast(), n.dot(&Vec3::from(at).cast()) as f32)
}

/// A slope rising towards +x from (x, 0) at that many degrees, up to a height.
pub(super) fn slope(x: f32, degrees: f32, height: f32) -> Option<Brush> {
    let (sin, cos) = degrees.to_radians().sin_cos();
    let run = height * cos / sin;
    cut_box(
        [x - 1.0, -1024.0, -32.0],
        [x + run + 256.0, 1024.0, height],
        &[([x, 0.0, 0.0], [-sin, 0.0, cos])],
    )
}

/// Two upright walls that meet at the origin, opening towards -x by an angle.
pub(super) fn corner(degrees: f32) -> Vec<Brush> {
    let (sin, cos) = (degrees * 0.5).to_radians().sin_cos();
    let wall = |side: f32| {
        let along = Vec3::new(-cos, side * sin, 0.0);
        let front = Vec3::new(-sin, -side * cos, 0.0);
        solid(&[
            Plane::new(front, 0.0),
            Plane::new(-front, 32.0),
            Plane::new(along, 1500.0),
            Plane::new(-along, 64.0),
            Plane::new(Vec3::z(), 256.0),
            Plane::new(-Vec3::z(), 0.0),
        ])
    };
    [1.0, -1.0].into_iter().filter_map(wall).collect()
}

/// A groove along x between two slopes of that many degrees, its crease falling towards +x.
pub(super) fn groove(degrees: f32, falls: f32) -> Vec<Brush> {
    let (sin, cos) = degrees.to_radians().sin_cos();
    let tilt = falls.to_radians().tan();
    let side = |s: f32| {
        let n = [cos * tilt, -s * sin, cos];
        let (low, high) = if s > 0.0 { (-1.0, 400.0) } else { (-400.0, 1.0) };
        cut_box([-1500.0, low, -600.0], [1500.0, high, 700.0], &[([0.0; 3], n)])
    };
    [1.0, -1.0].into_iter().filter_map(side).collect()
}

/// A bowl: the cap of a sphere, 128 units to its rim, with the given steepness there, in 12 rings of 24
/// facets.
pub(super) fn bowl(rim_degrees: f32) -> Vec<Brush> {
    const RINGS: usize = 12;
    const FACETS: usize = 24;
    let steepest = rim_degrees.to_radians();
    let radius = 128.0 / steepest.sin();
    let at = |ring: usize, facet: usize| {
        let (polar, around) = (
            steepest * ring as f32 / RINGS as f32,
            TAU * facet as f32 / FACETS as f32,
        );
        Vec3::new(
            radius * polar.sin() * around.cos(),
            radius * polar.sin() * around.sin(),
            radius * (1.0 - polar.cos()),
        )
    };
    let mut out = Vec::new();
    for ring in 0..RINGS {
        for facet in 0..FACETS {
            let (a, b, c, d) = (
                at(ring, facet),
                at(ring + 1, facet),
                at(ring + 1, facet + 1),
                at(ring, facet + 1),
            );
            let up = (b - a).cross(&(c - a));
            let upright = |from: Vec3, to: Vec3| {
                let n = Vec3::new(to.y - from.y, from.x - to.x, 0.0);
                through(from.into(), n.into())
            };
            let mut planes = vec![
                through(b.into(), (up * up.z.signum()).into()),
                Plane::new(-Vec3::z(), 64.0),
                Plane::new(Vec3::z(), 512.0),
                upright(a, b),
                upright(b, c),
                upright(c, d),
            ];
            if ring > 0 {
                planes.push(upright(d, a));
            }
            out.extend(solid(&planes));
        }
    }
    out
}

/// Boxes and tetrahedra of 0.5 to 12 units strewn over a square of the floor; seed 16.
pub(super) fn debris(count: usize, reach: f32) -> Vec<Brush> {
    let mut random = Pcg64Mcg::seed_from_u64(16);
    let mut out = Vec::new();
    while out.len() < count {
        let size: f32 = random.random_range(0.5..12.0);
        let at = Vec3::new(
            random.random_range(-reach..reach),
            random.random_range(-reach..reach),
            0.0,
        );
        if out.len() % 2 == 0 {
            let height: f32 = random.random_range(0.5..12.0);
            let (lo, hi) = (
                at - Vec3::new(size, size, 1.0) * 0.5,
                at + Vec3::new(size * 0.5, size * 0.5, height),
            );
            out.extend(block(lo.into(), hi.into()));
        } else {
            let turn: f32 = random.random_range(0.0..TAU);
            let foot = |i: usize| {
                let (y, x) = (turn + TAU * i as f32 / 3.0).sin_cos();
                at + Vec3::new(x, y, 0.0) * size
            };
            let peak = at + Vec3::new(0.0, 0.0, size.max(2.0));
            let face = |i: usize| {
                let (a, b) = (foot(i), foot(i + 1));
                through(a.into(), (b - a).cross(&(peak - a)).into())
            };
            out.extend(solid(&[face(0), face(1), face(2), Plane::new(-Vec3::z(), 1.0)]));
        }
    }
    out
}

/// Four hundred pillars of eight sides, 2 to 8 units in radius, no two nearer than `gap`; seed 18.
pub(super) fn pillars(gap: f32) -> Vec<Brush> {
    let mut random = Pcg64Mcg::seed_from_u64(18);
    let mut placed: Vec<(f32, f32, f32)> = Vec::new();
    let mut out = Vec::new();
    // Half of the tries find room; the bound only keeps a wrong gap from looping for ever.
    for _ in 0..100_000 {
        if out.len() == 400 {
            break;
        }
        let (x, y, r): (f32, f32, f32) = (
            random.random_range(-600.0..600.0),
            random.random_range(-600.0..600.0),
            random.random_range(2.0..8.0),
        );
        let clear = |(px, py, pr): &(f32, f32, f32)| (x - px).hypot(y - py) >= r + pr + gap;
        if x.hypot(y) < 40.0 || !placed.iter().all(clear) {
            continue;
        }
        placed.push((x, y, r));
        let mut planes = vec![Plane::new(Vec3::z(), 128.0), Plane::new(-Vec3::z(), 1.0)];
        planes.extend((0..8).map(|i| {
            let (sin, cos) = (TAU * i as f32 / 8.0).sin_cos();
            Plane::new(Vec3::new(cos, sin, 0.0), cos * x + sin * y + r)
        }));
        out.extend(solid(&planes));
    }
    out
}

/// Twenty-four steps around the z axis, 16 high each, from 32 to 128 units out, over two turns.
pub(super) fn spiral() -> Vec<Brush> {
    let step = |i: usize| {
        let (a, b) = (TAU * i as f32 / 12.0, TAU * (i + 1) as f32 / 12.0);
        let top = 16.0 * (i + 1) as f32;
        let planes = [
            Plane::new(Vec3::z(), top),
            Plane::new(-Vec3::z(), 16.0 - top),
            Plane::new(Vec3::new(a.sin(), -a.cos(), 0.0), 0.0),
            Plane::new(Vec3::new(-b.sin(), b.cos(), 0.0), 0.0),
            through(
                [32.0 * a.cos(), 32.0 * a.sin(), 0.0],
                [-((a + b) * 0.5).cos(), -((a + b) * 0.5).sin(), 0.0],
            ),
            through(
                [128.0 * a.cos(), 128.0 * a.sin(), 0.0],
                [((a + b) * 0.5).cos(), ((a + b) * 0.5).sin(), 0.0],
            ),
        ];
        solid(&planes)
    };
    (0..24).filter_map(step).collect()
}
