//! Sweeps by `sweep_time_of_impact`, parry's port of Box2D's conservative advancement.

use super::body::Body;
use super::group::{Earliest, Group, Met, StraightPath, swept};
use super::numbers::{real, vec3};
use super::parry::math::{Pose, Vector};
use super::parry::query::sweep_toi::{Sweep as ParrySweep, SweepToiStatus, ToiProxy, sweep_time_of_impact};
use super::solids::Part;
use crate::stock::SLOP;
use clipmark_collision::Status;
use clipmark_geometry::Contents;

impl Group {
    /// The first hull that a body comes within [`SLOP`] of; `asked` hears of each that is asked.
    pub(super) fn advance(
        &self,
        body: &Body,
        pose: &Pose,
        path: &StraightPath,
        mask: Contents,
        mut asked: impl FnMut(),
    ) -> Result<Option<(&Part, Met)>, Status> {
        let Some(moving) = ToiProxy::from_shape(body.shape()) else {
            return Err(Status::Unsupported);
        };
        let mut end = *pose;
        end.translation += path.direction * path.length;
        let motion = ParrySweep::from_poses(pose, &end, Vector::ZERO);
        let still = ParrySweep::constant(&Pose::IDENTITY, Vector::ZERO);
        let mut first = Earliest::default();
        let over = swept(&body.shape().compute_aabb(pose), path);
        self.near(over, mask, |part, shape| {
            let Some(solid) = ToiProxy::from_shape(shape) else {
                return first.see(part, Err(Status::Unsupported));
            };
            asked();
            // No farther than the earlier hit.
            let most = match first.time() {
                Some(time) if path.length > 0.0 => time / path.length,
                _ => 1.0,
            };
            let found = sweep_time_of_impact(&solid, &still, &moving, &motion, most, real(SLOP));
            let met = Met {
                time: found.fraction * path.length,
                normal: vec3(found.normal),
                witness: vec3(found.point),
                starts_inside: found.status == SweepToiStatus::Overlapped,
            };
            first.see(
                part,
                match found.status {
                    SweepToiStatus::Separated => Ok(None),
                    SweepToiStatus::Failed => Err(Status::Failed),
                    SweepToiStatus::Hit | SweepToiStatus::Overlapped => Ok(Some(met)),
                },
            );
        });
        first.found()
    }
}
