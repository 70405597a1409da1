//! The first hit of a sweep, as the search keeps it: numbers alone.

/// A hit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hit {
    /// Brushes are numbered first, then patches.
    pub(crate) item: u32,
    pub(crate) fraction: f32,
    /// Which side of the brush or facet; [`NO_SIDE`] when the whole path lies inside.
    pub(crate) side: u32,
    /// The brush's line, or which facet of all.
    pub(crate) place: u32,
}

/// Stands for no side: start and end lie in the brush.
pub(crate) const NO_SIDE: u32 = u32::MAX;
