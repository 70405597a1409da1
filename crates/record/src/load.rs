//! The cost of many players in one world, as plain data.

use crate::held::Held;
use crate::{Machine, Made, Ratio, Standing};
use serde::{Deserialize, Serialize};

/// Version of the format of [`LoadResults`].
pub const LOAD_FORMAT: u32 = 2;

/// All that was measured.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct LoadResults {
    /// [`LOAD_FORMAT`].
    pub format: u32,
    /// The scene or map.
    pub world: String,
    /// The movement.
    pub profile: String,
    /// The source of the players' commands: `random`, `scene`, or the name of a file of recorded commands.
    pub input: String,
    /// Curved patches of the world that are left out for all, since one contestant does not collide with them.
    pub patches_left_out: usize,
    /// Seconds of play in each row.
    pub seconds: f64,
    /// Seed of the players' commands.
    pub seed: u64,
    /// CPU seconds that a contestant may take for one number of players at one rate.
    pub most_seconds: f64,
    /// Where it was measured.
    pub machine: Machine,
    /// Its origin.
    pub made: Made,
    /// One for each contestant, number of players, tick rate and number of threads.
    pub rows: Vec<LoadRow>,
    /// Contestants left out, the cases, and the reasons.
    pub left_out: Vec<LoadLeftOut>,
    /// Contestants with wrong answers to refereed sweeps.
    pub wrong: Vec<LoadWrong>,
    /// Movers of the world, which stand still and are left out.
    pub movers: usize,
}

/// A number of players of one contestant.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct LoadRow {
    /// `backend` or `backend+mover`.
    pub contestant: String,
    /// Players in the world.
    pub players: usize,
    /// Ticks a second.
    pub hertz: f64,
    /// Threads that share the players.
    pub threads: usize,
    /// Its players end in other states in company than alone. It is not timed.
    pub unlike_alone: bool,
    /// Frames that count: each is one tick of every player. The first of each turn fills the caches and does not.
    pub frames: usize,
    /// Ticks a second of all players, as fast as it goes, in the median frame.
    pub ticks_per_second: f64,
    /// Wall-clock time of a frame, in milliseconds.
    pub frame_msec: Tail,
    /// Frame by frame, how many times as long as the quickest contestant's of the same players, rate and threads.
    pub relative: Option<Ratio>,
    /// How it stands to that one.
    pub standing: Option<Standing>,
    /// Frame by frame, how many times the ticks a second of the fewest threads.
    pub scaling: Option<Ratio>,
    /// Time of one tick of one player, in microseconds, on one thread; the reading of the clock is in it.
    pub tick_usec: Tail,
    /// Bytes of the built backend.
    pub world_bytes: Held,
    /// Bytes of a player's state between ticks.
    pub player_bytes: usize,
    /// A hash of the last states of all players.
    pub state_hash: String,
}

/// A contestant that was not measured.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LoadLeftOut {
    /// The contestant.
    pub contestant: String,
    /// Number of players.
    pub players: usize,
    /// At how many ticks a second.
    pub hertz: f64,
    /// Why, in words.
    pub why: String,
}

/// A contestant that answers sweeps of the world wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LoadWrong {
    /// The contestant.
    pub contestant: String,
    /// Sweeps that were refereed.
    pub judged: usize,
    /// ... whose answers pass through a solid, end in one, or stop where nothing is.
    pub wrong: usize,
}

/// A distribution by its middle and its tail.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Tail {
    /// Half are shorter.
    pub p50: f64,
    /// 99 of 100 are shorter.
    pub p99: f64,
    /// 999 of 1,000 are shorter.
    pub p999: f64,
    /// The longest.
    pub max: f64,
}

impl LoadResults {
    /// Puts rows and what is left out in the order in which contestants were asked for.
    pub fn sort(&mut self, asked: &[String]) {
        let place = |name: &str| asked.iter().position(|known| known == name);
        self.rows.sort_by_key(|row| place(&row.contestant));
        self.left_out.sort_by_key(|left| place(&left.contestant));
    }

    /// Names of the contestants, in the order of their rows.
    pub fn contestants(&self) -> Vec<&str> {
        crate::each_once(self.rows.iter().map(|row| row.contestant.as_str()))
    }
}

impl LoadRow {
    /// How long a frame may take at this rate, in milliseconds.
    fn budget_msec(&self) -> f64 {
        1000.0 / self.hertz
    }

    /// Whether 99 of 100 frames are done in time.
    pub fn keeps_up(&self) -> bool {
        !self.unlike_alone && self.frame_msec.p99 <= self.budget_msec()
    }
}

impl Tail {
    /// For values in any order; all 0 without any.
    pub fn from_values(mut values: Vec<f64>) -> Self {
        values.sort_unstable_by(f64::total_cmp);
        let at = |share: f64| {
            let rank = (share * values.len() as f64).ceil() as usize;
            values.get(rank.saturating_sub(1)).copied().unwrap_or_default()
        };
        Self {
            p50: at(0.5),
            p99: at(0.99),
            p999: at(0.999),
            max: at(1.0),
        }
    }

    /// The same in other units.
    #[must_use]
    pub fn times(self, factor: f64) -> Self {
        Self {
            p50: self.p50 * factor,
            p99: self.p99 * factor,
            p999: self.p999 * factor,
            max: self.max * factor,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tail_is_read_off_by_rank() {
        let tail = Tail::from_values((1..=1000).rev().map(f64::from).collect());
        assert_eq!(
            tail,
            Tail {
                p50: 500.0,
                p99: 990.0,
                p999: 999.0,
                max: 1000.0
            }
        );
        assert_eq!(Tail::from_values(Vec::new()), Tail::default());
        assert_eq!(Tail::from_values(vec![3.0]).p50, 3.0);
    }
}
