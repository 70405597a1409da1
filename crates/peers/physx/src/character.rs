//! PhysX's character controllers, moved by `PxController::move`.
//!
//! Source: the chapter on character controllers of PhysX's guide, and `SampleCCTCameraController` of its samples. A displacement
//! goes in, gravity included, which is the caller's. It is cut into a part up, one sideward and one down, and steps are climbed
//! by the first and the last. What stopped the body comes out as flags.
//!
//! - Step and slope limit are the movement's own: they belong to the game.
//! - PhysX tells no velocity: see the rows of `settings.rs`.
//! - Where parts of the world move, they are kinematic actors and move first: `setKinematicTarget` says where a step of the
//!   scene takes an actor, and one that is not where its tick begins is put there first. The controller rides on them by itself.
//! - A scene is one controller's, since moves write to it. Cooked meshes are shared.

use crate::body::{Body, Made, Moved};
use crate::scene::{Kinematic, Scene};
use crate::sdk::posed;
use crate::settings::Press;
use crate::three;
use clipmark_adapter::form::{METRE, scaled};
use clipmark_adapter::{Character, Log, NoAnswer, Parts, Plan, is_off};
use clipmark_collision::question::{Call, Fields, Means, Value};
use clipmark_geometry::{Contents, Point, Pose, Vec3};
use clipmark_movement::{Carried, MovingPart, Placed, Profile, Wanted, Way};
use physx_sys::{PxRigidActor, PxTransform};
use std::sync::Arc;

/// Parts that a body is moved out of in a tick at most.
const PUSHES: usize = 4;

/// Moves shorter than this are none, in metres: that of PhysX's sample SampleNorthPole.
const LEAST: f32 = 0.001;

/// An actor so far from where its tick begins is put there: in metres, and in parts of a quaternion. Smaller: roundings are
/// moves; larger: a part is not where it is to be.
const OFF: f32 = 1e-5;

/// One controller of PhysX's in a scene of its own. Lengths are in units.
pub struct Walker {
    profile: Profile,
    /// Once it was placed; released before the scene.
    body: Option<Body>,
    scene: Scene,
    mask: Contents,
    parts: Parts<Vec<Kinematic>>,
}

impl Character for Walker {
    /// A body rides by a callback in C++, which a program of Rust alone has not.
    const REPEATS_PARTS: bool = false;
    type Library = Scene;

    fn new(plan: &Arc<Plan<Scene>>, _: Option<&Arc<Scene>>, profile: &Profile) -> Result<Self, String> {
        Ok(Self {
            profile: *profile,
            body: None,
            scene: Scene::new(plan)?,
            mask: Contents::PLAYER_MASK,
            parts: Parts::default(),
        })
    }

    fn place(&mut self, body: &Placed, log: &Log) -> Result<(), NoAnswer> {
        let settings = &self.scene.plan.settings;
        let made = Made {
            half: scaled(&body.hull.bounds().half_extents(), METRE),
            skin: settings.contact_offset,
            step: self.profile.step_height * METRE,
            slope: self.profile.walkable_normal,
            slides: settings.slides,
        };
        let feet = body.origin.coords + Vec3::z() * body.hull.bounds().mins.z;
        if let Some(known) = self.body.as_mut().filter(|known| known.made == made) {
            log.note(|| noted_place("set_foot_position", Vec::new(), &feet));
            known.put(&feet);
            return Ok(());
        }
        log.note(|| noted_place("create_controller", given(&made), &feet));
        self.body = None;
        self.body = Some(Body::new(&self.scene, made, &feet).map_err(NoAnswer::Refused)?);
        Ok(())
    }

    fn move_parts(&mut self, parts: &[MovingPart], seconds: f32, _: &Log) -> Result<(), String> {
        let scene = &mut self.scene;
        self.parts
            .follow(parts, |part| scene.add_model(part.model, &part.from))?;
        for (part, own) in self.parts.iter() {
            let plan = Arc::clone(&scene.plan);
            let model = plan.models.get(part.model).into_iter();
            for (brush, actor) in model.flat_map(|model| &model.shapes).zip(own) {
                let at = |pose: &Pose| posed(pose, &brush.middle, brush.rotation);
                let (from, to) = (at(&part.from), at(&part.to));
                if is_off(&numbers(&scene.place(*actor)), &numbers(&from), OFF) {
                    scene.put(*actor, &from);
                }
                match seconds > 0.0 {
                    true => scene.aim(*actor, &to),
                    false => scene.put(*actor, &to),
                }
            }
        }
        match seconds > 0.0 {
            true => scene.step(seconds),
            false => Ok(()),
        }
    }

    fn step(&mut self, wanted: &Wanted, log: &Log) -> Result<Carried, NoAnswer> {
        let settings = self.scene.plan.settings;
        let body = self.body.as_mut().ok_or(NoAnswer::Failed)?;
        if wanted.mask != self.mask {
            body.forget();
            self.mask = wanted.mask;
        }
        let (walks, seconds) = (wanted.way == Way::Walks, wanted.seconds);
        let by_foot = matches!(wanted.way, Way::Walks | Way::Flies);
        let step = if by_foot {
            self.profile.step_height * METRE
        } else {
            0.0
        };
        body.set_step(step);
        let (least, press) = match settings.press {
            Press::Gravity => (LEAST, self.profile.gravity * seconds),
            Press::Step => (0.0, self.profile.gravity * seconds * seconds),
        };
        let mut way = wanted.displacement;
        if walks {
            way.z -= press;
        }
        let carried = carries(&self.parts, body.stood_on(), &body.feet());
        let mut moved = body.go(&way, least, seconds, wanted.mask);
        let start = moved.start;
        let asked = Asked { wanted, step, least };
        let sticks = walks && !moved.below && settings.press == Press::Step;
        log.note(|| {
            let stands = ground(&moved, self.profile.walkable_normal).is_some();
            let stands = Some(stands).filter(|_| !sticks);
            noted_move(&asked, &moved, wanted.displacement, stands, false)
        });
        if sticks {
            // What is within a step below holds a walker; else it falls from where it left.
            let down = -Vec3::z() * self.profile.step_height;
            let lower = body.go(&down, least, seconds, wanted.mask);
            let stands = ground(&lower, self.profile.walkable_normal).is_some();
            log.note(|| noted_move(&asked, &lower, Vec3::zeros(), Some(stands), !stands));
            match stands {
                true => moved = lower,
                false => body.put(&lower.start),
            }
        }
        let ground = ground(&moved, self.profile.walkable_normal);
        let velocity = left(&moved.feet, &(start + carried), wanted, ground.is_some());
        let mut feet = moved.feet;
        if settings.pushed {
            for _ in 0..PUSHES {
                let Some(out) = body.way_out(&self.scene, wanted.mask) else {
                    break;
                };
                feet = body.go(&out, 0.0, seconds, wanted.mask).feet;
            }
        }
        Ok(Carried {
            origin: Point::from(feet - Vec3::z() * wanted.hull.bounds().mins.z),
            velocity: Some(velocity),
            ground,
        })
    }
}

/// How a controller is made.
fn given(made: &Made) -> Fields {
    vec![
        ("half_extents", made.half.into()),
        ("contact_offset", made.skin.into()),
        ("slope_limit", made.slope.into()),
        ("step_offset", made.step.into()),
        ("prevent_climbing_and_force_sliding", made.slides.into()),
    ]
}

/// The foot of the controller is put somewhere; it is made by some arguments or not.
fn noted_place(operation: &'static str, mut arguments: Fields, feet: &Vec3) -> Call {
    arguments.push(("foot", three(feet).into()));
    Call::unjudged(operation, arguments, "foot", three(feet).to_vec())
}

/// How a tick moves a controller; lengths in metres.
struct Asked<'a> {
    wanted: &'a Wanted<'a>,
    step: f32,
    /// The least move.
    least: f32,
}

/// One `PxController::move` with its result, the displacement wanted in it without press, and whether the body is then said to
/// stand; it may be taken back.
fn noted_move(it: &Asked, moved: &Moved, goal: Vec3, stands: Option<bool>, is_taken_back: bool) -> Call {
    let lowest = Vec3::z() * it.wanted.hull.bounds().mins.z;
    let [x, y, z] = three(&moved.feet);
    let back: Option<Value> = is_taken_back.then(|| three(&moved.start).into());
    let to = if is_taken_back { moved.start } else { moved.feet };
    Call {
        operation: "move",
        arguments: vec![
            ("step_offset", it.step.into()),
            ("displacement", three(&moved.way).into()),
            ("min_distance", it.least.into()),
            ("elapsed_time", it.wanted.seconds.into()),
            ("then_put_back_to", back.into()),
        ],
        returns: "foot, the skin included, whether something is below (eCOLLISION_DOWN)",
        result: vec![x, y, z, f32::from(u8::from(moved.below))],
        means: Means::Moved {
            from: Point::from(moved.start - lowest),
            to: Point::from(to - lowest),
            wanted: goal,
            grounded: stands,
        },
    }
}

/// How far the part that an actor is of carries a place in this tick, in units; nothing if it is of none.
fn carries(parts: &Parts<Vec<Kinematic>>, actor: *mut PxRigidActor, place: &Vec3) -> Vec3 {
    let part = parts.owner(|own| own.iter().any(|brush| brush.is(actor)));
    let carried = part.and_then(|part| parts.carries(part, &Point::from(*place)));
    carried.unwrap_or_else(Vec3::zeros)
}

fn numbers(t: &PxTransform) -> [f32; 7] {
    [t.p.x, t.p.y, t.p.z, t.q.x, t.q.y, t.q.z, t.q.w]
}

/// The normal of the ground, if a body can stand on it.
fn ground(moved: &Moved, walkable: f32) -> Option<Vec3> {
    let normal = moved.normal.unwrap_or_else(Vec3::z);
    (moved.below && normal.z >= walkable).then_some(normal)
}

/// The velocity after a move from `start`, which its ground has carried along: the rule of [`Carried::velocity`]. A walker has
/// none upward, since its press is no fall. Who flies gains none upward: a step is no speed.
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
