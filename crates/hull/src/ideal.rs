//! The trace of a point through one clip hull with the games' faults repaired.
//!
//! The games move the crossing of every plane one skin to the near side and then walk on beyond it. So the last skin before a
//! plane is looked up on the wrong side of it. They add up crossings in f32 down the tree. They back a hit up by tenths of its
//! stretch. A sweep out of a solid into the next one may pass through. Here the tree is walked along the exact path in f64, each
//! plane crossed where it is. The first solid leaf entered from an open one is the hit. One skin along the plane's normal is then
//! given back. A path at a small angle to a plane enters its skin long before, perhaps where the surface has not begun yet. Then
//! only the part above the surface is given back.

use crate::cast::ClipTrace;
use crate::tally::Tally;
use clipmark_collision::Sweep;
use clipmark_geometry::{ClipHull, ClipNode, Contents, Plane, Vec3};
use nalgebra::Vector3;

/// How far below a plane the solid of a surface is looked for, in units. Smaller, and surfaces that the compiler puts on one
/// plane ([`ON`](crate::polytope::ON)) are mistaken for its end. Larger misses surfaces of thin solids.
const BELOW: f64 = 1.0 / 256.0;
/// How far above it the hiding solid is. Smaller, and rounding of the next plane is mistaken for its end. Larger takes two planes
/// at a small angle for one well beyond where they meet.
const ABOVE: f64 = 1.0 / 4096.0;

/// A start this near to a plane is on it, in f32 steps of the largest coordinate. A tree merges planes of solids that nearly
/// coincide. So a start that touches one solid may be behind the other's plane. Smaller, and it counts as solid, and the sweep
/// goes through. Larger takes starts in a solid for starts on it.
const TOUCH_STEPS: f64 = 4.0;

/// Two planes are crossed at once when the path is this near to the second where it crosses the first. It is f64 rounding of a
/// crossing, as a share of the largest coordinate. One of them may go on within a solid. Smaller names that one as the surface
/// met; larger names a plane that is met only later.
const AT_ONCE: f64 = 8.0 * f64::EPSILON;

pub(crate) struct IdealCast<'a, T> {
    pub(crate) hull: &'a ClipHull,
    pub(crate) skin: f32,
    pub(crate) mask: Contents,
    pub(crate) tally: &'a mut T,
    start: Vector3<f64>,
    end: Vector3<f64>,
    /// [`TOUCH_STEPS`] in units.
    touch: f64,
    /// [`AT_ONCE`] in units.
    at_once: f64,
    found: ClipTrace,
}

/// A crossing of the path with a plane of the tree.
#[derive(Clone, Copy)]
struct Crossing {
    node: u32,
    /// The path comes from behind.
    behind: bool,
    /// The path starts on the plane, to rounding.
    at_start: bool,
}

impl<'a, T: Tally> IdealCast<'a, T> {
    pub(crate) fn new(hull: &'a ClipHull, skin: f32, sweep: &Sweep, tally: &'a mut T) -> Self {
        let [mins, maxs] = [hull.bounds.mins, hull.bounds.maxs].map(|p| p.coords.amax());
        let far = [sweep.start, sweep.end].map(|p| p.coords.amax());
        let far = far.into_iter().chain([mins, maxs]).fold(0.0, f32::max);
        Self {
            hull,
            skin,
            mask: sweep.mask,
            tally,
            start: sweep.start.coords.cast(),
            end: sweep.end.coords.cast(),
            touch: TOUCH_STEPS * f64::from(f32::EPSILON) * f64::from(far),
            at_once: AT_ONCE * f64::from(far),
            found: ClipTrace {
                fraction: 1.0,
                end: sweep.end,
                plane: None,
                all_solid: true,
                start_solid: false,
                in_open: false,
                in_water: false,
                contents: Contents::empty(),
            },
        }
    }

    pub(crate) fn trace(mut self, sweep: &Sweep) -> ClipTrace {
        self.walk(self.hull.root(), 0.0, 1.0, None);
        if self.found.all_solid {
            self.found.fraction = 0.0;
        } else if self.found.plane.is_none() {
            self.found.contents = Contents::empty();
        }
        self.found.end = sweep.at(self.found.fraction);
        self.found
    }

    /// Walks the tree below a child from one fraction of the path to another, entered through a crossing. Returns whether it met
    /// nothing. Its depth is the tree's, at most [`clipmark_geometry::ClipHulls::MAX_DEPTH`].
    fn walk(&mut self, mut child: i32, mut from: f64, to: f64, mut through: Option<Crossing>) -> bool {
        while let Ok(number) = usize::try_from(child) {
            let node = &self.hull.nodes[number];
            self.tally.node();
            let [mut a, mut b] = [distance(node, &self.start), distance(node, &self.end)];
            if a.abs() <= self.touch {
                // As if the plane went through the start, wherever in the tree it stands.
                (a, b) = (0.0, b - a);
            }
            let near = a + (b - a) * from;
            let far = a + (b - a) * to;
            if a == 0.0 && b == 0.0 {
                return self.walk_in_plane(node, from, to, through);
            }
            // A path that only reaches the plane stays on its side; a path that leaves the plane has crossed it.
            let (front, back) = (near.max(far) > 0.0, near.min(far) < 0.0);
            if !front || !back {
                // Crossed together with the last plane, where rounding has it crossed already.
                let crossed = from > 0.0 && near * a <= 0.0 && near.abs() <= self.at_once;
                if (near == 0.0 || crossed) && a != b {
                    let crossing = Crossing {
                        node: number as u32,
                        behind: front,
                        at_start: from == 0.0,
                    };
                    // Of several planes crossed at once, the entered plane is the one with open space on its other side.
                    let from_open = |c: &Crossing| match c.at_start {
                        true => self.starts_on(*c),
                        false => self.is_open_at(self.other_side(c), &self.at(from)),
                    };
                    let kept = through.filter(|c| from_open(c) && !from_open(&crossing));
                    through = kept.or(Some(crossing));
                }
                child = node.children[usize::from(back)];
                continue;
            }
            let behind = near < 0.0;
            let crossing = (a / (a - b)).clamp(from, to);
            if !self.walk(node.children[usize::from(behind)], from, crossing, through) {
                return false;
            }
            through = Some(Crossing {
                node: number as u32,
                behind,
                at_start: false,
            });
            from = crossing;
            child = node.children[usize::from(!behind)];
        }
        self.tally.leaf();
        self.enter(self.hull.leaf(child), through)
    }

    /// A path in the plane itself touches both sides and is in neither. It is met by a solid only where both are.
    fn walk_in_plane(&mut self, node: &ClipNode, from: f64, to: f64, through: Option<Crossing>) -> bool {
        let before = self.found;
        let mut results = [(true, before); 2];
        for (child, result) in node.children.into_iter().zip(&mut results) {
            self.found = before;
            let free = self.walk(child, from, to, through);
            *result = (free, self.found);
            if free && self.found.start_solid == before.start_solid {
                return true;
            }
        }
        // One side is solid at the start; the other becomes solid before the first ends. From there on both are.
        let way = [self.start, self.end];
        for [solid, open] in [[0, 1], [1, 0]] {
            let [(_, inside), (free, met)] = [results[solid], results[open]];
            if inside.start_solid && !met.start_solid && !free {
                let left = self.remains(node.children[solid], &way, [from, to], true);
                let entered = self.remains(node.children[open], &way, [from, to], false);
                if entered < left {
                    self.found = met;
                    return false;
                }
            }
        }
        // Solid on both sides: whichever lets the path go on longer.
        let [front, back] = results;
        let (free, found) = if back.1.fraction > front.1.fraction {
            back
        } else {
            front
        };
        self.found = found;
        free
    }

    /// Comes into a leaf; whether the way goes on.
    fn enter(&mut self, contents: Contents, through: Option<Crossing>) -> bool {
        if !contents.intersects(self.mask) {
            self.found.all_solid = false;
            if contents.is_empty() {
                self.found.in_open = true;
            } else {
                self.found.in_water = true;
            }
            return true;
        }
        match through {
            // From the open, or from a plane that the start only touches.
            Some(crossing) if !self.found.all_solid || self.starts_on(crossing) => {
                self.stop(crossing, contents)
            }
            _ => {
                if !self.found.start_solid {
                    self.found.contents = contents;
                }
                self.found.start_solid = true;
                true
            }
        }
    }

    /// Whether the path begins on that plane, in the open on its other side.
    fn starts_on(&self, crossing: Crossing) -> bool {
        let other = self.other_side(&crossing);
        !self.found.start_solid && crossing.at_start && self.is_open_at(other, &self.start)
    }

    /// The child of a crossed node that the path comes from.
    fn other_side(&self, crossing: &Crossing) -> i32 {
        self.hull.nodes[crossing.node as usize].children[usize::from(crossing.behind)]
    }

    fn at(&self, fraction: f64) -> Vector3<f64> {
        self.start + (self.end - self.start) * fraction
    }

    /// Whether a point is in an open leaf below a child, or on its border. Its depth is the tree's depth.
    fn is_open_at(&self, mut child: i32, p: &Vector3<f64>) -> bool {
        while let Ok(number) = usize::try_from(child) {
            let node = &self.hull.nodes[number];
            let side = distance(node, p);
            let touches = side.abs() <= self.touch;
            if touches && self.is_open_at(node.children[0], p) {
                return true;
            }
            child = node.children[usize::from(touches || side < 0.0)];
        }
        !self.hull.leaf(child).intersects(self.mask)
    }

    /// Gives one skin back from a plane and ends the walk.
    fn stop(&mut self, crossing: Crossing, contents: Contents) -> bool {
        let node = &self.hull.nodes[crossing.node as usize];
        let [a, b] = [&self.start, &self.end].map(|p| distance(node, p));
        let rate = (a - b).abs();
        let met = if crossing.at_start { 0.0 } else { a.abs() / rate };
        let in_skin = (met - f64::from(self.skin) / rate).max(0.0);
        let fraction = self.near_the_surface(node, in_skin, met);
        self.found.all_solid = false;
        let fraction = fraction.clamp(0.0, 1.0) as f32;
        if fraction == 1.0 {
            return false;
        }
        self.found.fraction = fraction;
        self.found.contents = contents;
        self.found.plane = Some(if crossing.behind {
            Plane::new(Vec3::zeros() - node.plane.normal, -node.plane.dist)
        } else {
            node.plane
        });
        false
    }

    /// Where, between these fractions, the path comes within a skin of the surface that it meets at the second.
    fn near_the_surface(&self, node: &ClipNode, in_skin: f64, met: f64) -> f64 {
        let normal: Vector3<f64> = node.plane.normal.cast();
        let outward = normal * distance(node, &self.start).signum();
        let beside = |height: f64| {
            [met, in_skin].map(|fraction| {
                let at = self.at(fraction);
                at - normal * distance(node, &at) + outward * height
            })
        };
        // Backwards from the crossing, the surface ends where nothing solid is below it, or where something is above.
        let solid = self.remains(self.hull.root(), &beside(-BELOW), [0.0, 1.0], true);
        let open = self.remains(self.hull.root(), &beside(ABOVE), [0.0, 1.0], false);
        let begins = met + (in_skin - met) * solid.min(open);
        // So far before, by the law of cosines, the path is one skin from where the surface begins.
        let [a, b] = [&self.start, &self.end].map(|p| distance(node, p));
        let length = (self.end - self.start).norm();
        let height = (a + (b - a) * begins).abs();
        let (skin, along) = (f64::from(self.skin), height * (a - b).abs() / length);
        let before = (along * along + skin * skin - height * height).max(0.0).sqrt() - along;
        (begins - before / length).max(in_skin)
    }

    /// The share of a way up to which all leaves are solid, or all open; 1 for all of it. Its depth is the tree's depth.
    fn remains(
        &self,
        mut child: i32,
        way: &[Vector3<f64>; 2],
        [mut low, high]: [f64; 2],
        solid: bool,
    ) -> f64 {
        while let Ok(number) = usize::try_from(child) {
            let node = &self.hull.nodes[number];
            let [a, b] = [0, 1].map(|i| distance(node, &way[i]));
            let [near, far] = [low, high].map(|share| a + (b - a) * share);
            let behind = near < 0.0;
            if behind != (far < 0.0) {
                let crossing = (a / (a - b)).clamp(low, high);
                let left = self.remains(node.children[usize::from(behind)], way, [low, crossing], solid);
                if left < crossing {
                    return left;
                }
                low = crossing;
            }
            child = node.children[usize::from(far < 0.0)];
        }
        if self.hull.leaf(child).intersects(self.mask) == solid {
            high
        } else {
            low
        }
    }
}

fn distance(node: &ClipNode, p: &Vector3<f64>) -> f64 {
    let dist = f64::from(node.plane.dist);
    match node.axis {
        axis @ 0..=2 => p[usize::from(axis)] - dist,
        _ => node.plane.normal.cast::<f64>().dot(p) - dist,
    }
}
