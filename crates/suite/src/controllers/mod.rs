//! Character controllers on courses: ordinary scenes, played at several tick rates, judged by detectors and timed in turns.

mod built_in;
mod declared;
mod failing;
mod in_motion;
mod orders;
mod riding;
mod smallest;
mod unasked;

pub use built_in::{FOLDER, MOVING_FOLDER};
pub use declared::{Courses, judged};
pub use failing::{Failing, failing, moves_of};
pub use orders::{in_orders, name_in_folder};
pub use smallest::smallest;

use crate::SuiteError;
use clipmark_geometry::{Hull, Vec3};
use clipmark_measure::detect::turns;
use clipmark_measure::{
    Base, BuiltContestant, Contestant, MeasureError, Played, Setting, judge_run, judge_states, library_said,
    this_machine,
};
use clipmark_movement::{MoverLaws, Notes, Setting as Said};
use clipmark_record::Expected;
use clipmark_record::controllers::{
    ControllersResults, Course, CourseRun, Entrant, Order, Outcome, Run, SettingSaid, Unmet, bars,
};
use clipmark_record::held::Held;
use clipmark_scene::{Scene, Tick};
use clipmark_truth::HullReference;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Tick rates, in hertz.
pub const RATES: [f64; 4] = [33.0, 60.0, 125.0, 333.0];
/// Plays under the clock; the middle one counts.
const ROUNDS: usize = 3;
/// The reason given for a library that ends in a panic.
const PANICKED: &str = "panicked";

/// The courses of a folder, or the built-in ones, whose names contain one of the words. Without words, all courses. With the
/// usual folder ([`FOLDER`]) come those of [`MOVING_FOLDER`], if it is there. A course whose map is not there is named in the
/// second list.
///
/// # Errors
/// A folder or a scene that cannot be read, or a word that no name holds.
pub fn courses(folder: Option<&Path>, words: &[String]) -> Result<(Vec<Scene>, Vec<PathBuf>), SuiteError> {
    let mut all = every(folder)?;
    if let Some(word) = words
        .iter()
        .find(|w| !all.iter().any(|s| s.name.contains(w.as_str())))
    {
        return Err(SuiteError::NoCourse {
            folder: folder.unwrap_or(Path::new(FOLDER)).into(),
            word: word.clone(),
            known: all.into_iter().map(|s| s.name).collect::<Vec<_>>().join(", "),
        });
    }
    all.retain(|s| words.is_empty() || words.iter().any(|w| s.name.contains(w.as_str())));
    let (there, missing): (Vec<Scene>, Vec<Scene>) = all.into_iter().partition(|s| s.world().is_ok());
    Ok((there, missing.into_iter().map(|s| s.file).collect()))
}

/// The names of all courses of a folder, or of the built-in ones, in these orders ([`in_orders`]).
///
/// # Errors
/// As for [`courses`].
pub fn names(folder: Option<&Path>, orders: &[Order]) -> Result<Vec<String>, SuiteError> {
    let all = in_orders(every(folder)?, orders);
    Ok(all.into_iter().map(|scene| scene.name).collect())
}

fn every(folder: Option<&Path>) -> Result<Vec<Scene>, SuiteError> {
    let Some(folder) = folder else {
        return Ok(built_in::scenes()?);
    };
    let mut all = of_folder(folder)?;
    let moving = Path::new(MOVING_FOLDER);
    if folder == Path::new(FOLDER) && moving.is_dir() {
        all.extend(of_folder(moving)?);
    }
    Ok(all)
}

fn of_folder(folder: &Path) -> Result<Vec<Scene>, SuiteError> {
    let unreadable = |why: std::io::Error| SuiteError::Courses {
        folder: folder.into(),
        why: why.to_string(),
    };
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        files.push(entry.map_err(unreadable)?.path());
    }
    files.retain(|path| path.extension().is_some_and(|e| e == "ron"));
    files.sort();
    let mut all = files.iter().map(Scene::load).collect::<Result<Vec<_>, _>>()?;
    all.sort_by(|a, b| a.name.cmp(&b.name));
    if all.is_empty() {
        return Err(SuiteError::Courses {
            folder: folder.into(),
            why: "no such file".into(),
        });
    }
    Ok(all)
}

/// Plays courses by all contestants at all rates and judges them; `timed` says whether under the clock too.
///
/// # Errors
/// A course whose movement or world cannot be used. A contestant's inability is a result.
pub fn measure(
    courses: &[Scene],
    contestants: &[Contestant],
    rates: &[f64],
    timed: bool,
    progress: clipmark_measure::Progress,
) -> Result<ControllersResults, SuiteError> {
    let mut cells = Vec::new();
    let all = (courses.len() * rates.len()) as u64;
    for (i, course) in courses.iter().enumerate() {
        let mut by_rate = Vec::new();
        for (r, &hz) in rates.iter().enumerate() {
            progress(&course.name, (i * rates.len() + r) as u64, all);
            by_rate.push(at_rate(&at(course, hz), contestants, timed)?);
        }
        for (c, contestant) in contestants.iter().enumerate() {
            for (&hz, outcomes) in rates.iter().zip(&by_rate) {
                cells.push(CourseRun {
                    course: course.name.clone(),
                    entrant: contestant.to_string(),
                    hz,
                    outcome: outcomes[c].clone(),
                    scene: None,
                    report: None,
                    alone: None,
                });
            }
        }
    }
    Ok(ControllersResults {
        made: clipmark_record::Made::default(),
        version: env!("CARGO_PKG_VERSION").into(),
        machine: this_machine().cpu,
        entrants: contestants.iter().map(entrant).collect(),
        courses: courses.iter().map(described).collect(),
        rates: rates.to_vec(),
        cells,
    })
}

/// A course at another tick rate.
pub fn at(course: &Scene, hz: f64) -> Scene {
    Scene {
        tick: Tick::Hz(hz),
        ..course.clone()
    }
}

fn entrant(contestant: &Contestant) -> Entrant {
    let said = |s: &Said| SettingSaid {
        name: s.name.into(),
        value: match s.name {
            "library" => library_said(s.value),
            _ => s.value.into(),
        },
        reason: s.reason.into(),
    };
    Entrant {
        name: contestant.to_string(),
        backend: contestant.backend.about().into(),
        mover: contestant.mover.about.into(),
        settings: contestant.mover.settings.iter().map(said).collect(),
        library: contestant.mover.laws == MoverLaws::Foreign,
    }
}

fn described(scene: &Scene) -> Course {
    Course {
        name: scene.name.clone(),
        title: scene.title.clone(),
        description: scene.description.clone(),
        moves: scene.moves(),
        order: orders::order_of_course(scene).filter(|_| scene.moves()),
    }
}

fn at_rate(scene: &Scene, contestants: &[Contestant], timed: bool) -> Result<Vec<Outcome>, MeasureError> {
    let mut setting = Setting::shared_by(scene, contestants)?;
    let profile = setting.profile;
    let not_asked = |c: &Contestant| orders::not_asked(scene, &profile, c);
    let asked = |c: &Contestant| not_asked(c).is_none();
    let told: Vec<Contestant> = contestants.iter().copied().filter(asked).collect();
    let moves = scene.moves();
    if moves {
        setting.set_in_motion_telling(scene, &told)?;
    }
    let reference = setting.reference_run();
    // The middle of a body of any shape keeps half its width from all that it may not enter.
    let middle = setting.truth.for_hull(&Hull::Point);
    let parts = if moves {
        riding::middles(&setting)
    } else {
        Vec::new()
    };
    let judged_by = JudgedBy {
        reference: reference.as_ref(),
        middle: &middle,
        parts: &parts,
    };
    let mut entered: Vec<Option<BuiltContestant>> = Vec::new();
    let mut outcomes = Vec::new();
    for &contestant in contestants {
        if let Some(why) = not_asked(&contestant) {
            outcomes.push(why);
            entered.push(None);
            continue;
        }
        let built = match catch_unwind(AssertUnwindSafe(|| setting.enter(contestant))) {
            // This pair of a backend and a mover plays nowhere: no result of a course.
            Ok(Err(why @ MeasureError::NoSizeForWalker { .. })) => return Err(why),
            Ok(built) => built.map_err(|why| Outcome::Refused(why.to_string())),
            Err(_) => Err(Outcome::Stopped(PANICKED.into())),
        };
        let outcome = |built: &BuiltContestant, notes: Option<&Notes>| {
            let played = catch_unwind(AssertUnwindSafe(|| built.play(&setting)));
            match (played, notes.and_then(Notes::refused)) {
                (Ok(_), Some(why)) => Outcome::Refused(why),
                (Ok(Ok(played)), None) => {
                    Outcome::Run(judged_run(scene, &setting, built, &played, &judged_by))
                }
                (Ok(Err(MeasureError::RunLost { source, .. })), None) => {
                    Outcome::Stopped(format!("left where no tick can be played: {source}"))
                }
                // A library's controller is built with the first tick.
                (Ok(Err(why)), None) => Outcome::Refused(why.to_string()),
                (Err(_), _) => Outcome::Stopped(PANICKED.into()),
            }
        };
        match built {
            Err(why) => {
                outcomes.push(why);
                entered.push(None);
            }
            Ok(mut built) => {
                // Timed runs take no notes.
                let timed = built.setup.clone();
                let notes = built.setup.noted().map(|(noted, notes)| {
                    built.setup = noted;
                    notes
                });
                outcomes.push(outcome(&built, notes.as_ref()));
                built.setup = timed;
                entered.push(Some(built));
            }
        }
    }
    if timed {
        time(&setting, &entered, &mut outcomes);
    }
    Ok(outcomes)
}

/// A library's failure is its result: a refusal and a panic alike.
fn caught<T>(ask: impl FnOnce() -> Result<T, MeasureError>) -> Result<T, String> {
    match catch_unwind(AssertUnwindSafe(ask)) {
        Ok(answer) => answer.map_err(|e| e.to_string()),
        Err(_) => Err(PANICKED.into()),
    }
}

/// The terms that a run is judged by.
struct JudgedBy<'a> {
    /// The exact slide move's run; none where there is none.
    reference: Option<&'a Played<f64>>,
    /// For the middle of a body: the rigid world, and each part that moves.
    middle: &'a HullReference,
    parts: &'a [HullReference],
}

fn judged_run(
    scene: &Scene,
    setting: &Setting,
    built: &BuiltContestant,
    played: &Played,
    by: &JudgedBy,
) -> Run {
    let (reference, middle) = (by.reference, by.middle);
    let base = Base {
        name: built.contestant.to_string(),
        is_first: reference.is_none(),
        run: reference.map_or_else(|| played.cast(), Clone::clone),
        reference: reference.map(Played::cast),
    };
    let again = caught(|| built.play(setting)).map(|p| p.hash());
    let (scored, expected) = judge_run(scene, setting, built, played, &base, &[]);
    let slide = base.reference.as_ref().map(distance_along_keys);
    let start = setting.start.origin.z;
    let climbed = |run: &Played| {
        run.states
            .iter()
            .map(|b| f64::from(b.origin.z - start))
            .fold(0.0, f64::max)
    };
    let places: Vec<_> = played.states.iter().map(|b| b.origin).collect();
    let gone = judge_states(middle, 0.0, setting.world.bounds.mins.z, &places[1..]);
    let unasked = unasked::measure(played, &setting.profile);
    let fastest = |run| unasked::fastest(run, &setting.profile);
    let asked = base.reference.as_ref().map_or(0.0, fastest);
    let riding = riding::inspect(played, setting, by.parts);
    let riding = riding.as_ref();
    let carried_at = riding.map_or(0.0, |r| r.carried_at);
    // On movers, motion without a key is lawful: there the slide on the mover is tested.
    let still = |amount: f64| if riding.is_some() { f64::NAN } else { amount };
    Run {
        deepest: scored.movement.deepest,
        stuck: scored.movement.stuck_ticks as f64 * scene.tick.seconds(),
        shake: scored.movement.shake,
        slide_shake: base.reference.as_ref().map_or(f64::NAN, shake),
        way: match slide {
            Some(slide) if slide >= bars::LEAST_WAY => distance_along_keys(played) / slide,
            _ => f64::NAN,
        },
        climbed: climbed(played),
        through: gone.embedded + gone.tunnelled + riding.map_or(0, |r| r.through),
        fell_out: gone.fell_out.is_some(),
        unexplained: still(unasked.unexplained),
        level_way: unasked.level_way,
        fastest: fastest(played),
        asked_speed: asked.max(f64::from(setting.profile.max_speed)) + carried_at,
        risen: base
            .reference
            .as_ref()
            .map_or(f64::NAN, |slide| climbed(played) - climbed(slide)),
        crept: still(unasked.crept),
        slid: riding.map_or(f64::NAN, |r| r.slid),
        dropped: riding.map_or(f64::NAN, |r| r.dropped),
        unmet: expected.into_iter().filter(|e| !e.held).map(unmet).collect(),
        unreliable: scored.movement.unreliable,
        repeats: again == Ok(played.hash()),
        ns_per_tick: f64::NAN,
        bytes: Held::declared(built.backend.facts().bytes),
    }
}

fn unmet(expected: Expected) -> Unmet {
    Unmet {
        asked: expected.what,
        got: expected.got,
        short: expected.short,
        is_goal: expected.is_goal,
        off: expected.off,
        left: expected.left,
    }
}

/// RMS of the motion that turns back, in units, as in the detector of F19 (shake).
fn shake(played: &Played) -> f64 {
    let (settled, turned) = turns(played);
    let sum: f64 = turned.iter().map(|(_, back)| back * back).sum();
    (sum / settled.max(1) as f64).sqrt()
}

/// How far a run went where its keys pointed, in units.
fn distance_along_keys(played: &Played) -> f64 {
    let along = |(k, pair): (usize, &[clipmark_movement::Body])| {
        let step: Vec3 = pair[1].origin - pair[0].origin;
        f64::from(step.dot(&played.wish(k)))
    };
    played.states.windows(2).enumerate().map(along).sum()
}

/// Plays all in turns under the clock and notes the middle time of a tick.
fn time(setting: &Setting, entered: &[Option<BuiltContestant>], outcomes: &mut [Outcome]) {
    let mut times = vec![Vec::with_capacity(ROUNDS); entered.len()];
    for _ in 0..ROUNDS {
        for (built, times) in entered.iter().zip(&mut times) {
            let Some(built) = built else { continue };
            let played = caught(|| {
                let play = built.ready(setting)?;
                let begun = Instant::now();
                Ok((play()?, begun.elapsed()))
            });
            if let Ok((played, took)) = played {
                times.push(took.as_secs_f64() * 1e9 / played.commands.len().max(1) as f64);
            }
        }
    }
    for (outcome, mut times) in outcomes.iter_mut().zip(times) {
        times.sort_by(f64::total_cmp);
        if let (Outcome::Run(run), Some(middle)) = (outcome, times.get(times.len() / 2)) {
            run.ns_per_tick = *middle;
        }
    }
}
