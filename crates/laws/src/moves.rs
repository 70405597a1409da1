//! The movements that the laws are about, with the names they go by in findings.

use clipmark_movement::{Profile, profile_named};

#[derive(Clone, Debug)]
pub(crate) struct Moves {
    pub(crate) name: String,
    pub(crate) profile: Profile,
}

/// A profile that ships, or one without rounding of velocities: `quake3, no snap`. Most laws are exact only so.
pub(crate) fn moves(name: &'static str) -> Moves {
    let (base, snaps) = match name.strip_suffix(", no snap") {
        Some(base) => (base, false),
        None => (name, true),
    };
    // The names are those of this crate's own code.
    let profile = profile_named(base).copied();
    let mut profile = profile.unwrap_or_else(|| unreachable!("no profile {base}"));
    profile.snap_velocity &= snaps;
    Moves {
        name: name.into(),
        profile,
    }
}

/// The engines' movements, where no law is about rounding.
pub(crate) const ENGINES: [&str; 6] = [
    "netquake",
    "quakeworld",
    "quake3, no snap",
    "cpm, no snap",
    "goldsrc",
    "source",
];

impl Moves {
    pub(crate) fn but(mut self, what: &str, change: impl FnOnce(&mut Profile)) -> Self {
        self.name = format!("{}, {what}", self.name);
        change(&mut self.profile);
        self
    }

    pub(crate) fn at(&self, msec: f64) -> String {
        format!("{} · {}", self.name, tick_name(msec))
    }

    pub(crate) fn skin(&self) -> f64 {
        f64::from(self.profile.trace_rules.skin)
    }
}

/// 72 Hz, the client rate of old, in milliseconds.
pub(crate) const HZ_72: f64 = 1000.0 / 72.0;

/// Ticks in ms, for laws of one tick and of a jump, in which their length enters: every whole one that a game may send, few of
/// which divide a second, and 72 Hz. What goes wrong at one length alone shows at no other.
pub(crate) fn ticks() -> impl Iterator<Item = f64> {
    (1u8..=50).map(f64::from).chain([HZ_72])
}

/// Frames of screens of 144 and 60 Hz in whole ms, for laws of longer runs.
pub(crate) const SCREENS: [f64; 2] = [7.0, 17.0];

/// `8 ms`, `72 Hz`.
pub(crate) fn tick_name(msec: f64) -> String {
    if (msec - HZ_72).abs() < 1e-9 {
        "72 Hz".into()
    } else {
        format!("{msec} ms")
    }
}
