//! L39: the limit on each component of the velocity.

use crate::LawError;
use crate::bench::at_tick;
use crate::moves::Moves;
use crate::sheet::{LawRun, predict};
use crate::{Law, scene};
use clipmark_movement::{Order, Profile};

/// NetQuake, GoldSrc and Source keep each component of the velocity within a limit; QuakeWorld and Quake III have none.
///
/// `|vᵢ| ≤ 2000, Source 3500; NetQuake falls with 2000 + g T`
pub(crate) const L39: Law = Law {
    id: "L39",
    slug: "l39-fastest",
    title: "Greatest speed",
    scene: scene!("l39-fastest"),
    play,
};

const MSEC: f64 = 8.0;
/// Source's limit, in u/s (`docs/engines.md` section 6.4).
const SOURCE: f64 = 3500.0;
/// Speeds along each axis, in u/s, relative to the limit.
const BESIDE: [f64; 4] = [-500.0, -50.0, 50.0, 500.0];
/// The speeds that are asked where there is no limit are beside this, in u/s.
const UNLIMITED: f64 = 4000.0;

fn limit(profile: &Profile) -> Option<f64> {
    match profile.order {
        Order::Source => Some(SOURCE),
        _ => profile.max_velocity.map(f64::from),
    }
}

fn play(sheet: &mut LawRun) -> Result<(), LawError> {
    let grain = sheet.grain();
    for moves in [
        Moves::netquake(),
        Moves::goldsrc(),
        Moves::source(),
        Moves::quakeworld(),
        Moves::quake3_unsnapped(),
    ] {
        let profile = &moves.profile;
        let most = limit(profile);
        let falls = f64::from(profile.gravity) * MSEC / 1000.0;
        let mut bench = sheet.bench(&at_tick(&sheet.scene(), MSEC), *profile)?;
        let kept = |v: f64| most.map_or(v, |most| v.clamp(-most, most));
        for beside in BESIDE {
            let v = most.unwrap_or(UNLIMITED) + beside;
            let mut start = bench.start();
            start.velocity = [v, -v, -v].into();
            let after = bench.tick_from(start, &[]).velocity;
            // NetQuake's limit comes before gravity, the others' after.
            let down = match profile.order {
                Order::NetQuake => kept(-v) - falls,
                _ => kept(-v - falls),
            };
            for (axis, predicted, measured) in [
                ("x", kept(v), after.x),
                ("y", kept(-v), after.y),
                ("z", down, after.z),
            ] {
                sheet.measured(
                    predict(
                        moves.at(MSEC),
                        format!("{axis} after a tick from {v} u/s"),
                        "u/s",
                        predicted,
                    ),
                    measured,
                    grain.tick(v),
                );
            }
        }
    }
    Ok(())
}
