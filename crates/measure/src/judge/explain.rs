//! Asks one kept question again, of its backend and of the truth.

use crate::MeasureError;
use crate::judge::solver::solver_run;
use crate::judge::worst::hull_of;
use crate::run::contestant::BackendKind;
use clipmark_bvh::BvhBackend;
use clipmark_collision::{Sweep, Trace, TraceRules, Work};
use clipmark_geometry::{Contents, Hull, World};
use clipmark_referee::{ExactSweep, HullReference, Part, Reference, Verdict, judge};
use clipmark_rows::drawn::solver::SolverRun;
use clipmark_rows::drawn::{Arrow, Drawing, Whose};
use clipmark_rows::question::Case;
use nalgebra::{Point3, Vector3};

/// Solids nearer to the answer than this are drawn, in units.
const AROUND: f64 = 96.0;
/// Points around a round hull's outline.
const ROUND: usize = 48;

/// A question asked again.
pub struct Explained {
    /// The question.
    pub sweep: Sweep,
    /// The backend's answer now.
    pub trace: Trace,
    /// The exact answer to the sweep, starts in solids included.
    pub exact: ExactSweep,
    /// The referee's verdict on the answer, by the backend's own rules.
    pub verdict: Verdict,
    /// The surfaces met, in words: which solid, at a face, edge or corner, and its normals.
    pub met: Vec<String>,
    /// To be drawn.
    pub drawing: Drawing,
    /// How GJK and EPA came to the answer, where the backend is `bvh` and they were asked.
    pub solver: Option<SolverRun>,
}

/// The world as a case was asked about in it.
pub fn world_of(case: &Case, mut world: World) -> World {
    if !case.patches {
        world = world.without_patches();
    }
    if !case.triangles {
        world = world.without_triangles();
    }
    if case.patches_as_triangles {
        world = world.with_patches_as_triangles();
    }
    world
}

/// Asks a case again in its world ([`world_of`]).
///
/// # Errors
/// An unknown backend or rules, a bad hull or coordinates, or a world that the backend cannot use.
pub fn explain(case: &Case, world: &World) -> Result<Explained, MeasureError> {
    let (sweep, rules) = asked(case)?;
    let hull = sweep.hull;
    let kind = BackendKind::named(&case.backend)?;
    let backend = kind.build(world, rules)?;
    let declared = backend.facts().declaration;
    let truth = Reference::build(world, sweep.mask).for_backend(&hull, &*backend);
    let trace = backend.trace(&sweep, &mut Work::silent());
    let exact = truth.sweep(&sweep.start.cast(), &sweep.end.cast());
    let verdict = judge(&truth, &sweep, &trace, &declared);
    let watched = if kind == BackendKind::BVH {
        BvhBackend::build(world, rules)?.watch(&sweep)
    } else {
        None
    };
    Ok(Explained {
        met: met(&truth, &verdict.asked.exact),
        drawing: drawing(&truth, &sweep, &trace, &verdict.asked.exact),
        solver: watched.map(|w| solver_run(&sweep, &w)),
        sweep,
        trace,
        exact,
        verdict,
    })
}

/// The question of a case, and the rules that it was asked by.
///
/// # Errors
/// Rules that do not exist, a hull or coordinates that are none.
pub(crate) fn asked(case: &Case) -> Result<(Sweep, TraceRules), MeasureError> {
    let bad = |why: String| MeasureError::Refused(format!("{why}; give a case as a report keeps it"));
    let hull = hull_of(case).map_err(|why| bad(format!("hull: {why}")))?;
    let sweep =
        Sweep::new(hull, case.start.into(), case.end.into()).against(Contents::from_bits_retain(case.mask));
    sweep.check().map_err(|e| bad(format!("start and end: {e}")))?;
    let rules = TraceRules::named(&case.rules).ok_or_else(|| {
        bad(format!(
            "rules: there is no rule set `{}`; there are quake3, quakeworld and tutorial",
            case.rules
        ))
    })?;
    if !(0.0..=Sweep::LIMIT).contains(&case.skin) {
        return Err(bad(format!("skin: {} is no distance", case.skin)));
    }
    Ok((sweep, rules.with_skin(case.skin)))
}

fn met(truth: &HullReference, exact: &ExactSweep) -> Vec<String> {
    let words = |contact: &clipmark_referee::ExactContact| {
        let what = match contact.part {
            Part::Brush(i) => format!("brush {i}"),
            Part::Triangle(i) => format!("triangle {i}"),
            Part::Patch { patch, piece } => format!("patch {patch} (piece {piece})"),
        };
        let at = match truth.feature(contact) {
            Some(clipmark_referee::Feature::Face) => "a face",
            Some(clipmark_referee::Feature::Edge) => "an edge",
            Some(clipmark_referee::Feature::Corner) => "a corner",
            None => "nothing known",
        };
        let normal = |n: &Vector3<f64>| format!("({:.6} {:.6} {:.6})", n.x, n.y, n.z);
        let normals: Vec<String> = contact.normals.iter().map(normal).collect();
        let extent = truth.extent(contact.part).unwrap_or_default();
        format!(
            "{what}, {extent:.3} u long, at {at}; normals {}",
            normals.join(" ")
        )
    };
    exact.contacts.iter().map(words).collect()
}

fn drawing(truth: &HullReference, sweep: &Sweep, trace: &Trace, exact: &ExactSweep) -> Drawing {
    let (start, end): (Point3<f64>, Point3<f64>) = (sweep.start.cast(), sweep.end.cast());
    let answered: Point3<f64> = if trace.end.iter().all(|x| x.is_finite()) {
        trace.end.cast()
    } else {
        start
    };
    let entered = exact.entry.map(|t| start + (end - start) * t);
    let focus = entered.unwrap_or(answered);
    let reach = f64::from(sweep.hull.bounds().half_extents().norm()) + AROUND;
    let near = |p: &Point3<f64>, v: &[Vector3<f64>]| {
        let lo = v.iter().fold(v[0], |a, b| a.inf(b));
        let hi = v.iter().fold(v[0], |a, b| a.sup(b));
        let gap = (lo - p.coords).sup(&(p.coords - hi)).sup(&Vector3::zeros());
        gap.norm() <= reach
    };
    let solids = truth
        .solids()
        .iter()
        .filter(|s| near(&focus, &s.vertices) || near(&answered, &s.vertices));
    let touched = |part: Part| exact.contacts.iter().any(|c| c.part == part);
    let array = |p: &Point3<f64>| [p.x, p.y, p.z];
    let mut arrows: Vec<Arrow> = Vec::new();
    for n in exact.contacts.iter().flat_map(|c| &c.normals) {
        arrows.extend(entered.map(|at| Arrow {
            at: array(&at),
            along: [n.x, n.y, n.z],
            whose: Whose::Truth,
        }));
    }
    arrows.extend(trace.plane.map(|p| Arrow {
        at: array(&answered),
        along: p.normal.cast::<f64>().into(),
        whose: Whose::Answer,
    }));
    Drawing {
        solids: solids
            .map(|s| {
                (
                    touched(s.part),
                    s.vertices.iter().map(|v| [v.x, v.y, v.z]).collect(),
                )
            })
            .collect(),
        hull: surface(&sweep.hull),
        start: array(&start),
        end: array(&end),
        answered: array(&answered),
        entered: entered.as_ref().map(array),
        arrows,
    }
}

/// Points whose convex hull is the hull, to the eye.
fn surface(hull: &Hull) -> Vec<[f64; 3]> {
    let b = hull.bounds();
    let (lo, hi): (Vector3<f64>, Vector3<f64>) = (b.mins.coords.cast(), b.maxs.coords.cast());
    let middle = (lo + hi) * 0.5;
    let r = f64::from(hull.radius());
    let ring = |z: f64, r: f64| {
        (0..ROUND).map(move |i| {
            let a = std::f64::consts::TAU * i as f64 / ROUND as f64;
            [middle.x + r * a.cos(), middle.y + r * a.sin(), z]
        })
    };
    match hull {
        Hull::Point => vec![[0.0; 3]],
        Hull::Box { .. } => (0..8)
            .map(|i| std::array::from_fn(|k| if i >> k & 1 == 0 { lo[k] } else { hi[k] }))
            .collect(),
        Hull::Cylinder { .. } => ring(lo.z, r).chain(ring(hi.z, r)).collect(),
        Hull::Sphere { .. } | Hull::Capsule { .. } => (0..=ROUND)
            .flat_map(|i| {
                let a = std::f64::consts::PI * (i as f64 / ROUND as f64 - 0.5);
                let z = if a < 0.0 { lo.z + r } else { hi.z - r };
                ring(z + r * a.sin(), r * a.cos())
            })
            .collect(),
    }
}
