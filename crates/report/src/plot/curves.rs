//! A quantity over another, both logarithmic: a curve for each contestant, with a dot at each of its points.

use super::Plot;
use super::axis::Axis;
use super::chart::{Chart, FINE, SIZE, line, rgb, stroke, text};
use crate::error::ReportError;
use crate::palette;
use plotters::prelude::*;

/// Radius of a dot, in the plot's own pixels.
const DOT: i32 = 4;
/// Widths of a line in the legend and in the plot.
const WIDTHS: [f64; 2] = [2.5, 2.0];

/// What is drawn.
pub(crate) struct Curves<'a> {
    pub(crate) file: String,
    pub(crate) title: String,
    pub(crate) caption: String,
    /// Of the axes.
    pub(crate) names: [&'a str; 2],
    /// The points of each contestant. Who has none is not in the legend.
    pub(crate) curves: Vec<(&'a str, Vec<(f64, f64)>)>,
    /// Whether they lie over counts, which are marked.
    pub(crate) are_over_counts: bool,
}

impl Curves<'_> {
    /// Whether somebody has so many points.
    pub(crate) fn has_points(&self, least: usize) -> bool {
        self.curves.iter().any(|(_, points)| points.len() >= least)
    }

    /// The plot.
    pub(crate) fn draw(&self) -> Result<Plot, ReportError> {
        let points = || self.curves.iter().flat_map(|(_, points)| points);
        let [x_name, y_name] = self.names;
        let all = || {
            self.curves
                .iter()
                .enumerate()
                .map(|(i, curve)| (palette::contestant(i), curve))
        };
        let chart = Chart {
            file: &self.file,
            title: self.title.clone(),
            caption: self.caption.clone(),
            size: SIZE,
            x: match self.are_over_counts {
                true => Axis::log_of_counts(points().map(|p| p.0)),
                false => Axis::log(points().map(|p| p.0)),
            },
            y: Axis::log(points().map(|p| p.1)),
            x_name,
            y_name,
            legend: all()
                .filter(|(_, (_, points))| !points.is_empty())
                .map(|(colour, (name, _))| ((*name).to_owned(), colour, WIDTHS[0]))
                .collect(),
        };
        chart.draw(|context| {
            for (colour, (_, points)) in all() {
                line(context, points.clone(), stroke(colour, WIDTHS[1]))?;
                for &point in points {
                    let dot = Circle::new(point, DOT * FINE, rgb(colour).filled());
                    context.plotting_area().draw(&dot).map_err(text)?;
                }
            }
            Ok(())
        })
    }
}
