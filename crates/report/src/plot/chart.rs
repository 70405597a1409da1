//! The frame of every plot: ground, legend strip on top, grid, axes.

use super::axis::Axis;
use crate::error::ReportError;
use crate::format::shortened;
use crate::palette::{self, Pair};
use clipmark_rows::drawn::{Comparison, Entry, TickRecord};
use clipmark_rows::{Case, escaped};
use plotters::coord::Shift;
use plotters::coord::ranged1d::ValueFormatter;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// plotters rounds to whole pixels; it draws on a canvas this many times larger so that lines stay smooth.
pub(super) const FINE: i32 = 4;
/// Size of text, in the plot's own pixels. A phone enlarges it by its style sheet, and the margins allow for that.
const TEXT: i32 = 14;
const LEFT: i32 = 76;
const RIGHT: i32 = 18;
const BOTTOM: i32 = 60;
/// Height of the strip that holds the name of the upward axis.
const AXIS_NAME: i32 = 34;
const LEGEND_ROW: i32 = 28;
/// Names in a legend are shortened to this many characters.
const LEGEND_NAME: usize = 32;
/// Width to allow for a character of a legend, with room for a phone's larger text.
const LEGEND_CHAR: i32 = 10;

pub(super) type Context<'a> = ChartContext<'a, SVGBackend<'a>, Cartesian2d<Axis, Axis>>;
pub(super) type Drawn = Result<(), String>;

/// The data of a chart's drawing.
pub(super) struct Chart<'n> {
    pub(super) file: &'n str,
    pub(super) title: String,
    pub(super) caption: String,
    /// Outer size in the plot's own pixels, without the legend.
    pub(super) size: (i32, i32),
    pub(super) x: Axis,
    pub(super) y: Axis,
    pub(super) x_name: &'n str,
    pub(super) y_name: &'n str,
    /// Name, colour and width of each series. A width of 0 for a series that the plot names and only the pointer shows.
    pub(super) legend: Vec<(String, Pair, f64)>,
}

/// Size of most plots.
pub(super) const SIZE: (i32, i32) = (640, 360);

/// Width and height of the area inside the axes, for an outer size.
pub(super) fn inner(size: (i32, i32)) -> (i32, i32) {
    (size.0 - LEFT - RIGHT, size.1 - AXIS_NAME - BOTTOM)
}

impl Chart<'_> {
    /// Draws the frame, then the content of `body` into it.
    pub(super) fn draw(
        self,
        body: impl FnOnce(&mut Context<'_>) -> Drawn,
    ) -> Result<super::Plot, ReportError> {
        let Self {
            file, title, caption, ..
        } = &self;
        let (file, title, caption) = ((*file).to_owned(), title.clone(), caption.clone());
        let size = (self.size.0, self.size.1 + self.legend_height());
        let read_by = self.read_by(size);
        let mut svg = String::new();
        let area = SVGBackend::with_string(&mut svg, ((size.0 * FINE) as u32, (size.1 * FINE) as u32));
        self.render(area.into_drawing_area(), body)
            .map_err(|message| ReportError::Plot {
                name: file.clone(),
                message,
            })?;
        Ok(super::Plot {
            file,
            svg: finished(&svg, size, &title, &read_by),
            title,
            caption,
        })
    }

    fn render<'a>(
        self,
        area: DrawingArea<SVGBackend<'a>, Shift>,
        body: impl FnOnce(&mut Context<'_>) -> Drawn,
    ) -> Drawn {
        area.fill(&rgb(palette::PLATE)).map_err(text)?;
        self.draw_legend(&area)?;
        let top = self.legend_height();
        let name = text_style(palette::MUTED, HPos::Left, VPos::Center);
        area.draw(&Text::new(self.y_name, (6 * FINE, (top + 10) * FINE), name))
            .map_err(text)?;
        let (_, frame) = area.split_vertically((top + AXIS_NAME) * FINE);
        let mut context = ChartBuilder::on(&frame)
            .set_label_area_size(LabelAreaPosition::Left, LEFT * FINE)
            .set_label_area_size(LabelAreaPosition::Bottom, BOTTOM * FINE)
            .margin_right(RIGHT * FINE)
            .build_cartesian_2d(self.x.clone(), self.y.clone())
            .map_err(text)?;
        let grid = rgb(palette::GRID).stroke_width(FINE as u32);
        context
            .configure_mesh()
            .bold_line_style(grid)
            .light_line_style(TRANSPARENT)
            .axis_style(rgb(palette::WALL).stroke_width(FINE as u32))
            .set_all_tick_mark_size(4 * FINE)
            .x_label_style(text_style(palette::INK, HPos::Center, VPos::Top))
            .y_label_style(text_style(palette::INK, HPos::Right, VPos::Center))
            .x_label_formatter(&|v| self.x.format_ext(v))
            .y_label_formatter(&|v| self.y.format_ext(v))
            .draw()
            .map_err(text)?;
        let below = (self.size.0 - RIGHT, self.size.1 + top - 5);
        let name = text_style(palette::MUTED, HPos::Right, VPos::Bottom);
        area.draw(&Text::new(self.x_name, (below.0 * FINE, below.1 * FINE), name))
            .map_err(text)?;
        body(&mut context)?;
        area.present().map_err(text)
    }

    /// The numbers that the page's script shows under a pointer: the frame, the axes, and each series' colour.
    fn read_by(&self, size: (i32, i32)) -> String {
        let frame = [
            LEFT,
            self.legend_height() + AXIS_NAME,
            size.0 - RIGHT,
            size.1 - BOTTOM,
        ];
        let frame = frame.map(|side| (side * FINE).to_string()).join(" ");
        let series: Vec<[&str; 2]> = self
            .legend
            .iter()
            .map(|(n, c, _)| [n.as_str(), c.light])
            .collect();
        // Strings and pairs of them: nothing that serde could refuse.
        let series = serde_json::to_string(&series).unwrap_or_default();
        let series = series
            .replace('&', "&amp;")
            .replace('<', "&lt;")
            .replace('\'', "&#39;");
        format!(
            "data-frame=\"{frame}\" data-x=\"{}\" data-y=\"{}\" data-x-name=\"{}\" data-y-name=\"{}\" data-series='{series}'",
            self.x.described(),
            self.y.described(),
            escaped(self.x_name),
            escaped(self.y_name),
        )
    }

    fn legend_height(&self) -> i32 {
        match self.legend_places().last() {
            Some((_, y)) => y + LEGEND_ROW,
            None => 0,
        }
    }

    fn listed(&self) -> impl Iterator<Item = &(String, Pair, f64)> {
        self.legend.iter().filter(|(_, _, width)| *width > 0.0)
    }

    fn legend_places(&self) -> Vec<(i32, i32)> {
        let (mut x, mut y) = (6, 0);
        let mut places = Vec::new();
        for (name, ..) in self.listed() {
            let wide = 48 + name.chars().count().min(LEGEND_NAME) as i32 * LEGEND_CHAR;
            if x > 6 && x + wide > self.size.0 {
                (x, y) = (6, y + LEGEND_ROW);
            }
            places.push((x, y));
            x += wide;
        }
        places
    }

    fn draw_legend(&self, area: &DrawingArea<SVGBackend<'_>, Shift>) -> Drawn {
        for ((name, colour, width), (x, y)) in self.listed().zip(self.legend_places()) {
            let middle = (y + LEGEND_ROW / 2 + 2) * FINE;
            let line = vec![(x * FINE, middle), ((x + 22) * FINE, middle)];
            area.draw(&PathElement::new(line, stroke(*colour, width.max(2.5))))
                .map_err(text)?;
            let style = text_style(palette::INK, HPos::Left, VPos::Center);
            let name = shortened(name, LEGEND_NAME);
            area.draw(&Text::new(name, ((x + 30) * FINE, middle), style))
                .map_err(text)?;
        }
        Ok(())
    }
}

/// Width of a contestant's line. The first is the widest and each later one lies narrower on top, so that coinciding paths are
/// all visible.
pub(super) fn line_width(index: usize, all: usize) -> f64 {
    const NARROWEST: f64 = 1.75;
    const WIDEST: f64 = 9.0;
    let steps = all.saturating_sub(1).max(1) as f64;
    let step = ((WIDEST - NARROWEST) / steps).min(2.75);
    NARROWEST + step * all.saturating_sub(index + 1) as f64
}

/// All contestants, in the widths of their lines.
pub(super) fn legend(comparison: &Comparison) -> Vec<(String, Pair, f64)> {
    let all = comparison.contestants.len();
    let entry = |(i, e): (usize, &Entry)| (e.name.clone(), palette::contestant(i), line_width(i, all));
    comparison.contestants.iter().enumerate().map(entry).collect()
}

/// The contestants of cases, in lines of one width.
pub(super) fn legend_of_cases(cases: &[Case], width: f64) -> Vec<(String, Pair, f64)> {
    let named = cases.iter().enumerate();
    named
        .map(|(i, case)| (case.contestant.clone(), palette::contestant(i), width))
        .collect()
}

/// The same for lines of paths. A path that looks like another one says so.
pub(super) fn path_legend(comparison: &Comparison) -> Vec<(String, Pair, f64)> {
    let mut all = legend(comparison);
    for (i, (name, ..)) in all.iter_mut().enumerate() {
        if let Some(twin) = twin(comparison, i) {
            *name += &format!(" (as {})", comparison.contestants[twin].name);
        }
    }
    all
}

/// Paths never farther apart than this, in units, are one line in a drawing: a pixel of a small scene's plan.
const COINCIDE: f64 = 0.25;

/// The first contestant before this one whose path coincides with its own.
pub(super) fn twin(comparison: &Comparison, index: usize) -> Option<usize> {
    let own = &comparison.contestants[index];
    let same = |other: &Entry| {
        let apart = |(a, b): (&TickRecord, &TickRecord)| {
            let way = [0, 1, 2].map(|k| f64::from(a.origin[k]) - f64::from(b.origin[k]));
            way.iter().map(|d| d * d).sum::<f64>().sqrt()
        };
        other.ticks.len() == own.ticks.len()
            && !own.ticks.is_empty()
            && own
                .ticks
                .iter()
                .zip(&other.ticks)
                .all(|pair| apart(pair) <= COINCIDE)
    };
    comparison.contestants[..index].iter().position(same)
}

/// A line through points of the chart's own coordinates.
pub(super) fn line(context: &mut Context<'_>, points: Vec<(f64, f64)>, style: ShapeStyle) -> Drawn {
    if points.len() < 2 {
        return Ok(());
    }
    context
        .plotting_area()
        .draw(&PathElement::new(points, style))
        .map_err(text)
}

/// Words at a point of the chart's own coordinates, shifted by pixels.
pub(super) fn label(
    context: &mut Context<'_>,
    words: &str,
    at: (f64, f64),
    shift: (i32, i32),
    colour: Pair,
    anchor: (HPos, VPos),
) -> Drawn {
    let text_at = Text::new(
        words.to_owned(),
        (shift.0 * FINE, shift.1 * FINE),
        text_style(colour, anchor.0, anchor.1),
    );
    context
        .plotting_area()
        .draw(&(EmptyElement::at(at) + text_at))
        .map_err(text)
}

pub(super) fn stroke(colour: Pair, width: f64) -> ShapeStyle {
    rgb(colour).stroke_width((width * f64::from(FINE)).round() as u32)
}

pub(super) fn text_style(colour: Pair, h: HPos, v: VPos) -> TextStyle<'static> {
    // plotters divides the size by this before it writes it.
    let size = f64::from(TEXT * FINE) * 1.24;
    let mut style = TextStyle::from(("sans-serif", size)).pos(Pos::new(h, v));
    style.color = rgb(colour).to_backend_color();
    style
}

pub(super) fn rgb(colour: Pair) -> RGBColor {
    let part = |at: usize| u8::from_str_radix(&colour.light[at..at + 2], 16).unwrap_or(0);
    RGBColor(part(1), part(3), part(5))
}

/// An error of plotters as a message.
pub(super) fn text(error: impl std::fmt::Display) -> String {
    error.to_string()
}

/// Gives the document its size in the plot's own pixels, and a name for screen readers. Joins are round, since thick lines would
/// grow spikes. Words have a halo, since they may lie on lines.
fn finished(svg: &str, size: (i32, i32), title: &str, read_by: &str) -> String {
    let escaped = escaped(title);
    let body = svg.split_once('>').map_or("", |(_, body)| body);
    let halo = format!(
        "<text paint-order=\"stroke\" stroke=\"{}\" stroke-width=\"{}\" ",
        palette::PLATE.light,
        3 * FINE
    );
    let body = body.replace("<text ", &halo);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" viewBox=\"0 0 {} {}\" role=\"img\" \
         aria-label=\"{escaped}\" {read_by} stroke-linejoin=\"round\" stroke-linecap=\"round\">{body}",
        size.0,
        size.1,
        size.0 * FINE,
        size.1 * FINE
    )
}
