//! Vectors across the lanes of a register, or in all of them.

use wide::f32x4;

/// A vector in every lane.
pub type Lanes3 = [f32x4; 3];

/// The same vector in every lane.
#[inline(always)]
pub fn splat(v: [f32; 3]) -> Lanes3 {
    [f32x4::splat(v[0]), f32x4::splat(v[1]), f32x4::splat(v[2])]
}

/// A vector across the lanes, x first; the last lane is 0.
#[inline(always)]
pub fn across(v: [f32; 3]) -> f32x4 {
    f32x4::new([v[0], v[1], v[2], 0.0])
}

/// The vector that stands across these lanes, in every lane.
#[inline(always)]
pub fn in_lanes(v: f32x4) -> Lanes3 {
    let [x, y, z, _] = v.to_array();
    splat([x, y, z])
}

/// One value per axis. Unlike `array::from_fn` and `array::map` it is always inlined.
#[inline(always)]
pub fn per_axis<T>(f: impl Fn(usize) -> T) -> [T; 3] {
    [f(0), f(1), f(2)]
}
