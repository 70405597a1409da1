//! Promises in words: that one is broken, its limit, and why the limit is there.

use super::amounts::digits;
use super::harm::METRES;
use super::promise::{Promise, bars};

impl Promise {
    /// All, in their order.
    pub const ALL: [Self; 15] = [
        Self::Plays,
        Self::Through,
        Self::FellOut,
        Self::Stuck,
        Self::Goal,
        Self::Bound,
        Self::Slow,
        Self::Fast,
        Self::Rise,
        Self::Creep,
        Self::Rides,
        Self::Stands,
        Self::Deep,
        Self::Shake,
        Self::Replay,
    ];

    /// Code of the detector that finds the moments at which it is broken; `None` without such moments.
    pub fn code(self) -> Option<&'static str> {
        match self {
            Self::Deep => Some("F20"),
            Self::Stuck => Some("F17"),
            Self::Shake => Some("F19"),
            _ => None,
        }
    }

    /// That it is broken, in one word or two.
    pub fn word(self) -> &'static str {
        match self {
            Self::Plays => "stopped",
            Self::Through => "through",
            Self::FellOut => "fell",
            Self::Stuck => "stuck",
            Self::Goal => "goal",
            Self::Bound => "bound",
            Self::Slow => "slow",
            Self::Fast => "fast",
            Self::Rise => "rises",
            Self::Creep => "creeps",
            Self::Rides => "slides",
            Self::Stands => "drops",
            Self::Deep => "deep",
            Self::Shake => "shake",
            Self::Replay => "replay",
        }
    }

    /// That it is broken, after "the player".
    pub fn phrase(self) -> &'static str {
        match self {
            Self::Plays => "cannot be moved to the end",
            Self::Through => "is in or through a wall",
            Self::FellOut => "falls out of the world",
            Self::Stuck => "is stuck",
            Self::Goal => "does not arrive",
            Self::Bound => "leaves the course",
            Self::Slow => "gets on slowly",
            Self::Fast => "goes faster than asked",
            Self::Rise => "rises unasked",
            Self::Creep => "creeps at rest",
            Self::Rides => "slides on what carries it",
            Self::Stands => "loses the ground that carries it",
            Self::Deep => "is in a solid",
            Self::Shake => "shakes",
            Self::Replay => "moves otherwise when the run is played again",
        }
    }
}

impl Promise {
    /// What is asked, as a limit; none where a breach says it itself.
    pub fn limit(self) -> Option<String> {
        let share = |x: f64| format!("{:.0} %", 100.0 * x);
        Some(match self {
            Self::Goal | Self::Bound | Self::Deep => return None,
            Self::Plays => "every answer is a number".into(),
            Self::Through => "its middle is in no solid and passes none".into(),
            Self::FellOut => "it stays in the world".into(),
            Self::Stuck => "0 s".into(),
            Self::Slow => format!("{} of the exact slide move's way", share(bars::WAY)),
            Self::Fast => format!("{} beyond what is asked", share(bars::UNASKED)),
            Self::Rise => format!("{} above the exact slide move", units(bars::RISE)),
            Self::Creep => units(bars::CREEP),
            Self::Rides => format!("{} beyond a tick of the part's way", units(bars::CREEP)),
            Self::Stands => "0 s".into(),
            Self::Shake => format!(
                "{}, or {} times the exact slide move's",
                units(bars::SHAKE),
                bars::LAWFUL_SHAKE
            ),
            Self::Replay => "every bit".into(),
        })
    }

    /// The same for a table of all.
    pub fn table_label(self) -> String {
        self.limit().unwrap_or_else(|| match self {
            Self::Deep => units(bars::DEPTH),
            _ => "what the course says".into(),
        })
    }

    /// Why there.
    pub fn why(self) -> &'static str {
        match self {
            Self::Plays | Self::Replay => "a run that cannot be trusted is none",
            Self::Through | Self::FellOut => "no game allows it",
            Self::Stuck => "stuck: a quarter of a second with a key and no way (F17)",
            Self::Goal | Self::Bound => "the course's own places, with the gaps that libraries document",
            Self::Slow => "ticks of 30 ms and wider skins lose less",
            Self::Fast => "as much as may be lost",
            Self::Rise => "a quarter of a stair of 16 u; or a quarter of the slide's own height",
            Self::Creep => "the gap that the course of standing on 40 degrees allows",
            Self::Rides => "as at rest; a library may follow a tick late",
            Self::Stands => "a quarter of a second after it first stands, and after each jump, is free",
            Self::Deep => "as on maps: above every rounding, below every skin",
            Self::Shake => "the two-cylinder walker's; the slide move itself shakes at ticks of 30 ms",
        }
    }
}

/// A length with its metres.
fn units(x: f64) -> String {
    format!("{x} u, {} mm", digits(1000.0 * x * METRES))
}
