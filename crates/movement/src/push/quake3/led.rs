//! Players moved by another library's controller. It learns where the world's parts go, and carries and pushes its body itself.
//!
//! The game pushes them by nothing and they block nothing, as kinematic bodies of libraries do. Triggers feel them all the same.

use crate::movers::{Driven, MovingPart};
use crate::setup::Setup;
use clipmark_geometry::Placement;

/// A player moved by another library's controller.
pub(super) struct Led {
    driven: Driven,
    parts: Vec<MovingPart>,
}

impl Led {
    /// All players of a setup; none where a mover of this crate moves them.
    pub(super) fn all(setup: &Setup, players: usize) -> Vec<Self> {
        let Err(world) = setup.own_mover() else {
            return Vec::new();
        };
        let led = || Self {
            driven: Driven::new(&**world, &setup.profile),
            parts: Vec::new(),
        };
        (0..players).map(|_| led()).collect()
    }

    /// The movers where they are as it enters.
    pub(super) fn enter(&mut self, movers: impl Iterator<Item = Placement>) {
        self.parts.clear();
        self.parts.extend(movers.map(|at| MovingPart {
            model: at.model,
            from: at.pose,
            to: at.pose,
        }));
    }

    /// Its controller, told where the movers went since its last tick.
    pub(super) fn told(&mut self, movers: impl Iterator<Item = Placement>, seconds: f32) -> &mut Driven {
        for (part, now) in self.parts.iter_mut().zip(movers) {
            (part.from, part.to) = (part.to, now.pose);
        }
        self.driven.parts_move(&self.parts, seconds);
        &mut self.driven
    }
}
