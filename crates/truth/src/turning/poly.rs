//! Polynomials with rational coefficients, and whether one is nowhere negative in a part of the tick.

use crate::exact::{Q, Q3, reduced, sign};

/// Coefficients from the lowest power up.
#[derive(Clone, Debug)]
pub(super) struct Poly(pub(super) Vec<Q>);

/// A vector of polynomials.
pub(super) type Poly3 = [Poly; 3];

impl Poly {
    pub(super) fn plus(&self, other: &Self) -> Self {
        let (long, short) = if self.0.len() < other.0.len() {
            (other, self)
        } else {
            (self, other)
        };
        let mut out = long.clone();
        for (a, b) in out.0.iter_mut().zip(&short.0) {
            *a += b;
        }
        out
    }

    pub(super) fn times(&self, other: &Self) -> Self {
        let mut out = vec![Q::ZERO; self.0.len() + other.0.len() - 1];
        for (i, a) in self.0.iter().enumerate().filter(|(_, a)| !a.is_zero()) {
            for (j, b) in other.0.iter().enumerate() {
                out[i + j] += a * b;
            }
        }
        Self(out)
    }

    pub(super) fn scaled(&self, by: &Q) -> Self {
        Self(self.0.iter().map(|a| a * by).collect())
    }

    pub(super) fn minus(&self, other: &Self) -> Self {
        self.plus(&other.scaled(&-Q::ONE))
    }

    pub(super) fn at(&self, s: &Q) -> Q {
        let horner = |sum: Q, a: &Q| sum * s + a;
        self.0.iter().rev().fold(Q::ZERO, horner)
    }

    /// Whether it is nowhere negative from `a` to `b`, if its Bernstein coefficients there say so. They are exact. Where they do
    /// not say so the part is halved, and they come nearer to the polynomial.
    pub(super) fn not_negative(&self, a: &Q, b: &Q) -> bool {
        let n = self.0.len() - 1;
        if sign(&self.at(a)).is_lt() || sign(&self.at(b)).is_lt() {
            return false;
        }
        // Powers of t, with s = a + (b - a) t.
        let mut own = self.0.clone();
        for i in 0..n {
            for k in (i..n).rev() {
                let up = &own[k + 1] * a;
                own[k] += up;
            }
        }
        let width = b - a;
        let mut power = Q::ONE;
        for x in &mut own {
            *x = reduced(&*x * &power);
            power *= &width;
        }
        (0..=n).all(|i| {
            let share = |k: usize| &own[k] * Q::from(choose(i, k)) / Q::from(choose(n, k));
            !sign(&(0..=i).fold(Q::ZERO, |sum, k| sum + share(k))).is_lt()
        })
    }
}

fn choose(n: usize, k: usize) -> u64 {
    (0..k as u64).fold(1, |c, i| c * (n as u64 - i) / (i + 1))
}

pub(super) fn dot(a: &Poly3, b: &Poly3) -> Poly {
    let [x, y, z] = [0, 1, 2].map(|i| a[i].times(&b[i]));
    x.plus(&y).plus(&z)
}

/// A vector that does not change.
pub(super) fn fixed(v: &Q3) -> Poly3 {
    v.clone().map(|x| Poly(vec![x]))
}

/// `a + b s + c s²`, or shorter.
pub(super) fn of_powers(powers: &[Q3]) -> Poly3 {
    std::array::from_fn(|i| Poly(powers.iter().map(|p| p[i].clone()).collect()))
}
