//! The hulls and sweeps that properties are tried on, drawn from a seed.

use crate::conformance::worlds::direction;
use clipmark_collision::{CollisionBackend, Declaration, Sweep};
use clipmark_geometry::{Contents, Hull, Point, Vec3, World};
use rand::RngExt;
use rand_pcg::Pcg32;

/// Hulls of every kind: players, projectiles, monsters, and ones whose bounds are not centred.
pub(crate) fn hulls() -> Vec<Hull> {
    let at = |x: f32, y: f32, z: f32| Point::new(x, y, z);
    let hulls = [
        Ok(Hull::Point),
        Hull::new_sphere(12.0),
        Ok(Hull::quake3_player()),
        Hull::new_box(at(-1.0, -3.0, -0.5), at(2.0, 1.0, 2.5)),
        Hull::new_capsule(at(-15.0, -15.0, -24.0), at(15.0, 15.0, 32.0)),
        Hull::new_cylinder(at(-16.0, -16.0, -24.0), at(16.0, 16.0, 32.0)),
        Hull::new_cylinder(at(-4.0, -4.0, 0.0), at(4.0, 4.0, 3.0)),
        Hull::new_box(at(-24.0, -24.0, -24.0), at(24.0, 24.0, 24.0)),
    ];
    hulls.into_iter().flatten().collect()
}

/// Hulls for questions about size and lengths alone: crouched and QuakeWorld's players, and one larger than most rooms.
fn further() -> Vec<Hull> {
    let at = |x: f32, y: f32, z: f32| Point::new(x, y, z);
    let hulls = [
        Hull::new_box(at(-15.0, -15.0, -24.0), at(15.0, 15.0, 16.0)),
        Hull::new_box(at(-16.0, -16.0, -24.0), at(16.0, 16.0, 32.0)),
        Hull::new_box(at(-100.0, -80.0, -40.0), at(96.0, 90.0, 120.0)),
        Hull::new_capsule(at(-8.0, -8.0, -30.0), at(8.0, 8.0, 30.0)),
        Hull::new_sphere(50.0),
        Hull::new_cylinder(at(-40.0, -40.0, -10.0), at(40.0, 40.0, 90.0)),
    ];
    hulls.into_iter().flatten().collect()
}

/// All hulls that a backend sweeps.
pub(crate) fn every(backend: &dyn CollisionBackend) -> Vec<Hull> {
    let all = hulls().into_iter().chain(further());
    all.filter(|hull| backend.facts().supports(hull)).collect()
}

/// So many sweeps through a world of each hull that a backend declares.
pub(crate) fn draw(world: &World, declaration: &Declaration, seed: u64, count: usize) -> Vec<Sweep> {
    let mut rng = Pcg32::new(seed, 1 << 32);
    let declared = hulls()
        .into_iter()
        .filter(|hull| declaration.hulls.contains(hull));
    declared
        .flat_map(|hull| sweeps(world, hull, count, &mut rng))
        .collect()
}

/// Sweeps of a hull through a world: across it, towards its solids, along axes, and short ones. Half of them go between points of
/// the grid of eighths, where ties are common.
fn sweeps(world: &World, hull: Hull, count: usize, rng: &mut Pcg32) -> Vec<Sweep> {
    const LENGTHS: [f32; 4] = [2.0, 24.0, 200.0, 1500.0];
    const AROUND: f32 = 48.0; // units around the world in which sweeps start, so that outer faces are met too
    let bounds = world.bounds.grown(AROUND);
    let within = |rng: &mut Pcg32| {
        Point::from(Vec3::from_fn(|i, _| {
            let (lo, hi) = (bounds.mins[i], bounds.maxs[i]);
            if lo < hi {
                rng.random_range(lo..hi)
            } else {
                rng.random_range(-AROUND..AROUND)
            }
        }))
    };
    // A player, a corpse, a projectile, and who looks for water.
    let masks = [
        Contents::PLAYER_MASK,
        Contents::SOLID | Contents::PLAYER_CLIP,
        Contents::SOLID | Contents::BODY,
        Contents::WATER,
    ];
    (0..count)
        .map(|i| {
            let start = within(rng);
            let reach = LENGTHS[rng.random_range(0..LENGTHS.len())] * rng.random_range(0.1..1.0);
            let end = match rng.random_range(0..4) {
                0 => within(rng),
                1 => start + direction(rng) * reach,
                2 => {
                    let mut by = Vec3::zeros();
                    by[rng.random_range(0..3)] = if rng.random() { reach } else { -reach };
                    start + by
                }
                _ => match world.brushes.len() {
                    0 => within(rng),
                    n => {
                        let brush = &world.brushes[rng.random_range(0..n)];
                        let past = rng.random_range(0.3..1.7);
                        start + (brush.bounds.center() - start) * past
                    }
                },
            };
            let eighths = |p: Point| p.map(|x| (x * 8.0).round() / 8.0);
            let (start, end) = if i % 2 == 0 {
                (eighths(start), eighths(end))
            } else {
                (start, end)
            };
            Sweep::new(hull, start, end).against(masks[rng.random_range(0..masks.len())])
        })
        .collect()
}
