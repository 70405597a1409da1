//! Binary trees over boxes: binned surface area heuristic (Wald, *On fast Construction of SAH-based Bounding Volume
//! Hierarchies*, 2007).
//!
//! Departs from it: below [`SAH_DEPTH`] levels splits are medians by count. That bounds the depth and the stacks of
//! traversals.

use clipmark_geometry::Aabb;

/// Primitives in a leaf, at most. More: fewer bytes, more tests; fewer: the reverse.
pub(crate) const LEAF: usize = 4;
/// Bins per axis when a split is sought. More find better splits and build slower.
const BINS: usize = 12;
/// Levels split by area; deeper ones by count.
const SAH_DEPTH: usize = 24;
/// Levels at most: halving 2^29 primitives, to leaves of four, takes 27 more.
pub(crate) const DEPTH: usize = SAH_DEPTH + 27;

/// A part of the tree: a node, whose two children lie side by side, or a leaf.
pub(crate) struct Part {
    pub(crate) bounds: Aabb,
    /// The first child, or the first primitive of a leaf.
    first: u32,
    /// Primitives of a leaf; 0 in a node.
    count: u32,
}

impl Part {
    /// Place of the first of two children.
    pub(crate) fn children(&self) -> Option<usize> {
        (self.count == 0).then_some(self.first as usize)
    }

    /// Place and number of the primitives of a leaf.
    pub(crate) fn primitives(&self) -> Option<(u32, u32)> {
        (self.count > 0).then_some((self.first, self.count))
    }

    pub(crate) fn area(&self) -> f32 {
        area(&self.bounds)
    }

    fn over(boxes: &[Aabb], order: &[u32], first: usize) -> Self {
        Self {
            bounds: bounds_of(boxes, order),
            first: first as u32,
            count: order.len() as u32,
        }
    }
}

/// The tree, its root first, and the order in which its leaves refer to the boxes.
pub(crate) fn tree(boxes: &[Aabb]) -> (Vec<Part>, Vec<u32>) {
    let mut order: Vec<u32> = (0..boxes.len() as u32).collect();
    let mut parts = Vec::new();
    if !boxes.is_empty() {
        parts.push(Part::over(boxes, &order, 0));
        split(&mut parts, 0, boxes, &mut order, 0, 0);
    }
    (parts, order)
}

fn bounds_of(boxes: &[Aabb], order: &[u32]) -> Aabb {
    order
        .iter()
        .fold(Aabb::EMPTY, |b, &i| b.union(&boxes[i as usize]))
}

fn split(parts: &mut Vec<Part>, at: usize, boxes: &[Aabb], order: &mut [u32], first: usize, depth: usize) {
    if order.len() <= LEAF {
        return;
    }
    let middle = (depth < SAH_DEPTH)
        .then(|| split_by_area(boxes, order))
        .flatten()
        .unwrap_or_else(|| split_by_count(boxes, order));
    let left = parts.len();
    (parts[at].first, parts[at].count) = (left as u32, 0);
    let (a, b) = order.split_at_mut(middle);
    parts.push(Part::over(boxes, a, first));
    parts.push(Part::over(boxes, b, first + middle));
    split(parts, left, boxes, a, first, depth + 1);
    split(parts, left + 1, boxes, b, first + middle, depth + 1);
}

/// Partitions the order at the cheapest of the binned planes; `None` when all centres fall into one bin.
fn split_by_area(boxes: &[Aabb], order: &mut [u32]) -> Option<usize> {
    let centers = order
        .iter()
        .fold(Aabb::EMPTY, |b, &i| b.with_point(&boxes[i as usize].center()));
    let bin_of = |i: u32, axis: usize| {
        let width = centers.maxs[axis] - centers.mins[axis];
        let x = (boxes[i as usize].center()[axis] - centers.mins[axis]) / width;
        ((x * BINS as f32) as usize).min(BINS - 1)
    };
    let mut best: Option<(f32, usize, usize)> = None;
    for axis in 0..3 {
        let wide = centers.maxs[axis] > centers.mins[axis];
        if !wide {
            continue;
        }
        let mut bins = [(Aabb::EMPTY, 0_usize); BINS];
        for &i in order.iter() {
            let bin = &mut bins[bin_of(i, axis)];
            bin.0 = bin.0.union(&boxes[i as usize]);
            bin.1 += 1;
        }
        for cut in 1..BINS {
            let side = |part: &[(Aabb, usize)]| {
                let (b, n) = part
                    .iter()
                    .fold((Aabb::EMPTY, 0), |(b, n), bin| (b.union(&bin.0), n + bin.1));
                (area(&b), n)
            };
            let ((a, n), (b, m)) = (side(&bins[..cut]), side(&bins[cut..]));
            if n == 0 || m == 0 {
                continue;
            }
            let cost = a * n as f32 + b * m as f32;
            if best.is_none_or(|(c, ..)| cost < c) {
                best = Some((cost, axis, cut));
            }
        }
    }
    let (_, axis, cut) = best?;
    order.sort_by_key(|&i| bin_of(i, axis) >= cut);
    Some(order.partition_point(|&i| bin_of(i, axis) < cut))
}

fn split_by_count(boxes: &[Aabb], order: &mut [u32]) -> usize {
    let size = bounds_of(boxes, order).half_extents();
    let axis = size.imax();
    order.sort_by(|&a, &b| boxes[a as usize].center()[axis].total_cmp(&boxes[b as usize].center()[axis]));
    order.len() / 2
}

fn area(b: &Aabb) -> f32 {
    if b.is_empty() {
        return 0.0;
    }
    let e = b.maxs - b.mins;
    e.x * e.y + e.y * e.z + e.z * e.x
}
