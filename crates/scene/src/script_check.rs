//! Limits of a script, and its sums.

use crate::check::*;
use crate::input::Step;

/// Longest script in seconds.
pub(crate) const MAX_SECONDS: f64 = 3600.0;
/// Most stretches that a script may unroll to.
pub(crate) const MAX_SEGMENTS: f64 = 100_000.0;

/// Checks every step and adds up how many stretches they unroll to and how long those last.
pub(crate) fn script(path: &str, steps: &[Step]) -> Checked<(f64, f64)> {
    let (mut count, mut total) = (0.0, 0.0);
    for (i, step) in steps.iter().enumerate() {
        let at = format!("{path}[{i}]");
        let angles = |values: [Option<f64>; 2]| finite(&at, &values.map(|v| v.unwrap_or(0.0)));
        let (n, seconds) = match step {
            Step::Hold {
                seconds,
                turn,
                yaw,
                pitch,
                ..
            } => {
                angles([*yaw, *pitch])?;
                within(
                    &format!("{at}.Hold.turn"),
                    *turn,
                    -36_000.0,
                    36_000.0,
                    "degrees per second",
                )?;
                within(
                    &format!("{at}.Hold.seconds"),
                    *seconds,
                    0.0,
                    MAX_SECONDS,
                    "seconds",
                )?;
                (1.0, *seconds)
            }
            Step::Wait(seconds) => {
                within(&format!("{at}.Wait"), *seconds, 0.0, MAX_SECONDS, "seconds")?;
                (1.0, *seconds)
            }
            Step::Look { yaw, pitch } => {
                angles([*yaw, *pitch])?;
                (1.0, 0.0)
            }
            Step::StrafeJump { seconds, toward } => {
                finite(&format!("{at}.StrafeJump.toward"), &[*toward])?;
                within(
                    &format!("{at}.StrafeJump.seconds"),
                    *seconds,
                    0.0,
                    MAX_SECONDS,
                    "seconds",
                )?;
                (1.0, *seconds)
            }
            Step::Strafe {
                seconds,
                toward,
                angle,
                ..
            } => {
                angles([*toward, None])?;
                within(
                    &format!("{at}.Strafe.angle"),
                    angle.unwrap_or(0.0),
                    0.0,
                    180.0,
                    "degrees",
                )?;
                within(
                    &format!("{at}.Strafe.seconds"),
                    *seconds,
                    0.0,
                    MAX_SECONDS,
                    "seconds",
                )?;
                (1.0, *seconds)
            }
            Step::Hop { seconds, yaw, .. } => {
                angles([*yaw, None])?;
                within(
                    &format!("{at}.Hop.seconds"),
                    *seconds,
                    0.0,
                    MAX_SECONDS,
                    "seconds",
                )?;
                (1.0, *seconds)
            }
            Step::Orbit {
                seconds,
                around,
                radius,
                ..
            } => {
                let field = |name: &str| format!("{at}.Orbit.{name}");
                coordinates(&field("around"), around)?;
                within(&field("radius"), *radius, 1.0, MAX_COORDINATE, "u")?;
                within(&field("seconds"), *seconds, 0.0, MAX_SECONDS, "seconds")?;
                (1.0, *seconds)
            }
            Step::Repeat { times, steps } => {
                counted(
                    &format!("{at}.Repeat.times"),
                    "repetitions",
                    (*times).into(),
                    1,
                    MAX_SEGMENTS as u64,
                )?;
                counted(
                    &format!("{at}.Repeat.steps"),
                    "steps",
                    steps.len() as u64,
                    1,
                    MAX_SEGMENTS as u64,
                )?;
                let (n, seconds) = script(&format!("{at}.Repeat.steps"), steps)?;
                (n * f64::from(*times), seconds * f64::from(*times))
            }
            Step::Recorded(_) => (1.0, 0.0),
        };
        count += n;
        total += seconds;
    }
    Ok((count, total))
}

/// Where a script plays a recording, if it does.
pub(crate) fn recorded(path: &str, steps: &[Step]) -> Option<String> {
    steps.iter().enumerate().find_map(|(i, step)| match step {
        Step::Recorded(_) => Some(format!("{path}[{i}].Recorded")),
        Step::Repeat { steps, .. } => recorded(&format!("{path}[{i}].Repeat.steps"), steps),
        _ => None,
    })
}
