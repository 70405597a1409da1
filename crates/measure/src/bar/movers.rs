//! Asks the player's hull a share of questions in the world with its movers, each somewhere on its way.
//!
//! The backend is [`Placed`]: one of the rigid part, one of each model. The truth is one rigid world. In it the models'
//! solids are shifted exactly, and turned ones are met by a box as Quake III lays it ([`Reference::placed`]). Sweeps begin
//! near the movers. Planes are carried into the world, where Quake III leaves their distance in the model's frame.
//!
//! Departures: a cylinder is asked among movers that are turned about z alone, and other round hulls among none that are
//! turned.

use super::answers::{BuiltContestant, Panel, Swept};
use super::part::Part;
use super::{BarOptions, hulls, is_refusal};
use crate::MeasureError;
use crate::run::moving::{PartBackend, poses};
use clipmark_collision::BuildError;
use clipmark_collision::placed::{Placed, PlacedRules};
use clipmark_geometry::{Aabb, Brush, Contents, Hull, Placement, Point, Pose, Triangle, World};
use clipmark_referee::{HullReference, Reference};
use clipmark_rows::AMONG_MOVERS;

/// A model whose bounds are nearer than this to those of a sweep is asked, in units. Both are grown by 1 u, and less rounding.
const ASKED_WITHIN: f32 = 2.0 - 1.0 / 64.0;

/// Tells the seeds of these questions from those of most hulls.
const NUMBER: u64 = 9;

/// A contestant's answers among movers.
#[derive(Clone, Debug, Default)]
pub struct AmongMovers {
    /// None where no mover is placed that it is asked among.
    pub parts: Vec<Part>,
    /// Why its library refuses a moving part.
    pub refused: Option<String>,
}

/// For each contestant its answers.
pub(super) fn movers(
    world: &World,
    contestants: &[BuiltContestant],
    options: &BarOptions,
) -> Result<Vec<AmongMovers>, MeasureError> {
    if options.sizes.hulls == 0 || world.models.is_empty() {
        return Ok(contestants.iter().map(|_| AmongMovers::default()).collect());
    }
    let mut placements = poses(world, &options.profile, options.seed);
    placements.retain(|p| p.model < world.models.len());
    among(world, contestants, options, [&placements, &placements])
}

/// Asks with the models at the first placements, and judges as if they were at the second.
pub fn among(
    world: &World,
    contestants: &[BuiltContestant],
    options: &BarOptions,
    [placed, judged_at]: [&[Placement]; 2],
) -> Result<Vec<AmongMovers>, MeasureError> {
    if placed.is_empty() {
        return Ok(contestants.iter().map(|_| AmongMovers::default()).collect());
    }
    let merged = world.with_models_at(judged_at);
    let largest = Truth::new(world, judged_at)
        .solids
        .for_hull(&options.hull.unwrap_or(Hull::Box {
            bounds: options.profile.bounds(false),
        }));
    let near = models_alone(world, judged_at);
    let mut out: Vec<AmongMovers> = contestants.iter().map(|_| AmongMovers::default()).collect();
    for turns in [Turns::All, Turns::Upright, Turns::None] {
        let of = |contestant: &BuiltContestant| Turns::from_contestant(contestant) == turns;
        let chosen: Vec<usize> = (0..contestants.len()).filter(|&i| of(&contestants[i])).collect();
        let [placed, judged_at] = [placed, judged_at].map(|all| turns.among(all));
        if chosen.is_empty() || placed.is_empty() {
            continue;
        }
        let truth = Truth::new(world, &judged_at);
        ask(
            (world, &merged, &near, &largest),
            (contestants, &chosen),
            (&placed, &judged_at, &truth),
            options,
            &mut out,
        )?;
    }
    Ok(out)
}

/// Where a model is turned, the box that is laid along its axes may reach beyond the box that is swept. Quake III asks a model
/// only where the bounds of the latter come near (`docs/moving.md`, "Bounds").
pub(super) struct TurnedModels<'a> {
    world: &'a World,
    judged_at: &'a [Placement],
}

impl TurnedModels<'_> {
    /// Whether a question within these bounds may leave a model out although the laid hull reaches it.
    fn may_pass(&self, placement: &Placement, hull: &Hull, bounds: &Aabb) -> bool {
        let pose = &placement.pose;
        let model = self.world.models.get(placement.model);
        model.filter(|_| !pose.rotation.is_none()).is_some_and(|model| {
            let own = pose.bounds(&model.bounds);
            let near = |by: f32| own.touches(&bounds.grown(by));
            let reach = hull.bounds().half_extents().norm();
            !near(ASKED_WITHIN) && near(ASKED_WITHIN + reach)
        })
    }

    /// Whether it is unclear which models a question within these bounds is about.
    pub(super) fn are_unclear(&self, hull: &Hull, bounds: &Aabb) -> bool {
        self.judged_at.iter().any(|p| self.may_pass(p, hull, bounds))
    }

    /// The reference without the models that may be left out. `None` where there are no such.
    pub(super) fn reference_near(&self, hull: &Hull, bounds: &Aabb) -> Option<Reference> {
        let mut asked = self.judged_at.to_vec();
        // The others keep their numbers.
        for passed in asked.iter_mut().filter(|p| self.may_pass(p, hull, bounds)) {
            passed.model = usize::MAX;
        }
        (asked != self.judged_at).then(|| Reference::placed(self.world, &asked, Contents::PLAYER_MASK))
    }
}

/// What is true of a world whose models are placed.
struct Truth {
    solids: Reference,
    points: HullReference,
}

impl Truth {
    fn new(world: &World, judged_at: &[Placement]) -> Self {
        Self {
            solids: Reference::placed(world, judged_at, Contents::PLAYER_MASK),
            points: Reference::placed(world, judged_at, Contents::all()).for_hull(&Hull::Point),
        }
    }
}

/// Which turned models a contestant is asked among.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Turns {
    All,
    /// Those that are turned about z alone.
    Upright,
    None,
}

impl Turns {
    fn from_contestant(contestant: &BuiltContestant) -> Self {
        // No other game turns models.
        if !PlacedRules::from_trace_rules(&contestant.setup.profile.trace_rules).recentred {
            return Self::None;
        }
        match contestant.hull {
            Hull::Point | Hull::Box { .. } => Self::All,
            Hull::Cylinder { .. } => Self::Upright,
            Hull::Sphere { .. } | Hull::Capsule { .. } => Self::None,
        }
    }

    fn among(self, all: &[Placement]) -> Vec<Placement> {
        let is_asked = |p: &&Placement| match self {
            Self::All => true,
            Self::Upright => p.pose.rotation.is_upright(),
            Self::None => p.pose.rotation.is_none(),
        };
        all.iter().filter(is_asked).copied().collect()
    }
}

/// Asks the chosen of the contestants, and puts down their answers.
fn ask(
    (world, merged, near, largest): (&World, &World, &World, &HullReference),
    (contestants, chosen): (&[BuiltContestant], &[usize]),
    (placed, judged_at, truth): (&[Placement], &[Placement], &Truth),
    options: &BarOptions,
    out: &mut [AmongMovers],
) -> Result<(), MeasureError> {
    let mut worlds = Vec::new();
    for &i in chosen {
        match contestants[i].ask_unless_stopped(|| Some(moving(&contestants[i], world))) {
            Some(Ok(moving)) => worlds.push((i, moving)),
            // A part that its library refuses cannot be asked about.
            Some(Err(why)) if is_refusal(&why) => out[i].refused = Some(why.to_string()),
            Some(Err(why)) => return Err(why.into()),
            None => (),
        }
    }
    let mut built = Vec::new();
    for (i, moving) in &mut worlds {
        let contestant = &contestants[*i];
        let seen = contestant.ask_unless_stopped(|| {
            moving.place(placed);
            let setup = (contestant.setup.clone(), contestant.hull);
            let seen = Box::new(moving.seen());
            Some((*i, BuiltContestant::new(contestant.who, seen, setup, merged)))
        });
        built.extend(seen);
    }
    let turned = TurnedModels { world, judged_at };
    let swept = built.iter().map(|(_, contestant)| Swept {
        turned: Some(&turned),
        ..Swept::new(contestant, contestant.hull, &truth.solids)
    });
    let swept: Vec<Swept> = swept.collect();
    let panel = Panel {
        swept: &swept,
        world: near,
        largest,
        skin: options.profile.trace_rules.skin,
    };
    let asked = hulls::ask(AMONG_MOVERS, &panel, &truth.points, options, NUMBER);
    for ((i, built), (parts, _)) in built.iter().zip(asked) {
        out[*i].parts = parts;
        if let Some(why) = built.stopped() {
            contestants[*i].stop(why.into());
        }
    }
    Ok(())
}

/// The contestant's backend for the rigid part, and one built for each model.
fn moving<'a>(contestant: &'a BuiltContestant, world: &World) -> Result<Placed<PartBackend<'a>>, BuildError> {
    let mut rigid = Some(&*contestant.backend);
    let rules = contestant.setup.profile.trace_rules;
    let build = |world: &World| -> Result<PartBackend<'a>, BuildError> {
        match rigid.take() {
            Some(lent) => Ok(PartBackend::Lent(lent)),
            None => Ok(PartBackend::Own(contestant.who.build(world, rules)?)),
        }
    };
    let rules = PlacedRules {
        plane_as_met: false,
        starts_replace: false,
        starts_stay: true,
        ..PlacedRules::from_trace_rules(&rules)
    };
    Placed::build(world, rules, build)
}

/// Sweeps begin near these: the models where they are, alone. Of a turned one only the bounds of its solids are right.
fn models_alone(world: &World, placements: &[Placement]) -> World {
    let models = World {
        models: world.models.clone(),
        ..World::default()
    };
    let mut near = models.with_models_at(placements);
    for (model, pose) in world.turned_at(placements) {
        for brush in &model.brushes {
            let bounds = bounds_of(&brush.bounds, pose);
            near.bounds = near.bounds.union(&bounds);
            near.brushes.push(Brush {
                bounds,
                ..brush.clone()
            });
        }
        for triangle in &model.triangles {
            let corners = triangle.corners.map(|p| pose.into_world(&p));
            near.bounds = corners
                .iter()
                .fold(near.bounds, |all, p| all.union(&Aabb::new(*p, *p)));
            near.triangles.push(Triangle { corners, ..*triangle });
        }
    }
    near
}

/// The bounds of a turned box.
fn bounds_of(of: &Aabb, pose: &Pose) -> Aabb {
    let corner = |i: usize| {
        let at = |axis: usize| {
            if i >> axis & 1 == 0 {
                of.mins[axis]
            } else {
                of.maxs[axis]
            }
        };
        pose.into_world(&Point::new(at(0), at(1), at(2)))
    };
    (0..8)
        .map(corner)
        .fold(Aabb::EMPTY, |all, p| all.union(&Aabb::new(p, p)))
}
