//! The map's tree: nodes, leaves, and the items of the leaves.

use super::{BRUSHES, LEAF_BRUSHES, LEAF_SURFACES, LEAFS, NODES, PLANES, Parts, SURFACES};
use crate::Problem;
use crate::sources::record::{Lump, MapFile, Record, damaged, no_tree, too_deep};
use clipmark_geometry::{Aabb, BspLeaf, BspNode, BspTree};
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
    /// A list of `count` things; `at` is where a leaf stores first and count. Leaves that the tree does not reach are those of
    /// doors and other submodels. Their items are no part of the world, so their runs are taken as empty.
    fn read(
        (list, entries): (Lump, &[Record]),
        (leafs, at): (&[Record], usize),
        (to, count): (Lump, usize),
        reached: &[bool],
    ) -> Result<Self, Problem> {
        let entry = |r: &Record| Ok(r.index(0, to, count)? as u32);
        let entries = entries.iter().map(entry).collect::<Result<Vec<u32>, Problem>>()?;
        let runs = leafs.iter().map(|r| r.run(at, list, entries.len()));
        let mut runs = runs.collect::<Result<Vec<_>, Problem>>()?;
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
    fn renumbered(&self, numbers: &[Option<u32>]) -> (Vec<u32>, Vec<Range<u32>>) {
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
    pub(super) fn read(file: &MapFile, parts: &Parts) -> Result<Self, Problem> {
        let (leafs, nodes) = (file.records(LEAFS)?, file.records(NODES)?);
        if leafs.is_empty() {
            return Err(damaged("it has no leafs"));
        }
        let node = |r: &Record| {
            let plane = parts.planes[r.index(0, PLANES, parts.planes.len())?];
            let children = [r.i32(4), r.i32(8)];
            for child in children.map(i64::from) {
                match child {
                    0.. => r.within(child, 1, NODES.many, nodes.len())?,
                    _ => r.within(-1 - child, 1, LEAFS.many, leafs.len())?,
                };
            }
            Ok(BspNode { plane, children })
        };
        let nodes = nodes.iter().map(node).collect::<Result<Vec<_>, Problem>>()?;
        let reached = check_tree(&nodes, leafs.len())?;
        let list = |lump, at, to| {
            let entries = file.records(lump)?;
            LeafList::read((lump, &entries), (&leafs, at), to, &reached)
        };
        Ok(Self {
            brushes: list(LEAF_BRUSHES, 40, (BRUSHES, parts.brushes.len()))?,
            surfaces: list(LEAF_SURFACES, 32, (SURFACES, parts.surfaces.len()))?,
            nodes,
            leafs: leafs
                .iter()
                .map(|r| (r.i32(0), Aabb::new(r.whole_point(8), r.whole_point(20))))
                .collect(),
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
fn check_tree(nodes: &[BspNode], leafs: usize) -> Result<Vec<bool>, Problem> {
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
            return Err(no_tree(node));
        }
        if depth > MAX_DEPTH {
            return Err(too_deep(MAX_DEPTH));
        }
        open.extend(nodes[node].children.map(|c| (c, depth + 1)));
    }
    // A loop among nodes that the root does not reach would trap a traversal of all nodes.
    match reached.iter().position(|r| !r) {
        Some(at) => Err(damaged(format_args!("node {at} is no part of its tree"))),
        None => Ok(leafs),
    }
}
