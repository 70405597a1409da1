//! Where the hull comes to rest, and what it is said to have met: depth, gap, time of impact, normal, contents.

use super::{GapSample, Judgement, Near, Verdict};
use crate::cone::Cone;
use crate::feature::Feature;
use crate::path::{self, Rounding};
use crate::reference::ExactSweep;
use crate::solid::V;
use clipmark_collision::{Sidedness, SkinDirection, Trace};

/// Largest deviation of a normal's length from one. f32 normals carry 1e-7, maps' text about 1e-5.
const UNIT: f64 = 1e-4;
/// A normal further than this from every lawful one is wrong, in degrees. f32 solvers place normals of features
/// of a few units to about 0.1; a wrong face is rarely nearer than 5.
const WRONG_NORMAL: f64 = 1.0;

/// Cosine from which a reported normal is that of the face met, about 0.8 degrees: which of two surfaces stopped a hull is
/// told by it. Smaller takes the skin of another surface for that of the face; larger leaves out rounded normals.
const GAP_NORMAL: f64 = 0.9999;

/// Steps of the search for where a path is nearest: two thirds to this power is 1e-7 of the path. Fewer place a normal worse than
/// [`WRONG_NORMAL`]; more cost time.
const THIRDS: usize = 40;

impl Judgement<'_> {
    /// Where it comes to rest and what it is said to have met.
    pub(super) fn rest(&self, v: &mut Verdict, trace: &Trace, fraction: f64, end: &V) {
        let excused = |i: usize| self.excused(i);
        if let Some(contact) = v.exact.contacts.first() {
            v.feature = self.reference.feature(contact);
            v.extent = self.reference.extent(contact.part);
        }
        let around = 2.0 * (self.skin + self.tolerance);
        let at_start = self
            .reference
            .distance_within(&self.path.start, around, |_| false);
        v.start_distance = at_start.map(|d| d.distance);
        // By the solid that the sweep starts in, which has no surface here.
        // One that holds the start by less than rounding may stop it as if it were outside.
        let holds_up = |n: &Near| {
            if n.inside {
                self.stops_at_once(n)
            } else {
                n.holds_start
            }
        };
        let still = fraction * self.length <= self.tolerance;
        let at_once = still && self.near.iter().any(holds_up);
        let held = trace.all_solid || at_once;
        // The way out of a surface that the start overlaps is no normal of the solid.
        let out_of_surface = still
            && trace.start_solid
            && self.declaration.sidedness != Sidedness::Solid
            && self.near.iter().any(|n| n.maybe_inside);
        // A surface of a solid that it started in, and still is in, may have stopped it there: what is near besides did not.
        let within_started = trace.start_solid
            && self.declaration.sidedness != Sidedness::Solid
            && self
                .near
                .iter()
                .any(|n| n.inside && self.is_brush(n.body) && self.holds(n.body, end, -self.tolerance));
        let reach = self.reference.margin(self.skin + self.tolerance) + self.length;
        // What does not stop a motion this way may be reached into from behind; what a rule of the engine passes is counted
        // as that.
        let passed = |i: usize| {
            (v.by_touch_rule || v.by_bevel_rule || v.by_patch_rule) && self.touched(i)
                || (v.by_bevel_rule || v.by_patch_rule) && self.starts_in_given(i)
                || v.by_patch_rule && self.is_open(i)
        };
        let unfelt = |i: usize| excused(i) || passed(i) || !self.reference.bodies[i].stops(&self.path.d);
        let d = self.reference.distance_within(end, reach, unfelt);
        if let Some(d) = d {
            // A hull that does not move cannot have gone any deeper.
            v.penetration = if fraction > 0.0 {
                (-d.distance).max(0.0)
            } else {
                0.0
            };
            let slack = d.part.slack();
            v.penetrating = v.penetration > self.tolerance + slack;
            v.gap = if trace.hit() && !held && !v.by_patch_rule {
                (d.distance - self.skin).max(0.0)
            } else {
                0.0
            };
        }
        let along = self.path.d.try_normalize(f64::MIN_POSITIVE).unwrap_or(V::zeros());
        let normals = || v.exact.contacts.iter().flat_map(|c| &c.normals);
        v.cosine = normals().map(|n| -n.dot(&along)).max_by(f64::total_cmp);
        if !trace.hit() {
            return;
        }
        // Otherwise it is another skin that stops it, or the solid it starts in.
        let by_contact = !held
            && v.exact.contacts.iter().any(|c| {
                let body = self.reference.body_of(c.part);
                body.is_some_and(|b| self.holds(b, end, self.skin + self.tolerance))
            });
        if let Some(t) = v.exact.entry.filter(|_| by_contact) {
            let early = (t - fraction) * self.length;
            v.toi_path = Some(early);
            v.toi_normal = normals()
                .map(|n| early * n.dot(&along).abs() - self.skin)
                // One that starts inside the skin and does not move is not late.
                .map(|off| if fraction > 0.0 { off } else { off.max(0.0) })
                .min_by(|a, b| a.abs().total_cmp(&b.abs()));
        }
        self.normal(v, trace, &along);
        if !held {
            v.wrong_contents = self.names_other_contents(trace, end);
        }
        if !at_once && !out_of_surface && (by_contact || !within_started) {
            let exact = v.exact.clone();
            self.angle(v, trace, end, by_contact.then_some(&exact));
        }
        // Who names no plane does not say what Quake III says.
        let named = trace.plane.map(|p| p.normal.cast::<f64>());
        if let Some(normal) = named.filter(|_| v.wrong_contents || v.wrong_normal && v.opposed) {
            let grown = self.skin + self.tolerance;
            v.by_given = v
                .by_given
                .or_else(|| self.reference.within_given_planes(end, Some(&normal), grown));
        }
        v.gap_sample = self.gap_sample(v, trace, fraction);
    }

    /// The gap at a stop by the face of one solid alone, from a start that was farther off.
    fn gap_sample(&self, v: &Verdict, trace: &Trace, fraction: f64) -> Option<GapSample> {
        let [contact] = v.exact.contacts.as_slice() else {
            return None;
        };
        let [normal] = contact.normals.as_slice() else {
            return None;
        };
        let reported: V = trace.plane?.normal.cast();
        let by_this = reported.dot(normal) >= GAP_NORMAL;
        let at_start = v.start_distance.is_some_and(|d| d <= self.skin + self.tolerance);
        let is_face = v.feature == Some(Feature::Face);
        if fraction <= 0.0 || at_start || !by_this || !is_face {
            return None;
        }
        let off = match self.declaration.skin_direction {
            SkinDirection::Normal => v.toi_normal,
            SkinDirection::Path => v.toi_path.map(|early| early - self.skin),
        };
        Some(GapSample {
            off: off?,
            rounding: self.rounding,
            normal: *normal,
        })
    }

    fn normal(&self, v: &mut Verdict, trace: &Trace, along: &V) {
        let Some(n) = trace.plane.map(|p| p.normal.cast::<f64>()) else {
            v.wrong_normal = !(trace.start_solid || trace.all_solid || self.length == 0.0);
            return;
        };
        let unit = (n.norm() - 1.0).abs() <= UNIT;
        v.opposed = unit && (n.dot(along) < 0.0 || self.length == 0.0);
        // Rounding may turn a path that keeps its distance.
        let turned = n.dot(&self.path.d) < self.rounding;
        v.along = unit && !v.opposed && turned;
        v.wrong_normal = !(unit && turned);
    }

    /// Whether the contents reported are those of none of the solids in whose skin the hull stops, where there are any.
    fn names_other_contents(&self, trace: &Trace, end: &V) -> bool {
        let grown = self.skin + self.tolerance;
        let reach = self.reference.holding_reach(grown);
        let (mut any, mut named) = (false, false);
        self.reference.tree.near(end, reach, |i| {
            if self.holds(i, end, grown) {
                any = true;
                named |= self.reference.solids[i].contents.intersects(trace.contents);
            }
            if named { -1.0 } else { reach }
        });
        any && !named
    }

    /// How far the normal is from those between the parts of the surface that a position is in front of, if the path approaches
    /// any of them. At an edge a normal between a part that is approached and one that is left is right, if the path goes
    /// against it ([`Self::normal`]).
    fn angle_between(&self, fronts: &[V], n: &V) -> Option<f64> {
        let approached = fronts.iter().any(|f| f.dot(&self.path.d) < self.rounding);
        approached.then(|| Cone::new(fronts).angle_to(n)).flatten()
    }

    /// How far the normal is from those of the bodies whose skin holds the stop, where the path goes on to meet them, or comes
    /// nearest if it does not. A round hull turns about an edge on that way, and any normal on it will do. Of what is met first such a
    /// normal is right, and so it is of what the skin meets first.
    fn angle_where_met(&self, n: &V, end: &V, fraction: f64, exact: &ExactSweep) -> Option<f64> {
        let (r, grown) = (self.reference, self.skin + self.tolerance);
        let (reach, mut best) = (r.holding_reach(grown), None);
        r.tree.near(end, reach, |i| {
            if !self.holds(i, end, grown) {
                return reach;
            }
            let inside = path::inside(&r.bodies[i], r.rounding, &self.path, 0.0);
            let met = match inside.blocks() {
                // It starts in this one, which is not met.
                true if inside.enter < 0.0 => return reach,
                true => inside.enter,
                false => self.comes_nearest(i, fraction),
            };
            let mut fronts = r.fronts(i, &self.path.at(met), self.tolerance);
            if r.rounding != Rounding::None {
                fronts.extend(r.fronts(i, end, self.tolerance));
                let of_this = exact.contacts.iter().filter(|c| r.body_of(c.part) == Some(i));
                fronts.extend(of_this.flat_map(|c| &c.normals));
            }
            best = best
                .into_iter()
                .chain(self.angle_between(&fronts, n))
                .min_by(f64::total_cmp);
            reach
        });
        best
    }

    /// Where the path comes nearest to a body after a fraction: by thirds, since the distance is convex along a line. Of a
    /// cylinder it is the distance in plan. The end of the last bracket is taken at which the path still comes nearer.
    fn comes_nearest(&self, body: usize, after: f64) -> f64 {
        let r = self.reference;
        let distance =
            |t: f64| path::signed_distance(&r.bodies[body], r.rounding, &self.path.at(t), 0.0).distance;
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

    /// How far the normal is from the direction of the nearest point of a body whose skin holds the stop, of a cylinder in plan. A
    /// skin that is round at edges comes to them where a plane's is still that of the face.
    fn angle_to_nearest(&self, n: &V, end: &V) -> Option<f64> {
        let (r, grown) = (self.reference, self.skin + self.tolerance);
        let (reach, mut best) = (r.holding_reach(grown), None);
        r.tree.near(end, reach, |i| {
            let near = path::signed_distance(&r.bodies[i], r.rounding, end, 0.0);
            if near.distance > 0.0
                && near.normal.dot(&self.path.d) < self.rounding
                && self.holds(i, end, grown)
            {
                let normals = [near.normal];
                best = best
                    .into_iter()
                    .chain(Cone::new(&normals).angle_to(n))
                    .min_by(f64::total_cmp);
            }
            reach
        });
        best
    }

    /// How far the normal is from that of the exact contact, or of what else may have stopped it here.
    fn angle(&self, v: &mut Verdict, trace: &Trace, end: &V, exact: Option<&ExactSweep>) {
        let Some(n) = trace.plane.map(|p| p.normal.cast::<f64>()) else {
            return;
        };
        v.exact_normal_error = exact.and_then(|e| e.normal_error(&n));
        let grown = self.skin + self.tolerance;
        let reach = self.reference.holding_reach(grown);
        let mut best = v.exact_normal_error;
        self.reference.tree.near(end, reach, |i| {
            if self.holds(i, end, grown) {
                let fronts = self.reference.fronts(i, end, self.tolerance);
                let error = self.angle_between(&fronts, &n);
                best = best.into_iter().chain(error).min_by(f64::total_cmp);
            }
            reach
        });
        if best.is_some_and(|deg| deg > WRONG_NORMAL) {
            let others = [
                self.angle_where_met(&n, end, trace.fraction.into(), &v.exact),
                self.angle_to_nearest(&n, end),
            ];
            best = best
                .into_iter()
                .chain(others.into_iter().flatten())
                .min_by(f64::total_cmp);
        }
        v.normal_error = best;
        if best.is_none_or(|deg| deg <= WRONG_NORMAL) {
            return;
        }
        v.normal_by_patch_rule = !v.wrong_normal && self.is_stopped_by_facet(end, &n, trace.fraction > 0.0);
        v.wrong_normal |= !v.normal_by_patch_rule;
    }
}
