//! A scene made ready to play: its world, its movement, its start, and its contestants.

pub use crate::run::beginning::{SPAWN_LIFT, beginning, profile_of};
pub use crate::run::built::{BuiltContestant, Play};

use crate::run::contestant::Contestant;
use crate::run::moving::{Moving, Respawns, Stay, add_bodies, check_starts};
use crate::run::play::{InputSource, Played};
use crate::run::sweeps;
use crate::{MeasureError, ReferenceSpace};
use clipmark_faults::MovementFault;
use clipmark_geometry::{Contents, Hull, World};
use clipmark_movement::{Body, Profile};
use clipmark_referee::{Corners, Reference};
use clipmark_scene::Scene;

/// A start deeper in a solid than this is no rounding, in units.
pub(super) const START_DEPTH: f64 = 0.01;

/// A scene made ready.
pub struct Setting {
    /// The world that contestants are built from.
    pub world: World,
    /// Curved patches that the scene's world has.
    pub patches: usize,
    /// Whether they are collided with, as patches or, when the world has none left, as triangles.
    pub with_patches: bool,
    /// Who does not collide with them, and with triangles: the first contestant of each.
    pub(crate) spared_for: [Option<Contestant>; 2],
    /// Triangles that the scene's world has.
    pub triangles: usize,
    /// The world with its patches and triangles, where some were removed for all contestants.
    pub whole: Option<World>,
    /// The exact reference of that world.
    pub truth: Reference,
    /// The movement.
    pub profile: Profile,
    /// The player before the first tick.
    pub start: Body,
    pub(crate) input: InputSource,
    pub(crate) file: String,
    start_place: clipmark_scene::Place,
    buried: bool,
    /// The movers of its world, where a comparison plays them.
    pub moving: Option<Moving>,
    /// Planted into the movement of every contestant and of the reference mover.
    pub(crate) fault: Option<&'static MovementFault>,
}

/// Which parts of a world that not everybody collides with are kept in it.
#[derive(Clone, Copy, Default)]
pub(crate) struct Kept {
    pub(crate) patches: bool,
    /// ... as triangles, if at all.
    pub(crate) as_triangles: bool,
    pub(crate) triangles: bool,
}

impl Kept {
    /// The parts that all of them collide with.
    pub(crate) fn by_all(contestants: &[Contestant]) -> Self {
        Self {
            patches: contestants.iter().all(|c| c.backend.collides_with_patches()),
            as_triangles: contestants.iter().all(Contestant::takes_patches_as_triangles),
            triangles: contestants.iter().all(|c| c.backend.collides_with_triangles()),
        }
    }

    /// These parts of a world, and the whole where some are not among them.
    pub(crate) fn split(self, world: World) -> (World, Option<World>) {
        let (patches, triangles) = (!world.patches.is_empty(), !world.triangles.is_empty());
        let lacks = !self.patches && patches || !self.triangles && triangles;
        let whole = lacks.then(|| world.clone());
        let mut kept = world;
        if !self.patches && patches {
            kept = kept.without_patches();
        }
        if !self.triangles && triangles {
            kept = kept.without_triangles();
        }
        if self.patches && self.as_triangles && patches {
            kept = kept.with_patches_as_triangles();
        }
        (kept, whole)
    }
}

/// The world that these contestants share in a scene, and the movement: parts of a [`Setting`], without the rest.
///
/// # Errors
/// As [`Setting::shared_by`].
pub fn shared_world(scene: &Scene, contestants: &[Contestant]) -> Result<(World, Profile), MeasureError> {
    let profile = profile_of(scene, &scene.named_world())?;
    let mut world = scene.world()?;
    add_bodies(&mut world, scene, &profile);
    world.bodies = [false, true].map(|ducked| profile.bounds(ducked)).to_vec();
    Ok((Kept::by_all(contestants).split(world).0, profile))
}

impl Setting {
    /// Makes a scene ready of its convex solids alone, which everybody collides with.
    ///
    /// # Errors
    /// A map, profile, hull or recording that cannot be used.
    pub fn new(scene: &Scene) -> Result<Self, MeasureError> {
        Self::build(scene, Kept::default())
    }

    /// Makes a scene ready with those parts of its world that all of the contestants collide with. Where they all collide
    /// with triangles, its curved patches are their triangles, and judged without slack.
    ///
    /// # Errors
    /// A map, profile, hull or recording that cannot be used.
    pub fn shared_by(scene: &Scene, contestants: &[Contestant]) -> Result<Self, MeasureError> {
        Ok(Self {
            fault: contestants.iter().find_map(Contestant::movement_fault),
            spared_for: [
                contestants
                    .iter()
                    .find(|c| !c.backend.collides_with_patches())
                    .copied(),
                contestants
                    .iter()
                    .find(|c| !c.backend.collides_with_triangles())
                    .copied(),
            ],
            ..Self::build(scene, Kept::by_all(contestants))?
        })
    }

    /// Makes a scene ready with its curved patches, for contestants that all collide with them.
    ///
    /// # Errors
    /// A map, profile, hull or recording that cannot be used.
    pub fn with_patches(scene: &Scene) -> Result<Self, MeasureError> {
        let kept = Kept {
            patches: true,
            ..Kept::default()
        };
        Self::build(scene, kept)
    }

    /// Lets the scene's movers move, for these contestants.
    ///
    /// # Errors
    /// Movers that the scene's movement has not, or that a contestant cannot play with.
    pub fn set_in_motion(&mut self, scene: &Scene, contestants: &[Contestant]) -> Result<(), MeasureError> {
        self.moving = Moving::new(scene, &self.world, self.profile, contestants)?;
        if scene.visits_spawns {
            let seconds = scene.segments().iter().map(|segment| segment.seconds).sum();
            if let Some(respawns) = Respawns::find(&self.world, &self.truth, &self.profile, seconds) {
                let moving = self.moving.take();
                self.moving = Some(Moving::with_respawns(moving, &self.world, self.profile, respawns));
            }
        }
        Ok(())
    }

    /// The same, and controllers of other libraries that can be told of movers take part: [`Moving::telling`].
    ///
    /// # Errors
    /// Movers that the scene's movement has not, or that a contestant cannot play with.
    pub fn set_in_motion_telling(
        &mut self,
        scene: &Scene,
        contestants: &[Contestant],
    ) -> Result<(), MeasureError> {
        self.moving = Moving::telling(scene, &self.world, self.profile, contestants)?;
        Ok(())
    }

    /// The movers; `None` where the world is rigid.
    pub fn in_motion(&self) -> Option<&Moving> {
        self.moving.as_ref().filter(|moving| !moving.is_still())
    }

    fn build(scene: &Scene, kept: Kept) -> Result<Self, MeasureError> {
        let file = scene.named_world();
        let profile = profile_of(scene, &file)?;
        let mut whole = scene.world()?;
        add_bodies(&mut whole, scene, &profile);
        whole.bodies = [false, true].map(|ducked| profile.bounds(ducked)).to_vec();
        let (patches, triangles) = (whole.patches.len(), whole.triangles.len());
        let (world, whole) = kept.split(whole);
        let parts = [
            world.brushes.len(),
            world.triangles.len(),
            world.patches.len(),
            world.models.len(),
        ];
        if parts == [0; 4] && world.clip_hulls.is_none() {
            return Err(MeasureError::Refused(format!(
                "{file}: there is nothing that all of its contestants collide with; give a world with solids, or leave out who \
                 does not collide with triangles or patches"
            )));
        }
        let truth = Reference::build(&world, Contents::PLAYER_MASK);
        let (start, input) = beginning(scene, &world, profile.order)?;
        check_starts(scene, &truth, &profile, start.origin)?;
        Ok(Self {
            world,
            patches,
            with_patches: kept.patches,
            spared_for: [None; 2],
            triangles,
            whole,
            truth,
            profile,
            start,
            input,
            start_place: scene.place("player.start".into()),
            file,
            buried: scene.player.buried,
            moving: None,
            fault: None,
        })
    }

    /// Whether its curved patches are triangles.
    pub(crate) fn has_patches_as_triangles(&self) -> bool {
        self.patches > 0 && self.with_patches && self.world.patches.is_empty()
    }

    /// Builds a contestant for this world.
    ///
    /// # Errors
    /// A world or rules that its backend cannot use, or a start inside a solid.
    pub fn enter(&self, contestant: Contestant) -> Result<BuiltContestant, MeasureError> {
        let mut built = BuiltContestant::build(contestant, &self.world, self.profile, &self.file)?;
        // A library's world without movers does for a player who only visits spawns.
        if let Some(moving) = self.in_motion().filter(|moving| !moving.is_rigid()) {
            built.setup = built.setup.in_motion(&self.world, moving.frame)?;
        }
        let origin = self.start.origin;
        let inside = self.truth.for_hull(&built.hull).signed_distance(&origin.cast());
        let depth = inside.map_or(0.0, |d| -d.distance);
        if depth > START_DEPTH && !self.buried {
            let why = format!(
                "the player starts {depth:.3} u inside a solid at ({} {} {}); move the start {}",
                origin.x,
                origin.y,
                origin.z,
                self.free_above(&built.hull)
            );
            return Err(MeasureError::in_scene(&self.file, self.start_place.clone(), why));
        }
        Ok(built)
    }

    /// Where above the start a body is free, as advice.
    fn free_above(&self, hull: &Hull) -> String {
        /// Heights that are tried, in units: an eighth apart, as in map editors, up to a high room's.
        const STEPS: [f64; 2] = [0.125, 1024.0];
        let space = self.truth.for_hull(hull);
        let start = self.start.origin.cast::<f64>();
        let skin = f64::from(self.profile.trace_rules.skin);
        let mut up = STEPS[0];
        while up <= STEPS[1] {
            let mut at = start;
            at.z = ((start.z + up) / STEPS[0]).floor() * STEPS[0];
            let Some(inside) = space.signed_distance(&at) else {
                break;
            };
            if inside.distance >= skin {
                return format!("up to z = {}, which is free, or to another free place", at.z);
            }
            // As far as it is inside it must move at least.
            up += (-inside.distance).max(STEPS[0]);
        }
        "to a free place; there is none right above".into()
    }

    /// The run of the reference mover: this scene's movement and input in f64 on the exact reference. `None` where there
    /// is none: the world has triangles, or a script drove the player where no command is one.
    pub fn reference_run(&self) -> Option<Played<f64>> {
        self.reference_run_by(self.profile)
    }

    /// The same by another movement, such as the scene's own with all repairs.
    pub fn reference_run_by(&self, profile: Profile) -> Option<Played<f64>> {
        let moving = self.in_motion();
        // The reference mover knows no world that moves.
        if moving.is_some_and(|moving| !moving.is_rigid()) {
            return None;
        }
        let space = ReferenceSpace::with(&self.world, profile, Corners::Kept, self.fault)?;
        let Some(respawns) = moving.and_then(|moving| moving.respawns.as_ref()) else {
            return space.play(self.start.cast(), &self.input).ok();
        };
        let mut stay = Stay::default();
        let respawn = |body: &mut Body<f64>, msec: f64| {
            let start = stay.next_start(respawns, &self.profile, &body.cast(), msec as f32);
            if let Some(start) = start {
                *body = Body {
                    engine: body.engine,
                    ..start.cast()
                };
            }
        };
        space.play_with(self.start.cast(), &self.input, respawn).ok()
    }

    /// Random sweeps of this world, the same for every contestant.
    pub fn draw_sweeps(&self, count: usize, seed: u64) -> Vec<sweeps::Line> {
        let largest = Hull::Box {
            bounds: self.profile.bounds(false),
        };
        sweeps::draw(
            &self.world,
            &self.truth,
            &largest,
            self.profile.trace_rules.skin,
            count,
            seed,
        )
    }
}
