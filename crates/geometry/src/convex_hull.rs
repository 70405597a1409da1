//! The planes of the convex hull of points, by Quickhull: n log n expected.
//!
//! Source: Barber, Dobkin, Huhdanpaa, *The Quickhull Algorithm for Convex Hulls* (1996). Departure: which side of a triangle a
//! point is on is decided exactly (Shewchuk's adaptive predicates, crate `robust`). So points on one plane or line need no
//! tolerance and no cases of their own. Only then do triangles that rounding tore off one face become one plane.

use nalgebra::Vector3;
use robust::{Coord3D, orient3d};
use std::collections::HashMap;

type Corner = [f64; 3];

/// A point nearer to a plane than this share of the largest coordinate lies on it. Too small: a face of four or
/// more corners that rounding bent falls apart into slivers. Too large: shallow facets are flattened.
pub const ON_PLANE: f64 = 1e-9;
/// Two planes whose unit normals differ by less than this are one face.
pub const SAME_NORMAL: f64 = 1e-6;

/// Outward unit normals and distances; fewer than four when the points have no volume. Points are finite, in any unit.
///
/// The planes come in the order of the first three points that span each. Each plane is the largest triangle's on it, which has
/// the best normal.
pub fn hull_planes(points: &[[f64; 3]]) -> Vec<(Vector3<f64>, f64)> {
    let size = points.iter().flatten().map(|x| x.abs()).fold(1.0, f64::max);
    let vectors: Vec<Vector3<f64>> = points.iter().map(|p| Vector3::from(*p)).collect();
    let span = Span {
        points: &vectors,
        on: ON_PLANE * size,
        least_area: ON_PLANE * size * size,
    };
    let mut normals: Vec<Vector3<f64>> = Vec::new();
    let mut faces: Vec<Spanned> = Vec::new();
    for triangle in triangles(points) {
        let Some(plane) = span.plane(triangle) else {
            continue;
        };
        if normals.iter().any(|n| (n - plane.normal).norm() < SAME_NORMAL) {
            continue;
        }
        normals.push(plane.normal);
        faces.extend(span.face(&plane));
    }
    faces.sort_by_key(|face| face.first);
    faces.dedup_by(|b, a| (a.best.normal - b.best.normal).norm() < SAME_NORMAL);
    let flat = faces.iter().any(|f| {
        faces.iter().any(|g| {
            (f.best.normal + g.best.normal).norm() < SAME_NORMAL
                && (f.best.dist + g.best.dist).abs() <= span.on
        })
    });
    if flat {
        return Vec::new();
    }
    faces.into_iter().map(|f| (f.best.normal, f.best.dist)).collect()
}

/// A plane through three of the points.
#[derive(Clone, Copy)]
struct Through {
    normal: Vector3<f64>,
    dist: f64,
    area: f64,
}

/// A face of the hull.
struct Spanned {
    /// The first three of its points that span it.
    first: [usize; 3],
    /// The plane of its largest triangle.
    best: Through,
}

struct Span<'a> {
    points: &'a [Vector3<f64>],
    on: f64,
    least_area: f64,
}

impl Span<'_> {
    fn plane(&self, [i, j, k]: [usize; 3]) -> Option<Through> {
        let [a, b, c] = [self.points[i], self.points[j], self.points[k]];
        let cross = (b - a).cross(&(c - a));
        let area = cross.norm();
        (area > self.least_area).then(|| {
            let normal = cross / area;
            let dist = normal.dot(&a);
            Through { normal, dist, area }
        })
    }

    /// The same plane seen from the side on which `like` looks.
    fn facing(&self, triangle: [usize; 3], like: &Through) -> Option<Through> {
        let plane = self.plane(triangle)?;
        if plane.normal.dot(&like.normal) >= 0.0 {
            return Some(plane);
        }
        let normal = -plane.normal;
        let dist = normal.dot(&self.points[triangle[0]]);
        Some(Through {
            normal,
            dist,
            ..plane
        })
    }

    fn bounds(&self, plane: &Through) -> bool {
        self.points
            .iter()
            .all(|p| plane.normal.dot(p) <= plane.dist + self.on)
    }

    /// The face in a plane: the largest among all triangles of the points on it.
    fn face(&self, plane: &Through) -> Option<Spanned> {
        let near = |i: &usize| (plane.normal.dot(&self.points[*i]) - plane.dist).abs() <= 4.0 * self.on;
        let corners: Vec<usize> = (0..self.points.len()).filter(near).collect();
        let mut face: Option<Spanned> = None;
        for (x, &i) in corners.iter().enumerate() {
            for (y, &j) in corners.iter().enumerate().skip(x + 1) {
                for &k in &corners[y + 1..] {
                    let Some(own) = self.facing([i, j, k], plane) else {
                        continue;
                    };
                    let larger = face.as_ref().is_none_or(|f| f.best.area < own.area);
                    let same = (own.normal - plane.normal).norm() < SAME_NORMAL;
                    if larger && same && self.bounds(&own) {
                        let first = face.as_ref().map_or([i, j, k], |f| f.first);
                        face = Some(Spanned { first, best: own });
                    }
                }
            }
        }
        face
    }
}

/// A triangle of the hull while it is built. Its corners go counter-clockwise seen from outside; neighbour `n` shares the edge
/// from corner `n` to the next.
struct Facet {
    corners: [usize; 3],
    neighbours: [usize; 3],
    /// Points in front of it that no other facet has.
    outside: Vec<usize>,
    alive: bool,
}

/// The triangles of the exact hull; none if the points lie on one plane.
fn triangles(points: &[Corner]) -> Vec<[usize; 3]> {
    let Some(mut facets) = first_four(points) else {
        return Vec::new();
    };
    let mut open: Vec<usize> = (0..facets.len()).collect();
    while let Some(at) = open.pop() {
        if !facets[at].alive {
            continue;
        }
        let Some(eye) = farthest(points, &facets[at]) else {
            continue;
        };
        let (seen, horizon) = seen_from(points, &facets, at, eye);
        let mut orphans: Vec<usize> = Vec::new();
        for &facet in &seen {
            facets[facet].alive = false;
            orphans.append(&mut facets[facet].outside);
        }
        orphans.retain(|&p| p != eye);
        let base = facets.len();
        let by_start: HashMap<usize, usize> = horizon
            .iter()
            .enumerate()
            .map(|(i, edge)| (edge.from, base + i))
            .collect();
        for edge in &horizon {
            let new = facets.len();
            // The facet ahead begins where this one's edge ends, the one behind ends where it begins.
            let ahead = by_start.get(&edge.to).copied().unwrap_or(new);
            let behind = horizon.iter().position(|e| e.to == edge.from);
            let behind = behind.map_or(new, |i| base + i);
            let others = &mut facets[edge.beyond];
            if let Some(n) = (0..3).find(|&n| others.corners[n] == edge.to) {
                others.neighbours[n] = new;
            }
            facets.push(Facet {
                corners: [edge.from, edge.to, eye],
                neighbours: [edge.beyond, ahead, behind],
                outside: Vec::new(),
                alive: true,
            });
        }
        share_out(points, &mut facets[base..], &orphans);
        open.extend(base..facets.len());
    }
    let alive = facets.into_iter().filter(|f| f.alive);
    alive.map(|f| f.corners).collect()
}

/// An edge between a facet that is seen and one beyond that is not.
struct Edge {
    from: usize,
    to: usize,
    beyond: usize,
}

/// The facets that a point sees, and the edges around them.
fn seen_from(points: &[Corner], facets: &[Facet], start: usize, eye: usize) -> (Vec<usize>, Vec<Edge>) {
    let mut seen = vec![start];
    let mut horizon = Vec::new();
    let mut next = 0;
    while next < seen.len() {
        let at = seen[next];
        next += 1;
        for n in 0..3 {
            let beyond = facets[at].neighbours[n];
            if seen.contains(&beyond) {
                continue;
            }
            if in_front(points, facets[beyond].corners, eye) {
                seen.push(beyond);
            } else {
                let [from, to] = [facets[at].corners[n], facets[at].corners[(n + 1) % 3]];
                horizon.push(Edge { from, to, beyond });
            }
        }
    }
    (seen, horizon)
}

/// Four points that span a volume, as facets with all other points shared out among them.
fn first_four(points: &[Corner]) -> Option<Vec<Facet>> {
    let vectors: Vec<Vector3<f64>> = points.iter().map(|p| Vector3::from(*p)).collect();
    let far = |measure: &dyn Fn(&Vector3<f64>) -> f64| {
        let sizes = vectors.iter().map(measure).enumerate();
        sizes.max_by(|a, b| a.1.total_cmp(&b.1)).map(|(i, _)| i)
    };
    let a = far(&|p| p.x)?;
    let b = far(&|p| (p - vectors[a]).norm())?;
    let along = vectors[b] - vectors[a];
    let c = far(&|p| along.cross(&(p - vectors[a])).norm())?;
    let normal = along.cross(&(vectors[c] - vectors[a]));
    let d = far(&|p| normal.dot(&(p - vectors[a])).abs())?;
    let side = exact(points, [a, b, c], d);
    let (b, c) = match side {
        s if s < 0.0 => (b, c),
        s if s > 0.0 => (c, b),
        _ => return None,
    };
    // Seen from outside, d is behind a b c.
    let facet = |corners, neighbours| Facet {
        corners,
        neighbours,
        outside: Vec::new(),
        alive: true,
    };
    let mut facets = vec![
        facet([a, b, c], [1, 2, 3]),
        facet([b, a, d], [0, 3, 2]),
        facet([c, b, d], [0, 1, 3]),
        facet([a, c, d], [0, 2, 1]),
    ];
    let rest: Vec<usize> = (0..points.len()).filter(|i| ![a, b, c, d].contains(i)).collect();
    share_out(points, &mut facets, &rest);
    Some(facets)
}

/// Gives each point to the first facet that it is in front of. A point in front of no facet lies inside.
fn share_out(points: &[Corner], facets: &mut [Facet], rest: &[usize]) {
    for &p in rest {
        if let Some(facet) = facets.iter_mut().find(|f| in_front(points, f.corners, p)) {
            facet.outside.push(p);
        }
    }
}

fn farthest(points: &[Corner], facet: &Facet) -> Option<usize> {
    let [a, b, c] = facet.corners.map(|i| Vector3::from(points[i]));
    let normal = (b - a).cross(&(c - a));
    let height = |p: usize| normal.dot(&(Vector3::from(points[p]) - a));
    let highest = |x: &&usize, y: &&usize| height(**x).total_cmp(&height(**y));
    facet.outside.iter().max_by(highest).copied()
}

fn in_front(points: &[Corner], triangle: [usize; 3], p: usize) -> bool {
    exact(points, triangle, p) > 0.0
}

/// Positive for a point in front of a triangle whose corners go counter-clockwise, exactly.
fn exact(points: &[Corner], triangle: [usize; 3], p: usize) -> f64 {
    let at = |i: usize| {
        let [x, y, z] = points[i];
        Coord3D { x, y, z }
    };
    let [a, b, c] = triangle.map(at);
    // The library's sign is positive for a point below.
    -orient3d(a, b, c, at(p))
}
