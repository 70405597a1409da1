//! Numbers of players among a game's entities.
//!
//! A game numbers its players first, then its movers. Quake III also has a number for the world and one for nothing. A server
//! may hold more players than the game has numbers for. Theirs are beyond all others.

/// The first number that no game gives.
const BEYOND: i32 = 1 << 20;
/// Most players of a world: far above any server's. Too large: a recording's first line could ask for all memory.
pub(crate) const MOST_PLAYERS: usize = 65_536;

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
