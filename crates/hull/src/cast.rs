//! The trace of a point through one clip hull.
//!
//! Source: the description of the games' arithmetic in `tests/recordings/README.md`. Plane distances, their difference, the split
//! point and its fraction are f32 step by step. The skin is added and the quotient taken in f64, then rounded. Where the path
//! crosses a plane, its part in front of the crossing comes first. If that part is free and the crossing lies in a solid leaf of
//! the other side, the crossing is the hit.

use crate::rules::ClipRules;
use clipmark_collision::Tally;
use clipmark_geometry::{ClipHull, Contents, Plane, Point, Vec3};

/// The answer of a clip hull, with the games' further notes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClipTrace {
    /// How much of the way is free.
    pub fraction: f32,
    /// Where the point ends, as the rules compute it.
    pub end: Point,
    /// The plane met, against the motion. Its distance is the clip hull's (already grown by the body).
    pub plane: Option<Plane>,
    /// The path never leaves solid leaves.
    pub all_solid: bool,
    /// A part of the path that was walked lies in a solid leaf.
    pub start_solid: bool,
    /// A part of the path that was walked lies in an empty leaf.
    pub in_open: bool,
    /// A part of the path that was walked lies in a liquid or in sky.
    pub in_water: bool,
    /// Contents of the solid met, or of the solid around a start that the point cannot leave.
    pub contents: Contents,
}

/// A stretch of the path: a point and its fraction of the whole way, at both ends.
#[derive(Clone, Copy)]
struct Stretch {
    from: Point,
    to: Point,
    from_fraction: f32,
    to_fraction: f32,
}

impl Stretch {
    fn at(&self, share: f32) -> (Point, f32) {
        (
            Point::from(
                self.from
                    .coords
                    .zip_map(&self.to.coords, |a, b| a + share * (b - a)),
            ),
            self.from_fraction + (self.to_fraction - self.from_fraction) * share,
        )
    }
}

pub(crate) struct Cast<'a, T> {
    pub(crate) hull: &'a ClipHull,
    pub(crate) rules: &'a ClipRules,
    pub(crate) mask: Contents,
    pub(crate) tally: &'a mut T,
}

impl<T: Tally> Cast<'_, T> {
    pub(crate) fn trace(&mut self, start: Point, end: Point) -> ClipTrace {
        let mut found = ClipTrace {
            fraction: 1.0,
            end,
            plane: None,
            all_solid: true,
            start_solid: false,
            in_open: false,
            in_water: false,
            contents: Contents::empty(),
        };
        let whole = Stretch {
            from: start,
            to: end,
            from_fraction: 0.0,
            to_fraction: 1.0,
        };
        self.walk(self.hull.root(), whole, &mut found);
        found.start_solid |= found.all_solid;
        if found.start_solid && self.rules.start_blocks {
            found.fraction = 0.0;
        }
        if found.fraction == 1.0 {
            found.contents = Contents::empty();
        }
        if self.rules.start_blocks && found.fraction == 1.0 {
            // QuakeWorld forgets all that it noted on a way on which nothing is met.
            (found.in_open, found.in_water) = (false, false);
        }
        if self.rules.ends_by_fraction && found.fraction != 1.0 {
            let moved = (end - start) * found.fraction;
            found.end = Point::from(moved + start.coords);
        }
        found
    }

    fn is_solid(&self, contents: Contents) -> bool {
        contents.intersects(self.mask)
    }

    /// Whether the stretch is free of hits below that child. Its depth of recursion is the tree's depth, at most
    /// [`clipmark_geometry::ClipHulls::MAX_DEPTH`].
    fn walk(&mut self, mut child: i32, mut stretch: Stretch, found: &mut ClipTrace) -> bool {
        while child >= 0 {
            let node = &self.hull.nodes[child as usize];
            self.tally.nodes(1);
            self.tally.planes(1);
            let (near, far) = (node.distance(&stretch.from), node.distance(&stretch.to));
            if near >= 0.0 && far >= 0.0 {
                child = node.children[0];
                continue;
            }
            if near < 0.0 && far < 0.0 {
                child = node.children[1];
                continue;
            }
            // The crossing lies one skin before the plane.
            let behind = near < 0.0;
            let skin = f64::from(self.rules.rules.skin);
            let before = f64::from(near) + if behind { skin } else { -skin };
            let share = ((before / f64::from(near - far)) as f32).clamp(0.0, 1.0);
            let (middle, middle_fraction) = stretch.at(share);
            let first = Stretch {
                to: middle,
                to_fraction: middle_fraction,
                ..stretch
            };
            if !self.walk(node.children[usize::from(behind)], first, found) {
                return false;
            }
            let beyond = node.children[usize::from(!behind)];
            let met = self.hull.contents_below(beyond, &middle);
            if !self.is_solid(met) {
                stretch.from = middle;
                stretch.from_fraction = middle_fraction;
                child = beyond;
                continue;
            }
            // Still in the solid that it started in: nothing to be stopped by.
            if !found.all_solid {
                found.plane = Some(if behind { turned(&node.plane) } else { node.plane });
                found.contents = met;
                self.come_to_rest(stretch, share, found);
            }
            return false;
        }
        self.tally.leaf();
        let contents = self.hull.leaf(child);
        if self.is_solid(contents) {
            if !found.start_solid {
                found.contents = contents;
            }
            found.start_solid = true;
        } else {
            found.all_solid = false;
            if contents.is_empty() {
                found.in_open = true;
            } else {
                found.in_water = true;
            }
        }
        true
    }

    /// The crossing, moved back along its stretch while it lies in a solid.
    fn come_to_rest(&self, stretch: Stretch, mut share: f32, found: &mut ClipTrace) {
        let (mut at, mut fraction) = stretch.at(share);
        while self.is_solid(self.hull.contents_below(self.hull.root(), &at)) {
            share = (f64::from(share) - self.rules.back_up) as f32;
            if share < 0.0 {
                break;
            }
            (at, fraction) = stretch.at(share);
        }
        (found.end, found.fraction) = (at, fraction);
    }
}

/// The plane seen from behind; subtracted from null, so that no zero of its normal becomes a negative one.
fn turned(plane: &Plane) -> Plane {
    Plane::new(Vec3::zeros() - plane.normal, -plane.dist)
}
