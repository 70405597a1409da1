//! Faults planted on purpose, to show which judge catches which.
//!
//! A [`CollisionFault`] stands behind the seam of collision. It changes the answers of any backend, or the world that the backend
//! is built from. A [`MovementFault`] changes a tick's numbers or its end, a [`MoverFault`] the effect of movers on players. The
//! contestant's declaration stays the sound one's: judges apply it.

mod collision;
mod movement;
mod push;

pub use collision::{BuildBackend, COLLISION, CollisionFault, FURTHER, Faulty};
pub use movement::{MovementFault, movement_faults};
pub use push::{MoverFault, PUSHES};

use std::fmt;

/// A planted fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnyFault {
    /// A fault of a backend's answers.
    Collision(&'static CollisionFault),
    /// A fault of the movement.
    Movement(&'static MovementFault),
    /// A fault of movers.
    Push(&'static MoverFault),
}

impl AnyFault {
    /// All faults: those of collision, of movement, of movers.
    pub fn all() -> impl Iterator<Item = Self> {
        let collision = COLLISION.iter().chain(&FURTHER).map(Self::Collision);
        let movement = movement_faults().iter().map(Self::Movement);
        collision.chain(movement).chain(PUSHES.iter().map(Self::Push))
    }

    /// The fault of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::all().find(|fault| fault.name() == name)
    }

    /// Its name, as on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Collision(fault) => fault.name,
            Self::Movement(fault) => fault.name,
            Self::Push(fault) => fault.name,
        }
    }

    /// The fault, in one sentence.
    pub fn what(self) -> &'static str {
        match self {
            Self::Collision(fault) => fault.what,
            Self::Movement(fault) => fault.what,
            Self::Push(fault) => fault.what,
        }
    }
}

impl fmt::Display for AnyFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
