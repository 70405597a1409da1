//! Faults of pushes: a moving world's errors with bodies that it carries, pushes, or that block it.

use clipmark_movement::moving::PushVariation;

/// A fault of pushes.
#[derive(Debug)]
pub struct MoverFault {
    /// Name, as on the command line.
    pub name: &'static str,
    /// The fault, in one sentence.
    pub what: &'static str,
    /// The rules that run instead of the engine's.
    pub rules: PushVariation,
}

/// Names are unique.
impl PartialEq for MoverFault {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for MoverFault {}

const ENGINE: PushVariation = PushVariation::ENGINE;

const fn mover_fault(name: &'static str, what: &'static str, rules: PushVariation) -> MoverFault {
    MoverFault { name, what, rules }
}

/// All faults of pushes.
pub static PUSHES: [MoverFault; 17] = [
    mover_fault(
        "push-leaves-riders",
        "A mover does not carry the players that stand on it.",
        PushVariation {
            carries_riders: false,
            ..ENGINE
        },
    ),
    mover_fault(
        "push-goes-through",
        "A mover passes through players that do not stand on it.",
        PushVariation {
            meets_others: false,
            ..ENGINE
        },
    ),
    mover_fault(
        "push-all",
        "Every mover pushes every player, wherever the player is.",
        PushVariation {
            pushes_all: true,
            ..ENGINE
        },
    ),
    mover_fault(
        "push-last-first",
        "A mover pushes players in reverse order.",
        PushVariation {
            last_first: true,
            ..ENGINE
        },
    ),
    mover_fault(
        "push-short",
        "A pushed player moves 1 % less than the mover.",
        PushVariation {
            share: 0.99,
            ..ENGINE
        },
    ),
    mover_fault(
        "push-gives-speed",
        "Each step of a mover is added to the velocity of the players that it pushes.",
        PushVariation {
            gives_speed: true,
            ..ENGINE
        },
    ),
    mover_fault(
        "push-keeps-view",
        "A mover that turns does not turn the view of the players that it pushes.",
        PushVariation {
            turns_view: false,
            ..ENGINE
        },
    ),
    mover_fault(
        "block-ignored",
        "A mover moves on through a player that blocks it.",
        PushVariation {
            is_blocked: false,
            ..ENGINE
        },
    ),
    mover_fault(
        "block-leaves-shifted",
        "A blocked mover does not put back the players that it has pushed.",
        PushVariation {
            puts_back: false,
            ..ENGINE
        },
    ),
    mover_fault(
        "block-keeps-time",
        "The time of a mover runs on while it is blocked.",
        PushVariation {
            waits: false,
            ..ENGINE
        },
    ),
    mover_fault(
        "block-never-turns",
        "Doors and lifts that are blocked do not turn round.",
        PushVariation {
            turns_round: false,
            ..ENGINE
        },
    ),
    mover_fault(
        "block-hurts-twice",
        "Movers that are blocked hurt twice as much.",
        PushVariation { hurts: 2, ..ENGINE },
    ),
    mover_fault(
        "team-forgotten",
        "Only the first door of a team moves.",
        PushVariation {
            moves_teams: false,
            ..ENGINE
        },
    ),
    mover_fault(
        "arrival-rounded",
        "A mover that arrives stays where its last step took it.",
        PushVariation {
            snaps: false,
            ..ENGINE
        },
    ),
    mover_fault(
        "turned-half",
        "A turned mover is solid where half of its turn puts it.",
        PushVariation {
            turned_share: 0.5,
            ..ENGINE
        },
    ),
    mover_fault(
        "turned-back",
        "A turned mover is solid where its turn the other way round puts it.",
        PushVariation {
            turned_share: -1.0,
            ..ENGINE
        },
    ),
    mover_fault(
        "players-pass",
        "Players go through each other.",
        PushVariation {
            meets_players: false,
            ..ENGINE
        },
    ),
];
