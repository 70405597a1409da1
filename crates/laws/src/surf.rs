//! L21 and L22: gliding along a slope too steep to stand on.

use crate::LawError;
use crate::air_zones::{bisect, try_bisect};
use crate::bench::at_tick;
use crate::forms::Air;
use crate::moves::Moves;
use crate::sheet::{LawRun, predict};
use crate::within::Within;
use crate::{Law, scene, worlds};
use clipmark_collision::TraceRules;
use clipmark_measure::Played;
use clipmark_movement::Profile;
use clipmark_scene::{Key, Step, WorldSource};

const MSEC: f64 = 13.0;
/// Speed along the ramp, in u/s.
const ALONG: f64 = 400.0;

/// On a slope too steep to stand on, speed down the slope grows as on a frictionless plane and speed along it does not change.
///
/// `v↓ = g sin α t; v→ constant`
pub(crate) const L21: Law = Law {
    id: "L21",
    slug: "l21-surf",
    title: "Surfing without keys",
    scene: scene!("l21-surf"),
    play: l21,
};

/// Glides on a slope that rises towards +x, moving along y.
fn glide(
    sheet: &LawRun,
    profile: Profile,
    degrees: f64,
    keys: &[Key],
    seconds: f64,
) -> Result<Played<f64>, LawError> {
    let mut scene = at_tick(&sheet.scene(), MSEC);
    scene.world = WorldSource::Shapes(vec![worlds::slope(degrees)]);
    let mut bench = sheet.bench(&scene, profile)?;
    let mut start = bench.start();
    let skin = f64::from(profile.trace_rules.skin);
    start.origin = worlds::above(&profile, worlds::slope_normal(degrees), skin + 0.01);
    start.velocity.y = ALONG;
    let step = Step::Hold {
        keys: keys.to_vec(),
        seconds,
        turn: 0.0,
        yaw: Some(0.0),
        pitch: None,
    };
    Ok(bench.play_steps(start, vec![step]))
}

fn l21(sheet: &mut LawRun) -> Result<(), LawError> {
    let grain = sheet.grain();
    const TICKS: usize = 153;
    let cases = [
        Moves::quakeworld(),
        Moves::netquake(),
        Moves::goldsrc(),
        Moves::source(),
        Moves::cpm_unsnapped(),
        Moves::quake3_unsnapped(),
        // The touch rule is the other half of a mover's pair; this crossing is harmless.
        Moves::quake3_unsnapped().but("QuakeWorld's touch rule", |p| {
            p.trace_rules = TraceRules::QUAKEWORLD
        }),
    ];
    for moves in cases {
        for degrees in [46.0, 60.0, 80.0] {
            let (sin, cos) = worlds::angle(degrees).sin_cos();
            let g = f64::from(moves.profile.gravity);
            let played = glide(sheet, moves.profile, degrees, &[], TICKS as f64 * MSEC / 1000.0)?;
            let down = |b: &clipmark_movement::Body<f64>| -b.velocity.x * cos - b.velocity.z * sin;
            let last = played.states.last();
            let predicted = g * sin * TICKS as f64 * MSEC / 1000.0;
            let case = format!("{} · {degrees}°", moves.at(MSEC));
            sheet.measured(
                predict(&case, "speed down the slope after 153 ticks", "u/s", predicted),
                last.map_or(f64::NAN, down),
                grain.run(predicted),
            );
            sheet.measured(
                predict(&case, "speed along it", "u/s", ALONG),
                last.map_or(f64::NAN, |b| b.velocity.y),
                grain.run(ALONG),
            );
        }
    }
    Ok(())
}

/// The steepest ramp on which a wish into it does not sink: by the formula, and with QuakeWorld's dead band.
fn hold_limit(sheet: &mut LawRun, moves: &Moves, m: f64, fall: f64) -> Result<(), LawError> {
    let grain = sheet.grain();
    // Vertical speed that the first tick from rest gives.
    let first = |degrees: f64| {
        let (sin, cos) = worlds::angle(degrees).sin_cos();
        m * sin * cos - fall * sin * sin
    };
    let dead = f64::from(moves.profile.clip_rule.zero_below);
    let free = moves
        .clone()
        .but("no dead band", |p| p.clip_rule.zero_below = 0.0);
    type Holds = fn(f64) -> bool;
    let cases: [(&Moves, &str, f64, Holds); 3] = [
        (
            &free,
            "steepest ramp on which height is held",
            (m / fall).atan().to_degrees(),
            |v| v >= 0.0,
        ),
        (
            moves,
            "steepest ramp climbed from rest",
            bisect(60.0, 80.0, |d| first(d) >= dead),
            |v| v > 0.0,
        ),
        (
            moves,
            "steepest ramp not sunk on from rest",
            bisect(60.0, 80.0, |d| first(d) > -dead),
            |v| v >= 0.0,
        ),
    ];
    for (moves, what, predicted, holds) in cases {
        let measured = try_bisect(60.0, 80.0, |degrees| {
            let played = glide(sheet, moves.profile, degrees, &[Key::Forward], 3.0)?;
            Ok(played.states.last().is_some_and(|b| holds(b.velocity.z)))
        })?;
        sheet.measured(
            predict(moves.at(MSEC), what, "°", predicted),
            measured,
            grain
                .run(predicted)
                .and(worlds::ANGLE_STEP, worlds::PLANES_ARE_F32),
        );
    }
    // QuakeWorld makes every component below 0.1 u/s zero when it clips. From rest on the ramp a tick that would lift or sink by
    // less does nothing, so the limit of the formula is a band: height is kept from 70.69 to 71.07 degrees.
    Ok(())
}

/// A wish square into the ramp lifts along it: height is held up to the angle whose fall a tick's acceleration makes up.
///
/// `vz* = (m − gT tan α) tan α, m = min(L, A s T); vz(n) = vz* (1 − sin²ⁿα); holds iff tan α ≤ m/(gT)`
pub(crate) const L22: Law = Law {
    id: "L22",
    slug: "l22-surf-hold",
    title: "Holding height on a surf ramp",
    scene: scene!("l22-surf-hold"),
    play: l22,
};

fn l22(sheet: &mut LawRun) -> Result<(), LawError> {
    let grain = sheet.grain();
    let moves = Moves::quakeworld();
    let air = Air::running(&moves.profile, MSEC);
    let (m, fall) = (
        air.gain.min(air.cap),
        f64::from(moves.profile.gravity) * MSEC / 1000.0,
    );
    let ticks = (1000.0 / MSEC).ceil();
    let law = |degrees: f64, n: f64| {
        let slope = worlds::angle(degrees);
        let steady = (m - fall * slope.tan()) * slope.tan();
        steady * (1.0 - slope.sin().powf(2.0 * n))
    };
    let rising = |played: &Played<f64>| played.states.last().map_or(f64::NAN, |b| b.velocity.z);
    for degrees in [46.0, 55.0, 60.0, 65.0, 72.0] {
        let played = glide(sheet, moves.profile, degrees, &[Key::Forward], 1.0)?;
        let predicted = law(degrees, ticks);
        sheet.measured(
            predict(
                format!("{} · {degrees}°", moves.at(MSEC)),
                "vertical speed after 1 s",
                "u/s",
                predicted,
            ),
            rising(&played),
            Within::of(
                grain.run(ALONG).value,
                "a run's share of the speed of 400 u/s along the ramp",
            ),
        );
    }
    hold_limit(sheet, &moves, m, fall)?;
    Ok(())
}
