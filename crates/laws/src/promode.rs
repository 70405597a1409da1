//! L30, L31 and L40: Challenge ProMode's additions to Quake III.

use crate::kit::*;

const MSEC: f64 = 8.0;

/// L30: in ProMode a forward key alone turns the velocity in the air towards the wish and keeps its size; two keys do not.
///
/// `tan δ = k sin θ / (v + k cos θ), k = 32 C cos²θ T`
pub(crate) fn air_control(run: &mut Run) -> Result<()> {
    /// The formula's own factor, u/s² for a C of 1.
    const GAIN: f64 = 32.0;
    const TICKS: usize = 100;
    let grain = run.grain;
    let moves = moves("cpm, no snap");
    let control = f64::from(moves.profile.air_control);
    // The speed along the wish is above the cap, so that nothing is gained besides.
    let cases: [(&str, &[Key], f64, f64); 5] = [
        ("ahead", &[Forward], 500.0, 50.0),
        ("ahead", &[Forward], 500.0, 20.0),
        ("ahead", &[Forward], 1000.0, 60.0),
        ("ahead, right", &[Forward, Right], 1000.0, 10.0),
        ("ahead, left", &[Forward, Left], 1000.0, 60.0),
    ];
    for (name, keys, v, degrees) in cases {
        let from = f64::to_radians(degrees);
        let turned = |angle: f64| {
            let (sin, cos) = angle.sin_cos();
            let k = GAIN * control * cos * cos * MSEC / 1000.0;
            angle - (k * sin).atan2(v + k * cos)
        };
        let turns = if keys.len() == 1 { TICKS } else { 0 };
        let predicted = (0..turns).fold(from, |angle, _| turned(angle)).to_degrees();

        let bench = run.bench(&moves, MSEC, free_fall())?;
        let mut start = bench.flying(v * from.cos());
        start.velocity.y = v * from.sin();
        let end = bench.end(start, &[hold_at(0.0, keys, TICKS as f64 * MSEC / 1000.0)]);
        let measured = end.velocity.y.atan2(end.velocity.x).to_degrees();
        run.case += &format!(" · {name} · {v} u/s from {degrees}°");
        // Rounding of each tick turns the velocity by a step of its components at most.
        let rounding = TICKS as f64 * (grain.step(v) / v).to_degrees();
        let why = "a step of the velocity a tick, as an angle";
        let within = grain.run(degrees).and(rounding, why);
        let what = format!("angle after {TICKS} ticks");
        run.check(what, "°", predicted, measured, within);
        let rounding = TICKS as f64 * grain.step(v);
        let within = grain.run(v).and(rounding, "a step of the velocity a tick");
        run.check("speed", "u/s", v, speed(&end), within);
    }
    Ok(())
}

/// L31: in ProMode a jump less than 400 ms after the last is faster by 100 u/s.
///
/// `v₁ = v₀ + D if t < t₂, else v₀; after a tick v₁ − g T`
pub(crate) fn double_jump(run: &mut Run) -> Result<()> {
    /// Height of a standing body in units.
    const TALL: f64 = 56.0;
    /// A tick with a larger gain and then a rise of this speed is a jump's, u/s. A landing adds as much.
    const JUMPS: f64 = 150.0;
    let grain = run.grain;
    let moves = moves("cpm, no snap");
    let profile = &moves.profile;
    let jump = f64::from(profile.jump_speed);
    let fall = f64::from(profile.gravity) * MSEC / 1000.0;
    let gain = f64::from(profile.double_jump.speed);
    let within_msec = f64::from(profile.double_jump.msec);
    // Free space above the body: the higher, the later the second jump. Under 30 u it comes after 416 ms, too late.
    for above in [4.0, 12.0, 20.0, 27.0, 30.0] {
        let ceiling = TALL + above;
        let world = vec![
            block([-512.0, -512.0, -64.0], [512.0, 512.0, 0.0]),
            block([-512.0, -512.0, ceiling], [512.0, 512.0, ceiling + 64.0]),
        ];
        let bench = run.bench(&moves, MSEC, world)?;
        // The key counts where it is pressed anew.
        let press = Step::Repeat {
            times: 60,
            steps: vec![hold(&[Jump], MSEC / 1000.0), hold(&[], MSEC / 1000.0)],
        };
        let played = bench.play(bench.running(0.0), &[press]);
        let rises: Vec<f64> = played.states.iter().map(|b| b.velocity.z).collect();
        let jumped = |&k: &usize| rises[k] > JUMPS && rises[k] - rises[k - 1] > JUMPS;
        let mut jumps = (1..rises.len()).filter(jumped);
        let (first, second) = (jumps.next(), jumps.next());
        let rise = |k: Option<usize>| k.map_or(f64::NAN, |k| rises[k]);
        let apart = first.zip(second).map_or(f64::NAN, |(a, b)| (b - a) as f64 * MSEC);
        let soon = apart < within_msec;
        let faster = jump - fall + if soon { gain } else { 0.0 };
        let left = second.map_or(f64::NAN, |k| played.states[k].double_jump_msec);

        run.case += &format!(" · {above} u above");
        let what = "speed after the first jump's tick";
        run.check(what, "u/s", jump - fall, rise(first), grain.tick(jump));
        let what = format!("speed after the second, {apart} ms later");
        run.check(what, "u/s", faster, rise(second), grain.tick(jump + gain));
        let what = "time left for a third";
        run.check(what, "ms", within_msec, left, Within::exactly());
    }
    Ok(())
}

/// L40: in ProMode's air a wish against the motion gains 2.5 times as much as one along it, and sideways keys alone 70 times
/// as much up to 30 u/s; Quake III knows one acceleration.
///
/// `m = min(A T s, s − v·w); A = 2.5 if v·w < 0, else 1; sideways keys alone A = 70, s = 30`
pub(crate) fn stopping_in_the_air(run: &mut Run) -> Result<()> {
    /// Velocities in u/s. None here turns by one key alone.
    const ALONG: &[[f64; 2]] = &[[300.0, 0.0], [-100.0, 0.0]];
    const ANY: &[[f64; 2]] = &[[300.0, 0.0], [-100.0, 0.0], [0.0, 200.0], [0.0, -20.0]];
    /// Keys, and the horizontal direction of their wish at a yaw of 0.
    type Wish = (&'static str, &'static [Key], [f64; 2], &'static [[f64; 2]]);
    const WISHES: [Wish; 4] = [
        ("back", &[Back], [-1.0, 0.0], ALONG),
        ("ahead", &[Forward], [1.0, 0.0], ALONG),
        ("back, right", &[Back, Right], [-1.0, -1.0], ANY),
        ("right", &[Right], [0.0, -1.0], ANY),
    ];
    for moves in ["cpm, no snap", "quake3, no snap"].map(moves) {
        let bench = run.bench(&moves, MSEC, flat())?;
        for (name, keys, wish, velocities) in WISHES {
            let length = wish[0].hypot(wish[1]);
            let wish = wish.map(|c| c / length);
            for v in velocities {
                let mut start = bench.flying(v[0]);
                start.velocity.y = v[1];
                start.origin.z = 4096.0;
                let after = bench.tick(start, keys).velocity;
                let along = v[0] * wish[0] + v[1] * wish[1];
                let more = gain(&moves.profile, along, keys == [Right]);
                run.case = format!("{} · {name} from ({}, {})", moves.at(MSEC), v[0], v[1]);
                for (what, i) in [("x after a tick", 0), ("y after a tick", 1)] {
                    let predicted = v[i] + more * wish[i];
                    run.check(what, "u/s", predicted, after[i], run.grain.tick(320.0));
                }
            }
        }
    }
    Ok(())
}

/// The gain along the wish in one tick.
fn gain(profile: &Profile, along: f64, sideways_alone: bool) -> f64 {
    let mut rate = profile.air_accelerate;
    if along < 0.0 {
        rate = profile.air_stop_accelerate.unwrap_or(rate);
    }
    let mut wished = profile.max_speed;
    if sideways_alone {
        rate = profile.air_strafe_accelerate.unwrap_or(rate);
        wished = profile.air_strafe_speed.unwrap_or(wished).min(wished);
    }
    let wished = f64::from(wished);
    let most = f64::from(rate) * MSEC / 1000.0 * wished;
    most.min(wished - along).max(0.0)
}
