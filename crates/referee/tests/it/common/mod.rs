pub(crate) mod tracers;

use clipmark_collision::{
    Declaration, HullKinds, RoundHulls, Sidedness, SkinDirection, StartSolid, Sweep, Trace, TraceRules,
};
use clipmark_geometry::{
    Aabb, Brush, Contents, Hull, Plane, Point, SurfaceFlags, Triangle, TriangleSides, Vec3, World,
};
use clipmark_referee::{Fault, HullReference, Reference, Verdict, judge};
use nalgebra::Point3;

/// SplitMix64 (Steele, Lea, Flood 2014).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub(crate) fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    pub(crate) fn between(&mut self, lo: f64, hi: f64) -> f64 {
        lo + (hi - lo) * self.unit()
    }

    pub(crate) fn below(&mut self, n: usize) -> usize {
        (self.bits() % n as u64) as usize
    }

    pub(crate) fn point(&mut self, half: f64) -> Point {
        Point::from(self.vector(half))
    }

    pub(crate) fn vector(&mut self, half: f64) -> Vec3 {
        Vec3::from_fn(|_, _| self.between(-half, half) as f32)
    }

    pub(crate) fn direction(&mut self) -> Vec3 {
        loop {
            let v = self.vector(1.0);
            if (0.1..=1.0).contains(&v.norm()) {
                return v.normalize();
            }
        }
    }

    /// Planes at random distances about a point: 6 to 12 faces, acute edges included.
    pub(crate) fn brush(&mut self, center: Point, size: f64) -> Brush {
        loop {
            let n = 5 + self.below(8);
            let planes: Vec<Plane> = (0..n)
                .map(|_| {
                    let normal = self.direction();
                    let reach = self.between(0.2, 1.0) * size;
                    Plane::new(normal, normal.dot(&center.coords) + reach as f32)
                })
                .collect();
            let made = Brush::from_planes(&planes, Contents::SOLID, SurfaceFlags::empty());
            if let Ok(b) = made
                && b.bounds.half_extents().norm() < 6.0 * size as f32
            {
                return b;
            }
        }
    }
}

pub(crate) fn triangle(corners: [[f32; 3]; 3], sides: TriangleSides) -> Triangle {
    Triangle::new(corners.map(Point::from), Contents::SOLID, sides).unwrap()
}

pub(crate) fn cube(mins: [f32; 3], maxs: [f32; 3]) -> Brush {
    Brush::from_box(Point::from(mins), Point::from(maxs), Contents::SOLID).unwrap()
}

pub(crate) fn world(brushes: Vec<Brush>) -> World {
    World::of_brushes("test", brushes)
}

/// The solid of planes, each a normal and a distance.
pub(crate) fn solid_of(planes: &[([f32; 3], f32)]) -> Brush {
    let planes = planes.iter().map(|(n, d)| Plane::new(Vec3::from(*n), *d));
    let planes: Vec<Plane> = planes.collect();
    Brush::from_planes(&planes, Contents::SOLID, SurfaceFlags::empty()).unwrap()
}

/// The exact reference of a hull in a world.
pub(crate) fn truth(world: &World, hull: &Hull) -> HullReference {
    Reference::build(world, Contents::SOLID).for_hull(hull)
}

/// An answer that stops at a fraction, with that normal.
pub(crate) fn stopped(s: &Sweep, fraction: f32, normal: Vec3) -> Trace {
    Trace {
        fraction,
        end: s.at(fraction),
        plane: Some(Plane::new(normal, 0.0)),
        contents: Contents::SOLID,
        ..Trace::free(s)
    }
}

/// A sweep whose answers are judged.
pub(crate) struct Asked {
    pub(crate) exact: HullReference,
    pub(crate) sweep: Sweep,
    pub(crate) declared: Declaration,
}

impl Asked {
    /// By Quake III's rules, of a backend of solids.
    pub(crate) fn new(world: &World, hull: Hull, start: impl Into<Point>, end: impl Into<Point>) -> Self {
        Self::by(declares(TraceRules::QUAKE3), world, hull, start, end)
    }

    pub(crate) fn by(
        declared: Declaration,
        world: &World,
        hull: Hull,
        start: impl Into<Point>,
        end: impl Into<Point>,
    ) -> Self {
        Self {
            exact: Reference::build(world, Contents::SOLID).for_declared(&hull, &declared),
            sweep: Sweep::new(hull, start.into(), end.into()),
            declared,
        }
    }

    pub(crate) fn judge(&self, answer: &Trace) -> Verdict {
        judge(&self.exact, &self.sweep, answer, &self.declared)
    }

    /// The verdict on a stop at a fraction, with that normal.
    pub(crate) fn stop(&self, fraction: f32, normal: Vec3) -> Verdict {
        self.judge(&stopped(&self.sweep, fraction, normal))
    }

    /// A stop may have these normals, and not those.
    #[track_caller]
    pub(crate) fn assert_normals(&self, fraction: f32, right: &[Vec3], wrong: &[Vec3]) {
        for n in right {
            let v = self.stop(fraction, *n);
            assert!(v.is_clean(), "{n} {v:?}");
        }
        for n in wrong {
            let v = self.stop(fraction, *n);
            assert!(v.is_of_geometry(Fault::WrongNormal), "{n} {v:?}");
        }
    }
}

pub(crate) fn unit_box(half: f32) -> Hull {
    Hull::new_box(Point::new(-half, -half, -half), Point::new(half, half, half)).unwrap()
}

pub(crate) fn p(x: f64, y: f64, z: f64) -> Point3<f64> {
    Point3::new(x, y, z)
}

pub(crate) fn player_bounds() -> Aabb {
    Hull::quake3_player().bounds()
}

pub(crate) fn declares(rules: TraceRules) -> Declaration {
    Declaration {
        hulls: HullKinds {
            point: true,
            sphere: true,
            aabb: true,
            capsule: true,
            cylinder: true,
        },
        rules,
        skin_direction: SkinDirection::Normal,
        round_hulls: RoundHulls::Round,
        sidedness: Sidedness::Solid,
        start_solid: StartSolid::Blocks,
        touching_overlaps: false,
        follows: None,
        patches: false,
        triangles: false,
    }
}
