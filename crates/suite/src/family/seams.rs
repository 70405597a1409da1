//! Scene 15: a flat floor in a thousand pieces. No seam may be felt: the run must be that on one slab (F18).

use crate::prelude::*;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Seams {
    /// Tiles along x and y, and their size.
    tiles: u32,
    size: f64,
    kinds: Vec<Kind>,
    /// How far an upper face is off, at most.
    jitters: Vec<f64>,
    seed: u64,
}

#[derive(Clone, Copy, Debug, Deserialize)]
pub(crate) enum Kind {
    /// Side by side.
    Boxes,
    /// Every second row is shifted by half a tile, so that edges end in the middle of others.
    TJunctions,
    /// Two triangles a tile, split from its low corner to its high one.
    Diagonals,
    /// The same, split the other way.
    OtherDiagonals,
}

impl Seams {
    pub(crate) fn cases(&self, stage: &Stage) -> Vec<Case> {
        let mut out = Vec::new();
        for &kind in &self.kinds {
            for &jitter in &self.jitters {
                out.push(self.case(stage, kind, jitter, "star", star()));
                out.push(self.case(stage, kind, jitter, "creep", creep()));
            }
        }
        out
    }

    fn case(&self, stage: &Stage, kind: Kind, jitter: f64, what: &str, input: Vec<Step>) -> Case {
        /// How far above its skin a player of Quake III may rest (law L26).
        const RESTING: f64 = 0.25;
        let name = match kind {
            Kind::Boxes => "boxes",
            Kind::TJunctions => "T-junctions",
            Kind::Diagonals => "triangles",
            Kind::OtherDiagonals => "triangles split the other way",
        };
        let label = if jitter == 0.0 {
            String::new()
        } else {
            format!(" · jitter 2^{}", jitter.log2().round())
        };
        let rest = stage.rest();
        let case = Case::new(
            format!("{name}{label} · {what}"),
            self.floor(kind, jitter),
            [0.5 * self.size, 0.25 * self.size, rest],
            input,
        );
        let mut expect = vec![
            never_stuck(ALL),
            never_below(rest - stage.figure.skin - jitter - stage.tolerance(), ALL),
            never_above(rest + jitter + RESTING + stage.tolerance(), None, ALL),
        ];
        if jitter == 0.0 {
            let half = f64::from(self.tiles) * self.size / 2.0;
            expect.push(like_on(
                vec![block([-half, -half, -16.0], [half, half, 0.0])],
                1.0,
                ALL,
            ));
        }
        case.expects(expect)
    }

    fn floor(&self, kind: Kind, jitter: f64) -> Vec<Shape> {
        let half = f64::from(self.tiles) * self.size / 2.0;
        let rows = |count: u32, y: f64, shift: f64, seed| Shape::Tiles {
            at: [-half + shift, y, 0.0],
            size: [self.size; 2],
            count: [self.tiles, count],
            thickness: 16.0,
            jitter,
            seed,
        };
        match kind {
            Kind::Boxes => vec![rows(self.tiles, -half, 0.0, self.seed)],
            Kind::TJunctions => (0..self.tiles)
                .map(|j| {
                    let shift = if j % 2 == 0 { 0.0 } else { -self.size / 2.0 };
                    rows(
                        1,
                        -half + f64::from(j) * self.size,
                        shift,
                        self.seed + u64::from(j),
                    )
                })
                .collect(),
            Kind::Diagonals | Kind::OtherDiagonals => vec![self.triangles(kind, jitter)],
        }
    }

    /// Corners are shared, so that jitter leaves no gaps.
    fn triangles(&self, kind: Kind, jitter: f64) -> Shape {
        let mut random = Random(self.seed);
        let across = self.tiles as usize + 1;
        let heights: Vec<f64> = (0..across * across)
            .map(|_| random.between(-jitter, jitter))
            .collect();
        let half = f64::from(self.tiles) * self.size / 2.0;
        let corner = |i: usize, j: usize| -> Triple {
            [
                i as f64 * self.size - half,
                j as f64 * self.size - half,
                heights[j * across + i],
            ]
        };
        let tiles = (0..across - 1).flat_map(|j| (0..across - 1).map(move |i| (i, j)));
        let corners = tiles.flat_map(|(i, j)| {
            let [a, b, c, d] = [
                corner(i, j),
                corner(i + 1, j),
                corner(i + 1, j + 1),
                corner(i, j + 1),
            ];
            match kind {
                Kind::OtherDiagonals => [[a, b, d], [b, c, d]],
                _ => [[a, b, c], [a, c, d]],
            }
        });
        Shape::Triangles {
            corners: corners.collect(),
            stops: Facing::default(),
        }
    }
}

/// There and back in 32 directions.
fn star() -> Vec<Step> {
    (0..32)
        .flat_map(|k| {
            let yaw = 11.25 * f64::from(k);
            [run(yaw, 0.3), hold(&[Key::Back], 0.3)]
        })
        .collect()
}

/// One tick of running at a time, there and back, in 32 directions: no rate of ticks takes a player off the floor.
fn creep() -> Vec<Step> {
    let taps = |k: u32| Step::Repeat {
        times: 2,
        steps: vec![
            run(11.25 * f64::from(k), 0.008),
            Step::Wait(0.092),
            hold(&[Key::Back], 0.008),
            Step::Wait(0.092),
        ],
    };
    (0..32).map(taps).collect()
}
