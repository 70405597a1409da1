//! Differences of Quake's games on the same trees, as data.

use clipmark_collision::{TouchRule, TraceRules};

/// How a point is traced through a clip hull.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClipRules {
    /// Name and skin, as declared. A hull is met only by paths that cross into it, whatever the touch rule asked for.
    pub(crate) rules: TraceRules,
    /// The share of its stretch's fraction that a hit gives back at a time while its point is still in a solid. A
    /// game's constant: smaller gives more exact ends next to bad planes, larger gives up sooner.
    pub(crate) back_up: f64,
    /// A sweep that was stopped ends at `start + fraction * (end - start)`, computed again from the fraction (GoldSrc). Else at
    /// the split point, as computed down the tree (NetQuake, QuakeWorld).
    pub(crate) ends_by_fraction: bool,
    /// A start in a solid makes the fraction 0; the end stays where the trace left it (QuakeWorld, GoldSrc). Else it is
    /// flagged, and the sweep goes on until it enters another solid (NetQuake).
    pub(crate) start_blocks: bool,
}

impl ClipRules {
    /// The rules of the named game; NetQuake's for rules of games without clip hulls.
    pub(crate) fn from_trace_rules(rules: TraceRules) -> Self {
        let netquake = Self {
            rules: TraceRules {
                touch: TouchRule::InSolid,
                ..rules
            },
            back_up: 0.1,
            ends_by_fraction: false,
            start_blocks: false,
        };
        let quakeworld = Self {
            start_blocks: true,
            ..netquake
        };
        match rules.name {
            "goldsrc" => Self {
                back_up: 0.05,
                ends_by_fraction: true,
                ..quakeworld
            },
            "quakeworld" => quakeworld,
            _ => netquake,
        }
    }
}
