//! The tree that is walked: the map's own, or one compiled here, laid out for tracing.
//!
//! A leaf names brushes, then patches. Their boxes stand in the leaf, four side by side, so that one comparison tells which of
//! four a query comes near. What it does not come near costs nothing more. Leaves are numbered as they hang in the tree, front
//! first.

use crate::brush_set::BrushSet;
use crate::patch::PatchSet;
use crate::side_plane::dot;
use clipmark_geometry::{Aabb, BspTree, Contents};
use clipmark_hierarchy::lanes::{Lanes3, per_axis, splat};
use wide::{f32x4, u32x4};

/// Axis of a slanted node.
pub(crate) const SLANTED: u32 = 3;
/// Boxes of patches are grown by this for the comparison, in units: twice as far as a facet may reach beyond its outline, so that
/// the facets' own boxes decide.
const PATCH_SLACK: f32 = 2.0;
/// Items of a [`FourBoxes`].
const FOUR: usize = 4;
/// Set in an item that is a patch.
const PATCH: u32 = 1 << 31;

/// An inner node. Axis 0, 1, 2: the plane is axial and looks towards +x, +y or +z; 3: any other.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub(crate) struct Node {
    pub(crate) normal: [f32; 3],
    pub(crate) dist: f32,
    pub(crate) axis: u32,
    /// In front, behind; a negative child `c` is leaf `-1 - c`.
    pub(crate) children: [i32; 2],
}

/// Something that a leaf names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Item {
    /// The line of a brush's head ([`BrushSet::brush_at`]).
    Brush(u32),
    /// The number of a patch.
    Patch(u32),
}

impl Item {
    #[inline(always)]
    fn unpack(word: u32) -> Self {
        if word & PATCH == 0 {
            Self::Brush(word)
        } else {
            Self::Patch(word & !PATCH)
        }
    }
}

/// The boxes of four items of a leaf, in two whole cache lines, which processors fetch as a pair. A brush's box is grown by the
/// skin. An empty lane's box is inside out.
#[derive(Clone, Copy, Debug)]
#[repr(align(128))]
pub(crate) struct FourBoxes {
    low: Lanes3,
    high: Lanes3,
    contents: u32x4,
    items: u32x4,
}

/// A box, and the contents that are asked for, in every lane.
#[derive(Clone, Copy)]
pub(crate) struct BoxQuery {
    pub(crate) low: Lanes3,
    pub(crate) high: Lanes3,
    pub(crate) mask: u32x4,
}

impl BoxQuery {
    #[inline(always)]
    pub(crate) fn new(low: [f32; 3], high: [f32; 3], mask: Contents) -> Self {
        Self {
            low: splat(low),
            high: splat(high),
            mask: u32x4::splat(mask.bits()),
        }
    }
}

impl FourBoxes {
    const EMPTY: Self = Self {
        low: [f32x4::splat(f32::INFINITY); 3],
        high: [f32x4::splat(f32::NEG_INFINITY); 3],
        contents: u32x4::ZERO,
        items: u32x4::ZERO,
    };

    fn set(&mut self, lane: usize, bounds: Aabb, contents: Contents, item: u32) {
        let put = |lanes: &mut f32x4, x: f32| lanes.as_mut_array()[lane] = x;
        for k in 0..3 {
            put(&mut self.low[k], bounds.mins[k]);
            put(&mut self.high[k], bounds.maxs[k]);
        }
        self.contents.as_mut_array()[lane] = contents.bits();
        self.items.as_mut_array()[lane] = item;
    }

    /// The lanes whose boxes touch the query's and whose contents it asks for, a bit each.
    #[inline(always)]
    fn touching(&self, query: &BoxQuery) -> u32 {
        let apart = |k: usize| query.low[k].simd_gt(self.high[k]) | query.high[k].simd_lt(self.low[k]);
        let others: f32x4 = bytemuck::cast((self.contents & query.mask).simd_eq(u32x4::ZERO));
        !(apart(0) | apart(1) | apart(2) | others).to_bitmask() & 0b1111
    }
}

/// The items of four boxes that a query touches, in order.
pub(crate) struct Touched<'a> {
    four: &'a FourBoxes,
    lanes: u32,
}

impl Iterator for Touched<'_> {
    type Item = Item;

    #[inline(always)]
    fn next(&mut self) -> Option<Item> {
        if self.lanes == 0 {
            return None;
        }
        let lane = self.lanes.trailing_zeros() as usize % FOUR;
        self.lanes &= self.lanes - 1;
        Some(Item::unpack(self.four.items.as_array()[lane]))
    }
}

impl FourBoxes {
    /// All of its items, in order.
    pub(crate) fn items(&self) -> Touched<'_> {
        let empty: f32x4 = self.low[0].simd_eq(f32x4::splat(f32::INFINITY));
        Touched {
            four: self,
            lanes: !empty.to_bitmask() & 0b1111,
        }
    }

    #[inline(always)]
    pub(crate) fn touched(&self, query: &BoxQuery) -> Touched<'_> {
        Touched {
            four: self,
            lanes: self.touching(query),
        }
    }
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Tree {
    pub(crate) nodes: Vec<Node>,
    /// Where each leaf's boxes begin; one more than there are leaves.
    first_boxes: Vec<u32>,
    boxes: Vec<FourBoxes>,
    /// How many skins early the part of a path behind a node ends, where the path leaves by the front. A map's tree has one, as
    /// in the engine ([`crate::walk`]). Our own tree ends it one skin late, so that nothing is lost.
    pub(crate) early: f64,
}

impl Tree {
    /// Lays out a tree whose leaves are in order ([`in_order`]). `lines` has the line of each brush by its number in the world.
    pub(crate) fn new(
        tree: &BspTree,
        early: f64,
        (brushes, lines): (&BrushSet, &[u32]),
        patches: &PatchSet,
        skin: f32,
    ) -> Self {
        let mut first_boxes = Vec::with_capacity(tree.leafs.len() + 1);
        let mut boxes = Vec::new();
        for leaf in &tree.leafs {
            first_boxes.push(boxes.len() as u32);
            let named = tree.leaf_brushes[as_usize(&leaf.brushes)].iter().map(|&number| {
                let brush = brushes.brush_at(lines[number as usize]);
                let bounds = Aabb::new(brush.mins().into(), brush.maxs().into()).grown(skin);
                (bounds, brush.contents(), lines[number as usize])
            });
            let curved = tree.leaf_patches[as_usize(&leaf.patches)].iter().map(|&patch| {
                let head = &patches.heads[patch as usize];
                let bounds = Aabb::new(head.bounds.mins.into(), head.bounds.maxs.into());
                (bounds.grown(PATCH_SLACK), head.contents, PATCH | patch)
            });
            for (at, (bounds, contents, item)) in named.chain(curved).enumerate() {
                if at % FOUR == 0 {
                    boxes.push(FourBoxes::EMPTY);
                }
                if let Some(four) = boxes.last_mut() {
                    four.set(at % FOUR, bounds, contents, item);
                }
            }
        }
        first_boxes.push(boxes.len() as u32);
        boxes.shrink_to_fit();
        let nodes = tree.nodes.iter().map(|node| {
            let n = node.plane.normal;
            // Only planes that look along +x, +y or +z take the short way, as in the engine.
            let axis = (0..3).find(|&i| n[i] == 1.0).map_or(SLANTED, |i| i as u32);
            Node {
                normal: n.into(),
                dist: node.plane.dist,
                axis,
                children: node.children,
            }
        });
        Self {
            nodes: nodes.collect(),
            first_boxes,
            boxes,
            early,
        }
    }

    /// The child that stands for the whole tree.
    #[inline(always)]
    pub(crate) fn root(&self) -> i32 {
        if self.nodes.is_empty() { -1 } else { 0 }
    }

    /// What a leaf names: brushes, then patches.
    #[inline(always)]
    pub(crate) fn leaf(&self, child: i32) -> &[FourBoxes] {
        let leaf = (-1 - child) as usize;
        &self.boxes[self.first_boxes[leaf] as usize..self.first_boxes[leaf + 1] as usize]
    }

    pub(crate) fn leaves(&self) -> usize {
        self.first_boxes.len() - 1
    }

    /// Passes on every item of every leaf that the box reaches, in the tree's order, as far as it touches the query. Ends when
    /// `visit` returns `false`. An item in several leaves is passed several times.
    pub(crate) fn items_near(
        &self,
        child: i32,
        (mins, maxs): ([f32; 3], [f32; 3]),
        query: &BoxQuery,
        visit: &mut impl FnMut(Item) -> bool,
    ) -> bool {
        if child < 0 {
            let mut boxes = self.leaf(child).iter();
            return boxes.all(|four| four.touched(query).all(&mut *visit));
        }
        let node = &self.nodes[child as usize];
        let [front, back] = sides_of_box(node, mins, maxs);
        (!front || self.items_near(node.children[0], (mins, maxs), query, visit))
            && (!back || self.items_near(node.children[1], (mins, maxs), query, visit))
    }

    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&self.nodes[..]) + size_of_val(&self.first_boxes[..]) + size_of_val(&self.boxes[..])
    }
}

fn as_usize(run: &std::ops::Range<u32>) -> std::ops::Range<usize> {
    run.start as usize..run.end as usize
}

/// Whether a box reaches in front of a node and behind it.
#[inline(always)]
pub(crate) fn sides_of_box(node: &Node, mins: [f32; 3], maxs: [f32; 3]) -> [bool; 2] {
    let (low, high) = if node.axis == SLANTED {
        let corner = |towards: bool| {
            let c = per_axis(|i| {
                if (node.normal[i] < 0.0) == towards {
                    mins[i]
                } else {
                    maxs[i]
                }
            });
            dot(node.normal, c)
        };
        (corner(false), corner(true))
    } else {
        (mins[node.axis as usize], maxs[node.axis as usize])
    };
    [high >= node.dist, low < node.dist]
}

/// The tree with its leaves numbered in the order in which they hang in it, front first. A leaf that hangs in it twice becomes
/// two. Patches are left out where the world has lost them and kept the tree that names them.
pub(crate) fn in_order(mut tree: BspTree, patches: usize) -> BspTree {
    if tree.leaf_patches.iter().any(|&i| i as usize >= patches) {
        tree.leaf_patches.clear();
        tree.leafs.iter_mut().for_each(|leaf| leaf.patches = 0..0);
    }
    if tree.nodes.is_empty() {
        return tree;
    }
    let old = std::mem::take(&mut tree.leafs);
    let mut waiting = vec![(0, 1), (0, 0)];
    while let Some((node, side)) = waiting.pop() {
        let child = &mut tree.nodes[node].children[side];
        if let Ok(inner) = usize::try_from(*child) {
            waiting.extend([(inner, 1), (inner, 0)]);
        } else {
            tree.leafs.push(old[(-1 - *child) as usize].clone());
            *child = -(tree.leafs.len() as i32);
        }
    }
    tree
}
