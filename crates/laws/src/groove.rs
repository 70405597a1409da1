//! L23 and L24: in the crease of two steep slopes.

use crate::LawError;
use crate::bench::{at_tick, speed};
use crate::forms::Air;
use crate::moves::Moves;
use crate::sheet::{LawRun, predict};
use crate::within::Within;
use crate::{Law, scene, worlds};
use clipmark_measure::Played;
use clipmark_movement::Body;

/// The direction of a crease is a cross product that is not normalised, so each clip along it multiplies the speed by sin² of the
/// angle between the planes.
///
/// `v = L sin² 2α for walls of α`
pub(crate) const L23: Law = Law {
    id: "L23",
    slug: "l23-crease",
    title: "QuakeWorld's crease",
    scene: scene!("l23-crease"),
    play: l23,
};

/// A player in a groove along x that pushes along it.
fn push(
    sheet: &LawRun,
    moves: &Moves,
    msec: f64,
    degrees: f64,
    [lift, across]: [f64; 2],
) -> Result<Played<f64>, LawError> {
    let profile = &moves.profile;
    let mut scene = at_tick(&sheet.scene(), msec);
    scene.world = worlds::groove(degrees);
    let bench = sheet.bench(&scene, moves.profile)?;
    let mut start = bench.start();
    let (sin, cos) = worlds::angle(degrees).sin_cos();
    let size = profile.size;
    let reach = f64::from(size.half_width) * sin - f64::from(size.feet) * cos;
    let gap = f64::from(profile.trace_rules.skin);
    start.origin.z = (reach + gap) / cos + lift;
    start.velocity.y = across;
    Ok(bench.play_from(start))
}

fn l23(sheet: &mut LawRun) -> Result<(), LawError> {
    let grain = sheet.grain();
    const MSEC: f64 = 13.0;
    let moves = Moves::quakeworld();
    let cap = Air::running(&moves.profile, MSEC).cap;
    let held = |degrees: f64| cap * (2.0 * worlds::angle(degrees)).sin().powi(2);
    for degrees in [50.0, 60.0, 75.0] {
        let played = push(sheet, &moves, MSEC, degrees, [0.01, 0.0])?;
        let measured = played.states.last().map_or(f64::NAN, |b| b.velocity.x);
        let predicted = held(degrees);
        sheet.measured(
            predict(
                format!("{} · {degrees}°", moves.at(MSEC)),
                "speed along the groove, pushing",
                "u/s",
                predicted,
            ),
            measured,
            grain.run(predicted),
        );
        let repaired = moves
            .clone()
            .but("normalised_crease", |p| p.repairs.normalised_crease = true);
        let played = push(sheet, &repaired, MSEC, degrees, [0.01, 0.0])?;
        sheet.measured(
            predict(
                format!("{} · {degrees}°", repaired.at(MSEC)),
                "speed along the groove, pushing",
                "u/s",
                cap,
            ),
            played.states.last().map_or(f64::NAN, |b| b.velocity.x),
            grain.run(cap),
        );
    }
    Ok(())
}

/// In a groove of walls too steep to stand on Quake III's mover keeps bouncing from wall to wall; a walker has this to beat.
///
/// `no formula: RMS of second differences of the position, by simulation`
pub(crate) const L24: Law = Law {
    id: "L24",
    slug: "l24-groove-unrest",
    title: "Quake III never rests in a groove",
    scene: scene!("l24-groove-unrest"),
    play: l24,
};

fn l24(sheet: &mut LawRun) -> Result<(), LawError> {
    const MSEC: f64 = 8.0;
    // After two seconds whatever is to settle has.
    const SKIPPED: usize = 250;
    // Ways into the groove: dropped from so high, moving across so fast.
    let ways = [0.01, 1.0, 2.0, 5.0, 10.0, 20.0].map(|lift| [0.0, 100.0].map(|across| [lift, across]));
    let ways = ways.as_flattened();
    let moves = Moves::quake3();
    let skin = f64::from(moves.profile.trace_rules.skin);
    for (degrees, figure) in [(50.0, 0.15), (60.0, 0.29), (75.0, 0.56)] {
        let case = format!("{} · {degrees}°", moves.at(MSEC));
        let (mut least, mut most, mut slowest) = (f64::MAX, 0f64, f64::MAX);
        for way in ways {
            let played = push(sheet, &moves, MSEC, degrees, *way)?;
            let unrest = unrest(&played.states[SKIPPED..]);
            (least, most) = (least.min(unrest), most.max(unrest));
            slowest = slowest.min(played.states.last().map_or(f64::NAN, speed));
        }
        let rounded = Within::of(0.005, "the figure is rounded to hundredths");
        let ways = ways.len();
        sheet.measured(
            predict(
                &case,
                format!("RMS of second differences, least of {ways} ways in"),
                "u",
                figure,
            )
            .at_most(),
            least,
            rounded.clone(),
        );
        sheet.measured(
            predict(
                &case,
                format!("the same, greatest of {ways} ways in"),
                "u",
                figure,
            )
            .at_least(),
            most,
            rounded,
        );
        sheet.measured(
            predict(&case, "the same, least: it never rests", "u", skin / 4.0).at_least(),
            least,
            Within::of(
                0.0,
                "a mover that settles has none; a quarter of the skin is what the referee calls a rest",
            ),
        );
        sheet.measured(
            predict(
                &case,
                "speed along the groove, slowest",
                "u/s",
                f64::from(moves.profile.max_speed),
            ),
            slowest,
            Within::of(1.0, "the velocity is rounded to whole units"),
        );
    }
    // How large the unrest is depends on how the player came in; the printed figures (0.15, 0.29, 0.56) lie within what a dozen
    // ways in give. So they are bounded here, not predicted.
    Ok(())
}

/// RMS of the second differences of the position.
fn unrest(states: &[Body<f64>]) -> f64 {
    let places: Vec<_> = states.iter().map(|b| b.origin.cast::<f64>()).collect();
    let squares = places
        .windows(3)
        .map(|w| ((w[2] - w[1]) - (w[1] - w[0])).norm_squared());
    (squares.sum::<f64>() / (places.len() - 2) as f64).sqrt()
}
