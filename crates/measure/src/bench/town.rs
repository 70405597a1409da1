//! Towns of any number of brushes, fixed by the seed: blocks with two streets, a house, stairs and rubble.
//!
//! Every block has its own generator. A town of ten times the brushes has ten times the blocks and is as crowded. A block lies
//! wholly within its square, so solids at a place are found without looking at the whole town.

use crate::run::sweeps::{Line, direction};

use clipmark_geometry::{
    Aabb, Brush, BrushError, Contents, Plane, Point, Spawn, SurfaceFlags, Vec3, World, hull_planes,
};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::ops::Range;

/// Brushes of a block: its ground, two kerbs, six wall pieces, a ceiling, a roof, six steps, seven pieces of rubble.
pub const BLOCK_BRUSHES: usize = 24;
/// Most brushes of a town: 256 blocks of 512 units are as wide as the largest legal map.
pub const MOST_BRUSHES: usize = 256 * 256 * BLOCK_BRUSHES;

/// Width of a block, in units.
pub const BLOCK: f32 = 512.0;
/// Width of the streets along two of its sides, in units.
pub const STREET: f32 = 128.0;
/// Thickness of the ground, and of kerbs with their height, in units.
const GROUND: f32 = 32.0;
const KERB: f32 = 8.0;
/// Thickness of walls and ceilings, in units.
pub const WALL: f32 = 16.0;
/// Width and depth of houses in steps of 16 units, and their heights. They stay a wall's thickness off the next block.
const HOUSE: Range<u32> = 13..20;
const STOREYS: [f32; 3] = [128.0, 160.0, 192.0];
const STEP_OF_PLAN: f32 = 16.0;
/// A door that a player of Quake, 32 by 56 units, walks through.
const DOOR: [f32; 2] = [64.0, 96.0];
/// Steps inside: number, rise, tread and width. A player climbs a rise of 18.
const STEPS: usize = 6;
const STEP: [f32; 3] = [16.0, 24.0, 48.0];
/// Rise of a roof's ridge, in units.
const RIDGE: Range<f32> = 48.0..112.0;
/// Rubble: pieces, corners that are drawn for each, and the cube that they are drawn from, in whole units.
const RUBBLE: usize = 7;
const CORNERS: usize = 10;
const RUBBLE_SIZE: Range<i32> = 12..48;
/// Sweeps start between the ground and this height, in units: about the tallest ridge.
pub const SKY: f32 = 320.0;
/// Players start at the middle of a crossing, this high: a foot's height of 24 and a unit.
const START_HEIGHT: f32 = 25.0;
/// Places to start in a map of a town.
const SPAWNS: usize = 16;
/// Tries to find a free start in a block; a block is mostly free.
const TRIES: usize = 1000;
/// Spreads the numbers of blocks over seeds: 2^64 over the golden ratio, made odd.
const ODD: u64 = 0x9e37_79b9_7f4a_7c15;

/// A town.
pub struct Town {
    world: World,
    /// Lowest corners of the blocks.
    corners: Vec<[f32; 2]>,
}

impl Town {
    /// A town of exactly that many brushes, at most [`MOST_BRUSHES`].
    ///
    /// # Errors
    /// No case is known, since every brush is made closed. An error of `Brush` is passed on.
    pub fn build(brushes: usize, seed: u64) -> Result<Self, BrushError> {
        let brushes = brushes.min(MOST_BRUSHES);
        let blocks = brushes.div_ceil(BLOCK_BRUSHES);
        let side = (blocks as f64).sqrt().ceil() as usize;
        let at = |i: usize| (i as f32 - (side / 2) as f32) * BLOCK;
        let corners: Vec<[f32; 2]> = (0..blocks)
            .map(|block| [at(block % side), at(block / side)])
            .collect();
        let mut all = Vec::with_capacity(blocks * BLOCK_BRUSHES);
        for (number, corner) in corners.iter().enumerate() {
            let random = Pcg64Mcg::seed_from_u64(seed ^ (number as u64 + 1).wrapping_mul(ODD));
            Block {
                corner: *corner,
                random,
                brushes: &mut all,
            }
            .build()?;
        }
        all.truncate(brushes);
        Ok(Self {
            world: World::of_brushes("town", all),
            corners,
        })
    }

    /// Its world, where players start at crossings, as a map has it.
    pub fn world_with_spawns(&mut self) -> &World {
        let at = |origin| Spawn { origin, yaw: 0.0 };
        self.world.spawns = self.starts(SPAWNS).into_iter().map(at).collect();
        &self.world
    }

    /// The brushes of a block.
    #[doc(hidden)]
    pub fn block(&self, number: usize) -> &[Brush] {
        let all = &self.world.brushes;
        &all[number * BLOCK_BRUSHES..((number + 1) * BLOCK_BRUSHES).min(all.len())]
    }

    /// Its world.
    pub fn world(&self) -> &World {
        &self.world
    }

    pub(super) fn world_mut(&mut self) -> &mut World {
        &mut self.world
    }

    /// A sweep of a length in the range. Its start is uniform over blocks and heights, kept where the body meets no brush's box.
    pub fn line(&self, body: &Aabb, lengths: &Range<f32>, random: &mut Pcg64Mcg) -> Line {
        let number = random.random_range(0..self.corners.len().max(1));
        let mut start = Point::origin();
        for _ in 0..TRIES {
            let [x, y] = self.corners.get(number).copied().unwrap_or_default();
            let mut along = |from: f32, to: f32| from + random.random_range(0.0..1.0f32) * (to - from);
            start = Point::new(along(x, x + BLOCK), along(y, y + BLOCK), along(0.0, SKY));
            let at = body.translated(&start.coords);
            if !self.block(number).iter().any(|b| b.bounds.touches(&at)) {
                break;
            }
        }
        [
            start,
            start + direction(random) * random.random_range(lengths.clone()),
        ]
    }

    /// Free places, spread over the town.
    pub fn starts(&self, count: usize) -> Vec<Point> {
        let blocks = self.corners.len();
        let of = |i: usize| {
            let [x, y] = self.corners[i * blocks / count];
            Point::new(x + STREET / 2.0, y + STREET / 2.0, START_HEIGHT)
        };
        (0..count).filter(|_| blocks > 0).map(of).collect()
    }
}

/// A block that is being built.
struct Block<'a> {
    corner: [f32; 2],
    random: Pcg64Mcg,
    brushes: &'a mut Vec<Brush>,
}

impl Block<'_> {
    fn build(&mut self) -> Result<(), BrushError> {
        self.block([0.0, 0.0, -GROUND], [BLOCK, BLOCK, 0.0])?;
        self.block([STREET, STREET - KERB, 0.0], [BLOCK, STREET, KERB])?;
        self.block([STREET - KERB, STREET - KERB, 0.0], [STREET, BLOCK, KERB])?;
        self.house()?;
        (0..RUBBLE).try_for_each(|i| self.rubble(i % 2 == 0))
    }

    fn house(&mut self) -> Result<(), BrushError> {
        let mut size = || self.random.random_range(HOUSE) as f32 * STEP_OF_PLAN;
        let (wide, deep) = (size(), size());
        let mut place = |size: f32| {
            let room = (BLOCK - STREET - 2.0 * WALL - size) / STEP_OF_PLAN;
            STREET + WALL + self.random.random_range(0..=room as u32) as f32 * STEP_OF_PLAN
        };
        let (x, y) = (place(wide), place(deep));
        let (to_x, to_y) = (x + wide, y + deep);
        let high = STOREYS[self.random.random_range(0..STOREYS.len())];
        let [door_wide, door_high] = DOOR;
        let door = x + self.random.random_range(2..(wide / STEP_OF_PLAN) as u32 - 6) as f32 * STEP_OF_PLAN;
        // The front with its door, the back, the sides between them, the ceiling.
        self.block([x, y, 0.0], [door, y + WALL, high])?;
        self.block([door + door_wide, y, 0.0], [to_x, y + WALL, high])?;
        self.block([door, y, door_high], [door + door_wide, y + WALL, high])?;
        self.block([x, to_y - WALL, 0.0], [to_x, to_y, high])?;
        self.block([x, y + WALL, 0.0], [x + WALL, to_y - WALL, high])?;
        self.block([to_x - WALL, y + WALL, 0.0], [to_x, to_y - WALL, high])?;
        let eaves = high + WALL;
        self.block([x, y, high], [to_x, to_y, eaves])?;
        self.roof([x, to_x], [y, to_y], eaves)?;
        let [rise, tread, width] = STEP;
        for i in 0..STEPS {
            let from = x + WALL + i as f32 * tread;
            let top = (i + 1) as f32 * rise;
            self.block([from, to_y - WALL - width, 0.0], [from + tread, to_y - WALL, top])?;
        }
        Ok(())
    }

    /// A gable along x.
    fn roof(&mut self, [x, to_x]: [f32; 2], [y, to_y]: [f32; 2], eaves: f32) -> Result<(), BrushError> {
        let ridge = eaves + self.random.random_range(RIDGE).round();
        let middle = (y + to_y) / 2.0;
        let corners = [x, to_x].into_iter().flat_map(|x| {
            [[x, y, eaves], [x, to_y, eaves], [x, middle, ridge]].map(|corner| corner.map(f64::from))
        });
        let corners: Vec<[f64; 3]> = corners.collect();
        self.solid(&corners)
    }

    /// Pieces that fell onto one of the two streets, beside the crossing.
    fn rubble(&mut self, along_x: bool) -> Result<(), BrushError> {
        let size = self.random.random_range(RUBBLE_SIZE);
        let widest = RUBBLE_SIZE.end as f32;
        let mut within = |from: f32, to: f32| self.random.random_range(from..to).floor();
        let (along, aside) = (
            within(STREET, BLOCK - widest),
            within(KERB, STREET - KERB - widest),
        );
        let [x, y] = if along_x { [along, aside] } else { [aside, along] };
        let mut corner = || f64::from(self.random.random_range(0..=size));
        let mut points: Vec<[f64; 3]> = (0..CORNERS).map(|_| [corner(), corner(), corner()]).collect();
        // Four corners that are never in one plane, so that a piece always has a volume.
        let reach = f64::from(size);
        points.extend([[0.0; 3], [reach, 0.0, 0.0], [0.0, reach, 0.0], [0.0, 0.0, reach]]);
        let place = [f64::from(x), f64::from(y), 0.0];
        let placed = points.iter().map(|p| [0, 1, 2].map(|i| p[i] + place[i]));
        let placed: Vec<[f64; 3]> = placed.collect();
        self.solid(&placed)
    }

    fn block(&mut self, mins: [f32; 3], maxs: [f32; 3]) -> Result<(), BrushError> {
        let by = Vec3::new(self.corner[0], self.corner[1], 0.0);
        let at = |p: [f32; 3]| Point::from(p) + by;
        self.brushes
            .push(Brush::from_box(at(mins), at(maxs), Contents::SOLID)?);
        Ok(())
    }

    /// The convex hull of corners relative to the block.
    fn solid(&mut self, corners: &[[f64; 3]]) -> Result<(), BrushError> {
        let by = [f64::from(self.corner[0]), f64::from(self.corner[1])];
        let plane = |(normal, dist): (nalgebra::Vector3<f64>, f64)| {
            let moved = dist + normal.x * by[0] + normal.y * by[1];
            Plane::new(normal.cast(), moved as f32)
        };
        let planes: Vec<Plane> = hull_planes(corners).into_iter().map(plane).collect();
        let brush = Brush::from_planes(&planes, Contents::SOLID, SurfaceFlags::empty())?;
        self.brushes.push(brush);
        Ok(())
    }
}
