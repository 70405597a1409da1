//! Parts of Box3D's world that move: kinematic bodies, one a brush, as the rigid world has one.
//!
//! Source: Box3D's documentation of simulation, and its headers. A kinematic body gets the velocity that takes it to its target
//! (`b3Body_SetTargetTransform`), and the step of the world takes it there. To set its place is called a teleport: it is kept for
//! a body that the step did not take there.

use crate::plan::{Part, Plan};
use crate::world::solid;
use boxddd::{BodyId, BodyType, Foundation, Quat, ShapeId, Vec3 as Imaginary, World, WorldTransform};
use clipmark_geometry::{Point, Pose, Vec3};
use clipmark_movement::MovingPart;

/// Steps within a step of the world: those that Box3D's documentation advises.
pub(crate) const SUBSTEPS: i32 = 4;
/// A body that the step left so far from its target is put there. In Box3D's metres, and in parts of a quaternion. It is a fiftieth
/// of Box3D's slop. Smaller: every rounding is a teleport. Larger: a body is not where its part is. A step leaves out a way that is
/// longer than 400 m/s, and a way so slow that the body sleeps.
pub(crate) const OFF: f32 = 1e-4;

/// The parts that a mover was told of, in the order in which it is told.
#[derive(Default)]
pub(crate) struct Parts {
    told: Vec<MovingPart>,
    bodies: Vec<Vec<BodyId>>,
}

/// Where the body of a brush is, and how it is turned.
pub(crate) fn posed(plan: &Plan, part: &Part, pose: &Pose) -> WorldTransform {
    let middle = pose.into_world(&Point::from(part.middle));
    let [x, y, z, w] = pose.rotation.quaternion();
    WorldTransform {
        p: plan.place(&middle.coords),
        q: Quat::new(Imaginary::new(x, y, z), w),
    }
}

/// Where the parts are while the body moves.
pub(crate) fn now<'a>(plan: &Plan, part: &'a MovingPart) -> &'a Pose {
    match plan.settings.parts_first {
        true => &part.to,
        false => &part.from,
    }
}

impl Parts {
    /// Makes bodies of the parts that are told of for the first time, and moves all to where they are while the body moves.
    ///
    /// # Errors
    /// Whatever the wrapper refuses; a brush that Box3D makes no hull of.
    pub(crate) fn follow(
        &mut self,
        world: &mut World,
        plan: &Plan,
        parts: &[MovingPart],
        seconds: f32,
    ) -> Result<(), String> {
        let error = |why: boxddd::Error| why.to_string();
        for part in parts.iter().skip(self.bodies.len()) {
            let made = brushes(plan, part).map(|brush| made(world, plan, brush, &part.from));
            let own = made.collect::<Result<_, String>>()?;
            self.bodies.push(own);
        }
        self.told.clear();
        self.told.extend_from_slice(parts);
        if seconds > 0.0 {
            for (body, to) in self.bodies_and_targets(plan) {
                let set = world.set_body_target_transform(body, to, seconds, true);
                set.map_err(error)?;
            }
            world.step(seconds, SUBSTEPS).map_err(error)?;
        }
        for (body, to) in self.bodies_and_targets(plan) {
            if is_off(&world.body_transform(body).map_err(error)?, &to) {
                world.set_body_transform(body, to.p, to.q).map_err(error)?;
            }
        }
        Ok(())
    }

    fn bodies_and_targets(&self, plan: &Plan) -> impl Iterator<Item = (BodyId, WorldTransform)> {
        let parts = self.told.iter().zip(&self.bodies);
        parts.flat_map(|(part, own)| {
            let to = brushes(plan, part).map(|brush| posed(plan, brush, now(plan, part)));
            own.iter().copied().zip(to)
        })
    }

    /// The part that a shape is of.
    pub(crate) fn part_of_shape(&self, world: &World, shape: ShapeId) -> Option<usize> {
        if self.bodies.is_empty() {
            return None;
        }
        let body = world.shape_body(shape).ok()?;
        self.bodies.iter().position(|own| own.contains(&body))
    }

    /// The way of a place that is fixed to a part; none of a part that stands.
    pub(crate) fn displacement(&self, part: usize, at: &Vec3) -> Option<Vec3> {
        let part = self.told.get(part).filter(|part| part.from != part.to)?;
        let there = part.to.into_world(&part.from.into_model(&Point::from(*at)));
        Some(there.coords - at)
    }
}

/// The brushes of a part, in its own frame.
pub(crate) fn brushes<'a>(plan: &'a Plan, part: &MovingPart) -> impl Iterator<Item = &'a Part> + use<'a> {
    plan.models.get(part.model).into_iter().flatten()
}

fn made(world: &mut World, plan: &Plan, brush: &Part, pose: &Pose) -> Result<BodyId, String> {
    let error = |why: boxddd::Error| why.to_string();
    let at = posed(plan, brush, pose);
    let foundation = Foundation::initialize_default().map_err(error)?;
    let body = foundation.body_def_builder().body_type(BodyType::Kinematic);
    let made = solid(world, plan, brush, body.position(at.p).rotation(at.q), 0).map_err(error)?;
    Ok(made.ok_or("Box3D makes no hull of a brush that moves")?.body)
}

fn is_off(at: &WorldTransform, to: &WorldTransform) -> bool {
    let part = |t: &WorldTransform| [t.p.x, t.p.y, t.p.z, t.q.v.x, t.q.v.y, t.q.v.z, t.q.s];
    let (at, to) = (part(at), part(to));
    let alike: f32 = (3..7).map(|i| at[i] * to[i]).sum();
    // A rotation is that of its negative too.
    let sign = |i: usize| if i > 2 && alike < 0.0 { -1.0 } else { 1.0 };
    (0..7).any(|i| (at[i] - sign(i) * to[i]).abs() > OFF)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a panic is how a test fails")]
mod tests {
    use super::*;
    use crate::settings::Settings;
    use crate::world::Loaded;
    use boxddd::QueryFilter;
    use clipmark_geometry::{Brush, Contents, Model, Rotation, World as Map};

    /// A rigid floor far below, and a model of 20 x 8 x 4 u around (100, 0, 0).
    fn plan(settings: Settings) -> Plan {
        let block = |mins: [f32; 3], maxs: [f32; 3]| {
            Brush::from_box(Point::from(mins), Point::from(maxs), Contents::SOLID).unwrap()
        };
        let mut map = Map::of_brushes("parts", vec![block([-64.0, -64.0, -640.0], [64.0, 64.0, -600.0])]);
        let part = block([90.0, -4.0, -2.0], [110.0, 4.0, 2.0]);
        map.models.push(Model::of_brushes("*1", vec![part]));
        Plan::new(&map, &map.models, settings).unwrap()
    }

    /// How far above a place the part is, by a ray down from 500 u; none where it is not.
    fn top(plan: &Plan, world: &World, x: f32, y: f32) -> Option<f32> {
        let (from, way) = (Vec3::new(x, y, 500.0), Vec3::new(0.0, 0.0, -1000.0));
        let hit = world.cast_ray_closest(plan.place(&from), plan.length(&way), QueryFilter::default());
        hit.unwrap().map(|hit| 500.0 - 1000.0 * hit.fraction)
    }

    fn pose(x: f32, z: f32, yaw: f32) -> Pose {
        Pose {
            origin: Point::new(x, 0.0, z),
            rotation: Rotation::of_angles(Vec3::new(0.0, yaw, 0.0)),
        }
    }

    /// Shifted, turned, farther than the world's greatest speed, slower than a body that sleeps wakes by, and in no time.
    #[test]
    fn a_part_is_met_where_it_is_while_the_body_moves() {
        for settings in [Settings::TAUGHT, Settings::TUNED] {
            let plan = plan(settings);
            let mut loaded = Loaded::build(&plan).unwrap();
            let mut parts = Parts::default();
            let mut was = pose(0.0, 0.0, 0.0);
            let still = std::iter::repeat_n(pose(8.0, 40.0, 90.0), 500).map(|to| (to, 0.008));
            let ways = [
                (pose(3.0, 1.0, 0.0), 0.008),
                (pose(3.0, 1.0, 25.0), 0.03),
                (pose(300.0, -200.0, 90.0), 0.003),
                (pose(8.0, 40.0, 90.0), 0.0),
            ];
            let slow = (1..100_u8).map(|i| (pose(8.0, 40.0 + 1e-4 * f32::from(i), 90.0), 0.008));
            for (to, seconds) in ways.into_iter().chain(still).chain(slow) {
                let told = MovingPart {
                    model: 0,
                    from: was,
                    to,
                };
                was = to;
                let world = &mut loaded.world;
                parts.follow(world, &plan, &[told], seconds).unwrap();
                let at = now(&plan, &told);
                let met = |x: f32, y: f32| {
                    let p = at.into_world(&Point::new(x, y, 0.0));
                    top(&plan, world, p.x, p.y)
                };
                let height = at.origin.z + 2.0;
                for (x, y) in [(90.5, 0.0), (109.5, 3.5), (109.5, -3.5)] {
                    let off = met(x, y).map(|top| (top - height).abs());
                    assert!(
                        off.is_some_and(|off| off < 0.01),
                        "{}: {told:?}: {off:?}",
                        settings.name
                    );
                }
                assert!(met(89.5, 0.0).is_none() && met(109.5, 4.5).is_none(), "{told:?}");
            }
        }
    }

    #[test]
    fn who_stands_on_a_part_goes_with_it_and_on_one_that_stands_nowhere() {
        let mut parts = Parts::default();
        let (from, to) = (pose(0.0, 0.0, 0.0), pose(2.0, 1.0, 90.0));
        parts.told = vec![
            MovingPart { model: 0, from, to },
            MovingPart {
                model: 0,
                from: to,
                to,
            },
        ];
        let way = parts.displacement(0, &Vec3::new(100.0, 0.0, 30.0)).unwrap();
        assert!((way - Vec3::new(-98.0, 100.0, 1.0)).norm() < 1e-3, "{way}");
        assert_eq!(parts.displacement(1, &Vec3::new(100.0, 0.0, 30.0)), None);
        assert_eq!(parts.displacement(2, &Vec3::zeros()), None);
    }
}
