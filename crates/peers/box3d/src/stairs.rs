//! Stairs, ground by casts and riding. They are ours: Box3D and its sample have none.

use crate::character::Mover;
use crate::parts::part_of_shape;
use crate::query::{Query, SHORT};
use boxddd::CollisionPlane;
use clipmark_geometry::{Point, Vec3};
use clipmark_movement::{Wanted, Way};

/// The share of a level move that must be lost before a step is tried. Smaller: steps are tried on floors. Larger: none is tried
/// at walls that are hit obliquely.
const LOST: f32 = 1e-3;
/// Least rise of a step, in units, as in Jolt's stair walk. Else a foothold that is flat, beside a wall, is taken for a stair
/// tick by tick, and the player is ten times too fast.
const LEAST_RISE: f32 = 0.25;
/// Height that a cast goes up beyond the step height less what a round foot climbs, in units. Without it a rounding decides about
/// a step of just the step height. With a unit of it a step of 19 u is climbed, where 18 u are allowed.
const SPARE: f32 = 0.25;

impl Mover {
    /// As its best user moves: steps and ground by casts.
    pub(crate) fn on_foot(&mut self, query: &Query, wanted: &Wanted) -> Option<(Vec3, Option<Vec3>)> {
        self.ride(query)?;
        let way = wanted.displacement;
        let start = self.at;
        let walks = wanted.way == Way::Walks && self.grounded;
        let steepest = walks.then_some(self.walkable);
        let mut planes = query.slide(&mut self.at, &(start + way), steepest)?;
        if walks {
            let lost = (start + way - self.at).xy().norm();
            let wanted = way.xy().norm();
            // Who wants to go nowhere, and is pushed out of walls, has no direction to step in.
            if wanted > 0.0 && lost > wanted * LOST + SHORT / query.box3d.metre() {
                self.step_up(query, &start, &way, &mut planes)?;
            }
            self.stick(query)?;
        }
        let upward = wanted.velocity.z > 0.0;
        let swims = matches!(wanted.way, Way::Swims | Way::Leaps);
        let ground = if upward || swims {
            None
        } else {
            query.ground(&self.at, self.walkable)?
        };
        let carrier = ground.filter(|_| query.box3d.plan.settings.rides);
        self.riding = carrier.and_then(|(_, shape)| part_of_shape(&self.parts, &query.loaded.world, shape));
        let left = query.clipped(&wanted.velocity, &planes)?;
        Some((left, ground.map(|(normal, _)| normal)))
    }

    /// Goes with the part that it stands on, as far as planes let it. Its velocity stays its own.
    fn ride(&mut self, query: &Query) -> Option<()> {
        let moving = self.riding.filter(|part| self.parts.is_moving(*part));
        let carried = moving.and_then(|part| self.parts.carries(part, &Point::from(self.at)));
        if let Some(carried) = carried {
            let there = self.at + carried;
            query.slide(&mut self.at, &there, Some(self.walkable))?;
        }
        Some(())
    }

    /// Up, forward and down; kept if it leads farther, higher and onto ground. These stairs are ours: the sample has none.
    fn step_up(
        &mut self,
        query: &Query,
        start: &Vec3,
        way: &Vec3,
        planes: &mut Vec<CollisionPlane>,
    ) -> Option<()> {
        let riser = self.riser(way, planes);
        let gained = |at: &Vec3| (at - start).xy().dot(&way.xy());
        // A round foot gets over a part of its radius besides.
        let step = (self.step - query.radius() * (1.0 - self.walkable) + SPARE).max(0.0);
        let up = Vec3::z() * step;
        let up = up * query.cast(start, &up)?;
        let mut at = start + up;
        // A foot that is round must go on by a part of its radius to have ground under it.
        let ahead = way + riser.map_or(Vec3::zeros(), |toward| toward * query.foothold(self.walkable));
        let there = at + ahead;
        let over = query.slide(&mut at, &there, Some(self.walkable))?;
        at -= up * query.cast(&at, &-up)?;
        let is_higher = riser.is_none() || at.z - start.z >= LEAST_RISE;
        if is_higher && gained(&at) > gained(&self.at) && query.ground(&at, self.walkable)?.is_some() {
            self.at = at;
            *planes = over;
        }
        Some(())
    }

    /// Toward the wall that stops the way most, level. On ground that rises there is none: it is walked, not stepped on.
    fn riser(&self, way: &Vec3, planes: &[CollisionPlane]) -> Option<Vec3> {
        let normal = |p: &CollisionPlane| Vec3::new(p.plane.normal.x, p.plane.normal.y, p.plane.normal.z);
        let walls = planes.iter().map(normal).filter(|n| n.z < self.walkable);
        let against = walls
            .map(|n| Vec3::new(-n.x, -n.y, 0.0))
            .filter(|n| n.dot(way) > 0.0);
        let most = against.max_by(|a, b| a.dot(way).total_cmp(&b.dot(way)));
        most.map(|n| n.normalize())
    }

    /// Down to ground that is no lower than a step.
    fn stick(&mut self, query: &Query) -> Option<()> {
        if query.ground(&self.at, self.walkable)?.is_some() {
            return Some(());
        }
        let down = Vec3::z() * -self.step;
        let there = self.at + down * query.cast(&self.at, &down)?;
        if query.ground(&there, self.walkable)?.is_some() {
            self.at = there;
        }
        Some(())
    }
}
