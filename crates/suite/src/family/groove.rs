//! Scene 11: two slopes that meet in a crease, level or falling. A body rests in a groove where it can stand. In steep
//! ones Quake III shakes (L24) and QuakeWorld loses speed with every clip (L23), by law. A walker must not shake and must
//! get out.

use crate::prelude::*;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Groove {
    degrees: Vec<f64>,
    /// How far the crease falls towards +x, in degrees.
    falls: Vec<f64>,
    seconds: f64,
}

/// The two slopes: normals tilted so that the crease falls, each side `apart` from the middle.
pub(crate) fn walls(degrees: f64, fall: f64, apart: f64) -> Vec<Shape> {
    const HALF: f64 = 4096.0;
    let (sin, cos) = degrees.to_radians().sin_cos();
    let [crease, tilt] = axes(fall);
    let one = |side: f64| {
        let normal = sum(scaled(tilt, cos), [0.0, -side * sin, 0.0]);
        slab(normal, [0.0, side * apart, 0.0], crease, [HALF; 2], THICK)
    };
    vec![one(1.0), one(-1.0)]
}

/// Along the crease, and up from it.
pub(crate) fn axes(fall: f64) -> [Triple; 2] {
    let (sin, cos) = fall.to_radians().sin_cos();
    [[cos, 0.0, -sin], [sin, 0.0, cos]]
}

impl Groove {
    pub(crate) fn cases(&self, stage: &Stage) -> Vec<Case> {
        pairs(&self.degrees, &self.falls)
            .flat_map(|(d, f)| self.three(stage, d, f))
            .collect()
    }

    fn three(&self, stage: &Stage, degrees: f64, fall: f64) -> [Case; 3] {
        /// How high above the crease the player is dropped, beyond its support, in units.
        const DROP: f64 = 24.0;
        const WAIT: f64 = 1.0;
        let figure = stage.figure;
        let (sin, cos) = degrees.to_radians().sin_cos();
        let [_, tilt] = axes(fall);
        let normal = sum(scaled(tilt, cos), [0.0, -sin, 0.0]);
        let start = [0.0, 0.0, stage.support(normal) / normal[2] + DROP];
        let kind = format!(
            "{degrees} degrees{}",
            if fall == 0.0 {
                "".into()
            } else {
                format!(" · falling {fall}")
            }
        );
        let case = |what: &str, input: Vec<Step>| {
            Case::new(
                format!("{kind} · {what}"),
                walls(degrees, fall, 0.0),
                start,
                input,
            )
        };
        let walkable = normal[2] >= figure.walkable_normal;
        let level = fall == 0.0;
        let drop = case("drop in", vec![Step::Wait(self.seconds)]);
        let along = case("along", vec![Step::Wait(WAIT), run(0.0, self.seconds)]);
        let across = case("across", vec![Step::Wait(WAIT), run(90.0, self.seconds)]);
        let runs = self.seconds * figure.max_speed * cos.max(0.3);
        let along = if walkable {
            along.expects([passes(0.5 * runs, None, ALL), never_stuck(ALL)])
        } else if figure.crease_loss {
            along.expects([
                never_stuck(WALKER),
                passes(0.5 * creep(degrees) * self.seconds, None, SLIDE),
            ])
        } else {
            along.expects([passes(16.0, None, ALL), never_stuck(ALL)])
        };
        let drop = match (walkable, level) {
            (true, _) => drop.expects([rests(self.seconds - 1.0, 0.05, ALL)]),
            // Quake III's shaking is the law; a walker is to lie still, and to slide without turning back.
            (false, true) => drop.expects([rests(self.seconds - 1.0, 0.5, WALKER)]),
            (false, false) => drop.expects([passes(1.0, None, WALKER)]),
        };
        let across = across.expects([shake(stage.figure.skin, WALKER)]);
        [drop, along, across]
    }
}

/// Steady speed along a steep level crease under a push of 30, with the loss of L23.
fn creep(degrees: f64) -> f64 {
    const PUSH: f64 = 30.0;
    PUSH * (2.0 * degrees).to_radians().sin().powi(2)
}
