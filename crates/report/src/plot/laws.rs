//! A law's curve as a line, and the measurements as dots on it.

use super::axis::Axis;
use super::chart::{self, Chart, SIZE, line, rgb, stroke, text};
use super::thin;
use crate::error::ReportError;
use crate::palette;
use clipmark_record::laws::{LawRecord, LawResults};
use plotters::prelude::*;

/// A curve shows at most this many dots, or they hide the line.
const MAX_DOTS: usize = 48;
/// Many points about a straight line are a cloud, and show more.
const MAX_CLOUD: usize = 700;

/// One plot a law, in their order.
pub(crate) fn plots(book: &LawResults) -> Result<Vec<super::Plot>, ReportError> {
    book.laws.iter().map(draw).collect()
}

fn draw(law: &LawRecord) -> Result<super::Plot, ReportError> {
    let curves = &law.plot.curves;
    let points = || curves.iter().flat_map(|c| c.law.iter().chain(&c.measured));
    let (x_low, x_high) = super::axis::bounds(points().map(|p| p[0])).unwrap_or((0.0, 1.0));
    let file = format!("{}.svg", law.slug);
    let chart = Chart {
        file: &file,
        title: format!("{} {}", law.id, law.title),
        caption: String::new(),
        size: SIZE,
        x: Axis::exact(x_low, x_high, 6),
        y: Axis::linear(points().map(|p| p[1]), 5),
        x_name: &law.plot.x_name,
        y_name: &law.plot.y_name,
        legend: curves
            .iter()
            .enumerate()
            .map(|(i, c)| (c.name.clone(), palette::contestant(i), 3.0))
            .collect(),
    };
    chart.draw(|context| {
        for (i, curve) in curves.iter().enumerate() {
            let points: Vec<_> = curve.law.iter().map(|p| (p[0], p[1])).collect();
            let style = stroke(palette::contestant(i), 2.0);
            line(context, thin::keeping_extremes(&points), style)?;
        }
        for (i, curve) in curves.iter().enumerate() {
            let cloud = curve.law.len() <= 2 && curve.measured.len() > 4 * MAX_DOTS;
            let most = if cloud { MAX_CLOUD } else { MAX_DOTS };
            let every = curve.measured.len().div_ceil(most).max(1);
            let colour = palette::contestant(i);
            let size = if cloud {
                2 * chart::FINE
            } else {
                3 * chart::FINE + 1
            };
            for p in curve.measured.iter().step_by(every) {
                if p.iter().all(|v| v.is_finite()) {
                    let dot = Circle::new((p[0], p[1]), size, rgb(colour).filled());
                    context.plotting_area().draw(&dot).map_err(text)?;
                    if !cloud {
                        let rim = rgb(palette::PLATE).stroke_width(chart::FINE as u32);
                        let rim = Circle::new((p[0], p[1]), size, rim);
                        context.plotting_area().draw(&rim).map_err(text)?;
                    }
                }
            }
        }
        Ok(())
    })
}
