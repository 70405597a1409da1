//! The walker's known problems: one line a contestant.

use super::axis::Axis;
use super::chart::{Chart, SIZE, line, stroke};
use super::thin;
use crate::error::ReportError;
use crate::palette;
use clipmark_record::walker::{Problem, WalkerResults};

/// One plot a problem.
pub(crate) fn plots(book: &WalkerResults) -> Result<Vec<super::Plot>, ReportError> {
    book.problems.iter().map(draw).collect()
}

fn draw(problem: &Problem) -> Result<super::Plot, ReportError> {
    let points = || problem.curves.iter().flat_map(|c| &c.points);
    let [x_name, y_name] = &problem.axes;
    let file = format!("{}.svg", problem.slug);
    let chart = Chart {
        file: &file,
        title: problem.title.clone(),
        caption: problem.caption.clone(),
        size: SIZE,
        x: Axis::linear(points().map(|p| p[0]), 6),
        y: Axis::linear(points().map(|p| p[1]), 5),
        x_name,
        y_name,
        legend: problem
            .curves
            .iter()
            .enumerate()
            .map(|(i, c)| (c.contestant.clone(), palette::contestant(i), 2.0))
            .collect(),
    };
    chart.draw(|context| {
        for (i, curve) in problem.curves.iter().enumerate() {
            let points: Vec<_> = curve.points.iter().map(|p| (p[0], p[1])).collect();
            // A path may turn back in x; only curves over time may be thinned.
            let along_time = points.windows(2).all(|w| w[1].0 > w[0].0);
            let points = if along_time {
                thin::keeping_extremes(&points)
            } else {
                points
            };
            line(context, points, stroke(palette::contestant(i), 2.0))?;
        }
        Ok(())
    })
}
