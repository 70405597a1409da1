//! The walker with its known problems repaired.
//!
//! As in the paper a place is tried, and an obstacle turns the velocity. Departures from it:
//! - *Ravines* (known problem 1): a body held from several sides is in a mode of its own. It walks along the crease, downhill or
//!   level, and may jump. A slide without progress counts as one.
//! - *Steep walls* (2): slopes too steep to stand on never set the height, and block a walk up them. A
//!   slide ends on a floor met twice, or plainly gentle, so that no two modes take turns.
//! - *Inertia* (3): a slide is a fall along the surface below. At an edge between surfaces only the entering part is lost.
//! - W7, W8: the velocity nearest to the wanted one that enters none of the planes met. The planes come from nearest features,
//!   the nearest obstacle first. While walking, planes that cannot be stood on are upright (W9).
//! - W11: a refused place takes only the blocked part of the velocity; a body that leaves a ramp keeps its slope.
//! - W12: a jump ends at a ceiling, for its speed does. W16: if the raised place does not fit, the old height is tried.
//! - W17: steps of at most half the radius or half the knee's height, so that nothing is passed through.

use super::attempt::{Attempt, GAP};
use super::bounds::Bounds;
use super::footing::{self, Footing, Kind};
use super::obstacles::{Obstacles, as_wall};
use super::slopes::{faces_slopes, goes_on, keep_legs_out, keep_off_slopes, settle};
use super::{Motion, Probe, Terms};
use crate::body::WalkerMode;
use crate::space::Space;
use clipmark_geometry::{Point, Vec3};

/// Gaps are kept to this, in units: two f32 steps at 4,096. Smaller never settles, larger shakes unseen.
const ROUNDING: f32 = 1.0 / 2048.0;
/// A body no deeper in a solid than this is moved out of it, in units: Quake III's search distance for a free place.
const NUDGE: f32 = 1.0;
/// Velocities tried for one step. Fewer give up in corners of many planes.
const ROUNDS: usize = 7;
/// Shares of a refused step that are tried last: a half step that fits is better than standing still.
const SHARES: [f32; 2] = [0.5, 0.125];
/// Steps of one tick, at most: beyond 1,900 units in a tick a body is slowed rather than the tick.
const MOST_STEPS: f32 = 256.0;
/// A slide ends at once on floors this much gentler than need be, in the normal's z (hysteresis).
const PLAINLY: f32 = 0.02;
/// A wedged body left with less than this share of its speed is at a stand.
const STANDS_STILL: f32 = 0.05;
/// A slide slower than this, in units per second, makes no progress: 0.25 units in 0.125 s.
const NOWHERE: f32 = 2.0;
/// For so long, in seconds; and for so long it is then wedged. A quarter of a second at a stand counts as stuck (F17).
const PATIENCE: f32 = 0.125;

/// A place that was tried.
struct Trial {
    at: Point,
    footing: Footing,
    raised: bool,
}

pub(super) fn carry<S: Space + ?Sized>(probe: &mut Probe<S>, terms: &Terms, m: &mut Motion, dt: f32) {
    m.state.jumping &= m.velocity.z > 0.0;
    let steps = (m.velocity.norm() * dt / terms.longest_step)
        .ceil()
        .clamp(1.0, MOST_STEPS);
    let longest = terms.longest_step * steps;
    let speed = m.velocity.norm();
    if speed * dt > longest {
        m.velocity *= longest / (speed * dt);
    }
    let from = m.at;
    for _ in 0..steps as usize {
        step(probe, terms, m, dt / steps);
    }
    let moved = (m.at - from).norm();
    let state = &mut m.state;
    state.wedged_seconds = (state.wedged_seconds - dt).max(0.0);
    if state.mode == WalkerMode::Sliding && moved < NOWHERE * dt {
        state.slow_seconds += dt;
        if state.slow_seconds >= PATIENCE {
            (state.slow_seconds, state.wedged_seconds) = (0.0, PATIENCE);
            state.mode = WalkerMode::Wedged;
        }
    } else {
        state.slow_seconds = 0.0;
    }
}

fn stands(m: &Motion) -> bool {
    matches!(m.state.mode, WalkerMode::Walking | WalkerMode::Wedged) && !m.state.jumping
}

fn step<S: Space + ?Sized>(probe: &mut Probe<S>, terms: &Terms, m: &mut Motion, dt: f32) {
    let standing = stands(m);
    if standing {
        m.velocity.z = 0.0;
    }
    m.velocity.z = m.velocity.z.max(-terms.terminal_speed);
    let wanted = m.velocity;
    let mut bounds = Bounds::none();
    let mut obstacles: Option<Obstacles> = None;
    let mut velocity = wanted;
    let mut attempt = Attempt {
        wanted,
        velocity,
        dt,
        standing,
    };
    for _ in 0..ROUNDS {
        attempt.velocity = velocity;
        let mut trial = try_place(probe, terms, m, m.at + velocity * dt, dt);
        let turned = if let Some(at) = free_place(probe, terms, m, &trial) {
            let walking = m.state.mode == WalkerMode::Walking && standing;
            if walking && faces_slopes(&trial.footing, velocity) && goes_on(probe, terms, &at, velocity) {
                trial.footing.kind = Kind::Floor;
            }
            let sloping = matches!(trial.footing.kind, Kind::Slope | Kind::Wedge);
            let kept_off = sloping
                && if walking {
                    keep_off_slopes(&trial.footing, velocity, &mut bounds)
                } else {
                    keep_legs_out(probe, terms, &at, &attempt, &mut bounds)
                };
            // Beside a wall another may have come nearer than the gap: taking turns with the first would shake.
            let crowded =
                !kept_off && !bounds.is_empty() && too_near(probe, terms, &at, &attempt, &mut bounds);
            if !kept_off && !crowded {
                if let Some((over, velocity)) = over_rubble(probe, terms, m, &attempt) {
                    return accept(probe, terms, m, &over, over.at, &Attempt { velocity, ..attempt });
                }
                return accept(probe, terms, m, &trial, at, &Attempt { velocity, ..attempt });
            }
            true
        } else {
            let near = obstacles
                .get_or_insert_with(|| Obstacles::around(probe, terms, m, wanted.norm() * dt, standing));
            near.nearest_entered(velocity, dt, &mut bounds)
                || overlapped(probe, terms, &trial.at, &attempt, &mut bounds)
        };
        if !turned {
            break;
        }
        velocity = bounds.nearest(wanted);
    }
    for share in SHARES {
        let trial = try_place(probe, terms, m, m.at + velocity * (dt * share), dt);
        if let Some(at) = free_place(probe, terms, m, &trial) {
            return accept(probe, terms, m, &trial, at, &Attempt { velocity, ..attempt });
        }
    }
    refuse(
        probe,
        terms,
        m,
        if bounds.is_empty() {
            Vec3::zeros()
        } else {
            velocity
        },
    );
}

/// Stays, keeping the velocity's unopposed part. A body that overlaps a solid is moved out of it.
fn refuse<S: Space + ?Sized>(probe: &mut Probe<S>, terms: &Terms, m: &mut Motion, left: Vec3) {
    m.velocity = left;
    let Some(met) = probe.overlap(&terms.upper, &m.at) else {
        return;
    };
    probe.tally.odd(false, true);
    m.velocity = Vec3::zeros();
    if met.depth + GAP > NUDGE {
        return;
    }
    let out = m.at + met.normal * (met.depth + GAP);
    if probe
        .overlap(&terms.upper, &out)
        .is_none_or(|p| p.depth < met.depth)
    {
        m.at = out;
    }
}

/// The paper's TestPosition: the ground there, and its height.
fn try_place<S: Space + ?Sized>(
    probe: &mut Probe<S>,
    terms: &Terms,
    m: &Motion,
    at: Point,
    dt: f32,
) -> Trial {
    let mut footing = footing::find(probe, terms, &at, stands(m));
    let mut place = at;
    if m.state.jumping {
        footing.kind = match footing.kind {
            Kind::Floor if footing.slopes > 0 => Kind::Slope,
            Kind::Floor => Kind::Nothing,
            other => other,
        };
    } else if footing.kind == Kind::Floor {
        // From the height that the body had: a fast fall would end below the floor, and rise to it.
        let highest = at.z.max(m.at.z) + terms.rise_speed * dt;
        place.z = footing.top.min(highest + terms.foot) - terms.foot;
    }
    Trial {
        at: place,
        footing,
        raised: place.z > at.z,
    }
}

/// Where the upper hull fits: at the place tried, or there at the old height (W16).
fn free_place<S: Space + ?Sized>(
    probe: &mut Probe<S>,
    terms: &Terms,
    m: &Motion,
    trial: &Trial,
) -> Option<Point> {
    if probe.fits(&terms.upper, &trial.at) {
        return Some(trial.at);
    }
    let level = Point::new(trial.at.x, trial.at.y, m.at.z);
    (trial.raised && level.z < trial.at.z && probe.fits(&terms.upper, &level)).then_some(level)
}

fn accept<S: Space + ?Sized>(
    probe: &mut Probe<S>,
    terms: &Terms,
    m: &mut Motion,
    trial: &Trial,
    at: Point,
    attempt: &Attempt,
) {
    let (velocity, dt) = (attempt.velocity, attempt.dt);
    let stood = stands(m);
    let walked = m.state.mode == WalkerMode::Walking && !m.state.jumping;
    m.at = at;
    m.velocity = velocity;
    let state = &mut m.state;
    let met_floor = std::mem::replace(&mut state.met_floor, trial.footing.kind == Kind::Floor);
    state.mode = match trial.footing.kind {
        Kind::Nothing => WalkerMode::Falling,
        Kind::Wedge => WalkerMode::Wedged,
        Kind::Slope if state.wedged_seconds > 0.0 => WalkerMode::Wedged,
        Kind::Slope => WalkerMode::Sliding,
        Kind::Floor => {
            let plain = met_floor || trial.footing.floor.z >= terms.walkable + PLAINLY;
            if state.mode == WalkerMode::Sliding && !plain {
                WalkerMode::Sliding
            } else {
                WalkerMode::Walking
            }
        }
    };
    if state.jumping {
        state.mode = WalkerMode::Falling;
    }
    match state.mode {
        WalkerMode::Walking => {
            m.velocity.z = 0.0;
            state.floor = trial.footing.floor;
        }
        WalkerMode::Wedged => {
            m.velocity.z = 0.0;
            state.floor = Vec3::z();
            settle(probe, terms, m);
        }
        WalkerMode::Sliding => m.velocity -= velocity * (terms.slide_friction * dt).min(1.0),
        WalkerMode::Falling if stood && walked => {
            // Off a ramp the way goes on as it went.
            let n = m.state.floor;
            m.velocity.z = -(n.x * velocity.x + n.y * velocity.y) / n.z.max(terms.walkable);
        }
        WalkerMode::Falling => {}
    }
}

/// For a wedged body that only rubble stops: the place further on, and the velocity that leads there.
fn over_rubble<S: Space + ?Sized>(
    probe: &mut Probe<S>,
    terms: &Terms,
    m: &Motion,
    attempt: &Attempt,
) -> Option<(Trial, Vec3)> {
    let Attempt {
        velocity, wanted, dt, ..
    } = *attempt;
    let slow = |v: &Vec3| v.norm() < STANDS_STILL * wanted.norm();
    let wedged = attempt.standing && m.state.mode == WalkerMode::Wedged;
    if !wedged || !slow(&velocity) {
        return None;
    }
    // Walls turn it here as anywhere: rubble lies along them.
    let walls = Obstacles::around(probe, terms, m, wanted.norm() * dt, true);
    let mut bounds = Bounds::none();
    let mut along = wanted;
    while walls.nearest_entered(along, dt, &mut bounds) {
        along = bounds.nearest(wanted);
    }
    if slow(&along) || !goes_on(probe, terms, &m.at, along) {
        return None;
    }
    let mut over = try_place(probe, terms, m, m.at + along * dt, dt);
    over.footing.kind = Kind::Floor;
    probe.fits(&terms.upper, &over.at).then_some((over, along))
}

/// Whether the upper hull would come nearer to something than the gap; then the velocity is to keep it.
fn too_near<S: Space + ?Sized>(
    probe: &mut Probe<S>,
    terms: &Terms,
    at: &Point,
    attempt: &Attempt,
    bounds: &mut Bounds,
) -> bool {
    let Attempt {
        velocity,
        dt,
        standing,
        ..
    } = *attempt;
    let mut turned = false;
    probe.near(&terms.upper, at, GAP, |c| {
        let Some(n) = as_wall(&c.normal, standing) else {
            return;
        };
        let (short, into) = (GAP - c.distance, n.dot(&velocity));
        if short > ROUNDING && into < -ROUNDING / dt {
            turned |= bounds.add(n, into + short / (dt * c.normal.dot(&n).max(f32::EPSILON)));
        }
    });
    turned
}

/// The polygon that overlaps the upper hull at a place, if nothing seen from the start blocks the way there.
fn overlapped<S: Space + ?Sized>(
    probe: &mut Probe<S>,
    terms: &Terms,
    at: &Point,
    attempt: &Attempt,
    bounds: &mut Bounds,
) -> bool {
    let mut shallowest: Option<(f32, Vec3)> = None;
    probe.overlapped(&terms.upper, at, |c| {
        let Some(n) = as_wall(&c.normal, attempt.standing) else {
            return;
        };
        if n.dot(&attempt.velocity) < 0.0 && shallowest.is_none_or(|(d, _)| c.distance > d) {
            shallowest = Some((c.distance, n));
        }
    });
    shallowest.is_some_and(|(_, n)| bounds.add(n, 0.0))
}
