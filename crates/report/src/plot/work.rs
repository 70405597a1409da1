//! Counted work per sweep: it is the same on every machine, and explains the time.

use super::axis::Axis;
use super::chart::{self, Chart, label, rgb, text};
use crate::error::ReportError;
use crate::{format, palette};
use clipmark_rows::{Case, Check};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

const COUNTERS: [(&str, Check); 6] = [
    ("inner nodes", Check::Nodes),
    ("leaves", Check::Leaves),
    ("brushes, hulls or polygons", Check::Solids),
    ("planes", Check::Planes),
    ("GJK iterations", Check::GjkSteps),
    ("EPA iterations", Check::EpaSteps),
];

/// Heights of a bar and of a counter's heading, in the plot's own pixels.
const BAR: i32 = 17;
const HEADING: i32 = 26;

/// The plot; `None` where nothing was counted.
pub(super) fn work(cases: &[Case]) -> Result<Option<super::Plot>, ReportError> {
    let counted = |case: &Case, check: Check| case.value(check).unwrap_or(0.0);
    let used: Vec<(&str, Check)> = COUNTERS
        .into_iter()
        .filter(|(_, check)| cases.iter().any(|case| counted(case, *check) > 0.0))
        .collect();
    if used.is_empty() {
        return Ok(None);
    }
    let most = cases
        .iter()
        .flat_map(|case| used.iter().map(|(_, check)| counted(case, *check)));
    let most = most.fold(1.0, f64::max);
    let group = HEADING + BAR * cases.len() as i32;
    let height = (group * used.len() as i32).max(BAR);
    // The names of the values stand to the right of the bars.
    let x = Axis::exact(0.0, most * 1.15, 6);
    let chart = Chart {
        file: "plots/work.svg",
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
        legend: chart::legend_of_cases(cases, 6.0),
    };
    let row = |(g, (name, check)): (usize, &(&str, Check))| {
        let values = cases.iter().enumerate();
        let values = values.map(|(i, case)| {
            let colour = palette::contestant(i).light;
            (
                case.contestant.as_str(),
                colour,
                format::small(counted(case, *check)),
            )
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
        for (g, (name, check)) in used.iter().enumerate() {
            let top = -group * g as i32;
            label(
                context,
                name,
                (0.0, f64::from(top)),
                (6, 14),
                palette::MUTED,
                (HPos::Left, VPos::Center),
            )?;
            for (i, case) in cases.iter().enumerate() {
                let y = f64::from(top - HEADING - BAR * i as i32);
                let value = counted(case, *check).max(0.0);
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
