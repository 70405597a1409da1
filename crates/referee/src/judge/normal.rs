//! *Wrong normal*: further than a degree from every right one, missing, or not of unit length. Also one along the motion by
//! more than rounding.
//!
//! Lawful are the cone of the exact contact. The parts of a surface in whose skin the hull stops, if the path approaches one
//! of them. The direction of its nearest point. And the normal where the path goes on to meet it, or is nearest to it.
//! `docs/truth.md` section 1 says why.

use super::{Facts, Verdict};
use crate::body::Round;
use crate::reference::{Cone, ExactSweep};
use crate::solid::{V, is_unit};
use clipmark_collision::Trace;
use clipmark_rows::faults::Fault;

/// A normal further than this from every lawful one is wrong, in degrees. f32 solvers place normals of features of a few
/// units to about 0.1. A wrong face is rarely nearer than 5.
const WRONG_NORMAL: f64 = 1.0;

/// Steps of the search for where a path is nearest: two thirds to this power is 1e-7 of the path. Fewer place a normal worse
/// than [`WRONG_NORMAL`]; more cost time.
const THIRDS: usize = 40;

impl Facts<'_> {
    /// Judges length and direction of the normal. True where it does not oppose the motion, but by no more than rounding: the
    /// path keeps its distance from the surface.
    pub(super) fn normal(&self, v: &mut Verdict, trace: &Trace, along: &V) -> bool {
        let Some(n) = trace.plane.map(|p| p.normal.cast::<f64>()) else {
            if !(trace.start_solid || trace.all_solid || self.length == 0.0) {
                v.found.insert(Fault::WrongNormal);
            }
            return false;
        };
        let unit = is_unit(&n);
        v.measures.opposed = unit && (n.dot(along) < 0.0 || self.length == 0.0);
        // Rounding may turn a path that keeps its distance.
        let turned = n.dot(&self.path.d) < self.rounding;
        if !(unit && turned) {
            v.found.insert(Fault::WrongNormal);
        }
        unit && !v.measures.opposed && turned
    }

    /// How far the normal is from those between the parts of the surface that a position is in front of. `None` where the path
    /// approaches none of them. At an edge one part may be approached and one left. A normal between them is right if the path
    /// goes against it ([`Self::normal`]).
    fn angle_between(&self, fronts: &[V], n: &V) -> Option<f64> {
        let approached = fronts.iter().any(|f| f.dot(&self.path.d) < self.rounding);
        approached.then(|| Cone::new(fronts).angle_to(n)).flatten()
    }

    /// How far the normal is from those of the bodies whose skin holds the stop. They count where the path goes on to meet
    /// them, or comes nearest if it does not. A round hull turns about an edge on that way, and any normal on it will do.
    /// Normals of the first hit are right, and those of the skin's first hit.
    fn angle_where_met(&self, n: &V, end: &V, fraction: f64, exact: &ExactSweep) -> Option<f64> {
        let r = self.reference;
        let mut best = None;
        for i in r.holding(end, self.grown()) {
            let inside = r.bodies[i].inside(&self.path, 0.0);
            let met = match inside.blocks() {
                // It starts in this one, which is not met.
                true if inside.enter < 0.0 => continue,
                true => inside.enter,
                false => self.comes_nearest(i, fraction),
            };
            let mut fronts = r.bodies[i].fronts(&self.path.at(met), self.tolerance);
            if r.round != Round::None {
                fronts.extend(r.bodies[i].fronts(end, self.tolerance));
                let of_this = exact.contacts.iter().filter(|c| r.body_of(c.part) == Some(i));
                fronts.extend(of_this.flat_map(|c| &c.normals));
            }
            best = least(best, self.angle_between(&fronts, n));
        }
        best
    }

    /// Where the path comes nearest to a body after a fraction. It is found by thirds, since the distance is convex along a
    /// line. For a cylinder it is the distance in plan. The end of the last bracket is taken at which the path still comes
    /// nearer.
    fn comes_nearest(&self, body: usize, after: f64) -> f64 {
        let r = self.reference;
        let distance = |t: f64| r.bodies[body].signed_distance(&self.path.at(t), 0.0).distance;
        let (mut low, mut high) = (after, 1.0);
        for _ in 0..THIRDS {
            let (a, b) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
            if distance(a) <= distance(b) {
                high = b;
            } else {
                low = a;
            }
        }
        low
    }

    /// How far the normal is from the direction of the nearest point of a body whose skin holds the stop. A cylinder is asked
    /// in plan. A skin that is round at edges reaches them where a skin of planes still has the face's normal.
    fn angle_to_nearest(&self, n: &V, end: &V) -> Option<f64> {
        let r = self.reference;
        let holding = r.holding(end, self.grown()).into_iter();
        let near = holding.map(|i| r.bodies[i].signed_distance(end, 0.0));
        near.filter(|near| near.distance > 0.0 && near.normal.dot(&self.path.d) < self.rounding)
            .filter_map(|near| Cone::new(&[near.normal]).angle_to(n))
            .min_by(f64::total_cmp)
    }

    /// How far the normal is from the exact contact's, or from another possible stop's here.
    pub(super) fn angle(&self, v: &mut Verdict, trace: &Trace, end: &V, by_contact: bool) {
        let Some(n) = trace.plane.map(|p| p.normal.cast::<f64>()) else {
            return;
        };
        v.measures.exact_normal_error = by_contact.then(|| v.asked.exact.normal_error(&n)).flatten();
        let mut best = v.measures.exact_normal_error;
        for i in self.reference.holding(end, self.grown()) {
            let fronts = self.reference.bodies[i].fronts(end, self.tolerance);
            best = least(best, self.angle_between(&fronts, &n));
        }
        if best.is_some_and(|deg| deg > WRONG_NORMAL) {
            let met = self.angle_where_met(&n, end, trace.fraction.into(), &v.asked.exact);
            best = least(least(best, met), self.angle_to_nearest(&n, end));
        }
        v.measures.normal_error = best;
        if best.is_some_and(|deg| deg > WRONG_NORMAL) {
            v.found.insert(Fault::WrongNormal);
        }
    }
}

fn least(a: Option<f64>, b: Option<f64>) -> Option<f64> {
    a.into_iter().chain(b).min_by(f64::total_cmp)
}
