//! The entities of a Quake III level: what its map says of them, under which numbers they play, and the world that they make.
//!
//! Source: the game's manual for mappers (classes, keys, defaults). Recordings of moving worlds equal it to the bit in start,
//! end, duration and box. Departure: parts at which the game would crash or hang are left out and named.

use super::{Mover, MoverState, Player, Quake3World, Think, Trigger};
use crate::movers::OwnMover;
use crate::moving::keys::{self, LeftOut, MapTrigger, Names, Parts};
use crate::moving::sectors::Sectors;
use crate::moving::{
    Act, Corner, Effect, LINKED, MOST_PLAYERS, Motion, Solids, Trajectory, Unplayable, model_of, solid_hulls,
};
use crate::profile::Profile;
use crate::setup::Setup;
use crate::shape::ShapeKind;
use clipmark_collision::placed::PlacedRules;
use clipmark_collision::{BuildError, CollisionBackend};
use clipmark_geometry::{
    Aabb, Brush, Contents, MapEntity, Model, Placement, PlacementId, Point, Pose, Vec3, World,
};
use std::collections::HashMap;

/// Downward acceleration that jump pads and pendulums reckon with.
const GRAVITY: f32 = 800.0;
/// Pendulums are at least this long, in units.
const LEAST_LENGTH: f32 = 8.0;
/// A player is put this far above a teleporter's destination.
const ABOVE: f32 = 1.0;
/// Flag of a door that begins at its second place, and of one that hurts a body that blocks it and goes on.
const STARTS_OPEN: u32 = 1;
const CRUSHER: u32 = 4;
/// Flags of rotating parts: about x, about y axes of the angles.
const ROLLS: u32 = 4;
const PITCHES: u32 = 8;

/// Doors are opened from this far away along their thinnest axis, in units.
const OPENS_FROM: f32 = 120.0;
/// A lift's trigger is this much narrower than the lift on each side, and this much higher than its low place, in units.
const NARROWER: f32 = 33.0;
const HIGHER: f32 = 8.0;
/// The first number that a map's entities get: 64 players and 8 dead bodies come before.
const FIRST: i32 = 72;

/// The level is made this long before players join, and four frames are played.
const BEFORE: i32 = 400;
const FRAME: i32 = 100;
/// Upper end of a dead player's box, in units over its origin.
const DEAD_TOP: f32 = -8.0;

#[derive(Clone, Debug, Default, PartialEq)]
pub enum Quake3Kind {
    /// Moves between two places when it is touched or used.
    Door,
    /// A lift, which waits at its low place.
    Plat,
    Button,
    Train(Vec<Corner>),
    /// Swings or turns for ever, or never moves.
    #[default]
    Steady,
}

/// A moving part as it is before the first frame.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Quake3Part {
    /// Index among the map's entities.
    pub entity: usize,
    /// Number of its model in the map.
    pub model: usize,
    pub kind: Quake3Kind,
    /// Hurts a body that blocks it and goes on, where other doors and lifts turn round.
    pub crusher: bool,
    /// Bounds of its model, in its own frame, grown by a unit on each side as the game has them.
    pub bounds: Aabb,
    /// Its first and second place, in units.
    pub places: [Vec3; 2],
    /// Units per second.
    pub speed: f32,
    /// Rest at the second place, in milliseconds.
    pub wait_msec: f32,
    /// The damage to a player that blocks it.
    pub damage: i32,
    pub position: Trajectory,
    /// How it is turned, in degrees.
    pub angles: Trajectory,
    pub team: Option<String>,
    /// The name it is used by.
    pub name: Option<String>,
    pub target: Option<String>,
    /// Whether touch opens it, or it must be used or shot.
    pub opens_by_touch: bool,
}

/// All that moves or acts in a map of Quake III.
pub type Quake3Parts = Parts<Quake3Part>;

// What the map says: a class a function.

impl Quake3Parts {
    /// The movers and triggers among a map's entities. `bounds` gives those of a model of the map as the file has them.
    pub fn of_map(entities: &[MapEntity], bounds: impl Fn(usize) -> Option<Aabb>) -> Self {
        let names = Names::new(entities, |_| true);
        let corners = Names::new(entities, |e| e.class() == "path_corner");
        Self::read(
            entities,
            bounds,
            |e| e.class().starts_with("func_") && e.value("model").is_some(),
            |i, e, model, bounds| {
                let mut out = Quake3Part::of_entity(i, e, model, bounds)?;
                match e.class() {
                    "func_door" => out.door(e)?,
                    "func_plat" => out.plat(e)?,
                    "func_button" => out.button(e)?,
                    "func_train" => out.train(corners.corners(e, &names, corner)?),
                    "func_rotating" => out.rotating(e)?,
                    "func_bobbing" => out.bobbing(e)?,
                    "func_pendulum" => out.pendulum(e)?,
                    "func_static" | "func_group" => out.settle(),
                    class => return Err(LeftOut::new(e, format!("{class} is no moving part of Quake III"))),
                }
                Ok(out)
            },
            |e, bounds| effect(&names, e, bounds),
        )
    }
}

fn corner(e: &MapEntity) -> Result<Corner, LeftOut> {
    Ok(Corner {
        origin: keys::triple(e, "origin")?,
        speed: keys::number(e, "speed", 0.0)?,
        wait: keys::number(e, "wait", 0.0)?,
    })
}

impl Quake3Part {
    /// A part that is solid and never moves: the known facts of a left-out part.
    pub fn still(model: usize, bounds: Aabb, origin: Vec3) -> Self {
        Self {
            model,
            bounds,
            places: [origin; 2],
            position: Trajectory::fixed(origin),
            ..Self::default()
        }
    }

    fn of_entity(entity: usize, e: &MapEntity, model: usize, bounds: Aabb) -> Result<Self, LeftOut> {
        let origin = keys::triple(e, "origin")?;
        Ok(Self {
            entity,
            crusher: keys::flags(e)? & CRUSHER != 0,
            speed: keys::number(e, "speed", 0.0)?,
            damage: keys::number(e, "dmg", 2.0)? as i32,
            position: Trajectory::default(),
            team: e.value("team").map(str::to_owned),
            name: e.value("targetname").map(str::to_owned),
            target: e.value("target").map(str::to_owned),
            opens_by_touch: e.value("targetname").is_none() && keys::number(e, "health", 0.0)? == 0.0,
            ..Self::still(model, bounds, origin)
        })
    }

    /// Ends as far along its way as it is long, less its lip.
    fn opens(&mut self, e: &MapEntity, lip: f32) -> Result<(), LeftOut> {
        let (way, lip) = (keys::move_direction(e)?, keys::number(e, "lip", lip)?);
        let (size, a) = (self.bounds.maxs - self.bounds.mins, way.abs());
        let distance = a.x * size.x + a.y * size.y + a.z * size.z - lip;
        self.places[1] = self.places[0] + way * distance;
        Ok(())
    }

    /// Goes by `by` and back.
    pub(in crate::moving) fn goes(&mut self, kind: Quake3Kind, by: Vec3, wait: f32) {
        self.kind = kind;
        self.places[1] = self.places[0] + by;
        self.wait_msec = wait * 1000.0;
        self.settle();
    }

    /// Waits at its first place; how long it takes to the second is cut to whole milliseconds.
    fn settle(&mut self) {
        if self.speed == 0.0 {
            self.speed = 100.0;
        }
        let way = self.places[1] - self.places[0];
        let msec = (way.norm() * 1000.0 / self.speed) as i32;
        self.position = Trajectory {
            duration_msec: if msec > 0 { msec } else { 1 },
            base: self.places[0],
            delta: way * self.speed,
            ..Trajectory::default()
        };
    }

    fn door(&mut self, e: &MapEntity) -> Result<(), LeftOut> {
        let flags = keys::flags(e)?;
        self.kind = Quake3Kind::Door;
        self.speed = keys::number_not_0(e, "speed", 400.0)?;
        self.wait_msec = keys::number_not_0(e, "wait", 2.0)? * 1000.0;
        self.opens(e, 8.0)?;
        if flags & STARTS_OPEN != 0 {
            self.places.swap(0, 1);
        }
        self.settle();
        Ok(())
    }

    fn plat(&mut self, e: &MapEntity) -> Result<(), LeftOut> {
        self.kind = Quake3Kind::Plat;
        self.speed = keys::number(e, "speed", 200.0)?;
        self.wait_msec = 1000.0;
        let lip = keys::number(e, "lip", 8.0)?;
        let tall = self.bounds.maxs.z - self.bounds.mins.z;
        self.places[0].z -= keys::number_not_0(e, "height", tall - lip)?;
        self.settle();
        Ok(())
    }

    fn button(&mut self, e: &MapEntity) -> Result<(), LeftOut> {
        self.kind = Quake3Kind::Button;
        self.speed = keys::number_not_0(e, "speed", 40.0)?;
        self.wait_msec = keys::number_not_0(e, "wait", 1.0)? * 1000.0;
        self.damage = 0;
        self.opens_by_touch = keys::number(e, "health", 0.0)? == 0.0;
        self.opens(e, 4.0)?;
        self.settle();
        Ok(())
    }

    fn train(&mut self, corners: Vec<Corner>) {
        self.speed = if self.speed == 0.0 { 100.0 } else { self.speed };
        let speed = self.speed;
        self.settle();
        self.speed = speed;
        self.kind = Quake3Kind::Train(corners);
    }

    fn rotating(&mut self, e: &MapEntity) -> Result<(), LeftOut> {
        let flags = keys::flags(e)?;
        self.settle();
        self.angles.motion = Motion::Linear;
        let axis = match flags {
            _ if flags & ROLLS != 0 => 2,
            _ if flags & PITCHES != 0 => 0,
            _ => 1,
        };
        self.angles.delta[axis] = self.speed;
        Ok(())
    }

    fn bobbing(&mut self, e: &MapEntity) -> Result<(), LeftOut> {
        let (flags, phase) = (keys::flags(e)?, keys::number(e, "phase", 0.0)?);
        self.speed = keys::number(e, "speed", 4.0)?;
        self.settle();
        self.position.motion = Motion::Sine;
        self.position.duration_msec = (self.speed * 1000.0) as i32;
        self.position.start_msec = (self.position.duration_msec as f32 * phase) as i32;
        let axis = match flags {
            _ if flags & 1 != 0 => 0,
            _ if flags & 2 != 0 => 1,
            _ => 2,
        };
        self.position.delta[axis] = keys::number(e, "height", 32.0)?;
        self.swings(e, self.position.duration_msec)
    }

    fn pendulum(&mut self, e: &MapEntity) -> Result<(), LeftOut> {
        let phase = keys::number(e, "phase", 0.0)?;
        let speed = keys::number(e, "speed", 30.0)?;
        // A rod that swings about its end, computed from how far the model reaches below its origin.
        let length = self.bounds.mins.z.abs().max(LEAST_LENGTH);
        let root = f64::from(GRAVITY / (3.0 * length)).sqrt();
        let frequency = (1.0 / (std::f64::consts::PI * 2.0) * root) as f32;
        self.settle();
        self.angles = Trajectory {
            motion: Motion::Sine,
            duration_msec: (1000.0 / frequency) as i32,
            start_msec: 0,
            base: keys::angles(e)?,
            delta: Vec3::new(0.0, 0.0, speed),
        };
        self.angles.start_msec = (self.angles.duration_msec as f32 * phase) as i32;
        self.speed = speed;
        self.swings(e, self.angles.duration_msec)
    }

    fn swings(&self, e: &MapEntity, period: i32) -> Result<(), LeftOut> {
        if period > 0 {
            Ok(())
        } else {
            Err(LeftOut::new(
                e,
                "its period is no whole number of milliseconds above 0; give another speed",
            ))
        }
    }
}

fn effect(names: &Names, e: &MapEntity, bounds: &Aabb) -> Result<Effect, LeftOut> {
    if e.class() == "trigger_multiple" {
        return keys::uses(e, keys::number(e, "wait", 0.5)?);
    }
    let target = names.target(e)?;
    let goal = keys::triple(target, "origin")?;
    if e.class() == "trigger_teleport" {
        let above = Vec3::new(0.0, 0.0, ABOVE);
        return Ok(Effect::Teleport(Point::from(goal + above), keys::angles(target)?));
    }
    let from = (bounds.mins.coords + bounds.maxs.coords) * 0.5;
    let (mut way, height) = (goal - from, goal.z - from.z);
    let seconds = (f64::from(height) / (0.5 * f64::from(GRAVITY))).sqrt() as f32;
    if seconds <= 0.0 || seconds.is_nan() {
        return Err(LeftOut::new(e, "its target is not above it; move the target up"));
    }
    way.z = 0.0;
    let length = way.norm();
    let mut push = if length > 0.0 { way * (1.0 / length) } else { way } * (length / seconds);
    push.z = seconds * GRAVITY;
    Ok(Effect::Push(push))
}

// Which parts and triggers play, under which numbers.

#[derive(Clone, Debug, Default, PartialEq)]
pub struct EntityPart {
    /// Number among the game's entities.
    pub number: i32,
    /// Number of its model in the map.
    pub model: usize,
    /// Number of its team's captain, or its own.
    pub captain: i32,
    pub next: Option<i32>,
    /// Bounds of its model, a unit larger on each side.
    pub bounds: Aabb,
    /// Its first and second place.
    pub places: [Vec3; 2],
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct EntityTrigger {
    /// Number among the game's entities.
    pub number: i32,
    /// Number of its model in the map; without one it is a plain box.
    pub model: Option<usize>,
    /// Number of the part that it opens or raises.
    pub parent: Option<i32>,
    pub bounds: Aabb,
    /// The velocity that it sets, where it pushes, in units per second.
    pub push: Vec3,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Entities {
    pub parts: Vec<EntityPart>,
    pub triggers: Vec<EntityTrigger>,
}

impl Entities {
    /// Those of a map alone: numbers in the map's order, a lift's trigger right after it, the doors' at the end.
    pub fn of_parts(map: &Quake3Parts) -> Self {
        let mut out = Self::default();
        let mut number = FIRST;
        let mut next = || {
            number += 1;
            number - 1
        };
        let mut teams: HashMap<&str, Vec<usize>> = HashMap::new();
        let (mut parts, mut triggers) = (map.parts.iter().peekable(), map.triggers.iter().peekable());
        loop {
            let part_comes = match (parts.peek(), triggers.peek()) {
                (Some(p), Some(t)) => p.entity < t.entity,
                (None, None) => break,
                (p, _) => p.is_some(),
            };
            if !part_comes {
                out.triggers.extend(triggers.next().map(|t| EntityTrigger {
                    number: next(),
                    model: Some(t.model),
                    parent: None,
                    bounds: t.bounds,
                    push: Vec3::zeros(),
                }));
                continue;
            }
            let Some(p) = parts.next() else { break };
            let own = next();
            if let Some(team) = &p.team {
                teams.entry(team).or_default().push(out.parts.len());
            }
            out.parts.push(EntityPart {
                number: own,
                model: p.model,
                captain: own,
                next: None,
                bounds: p.bounds,
                places: p.places,
            });
            if p.kind == Quake3Kind::Plat && p.opens_by_touch {
                out.triggers
                    .push(plain(next(), own, lift_trigger(&p.bounds, &p.places)));
            }
        }
        out.join(&teams);
        for (i, p) in map.parts.iter().enumerate() {
            let own = &out.parts[i];
            if p.kind == Quake3Kind::Door && p.opens_by_touch && own.captain == own.number {
                out.triggers.push(plain(next(), own.number, out.door_trigger(i)));
            }
        }
        out
    }

    /// The first of a team is its captain. The others follow in the map's order, reversed.
    fn join(&mut self, teams: &HashMap<&str, Vec<usize>>) {
        for members in teams.values() {
            let captain = self.parts[members[0]].number;
            let mut next = None;
            for &i in &members[1..] {
                (self.parts[i].captain, self.parts[i].next) = (captain, next);
                next = Some(self.parts[i].number);
            }
            self.parts[members[0]].next = next;
        }
    }

    /// The box around a whole team, grown along its thinnest axis.
    fn door_trigger(&self, captain: usize) -> Aabb {
        let number = self.parts[captain].number;
        let team = self.parts.iter().filter(|p| p.captain == number);
        let boxes = team.map(|p| p.bounds.translated(&p.places[0]).grown(1.0));
        let mut all = boxes.fold(Aabb::EMPTY, |all, b| all.union(&b));
        let size = all.maxs - all.mins;
        let thinner = |best: usize, k: usize| if size[k] < size[best] { k } else { best };
        let axis = (1..3).fold(0, thinner);
        all.mins[axis] -= OPENS_FROM;
        all.maxs[axis] += OPENS_FROM;
        all
    }
}

/// Over a lift at its low place, in from its sides.
fn lift_trigger(bounds: &Aabb, places: &[Vec3; 2]) -> Aabb {
    let mut out = bounds.translated(&places[0]);
    out.maxs.z += HIGHER;
    let middle = places[0] + (bounds.mins.coords + bounds.maxs.coords) * 0.5;
    for axis in 0..2 {
        out.mins[axis] += NARROWER;
        out.maxs[axis] -= NARROWER;
        if out.maxs[axis] <= out.mins[axis] {
            out.mins[axis] = middle[axis];
            out.maxs[axis] = out.mins[axis] + 1.0;
        }
    }
    out
}

fn plain(number: i32, parent: i32, bounds: Aabb) -> EntityTrigger {
    EntityTrigger {
        number,
        model: None,
        parent: Some(parent),
        bounds,
        push: Vec3::zeros(),
    }
}

// The world that they make.

#[derive(Clone, Debug)]
pub struct Quake3Setup {
    pub profile: Profile,
    pub entities: Entities,
    pub players: usize,
    pub god: bool,
    /// When they join, in milliseconds; their first frame ends later.
    pub start_msec: i32,
}

#[derive(Clone, Debug)]
pub(super) struct First {
    pub(super) movers: Vec<Mover>,
    pub(super) triggers: Vec<Trigger>,
    players: Vec<Player>,
    trigger_models: Vec<usize>,
    bounds: Aabb,
    start_msec: i32,
}

impl<B: CollisionBackend> Quake3World<B> {
    /// The world as it is when players join; `build` makes a backend of each rigid part.
    ///
    /// # Errors
    /// Entities that are not of this map, too many players, or errors of `build`.
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
        let mut movers = Vec::new();
        for entity in &setup.entities.parts {
            let model = model_of(world, entity.number, entity.model)?;
            // A left-out part is solid all the same.
            let part = parts.parts.iter().find(|p| p.model == entity.model).cloned();
            let still = || Quake3Part::still(entity.model, entity.bounds, entity.places[0]);
            movers.push(Mover::new(entity, part.unwrap_or_else(still), model));
        }
        movers.sort_by_key(|m| m.state.number);
        join_teams(&mut movers, &setup.entities.parts);
        let made = setup.start_msec.saturating_sub(BEFORE);
        for m in movers.iter_mut().filter(|m| m.think != Think::Nothing) {
            m.state.next_think = made + FRAME;
        }
        let mut entities: Vec<&EntityTrigger> = setup.entities.triggers.iter().collect();
        entities.sort_by_key(|t| t.number);
        let (mut triggers, mut trigger_models) = (Vec::new(), Vec::new());
        for entity in entities {
            let Some(trigger) = trigger(entity, &parts.triggers, &movers) else {
                continue;
            };
            let model = entity.model.map(|model| model_of(world, entity.number, model));
            trigger_models.push(model.and_then(Result::ok).unwrap_or(bodies));
            triggers.push(trigger);
        }
        let player = Player {
            command_msec: setup.start_msec,
            god: setup.god,
            eyes: profile.size.eyes as i32,
            top: profile.bounds(false).maxs.z,
            ..Player::default()
        };
        let first = First {
            movers: movers.clone(),
            triggers: triggers.clone(),
            players: vec![player; setup.players],
            trigger_models,
            bounds: world.bounds,
            start_msec: setup.start_msec,
        };
        let alive = Setup::of_shape(profile, OwnMover::Slide, ShapeKind::Box);
        let mut out = Self {
            solids: Solids::new(&whole, PlacedRules::QUAKE3, build)?,
            trigger_sectors: Sectors::new(&world.bounds),
            player_sectors: Sectors::new(&world.bounds),
            movers,
            triggers,
            players: Vec::new(),
            joined: false,
            bodies,
            now: made,
            before: made,
            solid_hulls: solid_hulls(&alive),
            alive,
            dead: corpse_of(profile, ShapeKind::Box),
            controlled: Vec::new(),
            body_models: None,
            shifted: Vec::new(),
            near: Vec::new(),
            events: Vec::new(),
            thrown: 0,
            first,
            fault: None,
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
        self.place_all();
        for k in 1..=BEFORE / FRAME {
            self.advance(made + k * FRAME);
        }
        self.events.clear();
        self.thrown = 0;
        self.joined = true;
    }

    /// Puts everything where it begins. Players have no position until they spawn.
    fn place_all(&mut self) {
        let at_home = |model: &usize| Placement {
            model: *model,
            pose: Pose::HOME,
        };
        let mut placements: Vec<Placement> = self.movers.iter().map(Mover::placement).collect();
        placements.extend(self.first.trigger_models.iter().map(at_home));
        placements.extend(self.players.iter().map(|_| at_home(&self.bodies)));
        self.solids.placed.place(&placements);
        for id in self.movers.len()..placements.len() {
            self.solids.placed.set_solid(PlacementId::of_index(id), false);
        }
        for i in 0..self.movers.len() {
            self.link_mover(i);
        }
        for (i, trigger) in self.triggers.iter().enumerate() {
            self.trigger_sectors.link(i as u32, trigger.bounds.grown(LINKED));
        }
    }
}

impl Mover {
    fn new(entity: &EntityPart, mut part: Quake3Part, model: usize) -> Self {
        part.bounds = entity.bounds;
        if !matches!(part.kind, Quake3Kind::Train(_)) {
            part.places = entity.places;
        }
        let mut position = part.position;
        if matches!(
            part.kind,
            Quake3Kind::Door | Quake3Kind::Plat | Quake3Kind::Button
        ) {
            position.base = part.places[0];
        }
        Self {
            state: MoverState {
                number: entity.number,
                position,
                angles: part.angles,
                origin: position.base,
                turned: part.angles.base,
                ..MoverState::default()
            },
            model,
            think: match part.kind {
                Quake3Kind::Door => Think::Settle,
                Quake3Kind::Train(_) => Think::BeginRound,
                _ => Think::Nothing,
            },
            captain: 0,
            next: None,
            corner: 0,
            part,
        }
    }
}

fn dead_of(mut profile: Profile) -> Profile {
    (profile.size.top, profile.size.crouched_top) = (DEAD_TOP, DEAD_TOP);
    profile
}

pub(super) fn corpse_of(profile: Profile, shape: ShapeKind) -> Setup {
    let mut out = Setup::of_shape(dead_of(profile), OwnMover::Slide, shape);
    out.mask.remove(Contents::BODY);
    out
}

fn body(bounds: &Aabb) -> Option<Model> {
    let brush = Brush::from_box(bounds.mins, bounds.maxs, Contents::BODY).ok()?;
    Some(Model::of_brushes("a player's body", vec![brush]))
}

/// Makes teams of the numbers of captains and followers. A part whose captain is no mover plays alone.
fn join_teams(movers: &mut [Mover], entities: &[EntityPart]) {
    let index = |number: i32, movers: &[Mover]| movers.iter().position(|m| m.state.number == number);
    for i in 0..movers.len() {
        let Some(own) = entities.iter().find(|e| e.number == movers[i].state.number) else {
            continue;
        };
        let captain = index(own.captain, movers).unwrap_or(i);
        // A follower stands for its captain in all that uses it.
        if captain != i && movers[i].part.name.is_some() {
            movers[captain].part.name = movers[i].part.name.take();
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

fn trigger(entity: &EntityTrigger, of_map: &[MapTrigger], movers: &[Mover]) -> Option<Trigger> {
    let act = match (entity.model, entity.parent) {
        (None, parent) => {
            let i = movers.iter().position(|m| Some(m.state.number) == parent)?;
            match movers[i].part.kind {
                Quake3Kind::Plat => Act::Raise(i),
                _ => Act::Open(i),
            }
        }
        (Some(model), _) => Act::Effect(match &of_map.iter().find(|t| t.model == model)?.effect {
            Effect::Push(_) if entity.push != Vec3::zeros() => Effect::Push(entity.push),
            effect => effect.clone(),
        }),
    };
    Some(Trigger {
        number: entity.number,
        act,
        again: 0,
        is_plain: entity.model.is_none(),
        bounds: entity.bounds,
    })
}
