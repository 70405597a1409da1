//! Differences of Quake's games on the same trees, as data.

use clipmark_collision::{StartSolid, TouchRule, TraceRules};

/// How a point is traced through a clip hull.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClipRules {
    /// Name and skin, as declared. A hull is met only by paths that cross into it, whatever the touch rule asked for.
    pub(crate) rules: TraceRules,
    /// The share of its stretch's fraction that a hit gives back at a time while its point is still in a solid. A
    /// game's constant: smaller gives more exact ends next to bad planes, larger gives up sooner.
    pub(crate) back_up: f64,
    /// Where a sweep that was stopped ends.
    pub(crate) end: EndRule,
    /// Effect of a start in a solid on the answer.
    pub(crate) start: StartRule,
}

/// Where a sweep that was stopped ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EndRule {
    /// At the split point, as computed down the tree (NetQuake, QuakeWorld).
    SplitPoint,
    /// At `start + fraction * (end - start)`, computed again from the fraction (GoldSrc).
    Fraction,
}

/// Effect of a start in a solid on the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StartRule {
    /// It is flagged; the sweep goes on until it enters another solid (NetQuake).
    Flagged,
    /// It makes the fraction 0; the end stays where the trace left it (QuakeWorld, GoldSrc).
    NoFraction,
}

impl ClipRules {
    /// NetQuake's, with the skin of these rules.
    fn netquake(rules: TraceRules) -> Self {
        Self {
            rules: TraceRules {
                touch: TouchRule::InSolid,
                ..rules
            },
            back_up: 0.1,
            end: EndRule::SplitPoint,
            start: StartRule::Flagged,
        }
    }

    /// QuakeWorld's, with the skin of these rules.
    fn quakeworld(rules: TraceRules) -> Self {
        Self {
            start: StartRule::NoFraction,
            ..Self::netquake(rules)
        }
    }

    /// GoldSrc's, with the skin of these rules.
    fn goldsrc(rules: TraceRules) -> Self {
        Self {
            back_up: 0.05,
            end: EndRule::Fraction,
            start: StartRule::NoFraction,
            ..Self::netquake(rules)
        }
    }

    /// The rules of the named game; NetQuake's for rules of games without clip hulls.
    pub(crate) fn from_trace_rules(rules: TraceRules) -> Self {
        match rules.name {
            "goldsrc" => Self::goldsrc(rules),
            "quakeworld" => Self::quakeworld(rules),
            _ => Self::netquake(rules),
        }
    }

    /// The declared effect of a start in a solid.
    pub(crate) fn start_solid(&self) -> StartSolid {
        match self.start {
            StartRule::NoFraction => StartSolid::Blocks,
            StartRule::Flagged => StartSolid::Flagged,
        }
    }
}
