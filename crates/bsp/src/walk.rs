//! A sweep through the tree: from node to node, and in each leaf from brush to brush.
//!
//! Source: `docs/engines.md` section 1, "Tree" and "No double work". Near the splitting plane both sides are visited, with a
//! margin of one unit beyond the hull. Otherwise hits on faces on a node plane are lost. The split fractions carry the skin and
//! are computed in f64 and rounded, as the engine's build does.
//!
//! Departures that change no answer: a brush is passed over whose box the path does not come near, as far as it is still open,
//! and one side that proves a hit to lie behind the best ends the brush. The engine clips it to all its sides.
//!
//! Where a path goes from a node's back to its front, the engine ends the rear part a skin too early. A path so shallow that the
//! cut exceeds the margin loses its hits there. For a map's own tree this matches the engine. For a tree we compiled
//! ourselves, the segment ends one skin width later ([`Tree::early`]).

use crate::brush_set::BrushSet;
use crate::clip::{BrushSweep, Clip, Kept, NOTHING_KEPT, Skin, clip_to_brush};
use crate::lanes::{larger, smaller};
use crate::patch::{FacetSweep, PatchSet};
use crate::shape::MovingShape;
use crate::side_plane::{SidePlane, dot};
use crate::tree::{BoxQuery, Item, Node, SLANTED, Tree};
use clipmark_collision::{Counts, Work};
use clipmark_geometry::Contents;
use clipmark_hierarchy::lanes::{Lanes3, across, in_lanes, per_axis, splat};
use wide::{f32x4, u32x4};

/// Beyond the hull's reach from a node plane, in units: nearer than this, both sides are visited.
const NODE_MARGIN: f32 = 1.0;
/// The bounds of the path up to the best hit are moved out by this share of the largest coordinate, for rounding: eight times the
/// error of the sums of the clip. Larger tests more brushes; smaller could lose a hit just before the best.
pub(crate) const ROUNDING: f32 = 1.0 / (1 << 18) as f32;

/// What a sweep is against.
#[derive(Clone, Copy)]
pub(crate) struct Solids<'a> {
    pub(crate) tree: &'a Tree,
    pub(crate) brushes: &'a BrushSet,
    pub(crate) patches: &'a PatchSet,
    pub(crate) skin: Skin,
}

/// The best answer so far.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found {
    pub(crate) fraction: f32,
    pub(crate) start_solid: bool,
    pub(crate) all_solid: bool,
    /// Contents of the solid that was hit or that holds the whole sweep.
    pub(crate) contents: Contents,
    /// The surface that was hit.
    pub(crate) face: Face,
}

/// A surface that a sweep can hit.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Face {
    Nothing,
    /// A side of the brush whose head stands in that line.
    Side {
        line: u32,
        side: u32,
    },
    /// Index of the facet, and the plane moved out by the hull.
    Facet {
        facet: u32,
        plane: SidePlane,
    },
}

impl Found {
    pub(crate) const NOTHING: Self = Self {
        fraction: 1.0,
        start_solid: false,
        all_solid: false,
        contents: Contents::empty(),
        face: Face::Nothing,
    };

    /// A hull at rest in a solid.
    pub(crate) fn holding(contents: Contents) -> Self {
        Self {
            fraction: 0.0,
            start_solid: true,
            all_solid: true,
            contents,
            face: Face::Nothing,
        }
    }
}

/// Walks the tree along the path of a hull's centre.
pub(crate) fn walk<S: MovingShape, const COUNT: bool>(
    solids: Solids,
    shape: &S,
    (start, end): ([f32; 3], [f32; 3]),
    mask: Contents,
    work: &mut Work,
) -> Found {
    let (from, to, half) = (across(start), across(end), across(shape.half()));
    let (stamp, stamps, counts) = work.begin_visits(solids.brushes.len() + solids.patches.heads.len());
    let mut walk = Walk::<S, COUNT> {
        solids,
        shape,
        start,
        end,
        lanes: (splat(start), splat(end)),
        reach: shape.reach(),
        near: BoxQuery {
            low: in_lanes(from.fast_min(to) - half),
            high: in_lanes(from.fast_max(to) + half),
            mask: u32x4::splat(mask.bits()),
        },
        stamp,
        stamps,
        counts,
        kept: NOTHING_KEPT,
        found: Found::NOTHING,
    };
    walk.visit(solids.tree.root(), 0.0, 1.0, start, end);
    walk.found
}

/// One sweep under way.
struct Walk<'a, S, const COUNT: bool> {
    solids: Solids<'a>,
    shape: &'a S,
    start: [f32; 3],
    end: [f32; 3],
    /// Start and end, in every lane.
    lanes: (Lanes3, Lanes3),
    reach: [f32; 4],
    /// Bounds of the path up to the best hit, hull included.
    near: BoxQuery,
    /// What has this stamp was visited before, in another leaf.
    stamp: u32,
    /// One for each brush, then one for each patch.
    stamps: &'a mut [u32],
    counts: &'a mut Counts,
    kept: Kept,
    found: Found,
}

impl<S: MovingShape, const COUNT: bool> Walk<'_, S, COUNT> {
    /// Visits what hangs at a child, with the part of the path from `p1` to `p2`, which are its fractions `from` and `to`.
    fn visit(&mut self, mut child: i32, from: f32, to: f32, p1: [f32; 3], p2: [f32; 3]) {
        while self.found.fraction > from {
            if child < 0 {
                return self.visit_leaf(child);
            }
            if COUNT {
                self.counts.nodes += 1;
            }
            let tree = self.solids.tree;
            let node = &tree.nodes[child as usize];
            match split_at(tree, node, &self.reach, self.solids.skin, p1, p2) {
                Split::One(side) => child = node.children[side],
                Split::Both(near, cut) => {
                    let at = |f: f32| per_axis(|i| p1[i] + f * (p2[i] - p1[i]));
                    let [first, second] = [node.children[near], node.children[near ^ 1]];
                    self.visit(first, from, from + (to - from) * cut.ends(), p1, at(cut.ends()));
                    let begins = cut.begins();
                    return self.visit(second, from + (to - from) * begins, to, at(begins), p2);
                }
            }
        }
    }

    fn visit_leaf(&mut self, child: i32) {
        if COUNT {
            self.counts.leaves += 1;
        }
        let tree = self.solids.tree;
        for four in tree.leaf(child) {
            for item in four.touched(&self.near) {
                match item {
                    Item::Brush(line) => self.clip_to_brush(line),
                    Item::Patch(patch) => self.clip_to_patch(patch),
                }
                if self.found.fraction == 0.0 {
                    return;
                }
            }
        }
    }

    /// Whether a brush or patch is met for the first time.
    #[inline(always)]
    fn is_new(&mut self, number: usize) -> bool {
        std::mem::replace(&mut self.stamps[number], self.stamp) != self.stamp
    }

    #[inline(always)]
    fn clip_to_brush(&mut self, line: u32) {
        let brush = self.solids.brushes.brush_at(line);
        if !self.is_new(brush.number() as usize) {
            return;
        }
        let mut planes = 0;
        let asked = BrushSweep {
            start: &self.lanes.0,
            end: &self.lanes.1,
            skin: self.solids.skin,
            before: self.found.fraction,
        };
        let clip = clip_to_brush(self.shape, brush.groups(), &asked, &mut self.kept, &mut planes);
        if COUNT {
            self.counts.primitives += 1;
            self.counts.planes += planes;
        }
        match clip {
            Clip::Free => {}
            Clip::StartInside => self.found.start_solid = true,
            Clip::AllInside => {
                self.found.start_solid = true;
                self.found.all_solid = true;
                self.found.fraction = 0.0;
                self.found.contents = brush.contents();
            }
            Clip::Enters { fraction, side } => {
                if fraction < self.found.fraction {
                    self.found.fraction = fraction;
                    self.found.contents = brush.contents();
                    self.found.face = Face::Side {
                        line,
                        side: side as u32,
                    };
                    self.end_at_best();
                }
            }
        }
    }

    fn clip_to_patch(&mut self, number: u32) {
        let Solids { brushes, patches, .. } = self.solids;
        if !self.is_new(brushes.len() + number as usize) {
            return;
        }
        let head = &patches.heads[number as usize];
        let mut sweep = FacetSweep {
            shape: self.shape,
            start: self.start,
            end: self.end,
            lanes: (&self.lanes.0, &self.lanes.1),
            skin: self.solids.skin,
            facets_tested: 0,
            planes_tested: 0,
        };
        let hit = patches.clip(head, &mut sweep, self.found.fraction);
        if COUNT {
            self.counts.primitives += sweep.facets_tested;
            self.counts.planes += sweep.planes_tested;
        }
        if let Some(hit) = hit {
            self.found.fraction = hit.fraction;
            self.found.contents = head.contents;
            self.found.face = Face::Facet {
                facet: head.first_facet + hit.facet,
                plane: hit.plane,
            };
            self.end_at_best();
        }
    }

    /// Nothing behind the best hit counts any more. A brush whose box lies there is entered there, if its box is among its sides.
    #[inline(never)]
    fn end_at_best(&mut self) {
        if !self.solids.brushes.bounded {
            return;
        }
        let (start, end, half) = (across(self.start), across(self.end), across(self.shape.half()));
        let stop = start + f32x4::splat(self.found.fraction) * (end - start);
        let far = start.abs().fast_max(end.abs()).fast_max(half);
        let out = half + f32x4::splat(ROUNDING) * far;
        let low = in_lanes(start.fast_min(stop) - out);
        let high = in_lanes(start.fast_max(stop) + out);
        for k in 0..3 {
            self.near.low[k] = self.near.low[k].fast_max(low[k]);
            self.near.high[k] = self.near.high[k].fast_min(high[k]);
        }
    }
}

/// How a part of a path lies to a node.
pub(crate) enum Split {
    /// All on one side: 0 in front, 1 behind.
    One(usize),
    /// On both: which child comes first, and where the path is cut.
    Both(usize, Cut),
}

/// Where a part of a path is cut at a node, not yet divided by its length.
#[derive(Clone, Copy)]
pub(crate) struct Cut {
    scale: f64,
    ends: f64,
    begins: f64,
}

impl Cut {
    /// Where the first child's part ends, as a fraction of this part.
    #[inline(always)]
    pub(crate) fn ends(&self) -> f32 {
        ((self.ends * self.scale) as f32).clamp(0.0, 1.0)
    }

    /// Where the second child's part begins.
    #[inline(always)]
    pub(crate) fn begins(&self) -> f32 {
        ((self.begins * self.scale) as f32).clamp(0.0, 1.0)
    }
}

/// `reach` is [`MovingShape::reach`].
#[inline(always)]
pub(crate) fn split_at(
    tree: &Tree,
    node: &Node,
    reach: &[f32; 4],
    skin: Skin,
    p1: [f32; 3],
    p2: [f32; 3],
) -> Split {
    let reach = reach[(node.axis & SLANTED) as usize];
    let (t1, t2) = if node.axis == SLANTED {
        (dot(node.normal, p1) - node.dist, dot(node.normal, p2) - node.dist)
    } else {
        let axis = node.axis as usize;
        (p1[axis] - node.dist, p2[axis] - node.dist)
    };
    let beyond = reach + NODE_MARGIN;
    if smaller(t1, t2) >= beyond {
        return Split::One(0);
    }
    if larger(t1, t2) < -beyond {
        return Split::One(1);
    }
    if t1 == t2 {
        let whole = Cut {
            scale: 1.0,
            ends: 1.0,
            begins: 0.0,
        };
        return Split::Both(0, whole);
    }
    let near = usize::from(t1 < t2);
    // In f64 and rounded, as the engine has it, is the same f32: 53 bits are more than twice 24 and two.
    let scale = f64::from(1.0 / (t1 - t2));
    let (low, high) = (f64::from(t1 - reach), f64::from(t1 + reach) + skin.width);
    let cut = if near == 1 {
        Cut {
            scale,
            ends: low + skin.width * tree.early,
            begins: high,
        }
    } else {
        Cut {
            scale,
            ends: high,
            begins: low - skin.width,
        }
    };
    Split::Both(near, cut)
}
