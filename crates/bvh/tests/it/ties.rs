//! Several surfaces met at once: the trace names one whatever the order of the world, and contacts name all.
use crate::common::{backends, boxed, player, round_hulls};
use clipmark_bvh::BvhBackend;
use clipmark_collision::{CollisionBackend, Sweep, TraceRules, Work};
use clipmark_geometry::{
    Brush, Contents, Hull, Plane, Point, SurfaceFlags, Triangle, TriangleSides, Vec3, World,
};

const RULES: TraceRules = TraceRules::QUAKE3;
/// A surface met at a stop is as far away as the skin, and rounding farther, in units.
const MARGIN: f32 = RULES.skin + 1e-3;

/// A half-space turned away from `normal`, cut to a size.
fn slab(normal: Vec3) -> Brush {
    let n = normal.normalize();
    let mut planes = vec![Plane::new(n, 0.0)];
    for axis in 0..3 {
        for sign in [-1.0, 1.0] {
            planes.push(Plane::new(Vec3::ith(axis, sign), 300.0));
        }
    }
    Brush::from_planes(&planes, Contents::SOLID, SurfaceFlags::empty()).unwrap()
}

/// Every order of the solids gives the same trace, and the contacts at its end are these.
fn check(solids: &[Brush], hulls: &[Hull], start: [f32; 3], way: Vec3, normals: &[Vec3]) {
    let mut reversed = solids.to_vec();
    reversed.reverse();
    for hull in hulls {
        let sweep = Sweep::new(*hull, start.into(), Point::from(start) + way);
        let here = backends(solids.to_vec(), RULES);
        let there = backends(reversed.clone(), RULES);
        for (a, b) in here.iter().zip(&there) {
            let t = a.trace(&sweep, &mut Work::silent());
            assert_eq!(t, b.trace(&sweep, &mut Work::silent()), "{hull:?}");
            let met = t.plane.unwrap().normal;
            assert!(normals.iter().any(|n| n.dot(&met) > 0.9999), "{hull:?}: {met}");
            let mut contacts = Vec::new();
            a.contacts(
                hull,
                &t.end,
                MARGIN,
                sweep.mask,
                &mut contacts,
                &mut Work::silent(),
            );
            for n in normals {
                let touched = contacts.iter().any(|c| c.normal.dot(n) > 0.9999);
                assert!(touched, "{hull:?}: {n} is not among {contacts:?}");
            }
        }
    }
}

#[test]
fn both_flanks_of_a_groove_are_met() {
    let [sphere, capsule, cylinder] = round_hulls();
    let (left, right) = (Vec3::new(3.0, 0.0, 4.0) / 5.0, Vec3::new(-3.0, 0.0, 4.0) / 5.0);
    let solids = [slab(left), slab(right)];
    let hulls = [player(), sphere, capsule, cylinder];
    check(
        &solids,
        &hulls,
        [0.0, 5.0, 200.0],
        Vec3::new(0.0, 0.0, -300.0),
        &[left, right],
    );
}

#[test]
fn a_corner_of_three_walls_is_met_on_all_of_them() {
    let axes = [Vec3::x(), Vec3::y(), Vec3::z()];
    // Far enough apart for the hull's box to touch all three at once after the same way.
    let b = player().bounds();
    let solids: Vec<Brush> = axes
        .iter()
        .enumerate()
        .map(|(i, _)| {
            let mut mins = [-300.0; 3];
            let mut maxs = [300.0; 3];
            maxs[i] = b.mins[i];
            mins[i] = b.mins[i] - 64.0;
            boxed(mins, maxs)
        })
        .collect();
    check(&solids, &[player()], [64.0; 3], Vec3::repeat(-100.0), &axes);
}

/// A flat wall of oacmpctf1 is two triangles that meet along its diagonal. A player of Quake III runs into it there. The
/// diagonal is met 0.0000002 u before the wall, by the rounding of each triangle's plane. Named, it makes a corner of 5
/// degrees, in which Quake III's slide move holds the player.
#[test]
fn the_edge_between_two_triangles_of_a_wall_is_not_named_for_the_wall() {
    let corner = |x: f32, y: f32, z: f32| Point::new(x, y, z);
    let of = |corners| Triangle {
        corners,
        contents: Contents::SOLID,
        surface: SurfaceFlags::empty(),
        sides: TriangleSides::Front,
    };
    let below = of([
        corner(-6096.0, -1056.0, 784.0),
        corner(-5843.5, -1034.5, -352.0),
        corner(-6096.0, -1056.0, -352.0),
    ]);
    let above = of([
        corner(-5843.5, -1034.5, -352.0),
        corner(-6096.0, -1056.0, 784.0),
        corner(-5843.5, -1034.5, 784.0),
    ]);
    let start = corner(-5866.1294, -1020.0242, -293.875);
    let sweep = Sweep::new(player(), start, corner(-5863.093, -1020.1026, -293.875));
    for triangles in [vec![below, above], vec![above, below]] {
        let world = World {
            triangles,
            ..World::of_brushes("wall", Vec::new())
        };
        let t = BvhBackend::build(&world, RULES)
            .unwrap()
            .trace(&sweep, &mut Work::silent());
        let met = t.plane.unwrap().normal;
        assert!(met.dot(&above.plane().normal) > 0.999_999, "{t:?}");
    }
}
