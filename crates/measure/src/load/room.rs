//! Places where solid players begin: each has room of its own.
//!
//! A few players run about alone in the rigid world. Where one has been, a body fits and the map is played. The first come takes
//! the place. Where that is not enough, the next stand on the heads of those before, up to the ceiling. The places do not depend
//! on the contestants.

use super::cells::Cells;
use super::input::starts;
use crate::MeasureError;
use crate::run::moving::{Moving, MovingWorld};
use crate::run::setting::{BuiltContestant, Setting};
use crate::run::wander::wander;
use clipmark_collision::{Sweep, Work};
use clipmark_geometry::{Aabb, Point, Vec3};
use clipmark_movement::Player;
use clipmark_movement::push::PushVariation;

/// Air between two bodies, in units: more than the skin of any profile, so that no two begin in touch.
const AIR: f32 = 1.0;
/// A walk: its ticks, and how many of them from one look for room to the next. Ten seconds, a fifth of a second apart.
const TICKS: usize = 1250;
const LOOKS_EVERY: usize = 25;
/// The length of a walk's tick, in milliseconds.
const MSEC: f32 = 8.0;
/// After so many walks without a free place the floor is taken for full.
const IN_VAIN: usize = 24;
/// Seed of the walks.
const SEED: u64 = 0x0f1a_7e55;

/// Taken and free room.
struct Room {
    /// The largest body, around its position.
    body: Aabb,
    movers: Vec<Aabb>,
    cells: Cells,
    places: Vec<Point>,
}

impl Room {
    /// Takes a place if it is free.
    fn take(&mut self, at: Point) {
        let own = self.body.translated(&at.coords).grown(AIR);
        let meets = |other: usize| own.touches(&self.body.translated(&self.places[other].coords));
        if self.cells.near(&at).any(meets) || self.movers.iter().any(|m| own.touches(m)) {
            return;
        }
        self.cells.put(self.places.len(), &at);
        self.places.push(at);
    }
}

/// Up to `wanted` places. No body there touches another or a mover. Fewer where the world has no more room.
pub(super) fn places(setting: &Setting, moving: &Moving, wanted: usize) -> Result<Vec<Point>, MeasureError> {
    let entrant = setting.enter("bsp".parse()?)?;
    let empty = MovingWorld::with_players(setting, moving, &entrant, PushVariation::ENGINE, Vec::new())?;
    let mut room = Room {
        body: setting.profile.bounds(false),
        movers: mover_bounds(setting, &empty),
        cells: Cells::default(),
        places: Vec::new(),
    };
    let starts = starts(setting);
    let (mut walk, mut in_vain) = (0, 0);
    while room.places.len() < wanted && in_vain < IN_VAIN {
        let known = room.places.len();
        walk_about(setting, &entrant, starts[walk % starts.len()], walk, &mut room);
        walk += 1;
        in_vain = if room.places.len() == known {
            in_vain + 1
        } else {
            0
        };
    }
    let mut below = 0;
    while room.places.len() < wanted && below < room.places.len() {
        stand_on(&entrant, below, &mut room);
        below += 1;
    }
    room.places.truncate(wanted);
    Ok(room.places)
}

/// The boxes of all movers where they are.
fn mover_bounds(setting: &Setting, world: &MovingWorld) -> Vec<Aabb> {
    let of = |posed: clipmark_movement::push::Posed| {
        let bounds = setting.world.models.get(posed.model)?.bounds;
        let at = Point::from(posed.origin);
        if posed.angles == Vec3::zeros() {
            return Some(bounds.translated(&posed.origin));
        }
        // However it is turned, it stays in this cube.
        let far = bounds.mins.coords.abs().sup(&bounds.maxs.coords.abs());
        Some(Aabb::new(at, at).grown(far.norm()))
    };
    world.posed().filter_map(of).collect()
}

fn walk_about(setting: &Setting, entrant: &BuiltContestant, start: Point, walk: usize, room: &mut Room) {
    let seed = crate::bar::seed(SEED, walk);
    let commands = wander(&setting.profile, start, MSEC, TICKS, seed);
    let mut player = Player::new(&*entrant.backend, &entrant.setup);
    let mut body = commands.start(setting.profile.order);
    for (k, cmd) in commands.ticks.iter().enumerate() {
        if k % LOOKS_EVERY == 0 {
            room.take(body.origin);
        }
        // It fell out of the world.
        if player.tick(&mut body, cmd).is_err() {
            break;
        }
    }
}

/// Takes the place on the head of a player, if the way up to it is free.
fn stand_on(entrant: &BuiltContestant, below: usize, room: &mut Room) {
    let start = room.places[below];
    let height = room.body.maxs.z - room.body.mins.z;
    let way = Vec3::z() * (height + 2.0 * AIR);
    let sweep = Sweep {
        hull: entrant.hull,
        start,
        end: start + way,
        mask: entrant.setup.mask,
    };
    let trace = entrant.backend.trace(&sweep, &mut Work::silent());
    if trace.fraction == 1.0 && !trace.start_solid {
        room.take(start + way);
    }
}
