//! The two-cylinder walker's promises as numbers: courses made by code and fetched maps, at several tick rates.

mod courses;
mod judge;
mod solids;

pub use courses::{Course, Goal, InputSource, courses};

use crate::SuiteError;
use clipmark_collision::CollisionBackend;
use clipmark_geometry::{Contents, Hull, Point, World};
use clipmark_measure::{Contestant, Played, play_by};
use clipmark_movement::{Body, PAPER2006, Profile, Setup, TickSpace, UserCmd};
use clipmark_record::walker::{CourseWalk, WalkerResults};
use clipmark_truth::Reference;
use judge::Bench;

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
/// The paper's own movement: keys are the velocity.
pub const PROFILE: &str = PAPER2006.name;
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

/// The numbers below `count` in a mixed order. Courses of one kind cost alike, and those played tell the time left.
fn mixed(count: usize) -> Vec<usize> {
    const GOLDEN: f64 = 0.618_033_988_749_895;
    let mut all: Vec<usize> = (0..count).collect();
    all.sort_by(|a, b| {
        let share = |i: &usize| (*i as f64 * GOLDEN).fract();
        share(a).total_cmp(&share(b))
    });
    all
}

/// Plays courses by all contestants at all rates and judges them.
///
/// # Errors
/// A backend that cannot be built.
pub fn measure(
    courses: &[Course],
    contestants: &[Contestant],
    rates: &[f32],
    progress: clipmark_measure::Progress,
) -> Result<WalkerResults, SuiteError> {
    let mut rows = Vec::new();
    for (done, i) in mixed(courses.len()).into_iter().enumerate() {
        progress("courses", done as u64, courses.len() as u64);
        let course = &courses[i];
        let bench = Bench::new(&course.world, &profile_of(course));
        for contestant in contestants {
            let entered = enter(course, contestant)?;
            contestant.check_sizes(&entered.setup, &*entered.backend, &course.name)?;
            for &hz in rates {
                let run = entered.walk(course, hz)?;
                let row = CourseWalk {
                    course: course.name.clone(),
                    contestant: contestant.to_string(),
                    hz,
                    outcome: bench.judge(course, &entered.setup, &run),
                };
                rows.push((i, row));
            }
        }
    }
    rows.sort_by_key(|(course, _)| *course);
    Ok(WalkerResults {
        made: clipmark_record::Made::default(),
        version: env!("CARGO_PKG_VERSION").into(),
        profile: PROFILE.into(),
        rows: rows.into_iter().map(|(_, row)| row).collect(),
    })
}
