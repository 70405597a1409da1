//! Random sweeps of a world, for the referee and the clock: seeded, the same for every contestant.
//!
//! The mix of lengths is the engine recordings' (`tests/recordings/README.md`). A quarter of the starts lie near
//! solids, and a share at rest on them. Otherwise sweeps would hardly ever hit anything in a large empty scene.

use clipmark_geometry::{Aabb, Hull, Point, World};
use clipmark_referee::{HullReference, Reference};
use nalgebra::{Point3, Vector3};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// A start and a wished end.
pub type Line = [Point; 2];

/// Starts are drawn within the world's bounds grown by this, in units. It is about a player's height, so that
/// players also stand on floors at the top of the bounds.
const AROUND: f32 = 64.0;
/// Starts near a solid lie within its bounds grown by this, in units.
const NEAR: f32 = 40.0;
/// Share of starts that are drawn near a solid.
const NEAR_SHARE: f64 = 0.35;
/// Share of starts that rest on a surface, one skin away.
const REST_SHARE: f64 = 0.11;
/// Share of sweeps straight through the surface that a body rests at, from each of [`GAPS`] as often.
const THROUGH_SHARE: f64 = 0.04;
/// Gaps of these, in units: touching, one f32 step at coordinates from 2,048, QuakeWorld's skin, Quake III's.
const GAPS: [f64; 4] = [0.0, 1.0 / 4096.0, 1.0 / 32.0, 1.0 / 8.0];
/// Their length, in units: through any wall.
const THROUGH: f64 = 600.0;
/// Share of starts left in solids.
const SOLID_SHARE: f64 = 0.05;
/// Tries to find a free start before a solid one is taken.
const TRIES: usize = 200;
/// A sweep that looks for a surface to rest on is this long, in units.
const DROP: f32 = 1024.0;

/// Draws `count` sweeps of a world. `hull` is the largest body that will start there; resting starts keep `skin`
/// from the surface, in units.
pub fn draw(world: &World, truth: &Reference, hull: &Hull, skin: f32, count: usize, seed: u64) -> Vec<Line> {
    let body = truth.for_hull(hull);
    let mut draw = Draw::new(world, &body, skin, seed);
    (0..count).map(|_| draw.line()).collect()
}

/// Draws sweeps and places of a world, one after another; the same seed gives the same.
#[doc(hidden)]
pub struct Draw<'a> {
    pub(super) random: Pcg64Mcg,
    world: &'a World,
    bounds: Aabb,
    body: &'a HullReference,
    skin: f32,
}

/// Where a body would touch a surface.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Touch {
    /// Position at which it touches, in units.
    pub(crate) at: Point3<f64>,
    /// Unit normal of the surface.
    pub(crate) normal: Vector3<f64>,
}

impl<'a> Draw<'a> {
    /// Draws for the reference's body, the largest that will start there. Resting starts keep `skin` from the
    /// surface, in units.
    pub fn new(world: &'a World, body: &'a HullReference, skin: f32, seed: u64) -> Self {
        Self {
            random: Pcg64Mcg::seed_from_u64(seed),
            world,
            bounds: world.bounds.grown(AROUND),
            body,
            skin,
        }
    }

    /// A start and a wished end.
    pub(crate) fn line(&mut self) -> Line {
        let kind: f64 = self.random.random();
        if kind >= 1.0 - THROUGH_SHARE
            && let Some(line) = self.through()
        {
            return line;
        }
        let start = if kind < SOLID_SHARE {
            self.anywhere()
        } else if kind < SOLID_SHARE + REST_SHARE {
            self.resting()
        } else {
            self.free()
        };
        [start, start + self.displacement()]
    }

    /// From a gap straight through the surface there.
    fn through(&mut self) -> Option<Line> {
        let touch = self.any_touch()?;
        let gap = GAPS[self.random.random_range(0..GAPS.len())];
        let start: Point = (touch.at + touch.normal * gap).cast();
        let end = start.cast::<f64>() - touch.normal * THROUGH;
        Some([start, end.cast()])
    }

    fn displacement(&mut self) -> clipmark_geometry::Vec3 {
        let kind: f64 = self.random.random();
        let length = if kind < 0.4 {
            self.random.random_range(1.0..16.0)
        } else if kind < 0.7 {
            self.random.random_range(16.0..256.0)
        } else if kind < 0.9 {
            self.random.random_range(256.0..4096.0)
        } else if kind < 0.95 {
            let drop = if self.random.random() { 1.0 } else { 18.0 };
            return clipmark_geometry::Vec3::new(0.0, 0.0, -drop);
        } else {
            0.0
        };
        self.direction() * length
    }

    /// A unit vector, uniform on the sphere.
    pub(crate) fn direction(&mut self) -> clipmark_geometry::Vec3 {
        direction(&mut self.random)
    }

    fn within(&mut self, b: &Aabb) -> Point {
        let mut axis = |i: usize| {
            if b.mins[i] < b.maxs[i] {
                self.random.random_range(b.mins[i]..b.maxs[i])
            } else {
                b.mins[i]
            }
        };
        Point::new(axis(0), axis(1), axis(2))
    }

    pub(super) fn anywhere(&mut self) -> Point {
        let near: f64 = self.random.random();
        let (brushes, triangles) = (&self.world.brushes, &self.world.triangles);
        let solids = brushes.len() + triangles.len();
        if near < NEAR_SHARE && solids > 0 {
            let i = self.random.random_range(0..solids);
            let bounds = brushes
                .get(i)
                .map_or_else(|| triangles[i - brushes.len()].bounds(), |b| b.bounds);
            self.within(&bounds.grown(NEAR))
        } else {
            let bounds = self.bounds;
            self.within(&bounds)
        }
    }

    pub(super) fn free(&mut self) -> Point {
        for _ in 0..TRIES {
            let p = self.anywhere();
            if !self.body.overlaps(&p.cast()) {
                return p;
            }
        }
        self.anywhere()
    }

    /// A place one skin away from the hit of a sweep in some direction.
    fn resting(&mut self) -> Point {
        let from = self.free();
        let Some(touch) = self.touch(from) else {
            return from;
        };
        let rest: Point = (touch.at + touch.normal * f64::from(self.skin)).cast();
        if self.body.overlaps(&rest.cast()) {
            from
        } else {
            rest
        }
    }

    /// Where a body that starts somewhere free first touches something, in some direction, half the time downwards.
    pub(crate) fn any_touch(&mut self) -> Option<Touch> {
        let from = self.free();
        self.touch(from)
    }

    fn touch(&mut self, from: Point) -> Option<Touch> {
        let towards = if self.random.random() {
            -clipmark_geometry::Vec3::z()
        } else {
            self.direction()
        };
        let (start, end): (Point3<f64>, Point3<f64>) = (from.cast(), (from + towards * DROP).cast());
        let met = self.body.sweep(&start, &end);
        let normal = met.contacts.first()?.normals.first().copied()?;
        let entry = met.entry.filter(|t| *t > 0.0)?;
        let at = start + (end - start) * entry;
        Some(Touch { at, normal })
    }
}

/// A unit vector, uniform on the sphere.
pub(crate) fn direction(random: &mut Pcg64Mcg) -> clipmark_geometry::Vec3 {
    let z: f32 = random.random_range(-1.0..1.0);
    let angle: f32 = random.random_range(0.0..std::f32::consts::TAU);
    let r = (1.0 - z * z).sqrt();
    clipmark_geometry::Vec3::new(r * angle.cos(), r * angle.sin(), z)
}
