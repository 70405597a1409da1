//! The first hits of all sweeps of a fan, found together: what is near its start is looked up once.
//!
//! The hierarchy is descended once, by the box around all sweeps at each fraction of their paths. Each item found is asked four
//! sweeps at a time. Where the start lies to the planes of a brush is computed once for all sweeps. The hits are those of
//! [`crate::cast`], found by the same sums, and are settled in the same way ([`crate::order`]); so the answers are the same to
//! the bit. Only `FirstHits::next` may be less, which is a bound.

use crate::backend::BspBackend;
use crate::cast::{FirstHits, ROUNDING, larger};
use crate::cells::Short;
use crate::clip::{Asked, Clip, NOTHING_KEPT, SMALLER, clip_from_outside, clip_to_brush};
use crate::descend::descend;
use crate::fan_lanes::{Frustum, Lined, QUADS};
use crate::hierarchy::Node4;
use crate::hit::{Hit, NO_SIDE};
use crate::lanes::{Lanes3, SideLanes, across, per_axis, splat};
use crate::patch::Way;
use crate::shape::{MovingShape, Pushed};
use clipmark_collision::{Counts, Fan};
use clipmark_geometry::Contents;
use wide::f32x4;

/// The ends of a fan that is searched together lie at most this far apart along each axis, in units. Wider fans meet much that
/// single sweeps pass by.
const WIDEST: f32 = 768.0;
/// Items that a fan may meet for each of its sweeps; beyond it the sweeps are asked one by one. About what a single sweep's
/// search costs.
const MOST_ITEMS: u32 = 6;

/// The sweeps of a fan, at most [`Fan::PIECE`] of them, against everything.
struct FanCast<'a, S, const COUNT: bool> {
    bsp: &'a BspBackend,
    shape: &'a S,
    lined: &'a mut Lined,
    start_lanes: Lanes3,
    /// The hull's half size and a little, by which boxes are moved out.
    half: [f32; 3],
    mask: Contents,
    hits: &'a mut [FirstHits; Fan::PIECE],
    /// The greatest limit of all.
    limit: f32,
    items_left: u32,
    counts: &'a mut Counts,
}

/// What came of a search.
pub(crate) enum Searched {
    /// Nothing lies near any of the sweeps.
    Nothing,
    /// The hits are told.
    Hits,
    /// The sweeps are to be asked one by one, which costs less.
    No,
}

impl BspBackend {
    /// The first hits of the sweeps. `hits` is made only where something is near.
    #[inline(always)]
    pub(crate) fn first_hits_of_fan<S: MovingShape, const COUNT: bool>(
        &self,
        shape: &S,
        lined: &mut Lined,
        mask: Contents,
        hits: &mut Option<[FirstHits; Fan::PIECE]>,
        counts: &mut Counts,
    ) -> Searched {
        let (from, least, most) = (across(lined.start), across(lined.least), across(lined.most));
        if (most - least).simd_gt(f32x4::splat(WIDEST)).any() {
            return Searched::No;
        }
        let half = across(shape.half());
        let far = from
            .abs()
            .fast_max(least.abs())
            .fast_max(most.abs())
            .fast_max(half);
        let half = half + (f32x4::splat(self.skin.width as f32) + f32x4::splat(ROUNDING) * far);
        let (mins, maxs) = (from.fast_min(least) - half, from.fast_max(most) + half);
        let short = self.cells.around(mins, maxs);
        if COUNT {
            counts.nodes += short.as_ref().map_or(0, Short::fours);
        }
        let near = short.map(Short::beginning);
        if let Some(None) = near {
            return Searched::Nothing;
        }
        let [x, y, z, _] = half.to_array();
        let sweeps = lined.sweeps;
        let limits = lined.quads.iter().flat_map(|quad| quad.limit);
        let mut cast = FanCast::<S, COUNT> {
            bsp: self,
            shape,
            start_lanes: splat(lined.start),
            half: [x, y, z],
            mask,
            hits: hits.insert(std::array::from_fn(|_| FirstHits::none())),
            limit: limits.fold(0.0, larger),
            items_left: MOST_ITEMS * sweeps as u32,
            counts,
            lined,
        };
        let done = if let Some(near) = near.flatten() {
            cast.look_around(near)
        } else {
            let (low, high) = (across(cast.lined.low), across(cast.lined.high));
            // The fourth lane is not read.
            cast.go_down(&Frustum::new(from, half, low, high))
        };
        for (i, found) in cast.hits[..sweeps].iter_mut().enumerate() {
            let behind = cast.lined.quads[i / 4].behind[i % 4];
            found.next = found.next.min(found.best + behind);
        }
        if done { Searched::Hits } else { Searched::No }
    }
}

impl<S: MovingShape, const COUNT: bool> FanCast<'_, S, COUNT> {
    #[inline(never)]
    fn go_down(&mut self, frustum: &Frustum) -> bool {
        let boxes = &self.bsp.boxes;
        let mut nodes = 0;
        let limit = self.limit;
        let crossed = |node: &Node4, limit| frustum.crossed(node, limit);
        let done = descend(boxes, limit, &mut nodes, crossed, |item| {
            self.visit(item).then_some(self.limit)
        });
        if COUNT {
            self.counts.nodes += nodes;
        }
        done
    }

    #[inline(never)]
    fn look_around(&mut self, near: Short) -> bool {
        near.all_items(|item| self.visit(item))
    }

    /// Whether the search is to go on.
    #[inline(always)]
    fn visit(&mut self, item: u32) -> bool {
        if self.items_left == 0 {
            return false;
        }
        self.items_left -= 1;
        let brushes = &self.bsp.brushes;
        if item >= brushes.lines() {
            self.visit_facet(item - brushes.lines());
            return true;
        }
        let brush = brushes.brush_at(item);
        if brush.contents().intersects(self.mask) {
            let alive = self.crossing(brush.mins(), brush.maxs());
            if alive.iter().any(|&lanes| lanes != 0) {
                self.visit_brush((brush.number(), item), brush.groups(), alive);
            }
        }
        true
    }

    /// Which sweeps cross a box before their limits: the lanes of each quad, a bit each.
    #[inline(always)]
    fn crossing(&mut self, mins: [f32; 3], maxs: [f32; 3]) -> [u32; QUADS] {
        let low = splat(per_axis(|k| (mins[k] - self.half[k]) - self.lined.start[k]));
        let high = splat(per_axis(|k| (maxs[k] + self.half[k]) - self.lined.start[k]));
        let mut alive = [0; QUADS];
        for (quad, alive) in self.lined.quads.iter().zip(&mut alive) {
            if quad.used == 0 {
                break;
            }
            if COUNT {
                self.counts.nodes += 1;
            }
            let mut enter = f32x4::ZERO;
            let mut leave = f32x4::new(quad.limit);
            for k in 0..3 {
                let (a, b) = (low[k] * quad.inverse[k], high[k] * quad.inverse[k]);
                enter = enter.fast_max(a.fast_min(b));
                leave = leave.fast_min(a.fast_max(b));
            }
            *alive = enter.simd_le(leave).to_bitmask() & quad.used;
        }
        alive
    }

    #[inline(never)]
    fn visit_brush(
        &mut self,
        (number, line): (u32, u32),
        (sides, first): (&[SideLanes], usize),
        mut alive: [u32; QUADS],
    ) {
        if COUNT {
            self.counts.primitives += 1;
        }
        let from_outside = self.not_passing(sides, &mut alive);
        let skin = self.bsp.skin;
        for (q, mut lanes) in alive.into_iter().enumerate() {
            while lanes != 0 {
                let lane = lanes.trailing_zeros() as usize;
                lanes &= lanes - 1;
                let i = 4 * q + lane;
                let end = splat(self.lined.path(i).1);
                let clip = if from_outside {
                    clip_from_outside(sides.len(), skin, |at| {
                        self.shape.distances_in_lanes(&sides[at], &self.start_lanes, &end)
                    })
                } else {
                    let mut planes = 0;
                    let asked = Asked {
                        start: &self.start_lanes,
                        end: &end,
                        skin,
                        before: f32::INFINITY,
                    };
                    let mut kept = NOTHING_KEPT;
                    let clip = clip_to_brush(self.shape, (sides, first), &asked, &mut kept, &mut planes);
                    if COUNT {
                        self.counts.planes += planes;
                    }
                    clip
                };
                let hit = |fraction, side| Hit {
                    item: number,
                    fraction,
                    side,
                    place: line,
                };
                let found = &mut self.hits[i];
                let is_room = match clip {
                    Clip::Free => continue,
                    Clip::StartInside => found.starts.push(number),
                    Clip::AllInside => found.note(&self.bsp.brushes, hit(0.0, NO_SIDE)),
                    Clip::Enters { fraction, side } => {
                        found.note(&self.bsp.brushes, hit(fraction, side as u32))
                    }
                };
                found.unsure |= !is_room;
                self.shorten(i);
            }
        }
    }

    /// Leaves out the sweeps that one side alone lets pass, or lets come in only behind their limits. Whether the start lies
    /// in front of any side; where it does not nothing is left out.
    #[inline(always)]
    fn not_passing(&mut self, sides: &[SideLanes], alive: &mut [u32; QUADS]) -> bool {
        let free_at = f32x4::splat(self.bsp.skin.free_at);
        let mut any_outside = false;
        for four in sides {
            let pushed = self.shape.pushed_in_lanes(four);
            let d1 = S::distances_to(&four.normal, &pushed, &self.start_lanes);
            let mut outside = d1.simd_gt(f32x4::ZERO).to_bitmask();
            if COUNT {
                self.counts.planes += four.len();
            }
            if outside == 0 {
                continue;
            }
            any_outside = true;
            let (dists, ups, d1s) = (pushed.dist.to_array(), pushed.up.to_array(), d1.to_array());
            let normals = per_axis(|k| four.normal[k].to_array());
            while outside != 0 {
                let side = outside.trailing_zeros() as usize & 3;
                outside &= outside - 1;
                let normal = per_axis(|k| f32x4::splat(normals[k][side]));
                let pushed = Pushed {
                    dist: f32x4::splat(dists[side]),
                    up: f32x4::splat(ups[side]),
                };
                let d1 = f32x4::splat(d1s[side]);
                let up_to_skin = d1 - f32x4::splat(self.bsp.skin.width as f32);
                let mut left = 0;
                for (quad, alive) in self.lined.quads.iter().zip(alive.iter_mut()) {
                    if *alive == 0 {
                        continue;
                    }
                    if COUNT {
                        self.counts.planes += 4;
                    }
                    let d2 = S::distances_to(&normal, &pushed, &quad.ends);
                    // Entered at this fraction or later.
                    let at = up_to_skin / (d1 - d2) * f32x4::splat(SMALLER);
                    let passes = d2.simd_ge(free_at) | d2.simd_ge(d1) | at.simd_gt(f32x4::new(quad.limit));
                    *alive &= !passes.to_bitmask();
                    left |= *alive;
                }
                if left == 0 {
                    return true;
                }
            }
        }
        any_outside
    }

    /// Not inlined: few sweeps come to a facet.
    #[inline(never)]
    fn visit_facet(&mut self, index: u32) {
        let patches = &self.bsp.patches;
        let facet = &patches.facets[index as usize];
        if !patches.heads[facet.patch as usize].contents.intersects(self.mask) {
            return;
        }
        let mut alive = self.lined.quads.map(|quad| quad.used);
        if !facet.loose {
            let b = facet.bounds.with_slack();
            alive = self.crossing(b.mins.into(), b.maxs.into());
        }
        let first_patch = self.bsp.brushes.len() as u32;
        for (q, mut lanes) in alive.into_iter().enumerate() {
            while lanes != 0 {
                let i = 4 * q + lanes.trailing_zeros() as usize;
                lanes &= lanes - 1;
                let (start, end) = self.lined.path(i);
                let mut way = Way {
                    shape: self.shape,
                    start,
                    end,
                    lanes: (&self.start_lanes, &splat(end)),
                    skin: self.bsp.skin,
                    facets_tested: 0,
                    planes_tested: 0,
                };
                let hit = patches.clip_to_facet(facet, &mut way, 1.0);
                if COUNT {
                    self.counts.primitives += way.facets_tested;
                    self.counts.planes += way.planes_tested;
                }
                let Some(hit) = hit else { continue };
                let hit = Hit {
                    item: first_patch + facet.patch,
                    fraction: hit.fraction,
                    side: hit.side,
                    place: index,
                };
                let found = &mut self.hits[i];
                found.unsure |= facet.loose || !found.note(&self.bsp.brushes, hit);
                self.shorten(i);
            }
        }
    }

    /// Takes in the best hit of a sweep. A sweep that is walked anyway looks for nothing more.
    #[inline(always)]
    fn shorten(&mut self, i: usize) {
        let found = &self.hits[i];
        let quad = &mut self.lined.quads[i / 4];
        let shorter = if found.unsure {
            f32::NEG_INFINITY
        } else {
            found.best + quad.behind[i % 4]
        };
        let was = std::mem::replace(&mut quad.limit[i % 4], shorter);
        if was == self.limit && shorter < was {
            let all = self.lined.quads.iter().flat_map(|quad| quad.limit);
            self.limit = all.fold(f32::NEG_INFINITY, larger);
        }
    }
}
