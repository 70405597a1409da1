//! A round skin around a point or a vertical segment. A cylinder around either would reach beyond an edge by up to 0.41 of a
//! skin more.
//!
//! The segment's middle is swept against the polygon drawn out by the segment (their Minkowski sum). That is its lower and upper
//! edges, and the upright edges and sides that join these. Each has a ball of the skin's radius around it.

use crate::entry::{Cylinder, V3};
use crate::mesh::Face;

/// When a hull without width, moved by `by`, first comes within `skin` of a polygon's outline: a fraction of `by`.
pub(crate) fn meets_edges(face: &Face, hull: &Cylinder, by: &V3, skin: f64) -> Option<f64> {
    let up = V3::z() * (2.0 * hull.half);
    let reach = |a: &V3, u: &V3| within(a, u, by, skin);
    let to_edges = face.edges().flat_map(|(a, u)| {
        let low = a - hull.center - up * 0.5;
        let joining = || {
            let side = within_side(&low, &u, &up, by, skin);
            [reach(&(low + up), &u), reach(&low, &up), side]
        };
        let joining = (hull.half > 0.0).then(joining);
        joining.into_iter().flatten().flatten().chain(reach(&low, &u))
    });
    to_edges.min_by(f64::total_cmp)
}

/// When a point that moves from the origin by `d` comes within `r` of the segment from `a` to `a + u`.
fn within(a: &V3, u: &V3, d: &V3, r: f64) -> Option<f64> {
    let u2 = u.norm_squared();
    let across = |v: &V3| v - u * (v.dot(u) / u2);
    let beside = enters_ball(&across(a), &across(d), r).filter(|t| {
        let share = (d * *t - a).dot(u);
        (0.0..=u2).contains(&share)
    });
    // The other end is the next edge's beginning.
    let at_corner = enters_ball(a, d, r);
    beside.into_iter().chain(at_corner).min_by(f64::total_cmp)
}

/// When a point that moves from the origin by `d` comes within `r` of the inside of a parallelogram. It lies at `a` and is
/// spanned by `u` and the upright `up`.
fn within_side(a: &V3, u: &V3, up: &V3, d: &V3, r: f64) -> Option<f64> {
    let across = u.cross(up);
    let m = across.try_normalize(f64::MIN_POSITIVE)? * -across.dot(d).signum();
    let towards = m.dot(d);
    if towards >= 0.0 {
        return None;
    }
    let t = (r + m.dot(a)) / towards;
    let foot = d * t - m * r - a;
    let share = foot.xy().dot(&u.xy()) / u.xy().norm_squared();
    let height = foot.z - u.z * share;
    ((0.0..=1.0).contains(&share) && (0.0..=up.z).contains(&height)).then_some(t)
}

/// When a point that moves from the origin by `d` comes within `r` of `a`.
fn enters_ball(a: &V3, d: &V3, r: f64) -> Option<f64> {
    let (d2, nearest) = (d.norm_squared(), a.dot(d));
    // By the distance from the line, not by b^2 - 4ac: that loses all digits far away.
    let root = d2 * r * r - a.cross(d).norm_squared();
    (d2 > 0.0 && root >= 0.0).then(|| (nearest - root.sqrt()) / d2)
}
