//! A cost over an axis, both logarithmic: a line a contestant.

use super::Plot;
use super::axis::Axis;
use super::chart::{Chart, SIZE};
use super::curves;
use crate::error::ReportError;

/// What is drawn.
pub(crate) struct Costs<'a> {
    pub(crate) file: &'a str,
    pub(crate) title: String,
    pub(crate) caption: &'a str,
    /// Of the axes.
    pub(crate) names: [&'a str; 2],
    /// The points of each contestant.
    pub(crate) curves: Vec<(&'a str, Vec<(f64, f64)>)>,
}

/// The plot; `None` where nobody has two points.
pub(crate) fn draw(costs: Costs) -> Result<Option<Plot>, ReportError> {
    if costs.curves.iter().all(|(_, points)| points.len() < 2) {
        return Ok(None);
    }
    let points = || costs.curves.iter().flat_map(|(_, points)| points);
    let [x_name, y_name] = costs.names;
    let chart = Chart {
        file: costs.file,
        title: costs.title.clone(),
        caption: costs.caption.to_owned(),
        size: SIZE,
        x: Axis::log_of_counts(points().map(|p| p.0)),
        y: Axis::log(points().map(|p| p.1)),
        x_name,
        y_name,
        legend: curves::legend(costs.curves.iter().map(|(name, _)| *name)),
    };
    let lines = costs.curves.iter().map(|(_, points)| points);
    chart.draw(|context| curves::draw(context, lines, 2.0)).map(Some)
}
