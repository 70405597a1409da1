//! One case of a family, before it gets a movement and a place: a world, a player, a script, and the expected result.

use clipmark_scene::{Change, Expectation, Mover, Shape, Step, Triple};

#[derive(Clone, Debug)]
pub(crate) struct Case {
    /// Its difference from the family's other cases: `rise 16 · depth 24 · up`.
    pub(crate) label: String,
    pub(crate) shapes: Vec<Shape>,
    pub(crate) movers: Vec<Mover>,
    pub(crate) start: Triple,
    pub(crate) velocity: Triple,
    pub(crate) yaw: f64,
    pub(crate) buried: bool,
    /// Constants of the movement with other values.
    pub(crate) changes: Vec<(String, Change)>,
    pub(crate) input: Vec<Step>,
    pub(crate) expect: Vec<Expectation>,
}

impl Case {
    pub(crate) fn new(label: impl Into<String>, shapes: Vec<Shape>, start: Triple, input: Vec<Step>) -> Self {
        Self {
            label: label.into(),
            shapes,
            movers: Vec::new(),
            start,
            velocity: [0.0; 3],
            yaw: 0.0,
            buried: false,
            changes: Vec::new(),
            input,
            expect: Vec::new(),
        }
    }

    pub(crate) fn velocity(mut self, velocity: Triple) -> Self {
        self.velocity = velocity;
        self
    }

    pub(crate) fn moved_by(mut self, mover: Mover) -> Self {
        self.movers.push(mover);
        self
    }

    pub(crate) fn looking(mut self, yaw: f64) -> Self {
        self.yaw = yaw;
        self
    }

    pub(crate) fn buried(mut self) -> Self {
        self.buried = true;
        self
    }

    pub(crate) fn change(mut self, name: &str, value: Change) -> Self {
        self.changes.push((name.into(), value));
        self
    }

    pub(crate) fn expects(mut self, all: impl IntoIterator<Item = Expectation>) -> Self {
        self.expect.extend(all);
        self
    }
}
