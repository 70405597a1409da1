//! Sines and cosines, computed to the last places of f64 and rounded to f32.
//!
//! Source: the reduction by multiples of a quarter turn in two parts (Cody and Waite 1980). The minimax polynomials are fdlibm's
//! `k_sin` and `k_cos` (Sun Microsystems 1993, freely usable). Here they have no branches and take two angles at once. A tick
//! takes two. The platform's functions, which save and restore the rounding mode, were a tenth of its time.
//!
//! The rounded f32 equals glibc's for every angle that Quake III's 16 bits can tell (`crates/movement/tests/it/numbers.rs`).
//! All 1.2 billion positive f32 angles up to 65,536 were once tried, and none differed.

use std::f64::consts::FRAC_2_PI;
use wide::{bytemuck::cast, f64x2, u64x2};

/// Larger angles, in radians, are left to the platform: beyond it a quarter turn's multiples are no longer exact.
const LARGEST: f32 = 65_536.0;
/// A quarter turn's first 33 bits, so that its multiples up to 2^20 are exact.
const QUARTER_HIGH: f64 = 1.570_796_326_734_125_6;
/// The rest of it.
const QUARTER_LOW: f64 = 6.077_100_506_506_192e-11;
/// Adding and taking away 3 * 2^51 rounds to a whole number, which is then in the lowest bits.
const WHOLE: f64 = 6_755_399_441_055_744.0;

const SIN: [f64; 6] = [
    -0.166_666_666_666_666_32,
    0.008_333_333_333_322_49,
    -1.984_126_982_985_795e-4,
    2.755_731_370_707_006_8e-6,
    -2.505_076_025_340_686_3e-8,
    1.589_690_995_211_55e-10,
];
const COS: [f64; 6] = [
    0.041_666_666_666_666_66,
    -1.388_888_888_887_411e-3,
    2.480_158_728_947_673e-5,
    -2.755_731_435_139_066_3e-7,
    2.087_572_321_298_175e-9,
    -1.135_964_755_778_819_5e-11,
];

/// Sines and cosines of two angles in radians, which take little longer than one.
#[inline(always)]
pub fn sin_cos([a, b]: [f32; 2]) -> [(f32, f32); 2] {
    // Written so that NaN goes this way too.
    if !(a.abs() <= LARGEST && b.abs() <= LARGEST) {
        return [by_the_platform(a), by_the_platform(b)];
    }
    sin_cos_within([a, b])
}

#[cold]
fn by_the_platform(radians: f32) -> (f32, f32) {
    let (sin, cos) = f64::from(radians).sin_cos();
    (sin as f32, cos as f32)
}

/// The same of angles that are known to be no larger than [`LARGEST`].
#[inline(always)]
pub(crate) fn sin_cos_within([a, b]: [f32; 2]) -> [(f32, f32); 2] {
    let angles = f64x2::new([f64::from(a), f64::from(b)]);
    let shifted = angles * f64x2::splat(FRAC_2_PI) + f64x2::splat(WHOLE);
    let quarters = shifted - f64x2::splat(WHOLE);
    let r = (angles - quarters * f64x2::splat(QUARTER_HIGH)) - quarters * f64x2::splat(QUARTER_LOW);
    let z = r * r;
    let cube = z * z * z;
    let polynomial = |c: &[f64; 6]| {
        let c = |i: usize| f64x2::splat(c[i]);
        (c(0) + z * (c(1) + z * c(2))) + cube * (c(3) + z * (c(4) + z * c(5)))
    };
    let sin = r + r * z * polynomial(&SIN);
    let (unit, half) = (f64x2::ONE, z * f64x2::HALF);
    let near = unit - half;
    let cos = near + (((unit - near) - half) + z * z * polynomial(&COS));
    // An odd number of quarter turns swaps the two; a half turn turns signs.
    let (quadrant, sin, cos): (u64x2, u64x2, u64x2) = (cast(shifted), cast(sin), cast(cos));
    let (one, sign) = (u64x2::splat(1), u64x2::splat(1 << 63));
    let differ = (sin ^ cos) & (u64x2::splat(0) - (quadrant & one));
    let sin = sin ^ differ ^ ((quadrant << 62_u32) & sign);
    let cos = cos ^ differ ^ (((quadrant + one) << 62_u32) & sign);
    let (sin, cos): ([f64; 2], [f64; 2]) = (cast(sin), cast(cos));
    [(sin[0] as f32, cos[0] as f32), (sin[1] as f32, cos[1] as f32)]
}
