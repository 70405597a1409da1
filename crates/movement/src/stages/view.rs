//! Where the view of the command points.

use crate::context::Tick;
use crate::space::Space;
use crate::view::Basis;

/// As the angles are (QuakeWorld and its kin); says where that is along the ground.
#[inline(always)]
pub(crate) fn look<S: Space + ?Sized>(t: &mut Tick<S>) -> Basis<S::Real> {
    t.basis = Basis::of_angles(t.cmd.pitch, t.cmd.yaw);
    t.basis.level()
}

/// As the angles are (Source), which levels its view where it needs it.
pub(crate) fn look_as_source<S: Space + ?Sized>(t: &mut Tick<S>) {
    t.basis = Basis::of_plain_angles(t.cmd.pitch, t.cmd.yaw);
}

/// As 16-bit angles, pitch clamped (Quake III); says where that is along the ground.
#[inline(always)]
pub(crate) fn look_in_shorts<S: Space + ?Sized>(t: &mut Tick<S>) -> Basis<S::Real> {
    t.basis = Basis::of_shorts(t.cmd.pitch, t.cmd.yaw);
    t.basis.level()
}
