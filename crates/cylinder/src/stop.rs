//! Where a sweep stops for one polygon. [`entry`](crate::entry) gives the time of meeting; this file adds skin, touch rule,
//! one-sidedness and starts in the surface.
//!
//! *Core.* All meetings are those of the hull's core, the hull shrunk by an eighth of the skin. A hull may rest in a surface by
//! less than that, by rounding of positions. It is neither stuck, nor does it trip over edges of faces at the surface's level.
//! The stop is then set back from the core's meeting so that the *hull* keeps its skin.
//!
//! *Hulls without width* (a point, a segment) cannot shrink. They count as in front of a one-sided polygon while they are behind
//! its plane by no more than rounding. A point placed on a slanted face is as often behind it as before it.
//!
//! *Skin.* With the meeting at t*, feature normal m and face normal n, the stop is at the latest of three times. It is at 0 if
//! that is past. The first is t* - gap/|m.d|. The second is when the hull comes within a skin of the face's plane. The third is
//! when the hull grown by the skin meets the polygon. A point or a segment [comes within](crate::skin) a skin of it. The first
//! keeps the skin along the normal. The other two bound it at grazing angles, where a skin along the normal is any length along
//! the path. The second also makes seams between coplanar polygons harmless. No edge can stop the hull earlier than the plane it
//! lies in.
//!
//! *Normal.* The normal is the hull's own meeting's where the core meets an edge and the hull is not in it yet. (The stop is the
//! earlier of the two.) Where the third time counts, it is the normal of the nearest feature at the stop.
//!
//! *Touch rule.* `InSolid`: a hit if the hull itself meets the polygon before the end. `WithinSkin`: a hit if the stop comes
//! before the end. The path is extended beyond its end until the core meets the polygon.
//!
//! *Over a face.* The hull comes within a skin of a face's plane and is over the face. It stops there if it would end in the
//! plane (`WithinSkin`: within a skin of it), even past the face. Else the face's neighbour on the same plane would have to stop
//! it, too late to keep the skin. The same if only the end of the path is over the face.
//!
//! *One-sided.* Only polygons with n.d < 0 stop. A two-sided polygon shows the side that faces the motion, whichever side the
//! hull's middle is on. Where n.d = 0, its edges are met all the same.
//!
//! *Start in the surface.* Let m be the shortest way out of a polygon that overlaps the core at the start. It stops the sweep at
//! once if the middle of the hull is in front of it and m.d < 0. Otherwise the polygon is ignored. That never lets a hull sink.
//! It lies behind the plane square to m that supports M, and with m.d >= 0 never gets further behind it.

mod set_back;

use crate::entry::{Cylinder, Entry, V3, enter, larger, smaller};
use crate::mesh::Face;
use crate::overlaps::overlaps;
use crate::separation::separation;
use clipmark_collision::{TouchRule, TraceRules};

/// A point this many f32 steps of its largest coordinate behind a plane was placed on it. The referee allows a touching start as
/// much (`docs/truth.md`). Fewer let a point slip through its floor; more stop a point that is behind the face.
const PLACED: f64 = 8.0;

/// Share of the skin by which the core is smaller than the hull. Too small: rounding makes hulls that rest on a
/// floor stuck in it. Too large: hulls sink visibly. Scoring allows a quarter of the skin.
pub(crate) const CORE_SHARE: f64 = 0.125;

/// Boxes are grown by this before they rule a polygon out, in units. It is far above f64 rounding at map coordinates, so no
/// polygon that a formula finds is ruled out. Larger only asks the formulas more often.
const NEAR: f64 = 1e-6;

/// A sweep with everything that is the same for all polygons.
pub(crate) struct Path {
    pub(crate) hull: Cylinder,
    pub(crate) core: Cylinder,
    /// The core without the limit of no size. It is negative by [`PLACED`] steps where the hull has no width.
    inner: Cylinder,
    pub(crate) by: V3,
    /// Corners of the box around the hull grown by skin and rounding at the start.
    around: (V3, V3),
    pub(crate) skin: f64,
    /// How deep a hull may rest in a surface without being in it, in units.
    pub(crate) rounding: f64,
    /// How deep the middle may be in a solid that no surface tells of, in units.
    pub(crate) held: f64,
    touch: TouchRule,
}

/// How far rounding of its position may put a hull from its true place, anywhere on a path, in units.
fn placed(hull: &Cylinder, by: &V3) -> f64 {
    let largest = larger(hull.center.amax(), (hull.center + by).amax());
    PLACED * f64::from(f32::EPSILON) * largest
}

/// A hull shrunk by rounding, in each direction to no less than `-placed`.
fn thinned(hull: &Cylinder, rounding: f64, placed: f64) -> Cylinder {
    let shrunk = |x: f64| if x > rounding { x - rounding } else { -placed };
    Cylinder {
        radius: shrunk(hull.radius),
        half: shrunk(hull.half),
        ..*hull
    }
}

/// The effect of one polygon on a sweep.
pub(crate) struct Stop {
    /// Fraction at which the hull stops, if it does.
    pub(crate) at: Option<Entry>,
    /// Whether the core overlaps the polygon at the start.
    pub(crate) starts_in: bool,
    /// Whether it also does at the end, having been stopped at the start.
    pub(crate) ends_in: bool,
}

impl Path {
    pub(crate) fn new(hull: Cylinder, by: V3, rules: &TraceRules) -> Self {
        let skin = f64::from(rules.skin).max(0.0);
        let rounding = skin * CORE_SHARE;
        let core = hull.grown(-rounding);
        let (inner, held) = if core.radius > 0.0 && core.half > 0.0 {
            (core, rounding)
        } else {
            let placed = placed(&hull, &by);
            (thinned(&hull, rounding, placed), placed)
        };
        Self {
            hull,
            core,
            inner,
            held,
            by,
            around: hull.grown(skin + NEAR).bounds(),
            skin,
            rounding,
            touch: rules.touch,
        }
    }

    /// By how much a path must come nearer to a surface to be stopped by it. Rounding alone brings it nearer by less.
    pub(crate) fn least_approach(&self) -> f64 {
        placed(&self.hull, &self.by)
    }

    /// The polygon's effect on the sweep, if it can count beside the known stop (or decides whether the sweep starts in one).
    pub(crate) fn stop(&self, face: &Face, known: Option<&Entry>, starts_known: bool) -> Stop {
        let limit = known.map_or(1.0, |e| e.t);
        let mut stop = Stop {
            at: None,
            starts_in: false,
            ends_in: false,
        };
        let ahead = face.normal.dot(&self.hull.center) - face.dist;
        // Not -n.d: a zero must not be a negative one, by which to divide.
        let towards = 0.0 - face.normal.dot(&self.by);
        let level = towards == 0.0;
        if towards < 0.0 || level && !face.both_sides {
            // No support is wider than radius and half height together.
            let near = ahead.abs() < self.core.radius + self.core.half;
            stop.starts_in = !starts_known && near && overlaps(face, &self.core);
            return stop;
        }
        let support = self.hull.support(&face.normal);
        let inner_support = self.inner.support(&face.normal);
        let core_support = if face.both_sides {
            // A two-sided polygon has no inner side.
            larger(inner_support, 0.0)
        } else {
            inner_support
        };
        // Along its plane only a hull that reaches through it meets the edges of a polygon without a back.
        if level && ahead.abs() >= core_support {
            return stop;
        }
        // Something without thickness that lies in the plane is in front of it, or it would slip through.
        let furthest_behind = core_support.abs();
        if ahead < -furthest_behind || (ahead == -furthest_behind && core_support > 0.0) {
            return stop;
        }
        let plane_at = (ahead - support - self.skin) / towards;
        if plane_at > limit
            || plane_at >= 1.0
            || !self.passes(
                face,
                plane_at,
                (ahead + larger(support, -core_support)) / towards,
                limit,
            )
        {
            return stop;
        }
        let gap = ahead - support;
        if ahead >= core_support
            && let Some(entry) = self.over_face(face, gap, towards, plane_at)
        {
            stop.at = Some(entry);
            return stop;
        }
        let meeting = enter(face, &self.core, &self.by).or_else(|| self.slips_beside(face, ahead, towards));
        if let Some(entry) = meeting {
            if entry.t < 0.0 && ahead < core_support {
                // Seen from its back it only tells that the sweep starts in it.
                if ahead < 0.0 && starts_known {
                    return stop;
                }
                if overlaps(face, &self.core) {
                    stop.starts_in = true;
                    self.block_at_start(face, ahead, towards, known, &mut stop);
                }
                return stop;
            }
            stop.at = self.set_back(face, entry, gap, plane_at, limit);
        }
        if stop.at.is_none() && !level {
            stop.at = self.ends_near(face, gap, towards, plane_at);
        }
        stop
    }

    /// Whether the hull is a point.
    pub(crate) fn is_point(&self) -> bool {
        self.hull.radius <= 0.0 && self.hull.half <= 0.0
    }

    /// Where a point meets a face that it misses by no more than the rounding of its position. On a flat way that is far along
    /// the face. It would slip into the seam between this face and the one that it came along.
    fn slips_beside(&self, face: &Face, ahead: f64, towards: f64) -> Option<Entry> {
        if !self.is_point() || towards <= 0.0 || face.both_sides {
            return None;
        }
        let t = ahead / towards;
        let point = self.hull.center + self.by * t;
        let aside = self.least_approach() * self.by.norm() / towards;
        face.holds_within(&point, smaller(aside, self.skin))
            .then_some(Entry {
                t,
                normal: face.normal,
                point,
                on_face: true,
            })
    }

    /// Whether the box around the hull and its skin meets the polygon's box while the skin straddles the plane. It must not be
    /// after the present stop.
    fn passes(&self, face: &Face, enters: f64, leaves: f64, limit: f64) -> bool {
        let (mut enters, mut leaves) = (larger(enters, 0.0), smaller(smaller(leaves, 1.0), limit));
        let (lo, hi) = &self.around;
        let (min, max) = face.bounds();
        for i in 0..3 {
            let (near, far, speed) = (min[i] - hi[i], max[i] - lo[i], self.by[i]);
            if speed > 0.0 {
                enters = larger(enters, near / speed);
                leaves = smaller(leaves, far / speed);
            } else if speed < 0.0 {
                enters = larger(enters, far / speed);
                leaves = smaller(leaves, near / speed);
            } else if near > 0.0 || far < 0.0 {
                return false;
            }
        }
        enters <= leaves
    }

    fn block_at_start(&self, face: &Face, ahead: f64, towards: f64, known: Option<&Entry>, stop: &mut Stop) {
        if ahead < 0.0 {
            return;
        }
        let ends_in = overlaps(face, &self.core.moved(&self.by));
        // Along its own normal it opposes the motion most: another face that does so no less counts before it.
        let is_second = |e: &Entry| e.t == 0.0 && e.on_face && -e.normal.dot(&self.by) >= towards;
        if !ends_in && known.is_some_and(is_second) {
            return;
        }
        let out = separation(face, &self.core);
        if out.normal.dot(&self.by) < 0.0 {
            stop.at = Some(Entry {
                t: 0.0,
                normal: out.normal,
                point: out.point,
                on_face: out.normal == face.normal,
            });
            stop.ends_in = ends_in;
        }
    }
}
