//! Certain facts about a path and a body, in f64 or by rational arithmetic.

/// Certain facts about a path and a body.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Certain {
    /// Some of the path lies in the interior.
    pub(crate) met: bool,
    /// The start does.
    pub(crate) starts_inside: bool,
    /// Where it is entered, for hulls without roundness; negative when it starts inside.
    pub(crate) entry: Option<f64>,
}
