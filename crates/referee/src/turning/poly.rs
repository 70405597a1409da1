//! Polynomials with rational coefficients, and whether one is nowhere negative in a part of the tick: quickly by its Bernstein
//! coefficients, or exactly by Sturm's chain. That tells a touch, where the sign stays, from an entry.

use crate::rational::{Q, Q3, reduced, sign};
use std::cmp::Ordering;

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

impl Poly {
    /// Whether it is nowhere negative from `a` to `b`, decided exactly. It is not at the ends and between its roots.
    pub(super) fn nowhere_negative(&self, a: &Q, b: &Q) -> bool {
        if self.not_negative(a, b) {
            return true;
        }
        if sign(&self.at(a)).is_lt() || sign(&self.at(b)).is_lt() {
            return false;
        }
        let own = self.trimmed();
        // Roots of odd multiplicity are those where the sign changes. An even number of them may lie between ends of one sign.
        odd_part(&own).roots_between(a, b) == 0 && own.positive_somewhere(a, b)
    }

    fn trimmed(&self) -> Self {
        let mut out = Self(self.0.iter().cloned().map(reduced).collect());
        while out.0.len() > 1 && out.0.last().is_some_and(Q::is_zero) {
            out.0.pop();
        }
        out
    }

    fn is_number(&self) -> bool {
        self.0.len() == 1
    }

    fn is_nothing(&self) -> bool {
        self.0.iter().all(Q::is_zero)
    }

    /// Without a change of sign between: one place that is no root tells.
    fn positive_somewhere(&self, a: &Q, b: &Q) -> bool {
        let parts = self.0.len() as u64 + 1;
        let place = |k: u64| a + (b - a) * Q::from(k) / Q::from(parts);
        let tells = (1..=parts).map(|k| self.at(&place(k))).find(|x| !x.is_zero());
        tells.is_none_or(|x| sign(&x).is_gt())
    }

    fn derivative(&self) -> Self {
        let of = |(k, x): (usize, &Q)| x * Q::from(k as u64);
        let out: Vec<Q> = self.0.iter().enumerate().skip(1).map(of).collect();
        if out.is_empty() {
            Self(vec![Q::ZERO])
        } else {
            Self(out).trimmed()
        }
    }

    /// Quotient and remainder.
    fn divided(&self, by: &Self) -> (Self, Self) {
        let (mut rest, lead) = (self.0.clone(), &by.0[by.0.len() - 1]);
        let steps = (self.0.len() + 1).saturating_sub(by.0.len());
        let mut quotient = vec![Q::ZERO; steps.max(1)];
        for k in (0..steps).rev() {
            let share = reduced(&rest[k + by.0.len() - 1] / lead);
            for (i, x) in by.0.iter().enumerate() {
                rest[k + i] -= &share * x;
            }
            quotient[k] = share;
        }
        (Self(quotient).trimmed(), Self(rest).trimmed())
    }

    fn common(&self, other: &Self) -> Self {
        let (mut a, mut b) = (self.clone(), other.clone());
        while !b.is_nothing() {
            let rest = a.divided(&b).1;
            a = std::mem::replace(&mut b, rest);
        }
        a
    }

    /// Roots strictly between, of a polynomial without multiple ones.
    fn roots_between(&self, a: &Q, b: &Q) -> usize {
        let mut chain = vec![self.clone(), self.derivative()];
        while let [.., before, last] = &chain[..]
            && !last.is_nothing()
        {
            let next = before.divided(last).1.scaled(&-Q::ONE);
            chain.push(next);
        }
        let changes = |s: &Q| {
            let signs = chain.iter().map(|p| sign(&p.at(s)));
            let signs: Vec<Ordering> = signs.filter(|x| x.is_ne()).collect();
            signs.windows(2).filter(|w| w[0] != w[1]).count()
        };
        let up_to_b = changes(a).saturating_sub(changes(b));
        up_to_b - usize::from(self.at(b).is_zero() && up_to_b > 0)
    }
}

/// The product of the factors of odd multiplicity, each once (Yun).
fn odd_part(p: &Poly) -> Poly {
    let mut out = Poly(vec![Q::ONE]);
    if p.is_number() {
        return out;
    }
    let slope = p.derivative();
    let common = p.common(&slope);
    let (mut left, mut rest) = (p.divided(&common).0, slope.divided(&common).0);
    for multiplicity in 1.. {
        if left.is_number() {
            break;
        }
        let next = rest.minus(&left.derivative()).trimmed();
        let factor = if next.is_nothing() {
            left.clone()
        } else {
            left.common(&next)
        };
        if multiplicity % 2 == 1 {
            out = out.times(&factor).trimmed();
        }
        rest = next.divided(&factor).0;
        left = left.divided(&factor).0;
    }
    out
}
