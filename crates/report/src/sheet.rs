//! What a reader sees of results: one line of what was asked, tables, a few sentences, and the page with the same, plots and
//! what folds. The closing line is the verb's, which knows the exit code.

use crate::error::ReportError;
use crate::frame;
use crate::palette;
use crate::plot::Plot;
use crate::replay::{HOVER, SCRIPT};
use crate::terminal::wrapped;
use askama::Template;
use clipmark_rows::{Made, Table, clean, marked_down};
use std::path::Path;

/// Tables of results with the words around them.
#[derive(Clone, Debug, Default)]
pub struct Sheet {
    /// The page's heading.
    pub title: String,
    /// What was asked, in a line.
    pub asked: String,
    /// What was left out by whom; empty for nothing.
    pub left_out: String,
    /// The page's answer in a sentence.
    pub headline: String,
    /// What changed since the run before; empty where there is none.
    pub since: String,
    /// How it was measured, for the page; empty where its name says it.
    pub about: String,
    /// In their order.
    pub tables: Vec<Table>,
    /// What a reader must know of the figures; a terminal shows the first few.
    pub notes: Vec<String>,
    /// Tables that the page alone has, folded: heading and table.
    pub folded: Vec<(String, Table)>,
    /// Beside the page, and in it.
    pub plots: Vec<Plot>,
    /// The replay in 3-D, as the page has it; empty for none.
    pub replay: String,
}

/// Lines of a table on a terminal.
pub(crate) const SHOWN: usize = 24;
/// Columns of a terminal.
const WIDTH: usize = 80;
/// Plots beside a replay.
const FIRST_PLOTS: usize = 2;
/// Sentences on a terminal.
const SENTENCES: usize = 6;

#[derive(Template)]
#[template(path = "sheet.html")]
struct Page<'a> {
    colours: Vec<(String, palette::Pair)>,
    sheet: &'a Sheet,
    files: &'a [&'a str],
    scripts: &'a [&'static str],
}

impl Sheet {
    /// For the terminal, without the closing line.
    pub fn text(&self) -> String {
        let mut out = lines(&self.asked) + &lines(&self.left_out);
        for table in &self.tables {
            out += &format!("\n{}", table.text());
        }
        let more = self.notes.len().saturating_sub(SENTENCES);
        let more = (more > 0).then(|| format!("{more} more on the page"));
        let notes = self
            .notes
            .iter()
            .take(SENTENCES)
            .chain(&more)
            .chain([&self.since]);
        let notes: String = notes.map(|note| lines(note)).collect();
        if !notes.is_empty() {
            out += &format!("\n{notes}");
        }
        out + "\n"
    }

    /// As Markdown.
    pub fn markdown(&self, made: &Made) -> String {
        let mut out = format!(
            "{}\n\n{}\n",
            marked_down(&self.asked),
            marked_down(&self.headline)
        );
        if !self.left_out.is_empty() {
            out += &format!("\n{}\n", marked_down(&self.left_out));
        }
        for table in &self.tables {
            out += &format!("\n{}", table.markdown());
        }
        for note in &self.notes {
            out += &format!("\n{}\n", marked_down(note));
        }
        out + &format!("\nRules {}.\n", made.rules)
    }

    /// The plots that the page shows at once: beside a replay few, and the others fold.
    fn first_plots(&self) -> &[Plot] {
        let few = if self.replay.is_empty() {
            self.plots.len()
        } else {
            FIRST_PLOTS
        };
        &self.plots[..few.min(self.plots.len())]
    }

    fn other_plots(&self) -> &[Plot] {
        &self.plots[self.first_plots().len()..]
    }

    /// The page, for a folder in which these files lie.
    ///
    /// # Errors
    /// [`ReportError::Page`].
    pub fn page(&self, made: &Made, files: &[&str], dir: &Path) -> Result<String, ReportError> {
        let scripts = match (self.plots.is_empty(), self.replay.is_empty()) {
            (true, _) => &[][..],
            (false, true) => &[HOVER],
            (false, false) => &[HOVER, SCRIPT],
        };
        let page = Page {
            colours: palette::variables(),
            sheet: self,
            files,
            scripts,
        };
        frame::framed(&page.render()?, made, Some(dir), scripts)
    }
}

/// Tables that fold, by their headings; those without lines are left out.
pub(crate) fn filled<'a>(
    tables: impl IntoIterator<Item = (&'a str, Table)>,
) -> impl Iterator<Item = (String, Table)> {
    let some = tables.into_iter().filter(|(_, table)| !table.lines.is_empty());
    some.map(|(heading, table)| (heading.to_owned(), table))
}

/// A text in lines of a terminal.
fn lines(text: &str) -> String {
    wrapped(&clean(text), "  ", WIDTH)
        .iter()
        .map(|line| format!("{line}\n"))
        .collect()
}
