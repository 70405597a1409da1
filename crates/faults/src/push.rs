//! Faults of pushes: a moving world's errors with bodies that it carries, pushes, or that block it.

use clipmark_movement::push::PushFault;

/// A fault of pushes.
#[derive(Debug, PartialEq, Eq)]
pub struct MoverFault {
    /// Name, as on the command line.
    pub name: &'static str,
    /// The fault, in one sentence.
    pub what: &'static str,
    /// The fault for moving worlds.
    pub fault: PushFault,
}

const fn of(name: &'static str, what: &'static str, fault: PushFault) -> MoverFault {
    MoverFault { name, what, fault }
}

/// All faults of pushes.
pub static PUSHES: [MoverFault; 14] = [
    of(
        "push-leaves-riders",
        "Whoever stands on a mover stays where he is.",
        PushFault::LeavesRiders,
    ),
    of(
        "push-goes-through",
        "Whoever does not stand on a mover is neither pushed by it nor in its way.",
        PushFault::GoesThrough,
    ),
    of(
        "push-all",
        "Every mover pushes everybody, wherever he is.",
        PushFault::PushesAll,
    ),
    of(
        "push-last-first",
        "Of those that a mover pushes the last one is pushed first.",
        PushFault::LastFirst,
    ),
    of(
        "push-short",
        "Whoever is pushed goes 1 % less far than the mover.",
        PushFault::FallsShort,
    ),
    of(
        "push-gives-speed",
        "Each step of a mover is added to the velocity of whom it pushes.",
        PushFault::GivesSpeed,
    ),
    of(
        "push-keeps-view",
        "A mover that turns does not turn the view of whom it pushes.",
        PushFault::KeepsView,
    ),
    of(
        "block-ignored",
        "A mover goes on through who blocks it.",
        PushFault::IgnoresBlock,
    ),
    of(
        "block-leaves-shifted",
        "Whoever was pushed before a mover was blocked is not put back.",
        PushFault::LeavesShifted,
    ),
    of(
        "block-keeps-time",
        "The time of a mover runs on while it is blocked.",
        PushFault::KeepsTime,
    ),
    of(
        "block-never-turns",
        "Doors and lifts that are blocked do not turn round.",
        PushFault::NeverTurns,
    ),
    of(
        "block-hurts-twice",
        "Movers that are blocked hurt twice as much.",
        PushFault::HurtsTwice,
    ),
    of(
        "team-forgotten",
        "Of a team of doors the first alone moves.",
        PushFault::ForgetsTeam,
    ),
    of(
        "arrival-rounded",
        "A mover that arrives stays where its last step took it.",
        PushFault::KeepsRounding,
    ),
];
