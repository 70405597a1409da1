//! L17 to L20: running into slopes, up and down them.

use crate::kit::*;
use nalgebra::Vector3;

/// L17: a horizontal velocity that meets a slope head-on keeps cos α of its speed and turns up along it.
///
/// `vx' = v (1 − b sin²α), vz' = b (v/2) sin 2α; b = 1, in Quake III 1.001`
pub(crate) fn clip(run: &mut Run) -> Result<()> {
    const MSEC: f64 = 8.0;
    /// Fast enough that no slope is walked on afterwards, in u/s.
    const FLIGHT: f64 = 2000.0;
    /// Way to the slope: more than the ground probe above it, less than a tick, in units.
    const AHEAD: f64 = 8.0;
    let cases: [(&'static str, &[f64]); 2] = [
        ("quakeworld", &[10.0, 20.0, 30.0, 40.0, 50.0, 60.0, 70.0, 80.0]),
        // On slopes that can be stood on Quake III steps instead.
        ("quake3, no snap", &[50.0, 60.0, 70.0, 80.0]),
    ];
    for (name, angles) in cases {
        let moves = moves(name).but("g = 0", |p| p.gravity = 0.0);
        let factor = f64::from(moves.profile.clip_rule.overbounce);
        for &degrees in angles {
            let (sin, cos) = worlds::angle(degrees).sin_cos();
            let [x, z] = [FLIGHT * (1.0 - factor * sin * sin), FLIGHT * factor * sin * cos];
            let bench = run.bench(&moves, MSEC, slope(degrees))?;
            let mut start = bench.flying(FLIGHT);
            start.origin = on_slope(&moves.profile, degrees, 0.2) - Vector3::x() * AHEAD;
            let after = bench.tick(start, &[]).velocity;
            run.case += &format!(" · {degrees}°");
            run.check("speed ahead", "u/s", x, after.x, run.grain.tick(FLIGHT));
            run.check("speed upward", "u/s", z, after.z, run.grain.tick(FLIGHT));
        }
    }
    Ok(())
}

/// L18: QuakeWorld leaves the ground when it rises faster than 180, Source than 140, so a run into a slope launches above a
/// speed that depends on the slope alone.
///
/// `v (1 − f T) > 360 / sin 2α`
pub(crate) fn ramp_launch(run: &mut Run) -> Result<()> {
    const MSEC: f64 = 13.0;
    for moves in ["quakeworld", "goldsrc", "source"].map(moves) {
        let limit = f64::from(moves.profile.leaves_ground_speed);
        let ground = Ground::new(&moves.profile, MSEC);
        for degrees in [10.0, 20.0, 30.0, 40.0, 45.0] {
            let ramp = Shape::Slope {
                at: [0.0, 0.0, 0.0],
                toward: 0.0,
                degrees,
                run: 1024.0,
                width: 1024.0,
            };
            let floor = block([-1024.0, -512.0, -64.0], [2048.0, 512.0, 0.0]);
            let bench = run.bench(&moves, MSEC, vec![floor, ramp])?;
            let stays = |v: f64| {
                let mut start = bench.running(v);
                // Half a unit before the foot of the slope, so that one tick's friction comes before it.
                start.origin.x = -f64::from(moves.profile.size.half_width) - 0.5;
                Ok(bench.tick(start, &[]).grounded)
            };
            let predicted = 2.0 * limit / (2.0 * worlds::angle(degrees)).sin();
            let measured = ground.rubbed(bisect(200.0, 1500.0, stays)?);
            run.case += &format!(" · {degrees}°");
            run.near("speed that launches", "u/s", predicted, measured);
        }
    }
    Ok(())
}

/// A little above the skin: the start may not touch.
const LIFT: f64 = 0.01;

/// Runs up or down a slope that rises towards +x.
fn run_along(
    run: &mut Run,
    moves: &Moves,
    msec: f64,
    degrees: f64,
    [from, yaw, seconds]: [f64; 3],
) -> Result<Played<f64>> {
    let bench = run.bench(moves, msec, slope(degrees))?;
    let mut start = bench.flying(from * yaw.to_radians().cos());
    start.origin = on_slope(&moves.profile, degrees, moves.skin() + LIFT);
    Ok(bench.play(start, &[hold_at(yaw, &[Forward], seconds)]))
}

/// Horizontal way from rest. The step leaves the upward speed v sin α cos α of the slide it replaces in the velocity.
/// So the next tick's friction sees more than the horizontal speed, which counts below the stop speed. A tick too
/// short to cross the gap to the slope meets nothing; the first one starts a little higher.
fn way_uphill(law: &Ground, skin: f64, degrees: f64, ticks: usize) -> f64 {
    let slope = worlds::angle(degrees);
    let (mut v, mut way, mut gap, mut rise) = (0.0, 0.0, skin + LIFT, 0.0);
    for _ in 0..ticks {
        let whole = v * f64::sqrt(1.0 + rise * rise);
        v *= if whole > 0.0 {
            law.rubbed(whole) / whole
        } else {
            0.0
        };
        v += (law.wished - v).clamp(0.0, law.gain());
        way += v * law.seconds;
        let meets = v * law.seconds * slope.sin() > gap;
        rise = if meets { slope.sin() * slope.cos() } else { 0.0 };
        gap = skin;
    }
    way
}

/// L19: up a slope QuakeWorld keeps its horizontal speed (it steps), Quake III its speed along the slope.
///
/// `QuakeWorld: vxy = s; Quake III: vxy = s cos α`
pub(crate) fn uphill(run: &mut Run) -> Result<()> {
    const SECONDS: f64 = 4.0;
    const MSEC: f64 = 8.0;
    const ANGLES: [f64; 4] = [5.0, 15.0, 30.0, 45.0];
    let ahead = [0.0, 0.0, SECONDS];
    let quakeworld = moves("quakeworld");
    let law = Ground::new(&quakeworld.profile, MSEC);
    let ticks = (SECONDS * 1000.0 / MSEC) as usize;
    for degrees in ANGLES {
        let way = way_uphill(&law, quakeworld.skin(), degrees, ticks);
        let played = run_along(run, &quakeworld, MSEC, degrees, ahead)?;
        let end = last(&played);
        run.case += &format!(" · {degrees}°");
        run.near("horizontal speed", "u/s", law.wished, speed(&end));
        let measured = end.origin.x - played.states[0].origin.x;
        let within = run.grain.over_ticks(way, ticks, end.origin.x);
        run.check("horizontal way in 4 s from rest", "u", way, measured, within);
    }
    let quake3 = moves("quake3, no snap");
    let over = f64::from(quake3.profile.clip_rule.overbounce) - 1.0;
    for degrees in ANGLES {
        let slope = worlds::angle(degrees);
        let predicted = law.wished * slope.cos();
        let end = last(&run_along(run, &quake3, MSEC, degrees, ahead)?);
        run.case += &format!(" · {degrees}°");
        let within = run.grain.run(predicted).and(
            predicted * ((over * slope.tan()).powi(2) / 2.0),
            "the overbounce tilts the wish out of the plane by θ = 0.001 tan α, which leaves θ²/2 more speed",
        );
        run.check("horizontal speed", "u/s", predicted, speed(&end), within);
    }
    Ok(())
}

/// L20: QuakeWorld runs down a slope on the ground only while a tick falls by less than the probe reaches; steeper, it
/// flickers between ground and air, by its own rule. Quake III follows the plane.
///
/// `v T tan α < 1 − skin/cos α`
pub(crate) fn downhill(run: &mut Run) -> Result<()> {
    let quakeworld = moves("quakeworld");
    let full = f64::from(quakeworld.profile.max_speed);
    let depth = f64::from(quakeworld.profile.ground_probe.depth);
    for msec in [13.0, 8.0].into_iter().chain(SCREENS) {
        let falls = full * msec / 1000.0;
        let predicted = bisect(1.0, 45.0, |degrees| {
            let slope = worlds::angle(degrees);
            Ok(falls * slope.tan() < depth - quakeworld.skin() / slope.cos())
        })?;
        let measured = bisect(1.0, 45.0, |degrees| {
            let played = run_along(run, &quakeworld, msec, degrees, [full, 180.0, 1.0])?;
            Ok(share_in_the_air(&played) == 0.0)
        })?;
        let what = "steepest slope run on the ground at 320 u/s";
        let within = Within::new(
            (4.0 * run.grain.step(128.0) / falls).to_degrees(),
            "the angle that four steps of the position are worth in a tick's fall",
        );
        let within = within.and(worlds::ANGLE_STEP, PLANES_ARE_F32);
        run.check(what, "°", predicted, measured, within);
    }
    let played = run_along(run, &quakeworld, 13.0, 15.0, [full, 180.0, 4.0])?;
    run.case += " · 15°";
    let measured = 100.0 * share_in_the_air(&played);
    let within = Within::new(
        1.0,
        "the figure is printed in whole per cent of a run of unstated length",
    );
    run.check("share of ticks in the air", "%", 94.0, measured, within);

    let quake3 = moves("quake3");
    for degrees in [5.0, 15.0, 30.0, 45.0] {
        let played = run_along(run, &quake3, 8.0, degrees, [full, 180.0, 2.0])?;
        let flown = share_in_the_air(&played) * (played.states.len() - 1) as f64;
        run.case += &format!(" · {degrees}°");
        run.count("ticks in the air in 2 s", 0.0, flown);
    }
    Ok(())
}

fn share_in_the_air(played: &Played<f64>) -> f64 {
    let states = &played.states[1..];
    states.iter().filter(|b| !b.grounded).count() as f64 / states.len() as f64
}
