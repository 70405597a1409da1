//! What was measured of a run, and the rows that its limits make of it.

use clipmark_measure::Expected;
use clipmark_rows::limits::{self, Limit, bars};
use clipmark_rows::{Axes, Axis, Check, Outcome, Row, Severity};

/// The checks of a course that stands, and of one whose parts move.
pub(super) const STANDING: [Check; 13] = [
    Check::Stopped,
    Check::Through,
    Check::Fell,
    Check::StandsStill,
    Check::Goal,
    Check::Bound,
    Check::Slow,
    Check::Fast,
    Check::Rises,
    Check::Creeps,
    Check::Deep,
    Check::Shake,
    Check::Replay,
];
pub(super) const MOVING: [Check; 12] = [
    Check::Stopped,
    Check::Through,
    Check::Fell,
    Check::StandsStill,
    Check::Goal,
    Check::Bound,
    Check::Fast,
    Check::Slides,
    Check::Drops,
    Check::Deep,
    Check::Shake,
    Check::Replay,
];

/// What a run shows. A measure that there is not is NaN.
#[derive(Clone, Debug, Default)]
pub struct Measures {
    /// Deepest in a solid after a tick, in units (F20).
    pub deepest: f64,
    /// Time that it stood still, in seconds (F17).
    pub stuck: f64,
    /// RMS of the motion that turns back under one wish, in units (F19).
    pub shake: f64,
    /// That of the exact slide move: the lawful amount on slopes too steep to stand on.
    pub slide_shake: f64,
    /// Way along the wish, as a share of that of the exact slide move.
    pub way: f64,
    /// Greatest height above the start, in units.
    pub climbed: f64,
    /// Height above the greatest of the exact slide move, in units.
    pub risen: f64,
    /// Ticks after which the middle of the body was in a solid, or had passed through one.
    pub through: usize,
    /// Whether it fell out of the world.
    pub fell_out: bool,
    /// Level way that its own velocity does not explain, in units.
    pub unexplained: f64,
    /// Level way of all ticks, in units.
    pub level_way: f64,
    /// Greatest level speed over a quarter of a second, in units a second.
    pub fastest: f64,
    /// The greatest that was asked for, in units a second.
    pub asked_speed: f64,
    /// Level way while it stood and no key had been pressed for half a second, in units.
    pub crept: f64,
    /// Level way on the part that carried the player, in units, from half a second after the last key, less the part's own way
    /// of a tick.
    pub slid: f64,
    /// Time without ground over what carried it, without a jump, in seconds.
    pub dropped: f64,
    /// Answers that were no numbers.
    pub unreliable: usize,
    /// Whether the same run, played again, was the same to the bit.
    pub repeats: bool,
}

impl Measures {
    /// The rows of all checks that have something to say.
    pub fn rows(&self, unmet: &[Expected]) -> Vec<Row> {
        let lost = |check, value: f64| beyond(check, value, 0.0, Severity::Lost);
        let way_lost = 1.0 - self.way;
        let slow = match way_lost >= limits::CRAWL.from {
            true => &limits::CRAWL,
            false => &limits::SLOW,
        };
        let rise = bars::RISE.max(bars::RISE_SHARE * (self.climbed - self.risen));
        let shake = bars::SHAKE.max(bars::LAWFUL_SHAKE * self.slide_shake);
        let mut rows: Vec<Row> = [
            lost(Check::Stopped, self.unreliable as f64),
            lost(Check::Through, self.through as f64),
            graded(
                Check::StandsStill,
                self.stuck,
                0.0,
                &limits::STUCK,
                Severity::Noticeable,
            ),
            self.fast(),
            measured(Check::Rises, self.risen, rise, &limits::RISE),
            measured(Check::Creeps, self.crept, bars::CREEP, &limits::CREEP),
            measured(Check::Slides, self.slid, bars::CREEP, &limits::CREEP),
            measured(Check::Drops, self.dropped, 0.0, &limits::DROPPED),
            measured(Check::Shake, self.shake, shake, &limits::SHAKE),
        ]
        .into_iter()
        .flatten()
        .collect();
        if self.fell_out {
            rows.push(Row::new(Check::Fell, Outcome::Failed(Severity::Lost)));
        }
        if !self.repeats {
            rows.push(Row::new(Check::Replay, Outcome::Failed(Severity::Measurable)));
        }
        if self.way.is_finite() {
            let outcome = match self.way < bars::WAY {
                true => Outcome::Failed(slow.severity_of(way_lost, Severity::Measurable)),
                false => Outcome::Passed,
            };
            rows.push(with_limit(
                Row::new(Check::Slow, outcome).with_value(self.way),
                bars::WAY,
            ));
        }
        // A depth that is no number is no pass.
        match self.deepest.is_nan() {
            true => {
                let severity = limits::DEPTH.severity_of(self.deepest, Severity::Measurable);
                rows.push(Row::new(Check::Deep, Outcome::Failed(severity)));
            }
            false => rows.extend(measured(Check::Deep, self.deepest, bars::DEPTH, &limits::DEPTH)),
        }
        rows.extend(unmet.iter().map(expectation));
        rows.sort_by_key(|row| row.check);
        rows
    }
}

impl Measures {
    /// Speed beyond what was asked, or way that its own velocity does not explain, whichever is the greater share.
    fn fast(&self) -> Option<Row> {
        let speed = self.fastest / self.asked_speed - 1.0;
        let way = match self.unexplained > bars::LEAST_UNEXPLAINED {
            true => self.unexplained / self.level_way,
            false => 0.0,
        };
        let (share, note) = match way > speed {
            true => (way, "its velocity does not lead there".to_owned()),
            false => (
                speed,
                format!("{:.0} u/s, asked for {:.0} u/s", self.fastest, self.asked_speed),
            ),
        };
        let row = measured(Check::Fast, share, bars::UNASKED, &limits::UNASKED)?;
        Some(Row { note, ..row })
    }
}

/// A check that fails beyond a limit; none where there is nothing to say.
fn beyond(check: Check, value: f64, limit: f64, severity: Severity) -> Option<Row> {
    let outcome = match value > limit {
        true => Outcome::Failed(severity),
        false => Outcome::Passed,
    };
    (value > 0.0).then(|| with_limit(Row::new(check, outcome).with_value(value), limit))
}

fn graded(check: Check, value: f64, limit: f64, severe: &Limit, milder: Severity) -> Option<Row> {
    beyond(check, value, limit, severe.severity_of(value, milder))
}

fn measured(check: Check, value: f64, limit: f64, severe: &Limit) -> Option<Row> {
    graded(check, value, limit, severe, Severity::Measurable)
}

fn with_limit(row: Row, limit: f64) -> Row {
    Row {
        limit: Some(limit),
        ..row
    }
}

/// A place that was not reached, or a bound that was left.
fn expectation(unmet: &Expected) -> Row {
    let outcome = Outcome::Failed(unmet.severity());
    let row = Row {
        axes: Axes::default().with(Axis::Expectation, &unmet.what),
        note: unmet.got.clone(),
        ..Row::new(unmet.check(), outcome)
    };
    match unmet.off {
        Some(off) if off > 0.0 => row.with_value(off),
        _ => row,
    }
}
