//! Long thin solids: a direction's rounding is units at their far end.
use crate::common::{Rng, both, player};
use clipmark_bvh::PlanesBackend;
use clipmark_collision::{CollisionBackend, Sweep, TraceRules, Work};
use clipmark_geometry::{Brush, Contents, Plane, Point, SurfaceFlags, Triangle, TriangleSides, Vec3, World};
use clipmark_referee::{Fault, Reference, judge};

/// A triangle 2,952 u long, the shape of a curved patch's piece on a map. Its long edge runs 1.4 thousandths off the x axis,
/// which was taken for along it by the cosine. A box 1.1 u before the edge was told to be in the triangle, and `bvh:planes`
/// passed it.
#[test]
fn an_edge_a_thousandth_off_an_axis_is_no_edge_along_it() {
    let corners = [
        [288.0, 3712.0, 332.0],
        [3240.0, 3708.0, 328.0],
        [3240.0, 3712.0, 332.0],
    ]
    .map(Point::from);
    let triangle = Triangle::new(corners, Contents::SOLID, TriangleSides::Front).unwrap();
    let world = World::of_brushes("sliver", Vec::new()).with_triangles([triangle]);
    let start = Point::new(1134.1475, 3694.72, 332.452_64);
    let sweep = Sweep::new(player(), start, Point::new(1100.0127, 3758.27, 288.3838));
    for b in both(&world, TraceRules::QUAKE3) {
        let at_start = b.overlap(&player(), &start, Contents::SOLID, &mut Work::silent());
        assert!(at_start.is_none(), "{}: {at_start:?}", b.facts().name);
        let t = b.trace(&sweep, &mut Work::silent());
        // 1.113 u to the edge, less the skin.
        assert!(
            t.hit() && ((t.end - start).norm() - 1.315).abs() < 0.01,
            "{}: {t:?}",
            b.facts().name
        );
    }
}

/// A box starts a skin in front of a triangle's edge that runs 0.65 thousandths off the x axis. It goes along the edge until it
/// touches it near its end. It stays where it is, by that edge. A side of the triangle's bounds was named, which lies 0.07 u off
/// and is left by the path.
#[test]
fn an_edge_that_is_all_but_axial_is_not_named_as_a_side_of_the_bounds() {
    let corners = [
        [55.0, -336.0, 48.0],
        [128.0, -7.875, -40.0],
        [-111.875, -8.03125, -79.96875],
    ]
    .map(Point::from);
    let triangle = Triangle::new(corners, Contents::SOLID, TriangleSides::Both).unwrap();
    let world = World::of_brushes("edge", Vec::new()).with_triangles([triangle]);
    let start = Point::new(-48.66577, 7.0509434, -48.265366);
    let sweep = Sweep::new(player(), start, Point::new(0.75, 7.0510254, -87.5));
    for b in both(&world, TraceRules::QUAKEWORLD) {
        let t = b.trace(&sweep, &mut Work::silent());
        let normal = t.plane.unwrap().normal;
        // An edge's, and so no axis of the box.
        assert!(t.fraction == 0.0 && normal.x < -6e-4, "{}: {t:?}", b.facts().name);
        assert!(
            (sweep.end - start).dot(&normal) < 0.0,
            "{}: {t:?}",
            b.facts().name
        );
    }
}

/// A spire with many sides, and the planes of its faces alone.
fn spire(rng: &mut Rng) -> Brush {
    let (sides, height, radius) = (5 + rng.below(8), rng.within(200.0, 900.0), rng.within(4.0, 12.0));
    let at = rng.point(600.0);
    let lean = radius / height;
    let twist = rng.within(0.0, 1.0);
    let mut planes = vec![Plane::new(-Vec3::z(), -at.z)];
    for i in 0..sides {
        let angle = (i as f32 + twist) * std::f32::consts::TAU / sides as f32;
        let n = Vec3::new(angle.cos(), angle.sin(), lean).normalize();
        planes.push(Plane::new(n, n.dot(&at.coords) + radius * n.xy().norm()));
    }
    Brush::from_planes(&planes, Contents::SOLID, SurfaceFlags::empty()).unwrap()
}

/// Boxes that touch a slanted edge of a spire, or a face, and go through. EPA's direction, which is f32, told some of them to be
/// in it already, by up to 0.06 u.
#[test]
fn what_touches_a_spire_does_not_pass_it() {
    let mut rng = Rng(7);
    let rules = TraceRules::QUAKE3;
    let mut touching = 0;
    for _ in 0..60 {
        let brush = spire(&mut rng);
        let middle = brush.bounds.center();
        let world = World::of_brushes("spire", vec![brush]);
        let truth = Reference::build(&world, Contents::SOLID);
        let backends = both(&world, rules);
        let truth = truth.for_backend(&player(), &backends[0]);
        for _ in 0..40 {
            let angle = rng.within(0.0, std::f32::consts::TAU);
            let way = Vec3::new(angle.cos(), angle.sin(), rng.within(-0.05, 0.05)) * 300.0;
            let aim = middle + Vec3::z() * rng.within(-90.0, 90.0);
            // To where it touches, by exact arithmetic.
            let whole = truth.sweep(&(aim - way).cast(), &(aim + way).cast());
            let Some(at) = whole.entry else { continue };
            let start = (aim - way) + way * 2.0 * at as f32;
            let sweep = Sweep::new(player(), start, start + way * 2.0);
            touching += 1;
            for b in &backends {
                let t = b.trace(&sweep, &mut Work::silent());
                let v = judge(&truth, &sweep, &t, &b.facts().declaration);
                assert!(
                    !v.passes() && !v.is_of_geometry(Fault::MissedFromTouch),
                    "{} {sweep:?} {t:?} {v:?}",
                    b.facts().name
                );
            }
        }
    }
    assert!(touching > 2000, "{touching}");
}

/// Prisms of some hundred units with a top that slants both ways, and sweeps past their edges. Solved by planes alone, they
/// turned by a degree a round. After 24 rounds the hull stopped in free space. It said that it had given up.
#[test]
fn planes_that_turn_by_little_are_followed_to_the_end() {
    let mut rng = Rng(11);
    let mut hits = 0;
    for _ in 0..400 {
        let planes = [
            Plane::new(-Vec3::x(), 0.0),
            Plane::new(Vec3::y(), 86.0),
            Plane::new(-Vec3::z(), 64.0),
            Plane::new(
                Vec3::new(0.711_23, -0.702_96, 0.0).normalize(),
                rng.within(0.0, 30.0),
            ),
            Plane::new(
                Vec3::new(rng.within(0.1, 0.5), rng.within(0.1, 0.5), 1.0).normalize(),
                rng.within(150.0, 260.0),
            ),
        ];
        let brush = Brush::from_planes(&planes, Contents::SOLID, SurfaceFlags::empty()).unwrap();
        let middle = brush.bounds.center();
        let world = World::of_brushes("prism", vec![brush]);
        let b = PlanesBackend::build(&world, TraceRules::QUAKE3).unwrap();
        for _ in 0..100 {
            let start = middle + rng.direction() * 200.0;
            let end = middle + rng.direction() * 120.0;
            let t = b.trace(&Sweep::new(player(), start, end), &mut Work::silent());
            assert!(t.status.is_reliable(), "{start} {end} {t:?}");
            hits += usize::from(t.hit());
        }
    }
    assert!(hits > 10_000, "{hits}");
}
