//! The worst answer of each kind, kept as a question that can be asked again.

use super::judged::JudgedAnswer;
use crate::question::file::call_in_a_line;
use crate::run::versions::library_said;
use clipmark_collision::{Declaration, Standalone, Sweep};
use clipmark_geometry::Hull;
use clipmark_referee::{Fault, Rule};
use clipmark_rows::Check;
use clipmark_rows::question::{CASE_FORMAT, Case, CaseKind, LibraryAsked};

/// The kind of answer that shows what a check counts.
pub fn case_kind(check: Check) -> Option<CaseKind> {
    Some(match check {
        Check::Malformed | Check::PassesThrough | Check::PassesTouched => CaseKind::Missed,
        Check::CornerRule => CaseKind::ClippedCorner,
        Check::StopsAtNothing => CaseKind::Phantom,
        Check::EndsInSolid => CaseKind::Penetration,
        Check::StartUnsaid | Check::WrongStart => CaseKind::StartSolid,
        Check::WrongContents => CaseKind::Contents,
        Check::NoReliableAnswer => CaseKind::Unreliable,
        Check::WrongNormal => CaseKind::Normal,
        Check::StaysOff => CaseKind::Gap,
        _ => return None,
    })
}

/// The worst answers so far.
#[derive(Default)]
pub struct Worst {
    found: Vec<Found>,
}

/// An answer that is the worst of its kind so far.
struct Found {
    kind: CaseKind,
    size: f64,
    sweep: Sweep,
    fraction: f32,
}

/// Where the questions were asked.
pub struct CaseContext<'a> {
    /// The scene or map, as it was named on the command line.
    pub world: &'a str,
    /// Whether its curved patches were collided with.
    pub patches: bool,
    /// Whether they were so as triangles.
    pub patches_as_triangles: bool,
    /// Whether its triangles were.
    pub triangles: bool,
    /// The name of the backend.
    pub name: &'a str,
    /// The library behind it, if there is one, to repeat its casts in its own words.
    pub library: Option<&'a dyn Standalone>,
    /// What it declares.
    pub declared: &'a Declaration,
}

impl Worst {
    /// The worst of these answers.
    pub fn among(answers: &[JudgedAnswer]) -> Self {
        let mut worst = Self::default();
        answers.iter().for_each(|answer| worst.see(answer));
        worst
    }

    pub(crate) fn see(&mut self, answer: &JudgedAnswer) {
        for (kind, size) in sizes(answer) {
            let Some(size) = size.filter(|s| *s > 0.0) else {
                continue;
            };
            self.keep(Found {
                kind,
                size,
                sweep: answer.sweep,
                fraction: answer.trace.fraction,
            });
        }
    }

    /// Takes in the worst of others, which came later.
    pub(crate) fn merge(&mut self, later: Self) {
        later.found.into_iter().for_each(|answer| self.keep(answer));
    }

    fn keep(&mut self, answer: Found) {
        match self.found.iter_mut().find(|f| f.kind == answer.kind) {
            Some(worst) if worst.size >= answer.size => {}
            Some(worst) => *worst = answer,
            None => self.found.push(answer),
        }
    }

    /// The worst answers as cases, in the order of their kinds.
    pub fn cases(self, asked: &CaseContext) -> Vec<Case> {
        let mut found = self.found;
        found.sort_by_key(|f| f.kind as u8);
        found.into_iter().map(|f| case(asked, f)).collect()
    }
}

/// How wrong an answer is, by kinds; none where it is not.
pub(crate) fn sizes(answer: &JudgedAnswer) -> [(CaseKind, Option<f64>); 10] {
    let (trace, v) = (&answer.trace, &answer.verdict);
    [
        (CaseKind::Missed, v.is_missed().then_some(v.measures.missed_depth)),
        (
            CaseKind::ClippedCorner,
            v.is_by(Rule::Corner).then_some(v.measures.missed_depth),
        ),
        (CaseKind::Phantom, v.is(Fault::Phantom).then_some(v.measures.lost)),
        (
            CaseKind::Penetration,
            v.is(Fault::TooDeep).then_some(v.measures.penetration),
        ),
        (CaseKind::StartSolid, v.is_wrong_start().then_some(1.0)),
        (CaseKind::Contents, v.is(Fault::WrongContents).then_some(1.0)),
        (
            CaseKind::Unreliable,
            v.is_of_geometry(Fault::Unreliable).then_some(1.0),
        ),
        (CaseKind::Normal, v.measures.normal_error),
        (CaseKind::Gap, trace.hit().then_some(v.measures.gap)),
        (CaseKind::TimeOfImpact, v.measures.toi_normal.map(f64::abs)),
    ]
}

fn case(asked: &CaseContext, found: Found) -> Case {
    let Found {
        kind,
        size,
        sweep,
        fraction,
    } = found;
    let bounds = sweep.hull.bounds();
    Case {
        format: CASE_FORMAT.into(),
        kind,
        size,
        world: asked.world.into(),
        patches: asked.patches,
        patches_as_triangles: asked.patches_as_triangles,
        triangles: asked.triangles,
        backend: asked.name.into(),
        rules: asked.declared.rules.name.into(),
        skin: asked.declared.rules.skin,
        hull: sweep.hull.kind().into(),
        mins: bounds.mins.into(),
        maxs: bounds.maxs.into(),
        mask: sweep.mask.bits(),
        start: sweep.start.into(),
        end: sweep.end.into(),
        fraction,
        library: asked.library.and_then(|library| library_asked(library, &sweep)),
    }
}

/// How the library behind a backend is asked a sweep.
fn library_asked(library: &dyn Standalone, sweep: &Sweep) -> Option<LibraryAsked> {
    let question = library.question(sweep)?;
    Some(LibraryAsked {
        version: library_said(question.library),
        unit: question.length,
        calls: question.calls.iter().map(call_in_a_line).collect(),
    })
}

/// The hull that a case was asked with.
///
/// # Errors
/// Bounds that make no such hull.
pub(crate) fn hull_of(case: &Case) -> Result<Hull, String> {
    let (mins, maxs) = (case.mins.into(), case.maxs.into());
    let made = match case.hull.as_str() {
        "point" => Ok(Hull::Point),
        "sphere" => Hull::new_sphere(case.maxs[0]),
        "box" => Hull::new_box(mins, maxs),
        "capsule" => Hull::new_capsule(mins, maxs),
        "cylinder" => Hull::new_cylinder(mins, maxs),
        other => {
            return Err(format!(
                "there is no hull `{other}`; a hull is a point, sphere, box, capsule or cylinder"
            ));
        }
    };
    made.map_err(|e| e.to_string())
}
