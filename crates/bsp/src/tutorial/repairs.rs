//! The tutorial's errors as switches, each repaired by itself.

use bitflags::bitflags;
use clipmark_collision::{StartSolid, TouchRule, TraceRules};

bitflags! {
    /// Errors and omissions of the listing that are repaired, each by itself, to show the cost of each. None: the
    /// listing to the letter. All: the rules of Quake III on brushes (a plane still comes with no hit).
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
    pub struct TutorialRepairs: u8 {
        /// Skin 1/8 in place of 1/32.
        const SKIN = 1;
        /// A sweep that stays inside a brush is stopped at once, not only flagged.
        const ALL_SOLID = 1 << 1;
        /// Fractions of entering are held above 0 and those of leaving below 1 while sides are compared.
        const CLAMP = 1 << 2;
        /// A path that ends within the skin and nearer than it began is a hit.
        const REJECT_RULE = 1 << 3;
        /// Nodes are visited on both sides within one unit of their plane.
        const NODE_MARGIN = 1 << 4;
        /// The caller's mask is heeded: player clips stop players.
        const MASK = 1 << 5;
        /// Brushes without bevels get the ones that a box needs.
        const BEVELS = 1 << 6;
    }
}

impl TutorialRepairs {
    /// The rules that a listing with these repairs implements.
    pub(super) fn rules(self, published: TraceRules) -> TraceRules {
        let mut rules = published;
        if self.contains(Self::SKIN) {
            rules.skin = TraceRules::QUAKE3.skin;
        }
        if self.contains(Self::REJECT_RULE) {
            rules.touch = TouchRule::WithinSkin;
        }
        rules
    }

    pub(super) fn start_solid(self) -> StartSolid {
        if self.contains(Self::ALL_SOLID) {
            StartSolid::IgnoredUnlessAllSolid
        } else {
            StartSolid::Flagged
        }
    }

    /// The error or omission of the listing, in words.
    pub fn meaning(self) -> &'static str {
        match self {
            Self::SKIN => "skin of 1/32 where Quake III has 1/8",
            Self::ALL_SOLID => "what stays in a solid is flagged and passes",
            Self::CLAMP => "entry fractions not held above 0: short moves in the skin lose their hit",
            Self::REJECT_RULE => "a path that ends in the skin is no hit",
            Self::NODE_MARGIN => "nodes without a margin of 1: faces on node planes are missed",
            Self::MASK => "contents other than solid are not heeded: player clips",
            Self::BEVELS => "no bevels where the world brings none",
            _ => "several",
        }
    }
}
