//! Which polygons are pieces of one face, cut where other brushes cover it.
//!
//! The seam between two pieces is no edge of the solid. From outside it is harmless, since no edge stops a hull before the plane
//! it lies in. A hull that starts across that plane, in the solid, would meet the seam from within. A start in the brush that
//! covers the rest would meet the seam where its own line or rim touches the rest. So a hull that starts in a solid meets the
//! whole face: it lets the hull out, or stops it.
//!
//! Measured: with cut faces kept whole, a hull that comes down on a ramp of tiles stops 0.002 u early, at a buried edge. With
//! pieces alone, a point that comes along a slope is given the seam's normal where it meets a wall.

use crate::Polygon;

/// Stands for a polygon that is no piece.
const NONE: u32 = u32::MAX;

/// The polygons of a world, in the order they were found in.
#[derive(Default)]
pub(crate) struct Parts {
    pub(crate) seen: Vec<Polygon>,
    /// Whole faces that are seen in pieces or not at all.
    pub(crate) hidden: Vec<Polygon>,
    /// Places of the pieces in `seen`, and of their faces in `hidden`.
    pieces: Vec<(usize, usize)>,
}

impl Parts {
    /// An open mesh, without hidden polygons.
    pub(crate) fn open(seen: Vec<Polygon>) -> Self {
        Self {
            seen,
            ..Self::default()
        }
    }

    /// Takes a face and its visible pieces.
    pub(crate) fn push_cut(&mut self, whole: Polygon, seen: Vec<Polygon>) {
        let first = self.seen.len();
        self.seen.extend(seen);
        let hidden = self.hidden.len();
        self.pieces.extend((first..self.seen.len()).map(|i| (i, hidden)));
        self.hidden.push(whole);
    }
}

/// For each visible polygon, the index in `hidden` of the whole face that it is a piece of.
#[derive(Clone, Debug, Default)]
pub(crate) struct Wholes(Vec<u32>);

impl Wholes {
    /// `seen` and `hidden` are the places of the meshes' polygons in the lists of the parts.
    pub(crate) fn new(parts: &Parts, seen: &[u32], hidden: &[u32]) -> Self {
        if parts.pieces.is_empty() {
            return Self::default();
        }
        let mut places = vec![NONE; hidden.len()];
        for (place, &k) in hidden.iter().enumerate() {
            places[k as usize] = place as u32;
        }
        let mut whole_of = vec![NONE; parts.seen.len()];
        for &(piece, whole) in &parts.pieces {
            whole_of[piece] = places[whole];
        }
        Self(seen.iter().map(|&k| whole_of[k as usize]).collect())
    }

    pub(crate) fn first_piece(&self, polygon: usize) -> Option<usize> {
        let whole = self.0.get(polygon).filter(|&&w| w != NONE)?;
        Some(*whole as usize)
    }

    pub(crate) fn bytes(&self) -> usize {
        self.0.capacity() * size_of::<u32>()
    }
}
