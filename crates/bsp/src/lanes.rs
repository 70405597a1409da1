//! Brush sides four abreast: the same sums in the same order as for one side, lane by lane.

use crate::side_plane::SidePlane;
use clipmark_hierarchy::lanes::{Lanes3, per_axis};
use wide::f32x4;

/// Sides tested together.
const WIDTH: usize = 4;
/// Fills the last lanes of a brush. Both ends of any path lie behind it, so it has no effect.
const NO_SIDE: SidePlane = SidePlane {
    normal: [0.0; 3],
    dist: 1.0,
};

/// Four sides of one brush or facet, in one whole cache line.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(crate) struct SideLanes {
    pub(crate) normal: [f32x4; 3],
    pub(crate) dist: f32x4,
}

impl SideLanes {
    /// How many sides stand in it; the other lanes are filled.
    #[inline(always)]
    pub(crate) fn len(&self) -> u64 {
        let [x, y, z] = self.normal.map(|n| n.simd_eq(f32x4::ZERO));
        WIDTH as u64 - u64::from((x & y & z).to_bitmask().count_ones())
    }
}

/// The sides of one brush or facet, one at a time.
#[derive(Clone, Copy)]
pub(crate) struct Sides<'a> {
    lanes: &'a [SideLanes],
    len: usize,
}

impl<'a> Sides<'a> {
    /// The first `len` sides in these lanes.
    #[inline(always)]
    pub(crate) fn new(lanes: &'a [SideLanes], len: usize) -> Self {
        Self { lanes, len }
    }

    #[inline(always)]
    pub(crate) fn len(self) -> usize {
        self.len
    }

    /// Panics where there is none.
    #[inline(always)]
    pub(crate) fn get(self, i: usize) -> SidePlane {
        let four = &self.lanes[i / WIDTH];
        let of = |lanes: &f32x4| lanes.as_array()[i % WIDTH];
        SidePlane {
            normal: per_axis(|k| of(&four.normal[k])),
            dist: of(&four.dist),
        }
    }

    #[inline(always)]
    pub(crate) fn iter(self) -> impl Iterator<Item = SidePlane> + Clone + use<'a> {
        (0..self.len).map(move |i| self.get(i))
    }

    /// The last, and those before it.
    pub(crate) fn split_last(self) -> Option<(SidePlane, Self)> {
        let len = self.len.checked_sub(1)?;
        Some((self.get(len), Self { len, ..self }))
    }
}

#[inline(always)]
pub(crate) fn dot_lanes(a: &Lanes3, b: &Lanes3) -> f32x4 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// Appends the sides, padded to whole lanes, and returns where they begin and how many groups they are.
pub(crate) fn push_lanes(lanes: &mut Vec<SideLanes>, sides: &[SidePlane]) -> (u32, u32) {
    let first = lanes.len();
    for group in sides.chunks(WIDTH) {
        let side = |i: usize| group.get(i).unwrap_or(&NO_SIDE);
        let gather = |of: &dyn Fn(&SidePlane) -> f32| f32x4::new(std::array::from_fn(|i| of(side(i))));
        lanes.push(SideLanes {
            normal: std::array::from_fn(|k| gather(&|s| s.normal[k])),
            dist: gather(&|s| s.dist),
        });
    }
    (first as u32, (lanes.len() - first) as u32)
}

/// `f32::max` without its care for NaN, which `Sweep::check` keeps out.
#[inline(always)]
pub(crate) fn larger(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

/// `f32::min` without its care for NaN.
#[inline(always)]
pub(crate) fn smaller(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}
