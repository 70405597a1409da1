//! Scene 6: a winding stair of wedges. The steps do not close the circle: the rest is the floor of the start.

use crate::prelude::*;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Spiral {
    steps: u32,
    rise: f64,
    inner: f64,
    outer: f64,
    /// Turn of a step in degrees.
    degrees: f64,
}

impl Spiral {
    pub(crate) fn cases(&self, stage: &Stage) -> Vec<Case> {
        let corner = |r: f64, turn: f64| {
            let (sin, cos) = turn.to_radians().sin_cos();
            [r * cos, r * sin]
        };
        let mut shapes = vec![floor(512.0)];
        for i in 0..self.steps {
            let (from, to) = (f64::from(i) * self.degrees, f64::from(i + 1) * self.degrees);
            shapes.push(Shape::Prism {
                base: vec![
                    corner(self.inner, from),
                    corner(self.outer, from),
                    corner(self.outer, to),
                    corner(self.inner, to),
                ],
                bottom: 0.0,
                top: f64::from(i + 1) * self.rise,
            });
        }
        let radius = (self.inner + self.outer) / 2.0;
        let before = (360.0 - f64::from(self.steps) * self.degrees) / 2.0;
        let [x, y] = corner(radius, -before);
        let way = (f64::from(self.steps) * self.degrees + before).to_radians() * radius;
        let seconds = 2.0 * way / stage.figure.max_speed + 1.0;
        let orbit = Step::Orbit {
            seconds,
            around: [0.0, 0.0],
            radius,
            side: Side::Left,
        };
        let top = f64::from(self.steps) * self.rise - stage.figure.feet;
        let case = Case::new("up the middle", shapes, [x, y, stage.rest()], vec![orbit]);
        vec![case.expects([
            rises(top - 0.1, None, ALL),
            never_stuck(ALL),
            shake(stage.figure.skin, ALL),
        ])]
    }
}
