//! Where contestants are measured: a scene, or a generated town of so many brushes. All are built there, unless the build would
//! probably take too long or hold too much.

use super::Held;
use super::town::Town;
use super::{CountBytes, LeftOut, Plan, Subject};
use crate::panics::catch_panic;
use crate::run::contestant::Contestant;
use crate::run::moving::Moving;
use crate::run::setting::{BuiltContestant, SPAWN_LIFT, Setting};
use crate::{MeasureError, Progress};
use clipmark_collision::BuildError;
use clipmark_geometry::{Aabb, Hull, Point, Vec3, World};
use clipmark_movement::Profile;
use clipmark_rows::{Axes, Axis, End};
use clipmark_scene::Scene;

/// Bytes of a megabyte.
const MB: f64 = 1e6;

/// The limits of a contestant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Budget {
    /// CPU time of a build, or of one number of players at one rate, in seconds.
    pub seconds: f64,
    /// The backend's memory, in megabytes: as counted, or by its own report where no count exists.
    pub megabytes: f64,
}

/// Costs of one contestant's builds, smallest first: brushes, seconds, bytes.
#[derive(Clone, Debug, Default)]
pub struct Past(pub Vec<[f64; 3]>);

impl Past {
    /// Why a contestant with this past is left out of a world of that many brushes, if it is.
    pub fn refused(&self, budget: &Budget, brushes: usize) -> Option<String> {
        let seconds = self.expected(1, brushes)?;
        if seconds > budget.seconds {
            return Some(format!(
                "its build would take about {seconds:.0} s, the budget is {} s",
                budget.seconds
            ));
        }
        let megabytes = self.expected(2, brushes)? / MB;
        (megabytes > budget.megabytes).then(|| {
            format!(
                "it would hold about {megabytes:.0} MB, the budget is {} MB",
                budget.megabytes
            )
        })
    }

    /// The expected cost of a build of that many brushes: by the power between the last two, at least in proportion to the
    /// last. `None` before the first build.
    fn expected(&self, figure: usize, brushes: usize) -> Option<f64> {
        let last = self.0.last()?;
        let before = self.0.len().checked_sub(2).map(|i| self.0[i]);
        let power = before.map_or(1.0, |before| {
            (last[figure] / before[figure]).ln() / (last[0] / before[0]).ln()
        });
        let power = if power.is_finite() { power.max(1.0) } else { 1.0 };
        Some(last[figure] * (brushes as f64 / last[0]).powf(power))
    }
}

/// A contestant, the costs of its builds so far, and why it could not be built of a smaller world.
pub(super) struct Candidate {
    pub(super) contestant: Contestant,
    past: Past,
    refused: Option<String>,
}

impl Candidate {
    pub(super) fn new(contestant: Contestant) -> Self {
        Self {
            contestant,
            past: Past::default(),
            refused: None,
        }
    }
}

/// A contestant in a place, and the cost of its build.
pub(super) struct Entered {
    pub(super) built: BuiltContestant,
    pub(super) bytes: Held,
}

impl Entered {
    pub(super) fn name(&self) -> String {
        self.built.contestant.to_string()
    }
}

/// A world that contestants are built from.
pub(super) enum Ground {
    Scene(Box<Setting>),
    Town(Box<Town>, Box<Profile>),
}

impl Ground {
    pub(super) fn world(&self) -> &World {
        match self {
            Self::Scene(setting) => &setting.world,
            Self::Town(town, _) => town.world(),
        }
    }

    pub(super) fn profile(&self) -> &Profile {
        match self {
            Self::Scene(setting) => &setting.profile,
            Self::Town(_, profile) => profile,
        }
    }

    /// The file or world that errors name.
    pub(super) fn file(&self) -> &str {
        match self {
            Self::Scene(setting) => &setting.file,
            Self::Town(town, _) => &town.world().name,
        }
    }

    /// A town's number of brushes.
    pub(super) fn brushes(&self) -> Option<usize> {
        match self {
            Self::Scene(_) => None,
            Self::Town(town, _) => Some(town.world().brushes.len()),
        }
    }

    /// The axis of towns.
    pub(super) fn axes(&self) -> Axes {
        let brushes = self.brushes();
        brushes.map_or_else(Axes::default, |n| Axes::default().with(Axis::Brushes, n))
    }

    /// The world; a town's with places to start in, as a map has it.
    pub(super) fn into_world(self) -> World {
        match self {
            Self::Scene(setting) => setting.world,
            Self::Town(mut town, _) => town.world_with_spawns().clone(),
        }
    }

    /// Where that many players start: a scene's free spawns, else where its player starts, in turn; crossings of a town.
    pub(super) fn starts(&self, players: usize) -> Vec<Point> {
        let setting = match self {
            Self::Scene(setting) => setting,
            Self::Town(town, _) => return town.starts(players),
        };
        let body = setting.truth.for_hull(&Hull::Box {
            bounds: setting.profile.bounds(false),
        });
        let spawns = setting.world.spawns.iter();
        let lifted = spawns.map(|spawn| spawn.origin + Vec3::z() * SPAWN_LIFT);
        let mut free: Vec<Point> = lifted.filter(|at| !body.overlaps(&at.cast())).collect();
        if free.is_empty() {
            free.push(setting.start.origin);
        }
        free.into_iter().cycle().take(players).collect()
    }

    /// A contestant, with the body that the plan's sweeps move.
    fn enter(&self, contestant: Contestant, plan: &Plan) -> Result<BuiltContestant, MeasureError> {
        let mut built = match self {
            Self::Scene(setting) => setting.enter(contestant),
            Self::Town(town, profile) => {
                let world = town.world();
                BuiltContestant::build(contestant, world, **profile, &world.name)
            }
        }?;
        if let Some(hull) = plan.sweeps.as_ref().and_then(|sweeps| sweeps.hull) {
            built.fits(&hull, self.file())?;
        }
        built.answer_first(self.world());
        Ok(built)
    }
}

/// A world, and the contestants built of it.
pub(super) struct Place {
    pub(super) ground: Ground,
    pub(super) entered: Vec<Entered>,
}

impl Place {
    /// The largest skin that is asked for or declared here.
    pub(super) fn largest_skin(&self) -> f32 {
        let skins = self
            .entered
            .iter()
            .map(|who| who.built.backend.facts().declaration.rules.skin);
        skins.fold(self.ground.profile().trace_rules.skin, f32::max)
    }

    /// How much of a scene's world is left out for all contestants, by the name of the fact.
    pub(super) fn parts_left_out(&self, plan: &Plan) -> Vec<(String, String)> {
        let (Ground::Scene(setting), Subject::Scene(scene)) = (&self.ground, &plan.subject) else {
            return Vec::new();
        };
        let patches = if setting.with_patches { 0 } else { setting.patches };
        let triangles = match setting.world.triangles.is_empty() {
            true => setting.triangles,
            false => 0,
        };
        let parts = [
            ("patches_left_out", patches),
            ("triangles_left_out", triangles),
            ("movers_left_out", movers(scene, setting)),
        ];
        let some = parts.into_iter().filter(|(_, count)| *count > 0);
        some.map(|(name, count)| (name.to_owned(), count.to_string()))
            .collect()
    }

    /// The places of a plan: one scene, or towns from small to large.
    pub(super) fn grounds(plan: &Plan) -> Result<Vec<Ground>, MeasureError> {
        match &plan.subject {
            Subject::Scene(scene) => {
                let mut setting = Setting::shared_by(scene, &plan.contestants)?;
                add_body(&mut setting.world, plan);
                Ok(vec![Ground::Scene(Box::new(setting))])
            }
            Subject::Towns { brushes, profile } => {
                let mut sizes = brushes.clone();
                sizes.sort_unstable();
                sizes.dedup();
                let town = |brushes| {
                    let mut town = Town::build(brushes, plan.seed).map_err(MeasureError::Town)?;
                    town.world_mut().bodies = bodies(profile);
                    add_body(town.world_mut(), plan);
                    Ok(Ground::Town(Box::new(town), profile.clone()))
                };
                sizes.into_iter().map(town).collect()
            }
        }
    }

    /// Builds all contestants that are not left out, and has their bytes counted.
    pub(super) fn build(
        ground: Ground,
        plan: &Plan,
        candidates: &mut [Candidate],
        count: CountBytes,
        left_out: &mut Vec<LeftOut>,
        progress: Progress,
    ) -> Result<Self, MeasureError> {
        let size = ground.world().brushes.len();
        let mut entered = Vec::new();
        for candidate in candidates {
            progress(&format!("building {}", candidate.contestant), 0, 1);
            let refused = candidate.refused.clone().map(End::Refused);
            let beyond = || candidate.past.refused(&plan.budget, size).map(End::NotAsked);
            let built = match refused.or_else(beyond) {
                Some(end) => Err(end),
                None => match catch_panic(|| ground.enter(candidate.contestant, plan)) {
                    Err(why) => Err(End::Stopped(format!("its build panicked: {why}"))),
                    Ok(Err(e)) if plan.leaves_out || is_too_large(&e) => Err(End::Refused(e.to_string())),
                    Ok(built) => Ok(built?),
                },
            };
            if let Err(End::Refused(why) | End::Stopped(why)) = &built {
                candidate.refused = Some(why.clone());
            }
            let contestant = candidate.contestant.to_string();
            match built {
                Ok(built) => {
                    let declared = built.backend.facts().bytes;
                    let bytes = count(&contestant, ground.brushes(), declared);
                    let seconds = built.build_cpu_seconds;
                    candidate
                        .past
                        .0
                        .push([size as f64, seconds, bytes.known() as f64]);
                    entered.push(Entered { built, bytes });
                }
                Err(end) => left_out.push(LeftOut {
                    contestant,
                    axes: ground.axes(),
                    end,
                }),
            }
        }
        Ok(Self { ground, entered })
    }
}

/// How many movers a scene's world has, in movements that have any: they stand still here.
fn movers(scene: &Scene, setting: &Setting) -> usize {
    if !scene.movers.is_empty() {
        return scene.movers.len();
    }
    let moving = Moving::new(scene, &setting.world, setting.profile, &[]);
    moving.ok().flatten().map_or(0, |moving| moving.count())
}

/// The plan's hull too has its clip hulls compiled.
fn add_body(world: &mut World, plan: &Plan) {
    let hull = plan.sweeps.as_ref().and_then(|sweeps| sweeps.hull);
    let bounds = hull.map(|hull| hull.bounds());
    world
        .bodies
        .extend(bounds.filter(|new| !world.bodies.contains(new)));
}

/// A world too large for a backend, or one that its library refuses: smaller ones were none for others.
fn is_too_large(error: &MeasureError) -> bool {
    matches!(
        error,
        MeasureError::Build(BuildError::TooLarge { .. } | BuildError::Library { .. })
    )
}

/// A town by itself, as contestants are built of it.
///
/// # Errors
/// As [`Town::build`].
pub fn town_world(brushes: usize, profile: &Profile, seed: u64) -> Result<World, MeasureError> {
    let mut town = Town::build(brushes, seed).map_err(MeasureError::Town)?;
    town.world_mut().bodies = bodies(profile);
    Ok(town.world().clone())
}

/// The bodies that are moved in a world.
fn bodies(profile: &Profile) -> Vec<Aabb> {
    [false, true].map(|ducked| profile.bounds(ducked)).to_vec()
}
