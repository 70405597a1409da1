//! A hierarchy of boxes around brushes or facets, four to a node, built by the surface area heuristic.
//!
//! Source: Wald, Benthin and Boulos, *Getting Rid of Packets* (2008) for four boxes tested at once. Wald, *On fast Construction
//! of SAH-based Bounding Volume Hierarchies* (2007) for the binned build. Departure: areas are those of the boxes grown by a
//! player's size, because hulls are swept against them, not rays.

use clipmark_geometry::{Aabb, in_treelets};
use wide::{f32x4, u32x4};

/// Set in a child that is an item, not a node.
pub(crate) const ITEM: u32 = 1 << 31;
/// Places where a set may be parted, per axis. More: a slower build for little.
const BINS: usize = 16;
/// Below this level sets are halved by count, so that no input makes the hierarchy deep.
const MAX_LEVEL: usize = 8;
/// Nodes and items that wait on the way down: three more for each level. Halving adds ten levels for a million items. A search
/// that needs more does not end.
pub(crate) const MAX_WAITING: usize = 64;
/// Boxes are weighed by their area when grown by this, in units: about a player's width.
const GROWN: f32 = 30.0;

/// Four boxes and their items, in two whole cache lines, which processors fetch as a pair.
#[derive(Clone, Copy, Debug)]
#[repr(align(128))]
pub(crate) struct Node4 {
    /// Per axis, the low and the high bounds. An empty lane's box is inside out.
    pub(crate) bounds: [[f32x4; 2]; 3],
    /// Node index, or [`ITEM`] and the item's index.
    pub(crate) children: u32x4,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Hierarchy {
    /// Node 0 is the root; none when there are no items.
    pub(crate) nodes: Vec<Node4>,
}

#[derive(Clone, Copy)]
struct Bin {
    count: usize,
    bounds: Aabb,
}

impl Hierarchy {
    pub(crate) fn new(bounds: &[Aabb]) -> Self {
        let mut all = Self::default();
        let mut items: Vec<u32> = (0..bounds.len() as u32).collect();
        if !items.is_empty() {
            all.add(bounds, &mut items, 0);
        }
        all.in_treelets()
    }

    /// The nodes in the order of treelets ([`in_treelets`]).
    fn in_treelets(self) -> Self {
        let nodes = in_treelets(&self.nodes, |node, visit| {
            let mut children = node.children.to_array();
            // The root is no child: 0 stands in an empty lane.
            let inner = children
                .iter_mut()
                .filter(|child| **child & ITEM == 0 && **child != 0);
            inner.for_each(visit);
            node.children = u32x4::new(children);
        });
        Self { nodes }
    }

    fn add(&mut self, bounds: &[Aabb], items: &mut [u32], level: usize) -> u32 {
        let index = self.nodes.len();
        let around = |items: &[u32]| {
            items
                .iter()
                .fold(Aabb::EMPTY, |a, &i| a.union(&bounds[i as usize]))
        };
        // Cuts in `items`: the parts lie between neighbours.
        let mut cuts = vec![0, items.len()];
        while cuts.len() < 5 {
            let weight = |part: &[u32]| {
                if level > MAX_LEVEL {
                    part.len() as f32
                } else {
                    area(&around(part))
                }
            };
            let widest = (1..cuts.len())
                .filter(|&k| cuts[k] - cuts[k - 1] > 1)
                .max_by(|&a, &b| {
                    let [a, b] = [a, b].map(|k| weight(&items[cuts[k - 1]..cuts[k]]));
                    a.total_cmp(&b)
                });
            let Some(k) = widest else { break };
            let part = &mut items[cuts[k - 1]..cuts[k]];
            let cut = cuts[k - 1] + divide(bounds, part, level > MAX_LEVEL);
            cuts.insert(k, cut);
        }
        let boxes: Vec<Aabb> = cuts.windows(2).map(|c| around(&items[c[0]..c[1]])).collect();
        let lanes = |far: &dyn Fn(&Aabb) -> f32, none: f32| {
            f32x4::new(std::array::from_fn(|i| boxes.get(i).map_or(none, far)))
        };
        self.nodes.push(Node4 {
            bounds: std::array::from_fn(|k| {
                [
                    lanes(&|b| b.mins[k], f32::INFINITY),
                    lanes(&|b| b.maxs[k], f32::NEG_INFINITY),
                ]
            }),
            children: u32x4::ZERO,
        });
        let mut children = [0; 4];
        for (lane, c) in cuts.windows(2).enumerate() {
            let part = &mut items[c[0]..c[1]];
            children[lane] = match part {
                [item] => *item | ITEM,
                _ => self.add(bounds, part, level + 1),
            };
        }
        self.nodes[index].children = u32x4::new(children);
        index as u32
    }

    /// Gives each item the name that stands in its place.
    pub(crate) fn rename(&mut self, names: &[u32]) {
        let renamed = |child: u32| {
            if child & ITEM == 0 {
                child
            } else {
                ITEM | names[(child & !ITEM) as usize]
            }
        };
        for node in &mut self.nodes {
            node.children = u32x4::new(node.children.to_array().map(renamed));
        }
    }

    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&self.nodes[..])
    }
}

fn area(b: &Aabb) -> f32 {
    let s = b.maxs - b.mins;
    let [x, y, z] = [s.x + GROWN, s.y + GROWN, s.z + GROWN];
    x * y + y * z + z * x
}

/// Reorders the items (two or more) into two parts and returns where the second begins.
fn divide(bounds: &[Aabb], items: &mut [u32], by_count: bool) -> usize {
    let middle = |i: u32, k: usize| bounds[i as usize].mins[k] + bounds[i as usize].maxs[k];
    let mut best: Option<(f32, usize, f32)> = None;
    let mut widest = (f32::NEG_INFINITY, 0);
    for k in 0..3 {
        let low = items.iter().fold(f32::INFINITY, |m, &i| m.min(middle(i, k)));
        let high = items.iter().fold(f32::NEG_INFINITY, |m, &i| m.max(middle(i, k)));
        let width = high - low;
        if width > widest.0 {
            widest = (width, k);
        }
        if by_count || !(width > 0.0 && width.is_finite()) {
            continue;
        }
        let mut bins = [Bin {
            count: 0,
            bounds: Aabb::EMPTY,
        }; BINS];
        let bin_of = |i: u32| (((middle(i, k) - low) / width * BINS as f32) as usize).min(BINS - 1);
        for &i in items.iter() {
            let bin = &mut bins[bin_of(i)];
            bin.count += 1;
            bin.bounds = bin.bounds.union(&bounds[i as usize]);
        }
        let mut after = [0.0; BINS];
        let (mut count, mut all) = (0, Aabb::EMPTY);
        for b in (1..BINS).rev() {
            count += bins[b].count;
            all = all.union(&bins[b].bounds);
            after[b] = count as f32 * area(&all);
        }
        let (mut count, mut all) = (0, Aabb::EMPTY);
        for b in 1..BINS {
            count += bins[b - 1].count;
            all = all.union(&bins[b - 1].bounds);
            let cost = count as f32 * area(&all) + after[b];
            if count > 0 && count < items.len() && best.is_none_or(|(least, ..)| cost < least) {
                best = Some((cost, k, low + width * b as f32 / BINS as f32));
            }
        }
    }
    if let Some((_, k, at)) = best {
        items.sort_unstable_by_key(|&i| (middle(i, k) >= at, i));
        let cut = items.partition_point(|&i| middle(i, k) < at);
        if cut > 0 && cut < items.len() {
            return cut;
        }
    }
    let k = widest.1;
    items.sort_unstable_by(|&a, &b| middle(a, k).total_cmp(&middle(b, k)).then(a.cmp(&b)));
    items.len() / 2
}
