//! One scene, one contestant after another: played, put through the detectors, and its sweeps refereed.

use crate::lawful;
use clipmark_measure::MeasureError;
use clipmark_measure::sweeps::Line;
use clipmark_measure::{Base, BuiltContestant, Contestant, Played, Scored, Setting, judge_run};
use clipmark_movement::MoverLaws;
use clipmark_record::faults::Fault;
use clipmark_record::findings::Finding;
use clipmark_record::graded::of_unmet;
use clipmark_record::suite::{Outcome, Run};
use clipmark_record::{Expected, SweepCounts};
use clipmark_scene::{Key, Scene, Step};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The results of a scene for each of the contestants, which may be listed as exempt.
pub(crate) fn outcomes(
    scene: &Scene,
    who: &[Contestant],
    is_listed: bool,
) -> Result<Vec<Outcome>, MeasureError> {
    // A contestant that does not collide with triangles plays no scene with some: without them it is another scene.
    let able: Vec<Contestant> = who
        .iter()
        .filter(|c| c.backend.collides_with_triangles())
        .copied()
        .collect();
    let mut setting = Setting::shared_by(scene, &able)?;
    // A controller of another library is not told of movers.
    let is_foreign = |c: &Contestant| c.mover.laws == MoverLaws::Foreign;
    let told: Vec<Contestant> = who.iter().filter(|c| !is_foreign(c)).copied().collect();
    setting.set_in_motion(scene, &told)?;
    let setting = setting;
    let lines = setting.draw_sweeps(scene.sweeps as usize, scene.seed);
    // The run may be missing for a player put into a solid, and for worlds that only some collide with.
    let reference = catch_unwind(AssertUnwindSafe(|| setting.reference_run())).unwrap_or_default();
    let one = |&contestant: &Contestant| {
        if setting.triangles > 0 && !able.contains(&contestant) {
            return Outcome::NotCollided("triangles are not collided with".into());
        }
        if scene.moves() && is_foreign(&contestant) {
            return Outcome::NotCollided("movers and other players are not told to its controller".into());
        }
        let played = catch_unwind(AssertUnwindSafe(|| {
            let entrant = setting.enter(contestant)?;
            let played = entrant.play(&setting)?;
            let same = played.hash() == entrant.play(&setting)?.hash();
            Ok((entrant, played, same))
        }));
        let (entrant, played, same) = match played {
            Ok(Ok(both)) => both,
            Ok(Err(refused)) => return Outcome::Refused(MeasureError::to_string(&refused)),
            Err(panic) => return Outcome::Panicked(panic_message(&*panic)),
        };
        // A fault of the judges is no fault of the contestant.
        let judged = catch_unwind(AssertUnwindSafe(|| {
            let reference = reference.as_ref();
            outcome(scene, &setting, (&entrant, &played), &lines, reference, is_listed)
        }));
        match judged {
            Ok(Outcome::Played(run)) if !same => Outcome::Played(played_otherwise(run)),
            Ok(outcome) => outcome,
            Err(panic) => Outcome::NotJudged(panic_message(&*panic)),
        }
    };
    Ok(who.iter().map(one).collect())
}

/// The run that came out otherwise when it was played again at once (F31).
fn played_otherwise(mut run: Run) -> Run {
    run.findings.retain(|f| f.id != "F31");
    run.findings.push(Finding {
        id: "F31".into(),
        name: "replay".into(),
        unit: "runs".into(),
        count: 1,
        worst: 1.0,
        ..Finding::default()
    });
    run
}

fn panic_message(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|s| String::from(*s));
    text.or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "without a word".into())
}

fn outcome(
    scene: &Scene,
    setting: &Setting,
    (entrant, played): (&BuiltContestant, &Played),
    lines: &[Line],
    reference: Option<&Played<f64>>,
    is_listed: bool,
) -> Outcome {
    let base = Base {
        name: entrant.contestant.to_string(),
        is_first: reference.is_none(),
        run: reference.map_or_else(|| played.cast(), Clone::clone),
        reference: reference.map(Played::cast),
    };
    let (scored, expected) = judge_run(scene, setting, entrant, played, &base, lines);
    let unmet: Vec<&Expected> = expected.iter().filter(|e| !e.held).collect();
    let by_law = match is_listed || !unmet.is_empty() {
        true => lawful::unmet_by_law(scene, setting, entrant, &base, reference),
        false => None,
    };
    let reference_fails = by_law.as_ref().map(|failed| !failed.is_empty());
    let by_law = by_law.unwrap_or_default();
    let text = |e: &&Expected| [e.what.clone(), e.got.clone()];
    let (lawful, unmet): (Vec<&Expected>, Vec<&Expected>) =
        unmet.into_iter().partition(|e| by_law.contains(&e.what));
    Outcome::Played(Run {
        ticks: played.commands.len(),
        asked: expected.len(),
        unmet: unmet.iter().map(text).collect(),
        harms: unmet.iter().map(|e| of_unmet(e.is_goal, e.off)).collect(),
        lawful: lawful.iter().map(text).collect(),
        reference_fails: reference_fails.filter(|_| is_listed),
        exempt: None,
        sweeps: scored.queries.queries,
        findings: findings(scene, entrant, &scored),
        state_hash: scored.movement.state_hash.clone(),
    })
}

/// The findings of the detectors, and of the sweeps' referee.
fn findings(scene: &Scene, entrant: &BuiltContestant, scored: &Scored) -> Vec<Finding> {
    let known = |id: &str| scored.detection.findings.iter().any(|f| f.id == id);
    let mut out: Vec<Finding> = answers(&scored.queries)
        .into_iter()
        .filter(|f| !known(&f.id))
        .collect();
    // A journal has many cells: a detector's meaning is in its table, not in every line.
    out.extend(scored.detection.findings.iter().map(|f| Finding {
        says: String::new(),
        does: String::new(),
        ..f.clone()
    }));
    // A player put into a solid is in one: such a scene tests how it gets out. And depth is the standing body's, which a
    // ducked one is not.
    if scene.player.buried || ducks(&scene.input) {
        out.retain(|f| f.id != "F20");
    }
    let unreliable = scored.movement.unreliable + scored.queries.faults[Fault::Unreliable];
    if unreliable > 0 && !known("F13b") {
        out.push(Finding {
            id: "F13b".into(),
            name: format!("unreliable answers of {}", entrant.contestant),
            unit: "answers".into(),
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
        ("F1", "missed", missed, score.penetration.worst, "u"),
        ("F2", "phantom hit", score.faults[Fault::Phantom], 0.0, ""),
        (
            "F3",
            "penetrating end",
            score.faults[Fault::TooDeep],
            score.penetration.worst,
            "u",
        ),
        (
            "F5",
            "wrong normal",
            score.faults.sum(&[Fault::WrongNormal, Fault::WrongWayOut]),
            score.normal.worst,
            "degrees",
        ),
        (
            "F6",
            "start-solid disagreement",
            score.faults.sum(&[Fault::WrongStart, Fault::StartUnsaid]),
            0.0,
            "",
        ),
    ];
    let found = all.into_iter().filter(|(_, _, count, ..)| *count > 0);
    found
        .map(|(id, name, count, worst, unit)| Finding {
            id: id.into(),
            name: name.into(),
            unit: unit.into(),
            count,
            worst,
            rate: per_million(count),
            per: "per million sweeps".into(),
            ..Finding::default()
        })
        .collect()
}
