//! Random shapes, and both solvers.
use clipmark_bvh::{BvhBackend, PlanesBackend};
use clipmark_collision::{CollisionBackend, TraceRules};
use clipmark_geometry::{Brush, Contents, Hull, Plane, Point, SurfaceFlags, Vec3, World};

/// SplitMix64 (Steele, Lea, Flood 2014), seeded by the test.
pub(crate) struct Rng(pub(crate) u64);

impl Rng {
    pub(crate) fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
    pub(crate) fn unit(&mut self) -> f32 {
        (self.bits() >> 40) as f32 / (1u64 << 24) as f32
    }
    pub(crate) fn within(&mut self, lo: f32, hi: f32) -> f32 {
        lo + (hi - lo) * self.unit()
    }
    pub(crate) fn below(&mut self, n: usize) -> usize {
        (self.bits() % n as u64) as usize
    }
    pub(crate) fn point(&mut self, r: f32) -> Point {
        Point::new(self.within(-r, r), self.within(-r, r), self.within(-r, r))
    }
    pub(crate) fn direction(&mut self) -> Vec3 {
        loop {
            let v = self.point(1.0).coords;
            if (0.01..1.0).contains(&v.norm_squared()) {
                return v.normalize();
            }
        }
    }
}

/// A random convex solid about `at`: a box, a wedge, or the intersection of half-spaces in any direction.
pub(crate) fn random_brush(rng: &mut Rng, at: Point, size: f32) -> Brush {
    loop {
        let kind = rng.below(3);
        let mut planes = Vec::new();
        for axis in 0..3 {
            for sign in [1.0, -1.0] {
                let mut n = Vec3::zeros();
                n[axis] = sign;
                planes.push(Plane::new(n, n.dot(&at.coords) + size * rng.within(0.2, 1.0)));
            }
        }
        for _ in 0..[0, 1, 3 + rng.below(8)][kind] {
            let mut n = rng.direction();
            if kind == 1 {
                n[rng.below(3)] = 0.0;
                n = n.normalize();
            }
            planes.push(Plane::new(n, n.dot(&at.coords) + size * rng.within(0.1, 0.8)));
        }
        if let Ok(b) = Brush::from_planes(&planes, Contents::SOLID, SurfaceFlags::empty()) {
            return b;
        }
    }
}

pub(crate) fn boxed(mins: [f32; 3], maxs: [f32; 3]) -> Brush {
    Brush::from_box(Point::from(mins), Point::from(maxs), Contents::SOLID).unwrap()
}

/// A cut along an axis: a box meets only planes of a box that is cut so.
pub(crate) const RAMP: Vec3 = Vec3::new(0.6, 0.0, 0.8);
/// A cut that leans both ways: its edges run askew of every axis.
pub(crate) const ASKEW: Vec3 = Vec3::new(-1.0 / 3.0, 2.0 / 3.0, 2.0 / 3.0);

/// A box about a place, of half the size `half`, cut off at these distances from its middle.
pub(crate) fn cut_box(half: f32, cuts: &[(Vec3, f32)], at: Vec3) -> Brush {
    let axes = [Vec3::x(), Vec3::y(), Vec3::z()];
    let sides = axes.into_iter().flat_map(|n| [(-n, half), (n, half)]);
    let planes = sides.chain(cuts.iter().copied());
    let planes: Vec<Plane> = planes.map(|(n, dist)| Plane::new(n, dist + n.dot(&at))).collect();
    Brush::from_planes(&planes, Contents::SOLID, SurfaceFlags::empty()).unwrap()
}

/// `bvh` and `bvh:planes`: what must hold for one must hold for the other.
pub(crate) fn backends(brushes: Vec<Brush>, rules: TraceRules) -> [Box<dyn CollisionBackend>; 2] {
    both(&World::of_brushes("test", brushes), rules)
}

/// The same, of a world.
pub(crate) fn both(world: &World, rules: TraceRules) -> [Box<dyn CollisionBackend>; 2] {
    [
        Box::new(BvhBackend::build(world, rules).unwrap()),
        Box::new(PlanesBackend::build(world, rules).unwrap()),
    ]
}

pub(crate) fn player() -> Hull {
    Hull::quake3_player()
}

pub(crate) fn round_hulls() -> [Hull; 3] {
    let (lo, hi) = (Point::new(-15.0, -15.0, -24.0), Point::new(15.0, 15.0, 32.0));
    [
        Hull::new_sphere(12.0).unwrap(),
        Hull::new_capsule(lo, hi).unwrap(),
        Hull::new_cylinder(lo, hi).unwrap(),
    ]
}
