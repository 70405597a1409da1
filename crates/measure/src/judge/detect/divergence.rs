//! Where a run leaves the run that it is measured from, and the event there.

use crate::run::play::Played;
use clipmark_rows::drawn::DIVERGED;

/// Where a path leaves another.
#[derive(Clone, Debug)]
pub struct Divergence {
    /// First tick that differs by more than [`DIVERGED`].
    pub tick: usize,
    /// Its time in seconds.
    pub seconds: f64,
    /// How far apart the paths are at most, in units.
    pub farthest: f64,
    /// How far apart they end, in units.
    pub at_end: f64,
    /// Where the body then is, beside the other path: `13 u below it`.
    pub what: String,
}

/// Distance between two runs after each tick, in units; 0 where one is over.
pub(crate) fn deviations(played: &Played, base: &Played<f64>) -> Vec<f64> {
    let pairs = played.states.iter().zip(&base.states).skip(1);
    let mut out: Vec<f64> = pairs
        .map(|(a, b)| (a.origin.cast::<f64>() - b.origin).norm())
        .collect();
    out.resize(played.commands.len(), 0.0);
    out
}

pub(crate) fn divergence(played: &Played, base: &Played<f64>, deviations: &[f64]) -> Option<Divergence> {
    let tick = deviations.iter().position(|&d| d > DIVERGED)?;
    Some(Divergence {
        tick,
        seconds: played.clock().get(tick).copied().unwrap_or_default(),
        farthest: deviations.iter().copied().fold(0.0, f64::max),
        at_end: deviations.last().copied().unwrap_or_default(),
        what: what_happens(played, base, tick),
    })
}

/// Ends every description of a difference; a mark names the other path in its place.
pub(crate) const OTHER_PATH: &str = " it";

/// The two are compared within this many ticks, where they are farthest apart: the difference is then large
/// enough to name.
const LATER: usize = 2;

fn what_happens(played: &Played, base: &Played<f64>, tick: usize) -> String {
    let last = played.states.len().min(base.states.len()) - 1;
    let apart = |k: usize| played.states[k].origin.cast::<f64>() - base.states[k].origin;
    let near = (tick + 1)..=(tick + 1 + LATER).min(last);
    let at = near
        .max_by(|&a, &b| apart(a).norm().total_cmp(&apart(b).norm()))
        .unwrap_or(tick + 1);
    let (own, theirs) = (&played.states[at], &base.states[at]);
    let apart = apart(at);
    if own.grounded != theirs.grounded {
        let place = if own.grounded {
            "on the ground"
        } else {
            "in the air"
        };
        return format!("{place}, unlike it");
    }
    let ahead = theirs
        .velocity
        .xy()
        .try_normalize(1.0)
        .map_or(0.0, |v| v.dot(&apart.xy()));
    let side = (apart.xy().norm_squared() - ahead * ahead).max(0.0).sqrt();
    let (height, size) = (apart.z, |x: f64| crate::comparison::shown::length(x.abs()));
    if height.abs() >= ahead.abs().max(side) {
        let way = if height > 0.0 { "above" } else { "below" };
        format!("{} {way} it", size(height))
    } else if ahead.abs() >= side {
        let way = if ahead > 0.0 { "ahead of" } else { "behind" };
        format!("{} {way} it", size(ahead))
    } else {
        format!("{} beside it", size(side))
    }
}
