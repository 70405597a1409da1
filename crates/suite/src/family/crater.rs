//! Scene 17: a bowl of facets that gets steeper to the rim (the walker's Known Problem 2). Quake's players leave it
//! by their run's speed and creep up 55 degrees by law L22. So only walkers must stay.

use crate::prelude::*;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Crater {
    radius: f64,
    /// Slope at the rim in degrees.
    rim: f64,
    /// Facets around, and from the middle to the rim.
    around: u32,
    rings: u32,
    seconds: f64,
}

impl Crater {
    pub(crate) fn cases(&self, stage: &Stage) -> Vec<Case> {
        let mut shapes = self.bowl();
        // A body that gets out lands below.
        shapes.push(block([-2048.0, -2048.0, -2.0 * THICK], [2048.0, 2048.0, -THICK]));
        let start = [0.0, 0.0, stage.rest() + 4.0];
        let mut out = Vec::new();
        for yaw in [0.0, 7.5, 45.0] {
            let case = Case::new(
                format!("up toward {yaw}"),
                shapes.clone(),
                start,
                vec![run(yaw, self.seconds)],
            );
            out.push(case.looking(yaw).expects([
                stays_inside(
                    [-self.radius, -self.radius, -FAR],
                    [self.radius, self.radius, FAR],
                    WALKER,
                ),
                shake(stage.figure.skin, WALKER),
                rests(self.seconds - 2.0, 1.0, WALKER),
            ]));
        }
        out
    }

    /// A cap of a sphere; its lowest point is the origin. Every facet is a pillar down to one depth.
    fn bowl(&self) -> Vec<Shape> {
        let ball = self.radius / self.rim.to_radians().sin();
        let corner = |ring: u32, k: u32| -> Triple {
            let tilt = (self.rim * f64::from(ring) / f64::from(self.rings)).to_radians();
            let turn = std::f64::consts::TAU * f64::from(k % self.around) / f64::from(self.around);
            let r = ball * tilt.sin();
            [r * turn.cos(), r * turn.sin(), ball * (1.0 - tilt.cos())]
        };
        let mut shapes = Vec::new();
        for ring in 0..self.rings {
            for k in 0..self.around {
                let mut face = vec![corner(ring + 1, k), corner(ring + 1, k + 1), corner(ring, k)];
                if ring > 0 {
                    face.push(corner(ring, k + 1));
                }
                let below: Vec<Triple> = face.iter().map(|p| [p[0], p[1], -THICK]).collect();
                face.extend(below);
                shapes.push(Shape::Hull(face));
            }
        }
        shapes
    }
}
