//! The worst answer of each kind, kept as a question that can be asked again.

use super::judged::Judged;
use crate::run::versions::library_said;
use clipmark_collision::{CollisionBackend, Declaration, Sweep};
use clipmark_geometry::Hull;
use clipmark_record::case::{CASE_FORMAT, Case, CaseKind, LibraryAsked};
use clipmark_truth::{Fault, Rule};

/// The worst answers so far.
#[derive(Default)]
pub(crate) struct Worst {
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
pub(crate) struct Asked<'a> {
    pub(crate) world: &'a str,
    pub(crate) patches: bool,
    pub(crate) patches_as_triangles: bool,
    pub(crate) triangles: bool,
    pub(crate) name: &'a str,
    pub(crate) backend: &'a dyn CollisionBackend,
    pub(crate) declared: &'a Declaration,
}

impl Worst {
    pub(crate) fn of(answers: &[Judged]) -> Self {
        let mut worst = Self::default();
        answers.iter().for_each(|answer| worst.see(answer));
        worst
    }

    pub(crate) fn see(&mut self, answer: &Judged) {
        let (trace, v) = (&answer.trace, &answer.verdict);
        let kinds = [
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
        ];
        for (kind, size) in kinds {
            let Some(size) = size.filter(|s| *s > 0.0) else {
                continue;
            };
            self.keep(Found {
                kind,
                size,
                sweep: answer.sweep,
                fraction: trace.fraction,
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

    pub(crate) fn cases(self, asked: &Asked) -> Vec<Case> {
        let mut found = self.found;
        found.sort_by_key(|f| f.kind as u8);
        found.into_iter().map(|f| case(asked, f)).collect()
    }
}

fn case(asked: &Asked, found: Found) -> Case {
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
        library: library(asked.backend, &sweep),
    }
}

/// How the library behind a backend is asked a sweep.
fn library(backend: &dyn CollisionBackend, sweep: &Sweep) -> Option<LibraryAsked> {
    let alone = backend.alone(sweep)?;
    Some(LibraryAsked {
        version: library_said(alone.library),
        unit: alone.length,
        calls: alone.calls.into_iter().map(|call| call.source).collect(),
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

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a panic is how a test fails")]
mod tests {
    use super::*;
    use crate::judge::referee::referee;
    use crate::run::contestant::BackendKind;
    use crate::run::sweeps;
    use clipmark_collision::TraceRules;
    use clipmark_geometry::{Brush, Contents, Point, World};
    use clipmark_truth::Reference;

    #[test]
    fn a_kept_question_gets_the_same_answer_and_the_same_verdict_again() {
        let block = |x: f32| {
            let (lo, hi) = (Point::new(x, -500.0, -64.0), Point::new(x + 40.0, 500.0, 64.0));
            Brush::from_box(lo, hi, Contents::SOLID).unwrap()
        };
        let world = World::of_brushes("blocks", vec![block(0.0), block(40.0), block(120.0)]);
        let kind = BackendKind::named("bvh:stock").unwrap();
        let backend = kind.build(&world, TraceRules::QUAKEWORLD).unwrap();
        let declared = backend.declares();
        let hull = Hull::quake3_player();
        let truth = Reference::build(&world, Contents::PLAYER_MASK);
        let lines = sweeps::draw(&world, &truth, &hull, declared.rules.skin, 2000, 7);
        let asked: Vec<Sweep> = lines.iter().map(|[a, b]| Sweep::new(hull, *a, *b)).collect();
        let refereed = referee(&*backend, &truth.for_backend(&hull, &*backend), &asked, || {});
        let cases = Worst::of(&refereed.answers).cases(&Asked {
            world: "blocks.ron",
            patches: false,
            patches_as_triangles: false,
            triangles: false,
            name: kind.name(),
            backend: &*backend,
            declared: &declared,
        });
        // Stock parry does not notice starts in solids.
        let kinds: Vec<CaseKind> = cases.iter().map(|c| c.kind).collect();
        assert!(
            kinds.contains(&CaseKind::Missed) && kinds.contains(&CaseKind::TimeOfImpact),
            "{kinds:?}"
        );
        for case in cases {
            let library = case.library.as_ref().unwrap();
            assert!(library.version.starts_with("parry3d "), "{library:?}");
            let source = library.calls.concat();
            assert!(
                source.contains("target_distance: 0.0") && source.contains("max_time_of_impact: "),
                "{source}"
            );
            let found = crate::explain(&case, &world).unwrap();
            assert_eq!(found.trace.fraction.to_bits(), case.fraction.to_bits());
            let v = &found.verdict;
            let size = match case.kind {
                CaseKind::Missed | CaseKind::ClippedCorner => v.measures.missed_depth,
                CaseKind::Phantom => v.measures.lost,
                CaseKind::Penetration => v.measures.penetration,
                CaseKind::StartSolid => f64::from(u8::from(v.is_wrong_start())),
                CaseKind::Normal => v.measures.normal_error.unwrap(),
                CaseKind::Gap => v.measures.gap,
                CaseKind::TimeOfImpact => v.measures.toi_normal.unwrap().abs(),
                CaseKind::Contents => f64::from(u8::from(v.is(Fault::WrongContents))),
                CaseKind::Unreliable => f64::from(u8::from(v.is_of_geometry(Fault::Unreliable))),
            };
            assert_eq!(size, case.size, "{case:?}");
        }
    }
}
