//! One sweep against one brush: enter and leave fractions over its planes.
//!
//! Source: `quake-engines.md` section 1, "One brush", and the golden README's "Engine facts". Plane distances
//! are f32 sums in the engine's order; the skin and the division are f64, rounded once.
//! Departure: four sides are asked at once whether they let the path pass, and fractions are computed only when
//! none does.

use crate::lanes::{Lanes3, SideLanes};
use crate::shape::MovingShape;
use clipmark_collision::TouchRule;
use wide::f32x4;

/// What a brush does to a sweep.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Clip {
    /// The brush is left alone.
    Free,
    /// Entered at `fraction` through the side of that index.
    Enters { fraction: f32, side: usize },
    /// The start is inside, the end is not.
    StartInside,
    /// Start and end are inside.
    AllInside,
}

/// The skin as the clip formulas use it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Skin {
    /// Distance kept from planes, in units.
    pub(crate) width: f64,
    /// A path whose end keeps this distance from a plane does not touch the brush, in units.
    pub(crate) free_at: f32,
}

impl Skin {
    pub(crate) fn new(width: f32, touch: TouchRule) -> Self {
        let free_at = match touch {
            TouchRule::WithinSkin => width,
            TouchRule::InSolid => 0.0,
        };
        Self {
            width: f64::from(width),
            free_at,
        }
    }
}

/// Clips the path from `start` to `end` (of the hull's centre, in every lane) against the sides of one brush.
#[inline(always)]
pub(crate) fn clip_to_brush<S: MovingShape>(
    shape: &S,
    sides: &[SideLanes],
    (start, end): (&Lanes3, &Lanes3),
    skin: Skin,
    planes: &mut u64,
) -> Clip {
    let zero = f32x4::ZERO;
    let free_at = f32x4::splat(skin.free_at);
    let (mut starts_out, mut ends_out) = (zero, zero);
    for four in sides {
        *planes += 4;
        let (d1, d2) = shape.distances_in_lanes(four, start, end);
        let outside = d1.simd_gt(zero);
        if (outside & (d2.simd_ge(free_at) | d2.simd_ge(d1))).any() {
            return Clip::Free;
        }
        starts_out |= outside;
        ends_out |= d2.simd_gt(zero);
    }
    if !starts_out.any() {
        return if ends_out.any() {
            Clip::StartInside
        } else {
            Clip::AllInside
        };
    }
    let mut enter = -1.0f32;
    let mut leave = 1.0f32;
    let mut enter_side = usize::MAX;
    for (group, four) in sides.iter().enumerate() {
        let (d1, d2) = shape.distances_in_lanes(four, start, end);
        let mut crossed = (d1.simd_gt(zero) | d2.simd_gt(zero)).to_bitmask();
        let (d1, d2) = (d1.to_array(), d2.to_array());
        while crossed != 0 {
            let lane = crossed.trailing_zeros() as usize & 3;
            crossed &= crossed - 1;
            let (d1, d2) = (d1[lane], d2[lane]);
            let run = f64::from(d1 - d2);
            if d1 > d2 {
                let f = (((f64::from(d1) - skin.width) / run) as f32).max(0.0);
                // Strictly greater: of sides entered together the earlier one is reported, and axial ones come first.
                if f > enter {
                    enter = f;
                    enter_side = group * 4 + lane;
                }
            } else {
                leave = leave.min((((f64::from(d1) + skin.width) / run) as f32).min(1.0));
            }
        }
    }
    if enter_side != usize::MAX && enter < leave {
        Clip::Enters {
            fraction: enter,
            side: enter_side,
        }
    } else {
        Clip::Free
    }
}
