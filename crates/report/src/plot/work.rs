//! Counted work per sweep: it is the same on every machine, and explains the time.

use super::axis::Axis;
use super::chart::{self, Chart, label, rgb, text};
use crate::error::ReportError;
use crate::{format, palette};
use clipmark_record::{Comparison, WorkPerTrace};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

type Counter = (&'static str, fn(&WorkPerTrace) -> f64);

const COUNTERS: [Counter; 6] = [
    ("inner nodes", |w| w.nodes),
    ("leaves", |w| w.leaves),
    ("brushes, hulls or polygons", |w| w.primitives),
    ("planes", |w| w.planes),
    ("GJK iterations", |w| w.gjk_iterations),
    ("EPA iterations", |w| w.epa_iterations),
];

/// Heights of a bar and of a counter's heading, in the plot's own pixels.
const BAR: i32 = 17;
const HEADING: i32 = 26;

/// The plot; `None` where nothing was counted.
pub(super) fn work(comparison: &Comparison) -> Result<Option<super::Plot>, ReportError> {
    let entries = &comparison.contestants;
    let used: Vec<&Counter> = COUNTERS
        .iter()
        .filter(|(_, of)| entries.iter().any(|e| of(&e.work) > 0.0))
        .collect();
    if used.is_empty() {
        return Ok(None);
    }
    let most = entries
        .iter()
        .flat_map(|e| used.iter().map(|(_, of)| of(&e.work)));
    let most = most.filter(|n| n.is_finite()).fold(1.0, f64::max);
    let group = HEADING + BAR * entries.len() as i32;
    let height = (group * used.len() as i32).max(BAR);
    // The names of the values stand to the right of the bars.
    let x = Axis::exact(0.0, most * 1.15, 6);
    let chart = Chart {
        file: "work.svg",
        title: "Work per sweep".into(),
        caption:
            "Mean counts per sweep of the refereed random set, counted by each backend in a run of its own: \
                  counting is off while time is taken."
                .into(),
        size: (chart::SIZE.0, height - chart::inner((0, 0)).1),
        x,
        y: Axis::marked(
            -f64::from(height),
            0.0,
            (0..used.len())
                .map(|g| (-f64::from(group * g as i32), String::new()))
                .collect(),
        ),
        x_name: "count per sweep",
        y_name: "counter",
        legend: chart::legend(comparison)
            .into_iter()
            .map(|(n, c, _)| (n, c, 6.0))
            .collect(),
    };
    let row = |(g, (name, of)): (usize, &&Counter)| {
        let values = entries.iter().enumerate();
        let values = values.map(|(i, e)| {
            let colour = palette::contestant(i).light;
            (e.name.as_str(), colour, format::small(of(&e.work)))
        });
        let (top, next) = (group * g as i32, group * (g as i32 + 1));
        serde_json::json!({
            "kind": "values",
            "name": format!("{name}, mean per sweep"),
            "top": -top,
            "bottom": -next,
            "values": values.collect::<Vec<_>>(),
        })
    };
    let rows: Vec<_> = used.iter().enumerate().map(row).collect();
    let rows = serde_json::to_string(&rows)?;
    let plot = chart.draw(|context| {
        for (g, (name, of)) in used.iter().enumerate() {
            let top = -group * g as i32;
            label(
                context,
                name,
                (0.0, f64::from(top)),
                (6, 14),
                palette::MUTED,
                (HPos::Left, VPos::Center),
            )?;
            for (i, entry) in entries.iter().enumerate() {
                let y = f64::from(top - HEADING - BAR * i as i32);
                let value = of(&entry.work);
                let value = if value.is_finite() { value.max(0.0) } else { 0.0 };
                let corners = [(0.0, y - 1.0), (value, y - f64::from(BAR) + 2.0)];
                let bar = Rectangle::new(corners, rgb(palette::contestant(i)).filled());
                context.plotting_area().draw(&bar).map_err(text)?;
                let middle = (value, y - f64::from(BAR) / 2.0);
                label(
                    context,
                    &format::small(value),
                    middle,
                    (6, 0),
                    palette::INK,
                    (HPos::Left, VPos::Center),
                )?;
            }
        }
        Ok(())
    })?;
    Ok(Some(plot.with("rows", &rows)))
}
