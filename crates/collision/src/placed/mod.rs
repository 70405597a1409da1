//! A moving world: a backend for the rigid part, one for each model, and where the models are now.
//!
//! The rigid world answers a sweep first, then the models whose bounds it meets, each in its own frame. A small hierarchy over
//! the bounds finds them. It is refitted when poses change, and sorted anew when many have moved far. A trace allocates nothing
//! once its [`Work`] is warm.
//!
//! ```
//! use clipmark_collision::placed::{Placed, PlacedRules};
//! # use clipmark_collision::*;
//! use clipmark_geometry::{Hull, Placement, Point, Pose, World};
//! # fn show<B: CollisionBackend>(world: &World, build: impl FnMut(&World) -> Result<B, BuildError>) -> Result<(), BuildError> {
//! let mut placed = Placed::build(world, PlacedRules::QUAKE3, build)?;
//! let lift = Placement { model: 0, pose: Pose::at(Point::new(0.0, 0.0, 64.0)) };
//! placed.place(&[lift]);
//! let down = Sweep::new(Hull::quake3_player(), Point::new(0., 0., 140.), Point::new(0., 0., 0.));
//! let trace = placed.seen().trace(&down, &mut Work::silent());
//! let met = trace.model.map(|id| id.index()); // Some(0): it stands on the lift
//! # let _ = met; Ok(()) }
//! ```

mod answer;
mod areas;
mod near;
mod rules;
mod seen;

#[doc(hidden)]
pub use areas::rank;
#[doc(hidden)]
pub use near::Near;

pub use answer::Answer;
pub use rules::PlacedRules;
pub use seen::Seen;

use crate::{BuildError, CollisionBackend, Facts, LeftOver, Sweep, Trace, Work};
use clipmark_geometry::{Aabb, Hull, Placement, PlacementId, Plane, Point, Rotation, Vec3, World};

/// The games grow the bounds of a body and of a sweep by this before they compare them, in units each. Too small: a body a skin
/// away would not be asked.
const GROWN: f32 = 1.0;

/// A backend for each rigid part of a world, and where the parts are.
#[derive(Clone, Debug)]
pub struct Placed<B> {
    rigid: B,
    models: Vec<B>,
    bounds: Vec<Aabb>,
    rules: PlacedRules,
    /// How far the bounds of each model are grown before the halvings are asked.
    linked: Vec<f32>,
    /// How far bounds are grown in all.
    slack: f32,
    slots: Vec<Slot>,
    near: Near,
    /// What the games halve, to tell in which order bodies are asked.
    halved: Aabb,
    /// Counts how often a placement was put somewhere.
    turn: u64,
    facts: Facts,
}

/// A placement and its derived values.
#[derive(Clone, Copy, Debug)]
struct Slot {
    placement: Placement,
    rank: u64,
    solid: bool,
}

impl<B: CollisionBackend> Placed<B> {
    /// Builds a backend from the rigid part of the world and one from each of its models. Nothing is placed yet.
    ///
    /// # Errors
    /// Errors of `build`.
    pub fn build(
        world: &World,
        rules: PlacedRules,
        mut build: impl FnMut(&World) -> Result<B, BuildError>,
    ) -> Result<Self, BuildError> {
        let rigid = build(world)?;
        let each = world.models.iter();
        let models = each
            .clone()
            .map(|model| build(&model.world(&world.bodies)))
            .collect::<Result<Vec<B>, _>>()?;
        let mut facts = rigid.facts().clone();
        for (backend, model) in models.iter().zip(each.clone()) {
            let own = backend.facts();
            match (&mut facts.prepared, &own.prepared) {
                (Some(sizes), Some(too)) => sizes.retain(|size| too.contains(size)),
                (any @ None, Some(too)) => *any = Some(too.clone()),
                _ => {}
            }
            facts.build_time += own.build_time;
            facts.bytes += own.bytes;
            facts.primitives += own.primitives;
            let told = own.omissions.iter().map(|what| format!("{}: {what}", model.name));
            facts.omissions.extend(told);
        }
        let skin = facts.declaration.rules.skin;
        let spread = |of_map: bool| if of_map { GROWN + rules.spread } else { GROWN };
        let linked = each.clone().map(|model| spread(model.is_of_map())).collect();
        Ok(Self {
            rigid,
            models,
            bounds: each.map(|model| model.bounds).collect(),
            rules,
            slack: GROWN + GROWN.max(skin),
            slots: Vec::new(),
            near: Near::default(),
            halved: world.bounds.grown(rules.spread),
            linked,
            turn: 0,
            facts,
        })
    }

    /// Places these models and no others, all of them solid, in this order. Placements are numbered by it. Placements of models
    /// that the world does not have are nowhere.
    pub fn place(&mut self, placements: &[Placement]) {
        self.slots.clear();
        for placement in placements {
            let rank = self.next_rank(placement);
            self.slots.push(Slot {
                placement: *placement,
                rank,
                solid: true,
            });
        }
        let Self {
            near, slots, bounds, ..
        } = self;
        near.replace(slots.iter().map(|slot| bounds_of(bounds, slot)));
    }

    /// Places what another world of the same models places, as it is placed there: asked in the same order.
    pub fn place_as<C>(&mut self, other: &Placed<C>) {
        self.slots.clone_from(&other.slots);
        self.near.clone_from(&other.near);
        self.turn = other.turn;
    }

    /// Puts one placement somewhere else, or another model in its place. It counts as the last one placed. No number of a
    /// placement that is not there changes anything.
    pub fn set(&mut self, id: PlacementId, placement: Placement) {
        let rank = self.next_rank(&placement);
        if let Some(slot) = self.slots.get_mut(id.index()) {
            (slot.placement, slot.rank) = (placement, rank);
            self.near.set(id.index(), bounds_of(&self.bounds, slot));
        }
    }

    /// Makes one placement solid, or takes it out of all answers until it is made solid again.
    pub fn set_solid(&mut self, id: PlacementId, solid: bool) {
        // Most are put somewhere else, and stay as solid as they were.
        if let Some(slot) = self.slots.get_mut(id.index()).filter(|slot| slot.solid != solid) {
            slot.solid = solid;
            self.near.set(id.index(), bounds_of(&self.bounds, slot));
        }
    }

    /// The placement of that number.
    pub fn placement(&self, id: PlacementId) -> Option<&Placement> {
        self.slots.get(id.index()).map(|slot| &slot.placement)
    }

    /// How many are placed.
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// Whether none is.
    pub fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// The backend of the rigid part.
    pub fn rigid(&self) -> &B {
        &self.rigid
    }

    /// The backend of each model, in the order of [`World::models`].
    pub fn models(&self) -> &[B] {
        &self.models
    }

    /// How answers are merged.
    pub fn rules(&self) -> &PlacedRules {
        &self.rules
    }

    /// The whole world as a backend.
    pub fn seen(&self) -> Seen<'_, B> {
        Seen::new(self, None)
    }

    /// The world as one of the placed bodies sees it: without itself.
    pub fn seen_by(&self, pass: PlacementId) -> Seen<'_, B> {
        Seen::new(self, Some(pass))
    }

    /// Asks one placed model alone. `ask` takes its backend, the sweep in its frame, and its rotation. `None` where no model is
    /// placed by that number.
    pub fn ask_one<A: Answer>(
        &self,
        id: PlacementId,
        sweep: &Sweep,
        work: &mut Work,
        ask: impl FnOnce(&B, &Sweep, &Rotation, &mut Work) -> A,
    ) -> Option<A> {
        let Placement { model, pose } = self.placement(id)?;
        let backend = self.models.get(*model)?;
        let own = self.in_frame(sweep, &pose.origin, &pose.rotation);
        let answer = ask(backend, &own, &pose.rotation, work);
        Some(answer.carried(id, pose, sweep, &self.rules))
    }

    /// The hull that a model is asked with, and how far its position is from the asked one's.
    #[inline]
    fn traced(&self, hull: &Hull) -> (Hull, Point) {
        if self.rules.recentred {
            recentred(hull)
        } else {
            (*hull, Point::origin())
        }
    }

    /// The sweep in the frame of a model there.
    #[inline]
    fn in_frame(&self, sweep: &Sweep, origin: &Point, rotation: &Rotation) -> Sweep {
        let (hull, offset) = self.traced(&sweep.hull);
        let turned = |p: &Point| Point::from(rotation.into_model(&(p + offset.coords - origin)));
        Sweep {
            hull,
            start: turned(&sweep.start),
            end: turned(&sweep.end),
            mask: sweep.mask,
        }
    }

    fn next_rank(&mut self, placement: &Placement) -> u64 {
        self.turn += 1;
        let bounds = self.bounds.get(placement.model).copied().unwrap_or_default();
        let grown = self.linked.get(placement.model).copied().unwrap_or(GROWN);
        let bounds = placement.pose.bounds(&bounds).grown(grown);
        rank(&self.halved, &bounds, self.turn, self.rules.latest_first)
    }
}

impl<B: LeftOver> Placed<B> {
    /// The plane that the engine reports in an answer that is all solid; see [`LeftOver`]. Where it reports
    /// none, the null normal is turned all the same.
    pub fn left_over(&self, of: &Trace, sweep: &Sweep, work: &mut Work) -> Option<Plane> {
        let Some(placement) = of.model.and_then(|id| self.placement(id)) else {
            return self.rigid.left_over(sweep, &Rotation::NONE, work);
        };
        let pose = &placement.pose;
        let own = self.in_frame(sweep, &pose.origin, &pose.rotation);
        let backend = self.models.get(placement.model)?;
        let plane = backend.left_over(&own, &pose.rotation, work);
        let plane = plane.unwrap_or(Plane::new(Vec3::zeros(), 0.0));
        Some(answer::carried_plane(&plane, pose, &self.rules))
    }
}

fn bounds_of(models: &[Aabb], slot: &Slot) -> Aabb {
    match models.get(slot.placement.model) {
        Some(bounds) if slot.solid => slot.placement.pose.bounds(bounds),
        _ => Aabb::EMPTY,
    }
}

/// The same hull around its middle, and how far that is from the position.
fn recentred(hull: &Hull) -> (Hull, Point) {
    let bounds = hull.bounds();
    let offset = Point::from((bounds.mins.coords + bounds.maxs.coords) * 0.5);
    let own = Aabb::new(
        Point::from(bounds.mins - offset),
        Point::from(bounds.maxs - offset),
    );
    let hull = match hull {
        Hull::Point => Hull::Point,
        Hull::Sphere { radius } => Hull::Sphere { radius: *radius },
        Hull::Box { .. } => Hull::Box { bounds: own },
        Hull::Capsule { .. } => Hull::Capsule { bounds: own },
        Hull::Cylinder { .. } => Hull::Cylinder { bounds: own },
    };
    (hull, offset)
}
