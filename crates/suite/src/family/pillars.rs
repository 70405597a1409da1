//! Scene 18: a forest of eight-sided pillars. A box turned against the rows is wider than its sides. So boxes run the
//! lanes where they are parallel to the rows, and cylinders everywhere. A random walk among pillars may catch a slide
//! move by its own rules. So only walkers must never get stuck there.

use crate::prelude::*;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Pillars {
    /// Pillars along x and y.
    rows: u32,
    /// Smallest and largest radius.
    radii: (f64, f64),
    /// Clear width of the lanes.
    gaps: Vec<f64>,
    seed: u64,
    /// Seconds of a walk in 20 directions.
    walk: f64,
}

impl Pillars {
    pub(crate) fn cases(&self, stage: &Stage) -> Vec<Case> {
        self.gaps
            .iter()
            .flat_map(|&gap| [self.lane(stage, gap), self.walk(stage, gap)])
            .map(|case| case.expects([no_climb(stage)]))
            .collect()
    }

    /// Rows so far apart that the thickest pillars leave the gap.
    fn forest(&self, gap: f64) -> (Vec<Shape>, f64) {
        let pitch = gap + 2.0 * self.radii.1;
        let length = pitch * f64::from(self.rows);
        let mut random = Random(self.seed);
        let mut shapes = vec![floor(length + 512.0)];
        for j in 0..self.rows {
            for i in 0..self.rows {
                let r = random.between(self.radii.0, self.radii.1);
                let at = [
                    (f64::from(i) + 0.5) * pitch - length / 2.0,
                    (f64::from(j) + 0.5) * pitch - length / 2.0,
                ];
                let base = (0..8).map(|k| {
                    let (sin, cos) = (f64::from(k) * 45.0_f64).to_radians().sin_cos();
                    [at[0] + r * cos, at[1] + r * sin]
                });
                shapes.push(Shape::Prism {
                    base: base.collect(),
                    bottom: 0.0,
                    top: 128.0,
                });
            }
        }
        (shapes, length)
    }

    fn lane(&self, stage: &Stage, gap: f64) -> Case {
        let (shapes, length) = self.forest(gap);
        let y = if self.rows.is_multiple_of(2) {
            0.0
        } else {
            gap / 2.0 + self.radii.1
        };
        let start = [-length / 2.0 - 64.0, y, stage.rest()];
        let seconds = 1.5 * (length + 128.0) / stage.figure.max_speed + 1.0;
        let fits = |half: f64| gap >= 2.0 * (half + stage.figure.skin + stage.tolerance());
        let mut expect = vec![never_stuck(ALL)];
        if fits(stage.reach(90.0)) {
            expect.push(passes(length / 2.0, None, ALL));
        } else if fits(stage.figure.half_width) {
            expect.push(passes(length / 2.0, None, ROUND));
        }
        Case::new(
            format!("gap {gap} · lane"),
            shapes,
            start,
            vec![run(0.0, seconds)],
        )
        .expects(expect)
    }

    fn walk(&self, stage: &Stage, gap: f64) -> Case {
        let (shapes, length) = self.forest(gap);
        let start = [-length / 2.0 - 64.0, 5.0, stage.rest()];
        let steps = (0..20)
            .map(|k| run(18.0 * f64::from((k * 7) % 20), self.walk / 20.0))
            .collect();
        Case::new(format!("gap {gap} · 20 ways"), shapes, start, steps).expects([never_stuck(WALKER)])
    }
}
