//! A moving world from a map, as it is when the players' first frame begins.

use super::pushers::{Act, MoveState, Think};
use super::{First, Quake1World, Rider, Trigger, triggers};
use crate::body::Body;
use crate::movers::OwnMover;
use crate::moving::{Quake1Effect, Quake1Kind, Quake1Part, Quake1Parts, SPREAD};
use crate::profile::Profile;
use crate::push::PushVariation;
use crate::push::numbers::{Game, MOST_PLAYERS, entity};
use crate::push::posed::solids;
use crate::push::quake1::Pusher;
use crate::setup::Setup;
use crate::shape::ShapeKind;
use clipmark_collision::placed::{Placed, PlacedRules};
use clipmark_collision::recording::{RecordingError, fields};
use clipmark_collision::{BuildError, CollisionBackend, Work};
use clipmark_geometry::{
    Aabb, Brush, ClipHull, ClipHulls, ClipNode, Contents, Model, Placement, PlacementId, Plane, Point, Pose,
    Vec3, World,
};
use thiserror::Error;

/// The data of a moving world beside its map.
#[derive(Clone, Debug)]
pub struct Quake1Setup {
    /// The movement.
    pub profile: Profile,
    /// The world moves in steps of at least this long, in seconds, where it is not as the movement says.
    pub least_step: Option<f64>,
    /// Number of each moving part among the game's entities, by its model's number. Parts without a number do not play.
    pub numbers: Vec<(i32, usize)>,
    /// The boxes in which each player in turn kills others as it enters the world.
    pub arrivals: Vec<Aabb>,
    /// How many players.
    pub players: usize,
    /// Seconds of the world when the first frame begins, where they are known.
    pub start: Option<f64>,
}

/// Why a moving world cannot be made.
#[derive(Debug, Error)]
pub enum Unplayable {
    /// A recording names a part that the map does not have.
    #[error("entity {number} is model {model}, which this map does not have; give the map that was recorded")]
    Unknown {
        /// Number among the game's entities.
        number: i32,
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

/// Most players of a game of Quake's.
pub(super) const OF_THE_GAME: usize = Game::QUAKEWORLD.players;
/// Most moving parts that are read.
const MOST: usize = 1024;
/// Seconds of the world when it is made.
const MADE_AT: f64 = 1.0;
/// Frames before players' first, and their length in seconds: of the server alone where players move first, and with players.
const ALONE: (usize, f64) = (2, 0.1);
const SETTLES: (usize, f64) = (30, 0.05);

impl Quake1Setup {
    /// Numbers and models of the lines `M` of a recording's movers; other lines are passed over.
    ///
    /// # Errors
    /// A line that is not of the format, or too many.
    pub fn numbers<'a>(
        lines: impl IntoIterator<Item = &'a str>,
    ) -> Result<Vec<(i32, usize)>, RecordingError> {
        let mut out = Vec::new();
        for (i, text) in lines.into_iter().enumerate() {
            let Some(rest) = text.strip_prefix("M ") else {
                continue;
            };
            let start: Vec<&str> = rest.split(' ').take(2).collect();
            let [number, model] = fields(&start.join(" "), i + 1, "M entity model class ...")?;
            out.push((entity(number, i + 1)?, model as usize));
            if out.len() > MOST {
                let why = format!("more than {MOST} movers; the game holds no more");
                return Err(RecordingError::Line { line: i + 1, why });
            }
        }
        Ok(out)
    }
}

impl Quake1Setup {
    /// The boxes of the lines `G` of a recording's movers in which players kill others as they enter the world.
    ///
    /// # Errors
    /// A line that is not of the format, or too many.
    pub fn arrivals<'a>(lines: impl IntoIterator<Item = &'a str>) -> Result<Vec<Aabb>, RecordingError> {
        const WANTED: &str = "G entity model teledeath absmin(3) absmax(3) movedir(3) speed";
        let mut out = Vec::new();
        for (i, text) in lines.into_iter().enumerate() {
            let Some((_, rest)) = text.strip_prefix("G ").and_then(|g| g.split_once(" teledeath ")) else {
                continue;
            };
            let f: [f32; 10] = fields(rest, i + 1, WANTED)?;
            out.push(Aabb::new(
                Point::new(f[0], f[1], f[2]),
                Point::new(f[3], f[4], f[5]),
            ));
            if out.len() > OF_THE_GAME {
                let why = format!("more than {OF_THE_GAME} players enter");
                return Err(RecordingError::Line { line: i + 1, why });
            }
        }
        Ok(out)
    }
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
        let mut pieces = Vec::new();
        for &(number, model) in &setup.numbers {
            let name = format!("*{model}");
            let Some(place) = world.models.iter().position(|m| m.name == name) else {
                return Err(Unplayable::Unknown { number, model });
            };
            // A left-out part is solid all the same.
            let part = parts.parts.iter().find(|p| p.model == model).cloned();
            let still = || Quake1Part::still(model, world.models[place].bounds.grown(SPREAD));
            pieces.push(piece(number, place, &part.unwrap_or_else(still)));
        }
        pieces.sort_by_key(|p| p.number);
        let triggers = triggers_of(parts, &pieces, &setup.numbers);
        let rider = Rider {
            body: Body::at(Point::origin()),
            ground: -1,
            yaw: 0.0,
            linked: Aabb::EMPTY,
            is_in: false,
            jump_released: false,
            was_commanded: false,
        };
        let first = First {
            pieces: pieces.clone(),
            triggers: triggers.clone(),
            players: vec![rider; setup.players],
            start: setup.start,
            arrivals: setup.arrivals.clone(),
        };
        let moves = Setup::of_shape(profile, OwnMover::Slide, ShapeKind::Box);
        let mut out = Self {
            placed: Placed::build(&whole, PlacedRules::from_trace_rules(&profile.trace_rules), build)?,
            least_step: setup.least_step.unwrap_or(profile.moving.least_step),
            pieces,
            triggers,
            players: Vec::new(),
            body,
            time: MADE_AT,
            moved_at: MADE_AT,
            solids: solids(&moves),
            setup: moves,
            work: Work::silent(),
            retouches: 0,
            order: Vec::new(),
            moved: Vec::new(),
            thrown: 0,
            look: None,
            rules: PushVariation::ENGINE,
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
        let until = super::seconds(self.time) + triggers::FRAGS_FOR;
        let arrivals = self.first.arrivals.iter().enumerate();
        self.triggers.extend(arrivals.map(|(player, bounds)| Trigger {
            bounds: *bounds,
            act: Act::Frag(player, until),
            again: 0.0,
        }));
        self.retouches = triggers::RETOUCHES;
        (self.thrown, self.look) = (0, None);
    }

    /// A frame without players.
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
        placements.extend(self.pieces.iter().map(|p| Placement {
            model: p.model,
            pose: p.pose(),
        }));
        placements.extend(self.players.iter().map(|_| Placement {
            model: self.body,
            pose: Pose::HOME,
        }));
        self.placed.place(&placements);
        for id in self.pieces.len()..placements.len() {
            self.placed.set_solid(PlacementId::of_index(id), false);
        }
    }
}

fn piece(number: i32, model: usize, part: &Quake1Part) -> Pusher {
    const SOON: f32 = 0.1;
    let think = match part.kind {
        Quake1Kind::Door { .. } => Think::LinkDoors,
        Quake1Kind::Train(_) => Think::FindCorner,
        _ => Think::Nothing,
    };
    let waits_up = matches!(part.kind, Quake1Kind::Plat { .. }) && part.name.is_some();
    let spot = match part.kind {
        _ if waits_up => MoveState::Up,
        Quake1Kind::Train(_) | Quake1Kind::Wall => MoveState::Top,
        _ => MoveState::Bottom,
    };
    Pusher {
        number,
        model,
        kind: part.kind.clone(),
        bounds: part.bounds,
        places: part.places,
        speed: part.speed,
        wait: part.wait,
        damage: part.damage,
        name: part.name.clone(),
        target: part.target.clone(),
        opens_by_touch: part.opens_by_touch,
        origin: part.origin,
        velocity: Vec3::zeros(),
        clock: 0.0,
        next_think: if think == Think::Nothing { 0.0 } else { SOON },
        think,
        spot,
        goal: part.origin,
        hurts_again: 0.0,
        corner: 0,
        owner: 0,
        ring: None,
    }
}

/// The map's own triggers and those of lifts, in the order of the map.
fn triggers_of(parts: &Quake1Parts, pieces: &[Pusher], numbers: &[(i32, usize)]) -> Vec<Trigger> {
    let mut out: Vec<(usize, Trigger)> = Vec::new();
    for trigger in &parts.triggers {
        let act = match &trigger.effect {
            Quake1Effect::Push(velocity) => Act::Push(*velocity),
            Quake1Effect::Teleport(goal, angles) => Act::Teleport(*goal, *angles),
            Quake1Effect::Use(target, wait) => Act::Use(target.clone(), *wait),
        };
        let bounds = trigger.bounds.grown(super::GROWN);
        out.push((
            trigger.entity,
            Trigger {
                bounds,
                act,
                again: 0.0,
            },
        ));
    }
    for part in &parts.parts {
        let Quake1Kind::Plat { low_trigger } = part.kind else {
            continue;
        };
        let number = numbers.iter().find(|(_, model)| *model == part.model);
        let Some(lift) = pieces.iter().position(|p| Some(p.number) == number.map(|n| n.0)) else {
            continue;
        };
        // In maps a lift is drawn at its high place.
        let high = part.bounds.translated(&part.places[0]);
        let bounds = triggers::lift_trigger(&high, &part.places, low_trigger);
        let act = Act::Raise(lift);
        out.push((
            part.entity,
            Trigger {
                bounds,
                act,
                again: 0.0,
            },
        ));
    }
    out.sort_by_key(|(entity, _)| *entity);
    out.into_iter().map(|(_, trigger)| trigger).collect()
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
