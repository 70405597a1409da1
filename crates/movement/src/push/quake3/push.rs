//! A mover takes its step and pushes by placing. The step carries bodies that stand on it or that it would overlap.

use super::{Event, NOTHING, PLAYERS, Quake3World};
use crate::moving::Motion;
use clipmark_collision::{CollisionBackend, Sweep, Trace};
use clipmark_geometry::{Aabb, PlacementId, Point, Rotation, Vec3};

/// Kinds of damage, as recordings number them.
pub(super) const CRUSHED: i32 = 17;
pub(super) const TELEFRAGGED: i32 = 18;
pub(super) const FELL: i32 = 19;
/// Damage by an unblockable mover to a body in its way.
const DEADLY: i32 = 99_999;

/// A rider is lifted onto a tilting mover by at most this, in units. At a radius of 100 and 300 degrees a second, a frame of 8 ms
/// cuts in by 4.2. Too small: fast platforms stand still again. Too large: a rider may be lifted through a thin ceiling's gap.
const LIFTED: f32 = 8.0;

/// A step of a mover.
pub(super) struct Moved {
    /// In units.
    pub(super) way: Vec3,
    /// In degrees.
    pub(super) turn: Vec3,
}

/// A player as it was before it was pushed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shifted {
    player: usize,
    origin: Point,
    yaw: i32,
}

impl<B: CollisionBackend> Quake3World<B> {
    /// Moves one part and pushes; the player that blocks it, where one does. Then the part itself is left at the end of its step.
    pub(super) fn push(&mut self, i: usize, by: &Moved) -> Result<(), usize> {
        let mover = &self.movers[i];
        let turned = mover.turned != Vec3::zeros() || by.turn != Vec3::zeros();
        // The box at the end, and the one in which players are looked up.
        let (last, all) = if turned {
            let at = Point::from(mover.origin + by.way);
            let cube = Aabb::new(at, at).grown(mover.radius());
            // A turning part looks around its start alone.
            (cube, cube.translated(&-by.way))
        } else {
            let bounds = mover.bounds_now().grown(1.0);
            let last = bounds.translated(&by.way);
            (last, swept(&bounds, &by.way))
        };
        let mut near = std::mem::take(&mut self.near);
        near.clear();
        self.player_sectors.near(&all, |player| {
            near.push(player);
            true
        });
        if self.alive.profile.repairs.carries_stacks {
            self.add_stacks(i, by, &mut near);
        }
        if self.rules.pushes_all {
            near.clear();
            near.extend(0..self.players.len() as u32);
        }
        if self.rules.last_first {
            near.reverse();
        }
        let mover = &mut self.movers[i];
        mover.origin += by.way;
        mover.turned += by.turn;
        self.link_mover(i);
        let result = near
            .iter()
            .try_for_each(|&player| self.push_player(i, player as usize, &last, by));
        self.near = near;
        if result.is_err() {
            self.put_back();
        }
        result
    }

    fn push_player(&mut self, i: usize, player: usize, last: &Aabb, by: &Moved) -> Result<(), usize> {
        let number = self.movers[i].number;
        // A library pushes and carries its bodies itself.
        if !self.led.is_empty() {
            return Ok(());
        }
        // Nothing is left of it to push.
        if self.players[player].health <= GIBBED {
            return Ok(());
        }
        let rides = self.rides(player, number);
        let is_met = if rides {
            self.rules.carries_riders
        } else {
            self.rules.meets_others
        };
        if !is_met {
            return Ok(());
        }
        if !rides && !self.rules.pushes_all {
            let linked = self.player_sectors.bounds(player as u32);
            if !linked.is_some_and(|b| overlaps(b, last)) || !self.is_stuck(player) {
                return Ok(());
            }
        }
        if self.try_push(i, player, by) || !self.rules.is_blocked {
            return Ok(());
        }
        let mover = &self.movers[i];
        // A swinging mover is never blocked: it goes through, and kills.
        if mover.position.motion == Motion::Sine || mover.angles.motion == Motion::Sine {
            self.hurt(player, number, DEADLY, CRUSHED);
            return Ok(());
        }
        Err(player)
    }

    /// Adds the players who stand on riders, however far above. Upwards the highest goes first, so that none is moved into a
    /// player above.
    fn add_stacks(&self, i: usize, by: &Moved, near: &mut Vec<u32>) {
        let number = self.movers[i].number;
        for player in 0..self.players.len() {
            if !near.contains(&(player as u32)) && self.rides(player, number) {
                near.push(player as u32);
            }
        }
        if by.way.z > 0.0 {
            let height = |player: &u32| self.players[*player as usize].body.origin.z;
            near.sort_by(|a, b| height(b).total_cmp(&height(a)));
        }
    }

    /// Whether a player stands on that mover, or, as a repair, on a player who does.
    fn rides(&self, player: usize, number: i32) -> bool {
        let mut ground = self.players[player].entity_ground;
        if self.alive.profile.repairs.carries_stacks {
            for _ in 0..self.players.len() {
                let below = PLAYERS.player(ground).and_then(|below| self.players.get(below));
                let Some(below) = below else { break };
                ground = below.entity_ground;
            }
        }
        ground == number
    }

    /// Takes a player along; false where it fits neither there nor where it was.
    fn try_push(&mut self, i: usize, player: usize, by: &Moved) -> bool {
        let (number, pivot) = (self.movers[i].number, self.movers[i].origin);
        let rider = &mut self.players[player];
        let (old, yaw) = (rider.body.origin, rider.turn[1]);
        self.shifted.push(Shifted {
            player,
            origin: old,
            yaw,
        });
        // Its offset is taken from where the mover is now.
        let offset = old.coords - pivot;
        let turned = Rotation::of_angles(by.turn).into_world(&offset) - offset;
        rider.body.origin = old + by.way * self.rules.share;
        rider.body.origin += turned;
        if self.rules.gives_speed {
            rider.body.velocity += by.way;
        }
        if self.rules.turns_view {
            rider.turn[1] = rider.turn[1].wrapping_add(in_turns(by.turn.y));
        }
        if !self.rides(player, number) {
            self.players[player].entity_ground = NOTHING;
        }
        let mut fits = !self.is_stuck(player);
        if !fits && self.alive.profile.repairs.lifts_riders && self.rides(player, number) {
            fits = self.lift(player);
        }
        if fits {
            let at = self.players[player].body.origin;
            self.players[player].link = at;
            self.link_player(player, at);
            return true;
        }
        // Left behind where it was, it blocks nothing; but its view keeps the turn.
        self.players[player].body.origin = old;
        if self.alive.profile.repairs.view_stays_behind {
            self.players[player].turn[1] = yaw;
        }
        if !self.is_stuck(player) {
            self.players[player].entity_ground = NOTHING;
            self.shifted.pop();
            return true;
        }
        false
    }

    /// As a repair: a rider whose box a tilting mover cuts into is put on top of it.
    fn lift(&mut self, player: usize) -> bool {
        let at = self.players[player].body.origin;
        let sweep = Sweep {
            hull: self.solid_of(player),
            start: at + Vec3::z() * LIFTED,
            end: at,
            mask: self.mask_of(player),
        };
        let pass = PlacementId::of_index(self.player_id(player) as usize);
        let trace: Trace = self.placed.seen_by(pass).trace(&sweep, &mut self.work);
        if trace.start_solid {
            return false;
        }
        self.players[player].body.origin = trace.end;
        !self.is_stuck(player)
    }

    /// Puts back whom this team has shifted, the last first. Others still meet them where they were shifted to.
    fn put_back(&mut self) {
        if !self.rules.puts_back {
            return self.shifted.clear();
        }
        while let Some(was) = self.shifted.pop() {
            let rider = &mut self.players[was.player];
            rider.body.origin = was.origin;
            rider.turn[1] = was.yaw;
            let at = rider.link;
            self.link_player(was.player, at);
        }
    }

    /// Asks a player for damage.
    pub(super) fn hurt(&mut self, player: usize, by: i32, damage: i32, kind: i32) {
        self.events
            .push(Event::Damage(PLAYERS.of_player(player), by, damage, kind));
        let rider = &mut self.players[player];
        let was_dead = rider.is_dead();
        if rider.god && kind != TELEFRAGGED {
            return;
        }
        rider.health = rider.health.saturating_sub(damage).max(LEAST_HEALTH);
        if rider.is_dead() && !was_dead {
            let at = rider.link;
            self.link_player(player, at);
        }
    }
}

/// A body with this health or less is gone.
const GIBBED: i32 = -40;
/// Health does not fall below this.
const LEAST_HEALTH: i32 = -999;

/// Degrees in 65,536ths of a turn, cut, and counted from 0 upwards.
fn in_turns(degrees: f32) -> i32 {
    ((degrees * 65_536.0 / 360.0) as i32) & 0xffff
}

/// The box that a box sweeps.
fn swept(bounds: &Aabb, way: &Vec3) -> Aabb {
    let mut all = *bounds;
    for axis in 0..3 {
        if way[axis] > 0.0 {
            all.maxs[axis] += way[axis];
        } else {
            all.mins[axis] += way[axis];
        }
    }
    all
}

/// Whether boxes share more than a face.
fn overlaps(a: &Aabb, b: &Aabb) -> bool {
    (0..3).all(|k| a.mins[k] < b.maxs[k] && b.mins[k] < a.maxs[k])
}
