use clipmark_collision::{Sweep, recording};
use clipmark_geometry::{Brush, Contents, Hull, Plane, Point, SurfaceFlags, Vec3, World};
use clipmark_scene::load_world;
use rand::{RngExt, SeedableRng};
use rand_distr::UnitSphere;
use rand_pcg::Pcg64Mcg;
use std::fs::File;
use std::path::{Path, PathBuf};

/// Random shapes and sweeps, the same in every run.
pub(crate) struct Random(Pcg64Mcg);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(Pcg64Mcg::seed_from_u64(seed))
    }

    pub(crate) fn unit(&mut self) -> f32 {
        self.0.random()
    }

    pub(crate) fn between(&mut self, lo: f32, hi: f32) -> f32 {
        lo + (hi - lo) * self.unit()
    }

    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0.random_range(0..n)
    }

    pub(crate) fn vector(&mut self, half: f32) -> Vec3 {
        Vec3::from_fn(|_, _| self.between(-half, half))
    }

    pub(crate) fn direction(&mut self) -> Vec3 {
        Vec3::from(self.0.sample::<[f32; 3], _>(UnitSphere))
    }
}

pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A world of `scenes/`: a scene by its name, or a fetched map as `maps/name.bsp`.
pub(crate) fn scene(name: &str) -> World {
    load_world(name, &root().join("scenes")).unwrap_or_else(|e| panic!("{e}"))
}

pub(crate) fn cube(mins: [f32; 3], maxs: [f32; 3], contents: Contents) -> Brush {
    Brush::from_box(Point::from(mins), Point::from(maxs), contents).unwrap()
}

pub(crate) fn solid(planes: &[(Vec3, f32)]) -> Option<Brush> {
    let planes: Vec<Plane> = planes.iter().map(|&(n, d)| Plane::new(n, d)).collect();
    Brush::from_planes(&planes, Contents::SOLID, SurfaceFlags::empty()).ok()
}

/// Planes at random distances about a point, up to a dozen: obtuse, acute and nearly flush edges.
pub(crate) fn stone(rng: &mut Random, at: Vec3, size: f32) -> Brush {
    loop {
        let planes: Vec<(Vec3, f32)> = (0..5 + rng.below(9))
            .map(|_| {
                let n = rng.direction();
                (n, n.dot(&at) + rng.between(0.1, 1.0) * size)
            })
            .collect();
        if let Some(b) = solid(&planes)
            && b.bounds.half_extents().amax() < 6.0 * size
        {
            return b;
        }
    }
}

/// A plate, needle or grain in any direction: some sizes far below others.
pub(crate) fn sliver(rng: &mut Random, at: Vec3, size: f32) -> Brush {
    loop {
        let u = rng.direction();
        let Some(v) = u.cross(&rng.direction()).try_normalize(0.1) else {
            continue;
        };
        let w = u.cross(&v).normalize();
        let mut planes = Vec::new();
        for n in [u, v, w] {
            let half = size * [1.0, 0.1, 0.01, 0.001][rng.below(4)];
            planes.extend([(n, n.dot(&at) + half), (-n, half - n.dot(&at))]);
        }
        if let Some(b) = solid(&planes) {
            return b;
        }
    }
}

/// A wedge with an edge of any angle down to a degree, often along an axis.
pub(crate) fn wedge(rng: &mut Random, at: Vec3, size: f32) -> Brush {
    loop {
        let axes = [Vec3::x(), Vec3::y(), Vec3::z()];
        let ridge = if rng.below(3) == 0 {
            rng.direction()
        } else {
            axes[rng.below(3)]
        };
        let Some(down) = ridge.cross(&rng.direction()).try_normalize(0.1) else {
            continue;
        };
        let across = ridge.cross(&down).normalize();
        let half_angle = rng.between(0.5f32, 60.0).to_radians();
        let slope = |side: f32| across * (side * half_angle.cos()) - down * half_angle.sin();
        let planes = [
            (slope(1.0), 0.0),
            (slope(-1.0), 0.0),
            (down, size),
            (ridge, size * rng.between(0.02, 1.0)),
            (-ridge, size * rng.between(0.02, 1.0)),
        ];
        let moved: Vec<(Vec3, f32)> = planes.iter().map(|(n, d)| (*n, d + n.dot(&at))).collect();
        if let Some(b) = solid(&moved) {
            return b;
        }
    }
}

/// Boxes on a grid, many of them touching.
pub(crate) fn block(rng: &mut Random, at: Vec3, size: f32) -> Brush {
    let low = (at / 16.0).map(f32::round) * 16.0;
    let sides = Vec3::from_fn(|_, _| 16.0 * (1.0 + rng.below(1 + (size / 8.0) as usize) as f32));
    cube(low.into(), (low + sides).into(), Contents::SOLID)
}

/// The sweeps of a recording of the engine and the answers, as `fraction endx endy endz ... startsolid allsolid
/// contents`.
pub(crate) fn recorded(sweeps: &str, answers: &str, hull: Hull) -> Vec<(Sweep, Vec<f32>)> {
    let open = |name: &str| File::open(root().join("tests/recordings").join(name)).unwrap();
    let sweeps = recording::read_sweeps(open(sweeps), hull, Contents::PLAYER_MASK).unwrap();
    let answers = recording::lines(open(answers)).unwrap();
    let numbers = |line: &String| line.split(' ').map(|x| x.parse().unwrap()).collect();
    sweeps.into_iter().zip(answers.iter().map(numbers)).collect()
}
