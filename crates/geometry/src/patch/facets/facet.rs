//! A facet while a patch is made of facets.

use super::planes::Seen;

/// A facet under construction.
pub(super) struct Facet {
    pub(super) surface: usize,
    pub(super) borders: Vec<Seen>,
    /// Empty until the facet is known to be bounded.
    pub(super) outline: Vec<[f32; 3]>,
    /// Which halves of its cell it covers.
    pub(super) halves: [bool; 2],
}
