//! Judges solid players: a player's own move may not take it into another player.
//!
//! Before and after each player's turn its solid part is compared with the boxes of all others, where they are met. A player who
//! was in another before its turn is not judged in it. A mover may have put it there, as the engines do. Boxes are compared in
//! f64; the answers of the contestant have no part in it.

use super::cells::Cells;
use crate::run::moving::MovingWorld;
use crate::run::setting::{BuiltContestant, Setting};
use clipmark_geometry::{Aabb, Hull, Point};
use clipmark_movement::MoveFlags;
use clipmark_record::bar::EMBEDDED;

/// The judge of one play.
pub(super) struct Bodies {
    /// The part of a body that must stay out of solids, standing and crouched.
    solids: [Hull; 2],
    /// The box in which others meet a body.
    boxes: [Aabb; 2],
    cells: Cells,
    places: Vec<Point>,
    /// Turns judged.
    pub(super) turns: usize,
    /// Turns that took a player into another.
    pub(super) entered: usize,
    /// How deep at most, in units.
    pub(super) deepest: f64,
}

impl Bodies {
    pub(super) fn new(setting: &Setting, entrant: &BuiltContestant) -> Self {
        let (profile, setup) = (&setting.profile, &entrant.setup);
        let solid = |ducked| setup.shape().hull(setup.mover().solid_bounds_of(profile, ducked));
        Self {
            solids: [false, true].map(solid),
            boxes: [false, true].map(|ducked| profile.bounds(ducked)),
            cells: Cells::default(),
            places: Vec::new(),
            turns: 0,
            entered: 0,
            deepest: 0.0,
        }
    }

    /// All players where they are as their part of a frame begins.
    pub(super) fn look(&mut self, world: &MovingWorld, players: usize) {
        self.cells.clear();
        self.places.clear();
        self.places
            .extend((0..players).map(|player| world.met_at(player)));
        for (player, at) in self.places.iter().enumerate() {
            self.cells.put(player, at);
        }
    }

    /// How deep a player is in another at most, in units; 0 where it is free.
    pub(super) fn depth(&self, world: &MovingWorld, player: usize) -> f64 {
        let body = world.body_of(player);
        let solid = &self.solids[usize::from(body.flags.contains(MoveFlags::DUCKED))];
        let others = self.cells.near(&body.origin).filter(|other| *other != player);
        let depths = others.map(|other| {
            let ducked = world.body_of(other).flags.contains(MoveFlags::DUCKED);
            overlap(
                solid,
                &body.origin,
                &self.boxes[usize::from(ducked)],
                &self.places[other],
            )
        });
        depths.fold(0.0, f64::max)
    }

    /// Judges a turn of a player, who was so deep in another before it.
    pub(super) fn judge(&mut self, world: &MovingWorld, player: usize, before: f64) {
        let now = world.met_at(player);
        self.cells.moved(player, &self.places[player], &now);
        self.places[player] = now;
        self.turns += 1;
        let after = self.depth(world, player);
        if before <= EMBEDDED && after > EMBEDDED {
            self.entered += 1;
            self.deepest = self.deepest.max(after);
        }
    }
}

/// How deep an upright hull at a place is in a box at another, in units; 0 or less where it is not. Of a round hull and an edge it
/// is the depth of the nearest point of the box.
pub fn overlap(hull: &Hull, at: &Point, of: &Aabb, there: &Point) -> f64 {
    let own = hull.bounds();
    let (at, there) = (at.cast::<f64>(), there.cast::<f64>());
    let range = |bounds: &Aabb, from: &nalgebra::Point3<f64>, k: usize| {
        [bounds.mins[k], bounds.maxs[k]].map(|x| f64::from(x) + from[k])
    };
    // Negative: apart by so much.
    let shared = |k: usize| {
        let ([a, b], [c, d]) = (range(&own, &at, k), range(of, &there, k));
        (b - c).min(d - a)
    };
    let [x, y, z] = [0, 1, 2].map(shared);
    let radius = f64::from(own.maxs.x - own.mins.x) / 2.0;
    // How far the box's nearest point is from the axis, and, of a capsule, above or below its ends' middles.
    let far = |shared: f64| (radius - shared).max(0.0);
    let aside = || far(x).hypot(far(y));
    match hull {
        Hull::Cylinder { .. } => z.min(radius - aside()),
        Hull::Capsule { .. } => z.min(radius - aside().hypot(far(z))),
        Hull::Box { .. } | Hull::Point | Hull::Sphere { .. } => x.min(y).min(z),
    }
}
