//! Failures of a run in a world that moves.
//!
//! Detectors that know where movers are read the whole run. All others know the rigid world alone. They read the stretches of
//! the run without a mover nearby. Each is a run of its own, with the reference mover's run of that stretch.

use crate::judge::detect::{Detected, Detector, Evidence, Needs, Seen, Walk, detect, detect_by};
use crate::run::moving::{Course, Moving, MovingWorld};
use crate::run::play::{InputSource, Played};
use crate::run::reference_space::ReferenceSpace;
use crate::run::setting::{BuiltContestant, Setting};
use clipmark_geometry::{Aabb, Vec3};
use clipmark_movement::MoveFlags;
use clipmark_referee::Corners;
use std::ops::Range;

/// A nearer mover may change a tick, in units: a step up, the probe below and a tick of running.
const NEAR: f32 = 32.0;
/// Stretches of fewer ticks tell nothing.
const SHORTEST: usize = 8;

/// In which ticks nothing that moves is near, nothing pushed and nothing threw the body.
pub(super) fn quiet(models: &[Aabb], walk: &Walk, course: &Course) -> Vec<bool> {
    let home = |i: usize| models.get(course.movers[i].model).copied().unwrap_or(Aabb::EMPTY);
    let bounds: Vec<Aabb> = (0..course.movers.len()).map(home).collect();
    let states = &walk.run.states;
    let of = |k: usize| {
        let pushed = if course.world_first {
            course.between[k] != states[k].origin
        } else {
            course.between[k] != states[k + 1].origin
        };
        if pushed || course.thrown[k] {
            return false;
        }
        let ducked = states[k + 1].flags.contains(MoveFlags::DUCKED);
        let body = walk.profile.bounds(ducked);
        let swept = [&states[k], &states[k + 1]].map(|s| body.translated(&s.origin.coords));
        let swept = swept[0].union(&swept[1]).grown(NEAR);
        let near = |i: usize| {
            let at = |k| course.pose(k, i).bounds(&bounds[i]);
            at(k).union(&at(k + 1)).touches(&swept)
        };
        !(0..bounds.len()).any(near)
    };
    (0..course.ticks()).map(of).collect()
}

/// The run less the world's motion: each place less all pushes, throws and their ways up to it.
pub(super) fn own_motion(played: &Played, course: &Course) -> Played {
    let mut out = Played {
        course: None,
        ..played.clone()
    };
    let mut carried = Vec3::zeros();
    for k in 0..course.ticks() {
        let (before, after) = (played.states[k].origin, played.states[k + 1].origin);
        carried += if course.thrown[k] {
            after - before
        } else if course.world_first {
            course.between[k] - before
        } else {
            after - course.between[k]
        };
        out.states[k + 1].origin -= carried;
    }
    out
}

/// Runs of ticks that are quiet.
pub fn stretches(quiet: &[bool]) -> Vec<Range<usize>> {
    let mut out = Vec::new();
    let mut first = 0;
    for k in 0..=quiet.len() {
        if quiet.get(k).copied().unwrap_or_default() {
            continue;
        }
        if k - first >= SHORTEST {
            out.push(first..k);
        }
        first = k + 1;
    }
    out
}

/// Everything that the detectors find in a run. Each stretch without a mover is compared with the reference mover's run of it.
pub(super) fn failures(
    setting: &Setting,
    entrant: &BuiltContestant,
    whole: &Evidence,
    course: &Course,
) -> Detected {
    let slides = entrant.setup.mover().slides();
    let space = slides
        .then(|| ReferenceSpace::with(&setting.world, setting.profile, Corners::Kept, setting.fault))
        .flatten();
    let mut parts = parts(&whole.walk, &setting.world.model_bounds(), course);
    for part in &mut parts {
        let input = InputSource::Recorded(part.run.commands.clone());
        let played = space
            .as_ref()
            .and_then(|s| s.play(part.run.states[0].cast(), &input).ok());
        part.reference = played.map(|p| p.cast());
    }
    by_stretches(whole, &parts)
}

/// Hashes of the states of the same run in a new world, and in that world again from its start.
pub(super) fn replays(
    setting: &Setting,
    moving: &Moving,
    entrant: &BuiltContestant,
    course: &Course,
) -> Vec<Vec<u64>> {
    let Ok(mut world) = MovingWorld::of(setting, moving, entrant) else {
        return Vec::new();
    };
    let input = InputSource::Recorded(course.keys.clone());
    let mut hashes = || {
        let played = world.play(&input);
        world.rewind();
        played.map(|p| p.hashes()).unwrap_or_default()
    };
    vec![hashes(), hashes()]
}

/// What the detectors find that need nothing but a run, and where movers were in it. For a judge that looks on while a person
/// walks. `models` are the bounds of the world's models.
pub fn detect_in_motion(walk: Walk, models: &[Aabb]) -> Detected {
    let whole = Evidence::new(walk);
    match &walk.run.course {
        Some(course) => by_stretches(&whole, &parts(&walk, models, course)),
        None => detect(&whole),
    }
}

/// Asks the detectors that know where movers are about the whole run, all others about each stretch.
fn by_stretches(whole: &Evidence, parts: &[Part]) -> Detected {
    detect_by(whole, &|detector| {
        if detector.knows_movers() {
            return detector.look(whole);
        }
        let mut all = Seen::default();
        for part in parts {
            all.add(part.seen(detector, &whole.walk), part.ticks.start);
        }
        all
    })
}

/// A stretch of a run in which nothing that moves is near.
struct Part {
    ticks: Range<usize>,
    run: Played,
    reference: Option<Played>,
}

/// The stretches of a run, without the reference mover's runs.
fn parts(walk: &Walk, models: &[Aabb], course: &Course) -> Vec<Part> {
    let run = walk.run;
    let part = |ticks: Range<usize>| Part {
        run: run.part(ticks.clone()),
        reference: None,
        ticks,
    };
    stretches(&quiet(models, walk, course))
        .into_iter()
        .map(part)
        .collect()
}

impl Part {
    /// A detector's findings in the stretch.
    fn seen(&self, detector: &Detector, walk: &Walk) -> Seen {
        let evidence = Evidence {
            reference: self.reference.as_ref(),
            ..Evidence::new(Walk {
                run: &self.run,
                ..*walk
            })
        };
        debug_assert!(detector.needs == Needs::Run);
        detector.look(&evidence)
    }
}
