//! The outline of a facet: its plane cut down by its borders, in f32.
//!
//! The corners carry the rounding of a square as large as the world, a few thousandths of a unit. The bevels are made from them:
//! exact corners would give other bevels than the engine's.

use super::vector::{Flat, along, cross, dot, normalized, sub};

/// Half the size of the first square, in units: as large as a map may be. Another size rounds otherwise. One in a hundred box
/// sweeps that meet a patch then ends elsewhere in the last bits.
const WORLD_HALF: f32 = 65535.0;
/// A corner this near to a cutting plane lies on it, in units. Larger drops thin facets that the engine keeps;
/// smaller keeps slivers that it drops.
const ON_CUT: f32 = 0.1;

/// A square on the plane, larger than any map.
pub(super) fn square(plane: &Flat) -> Vec<[f32; 3]> {
    let n = plane.normal;
    let steep = (0..3).fold(0, |best, k| if n[k].abs() > n[best].abs() { k } else { best });
    let helper = if steep == 2 {
        [1.0, 0.0, 0.0]
    } else {
        [0.0, 0.0, 1.0]
    };
    let Some((up, _)) = normalized(along(helper, n, -dot(helper, n))) else {
        return Vec::new();
    };
    let right = cross(up, n);
    let middle = n.map(|x| x * plane.dist);
    let (up, right) = (up.map(|x| x * WORLD_HALF), right.map(|x| x * WORLD_HALF));
    [(-1.0, 1.0), (1.0, 1.0), (1.0, -1.0), (-1.0, -1.0)]
        .map(|(r, u)| along(along(middle, right, r), up, u))
        .to_vec()
}

/// The part of the polygon behind the plane; empty when no part lies behind it.
pub(super) fn cut_behind(corners: &[[f32; 3]], plane: &Flat) -> Vec<[f32; 3]> {
    let depth = |p: [f32; 3]| plane.dist - dot(p, plane.normal);
    if !corners.iter().any(|&p| depth(p) > ON_CUT) {
        return Vec::new();
    }
    if !corners.iter().any(|&p| depth(p) < -ON_CUT) {
        return corners.to_vec();
    }
    let mut out = Vec::with_capacity(corners.len() + 1);
    for (i, &p) in corners.iter().enumerate() {
        let q = corners[(i + 1) % corners.len()];
        let (dp, dq) = (depth(p), depth(q));
        if dp >= -ON_CUT {
            out.push(p);
        }
        if (dp > ON_CUT && dq < -ON_CUT) || (dp < -ON_CUT && dq > ON_CUT) {
            let f = dp / (dp - dq);
            let step = sub(q, p);
            out.push(std::array::from_fn(|k| match plane.normal[k] {
                1.0 => plane.dist,
                -1.0 => -plane.dist,
                _ => p[k] + f * step[k],
            }));
        }
    }
    out
}
