//! How much a player is harmed by what a controller does: four grades, with limits that are the same for all.

use serde::{Deserialize, Serialize};

/// The worst that a run did to the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Grade {
    /// The player is through a wall or out of the world, or the program stopped.
    Lost,
    /// The player cannot go on, or loses half a second and more.
    Held,
    /// A person notices.
    Felt,
    /// A measurement notices.
    Seen,
}

impl Grade {
    /// Worst first.
    pub const ALL: [Self; 4] = [Self::Lost, Self::Held, Self::Felt, Self::Seen];

    /// In one word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Lost => "lost",
            Self::Held => "held",
            Self::Felt => "felt",
            Self::Seen => "seen",
        }
    }

    /// What it means, after the name of a contestant: "rapier holds the player in 3 of 124 runs".
    pub fn does(self) -> &'static str {
        match self {
            Self::Lost => "loses the player",
            Self::Held => "holds the player up",
            Self::Felt => "disturbs the player",
            Self::Seen => "is off by what only a measurement sees",
        }
    }
}

/// Runs by the harm that they did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Harm {
    /// In the order of [`Grade::ALL`].
    pub by_grade: [usize; Grade::ALL.len()],
    /// Runs that broke no promise.
    pub none: usize,
    /// Runs that the library or its wrapper refused.
    pub refused: usize,
}

impl Harm {
    /// Counts a run.
    pub fn add(&mut self, grade: Option<Grade>) {
        match grade {
            Some(grade) => self.by_grade[grade as usize] += 1,
            None => self.none += 1,
        }
    }

    /// Runs of a grade.
    pub fn count(&self, grade: Grade) -> usize {
        self.by_grade[grade as usize]
    }
}

/// Metres of a unit: a player of 56 u is 1.75 m high.
pub const METRES: f64 = 1.0 / 32.0;

/// From this on a breach of a promise is of a grade.
#[derive(Clone, Copy, Debug)]
pub struct Limit {
    /// The grade.
    pub grade: Grade,
    /// What is measured.
    pub of: &'static str,
    /// In [`unit`](Self::unit)s; what breaks a promise by less is one grade milder, or only seen.
    pub from: f64,
    /// `u`, `s` or `share`; a length is shown in metres too.
    pub unit: &'static str,
    /// Why there.
    pub why: &'static str,
}

impl Limit {
    /// Of its own grade from the limit on, and where the amount is no number; milder below.
    pub fn grade_of(&self, amount: f64, milder: Grade) -> Grade {
        match amount >= self.from || amount.is_nan() {
            true => self.grade,
            false => milder,
        }
    }

    /// The limit with its unit, a length in metres besides.
    pub fn describe(&self) -> String {
        match self.unit {
            "u" => format!("{} u ({:.3} m)", self.from, self.from * METRES),
            "share" => format!("{} %", (100.0 * self.from).round()),
            unit => format!("{} {unit}", self.from),
        }
    }
}

/// The limits by name.
pub mod limits {
    use super::{Grade, Limit};

    /// Depth at which the middle of the body is in the solid.
    pub const MIDDLE: Limit = Limit {
        grade: Grade::Lost,
        of: "in or through a solid, where no more is known of the middle",
        from: 15.0,
        unit: "u",
        why: "half the body's width: its middle is in the solid",
    };
    /// Stuck for so long, after the quarter of a second that makes it stuck.
    pub const STUCK: Limit = Limit {
        grade: Grade::Held,
        of: "stuck, beyond the quarter of a second that makes it so",
        from: 0.25,
        unit: "s",
        why: "half a second in all is a stop; less is a hitch, which is felt",
    };
    /// A goal missed by so much.
    pub const GOAL: Limit = Limit {
        grade: Grade::Held,
        of: "from a place that the course asks for",
        from: 3.0,
        unit: "u",
        why: "a tenth of the body's width: nearer, a gap of the library's own is in question",
    };
    /// Way left of the exact slide move's.
    pub const CRAWL: Limit = Limit {
        grade: Grade::Held,
        of: "of the exact slide move's way lost",
        from: 0.5,
        unit: "share",
        why: "half the way in the time is half the time lost",
    };
    /// Way lost.
    pub const SLOW: Limit = Limit {
        grade: Grade::Felt,
        of: "of the exact slide move's way lost",
        from: 0.1,
        unit: "share",
        why: "smaller: ticks of 30 ms and wider skins fail; larger: a crawl passes",
    };
    /// Movement that was not asked for.
    pub const UNASKED: Limit = Limit {
        grade: Grade::Felt,
        of: "of speed or way that was not asked for",
        from: 0.1,
        unit: "share",
        why: "as much as may be lost",
    };
    /// Shake.
    pub const SHAKE: Limit = Limit {
        grade: Grade::Felt,
        of: "shake, root of the mean square",
        from: 0.1,
        unit: "u",
        why: "3 mm at 1.7 m, a pixel of 1080 rows at a field of view of 90 degrees",
    };
    /// Depth, or a bound that was not kept.
    pub const DEPTH: Limit = Limit {
        grade: Grade::Felt,
        of: "in a solid, or beyond a bound of the course",
        from: 1.5,
        unit: "u",
        why: "5 % of the body's width",
    };
    /// A rise that nobody asked for.
    pub const RISE: Limit = Limit {
        grade: Grade::Felt,
        of: "higher than the exact slide move",
        from: 4.0,
        unit: "u",
        why: "a quarter of a stair; on slopes also a quarter of the slide's own height",
    };
    /// A creep at rest.
    pub const CREEP: Limit = Limit {
        grade: Grade::Felt,
        of: "moved at rest, no key pressed for half a second",
        from: 1.5,
        unit: "u",
        why: "5 % of the body's width; from 0.25 u on it is seen",
    };
    /// Time without the ground that carries it.
    pub const DROPPED: Limit = Limit {
        grade: Grade::Felt,
        of: "without ground over a moving part that carried the player, no jump",
        from: 0.1,
        unit: "s",
        why: "a jump that is asked for then is lost; shorter gaps hide between two keys",
    };
}

/// All limits, worst grade first. Broken promises without a limit. *Lost* are a body whose middle is in or through a solid, a
/// fall out of the world, a refusal, a panic and an answer that is no number. Every other one is *seen*.
pub const LIMITS: [Limit; 11] = [
    limits::MIDDLE,
    limits::STUCK,
    limits::GOAL,
    limits::CRAWL,
    limits::SLOW,
    limits::UNASKED,
    limits::SHAKE,
    limits::DEPTH,
    limits::RISE,
    limits::CREEP,
    limits::DROPPED,
];
