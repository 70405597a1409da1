//! L14 and L15: what the order of jump and friction makes of bunny hopping.

use super::bench::{at_tick, speed};
use super::forms::Air;
use super::moves::{HZ_72, Moves};
use super::sheet::{Sheet, predict};
use super::within::Within;
use super::{Law, scene};
use crate::MeasureError;

const AXES: [&str; 2] = ["time (s)", "speed (ups)"];

pub(super) const L14: Law = Law {
    id: "L14",
    slug: "l14-bunny-hop",
    title: "Bunny hopping costs no friction in QuakeWorld",
    statement: "Jumping is tested before friction, so speed grows through landings as if there were none (L6).",
    formula: "vₙ = √(v₀² + n G), n all ticks",
    axes: AXES,
    scene: scene!("l14-bunny-hop"),
    play: l14,
};

fn l14(sheet: &mut Sheet) -> Result<(), MeasureError> {
    for (msec, printed) in [(HZ_72, "1182.5"), (13.0, "1219.4"), (10.0, "1379.3")] {
        let moves = Moves::quakeworld();
        let law = Air::strafing(&moves.profile, msec);
        let bench = sheet.bench(&at_tick(&sheet.scene(), msec), moves.profile)?;
        // Known to stand, it jumps in the first tick already.
        let mut start = bench.start();
        start.grounded = true;
        let played = bench.play_from(start);
        let speeds: Vec<f64> = played.states.iter().map(speed).collect();
        let from = speeds[0];
        let after = |k: f64| (from * from + k * law.growth()).sqrt();
        let n = 20_000.0 / msec;
        let landings = played.commands.iter().filter(|c| c.up > 0.0).count();
        let case = format!("{}, {landings} hops", moves.at(msec));
        // The run is in whole ticks; the figure is for 20 s.
        let short = (speeds.len() - 1) as f64 - n;
        let measured = speeds.last().copied().unwrap_or(f64::NAN);
        sheet.measured(
            predict(case, "speed after 20 s", "ups", after(n)).printed(printed),
            measured,
            Within::f32_run(measured).and(
                law.growth() / (2.0 * measured) * short.abs(),
                "20 s are no whole number of ticks",
            ),
        );
        let at = |k: usize| k as f64 * msec / 1000.0;
        let curve = (0..speeds.len()).map(|k| [at(k), after(k as f64)]);
        let dots = speeds.iter().enumerate().map(|(k, v)| [at(k), *v]);
        sheet.curve(moves.at(msec), curve.collect(), dots.collect());
    }
    Ok(())
}
