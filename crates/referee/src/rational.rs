//! Rational numbers and vectors of them.

use crate::corners::V;
use dashu_ratio::Relaxed;
use std::cmp::Ordering;

/// A rational number. Most are dyadic, and this keeps their least denominator. It does not look for common divisors of others.
pub(crate) type Q = Relaxed;
/// A point or direction.
pub(crate) type Q3 = [Q; 3];

pub(crate) fn q(x: f64) -> Q {
    // NaN and infinity never come here: worlds, hulls and paths are checked before.
    Q::try_from(x).unwrap_or(Q::ZERO)
}

/// The same without common divisors: for numbers that much is made of.
pub(crate) fn reduced(x: Q) -> Q {
    x.canonicalize().relax()
}

pub(crate) fn q3(v: &V) -> Q3 {
    [q(v.x), q(v.y), q(v.z)]
}

pub(crate) fn dot(a: &Q3, b: &Q3) -> Q {
    &a[0] * &b[0] + &a[1] * &b[1] + &a[2] * &b[2]
}

pub(crate) fn cross(a: &Q3, b: &Q3) -> Q3 {
    [
        &a[1] * &b[2] - &a[2] * &b[1],
        &a[2] * &b[0] - &a[0] * &b[2],
        &a[0] * &b[1] - &a[1] * &b[0],
    ]
}

pub(crate) fn sub(a: &Q3, b: &Q3) -> Q3 {
    [&a[0] - &b[0], &a[1] - &b[1], &a[2] - &b[2]]
}

pub(crate) fn along(a: &Q3, d: &Q3, t: &Q) -> Q3 {
    [&a[0] + &d[0] * t, &a[1] + &d[1] * t, &a[2] + &d[2] * t]
}

pub(crate) fn negated(a: &Q3) -> Q3 {
    [-&a[0], -&a[1], -&a[2]]
}

pub(crate) fn is_zero(a: &Q3) -> bool {
    a.iter().all(Q::is_zero)
}

pub(crate) fn sign(x: &Q) -> Ordering {
    x.cmp(&Q::ZERO)
}

/// The image of a vector under the matrix of these columns.
pub(crate) fn image(columns: &[Q3; 3], v: &Q3) -> Q3 {
    let [x, y, z] = columns;
    std::array::from_fn(|i| &x[i] * &v[0] + &y[i] * &v[1] + &z[i] * &v[2])
}

/// The image of the plane `n . x = d` through the origin's image under that matrix: its normal by the cofactors, and the factor
/// of d.
pub(crate) fn image_of_normal(columns: &[Q3; 3], n: &Q3) -> (Q3, Q) {
    let [x, y, z] = columns;
    let cofactors = [cross(y, z), cross(z, x), cross(x, y)];
    (image(&cofactors, n), dot(x, &cofactors[0]))
}
