//! Rational numbers and vectors of them.

use crate::solid::V;
use dashu_ratio::Relaxed;
use std::cmp::Ordering;

/// A rational number. Most are dyadic, and this keeps their least denominator. It does not look for common divisors of others.
pub(super) type Q = Relaxed;
/// A point or direction.
pub(super) type Q3 = [Q; 3];

pub(super) fn q(x: f64) -> Q {
    // NaN and infinity never come here: worlds, hulls and paths are checked before.
    Q::try_from(x).unwrap_or(Q::ZERO)
}

/// The same without common divisors: for numbers that much is made of.
pub(super) fn reduced(x: Q) -> Q {
    x.canonicalize().relax()
}

pub(super) fn q3(v: &V) -> Q3 {
    [q(v.x), q(v.y), q(v.z)]
}

pub(super) fn dot(a: &Q3, b: &Q3) -> Q {
    &a[0] * &b[0] + &a[1] * &b[1] + &a[2] * &b[2]
}

pub(super) fn cross(a: &Q3, b: &Q3) -> Q3 {
    [
        &a[1] * &b[2] - &a[2] * &b[1],
        &a[2] * &b[0] - &a[0] * &b[2],
        &a[0] * &b[1] - &a[1] * &b[0],
    ]
}

pub(super) fn sub(a: &Q3, b: &Q3) -> Q3 {
    [&a[0] - &b[0], &a[1] - &b[1], &a[2] - &b[2]]
}

pub(super) fn along(a: &Q3, d: &Q3, t: &Q) -> Q3 {
    [&a[0] + &d[0] * t, &a[1] + &d[1] * t, &a[2] + &d[2] * t]
}

pub(super) fn negated(a: &Q3) -> Q3 {
    [-&a[0], -&a[1], -&a[2]]
}

pub(super) fn is_zero(a: &Q3) -> bool {
    a.iter().all(Q::is_zero)
}

pub(super) fn sign(x: &Q) -> Ordering {
    x.cmp(&Q::ZERO)
}
