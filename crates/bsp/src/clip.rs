//! One sweep against one brush: enter and leave fractions over its planes.
//!
//! Source: `docs/engines.md` section 1, "One brush", and `tests/recordings/README.md`. Plane distances are f32 sums in the
//! engine's order; the skin and the division are f64, rounded once. Departure: four sides are asked at once whether they let the
//! path pass. Only when none does, fractions are computed, for all four.

use crate::lanes::SideLanes;
use crate::shape::MovingShape;
use clipmark_collision::TouchRule;
use clipmark_hierarchy::lanes::Lanes3;
use wide::{f32x4, f64x2};

/// The result of clipping a sweep against a brush.
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

/// Distances of both ends of a path to the first [`KEPT`] groups of sides, kept so that they are computed once.
pub(crate) type Kept = [(f32x4, f32x4); KEPT];
/// Brushes of up to 16 sides are kept whole; of others the rest is computed again.
const KEPT: usize = 4;
pub(crate) const NOTHING_KEPT: Kept = [(f32x4::ZERO, f32x4::ZERO); KEPT];

/// A path's question to a brush.
pub(crate) struct BrushSweep<'a> {
    /// The ends of the path of the hull's centre, in every lane.
    pub(crate) start: &'a Lanes3,
    pub(crate) end: &'a Lanes3,
    pub(crate) skin: Skin,
    /// A brush that is entered behind this fraction may be called free.
    pub(crate) before: f32,
}

/// A fraction in f32 is taken this much smaller before a comparison: four times the error of three roundings.
pub(crate) const SMALLER: f32 = 1.0 - 6.0 / (1 << 23) as f32;

/// Clips a path against the sides of one brush.
///
/// If the brush has more sides than its bounds, `first` is 1. The group of the first four bounds then comes last. A path near
/// the brush usually crosses its bounds, so they prove nothing.
#[inline(always)]
pub(crate) fn clip_to_brush<S: MovingShape>(
    shape: &S,
    (sides, first): (&[SideLanes], usize),
    asked: &BrushSweep,
    kept: &mut Kept,
    planes: &mut u64,
) -> Clip {
    let zero = f32x4::ZERO;
    let free_at = f32x4::splat(asked.skin.free_at);
    let (width, before) = (f32x4::splat(asked.skin.width as f32), f32x4::splat(asked.before));
    let (mut starts_out, mut ends_out) = (zero, zero);
    for at in first..sides.len() + first {
        let at = if at == sides.len() { 0 } else { at };
        let four = &sides[at];
        *planes += four.len();
        let (d1, d2) = shape.distances_in_lanes(four, asked.start, asked.end);
        let outside = d1.simd_gt(zero);
        let late = ((d1 - width) * f32x4::splat(SMALLER)).simd_gt(before * (d1 - d2));
        if (outside & (d2.simd_ge(free_at) | d2.simd_ge(d1) | late)).any() {
            return Clip::Free;
        }
        starts_out |= outside;
        ends_out |= d2.simd_gt(zero);
        if let Some(kept) = kept.get_mut(at) {
            *kept = (d1, d2);
        }
    }
    if !starts_out.any() {
        return if ends_out.any() {
            Clip::StartInside
        } else {
            Clip::AllInside
        };
    }
    clip_from_outside(sides.len(), asked.skin, |at| match kept.get(at) {
        Some(known) => *known,
        None => shape.distances_in_lanes(&sides[at], asked.start, asked.end),
    })
}

/// The same for a path that starts in front of at least one side. No single side proves that the path misses. `distances` are
/// those of its ends to a group of sides.
#[inline(always)]
pub(crate) fn clip_from_outside(
    groups: usize,
    skin: Skin,
    distances: impl Fn(usize) -> (f32x4, f32x4),
) -> Clip {
    let zero = f32x4::ZERO;
    // Which side is entered last and which is left first, each lane for itself; then over the lanes. No branch asks how a
    // side is crossed: that is different for each and would be guessed wrong.
    let (mut enter, mut leave) = (f32x4::splat(NOT_ENTERED), f32x4::ONE);
    let mut enter_side = zero;
    let mut side = f32x4::new([0.0, 1.0, 2.0, 3.0]);
    for at in 0..groups {
        let (d1, d2) = distances(at);
        let crossed = d1.simd_gt(zero) | d2.simd_gt(zero);
        let enters = d1.simd_gt(d2);
        let at = fractions(d1, d2, enters, skin);
        let entered = (crossed & enters).bitselect(at.fast_max(zero), f32x4::splat(NOT_ENTERED));
        // Strictly greater: of sides entered together the earlier one is reported, and axial ones come first.
        let later = entered.simd_gt(enter);
        enter = later.bitselect(entered, enter);
        enter_side = later.bitselect(side, enter_side);
        leave = leave.fast_min((crossed & !enters).bitselect(at, f32x4::ONE));
        side += f32x4::splat(4.0);
    }
    let fraction = over_lanes(enter, |a, b| if b > a { b } else { a });
    let left = over_lanes(leave, |a, b| if b < a { b } else { a });
    if fraction == NOT_ENTERED || fraction >= left {
        return Clip::Free;
    }
    let last = enter.simd_eq(f32x4::splat(fraction));
    let first_of_last = last.bitselect(enter_side, f32x4::splat(f32::INFINITY));
    Clip::Enters {
        fraction,
        side: over_lanes(first_of_last, |a, b| if b < a { b } else { a }) as usize,
    }
}

/// Stands for the fraction of a side that is not entered.
const NOT_ENTERED: f32 = -1.0;

/// Where the path enters or leaves each side, by the skin before it or behind it: in f64, rounded once.
#[inline(always)]
fn fractions(d1: f32x4, d2: f32x4, enters: f32x4, skin: Skin) -> f32x4 {
    // An f32 that was widened: narrowing loses nothing.
    let width = f32x4::splat(skin.width as f32);
    let (from, by, run) = (
        d1.to_array(),
        enters.bitselect(-width, width).to_array(),
        (d1 - d2).to_array(),
    );
    let two = |of: [f32; 4], i: usize| f64x2::new([f64::from(of[i]), f64::from(of[i + 1])]);
    let at = |i: usize| ((two(from, i) + two(by, i)) / two(run, i)).to_array();
    let ([a, b], [c, d]) = (at(0), at(2));
    f32x4::new([a as f32, b as f32, c as f32, d as f32])
}

/// One value out of all lanes.
#[inline(always)]
pub(crate) fn over_lanes(lanes: f32x4, pick: impl Fn(f32, f32) -> f32) -> f32 {
    let [a, b, c, d] = lanes.to_array();
    pick(pick(a, b), pick(c, d))
}
