//! Issues about positions: contacts, overlaps and their depths.

use super::*;

/// parry#378: when EPA is stuck, the second point of a contact is at the cuboid's corner (4.0), not under the capsule (2.04). The
/// thread's two dimensions are made three by a depth of 8.
#[test]
fn parry_378_a_touching_contact_is_where_the_bodies_touch() {
    let slab = boxed([-4.0, -4.0, -0.5], [4.0, 4.0, 0.5]);
    let (lo, hi) = upright(0.75, 0.5);
    let capsule = Hull::new_capsule(lo, hi).unwrap();
    reported(vec![slab], Wrong, |b| {
        let one = |height: f32| {
            let at = Point::new(6.037_373_5 - 4.0, 0.0, height - 1.5);
            let mut out = Vec::new();
            b.contacts(
                &capsule,
                &at,
                0.002,
                Contents::SOLID,
                &mut out,
                &mut Work::silent(),
            );
            let right = out.len() == 1
                && (out[0].point - Point::new(at.x, 0.0, 0.5)).norm() < 0.01
                && (out[0].normal - Vec3::z()).norm() < 1e-3
                && (out[0].distance - (at.z - 1.25)).abs() < 1e-3;
            unless(right, || format!("{height}: {out:?}"))
        };
        [2.7391, 2.75].into_iter().flat_map(one).collect()
    });
}

/// parry#387: contacts with a composite were looked for on the other side of its origin. Numbers are not in the thread: built
/// is a floor far from the origin.
#[test]
fn parry_387_contacts_are_where_the_composite_is() {
    let floor = boxed([100.0, 40.0, -10.0], [200.0, 140.0, 0.0]);
    reported(vec![floor], Right, |b| {
        let contacts = |at: Point| {
            let mut out = Vec::new();
            b.contacts(
                &cube(1.0),
                &at,
                0.5,
                Contents::SOLID,
                &mut out,
                &mut Work::silent(),
            );
            out.len()
        };
        let (here, opposite) = (Point::new(150.0, 90.0, 1.25), Point::new(-150.0, -90.0, -1.25));
        let sunk = overlap(b, cube(1.0), [150.0, 90.0, 0.75]);
        [
            unless(contacts(here) == 1, || "no contact where it stands".into()),
            unless(contacts(opposite) == 0, || "a contact on the other side".into()),
            unless(sunk.is_some_and(|p| (p.depth - 0.25).abs() < 1e-3), || {
                format!("{sunk:?}")
            }),
        ]
        .concat()
    });
}

/// parry#49: a hull of four points 1e-23 from each other panics. #347: convex decomposition makes such hulls and panics (no
/// numbers). A brush as small, and slivers of no thickness.
#[test]
fn parry_49_and_347_a_degenerate_solid_is_no_panic() {
    let solid = |planes: &[Plane]| {
        let side = |&plane: &Plane| BrushSide {
            plane,
            surface: SurfaceFlags::empty(),
        };
        let mut brush = boxed([-1.0; 3], [1.0; 3]);
        brush.sides = planes.iter().map(side).collect();
        brush
    };
    let n = 0.577_350_26;
    let tiny = 1e-23;
    let mut worlds = vec![solid(&[
        Plane::new(Vec3::new(n, n, n), tiny),
        Plane::new(Vec3::new(-n, -n, n), tiny),
        Plane::new(Vec3::new(-n, n, -n), tiny),
        Plane::new(Vec3::new(n, -n, -n), tiny),
    ])];
    let mut rng = Rng(347);
    for _ in 0..200 {
        let mut sliver = boxed([-64.0; 3], [64.0; 3]);
        let lid = rng.direction();
        sliver.sides.push(BrushSide {
            plane: Plane::new(lid, 0.0),
            surface: SurfaceFlags::empty(),
        });
        sliver.sides.push(BrushSide {
            plane: Plane::new(-lid, rng.within(0.0, 1e-6)),
            surface: SurfaceFlags::empty(),
        });
        worlds.push(sliver);
    }
    for brush in worlds {
        let world = World::of_brushes("degenerate", vec![brush]);
        // Refused, left out or built: any but a panic.
        let ours = BvhBackend::build(&world, RULES).ok();
        let uses = [StockUse::Hulls, StockUse::Mesh];
        let stock = uses.map(|how| StockBackend::build_for(how, &world, RULES).ok());
        if let Some(b) = ours {
            let t = cast(&b, cube(15.0), [0.0, 0.0, 100.0], [0.0, 0.0, -100.0]);
            assert!((0.0..=1.0).contains(&t.fraction), "{t:?}");
        }
        for b in stock.iter().flatten() {
            let t = cast(b, cube(15.0), [0.0, 0.0, 100.0], [0.0, 0.0, -100.0]);
            assert!((0.0..=1.0).contains(&t.fraction), "{t:?}");
        }
    }
}

/// parry#253 and #246: EPA panicked, and since #263 gives nothing, for boards that share faces and overlap. The boards of the
/// state that is printed in #253.
#[test]
fn parry_253_and_246_boards_that_share_faces_overlap() {
    let (low, high) = (-47.813_363, -22.941_1);
    let board = boxed([-23.9375, low, -0.4688], [5.953_013, high, 0.0]);
    let (middle, half) = ((low + high) * 0.5, (high - low) * 0.5);
    reported(vec![board], Right, |b| {
        let other = cuboid([23.9375, half, 0.2344]);
        let one = |(x, z): (f32, f32)| {
            let at = [x, middle, z - 0.2344];
            let found = overlap(b, other, at);
            let depth = 0.4688 - z.abs();
            let right = found.is_some_and(|p| (p.depth - depth).abs() < 1e-3 && p.normal.z.abs() > 0.99);
            unless(right, || format!("{at:?}: {found:?}, wanted {depth}"))
        };
        [(0.0, 0.0), (0.0, 0.1), (3e-10, 0.0), (1.5, -0.2)]
            .into_iter()
            .flat_map(one)
            .collect()
    });
}

/// rapier#305: the wrong normal out of a cuboid of half extents 100.1 x 0.1 x 100.1, turned by 0.2 about x. The body is a
/// cylinder, whose size our excerpt of the thread lacks. 0.5 and 0.5 are built. And a large, thin floor that is level.
#[test]
fn rapier_305_a_cylinder_in_a_thin_floor_is_pushed_out_of_its_top() {
    let (sin, cos) = 0.2_f32.sin_cos();
    // x stays; the floor's own up is turned towards y.
    let (up, over) = (Vec3::new(0.0, -sin, cos), Vec3::new(0.0, cos, sin));
    let planes = [
        (up, 0.0),
        (-up, 0.2),
        (over, 100.1),
        (-over, 100.1),
        (Vec3::x(), 100.1),
        (-Vec3::x(), 100.1),
    ];
    let planes = planes.map(|(n, dist)| Plane::new(n, dist));
    let turned = Brush::from_planes(&planes, Contents::SOLID, SurfaceFlags::empty()).unwrap();
    let (lo, hi) = upright(0.5, 0.5);
    let cylinder = Hull::new_cylinder(lo, hi).unwrap();
    reported(vec![turned], Right, |b| {
        let mut rng = Rng(305);
        let mut one = || {
            let (x, s) = (rng.within(-50.0, 50.0), rng.within(-50.0, 50.0));
            // How far the cylinder reaches down along the floor's normal, and 0.05 less.
            let reach = 0.5 * cos + 0.5 * sin;
            let at = Vec3::x() * x + over * s + up * (reach - 0.05);
            let found = overlap(b, cylinder, at.into());
            let right = found.is_some_and(|p| (p.normal - up).norm() < 0.01 && (p.depth - 0.05).abs() < 5e-3);
            unless(right, || format!("{at:?}: {found:?}"))
        };
        (0..200).flat_map(|_| one()).collect()
    });
    let level = boxed([-2000.0, -2000.0, -1.0], [2000.0, 2000.0, 0.0]);
    reported(vec![level], Wrong, |b| {
        let one = |x: f32| {
            let found = overlap(b, round_hulls()[2], [x, -x * 0.3, 23.5]);
            let right =
                found.is_some_and(|p| (p.normal - Vec3::z()).norm() < 1e-3 && (p.depth - 0.5).abs() < 1e-3);
            unless(right, || format!("{x}: {found:?}"))
        };
        [0.0, 3.7, 512.5, 1800.0].into_iter().flat_map(one).collect()
    });
}

/// ncollide#157: a cylinder and a cuboid that overlap have no contact.
#[test]
fn ncollide_157_what_overlaps_has_a_depth() {
    let block = boxed([11.45, 60.0, 0.0], [11.55, 61.0, 1.5]);
    let (lo, hi) = upright(0.925, 0.5);
    let cylinder = Hull::new_cylinder(lo, hi).unwrap();
    reported(vec![block], Right, |b| {
        let at = [10.97, 61.02, 0.925];
        let found = overlap(b, cylinder, at);
        // The nearest edge is 0.48 and 0.02 away.
        let depth = 0.5 - 0.48_f32.hypot(0.02);
        let mut out = Vec::new();
        b.contacts(
            &cylinder,
            &Point::from(at),
            0.1,
            Contents::SOLID,
            &mut out,
            &mut Work::silent(),
        );
        [
            unless(found.is_some_and(|p| (p.depth - depth).abs() < 2e-3), || {
                format!("{found:?}, wanted {depth}")
            }),
            unless(!out.is_empty(), || "no contact".into()),
        ]
        .concat()
    });
}
