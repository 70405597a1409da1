//! GJK's proposals, for closed formulas to confirm.

/// GJK's result for a path and a solid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Proposal {
    /// The solid does not stop the hull, or not before the limit.
    Free,
    /// It does, at this fraction of the path.
    Meets(f64),
    /// No answer within the steps allowed.
    Open,
}
