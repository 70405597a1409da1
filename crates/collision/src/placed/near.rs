//! A small hierarchy over the bounds of placed models, refitted when one moves.
//!
//! Source: bounding volume hierarchies split at the median (Kay and Kajiya, *Ray Tracing Complex Scenes*, 1986).

use clipmark_geometry::Aabb;

/// Boxes in a leaf at most: testing them costs about as much as two nodes.
const LEAF: usize = 4;
/// Deeper trees than the 2^32 boxes that a number can name would make cannot be.
const DEEPEST: usize = 40;
/// The hierarchy is sorted anew when one box in so many has left its place. Fewer: a crowd that walks is sorted in nearly every
/// frame; more: searches pass through large nodes.
const STRAYS: usize = 4;
/// Stands for no parent.
const ROOT: u32 = u32::MAX;

/// The hierarchy. Boxes are named by their index.
#[derive(Clone, Debug, Default)]
pub struct Near {
    nodes: Vec<Node>,
    boxes: Vec<Aabb>,
    /// All boxes, each leaf's together.
    items: Vec<u32>,
    /// The leaf of each box.
    leaf_of: Vec<u32>,
    /// Each box as it was sorted.
    sorted: Vec<Aabb>,
    /// Which boxes have left the place where they were sorted, and how many have.
    strays: Vec<bool>,
    strayed: usize,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    bounds: Aabb,
    parent: u32,
    /// A leaf's place of its boxes in the items. An inner node's second child; the first is the next node.
    first: u32,
    /// A leaf's number of boxes; 0 for an inner node.
    count: u32,
}

impl Near {
    pub(super) fn len(&self) -> usize {
        self.boxes.len()
    }

    /// Takes other boxes. Allocates only where there are more than ever before.
    pub fn replace(&mut self, boxes: impl Iterator<Item = Aabb>) {
        self.boxes.clear();
        self.boxes.extend(boxes);
        self.rebuild();
    }

    /// Builds the hierarchy anew over the same boxes: for after many have moved far. Allocates nothing.
    pub fn rebuild(&mut self) {
        let Self {
            nodes,
            boxes,
            items,
            leaf_of,
            sorted,
            strays,
            strayed,
        } = self;
        sorted.clone_from(boxes);
        strays.clear();
        strays.resize(boxes.len(), false);
        *strayed = 0;
        nodes.clear();
        items.clear();
        items.extend(0..boxes.len() as u32);
        leaf_of.resize(boxes.len(), 0);
        if !boxes.is_empty() {
            nodes.reserve(2 * boxes.len());
            build(nodes, boxes, items, leaf_of, 0, ROOT);
        }
    }

    /// Moves a box. Sorts all anew when many have left their places.
    pub fn set(&mut self, index: usize, bounds: Aabb) {
        if std::mem::replace(&mut self.boxes[index], bounds) == bounds {
            return;
        }
        // An empty box meets no sweep.
        let strays = bounds != Aabb::EMPTY && !touches(&bounds, &self.sorted[index]);
        self.strayed += usize::from(strays);
        self.strayed -= usize::from(std::mem::replace(&mut self.strays[index], strays));
        if self.strayed * STRAYS > self.boxes.len().max(LEAF * STRAYS) {
            return self.rebuild();
        }
        let mut at = self.leaf_of[index];
        while at != ROOT {
            let node = self.nodes[at as usize];
            let fitted = if node.count > 0 {
                around(
                    &self.boxes,
                    &self.items[node.first as usize..][..node.count as usize],
                )
            } else {
                let [a, b] = [at as usize + 1, node.first as usize].map(|child| &self.nodes[child].bounds);
                a.union(b)
            };
            if fitted == node.bounds {
                return;
            }
            self.nodes[at as usize].bounds = fitted;
            at = node.parent;
        }
    }

    /// Calls `visit` with every box that touches those bounds, in no order that means anything.
    #[inline]
    pub fn touching(&self, bounds: &Aabb, mut visit: impl FnMut(u32)) {
        let mut open = [0_u32; DEEPEST];
        let mut waiting = 0;
        let mut at = 0;
        if self.nodes.is_empty() {
            return;
        }
        loop {
            let node = &self.nodes[at as usize];
            if touches(&node.bounds, bounds) {
                if node.count == 0 {
                    open[waiting] = node.first;
                    waiting += 1;
                    at += 1;
                    continue;
                }
                for &item in &self.items[node.first as usize..][..node.count as usize] {
                    if touches(&self.boxes[item as usize], bounds) {
                        visit(item);
                    }
                }
            }
            if waiting == 0 {
                return;
            }
            waiting -= 1;
            at = open[waiting];
        }
    }
}

/// Without a branch for each axis, which would be guessed wrong.
#[inline(always)]
fn touches(a: &Aabb, b: &Aabb) -> bool {
    let axis = |i: usize| (a.mins[i] <= b.maxs[i]) & (b.mins[i] <= a.maxs[i]);
    axis(0) & axis(1) & axis(2)
}

fn around(boxes: &[Aabb], items: &[u32]) -> Aabb {
    let each = items.iter().map(|&i| &boxes[i as usize]);
    each.fold(Aabb::EMPTY, |all, one| all.union(one))
}

fn build(
    nodes: &mut Vec<Node>,
    boxes: &[Aabb],
    items: &mut [u32],
    leaf_of: &mut [u32],
    first: u32,
    parent: u32,
) -> u32 {
    let number = nodes.len() as u32;
    nodes.push(Node {
        bounds: around(boxes, items),
        parent,
        first,
        count: items.len() as u32,
    });
    if items.len() <= LEAF {
        items.iter().for_each(|&i| leaf_of[i as usize] = number);
        return number;
    }
    // Twice the middle; of a box that holds nothing it is no number, which `total_cmp` puts at an end.
    let middle = |i: u32, axis: usize| boxes[i as usize].mins[axis] + boxes[i as usize].maxs[axis];
    let spread = |axis: usize| {
        let middles = items.iter().map(|&i| middle(i, axis)).filter(|m| m.is_finite());
        let (low, high) = middles.fold((f32::INFINITY, f32::NEG_INFINITY), |(low, high), m| {
            (low.min(m), high.max(m))
        });
        high - low
    };
    let spreads = [spread(0), spread(1), spread(2)];
    let axis = (1..3).fold(0, |best, i| if spreads[i] > spreads[best] { i } else { best });
    let half = items.len() / 2;
    items.select_nth_unstable_by(half, |&a, &b| middle(a, axis).total_cmp(&middle(b, axis)));
    let (low, high) = items.split_at_mut(half);
    build(nodes, boxes, low, leaf_of, first, number);
    let second = build(nodes, boxes, high, leaf_of, first + half as u32, number);
    nodes[number as usize].count = 0;
    nodes[number as usize].first = second;
    number
}
