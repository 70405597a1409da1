//! One sentence a contestant: the worst that it does to the player, what that is, and where.

use super::{Breach, ControllersResults, CourseRun, Grade, Promise};
use std::collections::BTreeMap;

/// So many courses are named, with their rates; the others are counted.
const NAMED: usize = 3;

impl ControllersResults {
    /// What an entrant does at worst: "rapier holds the player up in 2 of 124 runs: the player is stuck on stairs-16 (33, 60 Hz)."
    pub fn sentence(&self, entrant: &str) -> String {
        let runs: Vec<&CourseRun> = self.cells.iter().filter(|c| c.entrant == entrant).collect();
        let refused = runs.iter().filter(|c| c.refusal().is_some()).count();
        let played = runs.len() - refused;
        let mut text = match worst(&runs) {
            None if played == 0 => {
                let why = runs.iter().find_map(|c| c.refusal()).unwrap_or("there are none");
                return format!("{entrant} is asked none of {} runs: {why}.", runs.len());
            }
            None => format!("{entrant} keeps every promise in {played} runs"),
            Some((grade, of)) => format!(
                "{entrant} {} in {} of {played} runs: {}",
                grade.does(),
                of.len(),
                what(&of, self.rates.len()),
            ),
        };
        if refused > 0 {
            text += &format!("; {refused} runs were not asked, since it refuses them");
        }
        text + "."
    }
}

/// The worst grade of some runs, and the runs of that grade, each with the first promise that it broke so.
fn worst<'a>(runs: &[&'a CourseRun]) -> Option<(Grade, Vec<(&'a CourseRun, Breach)>)> {
    let played = runs.iter().filter(|c| c.refusal().is_none());
    let broken: Vec<(&CourseRun, Breach)> = played
        .filter_map(|c| Some((*c, c.broken().into_iter().next()?)))
        .collect();
    let grade = broken.iter().map(|(_, b)| b.grade).min()?;
    Some((
        grade,
        broken.into_iter().filter(|(_, b)| b.grade == grade).collect(),
    ))
}

/// What happens among runs, the most frequent first, and on which courses at which of the rates.
fn what(of: &[(&CourseRun, Breach)], all: usize) -> String {
    let mut by_promise: BTreeMap<Promise, Vec<&CourseRun>> = BTreeMap::new();
    for (cell, breach) in of {
        by_promise.entry(breach.promise).or_default().push(cell);
    }
    let mut promises: Vec<_> = by_promise.into_iter().collect();
    promises.sort_by_key(|(promise, cells)| (std::cmp::Reverse(cells.len()), *promise));
    let told = promises.iter().map(|(promise, cells)| {
        let mut courses: Vec<(&str, Vec<String>)> = Vec::new();
        for cell in cells {
            let rate = cell.hz.to_string();
            match courses.iter_mut().find(|(name, _)| *name == cell.course) {
                Some((_, rates)) => rates.push(rate),
                None => courses.push((&cell.course, vec![rate])),
            }
        }
        courses.sort_by_key(|(_, rates)| std::cmp::Reverse(rates.len()));
        let named = courses.iter().take(NAMED);
        let named: Vec<String> = named
            .map(|(name, rates)| match rates.len() == all && all > 1 {
                true => format!("{name} (all rates)"),
                false => format!("{name} ({} Hz)", rates.join(", ")),
            })
            .collect();
        let more = match courses.len().saturating_sub(NAMED) {
            0 => String::new(),
            1 => " and 1 course more".into(),
            n => format!(" and {n} courses more"),
        };
        format!("the player {} on {}{more}", promise.phrase(), named.join(", "))
    });
    told.collect::<Vec<_>>().join("; ")
}
