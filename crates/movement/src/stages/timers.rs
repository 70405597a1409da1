//! Quake III's one timer, shared by landing, knockback and water jumps; CPM's time for a double jump.

use crate::body::MoveFlags;
use crate::context::Tick;
use crate::real::Real;
use crate::space::Space;
use nalgebra::RealField;

pub(crate) fn run_down_double_jump<S: Space + ?Sized>(t: &mut Tick<S>) {
    if t.body.double_jump_msec == S::Real::ZERO {
        return;
    }
    t.body.double_jump_msec = (t.body.double_jump_msec - t.cmd.msec).max(S::Real::ZERO);
}

pub(crate) fn run_down<S: Space + ?Sized>(t: &mut Tick<S>) {
    if t.body.timer_msec == S::Real::ZERO {
        return;
    }
    if t.cmd.msec >= t.body.timer_msec {
        t.body.flags.remove(MoveFlags::TIMERS);
        t.body.timer_msec = S::Real::ZERO;
    } else {
        t.body.timer_msec -= t.cmd.msec;
    }
}
