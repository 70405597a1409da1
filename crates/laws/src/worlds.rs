//! The small worlds that laws are played in.

use clipmark_movement::Profile;
use clipmark_scene::{Fill, Shape, Triple};
use nalgebra::Point3;

pub(crate) fn block(min: Triple, max: Triple) -> Shape {
    Shape::Box { min, max }
}

pub(crate) fn water(min: Triple, max: Triple) -> Shape {
    Shape::Group {
        at: [0.0; 3],
        yaw: 0.0,
        fill: Some(Fill::Water),
        shapes: vec![block(min, max)],
    }
}

/// A floor at z = 0 without an end.
pub(crate) fn flat() -> Vec<Shape> {
    vec![block([-8192.0, -8192.0, -64.0], [8192.0, 8192.0, 0.0])]
}

/// A floor so far below that a body only falls.
pub(crate) fn free_fall() -> Vec<Shape> {
    vec![block(
        [-16384.0, -16384.0, -20064.0],
        [16384.0, 16384.0, -20000.0],
    )]
}

/// A floor at z = 0 that ends at x = 0, and a floor behind it at another height.
pub(crate) fn edge(bottom: f64, behind: f64) -> Vec<Shape> {
    vec![
        block([-512.0, -256.0, bottom], [0.0, 256.0, 0.0]),
        block([0.0, -256.0, bottom], [512.0, 256.0, behind]),
    ]
}

/// Half the size of slopes, in units: longer than any run on them.
const HALF: f64 = 16384.0;
/// Thickness of slopes, in units.
const THICK: f64 = 256.0;

/// A slab through the origin that rises towards +x at an angle.
pub(crate) fn slope(degrees: f64) -> Vec<Shape> {
    let n = slope_normal(degrees);
    vec![slab(n, [n[2], 0.0, -n[0]])]
}

fn slope_normal(degrees: f64) -> Triple {
    let (sin, cos) = degrees.to_radians().sin_cos();
    [-sin, 0.0, cos]
}

/// The angle of a slope as the world has it, in radians: planes are f32, and so is their normal.
pub(crate) fn angle(degrees: f64) -> f64 {
    let [x, _, z] = slope_normal(degrees).map(|c| f64::from(c as f32));
    (-x).atan2(z)
}

/// Tolerance of [`angle`] against the requested angle, in degrees: an f32 step of the normal either way.
pub(crate) const ANGLE_STEP: f64 = f32::EPSILON as f64 / std::f64::consts::TAU * 360.0;

/// Why a limit in an angle is no sharper.
pub(crate) const PLANES_ARE_F32: &str = "the world's planes are f32";

/// Two slabs that meet in the x axis and rise to both sides at an angle.
pub(crate) fn groove(degrees: f64) -> Vec<Shape> {
    let (sin, cos) = degrees.to_radians().sin_cos();
    let wall = |side: f64| slab([0.0, -side * sin, cos], [0.0, side * cos, sin]);
    vec![wall(1.0), wall(-1.0)]
}

/// A slab below a plane through the origin: its normal, and a direction up or down in it.
fn slab(n: Triple, along: Triple) -> Shape {
    let minus = |v: Triple| v.map(|c| -c);
    let across = [
        n[1] * along[2] - n[2] * along[1],
        n[2] * along[0] - n[0] * along[2],
        n[0] * along[1] - n[1] * along[0],
    ];
    Shape::Planes(vec![
        (n, 0.0),
        (minus(n), THICK),
        (along, HALF),
        (minus(along), HALF),
        (across, HALF),
        (minus(across), HALF),
    ])
}

/// Where a player touches a [`slope`] above the origin, with a gap along its normal.
pub(crate) fn on_slope(profile: &Profile, degrees: f64, gap: f64) -> Point3<f64> {
    let normal = slope_normal(degrees);
    let size = profile.size;
    let half = f64::from(size.half_width);
    let reach = half * (normal[0].abs() + normal[1].abs()) - f64::from(size.feet) * normal[2];
    Point3::from(normal.map(|c| c * (reach + gap)))
}
