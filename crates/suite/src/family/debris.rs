//! Scene 16: a floor strewn with boxes and tetrahedra from a seed, and a walk at random. Quake's step move
//! refuses to land on slanted faces, so that only walkers are asked never to get stuck.

use crate::prelude::*;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Debris {
    seeds: Vec<u64>,
    pieces: u32,
    /// Smallest and largest, in units.
    sizes: (f64, f64),
    /// Half the width of the room.
    half: f64,
    seconds: f64,
}

impl Debris {
    pub(crate) fn cases(&self, stage: &Stage) -> Vec<Case> {
        self.seeds.iter().map(|&seed| self.case(stage, seed)).collect()
    }

    fn case(&self, stage: &Stage, seed: u64) -> Case {
        const HIGH: f64 = 512.0;
        let h = self.half;
        let mut shapes = vec![Shape::Room {
            min: [-h, -h, 0.0],
            max: [h, h, HIGH],
            thickness: THICK,
        }];
        let mut random = Random(seed);
        while shapes.len() <= self.pieces as usize {
            let at = [random.between(-h, h), random.between(-h, h), 0.0];
            let mut size = || random.between(self.sizes.0, self.sizes.1);
            let [a, b, c] = [size(), size(), size()];
            shapes.push(if shapes.len() % 2 == 0 {
                block([at[0], at[1], 0.0], [at[0] + a, at[1] + b, c])
            } else {
                tetrahedron(&mut random, at, [a, b, c])
            });
        }
        // A body that falls in from above lands on the pieces there.
        let start = [0.0, 0.0, stage.rest() + self.sizes.1 + 1.0];
        let top = HIGH - stage.figure.top;
        Case::new(format!("seed {seed}"), shapes, start, wander(seed, self.seconds)).expects([
            stays_inside([-h, -h, -stage.figure.feet - stage.tolerance()], [h, h, top], ALL),
            never_deeper(stage.tolerance(), ALL),
            never_stuck(WALKER),
        ])
    }
}

/// A corner, and a random point on each of three axes from it. The choice of axes turns the whole.
fn tetrahedron(random: &mut Random, at: Triple, size: Triple) -> Shape {
    let turn = random.between(0.0, std::f64::consts::TAU);
    let place = |x: f64, y: f64, z: f64| {
        let (sin, cos) = turn.sin_cos();
        sum(at, [cos * x - sin * y, sin * x + cos * y, z])
    };
    let lean = random.unit();
    Shape::Hull(vec![
        place(0.0, 0.0, 0.0),
        place(size[0], 0.0, 0.0),
        place(0.0, size[1], 0.0),
        place(lean * size[0], (1.0 - lean) * size[1] * 0.5, size[2]),
    ])
}
