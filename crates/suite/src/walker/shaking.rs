//! Two ticks of a walk that shakes, with the places that the paper's walker tried in each: to be drawn.
//!
//! The walker itself tells the places ([`TriedPlaces`]). The walk is played once more, in a world that listens.

use super::judge::Bench;
use super::{Course, Entered, enter, walk};
use crate::SuiteError;
use clipmark_geometry::Point;
use clipmark_measure::{Contestant, Played};
use clipmark_movement::{Candidate, PaperStep, TriedPlaces, WalkerMode};
use clipmark_record::walker::{CourseWalk, ShakeTick, Shaking, TriedPlace, WalkerResults};

/// The course of the paper's own known problem: it is shown where it shakes.
const KNOWN: &str = "crater";
/// Ticks before and after the two that the path is shown for.
const AROUND: usize = 4;

/// The two ticks of the worst shake of a walk by a variant of the paper, the known problem's course first. `None` where none
/// shakes.
///
/// # Errors
/// A backend that cannot be built.
pub(super) fn shown(
    results: &WalkerResults,
    courses: &[Course],
    contestants: &[Contestant],
) -> Result<Option<Shaking>, SuiteError> {
    let mut shaky: Vec<&CourseWalk> = results
        .rows
        .iter()
        .filter(|row| row.outcome.broken().contains(&"shake"))
        .collect();
    let order = |row: &CourseWalk| (row.course != KNOWN, -row.outcome.shake);
    shaky.sort_by(|a, b| {
        order(a)
            .0
            .cmp(&order(b).0)
            .then(order(a).1.total_cmp(&order(b).1))
    });
    for row in shaky {
        let course = courses.iter().find(|c| c.name == row.course);
        let contestant = contestants.iter().find(|c| c.to_string() == row.contestant);
        if let (Some(course), Some(contestant)) = (course, contestant)
            && let Some(shown) = of(course, contestant, row.hz)?
        {
            return Ok(Some(shown));
        }
    }
    Ok(None)
}

fn of(course: &Course, contestant: &Contestant, hz: f32) -> Result<Option<Shaking>, SuiteError> {
    let Entered { backend, setup } = enter(course, contestant)?;
    let listening = TriedPlaces::of(&*backend);
    let run = walk(course, &setup, &listening, hz)?;
    let (_, moments) = Bench::of(&course.world, &setup.profile).judge(course, &setup, &run);
    let worst = moments.iter().find(|m| m.what == "shake").map(|m| m.tick);
    let told = listening.told();
    let ticks: Vec<&[Candidate]> = told.chunk_by(|_, next| next.step != PaperStep::First).collect();
    // A tick in several pieces would try several first places; and the repaired walker tells none.
    let (Some(at), true) = (worst, ticks.len() == run.commands.len()) else {
        return Ok(None);
    };
    let last = at.saturating_sub(1);
    Ok(Some(Shaking {
        course: course.name.clone(),
        contestant: contestant.to_string(),
        hz,
        path: path(&run, last),
        ticks: [last, at].map(|k| ShakeTick {
            tick: k,
            from: place(&run.states[k].origin),
            mode: word(run.states[k].walker.mode).into(),
            tried: ticks[k].iter().map(tried).collect(),
        }),
    }))
}

/// Where the body was around a tick and the next.
fn path(run: &Played, first: usize) -> Vec<[f64; 3]> {
    let states = run.states.iter().skip(first.saturating_sub(AROUND));
    states.take(2 * AROUND + 3).map(|b| place(&b.origin)).collect()
}

fn place(at: &Point) -> [f64; 3] {
    at.coords.cast::<f64>().into()
}

fn tried(candidate: &Candidate) -> TriedPlace {
    TriedPlace {
        step: candidate.step.number(),
        asked: place(&candidate.asked),
        at: place(&candidate.at),
        mode: word(candidate.mode).into(),
        taken: candidate.taken,
    }
}

fn word(mode: WalkerMode) -> &'static str {
    match mode {
        WalkerMode::Walking => "walking",
        WalkerMode::Falling => "falling",
        WalkerMode::Sliding => "sliding",
        WalkerMode::Wedged => "wedged",
    }
}
