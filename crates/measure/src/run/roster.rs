//! The contestants of this process: the rows of `registry.rs`, and the additions of a crate that uses this one.
//!
//! Command lines, scenes and results name contestants, so names must mean one thing in a whole process. A roster is therefore a
//! value until it is entered, and cannot change afterwards.

use super::contestant::Contestant;
use super::registry;
use crate::MeasureError;
use clipmark_collision::Registration;
use clipmark_movement::{MoverKind, MoverLaws};
use std::sync::OnceLock;

static ENTERED: OnceLock<Roster> = OnceLock::new();

/// Backends and movers by name.
#[derive(Clone, Debug)]
pub struct Roster {
    backends: Vec<&'static Registration>,
    movers: Vec<&'static MoverKind>,
    /// How many of each are of this build; guests follow.
    ours: [usize; 2],
    /// Packages of libraries that are not from crates.io, with `;` between.
    elsewhere: &'static str,
}

impl Roster {
    /// The contents of this build: our backends, the libraries of its features, and their movers.
    pub fn ours() -> Self {
        let none = Self {
            backends: Vec::new(),
            movers: Vec::new(),
            ours: [0; 2],
            elsewhere: "",
        };
        let backends = registry::BACKENDS.iter().copied().flatten().copied();
        let movers = registry::MOVERS.iter().copied().flatten().copied();
        let mut all = movers.fold(backends.fold(none, Self::backend), Self::controller);
        all.ours = [all.backends.len(), all.movers.len()];
        all
    }

    /// The same with one more backend.
    #[must_use]
    pub fn backend(mut self, row: &'static Registration) -> Self {
        self.backends.push(row);
        self
    }

    /// The same with one more mover: a character controller of another library.
    #[must_use]
    pub fn controller(mut self, row: &'static MoverKind) -> Self {
        self.movers.push(row);
        self
    }

    /// The same in a build with libraries that are not from crates.io, but an author's own. Each is given as
    /// `rapier3d 0.36.1 from a path`, with `;` between.
    #[must_use]
    pub fn with_elsewhere(mut self, packages: &'static str) -> Self {
        self.elsewhere = packages;
        self
    }

    /// Makes it the roster of this process. Names that are parsed from then on are its rows'.
    ///
    /// # Errors
    /// A name that is taken or cannot be written where contestants are named. Also a backend whose mover is missing, or a
    /// process that has its roster already.
    pub fn enter(self) -> Result<(), MeasureError> {
        let guest = |name: &str, why: &str| {
            MeasureError::Refused(format!("contestant `{name}` cannot take part: {why}"))
        };
        let backends: Vec<&str> = self.backends.iter().map(|row| row.name).collect();
        let movers: Vec<&str> = self.movers.iter().map(|row| row.name).collect();
        for names in [&backends, &movers] {
            for (i, name) in names.iter().enumerate() {
                if !is_writable(name) && !self.is_brought(name) {
                    let why = "a name has letters, digits, `-`, `_`, `.` and `:` only";
                    return Err(guest(name, why));
                }
                if names[..i].contains(name) {
                    return Err(guest(name, "the name is taken; `list` shows all"));
                }
            }
        }
        for row in &self.backends {
            if let Some(mover) = row.mover.filter(|mover| !movers.contains(mover)) {
                return Err(guest(row.name, &format!("its mover `{mover}` was not given")));
            }
        }
        let name = self.guest_names().next().unwrap_or("roster").to_owned();
        ENTERED.set(self).map_err(|_| {
            guest(
                &name,
                "this process has its contestants already; give all before the first is named",
            )
        })
    }

    /// The roster of this process: the one entered first, else [`Self::ours`].
    pub(super) fn of_process() -> &'static Self {
        ENTERED.get_or_init(Self::ours)
    }

    /// What was given to [`Self::with_elsewhere`].
    pub(super) fn elsewhere(&self) -> &'static str {
        self.elsewhere
    }

    pub(super) fn backends(&self) -> impl Iterator<Item = &'static Registration> {
        self.backends.iter().copied()
    }

    pub(super) fn movers(&self) -> impl Iterator<Item = &'static MoverKind> {
        self.movers.iter().copied()
    }

    /// Whether a backend brings a controller of that name, which says what was added to its library: `box3d+steps`.
    fn is_brought(&self, name: &str) -> bool {
        let is_mover = |name: &str| self.movers.iter().any(|row| row.name == name);
        let parts = name.split_once('+');
        let is_fit =
            parts.is_some_and(|(to, added)| is_writable(to) && is_writable(added) && !is_mover(added));
        is_fit && self.backends.iter().any(|row| row.mover == Some(name))
    }

    fn guest_names(&self) -> impl Iterator<Item = &'static str> {
        let backends = self.backends[self.ours[0]..].iter().map(|row| row.name);
        backends.chain(self.movers[self.ours[1]..].iter().map(|row| row.name))
    }
}

/// Whether a name can stand in lists with commas, in `BACKEND+MOVER` and in `NAME~FAULT`.
fn is_writable(name: &str) -> bool {
    let is_fit = |c: char| c.is_ascii_alphanumeric() || "-_.:".contains(c);
    name.starts_with(|c: char| c.is_ascii_alphanumeric()) && name.chars().all(is_fit)
}

/// Additions to this build: each backend with its own mover, and each controller without such a backend. Verbs add them to the
/// contestants where none are named.
pub fn guests() -> Vec<Contestant> {
    let roster = Roster::of_process();
    let backends = &roster.backends[roster.ours[0]..];
    let is_brought = |mover: &MoverKind| backends.iter().any(|row| row.mover == Some(mover.name));
    let movers = roster.movers[roster.ours[1]..].iter();
    let alone = movers.filter(|mover| mover.laws == MoverLaws::Foreign && !is_brought(mover));
    let backends = backends.iter().map(|row| Contestant::from(*row));
    backends.chain(alone.map(|row| Contestant::from(*row))).collect()
}
