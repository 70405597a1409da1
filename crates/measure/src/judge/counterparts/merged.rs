//! A world without its seams: brushes that together are one convex solid are made one.
//!
//! Two brushes are one if they share a plane from both sides and the rest of their planes encloses exactly both. So it
//! leaves all corners of both behind it, and has the volume of both. Pairs are joined greedily to the end. The order of
//! pairs can change the result's brushes, but never the union.

use clipmark_geometry::{Brush, Plane, SurfaceFlags, World};

/// Planes this close are one, in units; and corners so far in front of a plane are still behind it. Maps are built on
/// grids of an eighth; f32 planes miss each other by 1e-4.
const ON_PLANE: f32 = 1e-3;
/// Normals with a product above this are one direction.
const SAME: f32 = 0.999_999;
/// Volumes within this share are equal; a seam's worth is far above it.
const VOLUME: f64 = 1e-4;
/// Worlds of more brushes are not tried: pairs grow with the square.
const LARGE: usize = 4000;

/// The world with brushes joined where possible; `None` where no two can be. Patches, triangles and the map's tree are
/// left out.
pub fn merged(world: &World) -> Option<World> {
    if world.brushes.len() > LARGE {
        return None;
    }
    let mut brushes: Vec<(Brush, f64)> = world.brushes.iter().map(|b| (b.clone(), volume(b))).collect();
    let before = brushes.len();
    loop {
        let at_first = brushes.len();
        let mut i = 0;
        while i < brushes.len() {
            let partner = (0..brushes.len())
                .filter(|&j| j != i)
                .find_map(|j| Some((j, joined(&brushes[i], &brushes[j])?)));
            if let Some((j, one)) = partner {
                brushes[i] = one;
                brushes.remove(j);
                i -= usize::from(j < i);
            } else {
                i += 1;
            }
        }
        if brushes.len() == at_first {
            break;
        }
    }
    let joined = brushes.len() < before;
    joined.then(|| World::of_brushes(&*world.name, brushes.into_iter().map(|b| b.0).collect()))
}

fn touches(a: &Brush, b: &Brush) -> bool {
    (0..3).all(|i| {
        a.bounds.mins[i] <= b.bounds.maxs[i] + ON_PLANE && b.bounds.mins[i] <= a.bounds.maxs[i] + ON_PLANE
    })
}

/// Two brushes as one, with its volume.
fn joined((a, of_a): &(Brush, f64), (b, of_b): &(Brush, f64)) -> Option<(Brush, f64)> {
    if a.contents != b.contents || !touches(a, b) {
        return None;
    }
    let planes = |b: &Brush| -> Vec<Plane> { b.sides.iter().map(|s| s.plane).collect() };
    let (of_a_planes, of_b_planes) = (planes(a), planes(b));
    let faces = |p: &Plane, q: &Plane| p.normal.dot(&q.normal) < -SAME && (p.dist + q.dist).abs() < ON_PLANE;
    let shared = of_a_planes
        .iter()
        .position(|p| of_b_planes.iter().any(|q| faces(p, q)))?;
    let seam = of_a_planes[shared];
    let same = |p: &Plane, q: &Plane| p.normal.dot(&q.normal) > SAME && (p.dist - q.dist).abs() < ON_PLANE;
    let mut all: Vec<Plane> = Vec::new();
    let rest = of_a_planes.iter().filter(|p| !same(p, &seam));
    for p in rest.chain(of_b_planes.iter().filter(|q| !faces(&seam, q))) {
        if !all.iter().any(|q| same(p, q)) {
            all.push(*p);
        }
    }
    let behind = |b: &Brush| {
        let corners = b.vertices();
        all.iter()
            .all(|p| corners.iter().all(|v| p.distance(v) <= ON_PLANE))
    };
    if !behind(a) || !behind(b) {
        return None;
    }
    let flags = a.sides.first().map_or(SurfaceFlags::empty(), |s| s.surface);
    let one = Brush::from_planes(&all, a.contents, flags).ok()?;
    let size = volume(&one);
    let both = of_a + of_b;
    ((size - both).abs() <= VOLUME * both).then_some((one, size))
}

/// The volume of a brush in cubic units, by cones from its middle to its faces.
fn volume(brush: &Brush) -> f64 {
    let middle = brush.bounds.center();
    let cone = |f: &clipmark_geometry::Face| {
        let height = -f64::from(brush.sides[f.side].plane.distance(&middle));
        f.winding.area() * height / 3.0
    };
    brush.faces().iter().map(cone).sum()
}
