//! Contestants by name, and the registry's facts on them.
//!
//! A name is `backend`, `backend:variant` or either with `+mover`. The rows of the process's [`Roster`] are the only list. A
//! crate that holds a row makes a contestant from it without a name. An unknown name, or a library that is not built in, is an
//! error with a remedy.

use super::registry::{self, Optional};
use super::roster::Roster;
use crate::MeasureError;
use clipmark_collision::{BuildError, Capabilities, CollisionBackend, Registration, Role, TraceRules};
use clipmark_faults::{Fault, MovementFault};
use clipmark_geometry::{Hull, World};
use clipmark_movement::push::PushVariation;
use clipmark_movement::{MoverKind, MoverLaws, OwnMover, Profile, Setup, ShapeKind, WalkerVariant};
use std::fmt;
use std::str::FromStr;
use strsim::damerau_levenshtein;

/// A contestant: a backend and a mover, written `backend` or `backend+mover`. An appended `~fault` plants a fault, to test
/// judges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contestant {
    /// Answers questions about the world.
    pub backend: BackendKind,
    /// Carries the player through it.
    pub mover: &'static MoverKind,
    /// The planted fault.
    pub fault: Option<Fault>,
    /// The form of its name.
    spelling: Spelling,
}

/// A row of the registry of backends.
#[derive(Clone, Copy, Debug)]
pub struct BackendKind(&'static Registration);

/// Names are unique, so they tell rows apart.
impl PartialEq for BackendKind {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Eq for BackendKind {}

/// Short names of the walker on the backend that it was made for; `cylinder` alone is `cylinder:improved`.
const WALKERS: [(&str, OwnMover); 3] = [
    ("cylinder:improved", OwnMover::Pair(WalkerVariant::Improved)),
    ("cylinder:intended", OwnMover::Pair(WalkerVariant::Intended)),
    ("cylinder:literal", OwnMover::Pair(WalkerVariant::Literal)),
];

/// How a contestant's name was given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Spelling {
    /// The backend alone.
    Backend,
    /// Backend and mover.
    Full,
    /// One of [`WALKERS`].
    Walker,
    /// The controller alone: its library's backend answers for the world, or `bsp` where it has none.
    Mover,
}

/// `, did you mean …?` for a name within two slips of a known one.
fn meant(name: &str) -> String {
    /// Letters that may be wrong: at three, short names all resemble each other.
    const SLIPS: usize = 2;
    let (backend, mover) = name.split_once('+').map_or((name, None), |(b, m)| (b, Some(m)));
    let near = |known: &str, word: &str| damerau_levenshtein(known, word);
    let walkers = WALKERS.iter().map(|(name, _)| *name);
    let backends = all_backends().map(BackendKind::name).chain(walkers);
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

fn known_backends() -> String {
    all_backends()
        .map(|kind| kind.name())
        .collect::<Vec<_>>()
        .join(", ")
}

/// All backends and variants, in the order of their crates; main backends come before the rest.
pub fn all_backends() -> impl Iterator<Item = BackendKind> {
    let of = |main: bool| {
        let rows = Roster::of_process().backends();
        rows.filter(move |row| (row.role == Role::Main) == main)
    };
    of(true).chain(of(false)).map(BackendKind)
}

/// The backends that can be built from any world, with their names.
pub fn backends() -> impl Iterator<Item = (&'static str, BackendKind)> {
    with(&[Role::Main])
}

/// Variants of backends, with their names: stated choices and yardsticks.
pub fn variants() -> impl Iterator<Item = (&'static str, BackendKind)> {
    with(&[Role::Variant, Role::Yardstick])
}

fn with(roles: &'static [Role]) -> impl Iterator<Item = (&'static str, BackendKind)> {
    let rows = all_backends().filter(|kind| roles.contains(&kind.0.role));
    rows.map(|kind| (kind.name(), kind))
}

/// All movers.
pub fn movers() -> impl Iterator<Item = &'static MoverKind> {
    Roster::of_process().movers()
}

/// Whether a backend or mover of that name takes part only in a build with its feature.
pub fn is_optional(name: &str) -> bool {
    registry::OPTIONAL.iter().any(|row| row.owns(name))
}

/// Contestants whose feature is not in this build: name, feature, and that build's needs besides Rust (empty, or ` (needs …)`).
pub fn not_built() -> impl Iterator<Item = [&'static str; 3]> {
    let rows = registry::OPTIONAL.iter().filter(|row| !row.built);
    rows.map(|row| [row.name, row.feature, row.needs])
}

/// Refuses the name of a backend or mover that is known and not built in.
pub fn check_built(name: &str, optional: &[Optional]) -> Result<(), MeasureError> {
    match optional.iter().find(|row| !row.built && row.owns(name)) {
        Some(row) => Err(MeasureError::NotBuilt {
            name: name.into(),
            feature: row.feature,
            needs: row.needs,
        }),
        None => Ok(()),
    }
}

impl BackendKind {
    /// `bsp`
    pub const BSP: Self = Self(&clipmark_bsp::BSP);
    /// `bsp:tutorial`
    pub const TUTORIAL: Self = Self(&clipmark_bsp::TUTORIAL);
    /// `bvh`
    pub const BVH: Self = Self(&clipmark_bvh::BVH);
    /// `cylinder`
    pub const CYLINDER: Self = Self(&clipmark_cylinder::CYLINDER);

    /// Name, as on the command line.
    pub fn name(self) -> &'static str {
        self.0.name
    }

    /// A description, in one line.
    pub fn about(self) -> &'static str {
        self.0.about
    }

    /// The backend or variant of that name.
    ///
    /// # Errors
    /// A name that none has.
    pub fn named(name: &str) -> Result<Self, MeasureError> {
        check_built(name, registry::OPTIONAL)?;
        let found = all_backends().find(|kind| kind.name() == name);
        found.ok_or_else(|| MeasureError::Backend {
            name: name.into(),
            known: known_backends(),
        })
    }

    /// Builds it from a world.
    ///
    /// # Errors
    /// A world or rules that it cannot use.
    pub fn build(self, world: &World, rules: TraceRules) -> Result<Box<dyn CollisionBackend>, BuildError> {
        (self.0.build)(world, rules)
    }

    /// Whether it is a library alone, without our code. Such a yardstick allocates and may panic inside, which is caught.
    pub fn is_stock(self) -> bool {
        self.0.role == Role::Yardstick
    }

    /// Its capabilities in every world that it can be built from.
    pub fn capabilities(self) -> Capabilities {
        self.0.capabilities
    }

    /// Whether it collides with curved patches.
    pub fn collides_with_patches(self) -> bool {
        self.capabilities().patches
    }

    /// Whether it collides with triangles.
    pub fn collides_with_triangles(self) -> bool {
        self.capabilities().triangles
    }

    /// Whether it sweeps hulls of that kind.
    pub fn sweeps(self, hull: &Hull) -> bool {
        self.capabilities().hulls.contains(hull)
    }

    /// The character controller that its library brings along, if it is one of others.
    pub fn controller(self) -> Option<&'static MoverKind> {
        Some(self.own_mover()).filter(|mover| mover.laws == MoverLaws::Foreign)
    }

    /// The mover of a contestant that names none.
    fn own_mover(self) -> &'static MoverKind {
        let made_for = self.0.mover.and_then(|name| movers().find(|m| m.name == name));
        made_for.unwrap_or(OwnMover::Slide.kind())
    }
}

/// A planted fault is written behind this.
const FAULT: char = '~';

impl Contestant {
    /// Whether curved patches may be given to it as triangles. A planted fault may be one of patches.
    pub fn takes_patches_as_triangles(&self) -> bool {
        self.backend.collides_with_triangles() && self.fault.is_none()
    }

    /// Builds its backend from a world, with its fault of collision if any. A fault of movement may change the rules of traces.
    ///
    /// # Errors
    /// A world or rules that the backend cannot use.
    pub fn build(&self, world: &World, rules: TraceRules) -> Result<Box<dyn CollisionBackend>, BuildError> {
        let kind = self.backend;
        match self.fault {
            Some(Fault::Collision(fault)) => {
                let build = Box::new(move |world: &World, rules| kind.build(world, rules));
                Ok(Box::new(fault.plant(world, rules, build)?))
            }
            Some(Fault::Movement(fault)) => kind.build(world, fault.trace_rules(rules)),
            Some(Fault::Push(_)) | None => kind.build(world, rules),
        }
    }

    /// Its movement on that backend, which was built from that world, with the fault of movement if it has one.
    ///
    /// # Errors
    /// A world or profile that a controller of another library cannot use.
    pub fn setup(
        &self,
        profile: Profile,
        world: &World,
        backend: &dyn CollisionBackend,
    ) -> Result<Setup, BuildError> {
        let setup = Setup::registered(profile, self.mover, world, backend)?;
        Ok(match self.movement_fault() {
            Some(fault) => fault.plant(setup),
            None => setup,
        })
    }

    /// Refuses the two-cylinder walker on a backend that knows bodies of a few sizes alone. Errors name `file`.
    ///
    /// # Errors
    /// [`MeasureError::NoSizeForWalker`].
    pub fn check_sizes(
        &self,
        setup: &Setup,
        backend: &dyn CollisionBackend,
        file: &str,
    ) -> Result<(), MeasureError> {
        let solid = setup.mover().solid_bounds(&setup.profile);
        let fits = backend.supports(&setup.shape().hull(solid));
        if setup.mover().laws == MoverLaws::Walker && !fits {
            return Err(MeasureError::NoSizeForWalker {
                file: file.into(),
                contestant: self.to_string(),
                backend: self.backend.name(),
            });
        }
        Ok(())
    }

    /// Its fault of movement. All contestants and the reference mover share the stages of a tick: if one has such a fault, all
    /// have.
    pub fn movement_fault(&self) -> Option<&'static MovementFault> {
        match self.fault {
            Some(Fault::Movement(fault)) => Some(fault),
            _ => None,
        }
    }

    /// The rules of pushes that its fault of movers runs by; none without such a fault.
    pub fn pushes(&self) -> Option<PushVariation> {
        match self.fault {
            Some(Fault::Push(fault)) => Some(fault.rules),
            _ => None,
        }
    }

    /// The same with a fault.
    #[must_use]
    pub fn with_fault(self, fault: Fault) -> Self {
        Self {
            fault: Some(fault),
            ..self
        }
    }

    /// The same by the name of the controller that carries it, where this is another than its backend's: `box3d+steps` for
    /// `box3d:tuned`.
    #[must_use]
    pub fn by_controller(self) -> Self {
        match self.backend.controller() {
            Some(own) if self.spelling == Spelling::Backend && own.name != self.backend.name() => Self {
                spelling: Spelling::Mover,
                ..self
            },
            _ => self,
        }
    }

    /// The same without its fault.
    #[must_use]
    pub fn sound(self) -> Self {
        Self { fault: None, ..self }
    }
}

/// A backend with the mover that it was made for, if this process has that; else with the slide move.
impl From<&'static Registration> for Contestant {
    fn from(row: &'static Registration) -> Self {
        let backend = BackendKind(row);
        Self {
            backend,
            mover: backend.own_mover(),
            fault: None,
            spelling: Spelling::Backend,
        }
    }
}

/// A mover on `bsp`, which answers the judge's sweeps and the stages' questions about liquids; on `bvh` where the body is a
/// cylinder, which `bsp` does not sweep.
impl From<&'static MoverKind> for Contestant {
    fn from(mover: &'static MoverKind) -> Self {
        Self {
            backend: match mover.shape() {
                Some(ShapeKind::Cylinder) => BackendKind::BVH,
                _ => BackendKind::BSP,
            },
            mover,
            fault: None,
            spelling: if mover.laws == MoverLaws::Foreign {
                Spelling::Mover
            } else {
                Spelling::Full
            },
        }
    }
}

impl FromStr for Contestant {
    type Err = MeasureError;

    fn from_str(name: &str) -> Result<Self, MeasureError> {
        if let Some((sound, fault)) = name.split_once(FAULT) {
            let fault = Fault::named(fault).ok_or_else(|| MeasureError::Fault {
                name: fault.into(),
                known: Fault::all().map(Fault::name).collect::<Vec<_>>().join(", "),
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
        let unknown = || MeasureError::Contestant {
            name: name.into(),
            meant: meant(name),
            backends: known_backends(),
            movers: movers().map(|m| m.name).collect::<Vec<_>>().join(", "),
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
