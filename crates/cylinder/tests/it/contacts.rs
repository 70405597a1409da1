//! The way out of what a cylinder overlaps: how deep it is, and along which normal. The referee judges that of hulls without
//! rounding alone.

use clipmark_collision::{CollisionBackend, Contact, Status, TraceRules, Work};
use clipmark_cylinder::CylinderBackend;
use clipmark_geometry::{Brush, Contents, Hull, Point, Triangle, TriangleSides, World};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

type V = nalgebra::Vector3<f64>;

/// f32 rounding at 1,000 units.
const ROUNDING: f64 = 5e-4;

/// Width of the gap between triangle and cylinder that a plane square to `m` sees.
fn gap_along(m: &V, corners: &[V], hull: &Hull, at: &V) -> f64 {
    let bounds = hull.bounds();
    let (low, high) = (f64::from(bounds.mins.z), f64::from(bounds.maxs.z));
    let highest = corners.iter().map(|p| m.dot(p)).fold(f64::NEG_INFINITY, f64::max);
    let lowest = m.dot(at) - f64::from(bounds.maxs.x) * m.xy().norm() + (m.z * low).min(m.z * high);
    lowest - highest
}

/// The plane square to the reported normal shows the depth: moved out by it, the hull is free. No other direction shows a
/// shorter way, unless the shortest of all leads sideways or to the back.
#[test]
fn the_way_out_proves_itself_and_is_the_shortest() {
    let mut random = Pcg64Mcg::seed_from_u64(11);
    let mut inside = 0;
    for _ in 0..2000 {
        let mut within = |x: f32| random.random_range(-x..x);
        let mut vector = |x: f32| Point::new(within(x), within(x), within(x));
        let middle = vector(500.0);
        let corners = [(); 3].map(|()| vector(100.0) + middle.coords);
        let aside = vector(30.0).coords;
        let hull = [(16.0, -24.0, 32.0), (15.96875, -22.0, 0.0), (3.5, 2.25, 9.0)][inside % 3];
        let (r, low, high) = hull;
        let hull = Hull::new_cylinder(Point::new(-r, -r, low), Point::new(r, r, high)).unwrap();
        let Ok(triangle) = Triangle::new(corners, Contents::SOLID, TriangleSides::Front) else {
            continue;
        };
        let world = World::default().with_triangles([triangle]);
        let backend = CylinderBackend::build(&world, TraceRules::QUAKE3).unwrap();
        let at = nalgebra::center(&corners[0], &nalgebra::center(&corners[1], &corners[2])) + aside;
        let (mut work, mut found) = (Work::silent(), Vec::new());
        backend.contacts(&hull, &at, 4.0, Contents::SOLID, &mut found, &mut work);
        let overlap = backend.overlap(&hull, &at, Contents::SOLID, &mut work);
        let Some(c) = found.first() else {
            assert_eq!(overlap, None);
            continue;
        };
        let who = format!("{c:?} {overlap:?} {at} {hull:?} {corners:?}");
        let (n, m): (V, V) = (triangle.plane().normal.cast(), c.normal.cast());
        let (d, x) = (f64::from(c.distance), at.coords.cast());
        let corners = corners.map(|p| p.coords.cast());
        let seen = gap_along(&m, &corners, &hull, &x);
        assert!((seen - d).abs() < ROUNDING, "its normal shows {seen}: {who}");
        let Some(o) = overlap else { continue };
        assert_eq!(
            (o.depth, o.normal, o.status),
            (-c.distance, c.normal, Status::Exact),
            "{who}"
        );
        inside += 1;
        let mut unit = || V::from_fn(|_, _| random.random_range(-1.0..1.0)).normalize();
        let tried = (0..300)
            .map(|_| unit())
            .map(|m| (gap_along(&m, &corners, &hull, &x), m));
        let (best, m) = tried.max_by(|a, b| a.0.total_cmp(&b.0)).unwrap();
        assert!(
            m.dot(&n) <= 0.3 || best < d + ROUNDING,
            "{m:?} is better, {best}: {who}"
        );
    }
    assert!(inside > 500, "{inside}");
}

fn player() -> Hull {
    Hull::new_cylinder(Point::new(-16.0, -16.0, -24.0), Point::new(16.0, 16.0, 32.0)).unwrap()
}

fn among(boxes: &[[[f32; 3]; 2]]) -> CylinderBackend {
    let brushes = boxes
        .iter()
        .map(|&[mins, maxs]| Brush::from_box(mins.into(), maxs.into(), Contents::SOLID).unwrap());
    CylinderBackend::build(&World::of_brushes("few", brushes.collect()), TraceRules::QUAKE3).unwrap()
}

const FLOOR: [[f32; 3]; 2] = [[-100.0, -100.0, -16.0], [100.0, 100.0, 0.0]];

#[test]
fn a_step_is_felt_by_the_foot() {
    let room = among(&[FLOOR, [[20.0, -100.0, 0.0], [100.0, 100.0, 12.0]]]);
    let contacts = |at: [f32; 3], margin: f32| {
        let (mut out, mut work) = (Vec::<Contact>::new(), Work::silent());
        room.contacts(
            &player(),
            &at.into(),
            margin,
            Contents::SOLID,
            &mut out,
            &mut work,
        );
        out
    };
    // 1/8 above the floor and 2 from the riser.
    let found = contacts([2.0, 0.0, 24.125], 0.25);
    assert_eq!(found.len(), 1);
    assert_eq!(
        (found[0].distance, found[0].top, found[0].normal.z),
        (0.125, 0.0, 1.0)
    );
    // Pushed 4 into the step: riser and tread are both felt, with the tread's height as top.
    let found = contacts([8.0, 0.0, 24.125], 0.0);
    assert_eq!(found.len(), 2);
    for c in &found {
        assert_eq!((c.distance, c.top), (-4.0, 12.0), "{c:?}");
        assert!((c.normal.x + 1.0).abs() < 1e-6, "{c:?}");
    }
    // A cylinder wholly behind the floor's face does not feel it. The far faces of the floor are out of reach.
    assert_eq!(contacts([0.0, 0.0, -60.0], 0.0), []);
}

#[test]
fn touching_is_no_overlap_and_buried_hulls_are_told_the_way_out() {
    let floor = among(&[FLOOR]);
    let block = among(&[[[-500.0; 3], [500.0, 500.0, 300.0]]]);
    let overlap = |backend: &CylinderBackend, z: f32, mask| {
        backend.overlap(&player(), &Point::new(-60.0, 0.0, z), mask, &mut Work::silent())
    };
    assert_eq!(overlap(&floor, 24.0, Contents::SOLID), None);
    assert_eq!(overlap(&floor, 24.0f32.next_up(), Contents::SOLID), None);
    let o = overlap(&floor, 22.0, Contents::SOLID).unwrap();
    assert_eq!((o.depth, o.normal.z), (2.0, 1.0));
    let o = overlap(&block, 150.0, Contents::SOLID).unwrap();
    assert_eq!((o.depth, o.normal.z, o.contents), (174.0, 1.0, Contents::SOLID));
    assert_eq!(overlap(&block, 150.0, Contents::WATER), None);
}
