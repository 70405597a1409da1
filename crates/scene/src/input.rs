//! The script of a scene, and its flattened form.

use crate::Frame;
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
    /// Its events.
    pub drive: Drive,
}

/// The events of a stretch of the script.
#[derive(Clone, Debug, PartialEq)]
pub enum Drive {
    /// Keys are held.
    Keys {
        /// Which.
        keys: Vec<Key>,
        /// Rate of turning in degrees per second, positive to the left.
        turn: f64,
        /// View yaw set at the beginning, in degrees.
        yaw: Option<f64>,
        /// View pitch set at the beginning, in degrees.
        pitch: Option<f64>,
    },
    /// Strafe jumping around a direction, a yaw in degrees.
    StrafeJump {
        /// The direction.
        toward: f64,
    },
    /// Strafing at an angle to the velocity.
    Strafe {
        /// Which way it turns.
        side: Side,
        /// The yaw of its zigzag, in degrees; `None` for circles.
        toward: Option<f64>,
        /// In degrees; `None` for the best.
        angle: Option<f64>,
        /// Whether it jumps anew on every landing.
        hop: bool,
    },
    /// Keys are held, and jump is pressed anew on every landing.
    Hop {
        /// The other keys.
        keys: Vec<Key>,
        /// View yaw set at the beginning, in degrees.
        yaw: Option<f64>,
    },
    /// Running in a circle.
    Orbit {
        /// The centre in the world, x and y.
        around: [f64; 2],
        /// Radius in units.
        radius: f64,
        /// Which way round.
        side: Side,
    },
    /// A command file, as written in the scene.
    Recorded(String),
}

/// The script as a plain list. `Repeat` is unrolled, and values in the scene's axes are put in the world's. The steps have been
/// checked, so the list is of sane length.
pub(crate) fn flatten(steps: &[Step], frame: &Frame) -> Vec<Segment> {
    let mut out = Vec::new();
    let mut clock = 0.0;
    walk(steps, frame, &mut clock, &mut out);
    out
}

fn walk(steps: &[Step], frame: &Frame, clock: &mut f64, out: &mut Vec<Segment>) {
    let turned = |yaw: &Option<f64>| yaw.map(|y| y + frame.yaw);
    for step in steps {
        let held = |keys: &[Key], turn, yaw, pitch| Drive::Keys {
            keys: keys.to_vec(),
            turn,
            yaw,
            pitch,
        };
        let (seconds, drive) = match step {
            Step::Hold {
                keys,
                seconds,
                turn,
                yaw,
                pitch,
            } => (*seconds, held(keys, *turn, turned(yaw), *pitch)),
            Step::Wait(seconds) => (*seconds, held(&[], 0.0, None, None)),
            Step::Look { yaw, pitch } => (0.0, held(&[], 0.0, turned(yaw), *pitch)),
            Step::StrafeJump { seconds, toward } => {
                let toward = toward + frame.yaw;
                (*seconds, Drive::StrafeJump { toward })
            }
            Step::Strafe {
                seconds,
                side,
                toward,
                angle,
                hop,
            } => {
                let drive = Drive::Strafe {
                    side: *side,
                    toward: turned(toward),
                    angle: *angle,
                    hop: *hop,
                };
                (*seconds, drive)
            }
            Step::Hop { seconds, keys, yaw } => {
                let (keys, yaw) = (keys.clone(), turned(yaw));
                (*seconds, Drive::Hop { keys, yaw })
            }
            Step::Orbit {
                seconds,
                around: [x, y],
                radius,
                side,
            } => {
                let [x, y, _] = frame.placed([*x, *y, 0.0]);
                let drive = Drive::Orbit {
                    around: [x, y],
                    radius: *radius,
                    side: *side,
                };
                (*seconds, drive)
            }
            Step::Recorded(path) => (0.0, Drive::Recorded(path.clone())),
            Step::Repeat { times, steps } => {
                for _ in 0..*times {
                    walk(steps, frame, clock, out);
                }
                continue;
            }
        };
        out.push(Segment {
            start: *clock,
            seconds,
            drive,
        });
        *clock += seconds;
    }
}
