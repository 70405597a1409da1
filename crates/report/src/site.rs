//! A folder for any static web host: a first page with the answer, and below it reports, playable scenes and the book.

use crate::controllers::{by_harm, grounds, harms, verdict};
use crate::error::ReportError;
use crate::overview::{collect, write_overview};
use crate::place::{Place, unwritable};
use crate::{format, frame, palette};
use askama::Template;
use clipmark_record::Made;
use clipmark_record::controllers::ControllersResults;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Everything that a site consists of. Only a folder that holds nothing else is ever replaced.
const PARTS: [&str; 4] = ["index.html", "reports", "play", "book"];
/// Files of all parts, at most: a suite's replays and a book are some thousands.
const FILES: usize = 50_000;
/// Bytes of all parts, at most. Hosts of static pages take one to ten gigabytes.
const BYTES: u64 = 1 << 30;
/// Folders within folders that are followed, at most.
const DEEPEST: usize = 16;

/// The parts of a site.
#[derive(Debug)]
pub struct Site<'a> {
    /// The folder of reports.
    pub reports: &'a Path,
    /// The folder of the book, where there is one.
    pub book: Option<&'a Path>,
    /// Scenes to walk, by file name, with an `index.html` among them.
    pub play: &'a [(String, String)],
    /// Where the site comes from.
    pub made: &'a Made,
}

#[derive(Template)]
#[template(path = "site.html")]
struct Front {
    colours: Vec<(String, palette::Pair)>,
    /// Without a run of controllers nothing is answered.
    answer: Option<Answer>,
    parts: Vec<Part>,
}

struct Answer {
    link: String,
    asked: String,
    sentences: Vec<String>,
    rows: Vec<(String, [String; 6])>,
}

struct Part {
    /// `None` where the site lacks it.
    link: Option<String>,
    title: &'static str,
    about: &'static str,
    /// The command that makes it.
    command: &'static str,
}

/// Pages that a reader looks for: the file that tells the report's kind, its title, its content, and its command.
const WANTED: [(&str, &str, &str, &str); 2] = [
    (
        "controllers.json",
        "Controllers on courses",
        "who carries the player over which course, at which tick rates",
        "compare controllers",
    ),
    (
        "bar.json",
        "The correctness bar",
        "a million sweeps a map, judged by exact arithmetic",
        "compare bar --worlds MAPS",
    ),
];

/// Pages of the book that a reader looks for: file, title and content.
const BOOK: [(&str, &str, &str); 3] = [
    (
        "results.html",
        "The record",
        "results of whole studies, each with its machine and its command",
    ),
    (
        "moving.html",
        "Doors, lifts and other players",
        "who rides, who is pushed, who is crushed",
    ),
    (
        "index.html",
        "The book",
        "method, rules of judging, laws, libraries and results",
    ),
];

/// Writes the site into `dir`, in place of an older one, and gives the path of its first page.
///
/// # Errors
/// A damaged report, parts that are too large, or a folder that cannot be written or holds a source. Then nothing is left behind
/// and an older site stays.
pub fn write_site(site: &Site<'_>, dir: &Path) -> Result<PathBuf, ReportError> {
    for source in [Some(site.reports), site.book].into_iter().flatten() {
        let (of, to) = (real(source), real(dir));
        if of.starts_with(&to) || to.starts_with(&of) {
            let why = format!(
                "it and {}, from which it is made, lie in each other",
                source.display()
            );
            let path = dir.to_owned();
            return Err(ReportError::NoSite { path, why });
        }
    }
    written(site, dir).map_err(|error| {
        let (path, why) = match error {
            ReportError::Unwritable { path, source } => (path, source.to_string()),
            ReportError::NotAReport { path, found } => {
                let why = format!("it holds {found}, which is no part of a site and would be replaced");
                (path, why)
            }
            other => return other,
        };
        ReportError::NoSite { path, why }
    })
}

/// A path without links, as far as it exists.
fn real(path: &Path) -> PathBuf {
    let full = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    for part in full.ancestors() {
        if let (Ok(found), Ok(rest)) = (fs::canonicalize(part), full.strip_prefix(part)) {
            return found.join(rest);
        }
    }
    full
}

fn written(site: &Site<'_>, dir: &Path) -> Result<PathBuf, ReportError> {
    let place = Place::at(dir, &PARTS)?;
    let partial = place.begin()?;
    let mut room = Room::default();
    let reports = partial.path().join("reports");
    room.copy(site.reports, &reports, 0)?;
    // The benches' results belong to the machine, not to the site.
    let found = collect(&reports, &reports.join("no-benches"))?;
    write_overview(&found, site.made, &reports)?;
    let play = partial.path().join("play");
    fs::create_dir(&play).map_err(|e| unwritable(&dir.join("play"), e))?;
    for (name, text) in site.play {
        fs::write(play.join(name), text).map_err(|e| unwritable(&dir.join("play").join(name), e))?;
    }
    // Reports lead to pages that were made beside them.
    for name in pages(&site.reports.join("../play")) {
        let (source, target) = (site.reports.join("../play").join(&name), play.join(&name));
        if !target.exists() {
            room.file(&source, &target)?;
        }
    }
    if let Some(book) = site.book {
        room.copy(book, &partial.path().join("book"), 0)?;
    }
    let page = front(site, &reports)?;
    fs::write(partial.path().join("index.html"), page).map_err(|e| unwritable(&dir.join("index.html"), e))?;
    place.finish(partial)?;
    Ok(dir.join("index.html"))
}

fn front(site: &Site<'_>, reports: &Path) -> Result<String, ReportError> {
    let book = controllers(reports)?;
    let answer = book.as_ref().map(|(folder, book)| {
        let by_ground = grounds(book);
        let rates: Vec<String> = book.rates.iter().map(f64::to_string).collect();
        Answer {
            link: format!("reports/{folder}/index.html"),
            asked: format!(
                "{} at {} Hz, {}",
                format::plural(book.courses.len(), "course", "courses"),
                rates.join(", "),
                format::plural(book.cells.len(), "run", "runs")
            ),
            sentences: verdict(&by_ground, false),
            rows: by_ground
                .iter()
                .flat_map(|(heading, book)| rows(heading.as_deref(), book))
                .collect(),
        }
    });
    let mut parts: Vec<Part> = WANTED
        .iter()
        .map(|&(file, title, about, command)| Part {
            link: folder_with(reports, file).map(|folder| format!("reports/{folder}/index.html")),
            title,
            about,
            command,
        })
        .collect();
    parts.push(Part {
        link: Some("reports/index.html".into()),
        title: "All reports",
        about: "scenes and maps with every contestant: what it did wrong, and what it costs",
        command: "compare scenes/stairs.ron",
    });
    parts.push(Part {
        link: (!site.play.is_empty()).then(|| "play/index.html".into()),
        title: "Walk it yourself",
        about: "scenes with every contestant live on your keys",
        command: "compare site DIR",
    });
    for (page, title, about) in BOOK {
        parts.push(Part {
            link: site
                .book
                .filter(|book| book.join(page).is_file())
                .map(|_| format!("book/{page}")),
            title,
            about,
            command: "contrib/book/build.py",
        });
    }
    let page = Front {
        colours: palette::variables(),
        answer,
        parts,
    };
    frame::framed(&page.render()?, site.made, None, &[])
}

/// How often each contestant did which harm, the least harmful first. With several grounds, the heading follows the name.
fn rows(heading: Option<&str>, book: &ControllersResults) -> Vec<(String, [String; 6])> {
    let name = |name: &str| heading.map_or_else(|| name.into(), |on| format!("{name} ({on})"));
    by_harm(book)
        .iter()
        .map(|e| (name(&e.name), harms(book, &e.name)))
        .collect()
}

/// The run of controllers with the most runs, and its folder.
fn controllers(reports: &Path) -> Result<Option<(String, ControllersResults)>, ReportError> {
    let mut best: Option<(String, ControllersResults)> = None;
    for folder in folders_with(reports, WANTED[0].0) {
        let file = reports.join(&folder).join(WANTED[0].0);
        let bad = |why: String| ReportError::Unreadable {
            path: file.clone(),
            why,
        };
        let text = clipmark_journal::read_text(&file).map_err(|e| bad(e.to_string()))?;
        let found: ControllersResults = serde_json::from_str(&text).map_err(|e| bad(e.to_string()))?;
        if best
            .as_ref()
            .is_none_or(|(_, b)| b.cells.len() < found.cells.len())
        {
            best = Some((folder, found));
        }
    }
    Ok(best)
}

fn folder_with(reports: &Path, file: &str) -> Option<String> {
    folders_with(reports, file).into_iter().next()
}

/// Names of folders that hold this file and a page, in order. A name that an address would have to escape is left out: no report
/// of ours has one.
fn folders_with(reports: &Path, file: &str) -> Vec<String> {
    let plain = |name: &String| {
        name.bytes()
            .all(|b| b.is_ascii_alphanumeric() || b"-_.".contains(&b))
    };
    let entries = fs::read_dir(reports).into_iter().flatten().flatten();
    let mut found: Vec<String> = entries
        .filter(|e| e.path().join(file).is_file() && e.path().join("index.html").is_file())
        .filter_map(|e| e.file_name().into_string().ok())
        .filter(plain)
        .collect();
    found.sort();
    found
}

/// Names of the pages in a folder that are regular files; none where there is no such folder.
fn pages(folder: &Path) -> Vec<std::ffi::OsString> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let regular = entries.filter(|e| e.file_type().is_ok_and(|kind| kind.is_file()));
    let mut names: Vec<_> = regular.map(|e| e.file_name()).collect();
    names.retain(|name| name.as_encoded_bytes().ends_with(b".html"));
    names.sort();
    names
}

/// The copied parts.
#[derive(Default)]
struct Room {
    files: usize,
    bytes: u64,
}

impl Room {
    /// Copies regular files and folders. Links are left out, since they may lead anywhere; so are names that begin with a dot,
    /// which are drafts.
    fn copy(&mut self, from: &Path, to: &Path, depth: usize) -> Result<(), ReportError> {
        let unreadable = |e: io::Error| ReportError::Unreadable {
            path: from.to_owned(),
            why: e.to_string(),
        };
        if depth > DEEPEST {
            return Err(self.too_much(from, "it lies too deep"));
        }
        fs::create_dir(to).map_err(|e| unwritable(to, e))?;
        for entry in fs::read_dir(from).map_err(unreadable)? {
            let entry = entry.map_err(unreadable)?;
            let kind = entry.file_type().map_err(unreadable)?;
            if entry.file_name().as_encoded_bytes().starts_with(b".") {
                continue;
            }
            let (source, target) = (entry.path(), to.join(entry.file_name()));
            if kind.is_dir() {
                self.copy(&source, &target, depth + 1)?;
            } else if kind.is_file() {
                self.file(&source, &target)?;
            }
        }
        Ok(())
    }

    fn file(&mut self, from: &Path, to: &Path) -> Result<(), ReportError> {
        self.files += 1;
        self.bytes += fs::copy(from, to).map_err(|e| unwritable(to, e))?;
        match self.files > FILES || self.bytes > BYTES {
            true => Err(self.too_much(from, "the site has grown too large")),
            false => Ok(()),
        }
    }

    fn too_much(&self, at: &Path, what: &str) -> ReportError {
        let why = format!(
            "{what} after {} files and {} MB (limits: {FILES} files, {} MB, {DEEPEST} folders deep); give a \
             smaller folder with --from",
            self.files,
            self.bytes >> 20,
            BYTES >> 20
        );
        ReportError::Unreadable {
            path: at.to_owned(),
            why,
        }
    }
}
