//! Common parts of the tests at the root: recordings, fetched maps, small worlds.
pub(crate) mod damage;
#[allow(dead_code, reason = "other programs use the rest")]
pub(crate) mod engine_runs;
pub(crate) mod moving_runs;
pub(crate) mod questions;

use clipmark::internals::bsp::BspBackend;
use clipmark::internals::collision::TraceRules;
use clipmark::internals::geometry::{Brush, Contents, Plane, Point, SurfaceFlags, Vec3, World};
use std::fs::File;
use std::path::{Path, PathBuf};

/// Whether the long form of a test is asked for, as `.ci/long` does: `CLIPMARK_LONG=1 cargo test`.
pub(crate) fn is_long() -> bool {
    std::env::var_os("CLIPMARK_LONG").is_some()
}

pub(crate) const NEEDS_MAPS: &str = "run scenes/fetch-maps.sh first";

pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

pub(crate) fn recording(name: &str) -> File {
    let path = root().join("tests/recordings").join(name);
    File::open(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

pub(crate) fn map(name: &str) -> World {
    let folder: PathBuf = root().join("scenes");
    clipmark::internals::scene::load_world(&format!("maps/{name}.bsp"), &folder).expect(NEEDS_MAPS)
}

pub(crate) fn bsp(world: &World, rules: TraceRules) -> BspBackend {
    BspBackend::build(world, rules).unwrap()
}

pub(crate) fn solid(mins: [f32; 3], maxs: [f32; 3]) -> Brush {
    Brush::from_box(Point::from(mins), Point::from(maxs), Contents::SOLID).unwrap()
}

/// A floor at z = 0 under whatever else.
pub(crate) fn on_floor(mut others: Vec<Brush>) -> World {
    others.push(solid([-8192.0, -8192.0, -64.0], [8192.0, 8192.0, 0.0]));
    World::of_brushes("floor", others)
}

/// A slope through the origin that falls towards +x at an angle, as one thick slab.
pub(crate) fn slope(degrees: f32) -> Brush {
    let (sin, cos) = degrees.to_radians().sin_cos();
    let n = Vec3::new(sin, 0.0, cos);
    let along = Vec3::new(cos, 0.0, -sin);
    let planes = [
        Plane::new(n, 0.0),
        Plane::new(-n, 128.0),
        Plane::new(along, 16384.0),
        Plane::new(-along, 16384.0),
        Plane::new(Vec3::y(), 8192.0),
        Plane::new(-Vec3::y(), 8192.0),
    ];
    Brush::from_planes(&planes, Contents::SOLID, SurfaceFlags::empty()).unwrap()
}
