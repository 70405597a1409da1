//! Certain facts about a path and a body, in f64 or by rational arithmetic.

/// Certain facts about a path and a body.
#[derive(Clone, Debug, PartialEq)]
pub struct Certain {
    /// Some of the path lies in the interior.
    pub met: bool,
    /// The start does.
    pub starts_inside: bool,
    /// Where it is entered, for hulls without roundness; negative when it starts inside.
    pub entry: Option<f64>,
}
