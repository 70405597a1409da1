//! The frame of every page: a way back, contents if it is long, and a foot with its origin.
//!
//! Templates hold `<main>`, `</main>` and, where contents may stand, `<!-- contents -->`. Contents are the headings of the
//! second level that have an id. They are read off the rendered page, so that none is forgotten.

use crate::error::ReportError;
use crate::policy;
use askama::Template;
use clipmark_rows::Made;
use std::path::Path;

/// Where contents may stand.
const CONTENTS: &str = "<!-- contents -->";
/// A page with fewer headings needs no contents.
const FEWEST: usize = 4;

/// The foot of a page.
#[derive(Template)]
#[template(path = "foot.html")]
struct Foot<'a> {
    made: &'a Made,
    version: &'static str,
}

/// The way back, over a page.
#[derive(Template)]
#[template(path = "back.html")]
struct Way<'a> {
    href: &'static str,
    to: &'a str,
}

/// Contents of a page: ids and headings. Headings come from the rendered page and are escaped already.
#[derive(Template)]
#[template(path = "contents.html")]
struct Contents<'a> {
    headings: Vec<(&'a str, String)>,
}

/// The page in its frame, allowed to run these scripts alone. `dir` is the folder of the page, to find the page above it.
pub(crate) fn framed(
    page: &str,
    made: &Made,
    dir: Option<&Path>,
    scripts: &[&str],
) -> Result<String, ReportError> {
    framed_below(page, made, dir.and_then(above), scripts)
}

/// The same below a page that is known: its address and name.
pub(crate) fn framed_below(
    page: &str,
    made: &Made,
    way: Option<(&'static str, String)>,
    scripts: &[&str],
) -> Result<String, ReportError> {
    let foot = Foot {
        made,
        version: env!("CARGO_PKG_VERSION"),
    };
    let way = way.as_ref().map(|(href, to)| Way { href, to }.render());
    let headings = headings(page);
    let contents = if headings.len() < FEWEST {
        String::new()
    } else {
        Contents { headings }.render()?
    };
    let page = page
        .replacen(
            "<main>\n",
            &format!("<main>\n{}", way.transpose()?.unwrap_or_default()),
            1,
        )
        .replacen(CONTENTS, &contents, 1);
    // The last one: the page's text is escaped and cannot end it.
    let (body, rest) = page.rsplit_once("</main>").unwrap_or((&page, ""));
    Ok(policy::guarded(
        &format!("{body}{}</main>{rest}", foot.render()?),
        scripts,
    ))
}

/// The page above `dir` and its name: the study whose failure is replayed in its folder `cases/reports`, or the index of the
/// usual folder.
pub fn above(dir: &Path) -> Option<(&'static str, String)> {
    let full = std::path::absolute(dir).ok()?;
    let parent = full.parent()?;
    if let Some(study) = parent
        .ancestors()
        .nth(2)
        .filter(|_| parent.ends_with("cases/reports"))
    {
        let name = study.file_name()?.to_string_lossy().into_owned();
        return Some(("../../../index.html", name));
    }
    (parent.ends_with("reports/latest") || parent.join("index.html").is_file())
        .then(|| ("../index.html", "all reports".to_owned()))
}

/// The page above a lone file in `dir`, and its name: the folder's own, or, for a kept case, its run's.
pub fn beside(dir: &Path) -> Option<(&'static str, String)> {
    let full = std::path::absolute(dir).ok()?;
    let name = |folder: &Path| match folder.ends_with("reports/latest") {
        true => "all reports".to_owned(),
        false => folder
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned(),
    };
    if full.join("index.html").is_file() {
        return Some(("index.html", name(&full)));
    }
    let run = full
        .parent()
        .filter(|run| full.ends_with("cases") && run.join("index.html").is_file())?;
    Some(("../index.html", name(run)))
}

/// Ids and texts of the headings that have an id.
fn headings(page: &str) -> Vec<(&str, String)> {
    let parts = page.split("<h2 id=\"").skip(1);
    parts
        .filter_map(|part| {
            let (id, rest) = part.split_once('"')?;
            let (_, rest) = rest.split_once('>')?;
            let (inner, _) = rest.split_once("</h2>")?;
            Some((id, without_tags(inner)))
        })
        .collect()
}

fn without_tags(html: &str) -> String {
    let mut parts = html.split('<');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| {
        text + part.split_once('>').map_or("", |(_, after)| after)
    })
}
