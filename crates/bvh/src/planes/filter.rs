//! The planes of a solid four at a time in f32: which of them may decide a sweep, or that none needs to be asked.
//!
//! Everything is relative to the solid's centre, so that rounding depends on the size of the solid and of the sweep, and hardly
//! on the place. A distance is off by at most the sweep's bound ([`Filter::ask`]). What lies within it is left to f64.

use super::bevels::Bevels;
use crate::core_shape::CoreShape;
use crate::passage::{Path, Surface};
use crate::solid::Solids;
use clipmark_geometry::{Contents, Vec3};
use wide::f32x4;

/// Planes tested together.
pub(super) const FOUR: usize = 4;
/// Rounding of a distance, as a share of its terms: a normal, a place and six sums and products are rounded, each by 2^-24.
const ROUNDED: f32 = 1.0 / 2_097_152.0;
/// Rounding of a place in the world that is taken to f32, as a share of its coordinates: 2^-24 along three axes at once.
const PLACED: f32 = 1.0 / 8_388_608.0;
/// Least bound, in units: planes entered within this distance of each other are entered at once ([`Path::tie`]).
const LEAST: f32 = 1e-6;
/// A fraction of the path is told apart from another that is smaller by this share: a difference, a division and a product are
/// rounded.
const SURELY: f32 = 1.0 - 1e-6;

/// Farther than any coordinate.
const FAR: f32 = 1e9;

/// A solid's first line.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub(super) struct Head {
    center: Vec3,
    /// Half the sizes of the bounding box together: no plane is farther from the centre.
    extent: f32,
    pub(super) contents: Contents,
    first: u32,
    /// Groups of four planes: of faces and sides of the bounding box; of these and bevels.
    known: u16,
    all: u16,
    is_triangle: bool,
}

/// Four planes in one cache line. Left over of the last four are planes behind which all lies.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Planes {
    normal: [f32x4; 3],
    dist: f32x4,
}

/// The planes of all solids.
#[derive(Debug, Default)]
pub(super) struct Filter {
    heads: Vec<Head>,
    planes: Vec<Planes>,
}

/// What f32 tells of a sweep and a solid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Verdict {
    /// The solid does not stop the hull before the limit.
    Apart,
    /// The start is in it and the end is not.
    StartsInside,
    /// Start and end are in it.
    AllInside,
    /// These planes decide, a bit each: first the known ones, then from a multiple of four on the bevels. Planes from the 64th
    /// on are to be asked in any case.
    Open(u64),
}

/// A sweep, spread over the lanes.
pub(super) struct Lanes {
    start: Vec3,
    /// Against the motion.
    fall: [f32x4; 3],
    /// Rounding of the fall, for a normal along an axis.
    fall_bound: [f32x4; 3],
    half: [f32x4; 3],
    /// The part of the bound that is the sweep's own.
    bound: f32,
    reach: f32,
    skin: f32,
    touch: f32,
    is_point: bool,
}

impl Lanes {
    pub(super) fn new(path: &Path, shape: &CoreShape) -> Self {
        let (delta, half) = (path.delta.cast::<f32>(), shape.half.cast::<f32>());
        let size = delta.abs().sum() + half.sum();
        Self {
            start: path.start.cast(),
            fall: spread(&-delta),
            fall_bound: spread(&(delta.abs() * ROUNDED)),
            half: spread(&half),
            bound: ROUNDED * size + PLACED * path.far as f32 + LEAST,
            reach: path.reach() as f32,
            skin: path.skin as f32,
            touch: path.touch as f32,
            is_point: shape.is_point(),
        }
    }
}

impl Filter {
    /// The planes of solids, and each solid's bevels behind them.
    pub(super) fn of(solids: &Solids, bevels: &Bevels) -> Self {
        let mut filter = Self::default();
        for (number, solid) in solids.solids.iter().enumerate() {
            let (mins, maxs) = (Vec3::from(solid.mins), Vec3::from(solid.maxs));
            let center = (mins + maxs) * 0.5;
            let first = filter.planes.len();
            let mut push = |planes: &[Surface]| {
                filter
                    .planes
                    .extend(planes.chunks(FOUR).map(|four| Planes::new(four, &center)));
                (filter.planes.len() - first) as u16
            };
            let known = push(&solids.planes(solid).collect::<Vec<_>>());
            let all = push(&bevels.of_solid(number).collect::<Vec<_>>());
            let is_triangle = solid.triangle.is_some();
            filter.heads.push(Head {
                center,
                extent: (maxs - center).sup(&(center - mins)).sum(),
                contents: solid.contents,
                first: first as u32,
                known,
                all,
                is_triangle,
            });
        }
        filter.planes.shrink_to_fit();
        filter
    }

    pub(super) fn bytes(&self) -> usize {
        self.heads.capacity() * size_of::<Head>() + self.planes.capacity() * size_of::<Planes>()
    }

    pub(super) fn head(&self, number: usize) -> &Head {
        &self.heads[number]
    }

    /// What the planes of a solid tell of a sweep, as f64 will see it.
    #[inline(always)]
    pub(super) fn ask(&self, head: &Head, sweep: &Lanes, limit: f64) -> Verdict {
        let from = sweep.start - head.center;
        let at = spread(&from);
        let bound = sweep.bound + ROUNDED * (from.abs().sum() + head.extent);
        let (bound, reached) = (f32x4::splat(bound), f32x4::splat(sweep.reach + bound));
        let kept = f32x4::splat(sweep.skin) + bound;
        let inside = f32x4::splat(-sweep.touch) - bound;
        let groups = usize::from(if sweep.is_point { head.known } else { head.all });
        let (mut enter, mut leave) = (f32x4::splat(f32::NEG_INFINITY), f32x4::splat(f32::INFINITY));
        let mut stop = enter;
        let (mut deciding, mut starts_inside, mut ends_inside) = (0_u64, true, true);
        let mut end = f32x4::splat(f32::NEG_INFINITY);
        for (i, planes) in self.planes[head.first as usize..][..groups].iter().enumerate() {
            let [x, y, z] = &planes.normal;
            let size = [x.abs(), y.abs(), z.abs()];
            let before = dot(&planes.normal, &at) - planes.dist - dot(&size, &sweep.half);
            let fall = dot(&planes.normal, &sweep.fall);
            let fall_bound = dot(&size, &sweep.fall_bound);
            let after = before - fall;
            let is_before = before.simd_gt(bound);
            let gone = is_before & (after.simd_ge(reached) | fall.simd_le(-fall_bound));
            if gone.any() {
                return Verdict::Apart;
            }
            // Where the plane is surely ahead: the least fraction at which it is entered. Where it is surely left: the largest at
            // which it is.
            let least = fall + fall_bound;
            let inverse = f32x4::ONE / least;
            let time = (before - bound) * inverse;
            enter = is_before.bitselect(time, enter).fast_max(enter);
            stop = is_before
                .bitselect((before - kept) * inverse, stop)
                .fast_max(stop);
            leave = least.simd_lt(f32x4::ZERO).bitselect(time, leave).fast_min(leave);
            let (starts, ends) = (before.simd_lt(inside), after.simd_lt(inside));
            starts_inside &= starts.all();
            ends_inside &= ends.all();
            end = after.fast_max(end);
            let open = !(starts & ends).to_bitmask() as u64 & 0b1111;
            if i < 64 / FOUR {
                deciding |= open << (FOUR * i);
            }
        }
        let latest = |lanes: f32x4| lanes.to_array().into_iter().fold(f32::NEG_INFINITY, f32::max);
        let enter = latest(enter) * SURELY;
        if enter > 0.0 {
            let leave = -latest(-leave);
            if latest(stop) * SURELY > limit as f32 || enter > leave && leave < SURELY {
                return Verdict::Apart;
            }
            return Verdict::Open(deciding);
        }
        if starts_inside && ends_inside {
            Verdict::AllInside
        } else if starts_inside && latest(end - bound) > -sweep.touch {
            Verdict::StartsInside
        } else {
            Verdict::Open(u64::MAX)
        }
    }
}

impl Head {
    /// A triangle is not asked by these planes.
    pub(super) fn is_triangle(&self) -> bool {
        self.is_triangle
    }

    /// All planes of the solid, the last four filled up.
    pub(super) fn planes(&self) -> usize {
        FOUR * usize::from(self.all)
    }

    /// The number of the first bevel among the planes that are told by [`Verdict::Open`].
    pub(super) fn first_bevel(&self) -> usize {
        FOUR * usize::from(self.known)
    }
}

impl Planes {
    fn new(four: &[Surface], center: &Vec3) -> Self {
        let lane = |of: &dyn Fn(&Surface) -> f32, else_: f32| {
            f32x4::new([0, 1, 2, 3].map(|i| four.get(i).map_or(else_, of)))
        };
        let center = center.cast::<f64>();
        Self {
            normal: [0, 1, 2].map(|k| lane(&|s| s.normal[k] as f32, 0.0)),
            dist: lane(&|s| (s.dist - s.normal.dot(&center)) as f32, FAR),
        }
    }
}

#[inline(always)]
fn dot(a: &[f32x4; 3], b: &[f32x4; 3]) -> f32x4 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn spread(v: &Vec3) -> [f32x4; 3] {
    [f32x4::splat(v.x), f32x4::splat(v.y), f32x4::splat(v.z)]
}
