//! A turned solid as Quake III meets it: the box lies along the axes of the solid's model, about the box's own middle.
//!
//! Source: `docs/moving.md`, "Traces through entities". The sum of solid and box is made in the model's frame and then turned
//! with the model, in rationals of its f32 axes. Departure: the engine turns a question by the transposed matrix, and this
//! turns the answer by the matrix. They differ by the rounding of the axes, which is an f32 step.

use crate::body::{Body, Core};
use crate::exact::ExactBody;
use crate::frame::Frame;
use crate::solid::{STRETCH, Solid, V};
use clipmark_geometry::Hull;
use std::sync::Arc;

impl Solid {
    /// As [`placed`](Self::placed); boxes meet it laid along its model's axes.
    pub(crate) fn laid(self, frame: Frame) -> Self {
        let home = frame.is_turned().then(|| Arc::new(self.clone()));
        Self {
            laid: home,
            ..self.placed(frame)
        }
    }

    /// The solid as it was drawn, for a hull that is laid along its model's axes: a box.
    pub(crate) fn laid_for(&self, hull: &Hull) -> Option<&Self> {
        let home = self.laid.as_deref();
        home.filter(|_| matches!(hull, Hull::Box { .. }))
    }

    /// Whether its model is turned about another axis than z.
    pub(crate) fn is_tilted(&self) -> bool {
        self.frame.direction(&V::z()) != V::z()
    }
}

impl Body {
    /// The sum of a solid as it was drawn and the box around its middle, placed by the frame.
    pub(crate) fn laid(home: &Solid, frame: &Frame, core: &Core) -> Self {
        let (middle, centred) = core.about_middle();
        let mut body = Self::new(home, &centred);
        let way = frame.origin() - middle;
        for plane in &mut body.planes {
            *plane = frame.half_space(plane, &way);
        }
        (body.mins, body.maxs) = (V::repeat(f64::INFINITY), V::repeat(f64::NEG_INFINITY));
        for point in &mut body.points {
            *point = frame.direction(point) + way;
            body.mins = body.mins.inf(point);
            body.maxs = body.maxs.sup(point);
        }
        body.flat = body.flat.map(|n| frame.unit_normal(&n));
        body.front = body.front.map(|n| frame.unit_normal(&n));
        body.error *= STRETCH;
        body.in_own_box = false;
        body
    }
}

impl ExactBody {
    /// The same in rational numbers.
    pub(crate) fn laid(home: &Solid, frame: &Frame, core: &Core) -> Option<Self> {
        let (middle, centred) = core.about_middle();
        Some(Self::new(home, &centred)?.placed(frame, &-middle))
    }
}

/// A hull at a place as a solid meets it: upright, or laid along the axes of the solid's model.
#[derive(Clone, Copy)]
pub(crate) struct Lying<'a> {
    hull: &'a Hull,
    frame: Option<Frame>,
    x: V,
}

impl<'a> Lying<'a> {
    pub(crate) fn upright(hull: &'a Hull, x: V) -> Self {
        let frame = None;
        Self { hull, frame, x }
    }

    pub(crate) fn at(solid: &Solid, hull: &'a Hull, x: V) -> Self {
        let frame = solid.laid.is_some().then_some(solid.frame);
        Self { hull, frame, x }
    }

    /// Whether it is laid along a model's axes.
    pub(crate) fn is_laid(&self) -> bool {
        self.frame.is_some()
    }

    /// How far the hull is in front of the plane of that unit normal and height, in units.
    pub(crate) fn gap(&self, n: &V, height: f64) -> f64 {
        let reach = match &self.frame {
            None => support(self.hull, &-n),
            Some(frame) => extent(self.hull, &frame.along_axes(n)) - self.middle().dot(n),
        };
        n.dot(&self.x) - reach - height
    }

    /// The highest point of the part of a polygon that lies in the hull's box grown by a margin. `None` where no part does.
    pub(crate) fn highest(&self, polygon: &[V], margin: f64) -> Option<f64> {
        let b = self.hull.bounds();
        let (mins, maxs): (V, V) = (b.mins.coords.cast(), b.maxs.coords.cast());
        let Some(frame) = &self.frame else {
            let part = cut_to(polygon.to_vec(), &(self.x + mins), &(self.x + maxs), margin);
            return part.into_iter().map(|p| p.z).reduce(f64::max);
        };
        let (half, at) = ((maxs - mins) * 0.5, self.x + self.middle());
        let along = polygon.iter().map(|p| frame.along_axes(&(p - at))).collect();
        let part = cut_to(along, &-half, &half, margin);
        part.iter().map(|p| frame.direction(p).z + at.z).reduce(f64::max)
    }

    fn middle(&self) -> V {
        let b = self.hull.bounds();
        (b.mins.coords.cast::<f64>() + b.maxs.coords.cast::<f64>()) * 0.5
    }
}

/// The part of a polygon in a box grown by a margin.
fn cut_to(mut part: Vec<V>, mins: &V, maxs: &V, margin: f64) -> Vec<V> {
    for axis in 0..3 {
        let (low, high) = (mins[axis] - margin, maxs[axis] + margin);
        part = cut(&part, |p| high - p[axis]);
        part = cut(&part, |p| p[axis] - low);
    }
    part
}

/// The part of a polygon where a linear function is not negative.
fn cut(polygon: &[V], of: impl Fn(&V) -> f64) -> Vec<V> {
    let mut part = Vec::with_capacity(polygon.len() + 1);
    for (i, a) in polygon.iter().enumerate() {
        let b = &polygon[(i + 1) % polygon.len()];
        let (from, to) = (of(a), of(b));
        if from >= 0.0 {
            part.push(*a);
        }
        if (from < 0.0) != (to < 0.0) {
            part.push(a + (b - a) * (from / (from - to)));
        }
    }
    part
}

/// How far a hull reaches from its position along a unit direction, in units.
fn support(hull: &Hull, n: &V) -> f64 {
    let bounds = hull.bounds();
    let (mins, maxs): (V, V) = (bounds.mins.coords.cast(), bounds.maxs.coords.cast());
    let middle = (mins + maxs) * 0.5;
    middle.dot(n) + extent(hull, n)
}

/// The same from its middle.
fn extent(hull: &Hull, n: &V) -> f64 {
    let bounds = hull.bounds();
    let half: V = (bounds.maxs.coords.cast() - bounds.mins.coords.cast()) * 0.5;
    let (side, up, r) = (n.xy().norm(), n.z.abs(), f64::from(hull.radius()));
    match hull {
        Hull::Point => 0.0,
        Hull::Sphere { .. } => r,
        Hull::Box { .. } => half.dot(&n.abs()),
        Hull::Capsule { .. } => r + (half.z - r) * up,
        Hull::Cylinder { .. } => r * side + half.z * up,
    }
}
