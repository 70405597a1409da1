//! Faults of the size and shape that a hull is swept with.

use clipmark_geometry::{Aabb, Hull};

/// A body is crouched where it is no taller than this, and large where it is wider, in units.
const CROUCHED: f32 = 41.0;
const LARGE: f32 = 64.0;
/// Half the width of QuakeWorld's player, in units.
const QUAKEWORLD: f32 = 16.0;
/// Narrower than any body, and wider than any player and narrower than what is large, in units.
const PROJECTILE: f32 = 8.0;
const MONSTER: [f32; 2] = [34.0, 60.0];

/// The hull with other bounds, where it has any and these are such.
fn with(hull: &Hull, such: impl Fn(&Aabb) -> bool, change: impl Fn(&mut Aabb)) -> Hull {
    let mut hull = *hull;
    match &mut hull {
        Hull::Box { bounds } | Hull::Capsule { bounds } | Hull::Cylinder { bounds } if such(bounds) => {
            change(bounds);
        }
        _ => {}
    }
    hull
}

/// Drawn in all around, by no more than leaves a fifth of it.
fn thinned(bounds: &mut Aabb, by: f32) {
    for axis in 0..2 {
        let by = by.min(0.4 * (bounds.maxs[axis] - bounds.mins[axis]));
        bounds.mins[axis] += by;
        bounds.maxs[axis] -= by;
    }
}

pub(super) fn crouched_narrow(hull: &Hull) -> Hull {
    let crouched = |b: &Aabb| b.maxs.z - b.mins.z <= CROUCHED && b.maxs.z - b.mins.z > CROUCHED / 2.0;
    with(hull, crouched, |b| thinned(b, 0.5))
}

pub(super) fn quakeworld_narrow(hull: &Hull) -> Hull {
    with(hull, |b| b.maxs.x == QUAKEWORLD, |b| thinned(b, 0.1))
}

pub(super) fn large_cut(hull: &Hull) -> Hull {
    let large = |b: &Aabb| (b.maxs - b.mins).amax() > LARGE;
    with(hull, large, |b| {
        for axis in 0..3 {
            b.maxs[axis] = b.maxs[axis].min(b.mins[axis] + LARGE);
        }
    })
}

pub(super) fn monster_narrow(hull: &Hull) -> Hull {
    let is_monster = |b: &Aabb| (MONSTER[0]..MONSTER[1]).contains(&(b.maxs.x - b.mins.x));
    with(hull, is_monster, |b| thinned(b, 0.1))
}

pub(super) fn projectile_wide(hull: &Hull) -> Hull {
    let is_small = |b: &Aabb| b.maxs.x - b.mins.x < PROJECTILE;
    with(hull, is_small, widened)
}

pub(super) fn centred(hull: &Hull) -> Hull {
    let aside = |b: &Aabb| b.mins.x != -b.maxs.x || b.mins.y != -b.maxs.y;
    with(hull, aside, |b| {
        for axis in 0..2 {
            let half = 0.5 * (b.maxs[axis] - b.mins[axis]);
            (b.mins[axis], b.maxs[axis]) = (-half, half);
        }
    })
}

pub(super) fn round_small(hull: &Hull) -> Hull {
    match hull {
        Hull::Sphere { radius } => Hull::Sphere {
            radius: radius * 0.97,
        },
        Hull::Capsule { .. } => with(hull, |_| true, |b| thinned(b, 0.4)),
        _ => *hull,
    }
}

pub(super) fn low(hull: &Hull) -> Hull {
    with(hull, |_| true, |b| b.maxs.z = (b.maxs.z - 0.5).max(b.mins.z))
}

pub(super) fn raised_feet(hull: &Hull) -> Hull {
    with(hull, |_| true, |b| b.mins.z = (b.mins.z + 0.25).min(b.maxs.z))
}

pub(super) fn wide(hull: &Hull) -> Hull {
    with(hull, |_| true, widened)
}

fn widened(bounds: &mut Aabb) {
    for axis in 0..2 {
        bounds.mins[axis] -= 0.1;
        bounds.maxs[axis] += 0.1;
    }
}
