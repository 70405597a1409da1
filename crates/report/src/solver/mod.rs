//! One sweep as GJK and EPA see it, step by step, as small pictures: for students.

mod picture;
mod view;

use crate::error::ReportError;
use crate::frame;
use crate::palette;
use askama::Template;
use clipmark_rows::Made;
use clipmark_rows::drawn::solver::{CastRun, Ended, ExpandRun, SolverRun};
use std::path::Path;
use view::{View, dot, length, sub};

/// At most this many steps of a solver are drawn: the first ones and the last.
const SHOWN: usize = 12;

/// The runs of the solvers, to be shown.
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
    pub(crate) outcome: String,
}

/// One step.
pub(crate) struct Panel {
    pub(crate) number: usize,
    pub(crate) svg: String,
    pub(crate) caption: String,
    /// Steps left out just before this one.
    pub(crate) gap: usize,
}

fn explained(run: &SolverRun) -> Explained {
    let [start, end] = [run.start, run.end].map(|p| format!("({} {} {})", p[0], p[1], p[2]));
    let mut runs = vec![cast(run)];
    runs.extend(expansion(run));
    Explained {
        heading: format!("This sweep: the {} from {start} to {end}", run.hull),
        runs,
    }
}

/// The lines of the solid that a solver is asked about.
const SOLID: (&str, &str) = ("wall", "solid, grown by the hull");
/// The colour of a solver's question.
const ASKED: (&str, &str) = ("c1", "support, and the direction asked");

fn cast(run: &SolverRun) -> Strip {
    let cast = &run.cast;
    let view = View::of_cast(cast);
    let all = cast.steps.len();
    let panels = numbered(all, |i| (view.cast_step(cast, i), cast_caption(cast, i)));
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
        outcome: cast_outcome(cast),
    }
}

fn expansion(run: &SolverRun) -> Option<Strip> {
    let run = run.expansion.as_ref()?;
    let view = View::of_expansion(run);
    let all = run.steps.len();
    let panels = numbered(all, |i| (view.expand_step(run, i), expand_caption(run, i)));
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
        outcome: format!(
            "The shortest way out is {} u along ({nx} {ny} {nz}): the nearest face of the polytope is a face of the \
             grown solid.",
            crate::format::small(run.depth)
        ),
    })
}

/// A face of the polytope and the support beyond it are one when they are this near, in units. It is the f32 step at
/// coordinates of some hundred units, and more than the tolerance at which EPA stops.
const SAME: f64 = 2e-3;

fn cast_caption(run: &CastRun, i: usize) -> String {
    let step = &run.steps[i];
    let support = corner(step.support);
    if step.simplex.is_empty() {
        return match run.ended {
            Ended::Free => {
                format!("Support {support}: its plane separates the solid from the rest of the path.")
            }
            _ => format!("Support {support}: the point has reached the solid."),
        };
    }
    let [from, to] = [step.from, step.to].map(|p| crate::format::fixed(length(sub(p, run.start)), 2));
    let simplex = crate::format::plural(step.simplex.len(), "corner", "corners");
    format!(
        "Support {support}. The point advances from {from} to {to} u along the path; the simplex of {simplex} is {} u off.",
        crate::format::small(step.distance - run.radius)
    )
}

fn cast_outcome(run: &CastRun) -> String {
    let steps = crate::format::plural(run.steps.len(), "step", "steps");
    match run.ended {
        Ended::Free => format!("Free after {steps}."),
        Ended::Meets(at) => format!(
            "Hit after {steps}, at fraction {}.",
            crate::format::fixed(at.max(0.0), 6)
        ),
        Ended::Open => format!("Not settled after {steps}: the exact planes decide."),
    }
}

fn expand_caption(run: &ExpandRun, i: usize) -> String {
    let step = &run.steps[i];
    let (support, reach) = (corner(step.support), dot(step.toward, step.support));
    let [polytope, solid] = [step.reach, reach].map(crate::format::small);
    if reach > step.reach + SAME {
        format!("Nearest face {polytope} u off, the grown solid {solid} u: support {support} is added.")
    } else {
        format!("Nearest face {polytope} u off, and nothing beyond: it is a face of the grown solid.")
    }
}

fn corner(at: [f64; 3]) -> String {
    let [x, y, z] = at.map(|value| crate::format::fixed(value, 1));
    format!("({x} {y} {z})")
}

fn numbered(all: usize, draw: impl Fn(usize) -> (String, String)) -> Vec<Panel> {
    let skipped = all.saturating_sub(SHOWN);
    let head = SHOWN / 2;
    let shown = (0..all).filter(|i| *i < head || *i >= head + skipped);
    shown
        .map(|i| {
            let (svg, caption) = draw(i);
            Panel {
                number: i + 1,
                svg,
                caption,
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

/// A page of its own that shows how GJK and EPA solved one sweep, for a folder.
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
