//! The registry: every backend and every mover that can take part. A new one is its own crate and one line here.

use clipmark_collision::Registration;
use clipmark_movement::MoverKind;

/// Backends and their variants, one line a crate. `compare` lists them in this order.
pub(super) static BACKENDS: [&[&Registration]; 4] = [
    &clipmark_bsp::REGISTERED,
    &clipmark_bvh::REGISTERED,
    &clipmark_cylinder::REGISTERED,
    &clipmark_hull::REGISTERED,
];

/// Movers, one line a crate.
pub(super) static MOVERS: [&[&MoverKind]; 1] = [&clipmark_movement::MOVERS];
