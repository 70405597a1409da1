//! The two-cylinder walker's promises: who breaks which and where, defects of the text, the paper's known problems.

mod defects;
mod matrix;
mod text;

pub use text::is_of_the_paper;

use crate::error::ReportError;
use crate::format;
use crate::frame;
use crate::palette;
use crate::plot::{candidates, walker as plot};
use crate::replay::{self, Replay};
use crate::study::{Figure, File, Part, Report, Section, Study};
use askama::Template;
use clipmark_record::each_once;
use clipmark_record::verdicts::Verdict;
use clipmark_record::walker::{CourseWalk, Replayed, WalkerResults};

const ABOUT: &str = "Darken and Anderegg's motion model (2006) promises no shake, smooth sliding along walls, \
                     never stuck, no climbing. Here it is as published (`literal`), as meant (`intended`) and \
                     repaired (`improved`, also on other backends as `+pair`).";
/// The folder of pages on which a broken promise is seen in 3-D.
const REPLAYS: &str = "replays";

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

impl Study for WalkerResults {
    const NAME: &'static str = "walker";
    const MARKDOWN: &'static str = "walker.md";
    const PARTS: &'static [&'static str] = &[Self::PLOTS, REPLAYS];
    const PLOTS: &'static str = "plots";
    const ASKED: &'static [&'static str] = &["profile"];

    fn report(&self) -> Result<Report, ReportError> {
        let contestants = text::contestants(self);
        let courses = each_once(self.rows.iter().map(|row| row.course.as_str()));
        let mut parts: Vec<Part> = vec![matrix::table(self, &contestants).into()];
        let mut plots = plot::plots(self)?;
        plots.extend(self.shaking.as_ref().map(candidates::draw).transpose()?);
        if !plots.is_empty() {
            parts.push(Part::Section(Section {
                id: "problems".into(),
                title: "The paper's known problems".into(),
                ..Section::default()
            }));
        }
        let figure = |plot: crate::Plot| Figure {
            caption: format!("{}. {}", plot.title, plot.caption),
            plot,
        };
        parts.extend(plots.into_iter().map(figure).map(Part::Figure));
        parts.push(defects::table(self, &contestants).into());
        parts.push(text::figures(self).into());
        Ok(Report {
            title: "The two-cylinder walker",
            about: ABOUT,
            made: self.made.clone(),
            heading: format!(
                "{} · {} · profile {}",
                format::plural(courses.len(), "course", "courses"),
                format::plural(self.rows.len(), "walk", "walks"),
                self.profile
            ),
            verdict: [text::answer(self)]
                .into_iter()
                .chain(text::broken(self))
                .collect(),
            parts,
            ..Report::default()
        })
    }

    fn verdicts(&self) -> Vec<Verdict> {
        let verdict = |row: &CourseWalk| {
            let question = format!("{} at {} Hz", row.course, row.hz);
            Verdict::new(&row.contestant, question, row.outcome.broken().join(", "))
        };
        self.rows.iter().map(verdict).collect()
    }

    fn json(&self) -> Result<String, ReportError> {
        Ok(serde_json::to_string(self)?)
    }

    fn files(&self) -> Result<Vec<File>, ReportError> {
        let page = |replayed| {
            let name = format!("{REPLAYS}/{}", matrix::file(replayed));
            Ok(File::new(name, replay_page(self, replayed)?))
        };
        self.replays.iter().map(page).collect()
    }
}

/// The page of a course in 3-D, below the page of all.
fn replay_page(book: &WalkerResults, replayed: &Replayed) -> Result<String, ReportError> {
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
