//! L14 and L15: the effect of the order of jump and friction on bunny hopping.

use crate::LawError;
use crate::bench::{at_tick, speed};
use crate::forms::{Air, Flight, Ground};
use crate::moves::{HZ_72, Moves};
use crate::sheet::{LawRun, predict};
use crate::within::Within;
use crate::{Law, scene, track};
use clipmark_scene::{Side, Step};

/// Jumping is tested before friction, so speed grows through landings as if there were none (L6).
///
/// `vₙ = √(v₀² + n G), n all ticks`
pub(crate) const L14: Law = Law {
    id: "L14",
    slug: "l14-bunny-hop",
    title: "Bunny hopping costs no friction in QuakeWorld",
    scene: scene!("l14-bunny-hop"),
    play: l14,
};

fn l14(sheet: &mut LawRun) -> Result<(), LawError> {
    let grain = sheet.grain();
    for msec in [HZ_72, 13.0, 10.0] {
        let moves = Moves::quakeworld();
        let law = Air::strafing(&moves.profile, msec);
        let bench = sheet.bench(&at_tick(&sheet.scene(), msec), moves.profile)?;
        let played = bench.play_from(bench.at_rest());
        let speeds: Vec<f64> = played.states.iter().map(speed).collect();
        let from = speeds[0];
        let after = |k: f64| (from * from + k * law.growth()).sqrt();
        let n = 20_000.0 / msec;
        let landings = played.commands.iter().filter(|c| c.up > 0.0).count();
        let case = format!("{}, {landings} hops", moves.at(msec));
        // The figure is for 20 s, which are no whole number of ticks: v² is a straight line between them.
        let whole = n.floor() as usize;
        let square = |k: usize| speeds.get(k).map_or(f64::NAN, |v| v * v);
        let measured = (square(whole) + (n - n.floor()) * (square(n.ceil() as usize) - square(whole))).sqrt();
        sheet.measured(
            predict(case, "speed after 20 s", "u/s", after(n)),
            measured,
            grain.run(measured),
        );
    }
    speed_run(sheet)
}

/// A speed run: how many of a track's platforms are reached, with gaps a little narrower and a little wider than the
/// laws predict.
fn speed_run(sheet: &mut LawRun) -> Result<(), LawError> {
    let grain = sheet.grain();
    const MSEC: f64 = 13.0;
    let moves = Moves::quakeworld();
    let way = |aslant| track::hops(&moves.profile, MSEC, aslant).iter().sum::<f64>();
    for (share, reached) in [(0.98, track::PLATFORMS), (1.02, 0)] {
        let mut scene = at_tick(&sheet.scene(), MSEC);
        scene.world = track::world(&moves.profile, MSEC, share);
        scene.input = vec![Step::Strafe {
            seconds: 40.0,
            side: Side::Left,
            toward: Some(0.0),
            angle: None,
            hop: true,
        }];
        let bench = sheet.bench(&scene, moves.profile)?;
        let mut start = bench.at_rest();
        start.velocity.x = track::FROM;
        let played = bench.play_from(start);
        // Landings before it falls off the track.
        let landings = played
            .states
            .windows(2)
            .take_while(|w| w[1].origin.z > 0.0)
            .filter(|w| w[1].grounded && !w[0].grounded)
            .count();
        let case = format!("{}, gaps of {share} of the hop", moves.at(MSEC));
        sheet.measured(
            predict(
                &case,
                format!("platforms reached of {}", track::PLATFORMS),
                "",
                reached as f64,
            ),
            landings as f64,
            Within::exactly(),
        );
        if reached == track::PLATFORMS {
            let way = [way(false), way(true)];
            let ticks = played.states.iter().take_while(|b| b.origin.z > 0.0);
            let at = ticks
                .filter(|b| b.grounded)
                .last()
                .map_or(f64::NAN, |b| b.origin.x);
            sheet.measured(
                predict(&case, "way to the last landing", "u", way[0]),
                at - start.origin.x,
                grain.run(way[0]).and(
                    way[0] - way[1],
                    "the heading swings by a tick's turn, anywhere between evenly around +x and all to one side",
                ),
            );
        }
    }
    Ok(())
}

/// Where friction comes before the jump every landing costs one tick of it, and speed has a fixed point.
///
/// `v*² = (r² (n − 1) G + a (2s − a)) / (1 − r²), r = 1 − f T, n ticks a flight; a = A T s, or 0 without keys on the ground`
pub(crate) const L15: Law = Law {
    id: "L15",
    slug: "l15-bunny-hop-netquake",
    title: "Bunny hopping before QuakeWorld",
    scene: scene!("l15-bunny-hop-netquake"),
    play: l15,
};

fn l15(sheet: &mut LawRun) -> Result<(), LawError> {
    let grain = sheet.grain();
    // Long enough that the rest of the way to the fixed point is below 1e-9 of it.
    const SECONDS: f64 = 400.0;
    for msec in [HZ_72, 13.0, 10.0] {
        let coast = Moves::netquake().but("A = 0", |p| p.accelerate = 0.0);
        for moves in [coast, Moves::netquake()] {
            let (ground, air) = (
                Ground::of(&moves.profile, msec),
                Air::strafing(&moves.profile, msec),
            );
            let (_, flight) = Flight::of(&moves.profile, msec).jump(f64::from(moves.profile.jump_speed));
            let keeps = (1.0 - ground.friction * ground.seconds).powi(2);
            let push = ground.gain() * (2.0 * ground.wished - ground.gain());
            let settles = |n: f64| ((keeps * n * air.growth() + push) / (1.0 - keeps)).sqrt();
            let n = flight as f64;
            let case = moves.at(msec);
            let mut scene = at_tick(&sheet.scene(), msec);
            scene.input = vec![Step::Strafe {
                seconds: SECONDS,
                side: Side::Left,
                toward: None,
                angle: None,
                hop: true,
            }];
            let bench = sheet.bench(&scene, moves.profile)?;
            let played = bench.play_from(bench.at_rest());
            let jumps = played
                .commands
                .iter()
                .zip(&played.states[1..])
                .filter(|(c, _)| c.up > 0.0);
            let speeds: Vec<f64> = jumps.map(|(_, after)| speed(after)).collect();
            let last = speeds.last().copied().unwrap_or(f64::NAN);
            let predicted = settles(n - 1.0);
            sheet.measured(
                predict(&case, "settled speed at take-off", "u/s", predicted),
                last,
                grain.run(predicted),
            );
            sheet.measured(
                predict(&case, "the table's, with n ticks in the air", "u/s", settles(n)).at_most(),
                last,
                grain.run(predicted),
            );
        }
    }
    // The table counts n ticks of strafing a flight and the landing tick besides. Played, the landing tick is the first of the
    // flight: it rubs and accelerates on the ground, jumps, and moves. So n − 1 ticks are in the air, and the fixed point lies up
    // to one per cent below the printed one.
    Ok(())
}
