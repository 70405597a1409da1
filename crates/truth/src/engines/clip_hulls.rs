//! Clip hulls: a point walked through the trees that a Quake map brought along.
//!
//! Only a map's own trees are an engine's. A compiler's clip hulls of other worlds are its own, and are judged by the solids.

use super::clip_walk::{self, Game};
use clipmark_collision::{StartSolid, Sweep, Trace, TraceRules};
use clipmark_geometry::{Aabb, ClipHull, ClipHulls, Hull, Vec3, World};

/// GoldSrc's player, standing and ducked: least corner and greatest, in units. By GoldSrc's rules hulls 1 and 2 of a map in
/// Quake's format are for them (`docs/engines.md` section 5).
const GOLDSRC: [[[f32; 3]; 2]; 2] = [
    [[-16.0, -16.0, -36.0], [16.0, 16.0, 36.0]],
    [[-16.0, -16.0, -18.0], [16.0, 16.0, 18.0]],
];

/// The clip hulls of a map, as Quake's games walk them.
#[derive(Clone, Debug)]
pub struct QuakeClipHulls {
    hulls: ClipHulls,
}

impl QuakeClipHulls {
    /// The hulls that a map brought; `None` where it brought none.
    pub fn from_world(world: &World) -> Option<Self> {
        let hulls = world.clip_hulls.clone()?;
        Some(Self { hulls })
    }

    /// Whether the game of these rules could have given this answer, within the rounding of `f32`. The map has a hull for the
    /// sweep's shape. NetQuake flags a start in a solid; QuakeWorld and GoldSrc block it.
    pub fn explains(&self, sweep: &Sweep, trace: &Trace, rules: &TraceRules, start: StartSolid) -> bool {
        let Some((hull, offset)) = self.fitting(&sweep.hull, rules) else {
            return false;
        };
        let moved = Sweep {
            start: sweep.start + offset,
            end: sweep.end + offset,
            ..*sweep
        };
        clip_walk::explains(hull, &moved, trace, Game::new(rules.name, rules.skin, start))
    }

    /// The same of a point in the hull of that number; none where there is no such hull.
    pub fn explains_in(
        &self,
        number: usize,
        sweep: &Sweep,
        trace: &Trace,
        rules: &TraceRules,
        start: StartSolid,
    ) -> Option<bool> {
        let hull = self.hulls.hulls.get(number)?;
        let game = Game::new(rules.name, rules.skin, start);
        Some(clip_walk::explains(hull, sweep, trace, game))
    }

    /// The hull for a shape, and how far a position must be moved to be walked through it.
    fn fitting(&self, shape: &Hull, rules: &TraceRules) -> Option<(&ClipHull, Vec3)> {
        if !matches!(shape, Hull::Point | Hull::Box { .. }) {
            return None;
        }
        let bounds = shape.bounds();
        let size = bounds.maxs - bounds.mins;
        let is_quakes = self.hulls.hulls.len() == GOLDSRC.len() + 1 && rules.name == "goldsrc";
        let own = |i: usize, hull: &ClipHull| match i {
            1.. if is_quakes => Aabb::new(GOLDSRC[i - 1][0].into(), GOLDSRC[i - 1][1].into()),
            _ => hull.bounds,
        };
        let mut hulls = self.hulls.hulls.iter().enumerate();
        hulls.find_map(|(i, hull)| {
            let own = own(i, hull);
            (own.maxs - own.mins == size).then(|| (hull, bounds.mins - own.mins))
        })
    }
}
