//! One scene of a family, one contestant after another: played, put through the detectors, and its sweeps refereed.

use crate::{catch_panic, lawful};
use clipmark_measure::MeasureError;
use clipmark_measure::sweeps::Line;
use clipmark_measure::{Base, BuiltContestant, Contestant, Played, Scored, Setting, judge_run};
use clipmark_movement::MoverLaws;
use clipmark_record::faults::{Fault, fail_any_scene};
use clipmark_record::findings::Finding;
use clipmark_record::graded::{of_finding, of_unmet};
use clipmark_record::{Expected, LEFT_OUT, STATES, SweepCounts};
use clipmark_rows::{Axes, Axis, Case, Check, End, Outcome, Row, Severity};
use clipmark_scene::{Key, Scene, Step};

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
/// What movers do may happen nowhere: being in one, passed by one, pushed by nothing, left behind.
const OF_MOVERS: [&str; 4] = ["F32", "F33", "F34", "F35"];

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
            found.retain(|f| f.id != "F31");
            found.push(Finding {
                id: "F31".into(),
                count: 1,
                worst: 1.0,
                ..Finding::default()
            });
        }
        let asked = (played.commands.len() + scored.queries.queries) as u64;
        rows.extend(found.iter().filter_map(|finding| row(finding, asked)));
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
        let check = if unmet.is_goal { Check::Goal } else { Check::Bound };
        let got = &unmet.got;
        let (outcome, note) = match (is_shared, self.exemption) {
            (true, Some(reason)) => (Outcome::ByReference, format!("{got}; {reason}")),
            (true, None) => (
                Outcome::Failed(Severity::Stuck),
                format!("{got}; the reference mover fails here too, but the scene is not listed as exempt"),
            ),
            (false, _) => (
                Outcome::Failed(of_unmet(unmet.is_goal, unmet.off)),
                format!("{}; got: {got}", unmet.what),
            ),
        };
        Row {
            axes: Axes::default().with(Axis::Expectation, &unmet.what),
            note,
            ..Row::new(check, outcome)
        }
    }
}

/// A finding as a row. Most are no failure of a scene by themselves.
fn row(finding: &Finding, asked: u64) -> Option<Row> {
    let check = Check::from_code(&finding.id)?;
    let fails = OF_MOVERS.contains(&finding.id.as_str()) || fail_any_scene().any(|code| code == finding.id);
    let outcome = match fails {
        true => Outcome::Failed(of_finding(finding)),
        false => Outcome::Counted,
    };
    let row = Row {
        asked,
        failed: finding.count as u64,
        ..Row::new(check, outcome)
    };
    Some(row.with_value(finding.worst))
}

/// The findings of the detectors, and of the sweeps' referee.
fn findings(scene: &Scene, scored: &Scored) -> Vec<Finding> {
    let known = |id: &str| scored.detection.findings.iter().any(|f| f.id == id);
    let mut out: Vec<Finding> = answers(&scored.queries)
        .into_iter()
        .filter(|f| !known(&f.id))
        .collect();
    out.extend(scored.detection.findings.iter().cloned());
    // A player put into a solid is in one: such a scene tests how it gets out. And depth is the standing body's, which a
    // ducked one is not.
    if scene.player.buried || ducks(&scene.input) {
        out.retain(|f| f.id != "F20");
    }
    let unreliable = scored.movement.unreliable + scored.queries.faults[Fault::Unreliable];
    if unreliable > 0 && !known("F13b") {
        out.push(Finding {
            id: "F13b".into(),
            count: unreliable,
            worst: unreliable as f64,
            ..Finding::default()
        });
    }
    out
}

fn ducks(steps: &[Step]) -> bool {
    steps.iter().any(|step| match step {
        Step::Hold { keys, .. } | Step::Hop { keys, .. } => keys.contains(&Key::Crouch),
        Step::Repeat { steps, .. } => ducks(steps),
        _ => false,
    })
}

fn answers(score: &SweepCounts) -> Vec<Finding> {
    let per_million = |n: usize| 1e6 * n as f64 / score.queries.max(1) as f64;
    let missed = score.faults.sum(&Fault::THROUGH);
    let all = [
        ("F1", missed, score.penetration),
        ("F2", score.faults[Fault::Phantom], 0.0),
        ("F3", score.faults[Fault::TooDeep], score.penetration),
        (
            "F5",
            score.faults.sum(&[Fault::WrongNormal, Fault::WrongWayOut]),
            score.normal,
        ),
        (
            "F6",
            score.faults.sum(&[Fault::WrongStart, Fault::StartUnsaid]),
            0.0,
        ),
    ];
    let found = all.into_iter().filter(|(_, count, _)| *count > 0);
    found
        .map(|(id, count, worst)| Finding {
            id: id.into(),
            count,
            worst,
            rate: per_million(count),
            per: "per million sweeps".into(),
            ..Finding::default()
        })
        .collect()
}
