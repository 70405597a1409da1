//! The short questions (is a hull in a solid, which polygons reach into it) give the same answers as the long
//! ones.
use clipmark_collision::{CollisionBackend, TraceRules, Work};
use clipmark_cylinder::CylinderBackend;
use clipmark_geometry::{Aabb, Brush, Contents, Hull, Point, Triangle, TriangleSides, Vec3, World};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// Depths below this are touching, in units: whether f64 calls it an overlap may depend on the algorithm.
const TOUCHING: f32 = 1e-5;

#[test]
fn the_short_questions_agree_with_the_long_ones() {
    let (mut occupied, mut free, mut reached) = (0, 0, 0);
    for seed in 0..6 {
        let mut random = Pcg64Mcg::seed_from_u64(seed);
        let mut vector = |reach: f32| Vec3::from([(); 3].map(|()| random.random_range(-reach..reach)));
        let cube = |at: Vec3, half: Vec3| {
            let (mins, maxs) = (Point::from(at - half), Point::from(at + half));
            Brush::from_box(mins, maxs, Contents::SOLID).unwrap()
        };
        let brushes = (0..30)
            .map(|_| cube(vector(96.0), vector(24.0).abs().add_scalar(1.0)))
            .collect();
        let mut triangles = Vec::new();
        for _ in 0..40 {
            let at = vector(96.0);
            let corners = [(); 3].map(|()| Point::from(at + vector(20.0)));
            triangles.extend(Triangle::new(corners, Contents::SOLID, TriangleSides::Both));
        }
        let world = World::of_brushes("mixed", brushes).with_triangles(triangles);
        let backend = CylinderBackend::build(&world, TraceRules::QUAKE3).unwrap();
        let (mut work, mut found) = (Work::silent(), Vec::new());
        for k in 0..400 {
            let low = [-24.0, -4.0][k % 2];
            let hull = Hull::Cylinder {
                bounds: Aabb::new(Point::new(-16.0, -16.0, low), Point::new(16.0, 16.0, 32.0)),
            };
            let at = Point::from(vector(120.0));
            let overlap = backend.overlap(&hull, &at, Contents::SOLID, &mut work);
            if overlap.is_none_or(|p| p.depth > TOUCHING) {
                let short = backend.occupied(&hull, &at, Contents::SOLID, &mut work);
                assert_eq!(short, overlap.map(|p| p.status), "seed {seed}: {hull:?} at {at}");
                occupied += usize::from(short.is_some());
                free += usize::from(short.is_none());
            }
            found.clear();
            backend.contacts(&hull, &at, 0.0, Contents::SOLID, &mut found, &mut work);
            if found.iter().any(|c| c.distance.abs() <= TOUCHING) {
                continue;
            }
            let mut shown = Vec::new();
            backend.reached(&hull, &at, Contents::SOLID, &mut work, &mut |r| {
                shown.push((r.normal, r.top))
            });
            let long: Vec<_> = found.iter().map(|c| (c.face_normal, c.top)).collect();
            assert_eq!(shown, long, "seed {seed}: {hull:?} at {at}");
            reached += shown.len();
        }
    }
    assert!(
        occupied > 500 && free > 200 && reached > 1500,
        "{occupied} {free} {reached}"
    );
}
