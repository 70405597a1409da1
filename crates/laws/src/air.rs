//! L4 to L9: acceleration in the air, and the running in circles that a circle jump takes off from.

use crate::kit::*;
use clipmark_movement::Order;
use clipmark_scene::Side;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// Speed after one tick in the air at a speed along +x, with the wish at an angle to it.
fn tick(bench: &Bench, msec: f64, v: f64, degrees: f64) -> f64 {
    speed(&bench.end(bench.flying(v), &[strafe(msec / 1000.0, Some(degrees))]))
}

/// L4: by the angle between velocity and wish a tick in the air gains nothing, a part, or all of a = A T s; past acos(−a/2v)
/// it slows.
///
/// `m = clamp(L − v cos θ, 0, a); v'² = v² + m² + 2 v m cos θ`
pub(crate) fn zones(run: &mut Run) -> Result<()> {
    /// Angles of the scan: multiples of 360/256 degrees, which Quake III's view angles hold exactly.
    const ANGLES: u32 = 128;
    /// Where the whole of a is gained, and so beyond the partial zone.
    const FAST: f64 = 400.0;
    let grain = run.grain;
    let cases = [
        ("quakeworld", 13.0, [25.0, 100.0, 320.0, 1000.0]),
        ("quakeworld", 8.0, [25.0, 100.0, 320.0, 1000.0]),
        ("quake3, no snap", 8.0, [100.0, 320.0, 400.0, 1000.0]),
        ("cpm, no snap", 8.0, [25.0, 100.0, 320.0, 1000.0]),
        ("goldsrc", 10.0, [25.0, 100.0, 320.0, 1000.0]),
        ("source", 10.0, [25.0, 100.0, 250.0, 1000.0]),
    ];
    for (name, msec, speeds) in cases {
        let moves = moves(name);
        let law = Air::strafing(&moves.profile, msec);
        let bench = run.bench(&moves, msec, free_fall())?;
        for v in speeds {
            let mut worst = [0.0, v, v];
            for i in 0..=ANGLES {
                let degrees = 180.0 * f64::from(i) / f64::from(ANGLES);
                let predicted = law.after(v, degrees.to_radians());
                let measured = tick(&bench, msec, v, degrees);
                if (measured - predicted).abs() >= worst[0] {
                    worst = [(measured - predicted).abs(), predicted, measured];
                }
            }
            run.case = format!("{} · {v} u/s", moves.at(msec));
            let what = format!("speed after a tick, worst of {} angles", ANGLES + 1);
            run.check(what, "u/s", worst[1], worst[2], grain.tick(v));
        }
        if law.gain <= law.cap {
            let neutral = law.neutral_angle(FAST).to_degrees();
            let gains = |degrees| Ok(tick(&bench, msec, FAST, degrees) > FAST);
            let measured = bisect(90.0, 180.0, gains)?;
            let slope = law.gain / (grain.tick(FAST).value);
            let resolved = Within::new(
                (1.0 / slope).to_degrees(),
                "the angle that eight f32 steps of the speed are worth",
            );
            let within = match moves.profile.order {
                Order::Quake3 => resolved.and(ANGLE_STEP.to_degrees(), "one step of the view, 360/65536°"),
                _ => resolved,
            };
            run.case = format!("{} · {FAST} u/s", moves.at(msec));
            run.check("angle past which a tick slows", "°", neutral, measured, within);
        }
    }
    for moves in [
        "quakeworld",
        "quake3, no snap",
        "cpm, no snap",
        "goldsrc",
        "source",
    ]
    .map(moves)
    {
        for msec in ticks() {
            let law = Air::strafing(&moves.profile, msec);
            let bench = run.bench(&moves, msec, free_fall())?;
            for degrees in [45.0, 90.0, 112.5f64] {
                let what = format!("speed after a tick from {FAST} u/s at {degrees}°");
                let predicted = law.after(FAST, degrees.to_radians());
                let measured = tick(&bench, msec, FAST, degrees);
                run.check(what, "u/s", predicted, measured, grain.tick(FAST));
            }
        }
    }
    Ok(())
}

/// L5: the angle that gains most is where the full gain just fits, or 90 degrees where the cap is smaller.
///
/// `cos θ = (L − a)/v and v'² = v² + a(2L − a) if a ≤ L, else θ = 90° and v'² = v² + L²`
pub(crate) fn best_angle(run: &mut Run) -> Result<()> {
    let grain = run.grain;
    let cases = [
        ("quake3, no snap", 8.0, 400.0),
        ("quake3, no snap", 8.0, 1000.0),
        ("quakeworld", 13.0, 320.0),
        ("quakeworld", 13.0, 1000.0),
        ("quakeworld", 8.0, 400.0),
        ("cpm, no snap", 8.0, 400.0),
        ("source", 10.0, 400.0),
    ];
    for (name, msec, v) in cases {
        let moves = moves(name);
        let law = Air::strafing(&moves.profile, msec);
        let bench = run.bench(&moves, msec, free_fall())?;
        let best = law.best_angle(v).to_degrees();
        let step = ANGLE_STEP.to_degrees();
        // The best of all angles within 60 view steps of the law's.
        let scan = (-60..=60).map(|i| {
            let degrees = ((best / step).round() + f64::from(i)) * step;
            [degrees, tick(&bench, msec, v, degrees) - v]
        });
        let scanned: Vec<[f64; 2]> = scan.collect();
        let top = scanned.iter().map(|p| p[1]).fold(f64::MIN, f64::max);
        let tops: Vec<f64> = scanned.iter().filter(|p| p[1] == top).map(|p| p[0]).collect();
        let middle = tops.iter().sum::<f64>() / tops.len() as f64;
        run.case = format!("{} · {v} u/s", moves.at(msec));

        // A kink is found to a step; a rounded top as far as f32 can tell v cos²/2 from nothing.
        let kink = law.gain <= law.cap;
        let mut within = Within::new(step, "the scan's step, 360/65536°");
        if !kink {
            let flat = (2.0 * grain.tick(v).value / v).sqrt().to_degrees();
            let why = "the top is round: within this angle the loss v θ²/2 is below f32";
            within = within.and(flat, why);
        }
        run.check("best angle", "°", best, middle, within);

        let gain = law.after(v, law.best_angle(v)) - v;
        let missed = if kink {
            law.gain * law.best_angle(v).sin() * ANGLE_STEP
        } else {
            0.0
        };
        let why = "one scan step outside the kink costs a sin θ · step";
        let what = "greatest gain of a tick";
        run.check(what, "u/s", gain, top, grain.tick(v).and(missed, why));
    }
    Ok(())
}

/// L6: at the best angle every tick in the air adds the same to the square of the speed, whatever the speed.
///
/// `vₙ = √(v₀² + n G), G = a(2L − a) if a ≤ L, else L²`
pub(crate) fn strafe_growth(run: &mut Run) -> Result<()> {
    /// Speed from which strafing begins, in u/s.
    const FROM: f64 = 400.0;
    let grain = run.grain;
    for moves in ["quakeworld", "quake3, no snap", "cpm, no snap"].map(moves) {
        for msec in [1.0, 8.0, 10.0, 13.0, HZ_72].into_iter().chain(SCREENS) {
            let law = Air::strafing(&moves.profile, msec);
            let bench = run.bench(&moves, msec, free_fall())?;
            let played = bench.play(bench.flying(FROM), &[strafe(6.0, None)]);
            let n = (played.states.len() - 1) as f64;
            let end = speed(&last(&played));
            let measured = (end * end - FROM * FROM) / n;

            let end = (FROM * FROM + n * law.growth()).sqrt();
            let mut within = Within::new(
                2.0 * end * grain.run(end).value / n,
                "f32 run: 1e-5 of the final speed, as a share of its square a tick",
            );
            if moves.profile.order == Order::Quake3 {
                // The mean over the run of the largest loss by a step outside the best angle.
                let lost = |v: &f64| 2.0 * law.gain * v * law.best_angle(*v).sin() * ANGLE_STEP;
                within = within.and(
                    speeds(&played).iter().map(lost).sum::<f64>() / n,
                    "the view turns in steps of 360/65536°: up to one outside the best angle, 2 a v sin θ · step",
                );
            }
            let what = format!("growth of v² a tick, over {n} ticks");
            run.check(what, "u²/s²", law.growth(), measured, within);
        }
    }
    thousand_at_a_kilohertz(run)
}

/// The published cross-check: some 4,938 ticks from 320 to 1,000 u/s at 1,000 fps with Half-Life's constants.
fn thousand_at_a_kilohertz(run: &mut Run) -> Result<()> {
    let (moves, msec) = (moves("goldsrc"), 1.0);
    let law = Air::strafing(&moves.profile, msec);
    let bench = run.bench(&moves, msec, free_fall())?;
    let to_the_right = Step::Strafe {
        seconds: 6.0,
        side: Side::Right,
        toward: None,
        angle: None,
        hop: false,
    };
    let played = bench.play(bench.flying(320.0), &[to_the_right]);
    let exact = (1e6 - 320.0 * 320.0) / law.growth();
    let measured = played.states.iter().position(|b| speed(b) >= 1000.0);
    let measured = measured.map_or(f64::NAN, |k| k as f64);
    // At the end of the run a tick is worth G / 2v.
    let a_tick = law.growth() / 2000.0;
    let in_ticks = run.grain.run(1000.0).value / a_tick;
    let within = Within::new(1.0, "whole ticks").and(in_ticks, "1e-5 of 1,000 u/s in ticks");
    run.check("ticks from 320 to 1,000 u/s", "", exact, measured, within);
    Ok(())
}

/// L7: in QuakeWorld's air a wish ahead from rest tops out at the cap of 30, a wish back from 320 leaves −30; and no input of
/// any profile adds more than G to the square of the speed in a tick.
///
/// `v → ±L; |v'|² − |v|² ≤ G`
pub(crate) fn no_tick_gains_more(run: &mut Run) -> Result<()> {
    for msec in [8.0, 13.0] {
        let moves = moves("quakeworld");
        let law = Air::strafing(&moves.profile, msec);
        let bench = run.bench(&moves, msec, free_fall())?;
        for (from, key, what, leaves) in [
            (0.0, Forward, "speed ahead, wish ahead from rest", law.cap),
            (320.0, Back, "speed ahead, wish back from 320 u/s", -law.cap),
        ] {
            let end = bench.end(bench.flying(from), &[hold_at(0.0, &[key], 1.0)]);
            run.near(what, "u/s", leaves, end.velocity.x);
        }
    }
    for (name, msec) in [
        ("quakeworld", 8.0),
        ("quakeworld", 13.0),
        ("quake3, no snap", 8.0),
        ("cpm, no snap", 8.0),
        ("goldsrc", 10.0),
        ("source", 10.0),
    ] {
        random_ticks(run, &moves(name), msec)?;
    }
    Ok(())
}

fn random_ticks(run: &mut Run, moves: &Moves, msec: f64) -> Result<()> {
    const SEED: u64 = 7;
    const TICKS: usize = 2000;
    /// In u/s.
    const FASTEST: f64 = 1000.0;
    // Whichever keys gain more.
    let growth = Air::strafing(&moves.profile, msec)
        .growth()
        .max(Air::running(&moves.profile, msec).growth());
    let bench = run.bench(moves, msec, free_fall())?;
    let mut random = Pcg64Mcg::seed_from_u64(SEED);
    let mut most = f64::MIN;
    for _ in 0..TICKS {
        let v = random.random_range(0.0..FASTEST);
        let heading = random.random_range(0.0..360.0f64).to_radians();
        let mut start = bench.flying(v * heading.cos());
        start.velocity.y = v * heading.sin();
        let keys = [
            [Forward, Back][random.random_range(0..2)],
            [Left, Right][random.random_range(0..2)],
        ];
        let keys = &keys[random.random_range(0..2)..];
        let yaw = random.random_range(0.0..360.0);
        let after = speed(&bench.end(start, &[hold_at(yaw, keys, msec / 1000.0)]));
        let before = speed(&start);
        most = most.max(after * after - before * before);
    }
    let rounding = 2.0 * FASTEST * run.grain.tick(FASTEST).value;
    let within = Within::new(rounding, "eight f32 roundings of a speed of 1,000 in its square");
    run.case += &format!(", {TICKS} random ticks, seed {SEED}");
    run.check("greatest gain of v²", "u²/s²", growth, most, within.at_most());
    Ok(())
}

/// L8: Quake III scales the keys so that a diagonal is no faster; jump held in the air counts as a third key.
///
/// `s' = s |(f, r)| / |(f, r, u)|`
pub(crate) fn key_scaling(run: &mut Run) -> Result<()> {
    const MSEC: f64 = 8.0;
    let cases: [(&str, &[Key], f64); 4] = [
        ("ahead", &[Forward], 1.0),
        ("ahead, right", &[Forward, Right], 1.0),
        ("ahead, jump", &[Forward, Jump], 0.5),
        ("ahead, right, jump", &[Forward, Right, Jump], 2.0 / 3.0),
    ];
    let moves = moves("quake3, no snap");
    let air = Air::running(&moves.profile, MSEC);
    for (name, keys, share) in cases {
        let wished = air.cap * f64::sqrt(share);
        let bench = run.bench(&moves, MSEC, free_fall())?;
        let end = bench.end(bench.flying(0.0), &[hold_at(0.0, keys, 2.0)]);
        run.case += &format!(" · {name}");
        run.near("speed reached in the air from rest", "u/s", wished, speed(&end));
    }
    Ok(())
}

/// L9: with the wish at the best angle to the velocity, speed on the ground settles above the running speed: the speed of a
/// circle jump.
///
/// `v* = s √( A (2 − A T) / (f (2 − f T)) )`
pub(crate) fn circle_jump(run: &mut Run) -> Result<()> {
    let rubbed = |name| moves(name).but("f = 6", |p| p.friction = 6.0);
    let cases: [(Moves, f64); 10] = [
        (moves("quakeworld"), 7.0),
        (moves("quakeworld"), 13.0),
        (moves("quakeworld"), HZ_72),
        (moves("quakeworld"), 8.0),
        (moves("goldsrc"), 10.0),
        (moves("goldsrc"), 1.0),
        (moves("quake3, no snap"), 8.0),
        (moves("quake3, no snap"), 17.0),
        (moves("cpm, no snap"), 8.0),
        (rubbed("cpm, no snap"), 8.0),
    ];
    for (moves, msec) in cases {
        let law = Ground::new(&moves.profile, msec);
        let best = law.best();
        let bench = run.bench(&moves, msec, flat())?;
        let end = bench.end(bench.running(320.0), &[strafe(4.0, None)]);
        let mut within = run.grain.run(best);
        if moves.profile.order == Order::Quake3 {
            within = within.and(
                lost_by_view_steps(&law, best),
                "the view turns in steps of 360/65536°, which misses the best angle by up to one",
            );
        }
        run.check("settled speed", "u/s", best, speed(&end), within);
    }
    circle_jump_rounded(run, &rubbed("cpm"))
}

/// Quake III's view steps put the wish up to one step outside the best angle. That costs up to 2 a v sin θ · step
/// of v² each tick; friction keeps r² of it from tick to tick.
fn lost_by_view_steps(law: &Ground, best: f64) -> f64 {
    let rubbed = law.rubbed(best);
    let sin = (1.0 - ((law.wished - law.gain()) / rubbed).powi(2)).sqrt();
    let keeps = (1.0 - law.friction * law.seconds).powi(2);
    let lost = 2.0 * law.gain() * rubbed * sin * ANGLE_STEP / (1.0 - keeps);
    lost / (2.0 * best)
}

/// With velocities rounded each tick the fixed point becomes a walk about it, which depends on its beginning. The
/// published figure is the fastest known.
fn circle_jump_rounded(run: &mut Run, moves: &Moves) -> Result<()> {
    const MSEC: f64 = 8.0;
    const HEADINGS: u32 = 90;
    const PUBLISHED: f64 = 498.787;
    let bench = run.bench(moves, MSEC, flat())?;
    let mut fastest = 0f64;
    for i in 0..HEADINGS {
        let (sin, cos) = f64::from(i).to_radians().sin_cos();
        let mut start = bench.running(f64::from(moves.profile.max_speed) * cos);
        start.velocity.y = f64::from(moves.profile.max_speed) * sin;
        let played = bench.play(start, &[strafe(4.0, None)]);
        fastest = speeds(&played).into_iter().fold(fastest, f64::max);
    }
    let what = format!("greatest speed, rounded, of {HEADINGS} headings");
    let within = Within::new(0.0005, "the published figure is rounded to thousandths");
    run.check(what, "u/s", PUBLISHED, fastest, within.at_most());
    Ok(())
}
