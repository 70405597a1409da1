//! Movers and triggers from above, all in the first contestant's run. A mover is outlined where it begins and where it is
//! farthest from there, with the way of its middle.

use super::Polygon2;
use crate::palette;
use crate::plot::chart::{Context, Drawn, line, stroke};
use clipmark_rows::drawn::{Comparison, MoverFaces};
use plotters::style::ShapeStyle;

/// A way shorter than this is no way, in units.
const STILL: f64 = 1.0;

/// The caption's part on what moves.
pub(super) fn caption(comparison: &Comparison) -> String {
    let movers = " Moving parts are outlined where they begin and where they are farthest from it, with the way between.";
    let triggers = " Thin green boxes are triggers.";
    let told = [
        (movers, comparison.movers.is_empty()),
        (triggers, comparison.triggers.is_empty()),
    ];
    told.iter()
        .filter(|(_, none)| !none)
        .map(|(words, _)| *words)
        .collect()
}

pub(super) fn draw(
    context: &mut Context<'_>,
    comparison: &Comparison,
    clipped: impl Fn(Polygon2) -> Polygon2,
) -> Drawn {
    let Some(entry) = comparison.contestants.first() else {
        return Ok(());
    };
    for trigger in &comparison.triggers {
        let [(x0, y0), (x1, y1)] =
            [trigger.mins, trigger.maxs].map(|corner| (f64::from(corner[0]), f64::from(corner[1])));
        let outline = vec![(x0, y0), (x1, y0), (x1, y1), (x0, y1)];
        closed(context, clipped(outline), stroke(palette::TRIGGER, 1.0))?;
    }
    let count = comparison.movers.len();
    for (i, mover) in comparison.movers.iter().enumerate() {
        let poses: Vec<&[f32; 6]> = entry.mover_poses.iter().skip(i).step_by(count).collect();
        let Some(&first) = poses.first() else { continue };
        let far = |p: &[f32; 6]| {
            (0..6)
                .map(|k| f64::from(p[k] - first[k]).powi(2))
                .sum::<f64>()
                .sqrt()
        };
        let farthest = poses.iter().copied().max_by(|a, b| far(a).total_cmp(&far(b)));
        let mut outlines = vec![outline(mover, first)];
        outlines.extend(farthest.filter(|p| far(p) > STILL).map(|p| outline(mover, p)));
        for outline in outlines {
            closed(context, clipped(outline), stroke(palette::MOVER, 2.0))?;
        }
        let way: Polygon2 = poses.iter().map(|p| middle(&outline(mover, p))).collect();
        if farthest.is_some_and(|p| far(p) > STILL) {
            line(context, spaced(way), stroke(palette::MOVER, 1.25))?;
        }
    }
    Ok(())
}

/// An outline, closed.
fn closed(context: &mut Context<'_>, mut outline: Polygon2, style: ShapeStyle) -> Drawn {
    outline.extend(outline.first().copied());
    line(context, outline, style)
}

/// The box around a mover at a place, turned by its yaw.
fn outline(mover: &MoverFaces, pose: &[f32; 6]) -> Polygon2 {
    let corners = || mover.faces.iter().flat_map(|f| &f.corners);
    let ends = |k: usize| {
        let all = corners().map(|c| f64::from(c[k]));
        all.fold((f64::INFINITY, f64::NEG_INFINITY), |(lo, hi), x| {
            (lo.min(x), hi.max(x))
        })
    };
    let ((x0, x1), (y0, y1)) = (ends(0), ends(1));
    if x0 > x1 {
        return Vec::new();
    }
    let (sin, cos) = f64::from(pose[4]).to_radians().sin_cos();
    let put = |(x, y): (f64, f64)| {
        (
            f64::from(pose[0]) + cos * x - sin * y,
            f64::from(pose[1]) + sin * x + cos * y,
        )
    };
    [(x0, y0), (x1, y0), (x1, y1), (x0, y1)].map(put).to_vec()
}

fn middle(outline: &[(f64, f64)]) -> (f64, f64) {
    let n = outline.len().max(1) as f64;
    let sum = outline.iter().fold((0.0, 0.0), |s, p| (s.0 + p.0, s.1 + p.1));
    (sum.0 / n, sum.1 / n)
}

/// Points at least a unit apart.
fn spaced(way: Polygon2) -> Polygon2 {
    let mut out: Polygon2 = Vec::new();
    for p in way {
        if out.last().is_none_or(|q| (p.0 - q.0).hypot(p.1 - q.1) >= STILL) {
            out.push(p);
        }
    }
    out
}
