//! Draws the questions of the net. Everything here is its own: where another crate drew them, its rewriting would change every
//! recorded answer. No function of the C library is called, whose results differ between platforms.

use crate::tally::hash;
use clipmark_geometry::{Aabb, Brush, Contents, Hull, Point, Vec3, World};
use rand::Rng as _;
use rand_pcg::Pcg64Mcg;

/// Starts are drawn within the world's bounds grown by this, in units: players stand on the tops of bounds too.
const AROUND: f32 = 64.0;
/// Starts near a solid lie within its bounds grown by this, in units.
const NEAR: f32 = 40.0;
/// Distances of a start from a surface, in units: in it, on it, at the gap that rounding leaves, and at the engines' skins.
const GAPS: [f32; 8] = [
    -1.0,
    -1.0 / 64.0,
    0.0,
    1.0 / 4096.0,
    1.0 / 32.0,
    1.0 / 32.0,
    1.0 / 8.0,
    1.0 / 8.0,
];

/// Draws of a start before one in a solid is taken.
const TRIES: usize = 12;
/// A body that is in a brush less deep than this is free, in units: a little more than the second of [`GAPS`].
const DEEP: f32 = 1.0 / 32.0;

/// The bodies that are swept, by name.
pub(crate) fn hulls() -> [(&'static str, Hull); 7] {
    let bounds = |half: f32, bottom: f32, top: f32| {
        Aabb::new(Point::new(-half, -half, bottom), Point::new(half, half, top))
    };
    let player = bounds(15.0, -24.0, 32.0);
    [
        ("player", Hull::Box { bounds: player }),
        (
            "crouched",
            Hull::Box {
                bounds: bounds(15.0, -24.0, 16.0),
            },
        ),
        (
            "large",
            Hull::Box {
                bounds: bounds(48.0, -24.0, 72.0),
            },
        ),
        ("point", Hull::Point),
        ("sphere", Hull::Sphere { radius: 12.0 }),
        ("capsule", Hull::Capsule { bounds: player }),
        ("cylinder", Hull::Cylinder { bounds: player }),
    ]
}

/// Draws the questions of one key; the same key has the same ones, whatever else is asked.
pub(crate) struct Draw<'a> {
    random: Pcg64Mcg,
    world: &'a World,
    body: Aabb,
}

impl<'a> Draw<'a> {
    /// For a hull in a world.
    pub(crate) fn new(world: &'a World, hull: &Hull, key: &str) -> Self {
        let seed = u128::from(hash(key));
        Self {
            // A multiplicative generator needs an odd state.
            random: Pcg64Mcg::new((seed << 64) | seed | 1),
            world,
            body: hull.bounds(),
        }
    }

    /// From 0 up to 1, in steps of 2^-24.
    fn share(&mut self) -> f32 {
        (self.random.next_u64() >> 40) as f32 / (1 << 24) as f32
    }

    fn below(&mut self, n: usize) -> usize {
        (((self.random.next_u64() >> 32) * n as u64) >> 32) as usize
    }

    fn between(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.share()
    }

    fn within(&mut self, b: &Aabb) -> Point {
        Point::new(
            self.between(b.mins.x, b.maxs.x),
            self.between(b.mins.y, b.maxs.y),
            self.between(b.mins.z, b.maxs.z),
        )
    }

    /// A unit vector, uniform on the sphere.
    fn direction(&mut self) -> Vec3 {
        loop {
            let v = Vec3::new(
                self.between(-1.0, 1.0),
                self.between(-1.0, 1.0),
                self.between(-1.0, 1.0),
            );
            let square = v.dot(&v);
            if (0.01..=1.0).contains(&square) {
                return v / square.sqrt();
            }
        }
    }

    /// Three angles in degrees.
    pub(crate) fn angles(&mut self) -> Vec3 {
        Vec3::new(
            self.between(-90.0, 90.0),
            self.between(-180.0, 180.0),
            self.between(-90.0, 90.0),
        )
    }

    /// A start, and the normal of the surface that it is at. Most faces of a map lie inside other brushes, so it is drawn again
    /// until it is free; some may lie anywhere.
    fn start(&mut self) -> (Point, Option<Vec3>) {
        let tries = if self.below(8) == 0 { 1 } else { TRIES };
        let mut start = self.any_start();
        for _ in 1..tries {
            if self.is_free(&start.0) {
                break;
            }
            start = self.any_start();
        }
        start
    }

    /// Whether no brush holds the body's bounds deeper than [`DEEP`].
    fn is_free(&self, at: &Point) -> bool {
        let body = self.body.translated(&at.coords);
        let holds = |brush: &Brush| {
            let mut sides = brush.sides.iter().map(|side| side.plane);
            brush.contents.intersects(Contents::PLAYER_MASK)
                && brush.bounds.touches(&body)
                && sides.all(|plane| {
                    let height = plane.normal.dot(&at.coords) - plane.dist;
                    height - self.reach(&plane.normal) < -DEEP
                })
        };
        !self.world.brushes.iter().any(holds)
    }

    /// How far the body's bounds reach against a direction, in units.
    fn reach(&self, normal: &Vec3) -> f32 {
        let corner = |i: usize| match normal[i] > 0.0 {
            true => self.body.mins[i],
            false => self.body.maxs[i],
        };
        -(normal.x * corner(0) + normal.y * corner(1) + normal.z * corner(2))
    }

    fn any_start(&mut self) -> (Point, Option<Vec3>) {
        let world = self.world;
        let (brushes, patches) = (world.brushes.len(), world.patches.len());
        let solids = brushes + patches + world.triangles.len();
        let kind = self.below(8);
        if kind == 0 || solids == 0 {
            return (self.within(&world.bounds.grown(AROUND)), None);
        }
        let solid = self.below(solids);
        if let Some(brush) = world.brushes.get(solid) {
            let near = self.within(&brush.bounds.grown(if kind < 3 { NEAR } else { 0.0 }));
            if kind < 3 || !brush.contents.intersects(Contents::PLAYER_MASK) {
                return (near, None);
            }
            let plane = brush.sides[self.below(brush.sides.len())].plane;
            let on = near - plane.normal * (plane.normal.dot(&near.coords) - plane.dist);
            return (self.off(on, plane.normal), Some(plane.normal));
        }
        if let Some(patch) = world.patches.get(solid - brushes) {
            let point = patch.points[self.below(patch.points.len())];
            return (self.within(&Aabb::new(point, point).grown(NEAR)), None);
        }
        let [a, b, c] = world.triangles[solid - brushes - patches].corners;
        let (u, v) = (self.share(), self.share());
        let (u, v) = if u + v > 1.0 { (1.0 - u, 1.0 - v) } else { (u, v) };
        let normal = (b - a).cross(&(c - a)).normalize();
        (self.off(a + (b - a) * u + (c - a) * v, normal), Some(normal))
    }

    /// The body's position where it is a gap off a surface through `on`.
    fn off(&mut self, on: Point, normal: Vec3) -> Point {
        on + normal * (self.reach(&normal) + GAPS[self.below(GAPS.len())])
    }

    /// A place.
    pub(crate) fn place(&mut self) -> Point {
        self.start().0
    }

    /// A start and an end, at a distance of `least` to `most` units: straight into the surface, along an axis, or anywhere.
    pub(crate) fn sweep(&mut self, least: f32, most: f32) -> [Point; 2] {
        let (start, normal) = self.start();
        let direction = match (self.below(3), normal) {
            (0, Some(normal)) => -normal,
            (1, _) => {
                let mut axis = Vec3::zeros();
                axis[self.below(3)] = if self.below(2) == 0 { 1.0 } else { -1.0 };
                axis
            }
            _ => self.direction(),
        };
        [start, start + direction * self.between(least, most)]
    }
}
