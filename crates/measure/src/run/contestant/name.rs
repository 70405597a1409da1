//! Names of contestants, read and written.
//!
//! A name is `backend`, `backend:variant` or either with `+mover`. An unknown name, or a library that is not built in, is an
//! error with a remedy.

use super::kind::known_backends;
use super::{BackendKind, Contestant, all_backends, check_built, movers};
use crate::MeasureError;
use crate::run::registry;
use clipmark_faults::AnyFault;
use clipmark_movement::{MoverLaws, OwnMover, WalkerVariant};
use std::fmt;
use std::str::FromStr;
use strsim::damerau_levenshtein;

/// Short names of the walker on the backend that it was made for; `cylinder` alone is `cylinder:improved`.
const WALKERS: [(&str, OwnMover); 3] = [
    ("cylinder:improved", OwnMover::Pair(WalkerVariant::Improved)),
    ("cylinder:intended", OwnMover::Pair(WalkerVariant::Intended)),
    ("cylinder:literal", OwnMover::Pair(WalkerVariant::Literal)),
];
/// How a contestant's name was given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spelling {
    /// The backend alone.
    Backend,
    /// Backend and mover.
    Full,
    /// One of [`WALKERS`].
    Walker,
    /// The controller alone: its library's backend answers for the world, or `bsp` or `bvh` where it has none.
    Mover,
}

/// A planted fault is written behind this.
const FAULT: char = '~';

/// `, did you mean …?` for a name within two slips of a known one.
fn meant(name: &str) -> String {
    /// Letters that may be wrong: at three, short names all resemble each other.
    const SLIPS: usize = 2;
    let (backend, mover) = name.split_once('+').map_or((name, None), |(b, m)| (b, Some(m)));
    let near = |known: &str, word: &str| damerau_levenshtein(known, word);
    let walkers = WALKERS.iter().map(|(name, _)| *name);
    let backends = all_backends().map(BackendKind::name).chain(walkers);
    // A controller is a contestant without a backend too.
    let alone = movers().filter(|known| mover.is_none() && known.laws == MoverLaws::Foreign);
    let backends = backends.chain(alone.map(|known| known.name));
    let backends = backends.map(|known| (near(known, backend), known));
    let movers = movers().map(|m| (mover.map_or(0, |mover| near(m.name, mover)), m.name));
    match (backends.min(), movers.min()) {
        (Some((slips, backend)), Some((others, nearest))) if slips + others <= SLIPS => {
            let mover = mover.map_or(String::new(), |_| format!("+{nearest}"));
            format!(", did you mean `{backend}{mover}`?")
        }
        _ => String::new(),
    }
}

impl FromStr for Contestant {
    type Err = MeasureError;

    fn from_str(name: &str) -> Result<Self, MeasureError> {
        if let Some((sound, fault)) = name.split_once(FAULT) {
            let fault = AnyFault::named(fault).ok_or_else(|| {
                let known = AnyFault::all().map(AnyFault::name).collect::<Vec<_>>().join(", ");
                MeasureError::Refused(format!("there is no fault `{fault}` to plant; known are {known}"))
            })?;
            return Ok(Self {
                fault: Some(fault),
                ..sound.parse()?
            });
        }
        if let Some((_, mover)) = WALKERS.iter().find(|(known, _)| *known == name) {
            return Ok(Self {
                backend: BackendKind::CYLINDER,
                mover: mover.kind(),
                fault: None,
                spelling: Spelling::Walker,
            });
        }
        let known = |row: &BackendKind| row.name() == name;
        let carried = |row: &BackendKind| row.controller().is_some_and(|own| own.name == name);
        if let Some(backend) = all_backends().find(carried)
            && !all_backends().any(|row| known(&row))
        {
            return Ok(Self {
                backend,
                mover: backend.own_mover(),
                fault: None,
                spelling: Spelling::Mover,
            });
        }
        let (backend, mover) = name.split_once('+').map_or((name, None), |(b, m)| (b, Some(m)));
        let unknown = || {
            MeasureError::Refused(format!(
                "there is no contestant `{name}`{}; give BACKEND or BACKEND+MOVER with a backend of {} and a mover of {}",
                meant(name),
                known_backends(),
                movers().map(|m| m.name).collect::<Vec<_>>().join(", ")
            ))
        };
        for part in [Some(backend), mover].into_iter().flatten() {
            check_built(part, registry::OPTIONAL)?;
        }
        let backend = match BackendKind::named(backend) {
            Ok(backend) => backend,
            // A controller that brings no backend along.
            Err(_) if mover.is_none() => {
                let known = movers().find(|known| known.name == backend && known.laws == MoverLaws::Foreign);
                return known.map(Self::from).ok_or_else(unknown);
            }
            Err(_) => return Err(unknown()),
        };
        let (mover, spelling) = match mover {
            None => (backend.own_mover(), Spelling::Backend),
            Some("pair:improved") => (OwnMover::Pair(WalkerVariant::Improved).kind(), Spelling::Full),
            Some(mover) => {
                let known = movers().find(|known| known.name == mover);
                (known.ok_or_else(unknown)?, Spelling::Full)
            }
        };
        Ok(Self {
            backend,
            mover,
            fault: None,
            spelling,
        })
    }
}

impl fmt::Display for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.spelling {
            Spelling::Backend => f.write_str(self.backend.name()),
            Spelling::Full => write!(f, "{}+{}", self.backend.name(), self.mover.name),
            Spelling::Mover => f.write_str(self.mover.name),
            Spelling::Walker => {
                let known = WALKERS.iter().find(|(_, mover)| mover.kind() == self.mover);
                f.write_str(known.map_or("cylinder", |(name, _)| name))
            }
        }?;
        self.fault.map_or(Ok(()), |fault| write!(f, "{FAULT}{fault}"))
    }
}
