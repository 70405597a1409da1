//! Numbers of players among a game's entities.
//!
//! A game numbers its players first, then its movers. Quake III also has a number for the world and one for nothing. A server
//! may hold more players than the game has numbers for. Theirs are beyond all others. A recording is of a game, and is held to the
//! game's numbers.

use clipmark_collision::recording::RecordingError;

/// The first number that no game gives.
const BEYOND: i32 = 1 << 20;
/// Most players of a world: far above any server's, for crowds.
pub(crate) const MOST_PLAYERS: usize = 65_536;
/// Entities of a game at most; their numbers are below.
const ENTITIES: f32 = 1024.0;

/// A game's numbers of players.
#[derive(Clone, Copy, Debug)]
pub struct Numbers {
    /// The first player's.
    pub first: i32,
    /// How many the game has.
    pub count: usize,
}

impl Numbers {
    /// The number of a player, by index.
    pub fn of_player(self, player: usize) -> i32 {
        if player < self.count {
            self.first + player as i32
        } else {
            BEYOND + player as i32
        }
    }

    /// The player of that number, by index.
    pub fn player(self, number: i32) -> Option<usize> {
        let from = |first: i32| usize::try_from(number.checked_sub(first)?).ok();
        let known = from(self.first).filter(|p| *p < self.count);
        known.or_else(|| from(BEYOND).filter(|p| *p >= self.count))
    }
}

/// A game whose worlds are recorded, and how many players it has at most.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Game {
    pub(crate) name: &'static str,
    pub(crate) players: usize,
}

impl Game {
    pub(crate) const QUAKE3: Self = Self {
        name: "Quake III",
        players: 64,
    };
    pub(crate) const QUAKEWORLD: Self = Self {
        name: "QuakeWorld",
        players: 32,
    };
    pub(crate) const NETQUAKE: Self = Self {
        name: "NetQuake",
        players: 16,
    };

    /// The number of players in a recording's header.
    pub(crate) fn count(self, word: &str, line: usize) -> Result<usize, RecordingError> {
        let count = word.parse().ok().filter(|n| *n <= self.players);
        count.ok_or_else(|| RecordingError::Line {
            line,
            why: format!(
                "there are {word} players; {} has {} at most. Write a whole number up to that",
                self.name, self.players
            ),
        })
    }

    /// A player's number in a recording's line.
    pub(crate) fn player(self, number: i32, line: usize) -> Result<usize, RecordingError> {
        let player = usize::try_from(number).ok().filter(|p| *p < self.players);
        player.ok_or_else(|| RecordingError::Line {
            line,
            why: format!(
                "player {number}; {} numbers its players from 0 to {}. Give a recording of that game",
                self.name,
                self.players - 1
            ),
        })
    }
}

/// An entity's number in a recording's line.
pub(crate) fn entity(number: f32, line: usize) -> Result<i32, RecordingError> {
    if (0.0..ENTITIES).contains(&number) && number.fract() == 0.0 {
        return Ok(number as i32);
    }
    Err(RecordingError::Line {
        line,
        why: format!(
            "entity {number}; a game numbers its entities from 0 to 1023. Give a recording of a game"
        ),
    })
}

/// A player of a run in a recording's line: the header says how many there are.
pub(crate) fn of_run(number: f32, players: usize, line: usize) -> Result<usize, RecordingError> {
    let whole = number >= 0.0 && number < players as f32 && number.fract() == 0.0;
    whole
        .then_some(number as usize)
        .ok_or_else(|| RecordingError::Line {
            line,
            why: format!(
                "player {number} of {players}, numbered from 0. Correct the line `H players` or this one"
            ),
        })
}
