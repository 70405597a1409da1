//! L8: the cost of a key held too many in Quake III.

use crate::Law;
use crate::LawError;
use crate::bench::{at_tick, speed};
use crate::forms::Air;
use crate::moves::Moves;
use crate::sheet::{LawRun, Printed, predict};
use clipmark_scene::{Key, Step};

pub(crate) const L8: Law = Law {
    id: "L8",
    slug: "l08-key-scaling",
    title: "Jump held in the air slows the wish",
    statement: "Quake III scales the keys so that a diagonal is no faster; jump held in the air counts as a third key.",
    formula: "s' = s |(f, r)| / |(f, r, u)|",
    axes: ["time (s)", "speed (u/s)"],
    scene: clipmark_scenes::law("l08-key-scaling"),
    play,
};

fn play(sheet: &mut LawRun) -> Result<(), LawError> {
    let grain = sheet.grain();
    const MSEC: f64 = 8.0;
    let cases: [(&str, &[Key], f64, Printed); 4] = [
        ("ahead", &[Key::Forward], 1.0, None),
        ("ahead, right", &[Key::Forward, Key::Right], 1.0, None),
        ("ahead, jump", &[Key::Forward, Key::Jump], 0.5, Some("226.274")),
        (
            "ahead, right, jump",
            &[Key::Forward, Key::Right, Key::Jump],
            2.0 / 3.0,
            Some("261.279"),
        ),
    ];
    let moves = Moves::quake3_unsnapped();
    let air = Air::running(&moves.profile, MSEC);
    for (name, keys, share, printed) in cases {
        let wished = air.cap * f64::sqrt(share);
        let mut bench = sheet.bench(&at_tick(&sheet.scene(), MSEC), moves.profile)?;
        let start = bench.start();
        let step = Step::Hold {
            keys: keys.to_vec(),
            seconds: 2.0,
            turn: 0.0,
            yaw: Some(0.0),
            pitch: None,
        };
        let played = bench.play_steps(start, vec![step]);
        let speeds: Vec<f64> = played.states.iter().map(speed).collect();
        sheet.measured(
            predict(
                format!("{} · {name}", moves.at(MSEC)),
                "speed reached in the air from rest",
                "u/s",
                wished,
            )
            .printed(printed),
            speeds.last().copied().unwrap_or(f64::NAN),
            grain.run(wished),
        );
        // The gain of a tick is scaled with the wish.
        let at = |k: usize| k as f64 * MSEC / 1000.0;
        let curve = |k: usize| [at(k), (k as f64 * air.gain * f64::sqrt(share)).min(wished)];
        let dots = speeds.iter().enumerate().map(|(k, v)| [at(k), *v]);
        sheet.curve(name, (0..speeds.len()).map(curve).collect(), dots.collect());
    }
    Ok(())
}
