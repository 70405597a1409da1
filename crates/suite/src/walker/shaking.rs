//! Two ticks of a walk that shakes, with the places that the paper's walker tried in each: to be drawn.
//!
//! The walker itself tells the places ([`Space::tried`]). The walk is played once more, in a world that listens.

use super::judge::Bench;
use super::{Course, profile_of, walk};
use crate::SuiteError;
use clipmark_collision::{CollisionBackend, Contact, Penetration, Reached, Status, Trace, Work};
use clipmark_geometry::{Contents, Hull, Point};
use clipmark_measure::{Contestant, Played};
use clipmark_movement::{
    Call, Candidate, CommandError, PaperStep, Space, TickFacts, WalkerMode, tick_anywhere,
};
use clipmark_record::walker::{CourseWalk, ShakeTick, Shaking, TriedPlace, WalkerResults};
use std::cell::RefCell;

/// The course of the paper's own known problem: it is shown where it shakes.
const KNOWN: &str = "crater";
/// Ticks before and after the two that the path is shown for.
const AROUND: usize = 4;

/// A backend, and the places that were tried in it.
struct Listening<'a> {
    backend: &'a dyn CollisionBackend,
    tried: RefCell<Vec<Candidate>>,
}

impl Space for Listening<'_> {
    type Real = f32;

    fn trace(&self, hull: &Hull, start: &Point, end: &Point, mask: Contents, work: &mut Work) -> Trace {
        Space::trace(self.backend, hull, start, end, mask, work)
    }

    fn tried(&self, candidate: &Candidate) {
        self.tried.borrow_mut().push(*candidate);
    }

    fn contents(&self, at: &Point) -> Contents {
        Space::contents(self.backend, at)
    }

    fn sweeps_boxes(&self) -> bool {
        self.backend.sweeps_boxes()
    }

    fn overlap(&self, hull: &Hull, at: &Point, mask: Contents, work: &mut Work) -> Option<Penetration> {
        Space::overlap(self.backend, hull, at, mask, work)
    }

    fn contacts(
        &self,
        hull: &Hull,
        at: &Point,
        margin: f32,
        mask: Contents,
        out: &mut Vec<Contact>,
        work: &mut Work,
    ) {
        Space::contacts(self.backend, hull, at, margin, mask, out, work);
    }

    fn occupied(&self, hull: &Hull, at: &Point, mask: Contents, work: &mut Work) -> Option<Status> {
        Space::occupied(self.backend, hull, at, mask, work)
    }

    fn reached(
        &self,
        hull: &Hull,
        at: &Point,
        mask: Contents,
        work: &mut Work,
        visit: &mut dyn FnMut(&Reached),
    ) {
        Space::reached(self.backend, hull, at, mask, work, visit);
    }

    fn tick(&self, call: Call<f32>) -> Result<TickFacts, CommandError> {
        tick_anywhere(self, call)
    }
}

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
    let Some(profile) = profile_of(course) else {
        return Ok(None);
    };
    let backend = contestant.build(&course.world, profile.trace_rules)?;
    let setup = contestant.setup(profile, &course.world, &*backend)?;
    let listening = Listening {
        backend: &*backend,
        tried: RefCell::default(),
    };
    let run = walk(course, &setup, &listening, hz).map_err(|source| SuiteError::Walk {
        course: course.name.clone(),
        source,
    })?;
    let (_, moments) = Bench::of(&course.world, &profile).judge(course, &setup, &run);
    let worst = moments.iter().find(|m| m.what == "shake").map(|m| m.tick);
    let told = listening.tried.into_inner();
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
