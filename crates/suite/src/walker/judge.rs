//! The paper's promises as checks of a walk, from its states and the exact reference alone.

use super::courses::{Course, Goal};
use clipmark_geometry::{Aabb, Contents, Point, Vec3, World};
use clipmark_measure::Played;
use clipmark_measure::detect::{stuck_where, turns};
use clipmark_movement::{Body, MoverLaws, Profile, Setup, WalkerMode};
use clipmark_referee::{HullReference, Reference};
use clipmark_rows::{Check, Outcome, Row, Severity, limits};

/// The checks of a walk.
pub(super) const CHECKS: [Check; 6] = [
    Check::WalkerGoal,
    Check::WalkerStandsStill,
    Check::WalkerClimbs,
    Check::WalkerDeep,
    Check::WalkerShake,
    Check::WalkerAlternates,
];
/// Shake: the gap that the walker keeps, in units.
const SHAKE: f64 = 1.0 / 32.0;
/// Share of settled ticks that turn back.
const ALTERNATION: f64 = 0.05;
/// Depth of the upper hull, in units: f32 rounding at the coordinates of maps.
const DEPTH: f64 = 0.002;

/// A rise by more than this in a tick is one, in units (F22).
const RISE: f32 = 0.1;
/// A walkable surface holds feet at most this far above it, in units: 0.1 as for a wall climb (F22).
const HOLDS: f32 = 0.1;
/// How far a direction must be free for a body to be stuck rather than hemmed in, in units (F17).
const FREE_WAY: f64 = 4.0;
/// Directions tried around the circle, and how much one must go with the wish (cosine; see `detect/stuck.rs`).
const DIRECTIONS: usize = 32;
const WITH_WISH: f32 = 0.3;
/// A body is lifted out of its legs' obstacles by steps of this size, in units, before ways are searched.
const LIFT: f64 = 1.0 / 8.0;

/// Data common to all walks of a course.
pub(super) struct Bench {
    truth: Reference,
    walkable: Vec<(Aabb, Vec<Point>)>,
}

impl Bench {
    pub(super) fn new(world: &World, profile: &Profile) -> Self {
        let mut walkable = Vec::new();
        for (_, brush) in world.brushes_in(Contents::PLAYER_MASK) {
            for face in brush.faces() {
                if brush.sides[face.side].plane.normal.z >= profile.walkable_normal {
                    let points = face.winding.to_f32();
                    walkable.push((Aabb::of_points(&points), points));
                }
            }
        }
        Self {
            truth: Reference::build(world, Contents::PLAYER_MASK),
            walkable,
        }
    }

    /// Measures a walk: a row for each check.
    pub(super) fn judge(&self, course: &Course, setup: &Setup, run: &Played) -> Vec<Row> {
        let profile = &setup.profile;
        let upper = self
            .truth
            .for_hull(&setup.shape().hull(setup.mover().solid_bounds(profile)));
        let whole = self.truth.for_hull(&setup.shape().hull(profile.bounds(false)));
        let depth = |at: &Point| {
            upper
                .signed_distance(&at.cast())
                .map_or(0.0, |d| (-d.distance).max(0.0))
        };
        let deepest = run.states.iter().map(|b| depth(&b.origin)).fold(0.0, f64::max);
        let knee = f64::from(profile.walker.knee_height);
        let stuck = stuck_where(run, |body, wishes| {
            let here = body.origin;
            way_out(&whole, here, wishes, knee, profile.walkable_normal)
        });
        let mut climbed = 0.0;
        for pair in run.states.windows(2) {
            let rise = pair[1].origin.z - pair[0].origin.z;
            let flies = match setup.mover().laws {
                MoverLaws::Slide => false,
                MoverLaws::Walker => pair[1].walker.mode == WalkerMode::Falling,
                MoverLaws::Foreign => !pair[1].grounded,
            };
            if rise > RISE && !flies && !self.holds_up(&pair[1].origin, profile) {
                climbed += f64::from(rise);
            }
        }
        let (settled, turned) = turns(run);
        let shaken: Vec<f64> = turned
            .into_iter()
            .filter(|(k, _)| !self.follows(&run.states[k - 1..=k + 1], profile))
            .map(|(_, back)| back)
            .collect();
        let ticks = settled.max(1) as f64;
        let shake = (shaken.iter().map(|b| b * b).sum::<f64>() / ticks).sqrt();
        let alternation = shaken.len() as f64 / ticks;
        let seconds = f64::from(run.commands.first().map_or(0.0, |c| c.msec)) / 1000.0;
        let stuck = stuck.len() as f64 * seconds;
        let severity = |limit: &limits::Limit, value| limit.severity_of(value, Severity::Measurable);
        let measured = [
            (
                Check::WalkerStandsStill,
                stuck,
                0.0,
                limits::STUCK.severity_of(stuck, Severity::Noticeable),
            ),
            (
                Check::WalkerClimbs,
                climbed,
                0.0,
                severity(&limits::RISE, climbed),
            ),
            (
                Check::WalkerDeep,
                deepest,
                DEPTH,
                severity(&limits::DEPTH, deepest),
            ),
            (Check::WalkerShake, shake, SHAKE, severity(&limits::SHAKE, shake)),
            (
                Check::WalkerAlternates,
                alternation,
                ALTERNATION,
                Severity::Measurable,
            ),
        ];
        let row = |(check, value, limit, severity): (Check, f64, f64, Severity)| Row {
            limit: Some(limit),
            // What is no number is no pass.
            ..Row::new(check, outcome(value > limit || value.is_nan(), severity)).with_value(value)
        };
        let goal = aim(course, profile, run).map(|(words, is_met)| Row {
            note: words,
            ..Row::new(Check::WalkerGoal, outcome(!is_met, Severity::Noticeable))
        });
        goal.into_iter().chain(measured.map(row)).collect()
    }

    /// Whether a turn is only the ground's: straight on, and where walkable ground has risen.
    fn follows(&self, turn: &[Body], profile: &Profile) -> bool {
        let [a, b, c] = [0, 1, 2].map(|i| turn[i].origin);
        let level = (b - a).xy().dot(&(c - b).xy()) >= 0.0;
        let risen = if b.z > a.z { b } else { c };
        level && self.holds_up(&risen, profile)
    }

    /// Whether anything walkable under the body is as high as its feet.
    fn holds_up(&self, at: &Point, profile: &Profile) -> bool {
        let body = profile.bounds(false).translated(&at.coords);
        let feet = body.mins.z;
        let column = Aabb::new(
            Point::new(body.mins.x, body.mins.y, feet - HOLDS),
            Point::new(body.maxs.x, body.maxs.y, body.maxs.z),
        );
        self.walkable.iter().any(|(bounds, points)| {
            bounds.touches(&column) && highest_within(points, &column) >= feet - HOLDS
        })
    }
}

/// Height of the highest point of a polygon over a rectangle (Sutherland and Hodgman, 1974).
fn highest_within(points: &[Point], column: &Aabb) -> f32 {
    let mut polygon: Vec<Vec3> = points.iter().map(|p| p.coords).collect();
    for axis in 0..2 {
        for (sign, bound) in [(1.0, column.maxs[axis]), (-1.0, -column.mins[axis])] {
            let from = std::mem::take(&mut polygon);
            for (i, p) in from.iter().enumerate() {
                let q = from[(i + 1) % from.len()];
                let (a, b) = (sign * p[axis] - bound, sign * q[axis] - bound);
                if a <= 0.0 {
                    polygon.push(*p);
                }
                if a * b < 0.0 {
                    polygon.push(p + (q - p) * (a / (a - b)));
                }
            }
        }
    }
    polygon.iter().map(|p| p.z).fold(f32::NEG_INFINITY, f32::max)
}

/// Whether the whole body, lifted out of its legs' obstacles, could go on: straight, or over a step onto
/// ground.
fn way_out(whole: &HullReference, here: Point, wishes: [Vec3; 2], knee: f64, walkable: f32) -> bool {
    let here = here.cast::<f64>();
    let up = nalgebra::Vector3::<f64>::z();
    let lifts = (0..).map(|i| f64::from(i) * LIFT).take_while(|h| *h <= knee);
    let Some(lift) = lifts.into_iter().find(|h| !whole.overlaps(&(here + up * *h))) else {
        return false;
    };
    let from = here + up * lift;
    let free = |a, b| whole.sweep(&a, &b).entry.is_none();
    let raised = here + up * knee;
    let may_rise = free(from, raised);
    (0..DIRECTIONS).any(|i| {
        let (sin, cos) = (i as f32 / DIRECTIONS as f32 * std::f32::consts::TAU).sin_cos();
        let d = Vec3::new(cos, sin, 0.0);
        if wishes.iter().any(|wish| d.dot(wish) <= WITH_WISH) {
            return false;
        }
        let way = d.cast::<f64>() * FREE_WAY;
        free(from, from + way)
            || (may_rise && free(raised, raised + way) && {
                let down = whole.sweep(&(raised + way), &(raised + way - up * knee));
                let mut normals = down.contacts.iter().flat_map(|c| &c.normals);
                normals.any(|n| n.z >= f64::from(walkable))
            })
    })
}

/// What came of the goal, in words with its figure, and whether it is met; none of a course without one.
fn aim(course: &Course, profile: &Profile, run: &Played) -> Option<(String, bool)> {
    let clock = run.clock();
    let (last, end) = (run.states.last()?, clock.last()?);
    let feet = |at: &Point| at.z + profile.size.feet;
    let goal = match course.goal {
        Goal::None => return None,
        Goal::WallSpeed(degrees) => {
            let since = clock.iter().position(|t| *t >= end - 1.0).unwrap_or(0);
            let way = f64::from((last.origin - run.states[since + 1].origin).norm());
            let law = f64::from(profile.max_speed) * f64::from(degrees).to_radians().cos();
            let ratio = way / (end - clock[since]) / law;
            (
                format!("{ratio:.4} of v cos b"),
                (ratio - 1.0).abs() <= WALL_SPEED,
            )
        }
        Goal::Height(height) => {
            let top = run
                .states
                .iter()
                .map(|b| feet(&b.origin))
                .fold(f32::MIN, f32::max);
            (format!("up to {top:.1} of {height}"), top >= height - HOLDS)
        }
        Goal::Reaches(x) => {
            let far = run.states.iter().map(|b| b.origin.x).fold(f32::MIN, f32::max);
            (format!("to x {far:.0} of {x}"), far >= x)
        }
        Goal::StaysBefore(x) => {
            let far = run.states.iter().map(|b| b.origin.x).fold(f32::MIN, f32::max);
            (format!("to x {far:.2}, limit {x:.2}"), far <= x + HOLDS)
        }
        Goal::SlideSpeed(degrees) => {
            // From the first tick on that slides: before, the body falls onto the slope.
            let slides = |m: WalkerMode| m == WalkerMode::Sliding;
            let first = run.states.iter().position(|b| slides(b.walker.mode)).unwrap_or(0);
            let gained = last.velocity.norm() - run.states[first].velocity.norm();
            let law = profile.gravity * degrees.to_radians().sin() * (*end - clock[first.max(1) - 1]) as f32;
            let ratio = f64::from(gained / law);
            (
                format!("{ratio:.3} of g sin a t"),
                (ratio - 1.0).abs() <= WALL_SPEED,
            )
        }
    };
    Some(goal)
}

fn outcome(is_failed: bool, severity: Severity) -> Outcome {
    match is_failed {
        true => Outcome::Failed(severity),
        false => Outcome::Passed,
    }
}

/// Speed along walls and down slopes may be off by this share: the bar set for the walker.
const WALL_SPEED: f64 = 0.02;
