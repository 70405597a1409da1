//! A run of the scene suite: who fails where, and suite by suite the worst scenes.

mod cells;
mod data;
mod sentences;

use crate::error::ReportError;
use crate::format;
use crate::study::{Part, Report, Section, Study};
use clipmark_record::Made;
use clipmark_record::faults::fail_any_scene;
use clipmark_record::suite::{SuiteCell, SuiteRun, Summary};
use clipmark_record::verdicts::Verdict;
use serde::{Serialize, Serializer};
use std::path::Path;

/// Families without a failure are shown one by one on a terminal if there are no more than this. Else their number is said.
const FEW: usize = 4;

/// A run of the suite, to be shown. Its folder keeps plan, journal and scenes from run to run.
#[derive(Clone, Copy, Debug)]
pub struct SuiteStudy<'a> {
    /// What was found.
    pub run: &'a SuiteRun,
    /// What made it.
    pub made: &'a Made,
    /// The folder of the run, where full reports of scenes may lie.
    pub dir: &'a Path,
}

impl Serialize for SuiteStudy<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.run.serialize(serializer)
    }
}

impl Study for SuiteStudy<'_> {
    const NAME: &'static str = "suite";
    const MARKDOWN: &'static str = "suite.md";

    fn report(&self) -> Result<Report, ReportError> {
        let section = |id: &str, title: &str, says: Vec<String>| {
            Part::Section(Section {
                id: id.into(),
                title: title.into(),
                says,
                ..Section::default()
            })
        };
        let mut parts = cells::matrices(self.run);
        parts.push(section("suites", "Suite by suite", Vec::new()));
        parts.extend(cells::each(self.run, self.dir));
        let asked = format!(
            "Each suite is a family of scenes, expanded over its cases, movement profiles, ticks, and turned and \
             moved as a whole. A scene states what must happen. A cell counts the scenes in which it did not \
             happen, or in which one of {} was found, which must never happen. Exempt: the reference mover fails \
             there too, and the list of exemptions says why. Nothing here is timed.",
            fail_any_scene().collect::<Vec<_>>().join(", ")
        );
        parts.push(section("asked", "What is asked", vec![asked]));
        let verdict = sentences::verdict(self.run).into_iter();
        Ok(Report {
            title: "Scene suite",
            made: self.made.clone(),
            heading: heading(self.run),
            machine: self.run.plan.machine.clone(),
            verdict: verdict.collect(),
            failures: sentences::first_failures(self.run).collect(),
            notes: sentences::notes(self.run),
            parts,
            ..Report::default()
        })
    }

    fn verdicts(&self) -> Vec<Verdict> {
        let judged = self.run.cells.iter().filter(|cell| cell.failed().is_some());
        let verdict =
            |cell: &SuiteCell| Verdict::new(&cell.contestant, &*cell.scene, cell.faults().join("; "));
        judged.map(verdict).collect()
    }

    fn csv(&self) -> Result<Option<String>, ReportError> {
        data::suite_csv(self.run).map(Some)
    }

    fn json(&self) -> Result<String, ReportError> {
        Ok(serde_json::to_string(self.run)? + "\n")
    }
}

/// Whether no contestant fails a suite.
fn is_clean(cells: &[Summary]) -> bool {
    cells.iter().all(|cell| cell.failed == 0)
}

/// The played run, in a line.
fn heading(run: &SuiteRun) -> String {
    let scenes: usize = run.plan.suites.iter().map(|s| s.scenes).sum();
    let shard = match run.plan.shard {
        [_, 1] => String::new(),
        [i, n] => format!(" · shard {i} of {n}"),
    };
    format!(
        "{} · {} · {}{shard}",
        format::plural(run.plan.suites.len(), "suite", "suites"),
        format::plural(scenes, "scene", "scenes"),
        if run.plan.quick { "quick" } else { "full" },
    )
}
