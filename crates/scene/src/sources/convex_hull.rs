//! The planes of the convex hull of a few points, by brute force: every plane through three points that has all
//! the others behind it. O(n^4), which for the handful of corners of a hand-written solid is instant, and has
//! no case analysis to get wrong.

use crate::Triple;
use nalgebra::Vector3;

/// Most points of a hull: 64 make 41,664 triples, some 20 ms unoptimised.
pub(crate) const MAX_POINTS: usize = 64;
/// A point nearer to a plane than this share of the largest coordinate lies on it. Too small: a face of four or
/// more corners that rounding bent falls apart into slivers. Too large: shallow facets are flattened.
const ON_PLANE: f64 = 1e-9;
/// Two planes whose unit normals differ by less than this are one face.
const SAME_NORMAL: f64 = 1e-6;

/// Outward unit normals and distances; fewer than four when the points have no volume.
pub fn hull_planes(points: &[Triple]) -> Vec<(Vector3<f64>, f64)> {
    let points: Vec<Vector3<f64>> = points.iter().map(|p| Vector3::from(*p)).collect();
    let size = points.iter().map(|p| p.amax()).fold(1.0, f64::max);
    let on = ON_PLANE * size;
    // (normal, distance, area of the triangle): of several triangles on one face the largest has the best plane.
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
    let flat = faces.iter().any(|f| {
        faces
            .iter()
            .any(|g| (f.0 + g.0).norm() < SAME_NORMAL && (f.1 + g.1).abs() <= on)
    });
    if flat {
        return Vec::new();
    }
    faces.into_iter().map(|(n, d, _)| (n, d)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const CUBE: [Triple; 8] = [
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
        assert!(hull_planes(&[[1.0, 2.0, 3.0]; 9]).is_empty());
        let on_a_line: Vec<Triple> = (0..9).map(|i| [f64::from(i), 2.0 * f64::from(i), 1.0]).collect();
        assert!(hull_planes(&on_a_line).is_empty());
    }
}
