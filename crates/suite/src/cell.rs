//! One scene of a family, one contestant after another: played, put through the detectors, and its sweeps refereed.

use crate::catch_panic;
use crate::played::play_case;
use clipmark_measure::sweeps::Line;
use clipmark_measure::{
    Base, BuiltContestant, Contestant, Expected, MeasureError, Played, Scored, Setting, SweepCounts,
    judge_reference, judge_run,
};
use clipmark_movement::{MoverLaws, ShapeKind};
use clipmark_rows::faults::Fault;
use clipmark_rows::{Axes, Axis, Case, Check, End, LEFT_OUT, Outcome, Row, Severity, limits};
use clipmark_scene::Scene;

/// What is asked of every scene of a family.
pub(crate) const CHECKLIST: &str = "families";
/// Everything that may fail a scene by itself; a scene's expectations are rows besides.
pub(crate) const CHECKS: [Check; 12] = [
    Check::Goal,
    Check::Bound,
    Check::Stopped,
    Check::Exemption,
    Check::PassesThrough,
    Check::EndsInSolid,
    Check::Deep,
    Check::Replay,
    Check::InMover,
    Check::PassedByMover,
    Check::PushedByNothing,
    Check::LeftBehind,
];

/// A failure that a detector or the referee found: how often, and the worst in the check's unit.
type Finding = (Check, usize, f64);

/// A scene for each of the contestants, whose cases get their end and rows. `exemption` is the reason for which the scene is
/// listed as exempt.
pub(crate) fn play(
    scene: &Scene,
    contestants: &[Contestant],
    cases: Vec<Case>,
    exemption: Option<&str>,
) -> Result<Vec<Case>, MeasureError> {
    // A contestant that does not collide with triangles plays no scene with some: without them it is another scene.
    let able: Vec<Contestant> = contestants
        .iter()
        .filter(|c| c.backend.collides_with_triangles())
        .copied()
        .collect();
    let mut setting = Setting::shared_by(scene, &able)?;
    // A controller of another library is not told of movers.
    let is_foreign = |c: &Contestant| c.mover.laws == MoverLaws::Foreign;
    let told: Vec<Contestant> = contestants.iter().filter(|c| !is_foreign(c)).copied().collect();
    setting.set_in_motion(scene, &told)?;
    let setting = setting;
    let lines = setting.draw_sweeps(scene.sweeps as usize, scene.seed);
    // The run may be missing for a player put into a solid, and for worlds that only some collide with.
    let reference = catch_panic(|| setting.reference_run()).unwrap_or_default();
    let judge = Judge {
        scene,
        setting: &setting,
        lines: &lines,
        reference: reference.as_ref(),
        exemption,
    };
    let one = |(&contestant, case): (&Contestant, Case)| {
        if setting.triangles > 0 && !able.contains(&contestant) {
            let end = End::NotAsked("triangles are not collided with".into());
            let facts = [(LEFT_OUT.to_owned(), "triangles".to_owned())].into();
            return Ok(Case { end, facts, ..case });
        }
        if scene.moves() && is_foreign(&contestant) {
            let why = "movers and other players are not told to its controller";
            let end = End::NotAsked(why.into());
            return Ok(Case { end, ..case });
        }
        play_case(case, &setting, contestant, |entrant, played, repeats| {
            judge.judge(entrant, played, repeats)
        })
    };
    contestants.iter().zip(cases).map(one).collect()
}

/// What a scene's runs are judged by.
struct Judge<'a> {
    scene: &'a Scene,
    setting: &'a Setting,
    lines: &'a [Line],
    reference: Option<&'a Played<f64>>,
    exemption: Option<&'a str>,
}

impl Judge<'_> {
    fn judge(&self, entrant: &BuiltContestant, played: &Played, repeats: bool) -> (End, Vec<Row>) {
        let (scene, setting, reference) = (self.scene, self.setting, self.reference);
        let base = Base::against(reference, played, &entrant.contestant.to_string());
        let (scored, expected) = judge_run(scene, setting, entrant, played, &base, self.lines);
        let unmet: Vec<&Expected> = expected.iter().filter(|e| !e.held).collect();
        let by_reference = match self.exemption.is_some() || !unmet.is_empty() {
            true => self.unmet_by_law(entrant, &base),
            false => None,
        };
        let mut rows: Vec<Row> = unmet
            .iter()
            .map(|unmet| {
                let is_shared = by_reference.as_ref().is_some_and(|all| all.contains(&unmet.what));
                self.expectation(unmet, is_shared)
            })
            .collect();
        if self.exemption.is_some() && by_reference.is_some_and(|all| all.is_empty()) {
            rows.push(Row {
                note: "listed as exempt because the reference mover fails here too, which it does not: take the \
                       scene off the list"
                    .into(),
                ..Row::new(Check::Exemption, Outcome::Failed(Severity::Stuck))
            });
        }
        let mut found = findings(scene, &scored);
        if !repeats {
            found.retain(|(check, ..)| *check != Check::Replay);
            found.push((Check::Replay, 1, 1.0));
        }
        let asked = (played.commands.len() + scored.queries.queries) as u64;
        rows.extend(found.into_iter().map(|finding| row(finding, asked)));
        let is_asked = !expected.is_empty() || rows.iter().any(|row| row.severity().is_some());
        let end = match is_asked {
            true => End::Played,
            false => End::NotAsked("nothing is expected of it there".into()),
        };
        (end, rows)
    }

    /// The expectations of this contestant that the reference mover does not meet. `None` where it moves otherwise.
    ///
    /// Source: `docs/failures.md`, "Lawful quirks". On a chain of surf ramps QuakeWorld's own rules stop a body at flush
    /// joints. Near the end of a ramp the planes of the next brush, each a skin further out, form a corner. Its bevel is
    /// met before the ramp. The reference mover, in f64 on exact solids, stops in the same tick.
    ///
    /// Only expectations of the motion can be excused, since the reference answers no sweeps. It has no rounding, so an
    /// effect on a contestant alone stays that contestant's failure.
    fn unmet_by_law(&self, entrant: &BuiltContestant, base: &Base) -> Option<Vec<String>> {
        let alike = entrant.setup.mover().slides() && entrant.setup.shape() == ShapeKind::Box;
        let run = self.reference.filter(|_| alike)?;
        let asked = judge_reference(self.scene, self.setting, entrant, run, base);
        Some(asked.into_iter().filter(|e| !e.held).map(|e| e.what).collect())
    }

    /// An expectation that does not hold. One that the reference mover does not meet either is no failure, if the scene is
    /// listed.
    fn expectation(&self, unmet: &Expected, is_shared: bool) -> Row {
        let got = &unmet.got;
        let (outcome, note) = match (is_shared, self.exemption) {
            (true, Some(reason)) => (Outcome::ByReference, format!("{got}; {reason}")),
            (true, None) => (
                Outcome::Failed(Severity::Stuck),
                format!("{got}; the reference mover fails here too, but the scene is not listed as exempt"),
            ),
            (false, _) => (Outcome::Failed(unmet.severity()), got.clone()),
        };
        Row {
            axes: Axes::default().with(Axis::Expectation, &unmet.what),
            note,
            ..Row::new(unmet.check(), outcome)
        }
    }
}

/// A finding as a row. Most are no failure of a scene by themselves.
fn row((check, count, worst): Finding, asked: u64) -> Row {
    let outcome = match CHECKS.contains(&check) {
        true => Outcome::Failed(limits::severity(check, worst)),
        false => Outcome::Counted,
    };
    let row = Row {
        asked,
        failed: count as u64,
        ..Row::new(check, outcome)
    };
    row.with_value(worst)
}

/// The findings of the sweeps' referee that no detector has, and of the detectors.
fn findings(scene: &Scene, scored: &Scored) -> Vec<Finding> {
    let seen = scored.detection.seen.iter();
    let seen: Vec<Finding> = seen
        .filter_map(|(detector, seen)| Some((detector.check()?, seen.count, seen.worst)))
        .collect();
    let is_new = |(check, ..): &Finding| seen.iter().all(|(known, ..)| known != check);
    let unreliable = scored.movement.unreliable + scored.queries.faults[Fault::Unreliable];
    let unreliable = (Check::NoReliableAnswer, unreliable, unreliable as f64);
    let of_answers = answers(&scored.queries).filter(is_new);
    let unreliable = Some(unreliable).filter(|found| found.1 > 0 && is_new(found));
    let mut out: Vec<Finding> = of_answers.chain(seen.iter().copied()).chain(unreliable).collect();
    // A player put into a solid is in one: such a scene tests how it gets out.
    if scene.player.buried {
        out.retain(|(check, ..)| *check != Check::Deep);
    }
    out
}

fn answers(score: &SweepCounts) -> impl Iterator<Item = Finding> + use<> {
    let count = |faults: &[Fault]| score.faults.sum(faults);
    let all = [
        (Check::PassesThrough, count(&Fault::THROUGH), score.penetration),
        (Check::StopsAtNothing, count(&[Fault::Phantom]), 0.0),
        (Check::EndsInSolid, count(&[Fault::TooDeep]), score.penetration),
        (
            Check::WrongNormal,
            count(&[Fault::WrongNormal, Fault::WrongWayOut]),
            score.normal,
        ),
        (
            Check::StartInSolid,
            count(&[Fault::WrongStart, Fault::StartUnsaid]),
            0.0,
        ),
    ];
    all.into_iter().filter(|(_, count, _)| *count > 0)
}
