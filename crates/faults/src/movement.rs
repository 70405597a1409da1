//! Faults of movement: constants a little off, rules of the engines broken at the end of a tick, and every constant and rule of
//! the table of profiles (by a loop).

use clipmark_collision::TraceRules;
use clipmark_geometry::{Aabb, Vec3};
use clipmark_movement::{
    After, CONSTANTS, Constant, Ended, PROFILES, Profile, Setup, Value, Variation, profile_named,
};
use std::sync::LazyLock;

/// A number of the table is off by this share: the least effect of a digit's slip or a wrong rounding.
const OFF: f32 = 0.03;

/// The movements with recorded moving worlds.
const MOVING: [&str; 3] = ["quake3", "quakeworld", "netquake"];

/// A fault of the movement.
#[derive(Debug)]
pub struct MovementFault {
    /// Name, as on the command line.
    pub name: &'static str,
    /// The fault, in one sentence.
    pub what: &'static str,
    change: Change,
    /// The end of a tick, where that is wrong.
    end: Option<fn(&Ended<'_>) -> After>,
}

/// The changed part of the profile.
#[derive(Clone, Copy, Debug)]
enum Change {
    By(fn(&mut Profile)),
    /// A number is [`OFF`], a flag turned, another choice taken.
    Of(&'static Constant),
}

impl PartialEq for MovementFault {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for MovementFault {}

/// All faults of movement: those that are planted by hand, then one of every constant.
pub fn movement_faults() -> &'static [MovementFault] {
    &ALL
}

static ALL: LazyLock<Vec<MovementFault>> = LazyLock::new(|| {
    let of = |constant: &'static Constant| MovementFault {
        // Kept as long as the program runs, as all names are.
        name: format!("constant-{}", constant.name.replace('_', "-")).leak(),
        what: "This constant is 3 % off; a flag is turned; of a choice another is taken.",
        change: Change::Of(constant),
        end: None,
    };
    BY_HAND.into_iter().chain(CONSTANTS.iter().map(of)).collect()
});

const BY_HAND: [MovementFault; 30] = [
    constant(
        "step-height",
        "Steps are climbed up to 17 u instead of 18.",
        |p| p.step_height -= 1.0,
    ),
    constant("friction", "Ground friction is 1 % less.", |p| p.friction *= 0.99),
    constant(
        "air-cap",
        "The cap of acceleration in the air is 1 u/s higher, where there is one.",
        |p| p.air_wish_cap = p.air_wish_cap.map(|cap| cap + 1.0),
    ),
    constant(
        "overbounce",
        "Clipping against a plane pushes off by 0.001 more.",
        |p| p.clip_rule.overbounce += 0.001,
    ),
    constant("stop-speed", "The stop speed of friction is 5 % higher.", |p| {
        p.stop_speed *= 1.05;
    }),
    at_end(
        "gravity-after-move",
        "Gravity enters the velocity after the move instead of before or while.",
        |p| p.gravity = 0.0,
        Some(gravity_late),
    ),
    constant(
        "duck-height",
        "A crouched body is 2 u higher, where there is crouching.",
        |p| {
            let crouches = p.size.crouched_top < p.size.top;
            p.size.crouched_top += if crouches { 2.0 } else { 0.0 };
        },
    ),
    constant("jump-speed", "A jump is 1 u/s faster.", |p| p.jump_speed += 1.0),
    constant("water-friction", "Liquids do not brake.", |p| {
        p.water.friction = 0.0
    }),
    at_end(
        "even-velocity",
        "Velocity is rounded to even u/s, where it is rounded to whole ones.",
        |_| (),
        Some(even),
    ),
    at_end(
        "quick-along-walls",
        "Along a wall the body goes ten times as far as its velocity says.",
        |_| (),
        Some(quick_along_walls),
    ),
    at_end(
        "rises",
        "On the ground the body rises by 0.1 u in each tick in which it goes.",
        |_| (),
        Some(rise),
    ),
    at_end(
        "creeps-at-rest",
        "At rest the body goes 0.02 u aside in each tick.",
        |_| (),
        Some(creep),
    ),
    at_end(
        "quick-diagonal",
        "On the ground two keys together make the body 3 % faster.",
        |_| (),
        Some(quicken_diagonal),
    ),
    at_end(
        "never-stops",
        "A body slower than 1 u/s does not stop, but halves its speed in each tick.",
        |_| (),
        Some(go_on),
    ),
    at_end(
        "slope-friction",
        "On the ground a body that rises or falls loses 3 % of its level speed in each tick.",
        |_| (),
        Some(brake_on_slopes),
    ),
    at_end(
        "held-jump",
        "A jump key that is held jumps again as the body lands.",
        |_| (),
        Some(jump_again),
    ),
    at_end(
        "wading-brake",
        "Liquid at the feet takes 3 % of the level speed in each tick.",
        |_| (),
        Some(brake_wading),
    ),
    at_end(
        "falls-at-waist",
        "Waist-deep in liquid the body falls as if it were dry.",
        |_| (),
        Some(fall_at_waist),
    ),
    at_end(
        "edge-inside",
        "The probe feels an edge in the middle of a floor, on 8 u of every 64 along x.",
        |_| (),
        Some(brake_inside),
    ),
    at_end(
        "leaves-late",
        "A body that begins to rise off its ground stays there for that tick.",
        |_| (),
        Some(leave_late),
    ),
    at_end(
        "half-snapped",
        "The probe puts a body that goes down only half of the way onto its ground.",
        |_| (),
        Some(snap_half),
    ),
    at_end(
        "gap-missed",
        "The gap over a ledge is not felt: a body rises by no water jump.",
        |_| (),
        Some(stay_below_ledge),
    ),
    at_end(
        "short-pieces",
        "A piece of the greatest length that long ticks are cut to goes a millisecond less far.",
        |_| (),
        Some(shorten_pieces),
    ),
    at_end(
        "stands-up-blind",
        "A body that lets go of crouch stands up, whether or not there is room.",
        |_| (),
        Some(|ended| stand_up(ended, true)),
    ),
    at_end(
        "stands-up-low",
        "A body that lets go of crouch stands up where one a unit lower has room.",
        |_| (),
        Some(|ended| stand_up(ended, fits_standing(ended, |b| b.maxs.z -= 1.0))),
    ),
    at_end(
        "stands-up-narrow",
        "A body that lets go of crouch stands up where there is room above its middle.",
        |_| (),
        Some(|ended| stand_up(ended, fits_standing(ended, narrow))),
    ),
    at_end(
        "jump-missed-7-ms",
        "In ticks of 7 or 17 ms a body does not jump.",
        |_| (),
        Some(miss_jumps),
    ),
    at_end(
        "no-friction-11-ms",
        "In ticks of 11 or 16 ms nothing slows a body on the ground.",
        |_| (),
        Some(slide_on),
    ),
    at_end(
        "no-air-control-6-ms",
        "In ticks of 6 or 12 ms the keys do nothing in the air.",
        |_| (),
        Some(keep_course),
    ),
];

const fn constant(name: &'static str, what: &'static str, change: fn(&mut Profile)) -> MovementFault {
    at_end(name, what, change, None)
}

const fn at_end(
    name: &'static str,
    what: &'static str,
    change: fn(&mut Profile),
    end: Option<fn(&Ended<'_>) -> After>,
) -> MovementFault {
    MovementFault {
        name,
        what,
        change: Change::By(change),
        end,
    }
}

/// Gravity at the end of a tick in the air, rounded as the profile rounds.
fn gravity_late(ended: &Ended<'_>) -> After {
    let mut after = ended.after;
    if !ended.grounded && ended.water_level < 2 {
        after.velocity[2] -= f64::from(ended.of.gravity) * ended.seconds;
        if ended.by.snap_velocity {
            after.velocity = after.velocity.map(f64::round_ties_even);
        }
    }
    after
}

/// Velocity in even units per second, where the profile has whole ones.
fn even(ended: &Ended<'_>) -> After {
    let mut after = ended.after;
    if ended.by.snap_velocity {
        after.velocity = after.velocity.map(|x| (x / 2.0).round_ties_even() * 2.0);
    }
    after
}

/// Level way of a tick, in units.
fn level_way(ended: &Ended<'_>) -> [f64; 2] {
    [0, 1].map(|i| ended.after.origin[i] - ended.before.origin[i])
}

/// Ten times the way, where the body goes on the ground otherwise than its keys point.
fn quick_along_walls(ended: &Ended<'_>) -> After {
    /// A smaller cosine between the two: more than 18 degrees.
    const ASIDE: f64 = 0.95;
    let (mut after, way) = (ended.after, level_way(ended));
    let [far, asked] = [way, ended.wish].map(|[x, y]| x.hypot(y));
    let along = way[0] * ended.wish[0] + way[1] * ended.wish[1];
    let is_turned = far > 0.0 && asked > 0.0 && along < ASIDE * far * asked;
    for (i, way) in way
        .into_iter()
        .enumerate()
        .filter(|_| ended.grounded && is_turned)
    {
        after.origin[i] += 9.0 * way;
    }
    after
}

/// Up by a tenth of a unit in each tick on the ground in which the body goes.
fn rise(ended: &Ended<'_>) -> After {
    let (mut after, [x, y]) = (ended.after, level_way(ended));
    if ended.grounded && x.hypot(y) > 0.0 {
        after.origin[2] += 0.1;
    }
    after
}

/// A fiftieth of a unit aside in each tick at rest.
fn creep(ended: &Ended<'_>) -> After {
    let (mut after, [x, y]) = (ended.after, level_way(ended));
    if ended.grounded && x.hypot(y) == 0.0 {
        after.origin[1] += 0.02;
    }
    after
}

/// The same with the level velocity so many times as large.
fn scaled(after: After, by: f64) -> After {
    let [x, y, z] = after.velocity;
    After {
        velocity: [x * by, y * by, z],
        ..after
    }
}

fn quicken_diagonal(ended: &Ended<'_>) -> After {
    let both = ended.keys.iter().all(|key| *key != 0.0);
    scaled(ended.after, if ended.grounded && both { 1.03 } else { 1.0 })
}

fn go_on(ended: &Ended<'_>) -> After {
    let [before, after] = [ended.before, ended.after].map(|a| a.velocity);
    let speed = before[0].hypot(before[1]);
    if ended.grounded && speed > 0.0 && speed < 1.0 && after[..2] == [0.0; 2] {
        return After {
            velocity: [before[0] / 2.0, before[1] / 2.0, after[2]],
            ..ended.after
        };
    }
    ended.after
}

fn brake_on_slopes(ended: &Ended<'_>) -> After {
    let sloping = ended.grounded && ended.after.origin[2] != ended.before.origin[2];
    scaled(ended.after, if sloping { 0.97 } else { 1.0 })
}

fn jump_again(ended: &Ended<'_>) -> After {
    let mut after = ended.after;
    if ended.grounded && ended.jump_held {
        after.velocity[2] = f64::from(ended.by.jump_speed);
    }
    after
}

fn brake_wading(ended: &Ended<'_>) -> After {
    scaled(ended.after, if ended.water_level == 1 { 0.97 } else { 1.0 })
}

fn fall_at_waist(ended: &Ended<'_>) -> After {
    let mut after = ended.after;
    if ended.water_level == 2 {
        after.velocity[2] -= f64::from(ended.by.gravity) * ended.seconds;
    }
    after
}

/// As an engine brakes at an edge, in the middle of floors.
fn brake_inside(ended: &Ended<'_>) -> After {
    let factor = ended.of.edge_friction.factor;
    let is_felt = ended.grounded && ended.after.origin[0].rem_euclid(64.0) < 8.0;
    let more = f64::from(ended.of.friction * (factor - 1.0)) * ended.seconds;
    scaled(ended.after, if is_felt { (1.0 - more).max(0.0) } else { 1.0 })
}

fn leave_late(ended: &Ended<'_>) -> After {
    let (mut after, before) = (ended.after, ended.before);
    let leaves = after.velocity[2] > f64::from(ended.of.leaves_ground_speed);
    if !ended.grounded && ended.water_level == 0 && leaves && before.velocity[2] <= 0.0 {
        after.origin[2] = before.origin[2];
    }
    after
}

fn snap_half(ended: &Ended<'_>) -> After {
    let mut after = ended.after;
    let probe = &ended.of.ground_probe;
    if ended.grounded {
        let lowered = (ended.before.origin[2] - after.origin[2]).max(0.0);
        after.origin[2] += (lowered / 2.0).min(f64::from(probe.depth + probe.follow));
    }
    after
}

fn stay_below_ledge(ended: &Ended<'_>) -> After {
    let mut after = ended.after;
    let gained = after.velocity[2] - ended.before.velocity[2];
    // A stroke gains less than half of a water jump.
    if ended.water_level == 2 && gained > f64::from(ended.of.water.jump_speeds[1]) / 2.0 {
        after.velocity[2] = ended.before.velocity[2];
    }
    after
}

fn shorten_pieces(ended: &Ended<'_>) -> After {
    /// In seconds: a command's milliseconds are rounded.
    const ROUNDING: f64 = 1e-6;
    let mut after = ended.after;
    let longest = f64::from(ended.of.long_tick_msec) / 1000.0;
    if (ended.seconds - longest).abs() < ROUNDING {
        let share = 1.0 - 0.001 / longest;
        let before = ended.before.origin;
        after.origin = [0, 1, 2].map(|i| before[i] + (after.origin[i] - before[i]) * share);
    }
    after
}

/// A body that lets go of crouch stands up if there is room; of grounded ones the feet stay where they are.
fn stand_up(ended: &Ended<'_>, has_room: bool) -> After {
    let mut after = ended.after;
    if after.ducked && !ended.crouch_held && has_room {
        after.ducked = false;
        after.origin[2] += f64::from(rise_of_middle(ended));
    }
    after
}

/// How much higher above its feet a standing body's position is, on the ground.
fn rise_of_middle(ended: &Ended<'_>) -> f32 {
    let size = &ended.of.size;
    if ended.grounded {
        size.crouched_feet - size.feet
    } else {
        0.0
    }
}

/// Whether a changed standing body fits where a body is.
fn fits_standing(ended: &Ended<'_>, change: fn(&mut Aabb)) -> bool {
    let mut bounds = ended.of.bounds(false);
    change(&mut bounds);
    (ended.fits)(bounds.translated(&(Vec3::z() * rise_of_middle(ended))))
}

/// A unit to each side of the middle.
fn narrow(bounds: &mut Aabb) {
    (bounds.mins.x, bounds.mins.y) = (-1.0, -1.0);
    (bounds.maxs.x, bounds.maxs.y) = (1.0, 1.0);
}

/// Whether a tick is one of these lengths, in ms.
fn lasts(ended: &Ended<'_>, msec: [f64; 2]) -> bool {
    /// In ms: a tick's seconds are rounded.
    const ROUNDING: f64 = 1e-3;
    msec.iter()
        .any(|msec| (ended.seconds * 1000.0 - msec).abs() < ROUNDING)
}

fn miss_jumps(ended: &Ended<'_>) -> After {
    let (mut after, before) = (ended.after, ended.before);
    let gained = after.velocity[2] - before.velocity[2];
    if lasts(ended, [7.0, 17.0]) && gained > f64::from(ended.of.jump_speed) / 2.0 {
        after.velocity[2] = before.velocity[2];
        after.origin[2] = before.origin[2];
    }
    after
}

fn slide_on(ended: &Ended<'_>) -> After {
    let [before, after] = [ended.before, ended.after].map(|a| a.velocity[0].hypot(a.velocity[1]));
    let is_slowed = ended.grounded && after < before && after > 0.0;
    let by = if is_slowed { before / after } else { 1.0 };
    scaled(ended.after, if lasts(ended, [11.0, 16.0]) { by } else { 1.0 })
}

fn keep_course(ended: &Ended<'_>) -> After {
    let (mut after, before) = (ended.after, ended.before);
    if lasts(ended, [6.0, 12.0]) && !ended.grounded && ended.water_level == 0 {
        after.velocity[..2].copy_from_slice(&before.velocity[..2]);
    }
    after
}

/// The profile with another value of the constant. The same profile where it has none, or where the
/// number is 0 and so the rule is off.
fn off(profile: &mut Profile, constant: &Constant) {
    let wrong = match constant.value(profile) {
        Value::Flag(on) => vec![Value::Flag(!on)],
        Value::Number(x) => vec![Value::Number(x * (1.0 + OFF)), Value::Number(x * (1.0 - OFF))],
        Value::Word(word) => {
            let choices = constant.choices();
            let at = choices.iter().position(|name| *name == word);
            let next = at.map(|i| choices[(i + 1) % choices.len()]);
            next.map(|name| Value::Word(name.into())).into_iter().collect()
        }
    };
    // Of two numbers the first in range.
    let _ = wrong.iter().any(|value| constant.set(profile, value).is_ok());
}

impl MovementFault {
    /// Whether it was made from the table of constants.
    pub fn is_of_table(&self) -> bool {
        matches!(self.change, Change::Of(_))
    }

    /// Whether it changes nothing in any of these profiles: a rule that none of them has.
    pub fn is_idle(&self, profiles: &[&Profile]) -> bool {
        profiles
            .iter()
            .all(|profile| self.of(profile).profile == **profile && self.end.is_none())
    }

    /// Whether it changes movers' effects: a rule of [`MovingRules`](clipmark_movement::MovingRules), or a repair of one.
    pub fn is_of_moving_worlds(&self) -> bool {
        let of_movers = |p: &Profile| {
            let r = &p.repairs;
            (p.moving, [r.view_stays_behind, r.carries_stacks, r.lifts_riders])
        };
        let changed = |profile: &Profile| of_movers(&self.of(profile).profile) != of_movers(profile);
        MOVING.into_iter().filter_map(profile_named).any(changed)
    }

    /// Plants the fault: the setup still says that it moves by its profile.
    pub fn plant(&self, setup: Setup) -> Setup {
        let fault = self.of(&setup.profile);
        setup.varied(fault)
    }

    /// The rules of traces that the world is built by instead of those asked for.
    pub fn trace_rules(&self, asked: TraceRules) -> TraceRules {
        // Any profile: its rules of traces are all that is looked at.
        let any = PROFILES[0];
        let profile = Profile {
            trace_rules: asked,
            ..*any
        };
        self.of(&profile).profile.trace_rules
    }

    /// The data that run instead of a profile.
    pub fn of(&self, profile: &Profile) -> Variation {
        let mut changed = *profile;
        match self.change {
            Change::By(change) => change(&mut changed),
            Change::Of(constant) => off(&mut changed, constant),
        }
        Variation {
            profile: changed,
            end: self.end,
        }
    }
}
