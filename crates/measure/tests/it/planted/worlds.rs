//! Small worlds to walk in, each with a floor at z = 0.

use clipmark_geometry::{Brush, Contents, Plane, Point, SurfaceFlags, Vec3, World};

pub(crate) fn solid(a: [f32; 3], b: [f32; 3]) -> Brush {
    Brush::from_box(Point::from(a), Point::from(b), Contents::SOLID).unwrap()
}

fn floor() -> Brush {
    solid([-1024.0, -1024.0, -64.0], [4096.0, 1024.0, 0.0])
}

/// A floor alone.
pub(crate) fn plain() -> World {
    World::of_brushes("plain", vec![floor()])
}

/// A wall across the way, 100 units ahead.
pub(crate) fn wall() -> World {
    World::of_brushes(
        "wall",
        vec![floor(), solid([100.0, -1024.0, 0.0], [132.0, 1024.0, 1024.0])],
    )
}

/// A step of that height, 100 units ahead.
pub(crate) fn riser(height: f32) -> World {
    World::of_brushes(
        "riser",
        vec![floor(), solid([100.0, -1024.0, 0.0], [2048.0, 1024.0, height])],
    )
}

/// The floor of tiles 8 units square.
pub(crate) fn tiles() -> World {
    let tile = |i: i32| {
        let (x, y) = ((i % 64) as f32 * 8.0 - 64.0, (i / 64) as f32 * 8.0 - 64.0);
        solid([x, y, -16.0], [x + 8.0, y + 8.0, 0.0])
    };
    World::of_brushes("tiles", (0..64 * 16).map(tile).collect())
}

/// A corner that opens towards -x at 60 degrees, its tip at x = 128.
pub(crate) fn wedge() -> World {
    let wall = |side: f32| {
        let (sin, cos) = 30f32.to_radians().sin_cos();
        let n = Vec3::new(-sin, -side * cos, 0.0);
        let planes = [
            Plane::new(n, n.dot(&Vec3::new(128.0, 0.0, 0.0))),
            Plane::new(Vec3::x(), 512.0),
            Plane::new(-Vec3::x(), 512.0),
            Plane::new(Vec3::y() * side, 1024.0),
            Plane::new(-Vec3::z(), 0.0),
            Plane::new(Vec3::z(), 256.0),
        ];
        Brush::from_planes(&planes, Contents::SOLID, SurfaceFlags::empty()).unwrap()
    };
    World::of_brushes("wedge", vec![floor(), wall(1.0), wall(-1.0)])
}

/// A slit with half a unit to spare for a body 30 wide, high up.
pub(crate) fn slit() -> World {
    let walls = [
        solid([-512.0, 15.25, -8192.0], [512.0, 64.0, 512.0]),
        solid([-512.0, -64.0, -8192.0], [512.0, -15.25, 512.0]),
    ];
    World::of_brushes("slit", walls.into())
}

/// A slope that falls towards +x at that many degrees from a platform that ends at x = 0.
pub(crate) fn downhill(degrees: f32) -> World {
    let (sin, cos) = degrees.to_radians().sin_cos();
    let n = Vec3::new(sin, 0.0, cos);
    let planes = [
        Plane::new(n, 0.0),
        Plane::new(-Vec3::x(), 0.0),
        Plane::new(Vec3::x(), 2048.0),
        Plane::new(Vec3::y(), 1024.0),
        Plane::new(-Vec3::y(), 1024.0),
        Plane::new(-Vec3::z(), 4096.0),
    ];
    let slope = Brush::from_planes(&planes, Contents::SOLID, SurfaceFlags::empty()).unwrap();
    World::of_brushes(
        "downhill",
        vec![solid([-512.0, -1024.0, -64.0], [0.0, 1024.0, 0.0]), slope],
    )
}

/// A surf ramp along +x that falls towards +y at 60 degrees.
pub(crate) fn surf() -> World {
    let (sin, cos) = 60f32.to_radians().sin_cos();
    let planes = [
        Plane::new(Vec3::new(0.0, sin, cos), 0.0),
        Plane::new(-Vec3::x(), 1024.0),
        Plane::new(Vec3::x(), 8192.0),
        Plane::new(-Vec3::y(), 2048.0),
        Plane::new(-Vec3::z(), 4096.0),
    ];
    let ramp = Brush::from_planes(&planes, Contents::SOLID, SurfaceFlags::empty()).unwrap();
    World::of_brushes("surf", vec![ramp])
}

/// A sheet 1/64 thin across the way.
pub(crate) fn sheet() -> World {
    World::of_brushes(
        "sheet",
        vec![
            floor(),
            solid([100.0, -1024.0, 0.0], [100.015625, 1024.0, 1024.0]),
        ],
    )
}
