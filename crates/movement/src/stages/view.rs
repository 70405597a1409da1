//! Where the view of the command points.

use crate::space::Space;
use crate::tick::Tick;
use crate::view::{Basis, as_shorts};

/// As the angles are (QuakeWorld and its kin).
pub(crate) fn look<S: Space + ?Sized>(t: &mut Tick<S>) {
    t.basis = Basis::of_angles(t.cmd.pitch, t.cmd.yaw);
}

/// As 16-bit angles, pitch clamped (Quake III).
pub(crate) fn look_in_shorts<S: Space + ?Sized>(t: &mut Tick<S>) {
    let (pitch, yaw) = as_shorts(t.cmd.pitch, t.cmd.yaw);
    t.basis = Basis::of_angles(pitch, yaw);
}
