//! A binary tree of boxes over the bodies, so that a sweep meets few of them. Only a sieve: every decision is
//! made by the exact test of the body itself.

use crate::solid::V;

/// Bodies in a leaf. Fewer deepen the tree, more test bodies that are far away; neither changes an answer.
const LEAF: usize = 4;
/// Nodes that wait at most: one for each level, and each level halves the bodies that a `usize` counts.
const DEEPEST: usize = usize::BITS as usize;

#[derive(Debug)]
pub(crate) struct Hierarchy {
    nodes: Vec<Node>,
    order: Vec<usize>,
    /// Whether each body is bounded by the sides of its own box.
    pub(crate) in_boxes: bool,
}

#[derive(Debug)]
struct Node {
    mins: V,
    maxs: V,
    /// A leaf's run in `order`, or the index of the right child (the left one follows its parent).
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    Leaf(std::ops::Range<usize>),
    Inner(usize),
}

impl Hierarchy {
    /// A tree of the boxes of bodies, by their number, least corner and greatest.
    pub(crate) fn new(boxes: &[[V; 2]], in_boxes: bool) -> Self {
        let mut tree = Self {
            nodes: Vec::new(),
            order: (0..boxes.len()).collect(),
            in_boxes,
        };
        if !boxes.is_empty() {
            tree.split(boxes, 0..boxes.len());
        }
        tree
    }

    fn split(&mut self, boxes: &[[V; 2]], run: std::ops::Range<usize>) {
        let (mut mins, mut maxs) = (V::repeat(f64::INFINITY), V::repeat(f64::NEG_INFINITY));
        for &i in &self.order[run.clone()] {
            mins = mins.inf(&boxes[i][0]);
            maxs = maxs.sup(&boxes[i][1]);
        }
        let at = self.nodes.len();
        self.nodes.push(Node {
            mins,
            maxs,
            kind: Kind::Leaf(run.clone()),
        });
        if run.len() <= LEAF {
            return;
        }
        let axis = (maxs - mins).imax();
        let middle = run.len() / 2;
        self.order[run.clone()].select_nth_unstable_by(middle, |&a, &b| {
            let center = |i: usize| boxes[i][0][axis] + boxes[i][1][axis];
            center(a).total_cmp(&center(b)).then(a.cmp(&b))
        });
        self.split(boxes, run.start..run.start + middle);
        self.nodes[at].kind = Kind::Inner(self.nodes.len());
        self.split(boxes, run.start + middle..run.end);
    }

    /// Calls `visit` with every body whose box, grown by a margin, the path may touch up to a fraction; `visit` returns the new
    /// fraction.
    pub(crate) fn along(&self, start: &V, d: &V, margin: f64, limit: f64, visit: impl FnMut(usize) -> f64) {
        self.walk(|n| meets(&n.mins, &n.maxs, start, d, margin), limit, visit);
    }

    /// Calls `visit` with every body whose box lies within `limit` units of the position; `visit` returns the new limit.
    pub(crate) fn near(&self, x: &V, limit: f64, visit: impl FnMut(usize) -> f64) {
        self.walk(|n| Some(gap(&n.mins, &n.maxs, x).norm()), limit, visit);
    }

    /// Visits the leaves whose key is within the limit, the nearest first.
    #[inline]
    fn walk(&self, key: impl Fn(&Node) -> Option<f64>, mut limit: f64, mut visit: impl FnMut(usize) -> f64) {
        let Some(root) = self.nodes.first() else { return };
        let Some(first) = key(root) else { return };
        let mut stack = [(0usize, 0.0f64); DEEPEST];
        let mut waiting = 1;
        stack[0] = (0, first);
        while waiting > 0 {
            waiting -= 1;
            let (at, k) = stack[waiting];
            if k > limit {
                continue;
            }
            match &self.nodes[at].kind {
                Kind::Leaf(run) => {
                    for &i in &self.order[run.clone()] {
                        limit = visit(i);
                    }
                }
                Kind::Inner(right) => {
                    let (left, right) = (at + 1, *right);
                    let mut push = |child: usize, key: Option<f64>| {
                        if let Some(key) = key.filter(|k| *k <= limit) {
                            stack[waiting] = (child, key);
                            waiting += 1;
                        }
                    };
                    let (to_left, to_right) = (key(&self.nodes[left]), key(&self.nodes[right]));
                    // The nearer child is popped first.
                    if to_left <= to_right {
                        push(right, to_right);
                        push(left, to_left);
                    } else {
                        push(left, to_left);
                        push(right, to_right);
                    }
                }
            }
        }
    }
}

/// How far a position is beyond a box along each axis.
#[inline]
pub(crate) fn gap(mins: &V, maxs: &V, x: &V) -> V {
    let beyond = |lo: f64, x: f64, hi: f64| (lo - x).max(x - hi).max(0.0);
    V::new(
        beyond(mins.x, x.x, maxs.x),
        beyond(mins.y, x.y, maxs.y),
        beyond(mins.z, x.z, maxs.z),
    )
}

/// When the path first comes within `margin` of the box; `None` if never. A sieve, so it errs on touching.
#[inline]
pub(crate) fn meets(mins: &V, maxs: &V, start: &V, d: &V, margin: f64) -> Option<f64> {
    let (mut enter, mut leave) = (0f64, 1f64);
    for (lo, hi, start, d) in [
        (mins.x, maxs.x, start.x, d.x),
        (mins.y, maxs.y, start.y, d.y),
        (mins.z, maxs.z, start.z, d.z),
    ] {
        let (lo, hi) = (lo - margin, hi + margin);
        if d == 0.0 {
            if start < lo || start > hi {
                return None;
            }
        } else {
            let (a, b) = ((lo - start) / d, (hi - start) / d);
            enter = enter.max(a.min(b));
            leave = leave.min(a.max(b));
        }
    }
    (enter <= leave + 1e-9).then_some(enter) // slack for the rounding of the two quotients
}
