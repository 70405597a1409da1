//! Stuck stretches are laid to the movement's law, to that law in f32, or to the backend.

use clipmark_geometry::{Brush, Contents, Plane, SurfaceFlags, Vec3, World};
use clipmark_measure::detect::SolidTruth;
use clipmark_measure::inner::{Footing, Stuck, parted, stuck_ticks};
use clipmark_measure::{BackendKind, Contestant, ReferenceSpace, play};
use clipmark_movement::{Body, Profile, UserCmd, profile_named};
use clipmark_referee::{Corners, Reference};

const FOOT: Footing = Footing {
    step: 18.0,
    walkable: 0.7,
};

fn quake3() -> Profile {
    *profile_named("quake3").unwrap()
}

/// A solid behind a plane, cut off 400 u around a place.
fn wall(normal: [f32; 3], dist: f32, around: [f32; 3]) -> Brush {
    let mut planes = vec![Plane::new(Vec3::from(normal), dist)];
    for (axis, at) in around.iter().enumerate() {
        for sign in [-1.0, 1.0] {
            planes.push(Plane::new(Vec3::ith(axis, sign), sign * at + 400.0));
        }
    }
    Brush::from_planes(&planes, Contents::SOLID, SurfaceFlags::empty()).unwrap()
}

/// A player of a backend in a world of brushes, for 1.5 s in the air, keys held. Returns how its stuck stretches are judged
/// in another world, the true one.
fn judged(backend: BackendKind, felt: &[Brush], real: &[Brush], start: Body, yaw: f32) -> Stuck {
    let profile = quake3();
    let [felt, real] = [felt, real].map(|brushes| World::of_brushes("walls", brushes.to_vec()));
    let built = backend.build(&felt, profile.trace_rules).unwrap();
    let contestant: Contestant = backend.name().parse().unwrap();
    let setup = contestant.setup(profile, &felt, &*built).unwrap();
    let cmd = UserCmd {
        msec: 8.0,
        yaw,
        forward: profile.full_key,
        ..UserCmd::default()
    };
    let run = play(&*built, &setup, start, &[cmd; 190]).unwrap();
    let reference = Reference::build(&real, Contents::PLAYER_MASK);
    let truth = SolidTruth::of_setup(&reference, &setup);
    let space = ReferenceSpace::with(&real, profile, Corners::Kept, None);
    parted(&run, &stuck_ticks(&run, &truth, FOOT), space.as_ref())
}

fn flying(at: [f32; 3], velocity: [f32; 3]) -> Body {
    Body {
        velocity: velocity.into(),
        ..Body::at(at.into())
    }
}

/// Two walls meet at 7 degrees, as on oa_dm2. A player of `bvh` in the skin of the first is carried into the second: 0.000008
/// u are left to its skin. In f64 the first tick brings the player there. In f32 that is no step.
#[test]
fn what_a_flat_corner_holds_in_f32_alone_is_told_from_a_backends_fault() {
    let at = [2224.9924, -278.0, 68.60643];
    let first = wall([0.0, -1.0, 0.0], 262.875, at);
    let normal = Vec3::new(-0.124_034_73, -0.992_277_86, 0.0);
    let corner = Vec3::from(at).cast::<f64>() + Vec3::new(15.0, 15.0, 0.0).cast();
    let near = normal.cast::<f64>().dot(&corner);
    let second = wall(normal.into(), (near - 0.125_008) as f32, at);
    let walls = [first, second];
    let start = flying(at, [284.0, 0.0, 78.0]);
    let held = Stuck {
        in_f32: 1,
        ..Stuck::default()
    };
    assert_eq!(judged(BackendKind::BVH, &walls, &walls, start, 53.028854), held);
}

/// Planted: a wall that is not there.
#[test]
fn whoever_is_held_by_nothing_is_stuck_by_the_backends_fault() {
    let at = [0.0, 0.0, 24.125];
    let floor = wall([0.0, 0.0, 1.0], 0.0, at);
    let ahead = wall([-1.0, 0.0, 0.0], -15.125, at);
    let felt = [floor.clone(), ahead];
    let found = judged(BackendKind::BVH, &felt, &[floor], flying(at, [0.0; 3]), 0.0);
    assert_eq!((found.by_law, found.in_f32), (0, 0), "{found:?}");
    assert!(found.events > 0, "{found:?}");
}

/// Two walls of oacmpdm8 that meet at 4 degrees, both in whose skin a player starts. Quake III names the one that comes first
/// in the tree's order. It pushes the body off the other as if that one were met twice. So the order of the brushes decides
/// whether it gets on; the reference mover meets the wall more opposed to the motion.
#[test]
fn which_of_two_walls_is_named_decides_whether_a_flat_corner_holds_a_player_of_bsp() {
    let at = [1322.625, -528.57086, 69.46036];
    let straight = wall([-1.0, 0.0, 0.0], -1337.75, at);
    let normal = Vec3::new(-0.997_785_2, -0.066_519_015, 0.0);
    // 0.1128 u before the corner of the player that is nearest to it.
    let near = normal.dot(&(Vec3::from(at) + Vec3::new(15.0, 15.0, 0.0)));
    let leaning = wall(normal.into(), near - 0.1128, at);
    let start = flying(at, [22.0, -325.0, -48.0]);
    let of = |walls: [&Brush; 2]| {
        let walls = walls.map(Brush::clone);
        judged(BackendKind::BSP, &walls, &walls, start, -75.10713)
    };
    let held = Stuck {
        events: 1,
        ..Stuck::default()
    };
    assert_eq!(of([&leaning, &straight]), held);
    assert_eq!(of([&straight, &leaning]), Stuck::default());
}
