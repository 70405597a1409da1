//! Known causes of answers that geometry calls wrong. A cause explains a fault, or an answer by an engine's rule; it excuses
//! neither.

use crate::counts::Class;
use clipmark_rows::Check;

/// A cause of answers that geometry calls wrong. Its count includes answers that an engine's rule explains.
/// [`NotAsked`](Self::NotAsked) alone counts questions without an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cause {
    /// For phantoms: at a bevel of the map that lies away from its brush.
    PhantomOffBevel,
    /// For phantoms: where the map gives a brush no bevel that the hull would need.
    PhantomNoBevel,
    /// For ends that are too deep: at a corner that an engine's rule cuts.
    DeepAtCorner,
    /// For misses by the corner rule: the sweep starts in a skin and leaves a plane within it. Quake III then counts the plane as
    /// left before the sweep meets another.
    MissedFromSkin,
    /// For wrong normals: at a given plane of a brush that the brush does not reach.
    NormalAtGiven,
    /// For wrong contents: at a given plane of a brush that the brush does not reach.
    ContentsAtGiven,
    /// For wrong starts by the bevel rule: the start is behind all given planes of a brush, but not in the brush.
    StartAtGiven,
    /// For misses, ends that are too deep and wrong places together: right with a tree compiled from the brushes. In the map's
    /// own tree a leaf lacks the brush, or the traversal cuts a shallow path short, as Quake III's does. The bar alone counts it.
    ByTree,
    /// The sweep starts in a solid, and the backend knows surfaces alone, so it cannot notice the solid. Its start-solid flag,
    /// depth and contacts were not tested.
    NotAsked,
}

impl Cause {
    /// Its check in rows of results.
    pub fn check(self) -> Check {
        match self {
            Self::PhantomOffBevel => Check::PhantomOffBevel,
            Self::PhantomNoBevel => Check::PhantomNoBevel,
            Self::DeepAtCorner => Check::DeepAtCorner,
            Self::MissedFromSkin => Check::MissedFromSkin,
            Self::NormalAtGiven => Check::NormalAtGiven,
            Self::ContentsAtGiven => Check::ContentsAtGiven,
            Self::StartAtGiven => Check::StartAtGiven,
            Self::ByTree => Check::ByTree,
            Self::NotAsked => Check::NotAsked,
        }
    }
}

impl Class for Cause {
    const ALL: &'static [Self] = &[
        Self::PhantomOffBevel,
        Self::PhantomNoBevel,
        Self::DeepAtCorner,
        Self::MissedFromSkin,
        Self::NormalAtGiven,
        Self::ContentsAtGiven,
        Self::StartAtGiven,
        Self::ByTree,
        Self::NotAsked,
    ];

    fn place(self) -> usize {
        self as usize
    }

    fn key(self) -> &'static str {
        self.check().name()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cause_is_at_its_place() {
        for (i, cause) in Cause::ALL.iter().enumerate() {
            assert_eq!(cause.place(), i);
        }
    }
}
