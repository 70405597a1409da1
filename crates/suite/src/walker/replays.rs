//! Walks that break a promise, played again for the 3-D view. Each course has the tick rate of its worst break, with all
//! contestants side by side.

use super::judge::Bench;
use super::{Course, enter, profile_of};
use crate::SuiteError;
use clipmark_measure::{Contestant, Played, body_bounds, outline};
use clipmark_movement::Setup;
use clipmark_record::walker::{Moments, Replayed, WalkerResults};
use clipmark_record::{Comparison, Entry, MovementScore, SceneFacts};

/// One for each course and rate at which a contestant breaks most promises.
pub(super) fn of(
    results: &WalkerResults,
    courses: &[Course],
    contestants: &[Contestant],
    progress: clipmark_measure::Progress,
) -> Result<Vec<Replayed>, SuiteError> {
    let mut wanted: Vec<(&Course, f32)> = Vec::new();
    for course in courses {
        for contestant in contestants {
            let worst = results.worst(&course.name, &contestant.to_string());
            if let Some(row) =
                worst.filter(|row| !wanted.iter().any(|w| w.0.name == course.name && w.1 == row.hz))
            {
                wanted.push((course, row.hz));
            }
        }
    }
    let mut out = Vec::new();
    for (i, (course, hz)) in wanted.iter().enumerate() {
        progress("walks in 3-D", i as u64, wanted.len() as u64);
        let bench = Bench::of(&course.world, &profile_of(course));
        let mut entries = Vec::new();
        for contestant in contestants {
            let entered = enter(course, contestant)?;
            let run = entered.walk(course, *hz)?;
            let (_, moments) = bench.judge(course, &entered.setup, &run);
            entries.push(entry(contestant, &entered.setup, &run, moments));
        }
        out.push(Replayed {
            course: course.name.clone(),
            hz: *hz,
            shown: Comparison {
                scene: SceneFacts {
                    title: format!("{} at {hz} Hz", course.name),
                    profile: results.profile.clone(),
                    tick_msec: 1000.0 / f64::from(*hz),
                    ..SceneFacts::default()
                },
                outline: outline(&course.world, course.world.triangles.len()),
                contestants: entries,
                ..Comparison::default()
            },
        });
    }
    Ok(out)
}

fn entry(contestant: &Contestant, setup: &Setup, run: &Played, marks: Moments) -> Entry {
    let solid = setup.mover().solid_bounds(&setup.profile);
    let clock = run.clock();
    Entry {
        name: contestant.to_string(),
        hull: setup.shape().hull(solid).kind().to_string(),
        body: body_bounds(setup),
        ticks: (0..run.commands.len()).map(|k| run.record(k, clock[k])).collect(),
        movement: MovementScore {
            marks,
            ..MovementScore::default()
        },
        ..Entry::default()
    }
}
