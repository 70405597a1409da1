//! Quantities that a player feels, over time: height, speed, distance from the run measured from, depth in
//! solids.

use super::axis::Axis;
use super::chart::{self, Chart, SIZE, label, line, stroke};
use super::thin;
use crate::error::ReportError;
use crate::palette;
use clipmark_rows::drawn::{Comparison, DIVERGED, TickRecord};
use plotters::style::text_anchor::{HPos, VPos};

/// Deviations and depths below this are drawn as zero, in units. The rounding of f32 at map scale is near 1e-4.
const SMALLEST: f64 = 1e-5;

struct Quantity {
    file: &'static str,
    title: String,
    y_name: &'static str,
    caption: String,
    of: fn(&TickRecord) -> f64,
    logarithmic: bool,
    /// Level to draw, with its name.
    level: Option<(f64, &'static str)>,
    /// Contestants that it says nothing of: the first, where it is measured from that.
    skipped: usize,
}

/// Height, horizontal speed, deviation; depth in solids when there is any.
pub(super) fn over_time(comparison: &Comparison) -> Result<Vec<super::Plot>, ReportError> {
    let base = &comparison.scene.measured_from;
    let mut quantities = vec![
        Quantity {
            file: "plots/height.svg",
            title: "Height over time".into(),
            y_name: "z of the origin (u)",
            caption: format!(
                "Height of the player's origin after every tick. A thin upright line is where a contestant leaves the \
                 path of {base}."
            ),
            of: |t| f64::from(t.origin[2]),
            logarithmic: false,
            level: None,
            skipped: 0,
        },
        Quantity {
            file: "plots/speed.svg",
            title: "Horizontal speed over time".into(),
            y_name: "speed (u/s)",
            caption:
                "Length of the horizontal velocity after every tick, as the movement holds it: a dent is a \
                      collision that took speed away. The level line is the law: what running on level ground settles \
                      at under these rules (L1); above it the player has jumped and strafed, or slid down something."
                    .into(),
            of: |t| f64::from(t.velocity[0]).hypot(f64::from(t.velocity[1])),
            logarithmic: false,
            level: Some((comparison.scene.run_speed, "run speed by law")),
            skipped: 0,
        },
        Quantity {
            file: "plots/deviation.svg",
            title: format!("Distance from {base}"),
            y_name: "distance (u, log)",
            caption: format!(
                "Distance between a contestant and {base} after the same tick, from the same input. On the bottom \
                 line both are at the same place; above {DIVERGED} u the paths have diverged."
            ),
            of: |t| t.deviation,
            logarithmic: true,
            level: Some((DIVERGED, "diverged")),
            skipped: usize::from(comparison.scene.measured_from_first),
        },
    ];
    let any = |of: fn(&TickRecord) -> f64| {
        let mut ticks = comparison.contestants.iter().flat_map(|e| &e.ticks);
        ticks.any(|t| of(t) > 0.0)
    };
    if any(|t| f64::from(t.contacts)) {
        quantities.push(Quantity {
            file: "plots/contacts.svg",
            title: "Contacts over time".into(),
            y_name: "directions",
            caption: "In how many directions the hull touches something after every tick, skin included, as the \
                      contestant's own backend says: 1 on a floor, 2 along a wall, 3 in a corner, 0 in the air. Fast \
                      changes on even ground are what makes movement shake."
                .into(),
            of: |t| f64::from(t.contacts),
            logarithmic: false,
            level: None,
            skipped: 0,
        });
    }
    if any(|t| t.turned_back) {
        quantities.push(Quantity {
            file: "plots/jitter.svg",
            title: "Jitter over time".into(),
            y_name: "turned back (u, log)",
            caption: "How much of a tick's motion undoes the tick before while the player has asked for one thing for a \
                      second, twice over (the second difference of a motion to and fro). Climbing stairs or bending \
                      around a corner is none; a contestant without a line never turned back."
                .into(),
            of: |t| t.turned_back,
            logarithmic: true,
            level: None,
            skipped: 0,
        });
    }
    if any(|t| t.depth) {
        quantities.push(Quantity {
            file: "plots/depth.svg",
            title: "Depth in solids over time".into(),
            y_name: "depth (u, log)",
            caption: "How deep the player's hull lies in a solid after every tick, by exact arithmetic on the position \
                      that the contestant reached."
                .into(),
            of: |t| t.depth,
            logarithmic: true,
            level: None,
            skipped: 0,
        });
    }
    // Where all are at one place there is nothing to draw.
    quantities.retain(|q| {
        q.file != "plots/deviation.svg" || any(|t| if t.deviation > SMALLEST { t.deviation } else { 0.0 })
    });
    quantities.iter().map(|q| draw(comparison, q)).collect()
}

fn draw(comparison: &Comparison, quantity: &Quantity) -> Result<super::Plot, ReportError> {
    let ticks = || comparison.contestants.iter().flat_map(|e| &e.ticks);
    let values = ticks().map(quantity.of);
    let (_, end) = super::axis::bounds(ticks().map(|t| t.seconds)).unwrap_or((0.0, 1.0));
    // The last tick may end a rounding short of the time asked for, and would take its tick mark away.
    let asked = comparison.scene.seconds;
    let end = if (end..end * 1.02).contains(&asked) {
        asked
    } else {
        end
    };
    let y = match quantity.logarithmic {
        true => Axis::log_with_zero(SMALLEST, values.chain(quantity.level.map(|(l, _)| l))),
        false => Axis::linear(values.chain(quantity.level.map(|(l, _)| l)), 5),
    };
    let skipped = quantity.skipped;
    let chart = Chart {
        file: quantity.file,
        title: quantity.title.clone(),
        caption: quantity.caption.clone(),
        size: SIZE,
        x: Axis::exact(0.0, end, 6),
        y: y.clone(),
        x_name: "time (s)",
        y_name: quantity.y_name,
        legend: chart::path_legend(comparison).split_off(skipped.min(comparison.contestants.len())),
    };
    let all = comparison.contestants.len();
    let plot = chart.draw(|context| {
        if let Some((level, name)) = quantity.level {
            line(
                context,
                vec![(0.0, level), (end, level)],
                stroke(palette::MUTED, 1.0),
            )?;
            label(
                context,
                name,
                (0.0, level),
                (6, -9),
                palette::MUTED,
                (HPos::Left, VPos::Center),
            )?;
        }
        for (i, entry) in comparison.contestants.iter().enumerate() {
            if let Some(parted) = entry.parted.and_then(|tick| entry.ticks.get(tick)) {
                let at = parted.seconds;
                line(
                    context,
                    vec![(at, y.min()), (at, y.max())],
                    stroke(palette::contestant(i), 1.0),
                )?;
            }
        }
        for (i, entry) in comparison.contestants.iter().enumerate().skip(skipped) {
            let points: Vec<_> = entry
                .ticks
                .iter()
                .map(|t| (t.seconds, (quantity.of)(t)))
                .collect();
            let style = stroke(palette::contestant(i), chart::line_width(i, all));
            line(context, thin::keeping_extremes(&points), style)?;
        }
        Ok(())
    })?;
    Ok(plot.with("time", "seconds"))
}
