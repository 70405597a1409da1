//! The map's tree: nodes, leaves, and the items of the leaves.

use super::{BRUSHES, Claim, LEAF_BRUSHES, LEAF_SURFACES, LEAFS, NODES, PLANES, Parts, SURFACES};
use crate::Problem;
use crate::sources::record::{Lump, MapFile, Record, Records, damaged, overlap};
use crate::sources::walk::Walk;
use clipmark_geometry::{Aabb, BspLeaf, BspNode, BspTree};
use std::ops::Range;

/// Runs of the leaves in a list of indices.
pub(super) struct LeafList {
    /// The list: brush or surface numbers.
    entries: Vec<u32>,
    /// Each leaf's run in it.
    runs: Vec<Range<usize>>,
    /// Which of these brushes or surfaces the world has.
    pub(super) kept: Vec<bool>,
}

impl LeafList {
    /// A list of `count` things, of which the world has its model's `own` and those in a leaf; `at` is where a leaf stores
    /// first and count. Leaves that the tree does not reach are those of doors and other submodels. Their items are no part
    /// of the world, so their runs are taken as empty.
    fn read(
        (list, entries): (Lump, Records),
        (leafs, at): (Records, usize),
        (to, count, own): (Lump, usize, &Range<usize>),
        reached: &[bool],
    ) -> Result<Self, Problem> {
        /// Runs of a damaged file that overlap would multiply the work; some leaves may share one.
        const SHARED: usize = 4;
        let entry = |r: Record| Ok(r.index(0, to, count)? as u32);
        let entries = entries.iter().map(entry).collect::<Result<Vec<u32>, Problem>>()?;
        let runs = leafs.iter().map(|r| r.run(at, list, entries.len()));
        let mut runs = runs.collect::<Result<Vec<_>, Problem>>()?;
        let mut kept = vec![false; count];
        kept[own.clone()].fill(true);
        let mut left = SHARED * entries.len();
        for (run, reached) in runs.iter_mut().zip(reached) {
            if !reached {
                *run = 0..0;
            }
            left = left.checked_sub(run.len()).ok_or_else(|| overlap(list.many))?;
            for &entry in &entries[run.clone()] {
                kept[entry as usize] = true;
            }
        }
        Ok(Self { entries, runs, kept })
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
    pub(super) fn read(file: &MapFile, parts: &Parts, world: &Claim) -> Result<Self, Problem> {
        let (leafs, nodes) = (file.records(LEAFS)?, file.records(NODES)?);
        if leafs.is_empty() {
            return Err(damaged("it has no leafs"));
        }
        let counts = [nodes.len(), leafs.len()];
        let node = |r: Record| {
            let plane = parts.planes[r.index(0, PLANES, parts.planes.len())?];
            let children = [r.child(4, counts)?, r.child(8, counts)?];
            Ok(BspNode { plane, children })
        };
        let nodes = nodes.iter().map(node).collect::<Result<Vec<_>, Problem>>()?;
        let reached = check_tree(&nodes, leafs.len())?;
        let list = |lump, at, to| {
            let entries = file.records(lump)?;
            LeafList::read((lump, entries), (leafs, at), to, &reached)
        };
        Ok(Self {
            brushes: list(LEAF_BRUSHES, 40, (BRUSHES, parts.brushes.len(), &world.brushes))?,
            surfaces: list(
                LEAF_SURFACES,
                32,
                (SURFACES, parts.surfaces.len(), &world.surfaces),
            )?,
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
    let mut reached = vec![false; leafs];
    let root = if nodes.is_empty() { -1 } else { 0 };
    let mut walk = Walk::new(nodes.len());
    walk.below::<()>(
        root,
        |at| nodes[at].children,
        |child, _| {
            if child < 0 {
                reached[(-1 - child) as usize] = true;
            }
        },
    )?;
    // A loop among nodes that the root does not reach would trap a traversal of all nodes.
    match walk.untaken() {
        Some(at) => Err(damaged(format_args!("node {at} is no part of its tree"))),
        None => Ok(reached),
    }
}
