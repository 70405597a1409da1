//! Solids that overlap are one: the world as a tree of clip hulls knows it.
//!
//! Such a tree has solid and open leaves, and no leaf says which solid it is of. So the solid around a start reaches, along the
//! path, to the end of the last solid that begins before the others end. It is decided from the exact bodies of the solids alone.
//! The compiler's tree does not enter.

use crate::judge::Facts;
use crate::path;

/// The bodies that are one with those around the start.
#[derive(Default)]
pub(crate) struct Merged {
    /// In ascending order.
    bodies: Vec<usize>,
    /// The fraction of the path at which the last of them is left.
    until: f64,
    /// Whether they hold the whole way, if those count too that the start only touches.
    with_touched_hold_all: bool,
}

impl Merged {
    /// The solids of a sweep; `None` where it starts in nothing, to rounding.
    pub(crate) fn from_facts(facts: &Facts) -> Option<Self> {
        let starts_in = |i: usize| facts.starts_in(i);
        let or_touches = |i: usize| facts.starts_in(i) || facts.touches(i);
        let from = |seed: &dyn Fn(usize) -> bool| Self::along(facts, facts.tolerance, seed);
        let with_touched = from(&or_touches);
        if with_touched.bodies.is_empty() {
            return None;
        }
        Some(Self {
            with_touched_hold_all: with_touched.hold_all(),
            ..from(&starts_in)
        })
    }

    /// Follows the path from body to body, each grown by `offset` units, beginning with those that it starts in.
    pub(crate) fn along(facts: &Facts, offset: f64, starts_in: impl Fn(usize) -> bool) -> Self {
        let (reference, path) = (facts.reference, &facts.path);
        let mut stretches = Vec::new();
        let mut starts = false;
        reference
            .tree
            .along(&path.start, &path.d, reference.margin(offset), |i| {
                let body = &reference.bodies[i];
                let inside = path::inside(body, reference.rounding, path, offset);
                if body.front.is_none() && inside.blocks() {
                    let from_start = starts_in(i);
                    starts |= from_start;
                    let enter = if from_start {
                        f64::NEG_INFINITY
                    } else {
                        inside.enter
                    };
                    stretches.push((enter, inside.leave, i));
                }
                1.0
            });
        let mut merged = Self::default();
        if !starts {
            return merged;
        }
        stretches.sort_by(|a, b| a.0.total_cmp(&b.0));
        for (enter, leave, body) in stretches {
            if enter > merged.until {
                break;
            }
            merged.until = merged.until.max(leave);
            merged.bodies.push(body);
        }
        merged.bodies.sort_unstable();
        merged
    }

    pub(crate) fn contains(&self, body: usize) -> bool {
        self.bodies.binary_search(&body).is_ok()
    }

    /// Whether they hold the path from its start to its end.
    pub(crate) fn hold_all(&self) -> bool {
        self.until >= 1.0
    }

    /// The same with the solids that the start only touches.
    pub(crate) fn with_touched_hold_all(&self) -> bool {
        self.with_touched_hold_all
    }
}
