//! The planes of convex hulls, against brute force.

use clipmark_geometry::hull_planes;
use clipmark_geometry::inner::{ON_PLANE, SAME_NORMAL};
use nalgebra::Vector3;

type Corner = [f64; 3];

const CUBE: [Corner; 8] = [
    [0.0, 0.0, 0.0],
    [4.0, 0.0, 0.0],
    [0.0, 4.0, 0.0],
    [4.0, 4.0, 0.0],
    [0.0, 0.0, 4.0],
    [4.0, 0.0, 4.0],
    [0.0, 4.0, 4.0],
    [4.0, 4.0, 4.0],
];

#[test]
fn a_cube_with_points_inside_and_on_its_faces_has_six_planes() {
    let mut points = CUBE.to_vec();
    points.extend([[2.0, 2.0, 2.0], [2.0, 0.0, 2.0], [4.0, 4.0, 1.0], [0.0, 0.0, 0.0]]);
    let planes = hull_planes(&points);
    assert_eq!(planes.len(), 6);
    for (n, d) in planes {
        assert_eq!(n.abs().sum(), 1.0, "axial to the last bit");
        assert_eq!(d, if n.sum() > 0.0 { 4.0 } else { 0.0 });
    }
}

#[test]
fn flat_points_have_no_hull() {
    assert!(hull_planes(&CUBE[..4]).is_empty());
    assert!(hull_planes(&CUBE[..2]).is_empty());
    assert!(hull_planes(&[]).is_empty());
    assert!(hull_planes(&[[1.0, 2.0, 3.0]; 9]).is_empty());
    let on_a_line: Vec<Corner> = (0..9).map(|i| [f64::from(i), 2.0 * f64::from(i), 1.0]).collect();
    assert!(hull_planes(&on_a_line).is_empty());
}

/// Every plane through three points that has all the others behind it: O(n^4), with no case analysis to get wrong.
fn by_brute_force(points: &[Corner]) -> Vec<(Vector3<f64>, f64)> {
    let points: Vec<Vector3<f64>> = points.iter().map(|p| Vector3::from(*p)).collect();
    let size = points.iter().map(|p| p.amax()).fold(1.0, f64::max);
    let on = ON_PLANE * size;
    let mut faces: Vec<(Vector3<f64>, f64, f64)> = Vec::new();
    for (i, a) in points.iter().enumerate() {
        for (j, b) in points.iter().enumerate().skip(i + 1) {
            for c in &points[j + 1..] {
                let cross = (b - a).cross(&(c - a));
                let area = cross.norm();
                if area <= on * size {
                    continue;
                }
                let normal = cross / area;
                for normal in [normal, -normal] {
                    let dist = normal.dot(a);
                    if points.iter().any(|p| normal.dot(p) > dist + on) {
                        continue;
                    }
                    let same = |f: &&mut (Vector3<f64>, f64, f64)| (f.0 - normal).norm() < SAME_NORMAL;
                    match faces.iter_mut().find(same) {
                        Some(f) if f.2 < area => *f = (normal, dist, area),
                        Some(_) => {}
                        None => faces.push((normal, dist, area)),
                    }
                }
            }
        }
    }
    let opposite = |f: &(Vector3<f64>, f64, f64), g: &(Vector3<f64>, f64, f64)| {
        (f.0 + g.0).norm() < SAME_NORMAL && (f.1 + g.1).abs() <= on
    };
    if faces.iter().any(|f| faces.iter().any(|g| opposite(f, g))) {
        return Vec::new();
    }
    faces.into_iter().map(|(n, d, _)| (n, d)).collect()
}

/// Uniform in 0..1, by a multiplicative congruential generator (Lehmer; modulus 2^31 - 1, Park and Miller 1988).
fn next(state: &mut u64) -> f64 {
    *state = *state * 48_271 % 0x7fff_ffff;
    *state as f64 / f64::from(0x7fff_ffff_u32)
}

#[test]
fn random_points_points_on_grids_and_turned_prisms_have_the_planes_of_brute_force_to_the_last_bit() {
    let mut seed = 7;
    for round in 0..300 {
        let count = 4 + round % 20;
        let grid = [0.0, 1.0, 8.0][round % 3];
        let points: Vec<Corner> = (0..count)
            .map(|_| {
                [0; 3].map(|_| {
                    let x = 64.0 * next(&mut seed) - 32.0;
                    if grid > 0.0 { (x / grid).round() * grid } else { x }
                })
            })
            .collect();
        assert_eq!(hull_planes(&points), by_brute_force(&points), "{points:?}");
    }
    for sides in 3..16 {
        let turn = next(&mut seed);
        let ring = |z: f64| {
            (0..sides).map(move |k| {
                let angle = turn + std::f64::consts::TAU * f64::from(k) / f64::from(sides);
                [1000.0 + 40.0 * angle.cos(), 40.0 * angle.sin(), z]
            })
        };
        let points: Vec<Corner> = ring(-3.0).chain(ring(5.0)).collect();
        let planes = hull_planes(&points);
        assert_eq!(planes, by_brute_force(&points), "{sides} sides");
        assert_eq!(planes.len(), sides as usize + 2);
    }
}

#[test]
fn sixty_four_points_on_a_ball_take_no_time() {
    let mut seed = 3;
    let points: Vec<Corner> = (0..64)
        .map(|_| {
            let [x, y, z] = [0; 3].map(|_| next(&mut seed) - 0.5);
            (Vector3::new(x, y, z).normalize() * 100.0).into()
        })
        .collect();
    let start = std::time::Instant::now();
    for _ in 0..100 {
        assert_eq!(hull_planes(&points).len(), 2 * 64 - 4);
    }
    // The brute force took some 20 ms each.
    assert!(start.elapsed().as_secs_f64() < 1.0, "{:?}", start.elapsed());
}
