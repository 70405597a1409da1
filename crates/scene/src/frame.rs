//! The axes of a scene: where the whole of it is put.

use crate::Triple;
use serde::{Deserialize, Serialize};

/// The whole of a scene (world, player, views and expectations) is turned by `yaw` around the origin and then moved to
/// `at`. A player's view of the scene does not depend on it (`docs/failures.md` F10, F29, F30).
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Frame {
    /// Where the scene's origin goes, in units.
    #[serde(default, skip_serializing_if = "crate::is_default")]
    pub at: Triple,
    /// Degrees, against the clock seen from above.
    #[serde(default, skip_serializing_if = "crate::is_default")]
    pub yaw: f64,
}

impl Frame {
    /// Whether it changes nothing.
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }

    /// A direction of the scene, in the world.
    pub fn turned(&self, [x, y, z]: Triple) -> Triple {
        let (cos, sin) = direction(self.yaw);
        [cos * x - sin * y, sin * x + cos * y, z]
    }

    /// A place of the scene, in the world.
    pub fn placed(&self, place: Triple) -> Triple {
        let turned = self.turned(place);
        std::array::from_fn(|i| turned[i] + self.at[i])
    }

    /// A direction in the world, in the scene.
    pub fn turned_back(&self, [x, y, z]: Triple) -> Triple {
        let (cos, sin) = direction(self.yaw);
        [cos * x + sin * y, cos * y - sin * x, z]
    }

    /// A place in the world, in the scene.
    pub fn placed_back(&self, place: Triple) -> Triple {
        self.turned_back(std::array::from_fn(|i| place[i] - self.at[i]))
    }
}

/// Cosine and sine of a yaw in degrees, exact at multiples of 90.
pub(crate) fn direction(yaw: f64) -> (f64, f64) {
    match yaw.rem_euclid(360.0) {
        0.0 => (1.0, 0.0),
        90.0 => (0.0, 1.0),
        180.0 => (-1.0, 0.0),
        270.0 => (0.0, -1.0),
        turn => (turn.to_radians().cos(), turn.to_radians().sin()),
    }
}
