//! Scene 31: worlds drawn from a seed, walked at random, and asked random sweeps.

use crate::prelude::*;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Fuzz {
    seeds: Vec<u64>,
    brushes: u32,
    /// Triangles of the worlds that are made of them.
    triangles: u32,
    /// Largest extent of a brush.
    size: f64,
    /// Half the width of the room.
    half: f64,
    /// Corners are rounded to multiples of this; 0 leaves them where they fall.
    grids: Vec<f64>,
    seconds: f64,
}

/// How often pieces are drawn at most. Nearly all are thrown away in a room hardly larger than the clear space, or on a
/// grid that swallows every solid. Such a world ends up with fewer pieces.
fn tries(pieces: u32) -> u32 {
    pieces.saturating_mul(100)
}

impl Fuzz {
    pub(crate) fn cases(&self, stage: &Stage) -> Vec<Case> {
        let both = |(grid, seed)| [self.case(stage, grid, seed), self.soup(stage, grid, seed)];
        pairs(&self.grids, &self.seeds).flat_map(both).collect()
    }

    /// A room with triangles in it.
    fn soup(&self, stage: &Stage, grid: f64, seed: u64) -> Case {
        /// Longest side of a triangle, and how far from the start they stay, in units.
        const SIDE: f64 = 32.0;
        const CLEAR: f64 = 80.0;
        let h = self.half;
        let mut random = Random(seed ^ 0x5eed);
        let mut corners: Vec<[Triple; 3]> = Vec::new();
        for _ in 0..tries(self.triangles) {
            if corners.len() >= self.triangles as usize {
                break;
            }
            let at = [
                random.between(-h, h),
                random.between(-h, h),
                random.between(0.0, h / 2.0),
            ];
            let triangle: [Triple; 3] = std::array::from_fn(|_| {
                at.map(|c| {
                    let c = c + random.between(-SIDE, SIDE) / 2.0;
                    if grid > 0.0 { (c / grid).round() * grid } else { c }
                })
            });
            let [a, b, c] = triangle;
            let sides = cross(sum(b, scaled(a, -1.0)), sum(c, scaled(a, -1.0)));
            let near = at[0].abs().max(at[1].abs()) < CLEAR && at[2] < 128.0 + SIDE;
            // Without area, as rounding may leave it, it is no triangle.
            if !near && dot(sides, sides) > 1e-3 {
                corners.push(triangle);
            }
        }
        let room = Shape::Room {
            min: [-h, -h, 0.0],
            max: [h, h, h],
            thickness: THICK,
        };
        let soup = Shape::Triangles {
            corners,
            stops: Facing::default(),
        };
        let name = if grid > 0.0 {
            format!("seed {seed} · grid {grid}")
        } else {
            format!("seed {seed}")
        };
        let low = -stage.figure.feet - stage.tolerance();
        let start = [0.0, 0.0, stage.rest()];
        Case::new(
            format!("triangles · {name}"),
            vec![room, soup],
            start,
            wander(seed, self.seconds),
        )
        .expects([stays_inside([-h, -h, low], [h, h, h], ALL)])
    }

    fn case(&self, stage: &Stage, grid: f64, seed: u64) -> Case {
        /// Around the start there is nothing, in units.
        const CLEAR: f64 = 48.0;
        let h = self.half;
        let mut random = Random(seed);
        let mut shapes = vec![Shape::Room {
            min: [-h, -h, 0.0],
            max: [h, h, h],
            thickness: THICK,
        }];
        for _ in 0..tries(self.brushes) {
            if shapes.len() > self.brushes as usize {
                break;
            }
            let centre = [
                random.between(-h, h),
                random.between(-h, h),
                random.between(0.0, h / 2.0),
            ];
            let size = random.between(4.0, self.size);
            let corners = 4 + (random.unit() * 9.0) as usize;
            let points: Vec<_> = (0..corners)
                .map(|_| {
                    let mut coordinate = |i: usize| {
                        let c = centre[i] + random.between(-size, size) / 2.0;
                        if grid > 0.0 { (c / grid).round() * grid } else { c }
                    };
                    [coordinate(0), coordinate(1), coordinate(2)]
                })
                .collect();
            let near = points
                .iter()
                .any(|p| p[0].abs().max(p[1].abs()) < CLEAR && p[2] < 128.0)
                || centre[0].abs().max(centre[1].abs()) < CLEAR + self.size / 2.0
                    && centre[2] < 128.0 + self.size;
            // Rounding may leave no volume; such a solid is left out.
            if !near && clipmark_scene::hull_planes(&points).len() >= 4 {
                shapes.push(Shape::Hull(points));
            }
        }
        let name = if grid > 0.0 {
            format!("seed {seed} · grid {grid}")
        } else {
            format!("seed {seed}")
        };
        let low = -stage.figure.feet - stage.tolerance();
        Case::new(name, shapes, [0.0, 0.0, stage.rest()], wander(seed, self.seconds)).expects([
            stays_inside([-h, -h, low], [h, h, h], ALL),
            never_deeper(stage.tolerance(), ALL),
        ])
    }
}
