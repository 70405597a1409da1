//! The page of the walker's promises, and those on which a broken promise is seen in 3-D.

use super::defects::{self, Line};
use super::matrix;
use super::text::{HEADS, answer, broken, cells, contestants, groups};
use crate::error::ReportError;
use crate::format;
use crate::frame;
use crate::palette;
use crate::plot::Plot;
use crate::replay::{self, HOVER, Replay};
use askama::Template;
use clipmark_record::walker::{Replayed, WalkerResults};
use std::path::Path;

/// The template's data; the template escapes all of it but the plots.
#[derive(Template)]
#[template(path = "walker.html")]
struct Page<'a> {
    colours: Vec<(String, palette::Pair)>,
    hover: &'static str,
    heading: String,
    answer: String,
    is_bad: bool,
    broken: Vec<String>,
    contestants: Vec<&'a str>,
    matrix: Vec<matrix::Line<'a>>,
    defects: Vec<Line>,
    plots: Vec<(&'a Plot, String)>,
    heads: [&'static str; 9],
    rows: Vec<[String; 9]>,
}

/// A course in 3-D.
#[derive(Template)]
#[template(path = "walk3d.html")]
struct Walk<'a> {
    colours: Vec<(String, palette::Pair)>,
    title: &'a str,
    profile: &'a str,
    replay: Option<Replay>,
    walk: Option<&'a str>,
    script: &'static str,
}

pub(crate) fn page(book: &WalkerResults, plots: &[Plot], dir: &Path) -> Result<String, ReportError> {
    let contestants = contestants(book);
    let matrix = matrix::lines(book, &contestants);
    let (answer, is_bad) = answer(book);
    let names: Vec<String> = contestants.iter().map(|c| (*c).to_owned()).collect();
    let page = Page {
        colours: palette::variables(),
        hover: HOVER,
        heading: format!(
            "{} · {} · profile {}",
            format::plural(matrix.len(), "course", "courses"),
            format::plural(book.rows.len(), "walk", "walks"),
            book.profile
        ),
        answer,
        is_bad,
        broken: broken(book).map(|(_, text)| text).collect(),
        defects: defects::lines(book, &names),
        contestants,
        matrix,
        plots: plots.iter().map(|p| (p, p.inline())).collect(),
        heads: HEADS,
        rows: groups(book).map(cells).collect(),
    };
    frame::framed(&page.render()?, &book.made, Some(dir), &[HOVER])
}

/// The page of a course in 3-D, below the page of all.
pub(crate) fn replay_page(book: &WalkerResults, replayed: &Replayed) -> Result<String, ReportError> {
    let scene = &replayed.shown.scene;
    let page = Walk {
        colours: palette::variables(),
        title: &scene.title,
        profile: &scene.profile,
        replay: replay::replay(&replayed.shown)?,
        walk: None,
        script: replay::SCRIPT,
    };
    let above = ("../index.html", "walker".to_owned());
    frame::framed_below(&page.render()?, &book.made, Some(above), &[replay::SCRIPT])
}
