//! The effect of moving parts on a run. A run goes with the part that carries it, or not, and keeps it as its ground, or not. A
//! part may go through its middle.
//!
//! A part carries a body whose feet are within its upper face, by its bounds. So parts that are tilted carry no body here; one
//! that is turned about the vertical does.

use clipmark_geometry::{Aabb, Contents, Hull, Placement, Vec3, World};
use clipmark_measure::moving::{Course, CourseMover};
use clipmark_measure::{Played, Setting};
use clipmark_movement::{Body, MoveFlags, MovingPart};
use clipmark_referee::{HullReference, Reference};
use std::cell::OnceCell;

/// Feet this far above a part are over it, in units. A sixteenth of a jump, and more than any library hovers.
const ABOVE: f32 = 2.0;
/// ... and this far below its upper face, in units: more than a tick of the courses' lifts at 33 Hz, less than a wall is high.
const BELOW: f32 = 4.0;
/// A body that has had no key for so long rests, in seconds.
const SETTLED: f64 = 0.5;

/// For this long after it first stands on a part, or stands again after a jump, a body may lose its ground, in seconds. Quake
/// III's player bounces off a rising lift for 0.1 s (L25).
const LANDED: f64 = 0.25;
/// Ground may fall away faster than a body falls. It may be lost while a body that keeps its speed would fly, and this many
/// ticks longer. A library may follow a tick late, and land a tick late.
const LATE: f64 = 2.0;
/// A body that a solid stops this far ahead need not go on with what carries it, in units. Smaller: the skin of a library
/// leaves it unseen. Larger: it is more than a tick's way of the courses' trains.
const HELD: f32 = 1.0;
/// Drift in a tick that is looked into for a solid ahead, in units: a rounding is none.
const DRIFTS: f64 = 0.01;

/// Lengths in units.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Riding {
    /// Level way on its carrier, at rest, beyond the carrier's greatest step in a tick. A library may follow a tick late.
    pub(super) slid: f64,
    /// Seconds without ground over its carrier, and no jump.
    pub(super) dropped: f64,
    /// The tick in which the longest such time begins.
    pub(super) dropped_from: Option<usize>,
    /// Ticks after which its middle was in a part, or in which a part went through it.
    pub(super) through: usize,
    /// Greatest level speed of a part, in units a second.
    pub(super) carried_at: f64,
}

/// The exact references of a world's models for the middle of a body. A body of any shape keeps its middle out of all
/// obstacles.
pub(super) fn middles(setting: &Setting) -> Vec<HullReference> {
    let world = &setting.world;
    let of = |model: &clipmark_geometry::Model| {
        Reference::build(&model.world(&world.bodies), Contents::PLAYER_MASK).for_hull(&Hull::Point)
    };
    world.models.iter().map(of).collect()
}

/// Looks at a run; `None` where nothing moves.
pub(super) fn inspect(played: &Played, setting: &Setting, middles: &[HullReference]) -> Option<Riding> {
    let course = played.course.as_deref()?;
    let look = Look {
        played,
        setting,
        course,
        middles,
    };
    let mut found = look.rides();
    for k in 0..course.ticks() {
        found.through += usize::from(look.passes(k));
        let dt = seconds(played, k);
        for i in (0..course.movers.len()).filter(|&i| !course.movers[i].is_player()) {
            found.carried_at = found.carried_at.max(look.step(k, i, &played.states[k]) / dt);
        }
    }
    Some(found)
}

/// A run beside the parts that move in it.
pub(super) struct Look<'a> {
    pub(super) played: &'a Played,
    pub(super) setting: &'a Setting,
    pub(super) course: &'a Course,
    /// See [`middles`].
    pub(super) middles: &'a [HullReference],
}

/// A stretch of ticks on one part.
#[derive(Default)]
struct Ride {
    part: Option<usize>,
    /// Seconds without keys.
    idle: f64,
    /// Where the body was on the part when it had come to rest.
    rested: Option<[f32; 2]>,
    /// The farthest that the part went level in a tick since.
    step: f64,
    /// Seconds since it first stood on the part, without a jump since.
    landed: Option<f64>,
    /// Seconds without ground since it last stood.
    aloft: f64,
    /// The first tick of these.
    aloft_from: usize,
    flight: Flight,
}

/// How a body that keeps its speed would fly off a part that slows its rise, or falls, faster than a body does.
#[derive(Default)]
struct Flight {
    /// Upward speed of the part in the tick before, in units a second.
    before: Option<f64>,
    /// Its height over the part, and its upward speed beside the part's.
    gap: f64,
    speed: f64,
    /// Seconds for which ground may still be lost.
    left: f64,
}

impl Flight {
    /// Whether ground may be lost in a tick of a part that rises at that speed.
    fn goes_on(&mut self, rises: f64, gravity: f64, dt: f64) -> bool {
        let before = self.before.replace(rises).unwrap_or(rises);
        self.speed += before - rises - gravity * dt;
        self.gap += self.speed * dt;
        if self.gap > 0.0 {
            self.left = LATE * dt;
            return true;
        }
        (self.gap, self.speed) = (0.0, 0.0);
        self.left -= dt;
        self.left >= 0.0
    }
}

impl Look<'_> {
    pub(super) fn rides(&self) -> Riding {
        let (mut found, mut ride) = (Riding::default(), Ride::default());
        let mut longest = 0.0;
        let gravity = f64::from(self.setting.profile.gravity);
        let solids = OnceCell::new();
        for k in 0..self.course.ticks() {
            let (body, cmd, dt) = (
                &self.played.states[k + 1],
                &self.played.commands[k],
                seconds(self.played, k),
            );
            let part = self.carrier(k + 1, body);
            let asks = self.played.wish(k).norm() > 0.0 || cmd.up != 0.0;
            if part != ride.part {
                ride = Ride {
                    part,
                    ..Ride::default()
                };
            }
            let Some(part) = part else { continue };
            if asks {
                (ride.idle, ride.rested, ride.step) = (0.0, None, 0.0);
            }
            if cmd.up > 0.0 {
                (ride.landed, ride.aloft) = (None, 0.0);
            }
            let rises = f64::from(self.displacement(k, part, &self.played.states[k]).z) / dt;
            let flies = ride.flight.goes_on(rises, gravity, dt);
            if body.grounded {
                found.dropped += std::mem::take(&mut ride.aloft);
                ride.landed.get_or_insert(0.0);
            } else if !flies && ride.landed.is_some_and(|since| since > LANDED) {
                if ride.aloft == 0.0 {
                    ride.aloft_from = k;
                }
                ride.aloft += dt;
                if ride.aloft > longest {
                    (longest, found.dropped_from) = (ride.aloft, Some(ride.aloft_from));
                }
            }
            ride.landed = ride.landed.map(|since| since + dt);
            ride.idle += dt;
            if ride.idle > SETTLED {
                let on = self.on(k + 1, part, body);
                let before = self.on(k, part, &self.played.states[k]);
                if apart(on, before) > DRIFTS && self.is_held(k, part, &solids) {
                    (ride.rested, ride.step) = (None, 0.0);
                    continue;
                }
                ride.step = ride.step.max(self.step(k, part, body));
                let rested = *ride.rested.get_or_insert(on);
                found.slid = found.slid.max(apart(on, rested) - ride.step);
            }
        }
        // A body that is over it to the end and never stands again has lost it too.
        found.dropped += ride.aloft;
        found
    }

    /// Whether a solid of the rigid world stops a body that a part would take along.
    fn is_held(&self, tick: usize, part: usize, solids: &OnceCell<HullReference>) -> bool {
        let body = &self.played.states[tick];
        let solids = solids.get_or_init(|| {
            let bounds = self.setting.profile.bounds(false);
            self.setting.truth.for_hull(&Hull::Box { bounds })
        });
        let way = self.displacement(tick, part, body);
        let ahead = way.xy().try_normalize(0.0).unwrap_or_default() * HELD;
        let to = body.origin + way + Vec3::new(ahead.x, ahead.y, 0.0);
        solids.sweep(&body.origin.cast(), &to.cast()).entry.is_some()
    }

    /// The bounds of a body.
    fn own_bounds(&self, body: &Body) -> Aabb {
        let own = self
            .setting
            .profile
            .bounds(body.flags.contains(MoveFlags::DUCKED));
        own.translated(&body.origin.coords)
    }

    /// The bounds of a part after `k` ticks.
    fn bounds(&self, k: usize, part: usize) -> Aabb {
        let model = self.setting.world.models.get(self.course.movers[part].model);
        let home = model.map_or(Aabb::EMPTY, |m| m.bounds);
        self.course.pose(k, part).bounds(&home)
    }

    /// The part that carries a body after `k` ticks.
    fn carrier(&self, k: usize, body: &Body) -> Option<usize> {
        let carries = |part: &usize| {
            let tilted = |k| {
                let angles = self.course.angles(k, *part);
                angles.x != 0.0 || angles.z != 0.0
            };
            let model = self.setting.world.models.get(self.course.movers[*part].model);
            let (Some(model), false) = (model, tilted(k) || tilted(k.saturating_sub(1))) else {
                return false;
            };
            let at = self.course.pose(k, *part).into_model(&body.origin);
            let own = self.own_bounds(&Body { origin: at, ..*body });
            let part = &model.bounds;
            let over =
                (0..2).all(|axis| own.mins[axis] < part.maxs[axis] && part.mins[axis] < own.maxs[axis]);
            let height = own.mins.z - part.maxs.z;
            over && (-BELOW..=ABOVE).contains(&height)
        };
        let parts = 0..self.course.movers.len();
        parts
            .filter(|&i| !self.course.movers[i].is_player())
            .find(carries)
    }

    /// Where a body is level on a part.
    fn on(&self, k: usize, part: usize, body: &Body) -> [f32; 2] {
        let at = self.course.pose(k, part).into_model(&body.origin);
        [at.x, at.y]
    }

    /// The way that a part takes a body in a tick.
    fn displacement(&self, k: usize, part: usize, body: &Body) -> Vec3 {
        let [from, to] = [k, k + 1].map(|k| self.course.pose(k, part));
        if from.rotation == to.rotation {
            return to.origin - from.origin;
        }
        to.into_world(&from.into_model(&body.origin)) - body.origin
    }

    /// Level way of a part in a tick, where a body is.
    fn step(&self, k: usize, part: usize, body: &Body) -> f64 {
        f64::from(self.displacement(k, part, body).xy().norm())
    }

    /// Whether the body's middle is in a part after a tick, or a part went through it, as both moved.
    pub(super) fn passes(&self, k: usize) -> bool {
        (0..self.course.movers.len()).any(|part| {
            let Some(middle) = self.middles.get(self.course.movers[part].model) else {
                return false;
            };
            let [a, b] = [k, k + 1].map(|k| {
                let at = &self.played.states[k].origin;
                self.course.pose(k, part).into_model(at).cast::<f64>()
            });
            middle.overlaps(&b) || middle.sweep(&a, &b).entry.is_some()
        })
    }

    /// The ways of the parts in a tick.
    pub(super) fn parts(&self, tick: usize) -> Vec<MovingPart> {
        let placed = self.placed(tick).into_iter().zip(self.placed(tick + 1));
        let part = |(from, to): (Placement, Placement)| MovingPart {
            model: from.model,
            from: from.pose,
            to: to.pose,
        };
        placed.map(part).collect()
    }

    /// The rigid world that a tick leaves.
    pub(super) fn left_by(&self, tick: usize) -> World {
        self.setting.world.with_models_at(&self.placed(tick + 1))
    }

    /// How deep a hull is after so many ticks, in units; negative where it is free.
    pub(super) fn depth(&self, ticks: usize, hull: &Hull) -> f64 {
        let mut shifted = self.placed(ticks);
        shifted.retain(|p| p.pose.rotation.is_none());
        let among = Reference::placed(&self.setting.world, &shifted, Contents::PLAYER_MASK);
        let at = self.played.states[ticks].origin.cast();
        let found = among.for_hull(hull).signed_distance(&at);
        found.map_or(0.0, |d| -d.distance)
    }

    /// The way of the part that carries the body in a tick. If none carries it, the way of the part that pushes it.
    pub(super) fn taken(&self, tick: usize) -> Vec3 {
        let body = &self.played.states[tick];
        let own = self.own_bounds(body);
        let pushes = |part: &usize| self.bounds(tick + 1, *part).touches(&own);
        let part = self.carrier(tick, body);
        let part = part.or_else(|| (0..self.course.movers.len()).find(pushes));
        part.map_or(Vec3::zeros(), |part| self.displacement(tick, part, body))
    }

    fn placed(&self, ticks: usize) -> Vec<Placement> {
        let at = |(i, mover): (usize, &CourseMover)| Placement {
            model: mover.model,
            pose: self.course.pose(ticks, i),
        };
        self.course.movers.iter().enumerate().map(at).collect()
    }
}

fn apart(a: [f32; 2], b: [f32; 2]) -> f64 {
    f64::from((a[0] - b[0]).hypot(a[1] - b[1]))
}

fn seconds(played: &Played, tick: usize) -> f64 {
    f64::from(played.commands[tick].msec) / 1000.0
}
