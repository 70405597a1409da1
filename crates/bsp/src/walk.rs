//! The traversal of a sweep through the tree.
//!
//! Source: `docs/engines.md` section 1, "Tree" and "No double work". Near the splitting plane both sides are visited, with a
//! margin of one unit beyond the hull. Otherwise hits on faces on a node plane are lost. The split fractions carry the skin and
//! are computed in f64 and rounded, as the engine's build does. Departures: brushes whose box the whole sweep misses are skipped,
//! which changes no answer. Where a path goes from a node's back to its front, the engine ends the rear part a skin too early. A
//! path so shallow that the cut exceeds the margin loses its hits there. By a map's tree this does the same. By a tree compiled
//! here, which no engine walks, the part ends a skin late ([`Tree::early`]).

use crate::brush_set::BrushSet;
use crate::clip::{BrushSweep, Clip, NOTHING_KEPT, Skin, clip_to_brush};
use crate::lanes::{per_axis, splat};
use crate::patch::{PatchSet, Way};
use crate::shape::MovingShape;
use crate::side_plane::{SidePlane, dot};
use crate::tree::{Node, SLANTED, Tree};
use clipmark_collision::Counts;
use clipmark_geometry::Contents;

/// Beyond the hull's reach from a node plane, in units: nearer than this, both sides are visited.
const NODE_MARGIN: f32 = 1.0;

/// One sweep under way.
pub(crate) struct Walk<'a, S, const COUNT: bool> {
    pub(crate) tree: &'a Tree,
    pub(crate) brushes: &'a BrushSet,
    pub(crate) patches: &'a PatchSet,
    pub(crate) shape: S,
    pub(crate) start: [f32; 3],
    pub(crate) end: [f32; 3],
    pub(crate) mask: Contents,
    pub(crate) skin: Skin,
    /// Bounds of the whole sweep, hull included.
    pub(crate) mins: [f32; 3],
    pub(crate) maxs: [f32; 3],
    pub(crate) stamp: u32,
    /// One for each brush, then one for each patch.
    pub(crate) stamps: &'a mut [u32],
    pub(crate) counts: &'a mut Counts,
    pub(crate) found: Found,
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

#[inline(always)]
pub(crate) fn split_at<S: MovingShape>(
    tree: &Tree,
    node: &Node,
    shape: &S,
    skin: Skin,
    p1: [f32; 3],
    p2: [f32; 3],
) -> Split {
    let (t1, t2, reach) = if node.axis == SLANTED {
        (
            dot(node.normal, p1) - node.dist,
            dot(node.normal, p2) - node.dist,
            shape.reach(),
        )
    } else {
        let axis = node.axis as usize;
        (p1[axis] - node.dist, p2[axis] - node.dist, shape.half()[axis])
    };
    let beyond = reach + NODE_MARGIN;
    if t1 >= beyond && t2 >= beyond {
        return Split::One(0);
    }
    if t1 < -beyond && t2 < -beyond {
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
    let scale = f64::from((1.0 / f64::from(t1 - t2)) as f32);
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

impl<S: MovingShape, const COUNT: bool> Walk<'_, S, COUNT> {
    pub(crate) fn run(&mut self) {
        self.visit(self.tree.root(), 0.0, 1.0, self.start, self.end);
    }

    fn visit(&mut self, mut child: i32, from: f32, to: f32, p1: [f32; 3], p2: [f32; 3]) {
        loop {
            if self.found.fraction <= from {
                return;
            }
            if child < 0 {
                return self.visit_leaf(child);
            }
            if COUNT {
                self.counts.nodes += 1;
            }
            let node = &self.tree.nodes[child as usize];
            match split_at(self.tree, node, &self.shape, self.skin, p1, p2) {
                Split::One(side) => child = node.children[side],
                Split::Both(near, cut) => {
                    let at = |f: f32| per_axis(|i| p1[i] + f * (p2[i] - p1[i]));
                    let [first, second] = [node.children[near], node.children[near ^ 1]];
                    self.visit(first, from, from + (to - from) * cut.ends(), p1, at(cut.ends()));
                    return self.visit(
                        second,
                        from + (to - from) * cut.begins(),
                        to,
                        at(cut.begins()),
                        p2,
                    );
                }
            }
        }
    }

    fn visit_leaf(&mut self, child: i32) {
        let tree = self.tree;
        if COUNT {
            self.counts.leaves += 1;
        }
        let (brushes, patches) = tree.leaf(child);
        for &index in brushes {
            if self.stamps[index as usize] == self.stamp {
                continue;
            }
            self.stamps[index as usize] = self.stamp;
            let brush = self.brushes.brush(index);
            if !brush.contents().intersects(self.mask)
                || brush.apart(self.mins, self.maxs, self.skin.width as f32)
            {
                continue;
            }
            self.clip(index);
            if self.found.fraction == 0.0 {
                return;
            }
        }
        for &index in patches {
            let seen = &mut self.stamps[self.brushes.len() + index as usize];
            if std::mem::replace(seen, self.stamp) == self.stamp {
                continue;
            }
            if !self.patches.heads[index as usize].contents.intersects(self.mask) {
                continue;
            }
            self.clip_to_patch(index);
            if self.found.fraction == 0.0 {
                return;
            }
        }
    }

    fn clip_to_patch(&mut self, index: u32) {
        let head = &self.patches.heads[index as usize];
        let (start, end) = (splat(self.start), splat(self.end));
        let mut way = Way {
            shape: &self.shape,
            start: self.start,
            end: self.end,
            lanes: (&start, &end),
            skin: self.skin,
            facets_tested: 0,
            planes_tested: 0,
        };
        let hit = self.patches.clip(head, &mut way, self.found.fraction);
        if COUNT {
            self.counts.primitives += way.facets_tested;
            self.counts.planes += way.planes_tested;
        }
        if let Some(hit) = hit {
            self.found.fraction = hit.fraction;
            self.found.contents = head.contents;
            self.found.face = Face::Facet {
                facet: head.first_facet + hit.facet,
                plane: hit.plane,
            };
        }
    }

    #[inline(always)]
    fn clip(&mut self, index: u32) {
        let line = self.brushes.line_of(index);
        let brush = self.brushes.brush_at(line);
        let mut planes = 0;
        let asked = BrushSweep {
            start: &splat(self.start),
            end: &splat(self.end),
            skin: self.skin,
            before: f32::INFINITY,
        };
        let mut kept = NOTHING_KEPT;
        let clip = clip_to_brush(&self.shape, brush.groups(), &asked, &mut kept, &mut planes);
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
                }
            }
        }
    }
}
