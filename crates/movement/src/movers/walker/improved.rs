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

use super::bounds::Bounds;
use super::{Motion, Probe};
use crate::body::WalkerMode;
use crate::space::Space;
use clipmark_geometry::{Point, Vec3};

/// Gap kept from obstacles, in units: a quarter of Quake III's skin. Smaller is lost to rounding far from the
/// origin, larger shows.
const GAP: f32 = 1.0 / 32.0;
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
/// Surfaces whose normal has a smaller z carry no player: walls, to a degree. Smaller lets the rounding of a wall's
/// normal count as a slope; larger lets bodies sink along real ones.
const WALL: f32 = 0.02;
/// A body that does not stand lands on a floor within this below its feet, in units: the resting gap.
const LANDS: f32 = 1.0 / 32.0;
/// Slopes remembered as walls, at most: a body between more than these has others near them too.
const UPHILL: usize = 8;
/// Obstacles looked at for one step; the nearest are kept.
const OBSTACLES: usize = 16;

#[derive(Clone, Copy)]
struct Attempt {
    wanted: Vec3,
    velocity: Vec3,
    dt: f32,
    standing: bool,
}

struct Trial {
    at: Point,
    footing: Footing,
    raised: bool,
}

fn stands(m: &Motion) -> bool {
    matches!(m.state.mode, WalkerMode::Walking | WalkerMode::Wedged) && !m.state.jumping
}

impl<S: Space + ?Sized> Probe<'_, S> {
    pub(super) fn carry(&mut self, m: &mut Motion, dt: f32) {
        let terms = self.terms;
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
            self.step(m, dt / steps);
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

    fn step(&mut self, m: &mut Motion, dt: f32) {
        let terms = self.terms;
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
            let mut trial = self.try_place(m, m.at + velocity * dt, dt);
            let turned = if let Some(at) = self.free_place(m, &trial) {
                let walking = m.state.mode == WalkerMode::Walking && standing;
                if walking && faces_slopes(&trial.footing, velocity) && self.goes_on(&at, velocity) {
                    trial.footing.kind = Kind::Floor;
                }
                let sloping = matches!(trial.footing.kind, Kind::Slope | Kind::Wedge);
                let kept_off = sloping
                    && if walking {
                        keep_off_slopes(&trial.footing, velocity, &mut bounds)
                    } else {
                        self.keep_legs_out(&at, &attempt, &mut bounds)
                    };
                // Beside a wall another may have come nearer than the gap: taking turns with the first would shake.
                let crowded = !kept_off && !bounds.is_empty() && self.too_near(&at, &attempt, &mut bounds);
                if !kept_off && !crowded {
                    if let Some((over, velocity)) = self.over_rubble(m, &attempt) {
                        return self.accept(m, &over, over.at, &Attempt { velocity, ..attempt });
                    }
                    return self.accept(m, &trial, at, &Attempt { velocity, ..attempt });
                }
                true
            } else {
                let near =
                    obstacles.get_or_insert_with(|| Obstacles::around(self, m, wanted.norm() * dt, standing));
                near.nearest_entered(velocity, dt, &mut bounds)
                    || self.enter_overlapped(&trial.at, &attempt, &mut bounds)
            };
            if !turned {
                break;
            }
            velocity = bounds.nearest(wanted);
        }
        for share in SHARES {
            let trial = self.try_place(m, m.at + velocity * (dt * share), dt);
            if let Some(at) = self.free_place(m, &trial) {
                return self.accept(m, &trial, at, &Attempt { velocity, ..attempt });
            }
        }
        self.refuse(
            m,
            if bounds.is_empty() {
                Vec3::zeros()
            } else {
                velocity
            },
        );
    }

    /// Stays, keeping the velocity's unopposed part. A body that overlaps a solid is moved out of it.
    fn refuse(&mut self, m: &mut Motion, left: Vec3) {
        let terms = self.terms;
        m.velocity = left;
        let Some(met) = self.overlap(&terms.upper, &m.at) else {
            return;
        };
        self.tally.odd(false, true);
        m.velocity = Vec3::zeros();
        if met.depth + GAP > NUDGE {
            return;
        }
        let out = m.at + met.normal * (met.depth + GAP);
        if self
            .overlap(&terms.upper, &out)
            .is_none_or(|p| p.depth < met.depth)
        {
            m.at = out;
        }
    }

    /// The paper's TestPosition: the ground there, and its height.
    fn try_place(&mut self, m: &Motion, at: Point, dt: f32) -> Trial {
        let terms = self.terms;
        let mut footing = self.find_footing(&at, stands(m));
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
    fn free_place(&mut self, m: &Motion, trial: &Trial) -> Option<Point> {
        let terms = self.terms;
        if self.fits(&terms.upper, &trial.at) {
            return Some(trial.at);
        }
        let level = Point::new(trial.at.x, trial.at.y, m.at.z);
        (trial.raised && level.z < trial.at.z && self.fits(&terms.upper, &level)).then_some(level)
    }

    fn accept(&mut self, m: &mut Motion, trial: &Trial, at: Point, attempt: &Attempt) {
        let terms = self.terms;
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
                self.settle(m);
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
    fn over_rubble(&mut self, m: &Motion, attempt: &Attempt) -> Option<(Trial, Vec3)> {
        let terms = self.terms;
        let (velocity, wanted, dt) = (attempt.velocity, attempt.wanted, attempt.dt);
        let slow = |v: &Vec3| v.norm() < STANDS_STILL * wanted.norm();
        let wedged = attempt.standing && m.state.mode == WalkerMode::Wedged;
        if !wedged || !slow(&velocity) {
            return None;
        }
        // Walls turn it here as anywhere: rubble lies along them.
        let walls = Obstacles::around(self, m, wanted.norm() * dt, true);
        let mut bounds = Bounds::none();
        let mut along = wanted;
        while walls.nearest_entered(along, dt, &mut bounds) {
            along = bounds.nearest(wanted);
        }
        if slow(&along) || !self.goes_on(&m.at, along) {
            return None;
        }
        let mut over = self.try_place(m, m.at + along * dt, dt);
        over.footing.kind = Kind::Floor;
        self.fits(&terms.upper, &over.at).then_some((over, along))
    }

    /// Whether the upper hull would come nearer to something than the gap; then the velocity is to keep it.
    fn too_near(&mut self, at: &Point, attempt: &Attempt, bounds: &mut Bounds) -> bool {
        let terms = self.terms;
        let (velocity, dt, standing) = (attempt.velocity, attempt.dt, attempt.standing);
        let mut turned = false;
        self.near(&terms.upper, at, GAP, |c| {
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
    fn enter_overlapped(&mut self, at: &Point, attempt: &Attempt, bounds: &mut Bounds) -> bool {
        let terms = self.terms;
        let mut shallowest: Option<(f32, Vec3)> = None;
        self.overlapped(&terms.upper, at, |c| {
            let Some(n) = as_wall(&c.normal, attempt.standing) else {
                return;
            };
            if n.dot(&attempt.velocity) < 0.0 && shallowest.is_none_or(|(d, _)| c.distance > d) {
                shallowest = Some((c.distance, n));
            }
        });
        shallowest.is_some_and(|(_, n)| bounds.add(n, 0.0))
    }
}

// A body's support: a floor, a slope too steep to stand on, or several such slopes that hold it together.
//
// *Support.* Let n be the normals below the body. Gravity pulls a resting body along its projection on the directions
// {d: n.d >= 0}. The length of that projection is the sine of the remaining slope. Length 0 means that straight up
// lies in the cone of the normals. No steeper than a walkable floor, the body is wedged; else it slides.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Nothing,
    Floor,
    Wedge,
    Slope,
}

/// The surfaces that the lower hull touches at a place.
#[derive(Clone, Copy, Debug)]
struct Footing {
    kind: Kind,
    /// Height of the highest walkable part within the lower hull.
    top: f32,
    /// Normal of that part.
    floor: Vec3,
    /// Normals of the slopes, level parts made unit vectors: where not to walk.
    uphill: [Vec3; UPHILL],
    slopes: usize,
}

/// A slope's normal as a wall's: level and of unit length; nothing where it is upright.
fn level(n: &Vec3) -> Option<Vec3> {
    const UPRIGHT: f32 = 1e-3; // rounding of f32 normals, times ten thousand
    let flat = n.xy();
    let length = flat.norm();
    (length > UPRIGHT).then(|| Vec3::new(flat.x / length, flat.y / length, 0.0))
}

impl<S: Space + ?Sized> Probe<'_, S> {
    /// The footing of a body at a place. A body that does not stand yet only lands; it is not pulled down.
    fn find_footing(&mut self, at: &Point, stands: bool) -> Footing {
        let terms = self.terms;
        let feet = at.z + terms.foot;
        let mut found = Footing {
            kind: Kind::Nothing,
            top: f32::NEG_INFINITY,
            floor: Vec3::z(),
            uphill: [Vec3::zeros(); UPHILL],
            slopes: 0,
        };
        let mut cone = Bounds::none();
        self.reached(&terms.lower, at, |c| {
            let n = c.normal;
            if n.z >= terms.walkable {
                if c.top > found.top && (stands || c.top >= feet - LANDS) {
                    (found.top, found.floor) = (c.top, n);
                }
            } else if n.z > WALL {
                // A peak or ridge under the feet holds them by its sides' normals together.
                cone.add(n, 0.0);
                if let Some(flat) = level(&n).filter(|_| found.slopes < UPHILL) {
                    found.uphill[found.slopes] = flat;
                    found.slopes += 1;
                }
            }
        });
        let steepest = (1.0 - terms.walkable * terms.walkable).max(0.0).sqrt();
        found.kind = if found.top.is_finite() {
            Kind::Floor
        } else if cone.is_empty() {
            Kind::Nothing
        } else if cone.nearest(-Vec3::z()).norm() <= steepest {
            Kind::Wedge
        } else {
            Kind::Slope
        };
        found
    }
}

// Obstacles of a step: the surfaces near the upper hull where the step begins, each as planes at a distance.
//
// Any plane between a body and a polygon separates them. Two are known: the plane square to their nearest points, and the
// polygon's own where the body is in front of it. The plane that is entered later is the obstacle. The nearest points alone
// would not do. On the next facet of a bend the nearest is its edge. The plane through that turns a body away from the bend, to
// meet it again at a steeper angle.

/// A plane that keeps a body out of a solid: the way out, and the body's distance from it.
#[derive(Clone, Copy)]
struct Plane {
    out: Vec3,
    gap: f32,
}

impl Plane {
    /// A plane square to the surface's own `normal`, in front of the surface. A standing body takes it as upright.
    fn new(normal: &Vec3, distance: f32, standing: bool) -> Option<Self> {
        let out = as_wall(normal, standing)?;
        // The gap along a tilted normal is longer along its level part.
        let along = normal.dot(&out).max(f32::EPSILON);
        let gap = (distance - GAP).max(0.0) / along;
        Some(Self { out, gap })
    }

    /// When a velocity enters it, in seconds: never, if it only comes nearer by rounding.
    fn entered(&self, velocity: Vec3) -> f32 {
        const ALONG: f32 = 1e-4; // units per second: rounding of a velocity just turned along it
        let into = -self.out.dot(&velocity) - ALONG * (1.0 + velocity.norm());
        if into > 0.0 {
            self.gap / into
        } else {
            f32::INFINITY
        }
    }
}

/// A surface: the plane square to its nearest point, and its own.
#[derive(Clone, Copy)]
struct Obstacle {
    near: Plane,
    own: Plane,
}

impl Obstacle {
    fn entered(&self, velocity: Vec3) -> (Plane, f32) {
        let (near, own) = (self.near.entered(velocity), self.own.entered(velocity));
        if own > near {
            (self.own, own)
        } else {
            (self.near, near)
        }
    }
}

/// A normal as a standing body takes it: upright (W9).
fn as_wall(n: &Vec3, standing: bool) -> Option<Vec3> {
    if standing { level(n) } else { Some(*n) }
}

/// The surfaces near the upper hull at the start of a step.
struct Obstacles {
    list: [Obstacle; OBSTACLES],
    count: usize,
}

impl Obstacles {
    fn around<S: Space + ?Sized>(probe: &mut Probe<S>, m: &Motion, way: f32, standing: bool) -> Self {
        let terms = probe.terms;
        const NOTHING: Plane = Plane {
            out: Vec3::new(0.0, 0.0, 0.0),
            gap: 0.0,
        };
        let mut all = Self {
            list: [Obstacle {
                near: NOTHING,
                own: NOTHING,
            }; OBSTACLES],
            count: 0,
        };
        probe.near(&terms.upper, &m.at, way + GAP, |c| {
            let Some(near) = Plane::new(&c.normal, c.distance, standing) else {
                return;
            };
            let before = c.face_normal.dot(&(m.at - c.point)) - terms.upper.support(&-c.face_normal);
            let own = if before >= 0.0 {
                Plane::new(&c.face_normal, before, standing)
            } else {
                None
            };
            let entry = Obstacle {
                near,
                own: own.unwrap_or(near),
            };
            if all.count < OBSTACLES {
                all.list[all.count] = entry;
                all.count += 1;
            } else if let Some(furthest) = all
                .list
                .iter_mut()
                .max_by(|a, b| a.near.gap.total_cmp(&b.near.gap))
                && furthest.near.gap > entry.near.gap
            {
                *furthest = entry;
            }
        });
        all
    }

    /// Adds the nearest that the velocity enters within `dt` seconds to the bounds; says whether there was one.
    fn nearest_entered(&self, velocity: Vec3, dt: f32, bounds: &mut Bounds) -> bool {
        self.list[..self.count]
            .iter()
            .map(|o| o.entered(velocity))
            .filter(|(_, when)| *when < dt)
            .min_by(|a, b| a.0.gap.total_cmp(&b.0.gap))
            .is_some_and(|(plane, _)| bounds.add(plane.out, -plane.gap / dt))
    }
}

// Slopes too steep to stand on that still hold a body up: where one is a wall to the legs, and where it is rubble.

/// Whether a place has nothing to stand on but slopes that the velocity goes up.
fn faces_slopes(footing: &Footing, velocity: Vec3) -> bool {
    let mut slopes = footing.uphill[..footing.slopes].iter();
    footing.kind != Kind::Floor && slopes.any(|uphill| velocity.dot(uphill) < 0.0)
}

/// A walking body takes slopes that would carry it off its floor for walls.
fn keep_off_slopes(footing: &Footing, velocity: Vec3, bounds: &mut Bounds) -> bool {
    let mut turned = false;
    for uphill in &footing.uphill[..footing.slopes] {
        if velocity.dot(uphill) < 0.0 {
            turned |= bounds.add(*uphill, 0.0);
        }
    }
    turned
}

impl<S: Space + ?Sized> Probe<'_, S> {
    /// Whether those slopes are but rubble: half a body further on none reaches the knees. Then the height is kept.
    fn goes_on(&mut self, at: &Point, velocity: Vec3) -> bool {
        let terms = self.terms;
        let Some(ahead) = velocity.try_normalize(f32::EPSILON) else {
            return false;
        };
        let mut rises = false;
        self.reached(&terms.upper, &(at + ahead * terms.radius), |c| {
            rises |= c.normal.z > WALL && c.normal.z < terms.walkable;
        });
        !rises
    }

    /// A body whose legs are among slopes does not sink into them.
    fn keep_legs_out(&mut self, at: &Point, attempt: &Attempt, bounds: &mut Bounds) -> bool {
        let terms = self.terms;
        let (velocity, dt, standing) = (attempt.velocity, attempt.dt, attempt.standing);
        let mut turned = false;
        if !standing {
            // Slopes turn no run into a rise: a slope too steep to walk up is not slid up either.
            turned |= velocity.z > 0.0 && bounds.add(-Vec3::z(), -attempt.wanted.z.max(0.0));
        }
        self.near(&terms.legs, at, GAP, |c| {
            if c.face_normal.z <= WALL || c.face_normal.z >= terms.walkable {
                return;
            }
            let out = GAP - c.distance;
            let (n, out) = match level(&c.normal) {
                _ if !standing => (c.normal, out),
                Some(flat) => (flat, out / c.normal.xy().norm()),
                None => return,
            };
            let into = n.dot(&velocity);
            if into < 0.0 && out > GAP * 1e-3 {
                turned |= bounds.add(n, into + out / dt);
            }
        });
        turned
    }

    /// A wedged body sinks until the wedge holds it.
    fn settle(&mut self, m: &mut Motion) {
        let terms = self.terms;
        let mut bounds = Bounds::none();
        self.near(&terms.legs, &m.at, terms.reach + GAP, |c| {
            if c.face_normal.z > WALL && c.normal.z > 0.0 {
                bounds.add(c.normal, GAP - c.distance);
            }
        });
        let down = bounds.nearest(-Vec3::z() * terms.reach);
        if !bounds.is_empty() && down.z < -GAP * 0.5 {
            let at = m.at + down;
            if self.fits(&terms.upper, &at) {
                m.at = at;
            }
        }
    }
}
