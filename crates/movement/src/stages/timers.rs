//! Quake III's one timer, shared by landing, knockback and water jumps; CPM's time for a double jump.

use crate::body::MoveFlags;
use crate::tick::Tick;

pub(crate) fn run_down_double_jump<B: ?Sized>(t: &mut Tick<B>) {
    t.body.double_jump_msec = (t.body.double_jump_msec - t.cmd.msec).max(0.0);
}

pub(crate) fn run_down<B: ?Sized>(t: &mut Tick<B>) {
    if t.body.timer_msec == 0.0 {
        return;
    }
    if t.cmd.msec >= t.body.timer_msec {
        t.body.flags.remove(MoveFlags::TIMERS);
        t.body.timer_msec = 0.0;
    } else {
        t.body.timer_msec -= t.cmd.msec;
    }
}
