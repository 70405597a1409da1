//! Which flat pieces of the patches a sweep may pass, though the patch has a surface there.
//!
//! Source: `docs/engines.md` section 1, "Patches" and "Tree". A facet whose borders leave it open is dropped. A border is the
//! plane of the neighbour, which may cut off a part of the piece. And only hulls in a leaf of the map's tree that names the
//! patch ask it. Each of these lets through what the surface would stop. Quake III does so too; the referee counts it under
//! the rule's name.

use super::set::PatchSet;
use crate::side_plane::{SidePlane, array, dot};
use crate::tree::{Place, SLANTED, Tree};
use clipmark_geometry::{PatchFacet, PatchGrid, PatchPiece, Plane, Point, cut_polygon};

/// A piece with a corner farther than this in front of a side of its facet, in units, is cut: more than the 0.1 u by which
/// planes are shared and bevels cut, with the rounding of an outline. Smaller names pieces that are nearly whole.
const CUT: f32 = 0.125;

/// What of its cell a facet covers.
#[derive(Clone, Debug)]
pub(crate) struct Covered {
    pub(super) patch: usize,
    cell: (usize, usize),
    /// Of which halves it was made, and which it covers wholly.
    made_from: [bool; 2],
    whole: [bool; 2],
    outline: Vec<Point>,
}

impl Covered {
    /// What a facet with these sides covers of its cell.
    pub(super) fn by(sides: &[SidePlane], facet: &PatchFacet, patch: usize, grid: &PatchGrid) -> Self {
        let [a, b, c, d] = grid.cell(facet.cell.0, facet.cell.1).map(|p| array(&p));
        // All but the back.
        let borders = &sides[..sides.len().saturating_sub(1)];
        let holds = |corner: &[f32; 3]| borders.iter().all(|s| dot(*corner, s.normal) - s.dist <= CUT);
        Self {
            patch,
            cell: facet.cell,
            made_from: facet.halves,
            whole: [[a, b, c], [c, d, a]].map(|half| half.iter().all(holds)),
            outline: facet.outline.clone(),
        }
    }
}

impl PatchSet {
    /// The planes of the facet that was made of a piece.
    pub(crate) fn planes_of_piece(&self, piece: usize) -> Vec<Plane> {
        let facet = self.facet_of.get(piece).and_then(|n| n.checked_sub(1));
        let sides = facet.map(|n| self.sides_of(&self.facets[n as usize]).iter());
        let planes = sides.into_iter().flatten();
        planes.map(|s| Plane::new(s.normal.into(), s.dist)).collect()
    }

    /// Those of the pieces of all patches, as numbers in their list and ascending, that some sweep may pass. `first_patch` is
    /// the number of the first patch among the items of the tree.
    pub(crate) fn take_open_pieces(
        &mut self,
        tree: &Tree,
        first_patch: u32,
        pieces: &[PatchPiece],
    ) -> Vec<usize> {
        let key = |p: &PatchPiece| (p.patch, p.cell, p.half);
        // Each piece that a facet was made of, with its number, and whether it is whole and named.
        let mut made: Vec<(PatchPiece, u32, bool)> = Vec::new();
        for (facet, covered) in (0..).zip(std::mem::take(&mut self.covered)) {
            let places = tree.places_of(first_patch + covered.patch as u32);
            let named = is_named(tree, tree.root(), places, covered.outline);
            let halves = (0..2).filter(|&half| covered.made_from[half]);
            made.extend(halves.map(|half| {
                let piece = PatchPiece {
                    patch: covered.patch,
                    cell: covered.cell,
                    half,
                };
                (piece, facet, named && covered.whole[half])
            }));
        }
        made.sort_unstable_by_key(|(p, ..)| key(p));
        let of = |p: &PatchPiece| {
            let at = made.binary_search_by_key(&key(p), |(q, ..)| key(q));
            at.ok().map(|at| made[at])
        };
        self.facet_of = pieces
            .iter()
            .map(|p| of(p).map_or(0, |(_, facet, _)| facet + 1))
            .collect();
        let is_made = |p: &PatchPiece| self.heads.get(p.patch).is_some_and(|head| head.facet_count > 0);
        let open = |p: &PatchPiece| is_made(p) && of(p).is_none_or(|(.., closed)| !closed);
        let all = pieces.iter().enumerate().filter(|(_, p)| open(p));
        all.map(|(number, _)| number).collect()
    }
}

/// Whether every part of the outline lies in a leaf that names its patch, but for slivers.
fn is_named(tree: &Tree, child: i32, places: &[Place], outline: Vec<Point>) -> bool {
    if outline.is_empty() {
        return true;
    }
    if places.is_empty() || child < 0 {
        return !places.is_empty();
    }
    let node = &tree.nodes[child as usize];
    let normal = match node.axis {
        SLANTED => node.normal,
        axis => std::array::from_fn(|k| f32::from(u8::from(k == axis as usize))),
    };
    let plane = Plane::new(normal.into(), node.dist);
    let (mut front, back) = (
        cut_polygon(&outline, &Plane::new(-plane.normal, -plane.dist)),
        cut_polygon(&outline, &plane),
    );
    if front.is_empty() && back.is_empty() {
        // Flat in the plane: in front, where a point on it belongs.
        front = outline;
    }
    let [in_front, behind] = node.children;
    is_named(tree, in_front, crate::order::part(places, node.middle, 0), front)
        && is_named(tree, behind, crate::order::part(places, node.middle, 1), back)
}
