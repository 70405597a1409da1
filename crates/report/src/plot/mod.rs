//! The plots of a report. Only this module sees plotters, and only its SVG backend; no system font is needed.

pub(crate) mod axis;
pub(crate) mod case;
mod chart;
mod classes;
pub(crate) mod curves;
pub(crate) mod errors;
mod over_time;
mod plan;
mod sweep_times;
pub(crate) mod thin;
mod times;
mod work;
mod work_times;

use crate::error::ReportError;
use crate::palette;
use clipmark_rows::drawn::Comparison;

/// A plot with its explanation for a reader.
#[derive(Clone, Debug)]
pub struct Plot {
    /// File name, ending in `.svg`.
    pub file: String,
    /// Heading.
    pub title: String,
    /// Its subject and how it was measured.
    pub caption: String,
    /// The whole SVG document, in the colours for a light ground.
    pub svg: String,
}

impl Plot {
    /// The plot with data for the page's script, as an attribute `data-NAME` of the drawing.
    fn with(mut self, name: &str, value: &str) -> Self {
        let value = value
            .replace('&', "&amp;")
            .replace('<', "&lt;")
            .replace('\'', "&#39;");
        self.svg = self.svg.replacen(
            " role=\"img\"",
            &format!(" data-{name}='{value}' role=\"img\""),
            1,
        );
        self
    }

    /// The plot with another caption.
    fn captioned(mut self, caption: &str) -> Self {
        caption.clone_into(&mut self.caption);
        self
    }

    /// The SVG for use inside a page: its colours are the page's variables, and its width is the page's business.
    pub(crate) fn inline(&self) -> String {
        let mut svg = self.svg.clone();
        for (name, pair) in palette::variables() {
            svg = svg.replace(&format!("\"{}\"", pair.light), &format!("\"var(--{name})\""));
        }
        svg
    }
}

/// All plots of a comparison: first what a sweep costs, and the plan of the paths.
///
/// # Errors
/// [`ReportError::Plot`] when the plotting library refuses.
pub(crate) fn plots(comparison: &Comparison) -> Result<Vec<Plot>, ReportError> {
    let cases = &comparison.results.cases;
    let mut all = vec![times::of_sweeps(cases)?, plan::plan(comparison)?];
    all.extend(over_time::over_time(comparison)?);
    all.extend(errors::errors(comparison)?);
    all.extend(classes::classes(comparison)?);
    all.push(times::of_ticks(cases)?);
    all.extend(sweep_times::sweep_times(comparison)?);
    all.extend(work::work(cases)?);
    all.extend(work_times::work_times(comparison)?);
    Ok(all)
}
