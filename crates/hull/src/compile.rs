//! Compiles the clip hull of a body from any world of brushes.
//!
//! Source for the tree of splitting planes: Fuchs, Kedem and Naylor, *On Visible Surface Generation by A Priori Tree
//! Structures* (1980). Source for the union of solids in one: Naylor, Amanatides and Thibault, *Merging BSP Trees Yields
//! Polyhedral Set Operations* (1990). Every brush, bevelled and moved out by the body, is cut along with its cell. A cell is
//! a leaf once each solid fills it or has left it. Its contents are those of all solids that fill it.
//!
//! Split choice: among at most [`MAX_CANDIDATES`] planes that still bound a solid of the cell, the plane with the least
//! [`cost`]. The cost counts unevenness and solids cut. Departure: nothing is merged afterwards but two leaves of equal
//! contents.

use crate::plane_table::{PlaneId, PlaneTable};
use crate::polytope::{Lies, Polytope, grown};
use clipmark_geometry::{Aabb, Brush, ClipHull, ClipHulls, ClipNode, Contents};

/// With more planes than this, only an even sample is tried for a split: the build stays near linear.
const MAX_CANDIDATES: usize = 24;
/// The cost of cutting a solid against an unevenness of one solid.
const CUT: usize = 3;
/// The cost of a plane that is not axial, in solids cut: its distance takes three products instead of none.
const OBLIQUE: usize = 2;
/// Most nodes of a tree: 160 megabytes. Larger lets a hostile map eat the memory; real maps need a hundredth.
const MAX_NODES: usize = 4_000_000;

struct Compiler<'a> {
    brushes: &'a [Brush],
    table: PlaneTable,
    out: ClipHull,
}

/// The hull of that body among brushes that have their bevels, and how many of them have no volume. Otherwise what there is too
/// much of.
pub(crate) fn compile(brushes: &[Brush], body: Aabb) -> Result<(ClipHull, usize), String> {
    let mut table = PlaneTable::default();
    let mut flat = 0;
    let mut pieces = Vec::with_capacity(brushes.len());
    let mut planes = Vec::new();
    for (i, brush) in brushes.iter().enumerate() {
        planes.clear();
        planes.extend(grown(brush, &body));
        match Polytope::new(i as u32, &planes, &mut table) {
            Some(piece) => pieces.push(piece),
            None => flat += 1,
        }
    }
    let out = ClipHull {
        bounds: body,
        nodes: Vec::new(),
        leaves: vec![Contents::empty()],
    };
    let mut compiler = Compiler { brushes, table, out };
    let root = compiler.build(pieces, Contents::empty(), 0)?;
    let mut out = compiler.out;
    if root < 0 {
        out.leaves = vec![out.leaf(root)];
    }
    out.nodes.shrink_to_fit();
    Ok((out, flat))
}

impl Compiler<'_> {
    fn contents(&self, piece: &Polytope) -> Contents {
        self.brushes[piece.solid as usize].contents
    }

    /// Builds the subtree of a cell and returns it as a child index. `filled`: the contents of solids that fill the cell.
    fn build(
        &mut self,
        mut pieces: Vec<Polytope>,
        mut filled: Contents,
        depth: usize,
    ) -> Result<i32, String> {
        for piece in pieces.iter().filter(|p| p.fills()) {
            filled |= self.contents(piece);
        }
        // Pieces that add nothing to the contents of the cell need not be separated in it.
        pieces.retain(|p| !p.fills() && !filled.contains(self.contents(p)));
        let Some(plane) = self.best_split(&pieces) else {
            return Ok(self.leaf(filled));
        };
        if depth >= ClipHulls::MAX_DEPTH {
            // A trace may recurse no deeper.
            return Err(format!(
                "more than {} nodes from root to leaf",
                ClipHulls::MAX_DEPTH
            ));
        }
        if self.out.nodes.len() >= MAX_NODES {
            return Err("millions of nodes".into());
        }
        let index = self.out.nodes.len();
        self.out
            .nodes
            .push(ClipNode::new(self.table.node(plane), [-1, -1]));
        let (mut front, mut back) = (Vec::new(), Vec::new());
        for piece in pieces {
            let [f, b] = piece.parted(plane, &self.table);
            front.extend(f);
            back.extend(b);
        }
        let front = self.build(front, filled, depth + 1)?;
        let back = self.build(back, filled, depth + 1)?;
        if front == back {
            // Two leaves alike: they have added no nodes, so this one is the last.
            self.out.nodes.truncate(index);
            return Ok(front);
        }
        self.out.nodes[index].children = [front, back];
        Ok(index as i32)
    }

    fn leaf(&mut self, contents: Contents) -> i32 {
        let leaves = &mut self.out.leaves;
        let known = leaves.iter().position(|c| *c == contents);
        let index = known.unwrap_or_else(|| {
            leaves.push(contents);
            leaves.len() - 1
        });
        -1 - index as i32
    }

    fn best_split(&self, pieces: &[Polytope]) -> Option<PlaneId> {
        let mut planes: Vec<PlaneId> = pieces
            .iter()
            .flat_map(|p| &p.sides)
            .filter(|s| !s.used)
            .map(|s| s.plane.front())
            .collect();
        planes.sort_unstable();
        planes.dedup();
        let step = planes.len().div_ceil(MAX_CANDIDATES).max(1);
        // An even sample of the planes sorted by number would miss the middle of no axis: numbers go with brushes.
        let sampled = planes.into_iter().step_by(step);
        sampled.min_by_key(|&plane| (cost(pieces, plane, &self.table), plane))
    }
}

/// The cost of splitting by a plane, in solids: how unevenly it parts them, and those it cuts.
fn cost(pieces: &[Polytope], plane: PlaneId, table: &PlaneTable) -> usize {
    let (mut front, mut back, mut cut) = (0usize, 0usize, 0usize);
    for piece in pieces {
        match piece.lies(plane, table) {
            Lies::Front => front += 1,
            Lies::Back => back += 1,
            Lies::Across => cut += 1,
        }
    }
    let oblique = usize::from(table.node(plane).axis().is_none());
    front.abs_diff(back) + CUT * cut + CUT * OBLIQUE * oblique
}
