//! How a world that moves is played, as data.

use super::choice::choices;

choices! {
    /// How a mover moves whom it pushes.
    PushRule {
        /// Nobody: this movement plays no world that moves.
        Nobody = "nobody",
        /// A team of movers is one; whom it carries or would overlap is placed, and turned with it.
        Teams = "teams",
        /// Each mover by itself; whom it carries or would overlap is placed.
        Places = "places",
        /// Each mover by itself; whom it carries or would overlap is swept, with the mover taken out of the world.
        Sweeps = "sweeps",
    }

    /// The part that moves first in a frame: world or players.
    FrameOrder {
        /// The world, then players.
        WorldFirst = "world",
        /// Players, then the world.
        PlayersFirst = "players",
    }

    /// Treatment of the last rounding as a mover arrives.
    ArrivalRule {
        /// It jumps there and carries nobody.
        Jumps = "jumps",
        /// It pushes over that way too, where it is more than a 64th of a unit.
        Pushes = "pushes",
    }
}

impl FrameOrder {
    /// Both, as a controller has them whose library's documentation moves it before the parts ([`MoverKind::in_frames`]).
    ///
    /// [`MoverKind::in_frames`]: crate::MoverKind::in_frames
    pub const BOTH: [Self; 2] = [Self::PlayersFirst, Self::WorldFirst];
}

/// How a world that moves is played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MovingRules {
    /// How a mover moves whom it pushes.
    pub push: PushRule,
    /// The part that moves first in a frame: world or players.
    pub frame: FrameOrder,
    /// Treatment of the last rounding as a mover arrives.
    pub arrival: ArrivalRule,
    /// A way that takes less than this is done at once, in seconds (push rules `places` and `sweeps`).
    pub at_once: f32,
    /// The world moves in steps of at least this long, in seconds (frame order `world`).
    pub least_step: f64,
}

impl MovingRules {
    /// No world that moves.
    pub const NONE: Self = Self {
        push: PushRule::Nobody,
        frame: FrameOrder::WorldFirst,
        arrival: ArrivalRule::Jumps,
        at_once: 0.0,
        least_step: 0.0,
    };
    /// Quake III.
    pub const QUAKE3: Self = Self {
        push: PushRule::Teams,
        ..Self::NONE
    };
    /// QuakeWorld.
    pub const QUAKEWORLD: Self = Self {
        push: PushRule::Places,
        arrival: ArrivalRule::Pushes,
        at_once: 0.03,
        least_step: 0.03,
        ..Self::NONE
    };
    /// Quake of 1996.
    pub const NETQUAKE: Self = Self {
        push: PushRule::Sweeps,
        frame: FrameOrder::PlayersFirst,
        at_once: 0.1,
        ..Self::NONE
    };
}
