//! Motion of a run without a cause in its keys and its own velocity.

use clipmark_measure::Played;
use clipmark_movement::{Body, Profile, UserCmd};

/// Lengths in units.
pub(super) struct Unasked {
    /// Level way that the body's own velocity does not explain.
    pub(super) unexplained: f64,
    /// Level way of all ticks.
    pub(super) level_way: f64,
    /// Level way of ticks at rest.
    pub(super) crept: f64,
}

/// This many seconds measure a speed: shorter, a push out of a skin is one; longer, a burst is none.
const WINDOW: f64 = 0.25;
/// From rest or from full speed Quake's friction ends a run within 0.36 s. A body that stands without keys for this long rests.
const SETTLED: f64 = 0.5;

pub(super) fn measure(played: &Played, profile: &Profile) -> Unasked {
    let mut found = Unasked {
        unexplained: 0.0,
        level_way: 0.0,
        crept: 0.0,
    };
    let mut idle = 0.0;
    for (k, (pair, cmd)) in played.states.windows(2).zip(&played.commands).enumerate() {
        let (before, after, dt) = (&pair[0], &pair[1], seconds(cmd));
        let way = level(before, after);
        found.level_way += way;
        found.unexplained += (way - explained(before, after, profile, dt)).max(0.0);
        let asks = played.wish(k).norm() > 0.0 || cmd.up != 0.0;
        idle = match asks || !before.grounded || !after.grounded {
            true => 0.0,
            false => idle + dt,
        };
        if idle > SETTLED {
            found.crept += way;
        }
    }
    found
}

/// As far as the quicker of two velocities leads in a tick, with all that keys may add to it. A slope turns speed of falling
/// level.
fn explained(before: &Body, after: &Body, profile: &Profile, dt: f64) -> f64 {
    let speed = before.velocity.norm().max(after.velocity.norm());
    let gained = profile.accelerate * profile.max_speed + profile.gravity;
    (f64::from(speed) + f64::from(gained) * dt) * dt
}

/// The greatest level speed over a stretch of ticks, without the speed of a fall from the highest place before, in units a
/// second.
pub(super) fn fastest(played: &Played, profile: &Profile) -> f64 {
    let Some(first) = played.states.first() else {
        return 0.0;
    };
    let mut ends = vec![(0.0, 0.0)];
    let (mut time, mut way, mut highest) = (0.0, 0.0, first.origin.z);
    let mut since = 0;
    let mut most = 0.0_f64;
    for (pair, cmd) in played.states.windows(2).zip(&played.commands) {
        time += seconds(cmd);
        way += level(&pair[0], &pair[1]);
        ends.push((time, way));
        let z = pair[1].origin.z;
        highest = highest.max(z);
        while since + 1 < ends.len() && time - ends[since + 1].0 >= WINDOW {
            since += 1;
        }
        let span = time - ends[since].0;
        if span >= WINDOW {
            let speed = (way - ends[since].1) / span;
            let fallen = 2.0 * f64::from(profile.gravity) * f64::from(highest - z);
            most = most.max((speed * speed - fallen).max(0.0).sqrt());
        }
    }
    most
}

fn level(before: &Body, after: &Body) -> f64 {
    f64::from((after.origin - before.origin).xy().norm())
}

fn seconds(cmd: &UserCmd) -> f64 {
    f64::from(cmd.msec) / 1000.0
}
