//! The rows of the registry that are parry's: ours on its BVH, and the library as its users call it.

use crate::{BvhBackend, Solver, StockBackend, StockUse};
use clipmark_collision::{Capabilities, HullKinds, Registration, Role};

/// All of them.
pub static REGISTERED: [&Registration; 4] = [&BVH, &PLANES, &STOCK, &MESH];

const OURS: Capabilities = Capabilities {
    hulls: HullKinds::ALL,
    patches: true,
    triangles: true,
};
const HULLS_ALONE: Capabilities = Capabilities {
    patches: false,
    triangles: false,
    ..OURS
};

/// `bvh`
pub static BVH: Registration = Registration {
    name: "bvh",
    about: "BVH of convex hulls with GJK and EPA",
    role: Role::Main,
    capabilities: OURS,
    mover: None,
    build: |world, rules| Ok(Box::new(BvhBackend::build(world, rules)?)),
    standalone: None,
};
static PLANES: Registration = Registration {
    name: "bvh:planes",
    about: "bvh with plane clipping first",
    role: Role::Variant,
    capabilities: OURS,
    mover: None,
    build: |world, rules| {
        Ok(Box::new(BvhBackend::build_with(
            world,
            rules,
            Solver::PlanesFirst,
        )?))
    },
    standalone: None,
};
static STOCK: Registration = Registration {
    name: "bvh:stock",
    about: "parry as a new user calls it",
    role: Role::Yardstick,
    capabilities: HULLS_ALONE,
    mover: None,
    build: |world, rules| Ok(Box::new(StockBackend::build(world, rules)?)),
    standalone: Some(|world, rules| Ok(Box::new(StockBackend::build(world, rules)?))),
};
static MESH: Registration = Registration {
    name: "bvh:mesh",
    about: "parry's casts at a triangle mesh",
    role: Role::Yardstick,
    capabilities: Capabilities {
        triangles: true,
        ..HULLS_ALONE
    },
    mover: None,
    build: |world, rules| Ok(Box::new(StockBackend::build_for(StockUse::Mesh, world, rules)?)),
    standalone: None,
};
