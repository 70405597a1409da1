//! The filter in f32 of `bvh:planes`.

use crate::common::{ASKEW, RAMP, cut_box, player};
use clipmark_bvh::PlanesBackend;
use clipmark_bvh::inner::compare_filter;
use clipmark_collision::{Sweep, TraceRules};
use clipmark_geometry::{Contents, Hull, Point, Triangle, TriangleSides, Vec3, World};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// A box, one with an edge and one with a corner cut off, and two triangles, about a place.
fn world(at: Vec3) -> World {
    let cuts = [(RAMP, 32.0), (ASKEW, 32.0)];
    let brushes = (0..=cuts.len()).map(|n| cut_box(64.0, &cuts[..n], at));
    let triangle = |corners: [[f32; 3]; 3], sides| {
        let corners = corners.map(|c| Point::from(c) + at);
        Triangle::new(corners, Contents::SOLID, sides).unwrap()
    };
    World::of_brushes("test", brushes.collect()).with_triangles([
        triangle(
            [[0.0, 0.0, 0.0], [90.0, 3.0, -7.0], [-20.0, 60.0, 40.0]],
            TriangleSides::Both,
        ),
        triangle(
            [[-64.0, 0.0, 0.0], [64.0, 0.0, 0.0], [64.0, 32.0, 0.0]],
            TriangleSides::Front,
        ),
    ])
}

/// f32 decides only what f64 alone finds, near and far, for sweeps of all lengths, on a grid and off it. And it decides
/// often.
#[test]
fn the_filter_agrees_with_f64() {
    let mut random = Pcg64Mcg::seed_from_u64(5);
    let mut verdicts = [0; 3];
    let flat = Hull::new_box(Point::new(-8.0, -8.0, 0.0), Point::new(8.0, 8.0, 0.0)).unwrap();
    let cases =
        [0.0, 60_000.0].map(|far| [TraceRules::QUAKE3, TraceRules::QUAKEWORLD].map(|rules| (far, rules)));
    for (far, rules) in cases.into_iter().flatten() {
        let at = Vec3::new(far, -far, far * 0.5);
        let backend = PlanesBackend::build(&world(at), rules).unwrap();
        for i in 0..30_000 {
            let mut unit = || random.random_range(-1.0..1.0_f32);
            let snap = |x: f32| if i % 2 == 0 { x.round() } else { x };
            let length = [0.02, 2.0, 60.0, 400.0, 4000.0][i % 5];
            let mut place = |size: f32| Vec3::new(unit(), unit(), unit()) * size;
            let start = Point::from(place(120.0).map(snap) + at);
            let end = start + place(length).map(snap);
            if start == end {
                continue;
            }
            let hull = [player(), Hull::Point, flat][i / 2 % 3];
            let found = compare_filter(&backend, &Sweep::new(hull, start, end), f64::from(unit()).abs());
            verdicts = [0, 1, 2].map(|k| verdicts[k] + found[k]);
        }
    }
    assert!(verdicts.into_iter().min() > Some(1000), "{verdicts:?}");
}
