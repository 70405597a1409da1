//! A hierarchy of boxes, four to a node, built by the surface area heuristic.
//!
//! Source: Wald, *On fast Construction of SAH-based Bounding Volume Hierarchies* (2007), for the binned build; Dammertz,
//! Hanika and Keller, *Shallow Bounding Volume Hierarchies for Fast SIMD Ray Tracing of Incoherent Rays* (2008), for four
//! boxes to a node; Yoon and Manocha, *Cache-Efficient Layouts of Bounding Volume Hierarchies* (2006), for the order of
//! nodes. Departures: areas are those of the boxes grown by a player's size, because hulls are swept against them, not rays.
//! All nodes of a few levels, a treelet, lie together; no probability of a visit is estimated.

use crate::lanes::per_axis;
use clipmark_geometry::Aabb;
use wide::{f32x4, u32x4};

/// Set in a child that is an item, not a node.
pub(crate) const ITEM: u32 = 1 << 31;
/// Children of a node.
const WIDTH: usize = 4;
/// Levels of nodes at most: a search keeps three nodes waiting for each. Sets that need all levels left are halved by count,
/// so that no input makes the hierarchy deeper.
pub const MAX_LEVELS: usize = 20;
/// Places where a set may be parted, per axis. More: a slower build for little.
const BINS: usize = 16;
/// Boxes are weighed by their area when grown by this, in units: about a player's width.
const GROWN: f32 = 30.0;
/// Levels of nodes that lie together: 21 nodes, 2.7 kB. One less or more needs more pages of 4 kB for a sweep.
pub const TREELET_LEVELS: usize = 3;

/// Four boxes and their items, in two whole cache lines, which processors fetch as a pair.
#[derive(Clone, Copy, Debug)]
#[repr(align(128))]
pub(crate) struct Node {
    /// Per axis, the low and the high bounds. An empty lane's box is inside out.
    pub(crate) bounds: [[f32x4; 2]; 3],
    /// Node index, or [`ITEM`] and the item's name. 0, the root, stands in an empty lane.
    pub(crate) children: u32x4,
}

/// The hierarchy. An item is named by the place of its box until it gets [another name](Self::rename).
#[derive(Clone, Debug, Default)]
pub struct Hierarchy {
    /// Node 0 is the root; none when there are no items.
    pub(crate) nodes: Vec<Node>,
}

impl Hierarchy {
    /// A hierarchy over the boxes, 2^31 at most.
    pub fn new(boxes: &[Aabb]) -> Self {
        let mut nodes = Vec::new();
        let mut items: Vec<u32> = (0..boxes.len() as u32).collect();
        if !items.is_empty() {
            push_node(&mut nodes, boxes, &mut items, MAX_LEVELS);
        }
        Self {
            nodes: in_treelets(&nodes),
        }
    }

    /// Gives each item the name that stands in its place.
    pub fn rename(&mut self, names: &[u32]) {
        self.for_each_item(|item| *item = names[*item as usize]);
    }

    /// Numbers the items in the order of the nodes, so that what a search finds one after another lies together in memory. The
    /// former number of each.
    pub fn number_items(&mut self) -> Vec<u32> {
        let mut former = Vec::new();
        self.for_each_item(|item| {
            former.push(*item);
            *item = (former.len() - 1) as u32;
        });
        former
    }

    fn for_each_item(&mut self, mut visit: impl FnMut(&mut u32)) {
        for node in &mut self.nodes {
            let mut children = node.children.to_array();
            for child in children.iter_mut().filter(|child| **child & ITEM != 0) {
                let mut item = *child & !ITEM;
                visit(&mut item);
                *child = item | ITEM;
            }
            node.children = u32x4::new(children);
        }
    }

    /// Memory that it takes.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.nodes[..])
    }
}

/// Adds a node over the items, and the nodes below it, with at most that many levels. Returns its place.
fn push_node(nodes: &mut Vec<Node>, boxes: &[Aabb], items: &mut [u32], levels: usize) -> u32 {
    let index = nodes.len();
    let around = |items: &[u32]| {
        items
            .iter()
            .fold(Aabb::EMPTY, |all, &i| all.union(&boxes[i as usize]))
    };
    let by_count = levels_by_count(items.len()) >= levels;
    // Cuts in `items`: the parts lie between neighbours.
    let mut cuts = vec![0, items.len()];
    while cuts.len() <= WIDTH {
        let weight = |part: &[u32]| {
            if by_count {
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
        let cut = cuts[k - 1] + divide(boxes, part, by_count);
        cuts.insert(k, cut);
    }
    let parts: Vec<Aabb> = cuts.windows(2).map(|c| around(&items[c[0]..c[1]])).collect();
    let lanes = |bound: &dyn Fn(&Aabb) -> f32, none: f32| {
        f32x4::new(std::array::from_fn(|i| parts.get(i).map_or(none, bound)))
    };
    nodes.push(Node {
        bounds: per_axis(|k| {
            [
                lanes(&|b| b.mins[k], f32::INFINITY),
                lanes(&|b| b.maxs[k], f32::NEG_INFINITY),
            ]
        }),
        children: u32x4::ZERO,
    });
    let mut children = [0; WIDTH];
    for (child, c) in children.iter_mut().zip(cuts.windows(2)) {
        let part = &mut items[c[0]..c[1]];
        *child = match part {
            [item] => *item | ITEM,
            _ => push_node(nodes, boxes, part, levels - 1),
        };
    }
    nodes[index].children = u32x4::new(children);
    index as u32
}

/// Levels of nodes over that many items when each node parts them evenly.
fn levels_by_count(items: usize) -> usize {
    let (mut levels, mut held) = (1, WIDTH);
    while held < items {
        held *= WIDTH;
        levels += 1;
    }
    levels
}

fn area(b: &Aabb) -> f32 {
    let s = b.maxs - b.mins;
    let [x, y, z] = [s.x + GROWN, s.y + GROWN, s.z + GROWN];
    x * y + y * z + z * x
}

/// Items whose middles fall between two neighbouring places of parting.
#[derive(Clone, Copy)]
struct Bin {
    count: usize,
    bounds: Aabb,
}

/// Reorders the items (two or more) into two parts and returns where the second begins.
fn divide(boxes: &[Aabb], items: &mut [u32], by_count: bool) -> usize {
    let middle = |i: u32, k: usize| boxes[i as usize].mins[k] + boxes[i as usize].maxs[k];
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
            bin.bounds = bin.bounds.union(&boxes[i as usize]);
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

/// The nodes in the order of treelets: a node with some levels at and below it, then the subtrees below likewise. A way down
/// then touches few pages.
fn in_treelets(nodes: &[Node]) -> Vec<Node> {
    let is_node = |child: &&u32| **child & ITEM == 0 && **child != 0;
    let mut order: Vec<usize> = Vec::with_capacity(nodes.len());
    let mut roots: Vec<usize> = (0..nodes.len().min(1)).collect();
    while let Some(root) = roots.pop() {
        let mut level = vec![root];
        for _ in 0..TREELET_LEVELS {
            order.extend(&level);
            let mut below = Vec::new();
            for &at in &level {
                let children = nodes[at].children.to_array();
                below.extend(children.iter().filter(is_node).map(|&child| child as usize));
            }
            level = below;
        }
        roots.extend(level.iter().rev());
    }
    let mut place = vec![0; nodes.len()];
    for (to, &from) in order.iter().enumerate() {
        place[from] = to as u32;
    }
    let moved = order.iter().map(|&at| {
        let children = nodes[at].children.to_array();
        let renumbered = children.map(|child| {
            if is_node(&&child) {
                place[child as usize]
            } else {
                child
            }
        });
        Node {
            children: u32x4::new(renumbered),
            ..nodes[at]
        }
    });
    moved.collect()
}

/// The nodes of each level, by their places.
pub fn levels(hierarchy: &Hierarchy) -> Vec<Vec<usize>> {
    let mut levels = Vec::new();
    let mut level: Vec<usize> = (0..hierarchy.nodes.len().min(1)).collect();
    while !level.is_empty() {
        let children = level
            .iter()
            .flat_map(|&at| hierarchy.nodes[at].children.to_array());
        let below = children
            .filter(|&child| child & ITEM == 0 && child != 0)
            .map(|child| child as usize)
            .collect();
        levels.push(std::mem::replace(&mut level, below));
    }
    levels
}
