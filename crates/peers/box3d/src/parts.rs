//! Parts of Box3D's world that move: kinematic bodies, one a brush, as the rigid world has one.
//!
//! Source: Box3D's documentation of simulation, and its headers. A kinematic body gets the velocity that takes it to its target
//! (`b3Body_SetTargetTransform`), and the step of the world takes it there. To set its place is called a teleport: it is kept for
//! a body that the step did not take there.

use crate::world::{Box3d, Part, solid};
use boxddd::{BodyId, BodyType, Foundation, Quat, ShapeId, Vec3 as Imaginary, World, WorldTransform};
use clipmark_adapter::scale::scaled;
use clipmark_adapter::{Parts, Plan, is_off};
use clipmark_geometry::{Contents, Point, Pose};
use clipmark_movement::MovingPart;

/// Steps within a step of the world: those that Box3D's documentation advises.
pub(crate) const SUBSTEPS: i32 = 4;
/// A body that the step left so far from its target is put there. In Box3D's metres, and in parts of a quaternion. It is a
/// fiftieth of Box3D's slop. Smaller: every rounding is a teleport. Larger: a body is not where its part is. A step leaves out a
/// way that is longer than 400 m/s, and a way so slow that the body sleeps.
pub(crate) const OFF: f32 = 1e-4;

/// Where the body of a brush is, and how it is turned.
pub(crate) fn posed(length: f32, part: &Part, pose: &Pose) -> WorldTransform {
    let middle = pose.into_world(&Point::from(part.middle));
    let [x, y, z, w] = pose.rotation.quaternion();
    WorldTransform {
        p: scaled(&middle.coords, length).into(),
        q: Quat::new(Imaginary::new(x, y, z), w),
    }
}

/// The bodies of the parts that a mover was given.
pub(crate) type Bodies = Parts<Vec<BodyId>>;

/// Makes bodies of the parts that are given for the first time, and moves all to where they are while the body moves.
///
/// # Errors
/// Whatever the wrapper refuses; a brush that Box3D makes no hull of.
pub(crate) fn follow(
    parts: &mut Bodies,
    world: &mut World,
    box3d: &Box3d,
    moves: &[MovingPart],
    seconds: f32,
) -> Result<(), String> {
    let error = |why: boxddd::Error| why.to_string();
    parts.follow(moves, |part| {
        let made = brushes(&box3d.plan, part).map(|brush| body(world, box3d, brush, &part.from));
        made.collect()
    })?;
    if seconds > 0.0 {
        for (body, to) in bodies_and_targets(parts, box3d) {
            let set = world.set_body_target_transform(body, to, seconds, true);
            set.map_err(error)?;
        }
        world.step(seconds, SUBSTEPS).map_err(error)?;
    }
    for (body, to) in bodies_and_targets(parts, box3d) {
        let at = world.body_transform(body).map_err(error)?;
        if is_off(&numbers(&at), &numbers(&to), OFF) {
            world.set_body_transform(body, to.p, to.q).map_err(error)?;
        }
    }
    Ok(())
}

fn bodies_and_targets(parts: &Bodies, box3d: &Box3d) -> impl Iterator<Item = (BodyId, WorldTransform)> {
    parts.iter().flat_map(|(part, own)| {
        let to = box3d.plan.pose_of(part);
        let targets = brushes(&box3d.plan, part).map(|(brush, _)| posed(box3d.metre(), brush, to));
        own.iter().copied().zip(targets)
    })
}

/// The part that a shape is of.
pub(crate) fn part_of_shape(parts: &Bodies, world: &World, shape: ShapeId) -> Option<usize> {
    if parts.bodies.is_empty() {
        return None;
    }
    let body = world.shape_body(shape).ok()?;
    parts.owner(|own| own.contains(&body))
}

/// The brushes of a part, in its own frame, and what is in each.
pub(crate) fn brushes<'a>(
    plan: &'a Plan<Box3d>,
    part: &MovingPart,
) -> impl Iterator<Item = (&'a Part, Contents)> + use<'a> {
    let model = plan.models.get(part.model).into_iter();
    model.flat_map(|own| {
        own.shapes
            .iter()
            .zip(own.solids.iter().map(|solid| solid.contents))
    })
}

fn body(world: &mut World, box3d: &Box3d, brush: (&Part, Contents), pose: &Pose) -> Result<BodyId, String> {
    let error = |why: boxddd::Error| why.to_string();
    let at = posed(box3d.metre(), brush.0, pose);
    let foundation = Foundation::initialize_default().map_err(error)?;
    let body = foundation.body_def_builder().body_type(BodyType::Kinematic);
    let made = solid(world, box3d, brush, body.position(at.p).rotation(at.q), 0).map_err(error)?;
    Ok(made.ok_or("Box3D makes no hull of a brush that moves")?.body)
}

fn numbers(t: &WorldTransform) -> [f32; 7] {
    [t.p.x, t.p.y, t.p.z, t.q.v.x, t.q.v.y, t.q.v.z, t.q.s]
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a panic is how a test fails")]
mod tests {
    use super::*;
    use boxddd::QueryFilter;
    use clipmark_adapter::{Library, PLAIN, TUNED};
    use clipmark_geometry::{Brush, Model, Rotation, Vec3, World as Map};
    use std::sync::Arc;

    /// A rigid floor far below, and a model of 20 x 8 x 4 u around (100, 0, 0).
    fn box3d(setup: usize) -> Box3d {
        let block = |mins: [f32; 3], maxs: [f32; 3]| {
            Brush::from_box(Point::from(mins), Point::from(maxs), Contents::SOLID).unwrap()
        };
        let mut map = Map::of_brushes("parts", vec![block([-64.0, -64.0, -640.0], [64.0, 64.0, -600.0])]);
        let part = block([90.0, -4.0, -2.0], [110.0, 4.0, 2.0]);
        map.models.push(Model::of_brushes("*1", vec![part]));
        let setup = &Box3d::SETUPS[setup];
        let plan = Plan::new(&map, &map.models, setup, setup.settings, 0.125, setup.frames[0]);
        Box3d::new(&Arc::new(plan.unwrap())).unwrap()
    }

    /// How far above a place the part is, by a ray down from 500 u; none where it is not.
    fn top(box3d: &Box3d, world: &World, x: f32, y: f32) -> Option<f32> {
        let (from, way) = (Vec3::new(x, y, 500.0), Vec3::new(0.0, 0.0, -1000.0));
        let hit = world.cast_ray_closest(box3d.place(&from), box3d.length(&way), QueryFilter::default());
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
        for setup in [PLAIN, TUNED] {
            let box3d = box3d(setup);
            let mut loaded = box3d.build_world().unwrap();
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
                let goes = MovingPart {
                    model: 0,
                    from: was,
                    to,
                };
                was = to;
                let world = &mut loaded.world;
                follow(&mut parts, world, &box3d, &[goes], seconds).unwrap();
                let at = box3d.plan.pose_of(&goes);
                let met = |x: f32, y: f32| {
                    let p = at.into_world(&Point::new(x, y, 0.0));
                    top(&box3d, world, p.x, p.y)
                };
                let height = at.origin.z + 2.0;
                for (x, y) in [(90.5, 0.0), (109.5, 3.5), (109.5, -3.5)] {
                    let off = met(x, y).map(|top| (top - height).abs());
                    assert!(
                        off.is_some_and(|off| off < 0.01),
                        "{}: {goes:?}: {off:?}",
                        Box3d::SETUPS[setup].name
                    );
                }
                assert!(met(89.5, 0.0).is_none() && met(109.5, 4.5).is_none(), "{goes:?}");
            }
        }
    }
}
