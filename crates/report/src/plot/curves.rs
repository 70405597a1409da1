//! A curve for each contestant, with a dot at each of its points.

use super::chart::{Context, Drawn, FINE, line, rgb, stroke, text};
use crate::palette::{self, Pair};
use plotters::prelude::*;

/// Radius of a dot, in the plot's own pixels.
const DOT: i32 = 4;

/// The contestants by their colours.
pub(super) fn legend<'a>(names: impl IntoIterator<Item = &'a str>) -> Vec<(String, Pair, f64)> {
    let named = names.into_iter().enumerate();
    named
        .map(|(i, name)| (name.to_owned(), palette::contestant(i), 2.5))
        .collect()
}

/// Draws the curves of the contestants, in their order.
pub(super) fn draw<'a>(
    context: &mut Context<'_>,
    curves: impl IntoIterator<Item = &'a Vec<(f64, f64)>>,
    width: f64,
) -> Drawn {
    for (i, points) in curves.into_iter().enumerate() {
        let colour = palette::contestant(i);
        line(context, points.clone(), stroke(colour, width))?;
        for &point in points {
            let dot = Circle::new(point, DOT * FINE, rgb(colour).filled());
            context.plotting_area().draw(&dot).map_err(text)?;
        }
    }
    Ok(())
}
