//! The places that the paper's walker tries in one tick and in the next, where it goes to and fro.

use super::axis::{self, Axis};
use super::chart::{self, Chart, Context, Drawn, inner, label, line, rgb, stroke, text};
use crate::error::ReportError;
use crate::format::{fixed, length};
use crate::palette;
use clipmark_record::walker::{ShakeTick, Shaking, TriedPlace};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

const SIZE: (i32, i32) = (720, 460);
/// Room around the places for their names, as a share of the plot's width and height.
const ROOM: (f64, f64) = (0.3, 0.2);
/// A height that changes by less, in units, has not changed.
const RAISED: f64 = 1e-3;
const NAMES: [&str; 3] = ["x (u)", "y (u)", "z (u)"];

/// The picture.
pub(crate) fn draw(shaking: &Shaking) -> Result<super::Plot, ReportError> {
    let [right, up] = axes(shaking);
    let seen = if up == 2 { "from the side" } else { "from above" };
    let flat = |p: &[f64; 3]| (p[right], p[up]);
    let shown: Vec<(f64, f64)> = places(shaking).map(|p| flat(&p)).collect();
    let (x, y) = frame(&shown);
    let chart = Chart {
        file: "shaking.svg",
        title: "Why it shakes: the places tried in two ticks".into(),
        caption: caption(shaking, seen),
        size: SIZE,
        x: Axis::exact(x.0, x.1, 5),
        y: Axis::exact(y.0, y.1, 5),
        x_name: NAMES[right],
        y_name: NAMES[up],
        legend: shaking
            .ticks
            .iter()
            .enumerate()
            .map(|(i, tick)| (format!("tick {}", tick.tick), palette::contestant(i), 2.5))
            .chain([("the path".to_owned(), palette::MUTED, 1.0)])
            .collect(),
    };
    chart.draw(|context| {
        let path = shaking.path.iter().map(flat).collect();
        line(context, path, stroke(palette::MUTED, 1.0))?;
        for (i, tick) in shaking.ticks.iter().enumerate() {
            draw_tick(context, tick, palette::contestant(i), &flat)?;
        }
        let start = flat(&shaking.ticks[0].from);
        dot(context, start, palette::MUTED, true)?;
        let below = (HPos::Center, VPos::Top);
        label(context, "start, p0", start, (0, 10), palette::INK, below)
    })
}

/// A tick's places, and the ways to them.
fn draw_tick(
    context: &mut Context<'_>,
    tick: &ShakeTick,
    colour: palette::Pair,
    flat: &impl Fn(&[f64; 3]) -> (f64, f64),
) -> Drawn {
    let from = flat(&tick.from);
    for place in &tick.tried {
        let (asked, at) = (flat(&place.asked), flat(&place.at));
        let width = if place.taken { 2.5 } else { 1.25 };
        line(context, vec![from, asked, at], stroke(colour, width))?;
    }
    for place in &tick.tried {
        let (asked, at) = (flat(&place.asked), flat(&place.at));
        if raised(place).abs() > RAISED {
            dot(context, asked, colour, false)?;
        }
        dot(context, at, colour, place.taken)?;
        // Away from where the tick begins, so that the names of two ticks stand apart.
        let side = if at.0 < from.0 {
            (-10, HPos::Right)
        } else {
            (10, HPos::Left)
        };
        let taken = if place.taken { ", taken" } else { "" };
        let name = format!("{}{taken}", name(place));
        label(
            context,
            &name,
            at,
            (side.0, 0),
            palette::INK,
            (side.1, VPos::Center),
        )?;
    }
    Ok(())
}

fn dot(context: &mut Context<'_>, at: (f64, f64), colour: palette::Pair, full: bool) -> Drawn {
    let fill = if full { colour } else { palette::PLATE };
    let area = context.plotting_area();
    let radius = if full { 5 } else { 4 };
    area.draw(&Circle::new(at, radius * chart::FINE, rgb(fill).filled()))
        .map_err(text)?;
    area.draw(&Circle::new(at, radius * chart::FINE, stroke(colour, 1.5)))
        .map_err(text)
}

/// A place by the paper's name and step.
fn name(place: &TriedPlace) -> String {
    match place.step {
        Some(7) => "p1, step 7".into(),
        Some(13) => "p2, step 13".into(),
        Some(step) => format!("p0, step {step}"),
        None => "old height, no step".into(),
    }
}

fn raised(place: &TriedPlace) -> f64 {
    place.at[2] - place.asked[2]
}

fn caption(shaking: &Shaking, seen: &str) -> String {
    let ticks: Vec<String> = shaking.ticks.iter().map(tick_in_words).collect();
    format!(
        "Course `{}`, {}, {} ticks a second, {seen}. A full dot is the place taken; a ring is a place before its height \
         is set, or one that is not taken. Steps are those of the paper's list. {}",
        shaking.course,
        shaking.contestant,
        fixed(f64::from(shaking.hz), 0),
        ticks.join(" ")
    )
}

fn tick_in_words(tick: &ShakeTick) -> String {
    let places: Vec<String> = tick.tried.iter().map(place_in_words).collect();
    // The wanted velocity is made in another step for each mode.
    let step = match tick.mode.as_str() {
        "walking" => " (velocity by step 4)",
        "sliding" => " (velocity by step 5)",
        "falling" => " (velocity by step 6)",
        _ => "",
    };
    format!(
        "Tick {} begins {}{step}: {}.",
        tick.tick,
        tick.mode,
        places.join("; ")
    )
}

fn place_in_words(place: &TriedPlace) -> String {
    let name = name(place);
    if place.step == Some(16) {
        return format!("{name}: it stays");
    }
    let by = raised(place);
    let height = if by > RAISED {
        format!(" is raised by {} u and", length(by))
    } else if by < -RAISED {
        format!(" is lowered by {} u and", length(-by))
    } else {
        String::new()
    };
    if place.taken {
        format!("{name}{height} fits, and the body is {} there", place.mode)
    } else {
        format!("{name}{height} does not fit")
    }
}

fn places(shaking: &Shaking) -> impl Iterator<Item = [f64; 3]> {
    let tried = |tick: &ShakeTick| -> Vec<[f64; 3]> {
        let places = tick.tried.iter().flat_map(|p| [p.asked, p.at]);
        std::iter::once(tick.from).chain(places).collect()
    };
    shaking.ticks.iter().flat_map(tried)
}

/// The two axes along which the places differ most, the one to the right first.
fn axes(shaking: &Shaking) -> [usize; 2] {
    let extent =
        |axis: usize| axis::bounds(places(shaking).map(|p| p[axis])).map_or(0.0, |(low, high)| high - low);
    let mut all = [0, 1, 2];
    all.sort_by(|a, b| extent(*b).total_cmp(&extent(*a)));
    let [a, b, _] = all;
    [a.min(b), a.max(b)]
}

/// Room around the places; one scale both ways.
fn frame(places: &[(f64, f64)]) -> ((f64, f64), (f64, f64)) {
    let of = |read: fn(&(f64, f64)) -> f64| axis::bounds(places.iter().map(read)).unwrap_or((0.0, 1.0));
    let (x, y) = (of(|p| p.0), of(|p| p.1));
    let (wide, high) = inner(SIZE);
    let (wide, high) = (f64::from(wide), f64::from(high));
    let unit = ((x.1 - x.0) / (wide * (1.0 - 2.0 * ROOM.0)))
        .max((y.1 - y.0) / (high * (1.0 - 2.0 * ROOM.1)))
        .max(1e-6);
    let around = |(low, high): (f64, f64), pixels: f64| {
        let (middle, half) = ((low + high) * 0.5, pixels * unit * 0.5);
        (middle - half, middle + half)
    };
    (around(x, wide), around(y, high))
}
