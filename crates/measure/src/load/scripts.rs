//! Which commands the players have in each pass: new ones, so that no backend gains by remembering, or the one run asked for.

use super::input::Players;
use super::{LoadOptions, Unit};
use crate::run::setting::Setting;

/// Players timed alone before the rest; their time stands for the others'.
pub(super) const PROBED: usize = 16;
/// The commands of each pass.
pub(super) enum Scripts {
    /// New ones in each: the probe's, those of the pass tick by tick, those of the frames on each number of threads.
    Fresh(Vec<Players>),
    /// The one run that was asked for.
    Run(Players),
}

/// Which pass: its place among fresh scripts.
pub(super) const PROBE: usize = 0;
pub(super) const TICKS: usize = 1;
pub(super) const FRAMES: usize = 2;

impl Scripts {
    pub(super) fn fresh(setting: &Setting, options: &LoadOptions, unit: Unit) -> Self {
        let passes = FRAMES + options.threads_for(unit.players).len();
        let of_pass = |pass: usize| {
            let players = match pass {
                PROBE => unit.players.min(PROBED),
                _ => unit.players,
            };
            let seed = options.seed.wrapping_add(pass as u64);
            Players::random(setting, options.seconds, unit.hertz, players, seed)
        };
        Self::Fresh((0..passes).map(of_pass).collect())
    }

    pub(super) fn of_pass(&self, pass: usize) -> &Players {
        match self {
            Self::Fresh(all) => &all[pass],
            Self::Run(players) => players,
        }
    }
}
