//! The drawing of one sweep.

/// A sweep, its answer, the truth, and the solids about. Positions and directions are [x, y, z] in units.
#[derive(Clone, Debug, Default)]
pub struct Drawing {
    /// Corners of each solid, and whether the exact sweep meets it.
    pub solids: Vec<(bool, Vec<[f64; 3]>)>,
    /// Points of the hull's surface, around its position.
    pub hull: Vec<[f64; 3]>,
    /// Where the sweep starts.
    pub start: [f64; 3],
    /// Where it was to end.
    pub end: [f64; 3],
    /// Where the backend stops it.
    pub answered: [f64; 3],
    /// Where the truth does.
    pub entered: Option<[f64; 3]>,
    /// Normals.
    pub arrows: Vec<Arrow>,
}

/// A normal.
#[derive(Clone, Copy, Debug)]
pub struct Arrow {
    /// Position of the hull there.
    pub at: [f64; 3],
    /// Of unit length in a right answer.
    pub along: [f64; 3],
    /// The owner of the normal.
    pub whose: Whose,
}

/// The source of a normal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// The exact reference.
    Truth,
    /// The backend.
    Answer,
}
