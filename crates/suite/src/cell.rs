//! One scene of a family, one contestant after another: played, put through the detectors, and its sweeps refereed.

use crate::{catch_panic, lawful};
use clipmark_measure::sweeps::Line;
use clipmark_measure::{
    Base, BuiltContestant, Contestant, Expected, MeasureError, Played, Scored, Setting, SweepCounts,
    judge_run,
};
use clipmark_movement::MoverLaws;
use clipmark_rows::faults::Fault;
use clipmark_rows::{Axes, Axis, Case, Check, End, LEFT_OUT, Outcome, Row, STATES, Severity, limits};
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
struct Finding {
    check: Check,
    count: usize,
    worst: f64,
}

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
        let ended = |end, case| Case { end, ..case };
        if setting.triangles > 0 && !able.contains(&contestant) {
            let end = End::NotAsked("triangles are not collided with".into());
            let facts = [(LEFT_OUT.to_owned(), "triangles".to_owned())].into();
            return Case { end, facts, ..case };
        }
        if scene.moves() && is_foreign(&contestant) {
            let why = "movers and other players are not told to its controller";
            return ended(End::NotAsked(why.into()), case);
        }
        let played = catch_panic(|| {
            let entrant = setting.enter(contestant)?;
            let played = entrant.play(&setting)?;
            let same = played.hash() == entrant.play(&setting)?.hash();
            Ok((entrant, played, same))
        });
        let (entrant, played, same) = match played {
            Ok(Ok(both)) => both,
            Ok(Err(refused)) => return ended(End::Refused(MeasureError::to_string(&refused)), case),
            Err(panic) => return case.stopped(panic),
        };
        // A fault of the judges is no fault of the contestant.
        match catch_panic(|| judge.judge(&entrant, &played, same)) {
            Ok((end, rows)) => Case {
                end,
                rows,
                facts: [(STATES.to_owned(), format!("{:016x}", played.hash()))].into(),
                ..case
            },
            Err(panic) => ended(End::NotJudged(panic), case),
        }
    };
    Ok(contestants.iter().zip(cases).map(one).collect())
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
    fn judge(&self, entrant: &BuiltContestant, played: &Played, same: bool) -> (End, Vec<Row>) {
        let (scene, setting, reference) = (self.scene, self.setting, self.reference);
        let base = Base {
            name: entrant.contestant.to_string(),
            is_first: reference.is_none(),
            run: reference.map_or_else(|| played.cast(), Clone::clone),
            reference: reference.map(Played::cast),
        };
        let (scored, expected) = judge_run(scene, setting, entrant, played, &base, self.lines);
        let unmet: Vec<&Expected> = expected.iter().filter(|e| !e.held).collect();
        let by_reference = match self.exemption.is_some() || !unmet.is_empty() {
            true => lawful::unmet_by_law(scene, setting, entrant, &base, reference),
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
        if !same {
            found.retain(|f| f.check != Check::Replay);
            found.push(Finding {
                check: Check::Replay,
                count: 1,
                worst: 1.0,
            });
        }
        let asked = (played.commands.len() + scored.queries.queries) as u64;
        rows.extend(found.iter().map(|finding| row(finding, asked)));
        let is_asked = !expected.is_empty() || rows.iter().any(|row| row.severity().is_some());
        let end = match is_asked {
            true => End::Played,
            false => End::NotAsked("nothing is expected of it there".into()),
        };
        (end, rows)
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
            (false, _) => (
                Outcome::Failed(unmet.severity()),
                format!("{}; got: {got}", unmet.what),
            ),
        };
        Row {
            axes: Axes::default().with(Axis::Expectation, &unmet.what),
            note,
            ..Row::new(unmet.check(), outcome)
        }
    }
}

/// A finding as a row. Most are no failure of a scene by themselves.
fn row(finding: &Finding, asked: u64) -> Row {
    let outcome = match CHECKS.contains(&finding.check) {
        true => Outcome::Failed(limits::severity(finding.check, finding.worst)),
        false => Outcome::Counted,
    };
    let row = Row {
        asked,
        failed: finding.count as u64,
        ..Row::new(finding.check, outcome)
    };
    row.with_value(finding.worst)
}

/// The findings of the detectors, and of the sweeps' referee.
fn findings(scene: &Scene, scored: &Scored) -> Vec<Finding> {
    let seen = scored.detection.seen.iter();
    let seen = seen.filter_map(|(detector, seen)| {
        Some(Finding {
            check: detector.check()?,
            count: seen.count,
            worst: seen.worst,
        })
    });
    let seen: Vec<Finding> = seen.collect();
    let is_seen = |check: Check| seen.iter().any(|f| f.check == check);
    let of_answers = answers(&scored.queries).into_iter();
    let of_answers = of_answers.filter(|f| !is_seen(f.check));
    let unreliable = scored.movement.unreliable + scored.queries.faults[Fault::Unreliable];
    let is_unreliable = unreliable > 0 && !is_seen(Check::NoReliableAnswer);
    let unreliable = is_unreliable.then_some(Finding {
        check: Check::NoReliableAnswer,
        count: unreliable,
        worst: unreliable as f64,
    });
    let mut out: Vec<Finding> = of_answers.collect();
    out.extend(seen);
    // A player put into a solid is in one: such a scene tests how it gets out.
    if scene.player.buried {
        out.retain(|f| f.check != Check::Deep);
    }
    out.extend(unreliable);
    out
}

fn answers(score: &SweepCounts) -> Vec<Finding> {
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
    let found = all.into_iter().filter(|(_, count, _)| *count > 0);
    found
        .map(|(check, count, worst)| Finding { check, count, worst })
        .collect()
}
