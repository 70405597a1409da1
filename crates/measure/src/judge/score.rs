//! One contestant's score: its answers refereed, its run put through the detectors.

use crate::Progress;
use crate::comparison::Options;
use crate::judge::counterparts::{self, Counterparts, Home};
use crate::judge::detect::{
    Detected, Evidence, Judged, Others, Walk, detect, divergence, embedded, shake, solid_truth, stuck,
};
use crate::judge::marks::marks;
use crate::judge::referee::referee_each;
use crate::judge::touching::touching;
use crate::judge::worst::Asked;
use crate::run::base::Base;
use crate::run::play::Played;
use crate::run::setting::{BuiltContestant, Setting};
use crate::run::sweeps::Line;
use clipmark_collision::Sweep;
use clipmark_conformance::Suite;
use clipmark_geometry::World;
use clipmark_movement::ShapeKind;
use clipmark_record::{BodyBounds, BuildCost, Entry, MovementScore, TickRecord, Timing};

/// A player this far below the world's bounds has fallen out, in units.
const FALLEN: f32 = 64.0;
/// So many of the sweeps are asked for their properties: they are asked some thirty times over, in as many worlds.
const PROPERTIES: usize = 100;
/// Progress is told every so many sweeps.
const TELL: u64 = 64;

/// An entry, and the numbers of the answers that it was judged by, for the clock.
pub(crate) struct Scored {
    pub(crate) entry: Entry,
    pub(crate) fingerprints: Vec<u64>,
}

pub(crate) fn entry(
    setting: &Setting,
    entrant: &BuiltContestant,
    played: &Played,
    base: &Base,
    lines: &[Line],
    options: &Options,
    progress: Progress,
) -> Scored {
    let name = entrant.contestant.to_string();
    let declared = entrant.backend.declares();
    let truth = setting.truth.for_declared(&entrant.hull, &declared);
    let sweeps = entrant.sweeps(lines);
    let stage = format!("refereeing {name}");
    let mut done = 0;
    let mut judged = Vec::with_capacity(sweeps.len());
    let refereed = referee_each(&*entrant.backend, &truth, &sweeps, |answer| {
        judged.push(answer);
        done += 1;
        if done % TELL == 0 {
            progress(&stage, done, sweeps.len() as u64);
        }
    });
    let solid = solid_truth(setting, entrant);
    let walked = Walk::of(setting, entrant, played, &solid);
    progress(&format!("looking for failures of {name}"), 0, 1);
    let found = failures(setting, entrant, walked, &judged, base, options);
    let (movement, mut ticks) = walk(setting, entrant, base, walked, &found);
    let (contacts, contact_normals) = touching(entrant, played);
    for (tick, contacts) in ticks.iter_mut().zip(contacts) {
        tick.contacts = contacts;
    }
    let facts = entrant.backend.facts();
    let entry = Entry {
        name,
        hull: match entrant.setup.shape() {
            ShapeKind::Box => "box",
            ShapeKind::Capsule => "capsule",
            ShapeKind::Cylinder => "cylinder",
        }
        .into(),
        body: body(entrant),
        skin: declared.rules.skin,
        build: BuildCost {
            msec: facts.build_time.as_secs_f64() * 1e3,
            bytes: facts.bytes,
            primitives: facts.primitives,
            omissions: facts.omissions.clone(),
        },
        queries: refereed.score,
        classes: refereed.classes,
        cases: refereed.worst.cases(&Asked {
            world: &setting.file,
            patches: !setting.world.patches.is_empty(),
            triangles: !setting.world.triangles.is_empty(),
            backend: entrant.contestant.backend.name(),
            declared: &declared,
        }),
        movement,
        detection: found.record,
        trace_time: Timing::default(),
        tick_time: Timing::default(),
        work: refereed.work,
        work_times: Vec::new(),
        sweep_times: Vec::new(),
        ticks,
        contact_normals,
        answers: refereed.records,
    };
    Scored {
        entry,
        fingerprints: refereed.fingerprints,
    }
}

/// Everything that the detectors find in the run, in the answers, and, unless it is to be quick, elsewhere and again.
fn failures(
    setting: &Setting,
    entrant: &BuiltContestant,
    walk: Walk,
    answers: &[Judged],
    base: &Base,
    options: &Options,
) -> Detected {
    let rules = setting.profile.trace_rules;
    let build = |world: &World| entrant.contestant.build(world, rules).ok();
    let thorough = !options.quick;
    let slides = entrant.setup.mover().slides();
    let ends = (thorough && slides)
        .then(|| counterparts::reference_ends(&setting.world, setting.profile, setting.fault))
        .flatten();
    let own = thorough.then(|| {
        Counterparts::of(&Home {
            world: &setting.world,
            backend: &*entrant.backend,
            build: &build,
            setup: &entrant.setup,
            walk,
            reference: ends.as_ref().map(|e| e as counterparts::Ends),
        })
    });
    let small = setting.world.brushes.len() <= counterparts::LARGE;
    let properties = (thorough && small).then(|| {
        let sweeps: Vec<Sweep> = answers.iter().take(PROPERTIES).map(|a| a.sweep).collect();
        Suite::new(entrant.contestant.to_string())
            .rules(&[rules])
            .check_world(&setting.world, &sweeps, |world, _| build(world))
    });
    detect(&Evidence {
        answers: Some(answers),
        properties: properties.as_ref(),
        others: Others {
            reference: base.reference.as_ref(),
            own: own.as_ref(),
        },
        ..Evidence::of(walk)
    })
}

fn walk(
    setting: &Setting,
    entrant: &BuiltContestant,
    base: &Base,
    walked: Walk,
    found: &Detected,
) -> (MovementScore, Vec<TickRecord>) {
    let (played, truth) = (walked.run, walked.truth);
    let depths = embedded::depths(played, truth);
    let deviations = divergence::deviations(played, &base.run);
    let shaken = shake::shake(played);
    let clock = played.clock();
    let tolerance = f64::from(entrant.backend.declares().rules.skin) / 4.0;
    let seconds = clock.last().copied().unwrap_or(1.0);
    let toggles = played
        .states
        .windows(2)
        .filter(|w| w[0].grounded != w[1].grounded)
        .count();
    let stuck = stuck::stuck_ticks(played, truth, stuck::Footing::of(&walked));
    let embedded: Vec<usize> = (0..depths.len()).filter(|&k| depths[k] > tolerance).collect();
    let bottom = setting.world.bounds.mins.z - FALLEN;
    let fallen = played.states.iter().skip(1).position(|b| b.origin.z < bottom);
    let divergence = divergence::divergence(played, &base.run, &deviations);
    let movement = MovementScore {
        stuck_ticks: stuck.len(),
        embedded_ticks: embedded.len(),
        deepest: depths.iter().copied().fold(0.0, f64::max),
        shake: shaken.rms,
        alternation: shaken.alternation,
        ground_toggles: toggles as f64 / seconds,
        distance: played
            .states
            .windows(2)
            .map(|w| f64::from((w[1].origin - w[0].origin).norm()))
            .sum(),
        fell_out: fallen.is_some(),
        top_speed: played
            .states
            .iter()
            .map(|b| f64::from(b.horizontal_speed()))
            .fold(0.0, f64::max),
        unreliable: played.facts.iter().map(|f| f.unreliable as usize).sum(),
        state_hash: format!("{:016x}", played.hash()),
        marks: marks(
            &stuck,
            &embedded,
            &depths,
            fallen,
            divergence.as_ref(),
            &found.seen,
        ),
        divergence,
    };
    let mut turned_back = vec![0.0; played.commands.len()];
    for (k, back) in shake::turns(played).1 {
        turned_back[k] = back;
    }
    let tick = |k: usize| {
        let (body, facts) = (&played.states[k + 1], &played.facts[k]);
        TickRecord {
            seconds: clock[k],
            origin: body.origin.into(),
            velocity: body.velocity.into(),
            grounded: body.grounded,
            yaw: played.commands[k].yaw,
            intent: played.wish(k).norm() > 0.0,
            queries: facts.queries,
            hits: facts.hits,
            depth: depths[k],
            contacts: 0,
            turned_back: turned_back[k],
            deviation: deviations[k],
        }
    };
    let ticks = (0..played.commands.len()).map(tick).collect();
    (movement, ticks)
}

fn body(entrant: &BuiltContestant) -> BodyBounds {
    let profile = &entrant.setup.profile;
    let knee = entrant.setup.mover().solid_bounds(profile).mins.z;
    BodyBounds {
        half_width: profile.size.half_width,
        feet: profile.size.feet,
        top: profile.size.top,
        knee: (knee > profile.size.feet).then_some(knee),
    }
}
