//! A moving world's report to a program that plays it.

use crate::command::UserCmd;
use crate::facts::TickFacts;
use crate::setup::Setup;
use clipmark_geometry::{Hull, Vec3};

/// A mover where it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Posed {
    /// Number among the game's entities.
    pub number: i32,
    /// Index of its model among the world's.
    pub model: usize,
    /// Where it is, in units.
    pub origin: Vec3,
    /// How it is turned: pitch, yaw and roll in degrees.
    pub angles: Vec3,
}

/// A player's command, played.
#[derive(Clone, Copy, Debug)]
pub struct Stepped {
    /// The command as the movement got it: movers and teleporters turn the view.
    pub command: UserCmd,
    /// Questions and hits of the tick.
    pub facts: TickFacts,
}

/// A fault planted into the pushes of a moving world, to test judges. Where an engine has no such rule it changes nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PushFault {
    /// Riders stay where they are.
    LeavesRiders,
    /// A body that does not ride is neither pushed nor in the way.
    GoesThrough,
    /// Everybody is pushed, wherever he is.
    PushesAll,
    /// The player whose turn comes last is pushed first.
    LastFirst,
    /// A pushed player goes a hundredth less far.
    FallsShort,
    /// A pushed player gets the step as velocity besides, as if it lasted a second.
    GivesSpeed,
    /// A mover that turns does not turn the view.
    KeepsView,
    /// A body that blocks a mover stops nothing: the mover goes on through him.
    IgnoresBlock,
    /// The bodies moved before a block are not put back.
    LeavesShifted,
    /// The time of a blocked mover runs on.
    KeepsTime,
    /// A door or lift that is blocked does not turn round.
    NeverTurns,
    /// A mover that is blocked hurts twice as much.
    HurtsTwice,
    /// Only the first of a team moves.
    ForgetsTeam,
    /// A mover that arrives stays where its last step took it.
    KeepsRounding,
}

/// How far a push that falls short goes, as a share of its way.
pub(crate) const SHORT_OF: f32 = 0.99;

/// The part of a living body that must stay out of solids, standing and crouched: the upper half of the two-cylinder walker.
pub(crate) fn solids(setup: &Setup) -> [Hull; 2] {
    [false, true].map(|ducked| {
        let bounds = setup.mover().solid_bounds_of(&setup.profile, ducked);
        setup.shape().hull(bounds)
    })
}

/// A mover that finds its own ground stands on the surface this much below its feet, in units. Its part that stays out of solids
/// meets it there. Too small: rounding leaves it without ground. Too large: it rides a part that it hovers over.
pub(crate) const BELOW_FEET: f32 = 1.0;
