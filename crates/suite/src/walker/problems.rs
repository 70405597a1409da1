//! The paper's known problems, each on a course that shows it, for drawing.

use super::{Course, enter};
use crate::SuiteError;
use clipmark_measure::{Contestant, Played};
use clipmark_record::walker::{Curve, Problem};

/// Ticks a second.
const HZ: f32 = 125.0;

/// A problem, its course, and the drawing of a walk.
struct Shown {
    course: &'static str,
    title: &'static str,
    axes: [&'static str; 2],
    points: fn(&Played) -> Vec<[f64; 2]>,
}

const SHOWN: [Shown; 3] = [
    Shown {
        course: "ravine 75, falling 10, out",
        title: "Known problem 1: stuck in a ravine",
        axes: ["time, s", "way along the ravine, u"],
        points: |run| over_time(run, |at| at.x),
    },
    Shown {
        course: "crater",
        title: "Known problem 2: shake on the wall of a crater",
        axes: ["time, s", "height, u"],
        points: |run| over_time(run, |at| at.z),
    },
    Shown {
        course: "slide over a bend",
        title: "Known problem 3: no inertia where slopes meet",
        axes: ["x, u", "y, u"],
        points: |run| {
            let at = run.states.iter().map(|b| b.origin);
            at.map(|p| [f64::from(p.x), f64::from(p.y)]).collect()
        },
    },
];

fn over_time(run: &Played, read: fn(&clipmark_geometry::Point) -> f32) -> Vec<[f64; 2]> {
    let after = run.states.iter().skip(1);
    let points = run.clock().into_iter().zip(after);
    points.map(|(t, b)| [t, f64::from(read(&b.origin))]).collect()
}

/// Plays those of the known problems whose courses are among these.
pub(super) fn shown(courses: &[Course], contestants: &[Contestant]) -> Result<Vec<Problem>, SuiteError> {
    let mut out = Vec::new();
    for (i, shown) in SHOWN.iter().enumerate() {
        let Some(course) = courses.iter().find(|c| c.name == shown.course) else {
            continue;
        };
        let mut curves = Vec::new();
        for contestant in contestants {
            let run = enter(course, contestant)?.walk(course, HZ)?;
            curves.push(Curve {
                contestant: contestant.to_string(),
                points: (shown.points)(&run),
            });
        }
        out.push(Problem {
            slug: format!("known-problem-{}", i + 1),
            title: shown.title.into(),
            caption: format!("Course `{}`, {HZ} ticks a second.", course.name),
            axes: shown.axes.map(String::from),
            curves,
        });
    }
    Ok(out)
}
