//! The stop set back from a meeting, so that the hull keeps its skin: the three times of [`stop`](super).

use super::Path;
use crate::entry::{Entry, V3, enter, enters_at};
use crate::mesh::Face;
use crate::separation::separation;
use crate::skin;
use clipmark_collision::TouchRule;

/// A stop this much later than the one along the normal lies beside the feature met, in units along the path. Smaller measures
/// the nearest feature after every meeting with an edge; larger reports normals of features that are not yet near.
const ASIDE: f64 = 1.0 / 1024.0;

impl Path {
    /// The stop for a meeting of the core, and whether the touch rule lets it count.
    pub(super) fn set_back(
        &self,
        face: &Face,
        entry: Entry,
        gap: f64,
        plane_at: f64,
        limit: f64,
    ) -> Option<Entry> {
        let mut shrunk = self.hull.support(&entry.normal) - self.core.support(&entry.normal);
        let mut entry = entry;
        let back = |e: &Entry, shrunk: f64| e.t + (self.skin + shrunk) / e.normal.dot(&self.by);
        let mut latest = f64::INFINITY;
        // Beside the end of a face the hull may meet its edge where the core, later, meets the face.
        let own_in_face = || {
            let towards = -entry.normal.dot(&self.by);
            face.holds(&self.foot(face, gap / towards))
        };
        if !entry.on_face || !own_in_face() {
            // At grazing angles the core comes much later, so it may meet another part of the outline. Beside a plane that it
            // straddles, the hull may be in the polygon by less than its excess over the core. Then its meeting is past.
            let is_ahead = |e: &Entry| e.t <= entry.t && (gap >= 0.0 || e.t >= 0.0);
            let own = enter(face, &self.hull, &self.by).filter(is_ahead);
            if let Some(own) = own.filter(|e| e.normal.dot(&self.by) < 0.0) {
                if entry.normal.dot(&self.by) < 0.0 {
                    latest = back(&entry, shrunk);
                }
                (entry, shrunk) = (own, 0.0);
            }
        }
        let towards = -entry.normal.dot(&self.by);
        if towards <= 0.0 {
            return None;
        }
        if self.touch == TouchRule::InSolid && entry.t - shrunk / towards >= 1.0 {
            return None;
        }
        let mut t = back(&entry, shrunk).min(latest).max(plane_at).max(0.0);
        if t >= 1.0 {
            return None;
        }
        if t > limit {
            // It does not count, and the skin makes it later.
            return Some(Entry { t, ..entry });
        }
        let landing = entry.point + self.by * (t - entry.t);
        let straight =
            entry.on_face && face.holds(&(landing - face.normal * (face.normal.dot(&landing) - face.dist)));
        if !straight {
            let reached = self.nears(face, t)?;
            if reached > limit {
                return (reached < 1.0).then_some(Entry { t: reached, ..entry });
            }
            if (reached - t) * self.by.norm() > ASIDE {
                return (reached < 1.0).then(|| self.seen_from(face, reached, entry));
            }
            t = t.max(reached);
        }
        (t < 1.0).then_some(Entry { t, ..entry })
    }

    /// When the hull comes within a skin of the polygon. Where that is not after `enough`, some time not after that. The skin of
    /// a point or a segment is round.
    fn nears(&self, face: &Face, enough: f64) -> Option<f64> {
        if self.hull.radius > 0.0 {
            return enters_at(face, &self.hull.grown(self.skin), &self.by, enough);
        }
        if face.holds(&self.foot(face, enough)) {
            return Some(enough);
        }
        skin::meets_edges(face, &self.hull, &self.by, self.skin)
    }

    /// A stop that the skin puts beside a later contact. Its normal is the nearest feature's normal there.
    fn seen_from(&self, face: &Face, t: f64, entry: Entry) -> Entry {
        let near = separation(face, &self.hull.moved(&(self.by * t)));
        if near.distance < 0.0 || near.normal.dot(&self.by) >= 0.0 {
            return Entry { t, ..entry };
        }
        Entry {
            t,
            normal: near.normal,
            point: near.point,
            on_face: near.normal == face.normal,
        }
    }

    /// Whether the touch rule counts a face whose plane is this far from the hull at the path's end.
    fn counts(&self, end_gap: f64) -> bool {
        end_gap
            < match self.touch {
                TouchRule::WithinSkin => self.skin,
                TouchRule::InSolid => 0.0,
            }
    }

    /// The point of the plane that the hull touches first, `t` along the path.
    fn foot(&self, face: &Face, t: f64) -> V3 {
        let p = self.hull.center - self.hull.furthest(&face.normal) + self.by * t;
        p - face.normal * (face.normal.dot(&p) - face.dist)
    }

    /// The stop where the hull comes within the skin of the face, being over it there.
    pub(super) fn over_face(&self, face: &Face, gap: f64, towards: f64, plane_at: f64) -> Option<Entry> {
        let t = plane_at.max(0.0);
        let point = self.foot(face, t);
        (self.counts(gap - towards) && face.holds(&point)).then_some(Entry {
            t,
            normal: face.normal,
            point,
            on_face: true,
        })
    }

    /// The stop for a path that came sideways and ends over the face, near enough to count.
    pub(super) fn ends_near(&self, face: &Face, gap: f64, towards: f64, plane_at: f64) -> Option<Entry> {
        let end_gap = gap - towards;
        if !self.counts(end_gap) || end_gap < -2.0 * self.rounding || !face.holds(&self.foot(face, 1.0)) {
            return None;
        }
        let t = plane_at.max(0.0);
        let t = t.max(self.nears(face, t)?);
        (t < 1.0).then(|| {
            let point = self.foot(face, t);
            let over = Entry {
                t,
                normal: face.normal,
                point,
                on_face: true,
            };
            self.seen_from(face, t, over)
        })
    }
}
