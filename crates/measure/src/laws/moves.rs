//! The movements that the laws are about, with the names they go by in the table.

use clipmark_movement::{Profile, profile_named};

/// A movement and its name.
#[derive(Clone, Debug)]
pub(super) struct Moves {
    /// As the table names it.
    pub(super) name: String,
    /// Constants and rules.
    pub(super) profile: Profile,
}

impl Moves {
    /// A profile that ships. The names are those of this crate's own code, so an unknown one is a fault of a test.
    fn named(name: &str) -> Self {
        let profile = profile_named(name).copied();
        Self {
            name: name.into(),
            profile: profile.unwrap_or_else(|| unreachable!("no profile {name}")),
        }
    }

    pub(super) fn netquake() -> Self {
        Self::named("netquake")
    }

    pub(super) fn goldsrc() -> Self {
        Self::named("goldsrc")
    }

    pub(super) fn source() -> Self {
        Self::named("source")
    }

    pub(super) fn cpm() -> Self {
        Self::named("cpm")
    }

    /// Challenge ProMode without rounding velocities.
    pub(super) fn cpm_unsnapped() -> Self {
        Self::cpm().but("no snap", |p| p.snap_velocity = false)
    }

    pub(super) fn quakeworld() -> Self {
        Self::named("quakeworld")
    }

    pub(super) fn quake3() -> Self {
        Self::named("quake3")
    }

    /// Quake III without rounding velocities: most laws are exact only so.
    pub(super) fn quake3_unsnapped() -> Self {
        Self::quake3().but("no snap", |p| p.snap_velocity = false)
    }

    /// The same with something changed.
    pub(super) fn but(mut self, what: &str, change: impl FnOnce(&mut Profile)) -> Self {
        self.name = format!("{}, {what}", self.name);
        change(&mut self.profile);
        self
    }

    /// Name and tick.
    pub(super) fn at(&self, msec: f64) -> String {
        format!("{} · {}", self.name, tick_name(msec))
    }
}

/// 72 Hz, the client rate of old, in milliseconds.
pub(super) const HZ_72: f64 = 1000.0 / 72.0;

/// `8 ms`, `72 Hz`.
pub(super) fn tick_name(msec: f64) -> String {
    if (msec - HZ_72).abs() < 1e-9 {
        "72 Hz".into()
    } else {
        format!("{msec} ms")
    }
}
