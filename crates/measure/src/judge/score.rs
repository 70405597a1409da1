//! One contestant's score: its answers refereed, its run put through the detectors.

use crate::Progress;
use crate::clock::turns::Timing;
use crate::judge::classes::classes;
use crate::judge::counterparts::{self, Counterparts, Home};
use crate::judge::detect::divergence::Divergence;
use crate::judge::detect::{
    Detected, Evidence, Walk, detect, divergence, embedded, movers, shake, solid_truth, stuck,
};
use crate::judge::judged::JudgedAnswer;
use crate::judge::marks::marks;
use crate::judge::moving;
use crate::judge::referee::{Refereed, SweepCounts, referee};
use crate::judge::touching::touching;
use crate::judge::worst::{CaseContext, Worst};
use crate::options::Options;
use crate::run::base::Base;
use crate::run::contestant::Contestant;
use crate::run::play::Played;
use crate::run::setting::{BuiltContestant, Setting};
use crate::run::sweeps::Line;
use clipmark_collision::Sweep;
use clipmark_geometry::World;
use clipmark_movement::{Setup, ShapeKind};
use clipmark_referee::SkinVerdict;
use clipmark_referee::conformance::Suite;
use clipmark_rows::drawn::{BodyBounds, Entry, Mark, TickRecord, WorkTimes};
use clipmark_rows::faults::Fault;
use clipmark_rows::question::Case;

/// A player this far below the world's bounds has fallen out, in units.
pub(crate) const FALLEN: f32 = 64.0;
/// This many sweeps are tested for properties, each some thirty times over, in as many worlds.
const PROPERTIES: usize = 100;
/// Progress is reported every this many sweeps.
const TELL: u64 = 64;

/// The walk.
#[derive(Clone, Debug, Default)]
pub struct MovementScore {
    /// Ticks after which the player wanted to move, could have, and had not for a quarter of a second (F17).
    pub stuck_ticks: usize,
    /// Ticks after which the hull was in a solid deeper than tolerance (F20).
    pub embedded_ticks: usize,
    /// Deepest at the end of any tick, in units (F20).
    pub deepest: f64,
    /// RMS of the second difference of position under constant intent, in units (F19).
    pub shake: f64,
    /// Changes between standing and flying per second (F24).
    pub ground_toggles: f64,
    /// Length of the way, in units.
    pub distance: f64,
    /// Whether it left the bounds of the world downwards.
    pub fell_out: bool,
    /// Answers during the walk that the backend reported as unreliable.
    pub unreliable: usize,
    /// Hash over the state after every tick: equal only if every bit is.
    pub state_hash: String,
    /// Where it leaves the path of [`SceneFacts::measured_from`](clipmark_rows::drawn::SceneFacts::measured_from).
    pub divergence: Option<Divergence>,
    /// Moments worth a look, in order of time: each failure where it begins, and the parting of the paths.
    pub marks: Vec<Mark>,
}

/// The judgement of a contestant before the timing. Its lengths are in units.
pub struct Scored {
    /// `backend` or `backend+mover`.
    pub name: String,
    /// Shape of the body that it sweeps.
    pub hull: &'static str,
    /// Bounds of that body.
    pub body: BodyBounds,
    /// Skin it declares.
    pub skin: f32,
    /// Wall time of its build in milliseconds, taken outside of the backend, and as the backend says.
    pub build_msec: [f64; 2],
    /// Bytes that it holds, as it says.
    pub bytes: usize,
    /// Brushes, hulls or polygons.
    pub solids: usize,
    /// The parts of the world that it leaves out, in sentences.
    pub omissions: Vec<String>,
    /// Its answers, judged, and the work that they took.
    pub refereed: Refereed,
    /// Their counts and sizes.
    pub queries: SweepCounts,
    /// Whether their stops keep the skin and the hull its size.
    pub gaps: SkinVerdict,
    /// The worst of them, one a kind.
    pub cases: Vec<Case>,
    /// The walk.
    pub movement: MovementScore,
    /// The detectors' findings.
    pub detection: Detected,
    /// One a tick.
    pub ticks: Vec<TickRecord>,
    /// Unit normals of the touched surfaces; the tick gives their number.
    pub contact_normals: Vec<[f32; 3]>,
    /// Where movers were after each tick.
    pub mover_poses: Vec<[f32; 6]>,
}

/// The clock's results on a contestant.
pub(crate) struct Timed {
    pub(crate) traces: Timing,
    pub(crate) ticks: Timing,
    pub(crate) against_work: Vec<WorkTimes>,
    pub(crate) sweeps: Vec<f64>,
}

impl Scored {
    /// Asks all sweeps again, at least `least`, and counts the answers that changed.
    pub(crate) fn ask_again(&mut self, entrant: &BuiltContestant, least: usize) {
        self.refereed.ask_again(&*entrant.backend, least);
        self.queries.faults[Fault::Changed] = self.refereed.changed;
    }

    /// What is drawn of it.
    pub(crate) fn drawn(self, timed: Timed) -> Entry {
        Entry {
            name: self.name,
            hull: self.hull.into(),
            body: self.body,
            classes: classes(&self.refereed.answers),
            cases: self.cases,
            parted: self.movement.divergence.map(|divergence| divergence.tick),
            marks: self.movement.marks,
            work_times: timed.against_work,
            sweep_times: timed.sweeps,
            ticks: self.ticks,
            contact_normals: self.contact_normals,
            mover_poses: self.mover_poses,
            answers: self.refereed.answers.iter().map(JudgedAnswer::record).collect(),
        }
    }
}

pub(crate) fn score(
    setting: &Setting,
    entrant: &BuiltContestant,
    played: &Played,
    base: &Base,
    lines: &[Line],
    options: &Options,
    progress: Progress,
) -> Scored {
    let name = entrant.contestant.to_string();
    let declared = entrant.backend.facts().declaration;
    let truth = setting.truth.for_backend(&entrant.hull, &*entrant.backend);
    let truth = truth.asked_by(&setting.profile.trace_rules);
    let sweeps = entrant.sweeps(lines);
    let stage = format!("refereeing {name}");
    let mut done = 0;
    let refereed = referee(&*entrant.backend, &truth, &sweeps, || {
        done += 1;
        if done % TELL == 0 || done == sweeps.len() as u64 {
            progress(&stage, done, sweeps.len() as u64);
        }
    });
    progress(&format!("looking for failures of {name}"), 0, 1);
    let solid = solid_truth(setting, entrant);
    let walked = Walk::new(setting, entrant, played, &solid);
    let found = failures(setting, entrant, walked, &refereed.answers, base, options);
    let (movement, mut ticks) = walk(setting, entrant, base, walked, &found);
    let (contacts, contact_normals) = touching(entrant, played);
    for (tick, contacts) in ticks.iter_mut().zip(contacts) {
        tick.contacts = contacts;
    }
    let facts = entrant.backend.facts();
    let library = entrant
        .contestant
        .library(&setting.world, setting.profile.trace_rules);
    Scored {
        name,
        hull: match entrant.setup.shape() {
            ShapeKind::Box => "box",
            ShapeKind::Capsule => "capsule",
            ShapeKind::Cylinder => "cylinder",
        },
        body: body_bounds(&entrant.setup),
        skin: declared.rules.skin,
        build_msec: [entrant.build_seconds, facts.build_time.as_secs_f64()].map(|seconds| seconds * 1e3),
        bytes: facts.bytes,
        solids: facts.primitives,
        omissions: omissions(setting, facts.omissions.clone()),
        queries: refereed.score(),
        gaps: refereed.skin(),
        cases: Worst::among(&refereed.answers).cases(&CaseContext {
            world: &setting.file,
            patches: setting.patches > 0 && setting.with_patches,
            patches_as_triangles: setting.has_patches_as_triangles(),
            triangles: !setting.world.triangles.is_empty(),
            name: entrant.contestant.backend.name(),
            library: library.as_deref(),
            declared: &declared,
        }),
        refereed,
        movement,
        detection: found,
        ticks,
        contact_normals,
        mover_poses: played
            .course
            .as_ref()
            .map_or_else(Vec::new, |course| course.after().to_vec()),
    }
}

/// The parts of the world that the contestant leaves out, and the parts of the map that no contestant collides with.
fn omissions(setting: &Setting, mut own: Vec<String>) -> Vec<String> {
    let mut counted = |n: usize, one: &str, many: &str, spared: Option<Contestant>| {
        let why = spared.map_or_else(String::new, |who| format!(": {who} cannot"));
        match n {
            0 => {}
            1 => own.push(format!("this map's 1 {one} is not collided with{why}")),
            n => own.push(format!("this map's {n} {many} are not collided with{why}")),
        }
    };
    let [patchless, flat] = setting.spared_for;
    if !setting.with_patches {
        counted(setting.patches, "curved patch", "curved patches", patchless);
    }
    if setting.world.triangles.is_empty() {
        counted(setting.triangles, "triangle", "triangles", flat);
    }
    match &setting.moving {
        Some(moving) if !setting.world.models.is_empty() => {
            own.extend(moving.left_out.iter().chain(&moving.notes).cloned());
        }
        _ => counted(
            setting.world.submodels,
            "moving part (door, platform)",
            "moving parts (doors, platforms)",
            None,
        ),
    }
    own
}

/// Everything that the detectors find in the run and the answers. Unless quick, also in the runs elsewhere and again.
fn failures(
    setting: &Setting,
    entrant: &BuiltContestant,
    walk: Walk,
    answers: &[JudgedAnswer],
    base: &Base,
    options: &Options,
) -> Detected {
    let rules = setting.profile.trace_rules;
    let build = |world: &World| entrant.contestant.build(world, rules).ok();
    let thorough = !options.quick;
    let slides = entrant.setup.mover().slides();
    let elsewhere = |walk: Walk| {
        let ends = slides
            .then(|| counterparts::reference_ends(&setting.world, setting.profile, setting.fault))
            .flatten();
        Counterparts::play(&Home {
            world: &setting.world,
            backend: &*entrant.backend,
            build: &build,
            setup: &entrant.setup,
            walk,
            reference: ends.as_ref().map(|e| e as counterparts::Ends),
        })
    };
    let in_motion = setting.in_motion().zip(walk.run.course.as_ref());
    // A world is rigid where a player only visits its spawns.
    let asks_world = thorough && in_motion.is_none_or(|(moving, _)| moving.is_rigid());
    let own = asks_world.then(|| elsewhere(walk));
    let small = setting.world.brushes.len() <= counterparts::LARGE;
    let properties = (asks_world && small).then(|| {
        let sweeps: Vec<Sweep> = answers.iter().take(PROPERTIES).map(|a| a.sweep).collect();
        Suite::new(entrant.contestant.to_string())
            .rules(&[rules])
            .check_world(&setting.world, &sweeps, |world, _| build(world))
    });
    let own = match in_motion {
        Some((moving, course)) => thorough.then(|| Counterparts {
            replays: moving::replays(setting, moving, entrant, course),
            ..own.unwrap_or_default()
        }),
        None => own,
    };
    let evidence = Evidence {
        answers: Some(answers),
        properties: properties.as_ref(),
        reference: base.reference.as_ref(),
        own: own.as_ref(),
        ..Evidence::new(walk)
    };
    match in_motion {
        Some((_, course)) => moving::failures(setting, entrant, &evidence, course),
        None => detect(&evidence),
    }
}

fn walk(
    setting: &Setting,
    entrant: &BuiltContestant,
    base: &Base,
    walked: Walk,
    found: &Detected,
) -> (MovementScore, Vec<TickRecord>) {
    let (played, truth) = (walked.run, walked.truth);
    let in_movers = movers::depths(&walked);
    let in_solids = embedded::depths(played, truth);
    let depths: Vec<f64> = in_solids.iter().zip(&in_movers).map(|(a, b)| a.max(*b)).collect();
    let quiet = played
        .course
        .as_ref()
        .map(|course| moving::quiet(&setting.world.model_bounds(), &walked, course));
    let deviations = divergence::deviations(played, &base.run);
    let shaken = match &played.course {
        Some(course) => shake::shake(&moving::own_motion(played, course)),
        None => shake::shake(played),
    };
    let clock = played.clock();
    let tolerance = f64::from(entrant.backend.facts().declaration.rules.skin) / 4.0;
    let seconds = clock.last().copied().unwrap_or(1.0);
    let toggles = played
        .states
        .windows(2)
        .filter(|w| w[0].grounded != w[1].grounded)
        .count();
    let mut stuck = stuck::stuck_ticks(played, truth, stuck::Footing::new(&walked));
    // Whether it could have moved is asked of the rigid world alone.
    stuck.retain(|&k| quiet.as_ref().is_none_or(|quiet| quiet[k]));
    let bottom = setting.world.bounds.mins.z - FALLEN;
    let fallen = played.states.iter().skip(1).position(|b| b.origin.z < bottom);
    let divergence = divergence::divergence(played, &base.run, &deviations);
    let movement = MovementScore {
        stuck_ticks: stuck.len(),
        embedded_ticks: depths.iter().filter(|depth| **depth > tolerance).count(),
        deepest: depths.iter().copied().fold(0.0, f64::max),
        shake: shaken,
        ground_toggles: toggles as f64 / seconds,
        distance: played
            .states
            .windows(2)
            .map(|w| f64::from((w[1].origin - w[0].origin).norm()))
            .sum(),
        fell_out: fallen.is_some(),
        unreliable: played.facts.iter().map(|f| f.unreliable as usize).sum(),
        state_hash: format!("{:016x}", played.hash()),
        marks: marks(
            &found.seen,
            fallen,
            divergence.as_ref(),
            &match base.is_first {
                true => format!("the path of {}", base.name),
                false => "the reference path".into(),
            },
        ),
        divergence,
    };
    let mut turned_back = vec![0.0; played.commands.len()];
    for (k, back) in shake::turns(played).1 {
        turned_back[k] = back;
    }
    let tick = |k: usize| {
        let facts = &played.facts[k];
        TickRecord {
            queries: facts.queries,
            hits: facts.hits,
            depth: depths[k],
            turned_back: turned_back[k],
            deviation: deviations[k],
            ..played.record(k, clock[k])
        }
    };
    let ticks = (0..played.commands.len()).map(tick).collect();
    (movement, ticks)
}

/// A player's body, for drawings.
fn body_bounds(setup: &Setup) -> BodyBounds {
    let profile = &setup.profile;
    let knee = setup.mover().solid_bounds(profile).mins.z;
    BodyBounds {
        half_width: profile.size.half_width,
        feet: profile.size.feet,
        top: profile.size.top,
        knee: (knee > profile.size.feet).then_some(knee),
    }
}
