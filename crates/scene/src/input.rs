//! The script of a scene, and its flattened form.

use crate::Frame;
use crate::check::{
    At, Checked, MAX_COORDINATE, Range, SECONDS, coordinates, counted, finite, range, within,
};
use serde::{Deserialize, Serialize};

/// One line of a script.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Step {
    /// Holds keys for a time.
    Hold {
        /// The keys held; an empty list is the same as `Wait`.
        keys: Vec<Key>,
        /// For how long.
        seconds: f64,
        /// The view turns at this rate in degrees per second; positive to the left.
        #[serde(default, skip_serializing_if = "crate::is_default")]
        turn: f64,
        /// View yaw in degrees at the beginning. Default: as it is.
        #[serde(default, skip_serializing_if = "crate::is_default")]
        yaw: Option<f64>,
        /// View pitch in degrees at the beginning; positive looks down. Default: as it is.
        #[serde(default, skip_serializing_if = "crate::is_default")]
        pitch: Option<f64>,
    },
    /// Holds nothing for this many seconds.
    Wait(f64),
    /// Turns the view at once; takes no time.
    Look {
        /// In degrees. Default: as it is.
        #[serde(default, skip_serializing_if = "crate::is_default")]
        yaw: Option<f64>,
        /// In degrees; positive looks down. Default: as it is.
        #[serde(default, skip_serializing_if = "crate::is_default")]
        pitch: Option<f64>,
    },
    /// Jumps on every landing. In the air it strafes and turns for the greatest gain of speed, swaying around a direction.
    StrafeJump {
        /// For how long.
        seconds: f64,
        /// The direction held on average: a yaw in degrees.
        toward: f64,
    },
    /// Holds one side key and turns so that the wish keeps an angle to the velocity. By default it is the angle that gains most
    /// in the air, or on the ground after its friction. From the ground with `hop: false` this is the run of a circle jump.
    Strafe {
        /// For how long.
        seconds: f64,
        /// Which way it turns.
        #[serde(default, skip_serializing_if = "crate::is_default")]
        side: Side,
        /// It turns the other way whenever its heading has passed this yaw, in degrees, and so goes in a zigzag. Default: it
        /// goes in circles.
        #[serde(default, skip_serializing_if = "crate::is_default")]
        toward: Option<f64>,
        /// Angle between velocity and wish in degrees. Default: the best.
        #[serde(default, skip_serializing_if = "crate::is_default")]
        angle: Option<f64>,
        /// Whether it jumps anew on every landing.
        #[serde(default, skip_serializing_if = "crate::is_default")]
        hop: bool,
    },
    /// Holds keys and jumps anew on every landing.
    Hop {
        /// For how long.
        seconds: f64,
        /// The other keys held.
        #[serde(default, skip_serializing_if = "crate::is_default")]
        keys: Vec<Key>,
        /// View yaw in degrees at the beginning. Default: as it is.
        #[serde(default, skip_serializing_if = "crate::is_default")]
        yaw: Option<f64>,
    },
    /// Holds forward and looks along the circle around a centre. The view turns outwards or inwards with the player's distance
    /// from its radius.
    Orbit {
        /// For how long.
        seconds: f64,
        /// The centre, x and y.
        around: [f64; 2],
        /// Radius in units.
        radius: f64,
        /// Which way round.
        #[serde(default, skip_serializing_if = "crate::is_default")]
        side: Side,
    },
    /// Plays steps several times.
    Repeat {
        /// How often.
        times: u32,
        /// The steps.
        steps: Vec<Step>,
    },
    /// Plays a command file (`tests/recordings/README.md` has the format). It must be the only step: the file
    /// itself states start position, view and length of each tick. A relative path starts at the scene's folder.
    Recorded(String),
}

/// A key that can be held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Key {
    /// Run ahead.
    Forward,
    /// Run backwards.
    Back,
    /// Step to the left.
    Left,
    /// Step to the right.
    Right,
    /// Jump, and swim up; it must be let go before the next jump.
    Jump,
    /// Duck, and swim down.
    Crouch,
}

/// A way to turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Side {
    /// Against the clock, seen from above.
    #[default]
    Left,
    /// With the clock.
    Right,
}

/// A stretch of the flattened script. A player applies `yaw` and `pitch` before its first tick. A stretch of no length only does
/// that.
#[derive(Clone, Debug, PartialEq)]
pub struct Segment {
    /// When it begins, in seconds from the start of the script.
    pub start: f64,
    /// How long it lasts.
    pub seconds: f64,
    /// Any step but `Repeat`, in the world's axes.
    pub step: Step,
}

/// The script as a plain list. `Repeat` is unrolled, and values in the scene's axes are put in the world's. The steps have been
/// checked, so the list is of sane length.
pub(crate) fn flatten(steps: &[Step], frame: &Frame) -> Vec<Segment> {
    let mut out = Vec::new();
    unroll(steps, frame, &mut 0.0, &mut out);
    out
}

fn unroll(steps: &[Step], frame: &Frame, clock: &mut f64, out: &mut Vec<Segment>) {
    for step in steps {
        if let Step::Repeat { times, steps } = step {
            (0..*times).for_each(|_| unroll(steps, frame, clock, out));
            continue;
        }
        let (start, seconds) = (*clock, step.seconds());
        out.push(Segment {
            start,
            seconds,
            step: step.placed(frame),
        });
        *clock += seconds;
    }
}

impl Step {
    /// How long it lasts when it is played once; a recording's own file says it.
    fn seconds(&self) -> f64 {
        match self {
            Self::Wait(seconds)
            | Self::Hold { seconds, .. }
            | Self::StrafeJump { seconds, .. }
            | Self::Strafe { seconds, .. }
            | Self::Hop { seconds, .. }
            | Self::Orbit { seconds, .. } => *seconds,
            Self::Look { .. } | Self::Repeat { .. } | Self::Recorded(_) => 0.0,
        }
    }

    /// The same in the world's axes.
    fn placed(&self, frame: &Frame) -> Self {
        let mut step = self.clone();
        match &mut step {
            Self::Hold { yaw: Some(yaw), .. }
            | Self::Look { yaw: Some(yaw), .. }
            | Self::Hop { yaw: Some(yaw), .. }
            | Self::Strafe {
                toward: Some(yaw), ..
            }
            | Self::StrafeJump { toward: yaw, .. } => *yaw += frame.yaw,
            Self::Orbit { around, .. } => {
                let [x, y, _] = frame.placed([around[0], around[1], 0.0]);
                *around = [x, y];
            }
            _ => {}
        }
        step
    }
}

/// Most stretches that a script may unroll to.
pub(crate) const MAX_SEGMENTS: u64 = 100_000;

/// Checks every step and adds up how many stretches they unroll to and how long those last.
pub(crate) fn script(at: &At, steps: &[Step]) -> Checked<(f64, f64)> {
    let (mut count, mut total) = (0.0, 0.0);
    for (i, step) in steps.iter().enumerate() {
        let at = &at.item(i);
        let Step::Repeat { times, steps } = step else {
            step.check(at)?;
            count += 1.0;
            total += step.seconds();
            continue;
        };
        let at = at.field("Repeat");
        let inner = at.field("steps");
        counted(at.field("times"), "repetitions", (*times).into(), 1, MAX_SEGMENTS)?;
        counted(inner, "steps", steps.len() as u64, 1, MAX_SEGMENTS)?;
        let (stretches, seconds) = script(&inner, steps)?;
        count += stretches * f64::from(*times);
        total += seconds * f64::from(*times);
    }
    Ok((count, total))
}

impl Step {
    fn check(&self, at: &At) -> Checked {
        const TURN: Range = range(-36_000.0, 36_000.0, "degrees per second");
        const ANGLE: Range = range(0.0, 180.0, "degrees");
        const RADIUS: Range = range(1.0, MAX_COORDINATE, "u");
        let angles = |values: [Option<f64>; 2]| finite(at, &values.map(|v| v.unwrap_or(0.0)));
        let variant = match self {
            Self::Wait(seconds) => return within(at.field("Wait"), *seconds, &SECONDS),
            Self::Look { yaw, pitch } => return angles([*yaw, *pitch]),
            Self::Repeat { .. } | Self::Recorded(_) => return Ok(()),
            Self::Hold { turn, yaw, pitch, .. } => {
                angles([*yaw, *pitch])?;
                within(at.field("Hold").field("turn"), *turn, &TURN)?;
                "Hold"
            }
            Self::StrafeJump { toward, .. } => {
                finite(at.field("StrafeJump").field("toward"), &[*toward])?;
                "StrafeJump"
            }
            Self::Strafe { toward, angle, .. } => {
                angles([*toward, None])?;
                within(at.field("Strafe").field("angle"), angle.unwrap_or(0.0), &ANGLE)?;
                "Strafe"
            }
            Self::Hop { yaw, .. } => {
                angles([*yaw, None])?;
                "Hop"
            }
            Self::Orbit { around, radius, .. } => {
                let at = at.field("Orbit");
                coordinates(at.field("around"), around)?;
                within(at.field("radius"), *radius, &RADIUS)?;
                "Orbit"
            }
        };
        within(at.field(variant).field("seconds"), self.seconds(), &SECONDS)
    }
}

/// Where a script plays a recording, if it does.
pub(crate) fn recorded(at: &At, steps: &[Step]) -> Option<String> {
    steps.iter().enumerate().find_map(|(i, step)| match step {
        Step::Recorded(_) => Some(at.item(i).field("Recorded").to_string()),
        Step::Repeat { steps, .. } => recorded(&at.item(i).field("Repeat").field("steps"), steps),
        _ => None,
    })
}
