//! Scene 32: movers carry, push and lift, by the orders of three engines' frames.

use crate::prelude::*;

/// Half the width of the floor, in units.
const HALF: f64 = 1024.0;
/// Half the width of a mover, and the height of a lift or a train.
const WIDE: f64 = 64.0;
const HIGH: f64 = 16.0;
/// A lift or a train.
const SLAB: (Triple, Triple) = ([-WIDE, -WIDE, 0.0], [WIDE, WIDE, HIGH]);
/// How far a body may be off along the way and aside, in units: four skins of Quake III. A rider gets no push aside.
const OFF: f64 = 0.5;
/// An arrival cuts a step; the rest of the step is the player's own. A wall ends at most this long before it has arrived, in
/// seconds.
const LAST_STEP: f64 = 0.05;
/// The wall that pushes: its thickness, and the gap to the player before it, in units.
const THIN: f64 = 16.0;
const GAP: f64 = 240.0;
/// A train's rest before it sets out, and at its last corner, in seconds. The engines' levels are up to 1.7 s old when a player
/// enters ([movers of scenes](../../../../scenes/README.md#movers)), so a shorter rest lets the train leave without him.
const REST: f64 = 2.0;
const LAST: f64 = 60.0;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Movers {
    /// In units per second.
    speeds: Vec<f64>,
    /// How far a wall and a train go, and a lift rises, in units.
    way: f64,
    rise: f64,
}

impl Movers {
    pub(crate) fn cases(&self, stage: &Stage) -> Vec<Case> {
        let each = |&speed: &f64| {
            [
                self.lift(stage, speed),
                self.ride(stage, speed),
                self.pushed(stage, speed),
            ]
        };
        self.speeds.iter().flat_map(each).collect()
    }

    /// Stands on a lift that rises: the height over it stays, and nothing shifts him aside.
    fn lift(&self, stage: &Stage, speed: f64) -> Case {
        let start = [0.0, 0.0, HIGH + stage.rest()];
        let top = start[2] + self.rise;
        // Ends before Quake III's lift sinks again, a second after it has arrived.
        let input = vec![Step::Wait(self.rise / speed + 0.6)];
        let lift = MoverMotion::Lift {
            height: self.rise,
            speed,
            wait: None,
        };
        case("lift", speed, lift, SLAB, (start, input)).expects([
            reaches([-OFF, -OFF, top - OFF], [OFF, OFF, top + OFF], None, ALL),
            stays_inside([-OFF, -OFF, start[2] - OFF], [OFF, OFF, top + OFF], ALL),
            never_stuck(ALL),
        ])
    }

    /// Stands on a train: carried all its way, and no further.
    fn ride(&self, stage: &Stage, speed: f64) -> Case {
        let z = HIGH + stage.rest();
        let train = self.train(speed);
        let input = vec![Step::Wait(REST + self.way / speed + 1.0)];
        let case = case("ride", speed, train, SLAB, ([0.0, 0.0, z], input));
        case.expects([
            reaches(
                [self.way - OFF, -OFF, z - OFF],
                [self.way + OFF, OFF, z + OFF],
                None,
                ALL,
            ),
            stays_inside([-OFF, -OFF, z - OFF], [self.way + OFF, OFF, z + OFF], ALL),
            never_stuck(ALL),
        ])
    }

    /// Stands in the way of a wall: pushed by its way less the gap, and never passed.
    fn pushed(&self, stage: &Stage, speed: f64) -> Case {
        let z = stage.rest();
        let wall = (
            [-GAP - THIN, -WIDE, 2.0],
            [-GAP, WIDE, stage.figure.top - stage.figure.feet + HIGH],
        );
        let input = vec![Step::Wait(REST + self.way / speed + 1.0)];
        let case = case("pushed", speed, self.train(speed), wall, ([0.0, 0.0, z], input));
        let face = self.way - GAP;
        let step = speed * LAST_STEP.max(stage.tick);
        // A box reaches further towards a wall that is turned; a cylinder as far as a box that is not.
        let (least, most) = (stage.figure.half_width, stage.reach(0.0));
        let furthest = face + most + step + OFF;
        case.expects([
            reaches(
                [face + least - OFF, -OFF, z - OFF],
                [furthest, OFF, z + OFF],
                None,
                ALL,
            ),
            stays_inside([-OFF, -OFF, z - OFF], [furthest, OFF, z + OFF], ALL),
            never_stuck(ALL),
        ])
    }

    /// Rests at its second corner, which is where it is drawn too: Quake's trains pass over the rest of their first.
    fn train(&self, speed: f64) -> MoverMotion {
        let corner = |x: f64, wait: f64| Corner {
            by: [x, 0.0, 0.0],
            wait,
            speed: None,
        };
        MoverMotion::Train {
            corners: vec![corner(0.0, 0.0), corner(0.0, REST), corner(self.way, LAST)],
            speed,
        }
    }
}

fn case(
    what: &str,
    speed: f64,
    moves: MoverMotion,
    (min, max): (Triple, Triple),
    (start, input): (Triple, Vec<Step>),
) -> Case {
    let mover = Mover {
        name: what.into(),
        shapes: vec![block(min, max)],
        moves,
        team: None,
        damage: 2.0,
        crusher: false,
    };
    Case::new(format!("{what} · {speed} u/s"), vec![floor(HALF)], start, input).moved_by(mover)
}
