//! Whether a polynomial changes its sign in a part of the tick, by Sturm's chain. It tells a touch, where the sign stays, from an
//! entry.

use super::poly::Poly;
use crate::exact::{Q, reduced, sign};
use std::cmp::Ordering;

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
