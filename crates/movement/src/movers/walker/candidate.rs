//! A place that the paper's walker tries, as it is told to a world that listens.

use crate::body::WalkerMode;
use clipmark_geometry::Point;

/// The origin of a place that the two-cylinder walker tries in a tick, as published or as meant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate {
    /// The step of the paper that makes it.
    pub step: PaperStep,
    /// The place as that step makes it.
    pub asked: Point,
    /// The place at the height that TestPosition gives it.
    pub at: Point,
    /// The mode that the body would have there.
    pub mode: WalkerMode,
    /// The upper cylinder fits there: the tick ends with this place.
    pub taken: bool,
}

/// The step of Darken and Anderegg's list that makes a place. Another step tests each: 8 the first, 14 the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PaperStep {
    /// Step 7: by the wanted velocity.
    First,
    /// Step 13: by the velocity that step 12 has turned along the surfaces in the way.
    Turned,
    /// No step of the list: one of the two without the change of height (W16).
    Level,
    /// Step 16: nothing fits, so the body stays.
    Stays,
}

impl PaperStep {
    /// Its number in the list; `None` where the list lacks it.
    pub fn number(self) -> Option<u8> {
        match self {
            Self::First => Some(7),
            Self::Turned => Some(13),
            Self::Level => None,
            Self::Stays => Some(16),
        }
    }
}
