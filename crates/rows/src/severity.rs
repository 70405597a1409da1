//! How much a player is harmed by what a contestant does.

use serde::{Deserialize, Serialize};

/// The worst that was done to the player. The worst is the least.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// The player is through a wall or out of the world, or the program stopped.
    Lost,
    /// The player cannot go on, or loses half a second and more.
    Stuck,
    /// A person notices.
    Noticeable,
    /// A measurement notices.
    Measurable,
}

impl Severity {
    /// Worst first.
    pub const ALL: [Self; 4] = [Self::Lost, Self::Stuck, Self::Noticeable, Self::Measurable];

    /// In one word, as files and options have it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Lost => "lost",
            Self::Stuck => "stuck",
            Self::Noticeable => "noticeable",
            Self::Measurable => "measurable",
        }
    }

    /// That of a word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|severity| severity.word() == word)
    }
}
