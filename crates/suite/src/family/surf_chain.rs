//! Scene 10: a chain of surf ramps. Flush joints must not be felt (F25); at others the speed may change by the turn alone.
//! Quake III cannot hold its height on 60 degrees, so it glides freely for a shorter time.

use crate::prelude::*;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SurfChain {
    ramps: u32,
    length: f64,
    degrees: f64,
    speed: f64,
    /// How far every second ramp lies off the others, along the normal.
    offsets: Vec<f64>,
    /// How far every second ramp is turned, in degrees; 0 is played with the offsets.
    turns: Vec<f64>,
    /// Into how many brushes a ramp is split along its length.
    splits: Vec<u32>,
    /// Seconds of a free glide.
    glide: f64,
}

impl SurfChain {
    pub(crate) fn cases(&self, stage: &Stage) -> Vec<Case> {
        let mut kinds: Vec<(String, f64, f64)> = Vec::new();
        for &offset in &self.offsets {
            let label = if offset == 0.0 {
                "flush".into()
            } else {
                format!("offset {offset}")
            };
            kinds.push((label, offset, 0.0));
        }
        kinds.extend(self.turns.iter().map(|&t| (format!("turned {t}"), 0.0, t)));
        let all = kinds
            .iter()
            .flat_map(|kind| self.splits.iter().map(move |&s| (kind, s)));
        all.map(|((label, offset, turn), split)| {
            self.case(
                stage,
                format!("{label} · {split} brushes a ramp"),
                *offset,
                *turn,
                split,
            )
        })
        .collect()
    }

    fn case(&self, stage: &Stage, label: String, offset: f64, turn: f64, split: u32) -> Case {
        const HALF: f64 = 1600.0;
        let (sin, cos) = self.degrees.to_radians().sin_cos();
        let (normal, up) = ([0.0, -sin, cos], [0.0, cos, sin]);
        // Turned ramps follow a zigzag: the joint of two ramps that lean alike to both sides of +x is an upright plane
        // across.
        let aside = (turn / 2.0).to_radians().tan() * self.length;
        let mut shapes = Vec::new();
        for i in 0..self.ramps {
            let odd = f64::from(i % 2);
            let lean = if odd == 0.0 { turn / 2.0 } else { -turn / 2.0 };
            let (s, c) = lean.to_radians().sin_cos();
            let turned = |[x, y, z]: Triple| [c * x - s * y, s * x + c * y, z];
            let from = f64::from(i) * self.length;
            let foot = sum([from, aside * odd, 0.0], scaled(normal, offset * odd));
            let piece = self.length / f64::from(split);
            for k in 0..split {
                let low = from + f64::from(k) * piece;
                let shape = [turned(normal), turned(up)];
                shapes.push(ramp(shape, foot, [low, low + piece], HALF));
            }
        }
        let holds = stage.figure.air_wish_cap.is_some();
        let track = f64::from(self.ramps) * self.length - 128.0;
        let seconds = if holds { track / self.speed } else { self.glide };
        let keys: &[Key] = if holds { &[Key::Left] } else { &[] };
        let high = scaled(up, 600.0);
        let start = sum(
            [64.0, high[1], high[2]],
            scaled(normal, stage.support(normal) + stage.figure.skin),
        );
        let case =
            Case::new(label, shapes, start, vec![hold(keys, seconds)]).velocity([self.speed, 0.0, 0.0]);
        // Every joint of a turned chain costs at most the speed's part across it, once or twice a joint.
        let kept = turn.to_radians().cos().powi(2 * self.ramps as i32);
        let way = 64.0 + 0.97 * kept * self.speed * seconds;
        // At a joint that turns, two planes nearly parallel make a crease, which by law L23 stops QuakeWorld dead.
        let lawful = turn != 0.0 && stage.figure.crease_loss;
        let mut expect = if lawful {
            Vec::new()
        } else {
            vec![passes(way, None, SLIDE), loses_at_most(0.1, SLIDE)]
        };
        if offset == 0.0 && turn == 0.0 {
            expect.push(like_on(
                vec![ramp(
                    [normal, up],
                    [0.0; 3],
                    [0.0, self.length * f64::from(self.ramps)],
                    HALF,
                )],
                1.0,
                SLIDE,
            ));
        }
        case.expects(expect)
    }
}

/// A slab through a point, by its normal and the way up it, cut off upright at two x.
fn ramp([normal, up]: [Triple; 2], at: Triple, [low, high]: [f64; 2], half: f64) -> Shape {
    let minus = |v: Triple| v.map(|c| -c);
    // Planes through the x axis must be the same number for all pieces, or a flush joint would not be flush.
    let d = if normal[0] == 0.0 && at[1] == 0.0 && at[2] == 0.0 {
        0.0
    } else {
        dot(normal, at)
    };
    Shape::Planes(vec![
        (normal, d),
        (minus(normal), THICK - d),
        (up, half),
        (minus(up), half),
        ([1.0, 0.0, 0.0], high),
        ([-1.0, 0.0, 0.0], -low),
    ])
}
