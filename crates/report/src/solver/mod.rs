//! One sweep as the tree, GJK and EPA see it, step by step, as small pictures with a sentence each: for students.

mod boxes;
mod clip;
mod descent;
mod picture;
mod sentences;
mod view;

use crate::error::ReportError;
use crate::frame;
use crate::palette;
use askama::Template;
use clipmark_record::Made;
use clipmark_record::solver::SolverRun;
use sentences::{cast_step, expand_step, in_short};
use std::path::Path;
use view::View;

/// At most this many steps of a solver are drawn: the first ones and the last.
const SHOWN: usize = 12;

/// The runs of tree and solvers, to be shown.
pub(crate) struct Explained {
    pub(crate) heading: String,
    pub(crate) runs: Vec<Strip>,
}

/// The steps of one solver.
pub(crate) struct Strip {
    pub(crate) title: &'static str,
    /// Colours, and what is drawn in them.
    pub(crate) key: Vec<(&'static str, &'static str)>,
    /// The same for lines.
    pub(crate) bars: Vec<(&'static str, &'static str)>,
    pub(crate) about: String,
    pub(crate) panels: Vec<Panel>,
    /// The boxes of the tree, where it is the tree's.
    pub(crate) walked: Option<Walked>,
    pub(crate) outcome: String,
}

/// The first boxes of a way down the tree.
pub(crate) struct Walked {
    /// Number, depth, what was done, fraction of entering, and box.
    pub(crate) rows: Vec<[String; 5]>,
    /// What is not listed.
    pub(crate) rest: Option<String>,
}

/// One step.
pub(crate) struct Panel {
    /// Its name: a number, or the depth.
    pub(crate) name: String,
    pub(crate) svg: String,
    pub(crate) says: String,
    /// Steps left out just before this one.
    pub(crate) gap: usize,
}

pub(crate) fn explained(run: &SolverRun) -> Explained {
    let [start, end] = [run.start, run.end].map(|p| format!("({} {} {})", p[0], p[1], p[2]));
    let whose = match run.sweep {
        0 => "This sweep".to_owned(),
        n => format!("Refereed sweep {n}"),
    };
    let mut runs: Vec<Strip> = descent::strip(run).into_iter().collect();
    runs.push(cast(run));
    runs.extend(clipping(run));
    runs.extend(expansion(run));
    Explained {
        heading: format!(
            "{whose}: the {} of the first contestant, from {start} to {end}",
            run.hull
        ),
        runs,
    }
}

/// The lines of the solid that a solver is asked about.
const SOLID: (&str, &str) = ("wall", "solid, grown by the hull");
/// The colour of a solver's question.
const ASKED: (&str, &str) = ("c1", "support, and the direction asked");

/// The answer that `bsp` finds at the same solid without any search.
fn clipping(run: &SolverRun) -> Option<Strip> {
    let cast = &run.cast;
    // Planes moved out by a ball leave sharp corners, where the ball is round.
    if cast.radius > 0.0 {
        return None;
    }
    let steps = clip::steps(cast);
    let view = View::of_cast(cast);
    let panels = numbered(steps.len(), |i| {
        (view.clip_step(cast, i, &steps[i]), clip::says(&steps[i]))
    });
    let [enter, leave] = steps.last()?.inside;
    let planes = crate::format::plural(steps.len(), "plane", "planes");
    Some(Strip {
        title: "Clipping plane by plane: the same question as bsp asks it",
        key: vec![
            ("c0", "the part of the path that may be inside"),
            ("c1", "the plane's face"),
            ("muted", "the path"),
        ],
        bars: vec![SOLID],
        about: "Every plane of the solid is moved out by the hull, which becomes a point. A plane that the path comes in \
                through moves the entry back, one that it goes out through moves the exit forward. Beyond the last plane \
                the path is inside from entry to exit, or it never was. Fractions are of the path. The planes are those of \
                the body that GJK asked; bsp tests the brush's own sides and bevels, and stops its skin before the entry."
            .into(),
        panels,
        walked: None,
        outcome: if enter > leave {
            format!("Missed after {planes}: the rest need not be tested.")
        } else {
            format!("Met after {planes}, at fraction {} of the path.", crate::format::fixed(enter, 6))
        },
    })
}

fn cast(run: &SolverRun) -> Strip {
    let cast = &run.cast;
    let view = View::of_cast(cast);
    let all = cast.steps.len();
    let panels = numbered(all, |i| (view.cast_step(cast, i), cast_step(cast, i)));
    let others = match run.casts {
        1 => "It was the only solid near the path.".to_owned(),
        n => format!("The tree brought {n} solids near the path; this is the one that decided."),
    };
    Strip {
        title: "GJK as a ray cast: is the solid in the way, and where?",
        key: vec![("c0", "the point that was the hull"), ASKED, ("c2", "simplex")],
        bars: vec![SOLID],
        about: format!(
            "The hull is shrunk to a point and the solid is grown by the hull, so that sweeping the hull at the solid \
             becomes a ray at a convex body. GJK never builds that body: it only asks for its farthest corner in one \
             direction after another (the support), and keeps at most three of them, the simplex. {others} These are \
             the steps that bvh really took, in its own numbers."
        ),
        panels,
        walked: None,
        outcome: in_short(cast),
    }
}

fn expansion(run: &SolverRun) -> Option<Strip> {
    let run = run.expansion.as_ref()?;
    let view = View::of_expansion(run);
    let all = run.steps.len();
    let panels = numbered(all, |i| (view.expand_step(run, i), expand_step(run, i)));
    let [x, y, z] = [0, 1, 2].map(|k| crate::format::fixed(run.at[k], 1));
    let [nx, ny, nz] = [0, 1, 2].map(|k| crate::format::fixed(run.normal[k], 3));
    Some(Strip {
        title: "EPA: deep in the solid, which is the shortest way out?",
        key: vec![("c0", "the hull: the origin"), ASKED, ("c2", "polytope")],
        bars: vec![SOLID],
        about: format!(
            "For this the hull is put some units farther on, to ({x} {y} {z}), as if nothing had stopped it. Seen from \
             the hull, which is the origin, the grown solid now holds the origin. EPA blows up a polytope from inside: it \
             takes the face nearest to the origin, asks for the farthest corner beyond it, and adds that corner, until \
             nothing lies beyond. The questions are those that parry3d's EPA asked; the polytope is the convex hull of \
             what it was answered."
        ),
        panels,
        walked: None,
        outcome: format!(
            "The shortest way out is {} u along ({nx} {ny} {nz}): the nearest face of the polytope is a face of the \
             grown solid.",
            crate::format::small(run.depth)
        ),
    })
}

fn numbered(all: usize, draw: impl Fn(usize) -> (String, String)) -> Vec<Panel> {
    let skipped = all.saturating_sub(SHOWN);
    let head = SHOWN / 2;
    let shown = (0..all).filter(|i| *i < head || *i >= head + skipped);
    shown
        .map(|i| {
            let (svg, says) = draw(i);
            Panel {
                name: (i + 1).to_string(),
                svg,
                says,
                gap: if i == head + skipped { skipped } else { 0 },
            }
        })
        .collect()
}

#[derive(Template)]
#[template(path = "solver.html")]
struct Page {
    colours: Vec<(String, palette::Pair)>,
    solver: Explained,
}

/// A page of its own that shows how tree, GJK and EPA solved one sweep, for a folder.
///
/// # Errors
/// [`ReportError::Page`].
pub fn solver_page(run: &SolverRun, made: &Made, dir: &Path) -> Result<String, ReportError> {
    let page = Page {
        colours: palette::variables(),
        solver: explained(run),
    };
    frame::framed_below(&page.render()?, made, frame::beside(dir), &[])
}
