//! Crouching: at once when asked, up again only where the standing hull fits.

use crate::body::MoveFlags;
use crate::tick::Tick;
use clipmark_collision::CollisionBackend;

pub(crate) fn stand_or_crouch<B: CollisionBackend + ?Sized>(t: &mut Tick<B>) {
    if t.cmd.up < 0.0 {
        t.body.flags.insert(MoveFlags::DUCKED);
    } else if t.body.flags.contains(MoveFlags::DUCKED) && t.fits(t.hull_when(false), t.body.origin) {
        t.body.flags.remove(MoveFlags::DUCKED);
    }
    t.hull = t.hull_when(t.body.flags.contains(MoveFlags::DUCKED));
}
