//! Crouching: at once when asked, up again only where the standing hull fits.

use crate::body::MoveFlags;
use crate::tick::Tick;
use clipmark_collision::CollisionBackend;
use clipmark_geometry::Vec3;

pub(crate) fn stand_or_crouch<B: CollisionBackend + ?Sized>(t: &mut Tick<B>) {
    let ducked = t.body.flags.contains(MoveFlags::DUCKED);
    if !ducked && t.cmd.up >= 0.0 {
        return;
    }
    // Where a crouched body's feet are at another height of it, they stay where they are on the ground.
    let size = t.profile.size;
    let sinks = if t.body.grounded {
        size.crouched_feet - size.feet
    } else {
        0.0
    };
    if t.cmd.up < 0.0 {
        if !ducked {
            t.body.origin.z -= sinks;
        }
        t.body.flags.insert(MoveFlags::DUCKED);
    } else if ducked {
        let raised = t.body.origin + Vec3::z() * sinks;
        if t.fits(t.hull_when(false), raised) {
            if sinks != 0.0 {
                t.body.origin = raised;
            }
            t.body.flags.remove(MoveFlags::DUCKED);
        }
    }
    t.hull = t.hull_when(t.body.flags.contains(MoveFlags::DUCKED));
}
