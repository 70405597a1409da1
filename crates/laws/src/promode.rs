//! L30 and L31: Challenge ProMode's additions to Quake III: turning in the air by one key, and the second jump.

use crate::LawError;
use crate::bench::{at_tick, speed};
use crate::moves::Moves;
use crate::sheet::{LawRun, predict};
use crate::within::Within;
use crate::{Law, scene};
use clipmark_scene::{Key, Shape, Step, WorldSource};

const MSEC: f64 = 8.0;

/// In ProMode a forward key alone turns the velocity in the air towards the wish and keeps its size; two keys do not.
///
/// `tan δ = k sin θ / (v + k cos θ), k = 32 C cos²θ T`
pub(crate) const L30: Law = Law {
    id: "L30",
    slug: "l30-air-control",
    title: "Air control",
    scene: scene!("l30-air-control"),
    play: l30,
};

/// The formula's own factor, u/s² for a C of 1.
const GAIN: f64 = 32.0;
/// Ticks that are played.
const TICKS: usize = 100;

/// Angles after each tick, in radians. The speed along the wish is above the cap, so that nothing is gained besides.
fn angles(control: f64, speed: f64, from: f64) -> Vec<f64> {
    let next = |angle: &f64| {
        let (sin, cos) = angle.sin_cos();
        let k = GAIN * control * cos * cos * MSEC / 1000.0;
        Some(angle - (k * sin).atan2(speed + k * cos))
    };
    std::iter::successors(Some(from), next).take(TICKS + 1).collect()
}

fn l30(sheet: &mut LawRun) -> Result<(), LawError> {
    let grain = sheet.grain();
    let moves = Moves::cpm_unsnapped();
    let control = f64::from(moves.profile.air_control);
    let cases: [(&str, &[Key], f64, f64); 5] = [
        ("ahead", &[Key::Forward], 500.0, 50.0),
        ("ahead", &[Key::Forward], 500.0, 20.0),
        ("ahead", &[Key::Forward], 1000.0, 60.0),
        ("ahead, right", &[Key::Forward, Key::Right], 1000.0, 10.0),
        ("ahead, left", &[Key::Forward, Key::Left], 1000.0, 60.0),
    ];
    for (name, keys, v, degrees) in cases {
        let from = degrees.to_radians();
        let mut bench = sheet.bench(&at_tick(&sheet.scene(), MSEC), moves.profile)?;
        let mut start = bench.start();
        start.velocity = [v * from.cos(), v * from.sin(), 0.0].into();
        let step = Step::Hold {
            keys: keys.to_vec(),
            seconds: TICKS as f64 * MSEC / 1000.0,
            turn: 0.0,
            yaw: Some(0.0),
            pitch: None,
        };
        let played = bench.play_steps(start, vec![step]);
        let turns = keys.len() == 1;
        let law = if turns {
            angles(control, v, from)
        } else {
            vec![from; TICKS + 1]
        };
        let measured: Vec<f64> = played
            .states
            .iter()
            .map(|b| b.velocity.y.atan2(b.velocity.x).to_degrees())
            .collect();
        let case = format!("{} · {name} · {v} u/s from {degrees}°", moves.at(MSEC));
        let predicted = law[TICKS].to_degrees();
        // Rounding of each tick turns the velocity by a step of its components at most.
        let rounding = TICKS as f64 * (grain.step(v) / v).to_degrees();
        let within = grain
            .run(degrees)
            .and(rounding, "a step of the velocity a tick, as an angle");
        sheet.measured(
            predict(&case, format!("angle after {TICKS} ticks"), "°", predicted),
            measured.last().copied().unwrap_or(f64::NAN),
            within,
        );
        sheet.measured(
            predict(&case, "speed", "u/s", v),
            played.states.last().map_or(f64::NAN, speed),
            grain
                .run(v)
                .and(TICKS as f64 * grain.step(v), "a step of the velocity a tick"),
        );
    }
    Ok(())
}

/// In ProMode a jump less than 400 ms after the last is faster by 100 u/s.
///
/// `v₁ = v₀ + D if t < t₂, else v₀; after a tick v₁ − g T`
pub(crate) const L31: Law = Law {
    id: "L31",
    slug: "l31-double-jump",
    title: "Double jump",
    scene: scene!("l31-double-jump"),
    play: l31,
};

/// Height of a standing body in units, and the free space above it: the higher, the later the second jump. Under 30 u it comes
/// after 416 ms, too late.
const TALL: f64 = 56.0;
const ABOVE: [f64; 5] = [4.0, 12.0, 20.0, 27.0, 30.0];
/// A tick with a larger gain and then a rise of this speed is a jump's, u/s. A landing adds as much. A landing adds as much.
const JUMPS: f64 = 150.0;

fn l31(sheet: &mut LawRun) -> Result<(), LawError> {
    let grain = sheet.grain();
    let moves = Moves::cpm_unsnapped();
    let profile = &moves.profile;
    let (jump, fall) = (
        f64::from(profile.jump_speed),
        f64::from(profile.gravity) * MSEC / 1000.0,
    );
    let (gain, within_msec) = (
        f64::from(profile.double_jump.speed),
        f64::from(profile.double_jump.msec),
    );
    for above in ABOVE {
        let mut scene = at_tick(&sheet.scene(), MSEC);
        scene.world = under(above);
        let mut bench = sheet.bench(&scene, moves.profile)?;
        let start = bench.at_rest();
        // The key counts where it is pressed anew.
        let press = |keys: &[Key]| Step::Hold {
            keys: keys.to_vec(),
            seconds: MSEC / 1000.0,
            turn: 0.0,
            yaw: None,
            pitch: None,
        };
        let steps = vec![press(&[Key::Jump]), press(&[])];
        let played = bench.play_steps(start, vec![Step::Repeat { times: 60, steps }]);
        let rises: Vec<f64> = played.states.iter().map(|b| b.velocity.z).collect();
        let jumps: Vec<usize> = (1..rises.len())
            .filter(|&k| rises[k] > JUMPS && rises[k] - rises[k - 1] > JUMPS)
            .collect();
        let case = format!("{} · {above} u above", moves.at(MSEC));
        let (first, second) = (jumps.first().copied(), jumps.get(1).copied());
        let rise = |k: Option<usize>| k.map_or(f64::NAN, |k| rises[k]);
        let apart = first.zip(second).map_or(f64::NAN, |(a, b)| (b - a) as f64 * MSEC);
        sheet.measured(
            predict(&case, "speed after the first jump's tick", "u/s", jump - fall),
            rise(first),
            grain.tick(jump),
        );
        let soon = apart < within_msec;
        let faster = jump - fall + if soon { gain } else { 0.0 };
        sheet.measured(
            predict(
                &case,
                format!("speed after the second, {apart} ms later"),
                "u/s",
                faster,
            ),
            rise(second),
            grain.tick(jump + gain),
        );
        let left = second.map_or(f64::NAN, |k| played.states[k].double_jump_msec);
        sheet.measured(
            predict(&case, "time left for a third", "ms", within_msec),
            left,
            Within::exactly(),
        );
    }
    Ok(())
}

/// A floor, and a ceiling so far above a standing body.
fn under(above: f64) -> WorldSource {
    let low = TALL + above;
    WorldSource::Shapes(vec![
        Shape::Box {
            min: [-512.0, -512.0, -64.0],
            max: [512.0, 512.0, 0.0],
        },
        Shape::Box {
            min: [-512.0, -512.0, low],
            max: [512.0, 512.0, low + 64.0],
        },
    ])
}
