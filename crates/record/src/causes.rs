//! Why an answer differs from geometry, where known. It stands beside a fault, or beside the rule that explains it, and excuses
//! nothing.

use crate::counts::Class;

/// A cause that is counted. Each counts some of the answers that geometry calls wrong, whether an engine's rule explains them or
/// not. The exception is [`NotAsked`](Self::NotAsked), for questions without an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cause {
    /// For phantoms: at a bevel of the map that lies away from its brush.
    PhantomOffBevel,
    /// For phantoms: where the map gives a brush no bevel that the hull would need.
    PhantomNoBevel,
    /// For ends that are too deep: at a corner that an engine's rule cuts.
    DeepAtCorner,
    /// For misses by the rule of corners: started in a skin, and left a plane within that skin. Quake III counts that plane as
    /// left before any is met.
    MissedFromSkin,
    /// For wrong normals: at a given plane of a brush that the brush does not reach.
    NormalAtGiven,
    /// For wrong contents: the same.
    ContentsAtGiven,
    /// For wrong starts by the rule of bevels: behind all given planes of a brush, though not in it.
    StartAtGiven,
    /// For misses, ends that are too deep and wrong places together: right with a tree compiled from the brushes. The map's own
    /// tree does not name the brush in every leaf that it reaches. Or the walk through it cuts a shallow path short, as Quake
    /// III's does. Counted by the bar alone.
    ByTree,
    /// Started in a solid, with a backend of surfaces, which does not notice solids around a start. Its flag, depth and contacts
    /// were not tested. No cause of a fault, but of a missing question.
    NotAsked,
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
        match self {
            Self::PhantomOffBevel => "phantom_off_bevel",
            Self::PhantomNoBevel => "phantom_no_bevel",
            Self::DeepAtCorner => "deep_at_corner",
            Self::MissedFromSkin => "missed_from_skin",
            Self::NormalAtGiven => "normal_at_given",
            Self::ContentsAtGiven => "contents_at_given",
            Self::StartAtGiven => "start_at_given",
            Self::ByTree => "by_tree",
            Self::NotAsked => "not_asked",
        }
    }

    fn is_in_every_file(self) -> bool {
        matches!(self, Self::PhantomOffBevel | Self::PhantomNoBevel)
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
