//! A real map laid side by side: 1, 4, 16 or 64 copies in a square.
//!
//! The copies stand a multiple of 64 units apart, so axial planes move exactly. A slanted plane is rounded to `f32` at its new
//! place. No copy keeps the map's own tree, not even a single one. A tree of many copies does not exist, and one builder's
//! growth is measured.

use super::ground::Ground;
use crate::MeasureError;
use crate::run::setting::SPAWN_LIFT;
use crate::run::sweeps::Line;
use crate::run::uniform;
use clipmark_geometry::{Aabb, Brush, Contents, Hull, Plane, Point, Vec3, World};
use clipmark_truth::Reference;
use rand::RngExt;
use rand_pcg::Pcg64Mcg;
use std::ops::Range;

/// Copies stand a multiple of this apart, in units: the grid of map editors.
const GRID: f32 = 64.0;
/// The largest legal map coordinate, in units.
const FARTHEST: f32 = 65_536.0;
/// Lines drawn of the map for each length. A sweep is one of them in one of the copies.
const LINES: usize = 4096;

/// Copies of a map.
pub struct Tiles<'a> {
    base: &'a Base,
    world: World,
    offsets: Vec<Vec3>,
}

/// The map, with the lines drawn from it once.
pub struct Base {
    map: World,
    starts: Vec<Point>,
    /// By class of length.
    lines: Vec<(Range<f32>, Vec<Line>)>,
    size: Vec3,
}

impl Base {
    /// Draws lines and free starts in a map for a body.
    pub fn of(map: World, body: &Aabb, seed: u64) -> Self {
        let mask = Contents::PLAYER_MASK;
        let reference = Reference::build(&map, mask).for_hull(&Hull::Box { bounds: *body });
        let lifted = map.spawns.iter().map(|s| s.origin + Vec3::z() * SPAWN_LIFT);
        let starts = lifted.filter(|at| !reference.overlaps(&at.cast())).collect();
        let draw = |lengths: Range<f32>| {
            let lines = uniform::draw(&map, mask, &lengths, LINES, seed);
            (lengths, lines)
        };
        let lines = uniform::LENGTHS.into_iter().map(draw).collect();
        let size = (map.bounds.maxs - map.bounds.mins).map(|x| (x / GRID).ceil() * GRID);
        Self {
            map,
            starts,
            lines,
            size,
        }
    }

    /// Refuses a map without a free spawn, and copies beyond the largest legal coordinates.
    pub(super) fn check(&self, sides: &[usize]) -> Result<(), MeasureError> {
        let no = |why| MeasureError::Tiles {
            map: self.map.name.clone(),
            why,
        };
        if self.starts.is_empty() {
            return Err(no("it has no spawn where a player is free".into()));
        }
        match sides.iter().find(|side| !self.holds(**side)) {
            Some(side) => Err(no(format!(
                "{} copies reach beyond {FARTHEST} u; give fewer --copies",
                side * side
            ))),
            None => Ok(()),
        }
    }

    /// Whether that many copies to a side stay within the largest legal coordinates.
    pub fn holds(&self, side: usize) -> bool {
        let reach = |i: usize| self.map.bounds.mins[i].abs().max(self.map.bounds.maxs[i].abs());
        (0..2).all(|i| side.div_ceil(2) as f32 * self.size[i] + reach(i) <= FARTHEST)
    }
}

impl<'a> Tiles<'a> {
    /// `side` copies to a side.
    pub fn of(base: &'a Base, side: usize) -> Self {
        let at = |i: usize| i as f32 - (side / 2) as f32;
        let offsets: Vec<Vec3> = (0..side * side)
            .map(|i| Vec3::new(at(i % side) * base.size.x, at(i / side) * base.size.y, 0.0))
            .collect();
        let brushes = offsets
            .iter()
            .flat_map(|by| base.map.brushes.iter().map(move |brush| moved(brush, by)));
        let world = World::of_brushes(base.map.name.clone(), brushes.collect());
        Self { base, world, offsets }
    }
}

fn moved(brush: &Brush, by: &Vec3) -> Brush {
    let mut brush = brush.clone();
    brush.bounds = brush.bounds.translated(by);
    for side in &mut brush.sides {
        let normal = side.plane.normal;
        let dist = f64::from(side.plane.dist) + normal.cast::<f64>().dot(&by.cast());
        side.plane = Plane::new(normal, dist as f32);
    }
    brush
}

impl Ground for Tiles<'_> {
    fn world(&self) -> &World {
        &self.world
    }

    fn world_mut(&mut self) -> &mut World {
        &mut self.world
    }

    fn line(&self, _: &Aabb, lengths: &Range<f32>, random: &mut Pcg64Mcg) -> Line {
        let by = self.offsets[random.random_range(0..self.offsets.len())];
        let drawn = self.base.lines.iter().find(|(known, _)| known == lengths);
        let lines = drawn.map_or(&[][..], |(_, lines)| lines);
        match lines {
            [] => [Point::origin() + by; 2],
            _ => lines[random.random_range(0..lines.len())].map(|p| p + by),
        }
    }

    fn starts(&self, count: usize) -> Vec<Point> {
        let (copies, places) = (self.offsets.len(), self.base.starts.len());
        let of = |i: usize| self.base.starts[i % places] + self.offsets[i * copies / count];
        (0..count).filter(|_| places > 0).map(of).collect()
    }
}
