//! A tracer by an engine's rules in exact geometry, for the reference run of a movement.
//!
//! [`HullReference::sweep`](crate::HullReference::sweep) says which solid a path meets; this says where an engine with a skin
//! should stop it. Source: the skin and touch rules of `docs/engines.md` sections 1 and 3, with three departures towards their
//! purpose:
//! - Bodies are exact Minkowski sums, so their edges are where the hull meets them, not where bevels are.
//! - A path leaves a body where it leaves the surface moved out by the skin. Engines take the surface moved *in*, and so cut
//!   corners that are less than the skin deep. [`Corners::Cut`] plays that rule too.
//! - Motion along a surface is told from motion into it with a tolerance. So rounding never meets the plane that the body glides
//!   on a second time (`docs/failures.md` section C).

use crate::hierarchy::meets;
use crate::reference::HullReference;
use crate::solid::{HalfSpace, Part, V};
use clipmark_collision::{TouchRule, TraceRules};
use clipmark_geometry::Hull;
use nalgebra::Point3;

/// Motion towards a plane of less than this, in units per unit of coordinate, is motion along it. It is some 4,000 roundings of
/// f64. Too small: a body that glides meets its plane again. Too large: a slow body sinks by as much each tick.
const ALONG: f64 = 1e-12;
/// Planes entered within this of each other, in units per unit of coordinate, are met at once.
const TIED: f64 = 1e-12;

/// Whether a path that passes a corner nearer than the skin is stopped by it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Corners {
    /// It is: a body is left where its surface, moved out by the skin, is.
    #[default]
    Kept,
    /// It is not: a body is left where its surface, moved in by the skin, is, as engines have it.
    Cut,
}

/// The surface that stopped a path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ExactStop {
    /// Unit normal of the plane entered; of several at once the one most against the motion.
    pub normal: V,
    /// Distance of that plane from the origin, not moved out by the hull, in units.
    pub dist: f64,
    /// The part of the world that it belongs to.
    pub part: Part,
}

/// The answer to a traced path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ExactTrace {
    /// How much of the way is free, 0 to 1.
    pub fraction: f64,
    /// The place of rest.
    pub end: Point3<f64>,
    /// The surface that stopped it; `None` without one, and within a solid.
    pub stop: Option<ExactStop>,
    /// The start lies in the interior of a solid.
    pub start_solid: bool,
    /// Start and end lie in the interior of one solid.
    pub all_solid: bool,
}

/// Traces one hull by the rules of one engine.
#[derive(Debug)]
pub struct ExactTracer {
    reference: HullReference,
    rules: TraceRules,
    corners: Corners,
}

enum Met {
    Nothing,
    Start,
    Whole,
    At(f64, HalfSpace),
}

impl ExactTracer {
    /// A tracer for a box or a point; `None` for round hulls, which no engine's rule is written for.
    pub fn new(reference: HullReference, rules: TraceRules) -> Option<Self> {
        let flat = matches!(reference.hull(), Hull::Box { .. } | Hull::Point);
        flat.then_some(Self {
            reference,
            rules,
            corners: Corners::Kept,
        })
    }

    /// The same by another rule of corners.
    #[must_use]
    pub fn with_corners(self, corners: Corners) -> Self {
        Self { corners, ..self }
    }

    /// The hull that is traced.
    pub fn hull(&self) -> &Hull {
        self.reference.hull()
    }

    /// Whether some solid's interior holds the hull at a position.
    pub fn overlaps(&self, at: &Point3<f64>) -> bool {
        self.reference.overlaps(at)
    }

    /// The parts of the world that hold the hull at a position in its interior.
    pub fn overlapped(&self, at: &Point3<f64>) -> impl Iterator<Item = Part> {
        let held = self.reference.holding(&at.coords, 0.0).into_iter();
        held.map(|i| self.reference.part_of(i))
    }

    /// Moves the hull from start to end. Coordinates that are not finite do not move.
    pub fn trace(&self, start: &Point3<f64>, end: &Point3<f64>) -> ExactTrace {
        let mut out = ExactTrace {
            fraction: 1.0,
            end: *end,
            stop: None,
            start_solid: false,
            all_solid: false,
        };
        if !start.iter().chain(end.iter()).all(|x| x.is_finite()) {
            return ExactTrace {
                fraction: 0.0,
                end: *start,
                ..out
            };
        }
        let (s, d) = (start.coords, end - start);
        let scale = 1.0 + s.amax().max(end.coords.amax());
        let tie = TIED * scale / d.norm().max(TIED);
        let margin = self.reference.margin(f64::from(self.rules.skin));
        let reference = &self.reference;
        reference.tree.along(&s, &d, margin, 1.0, |i| {
            let body = &reference.bodies[i];
            let limit = out.fraction.min(1.0);
            if !body.stops(&d) && d != V::zeros()
                || meets(&body.mins, &body.maxs, &s, &d, margin).is_none_or(|t| t > limit + tie)
            {
                return limit + tie;
            }
            match self.meet(i, &s, &d, scale) {
                Met::Nothing => {}
                Met::Start => out.start_solid = true,
                Met::Whole => {
                    (out.start_solid, out.all_solid) = (true, true);
                    (out.fraction, out.stop) = (0.0, None);
                }
                Met::At(t, plane) if !out.all_solid => {
                    let squarer = |old: &ExactStop| plane.normal.dot(&d) < old.normal.dot(&d);
                    let tied = t <= out.fraction + tie && out.stop.as_ref().is_some_and(squarer);
                    if t < out.fraction - tie || tied || out.stop.is_none() && t < 1.0 {
                        out.stop = Some(ExactStop {
                            normal: plane.normal,
                            dist: plane.height - self.reference.core.mirrored_support(&plane.normal),
                            part: reference.part_of(i),
                        });
                    }
                    out.fraction = out.fraction.min(t);
                }
                Met::At(..) => {}
            }
            out.fraction + tie
        });
        if out.fraction < 1.0 {
            out.end = start + d * out.fraction;
        }
        out
    }

    /// Where one body stops the path.
    fn meet(&self, body: usize, s: &V, d: &V, scale: f64) -> Met {
        let skin = f64::from(self.rules.skin);
        let along = ALONG * scale;
        let let_go = match self.corners {
            Corners::Kept => -skin,
            Corners::Cut => skin,
        };
        // Into the body itself, and into its surface moved out by the skin.
        let (mut enter, mut leave) = (f64::NEG_INFINITY, f64::INFINITY);
        let (mut enter_skin, mut leave_skin) = (f64::NEG_INFINITY, f64::INFINITY);
        let mut entered = None;
        let (mut starts_in, mut ends_in) = (true, true);
        for p in &self.reference.bodies[body].planes {
            let from = p.distance(s);
            let way = -p.normal.dot(d);
            let to = from - way;
            starts_in &= from < 0.0;
            ends_in &= to < 0.0;
            if way > along {
                enter = enter.max(from / way);
                let t = (from - skin) / way;
                if t > enter_skin {
                    (enter_skin, entered) = (t, Some(*p));
                }
                if to >= skin {
                    return Met::Nothing;
                }
            } else {
                // Along this plane or away from it: nothing behind it is met from before it.
                if from >= 0.0 {
                    return Met::Nothing;
                }
                if way < -along {
                    leave = leave.min(from / way);
                    leave_skin = leave_skin.min((from + let_go) / way);
                }
            }
        }
        if starts_in {
            return match (self.reference.bodies[body].front, ends_in) {
                // A surface has no inside: a hull half way through it from behind goes on. A position test feels it, as engines'
                // do.
                (Some(_), _) if *d != V::zeros() => Met::Nothing,
                (_, true) => Met::Whole,
                (_, false) => Met::Start,
            };
        }
        let stops = match self.rules.touch {
            TouchRule::WithinSkin => enter_skin < leave_skin && enter_skin < 1.0,
            TouchRule::InSolid => enter < leave && enter < 1.0,
        };
        match entered {
            Some(plane) if stops => Met::At(enter_skin.max(0.0), plane),
            _ => Met::Nothing,
        }
    }
}
