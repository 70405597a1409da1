//! The exact references of movers, and where they are in a run.
//!
//! Of a mover that only shifts sweeps and places are asked in its frame. One that is turned is a [`TurnedStep`].

use super::turned_step::TurnedStep;
use super::{SolidTruth, Walk};
use crate::run::moving::Course;
use clipmark_geometry::{Aabb, Hull, Point};
use clipmark_movement::Body;
use clipmark_referee::{HullReference, Reference, Turning};
use nalgebra::{Point3, Vector3};
use std::sync::OnceLock;

/// A model that movers place: its bounds, and its exact references.
#[derive(Debug)]
pub struct MoverTruth<'a> {
    pub(super) bounds: Aabb,
    truth: SolidTruth<'a>,
    pub(super) reference: &'a Reference,
    pub(super) turning: OnceLock<Turning>,
}

impl<'a> MoverTruth<'a> {
    /// For a model with these bounds, and a body standing and crouched.
    pub(crate) fn new(bounds: Aabb, reference: &'a Reference, hulls: [Hull; 2]) -> Self {
        Self {
            bounds,
            truth: SolidTruth::new(reference, hulls),
            reference,
            turning: OnceLock::new(),
        }
    }
}

/// How far bounds are grown before the exact reference is asked, in units: more than any tolerance.
pub(super) const NEAR: f32 = 1.0;

/// A mover in the world's part of a tick.
pub(super) struct Step<'a> {
    reference: &'a HullReference,
    /// Where its model's frame is before and after, exact.
    pub(super) from: Vector3<f64>,
    pub(super) to: Vector3<f64>,
    bounds: [Aabb; 2],
    body: Aabb,
}

impl<'a> Step<'a> {
    /// The step of a mover in a tick for a body. `None` where it is turned, or its model has no reference.
    pub(super) fn new(
        walk: &Walk<'a>,
        course: &Course,
        tick: usize,
        mover: usize,
        body: &Body,
    ) -> Option<Self> {
        if course.is_turned(tick, mover) {
            return None;
        }
        let model = walk.truth.model(course.movers[mover].model)?;
        let [from, to] = [tick, tick + 1].map(|k| course.pose(k, mover).origin.coords);
        let reference = model.truth.reference(body);
        Some(Self {
            body: reference.hull().bounds(),
            reference,
            from: from.cast(),
            to: to.cast(),
            bounds: [from, to].map(|at| model.bounds.translated(&at).grown(NEAR)),
        })
    }

    /// Its way, in units.
    pub(super) fn displacement(&self) -> Vector3<f64> {
        self.to - self.from
    }

    /// How deep a body is in it where it ends, in units; 0 where it is free.
    pub(super) fn depth(&self, at: &Point) -> f64 {
        if !self.body.translated(&at.coords).touches(&self.bounds[1]) {
            return 0.0;
        }
        let own = at.cast::<f64>() - self.to;
        self.reference.depth_from(&own, &own)
    }

    /// The places of a body in its frame, as both move; `None` where they are far from each other.
    fn relative(&self, from: &Point, to: &Point, reach: f64) -> Option<[Point3<f64>; 2]> {
        let swept = self
            .body
            .translated(&from.coords)
            .union(&self.body.translated(&to.coords));
        let all = self.bounds[0].union(&self.bounds[1]).grown(reach as f32);
        swept
            .touches(&all)
            .then(|| [from.cast::<f64>() - self.from, to.cast::<f64>() - self.to])
    }

    /// Greatest depth of a body in it as both moved, in units, if free at both ends. 0 where it did not pass.
    pub(super) fn passed(&self, from: &Point, to: &Point) -> f64 {
        /// Places tested along the way. A body of 30 u that is passed in one step is found at a 16th.
        const PLACES: usize = 16;
        let Some([a, b]) = self.relative(from, to, 0.0) else {
            return 0.0;
        };
        let met = self.reference.sweep(&a, &b);
        let Some(entry) = met.entry.filter(|_| !met.starts_inside) else {
            return 0.0;
        };
        if self.reference.overlaps(&b) {
            return 0.0;
        }
        let depth = |i: usize| {
            let part = entry + (1.0 - entry) * i as f64 / PLACES as f64;
            let at = a + (b - a) * part;
            self.reference.depth_from(&at, &at)
        };
        (1..PLACES).map(depth).fold(0.0, f64::max)
    }

    /// Whether a body that stays is within reach of it, as it moves.
    pub(super) fn touches(&self, at: &Point, reach: f64) -> bool {
        let Some([a, b]) = self.relative(at, at, reach) else {
            return false;
        };
        let near = |p: &Point3<f64>| {
            let found = self.reference.signed_distance(p);
            found.is_some_and(|d| d.distance <= reach)
        };
        near(&a) || near(&b) || self.reference.sweep(&a, &b).entry.is_some()
    }

    /// Whether a body overlaps it where it ends.
    pub(super) fn holds(&self, at: &Point3<f64>) -> bool {
        self.reference.overlaps(&(at - self.to))
    }
}

/// The steps of the movers that are turned in a tick.
pub(super) fn turned_steps<'a>(
    walk: &'a Walk<'a>,
    course: &'a Course,
    tick: usize,
    body: &'a Body,
) -> impl Iterator<Item = TurnedStep<'a>> + 'a {
    let turned = move |i: &usize| course.is_turned(tick, *i);
    let of = move |i: usize| {
        let model = walk.truth.model(course.movers[i].model)?;
        Some(TurnedStep {
            model,
            drawn: model.truth.reference(body),
            poses: [tick, tick + 1].map(|k| course.pose(k, i)),
        })
    };
    (0..course.movers.len()).filter(turned).filter_map(of)
}

/// The steps of the movers that are not turned in a tick, by their index.
pub(super) fn steps<'a>(
    walk: &'a Walk<'a>,
    course: &'a Course,
    tick: usize,
    body: &'a Body,
) -> impl Iterator<Item = (usize, Step<'a>)> + 'a {
    let of = move |i: usize| Step::new(walk, course, tick, i, body).map(|step| (i, step));
    (0..course.movers.len()).filter_map(of)
}

/// Where the body is before and after the world's part of a tick.
pub(super) fn pushed(walk: &Walk, course: &Course, tick: usize) -> [Point; 2] {
    let between = course.between[tick];
    if course.world_first {
        [walk.run.states[tick].origin, between]
    } else {
        [between, walk.run.states[tick + 1].origin]
    }
}

/// The body as it is in the world's part of a tick.
pub(super) fn body_then<'a>(walk: &Walk<'a>, course: &Course, tick: usize) -> &'a Body {
    &walk.run.states[if course.world_first { tick } else { tick + 1 }]
}
