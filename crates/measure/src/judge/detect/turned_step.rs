//! A mover that is turned, in the world's part of a tick. Its depth where the tick ends, and whether it went through the body.
//!
//! A body keeps its axes and a turned part is what its axes say. Quake III instead lays the box along the part's axes. So a
//! body may be in a part by its corners and be free to the engine, or the other way round. Both are asked.

use super::mover_truth::{MoverTruth, NEAR};
use clipmark_geometry::{Aabb, Hull, Point, Pose};
use clipmark_referee::{HullReference, Turning, Upright, Wanted};
use nalgebra::{Point3, Vector3};

/// Places asked for the depth along the way.
const PLACES: usize = 16;

/// A turned mover in the world's part of a tick, near a body.
pub(super) struct TurnedStep<'a> {
    pub(super) model: &'a MoverTruth<'a>,
    /// The model where it was drawn.
    pub(super) drawn: &'a HullReference,
    pub(super) poses: [Pose; 2],
}

/// How deep a body is in a turned part, in units.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct TurnedDepth {
    /// As it is.
    pub(super) own: f64,
    /// As Quake III lays a box: along the part's axes, about its own middle. Of other hulls the same.
    pub(super) laid: f64,
}

/// What is known of a pass.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Passed {
    /// The greatest depth that was found, in units; 0 where none was proven.
    pub(super) depth: f64,
    /// Nothing was proven.
    pub(super) undecided: bool,
}

impl TurnedStep<'_> {
    fn near(&self, poses: &[Pose], places: &[Point]) -> bool {
        let body = self.drawn.hull().bounds();
        let swept = places.iter().map(|at| body.translated(&at.coords));
        let swept = swept.reduce(|a, b| a.union(&b)).unwrap_or(Aabb::EMPTY);
        let parts = poses.iter().map(|pose| pose.bounds(&self.model.bounds));
        let all = parts.reduce(|a, b| a.union(&b)).unwrap_or(Aabb::EMPTY);
        swept.touches(&all.grown(NEAR))
    }

    /// How deep a body is in it where it ends; whether it is in it at all is exact. The place of a laid box in the model's
    /// frame is rounded in f64, far below any tolerance.
    pub(super) fn depth(&self, at: &Point) -> TurnedDepth {
        let [_, pose] = &self.poses;
        let Hull::Box { bounds } = self.drawn.hull() else {
            // The rule is one of boxes: the axis of a capsule keeps its place.
            let own = self.own_depth(pose, at);
            return TurnedDepth { own, laid: own };
        };
        // The laid box has the same middle and reaches as far as a corner at most.
        let middle = at + bounds.center().coords;
        let reach = bounds.half_extents().norm() + NEAR;
        let part = pose.bounds(&self.model.bounds);
        if !Aabb::new(middle, middle).grown(reach).touches(&part) {
            return TurnedDepth::default();
        }
        let place = self.in_model(pose, &at.cast());
        let is_in = self.drawn.sweep(&place, &place).starts_inside;
        TurnedDepth {
            own: self.own_depth(pose, at),
            laid: if is_in {
                self.drawn.depth_from(&place, &place)
            } else {
                0.0
            },
        }
    }

    /// The depth of the body as it is.
    fn own_depth(&self, pose: &Pose, at: &Point) -> f64 {
        if !self.near(std::slice::from_ref(pose), std::slice::from_ref(at)) {
            return 0.0;
        }
        let place = at.cast::<f64>();
        let posed = self.model.reference.at(pose).for_hull(self.drawn.hull());
        if !posed.sweep(&place, &place).starts_inside {
            return 0.0;
        }
        posed.depth_from(&place, &place)
    }

    /// The place in the model's frame of a box that lies along its axes: its middle is turned.
    fn in_model(&self, pose: &Pose, at: &Point3<f64>) -> Point3<f64> {
        let middle: Vector3<f64> = self.drawn.hull().bounds().center().coords.cast();
        let way = at + middle - pose.origin.cast::<f64>();
        let axes = pose.rotation.axes().map(|a| a.cast::<f64>());
        Point3::from(Vector3::from(axes.map(|a| a.dot(&way))) - middle)
    }

    /// Whether it went through a body that moved straight, deeper than the tolerance, and was free of it at both ends.
    pub(super) fn passed(&self, from: &Point, to: &Point, tolerance: f64) -> Passed {
        if !self.near(&self.poses, &[*from, *to]) {
            return Passed::default();
        }
        let hull = self.drawn.hull();
        let Some(body) = Upright::from_hull(hull) else {
            return Passed {
                undecided: true,
                ..Passed::default()
            };
        };
        let slack = tolerance + self.off_the_arc(from, to);
        let way = [from, to].map(|p| p.cast::<f64>());
        let turning = self.model.turning();
        let depth = |progress: f64| turning.depth(&self.poses, &body, &way, progress);
        if depth(0.0) > slack || depth(1.0) > slack {
            return Passed::default();
        }
        // Of a body that the slack leaves nothing of, nothing is asked.
        let Some(core) = body.shrunk(slack) else {
            return Passed::default();
        };
        let met = turning.meets(&self.poses, &core, &way, Wanted::Any);
        match met.hit {
            Some(hit) => {
                let places = (1..PLACES).map(|i| i as f64 / PLACES as f64).chain([hit]);
                Passed {
                    depth: places.map(depth).fold(0.0, f64::max),
                    undecided: false,
                }
            }
            None => Passed {
                depth: 0.0,
                undecided: met.undecided > 0 || turning.not_asked > 0,
            },
        }
    }

    /// By how much the straight way of a body that is carried leaves its arc, in units: r θ²/8. A body that stays has no arc.
    fn off_the_arc(&self, from: &Point, to: &Point) -> f64 {
        if from == to {
            return 0.0;
        }
        let [first, last] = self.poses.map(|pose| *pose.rotation.axes());
        // The longest of three chords is not less than 2 sin(θ/2) √(2/3). Up to 130 degrees θ is at most pi / 2 times that.
        let turned = (0..3).map(|i| (last[i] - first[i]).norm()).fold(0.0, f32::max);
        let angle = f64::from(turned) * std::f64::consts::FRAC_PI_2;
        let body = self.drawn.hull().bounds().half_extents().norm();
        let reach = f64::from((from - self.poses[0].origin).norm() + body);
        reach * angle * angle / 8.0
    }
}

impl MoverTruth<'_> {
    /// Its solids, to be asked while it turns; made when first asked.
    fn turning(&self) -> &Turning {
        self.turning.get_or_init(|| Turning::new(self.reference))
    }
}
