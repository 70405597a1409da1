//! Faults of pushes: a moving world's errors with bodies that it carries, pushes, or that block it.

use clipmark_movement::moving::PushFault;

/// A fault of pushes.
#[derive(Debug)]
pub struct MoverFault {
    /// Name, as on the command line.
    pub name: &'static str,
    /// The fault, in one sentence.
    pub what: &'static str,
    /// What the world does wrong.
    pub fault: PushFault,
}

/// Names are unique.
impl PartialEq for MoverFault {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for MoverFault {}

const fn mover_fault(name: &'static str, what: &'static str, fault: PushFault) -> MoverFault {
    MoverFault { name, what, fault }
}

/// All faults of pushes.
pub static PUSHES: [MoverFault; 20] = [
    mover_fault(
        "push-leaves-riders",
        "A mover does not carry the players that stand on it.",
        PushFault::LeavesRiders,
    ),
    mover_fault(
        "push-goes-through",
        "A mover passes through players that do not stand on it.",
        PushFault::GoesThrough,
    ),
    mover_fault(
        "push-all",
        "Every mover pushes every player, wherever the player is.",
        PushFault::PushesAll,
    ),
    mover_fault(
        "push-last-first",
        "A mover pushes players in reverse order.",
        PushFault::LastFirst,
    ),
    mover_fault(
        "push-short",
        "A pushed player moves 1 % less than the mover.",
        PushFault::Share(0.99),
    ),
    mover_fault(
        "push-gives-speed",
        "Each step of a mover is added to the velocity of the players that it pushes.",
        PushFault::GivesSpeed,
    ),
    mover_fault(
        "push-keeps-view",
        "A mover that turns does not turn the view of the players that it pushes.",
        PushFault::KeepsView,
    ),
    mover_fault(
        "block-ignored",
        "A mover moves on through a player that blocks it.",
        PushFault::IgnoresBlocks,
    ),
    mover_fault(
        "block-leaves-shifted",
        "A blocked mover does not put back the players that it has pushed.",
        PushFault::LeavesShifted,
    ),
    mover_fault(
        "block-keeps-time",
        "The time of a mover runs on while it is blocked.",
        PushFault::KeepsTime,
    ),
    mover_fault(
        "block-never-turns",
        "Doors and lifts that are blocked do not turn round.",
        PushFault::NeverTurnsRound,
    ),
    mover_fault(
        "block-hurts-twice",
        "Movers that are blocked hurt twice as much.",
        PushFault::HurtsTwice,
    ),
    mover_fault(
        "lift-sinks-through",
        "A lift goes on down through a player below it.",
        PushFault::SinksThrough,
    ),
    mover_fault(
        "door-waits-short",
        "A door that is open waits a tenth less.",
        PushFault::WaitsShare(0.9),
    ),
    mover_fault(
        "trigger-wide",
        "Triggers of doors and lifts reach 4 u farther.",
        PushFault::WideTriggers(4.0),
    ),
    mover_fault(
        "team-forgotten",
        "Only the first door of a team moves.",
        PushFault::ForgetsTeam,
    ),
    mover_fault(
        "arrival-rounded",
        "A mover that arrives stays where its last step took it.",
        PushFault::MissesArrival,
    ),
    mover_fault(
        "turned-half",
        "A turned mover is solid where half of its turn puts it.",
        PushFault::TurnedShare(0.5),
    ),
    mover_fault(
        "turned-back",
        "A turned mover is solid where its turn the other way round puts it.",
        PushFault::TurnedShare(-1.0),
    ),
    mover_fault(
        "players-pass",
        "Players go through each other.",
        PushFault::PlayersPass,
    ),
];
