//! A body of a library's character controller.

use crate::log::Log;
use clipmark_movement::{Carried, MovingPart, Placed, Wanted};

/// A body, with its memory. Lengths are in units.
pub trait Character {
    /// Whether moves among moving parts can be written down as a question.
    const REPEATS_PARTS: bool = true;

    /// Puts it somewhere; it forgets ground, contacts and springs.
    ///
    /// # Errors
    /// A hull that the library has no character of.
    fn place(&mut self, body: &Placed, log: &Log) -> Result<(), NoAnswer>;

    /// Moves the parts of the world to where [`Plan::pose_of`](crate::Plan::pose_of) says.
    ///
    /// # Errors
    /// Whatever the library refuses, such as a speed beyond its limit.
    fn move_parts(&mut self, parts: &[MovingPart], seconds: f32, log: &Log) -> Result<(), String>;

    /// Moves it by one tick: slide, step up, step down, ground, and ride on a part.
    ///
    /// # Errors
    /// The body is then left where it is.
    fn step(&mut self, wanted: &Wanted, log: &Log) -> Result<Carried, NoAnswer>;
}

/// Why a character did not move.
#[derive(Clone, Debug)]
pub enum NoAnswer {
    /// The library failed, which counts as an unreliable answer.
    Failed,
    /// A documented limit of the library or its wrapper, in its words.
    Refused(String),
}
