//! The way down the tree: a picture for each level, and the first boxes as a table.

use super::boxes;
use super::{Panel, Strip, Walked, numbered};
use crate::format::{NONE, count, fixed, plain, plural};
use clipmark_record::solver::{Descent, Done, SolverRun, Tested, Visit};

/// Boxes listed: the first ones, and beyond them solids that are tested, with the one that stops the hull.
const LISTED: usize = 12;
const TESTED: usize = 8;

/// The strip; `None` for a run that has no tree.
pub(super) fn strip(run: &SolverRun) -> Option<Strip> {
    let descent = &run.descent;
    let deepest = descent.visits.iter().map(|v| v.depth).max()?;
    let side = boxes::side(run);
    let panels = numbered(deepest, |i| {
        let (svg, width) = boxes::level(run, side, i + 1);
        (svg, level(descent, i + 1, width))
    });
    let panels = panels.into_iter().map(|panel| Panel {
        name: format!("Depth {}", panel.name),
        ..panel
    });
    Some(Strip {
        title: "The tree of boxes: which solids need to be tested at all?",
        key: vec![
            ("c0", "opened"),
            (
                "c2",
                "holds a solid that is tested; filled: the one that stops the hull",
            ),
            ("c1", "left out: entered later than the best stop"),
            ("wall", "left out: not entered"),
        ],
        bars: vec![("ink", "the hull as it is swept")],
        about: format!(
            "The boxes of all solids are in a tree. A node holds up to four boxes, each with a solid or with a further \
             node. The walk asks where the path enters each box, grown by half the hull and the skin. A box that it does \
             not enter is left out with all that it holds. Of the others the nearest comes first. Once a solid stops the \
             hull, boxes that are entered later are left out too. The pictures show one depth each, {}. Numbers are \
             those of the table.",
            side.says
        ),
        panels: panels.collect(),
        walked: Some(walked(descent)),
        outcome: outcome(descent),
    })
}

fn counted(visits: &[&Visit], is: impl Fn(&Done) -> bool) -> usize {
    visits.iter().filter(|v| is(&v.done)).count()
}

fn is_tested(done: &Done) -> bool {
    matches!(done, Done::Tested { .. })
}

/// One level in words.
fn level(descent: &Descent, depth: usize, width: f64) -> String {
    let visits: Vec<&Visit> = descent.visits.iter().filter(|v| v.depth == depth).collect();
    let parts = [
        (counted(&visits, |d| *d == Done::Opened), "opened"),
        (counted(&visits, is_tested), "tested"),
        (counted(&visits, |d| *d == Done::Later), "entered too late"),
        (counted(&visits, |d| *d == Done::Missed), "not entered"),
    ];
    let parts = parts.iter().filter(|(n, _)| *n > 0);
    let parts: Vec<String> = parts.map(|(n, what)| format!("{} {what}", count(*n))).collect();
    format!(
        "{}: {}. Width: {} u.",
        plural(visits.len(), "box", "boxes"),
        parts.join(", "),
        fixed(width, 0)
    )
}

fn outcome(descent: &Descent) -> String {
    let visits: Vec<&Visit> = descent.visits.iter().collect();
    let inside = |d: &Done| {
        matches!(
            d,
            Done::Tested {
                result: Tested::Inside,
                ..
            }
        )
    };
    let stop = match descent.stop {
        Some(i) => format!(" The test at number {} gives the first stop.", i + 1),
        None if counted(&visits, inside) > 0 => " The start is in a solid.".to_owned(),
        None => " None of them stops the hull.".to_owned(),
    };
    let [later, missed] = [Done::Later, Done::Missed].map(|what| counted(&visits, |d| *d == what));
    let left = [
        (missed, "not entered"),
        (later, "entered later than the best stop"),
    ];
    let left = left.iter().filter(|(n, _)| *n > 0);
    let left: Vec<String> = left
        .map(|(n, why)| format!("{} {why}", plural(*n, "box", "boxes")))
        .collect();
    let left = if left.is_empty() {
        String::new()
    } else {
        format!(" Left out: {}.", left.join(", "))
    };
    format!(
        "{} opened, and {} of {} tested.{stop}{left}",
        plural(counted(&visits, |d| *d == Done::Opened), "node", "nodes"),
        count(counted(&visits, is_tested)),
        plural(descent.solids, "solid", "solids"),
    )
}

/// The table's rows, and what it leaves out.
fn walked(descent: &Descent) -> Walked {
    let stop = descent.stop;
    let mut tested = 0;
    let listed = descent.visits.iter().enumerate().filter(|(i, v)| {
        let further = *i >= LISTED && is_tested(&v.done);
        tested += usize::from(further);
        *i < LISTED || (further && tested <= TESTED) || Some(*i) == stop
    });
    let rows: Vec<[String; 5]> = listed.map(|(i, v)| row(i, v)).collect();
    let rest = descent.visits.len() - rows.len();
    Walked {
        rows,
        rest: (rest > 0).then(|| format!("{} more are not listed.", plural(rest, "box", "boxes"))),
    }
}

fn row(i: usize, visit: &Visit) -> [String; 5] {
    let place = |p: [f64; 3]| format!("({})", p.map(|x| plain(x, 1)).join(" "));
    [
        (i + 1).to_string(),
        visit.depth.to_string(),
        done(visit),
        visit.enter.map_or_else(|| NONE.into(), |at| fixed(at, 4)),
        format!("{} to {}", place(visit.mins), place(visit.maxs)),
    ]
}

fn done(visit: &Visit) -> String {
    match visit.done {
        Done::Opened if visit.depth == 0 => "opened, as the root".into(),
        Done::Opened => "opened".into(),
        Done::Missed => "left out: not entered".into(),
        Done::Later => "left out: later than the best stop".into(),
        Done::Tested { solid, gjk, result } => {
            let by = match gjk {
                0 => "by its planes".to_owned(),
                steps => format!("by GJK in {}", plural(steps, "step", "steps")),
            };
            match result {
                Tested::Ignored => format!("solid {solid} not tested: it does not count for this sweep"),
                Tested::Passed => format!("solid {solid} tested {by}: no stop before the best so far"),
                Tested::Inside => format!("solid {solid} tested {by}: the start is in it"),
                Tested::Stops(at) => format!("solid {solid} tested {by}: stops the hull at {}", fixed(at, 4)),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn visit(depth: usize, enter: Option<f64>, done: Done) -> Visit {
        Visit {
            depth,
            mins: [0.0; 3],
            maxs: [8.0; 3],
            enter,
            done,
        }
    }

    #[test]
    fn the_first_boxes_and_the_one_that_stops_the_hull_are_listed() {
        let mut visits = vec![visit(0, None, Done::Opened)];
        visits.extend((0..20).map(|_| visit(1, None, Done::Missed)));
        let tested = |solid, result| Done::Tested {
            solid,
            gjk: 2,
            result,
        };
        visits.extend((0..20).map(|solid| visit(1, Some(0.1), tested(solid, Tested::Passed))));
        visits.push(visit(1, Some(0.25), tested(20, Tested::Stops(0.5))));
        visits.push(visit(1, Some(0.75), Done::Later));
        let descent = Descent {
            grown: [15.0; 3],
            solids: 42,
            visits,
            stop: Some(41),
        };
        let table = walked(&descent);
        assert_eq!(table.rows.len(), LISTED + TESTED + 1);
        let last = [
            "42",
            "1",
            "solid 20 tested by GJK in 2 steps: stops the hull at 0.5000",
            "0.2500",
            "(0 0 0) to (8 8 8)",
        ];
        assert_eq!(table.rows.last(), Some(&last.map(String::from)));
        assert_eq!(table.rest.as_deref(), Some("22 boxes more are not listed."));
        assert_eq!(
            level(&descent, 1, 640.0),
            "42 boxes: 21 tested, 1 entered too late, 20 not entered. Width: 640 u."
        );
        assert!(outcome(&descent).starts_with(
            "1 node opened, and 21 of 42 solids tested. The test at number 42 gives the first stop. Left out: 20 boxes"
        ));
    }
}
