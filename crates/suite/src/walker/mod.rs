//! The two-cylinder walker's checks as numbers: courses made by code and fetched maps, at several tick rates.

mod courses;
mod judge;
mod solids;

pub use courses::{Course, Goal, InputSource, courses};

use crate::runner::{Group, describe_contestant};
use crate::{SuiteError, catch_panic};
use clipmark_collision::CollisionBackend;
use clipmark_geometry::{Contents, Hull, Point, World};
use clipmark_measure::{Contestant, MeasureError, Played, play_by, this_machine};
use clipmark_movement::{Body, PAPER2006, Profile, Setup, TickSpace, UserCmd};
use clipmark_referee::Reference;
use clipmark_rows::{Axes, Axis, Case, End, RULES, Run, Subject, key_of_debug};
use judge::Bench;
use std::sync::Arc;

/// Tick rates, in hertz.
pub const RATES: [f32; 4] = [33.0, 60.0, 77.0, 125.0];
/// Contestants unless others are named: the text, its intent, the repair, and the repair on the other backends.
pub const CONTESTANTS: [&str; 5] = [
    "cylinder:literal",
    "cylinder:intended",
    "cylinder:improved",
    "bsp+pair",
    "bvh+pair",
];
/// Keys are released for this long at first, in seconds, for the body to come to rest.
const SETTLE: f64 = 0.3;

/// A course in a map: wandering for 30 seconds from where its first player starts.
pub fn course_in(world: World) -> Option<Course> {
    let spawn = *world.spawns.first()?;
    let profile = PAPER2006;
    let name = world.name.clone();
    let mut feet = spawn.origin;
    feet.z += profile.size.feet;
    // Maps put starts into floors; the game lifts its players out of them.
    let whole = Reference::build(&world, Contents::PLAYER_MASK).for_hull(&Hull::Box {
        bounds: profile.bounds(false),
    });
    let free = (0..64).map(|i| feet.z + i as f32).find(|z| {
        let at = Point::new(feet.x, feet.y, z - profile.size.feet);
        !whole.overlaps(&at.cast())
    });
    feet.z = free?;
    Some(Course {
        name,
        world: world.without_patches(),
        feet,
        input: InputSource::Wander(3),
        seconds: 30.0,
        speed: None,
        goal: Goal::None,
    })
}

/// A contestant made ready for a course.
///
/// # Errors
/// A backend that cannot be built.
pub fn enter(course: &Course, contestant: &Contestant) -> Result<Entered, SuiteError> {
    let profile = profile_of(course);
    let backend = contestant.build(&course.world, profile.trace_rules)?;
    let setup = contestant.setup(profile, &course.world, &*backend)?;
    Ok(Entered { backend, setup })
}

/// A contestant's backend of a course's world, and its movement there.
pub struct Entered {
    /// The backend.
    pub backend: Box<dyn CollisionBackend>,
    /// The movement.
    pub setup: Setup,
}

impl Entered {
    /// Plays the course.
    ///
    /// # Errors
    /// A command that no player can give.
    pub fn walk(&self, course: &Course, hz: f32) -> Result<Played, SuiteError> {
        walk(course, &self.setup, &*self.backend, hz)
    }
}

/// Plays a course in a world: a backend, or one that listens.
///
/// # Errors
/// A command that no player can give.
pub fn walk<S: TickSpace<Real = f32> + ?Sized>(
    course: &Course,
    setup: &Setup,
    world: &S,
    hz: f32,
) -> Result<Played, SuiteError> {
    let profile = &setup.profile;
    let start = Body::at(Point::new(
        course.feet.x,
        course.feet.y,
        course.feet.z - profile.size.feet,
    ));
    let ticks = ((course.seconds + SETTLE) * f64::from(hz)) as usize;
    let mut tick = 0..ticks;
    let run = play_by(world, setup, start, |body| {
        let now = tick.next()? as f64 / f64::from(hz) - SETTLE;
        let yaw = course.input.yaw(body, now.max(0.0)).filter(|_| now >= 0.0);
        Some(UserCmd {
            msec: 1000.0 / hz,
            forward: if yaw.is_some() { profile.full_key } else { 0.0 },
            yaw: yaw.unwrap_or(0.0),
            ..UserCmd::default()
        })
    });
    run.map_err(|source| SuiteError::Walk {
        course: course.name.clone(),
        source,
    })
}

/// The movement of a course.
pub fn profile_of(course: &Course) -> Profile {
    let mut profile = PAPER2006;
    if let Some(speed) = course.speed {
        (profile.max_speed, profile.full_key) = (speed, speed);
    }
    profile
}

/// What is asked of every walk.
const CHECKLIST: &str = "two-cylinder walker";

/// A course at one rate, for all contestants.
#[derive(Clone, Debug)]
pub struct WalkGroup {
    course: Arc<Course>,
    hz: f32,
    contestants: Vec<Contestant>,
    key: String,
}

/// The run of courses by all contestants at all rates, and its groups. `program` is the hash of the program.
pub fn plan(
    courses: &[Course],
    contestants: &[Contestant],
    rates: &[f32],
    program: &str,
) -> (Run, Vec<WalkGroup>) {
    let names: Vec<String> = contestants.iter().map(Contestant::to_string).collect();
    let mut groups = Vec::new();
    for course in courses {
        // A course holds its world, and so has much to be hashed.
        let course_key = key_of_debug(course);
        let course = Arc::new(course.clone());
        groups.extend(rates.iter().map(|&hz| WalkGroup {
            course: Arc::clone(&course),
            hz,
            contestants: contestants.to_vec(),
            key: key_of_debug(&(program, RULES, &names, &course_key, hz)),
        }));
    }
    let subject = |course: &Course| Subject {
        name: course.name.clone(),
        ..Subject::default()
    };
    let run = Run {
        version: env!("CARGO_PKG_VERSION").into(),
        program: program.into(),
        machine: this_machine().cpu,
        checklists: [(CHECKLIST.to_owned(), judge::CHECKS.to_vec())].into(),
        contestants: contestants.iter().map(describe_contestant).collect(),
        subjects: courses.iter().map(subject).collect(),
        groups: groups.len(),
        ..Run::new("suite walker")
    };
    (run, groups)
}

impl Group for WalkGroup {
    fn key(&self) -> &str {
        &self.key
    }

    fn label(&self) -> String {
        format!("{}, {} Hz", self.course.name, self.hz)
    }

    fn cases(&self) -> Vec<Case> {
        let case = |contestant: &Contestant| Case {
            group: self.key.clone(),
            subject: self.course.name.clone(),
            contestant: contestant.to_string(),
            axes: Axes::default().with(Axis::Hz, self.hz),
            checklist: CHECKLIST.into(),
            ..Case::default()
        };
        self.contestants.iter().map(case).collect()
    }

    fn play(&self) -> Result<Vec<Case>, SuiteError> {
        let bench = Bench::new(&self.course.world, &profile_of(&self.course));
        let each = self.contestants.iter().zip(self.cases());
        each.map(|(contestant, case)| self.play_one(contestant, case, &bench))
            .collect()
    }
}

impl WalkGroup {
    fn play_one(&self, contestant: &Contestant, case: Case, bench: &Bench) -> Result<Case, SuiteError> {
        let course = &*self.course;
        let played = catch_panic(|| {
            let entered = enter(course, contestant)?;
            contestant.check_sizes(&entered.setup, &*entered.backend, &course.name)?;
            let run = entered.walk(course, self.hz)?;
            Ok((entered, run))
        });
        let ended = |end, case| Ok(Case { end, ..case });
        match played {
            // A fault of the judge is no fault of the contestant.
            Ok(Ok((entered, run))) => match catch_panic(|| bench.judge(course, &entered.setup, &run)) {
                Ok(rows) => Ok(Case { rows, ..case }),
                Err(why) => ended(End::NotJudged(why), case),
            },
            // This pair of a backend and a mover walks nowhere: no result of a course.
            Ok(Err(why @ SuiteError::Measure(MeasureError::NoSizeForWalker { .. }))) => Err(why),
            Ok(Err(SuiteError::Walk { source, .. })) => {
                Ok(case.stopped(format!("left where no tick can be played: {source}")))
            }
            Ok(Err(why)) => ended(End::Refused(why.to_string()), case),
            Err(_) => Ok(case.stopped("panicked")),
        }
    }
}

/// Whether a contestant is a variant that the paper describes, which is measured and held to nothing.
pub fn is_of_the_paper(contestant: &str) -> bool {
    [":literal", ":intended"]
        .iter()
        .any(|variant| contestant.ends_with(variant))
}
