//! L40: ProMode's three accelerations in the air.

use crate::LawError;
use crate::bench::at_tick;
use crate::moves::Moves;
use crate::sheet::{LawRun, predict};
use crate::{Law, scene};
use clipmark_movement::Profile;
use clipmark_scene::Key;

/// In ProMode's air a wish against the motion gains 2.5 times as much as one along it, and sideways keys alone 70 times as much
/// up to 30 u/s; Quake III knows one acceleration.
///
/// `m = min(A T s, s − v·w); A = 2.5 if v·w < 0, else 1; sideways keys alone A = 70, s = 30`
pub(crate) const L40: Law = Law {
    id: "L40",
    slug: "l40-promode-air",
    title: "Stopping in the air",
    scene: scene!("l40-promode-air"),
    play,
};

const MSEC: f64 = 8.0;

/// Keys, the horizontal direction of their wish at a yaw of 0, and velocities in u/s. No velocity here turns by one key alone.
type Wish = (&'static str, &'static [Key], [f64; 2], &'static [[f64; 2]]);
const ALONG: &[[f64; 2]] = &[[300.0, 0.0], [-100.0, 0.0]];
const ANY: &[[f64; 2]] = &[[300.0, 0.0], [-100.0, 0.0], [0.0, 200.0], [0.0, -20.0]];
const WISHES: [Wish; 4] = [
    ("back", &[Key::Back], [-1.0, 0.0], ALONG),
    ("ahead", &[Key::Forward], [1.0, 0.0], ALONG),
    ("back, right", &[Key::Back, Key::Right], [-1.0, -1.0], ANY),
    ("right", &[Key::Right], [0.0, -1.0], ANY),
];

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
    (f64::from(rate) * MSEC / 1000.0 * wished)
        .min(wished - along)
        .max(0.0)
}

fn play(sheet: &mut LawRun) -> Result<(), LawError> {
    let grain = sheet.grain();
    for moves in [Moves::cpm_unsnapped(), Moves::quake3_unsnapped()] {
        let mut bench = sheet.bench(&at_tick(&sheet.scene(), MSEC), moves.profile)?;
        for (name, keys, wish, velocities) in WISHES {
            let length = wish[0].hypot(wish[1]);
            let wish = wish.map(|c| c / length);
            for v in velocities {
                let mut start = bench.start();
                start.velocity = [v[0], v[1], 0.0].into();
                let after = bench.tick_from(start, keys).velocity;
                let along = v[0] * wish[0] + v[1] * wish[1];
                let more = gain(&moves.profile, along, keys == [Key::Right]);
                let case = format!("{} · {name} from ({}, {})", moves.at(MSEC), v[0], v[1]);
                for (axis, predicted, measured) in [
                    ("x", v[0] + more * wish[0], after.x),
                    ("y", v[1] + more * wish[1], after.y),
                ] {
                    sheet.measured(
                        predict(&case, format!("{axis} after a tick"), "u/s", predicted),
                        measured,
                        grain.tick(320.0),
                    );
                }
            }
        }
    }
    Ok(())
}
