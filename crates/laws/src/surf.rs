//! L21 to L24: on slopes too steep to stand on, and in the crease of two.

use crate::kit::*;
use clipmark_collision::TraceRules;

const MSEC: f64 = 13.0;
/// Speed along the ramp, in u/s.
const ALONG: f64 = 400.0;

/// Glides on a slope that rises towards +x, moving along y, to this state.
fn glide(run: &mut Run, moves: &Moves, degrees: f64, keys: &[Key], seconds: f64) -> Result<Body<f64>> {
    let bench = run.bench(moves, MSEC, slope(degrees))?;
    let mut start = bench.flying(0.0);
    start.origin = on_slope(&moves.profile, degrees, moves.skin() + 0.01);
    start.velocity.y = ALONG;
    Ok(bench.end(start, &[hold_at(0.0, keys, seconds)]))
}

/// L21: on a slope too steep to stand on, speed down the slope grows as on a frictionless plane and speed along it does not
/// change.
///
/// `v↓ = g sin α t; v→ constant`
pub(crate) fn without_keys(run: &mut Run) -> Result<()> {
    const TICKS: f64 = 153.0;
    // The touch rule is the other half of a mover's pair; this crossing is harmless.
    let crossed = moves("quake3, no snap").but("QuakeWorld's touch rule", |p| {
        p.trace_rules = TraceRules::QUAKEWORLD;
    });
    let cases = [
        moves("quakeworld"),
        moves("netquake"),
        moves("goldsrc"),
        moves("source"),
        moves("cpm, no snap"),
        moves("quake3, no snap"),
        crossed,
    ];
    for moves in cases {
        for degrees in [46.0, 60.0, 80.0] {
            let (sin, cos) = worlds::angle(degrees).sin_cos();
            let g = f64::from(moves.profile.gravity);
            let predicted = g * sin * TICKS * MSEC / 1000.0;
            let v = glide(run, &moves, degrees, &[], TICKS * MSEC / 1000.0)?.velocity;
            let down = -v.x * cos - v.z * sin;
            run.case += &format!(" · {degrees}°");
            run.near("speed down the slope after 153 ticks", "u/s", predicted, down);
            run.near("speed along it", "u/s", ALONG, v.y);
        }
    }
    Ok(())
}

/// L22: a wish square into the ramp lifts along it: height is held up to the angle whose fall a tick's acceleration makes up.
///
/// `vz* = (m − gT tan α) tan α, m = min(L, A s T); vz(n) = vz* (1 − sin²ⁿα); holds iff tan α ≤ m/(gT)`
pub(crate) fn holding_height(run: &mut Run) -> Result<()> {
    let moves = moves("quakeworld");
    let air = Air::running(&moves.profile, MSEC);
    let m = air.gain.min(air.cap);
    let fall = f64::from(moves.profile.gravity) * MSEC / 1000.0;
    let ticks = (1000.0 / MSEC).ceil();
    for degrees in [46.0, 55.0, 60.0, 65.0, 72.0] {
        let slope = worlds::angle(degrees);
        let steady = (m - fall * slope.tan()) * slope.tan();
        let predicted = steady * (1.0 - slope.sin().powf(2.0 * ticks));
        let end = glide(run, &moves, degrees, &[Forward], 1.0)?;
        run.case += &format!(" · {degrees}°");
        let why = "a run's share of the speed of 400 u/s along the ramp";
        let within = Within::new(run.grain.run(ALONG).value, why);
        let what = "vertical speed after 1 s";
        run.check(what, "u/s", predicted, end.velocity.z, within);
    }
    steepest_held(run, &moves, m, fall)
}

/// The steepest ramp on which a wish into it does not sink. QuakeWorld makes every component below 0.1 u/s zero when it clips.
/// From rest on the ramp a tick that would lift or sink by less does nothing, so the limit of the formula is a band: height is
/// kept from 70.69 to 71.07 degrees.
fn steepest_held(run: &mut Run, moves: &Moves, m: f64, fall: f64) -> Result<()> {
    // Vertical speed that the first tick from rest gives.
    let first = |degrees: f64| {
        let (sin, cos) = worlds::angle(degrees).sin_cos();
        m * sin * cos - fall * sin * sin
    };
    let dead = f64::from(moves.profile.clip_rule.zero_below);
    let climbs = bisect(60.0, 80.0, |d| Ok(first(d) >= dead))?;
    let stays = bisect(60.0, 80.0, |d| Ok(first(d) > -dead))?;
    let free = moves
        .clone()
        .but("no dead band", |p| p.clip_rule.zero_below = 0.0);
    type Holds = fn(f64) -> bool;
    let formula = (m / fall).atan().to_degrees();
    let cases: [(&Moves, &str, f64, Holds); 3] = [
        (&free, "steepest ramp on which height is held", formula, |v| {
            v >= 0.0
        }),
        (moves, "steepest ramp climbed from rest", climbs, |v| v > 0.0),
        (moves, "steepest ramp not sunk on from rest", stays, |v| v >= 0.0),
    ];
    for (moves, what, predicted, holds) in cases {
        let held = |degrees| Ok(holds(glide(run, moves, degrees, &[Forward], 3.0)?.velocity.z));
        let measured = bisect(60.0, 80.0, held)?;
        let within = run.grain.run(predicted).and(worlds::ANGLE_STEP, PLANES_ARE_F32);
        run.check(what, "°", predicted, measured, within);
    }
    Ok(())
}

/// Pushes along a groove along x, dropped from so high and moving across so fast at first.
fn push(
    run: &mut Run,
    moves: &Moves,
    degrees: f64,
    [msec, seconds]: [f64; 2],
    [lift, across]: [f64; 2],
) -> Result<Played<f64>> {
    let bench = run.bench(moves, msec, groove(degrees))?;
    let (sin, cos) = worlds::angle(degrees).sin_cos();
    let size = moves.profile.size;
    let reach = f64::from(size.half_width) * sin - f64::from(size.feet) * cos;
    let mut start = bench.flying(0.0);
    start.origin.z = (reach + moves.skin()) / cos + lift;
    start.velocity.y = across;
    Ok(bench.play(start, &[hold(&[Forward], seconds)]))
}

/// L23: the direction of a crease is a cross product that is not normalised, so each clip along it multiplies the speed by
/// sin² of the angle between the planes.
///
/// `v = L sin² 2α for walls of α`
pub(crate) fn crease(run: &mut Run) -> Result<()> {
    let usual = moves("quakeworld");
    let repaired = moves("quakeworld").but("normalised_crease", |p| p.repairs.normalised_crease = true);
    let cap = Air::running(&usual.profile, MSEC).cap;
    for degrees in [50.0, 60.0, 75.0] {
        let lossy = cap * (2.0 * worlds::angle(degrees)).sin().powi(2);
        for (moves, predicted) in [(&usual, lossy), (&repaired, cap)] {
            let end = last(&push(run, moves, degrees, [MSEC, 3.0], [0.01, 0.0])?);
            run.case += &format!(" · {degrees}°");
            let what = "speed along the groove, pushing";
            run.near(what, "u/s", predicted, end.velocity.x);
        }
    }
    Ok(())
}

/// L24: in a groove of walls too steep to stand on Quake III's mover keeps bouncing from wall to wall; a walker has this to
/// beat.
///
/// `no formula: RMS of second differences of the position, by simulation`
///
/// How large the unrest is depends on how the player came in; the known figures (0.15, 0.29, 0.56) lie within what a dozen
/// ways in give. So they are bounded here, not predicted.
pub(crate) fn no_rest_in_a_groove(run: &mut Run) -> Result<()> {
    const MSEC: f64 = 8.0;
    // After two seconds whatever is to settle has.
    const SKIPPED: usize = 250;
    // Ways into the groove: dropped from so high, moving across so fast.
    let ways = [0.01, 1.0, 2.0, 5.0, 10.0, 20.0].map(|lift| [0.0, 100.0].map(|across| [lift, across]));
    let ways = ways.as_flattened();
    let moves = moves("quake3");
    let full = f64::from(moves.profile.max_speed);
    for (degrees, figure) in [(50.0, 0.15), (60.0, 0.29), (75.0, 0.56)] {
        let (mut least, mut most, mut slowest) = (f64::MAX, 0f64, f64::MAX);
        for way in ways {
            let played = push(run, &moves, degrees, [MSEC, 6.0], *way)?;
            let unrest = unrest(&played.states[SKIPPED..]);
            (least, most) = (least.min(unrest), most.max(unrest));
            slowest = slowest.min(speed(&last(&played)));
        }
        run.case += &format!(" · {degrees}°");
        let rounded = Within::new(0.005, "the figure is rounded to hundredths");
        let ways = ways.len();
        let what = format!("RMS of second differences, least of {ways} ways in");
        run.check(what, "u", figure, least, rounded.clone().at_most());
        let what = format!("the same, greatest of {ways} ways in");
        run.check(what, "u", figure, most, rounded.at_least());
        let rests = Within::new(
            0.0,
            "a mover that settles has none; a quarter of the skin is what the referee calls a rest",
        );
        let what = "the same, least: it never rests";
        run.check(what, "u", moves.skin() / 4.0, least, rests.at_least());
        let rounded = Within::new(1.0, "the velocity is rounded to whole units");
        run.check("speed along the groove, slowest", "u/s", full, slowest, rounded);
    }
    Ok(())
}

/// RMS of the second differences of the position.
fn unrest(states: &[Body<f64>]) -> f64 {
    let second = |w: &[Body<f64>]| (w[2].origin - w[1].origin) - (w[1].origin - w[0].origin);
    let squares = states.windows(3).map(|w| second(w).norm_squared());
    (squares.sum::<f64>() / (states.len() - 2) as f64).sqrt()
}
