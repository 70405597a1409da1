//! The planes of a solid four at a time in f32: which of them may decide a sweep, or that none needs to be asked.
//!
//! Everything is relative to the solid's centre, so that rounding depends on the size of the solid and of the sweep, and hardly
//! on the place. A distance is off by at most the sweep's bound ([`Filter::ask`]). What lies within it is left to f64.

use super::bevels::Bevels;
use crate::V;
use crate::core_shape::CoreShape;
use crate::passage::{Path, Surface, TIE};
use crate::solid::{ALL_SIDES, Solids};
use clipmark_geometry::{Contents, Vec3};
use clipmark_hierarchy::lanes::across;
use wide::f32x4;

/// Planes tested together.
pub(super) const FOUR: usize = 4;
/// Rounding of a distance, as a share of its terms: a normal, a place and six sums and products are rounded, each by 2^-24.
const ROUNDED: f32 = 1.0 / 2_097_152.0;
/// Rounding of a place in the world that is taken to f32, as a share of its coordinates: 2^-24 along three axes at once.
const PLACED: f32 = 1.0 / 8_388_608.0;
/// Least bound, in units: twice the distance within which planes are entered at once ([`TIE`]).
const LEAST: f32 = 2.0 * TIE as f32;
/// A fraction of the path is told apart from another that is smaller by this share: a difference, a division and a product are
/// rounded.
const SURELY: f32 = 1.0 - 1e-6;
/// The same for a fraction that is larger.
const LATER: f32 = 1.0 + 1e-6;

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
    /// Its first group of planes, or its triangle.
    first: u32,
    /// Groups of four planes: of faces and sides of the bounding box; of these and bevels.
    known: u16,
    all: u16,
}

/// Four planes in one cache line. Unused lanes of the last group hold planes that everything lies behind.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Planes {
    normal: [f32x4; 3],
    dist: f32x4,
}

/// A triangle relative to the centre of its bounding box.
#[derive(Clone, Copy, Debug)]
struct Corners {
    /// Axis by axis; the last lane is the first corner again.
    corner: [f32x4; 3],
    /// The bounding box. The last lane is one that everything lies behind.
    low: f32x4,
    high: f32x4,
}

/// The planes of all solids.
#[derive(Debug, Default)]
pub(super) struct Filter {
    heads: Vec<Head>,
    planes: Vec<Planes>,
    triangles: Vec<Corners>,
}

/// What f32 alone can decide.
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

    /// How far off a distance from a plane of the solid may be, with the start there from its centre.
    #[inline(always)]
    fn bound_at(&self, from: &Vec3, head: &Head) -> f32 {
        self.bound + ROUNDED * (from.abs().sum() + head.extent)
    }
}

impl Filter {
    /// The planes of solids, and each solid's bevels behind them.
    pub(super) fn build(solids: &Solids, bevels: &Bevels) -> Self {
        let mut filter = Self {
            heads: Vec::with_capacity(solids.iter().len()),
            ..Self::default()
        };
        for (number, solid) in solids.iter().enumerate() {
            let (mins, maxs) = (Vec3::from(solid.mins), Vec3::from(solid.maxs));
            let center = (mins + maxs) * 0.5;
            let first = filter.planes.len();
            let mut head = Head {
                center,
                extent: (maxs - center).sup(&(center - mins)).sum(),
                contents: solid.contents,
                first: filter.planes.len() as u32,
                known: 0,
                all: 0,
            };
            if let Some(corners) = solid.triangle_corners() {
                head.first = filter.triangles.len() as u32;
                filter
                    .triangles
                    .push(Corners::new(corners, &center, [mins - center, maxs - center]));
            } else {
                let mut push = |planes: &[Surface]| {
                    let fours = planes.chunks(FOUR).map(|four| Planes::new(four, &center));
                    filter.planes.extend(fours);
                    (filter.planes.len() - first) as u16
                };
                head.known = push(&solid.planes().collect::<Vec<_>>());
                head.all = push(&bevels.of_solid(number).collect::<Vec<_>>());
            }
            filter.heads.push(head);
        }
        filter.planes.shrink_to_fit();
        filter.triangles.shrink_to_fit();
        filter
    }

    pub(super) fn bytes(&self) -> usize {
        self.heads.capacity() * size_of::<Head>()
            + self.planes.capacity() * size_of::<Planes>()
            + self.triangles.capacity() * size_of::<Corners>()
    }

    pub(super) fn head(&self, number: usize) -> &Head {
        &self.heads[number]
    }

    /// What the planes of a solid tell of a sweep, as f64 will see it.
    #[inline(always)]
    pub(super) fn ask(&self, head: &Head, sweep: &Lanes, limit: f64) -> Verdict {
        let from = sweep.start - head.center;
        let at = spread(&from);
        let margins = Margins::new(sweep, f32x4::ONE, f32x4::splat(sweep.bound_at(&from, head)));
        let groups = usize::from(if sweep.is_point { head.known } else { head.all });
        let mut times = Times::NONE;
        let mut ends = f32x4::splat(f32::NEG_INFINITY);
        let (mut starts_inside, mut ends_inside) = (true, true);
        let planes = &self.planes[head.first as usize..][..groups];
        for four in planes {
            let falls = four.falls(&at, sweep);
            if times.clip(&falls, &margins) {
                return Verdict::Apart;
            }
            let after = falls.before - falls.fall;
            starts_inside &= falls.before.simd_lt(-margins.touch).all();
            ends_inside &= after.simd_lt(-margins.touch).all();
            ends = after.fast_max(ends);
        }
        match times.surely_outside(limit) {
            Passage::Passed => return Verdict::Apart,
            Passage::Stops(stop) => return Verdict::Open(deciding(planes, &at, sweep, &margins, stop)),
            Passage::Unknown => {}
        }
        if starts_inside && ends_inside {
            Verdict::AllInside
        } else if starts_inside && largest(ends - margins.bound) > -sweep.touch {
            Verdict::StartsInside
        } else {
            Verdict::Open(u64::MAX)
        }
    }
}

/// Which planes of a triangle may decide a sweep, beside its faces, a bit each.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct TrianglePlanes {
    /// Of its bounding box: -x +x -y +y -z +z.
    pub(super) sides: u8,
    /// Of its edges: an edge's number, and three times the axis.
    pub(super) bevels: u16,
}

impl TrianglePlanes {
    pub(super) const ALL: Self = Self {
        sides: ALL_SIDES,
        bevels: u16::MAX,
    };
}

impl Filter {
    /// What the sides of a triangle's bounding box and its bevels tell of a sweep, beside faces that are entered at this
    /// fraction. `None`: it does not stop the hull before the limit.
    #[inline(always)]
    pub(super) fn ask_triangle(
        &self,
        head: &Head,
        sweep: &Lanes,
        limit: f64,
        faces_entered: f64,
    ) -> Option<TrianglePlanes> {
        let triangle = &self.triangles[head.first as usize];
        let from = sweep.start - head.center;
        let bound = sweep.bound_at(&from, head);
        let mut times = Times::NONE;
        let mut clip = |before, fall, fall_bound, length, bound| {
            let falls = Falls {
                before,
                fall,
                fall_bound,
            };
            let margins = Margins::new(sweep, length, bound);
            (!times.clip(&falls, &margins)).then_some((falls, margins))
        };
        // Three sides at a time: those towards the low coordinates, then the others.
        let first_of = |lanes: &[f32x4; 3]| across(lanes.map(|x| x.to_array()[0]));
        let (at, half) = (across(from.into()), first_of(&sweep.half));
        let (fall, fall_bound) = (first_of(&sweep.fall), first_of(&sweep.fall_bound));
        let (unit, side_bound) = (f32x4::ONE, f32x4::splat(bound));
        let low = clip(triangle.low - at - half, -fall, fall_bound, unit, side_bound)?;
        let high = clip(at - triangle.high - half, fall, fall_bound, unit, side_bound)?;
        // An edge by a lane, axis after axis. Normals are as long as their edges, at most twice the extent, and rounded by as
        // much as the extent.
        let larger = f32x4::splat(4.0 * head.extent);
        let bound = larger * f32x4::splat(bound);
        let corner = &triangle.corner;
        let next = corner.map(rotate);
        let mut bevels = |j: usize, k: usize| {
            let (along, across) = (next[j] - corner[j], next[k] - corner[k]);
            let [x, y] = [
                corner[j] - f32x4::splat(from[j]),
                corner[k] - f32x4::splat(from[k]),
            ];
            let edge = across * x - along * y;
            let third = across * rotate(rotate(x)) - along * rotate(rotate(y));
            // Outwards, the third corner lies behind.
            let sign = (third.simd_gt(edge)).bitselect(f32x4::splat(-1.0), f32x4::ONE);
            let (along_size, across_size) = (along.abs(), across.abs());
            let reach = across_size * sweep.half[j] + along_size * sweep.half[k];
            let fall = sign * (across * sweep.fall[j] - along * sweep.fall[k]);
            let fall_bound = larger * (sweep.fall_bound[j] + sweep.fall_bound[k]);
            let length = along_size + across_size;
            clip(-(sign * edge) - reach, fall, fall_bound, length, bound)
        };
        let all = [low, high, bevels(1, 2)?, bevels(2, 0)?, bevels(0, 1)?];
        let stop = match times.surely_outside(limit) {
            Passage::Passed => return None,
            Passage::Stops(stop) => stop,
            Passage::Unknown => return Some(TrianglePlanes::ALL),
        };
        let mut deciding = Deciding::<TRIANGLE_GROUPS>::new(faces_entered as f32 * LATER);
        for (falls, margins) in &all {
            deciding.add(falls, margins);
        }
        let deciding = deciding.planes(stop);
        let three = |group: usize| deciding >> (FOUR * group) & 0b111;
        let apart = |bits: u64| (bits & 1) | (bits & 2) << 1 | (bits & 4) << 2;
        Some(TrianglePlanes {
            sides: (apart(three(0)) | apart(three(1)) << 1) as u8,
            bevels: (three(2) | three(3) << 3 | three(4) << 6) as u16,
        })
    }
}

/// Groups of a triangle's planes: two of sides, three of bevels.
const TRIANGLE_GROUPS: usize = 5;

/// How far off distances from four planes may be, and the distances that matter, all times the lengths of the normals.
#[derive(Clone, Copy)]
struct Margins {
    bound: f32x4,
    /// Farther ahead than touching, or behind by more: no other plane tells then that the hull begins on the solid.
    touch: f32x4,
    kept: f32x4,
    reached: f32x4,
}

impl Margins {
    #[inline(always)]
    fn new(sweep: &Lanes, length: f32x4, bound: f32x4) -> Self {
        let surely = |distance: f32| f32x4::splat(distance) * length + bound;
        Self {
            bound,
            touch: surely(sweep.touch),
            kept: surely(sweep.skin),
            reached: surely(sweep.reach),
        }
    }
}

/// When the hull passes planes, as fractions of the path.
struct Times {
    /// The least at which the planes surely ahead are entered, and at which the hull rests before them.
    enter: f32x4,
    stop: f32x4,
    /// The largest at which the planes surely left are left.
    leave: f32x4,
}

/// What the times tell.
enum Passage {
    /// The solid is left before it is entered, or stops the hull only after the limit.
    Passed,
    /// The start is outside, and the hull rests no earlier than here.
    Stops(f32),
    Unknown,
}

impl Times {
    const NONE: Self = Self {
        enter: f32x4::splat(f32::NEG_INFINITY),
        stop: f32x4::splat(f32::NEG_INFINITY),
        leave: f32x4::splat(f32::INFINITY),
    };

    /// Adds four planes; whether one keeps hull and solid apart.
    #[inline(always)]
    fn clip(&mut self, falls: &Falls, margins: &Margins) -> bool {
        let Falls {
            before,
            fall,
            fall_bound,
        } = *falls;
        let bound = margins.bound;
        let gone =
            before.simd_gt(bound) & ((before - fall).simd_ge(margins.reached) | fall.simd_le(-fall_bound));
        if gone.any() {
            return true;
        }
        let is_before = before.simd_gt(margins.touch);
        let most = fall + fall_bound;
        let inverse = f32x4::ONE / most;
        let time = (before - bound) * inverse;
        let rest = (before - margins.kept) * inverse;
        self.enter = is_before.bitselect(time, self.enter).fast_max(self.enter);
        self.stop = is_before.bitselect(rest, self.stop).fast_max(self.stop);
        let is_left = most.simd_lt(f32x4::ZERO);
        self.leave = is_left.bitselect(time, self.leave).fast_min(self.leave);
        false
    }

    #[inline(always)]
    fn surely_outside(&self, limit: f64) -> Passage {
        let (enter, leave) = (largest(self.enter) * SURELY, -largest(-self.leave));
        let stop = largest(self.stop);
        if enter > 0.0 {
            let passed = stop * SURELY > limit as f32 || enter > leave && leave < SURELY;
            if passed {
                Passage::Passed
            } else {
                Passage::Stops(stop)
            }
        } else {
            Passage::Unknown
        }
    }
}

/// The first corner after the last: each lane is followed by the next of three.
#[inline(always)]
fn rotate(v: f32x4) -> f32x4 {
    let [a, b, c, _] = v.to_array();
    f32x4::new([b, c, a, b])
}

/// The planes that may decide a sweep whose hull comes to rest no earlier than at `stop`, a bit each. Planes from the 64th on
/// are not looked at.
#[inline(never)]
fn deciding(planes: &[Planes], at: &[f32x4; 3], sweep: &Lanes, margins: &Margins, stop: f32) -> u64 {
    const ALL: usize = 64 / FOUR;
    /// Most solids have no more.
    const FEW: usize = 4;
    match planes.len() {
        ..=FEW => deciding_of::<FEW>(planes, at, sweep, margins, stop),
        _ => deciding_of::<ALL>(planes, at, sweep, margins, stop),
    }
}

#[inline(always)]
fn deciding_of<const GROUPS: usize>(
    planes: &[Planes],
    at: &[f32x4; 3],
    sweep: &Lanes,
    margins: &Margins,
    stop: f32,
) -> u64 {
    // Planes beyond these may be entered at any time.
    let enter = if planes.len() > GROUPS {
        f32::INFINITY
    } else {
        f32::NEG_INFINITY
    };
    let mut deciding = Deciding::<GROUPS>::new(enter);
    for four in planes.iter().take(GROUPS) {
        deciding.add(&four.falls(at, sweep), margins);
    }
    deciding.planes(stop)
}

/// Which planes may decide a sweep, of so many groups of four. Not those behind which the hull stays, nor those entered
/// before it rests, nor those left after it has entered the solid.
struct Deciding<const GROUPS: usize> {
    groups: usize,
    /// The largest fraction at which a plane is entered, and the least at which it is left.
    times: [f32x4; GROUPS],
    entered: u64,
    left: u64,
    behind: u64,
    /// No plane is entered later.
    enter: f32x4,
}

impl<const GROUPS: usize> Deciding<GROUPS> {
    /// Beside planes that are entered at this fraction at the latest.
    #[inline(always)]
    fn new(enter: f32) -> Self {
        Self {
            groups: 0,
            times: [f32x4::ZERO; GROUPS],
            entered: 0,
            left: 0,
            behind: 0,
            enter: f32x4::splat(enter),
        }
    }

    #[inline(always)]
    fn add(&mut self, falls: &Falls, margins: &Margins) {
        let (bound, touch) = (margins.bound, margins.touch);
        let Falls {
            before,
            fall,
            fall_bound,
        } = *falls;
        let least = fall - fall_bound;
        let is_behind = before.simd_lt(-touch) & (before - fall).simd_lt(-touch);
        let is_entered = least.simd_gt(f32x4::ZERO);
        let is_left = (fall + fall_bound).simd_lt(f32x4::ZERO);
        let time = (before + bound) / least;
        // A plane that is all but parallel to the path may be entered at any time.
        let by = is_left.bitselect(f32x4::splat(f32::NEG_INFINITY), f32x4::splat(f32::INFINITY));
        let by = is_behind.bitselect(self.enter, is_entered.bitselect(time, by));
        self.enter = by.fast_max(self.enter);
        self.times[self.groups] = time;
        let first = FOUR * self.groups;
        self.entered |= u64::from(is_entered.to_bitmask()) << first;
        self.left |= u64::from(is_left.to_bitmask()) << first;
        self.behind |= u64::from(is_behind.to_bitmask()) << first;
        self.groups += 1;
    }

    /// Those of them, where the hull comes to rest no earlier than at `stop`, a bit each.
    #[inline(always)]
    fn planes(&self, stop: f32) -> u64 {
        let (stop, enter) = (f32x4::splat(stop), f32x4::splat(largest(self.enter)));
        let (mut late, mut early) = (0, 0);
        for (i, &time) in self.times.iter().take(self.groups).enumerate() {
            let first = FOUR * i;
            late |= u64::from((time * f32x4::splat(LATER)).simd_ge(stop).to_bitmask()) << first;
            early |= u64::from((time * f32x4::splat(SURELY)).simd_le(enter).to_bitmask()) << first;
        }
        !(self.behind | self.entered & !late | self.left & !early)
    }
}

#[inline(always)]
fn largest(lanes: f32x4) -> f32 {
    let [a, b, c, d] = lanes.to_array();
    let larger = |a: f32, b: f32| if a > b { a } else { b };
    larger(larger(a, b), larger(c, d))
}

impl Corners {
    fn new(corners: &[V; 3], center: &Vec3, [low, high]: [Vec3; 2]) -> Self {
        let lanes = |k: usize| [0, 1, 2, 0].map(|i: usize| corners[i][k] as f32 - center[k]);
        Self {
            corner: [0, 1, 2].map(|k| f32x4::new(lanes(k))),
            low: f32x4::new([low.x, low.y, low.z, -FAR]),
            high: f32x4::new([high.x, high.y, high.z, FAR]),
        }
    }
}

impl Head {
    /// A triangle has no planes here: [`Filter::ask_triangle`].
    pub(super) fn is_triangle(&self) -> bool {
        self.all == 0
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

/// How far in front of four planes a hull starts, how far it falls towards them, and how far off that fall may be.
#[derive(Clone, Copy)]
struct Falls {
    before: f32x4,
    fall: f32x4,
    fall_bound: f32x4,
}

impl Planes {
    #[inline(always)]
    fn falls(&self, at: &[f32x4; 3], sweep: &Lanes) -> Falls {
        let [x, y, z] = &self.normal;
        let size = [x.abs(), y.abs(), z.abs()];
        Falls {
            before: dot(&self.normal, at) - self.dist - dot(&size, &sweep.half),
            fall: dot(&self.normal, &sweep.fall),
            fall_bound: dot(&size, &sweep.fall_bound),
        }
    }

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
