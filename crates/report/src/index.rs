//! The index of a folder of reports: a row for each page found below it, and criterion's medians.
//!
//! Title and headline are those of the page itself, kind and date come from the results beside it. Reports are our own files and
//! trusted, but folders are named by users: names are percent-encoded in addresses, and the template escapes all text.

use crate::error::ReportError;
use crate::folder::{Origin, read_origin};
use crate::place::put_whole;
use crate::play::FROM_ABOVE;
use crate::{format, frame, palette};
use askama::Template;
use clipmark_rows::Made;
use clipmark_rows::results::FILE;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_encode};
use serde::Deserialize;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Component, Path, PathBuf};

/// Folders within folders that are searched for pages and benches; a bench lies three or four deep.
const DEEPEST: usize = 8;
/// Bytes of a page in which its title and its headline stand. The style before them has some ten thousand.
const HEAD: u64 = 64 << 10;
/// What is escaped in an address: all but letters, digits and what our own names hold.
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'.').remove(b'-').remove(b'_');

#[derive(Template)]
#[template(path = "reports.html")]
struct Index {
    colours: Vec<(String, palette::Pair)>,
    rows: Vec<Row>,
    benches: Vec<(String, String)>,
    /// Criterion's own page, where it was built with one.
    criterion: Option<String>,
}

struct Row {
    link: String,
    title: String,
    /// The path below the folder, by which two runs of a kind are told apart.
    place: String,
    kind: String,
    date: String,
    headline: String,
}

#[derive(Deserialize)]
struct Estimates {
    median: Estimate,
}

#[derive(Deserialize)]
struct Estimate {
    point_estimate: f64,
}

/// Writes `index.html` with the pages below `folder`, the pages to walk in beside it and criterion's results in `benches`. Gives
/// its path, or `None` where there is nothing to list.
///
/// # Errors
/// [`ReportError::Unwritable`] or [`ReportError::Page`].
pub fn write_index(folder: &Path, benches: &Path, made: &Made) -> Result<Option<PathBuf>, ReportError> {
    let mut pages = Vec::new();
    find_pages(folder, 0, &mut pages);
    pages.extend(html_files(&folder.join("../play")));
    let mut medians = Vec::new();
    find_benches(benches, benches, 0, &mut medians);
    if pages.is_empty() && medians.is_empty() {
        return Ok(None);
    }
    let criterion = benches.join("report/index.html");
    let index = Index {
        colours: palette::variables(),
        rows: pages.iter().map(|page| row(page, folder)).collect(),
        benches: medians,
        criterion: criterion.is_file().then(|| address(&criterion, folder)),
    };
    let path = folder.join("index.html");
    put_whole(&path, frame::framed(&index.render()?, made, None, &[])?)?;
    Ok(Some(path))
}

/// Pages below a folder: the `index.html` of each report and, beside it, those of its kept cases. Folders without a page are
/// searched.
fn find_pages(folder: &Path, depth: usize, found: &mut Vec<PathBuf>) {
    found.extend(html_files(folder));
    for path in folders(folder) {
        let page = path.join("index.html");
        if page.is_file() {
            found.push(page);
            found.extend(html_files(&path.join("cases")));
        } else if depth < DEEPEST {
            find_pages(&path, depth + 1, found);
        }
    }
}

/// Criterion's newest results: the path of each bench below its folder, and the median in nanoseconds.
fn find_benches(root: &Path, folder: &Path, depth: usize, found: &mut Vec<(String, String)>) {
    for path in folders(folder) {
        let estimates = fs::read(path.join("estimates.json")).unwrap_or_default();
        match serde_json::from_slice::<Estimates>(&estimates) {
            Ok(Estimates { median }) if path.ends_with("new") => {
                let name = folder.strip_prefix(root).unwrap_or(folder).display().to_string();
                found.push((name, format::three_digits(median.point_estimate)));
            }
            _ if depth < DEEPEST => find_benches(root, &path, depth + 1, found),
            _ => {}
        }
    }
}

/// Folders in a folder, by name. Links are left out, since they may lead back up; so are names that begin with a dot, which are
/// drafts of killed runs.
fn folders(folder: &Path) -> Vec<PathBuf> {
    entries(folder, |path| path.is_dir() && !path.is_symlink())
}

/// Pages in a folder, except its index.
fn html_files(folder: &Path) -> Vec<PathBuf> {
    let is_page = |path: &Path| path.extension().is_some_and(|e| e == "html") && path.is_file();
    entries(folder, |path| is_page(path) && !path.ends_with("index.html"))
}

fn entries(folder: &Path, is_wanted: impl Fn(&Path) -> bool) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let shown = entries.filter(|e| !e.file_name().as_encoded_bytes().starts_with(b"."));
    let mut all: Vec<PathBuf> = shown.map(|e| e.path()).filter(|path| is_wanted(path)).collect();
    all.sort();
    all
}

fn row(page: &Path, folder: &Path) -> Row {
    let mut head = Vec::new();
    // A page that cannot be read is still listed, by its place.
    let _ = File::open(page).and_then(|file| file.take(HEAD).read_to_end(&mut head));
    let head = String::from_utf8_lossy(&head);
    let title = between(&head, "<title>", "</title>").unwrap_or_default();
    let verdict = head.split_once("<section class=\"verdict\"");
    let headline = verdict.and_then(|(_, rest)| between(rest.split_once("<p")?.1, ">", "</p>"));
    let beside = page.file_name().is_some_and(|name| name == "index.html");
    let Origin { study, made } = match beside {
        true => read_origin(&page.with_file_name(FILE)).unwrap_or_default(),
        false => Origin::default(),
    };
    // A page that may be copied shows its way back only to a reader who comes from here.
    let has_way_back = head.contains("id=\"from-above\"");
    let place = page.strip_prefix(folder).unwrap_or(page);
    let place = if beside {
        place.parent().unwrap_or(place)
    } else {
        place
    };
    Row {
        link: address(page, folder) + if has_way_back { FROM_ABOVE } else { "" },
        title: text(title.strip_suffix(" · Clipmark").unwrap_or(title)),
        place: place.to_string_lossy().trim_start_matches("../").to_owned(),
        kind: study,
        date: made.date,
        headline: text(headline.unwrap_or_default()),
    }
}

/// The address of a file as seen from a folder's page. It starts with `./` or `../` and is percent-encoded, so that no name is
/// read as a scheme (`javascript:…`) or a query.
fn address(file: &Path, folder: &Path) -> String {
    let [file, folder] =
        [file, folder].map(|path| fs::canonicalize(path).unwrap_or_else(|_| path.to_owned()));
    let shared = file
        .components()
        .zip(folder.components())
        .take_while(|(a, b)| a == b)
        .count();
    let up = "../".repeat(folder.components().count() - shared);
    let down = file.components().skip(shared).filter_map(|part| match part {
        Component::Normal(name) => Some(percent_encode(name.as_encoded_bytes(), ESCAPED).to_string()),
        _ => None,
    });
    let down: Vec<String> = down.collect();
    format!("{}{}", if up.is_empty() { "./" } else { &up }, down.join("/"))
}

fn between<'a>(text: &'a str, start: &str, end: &str) -> Option<&'a str> {
    text.split_once(start)?
        .1
        .split_once(end)
        .map(|(within, _)| within)
}

/// The text of a piece of one of our pages: the entities that askama writes, as what they stand for.
fn text(html: &str) -> String {
    let entities = [
        ("&#60;", "<"),
        ("&#62;", ">"),
        ("&#34;", "\""),
        ("&#39;", "'"),
        ("&#38;", "&"),
    ];
    let plain = entities
        .iter()
        .fold(html.to_owned(), |text, (entity, is)| text.replace(entity, is));
    plain.trim().to_owned()
}
