//! The first hits of a sweep, whatever the tree: which brushes and patches end it, and which it starts in.
//!
//! The hierarchy passes over all whose boxes, moved out by the hull and the skin, the path so far needed does not
//! cross. That changes no answer: such a box has the start in front of one of its six planes, so the brush is not
//! started in, and its planes alone make the path enter after it leaves, or after the best hit.
//!
//! Which of several hits at the same fraction counts, and whether a brush is started in at all, depends on the
//! order in which the tree is walked; [`crate::order`] settles it for the few that are left.

use crate::brush_set::BrushSet;
use crate::cells::{Cells, Group};
use crate::clip::{Clip, Skin, clip_to_brush};
use crate::hierarchy::{Hierarchy, ITEM, MAX_WAITING, Node4};
use crate::hit::{Hit, NO_SIDE};
use crate::lanes::{Lanes3, across, in_lanes, per_axis, splat};
use crate::patch::{PatchSet, Way};
use crate::shape::MovingShape;
use clipmark_collision::Counts;
use clipmark_geometry::Contents;
use wide::f32x4;

/// Hits at one fraction, and brushes started in, that are kept. A sweep with more is walked in full.
const MAX_TIED: usize = 8;
const MAX_STARTS: usize = 6;
/// Boxes are moved out by this share of the largest coordinate of an axis beyond the skin, for rounding: eight times what the
/// sums of the clip and of the box test can be off. Larger tests more brushes; smaller could lose one.
pub(crate) const ROUNDING: f32 = 1.0 / (1 << 18) as f32;
/// Hits this little behind the best, in units along the path, are looked at too, so that `next` is known there.
pub(crate) const BEHIND: f32 = 0.25;
/// A path component is taken to be at least this long, in units, to have an inverse.
pub(crate) const SHORTEST: f32 = 1e-20;

/// A short list on the stack.
pub(crate) struct Few<T, const N: usize> {
    all: [T; N],
    len: usize,
}

impl<T: Copy, const N: usize> Few<T, N> {
    #[inline(always)]
    pub(crate) fn new(fill: T) -> Self {
        Self {
            all: [fill; N],
            len: 0,
        }
    }

    /// Whether there was room.
    #[inline(always)]
    pub(crate) fn push(&mut self, x: T) -> bool {
        let room = self.len < N;
        if room {
            self.all[self.len] = x;
            self.len += 1;
        }
        room
    }

    pub(crate) fn as_slice(&self) -> &[T] {
        &self.all[..self.len]
    }

    fn as_mut_slice(&mut self) -> &mut [T] {
        &mut self.all[..self.len]
    }
}

/// What the sweep meets first.
pub(crate) struct FirstHits {
    /// The least fraction at which anything is entered; 1 when nothing is.
    pub(crate) best: f32,
    /// No hit lies between `best` and this.
    pub(crate) next: f32,
    /// What is entered at `best`.
    pub(crate) tied: Few<Hit, MAX_TIED>,
    /// Whether hits that make the same answer as the first of `tied` were left out of it.
    pub(crate) more: bool,
    /// Brushes that the sweep starts in and leaves.
    pub(crate) starts: Few<u32, MAX_STARTS>,
    /// Whether the answer depends on more than this: too many hits at once, or a facet without an end on some side.
    pub(crate) unsure: bool,
}

/// A sweep against everything.
pub(crate) struct Cast<'a, S, const COUNT: bool> {
    pub(crate) brushes: &'a BrushSet,
    pub(crate) patches: &'a PatchSet,
    /// Around brushes and facets, the brushes numbered first.
    pub(crate) boxes: &'a Hierarchy,
    pub(crate) cells: &'a Cells,
    pub(crate) shape: &'a S,
    pub(crate) start: &'a [f32; 3],
    pub(crate) end: &'a [f32; 3],
    pub(crate) mask: Contents,
    pub(crate) skin: Skin,
    pub(crate) counts: &'a mut Counts,
}

/// Where to look for hits.
pub(crate) enum Search<'a> {
    /// No box.
    Nothing,
    /// These boxes, as far as they touch the bounds of the path.
    Around {
        groups: &'a [Group],
        way: (Lanes3, Lanes3),
    },
    /// In the hierarchy, with its boxes moved out by so much along each axis, the hull's half size and a little.
    Down { half: f32x4 },
}

/// The path as the box test reads it.
struct Slabs {
    /// Bit `k` set: against axis `k`.
    octant: usize,
    /// Per axis: which of the two bounds is met first.
    near: [usize; 3],
    near_from: Lanes3,
    far_from: Lanes3,
    inverse: Lanes3,
}

impl Slabs {
    /// `half` is the hull's and how far boxes are moved out beyond it.
    #[inline(always)]
    fn new(start: f32x4, along: f32x4, half: f32x4) -> Self {
        let octant = along.to_bitmask() as usize & 7;
        // How far the near planes are pushed towards the start: against the path.
        let reach = half.copysign(along);
        let length = along.abs().fast_max(f32x4::splat(SHORTEST));
        Self {
            octant,
            near: per_axis(|k| octant >> k & 1),
            near_from: in_lanes(start + reach),
            far_from: in_lanes(start - reach),
            inverse: in_lanes(f32x4::ONE / length.copysign(along)),
        }
    }

    /// Where the path enters each of a node's boxes, and which of them it crosses before the limit, a bit each.
    #[inline(always)]
    fn crossed(&self, node: &Node4, limit: f32) -> (f32x4, u32) {
        let mut enter = f32x4::ZERO;
        let mut leave = f32x4::splat(limit);
        for k in 0..3 {
            let near = node.bounds[k][self.near[k] & 1];
            let far = node.bounds[k][!self.near[k] & 1];
            enter = enter.fast_max((near - self.near_from[k]) * self.inverse[k]);
            leave = leave.fast_min((far - self.far_from[k]) * self.inverse[k]);
        }
        (enter, enter.simd_le(leave).to_bitmask())
    }
}

impl<'a, S: MovingShape, const COUNT: bool> Cast<'a, S, COUNT> {
    /// What is to be searched, told without searching.
    #[inline(always)]
    pub(crate) fn look(&mut self) -> Search<'a> {
        let (start, end) = (across(*self.start), across(*self.end));
        let half = across(self.shape.half());
        // Along an axis sums depend on its coordinates alone.
        let far = start.abs().fast_max(end.abs()).fast_max(half);
        let half = half + (f32x4::splat(self.skin.width as f32) + f32x4::splat(ROUNDING) * far);
        let (mins, maxs) = (start.fast_min(end) - half, start.fast_max(end) + half);
        let Some(groups) = self.cells.around(mins, maxs) else {
            return Search::Down { half };
        };
        let way = (in_lanes(mins), in_lanes(maxs));
        let near = groups.iter().position(|group| group.touching(&way) != 0);
        if COUNT {
            self.counts.nodes += near.unwrap_or(groups.len()) as u64;
        }
        match near {
            None => Search::Nothing,
            Some(first) => Search::Around {
                groups: &groups[first..],
                way,
            },
        }
    }

    /// Tests what touches the bounds of the path.
    #[inline(never)]
    pub(crate) fn look_around(&mut self, groups: &[Group], way: &(Lanes3, Lanes3), found: &mut FirstHits) {
        let lanes = (&splat(*self.start), &splat(*self.end));
        for group in groups {
            if COUNT {
                self.counts.nodes += 1;
            }
            for item in group.items_touching(way) {
                if !self.test(item, lanes, found) {
                    found.unsure = true;
                    return;
                }
            }
        }
    }

    /// Tests what the hierarchy has along the path, nearer boxes first, as far as the best hit and a little more.
    #[inline(never)]
    pub(crate) fn go_down(&mut self, half: f32x4, found: &mut FirstHits) {
        let (start, end) = (across(*self.start), across(*self.end));
        let along = end - start;
        let slabs = Slabs::new(start, along, half);
        let [x, y, z, _] = along.abs().to_array();
        let behind = BEHIND / larger(larger(x, y), z);
        let lanes = (&in_lanes(start), &in_lanes(end));
        let mut nodes = 0;
        let limit = |found: &FirstHits| found.best + behind;
        let crossed = |node: &Node4, limit| slabs.crossed(node, limit);
        let all_seen = descend(
            self.boxes,
            slabs.octant,
            limit(found),
            &mut nodes,
            crossed,
            |item| self.test(item, lanes, found).then(|| limit(found)),
        );
        found.unsure = !all_seen;
        if COUNT {
            self.counts.nodes += nodes;
        }
        found.next = found.next.min(found.best + behind);
    }

    /// Whether the answer may still be found.
    #[inline(always)]
    fn test(&mut self, item: u32, lanes: (&Lanes3, &Lanes3), found: &mut FirstHits) -> bool {
        let brushes = self.brushes.heads.len() as u32;
        if item < brushes {
            self.test_brush(item, lanes, found)
        } else {
            self.test_facet(item - brushes, lanes, found)
        }
    }

    /// Whether the answer may still be found.
    #[inline(always)]
    fn test_brush(&mut self, index: u32, lanes: (&Lanes3, &Lanes3), found: &mut FirstHits) -> bool {
        let head = &self.brushes.heads[index as usize];
        if !head.contents.intersects(self.mask) {
            return true;
        }
        let mut planes = 0;
        let sides = self.brushes.lanes_of(head);
        let clip = clip_to_brush(self.shape, sides, lanes, self.skin, &mut planes);
        if COUNT {
            self.counts.primitives += 1;
            self.counts.planes += planes;
        }
        let hit = |fraction, side| Hit {
            item: index,
            fraction,
            side,
            facet: 0,
        };
        match clip {
            Clip::Free => true,
            Clip::StartInside => found.starts.push(index),
            Clip::AllInside => found.note(self.brushes, hit(0.0, NO_SIDE)),
            Clip::Enters { fraction, side } => found.note(self.brushes, hit(fraction, side as u32)),
        }
    }

    /// The same for a facet. Not inlined: few sweeps come to one.
    #[inline(never)]
    fn test_facet(&mut self, index: u32, lanes: (&Lanes3, &Lanes3), found: &mut FirstHits) -> bool {
        let facet = &self.patches.facets[index as usize];
        if !self.patches.heads[facet.patch as usize]
            .contents
            .intersects(self.mask)
        {
            return true;
        }
        let mut way = Way {
            shape: self.shape,
            start: *self.start,
            end: *self.end,
            lanes,
            skin: self.skin,
            facets_tested: 0,
            planes_tested: 0,
        };
        let hit = self.patches.clip_to_facet(facet, &mut way, 1.0);
        if COUNT {
            self.counts.primitives += way.facets_tested;
            self.counts.planes += way.planes_tested;
        }
        let Some(hit) = hit else { return true };
        if facet.loose {
            return false;
        }
        let hit = Hit {
            item: self.brushes.heads.len() as u32 + facet.patch,
            fraction: hit.fraction,
            side: hit.side,
            facet: index,
        };
        found.note(self.brushes, hit)
    }
}

impl FirstHits {
    /// Keeps a hit if it is among the first; whether there was room.
    #[inline(always)]
    pub(crate) fn note(&mut self, brushes: &BrushSet, hit: Hit) -> bool {
        if hit.fraction > self.best || hit.fraction >= 1.0 {
            self.next = self.next.min(hit.fraction);
            return true;
        }
        if hit.fraction < self.best {
            self.next = self.best;
            self.best = hit.fraction;
            self.tied.len = 0;
            self.more = false;
        }
        // Of the facets of one patch that are entered together the first counts.
        for tied in self.tied.as_mut_slice() {
            if tied.item == hit.item {
                if hit.facet < tied.facet {
                    *tied = hit;
                }
                return true;
            }
        }
        if self.tied.push(hit) {
            return true;
        }
        self.more = self.tied.as_slice()[..1]
            .iter()
            .all(|first| brushes.alike(first, &hit));
        self.more
    }
}

impl FirstHits {
    /// Made in registers: a constant would be copied from memory by a call.
    #[inline(always)]
    pub(crate) fn none() -> Self {
        let nothing = Hit {
            item: 0,
            fraction: 0.0,
            side: 0,
            facet: 0,
        };
        Self {
            best: 1.0,
            next: 1.0,
            tied: Few::new(nothing),
            more: false,
            starts: Few::new(0),
            unsure: false,
        }
    }
}

/// `f32::max` without its care for NaN, which `Sweep::check` keeps out.
#[inline(always)]
pub(crate) fn larger(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

/// Passes on the items whose boxes are crossed before the limit, roughly nearer ones first along the octant, until `visit`
/// returns none; else it returns the new limit. `crossed` says where four boxes are entered, and which are crossed at all.
/// Whether it came to the end.
#[inline(always)]
pub(crate) fn descend(
    boxes: &Hierarchy,
    octant: usize,
    mut limit: f32,
    nodes: &mut u64,
    crossed: impl Fn(&Node4, f32) -> (f32x4, u32),
    mut visit: impl FnMut(u32) -> Option<f32>,
) -> bool {
    if boxes.nodes.is_empty() {
        return true;
    }
    // Nodes and items to come, and where the path enters them.
    let mut waiting = [(0.0f32, 0u32); MAX_WAITING];
    let mut len = 0;
    let mut at = 0u32;
    loop {
        if at & ITEM != 0 {
            let Some(new) = visit(at & !ITEM) else {
                return false;
            };
            limit = new;
        } else {
            *nodes += 1;
            let node = &boxes.nodes[at as usize];
            let (enter, crossed) = crossed(node, limit);
            if len + 4 > MAX_WAITING {
                return false;
            }
            // Each lane is written where the next is to stand, which one that is crossed moves on: without a branch,
            // which would be guessed wrong about as often as not.
            let enter = enter.to_array();
            let lanes = node.farthest_first[octant & 7];
            for i in 0..4 {
                let lane = usize::from(lanes >> (2 * i)) & 3;
                waiting[len & (MAX_WAITING - 1)] = (enter[lane], node.children[lane]);
                len += (crossed >> lane & 1) as usize;
            }
        }
        loop {
            if len == 0 {
                return true;
            }
            len -= 1;
            let (enter, child) = waiting[len & (MAX_WAITING - 1)];
            if enter <= limit {
                at = child;
                break;
            }
        }
    }
}
