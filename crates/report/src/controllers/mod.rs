//! Character controllers on courses: what they do to the player, on which course, and whose failure it is.

mod data;
mod runs;
mod sections;
mod sums;

use crate::error::ReportError;
use crate::format::plural;
use crate::study::{File, Report, Sentence, Study};
use clipmark_record::controllers::{ControllersResults, CourseRun, Entrant, Ground};
use clipmark_record::verdicts::Verdict;

const ABOUT: &str = "Each controller is given the same input, wanted velocity and player: a box of 30 × 30 × 56 \
                     u, steps of 18, ground up to 45.57 degrees. The exact reference judges depth, ways out, \
                     shake and what the course asks. Way is how far the keys led, as a share of the exact slide \
                     move's.";
/// How to read the matrix.
const LEGEND: &str = "ok: every promise kept at every rate; 2 held stuck: broken at 2 rates, at worst the player was held, since stuck.";
/// The grades, in short.
const GRADES: &str = "lost: through a wall, out of the world, or the program stopped; held: cannot go on; felt: \
                      a person notices; seen: a measurement notices. The page's table of grades has the limits.";
const ON_MOVING: &str = "Where ground moves there is no exact slide move. Asked are the course's places and \
                         bounds, depth in moving parts, whether the middle of the body is in or passed by one, \
                         whether the body slides on what carries it at rest, and whether it loses that ground. A \
                         controller of a library is told each part's pose and velocity and carries its body \
                         itself; not asked is who cannot be told, or whose set-up has the other order. Without \
                         --order a library's controller moves in its documentation's order. A failure's scene \
                         is the course itself: \
                         `compare controllers --courses FOLDER` plays it by a library's controller.";

impl Study for ControllersResults {
    const NAME: &'static str = "controllers";
    const MARKDOWN: &'static str = "controllers.md";
    const PARTS: &'static [&'static str] = &["setup.json", "scenes", "questions", "reports"];

    fn report(&self) -> Result<Report, ReportError> {
        let grounds = grounds(self);
        let rates: Vec<String> = self.rates.iter().map(f64::to_string).collect();
        let mut notes = vec![LEGEND.to_owned(), GRADES.to_owned()];
        notes.extend(
            self.courses
                .iter()
                .any(|c| c.moves)
                .then(|| ON_MOVING.replace('`', "")),
        );
        Ok(Report {
            title: "Character controllers on courses",
            about: ABOUT,
            made: self.made.clone(),
            heading: format!(
                "{} · {} Hz · {}",
                plural(self.courses.len(), "course", "courses"),
                rates.join(", "),
                plural(self.cells.len(), "run", "runs"),
            ),
            machine: format!("{} · Clipmark {}", self.machine, self.version),
            verdict: verdict(&grounds).into_iter().map(Sentence::good).collect(),
            parts: sections::parts(self, &grounds),
            notes,
            ..Report::default()
        })
    }

    fn verdicts(&self) -> Vec<Verdict> {
        let asked = self.cells.iter().filter(|cell| cell.refusal().is_none());
        let verdict = |cell: &CourseRun| {
            let broken = cell.broken().into_iter();
            let broken = broken.map(|b| format!("{}: {}", b.grade.word(), b.in_full()));
            let question = format!("{} at {} Hz", cell.course, cell.hz);
            Verdict::new(&cell.entrant, question, broken.collect::<Vec<_>>().join("; "))
        };
        asked.map(verdict).collect()
    }

    fn csv(&self) -> Result<Option<String>, ReportError> {
        data::controllers_csv(self).map(Some)
    }

    fn json(&self) -> Result<String, ReportError> {
        Ok(serde_json::to_string(self)?)
    }

    /// Contestants and their set-ups, without the runs.
    fn files(&self) -> Result<Vec<File>, ReportError> {
        let setup = serde_json::json!({
            "version": self.version,
            "made": self.made,
            "machine": self.machine,
            "rates": self.rates,
            "entrants": self.entrants,
        });
        Ok(vec![File::new(
            "setup.json",
            serde_json::to_string_pretty(&setup)?,
        )])
    }
}

/// The results on each ground, with a heading where there are several.
fn grounds(book: &ControllersResults) -> Vec<(Option<String>, ControllersResults)> {
    let grounds = book.by_ground();
    let is_one = matches!(grounds[..], [] | [(Ground::Still, _)]);
    let headed = |(ground, part): (Ground, ControllersResults)| {
        let courses = plural(part.courses.len(), "course", "courses");
        (Some(format!("{}, {courses}", ground.heading())), part)
    };
    match is_one {
        true => vec![(None, book.clone())],
        false => grounds.into_iter().map(headed).collect(),
    }
}

/// A sentence a contestant, the least harmful first, for each ground by itself, and the cause of the failures.
fn verdict(grounds: &[(Option<String>, ControllersResults)]) -> Vec<String> {
    let of = |(heading, book): &(Option<String>, ControllersResults)| {
        let heading = heading.as_ref().map(|heading| format!("{heading}:"));
        let said = by_harm(book).into_iter().map(|e| book.sentence(&e.name));
        heading
            .into_iter()
            .chain(said)
            .chain(book.causes_said())
            .collect::<Vec<_>>()
    };
    grounds.iter().flat_map(of).collect()
}

/// Entrants, those who harm the player least first.
fn by_harm(book: &ControllersResults) -> Vec<&Entrant> {
    let mut entrants: Vec<&Entrant> = book.entrants.iter().collect();
    entrants.sort_by_key(|e| book.harm(&e.name).by_grade);
    entrants
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a panic is how a test fails")]
mod tests {
    use crate::grid::View;
    /// Columns of a common terminal.
    const WIDE: usize = 80;

    fn text(book: &ControllersResults) -> String {
        let view = View {
            style: Style::Plain,
            columns: WIDE,
        };
        study_text(&book.report().unwrap(), view, false, None)
    }

    use super::{ControllersResults, Study};
    use crate::study::{study_markdown, study_text};
    use crate::style::Style;
    use clipmark_record::controllers::{Course, CourseRun, Entrant, Outcome, Run};

    fn book(entrants: usize) -> ControllersResults {
        let names: Vec<String> = (0..entrants).map(|i| format!("library{i}:tuned")).collect();
        let run = |way: f64| Run {
            way,
            repeats: true,
            ns_per_tick: f64::NAN,
            ..Run::default()
        };
        let cell = |entrant: &String, hz: f64, way| CourseRun {
            course: "stairs-of-an-unusual-length".into(),
            entrant: entrant.clone(),
            hz,
            outcome: Outcome::Run(run(way)),
            scene: None,
            report: None,
            alone: None,
        };
        ControllersResults {
            made: clipmark_record::Made::default(),
            version: "1".into(),
            machine: "m".into(),
            courses: vec![Course {
                name: "stairs-of-an-unusual-length".into(),
                title: String::new(),
                description: String::new(),
                moves: false,
                order: None,
            }],
            rates: vec![33.0, 60.0],
            cells: names
                .iter()
                .flat_map(|n| [cell(n, 33.0, 0.1), cell(n, 60.0, 1.0)])
                .collect(),
            entrants: names
                .into_iter()
                .map(|name| Entrant {
                    name,
                    backend: String::new(),
                    mover: String::new(),
                    settings: Vec::new(),
                    library: true,
                })
                .collect(),
        }
    }

    /// Each ground has its own sums. A contestant not asked on a ground has no row of zeros there.
    #[test]
    fn ground_that_moves_is_told_apart() {
        let mut both = book(2);
        let mut moving = both.courses[0].clone();
        moving.name = "ride".into();
        moving.moves = true;
        let on_it = both.cells.iter().map(|cell| CourseRun {
            course: "ride".into(),
            outcome: match cell.entrant.as_str() {
                "library0:tuned" => Outcome::Refused("not told".into()),
                _ => cell.outcome.clone(),
            },
            ..cell.clone()
        });
        let on_it: Vec<CourseRun> = on_it.collect();
        both.courses.push(moving);
        both.cells.extend(on_it);
        let text = text(&both);
        let rows: Vec<Vec<&str>> = text
            .lines()
            .map(|line| line.split_whitespace().collect())
            .collect();
        // A row of sums on each ground, beside the sentences.
        let not_asked = ["library0:tuned", "–", "–", "–", "–", "2", "not", "asked", "–"];
        assert!(rows.iter().any(|row| *row == not_asked), "{text}");
        let held = ["library1:tuned", "0", "1", "0", "0", "0", "1", "of", "2", "–"];
        assert_eq!(rows.iter().filter(|row| **row == held).count(), 2, "{text}");
        let markdown = study_markdown(&both.report().unwrap());
        assert!(
            markdown.contains("| library0:tuned | – | – | – | – | 2 | not asked |"),
            "{markdown}"
        );
        let csv = both.csv().unwrap().unwrap();
        assert_eq!(csv.lines().filter(|l| l.ends_with(",moving")).count(), 4, "{csv}");
    }

    #[test]
    fn csv_has_a_line_a_run() {
        let text = book(3).csv().unwrap().unwrap();
        assert_eq!(text.lines().count(), 1 + 6, "{text}");
        assert!(text.contains(",held,slow,10 % of a slide's way,"), "{text}");
    }
}
