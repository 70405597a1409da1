//! Convex bodies, drawn in parallel perspective: edges in front are lines, edges behind are dashed.

use super::picture::{HEIGHT, MARGIN, P, Picture, WIDTH};
use clipmark_rows::drawn::solver::{CastRun, Edge, ExpandRun};

type V = [f64; 3];

/// How far the eye is lifted off the plane of path and normal, as shares: enough to show the faces' shapes.
const LIFT: [f64; 2] = [0.55, 0.35];
/// A longer path is cut off at this many body sizes.
const FAR: f64 = 0.9;
/// Length of the arrow of a direction, as a share of the picture's width.
const ARROW: f64 = 0.16;

/// Where one looks from, and how the picture is scaled.
pub(super) struct View {
    right: V,
    up: V,
    toward: V,
    scale: f64,
    middle: P,
}

impl View {
    pub(super) fn of_cast(run: &CastRun) -> Self {
        let along = unit(sub(run.end, run.start));
        let normal = run.steps.last().map_or([0.0, 0.0, 1.0], |s| s.toward);
        let mut view = Self::across(along, normal);
        let body: Vec<V> = corners(&run.body);
        let shown = body.iter().copied().chain(run.steps.iter().map(|s| s.to));
        let mut shown: Vec<V> = shown.collect();
        // The path from a little before the solid on.
        let size = extent(&shown);
        let met = run.steps.last().map_or(run.start, |s| s.to);
        for end in [&run.start, &run.end] {
            let way = sub(*end, met);
            let share = (FAR * size / length(way).max(1e-9)).min(1.0);
            shown.push(add(met, way, share));
        }
        view.fit(&shown);
        view
    }

    pub(super) fn of_expansion(run: &ExpandRun) -> Self {
        let mut view = Self::across([0.3, 1.0, 0.0], run.normal);
        let mut shown = corners(&run.body);
        shown.push([0.0; 3]);
        view.fit(&shown);
        view
    }

    fn across(along: V, normal: V) -> Self {
        let mut side = cross(along, normal);
        for fallback in [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0]] {
            if length(side) < 0.1 {
                side = cross(along, fallback);
            }
        }
        let side = unit(side);
        let lifted = |k: usize| side[k] + LIFT[0] * normal[k] - LIFT[1] * along[k];
        let toward = unit([0, 1, 2].map(lifted));
        let flat = cross([0.0, 0.0, 1.0], toward);
        let right = if length(flat) < 0.05 {
            [1.0, 0.0, 0.0]
        } else {
            unit(flat)
        };
        Self {
            right,
            up: cross(toward, right),
            toward,
            scale: 1.0,
            middle: (0.0, 0.0),
        }
    }

    fn fit(&mut self, shown: &[V]) {
        let flat: Vec<P> = shown
            .iter()
            .map(|p| (dot(*p, self.right), dot(*p, self.up)))
            .collect();
        let low = |of: fn(&P) -> f64| flat.iter().map(of).fold(f64::INFINITY, f64::min);
        let (x0, y0) = (low(|p| p.0), low(|p| p.1));
        let (x1, y1) = (-low(|p| -p.0), -low(|p| -p.1));
        let across = (WIDTH - 2.0 * MARGIN) / (x1 - x0).max(1e-6);
        let upright = (HEIGHT - 2.0 * MARGIN) / (y1 - y0).max(1e-6);
        self.scale = across.min(upright);
        self.middle = ((x0 + x1) * 0.5, (y0 + y1) * 0.5);
    }

    fn at(&self, p: V) -> P {
        (
            WIDTH * 0.5 + (dot(p, self.right) - self.middle.0) * self.scale,
            HEIGHT * 0.5 - (dot(p, self.up) - self.middle.1) * self.scale,
        )
    }

    pub(super) fn cast_step(&self, run: &CastRun, i: usize) -> String {
        let step = &run.steps[i];
        let mut sheet = Self::sheet(i, "GJK");
        self.body(&mut sheet, &run.body, "wall", 1.25);
        sheet.line(self.at(run.start), self.at(run.end), "muted", 1.25, true);
        let simplex: Vec<P> = step.simplex.iter().map(|p| self.at(*p)).collect();
        sheet.simplex(&simplex);
        let support = self.at(step.support);
        self.arrow(&mut sheet, step.support, step.toward);
        sheet.dot(support, "c1", 4.5, true);
        if step.from != step.to {
            sheet.line(self.at(step.from), self.at(step.to), "c0", 3.0, false);
            sheet.dot(self.at(step.from), "c0", 4.0, false);
        }
        sheet.dot(self.at(step.to), "c0", 5.0, true);
        sheet.finished()
    }

    pub(super) fn expand_step(&self, run: &ExpandRun, i: usize) -> String {
        let step = &run.steps[i];
        let mut sheet = Self::sheet(i, "EPA");
        self.body(&mut sheet, &run.body, "edge", 1.0);
        self.body(&mut sheet, &step.polytope, "c2", 2.25);
        let toward = step.toward;
        let foot = add([0.0; 3], toward, step.reach);
        sheet.line(self.at([0.0; 3]), self.at(foot), "c0", 2.0, false);
        sheet.dot(self.at(foot), "c0", 2.5, true);
        self.arrow(&mut sheet, step.support, toward);
        sheet.dot(self.at(step.support), "c1", 4.5, true);
        sheet.dot(self.at([0.0; 3]), "c0", 5.0, true);
        sheet.finished()
    }

    fn sheet(i: usize, name: &str) -> Picture {
        Picture::new(&format!("{name}{i}"), &format!("Step {} of {name}", i + 1))
    }

    /// Edges behind first.
    fn body(&self, sheet: &mut Picture, edges: &[Edge], colour: &str, width: f64) {
        let front =
            |e: &&Edge| e.normals.iter().any(|n| dot(*n, self.toward) > 0.0) || length(e.normals[0]) == 0.0;
        let ends = |e: &Edge| (self.at(e.ends[0]), self.at(e.ends[1]));
        for edge in edges.iter().filter(|e| !front(e)) {
            let (a, b) = ends(edge);
            sheet.hidden_line(a, b, colour, width * 0.8);
        }
        for edge in edges.iter().filter(front) {
            let (a, b) = ends(edge);
            sheet.line(a, b, colour, width, false);
        }
    }

    /// A direction, from a place on.
    fn arrow(&self, sheet: &mut Picture, from: V, along: V) {
        let reach = ARROW * WIDTH / self.scale;
        let (a, b) = (self.at(from), self.at(add(from, along, reach)));
        let (dx, dy) = (b.0 - a.0, b.1 - a.1);
        let long = dx.hypot(dy);
        // Seen end on there is no direction to draw.
        if long < 4.0 {
            return;
        }
        let (ux, uy) = (dx / long, dy / long);
        sheet.line(a, b, "c1", 2.0, false);
        let wing = |s: f64| (b.0 - 7.0 * ux - s * 4.0 * uy, b.1 - 7.0 * uy + s * 4.0 * ux);
        sheet.line(wing(1.0), b, "c1", 2.0, false);
        sheet.line(wing(-1.0), b, "c1", 2.0, false);
    }
}

fn corners(edges: &[Edge]) -> Vec<V> {
    edges.iter().flat_map(|e| e.ends).collect()
}

pub(super) fn dot(a: V, b: V) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn cross(a: V, b: V) -> V {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

pub(super) fn sub(a: V, b: V) -> V {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

pub(super) fn add(a: V, b: V, times: f64) -> V {
    [a[0] + b[0] * times, a[1] + b[1] * times, a[2] + b[2] * times]
}

pub(super) fn length(a: V) -> f64 {
    dot(a, a).sqrt()
}

/// Upwards for zero length.
pub(super) fn unit(a: V) -> V {
    let l = length(a);
    if l > 0.0 {
        a.map(|x| x / l)
    } else {
        [0.0, 0.0, 1.0]
    }
}

/// Longest side of the box around points.
fn extent(points: &[V]) -> f64 {
    let side = |k: usize| {
        let at = || points.iter().map(|p| p[k]);
        at().fold(f64::NEG_INFINITY, f64::max) - at().fold(f64::INFINITY, f64::min)
    };
    (0..3).map(side).fold(0.0, f64::max)
}
