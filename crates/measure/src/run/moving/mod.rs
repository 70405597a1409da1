//! A scene whose world moves: which parts play, by whose rules, and the world itself, made for a contestant.
//!
//! Rules are those of the scene's movement. No moving world was recorded for GoldSrc, Source and the paper's movement. They
//! play by QuakeWorld's rules, and the report says so.

mod course;
mod lap;
mod live;
mod map;
mod others;
mod part;
mod poses;
mod respawn;
mod scene;
mod stage;

pub use course::{Course, CourseMover};
pub(crate) use lap::moving_lap;
pub use others::add_bodies;
pub(crate) use others::check_starts;
pub(crate) use part::PartBackend;
pub(crate) use poses::poses;
pub use respawn::Respawns;
pub(crate) use respawn::Stay;
pub use stage::{Frame, Making, MovingWorld};

use crate::MeasureError;
use crate::run::contestant::Contestant;
use clipmark_geometry::{Aabb, Contents, World};
use clipmark_movement::moving::{PushFault, Quake1Parts, Quake3Parts, quake3::Entities};
use clipmark_movement::{FrameOrder, MoverLaws, MovingRules, Profile, PushRule};
use clipmark_referee::Reference;
use clipmark_scene::Scene;
use std::sync::Arc;

/// Most moving parts, and most triggers, that are played: a level of Quake III holds 1,024 entities.
const MOST: usize = 1024;
/// This many omissions are named one by one; beyond that only their number is given.
const NAMED: usize = 12;

/// The movers of a scene.
pub struct Moving {
    /// The movement, with the rules of movers that are played by.
    pub profile: Profile,
    /// The order of a frame that the scene names. Without one another library's controller plays in its own.
    pub frame: Option<FrameOrder>,
    parts: Parts,
    /// Parts that do not play, with reasons: a line each.
    pub left_out: Vec<String>,
    /// Further notes for a reader: a line each.
    pub notes: Vec<String>,
    /// The exact reference of each of the world's models that plays.
    pub(crate) truths: Vec<Option<Reference>>,
    /// The planted fault of pushes.
    pub push_fault: Option<PushFault>,
    /// Players beside the first.
    others: Vec<others::Other>,
    /// The spawns that the player visits in turn, where the scene wants that.
    pub(crate) respawns: Option<Arc<Respawns>>,
}

/// Parts and triggers, an engine's way.
enum Parts {
    Quake3(Quake3Parts, Entities),
    Quake1(Quake1Parts, Vec<(i32, usize)>),
}

impl Parts {
    /// Nothing moves by the rules of a movement.
    fn none(profile: &Profile) -> Self {
        match profile.moving.push {
            PushRule::Teams => Self::Quake3(Quake3Parts::default(), Entities::default()),
            _ => Self::Quake1(Quake1Parts::default(), Vec::new()),
        }
    }

    fn counts(&self) -> (usize, usize) {
        match self {
            Self::Quake3(parts, _) => (parts.parts.len(), parts.triggers.len()),
            Self::Quake1(parts, _) => (parts.parts.len(), parts.triggers.len()),
        }
    }

    /// Numbers of the models that play, from 1.
    fn models(&self) -> Vec<usize> {
        match self {
            Self::Quake3(parts, _) => parts.parts.iter().map(|p| p.model).collect(),
            Self::Quake1(parts, _) => parts.parts.iter().map(|p| p.model).collect(),
        }
    }
}

/// The movement with the rules of movers that it plays by, and whether they are another's.
fn with_rules(profile: Profile) -> (Profile, bool) {
    let borrowed = profile.moving.push == PushRule::Nobody;
    let moving = if borrowed {
        MovingRules::QUAKEWORLD
    } else {
        profile.moving
    };
    (Profile { moving, ..profile }, borrowed)
}

/// A mover's name for a reader, by the index of its model: as the scene gives it, or a map's class and number.
pub fn mover_name(scene: &Scene, world: &World, model: usize) -> String {
    if model < scene.movers.len() {
        return scene.mover_name(model);
    }
    let Some(of_map) = world.models.get(model) else {
        return String::new();
    };
    let number = of_map.name.strip_prefix('*').and_then(|n| n.parse().ok());
    let own = world
        .entities
        .iter()
        .find(|e| number.is_some() && e.model() == number);
    own.map_or_else(
        || of_map.name.clone(),
        |e| format!("{} {}", e.class(), of_map.name),
    )
}

impl Moving {
    /// The movers of a scene for these contestants, who all take part in it or none does. `None` where nothing does.
    ///
    /// # Errors
    /// Movers of a scene that its movement has not, or that a contestant cannot play with.
    pub fn new(
        scene: &Scene,
        world: &World,
        profile: Profile,
        contestants: &[Contestant],
    ) -> Result<Option<Self>, MeasureError> {
        let foreign = contestants.iter().find(|c| c.mover.laws == MoverLaws::Foreign);
        Self::but_for(foreign, scene, world, profile, contestants)
    }

    /// The same, and controllers of other libraries take part that are told where parts go. Such a controller carries and pushes
    /// its own body; the game's movers push nobody. So the detectors of pushes do not judge it.
    ///
    /// # Errors
    /// As for [`new`](Self::new); a controller that is not told, or whose movement is not Quake III's.
    pub fn telling(
        scene: &Scene,
        world: &World,
        profile: Profile,
        contestants: &[Contestant],
    ) -> Result<Option<Self>, MeasureError> {
        let foreign = contestants.iter().find(|c| !Self::tells(&profile, c));
        Self::but_for(foreign, scene, world, profile, contestants)
    }

    /// Whether a contestant can learn of movers under a movement. Ours always can; others can if they say so, in Quake III's
    /// order of a frame.
    pub fn tells(profile: &Profile, contestant: &Contestant) -> bool {
        let teams = with_rules(*profile).0.moving.push == PushRule::Teams;
        contestant.mover.laws != MoverLaws::Foreign || teams && contestant.mover.takes_moving()
    }

    /// The order of a frame that a scene names, by its movement; `None` where it leaves that to each mover.
    pub fn frame_named(scene: &Scene, profile: &Profile) -> Option<FrameOrder> {
        let names = scene.profile.changes.iter().any(|(name, _)| name == "frame");
        names.then_some(profile.moving.frame)
    }

    fn but_for(
        foreign: Option<&Contestant>,
        scene: &Scene,
        world: &World,
        profile: Profile,
        contestants: &[Contestant],
    ) -> Result<Option<Self>, MeasureError> {
        if world.models.is_empty() {
            return Ok(None);
        }
        let (profile, borrowed) = with_rules(profile);
        if let Some(contestant) = foreign.filter(|_| scene.moves()) {
            return Err(MeasureError::Refused(format!(
                "{}: {contestant}'s controller is not told of moving parts and other players; leave {contestant} out, or play \
                 its casts under Quake's slide move (BACKEND+slide). `compare suite controllers --courses FOLDER` asks \
                 controllers that can be told",
                scene.named_world()
            )));
        }
        let others = others::other_players(scene);
        let (parts, mut left_out) = if !scene.movers.is_empty() {
            (scene::parts(scene, world, &profile)?, Vec::new())
        } else {
            map::parts(world, &profile)
        };
        let (count, triggers) = parts.counts();
        let still = |left_out: Vec<String>, others| {
            let parts = Parts::none(&profile);
            Some(Self::assemble(
                parts,
                profile,
                world,
                (left_out, Vec::new()),
                others,
            ))
        };
        if count.max(triggers) > MOST {
            let what = format!(
                "all moving parts and triggers: there are more than {MOST}, as many as a level may have"
            );
            return Ok(still(vec![what], others));
        }
        if let Some(contestant) = foreign.filter(|_| count > 0) {
            let what = format!(
                "this map's {count} moving parts, for all: {contestant}'s controller is not told of them"
            );
            return Ok(still(vec![what], others));
        }
        if left_out.len() > NAMED {
            let more = left_out.len() - NAMED;
            left_out.truncate(NAMED);
            left_out.push(format!("{more} more entities, for the like reasons"));
        }
        let notes = match (borrowed, count) {
            (true, 1..) => {
                vec!["its movers play by QuakeWorld's rules; none were recorded of this movement".into()]
            }
            _ => Vec::new(),
        };
        Ok(Some(Self {
            frame: Self::frame_named(scene, &profile),
            push_fault: contestants.iter().find_map(Contestant::push_fault),
            ..Self::assemble(parts, profile, world, (left_out, notes), others)
        }))
    }

    fn assemble(
        parts: Parts,
        profile: Profile,
        world: &World,
        (left_out, notes): (Vec<String>, Vec<String>),
        others: Vec<others::Other>,
    ) -> Self {
        let mut plays = parts.models();
        if let Some(first) = others::first_body(world) {
            plays.extend((1..=others.len()).map(|other| first + other + 1));
        }
        let truth = |(i, model): (usize, &clipmark_geometry::Model)| {
            plays
                .contains(&(i + 1))
                .then(|| Reference::build(&model.world(&world.bodies), Contents::PLAYER_MASK))
        };
        Self {
            profile,
            frame: None,
            left_out,
            notes,
            truths: world.models.iter().enumerate().map(truth).collect(),
            push_fault: None,
            parts,
            others,
            respawns: None,
        }
    }

    fn still(world: &World, profile: Profile) -> Self {
        let (profile, _) = with_rules(profile);
        Self::assemble(
            Parts::none(&profile),
            profile,
            world,
            Default::default(),
            Vec::new(),
        )
    }

    /// Bounds and exact reference of each of the world's models; a reference is there for those that play.
    pub fn references<'a>(
        &'a self,
        world: &'a World,
    ) -> impl Iterator<Item = (Aabb, Option<&'a Reference>)> + 'a {
        let bounds = world.models.iter().map(|model| model.bounds);
        bounds.zip(self.truths.iter().map(Option::as_ref))
    }

    /// How many parts move or are solid where they are drawn.
    pub fn count(&self) -> usize {
        self.parts.counts().0
    }

    /// Whether no part, trigger or other player is there.
    pub(crate) fn is_rigid(&self) -> bool {
        self.parts.counts() == (0, 0) && self.others.is_empty()
    }

    /// Whether nothing plays at all, so that the world is rigid and the player goes his own way.
    pub fn is_still(&self) -> bool {
        self.is_rigid() && self.respawns.is_none()
    }
}
