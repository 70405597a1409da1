//! Other rules of pushes than the engine's: an experiment's, or those that are spoilt to test judges.

/// The fate of a player at a teleporter's end when another comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtArrival {
    /// He is killed, as in the engines.
    Kills,
    /// The teleporter waits until its end is free.
    Waits,
    /// The other comes out inside him: a fault.
    Enters,
}

/// What a moving world does with bodies. [`ENGINE`](Self::ENGINE) is what was recorded; where an engine has no such rule, another
/// value changes nothing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PushVariation {
    /// Whether those who stand on a mover go with it.
    pub carries_riders: bool,
    /// Whether those who do not are pushed, and in the way.
    pub meets_others: bool,
    /// Whether everybody is pushed, wherever he is.
    pub pushes_all: bool,
    /// Whether the player whose turn comes last is pushed first.
    pub last_first: bool,
    /// The share of its way that a mover moves a player by.
    pub share: f32,
    /// Whether a pushed player gets the step as velocity besides, as if it lasted a second.
    pub gives_speed: bool,
    /// Whether a mover that turns turns the view.
    pub turns_view: bool,
    /// Whether a body that is in the way stops a mover.
    pub is_blocked: bool,
    /// Whether the bodies moved before a block are put back.
    pub puts_back: bool,
    /// Whether the time of a blocked mover stands still.
    pub waits: bool,
    /// Whether a door or lift that is blocked turns round.
    pub turns_round: bool,
    /// The damage of a blocked mover is taken so many times.
    pub hurts: u8,
    /// Whether a whole team moves, and not its first alone.
    pub moves_teams: bool,
    /// Whether a mover that arrives is put where it was to arrive.
    pub snaps: bool,
    /// A turned mover is solid where this share of its turn puts it (Quake III).
    pub turned_share: f32,
    /// Whether players are solid to each other.
    pub meets_players: bool,
    /// What a teleporter does to one who stands where another player comes out.
    pub at_arrival: AtArrival,
}

impl PushVariation {
    /// The engine's own.
    pub const ENGINE: Self = Self {
        carries_riders: true,
        meets_others: true,
        pushes_all: false,
        last_first: false,
        share: 1.0,
        gives_speed: false,
        turns_view: true,
        is_blocked: true,
        puts_back: true,
        waits: true,
        turns_round: true,
        hurts: 1,
        moves_teams: true,
        snaps: true,
        turned_share: 1.0,
        meets_players: true,
        at_arrival: AtArrival::Kills,
    };
}
