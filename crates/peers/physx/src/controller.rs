//! Seam 2: PhysX's character controllers, moved by `PxController::move`.
//!
//! Source: the chapter on character controllers of PhysX's guide, and `SampleCCTCameraController` of its samples. A displacement
//! goes in, gravity included, which is the caller's. It is cut into a part up, one sideward and one down, and steps are climbed by
//! the first and the last. What stopped the body comes out as flags.
//!
//! - Step and slope limit are the movement's own: they belong to the game.
//! - PhysX tells no velocity: see the rows of `settings.rs`.
//! - Where parts of the world move, they are kinematic actors and move first ([`Parts`]). The controller rides on them by itself.
//! - A scene is one controller's, since moves write to it. Cooked meshes are shared.

use crate::body::{Body, Made, Moved};
use crate::moving::Parts;
use crate::question::{self, Asked};
use crate::scale::METRE;
use crate::scene::Scene;
use crate::settings::{Press, Settings, TAUGHT_LIST, TUNED_LIST};
use crate::solids::Solids;
use clipmark_collision::BuildError;
use clipmark_collision::question::{Call, Question, leave_unjudged};
use clipmark_geometry::{Contents, Hull, Model, Point, Vec3, World};
use clipmark_movement::{
    Carried, Controller, ControllerWorld, Move, MoverKind, MovingPart, Placed, Profile, ShapeKind, Wanted,
    Way,
};
use std::sync::Arc;

/// `physx`
pub static PHYSX_CONTROLLER: MoverKind = MoverKind::foreign(
    "physx",
    "PhysX's box controller as its documentation teaches",
    |world, _| build(world, Settings::TAUGHT, &[]),
)
.with_settings(&TAUGHT_LIST)
.with_moving(|world, _| build(world, Settings::TAUGHT, &world.models))
.shaped(ShapeKind::Box);

/// `physx:tuned`
pub static PHYSX_TUNED_CONTROLLER: MoverKind = MoverKind::foreign(
    "physx:tuned",
    "PhysX's box controller as its best user sets it up",
    |world, _| build(world, Settings::TUNED, &[]),
)
.with_settings(&TUNED_LIST)
.with_moving(|world, _| build(world, Settings::TUNED, &world.models))
.shaped(ShapeKind::Box);

/// All of them.
pub static MOVERS: [&MoverKind; 2] = [&PHYSX_CONTROLLER, &PHYSX_TUNED_CONTROLLER];

fn build(
    world: &World,
    settings: Settings,
    models: &[Model],
) -> Result<Arc<dyn ControllerWorld>, BuildError> {
    let solids = Arc::new(Solids::build(world, models, &settings)?);
    // Whatever PhysX refuses is told now, not by a controller.
    Scene::build(&solids).map_err(|why| BuildError::Library {
        backend: settings.name,
        why,
    })?;
    Ok(Arc::new(Controllers { solids, settings }))
}

/// What controllers are made from.
struct Controllers {
    solids: Arc<Solids>,
    settings: Settings,
}

impl ControllerWorld for Controllers {
    fn controller(&self, profile: &Profile) -> Box<dyn Controller> {
        Box::new(self.walker(profile))
    }

    fn question(&self, profile: &Profile, moves: &[Move]) -> Option<Question> {
        // A body rides by a callback in C++, which a program of Rust alone has not.
        if moves.iter().any(|step| !step.parts.is_empty()) {
            return None;
        }
        let mut walker = self.walker(profile);
        walker.calls = Some(Vec::new());
        for (i, step) in moves.iter().enumerate() {
            leave_unjudged(walker.calls.as_mut()?);
            if i == 0 || step.placed {
                walker.place(&step.place());
            }
            walker.carry(&step.wanted());
        }
        Some(Question {
            calls: walker.calls.take()?,
            ..question::world(&self.solids, moves.last()?.mask)
        })
    }
}

impl Controllers {
    fn walker(&self, profile: &Profile) -> Walker {
        Walker {
            settings: self.settings,
            walkable: profile.walkable_normal,
            step: profile.step_height,
            gravity: profile.gravity,
            state: match Scene::build(&self.solids) {
                Ok(scene) => State::Empty(scene),
                Err(why) => State::Refused(why),
            },
            hull: None,
            mask: Contents::PLAYER_MASK,
            parts: Parts::default(),
            refused_parts: None,
            calls: None,
        }
    }
}

/// The scene of a walker, and its body once it was placed.
enum State {
    Empty(Scene),
    Placed(Body),
    /// Why PhysX made none.
    Refused(String),
}

/// One controller of PhysX's in a scene of its own. Lengths are in units.
struct Walker {
    settings: Settings,
    walkable: f32,
    step: f32,
    gravity: f32,
    state: State,
    hull: Option<Hull>,
    mask: Contents,
    parts: Parts,
    refused_parts: Option<String>,
    /// The calls so far, where they are wanted.
    calls: Option<Vec<Call>>,
}

impl Controller for Walker {
    fn place(&mut self, body: &Placed) {
        let made = self.made(body.hull);
        let feet = body.origin.coords + Vec3::z() * body.hull.bounds().mins.z;
        if let Some(calls) = &mut self.calls {
            let is_new = !matches!(&self.state, State::Placed(at) if *at.made() == made);
            calls.push(match is_new {
                true => question::create_controller(&made, &feet),
                false => question::set_foot_position(&feet),
            });
        }
        let state = std::mem::replace(&mut self.state, State::Refused(String::new()));
        self.state = match state {
            State::Placed(mut at) if *at.made() == made => {
                at.put(&feet);
                State::Placed(at)
            }
            State::Placed(other) => placed(other.into_scene(), made, &feet),
            State::Empty(scene) => placed(scene, made, &feet),
            State::Refused(why) => State::Refused(why),
        };
        self.hull = Some(*body.hull);
    }

    fn parts_move(&mut self, parts: &[MovingPart], seconds: f32) {
        let scene = match &mut self.state {
            State::Empty(scene) => scene,
            State::Placed(body) => &mut body.scene,
            State::Refused(_) => return,
        };
        self.refused_parts = self.parts.follow(scene, parts, seconds).err();
    }

    fn carry(&mut self, wanted: &Wanted) -> Carried {
        // Not a number: the seam counts it as no answer and leaves the body where it is.
        self.moved(wanted).unwrap_or(Carried {
            origin: Point::new(f32::NAN, f32::NAN, f32::NAN),
            velocity: None,
            ground: None,
        })
    }

    fn refused(&self) -> Option<&str> {
        match &self.state {
            State::Refused(why) => Some(why),
            _ => self.refused_parts.as_deref(),
        }
    }
}

fn placed(scene: Scene, made: Made, feet: &Vec3) -> State {
    match Body::new(scene, made, feet) {
        Ok(body) => State::Placed(body),
        Err(why) => State::Refused(why),
    }
}

impl Walker {
    /// How the controller of a hull is made, in metres.
    fn made(&self, hull: &Hull) -> Made {
        let settings = &self.settings;
        let half = hull.bounds().half_extents() * METRE;
        Made {
            half: [half.x, half.y, half.z],
            skin: settings.contact_offset,
            step: self.step * METRE,
            slope: self.walkable,
            slides: settings.slides,
        }
    }

    fn moved(&mut self, wanted: &Wanted) -> Option<Carried> {
        let State::Placed(body) = &mut self.state else {
            return None;
        };
        if wanted.mask != self.mask {
            body.forget();
            self.mask = wanted.mask;
        }
        let (walks, seconds) = (wanted.way == Way::Walks, wanted.seconds);
        let by_foot = matches!(wanted.way, Way::Walks | Way::Flies);
        let step = if by_foot { self.step * METRE } else { 0.0 };
        body.set_step(step);
        let start = body.feet();
        let (least, press) = match self.settings.press {
            Press::Gravity => (LEAST, self.gravity * seconds),
            Press::Step => (0.0, self.gravity * seconds * seconds),
        };
        let mut way = wanted.displacement;
        if walks {
            way.z -= press;
        }
        let carried = self.parts.carries(body.stood_on(), &start);
        let mut moved = body.go(&way, least, seconds, wanted.mask);
        let asked = Asked {
            wanted: wanted.displacement,
            seconds,
            lowest: wanted.hull.bounds().mins.z,
            step,
            way,
            least,
            start,
        };
        let sticks = walks && !moved.below && self.settings.press == Press::Step;
        if let Some(calls) = &mut self.calls {
            let stands = ground(&moved, self.walkable).is_some();
            calls.push(question::move_controller(
                &asked,
                &moved,
                Some(stands).filter(|_| !sticks),
                false,
            ));
        }
        if sticks {
            // What is within a step below holds a walker; else it falls from where it left.
            let (from, down) = (moved.feet, -Vec3::z() * self.step);
            let lower = body.go(&down, least, seconds, wanted.mask);
            let stands = ground(&lower, self.walkable).is_some();
            if let Some(calls) = &mut self.calls {
                let asked = Asked {
                    wanted: Vec3::zeros(),
                    way: down,
                    start: from,
                    ..asked
                };
                calls.push(question::move_controller(&asked, &lower, Some(stands), !stands));
            }
            match stands {
                true => moved = lower,
                false => body.put(&from),
            }
        }
        let ground = ground(&moved, self.walkable);
        let velocity = left(&moved.feet, &(start + carried), wanted, ground.is_some());
        let mut feet = moved.feet;
        if self.settings.pushed {
            for _ in 0..PUSHES {
                let Some(out) = body.way_out(wanted.mask) else {
                    break;
                };
                feet = body.go(&out, 0.0, seconds, wanted.mask).feet;
            }
        }
        Some(Carried {
            origin: Point::from(feet - Vec3::z() * wanted.hull.bounds().mins.z),
            velocity: Some(velocity),
            ground,
        })
    }
}

/// Parts that a body is moved out of in a tick at most.
const PUSHES: usize = 4;

/// Moves shorter than this are none, in metres: the sample's.
const LEAST: f32 = 0.001;

/// The normal of the ground, if a body can stand on it.
fn ground(moved: &Moved, walkable: f32) -> Option<Vec3> {
    let normal = moved.normal.unwrap_or_else(Vec3::z);
    (moved.below && normal.z >= walkable).then_some(normal)
}

/// The velocity after a move from `start`, which its ground has carried along: the rule of [`Carried::velocity`]. A walker has none
/// upward, since its press is no fall. Who flies gains none upward: a step is no speed.
fn left(feet: &Vec3, start: &Vec3, wanted: &Wanted, stands: bool) -> Vec3 {
    let mean = (feet - start) / wanted.seconds;
    let (speed, most) = (mean.xy().norm(), wanted.velocity.xy().norm());
    let level = mean.xy() * if speed > most { most / speed } else { 1.0 };
    let rise = match stands || wanted.way == Way::Walks {
        true => 0.0,
        false => mean.z.min(wanted.velocity.z),
    };
    Vec3::new(level.x, level.y, rise)
}
