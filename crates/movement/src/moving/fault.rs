//! What a moving world does wrong where a fault is planted, to show which judge finds it.

/// A planted fault of pushes. Where an engine has no such rule, it changes nothing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PushFault {
    /// Those who stand on a mover stay behind.
    LeavesRiders,
    /// Those who do not are neither pushed nor in the way.
    GoesThrough,
    /// Everybody is pushed, wherever he is.
    PushesAll,
    /// The player whose turn comes last is pushed first.
    LastFirst,
    /// A player is moved by this share of the mover's way.
    Share(f32),
    /// A pushed player gets the step as velocity besides, as if it lasted a second.
    GivesSpeed,
    /// A mover that turns does not turn the view.
    KeepsView,
    /// A body that is in the way does not stop a mover.
    IgnoresBlocks,
    /// The same, of a lift on its way down alone.
    SinksThrough,
    /// A door rests where it is open for this share of its time.
    WaitsShare(f32),
    /// Triggers reach so many units farther.
    WideTriggers(f32),
    /// The bodies moved before a block are not put back.
    LeavesShifted,
    /// The time of a blocked mover runs on.
    KeepsTime,
    /// A door or lift that is blocked does not turn round.
    NeverTurnsRound,
    /// A blocked mover hurts twice as much.
    HurtsTwice,
    /// The first of a team moves alone.
    ForgetsTeam,
    /// A mover that arrives stays where its last step took it.
    MissesArrival,
    /// A turned mover is solid where this share of its turn puts it (Quake III).
    TurnedShare(f32),
    /// Players are not solid to each other.
    PlayersPass,
}
