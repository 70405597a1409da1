//! The verdict of supporting planes on one hull and one path: free, stopped (and where), or not yet decided.
//!
//! Every plane has the solid behind it, so each one alone bounds when the hull can enter, leave or touch.

use crate::V;
use crate::core_shape::CoreShape;
use clipmark_collision::{Status, Sweep, TouchRule, TraceRules};
use std::cmp::Ordering;

/// A sweep as the middle of its hull travels it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Path {
    pub(crate) start: V,
    pub(crate) end: V,
    pub(crate) delta: V,
    pub(crate) length: f64,
    /// Largest coordinate of both ends, without its sign.
    pub(crate) far: f64,
    /// [`TIE`] as a share of the path.
    tie: f64,
    /// Distance kept, in units.
    pub(crate) skin: f64,
    /// A path that ends at least this far in front of a plane does not meet it, in units.
    reach: f64,
    /// Less deep than this is outside, in units.
    pub(crate) touch: f64,
    /// A hull that has yet to reach the solid touches up to this depth, in units: the rounding of its place. Larger: it passes
    /// over risers that much too high.
    slip: f64,
}

/// The distance that these rules keep, in units.
pub(crate) fn skin_of(rules: &TraceRules) -> f64 {
    f64::from(rules.skin).max(0.0)
}

impl Path {
    pub(crate) fn new(sweep: &Sweep, shape: &CoreShape, rules: &TraceRules) -> Self {
        let start = sweep.start.coords.cast::<f64>() + shape.center;
        let end = sweep.end.coords.cast::<f64>() + shape.center;
        let delta = end - start;
        let skin = skin_of(rules);
        let length = delta.norm();
        let far = crate::far(&start, &end);
        Self {
            far,
            start,
            end,
            delta,
            length,
            tie: TIE / length,
            skin,
            reach: match rules.touch {
                TouchRule::WithinSkin => skin,
                TouchRule::InSolid => 0.0,
            },
            touch: crate::touch_of(far),
            slip: far * f64::from(f32::EPSILON),
        }
    }

    pub(crate) fn at(&self, t: f64) -> V {
        self.start + self.delta * t
    }

    /// How far in front of a plane a path must end not to meet it, in units.
    pub(crate) fn reach(&self) -> f64 {
        self.reach
    }

    /// Surfaces that stop the hull within this share of the path of each other stop it at once.
    pub(crate) fn tie(&self) -> f64 {
        self.tie
    }

    /// The rounding of a place on the path, in units.
    pub(crate) fn slip(&self) -> f64 {
        self.slip
    }
}

/// A hull on its path, which one solid after another is asked about.
#[derive(Clone, Copy)]
pub(crate) struct Swept<'a, T> {
    pub(crate) shape: &'a CoreShape,
    pub(crate) path: &'a Path,
    pub(crate) tally: &'a T,
}

/// A plane that bounds a solid, not moved out by the hull.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Surface {
    pub(crate) normal: V,
    pub(crate) dist: f64,
    /// Index among the solid's faces.
    pub(crate) face: Option<u32>,
    /// A face of the Minkowski sum, not a plane that rests on an edge or corner of it.
    pub(crate) is_facet: bool,
    /// Known beforehand, not found by a solver: its normal is free of rounding.
    pub(crate) is_known: bool,
}

impl Surface {
    /// A plane that is known beforehand.
    pub(crate) fn known(normal: V, dist: f64, face: Option<u32>) -> Self {
        Self {
            normal,
            dist,
            face,
            is_facet: true,
            is_known: true,
        }
    }
}

/// The joint verdict of the known planes of one solid on a path. All positions are fractions of the path and may lie outside of 0
/// to 1.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlaneInterval {
    /// The last plane is entered here: before it the hull is outside.
    pub(crate) enter: f64,
    /// The first plane is left here: after it the hull is outside.
    pub(crate) leave: f64,
    /// The last plane comes within the skin here: the place of rest, if the path meets anything.
    pub(crate) stop: f64,
    /// The start is in front of a plane, or touches it.
    pub(crate) starts_outside: bool,
    /// The end is in front of a plane, or touches it.
    pub(crate) ends_outside: bool,
    /// A plane keeps hull and solid apart all the way, but perhaps not their skin.
    pub(crate) passes_by: bool,
    /// A plane that the start lies behind, but touches, keeps hull and solid apart all the way.
    touches_along: bool,
    entered: Option<Surface>,
    start_gap: f64,
    nearest_at_start: Option<Surface>,
    end_gap: f64,
    nearest_at_end: Option<Surface>,
}

/// Where a solid stops a sweep.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stop {
    /// Fraction of the path at which the hull comes to rest, from 0 to less than 1.
    pub(crate) fraction: f64,
    pub(crate) surface: Surface,
    pub(crate) status: Status,
}

/// Falling towards a plane by less than this share of the path is moving along it. Motions and the normals from a solver are
/// rounded to f32. Larger would let long sweeps sink; smaller meets a plane again that a mover slides on.
const ALONG: f64 = 2e-7;
/// Planes entered within this distance of each other are entered at once, in units.
pub(crate) const TIE: f64 = 1e-6;

/// `f64::max` without its care for a NaN, which is no `a` that takes the place of `b`.
#[inline(always)]
pub(crate) fn larger(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

/// `f64::min`, likewise.
#[inline(always)]
pub(crate) fn smaller(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}

impl PlaneInterval {
    pub(crate) fn new() -> Self {
        Self {
            enter: f64::NEG_INFINITY,
            leave: f64::INFINITY,
            stop: f64::NEG_INFINITY,
            starts_outside: false,
            ends_outside: false,
            passes_by: false,
            touches_along: false,
            entered: None,
            start_gap: f64::NEG_INFINITY,
            nearest_at_start: None,
            end_gap: f64::NEG_INFINITY,
            nearest_at_end: None,
        }
    }

    /// Takes one more supporting plane into account. Returns true when it keeps hull and solid apart all the way.
    #[inline]
    pub(crate) fn clip(&mut self, path: &Path, shape: &CoreShape, surface: Surface) -> bool {
        let n = &surface.normal;
        let before = n.dot(&path.start) - surface.dist - shape.reach(n);
        let fall = -n.dot(&path.delta);
        self.clip_at(path, shape, surface, before, fall)
    }

    /// [`Self::clip`], told how far in front of the plane the hull starts and how far it falls towards it.
    #[inline]
    pub(crate) fn clip_at(
        &mut self,
        path: &Path,
        shape: &CoreShape,
        surface: Surface,
        before: f64,
        fall: f64,
    ) -> bool {
        let after = before - fall;
        // Behind the plane all the way, after a plane that is entered later: another plane bounds the path closer.
        if before < -path.touch && after < -path.touch && self.enter > path.tie {
            return false;
        }
        self.ends_outside |= after >= -path.touch;
        if before >= -path.touch {
            self.starts_outside = true;
            // A face is known but for rounding. The motion that a mover has clipped to it is not, and meeting it again stops the
            // mover dead. A hull that has sunk half of the touching depth sinks no deeper.
            let sunk = surface.face.is_some() && before < -0.5 * path.touch;
            let along = if sunk { 0.0 } else { ALONG * path.length };
            let is_apart = after >= path.reach || fall <= along && (surface.is_facet || shape.radius == 0.0);
            if is_apart && before < -path.slip {
                self.touches_along = true;
            } else if after >= path.reach {
                return true;
            } else if fall <= along {
                // The hull moves away from a flat surface. It may have come nearer to a rounded surface before.
                let rounded = !surface.is_facet && shape.radius > 0.0;
                if !rounded || before >= path.reach || path.reach == 0.0 {
                    return true;
                }
                self.passes_by = true;
                return false;
            }
        }
        if fall > 0.0 {
            let time = 1.0 / fall;
            self.stop = larger((before - path.skin) * time, self.stop);
            let t = before * time;
            if prefers(t - self.enter, path.tie, &surface, self.entered.as_ref(), path) {
                self.entered = Some(surface);
            }
            self.enter = larger(t, self.enter);
            // The nearest plane at the start is needed when the start is behind all planes. The nearest at the end is needed when
            // the end is in front of one.
            if before <= 0.0 {
                let held = self.nearest_at_start.as_ref();
                if prefers(before - self.start_gap, TIE, &surface, held, path) {
                    self.nearest_at_start = Some(surface);
                }
            }
            self.start_gap = larger(before, self.start_gap);
            if after >= 0.0 {
                let held = self.nearest_at_end.as_ref();
                if prefers(after - self.end_gap, TIE, &surface, held, path) {
                    self.nearest_at_end = Some(surface);
                }
            }
            self.end_gap = larger(after, self.end_gap);
        } else if fall < 0.0 {
            self.leave = smaller(before / fall, self.leave);
        }
        false
    }

    /// Whether the hull begins on the solid, a rounding deep, and keeps no deeper. A hull that has yet to reach the solid does
    /// not pass over it this way.
    pub(crate) fn slides_along(&self, path: &Path) -> bool {
        self.touches_along && self.start_gap <= path.touch
    }

    /// Whether the path enters the solid itself.
    pub(crate) fn crosses(&self) -> bool {
        self.enter < self.leave && self.enter < 1.0 && self.leave > 0.0
    }

    /// Whether the path is stopped: it enters the solid, or ends within reach of it and is still approaching.
    pub(crate) fn is_hit(&self) -> bool {
        self.crosses() || (self.enter >= 1.0 && self.leave >= 1.0)
    }

    /// The stop at a surface; `None` where it comes at the end of the path, or after `limit`.
    pub(crate) fn stop_at(&self, surface: Surface, status: Status, limit: f64) -> Option<Stop> {
        let fraction = self.stop.max(0.0);
        (fraction < 1.0 && fraction <= limit).then_some(Stop {
            fraction,
            surface,
            status,
        })
    }

    /// The point of the path deepest against the solid, its distance in front of all known planes, and the deciding plane.
    pub(crate) fn deciding_feature(&self) -> Option<(f64, f64, Surface)> {
        if !self.crosses() {
            Some((1.0, self.end_gap, self.nearest_at_end?))
        } else if self.enter > 0.0 {
            Some((self.enter, 0.0, self.entered?))
        } else {
            // A start that touches: at grazing angles the time of entering does not tell which plane it touches.
            Some((0.0, self.start_gap, self.nearest_at_start?))
        }
    }
}

/// Whether a plane that comes `later` by this share of the path replaces the present one. The later plane does. Among planes
/// entered at once, a facet goes before a plane on an edge, a known plane before one found. Then the one most opposed to the
/// motion wins.
fn prefers(later: f64, tie: f64, new: &Surface, held: Option<&Surface>, path: &Path) -> bool {
    let Some(held) = held else { return true };
    if later.abs() > tie {
        return later > 0.0;
    }
    let rank = |s: &Surface| (s.is_facet, s.is_known);
    match rank(new).cmp(&rank(held)) {
        Ordering::Greater => true,
        Ordering::Less => false,
        Ordering::Equal => new.normal.dot(&path.delta) < held.normal.dot(&path.delta),
    }
}
