//! A moving world from a map and its cast, as it is when the players' first frame begins.

use super::entities::{Entities, EntityPart, EntityTrigger};
use super::{Act, First, Mover, NOTHING, Part, Quake3World, Rider, Stage, Think, Trigger, Turn, command};
use crate::body::Body;
use crate::movers::OwnMover;
use crate::moving::{Effect, Quake3Part, Quake3Parts, Quake3Trigger};
use crate::profile::Profile;
use crate::push::PushVariation;
use crate::push::numbers::MOST_PLAYERS;
use crate::push::posed::solids;
use crate::push::sectors::Sectors;
use crate::setup::Setup;
use crate::shape::ShapeKind;
use clipmark_collision::placed::{Placed, PlacedRules};
use clipmark_collision::{BuildError, CollisionBackend, Work};
use clipmark_geometry::{Aabb, Brush, Contents, Model, Placement, PlacementId, Point, Pose, Vec3, World};
use thiserror::Error;

/// The data of a moving world beside its map.
#[derive(Clone, Debug)]
pub struct Quake3Setup {
    /// The movement.
    pub profile: Profile,
    /// Which parts and triggers play.
    pub cast: Entities,
    /// How many players.
    pub players: usize,
    /// Whether they take no damage.
    pub god: bool,
    /// When they join, in milliseconds; their first frame ends later.
    pub start_msec: i32,
}

/// Why a moving world cannot be made.
#[derive(Debug, Error)]
pub enum Unplayable {
    /// A recording names a part that the map does not have.
    #[error(
        "entity {number} is {what} {model}, which this map does not have; give the map that was recorded"
    )]
    Unknown {
        /// Number among the game's entities.
        number: i32,
        /// The kind of part.
        what: &'static str,
        /// Number of its model.
        model: usize,
    },
    /// Too many players.
    #[error("{0} players; a world holds {MOST_PLAYERS} at most")]
    Players(usize),
    /// A backend refused the world.
    #[error(transparent)]
    Build(#[from] BuildError),
}

/// The level is made this long before players join, and four frames are played.
const BEFORE: i32 = 400;
const FRAME: i32 = 100;
/// Upper end of a dead player's box, in units over its origin.
const DEAD_TOP: f32 = -8.0;

impl<B: CollisionBackend> Quake3World<B> {
    /// The world as it is when players join; `build` makes a backend of each rigid part.
    ///
    /// # Errors
    /// A cast that is not of this map, too many players, or errors of `build`.
    pub fn new(
        world: &World,
        parts: &Quake3Parts,
        setup: &Quake3Setup,
        build: impl FnMut(&World) -> Result<B, BuildError>,
    ) -> Result<Self, Unplayable> {
        if setup.players > MOST_PLAYERS {
            return Err(Unplayable::Players(setup.players));
        }
        let profile = setup.profile;
        let dead = dead_of(profile);
        let mut whole = world.clone();
        let bodies = whole.models.len();
        let shapes = [profile.bounds(false), profile.bounds(true), dead.bounds(false)];
        whole.models.extend(shapes.iter().filter_map(body));
        let at = |model: usize| model_at(world, model);
        let mut movers = Vec::new();
        for cast in &setup.cast.parts {
            let unknown = || unknown(cast.number, "model", cast.model);
            let model = at(cast.model).ok_or_else(unknown)?;
            // A left-out part is solid all the same.
            let part = parts.parts.iter().find(|p| p.model == cast.model).cloned();
            let still = || Quake3Part::still(cast.model, cast.bounds, cast.places[0]);
            movers.push(mover(cast, &part.unwrap_or_else(still), model));
        }
        movers.sort_by_key(|m| m.number);
        join(&mut movers, &setup.cast.parts);
        let made = setup.start_msec.saturating_sub(BEFORE);
        for m in movers.iter_mut().filter(|m| m.think != Think::Nothing) {
            m.next_think = made + FRAME;
        }
        let (mut triggers, mut trigger_models) = (Vec::new(), Vec::new());
        for cast in &setup.cast.triggers {
            let Some(trigger) = trigger(cast, &parts.triggers, &movers) else {
                continue;
            };
            trigger_models.push(cast.model.and_then(at).unwrap_or(bodies));
            triggers.push(trigger);
        }
        let alive = Setup::of_shape(profile, OwnMover::Slide, ShapeKind::Box);
        let corpse = corpse_of(profile, ShapeKind::Box);
        let rider = Rider {
            body: Body::at(Point::origin()),
            ground: NOTHING,
            entity_ground: NOTHING,
            command_msec: setup.start_msec,
            turn: [0; 2],
            view_yaw: 0.0,
            link: Point::origin(),
            health: command::ALIVE,
            god: setup.god,
            eyes: profile.size.eyes as i32,
            held: [0; 2],
        };
        let mut turns: Vec<(i32, Turn)> = Vec::new();
        turns.extend(movers.iter().enumerate().map(|(i, m)| (m.number, Turn::Mover(i))));
        turns.extend(
            triggers
                .iter()
                .enumerate()
                .map(|(i, t)| (t.number, Turn::Trigger(i))),
        );
        turns.sort_by_key(|(number, _)| *number);
        let first = First {
            movers: movers.clone(),
            triggers: triggers.clone(),
            players: vec![rider; setup.players],
            trigger_models,
            bounds: world.bounds,
            start_msec: setup.start_msec,
        };
        let mut out = Self {
            placed: Placed::build(&whole, PlacedRules::QUAKE3, build)?,
            trigger_sectors: Sectors::new(&world.bounds),
            player_sectors: Sectors::new(&world.bounds),
            movers,
            triggers,
            players: Vec::new(),
            joined: false,
            bodies,
            now: made,
            before: made,
            turns: turns.into_iter().map(|(_, turn)| turn).collect(),
            solids: solids(&alive),
            alive,
            dead: corpse,
            led: Vec::new(),
            body_models: None,
            work: Work::silent(),
            shifted: Vec::new(),
            near: Vec::new(),
            events: Vec::new(),
            thrown: 0,
            first,
            rules: PushVariation::ENGINE,
        };
        out.begin();
        Ok(out)
    }

    /// Makes the level and plays its frames before players join.
    pub(super) fn begin(&mut self) {
        let made = self.first.start_msec.saturating_sub(BEFORE);
        (self.now, self.before, self.joined) = (made, made, false);
        self.trigger_sectors = Sectors::new(&self.first.bounds);
        self.player_sectors = Sectors::new(&self.first.bounds);
        self.players.clone_from(&self.first.players);
        let models = std::mem::take(&mut self.first.trigger_models);
        self.place_all(&models);
        self.first.trigger_models = models;
        for k in 1..=BEFORE / FRAME {
            self.advance(made + k * FRAME);
        }
        self.events.clear();
        self.thrown = 0;
        self.joined = true;
    }

    /// Puts everything where it begins. Players are nowhere until they are put somewhere.
    fn place_all(&mut self, trigger_models: &[usize]) {
        let at_home = |model: &usize| Placement {
            model: *model,
            pose: Pose::HOME,
        };
        let mut placements: Vec<Placement> = self.movers.iter().map(Mover::placement).collect();
        placements.extend(trigger_models.iter().map(at_home));
        placements.extend(self.players.iter().map(|_| at_home(&self.bodies)));
        self.placed.place(&placements);
        for id in self.movers.len()..placements.len() {
            self.placed.set_solid(PlacementId::of_index(id), false);
        }
        for k in 0..self.turns.len() {
            match self.turns[k] {
                Turn::Mover(i) => self.link_mover(i),
                Turn::Trigger(i) => {
                    let bounds = self.triggers[i].bounds.grown(1.0);
                    self.trigger_sectors.link(i as u32, bounds);
                }
            }
        }
    }
}

fn dead_of(mut profile: Profile) -> Profile {
    (profile.size.top, profile.size.crouched_top) = (DEAD_TOP, DEAD_TOP);
    profile
}

/// The setup that moves a dead player.
pub(super) fn corpse_of(profile: Profile, shape: ShapeKind) -> Setup {
    let mut out = Setup::of_shape(dead_of(profile), OwnMover::Slide, shape);
    out.mask.remove(Contents::BODY);
    out
}

fn unknown(number: i32, what: &'static str, model: usize) -> Unplayable {
    Unplayable::Unknown { number, what, model }
}

/// A player's box as a model.
fn body(bounds: &Aabb) -> Option<Model> {
    let brush = Brush::from_box(bounds.mins, bounds.maxs, Contents::BODY).ok()?;
    Some(Model::of_brushes("a player's body", vec![brush]))
}

/// Index among the world's models of the map's model of that number.
fn model_at(world: &World, model: usize) -> Option<usize> {
    let name = format!("*{model}");
    world.models.iter().position(|m| m.name == name)
}

fn mover(cast: &EntityPart, part: &Quake3Part, model: usize) -> Mover {
    let is_train = matches!(part.part, Part::Train(_));
    let places = if is_train { part.places } else { cast.places };
    let think = match part.part {
        Part::Door => Think::Settle,
        Part::Train(_) => Think::BeginRound,
        _ => Think::Nothing,
    };
    let mut position = part.position;
    if matches!(part.part, Part::Door | Part::Plat | Part::Button) {
        position.base = places[0];
    }
    Mover {
        number: cast.number,
        model,
        part: part.part.clone(),
        crusher: part.crusher,
        bounds: cast.bounds,
        places,
        speed: part.speed,
        wait_msec: part.wait_msec,
        damage: part.damage,
        position,
        angles: part.angles,
        origin: position.base,
        turned: part.angles.base,
        stage: Stage::First,
        next_think: 0,
        think,
        captain: 0,
        next: None,
        corner: 0,
        name: part.name.clone(),
        opens_by_touch: part.opens_by_touch,
        target: part.target.clone(),
    }
}

/// Makes teams of the numbers of captains and followers. A part whose captain is no mover plays
/// alone.
fn join(movers: &mut [Mover], cast: &[EntityPart]) {
    let index = |number: i32, movers: &[Mover]| movers.iter().position(|m| m.number == number);
    for i in 0..movers.len() {
        let Some(own) = cast.iter().find(|c| c.number == movers[i].number) else {
            continue;
        };
        let captain = index(own.captain, movers).unwrap_or(i);
        // A follower stands for its captain in all that uses it.
        if captain != i && movers[i].name.is_some() {
            movers[captain].name = movers[i].name.take();
        }
        movers[i].captain = captain;
        movers[i].next = own.next.and_then(|n| index(n, movers));
    }
    // A chain that comes back to itself would be walked for ever.
    for i in 0..movers.len() {
        let (mut at, mut length) = (movers[i].next, 0);
        while let Some(k) = at {
            length += 1;
            if length > movers.len() || movers[k].captain != movers[i].captain {
                movers[i].next = None;
                break;
            }
            at = movers[k].next;
        }
    }
}

fn trigger(cast: &EntityTrigger, of_map: &[Quake3Trigger], movers: &[Mover]) -> Option<Trigger> {
    let act = match (cast.model, cast.parent) {
        (None, parent) => {
            let i = movers.iter().position(|m| Some(m.number) == parent)?;
            match movers[i].part {
                Part::Plat => Act::Raise(i),
                _ => Act::Open(i),
            }
        }
        (Some(model), _) => match &of_map.iter().find(|t| t.model == model)?.effect {
            Effect::Push(own) => Act::Push(if cast.push == Vec3::zeros() {
                *own
            } else {
                cast.push
            }),
            Effect::Teleport(goal, angles) => Act::Teleport(*goal, *angles),
            Effect::Use(target, wait) => Act::Use(target.clone(), *wait, 0),
        },
    };
    Some(Trigger {
        number: cast.number,
        act,
        is_plain: cast.model.is_none(),
        bounds: cast.bounds,
    })
}
