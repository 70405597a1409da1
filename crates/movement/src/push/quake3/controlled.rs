//! Players moved by another library's controller. It learns where the world's parts go, and carries and pushes its body itself.
//!
//! The game pushes them by nothing and they block nothing, as kinematic bodies of libraries do. Triggers feel them all the same.

use super::Rider;
use crate::movers::{Driven, MovingPart};
use crate::setup::Setup;
use clipmark_geometry::{Placement, Point, Pose, Rotation};

/// The model of a player's own body stands here while its controller moves it. That is below the worlds of courses. Jolt's wrapper
/// takes no place beyond 5,000 m, and a unit may be a metre.
const OUT_OF_PLAY: Point = Point::new(0.0, 0.0, -4_800.0);

/// The models of all players where they are, for the controller of one of them; none if players have no models. A standing body
/// stands for a crouched one.
pub(super) fn bodies(
    players: &[Rider],
    first: Option<usize>,
    own: usize,
) -> impl Iterator<Item = Placement> + '_ {
    let at = move |(player, rider): (usize, &Rider)| Placement {
        model: first.unwrap_or_default() + player,
        pose: Pose {
            origin: if player == own {
                OUT_OF_PLAY
            } else {
                rider.body.origin
            },
            rotation: Rotation::NONE,
        },
    };
    let known = if first.is_some() { players } else { &[] };
    known.iter().enumerate().map(at)
}

/// A player moved by another library's controller.
pub(super) struct ControlledPlayer {
    driven: Driven,
    parts: Vec<MovingPart>,
}

impl ControlledPlayer {
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

    /// The moving parts where they are as it enters.
    pub(super) fn enter(&mut self, parts: impl Iterator<Item = Placement>) {
        self.parts.clear();
        self.parts.extend(parts.map(|at| MovingPart {
            model: at.model,
            from: at.pose,
            to: at.pose,
        }));
    }

    /// Its controller, told where the movers went since its last tick, and where the other players stand now. They have had their
    /// turns, or have them later: in this one they rest.
    pub(super) fn update_parts(
        &mut self,
        movers: impl Iterator<Item = Placement>,
        bodies: impl Iterator<Item = Placement>,
        seconds: f32,
    ) -> &mut Driven {
        let mut known = self.parts.iter_mut();
        // This order: `zip` takes one more of its first before it finds the second at its end.
        for (now, part) in movers.zip(&mut known) {
            (part.from, part.to) = (part.to, now.pose);
        }
        for (now, part) in bodies.zip(known) {
            (part.from, part.to) = (now.pose, now.pose);
        }
        self.driven.parts_move(&self.parts, seconds);
        &mut self.driven
    }
}
