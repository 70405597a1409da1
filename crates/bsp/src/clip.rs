//! One sweep against one brush: enter and leave fractions over its planes.
//!
//! Source: `quake-engines.md` section 1, "One brush", and the golden README's "Engine facts". Plane distances
//! are f32 sums in the engine's order; the skin and the division are f64, rounded once.

use crate::shape::{MovingShape, SidePlane};
use clipmark_collision::TouchRule;

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

/// Clips the path from `start` to `end` (of the hull's centre) against the sides of one brush.
#[inline(always)]
pub(crate) fn clip_to_brush<S: MovingShape>(
    shape: &S,
    sides: &[SidePlane],
    start: [f32; 3],
    end: [f32; 3],
    skin: Skin,
    planes: &mut u64,
) -> Clip {
    let mut enter = -1.0f32;
    let mut leave = 1.0f32;
    let mut enter_side = usize::MAX;
    let (mut starts_out, mut ends_out) = (false, false);
    for (i, side) in sides.iter().enumerate() {
        *planes += 1;
        let (d1, d2) = shape.distances(side, start, end);
        ends_out |= d2 > 0.0;
        starts_out |= d1 > 0.0;
        if d1 > 0.0 && (d2 >= skin.free_at || d2 >= d1) {
            return Clip::Free;
        }
        if d1 <= 0.0 && d2 <= 0.0 {
            continue;
        }
        let run = f64::from(d1 - d2);
        if d1 > d2 {
            let f = (((f64::from(d1) - skin.width) / run) as f32).max(0.0);
            // Strictly greater: of sides entered together the earlier one is reported, and axial ones come first.
            if f > enter {
                enter = f;
                enter_side = i;
            }
        } else {
            leave = leave.min((((f64::from(d1) + skin.width) / run) as f32).min(1.0));
        }
    }
    if !starts_out {
        return if ends_out {
            Clip::StartInside
        } else {
            Clip::AllInside
        };
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
