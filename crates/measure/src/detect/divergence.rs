//! Where a run leaves the first contestant's, and what happens there.

use crate::play::Played;
use crate::record::{DIVERGED, Divergence};

/// Distance between two runs after each tick, in units; 0 where one is over.
pub(crate) fn deviations(played: &Played, first: &Played) -> Vec<f64> {
    let pairs = played.states.iter().zip(&first.states).skip(1);
    let mut out: Vec<f64> = pairs
        .map(|(a, b)| f64::from((a.origin - b.origin).norm()))
        .collect();
    out.resize(played.commands.len(), 0.0);
    out
}

pub(crate) fn divergence(played: &Played, first: &Played, deviations: &[f64]) -> Option<Divergence> {
    let tick = deviations.iter().position(|&d| d > DIVERGED)?;
    Some(Divergence {
        tick,
        seconds: played.clock().get(tick).copied().unwrap_or_default(),
        farthest: deviations.iter().copied().fold(0.0, f64::max),
        at_end: deviations.last().copied().unwrap_or_default(),
        what: what_happens(played, first, tick),
    })
}

/// Looked at within so many ticks, where the two are farthest apart: the difference then has a size to speak of.
const LATER: usize = 2;

fn what_happens(played: &Played, first: &Played, tick: usize) -> String {
    let last = played.states.len().min(first.states.len()) - 1;
    let apart = |k: &usize| (played.states[*k].origin - first.states[*k].origin).norm();
    let near = (tick + 1)..=(tick + 1 + LATER).min(last);
    let at = near
        .max_by(|a, b| apart(a).total_cmp(&apart(b)))
        .unwrap_or(tick + 1);
    let (own, theirs) = (&played.states[at], &first.states[at]);
    let apart = own.origin - theirs.origin;
    let state = |grounded: bool| if grounded { "stands" } else { "is in the air" };
    if own.grounded != theirs.grounded {
        return format!(
            "where it {} and the other {}",
            state(own.grounded),
            state(theirs.grounded)
        );
    }
    let ahead = theirs
        .velocity
        .xy()
        .try_normalize(1.0)
        .map_or(0.0, |v| v.dot(&apart.xy()));
    let side = (apart.xy().norm_squared() - ahead * ahead).max(0.0).sqrt();
    let (height, size) = (apart.z, |x: f32| crate::verdict::length(f64::from(x.abs())));
    let ticks = match at - tick {
        1 => "a tick".to_owned(),
        n => format!("{n} ticks"),
    };
    if height.abs() >= ahead.abs().max(side) {
        let way = if height > 0.0 { "higher" } else { "lower" };
        format!("where within {ticks} it is {} {way}", size(height))
    } else if ahead.abs() >= side {
        let way = if ahead > 0.0 { "ahead" } else { "behind" };
        format!("where within {ticks} it is {} {way}", size(ahead))
    } else {
        format!("where within {ticks} it is {} to the side", size(side))
    }
}
