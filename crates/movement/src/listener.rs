//! What a tick tells of the bodies that it meets, to worlds that act on it.

use clipmark_geometry::PlacementId;

/// Hears what a body meets in a tick. It changes nothing.
pub trait Listener {
    /// A slide bumped into a placed model.
    fn bumped(&mut self, model: PlacementId);

    /// The body was found to stand: on a placed model, or on the rigid world.
    fn stands_on(&mut self, model: Option<PlacementId>);
}
