//! How deep the body is in liquid: 0 dry, 1 feet, 2 waist, 3 eyes.

use crate::body::MoveFlags;
use crate::profile::Order;
use crate::tick::Tick;
use clipmark_collision::CollisionBackend;
use clipmark_geometry::{Contents, Vec3};

pub(crate) fn find<B: CollisionBackend + ?Sized>(t: &mut Tick<B>) {
    let size = t.profile.size;
    let feet = size.feet + 1.0;
    let (waist, eyes) = match t.profile.order {
        Order::QuakeWorld => ((size.feet + size.top) * 0.5, size.eyes),
        Order::Quake3 => {
            let ducked = t.body.flags.contains(MoveFlags::DUCKED);
            let eyes = if ducked { size.crouched_eyes } else { size.eyes };
            // Half way in whole units between the feet and the eyes.
            (size.feet + ((eyes - size.feet) / 2.0).trunc(), eyes)
        }
    };
    let wet = |z: f32| {
        t.contents(&(t.body.origin + Vec3::z() * z))
            .intersects(Contents::LIQUID)
    };
    let level = [feet, waist, eyes].into_iter().take_while(|&z| wet(z)).count();
    t.body.water_level = level as u8;
}
