//! L25 and L26: Quake III's overbounce, and the gap that a fall leaves.

use crate::LawError;
use crate::bench::{Bench, at_tick};
use crate::moves::Moves;
use crate::sheet::{LawRun, predict};
use crate::within::Within;
use crate::{Law, scene};
use clipmark_movement::Profile;
use clipmark_scene::Step;

/// A drop straight down that ends a whole tick within a quarter unit of the floor, but not on it, comes back up as fast as it
/// fell.
///
/// `bounces iff Dₖ ≤ H < Dₖ + ¼ for a whole k; Dₖ = k T ((k − 1) round(gT) + gT)/2`
pub(crate) const L25: Law = Law {
    id: "L25",
    slug: "l25-overbounce",
    title: "Overbounce",
    scene: scene!("l25-overbounce"),
    play: l25,
};

const MSEC: f64 = 8.0;

/// Way fallen from rest after k ticks.
fn fallen(profile: &Profile, k: usize) -> f64 {
    let pull = f64::from(profile.gravity) * MSEC / 1000.0;
    let loss = if profile.snap_velocity {
        pull.round_ties_even()
    } else {
        pull
    };
    let k = k as f64;
    k * MSEC / 1000.0 * ((k - 1.0) * loss + pull) / 2.0
}

/// Speed after as many ticks.
fn falling(profile: &Profile, k: usize) -> f64 {
    let pull = f64::from(profile.gravity) * MSEC / 1000.0;
    k as f64
        * if profile.snap_velocity {
            pull.round_ties_even()
        } else {
            pull
        }
}

/// Upward speed that a landing may leave, in u/s: 1.001 − 1 of the fastest fall here, rounded up. Too small: landings
/// count as bounces. Too large: bounces after one tick (6 u/s) are overlooked.
const LANDING: f64 = 1.0;

/// Fastest rise at the end of any tick after a drop by a height. A plain landing at 500 u/s or more leaves 1 u/s, by
/// the overbounce of 1.001 and the rounding. That is no rise.
fn rebound(bench: &mut Bench, profile: &Profile, height: f64) -> f64 {
    let mut start = bench.standing(0.0, f64::from(profile.trace_rules.skin) + height);
    start.grounded = false;
    let played = bench.play_steps(start, vec![Step::Wait(1.0)]);
    played
        .states
        .iter()
        .map(|b| b.velocity.z)
        .filter(|v| *v > LANDING)
        .fold(0.0, f64::max)
}

fn l25(sheet: &mut LawRun) -> Result<(), LawError> {
    let grain = sheet.grain();
    let moves = Moves::quake3();
    let profile = &moves.profile;
    let scene = at_tick(&sheet.scene(), MSEC);
    let mut bench = sheet.bench(&scene, moves.profile)?;
    let window = f64::from(profile.ground_probe.depth);
    for k in [20, 50, 64, 100] {
        let height = fallen(profile, k);
        let case = format!("{} · {height:.4} + 1/8 u", moves.at(MSEC));
        let after = rebound(&mut bench, profile, height + window / 2.0);
        let law = falling(profile, k);
        sheet.measured(
            predict(
                &case,
                format!("speed back up after {k} ticks of fall"),
                "u/s",
                law,
            ),
            after,
            grain.run(law),
        );
        // Found by trying, so that the height itself is measured.
        let edge = crate::air_zones::bisect(height - window / 2.0, height + window / 2.0, |h| {
            rebound(&mut bench, profile, h) == 0.0
        });
        sheet.measured(
            predict(&case, "least height that bounces", "u", height),
            edge,
            grain.way(height, k, height + 24.0),
        );
    }
    scan(sheet, &moves, &mut bench, window);
    let others = [
        Moves::quake3().but("no_overbounce", |p| p.repairs.no_overbounce = true),
        Moves::quakeworld(),
        Moves::netquake(),
        Moves::goldsrc(),
        Moves::source(),
    ];
    for moves in others {
        let mut bench = sheet.bench(&scene, moves.profile)?;
        let bounced = heights()
            .filter(|h| rebound(&mut bench, &moves.profile, *h) > 0.0)
            .count();
        sheet.measured(
            predict(moves.at(MSEC), "heights that bounce", "", 0.0),
            bounced as f64,
            Within::exactly(),
        );
    }
    Ok(())
}

/// Heights of drops, in units.
const LOWEST: f64 = 5.0;
const HIGHEST: f64 = 300.0;

/// Heights in steps that hit no window's edge by themselves.
fn heights() -> impl Iterator<Item = f64> {
    const COUNT: u32 = 1180;
    (0..COUNT).map(|i| LOWEST + (HIGHEST - LOWEST) * f64::from(i) / f64::from(COUNT))
}

fn scan(sheet: &mut LawRun, moves: &Moves, bench: &mut Bench, window: f64) {
    let grain = sheet.grain();
    let profile = &moves.profile;
    let (mut judged, mut agree, mut bounced, mut all) = (0u32, 0u32, 0u32, 0u32);
    for height in heights() {
        let after = (0..)
            .map(|k| (k, fallen(profile, k)))
            .take_while(|(_, d)| *d <= height);
        let Some((k, d)) = after.last() else { continue };
        let lawful = height < d + window;
        let speed = rebound(bench, profile, height);
        all += 1;
        bounced += u32::from(speed > 0.0);
        // A fall adds up k roundings of the position; closer to an edge f32 decides.
        let unsure = k as f64 * grain.step(height + 24.0);
        let edge = (height - d).abs().min((height - d - window).abs());
        let next = (height - fallen(profile, k + 1)).abs();
        if edge.min(next) > unsure {
            judged += 1;
            agree += u32::from((speed > 0.0) == lawful);
        }
    }
    let case = format!("{}, {all} heights from 5 to 300 u", moves.at(MSEC));
    sheet.measured(
        predict(
            &case,
            "of those not on a window's edge, agree with the law",
            "",
            f64::from(judged),
        ),
        f64::from(agree),
        Within::exactly(),
    );
    sheet.measured(
        predict(&case, "heights that bounce", "%", 8.05),
        100.0 * f64::from(bounced) / f64::from(all),
        Within::of(
            300.0 * (0.0805 * 0.9195 / f64::from(all)).sqrt(),
            "three standard deviations of a share of 8.05 % in so many heights",
        ),
    );
}

/// Nothing pulls a standing player of Quake III down: whatever gap below a quarter unit beyond the skin it came to rest with, it
/// keeps.
///
/// `gap(t) = gap(0) for skin ≤ gap(0) < skin + ¼`
pub(crate) const L26: Law = Law {
    id: "L26",
    slug: "l26-resting-gap",
    title: "The gap at rest",
    scene: scene!("l26-resting-gap"),
    play: l26,
};

fn l26(sheet: &mut LawRun) -> Result<(), LawError> {
    let grain = sheet.grain();
    let moves = Moves::quake3();
    let profile = &moves.profile;
    let skin = f64::from(profile.trace_rules.skin);
    let probe = f64::from(profile.ground_probe.depth);
    let mut bench = sheet.bench(&at_tick(&sheet.scene(), MSEC), moves.profile)?;
    // The gap at which it stands after 2 s; none while it still bounces.
    let mut settled = |gap: f64| {
        let mut start = bench.standing(0.0, gap);
        start.grounded = false;
        let played = bench.play_steps(start, vec![Step::Wait(2.0)]);
        let rests = |b: &&clipmark_movement::Body<f64>| b.grounded && b.velocity.z == 0.0;
        played.states.last().filter(rests).map(|b| b.origin.z - 24.0)
    };
    let mut gaps = Vec::new();
    for gap in [0.125, 0.2, 0.25, 0.3, 0.35, 0.37] {
        let after = settled(gap).unwrap_or(f64::NAN);
        gaps.push(after);
        sheet.measured(
            predict(
                format!("{} · gap {gap} u", moves.at(MSEC)),
                "gap after 2 s at rest",
                "u",
                gap,
            ),
            after,
            Within::of(grain.step(24.0), "one step of the position"),
        );
    }
    for i in 0..32 {
        let gap = 0.38 + 0.02 * f64::from(i);
        gaps.extend(settled(gap));
    }
    let most = gaps.iter().copied().reduce(f64::max).unwrap_or(f64::NAN);
    sheet.measured(
        predict(
            moves.at(MSEC),
            "widest gap after drops from up to 1 u",
            "u",
            skin + probe,
        )
        .at_most(),
        most,
        Within::of(grain.step(24.0), "one step of the position"),
    );
    let least = gaps.iter().copied().reduce(f64::min).unwrap_or(f64::NAN);
    sheet.measured(
        predict(moves.at(MSEC), "narrowest gap after such drops", "u", skin).at_least(),
        least,
        Within::of(grain.step(24.0), "one step of the position"),
    );
    Ok(())
}
