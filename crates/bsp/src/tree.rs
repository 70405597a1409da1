//! The tree that is walked: the map's own, or one compiled here, flattened.

use crate::lanes::per_axis;
use crate::side_plane::dot;
use clipmark_geometry::BspTree;

/// An inner node. Axis 0, 1, 2: the plane is axial and looks towards +x, +y or +z; 3: any other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(crate) normal: [f32; 3],
    pub(crate) dist: f32,
    pub(crate) axis: u32,
    /// In front, behind; a negative child `c` is leaf `-1 - c`.
    pub(crate) children: [i32; 2],
    /// The first leaf under the second child.
    pub(crate) middle: u32,
}

/// A leaf: its runs of brush and patch indices.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Leaf {
    pub(crate) first: u32,
    pub(crate) count: u32,
    pub(crate) first_patch: u32,
    pub(crate) patch_count: u32,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Tree {
    pub(crate) nodes: Vec<Node>,
    pub(crate) leaves: Vec<Leaf>,
    pub(crate) leaf_brushes: Vec<u32>,
    pub(crate) leaf_patches: Vec<u32>,
    /// For each node, the leaves under it: leaves are numbered as they come, front first.
    pub(crate) spans: Vec<[u32; 2]>,
    /// Where each item's places begin, brushes first, then patches; one more than there are items.
    pub(crate) first_places: Vec<u32>,
    /// For each item its leaves, in order.
    pub(crate) places: Vec<Place>,
    /// Levels from the root to the deepest leaf, and one.
    pub(crate) levels: f32,
    /// How many skins early the part of a path behind a node ends, where the path leaves by the front. A map's tree has one, as
    /// in the engine ([`crate::walk`]). Our own tree ends it one skin late, so that nothing is lost.
    pub(crate) early: f64,
}

/// Where a leaf names an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place {
    pub(crate) leaf: u32,
    /// Patches come after the brushes.
    pub(crate) position: u32,
}

/// Axis of a slanted node.
pub(crate) const SLANTED: u32 = 3;

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

impl Tree {
    /// Numbers the leaves of a tree with that many brushes and patches, and finds the places of each.
    pub(crate) fn finished(mut self, brushes: usize, patches: usize) -> Self {
        self.number_leaves();
        self.levels = self.count_levels();
        self.index(brushes, patches);
        self
    }

    /// Numbers the leaves in the order in which they hang in the tree. A leaf that hangs in it twice becomes two.
    fn number_leaves(&mut self) {
        enum Step {
            Enter { child: i32, parent: usize, side: usize },
            Leave { node: usize },
        }
        let old = std::mem::take(&mut self.leaves);
        self.spans = vec![[0; 2]; self.nodes.len()];
        if self.nodes.is_empty() {
            self.leaves = old;
            return;
        }
        let mut steps = vec![Step::Enter {
            child: 0,
            parent: 0,
            side: 0,
        }];
        while let Some(step) = steps.pop() {
            match step {
                Step::Leave { node } => self.spans[node][1] = self.leaves.len() as u32,
                Step::Enter { child, parent, side } if child < 0 => {
                    if side == 1 {
                        self.nodes[parent].middle = self.leaves.len() as u32;
                    }
                    self.leaves.push(old[(-1 - child) as usize]);
                    self.nodes[parent].children[side] = -(self.leaves.len() as i32);
                }
                Step::Enter { child, parent, side } => {
                    let node = child as usize;
                    if side == 1 {
                        self.nodes[parent].middle = self.leaves.len() as u32;
                    }
                    self.spans[node][0] = self.leaves.len() as u32;
                    steps.push(Step::Leave { node });
                    for side in [1, 0] {
                        steps.push(Step::Enter {
                            child: self.nodes[node].children[side],
                            parent: node,
                            side,
                        });
                    }
                }
            }
        }
    }

    fn count_levels(&self) -> f32 {
        let mut levels = vec![1.0f32; self.nodes.len()];
        let mut most = 1.0f32;
        // Nodes hang below their parents, whatever their numbers.
        let mut waiting: Vec<i32> = if self.nodes.is_empty() {
            Vec::new()
        } else {
            vec![0]
        };
        while let Some(node) = waiting.pop() {
            let below = levels[node as usize] + 1.0;
            most = most.max(below);
            for child in self.nodes[node as usize].children.into_iter().filter(|&c| c >= 0) {
                levels[child as usize] = below;
                waiting.push(child);
            }
        }
        most
    }

    /// Lists the places of every item.
    fn index(&mut self, brushes: usize, patches: usize) {
        let runs = |leaf: &Leaf| {
            let run = |of: &[u32], first: u32, count: u32| of[first as usize..][..count as usize].to_vec();
            let patches = run(&self.leaf_patches, leaf.first_patch, leaf.patch_count);
            let mut items = run(&self.leaf_brushes, leaf.first, leaf.count);
            items.extend(patches.iter().map(|i| brushes as u32 + i));
            items
        };
        let mut all: Vec<(u32, Place)> =
            Vec::with_capacity(self.leaf_brushes.len() + self.leaf_patches.len());
        for (i, leaf) in self.leaves.iter().enumerate() {
            all.extend(runs(leaf).into_iter().enumerate().map(|(position, item)| {
                let [leaf, position] = [i, position].map(|i| i as u32);
                (item, Place { leaf, position })
            }));
        }
        all.sort_unstable();
        // Named twice in a leaf, it is visited at the first.
        all.dedup_by_key(|(item, place)| (*item, place.leaf));
        self.first_places = (0..=(brushes + patches) as u32)
            .map(|item| all.partition_point(|&(i, _)| i < item) as u32)
            .collect();
        self.places = all.into_iter().map(|(_, place)| place).collect();
    }

    #[inline(always)]
    pub(crate) fn places_of(&self, item: u32) -> &[Place] {
        let (from, to) = (
            self.first_places[item as usize] as usize,
            self.first_places[item as usize + 1] as usize,
        );
        &self.places[from..to]
    }

    /// The leaves under a child.
    #[inline(always)]
    pub(crate) fn leaves_under(&self, child: i32) -> std::ops::Range<u32> {
        if child < 0 {
            let leaf = (-1 - child) as u32;
            leaf..leaf + 1
        } else {
            let [from, to] = self.spans[child as usize];
            from..to
        }
    }

    pub(crate) fn flatten(tree: &BspTree, patches: usize) -> Self {
        // A world may have lost its patches and kept the tree that names them.
        let with_patches = tree.leaf_patches.iter().all(|&i| (i as usize) < patches);
        let nodes = tree.nodes.iter().map(|node| {
            let n = node.plane.normal;
            // Only planes that look along +x, +y or +z take the short way, as in the engine.
            let axis = (0..3).find(|&i| n[i] == 1.0).map_or(SLANTED, |i| i as u32);
            Node {
                normal: n.into(),
                dist: node.plane.dist,
                axis,
                children: node.children,
                middle: 0,
            }
        });
        let leaves = tree.leafs.iter().map(|leaf| Leaf {
            first: leaf.brushes.start,
            count: leaf.brushes.len() as u32,
            first_patch: if with_patches { leaf.patches.start } else { 0 },
            patch_count: if with_patches {
                leaf.patches.len() as u32
            } else {
                0
            },
        });
        Self {
            nodes: nodes.collect(),
            leaves: leaves.collect(),
            leaf_brushes: tree.leaf_brushes.clone(),
            leaf_patches: if with_patches {
                tree.leaf_patches.clone()
            } else {
                Vec::new()
            },
            early: 1.0,
            ..Self::default()
        }
    }

    /// The child that stands for the whole tree.
    pub(crate) fn root(&self) -> i32 {
        if self.nodes.is_empty() { -1 } else { 0 }
    }

    /// The brushes of a leaf, then its patches.
    pub(crate) fn leaf(&self, child: i32) -> (&[u32], &[u32]) {
        let leaf = self.leaves[(-1 - child) as usize];
        let run =
            |of, first: u32, count: u32| -> &[u32] { &Vec::as_slice(of)[first as usize..][..count as usize] };
        (
            run(&self.leaf_brushes, leaf.first, leaf.count),
            run(&self.leaf_patches, leaf.first_patch, leaf.patch_count),
        )
    }

    /// Gives back memory that building reserved in excess.
    pub(crate) fn trim(&mut self) {
        self.nodes.shrink_to_fit();
        self.leaves.shrink_to_fit();
        self.leaf_brushes.shrink_to_fit();
        self.leaf_patches.shrink_to_fit();
        self.spans.shrink_to_fit();
        self.first_places.shrink_to_fit();
        self.places.shrink_to_fit();
    }

    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&self.nodes[..])
            + size_of_val(&self.leaves[..])
            + size_of_val(&self.leaf_brushes[..])
            + size_of_val(&self.leaf_patches[..])
            + size_of_val(&self.spans[..])
            + size_of_val(&self.first_places[..])
            + size_of_val(&self.places[..])
    }
}
