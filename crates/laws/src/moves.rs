//! The movements that the laws are about, with the names they go by in the table.

use clipmark_movement::{Profile, profile_named};

/// A movement and its name.
#[derive(Clone, Debug)]
pub(crate) struct Moves {
    /// As the table names it.
    pub(crate) name: String,
    /// Constants and rules.
    pub(crate) profile: Profile,
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

    pub(crate) fn netquake() -> Self {
        Self::named("netquake")
    }

    pub(crate) fn goldsrc() -> Self {
        Self::named("goldsrc")
    }

    pub(crate) fn source() -> Self {
        Self::named("source")
    }

    /// Source with the constants of Counter-Strike: Source.
    pub(crate) fn css() -> Self {
        Self::named("source:css")
    }

    /// The movement of the two-cylinder walker's paper.
    pub(crate) fn paper2006() -> Self {
        Self::named("paper2006")
    }

    pub(crate) fn cpm() -> Self {
        Self::named("cpm")
    }

    /// Challenge ProMode without rounding velocities.
    pub(crate) fn cpm_unsnapped() -> Self {
        Self::cpm().but("no snap", |p| p.snap_velocity = false)
    }

    pub(crate) fn quakeworld() -> Self {
        Self::named("quakeworld")
    }

    pub(crate) fn quake3() -> Self {
        Self::named("quake3")
    }

    /// Quake III with its defects repaired.
    pub(crate) fn quake3_ideal() -> Self {
        Self::named("quake3:ideal")
    }

    /// Quake III without rounding velocities: most laws are exact only so.
    pub(crate) fn quake3_unsnapped() -> Self {
        Self::quake3().but("no snap", |p| p.snap_velocity = false)
    }

    /// The same with something changed.
    pub(crate) fn but(mut self, what: &str, change: impl FnOnce(&mut Profile)) -> Self {
        self.name = format!("{}, {what}", self.name);
        change(&mut self.profile);
        self
    }

    /// Name and tick.
    pub(crate) fn at(&self, msec: f64) -> String {
        format!("{} · {}", self.name, tick_name(msec))
    }
}

/// 72 Hz, the client rate of old, in milliseconds.
pub(crate) const HZ_72: f64 = 1000.0 / 72.0;

/// `8 ms`, `72 Hz`.
pub(crate) fn tick_name(msec: f64) -> String {
    if (msec - HZ_72).abs() < 1e-9 {
        "72 Hz".into()
    } else {
        format!("{msec} ms")
    }
}
