//! Backends on fans of sweeps: one by one and together, in turns. Single traces are refereed; both ways must answer as they do.

use crate::clock::fingerprint;
use crate::clock::race::judge;
use crate::clock::turns::{Lap, SHORTEST_NS, Terms, WARM_UP, differences, take_turns, trace_lap};
use clipmark_collision::{CollisionBackend, Fan, Status, Sweep, Trace, Work};
use clipmark_record::{QueryScore, Timing};
use clipmark_truth::Reference;

/// What came of one backend.
pub struct RacedFans {
    /// What the exact referee says of the answers to single traces.
    pub score: QueryScore,
    /// The time of a sweep, asked one by one; relative to the quicker of both ways.
    pub one_by_one: Timing,
    /// The time of a sweep, asked in its fan; not timed where an answer is not that of the single trace, to the bit.
    pub together: Timing,
}

/// Referees each backend on the sweeps of fans of one hull, then times them one by one and together in turns; `step` is told
/// the stage, steps done and steps in all.
pub fn race_fans(
    backends: &[&dyn CollisionBackend],
    reference: &Reference,
    fans: &[Fan],
    rounds: usize,
    step: &mut dyn FnMut(&str, u64, u64),
) -> Vec<RacedFans> {
    let sweeps: Vec<Sweep> = fans.iter().flat_map(Fan::sweeps).collect();
    let Some(first) = sweeps.first() else {
        return Vec::new();
    };
    let race = |backend: &&dyn CollisionBackend| {
        let judged = judge(*backend, reference, &first.hull, &sweeps, step);
        let alone = trace_lap(*backend, &sweeps, &judged.answers);
        let mut laps = [alone, fan_lap(*backend, fans, &judged.answers)];
        let terms = Terms {
            rounds,
            shortest_ns: SHORTEST_NS,
            settles: false,
        };
        let stage = format!("timing {}", backend.facts().name);
        let mut done = 0;
        let times = take_turns(&mut laps, terms, || {
            done += 1;
            step(&stage, done, (rounds + WARM_UP) as u64);
        });
        let mut times = times.into_iter();
        RacedFans {
            score: judged.score,
            one_by_one: times.next().unwrap_or_default(),
            together: times.next().unwrap_or_default(),
        }
    };
    backends.iter().map(race).collect()
}

/// A pass over fans whose sweeps' answers have these fingerprints.
fn fan_lap<'a>(backend: &'a dyn CollisionBackend, fans: &'a [Fan], judged: &'a [u64]) -> Lap<'a> {
    let mut work = Work::silent();
    let mut again = Work::silent();
    let mut answers = blanks(fans);
    let mut answers_again = answers.clone();
    let pass = move || {
        fans.iter().fold(0, |pass, fan| {
            backend.trace_fan(fan, &mut answers, &mut work);
            let answered = answers.iter().take(fan.ends.len());
            answered.fold(pass, |pass, trace| {
                fingerprint::then(pass, fingerprint::of_trace(trace))
            })
        })
    };
    let differing = move || {
        let mut now = Vec::with_capacity(judged.len());
        for fan in fans {
            backend.trace_fan(fan, &mut answers_again, &mut again);
            let answered = answers_again.iter().take(fan.ends.len());
            now.extend(answered.map(fingerprint::of_trace));
        }
        differences(now.into_iter(), judged)
    };
    Lap {
        items: judged.len(),
        judged: fingerprint::of_pass(judged.iter().copied()),
        pass: Box::new(pass),
        differing: Box::new(differing),
    }
}

/// Room for the answers to the largest fan.
fn blanks(fans: &[Fan]) -> Vec<Trace> {
    let largest = fans.iter().max_by_key(|fan| fan.ends.len());
    largest.map_or_else(Vec::new, |fan| {
        let nothing = fan.sweep_to(fan.start);
        vec![Trace::refused(&nothing, Status::Failed); fan.ends.len()]
    })
}
