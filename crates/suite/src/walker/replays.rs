//! Walks that break a promise, played again for the 3-D view. Each course has the tick rate of its worst break, with all
//! contestants side by side.

use super::judge::Bench;
use super::{Course, enter, profile_of};
use crate::SuiteError;
use clipmark_measure::{Contestant, Played, outline};
use clipmark_movement::Setup;
use clipmark_record::walker::{Moments, Replayed, WalkerResults};
use clipmark_record::{BodyBounds, Comparison, Entry, MovementScore, SceneFacts, TickRecord};

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
    let profile = &setup.profile;
    let solid = setup.mover().solid_bounds(profile);
    let clock = run.clock();
    let tick = |k: usize| {
        let body = &run.states[k + 1];
        TickRecord {
            seconds: clock[k],
            origin: body.origin.into(),
            velocity: body.velocity.into(),
            grounded: body.grounded,
            yaw: run.commands[k].yaw,
            intent: run.wish(k).norm() > 0.0,
            wish: run.wish_yaw(k),
            keys: run.keys(k),
            queries: 0,
            hits: 0,
            contacts: 0,
            depth: 0.0,
            turned_back: 0.0,
            deviation: 0.0,
        }
    };
    Entry {
        name: contestant.to_string(),
        hull: setup.shape().hull(solid).kind().to_string(),
        body: BodyBounds {
            half_width: profile.size.half_width,
            feet: profile.size.feet,
            top: profile.size.top,
            knee: (solid.mins.z > profile.size.feet).then_some(solid.mins.z),
        },
        ticks: (0..run.commands.len()).map(tick).collect(),
        movement: MovementScore {
            marks,
            ..MovementScore::default()
        },
        ..Entry::default()
    }
}
