//! The entities of a Quake level: what its map says of them, and the world that they make.
//!
//! Source: the game's manual for mappers (classes, keys, defaults), and recordings of moving worlds. Departure: parts at which
//! the game would stop with an error are left out and named. Keys, locks, sounds and shooting are not played.

use super::{
    FRAGS_FOR, LINKED, MoveState, Player, Pusher, PusherState, Quake1World, RETOUCHES, SOON, Think, Trigger,
    seconds,
};
use crate::movers::OwnMover;
use crate::moving::keys::{self, LeftOut, Names, Parts};
use crate::moving::{Act, Corner, Effect, MOST_PLAYERS, SPREAD, Solids, Unplayable, model_of, solid_hulls};
use crate::profile::Profile;
use crate::setup::Setup;
use crate::shape::ShapeKind;
use clipmark_collision::placed::PlacedRules;
use clipmark_collision::{BuildError, CollisionBackend};
use clipmark_geometry::{
    Aabb, Brush, ClipHull, ClipHulls, ClipNode, Contents, MapEntity, Model, Placement, PlacementId, Plane,
    Point, Pose, Vec3, World,
};

const STARTS_OPEN: u32 = 1;
const LOW_TRIGGER: u32 = 1;
const DOES_NOT_LINK: u32 = 4;
const LOCKS: u32 = 0b11000;
const TOGGLES: u32 = 32;
/// A push trigger's speed counts this many times.
const PUSHES: f32 = 10.0;
/// A player is put this far above a teleporter's destination, in units.
const ABOVE: f32 = 27.0;
/// Seconds of the world when it is made.
const MADE_AT: f64 = 1.0;
/// Frames before players' first, and their length in seconds: of the server alone where players move first, and with players.
const ALONE: (usize, f64) = (2, 0.1);
const SETTLES: (usize, f64) = (30, 0.05);

#[derive(Clone, Debug, Default, PartialEq)]
pub enum Quake1Kind {
    /// Moves between two places.
    Door {
        /// Is shut again by use, and stays open until then.
        toggles: bool,
        /// Moves with the doors that it touches, and opens before players.
        links: bool,
    },
    /// A lift, which waits at its low place.
    Plat {
        /// Its trigger reaches just above its low place.
        low_trigger: bool,
    },
    Button,
    Train(Vec<Corner>),
    #[default]
    Wall,
}

/// A moving part as it is when the map begins.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Quake1Part {
    /// Index among the map's entities.
    pub entity: usize,
    /// Number of its model in the map.
    pub model: usize,
    pub kind: Quake1Kind,
    /// Bounds of its model: the file's bounds, a unit larger on each side, are its true size.
    pub bounds: Aabb,
    /// Its first and second place, in units; a lift's are high and low.
    pub places: [Vec3; 2],
    pub origin: Vec3,
    /// Units per second.
    pub speed: f32,
    /// Rest at the second place, in seconds; negative for ever.
    pub wait: f32,
    /// The damage to a player that blocks it.
    pub damage: f32,
    /// The name it is used by.
    pub name: Option<String>,
    pub target: Option<String>,
    /// Whether touch sets it going, or it must be used or shot.
    pub opens_by_touch: bool,
}

impl Quake1Part {
    /// A part that is solid and never moves: the known facts of a left-out part.
    pub fn still(model: usize, bounds: Aabb) -> Self {
        Self {
            model,
            bounds,
            ..Self::default()
        }
    }
}

/// All that moves or acts in a map of Quake.
pub type Quake1Parts = Parts<Quake1Part>;

impl Quake1Parts {
    /// The movers and triggers among a map's entities. `bounds` gives those of a model of the map as the file has them.
    pub fn of_map(entities: &[MapEntity], bounds: impl Fn(usize) -> Option<Aabb>) -> Self {
        let names = Names::new(entities, |_| true);
        Self::read(
            entities,
            bounds,
            |e| is_played(e) || e.class().starts_with("func_") && e.model().is_some(),
            |i, e, model, bounds| part(&names, i, e, model, bounds),
            |e, _| effect(&names, e),
        )
    }
}

fn is_played(e: &MapEntity) -> bool {
    matches!(
        e.class(),
        "func_door" | "func_plat" | "func_button" | "func_train" | "func_wall"
    )
}

fn part(
    names: &Names,
    entity: usize,
    e: &MapEntity,
    model: usize,
    bounds: Aabb,
) -> Result<Quake1Part, LeftOut> {
    if !is_played(e) {
        return Err(LeftOut::new(
            e,
            format!("{} is no moving part that is played", e.class()),
        ));
    }
    let flags = keys::flags(e)?;
    let (speed, lip) = match e.class() {
        "func_plat" => (150.0, 0.0),
        "func_button" => (40.0, 4.0),
        _ => (100.0, 8.0),
    };
    let mut out = Quake1Part {
        entity,
        speed: keys::number_not_0(e, "speed", speed)?,
        damage: keys::number_not_0(e, "dmg", 2.0)?,
        name: e.value("targetname").map(str::to_owned),
        target: e.value("target").map(str::to_owned),
        opens_by_touch: e.value("targetname").is_none() && keys::number(e, "health", 0.0)? == 0.0,
        ..Quake1Part::still(model, bounds)
    };
    if out.speed < 0.0 {
        return Err(LeftOut::new(e, "its speed is negative; give one above 0"));
    }
    let size = bounds.maxs - bounds.mins;
    match e.class() {
        "func_door" | "func_button" => {
            let (way, lip) = (keys::move_direction(e)?, keys::number_not_0(e, "lip", lip)?);
            let distance = (way.x * size.x + way.y * size.y + way.z * size.z).abs() - lip;
            out.places[1] = out.places[0] + way * distance;
        }
        "func_plat" => {
            let height = keys::number(e, "height", 0.0)?;
            out.places[1].z = if height == 0.0 { -size.z + 8.0 } else { -height };
        }
        _ => {}
    }
    match e.class() {
        "func_door" => {
            out.wait = keys::number_not_0(e, "wait", 3.0)?;
            out.kind = Quake1Kind::Door {
                toggles: flags & TOGGLES != 0,
                links: flags & DOES_NOT_LINK == 0,
            };
            // A door with a lock needs its key.
            out.opens_by_touch &= flags & LOCKS == 0;
            if flags & STARTS_OPEN != 0 {
                out.places.swap(0, 1);
                out.origin = out.places[0];
            }
        }
        "func_button" => {
            out.wait = keys::number_not_0(e, "wait", 1.0)?;
            out.opens_by_touch = keys::number(e, "health", 0.0)? == 0.0;
            out.kind = Quake1Kind::Button;
        }
        "func_plat" => {
            out.kind = Quake1Kind::Plat {
                low_trigger: flags & LOW_TRIGGER != 0,
            };
            out.damage = 1.0;
            // A lift that has a name waits at the top for its use.
            if out.name.is_none() {
                out.origin = out.places[1];
            }
        }
        "func_train" => out.kind = Quake1Kind::Train(names.corners(e, names, corner)?),
        _ => {}
    }
    Ok(out)
}

fn corner(e: &MapEntity) -> Result<Corner, LeftOut> {
    Ok(Corner {
        origin: keys::triple(e, "origin")?,
        wait: keys::number(e, "wait", 0.0)?,
        ..Corner::default()
    })
}

fn effect(names: &Names, e: &MapEntity) -> Result<Effect, LeftOut> {
    match e.class() {
        "trigger_push" => {
            let speed = keys::number_not_0(e, "speed", 1000.0)?;
            let way = if keys::angles(e)? == Vec3::zeros() {
                Vec3::zeros()
            } else {
                keys::move_direction(e)?
            };
            Ok(Effect::Push(way * speed * PUSHES))
        }
        "trigger_multiple" => keys::uses(e, keys::number_not_0(e, "wait", 0.2)?),
        _ => {
            let goal = names.target(e)?;
            let origin = keys::triple(goal, "origin")? + Vec3::new(0.0, 0.0, ABOVE);
            Ok(Effect::Teleport(Point::from(origin), keys::angles(goal)?))
        }
    }
}

// The world that they make.

#[derive(Clone, Debug)]
pub struct Quake1Setup {
    pub profile: Profile,
    /// The world moves in steps of at least this long, in seconds, where it is not as the movement says.
    pub least_step: Option<f64>,
    /// Number of each moving part among the game's entities, by its model's number. Parts without a number do not play.
    pub numbers: Vec<(i32, usize)>,
    /// The boxes in which each player in turn kills others as it enters the world.
    pub arrivals: Vec<Aabb>,
    pub players: usize,
    /// Seconds of the world when the first frame begins, where they are known.
    pub start: Option<f64>,
}

#[derive(Clone, Debug)]
pub(super) struct First {
    pub(super) pushers: Vec<Pusher>,
    pub(super) triggers: Vec<Trigger>,
    players: Vec<Player>,
    start: Option<f64>,
    arrivals: Vec<Aabb>,
}

impl<B: CollisionBackend> Quake1World<B> {
    /// The world as it is when the first frame begins; `build` makes a backend of each rigid part.
    ///
    /// # Errors
    /// Numbers that are not of this map, too many players, or errors of `build`.
    pub fn new(
        world: &World,
        parts: &Quake1Parts,
        setup: &Quake1Setup,
        build: impl FnMut(&World) -> Result<B, BuildError>,
    ) -> Result<Self, Unplayable> {
        if setup.players > MOST_PLAYERS {
            return Err(Unplayable::Players(setup.players));
        }
        let profile = setup.profile;
        let mut whole = world.clone();
        let body = whole.models.len();
        whole
            .models
            .extend(body_model(&profile.bounds(false), world.clip_hulls.as_ref()));
        let mut pushers = Vec::new();
        for &(number, model) in &setup.numbers {
            let place = model_of(world, number, model)?;
            // A left-out part is solid all the same.
            let part = parts.parts.iter().find(|p| p.model == model).cloned();
            let still = || Quake1Part::still(model, world.models[place].bounds.grown(SPREAD));
            pushers.push(Pusher::new(number, place, part.unwrap_or_else(still)));
        }
        pushers.sort_by_key(|p| p.now.number);
        let triggers = triggers_of(parts, &pushers);
        let first = First {
            pushers: pushers.clone(),
            triggers: triggers.clone(),
            players: vec![Player::default(); setup.players],
            start: setup.start,
            arrivals: setup.arrivals.clone(),
        };
        let moves = Setup::of_shape(profile, OwnMover::Slide, ShapeKind::Box);
        let rules = PlacedRules::from_trace_rules(&profile.trace_rules);
        let mut out = Self {
            solids: Solids::new(&whole, rules, build)?,
            least_step: setup.least_step.unwrap_or(profile.moving.least_step),
            pushers,
            triggers,
            players: Vec::new(),
            controlled: Vec::new(),
            body,
            time: MADE_AT,
            moved_at: MADE_AT,
            solid_hulls: solid_hulls(&moves),
            setup: moves,
            retouches: 0,
            order: Vec::new(),
            moved: Vec::new(),
            thrown: 0,
            look: None,
            fault: None,
            first,
        };
        out.begin();
        Ok(out)
    }

    /// Makes the level and plays its frames before players' first.
    pub(super) fn begin(&mut self) {
        (self.time, self.moved_at, self.retouches) = (MADE_AT, MADE_AT, 0);
        self.players.clone_from(&self.first.players);
        self.place_all();
        let alone = if self.players_first() { ALONE.0 } else { 0 };
        for (count, step) in [(alone, ALONE.1), SETTLES] {
            for _ in 0..count {
                self.settle(step);
            }
        }
        if let Some(start) = self.first.start {
            (self.moved_at, self.time) = (start, start);
        }
        let until = seconds(self.time) + FRAGS_FOR;
        let arrivals = self.first.arrivals.iter().enumerate();
        self.triggers
            .extend(arrivals.map(|(player, bounds)| Trigger::new(*bounds, Act::Frag(player, until))));
        self.retouches = RETOUCHES;
        (self.thrown, self.look) = (0, None);
    }

    fn settle(&mut self, step: f64) {
        if self.players_first() {
            self.move_world(step);
            self.time += step;
        } else {
            self.time += step;
            self.move_world(step);
            self.moved_at = self.time;
        }
    }

    fn place_all(&mut self) {
        let mut placements: Vec<Placement> = Vec::new();
        placements.extend(self.pushers.iter().map(Pusher::placement));
        placements.extend(self.players.iter().map(|_| Placement {
            model: self.body,
            pose: Pose::HOME,
        }));
        self.solids.placed.place(&placements);
        for id in self.pushers.len()..placements.len() {
            self.solids.placed.set_solid(PlacementId::of_index(id), false);
        }
    }
}

impl Trigger {
    pub(super) fn new(bounds: Aabb, act: Act) -> Self {
        Self {
            bounds,
            act,
            again: 0.0,
        }
    }
}

impl Pusher {
    fn new(number: i32, model: usize, part: Quake1Part) -> Self {
        let think = match part.kind {
            Quake1Kind::Door { .. } => Think::LinkDoors,
            Quake1Kind::Train(_) => Think::FindCorner,
            _ => Think::Nothing,
        };
        let waits_up = matches!(part.kind, Quake1Kind::Plat { .. }) && part.name.is_some();
        let state = match part.kind {
            _ if waits_up => MoveState::Up,
            Quake1Kind::Train(_) | Quake1Kind::Wall => MoveState::Top,
            _ => MoveState::Bottom,
        };
        Self {
            now: PusherState {
                number,
                origin: part.origin,
                next_think: if think == Think::Nothing { 0.0 } else { SOON },
                state,
                ..PusherState::default()
            },
            model,
            think,
            goal: part.origin,
            hurts_again: 0.0,
            corner: 0,
            owner: 0,
            ring: None,
            part,
        }
    }
}

/// The map's own triggers and those of lifts, in the order of the map.
fn triggers_of(parts: &Quake1Parts, pushers: &[Pusher]) -> Vec<Trigger> {
    let mut out: Vec<(usize, Trigger)> = Vec::new();
    for trigger in &parts.triggers {
        let act = Act::Effect(trigger.effect.clone());
        out.push((trigger.entity, Trigger::new(trigger.bounds.grown(LINKED), act)));
    }
    for part in &parts.parts {
        let Quake1Kind::Plat { low_trigger } = part.kind else {
            continue;
        };
        let Some(lift) = pushers.iter().position(|p| p.part.model == part.model) else {
            continue;
        };
        // In maps a lift is drawn at its high place.
        let high = part.bounds.translated(&part.places[0]);
        let bounds = lift_trigger(&high, &part.places, low_trigger);
        out.push((part.entity, Trigger::new(bounds, Act::Raise(lift))));
    }
    out.sort_by_key(|(entity, _)| *entity);
    out.into_iter().map(|(_, trigger)| trigger).collect()
}

/// The box of a lift's trigger: over its low place, in from its sides, up to above its high place.
fn lift_trigger(bounds: &Aabb, places: &[Vec3; 2], low: bool) -> Aabb {
    const IN: f32 = 25.0;
    const ABOVE: f32 = 8.0;
    const SMALL: f32 = 50.0;
    let mut out = *bounds;
    out.maxs.z = bounds.maxs.z + ABOVE;
    out.mins.z = out.maxs.z - (places[0].z - places[1].z + ABOVE);
    if low {
        out.maxs.z = out.mins.z + ABOVE;
    }
    for axis in 0..2 {
        if bounds.maxs[axis] - bounds.mins[axis] <= SMALL {
            out.mins[axis] = (bounds.mins[axis] + bounds.maxs[axis]) / 2.0;
            out.maxs[axis] = out.mins[axis] + 1.0;
        } else {
            out.mins[axis] += IN;
            out.maxs[axis] -= IN;
        }
    }
    out.grown(LINKED)
}

/// A player's box as a model; in a map of clip hulls, of those of the same sizes.
fn body_model(bounds: &Aabb, hulls: Option<&ClipHulls>) -> Option<Model> {
    let brush = Brush::from_box(bounds.mins, bounds.maxs, Contents::SOLID).ok()?;
    let mut out = Model::of_brushes("a player's body", vec![brush]);
    out.clip_hulls = hulls.map(|hulls| ClipHulls {
        hulls: hulls
            .hulls
            .iter()
            .map(|hull| box_hull(bounds, &hull.bounds))
            .collect(),
    });
    Some(out)
}

/// A box grown by the size of a body: six planes; each leads out or on to the next.
fn box_hull(of: &Aabb, body: &Aabb) -> ClipHull {
    const OUT: i32 = -1;
    const IN: i32 = -2;
    let node = |i: usize| {
        let (axis, is_low) = (i / 2, i % 2 == 1);
        let mut normal = Vec3::zeros();
        normal[axis] = 1.0;
        let dist = if is_low {
            of.mins[axis] - body.maxs[axis]
        } else {
            of.maxs[axis] - body.mins[axis]
        };
        let next = if i == 5 { IN } else { i as i32 + 1 };
        let children = if is_low { [next, OUT] } else { [OUT, next] };
        ClipNode::new(Plane::new(normal, dist), children)
    };
    ClipHull {
        bounds: *body,
        nodes: (0..6).map(node).collect(),
        leaves: vec![Contents::empty(), Contents::SOLID],
    }
}
