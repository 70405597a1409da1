//! The whole comparison of one scene, stage by stage.

pub(crate) mod alone;
pub(crate) mod cases;
pub(crate) mod expect;
pub(crate) mod shown;

use crate::clock::laps::{self, tick_lap, trace_lap};
use crate::clock::sweep_times::sweep_times;
use crate::clock::turns::{Pass, SHORTEST_NS, Terms, WARM_UP, interleave, sets_of};
use crate::clock::work_times::work_times;
use crate::judge::score::{self, Scored, Timed};
use crate::judge::{again, tutorial};
use crate::options::Options;
use crate::panics::{catch_panic, without_who_panics};
use crate::run::base::Base;
use crate::run::contestant::{BackendKind, Contestant};
use crate::run::floor;
use crate::run::moving::{CourseMover, Moving, MovingWorld, mover_name, moving_lap};
use crate::run::play::Played;
use crate::run::setting::{BuiltContestant, Setting};
use crate::run::sweeps::Line;
use crate::{MeasureError, Progress, machine::this_machine};
use cases::SWEEPS;
use clipmark_collision::Sweep;
use clipmark_geometry::{Contents, Triangle, World};
use clipmark_movement::UserCmd;
use clipmark_rows::drawn::{Comparison, Face, FaceKind, MoverFaces, SceneFacts, TriggerFacts};
use clipmark_rows::results::SCENE;
use clipmark_rows::{
    Axes, Axis, Case, Check, Contestant as Listed, End, Results, Run, Subject, WALKED, key_of_debug,
};
use clipmark_scene::Scene;
use expect::{Expected, expectations};

/// Rounds under the clock, and in a quick run.
const ROUNDS: [usize; 2] = [31, 9];
/// This many of the random sweeps are timed a round: a few milliseconds, so that turns are short.
const TIMED_SWEEPS: usize = 2000;
/// A round asks at least this many: fewer take no longer than some readings of the clock.
const FEWEST_SWEEPS: usize = 500;
/// This many ticks of the run are timed a round.
const TIMED_TICKS: usize = 2500;
/// A quick run referees this share of the sweeps.
const QUICK_SHARE: usize = 4;

/// Compares the contestants of a scene. One that panics as it is built or plays has stopped. A panic later is no verdict on it.
/// The others are compared.
///
/// # Errors
/// A scene, map, contestant, profile or recording that cannot be used; contestants who all panic.
pub fn compare(scene: &Scene, options: &Options, progress: Progress) -> Result<Comparison, MeasureError> {
    compare_altered(scene, options, progress, &|built| built)
}

/// The same with every contestant altered after its build: with a planted fault, to see that the comparison finds it.
///
/// # Errors
/// As [`compare`].
pub fn compare_altered(
    scene: &Scene,
    options: &Options,
    progress: Progress,
    alter: &dyn Fn(BuiltContestant) -> BuiltContestant,
) -> Result<Comparison, MeasureError> {
    let contestants = contestants(scene, options)?;
    let mut setting = Setting::shared_by(scene, &contestants)?;
    setting.set_in_motion(scene, &contestants)?;
    let setting = setting;
    // Who panicked, and what comes of its case.
    let mut out: Vec<(Contestant, End)> = Vec::new();
    let mut entrants = Vec::new();
    for (i, &contestant) in contestants.iter().enumerate() {
        progress("building", i as u64, contestants.len() as u64);
        let enter = || -> Result<BuiltContestant, MeasureError> {
            let mut entrant = alter(setting.enter(contestant)?);
            entrant.answer_first(&setting.world);
            Ok(entrant)
        };
        match catch_panic(enter) {
            Ok(entrant) => entrants.push(entrant?),
            Err(why) => out.push((contestant, stopped(&why))),
        }
    }
    let mut runs: Vec<(BuiltContestant, Played)> = Vec::new();
    let count = entrants.len();
    for (i, entrant) in entrants.into_iter().enumerate() {
        progress("playing", i as u64, count as u64);
        match catch_panic(|| entrant.play(&setting)) {
            Ok(played) => runs.push((entrant, played?)),
            Err(why) => out.push((entrant.contestant, stopped(&why))),
        }
    }
    let Some((first, played)) = runs.first() else {
        return Err(all_panicked(&out));
    };
    progress("playing the reference run", 0, 1);
    let base = Base::choose(&setting, played, &first.contestant.to_string());
    let seed = options.seed.unwrap_or(scene.seed);
    let count = scene.sweeps as usize / if options.quick { QUICK_SHARE } else { 1 };
    let lines = setting.draw_sweeps(count, seed);
    let mut all = Vec::new();
    for (entrant, played) in runs {
        let judge = || {
            let mut scored = score::score(&setting, &entrant, &played, &base, &lines, options, progress);
            progress(&format!("asking {} again", scored.name), 0, 1);
            scored.ask_again(&entrant, again::LEAST);
            let run = expect::Run {
                setting: &setting,
                entrant: &entrant,
                played: &played,
                scored: &scored,
                is_reference: false,
            };
            let expected = expectations(scene, &run);
            (scored, expected)
        };
        match catch_panic(judge) {
            Ok((scored, expected)) => all.push(Judged {
                entrant,
                played,
                scored,
                expected,
            }),
            // It may be the judge's fault.
            Err(why) => out.push((entrant.contestant, End::NotJudged(why))),
        }
    }
    let judged: Vec<&Judged> = all.iter().collect();
    let clocked = without_who_panics(&judged, |judged| -> Result<_, MeasureError> {
        let job = Job {
            setting: &setting,
            judged,
            lines: &lines,
            seed,
        };
        Ok(clock(&job, options, progress))
    });
    let (times, panicked) = clocked?;
    for (judged, why) in panicked {
        out.push((judged.entrant.contestant, End::NotJudged(why)));
    }
    all.retain(|judged| out.iter().all(|(who, _)| *who != judged.entrant.contestant));
    let (Some(times), Some(first)) = (times, all.first()) else {
        return Err(all_panicked(&out));
    };
    let tutorial = contestants
        .iter()
        .any(|c| c.backend == BackendKind::TUTORIAL)
        .then(|| {
            progress("pricing the tutorial's errors", 0, 1);
            tutorial::costs(&setting, &lines)
        })
        .transpose()?;
    let facts = facts(scene, &setting, &first.played, base);
    let mut results = Results {
        run: run(scene, &setting, &first.played, &facts, lines.len(), seed),
        cases: Vec::new(),
        is_whole: true,
    };
    let walked = catch_panic(|| walked(&setting, &all)).unwrap_or_default();
    let movers = mover_faces(scene, &setting, &first.played);
    let triggers = triggers(&first.played);
    let mut entries = Vec::new();
    for (i, (judged, timed)) in all.into_iter().zip(times).enumerate() {
        let scored = judged.scored;
        let (mut case, checklist) = cases::case(&scored, &timed, &judged.expected, &facts.measured_from);
        case.facts
            .extend(walked.get(i).map(|fact| (WALKED.into(), fact.clone())));
        add_case(&mut results, scene, &facts, scored.name.clone(), checklist, case);
        entries.push(scored.drawn(timed));
    }
    for (contestant, end) in out {
        let name = contestant.to_string();
        let case = Case {
            contestant: name.clone(),
            checklist: name.clone(),
            ..Case::default()
        };
        let case = match end {
            End::Stopped(why) => case.stopped(why),
            end => Case { end, ..case },
        };
        add_case(&mut results, scene, &facts, name, vec![Check::Stopped], case);
    }
    let group = key_of_debug(&(&results.run.options, &results.run.contestants));
    for case in &mut results.cases {
        case.group.clone_from(&group);
    }
    Ok(Comparison {
        results,
        outline: outline(
            setting.whole.as_ref().unwrap_or(&setting.world),
            setting.triangles,
        ),
        movers,
        triggers,
        tutorial,
        scene: facts,
        contestants: entries,
    })
}

/// The end of who panicked by itself.
fn stopped(why: &str) -> End {
    End::Stopped(format!("it panicked: {why}"))
}

fn all_panicked(out: &[(Contestant, End)]) -> MeasureError {
    let why = |end: &End| match end {
        End::Stopped(why) | End::NotJudged(why) => why.clone(),
        _ => String::new(),
    };
    let all = out.iter().map(|(who, end)| format!("{who}: {}", why(end)));
    let all = all.collect::<Vec<_>>().join("; ");
    MeasureError::Refused(format!("there was a panic with each contestant: {all}"))
}

fn add_case(
    results: &mut Results,
    scene: &Scene,
    facts: &SceneFacts,
    name: String,
    checklist: Vec<Check>,
    case: Case,
) {
    results.run.contestants.push(Listed {
        name: name.clone(),
        ..Listed::default()
    });
    results.run.checklists.insert(name, checklist);
    results.cases.push(Case {
        subject: scene.name.clone(),
        axes: axes(&results.run, facts),
        ..case
    });
}

/// Where the player visits the spawns of a map: how much of it each run walked.
fn walked(setting: &Setting, all: &[Judged]) -> Vec<String> {
    let moving = setting.moving.as_ref();
    let (Some(respawns), Some(first)) = (moving.and_then(|moving| moving.respawns.as_ref()), all.first())
    else {
        return Vec::new();
    };
    let floor = floor::reachable(&first.entrant, &setting.profile, respawns);
    let finder = first.entrant.contestant;
    let of_run = |judged: &Judged| floor::walked(&floor, finder, &setting.profile, respawns, &judged.played);
    all.iter().map(of_run).collect()
}

fn contestants(scene: &Scene, options: &Options) -> Result<Vec<Contestant>, MeasureError> {
    match &options.contestants {
        Some(named) => contestants_named(named),
        None => scene_contestants(scene),
    }
}

/// The contestants that a scene names.
///
/// # Errors
/// No name at all, a name given twice, or an unknown name; with its place in the scene.
pub fn scene_contestants(scene: &Scene) -> Result<Vec<Contestant>, MeasureError> {
    for (i, name) in scene.contestants.iter().enumerate() {
        let known: Result<Contestant, _> = name.parse();
        known.map_err(|why| {
            let place = scene.place(format!("contestants[{i}]"));
            MeasureError::in_scene(scene.named_world(), place, why)
        })?;
    }
    contestants_named(&scene.contestants)
}

/// Contestants by their names.
///
/// # Errors
/// No name at all, a name given twice, or an unknown name.
pub fn contestants_named(names: &[String]) -> Result<Vec<Contestant>, MeasureError> {
    if names.is_empty() {
        return Err(MeasureError::Refused(
            "no contestants are named; give at least one, such as `bsp`".into(),
        ));
    }
    for (i, name) in names.iter().enumerate() {
        if names[..i].contains(name) {
            let why = format!("contestant `{name}` is named twice; name each once");
            return Err(MeasureError::Refused(why));
        }
    }
    names.iter().map(|name| name.parse()).collect()
}

fn facts(scene: &Scene, setting: &Setting, played: &Played, base: Base) -> SceneFacts {
    SceneFacts {
        run_speed: f64::from(setting.profile.max_speed),
        tick_msec: played
            .commands
            .first()
            .map_or_else(|| scene.tick.msec(), |c| f64::from(c.msec)),
        seconds: played.clock().last().copied().unwrap_or_default(),
        measured_from: base.name,
        measured_from_first: base.is_first,
        with_patches: setting.patches > 0 && setting.with_patches,
        with_triangles: setting.triangles > 0 && !setting.world.triangles.is_empty(),
    }
}

/// What was asked.
fn run(
    scene: &Scene,
    setting: &Setting,
    played: &Played,
    facts: &SceneFacts,
    sweeps: usize,
    seed: u64,
) -> Run {
    // What not all contestants collide with is removed for all.
    let removed = |count: usize, is_kept: bool| match (count, is_kept) {
        (0, _) | (_, true) => count.to_string(),
        (_, false) => format!("{count}, removed for all"),
    };
    let left_out = match &setting.moving {
        Some(moving) if !setting.world.models.is_empty() => moving.left_out.len(),
        _ => setting.world.submodels,
    };
    let asked = [
        ("world", setting.world.name.clone()),
        ("brushes", setting.world.brushes.len().to_string()),
        ("curved_patches", removed(setting.patches, facts.with_patches)),
        ("triangles", removed(setting.triangles, facts.with_triangles)),
        (
            "moving_parts",
            setting.in_motion().map_or(0, Moving::count).to_string(),
        ),
        ("moving_parts_left_out", left_out.to_string()),
        ("profile", scene.profile.to_string()),
        ("tick_msec", facts.tick_msec.to_string()),
        ("ticks", played.commands.len().to_string()),
        ("seconds", format!("{:.3}", facts.seconds)),
        ("seed", seed.to_string()),
        (SWEEPS, sweeps.to_string()),
        ("measured_from", facts.measured_from.clone()),
    ];
    let machine = this_machine();
    Run {
        version: machine.version.clone(),
        machine: machine.to_string(),
        options: asked.map(|(name, value)| (name.to_owned(), value)).into(),
        subjects: vec![Subject {
            name: scene.name.clone(),
            title: scene.title.clone(),
            description: scene.description.clone(),
        }],
        groups: 1,
        ..Run::new(SCENE)
    }
}

fn axes(run: &Run, facts: &SceneFacts) -> Axes {
    let axes = Axes::default().with(Axis::Profile, &run.options["profile"]);
    match facts.tick_msec > 0.0 {
        // To three decimals, since a tick of 7 ms has no short rate.
        true => axes.with(Axis::Hz, (1e6 / facts.tick_msec).round() / 1e3),
        false => axes,
    }
}

/// A contestant that was played and judged.
struct Judged {
    entrant: BuiltContestant,
    played: Played,
    scored: Scored,
    expected: Vec<Expected>,
}

/// The timed questions: sweeps drawn for it, the judged runs, and, one by one, judged sweeps.
struct Job<'a> {
    setting: &'a Setting,
    judged: &'a [&'a Judged],
    lines: &'a [Line],
    seed: u64,
}

/// The commands before movers and teleporters turned the view.
fn keys(played: &Played) -> &[UserCmd] {
    played
        .course
        .as_ref()
        .map_or(&played.commands, |course| &course.keys)
}

fn clock(job: &Job, options: &Options, progress: Progress) -> Vec<Timed> {
    let rounds = ROUNDS[usize::from(options.quick)];
    let terms = Terms {
        rounds,
        shortest_ns: SHORTEST_NS,
    };
    let timed = &job.lines[..job.lines.len().min(TIMED_SWEEPS)];
    let entrants: Vec<&BuiltContestant> = job.judged.iter().map(|judged| &judged.entrant).collect();
    let runs = job.judged.iter().map(|judged| &judged.played);
    // First the judged ones, then some drawn for the clock alone, a set for each round.
    let mut fresh: Vec<Vec<Line>> = vec![timed.to_vec()];
    if !timed.is_empty() {
        let each = timed.len().max(FEWEST_SWEEPS);
        let drawn = job.setting.draw_sweeps(each * (sets_of(rounds) - 1), !job.seed);
        fresh.extend(drawn.chunks(each).map(<[Line]>::to_vec));
    }
    let sets: Vec<Vec<Vec<Sweep>>> = entrants
        .iter()
        .map(|e| fresh.iter().map(|lines| e.sweeps(lines)).collect())
        .collect();
    let sweeps: Vec<Vec<Sweep>> = entrants.iter().map(|e| e.sweeps(timed)).collect();
    let prints: Vec<Vec<u64>> = job
        .judged
        .iter()
        .map(|j| j.scored.refereed.fingerprints())
        .collect();
    let judged: Vec<&[u64]> = prints.iter().map(|prints| &prints[..timed.len()]).collect();
    let mut done = 0;
    let mut step = |stage: &str| {
        done += 1;
        progress(stage, done, 2 * (rounds + WARM_UP) as u64);
    };
    let mut laps: Vec<Pass> = entrants
        .iter()
        .zip(sets.iter().zip(&judged))
        .map(|(e, (sets, judged))| {
            let asked = sets.iter().map(Vec::as_slice).collect();
            trace_lap(&*e.backend, asked, move |set| match set {
                0 => judged.to_vec(),
                _ => laps::counted(&*e.backend, &sets[set]),
            })
        })
        .collect();
    let traces = interleave(&mut laps, terms, || step("timing traces"));
    let against_work = work_times(&entrants, &sweeps, &judged);
    let alone = sweep_times(&entrants, &sweeps, &judged);
    let ticks = |played: &Played| played.commands.len().min(TIMED_TICKS);
    let commands: Vec<Vec<Vec<UserCmd>>> = runs
        .clone()
        .map(|played| laps::turned(&keys(played)[..ticks(played)], sets_of(rounds), job.seed))
        .collect();
    let mut laps: Vec<Pass> = entrants
        .iter()
        .zip(runs.zip(&commands))
        .map(|(e, (played, commands))| {
            let after = &played.states[1..=ticks(played)];
            let moving = job.setting.in_motion();
            // The world was made before. A world that cannot be made again is timed as a rigid one, and shows in the
            // hash.
            if let Some(world) = moving.and_then(|m| MovingWorld::of(job.setting, m, e).ok()) {
                return moving_lap(world, commands, after);
            }
            tick_lap(&*e.backend, &e.setup, job.setting.start, commands, after)
        })
        .collect();
    let ticks = interleave(&mut laps, terms, || step("timing ticks"));
    let each = traces.into_iter().zip(ticks).zip(against_work).zip(alone);
    each.map(|(((traces, ticks), against_work), sweeps)| Timed {
        traces,
        ticks,
        against_work,
        sweeps,
    })
    .collect()
}

/// The faces of a world; triangles from the `own`th on are pieces of patches.
pub fn outline(world: &World, own: usize) -> Vec<Face> {
    let kind = |contents: Contents| match contents.contains(Contents::SOLID) {
        true => FaceKind::Solid,
        false => FaceKind::Clip,
    };
    let solid = world.brushes_in(Contents::PLAYER_MASK);
    let faces = solid.flat_map(|(_, brush)| {
        let kind = kind(brush.contents);
        brush.faces().into_iter().map(move |f| (kind, f))
    });
    let faces = faces.map(|(kind, f)| Face {
        kind,
        corners: f.winding.to_f32().iter().map(|p| [p.x, p.y, p.z]).collect(),
    });
    let loose = world.triangles_in(Contents::PLAYER_MASK).map(|(i, t)| Face {
        kind: if i < own {
            FaceKind::Triangle
        } else {
            FaceKind::Patch
        },
        corners: corners(t),
    });
    let patches = world
        .patches
        .iter()
        .filter(|p| p.contents.intersects(Contents::PLAYER_MASK));
    let patches = patches.flat_map(|p| p.triangles().triangles).map(|t| Face {
        kind: FaceKind::Patch,
        corners: corners(&t),
    });
    faces.chain(loose).chain(patches).collect()
}

/// The faces of the movers in a run.
fn mover_faces(scene: &Scene, setting: &Setting, played: &Played) -> Vec<MoverFaces> {
    let Some(course) = &played.course else {
        return Vec::new();
    };
    let of = |mover: &CourseMover| {
        let model = setting.world.models.get(mover.model);
        let faces = model.map(|m| outline(&m.world(&[]), m.triangles.len()));
        MoverFaces {
            name: mover_name(scene, &setting.world, mover.model),
            faces: faces.unwrap_or_default(),
        }
    };
    course.movers.iter().map(of).collect()
}

/// The triggers in a run.
fn triggers(played: &Played) -> Vec<TriggerFacts> {
    let course = played.course.iter();
    let all = course.flat_map(|course| &course.triggers);
    all.map(|trigger| TriggerFacts {
        class: trigger.class.into(),
        mins: trigger.bounds.mins.into(),
        maxs: trigger.bounds.maxs.into(),
    })
    .collect()
}

fn corners(triangle: &Triangle) -> Vec<[f32; 3]> {
    triangle.corners.iter().map(|p| [p.x, p.y, p.z]).collect()
}
