//! L8: the cost of a key held too many in Quake III.

use crate::LawError;
use crate::bench::{at_tick, speed};
use crate::forms::Air;
use crate::moves::Moves;
use crate::sheet::{LawRun, predict};
use crate::{Law, scene};
use clipmark_scene::{Key, Step};

/// Quake III scales the keys so that a diagonal is no faster; jump held in the air counts as a third key.
///
/// `s' = s |(f, r)| / |(f, r, u)|`
pub(crate) const L8: Law = Law {
    id: "L8",
    slug: "l08-key-scaling",
    title: "Jump held in the air slows the wish",
    scene: scene!("l08-key-scaling"),
    play,
};

fn play(sheet: &mut LawRun) -> Result<(), LawError> {
    let grain = sheet.grain();
    const MSEC: f64 = 8.0;
    let cases: [(&str, &[Key], f64); 4] = [
        ("ahead", &[Key::Forward], 1.0),
        ("ahead, right", &[Key::Forward, Key::Right], 1.0),
        ("ahead, jump", &[Key::Forward, Key::Jump], 0.5),
        (
            "ahead, right, jump",
            &[Key::Forward, Key::Right, Key::Jump],
            2.0 / 3.0,
        ),
    ];
    let moves = Moves::quake3_unsnapped();
    let air = Air::running(&moves.profile, MSEC);
    for (name, keys, share) in cases {
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
            ),
            speeds.last().copied().unwrap_or(f64::NAN),
            grain.run(wished),
        );
    }
    Ok(())
}
