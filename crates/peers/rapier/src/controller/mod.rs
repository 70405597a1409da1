//! Rapier's `KinematicCharacterController` as a mover.
//!
//! It is told a displacement and answers a translation and whether it is grounded. It gives no velocity and no ground normal:
//! both are derived here, by the rules that [`DOCUMENTED`](crate::DOCUMENTED) and [`TUNED`](crate::TUNED) state.

mod ground;
mod moving;
mod velocity;

use crate::body::{Body, placed};
use crate::library::Library;
use crate::question::{self, Moving};
use crate::scale::{METRE, metres, units};
use clipmark_collision::BuildError;
use clipmark_collision::question::{Call, Question, leave_unjudged};
use clipmark_geometry::{Point, Vec3, World};
use clipmark_movement::{Carried, Controller, ControllerWorld, Move, Placed, Profile, Wanted, Way};
use ground::{most_upright, shrunk};
use rapier3d::control::{
    CharacterAutostep, CharacterCollision, CharacterLength, EffectiveCharacterMovement,
    KinematicCharacterController,
};
use rapier3d::prelude::{Pose, Vector};
use std::cell::RefCell;
use std::sync::Arc;

/// Least free width beyond a step for `rapier:tuned`, in units. 0: the body is put on an edge that it touches with nothing; more
/// than a tread: no stairs.
const STEP_WIDTH: f32 = 1.0;

/// How the controller is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Use {
    Documented,
    Tuned,
}

/// Rapier's world with the settings of one game.
struct Controllers {
    library: Arc<Library>,
    how: Use,
}

/// One body. Rapier's controller remembers nothing between moves but where its user keeps the body.
struct Walker {
    library: Arc<Library>,
    how: Use,
    settings: KinematicCharacterController,
    walkable: f32,
    /// Height of a step in metres.
    step: f32,
    at: Point,
    /// Normal of the ground stood on.
    ground: Option<Vec3>,
    /// Which of the parts that move it belongs to; `rapier:tuned` alone asks.
    riding: Option<usize>,
    /// The calls so far, where they are wanted.
    calls: RefCell<Option<Vec<Call>>>,
}

/// `rapier` where parts of the world move.
pub(crate) fn documented_moving(world: &World, _: &Profile) -> Result<Arc<dyn ControllerWorld>, BuildError> {
    moving::build("rapier", Use::Documented, world)
}

/// `rapier:tuned` where parts of the world move.
pub(crate) fn tuned_moving(world: &World, _: &Profile) -> Result<Arc<dyn ControllerWorld>, BuildError> {
    moving::build("rapier:tuned", Use::Tuned, world)
}

/// `rapier`
pub(crate) fn documented(world: &World, _: &Profile) -> Result<Arc<dyn ControllerWorld>, BuildError> {
    build("rapier", Use::Documented, world)
}

/// `rapier:tuned`
pub(crate) fn tuned(world: &World, _: &Profile) -> Result<Arc<dyn ControllerWorld>, BuildError> {
    build("rapier:tuned", Use::Tuned, world)
}

fn build(name: &'static str, how: Use, world: &World) -> Result<Arc<dyn ControllerWorld>, BuildError> {
    let library = Arc::new(Library::build(name, world)?);
    Ok(Arc::new(Controllers { library, how }))
}

impl ControllerWorld for Controllers {
    fn controller(&self, profile: &Profile) -> Box<dyn Controller> {
        Box::new(self.walker(profile))
    }

    fn question(&self, profile: &Profile, moves: &[Move]) -> Option<Question> {
        let mut walker = self.walker(profile);
        *walker.calls.borrow_mut() = Some(Vec::new());
        for (i, step) in moves.iter().enumerate() {
            leave_unjudged(walker.calls.get_mut().as_mut()?);
            if i == 0 || step.placed {
                walker.place(&step.place());
            }
            walker.carry(&step.wanted());
        }
        let mask = moves.last()?.mask;
        Some(Question {
            calls: walker.calls.take()?,
            ..question::world(&self.library, mask, |_| false)
        })
    }
}

impl Controllers {
    fn walker(&self, profile: &Profile) -> Walker {
        Walker::new(Arc::clone(&self.library), self.how, profile)
    }
}

impl Walker {
    fn new(library: Arc<Library>, how: Use, profile: &Profile) -> Self {
        Self {
            library,
            how,
            settings: settings(how, profile),
            walkable: profile.walkable_normal,
            step: profile.step_height * METRE,
            at: Point::origin(),
            ground: None,
            riding: None,
            calls: RefCell::new(None),
        }
    }
}

fn settings(how: Use, profile: &Profile) -> KinematicCharacterController {
    let absolute = |units: f32| CharacterLength::Absolute(units * METRE);
    let steepest = profile.walkable_normal.clamp(-1.0, 1.0).acos();
    let step = CharacterAutostep {
        max_height: absolute(profile.step_height),
        ..CharacterAutostep::default()
    };
    let documented = KinematicCharacterController {
        up: Vector::Z,
        autostep: Some(step),
        max_slope_climb_angle: steepest,
        min_slope_slide_angle: steepest,
        ..KinematicCharacterController::default()
    };
    match how {
        Use::Documented => documented,
        Use::Tuned => KinematicCharacterController {
            offset: absolute(profile.trace_rules.skin),
            autostep: Some(CharacterAutostep {
                min_width: absolute(STEP_WIDTH),
                ..step
            }),
            snap_to_ground: None,
            ..documented
        },
    }
}

impl Controller for Walker {
    fn place(&mut self, body: &Placed) {
        self.at = body.origin;
        self.ground = body.grounded.then(Vec3::z);
        self.riding = None;
    }

    fn carry(&mut self, wanted: &Wanted) -> Carried {
        let (body, pose) = placed(wanted.hull, &self.at);
        let queries = self.library.queries(wanted.mask);
        let mut settings = self.settings;
        let mut displacement = wanted.displacement;
        let mut pushed = Vector::ZERO;
        match self.how {
            Use::Documented if matches!(wanted.way, Way::Swims | Way::Leaps) => {
                settings.snap_to_ground = None
            }
            Use::Documented => {}
            Use::Tuned => {
                let overlaps = queries.intersect_shape(pose, body.shape()).next().is_some();
                self.note(|| question::overlaps(&body, &pose, *wanted.hull, self.at, overlaps));
                if overlaps {
                    let still = Vector::ZERO;
                    let out =
                        settings.move_shape(wanted.seconds, &queries, body.shape(), &pose, still, |_| {});
                    let asked = moving(&settings, wanted.seconds, &body, &pose, still, &out);
                    self.note(|| question::move_shape(&asked, self.at));
                    pushed = out.translation;
                }
                if wanted.way == Way::Walks {
                    displacement = self.along_the_ground(displacement);
                }
            }
        }
        let from = Pose::from_translation(pushed) * pose;
        let mut met: Vec<CharacterCollision> = Vec::new();
        let moved = settings.move_shape(
            wanted.seconds,
            &queries,
            body.shape(),
            &from,
            metres(&displacement),
            |collision| met.push(collision),
        );
        let asked = moving(
            &settings,
            wanted.seconds,
            &body,
            &from,
            metres(&displacement),
            &moved,
        );
        self.note(|| question::move_shape(&asked, self.at + units(pushed)));
        let velocity = self.left(&moved, &met, wanted);
        let mut led = pushed + moved.translation;
        let ground = match self.how {
            Use::Documented => moved.grounded.then(|| most_upright(&met)),
            Use::Tuned => {
                let at = Pose::from_translation(led) * pose;
                let walks = wanted.way == Way::Walks && !wanted.jumped;
                let found = self.ground_below(&body, &at, walks, wanted, &met, self.at + units(led));
                self.riding = found.and_then(|found| self.library.moving_of(found.2));
                let gap = found.map_or(0.0, |(gap, ..)| gap);
                // Who would be deep in something on the ground told of was told a wrong distance, or began in it.
                let lower = Pose::from_translation(-Vector::Z * gap) * at;
                let core = Body::from_hull(&shrunk(wanted.hull));
                let is_lost = gap > 0.0 && queries.intersect_shape(lower, core.shape()).next().is_some();
                if gap > 0.0 {
                    let below = self.at + units(led - Vector::Z * gap);
                    self.note(|| question::overlaps(&core, &lower, shrunk(wanted.hull), below, is_lost));
                }
                led.z -= if is_lost { 0.0 } else { gap };
                found.map(|(_, normal, _)| normal)
            }
        };
        self.at += units(led);
        self.ground = ground.filter(|_| !wanted.jumped);
        Carried {
            origin: self.at,
            velocity: Some(if ground.is_some() {
                Vec3::new(velocity.x, velocity.y, 0.0)
            } else {
                velocity
            }),
            ground,
        }
    }
}

impl Walker {
    fn note(&self, call: impl FnOnce() -> Call) {
        if let Some(calls) = self.calls.borrow_mut().as_mut() {
            calls.push(call());
        }
    }
}

fn moving<'a>(
    settings: &'a KinematicCharacterController,
    seconds: f32,
    body: &'a Body,
    at: &'a Pose,
    wanted: Vector,
    moved: &'a EffectiveCharacterMovement,
) -> Moving<'a> {
    Moving {
        settings,
        seconds,
        body,
        at,
        wanted,
        moved,
        beside: None,
    }
}
