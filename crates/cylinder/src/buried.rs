//! Finds the faces of brushes that can never be touched, because other brushes cover them.
//!
//! A point of a face is covered by another brush when that brush reaches in front of the face there. The point is inside it, or
//! on a side of it that looks the opposite way. The covered parts are cut off, brush by brush. A face with nothing left is
//! buried: its outline runs along the surface of its neighbours, where a hull that rests in them by rounding would feel its
//! edges.

use clipmark_geometry::{Aabb, Brush, Contents, Face, Plane, Winding};
use clipmark_hierarchy::Hierarchy;

/// Contents bits that say how a map was compiled, not which motions a brush stops. A face is buried in a brush that differs in
/// them. Quake III's detail, structural and translucent.
const COMPILER_BITS: Contents = Contents::from_bits_retain(0x0800_0000 | 0x1000_0000 | 0x2000_0000);
/// Sides nearer than this lie on one plane, in units, and normals as close; rounding of planes in map files.
/// Larger calls a real gap shut; smaller keeps faces that cannot be touched.
pub(crate) const ON_PLANE: f64 = 1e-3;
/// A middle this near to a brush may be in a seam between it and others, in units. This module takes two sides so
/// near for one plane and leaves out both. Smaller loses starts in a seam; larger asks for nothing.
pub(crate) const SEAM: f32 = ON_PLANE as f32;
/// Pieces of less area are rounding, in square units.
pub(crate) const MIN_AREA: f64 = 1e-4;
/// Pieces that a face is cut into, at most: one cut into more is kept. Bounds the time on hostile maps.
const MAX_PIECES: usize = 256;

/// For each brush and each of its faces, whether it is buried.
pub(crate) fn buried(brushes: &[Brush], faces: &[Vec<Face>]) -> Vec<Vec<bool>> {
    let boxes: Vec<Aabb> = brushes.iter().map(|b| b.bounds).collect();
    let hierarchy = Hierarchy::new(&boxes);
    let mut near = Vec::new();
    (0..brushes.len())
        .map(|i| {
            let mut buried = Vec::with_capacity(faces[i].len());
            for face in &faces[i] {
                let bounds = Aabb::of_points(&face.winding.to_f32()).grown(ON_PLANE as f32);
                near.clear();
                let (mins, maxs) = (bounds.mins.into(), bounds.maxs.into());
                hierarchy.in_box(mins, maxs, &mut 0, |k| near.push(k as usize));
                let covers = |&&k: &&usize| {
                    k != i && (brushes[k].contents | COMPILER_BITS).contains(brushes[i].contents)
                };
                let plane = brushes[i].sides[face.side].plane;
                let mut pieces = vec![face.winding.clone()];
                for &k in near.iter().filter(covers) {
                    let sides: Vec<Plane> = faces[k].iter().map(|f| brushes[k].sides[f.side].plane).collect();
                    pieces = outside(pieces, &plane, &sides);
                    if pieces.is_empty() || pieces.len() > MAX_PIECES {
                        break;
                    }
                }
                buried.push(pieces.is_empty());
            }
            buried
        })
        .collect()
}

/// The rest of a face's pieces after cutting off the parts covered by a brush.
fn outside(pieces: Vec<Winding>, face: &Plane, brush: &[Plane]) -> Vec<Winding> {
    let n = face.normal.cast::<f64>();
    let mut left = Vec::new();
    if brush.is_empty() {
        return pieces;
    }
    for piece in pieces {
        let mut covered = piece.clone();
        let mut rest = Vec::new();
        for side in brush {
            let (m, dist) = (side.normal.cast::<f64>(), f64::from(side.dist));
            let highest = covered
                .points
                .iter()
                .map(|p| m.dot(&p.coords) - dist)
                .fold(f64::MIN, f64::max);
            let lowest = covered
                .points
                .iter()
                .map(|p| m.dot(&p.coords) - dist)
                .fold(f64::MAX, f64::min);
            let on_side = highest.abs() < ON_PLANE && lowest.abs() < ON_PLANE;
            if on_side && m.dot(&n) > 0.0 {
                // Flush, looking the same way: both can be touched.
                rest = vec![piece.clone()];
                break;
            }
            if on_side || highest <= ON_PLANE {
                continue;
            }
            if lowest >= -ON_PLANE {
                rest = vec![piece.clone()];
                break;
            }
            rest.push(covered.clipped(-m, -dist, 0.0));
            covered = covered.clipped(m, dist, 0.0);
        }
        left.extend(rest.into_iter().filter(|w| w.area() > MIN_AREA));
    }
    left
}
