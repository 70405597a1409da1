//! Shapes that families share, in the scene's own axes.

use clipmark_scene::{Key, Shape, Step, Triple};

/// Thickness of floors and slopes, in units: more than any player falls into in a tick.
pub(crate) const THICK: f64 = 128.0;

pub(crate) fn block(min: Triple, max: Triple) -> Shape {
    Shape::Box { min, max }
}

/// A floor at z = 0, so far to all sides.
pub(crate) fn floor(half: f64) -> Shape {
    block([-half, -half, -THICK], [half, half, 0.0])
}

/// A slab under a plane: its unit normal, a point of the plane, a direction in it, and its length and width.
pub(crate) fn slab(normal: Triple, at: Triple, along: Triple, half: [f64; 2], thick: f64) -> Shape {
    let across = cross(normal, along);
    let minus = |v: Triple| v.map(|c| -c);
    let d = |n: Triple| dot(n, at);
    Shape::Planes(vec![
        (normal, d(normal)),
        (minus(normal), thick - d(normal)),
        (along, half[0] + d(along)),
        (minus(along), half[0] - d(along)),
        (across, half[1] + d(across)),
        (minus(across), half[1] - d(across)),
    ])
}

/// The unit normal of a slope that rises towards +x at an angle, and the way up it.
pub(crate) fn rising(degrees: f64) -> [Triple; 2] {
    let (sin, cos) = degrees.to_radians().sin_cos();
    [[-sin, 0.0, cos], [cos, 0.0, sin]]
}

/// An upright wall: its start, direction, length, and height. The free side is on the left.
pub(crate) fn wall(from: [f64; 2], toward: f64, length: f64, thick: f64, height: f64) -> Shape {
    let (sin, cos) = toward.to_radians().sin_cos();
    let along = [cos * length, sin * length];
    let out = [sin * thick, -cos * thick];
    let corner = |a: f64, o: f64| {
        [
            from[0] + a * along[0] + o * out[0],
            from[1] + a * along[1] + o * out[1],
        ]
    };
    Shape::Prism {
        base: vec![
            corner(0.0, 0.0),
            corner(0.0, 1.0),
            corner(1.0, 1.0),
            corner(1.0, 0.0),
        ],
        bottom: -THICK,
        top: height,
    }
}

pub(crate) fn dot(a: Triple, b: Triple) -> f64 {
    (0..3).map(|i| a[i] * b[i]).sum()
}

pub(crate) fn cross(a: Triple, b: Triple) -> Triple {
    [
        a[1] * b[2] - a[2] * b[1],
        a[2] * b[0] - a[0] * b[2],
        a[0] * b[1] - a[1] * b[0],
    ]
}

pub(crate) fn scaled(v: Triple, by: f64) -> Triple {
    v.map(|c| c * by)
}

pub(crate) fn sum(a: Triple, b: Triple) -> Triple {
    std::array::from_fn(|i| a[i] + b[i])
}

/// Holds keys.
pub(crate) fn hold(keys: &[Key], seconds: f64) -> Step {
    Step::Hold {
        keys: keys.to_vec(),
        seconds,
        turn: 0.0,
        yaw: None,
        pitch: None,
    }
}

/// Holds forward, `yaw` set at the beginning.
pub(crate) fn run(yaw: f64, seconds: f64) -> Step {
    Step::Hold {
        keys: vec![Key::Forward],
        seconds,
        turn: 0.0,
        yaw: Some(yaw),
        pitch: None,
    }
}

/// Runs in directions drawn from a seed, each for half a second to a second and a half.
pub(crate) fn wander(seed: u64, seconds: f64) -> Vec<Step> {
    let mut random = Random(seed);
    let mut left = seconds;
    let mut steps = Vec::new();
    while left > 0.0 {
        let time = random.between(0.5, 1.5).min(left);
        // Whole milliseconds, so that a written scene stays short.
        let time = ((time * 1000.0).round() / 1000.0).max(0.001);
        steps.push(run(random.between(-180.0, 180.0).round(), time));
        left -= time;
    }
    steps
}

/// splitmix64 (Steele, Lea, Flood 2014).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// The next number in 0..1.
    pub(crate) fn unit(&mut self) -> f64 {
        clipmark_scene::splitmix64(&mut self.0)
    }

    pub(crate) fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }
}
