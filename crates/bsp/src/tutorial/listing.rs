//! The listing itself: through the nodes, through the sides of a brush. All arithmetic is f32. Where a repair is asked for,
//! it stands beside the published line.

use super::TutorialRepairs;
use super::map::{BrushHead, Map};
use crate::side_plane::{SidePlane, dot};
use clipmark_collision::Counts;
use clipmark_geometry::{Contents, Hull};

/// Repaired, both sides of a node are visited within this of its plane, in units (Quake III).
const NODE_MARGIN: f32 = 1.0;

/// The traced shape.
#[derive(Clone, Copy)]
pub(super) enum Volume {
    Ray,
    Sphere {
        radius: f32,
    },
    Box {
        mins: [f32; 3],
        maxs: [f32; 3],
        /// The larger of the two sides of the position, on each axis.
        extents: [f32; 3],
    },
}

impl Volume {
    /// `None` for shapes that the listing lacks.
    pub(super) fn from_hull(hull: &Hull) -> Option<Self> {
        match *hull {
            Hull::Point => Some(Self::Ray),
            Hull::Sphere { radius } => Some(Self::Sphere { radius }),
            Hull::Box { bounds } => {
                let (mins, maxs): ([f32; 3], [f32; 3]) = (bounds.mins.into(), bounds.maxs.into());
                if mins == [0.0; 3] && maxs == [0.0; 3] {
                    return Some(Self::Ray);
                }
                let extents = std::array::from_fn(|i| if -mins[i] > maxs[i] { -mins[i] } else { maxs[i] });
                Some(Self::Box { mins, maxs, extents })
            }
            Hull::Capsule { .. } | Hull::Cylinder { .. } => None,
        }
    }

    /// How far from a node plane both sides are visited.
    pub(super) fn reach(&self, plane: &SidePlane) -> f32 {
        match self {
            Self::Ray => 0.0,
            Self::Sphere { radius } => *radius,
            Self::Box { extents, .. } => {
                let along = |i: usize| (extents[i] * plane.normal[i]).abs();
                along(0) + along(1) + along(2)
            }
        }
    }

    /// Distance of the volume at a position to the side of a brush.
    pub(super) fn distance(&self, side: &SidePlane, at: [f32; 3]) -> f32 {
        match self {
            Self::Ray => dot(at, side.normal) - side.dist,
            Self::Sphere { radius } => dot(at, side.normal) - (side.dist + radius),
            Self::Box { mins, maxs, .. } => {
                let corner =
                    std::array::from_fn(|i| at[i] + if side.normal[i] < 0.0 { maxs[i] } else { mins[i] });
                dot(corner, side.normal) - side.dist
            }
        }
    }
}

/// One sweep under way, with the listing's global variables.
pub(super) struct Listing<'a, const COUNT: bool> {
    pub(super) map: &'a Map,
    pub(super) volume: Volume,
    pub(super) skin: f32,
    pub(super) start: [f32; 3],
    pub(super) end: [f32; 3],
    /// The solid bit, if the caller asked for it.
    pub(super) solid: Contents,
    pub(super) repairs: TutorialRepairs,
    pub(super) counts: &'a mut Counts,
    pub(super) starts_out: bool,
    pub(super) all_solid: bool,
    pub(super) fraction: f32,
}

impl<const COUNT: bool> Listing<'_, COUNT> {
    pub(super) fn check_node(&mut self, child: i32, start: [f32; 3], end: [f32; 3]) {
        if child < 0 {
            return self.check_leaf(child);
        }
        if COUNT {
            self.counts.nodes += 1;
        }
        let node = self.map.nodes[child as usize];
        let [front, back] = node.children;
        let from = dot(start, node.plane.normal) - node.plane.dist;
        let to = dot(end, node.plane.normal) - node.plane.dist;
        let reach = self.volume.reach(&node.plane);
        let aside = if self.repairs.contains(TutorialRepairs::NODE_MARGIN) {
            reach + NODE_MARGIN
        } else {
            reach
        };
        if from >= aside && to >= aside {
            return self.check_node(front, start, end);
        }
        if from < -aside && to < -aside {
            return self.check_node(back, start, end);
        }
        let skin = self.skin;
        let scale = 1.0 / (from - to);
        let (near, far, ends, begins) = if from < to {
            (
                back,
                front,
                (from - reach + skin) * scale,
                (from + reach + skin) * scale,
            )
        } else if to < from {
            (
                front,
                back,
                (from + reach + skin) * scale,
                (from - reach - skin) * scale,
            )
        } else {
            (front, back, 1.0, 0.0)
        };
        let at = |fraction: f32| -> [f32; 3] {
            let fraction = fraction.clamp(0.0, 1.0);
            std::array::from_fn(|i| start[i] + fraction * (end[i] - start[i]))
        };
        self.check_node(near, start, at(ends));
        self.check_node(far, at(begins), end);
    }

    fn check_leaf(&mut self, child: i32) {
        if COUNT {
            self.counts.leaves += 1;
        }
        let map = self.map;
        for brush in map.brushes_of(child) {
            if brush.contents.intersects(self.solid) {
                self.check_brush(brush);
            }
        }
    }

    fn check_brush(&mut self, brush: &BrushHead) {
        if COUNT {
            self.counts.primitives += 1;
        }
        let (mut enter, mut leave) = (-1.0f32, 1.0f32);
        let (mut starts_out, mut ends_out) = (false, false);
        let (lowest, highest) = if self.repairs.contains(TutorialRepairs::CLAMP) {
            (0.0, 1.0)
        } else {
            (f32::NEG_INFINITY, f32::INFINITY)
        };
        let map = self.map;
        for side in map.sides_of(brush) {
            if COUNT {
                self.counts.planes += 1;
            }
            let from = self.volume.distance(side, self.start);
            let to = self.volume.distance(side, self.end);
            starts_out |= from > 0.0;
            ends_out |= to > 0.0;
            let passes = if self.repairs.contains(TutorialRepairs::REJECT_RULE) {
                to >= self.skin || to >= from
            } else {
                to > 0.0
            };
            if from > 0.0 && passes {
                return;
            }
            if from <= 0.0 && to <= 0.0 {
                continue;
            }
            if from > to {
                let fraction = ((from - self.skin) / (from - to)).max(lowest);
                if fraction > enter {
                    enter = fraction;
                }
            } else {
                let fraction = ((from + self.skin) / (from - to)).min(highest);
                if fraction < leave {
                    leave = fraction;
                }
            }
        }
        if !starts_out {
            self.starts_out = false;
            self.all_solid |= !ends_out;
            if !ends_out && self.repairs.contains(TutorialRepairs::ALL_SOLID) {
                self.fraction = 0.0;
            }
        } else if enter < leave && enter > -1.0 && enter < self.fraction {
            self.fraction = enter.max(0.0);
        }
    }
}
