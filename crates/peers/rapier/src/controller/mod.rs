//! Rapier's `KinematicCharacterController` as a mover.
//!
//! It is told a displacement and answers a translation and whether it is grounded. It gives no velocity and no ground normal:
//! both are derived here, by the rules that [`DOCUMENTED`](crate::DOCUMENTED) and [`TUNED`](crate::TUNED) state.

mod moving;

use crate::alone::{self, Casting, Moving};
use crate::body::{Body, placed};
use crate::library::Library;
use crate::scale::{Scale, direction};
use clipmark_collision::BuildError;
use clipmark_collision::alone::{Alone, Call, earlier};
use clipmark_geometry::{Hull, Point, Vec3, World};
use clipmark_movement::{Carried, Controller, ControllerWorld, Move, Placed, Profile, Wanted, Way};
use rapier3d::control::{
    CharacterAutostep, CharacterCollision, CharacterLength, EffectiveCharacterMovement,
    KinematicCharacterController,
};
use rapier3d::parry::query::{ShapeCastOptions, ShapeCastStatus};
use rapier3d::prelude::{ColliderHandle, Pose, Vector};
use std::cell::RefCell;
use std::sync::Arc;

/// How far below its offset `rapier:tuned` looks for ground, in units: Quake III's own distance. Smaller: rounding hides the
/// ground; larger: who floats stands.
const GROUND_PROBE: f32 = 0.25;
/// Least free width beyond a step for `rapier:tuned`, in units. 0: the body is put on an edge that it touches with nothing; more
/// than a tread: no stairs.
const STEP_WIDTH: f32 = 1.0;
/// A plane was stepped over if the rest of the move led so far through it, in units: more than any rounding, less than a
/// tick's way.
const STEPPED_OVER: f32 = 0.01;

/// A velocity goes along a plane if so small a part of it (sine) enters. Smaller: rounding makes creases; larger: creeps in.
const ALONG: f32 = 1e-3;

/// How the controller is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Use {
    Documented,
    Tuned,
}

/// A body so deep in something, in units, was not put onto the ground. Smaller: who touches a riser is not lowered, and hangs
/// (80 of 124 runs passed in place of 91 at 0); larger: sinks unseen.
const LOST_DEPTH: f32 = 1.0;

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
    moving::build("rapier", Use::Documented, Scale::METRES, world)
}

/// `rapier:native` where parts of the world move.
pub(crate) fn native_moving(world: &World, _: &Profile) -> Result<Arc<dyn ControllerWorld>, BuildError> {
    moving::build("rapier:native", Use::Documented, Scale::NATIVE, world)
}

/// `rapier:tuned` where parts of the world move.
pub(crate) fn tuned_moving(world: &World, _: &Profile) -> Result<Arc<dyn ControllerWorld>, BuildError> {
    moving::build("rapier:tuned", Use::Tuned, Scale::METRES, world)
}

/// `rapier`
pub(crate) fn documented(world: &World, _: &Profile) -> Result<Arc<dyn ControllerWorld>, BuildError> {
    build("rapier", Use::Documented, Scale::METRES, world)
}

/// `rapier:native`
pub(crate) fn native(world: &World, _: &Profile) -> Result<Arc<dyn ControllerWorld>, BuildError> {
    build("rapier:native", Use::Documented, Scale::NATIVE, world)
}

/// `rapier:tuned`
pub(crate) fn tuned(world: &World, _: &Profile) -> Result<Arc<dyn ControllerWorld>, BuildError> {
    build("rapier:tuned", Use::Tuned, Scale::METRES, world)
}

fn build(
    name: &'static str,
    how: Use,
    scale: Scale,
    world: &World,
) -> Result<Arc<dyn ControllerWorld>, BuildError> {
    let library = Arc::new(Library::build(name, world, scale)?);
    Ok(Arc::new(Controllers { library, how }))
}

impl ControllerWorld for Controllers {
    fn controller(&self, profile: &Profile) -> Box<dyn Controller> {
        Box::new(self.walker(profile))
    }

    fn alone(&self, profile: &Profile, moves: &[Move]) -> Option<Alone> {
        let mut walker = self.walker(profile);
        *walker.calls.borrow_mut() = Some(Vec::new());
        for (i, step) in moves.iter().enumerate() {
            earlier(walker.calls.get_mut().as_mut()?);
            if i == 0 || step.placed {
                walker.place(&step.place());
            }
            walker.carry(&step.wanted());
        }
        let mask = moves.last()?.mask;
        Some(Alone {
            calls: walker.calls.take()?,
            ..alone::program(&self.library, mask, |_| false)
        })
    }
}

impl Controllers {
    fn walker(&self, profile: &Profile) -> Walker {
        Walker::of(Arc::clone(&self.library), self.how, profile)
    }
}

impl Walker {
    fn of(library: Arc<Library>, how: Use, profile: &Profile) -> Self {
        let scale = library.scale;
        Self {
            library,
            how,
            settings: settings(how, scale, profile),
            walkable: profile.walkable_normal,
            step: profile.step_height * scale.metre(),
            at: Point::origin(),
            ground: None,
            riding: None,
            calls: RefCell::new(None),
        }
    }
}

fn settings(how: Use, scale: Scale, profile: &Profile) -> KinematicCharacterController {
    let absolute = |units: f32| CharacterLength::Absolute(units * scale.metre());
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
        let scale = self.library.scale;
        let (body, pose) = placed(wanted.hull, &self.at, scale);
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
                self.note(|| alone::overlaps(&body, &pose, *wanted.hull, self.at, overlaps));
                if overlaps {
                    let still = Vector::ZERO;
                    let out =
                        settings.move_shape(wanted.seconds, &queries, body.shape(), &pose, still, |_| {});
                    let asked = moving(&settings, wanted.seconds, &body, &pose, still, &out);
                    self.note(|| alone::move_shape(&asked, self.at, scale));
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
            scale.metres(&displacement),
            |collision| met.push(collision),
        );
        let asked = moving(
            &settings,
            wanted.seconds,
            &body,
            &from,
            scale.metres(&displacement),
            &moved,
        );
        self.note(|| alone::move_shape(&asked, self.at + scale.units(pushed), scale));
        let velocity = self.left(&moved, &met, wanted);
        let mut led = pushed + moved.translation;
        let ground = match self.how {
            Use::Documented => moved.grounded.then(|| most_upright(&met)),
            Use::Tuned => {
                let at = Pose::from_translation(led) * pose;
                let walks = wanted.way == Way::Walks && !wanted.jumped;
                let found = self.ground_below(&body, &at, walks, wanted, &met, self.at + scale.units(led));
                self.riding = found.and_then(|found| self.library.moving_of(found.2));
                let gap = found.map_or(0.0, |(gap, ..)| gap);
                // Who would be deep in something on the ground told of was told a wrong distance, or began in it.
                let lower = Pose::from_translation(-Vector::Z * gap) * at;
                let core = Body::of(&shrunk(wanted.hull), scale);
                let is_lost = gap > 0.0 && queries.intersect_shape(lower, core.shape()).next().is_some();
                if gap > 0.0 {
                    let below = self.at + scale.units(led - Vector::Z * gap);
                    self.note(|| alone::overlaps(&core, &lower, shrunk(wanted.hull), below, is_lost));
                }
                led.z -= if is_lost { 0.0 } else { gap };
                found.map(|(_, normal, _)| normal)
            }
        };
        self.at += scale.units(led);
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

    /// A level displacement turned along the ground stood on, as long as before.
    fn along_the_ground(&self, level: Vec3) -> Vec3 {
        let Some(normal) = self.ground else {
            return level;
        };
        let along = level - normal * level.dot(&normal);
        along
            .try_normalize(f32::EPSILON)
            .map_or(level, |way| way * level.norm())
    }

    /// How far below the ground is, beyond the offset and in metres, its normal, and its collider. A body that
    /// walks is put on ground as far down as a step. Others stand only on ground just below them.
    fn ground_below(
        &self,
        body: &Body,
        at: &Pose,
        walks: bool,
        wanted: &Wanted,
        met: &[CharacterCollision],
        from: Point,
    ) -> Option<(f32, Vec3, ColliderHandle)> {
        let CharacterLength::Absolute(offset) = self.settings.offset else {
            return None;
        };
        let reach = if walks {
            self.step
        } else {
            GROUND_PROBE * self.library.scale.metre()
        };
        let below = self.library.queries(wanted.mask).cast_shape(
            at,
            -Vector::Z,
            body.shape(),
            ShapeCastOptions {
                max_time_of_impact: offset + reach,
                stop_at_penetration: false,
                ..ShapeCastOptions::default()
            },
        );
        let scale = self.library.scale;
        self.note(|| {
            let inside = |status| status == ShapeCastStatus::PenetratingOrWithinTargetDist;
            let cast = Casting {
                body,
                at,
                way: -Vector::Z,
                reach: offset + reach,
                stops_at_penetration: false,
                met: below.map(|(_, hit)| (hit.time_of_impact, hit.normal1, inside(hit.status))),
            };
            alone::cast_shape(&cast, *wanted.hull, from, scale)
        });
        let (handle, hit) = below?;
        let normal = direction(hit.normal1);
        let gap = hit.time_of_impact - offset;
        if normal.z >= self.walkable {
            return Some((if walks { gap.max(0.0) } else { 0.0 }, normal, handle));
        }
        // On a seam the first surface below may be the steep one.
        let mut others = met.iter().map(|c| direction(c.hit.normal1));
        let other = others.find(|n| n.z >= self.walkable)?;
        (gap <= GROUND_PROBE * self.library.scale.metre()).then_some((0.0, other, handle))
    }

    /// The velocity left: the wanted one, clipped by the planes met that the move did not step over. Each clips in turn, then
    /// the crease of two that it would leave one for the other; between three none is left. Who walks is not slowed by walkable
    /// ground.
    fn left(&self, moved: &EffectiveCharacterMovement, met: &[CharacterCollision], wanted: &Wanted) -> Vec3 {
        let mut planes: Vec<Vec3> = Vec::new();
        for collision in met {
            let normal = direction(collision.hit.normal1);
            let later = self
                .library
                .scale
                .units(moved.translation - collision.translation_applied);
            let is_plane = normal.iter().all(|x| x.is_finite());
            let is_ground = wanted.way == Way::Walks && normal.z >= self.walkable;
            if is_plane && !is_ground && later.dot(&normal) > -STEPPED_OVER {
                planes.push(normal);
            }
        }
        clipped(wanted.velocity, &planes)
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

/// A hull without its outer [`LOST_DEPTH`].
fn shrunk(hull: &Hull) -> Hull {
    let bounds = hull.bounds().grown(-LOST_DEPTH);
    match hull {
        Hull::Box { .. } => Hull::Box { bounds },
        Hull::Capsule { .. } => Hull::Capsule { bounds },
        Hull::Cylinder { .. } => Hull::Cylinder { bounds },
        Hull::Sphere { radius } => Hull::Sphere {
            radius: radius - LOST_DEPTH,
        },
        Hull::Point => Hull::Point,
    }
}

/// The most upright normal that a move met; level if it met none, since Rapier tells no ground.
fn most_upright(met: &[CharacterCollision]) -> Vec3 {
    let normals = met.iter().map(|c| direction(c.hit.normal1));
    let most = normals.max_by(|a, b| a.z.total_cmp(&b.z));
    most.filter(|n| n.z > 0.0).unwrap_or_else(Vec3::z)
}

fn clipped(wanted: Vec3, planes: &[Vec3]) -> Vec3 {
    let mut velocity = wanted;
    for (i, plane) in planes.iter().enumerate() {
        if velocity.dot(plane) >= 0.0 {
            continue;
        }
        velocity -= plane * velocity.dot(plane);
        let earlier = &planes[..i];
        let enters = |v: &Vec3, p: &Vec3| v.dot(p) < -ALONG * v.norm();
        let Some(other) = earlier.iter().find(|p| enters(&velocity, p)) else {
            continue;
        };
        let crease = plane
            .cross(other)
            .try_normalize(f32::EPSILON)
            .unwrap_or_else(Vec3::zeros);
        velocity = crease * wanted.dot(&crease);
        if earlier.iter().any(|p| enters(&velocity, p)) {
            return Vec3::zeros();
        }
    }
    velocity
}

#[cfg(test)]
mod tests {
    use super::clipped;
    use clipmark_geometry::Vec3;

    #[test]
    fn planes_take_their_part_creases_lead_and_three_stop() {
        let wanted = Vec3::new(100.0, 50.0, -20.0);
        assert_eq!(clipped(wanted, &[]), wanted);
        assert_eq!(
            clipped(wanted, &[Vec3::z(), -Vec3::x()]),
            Vec3::new(0.0, 50.0, 0.0)
        );
        // Two walls that meet at 60 degrees leave only the way along their crease.
        let (sin, cos) = 60f32.to_radians().sin_cos();
        let walls = [Vec3::new(-cos, sin, 0.0), Vec3::new(-cos, -sin, 0.0)];
        let left = clipped(Vec3::new(100.0, 0.0, 7.0), &walls);
        assert!(left.xy().norm() < 1e-4 && left.z == 7.0, "{left}");
        let shut = [walls[0], walls[1], -Vec3::z()];
        assert!(clipped(Vec3::new(100.0, 0.0, 7.0), &shut).norm() < 1e-4);
        assert_eq!(
            clipped(wanted, &[Vec3::x()]),
            wanted,
            "what it leaves does not slow it"
        );
    }
}
