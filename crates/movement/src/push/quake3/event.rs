//! Events in a moving world beside motion.

/// An event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A team was blocked: its captain's number, the obstacle's number.
    Blocked(i32, i32),
    /// Damage was asked for: the player, the entity, the amount, and the kind (17 crushed, 18 telefragged).
    Damage(i32, i32, i32, i32),
    /// A trigger, plat or button was touched: its number, the player.
    Touched(i32, i32),
}
