//! One sweep from above and from the side: the hull at its start, its stop, the right stop, the surface met, and the
//! normals.

use super::axis::Axis;
use super::chart::{self, Chart, Context, Drawn, line, rgb, stroke, text};
use crate::error::ReportError;
use crate::palette::{self, Pair};
use clipmark_rows::drawn::{Drawing, Whose};
use plotters::prelude::*;

/// Room around the shown part, as a share of it.
const ROOM: f64 = 0.35;
/// A start farther off than this many sizes of the rest is left out of sight.
const FAR: f64 = 4.0;
/// Length of a normal, as a share of the picture's width.
const ARROW: f64 = 0.12;
const SIZE: (i32, i32) = (720, 560);
const START: Pair = palette::MUTED;
const ANSWER: Pair = palette::CONTESTANTS[1];
const TRUTH: Pair = palette::CONTESTANTS[0];

type P = (f64, f64);

/// A rectangle in a view.
#[derive(Clone, Copy)]
struct Frame {
    lo: P,
    hi: P,
}

/// The two views.
///
/// # Errors
/// [`ReportError::Plot`] when the plotting library refuses.
pub fn case(drawing: &Drawing) -> Result<Vec<super::Plot>, ReportError> {
    let [dx, dy, _] = std::array::from_fn(|i| drawing.end[i] - drawing.start[i]);
    let length = f64::hypot(dx, dy);
    let (ux, uy) = if length > 1e-6 {
        (dx / length, dy / length)
    } else {
        (1.0, 0.0)
    };
    let from_above = |p: &[f64; 3]| (p[0], p[1]);
    let from_beside = |p: &[f64; 3]| (p[0] * ux + p[1] * uy, p[2]);
    Ok(vec![
        view(drawing, &from_above, ("plan.svg", "From above", "x (u)", "y (u)"))?,
        view(
            drawing,
            &from_beside,
            ("side.svg", "From the side", "along the path (u)", "z (u)"),
        )?,
    ])
}

fn view(
    drawing: &Drawing,
    project: &dyn Fn(&[f64; 3]) -> P,
    (file, title, x_name, y_name): (&'static str, &str, &'static str, &'static str),
) -> Result<super::Plot, ReportError> {
    let outline = |at: &[f64; 3]| -> Vec<P> {
        let moved = drawing
            .hull
            .iter()
            .map(|h| project(&std::array::from_fn(|i| h[i] + at[i])));
        convex(moved.collect())
    };
    let frame = frame(drawing, &outline);
    let chart = Chart {
        file,
        title: title.into(),
        caption: String::new(),
        size: SIZE,
        x: Axis::exact(frame.lo.0, frame.hi.0, 6),
        y: Axis::exact(frame.lo.1, frame.hi.1, 5),
        x_name,
        y_name,
        legend: vec![
            ("start".into(), START, 2.0),
            ("answer".into(), ANSWER, 2.5),
            ("truth".into(), TRUTH, 2.5),
        ],
    };
    chart.draw(|context| {
        for (met, corners) in &drawing.solids {
            let polygon = clipped(convex(corners.iter().map(project).collect()), &frame);
            if polygon.len() < 3 {
                continue;
            }
            let fill = if *met {
                palette::FLOORS[5]
            } else {
                palette::FLOORS[1]
            };
            let area = Polygon::new(polygon.clone(), rgb(fill).mix(0.7).filled());
            context.plotting_area().draw(&area).map_err(text)?;
            closed(
                context,
                polygon,
                if *met { palette::WALL } else { palette::EDGE },
                1.5,
            )?;
        }
        let way = clipped_line(project(&drawing.start), project(&drawing.end), &frame);
        line(context, way, stroke(START, 1.0))?;
        let hulls = [
            (Some(drawing.start), START, 1.5),
            (drawing.entered, TRUTH, 4.0),
            (Some(drawing.answered), ANSWER, 1.75),
        ];
        for (at, colour, width) in hulls {
            let Some(at) = at else { continue };
            let polygon = clipped(outline(&at), &frame);
            closed(context, polygon, colour, width)?;
            let middle = project(&at);
            if inside(middle, &frame) {
                let dot = Circle::new(middle, 3 * chart::FINE, rgb(colour).filled());
                context.plotting_area().draw(&dot).map_err(text)?;
            }
        }
        let reach = (frame.hi.0 - frame.lo.0) * ARROW;
        for arrow in &drawing.arrows {
            let tip: [f64; 3] = std::array::from_fn(|i| arrow.at[i] + arrow.along[i] * reach);
            let colour = match arrow.whose {
                Whose::Truth => TRUTH,
                Whose::Answer => ANSWER,
            };
            let shaft = clipped_line(project(&arrow.at), project(&tip), &frame);
            line(context, shaft, stroke(colour, 2.5))?;
        }
        Ok(())
    })
}

/// The part shown: the hull at the answer and at the truth, and the start if near, in the picture's proportions.
fn frame(drawing: &Drawing, outline: &dyn Fn(&[f64; 3]) -> Vec<P>) -> Frame {
    let around = |at: &[&[f64; 3]]| {
        let points: Vec<P> = at.iter().flat_map(|at| outline(at)).collect();
        let low = |f: &dyn Fn(&P) -> f64| points.iter().map(f).fold(f64::INFINITY, f64::min);
        Frame {
            lo: (low(&|p| p.0), low(&|p| p.1)),
            hi: (-low(&|p| -p.0), -low(&|p| -p.1)),
        }
    };
    let entered = drawing.entered.unwrap_or(drawing.answered);
    let size = |f: &Frame| (f.hi.0 - f.lo.0).max(f.hi.1 - f.lo.1);
    let mut shown = around(&[&drawing.answered, &entered]);
    let with_start = around(&[&drawing.answered, &entered, &drawing.start]);
    if size(&with_start) <= FAR * size(&shown).max(16.0) {
        shown = with_start;
    }
    let (width, height) = chart::inner(SIZE);
    let aspect = f64::from(width) / f64::from(height);
    let middle = ((shown.lo.0 + shown.hi.0) * 0.5, (shown.lo.1 + shown.hi.1) * 0.5);
    let half = ((shown.hi.1 - shown.lo.1) * aspect)
        .max(shown.hi.0 - shown.lo.0)
        .max(4.0)
        * (0.5 + ROOM);
    Frame {
        lo: (middle.0 - half, middle.1 - half / aspect),
        hi: (middle.0 + half, middle.1 + half / aspect),
    }
}

fn inside(p: P, f: &Frame) -> bool {
    (f.lo.0..=f.hi.0).contains(&p.0) && (f.lo.1..=f.hi.1).contains(&p.1)
}

fn closed(context: &mut Context<'_>, mut polygon: Vec<P>, colour: Pair, width: f64) -> Drawn {
    polygon.extend(polygon.first().copied());
    line(context, polygon, stroke(colour, width))
}

/// Andrew's monotone chain.
pub(crate) fn convex(mut points: Vec<P>) -> Vec<P> {
    points.retain(|p| p.0.is_finite() && p.1.is_finite());
    points.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)));
    points.dedup();
    let chain = |points: &mut dyn Iterator<Item = &P>| {
        let mut out: Vec<P> = Vec::new();
        for &p in points {
            while let [.., a, b] = out[..]
                && (b.0 - a.0) * (p.1 - a.1) - (b.1 - a.1) * (p.0 - a.0) <= 0.0
            {
                out.pop();
            }
            out.push(p);
        }
        out.pop();
        out
    };
    let mut hull = chain(&mut points.iter());
    hull.extend(chain(&mut points.iter().rev()));
    hull
}

/// The signed room of a point within each border of the frame.
fn room(p: P, f: &Frame) -> [f64; 4] {
    [p.0 - f.lo.0, f.hi.0 - p.0, p.1 - f.lo.1, f.hi.1 - p.1]
}

/// Sutherland and Hodgman.
fn clipped(polygon: Vec<P>, f: &Frame) -> Vec<P> {
    let mut polygon = polygon;
    for border in 0..4 {
        let mut out = Vec::with_capacity(polygon.len() + 1);
        for (i, &a) in polygon.iter().enumerate() {
            let b = polygon[(i + 1) % polygon.len()];
            let (ra, rb) = (room(a, f)[border], room(b, f)[border]);
            if ra >= 0.0 {
                out.push(a);
            }
            if (ra < 0.0) != (rb < 0.0) {
                let t = ra / (ra - rb);
                out.push((a.0 + (b.0 - a.0) * t, a.1 + (b.1 - a.1) * t));
            }
        }
        polygon = out;
    }
    polygon
}

/// Liang and Barsky.
fn clipped_line(a: P, b: P, f: &Frame) -> Vec<P> {
    let (mut first, mut last) = (0f64, 1f64);
    for (ra, rb) in room(a, f).into_iter().zip(room(b, f)) {
        if ra < 0.0 && rb < 0.0 {
            return Vec::new();
        }
        let t = ra / (ra - rb);
        if ra < 0.0 {
            first = first.max(t);
        } else if rb < 0.0 {
            last = last.min(t);
        }
    }
    let at = |t: f64| (a.0 + (b.0 - a.0) * t, a.1 + (b.1 - a.1) * t);
    if first < last {
        vec![at(first), at(last)]
    } else {
        Vec::new()
    }
}
