//! The map's tree: nodes, leaves, and the items of the leaves.

use super::lumps::{Lump, Lumps};
use super::{MapError, Run};
use clipmark_geometry::{Aabb, BspLeaf, BspNode, BspTree, Plane};
use std::ops::Range;

/// Deepest tree read. Real maps reach a few dozen; a tracer that recurses needs some hundred bytes of stack a
/// level.
const MAX_DEPTH: usize = 1024;

/// Runs of the leaves in a list of indices.
pub(super) struct LeafList {
    /// The list: brush or surface numbers.
    entries: Vec<u32>,
    /// Each leaf's run in it.
    runs: Vec<Range<usize>>,
    /// Whether any leaf has this entry in its run.
    used: Vec<bool>,
}

impl LeafList {
    /// `at`: where a leaf stores first and count. Leaves that the tree does not reach are those of doors and other submodels.
    /// Their items are no part of the world, so their runs are taken as empty.
    fn read(
        lumps: &Lumps,
        lump: Lump,
        at: usize,
        of: &'static str,
        to: (Lump, &'static str),
        reached: &[bool],
    ) -> Result<Self, MapError> {
        let count = lumps.count(to.0);
        let entries = lumps
            .records(lump)
            .map(|(i, r)| Ok(r.index(0, of, i, to.1, count)? as u32))
            .collect::<Result<Vec<_>, MapError>>()?;
        let mut runs = lumps
            .records(Lump::Leafs)
            .map(|(i, r)| r.run(at, "leaf", i, of, entries.len()))
            .collect::<Result<Vec<_>, MapError>>()?;
        for (run, _) in runs.iter_mut().zip(reached).filter(|(_, r)| !**r) {
            *run = 0..0;
        }
        // Runs of a damaged file may overlap at will, so they are counted by their ends, not walked.
        let mut change = vec![0i64; entries.len() + 1];
        for run in &runs {
            change[run.start] += 1;
            change[run.end] -= 1;
        }
        let used = change[..entries.len()]
            .iter()
            .scan(0, |open, c| {
                *open += c;
                Some(*open > 0)
            })
            .collect();
        Ok(Self { entries, runs, used })
    }

    /// Which of `count` things the world has: its model's own, and those in a leaf.
    pub(super) fn kept(&self, count: usize, own: Range<usize>) -> Vec<bool> {
        let mut kept: Vec<bool> = (0..count).map(|i| own.contains(&i)).collect();
        for (entry, _) in self.entries.iter().zip(&self.used).filter(|(_, u)| **u) {
            kept[*entry as usize] = true;
        }
        kept
    }

    /// The list under new numbers, without the unnumbered items, and each leaf's run in it.
    fn renumbered(&self, numbers: &[Option<u32>]) -> (Vec<u32>, Vec<Run>) {
        let mut list = Vec::new();
        let mut before = vec![0u32];
        for entry in &self.entries {
            list.extend(numbers[*entry as usize]);
            before.push(list.len() as u32);
        }
        let runs = self.runs.iter().map(|r| before[r.start]..before[r.end]).collect();
        (list, runs)
    }
}

/// The tree with the file's own numbers.
pub(super) struct Raw {
    nodes: Vec<BspNode>,
    leafs: Vec<(i32, Aabb)>,
    pub(super) brushes: LeafList,
    pub(super) surfaces: LeafList,
}

impl Raw {
    pub(super) fn read(lumps: &Lumps, planes: &[Plane]) -> Result<Self, MapError> {
        let leafs: Vec<(i32, Aabb)> = lumps
            .records(Lump::Leafs)
            .map(|(_, r)| (r.i32(0), Aabb::new(r.whole_point(8), r.whole_point(20))))
            .collect();
        if leafs.is_empty() {
            return Err(MapError::Nothing("leafs"));
        }
        let node_count = lumps.count(Lump::Nodes);
        let nodes = lumps
            .records(Lump::Nodes)
            .map(|(i, r)| {
                let plane = planes[r.index(0, "node", i, "planes", planes.len())?];
                let children = [r.i32(4), r.i32(8)];
                for child in children.map(i64::from) {
                    let (first, of, count) = if child < 0 {
                        (-1 - child, "leafs", leafs.len())
                    } else {
                        (child, "nodes", node_count)
                    };
                    if first >= count as i64 {
                        return Err(MapError::Range {
                            what: "node",
                            item: i,
                            of,
                            first,
                            end: first + 1,
                            count,
                        });
                    }
                }
                Ok(BspNode { plane, children })
            })
            .collect::<Result<Vec<_>, MapError>>()?;
        let reached = check_tree(&nodes, leafs.len())?;
        let list = |lump, at, of, to| LeafList::read(lumps, lump, at, of, to, &reached);
        Ok(Self {
            nodes,
            leafs,
            brushes: list(Lump::LeafBrushes, 40, "leaf brushes", (Lump::Brushes, "brushes"))?,
            surfaces: list(
                Lump::LeafSurfaces,
                32,
                "leaf surfaces",
                (Lump::Surfaces, "surfaces"),
            )?,
        })
    }

    /// The tree in terms of the world's brushes and patches.
    pub(super) fn tree(self, brushes: &[Option<u32>], patches: &[Option<u32>]) -> BspTree {
        let (leaf_brushes, brush_runs) = self.brushes.renumbered(brushes);
        let (leaf_patches, patch_runs) = self.surfaces.renumbered(patches);
        let leafs = self
            .leafs
            .into_iter()
            .zip(brush_runs.into_iter().zip(patch_runs))
            .map(|((cluster, bounds), (brushes, patches))| BspLeaf {
                cluster,
                brushes,
                patches,
                bounds,
            })
            .collect();
        BspTree {
            nodes: self.nodes,
            leafs,
            leaf_brushes,
            leaf_patches,
        }
    }
}

/// From node 0 down, every node is reached once. Returns which leaves are reached.
fn check_tree(nodes: &[BspNode], leafs: usize) -> Result<Vec<bool>, MapError> {
    let mut reached = vec![false; nodes.len()];
    let mut leafs = vec![false; leafs];
    let root = if nodes.is_empty() { -1 } else { 0 };
    let mut open = vec![(root, 1)];
    while let Some((at, depth)) = open.pop() {
        let Ok(node) = usize::try_from(at) else {
            leafs[(-1 - at) as usize] = true;
            continue;
        };
        if std::mem::replace(&mut reached[node], true) {
            return Err(MapError::NoTree(node));
        }
        if depth > MAX_DEPTH {
            return Err(MapError::Deep(MAX_DEPTH));
        }
        open.extend(nodes[node].children.map(|c| (c, depth + 1)));
    }
    // A loop among nodes that the root does not reach would trap a traversal of all nodes.
    match reached.iter().position(|r| !r) {
        Some(at) => Err(MapError::Unreached(at)),
        None => Ok(leafs),
    }
}
