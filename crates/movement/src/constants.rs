//! Every constant of a [`Profile`]: its name, unit, origin, effect and range, and how to read and change it.
//!
//! One table ([`CONSTANTS`]) drives the output of `compare list profiles`, the custom profiles of scenes, and the
//! errors about both. A test sees to it that no field of a profile is missing here. Origins name cvars and functions of the
//! engines as their players and the literature do.

use crate::engines;
use crate::profile::{Choice, Profile};
use std::fmt;
use strsim::levenshtein;
use thiserror::Error;

/// The value of a constant.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A number, in the constant's unit.
    Number(f32),
    /// Yes or no.
    Flag(bool),
    /// One of a few rules by name, or `none`.
    Word(String),
}

impl Value {
    /// No number where there may be none.
    pub fn none() -> Self {
        Self::Word("none".into())
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(x) => write!(f, "{x}"),
            Self::Flag(x) => write!(f, "{x}"),
            Self::Word(x) => f.write_str(x),
        }
    }
}

/// One constant of a profile.
#[derive(Clone, Copy, Debug)]
pub struct Constant {
    /// Name in tables and scenes.
    pub name: &'static str,
    /// Unit; empty for plain numbers, flags and choices.
    pub unit: &'static str,
    /// The cvar or text that it comes from, in the field's own words.
    pub origin: &'static str,
    /// Its effect.
    pub effect: &'static str,
    /// Least and greatest value of a number.
    pub range: [f32; 2],
    /// Where it is in a profile.
    field: fn(&mut Profile) -> Field<'_>,
}

/// A field of a profile.
enum Field<'a> {
    /// A number.
    Number(&'a mut f32),
    /// A number that the engine has as a double: not the nearest float, but the decimal that is written.
    Double(&'a mut f64),
    /// A number, or nothing.
    Optional(&'a mut Option<f32>),
    /// Yes or no.
    Flag(&'a mut bool),
    /// One of a few.
    Choice(&'a mut dyn Choice),
}

impl Constant {
    /// Its value in a profile.
    pub fn value(&self, profile: &Profile) -> Value {
        let mut copy = *profile;
        match (self.field)(&mut copy) {
            Field::Number(x) => Value::Number(*x),
            Field::Double(x) => Value::Number(*x as f32),
            Field::Optional(x) => x.map_or(Value::none(), Value::Number),
            Field::Flag(x) => Value::Flag(*x),
            Field::Choice(x) => Value::Word(x.chosen().into()),
        }
    }

    /// Gives it another value.
    ///
    /// # Errors
    /// A value of another kind or out of range; the profile is then unchanged.
    pub fn set(&self, profile: &mut Profile, value: &Value) -> Result<(), ProfileError> {
        let kind = |wanted: String| {
            Err(ProfileError::Kind {
                name: self.name,
                wanted,
                found: value.to_string(),
            })
        };
        let [low, high] = self.range;
        let number = format!("a number from {low} to {high}");
        match ((self.field)(profile), value) {
            (Field::Number(x), Value::Number(v)) => *x = self.within(*v)?,
            (Field::Double(x), Value::Number(v)) => *x = decimal(self.within(*v)?),
            (Field::Number(_) | Field::Double(_), _) => return kind(number),
            (Field::Optional(x), Value::Number(v)) => *x = Some(self.within(*v)?),
            (Field::Optional(x), v) if *v == Value::none() => *x = None,
            (Field::Optional(_), _) => return kind(format!("{number}, or \"none\"")),
            (Field::Flag(x), Value::Flag(v)) => *x = *v,
            (Field::Flag(_), _) => return kind("true or false".into()),
            (Field::Choice(x), v) => {
                let chosen = matches!(v, Value::Word(word) if x.choose(word));
                if !chosen {
                    let names: Vec<_> = x.names().iter().map(|n| format!("\"{n}\"")).collect();
                    return kind(format!("one of {}", names.join(", ")));
                }
            }
        }
        Ok(())
    }

    /// The possible values, if it is one of a few.
    pub fn choices(&self) -> &'static [&'static str] {
        let mut any = *engines::ALL[0];
        match (self.field)(&mut any) {
            Field::Choice(x) => x.names(),
            _ => &[],
        }
    }

    /// Whether it may be none.
    pub fn is_optional(&self) -> bool {
        let mut any = *engines::ALL[0];
        matches!((self.field)(&mut any), Field::Optional(_))
    }

    fn within(&self, value: f32) -> Result<f32, ProfileError> {
        let [low, high] = self.range;
        if (low..=high).contains(&value) {
            Ok(value)
        } else {
            Err(ProfileError::Range {
                name: self.name,
                value,
                low,
                high,
                unit: self.unit,
            })
        }
    }
}

/// The double nearest to the shortest decimal that names a float: 0.7 for the float that 0.7 is read as.
fn decimal(x: f32) -> f64 {
    x.to_string().parse().unwrap_or(f64::from(x))
}

// Profiles made from others by changing constants.

/// Why there is no such profile.
#[derive(Clone, Debug, PartialEq, Error)]
#[expect(missing_docs, reason = "the messages say what each is")]
pub enum ProfileError {
    #[error(
        "there is no movement profile `{name}`{nearest}; known are {}, each also as NAME:ideal, with every repair on",
        known_profiles()
    )]
    Profile { name: String, nearest: String },
    #[error("no profile has a constant `{name}`{nearest}; `compare list profiles` lists them")]
    Constant { name: String, nearest: String },
    #[error("{name} cannot be {value}; it must lie between {low} and {high}{}", spaced(.unit))]
    Range {
        name: &'static str,
        value: f32,
        low: f32,
        high: f32,
        unit: &'static str,
    },
    #[error("{name} cannot be {found}; give {wanted}")]
    Kind {
        name: &'static str,
        wanted: String,
        found: String,
    },
    /// A body that is inside out, or is higher crouched than standing.
    #[error(
        "the body's heights do not fit each other: feet {feet}, top {top}, crouched {crouched_feet} to {crouched_top}; \
         feet must be below tops, and crouching must not make it higher"
    )]
    Body {
        feet: f32,
        top: f32,
        crouched_feet: f32,
        crouched_top: f32,
    },
}

impl ProfileError {
    /// For a name that no profile has.
    pub fn no_profile(name: &str) -> Self {
        Self::Profile {
            name: name.into(),
            nearest: meant(name, &mut engines::ALL.iter().map(|p| p.name)),
        }
    }
}

/// A profile by name with some constants changed. On a fault, also says which change it is of; `None` for the base.
///
/// Changes happen in the order of the table, so that a change of `trace_rules` does not undo one of `trace_skin`.
///
/// # Errors
/// A base, constant or value that there is not.
pub fn custom(base: &str, changes: &[(String, Value)]) -> Result<Profile, (Option<usize>, ProfileError)> {
    let mut profile = *engines::named(base).ok_or_else(|| (None, ProfileError::no_profile(base)))?;
    for (i, (name, _)) in changes.iter().enumerate() {
        if !CONSTANTS.iter().any(|c| c.name == name) {
            let nearest = meant(name, &mut CONSTANTS.iter().map(|c| c.name));
            let fault = ProfileError::Constant {
                name: name.clone(),
                nearest,
            };
            return Err((Some(i), fault));
        }
    }
    for constant in &CONSTANTS {
        for (i, (_, value)) in changes.iter().enumerate().filter(|(_, c)| c.0 == constant.name) {
            constant.set(&mut profile, value).map_err(|f| (Some(i), f))?;
        }
    }
    let s = profile.size;
    let stands = s.feet < s.top && s.crouched_feet < s.crouched_top;
    if !stands || s.crouched_top - s.crouched_feet > s.top - s.feet {
        let fault = ProfileError::Body {
            feet: s.feet,
            top: s.top,
            crouched_feet: s.crouched_feet,
            crouched_top: s.crouched_top,
        };
        return Err((None, fault));
    }
    Ok(profile)
}

fn known_profiles() -> String {
    engines::ALL.map(|p| p.name).join(", ")
}

fn spaced(unit: &str) -> String {
    if unit.is_empty() {
        String::new()
    } else {
        format!(" {unit}")
    }
}

fn meant(found: &str, known: &mut dyn Iterator<Item = &'static str>) -> String {
    /// More slips than this in three letters, and names resemble each other by chance.
    const LETTERS_A_SLIP: usize = 3;
    known
        .map(|k| (levenshtein(found, k), k))
        .min()
        .filter(|(slips, k)| slips * LETTERS_A_SLIP <= k.len())
        .map_or(String::new(), |(_, k)| format!(", did you mean `{k}`?"))
}

// The table.

/// A row whose value is a number.
const fn number(
    [name, unit, origin, effect]: [&'static str; 4],
    range: [f32; 2],
    field: fn(&mut Profile) -> Field<'_>,
) -> Constant {
    Constant {
        name,
        unit,
        origin,
        effect,
        range,
        field,
    }
}

/// A row whose value is a flag or one of a few rules.
const fn rule([name, origin, effect]: [&'static str; 3], field: fn(&mut Profile) -> Field<'_>) -> Constant {
    number([name, "", origin, effect], [0.0, 0.0], field)
}

/// All constants, in the order in which they are shown.
#[rustfmt::skip]
pub static CONSTANTS: [Constant; 72] = [
    rule(["order", "the engine", "when jump, friction, gravity and the move happen"],
        |p| Field::Choice(&mut p.order)),
    number(["half_width", "u", "player box", "half the width of the body"], [1.0, 128.0],
        |p| Field::Number(&mut p.size.half_width)),
    number(["feet", "u", "player box", "height of the feet over the origin"], [-256.0, 256.0],
        |p| Field::Number(&mut p.size.feet)),
    number(["top", "u", "player box", "height of the top over the origin"], [-256.0, 256.0],
        |p| Field::Number(&mut p.size.top)),
    number(["crouched_feet", "u", "player box, ducked", "height of the feet, crouched"], [-256.0, 256.0],
        |p| Field::Number(&mut p.size.crouched_feet)),
    number(["crouched_top", "u", "player box, ducked", "height of the top, crouched"], [-256.0, 256.0],
        |p| Field::Number(&mut p.size.crouched_top)),
    number(["eyes", "u", "view height", "eyes: under them in liquid is depth 3"], [-256.0, 256.0],
        |p| Field::Number(&mut p.size.eyes)),
    number(["crouched_eyes", "u", "view height, ducked", "the same, crouched"], [-256.0, 256.0],
        |p| Field::Number(&mut p.size.crouched_eyes)),
    rule(["trace_rules", "the engine's traces", "when a path that ends in the skin is a hit"],
        |p| Field::Choice(&mut p.trace_rules)),
    number(["trace_skin", "u", "DIST_EPSILON, SURFACE_CLIP_EPSILON", "distance kept from surfaces"], [0.0, 8.0],
        |p| Field::Number(&mut p.trace_rules.skin)),
    number(["full_key", "", "cl_forwardspeed, usercmd", "a key held fully"], [1.0, 10_000.0],
        |p| Field::Number(&mut p.full_key)),
    number(["max_speed", "u/s", "sv_maxspeed, g_speed", "most that keys ask for"], [0.0, 100_000.0],
        |p| Field::Number(&mut p.max_speed)),
    number(["accelerate", "1/s", "sv_accelerate, pm_accelerate", "gain on the ground per wanted speed"], [0.0, 10_000.0],
        |p| Field::Number(&mut p.accelerate)),
    number(["air_accelerate", "1/s", "sv_airaccelerate, pm_airaccelerate", "gain in the air per wanted speed"], [0.0, 10_000.0],
        |p| Field::Number(&mut p.air_accelerate)),
    number(["air_wish_cap", "u/s", "the 30 of PM_AirAccelerate", "speed along the wish at which air gain ends (all but quake3)"], [0.0, 100_000.0],
        |p| Field::Optional(&mut p.air_wish_cap)),
    number(["air_stop_accelerate", "1/s", "CPM, 2.5", "gain in the air against the motion"], [0.0, 10_000.0],
        |p| Field::Optional(&mut p.air_stop_accelerate)),
    number(["air_strafe_accelerate", "1/s", "CPM, 70", "gain in the air with sideways keys alone"], [0.0, 10_000.0],
        |p| Field::Optional(&mut p.air_strafe_accelerate)),
    number(["air_strafe_speed", "u/s", "CPM, 30", "wanted speed with sideways keys alone"], [0.0, 100_000.0],
        |p| Field::Optional(&mut p.air_strafe_speed)),
    number(["air_control", "", "CPM, 150", "turning in the air by forward or back keys alone"],
        [0.0, 10_000.0], |p| Field::Number(&mut p.air_control)),
    number(["friction", "1/s", "sv_friction, pm_friction", "share of speed lost on the ground"], [0.0, 1000.0],
        |p| Field::Number(&mut p.friction)),
    number(["stop_speed", "u/s", "sv_stopspeed, pm_stopspeed", "below it friction acts as if at it"], [0.0, 100_000.0],
        |p| Field::Number(&mut p.stop_speed)),
    number(["crawl_speed", "u/s", "PM_Friction, the 1", "no friction below it"], [0.0, 100.0],
        |p| Field::Number(&mut p.crawl_speed)),
    number(["edge_friction_ahead", "u", "edgefriction", "how far ahead"], [0.0, 1024.0],
        |p| Field::Number(&mut p.edge_friction.ahead)),
    number(["edge_friction_drop", "u", "edgefriction", "how deep a drop"], [0.0, 1024.0],
        |p| Field::Number(&mut p.edge_friction.drop)),
    number(["edge_friction_factor", "", "edgefriction", "friction before a drop, times (netquake, quakeworld, goldsrc)"],
        [0.0, 100.0], |p| Field::Number(&mut p.edge_friction.factor)),
    number(["max_velocity", "u/s", "sv_maxvelocity", "most of each component of the velocity (netquake, goldsrc)"], [0.0, 100_000.0],
        |p| Field::Optional(&mut p.max_velocity)),
    number(["gravity", "u/s^2", "sv_gravity, g_gravity", "downward acceleration"], [-100_000.0, 100_000.0],
        |p| Field::Number(&mut p.gravity)),
    number(["jump_speed", "u/s", "JUMP_VELOCITY, PM_Jump", "vertical speed of a jump"], [0.0, 100_000.0],
        |p| Field::Number(&mut p.jump_speed)),
    rule(["jump_rule", "PM_Jump", "whether it adds to or sets vertical speed"], |p| Field::Choice(&mut p.jump_rule)),
    number(["jump_crop_above", "", "PM_PreventMegaBunnyJumping, 1.7", "a jump slows runs faster than so many times max_speed"],
        [0.0, 100.0], |p| Field::Optional(&mut p.jump_crop.above)),
    number(["jump_crop_to", "", "PM_PreventMegaBunnyJumping, 0.65", "to this share of it"], [0.0, 1.0],
        |p| Field::Double(&mut p.jump_crop.to)),
    number(["double_jump_speed", "u/s", "CPM, 100", "what a second jump gains"], [0.0, 100_000.0],
        |p| Field::Number(&mut p.double_jump.speed)),
    number(["double_jump_time", "ms", "CPM, 400 ms", "how soon it must follow; 0 for never"], [0.0, 10_000.0],
        |p| Field::Number(&mut p.double_jump.msec)),
    number(["leaves_ground_speed", "u/s", "180, 140, the kick-off's 10", "a body that rises or leaves its plane faster is airborne"],
        [0.0, 100_000.0], |p| Field::Number(&mut p.leaves_ground_speed)),
    number(["ground_probe", "u", "ground trace", "how far below ground is looked for"], [0.0, 64.0],
        |p| Field::Number(&mut p.ground_probe.depth)),
    number(["ground_follow", "u", "StayOnGround", "after a walk, ground so far below is kept"], [0.0, 64.0],
        |p| Field::Number(&mut p.ground_probe.follow)),
    number(["walkable_normal", "", "MIN_WALK_NORMAL, the 0.7", "least normal z to stand on"], [0.01, 1.0],
        |p| Field::Number(&mut p.walkable_normal)),
    number(["overbounce", "", "OVERCLIP", "how often the part into a plane is taken off"], [1.0, 2.0],
        |p| Field::Number(&mut p.clip_rule.overbounce)),
    number(["clip_zero_below", "u/s", "STOP_EPSILON", "components below it become 0 after a clip"], [0.0, 100.0],
        |p| Field::Number(&mut p.clip_rule.zero_below)),
    number(["step_height", "u", "STEPSIZE, sv_stepsize", "highest step"], [0.0, 256.0],
        |p| Field::Number(&mut p.step_height)),
    number(["step_rising_speed", "u/s", "CPM, vz <= 370", "steps are taken in the air up to this rise"], [0.0, 100_000.0],
        |p| Field::Number(&mut p.step_rising_speed)),
    number(["duck_scale", "", "pm_duckScale", "speed while crouched, as a share"], [0.0, 1.0],
        |p| Field::Double(&mut p.duck_scale)),
    number(["water_accelerate", "1/s", "sv_wateraccelerate, pm_wateraccelerate", "gain in liquid per wanted speed"],
        [0.0, 10_000.0], |p| Field::Number(&mut p.water.accelerate)),
    number(["water_friction", "1/s", "sv_waterfriction, pm_waterfriction", "share of speed lost per level of depth"],
        [0.0, 1000.0], |p| Field::Number(&mut p.water.friction)),
    number(["water_drag", "1/s", "WaterMove, the 0.8", "share of speed lost per level of depth, beside friction"], [0.0, 1000.0],
        |p| Field::Number(&mut p.water.drag)),
    number(["swim_scale", "", "pm_swimScale, the 0.7 of PM_WaterMove", "speed in liquid, as a share"], [0.0, 1.0],
        |p| Field::Double(&mut p.water.swim_scale)),
    number(["sink_speed", "u/s", "PM_WaterMove, 60", "wish downward without keys"], [0.0, 100_000.0],
        |p| Field::Number(&mut p.water.sink_speed)),
    number(["ledge_ahead", "u", "PM_CheckWaterJump", "a water jump's wall: how far ahead"], [0.0, 256.0],
        |p| Field::Number(&mut p.water.ledge_probe[0])),
    number(["ledge_height", "u", "PM_CheckWaterJump", "how high"], [-256.0, 256.0],
        |p| Field::Number(&mut p.water.ledge_probe[1])),
    number(["ledge_gap_height", "u", "PM_CheckWaterJump", "how much higher its gap"], [0.0, 256.0],
        |p| Field::Number(&mut p.water.ledge_probe[2])),
    number(["water_jump_forward", "u/s", "PM_CheckWaterJump", "a water jump's speed ahead"], [0.0, 100_000.0],
        |p| Field::Number(&mut p.water.jump_speeds[0])),
    number(["water_jump_up", "u/s", "PM_CheckWaterJump", "a water jump's speed up"], [0.0, 100_000.0],
        |p| Field::Number(&mut p.water.jump_speeds[1])),
    number(["water_jump_time", "s", "waterjumptime", "how long it lasts"], [0.0, 60.0],
        |p| Field::Number(&mut p.water.jump_seconds)),
    number(["walker_knee_height", "u", "k", "mover `pair`: where the two cylinders meet, over the feet"], [0.0, 128.0],
        |p| Field::Number(&mut p.walker.knee_height)),
    number(["walker_reach", "u", "delta", "mover `pair`: how far the lower cylinder reaches below the feet"], [0.0, 64.0],
        |p| Field::Number(&mut p.walker.reach)),
    number(["walker_slide_friction", "1/s", "repair of known problem 3", "mover `pair`: friction of a slide"], [0.0, 1000.0],
        |p| Field::Number(&mut p.walker.slide_friction)),
    number(["walker_slide_speed", "u/s", "slideSpeed", "movers `pair:literal`, `pair:intended`: speed down steep surfaces"],
        [0.0, 100_000.0], |p| Field::Number(&mut p.walker.slide_speed)),
    number(["walker_terminal_speed", "u/s", "terminalSpeed", "mover `pair`: fastest fall"], [0.0, 100_000.0],
        |p| Field::Number(&mut p.walker.terminal_speed)),
    rule(["snap_velocity", "trap_SnapVector", "velocity in whole u/s"], |p| Field::Flag(&mut p.snap_velocity)),
    number(["long_tick_msec", "ms", "50 ms, 66 ms", "longer ones are"], [1.0, 1000.0],
        |p| Field::Number(&mut p.long_tick_msec)),
    rule(["push", "G_MoverPush, SV_Push, SV_PushMove", "how a mover moves whom it pushes"],
        |p| Field::Choice(&mut p.moving.push)),
    rule(["frame", "G_RunFrame, SV_Physics", "who moves first in a frame"], |p| Field::Choice(&mut p.moving.frame)),
    rule(["arrival", "SV_Physics_Pusher", "the last rounding as a mover arrives"], |p| Field::Choice(&mut p.moving.arrival)),
    number(["at_once", "s", "SUB_CalcMove", "a way of a mover that takes less is done at once"], [0.0, 10.0],
        |p| Field::Number(&mut p.moving.at_once)),
    number(["least_step", "s", "sv_mintic", "the world moves in steps of at least this"], [0.0, 1.0],
        |p| Field::Double(&mut p.moving.least_step)),
    rule(["clip_before_jump", "repair of law L16", "a jump never starts from a fall"],
        |p| Field::Flag(&mut p.repairs.clip_before_jump)),
    rule(["normalised_crease", "repair of law L23", "a crease costs no speed"],
        |p| Field::Flag(&mut p.repairs.normalised_crease)),
    rule(["duplicate_plane_guard", "repair of docs/failures.md section C", "a plane met twice is no crease"],
        |p| Field::Flag(&mut p.repairs.duplicate_plane_guard)),
    rule(["no_overbounce", "repair of law L25", "a landing keeps no falling speed"],
        |p| Field::Flag(&mut p.repairs.no_overbounce)),
    rule(["view_stays_behind", "repair of docs/moving.md", "whom a turning mover leaves behind keeps his view"],
        |p| Field::Flag(&mut p.repairs.view_stays_behind)),
    rule(["carries_stacks", "repair of docs/moving.md", "a mover carries who stands on its riders"],
        |p| Field::Flag(&mut p.repairs.carries_stacks)),
    rule(["lifts_riders", "repair of docs/moving.md", "a tilting mover lifts whom it would cut into"],
        |p| Field::Flag(&mut p.repairs.lifts_riders)),
];
