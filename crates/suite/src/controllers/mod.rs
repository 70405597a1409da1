//! Character controllers on courses: ordinary scenes, played at several tick rates, judged by detectors and timed in turns.

mod built_in;
pub(crate) mod checks;
mod declared;
mod failing;
mod orders;
mod riding;
mod smallest;
mod unasked;

pub use built_in::{FOLDER, MOVING_FOLDER};
pub use declared::{Courses, with_usual_rates};
pub use failing::{Failing, failing, moves_of};
pub use orders::{NOT_TOLD, OTHER_ORDER, in_orders};
pub use smallest::smallest;

use crate::played::play_case;
use crate::runner::{Group, describe_contestant, play_group};
use crate::{SuiteError, catch_panic};
use checks::Measures;
use clipmark_geometry::{Hull, Vec3};
use clipmark_measure::detect::turns;
use clipmark_measure::{
    Base, BuiltContestant, Contestant, Expected, MeasureError, Played, Setting, judge_run, judge_states,
    library_said, this_machine,
};
use clipmark_movement::{FrameOrder, MoverLaws, Setting as MoverSetting};
use clipmark_referee::HullReference;
use clipmark_rows::limits::bars;
use clipmark_rows::{
    Axes, Axis, Case, Check, End, RULES, Results, Row, Run, Subject, key_of_debug, key_of_words,
};
use clipmark_scene::{Disk, Files, Scene, Tick};
use std::cell::RefCell;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Tick rates, in hertz.
pub const RATES: [f64; 4] = [33.0, 60.0, 125.0, 333.0];
/// Plays under the clock; the middle one counts.
const ROUNDS: usize = 3;

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
        return Err(SuiteError::Unusable(format!(
            "no course of {} has `{word}` in its name; `compare list courses` has all",
            folder.unwrap_or(Path::new(FOLDER)).display()
        )));
    }
    all.retain(|s| words.is_empty() || words.iter().any(|w| s.name.contains(w.as_str())));
    let (there, missing): (Vec<Scene>, Vec<Scene>) = all.into_iter().partition(|s| s.world().is_ok());
    Ok((there, missing.into_iter().map(|s| s.file).collect()))
}

/// The names of all courses of a folder, or of the built-in ones, in these orders ([`in_orders`]).
///
/// # Errors
/// As for [`courses`].
pub fn names(folder: Option<&Path>, orders: &[FrameOrder]) -> Result<Vec<String>, SuiteError> {
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
    let unusable = |why: &str| {
        let folder = folder.display();
        SuiteError::Unusable(format!(
            "{folder} holds no course (.ron): {why}; name their folder with --courses"
        ))
    };
    let unreadable = |why: io::Error| unusable(&why.to_string());
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        files.push(entry.map_err(unreadable)?.path());
    }
    files.retain(|path| path.extension().is_some_and(|e| e == "ron"));
    files.sort();
    let mut all = files.iter().map(Scene::load).collect::<Result<Vec<_>, _>>()?;
    all.sort_by(|a, b| a.name.cmp(&b.name));
    if all.is_empty() {
        return Err(unusable("no such file"));
    }
    Ok(all)
}

/// What is asked of a course that stands; of one that moves the order of its frame follows.
const STANDING: &str = "standing ground";
const MOVING: &str = "moving ground";

/// A course at one rate, for all contestants.
#[derive(Clone, Debug)]
pub struct CourseGroup {
    scene: Scene,
    hz: f64,
    contestants: Vec<Contestant>,
    key: String,
}

/// The run of courses by all contestants at all rates, and its groups. `program` is the hash of the program.
pub fn plan(
    courses: &[Scene],
    contestants: &[Contestant],
    rates: &[f64],
    program: &str,
) -> (Run, Vec<CourseGroup>) {
    let names: Vec<String> = contestants.iter().map(Contestant::to_string).collect();
    let groups = courses.iter().flat_map(|course| {
        let files = hash_files(course);
        let names = &names;
        rates.iter().map(move |&hz| {
            let scene = at(course, hz);
            let key = key_of_debug(&(program, RULES, names, &scene, &files));
            CourseGroup {
                scene,
                hz,
                contestants: contestants.to_vec(),
                key,
            }
        })
    });
    let groups: Vec<CourseGroup> = groups.collect();
    let lists = courses.iter().map(|course| {
        let checks: &[Check] = match course.moves() {
            true => &checks::MOVING,
            false => &checks::STANDING,
        };
        (checklist(course), checks.to_vec())
    });
    let run = Run {
        version: env!("CARGO_PKG_VERSION").into(),
        program: program.into(),
        machine: this_machine().cpu,
        options: [("rates".into(), join_rates(rates))].into(),
        checklists: lists.collect(),
        contestants: contestants.iter().map(describe_controller).collect(),
        subjects: courses.iter().map(describe_course).collect(),
        groups: groups.len(),
        ..Run::new("suite controllers")
    };
    (run, groups)
}

/// Plays courses by all contestants at all rates, one after the other and without a clock, for judges and tests.
///
/// # Errors
/// A course whose movement or world cannot be used. A contestant's inability is a result.
pub fn measure(
    courses: &[Scene],
    contestants: &[Contestant],
    rates: &[f64],
    progress: clipmark_measure::Progress,
) -> Result<Results, SuiteError> {
    let (run, groups) = plan(courses, contestants, rates, "");
    let mut cases = Vec::new();
    for (i, group) in groups.iter().enumerate() {
        progress(&group.label(), i as u64, groups.len() as u64);
        cases.extend(play_group(group)?);
    }
    let mut results = Results {
        run,
        cases,
        is_whole: true,
    };
    results.sort();
    Ok(results)
}

/// A course at another tick rate.
pub fn at(course: &Scene, hz: f64) -> Scene {
    Scene {
        tick: Tick::Hz(hz),
        ..course.clone()
    }
}

/// A hash of the files that a course's world is made of: they may change under the same scene. A world that cannot be made is
/// refused when it is played.
fn hash_files(course: &Scene) -> String {
    struct Hashed(RefCell<Vec<String>>);
    impl Files for Hashed {
        fn read(&self, path: &Path, member: Option<&str>, limit: u64) -> io::Result<Vec<u8>> {
            let bytes = Disk.read(path, member, limit)?;
            self.0.borrow_mut().push(key_of_words(&bytes));
            Ok(bytes)
        }
    }
    let hashed = Hashed(RefCell::default());
    let _ = course.world_from(&hashed);
    key_of_debug(&hashed.0)
}

fn join_rates(rates: &[f64]) -> String {
    let rates: Vec<String> = rates.iter().map(f64::to_string).collect();
    rates.join(", ")
}

/// The list of checks that a course is asked; courses of one list are counted together.
fn checklist(course: &Scene) -> String {
    match (course.moves(), orders::order_of_course(course)) {
        (false, _) => STANDING.into(),
        (true, None) => MOVING.into(),
        (true, Some(order)) => format!("{MOVING}, {}", orders::label(order)),
    }
}

fn describe_controller(contestant: &Contestant) -> clipmark_rows::Contestant {
    let setting = |s: &MoverSetting| clipmark_rows::Setting {
        name: s.name.into(),
        value: match s.name {
            "library" => library_said(s.value),
            _ => s.value.into(),
        },
        reason: s.reason.into(),
    };
    clipmark_rows::Contestant {
        settings: contestant.mover.settings.iter().map(setting).collect(),
        is_library: contestant.mover.laws == MoverLaws::Foreign,
        ..describe_contestant(contestant)
    }
}

fn describe_course(scene: &Scene) -> Subject {
    Subject {
        name: scene.name.clone(),
        title: scene.title.clone(),
        description: scene.description.clone(),
    }
}

impl Group for CourseGroup {
    fn key(&self) -> &str {
        &self.key
    }

    fn label(&self) -> String {
        format!("{}, {} Hz", self.scene.name, self.hz)
    }

    fn cases(&self) -> Vec<Case> {
        let case = |contestant: &Contestant| Case {
            group: self.key.clone(),
            subject: self.scene.name.clone(),
            contestant: contestant.to_string(),
            axes: Axes::default().with(Axis::Hz, self.hz),
            checklist: checklist(&self.scene),
            ..Case::default()
        };
        self.contestants.iter().map(case).collect()
    }

    fn play(&self) -> Result<Vec<Case>, SuiteError> {
        let setting = self.setting()?;
        let reference = setting.reference_run();
        // The middle of a body of any shape keeps half its width from all that it may not enter.
        let middle = setting.truth.for_hull(&Hull::Point);
        let parts = match self.scene.moves() {
            true => riding::middles(&setting),
            false => Vec::new(),
        };
        let judged_by = JudgedBy {
            reference: reference.as_ref(),
            middle: &middle,
            parts: &parts,
        };
        let each = self.contestants.iter().zip(self.cases());
        let played = each.map(|(contestant, case)| self.play_one(*contestant, case, &setting, &judged_by));
        Ok(played.collect::<Result<_, _>>()?)
    }

    fn time(&self, cases: &mut [Case]) -> Result<(), SuiteError> {
        for case in cases.iter_mut() {
            case.samples.remove(&Check::NsTick);
        }
        let setting = self.setting()?;
        let enter = |contestant: &Contestant, case: &Case| {
            let is_played = case.end == End::Played;
            let built = is_played.then(|| catch_panic(|| setting.enter(*contestant)));
            built?.ok()?.ok()
        };
        let built: Vec<Option<BuiltContestant>> = self
            .contestants
            .iter()
            .zip(cases.iter())
            .map(|(contestant, case)| enter(contestant, case))
            .collect();
        for _ in 0..ROUNDS {
            for (built, case) in built.iter().zip(cases.iter_mut()) {
                let Some(built) = built else { continue };
                let timed = || -> Result<f64, MeasureError> {
                    let play = built.ready(&setting)?;
                    let begun = Instant::now();
                    let ticks = play()?.commands.len().max(1) as f64;
                    Ok(begun.elapsed().as_secs_f64() * 1e9 / ticks)
                };
                // A round that fails has no time; a place of it keeps the rounds of others beside its own.
                let time = catch_panic(timed).map_or(f64::NAN, |time| time.unwrap_or(f64::NAN));
                case.samples.entry(Check::NsTick).or_default().push(time);
            }
        }
        for case in cases.iter_mut() {
            case.samples
                .retain(|_, times| times.iter().all(|time| time.is_finite()));
        }
        Ok(())
    }
}

impl CourseGroup {
    /// The course made ready for those who are asked.
    fn setting(&self) -> Result<Setting, MeasureError> {
        let (scene, contestants) = (&self.scene, &self.contestants);
        let mut setting = Setting::shared_by(scene, contestants)?;
        if scene.moves() {
            let profile = setting.profile;
            let asked = |c: &&Contestant| orders::not_asked(scene, &profile, c).is_none();
            let asked: Vec<Contestant> = contestants.iter().filter(asked).copied().collect();
            setting.set_in_motion_telling(scene, &asked)?;
        }
        Ok(setting)
    }

    fn play_one(
        &self,
        contestant: Contestant,
        case: Case,
        setting: &Setting,
        by: &JudgedBy,
    ) -> Result<Case, MeasureError> {
        if let Some(why) = orders::not_asked(&self.scene, &setting.profile, &contestant) {
            let end = End::NotAsked(why.into());
            return Ok(Case { end, ..case });
        }
        play_case(case, setting, contestant, |built, played, repeats| {
            let judged = judge(&self.scene, setting, built, (played, repeats), by);
            (End::Played, judged.rows)
        })
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

/// A run, judged.
struct Judged {
    rows: Vec<Row>,
    /// What the course asked and did not get.
    unmet: Vec<Expected>,
}

/// `repeats`: whether the run, played once more, was the same.
fn judge(
    scene: &Scene,
    setting: &Setting,
    built: &BuiltContestant,
    (played, repeats): (&Played, bool),
    by: &JudgedBy,
) -> Judged {
    let (reference, middle) = (by.reference, by.middle);
    let base = Base::against(reference, played, &built.contestant.to_string());
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
    let unmet: Vec<Expected> = expected.into_iter().filter(|e| !e.held).collect();
    let measures = Measures {
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
        unreliable: scored.movement.unreliable,
        repeats,
    };
    Judged {
        rows: measures.rows(&unmet),
        unmet,
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
