//! Worlds that a law plays at several angles or heights: the same shapes as in its scene, with another number.

use clipmark_movement::Profile;
use clipmark_scene::{Shape, Triple, WorldSource};
use nalgebra::Point3;

/// Half the size of slopes, in units: longer than any run on them.
const HALF: f64 = 16384.0;
/// Thickness of slopes, in units.
const THICK: f64 = 256.0;

/// A slab through the origin that rises towards +x at an angle.
pub(crate) fn slope(degrees: f64) -> Shape {
    let n = slope_normal(degrees);
    let along = [n[2], 0.0, -n[0]];
    slab(n, along)
}

/// The unit normal of [`slope`].
pub(crate) fn slope_normal(degrees: f64) -> Triple {
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
pub(crate) fn groove(degrees: f64) -> WorldSource {
    let (sin, cos) = degrees.to_radians().sin_cos();
    let wall = |side: f64| slab([0.0, -side * sin, cos], [0.0, side * cos, sin]);
    WorldSource::Shapes(vec![wall(1.0), wall(-1.0)])
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

/// Where a player touches a plane through the origin with a given gap along its normal, above the origin.
pub(crate) fn above(profile: &Profile, normal: Triple, gap: f64) -> Point3<f64> {
    let size = profile.size;
    let half = f64::from(size.half_width);
    let reach = half * (normal[0].abs() + normal[1].abs()) - f64::from(size.feet) * normal[2];
    Point3::from(normal.map(|c| c * (reach + gap)))
}
