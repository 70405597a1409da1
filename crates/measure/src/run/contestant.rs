//! Contestants by name: the registry of backends, variants and movers.

use crate::MeasureError;
use clipmark_bvh::{BvhBackend, DoubleStockBackend, Solver, StockBackend, StockUse};
use clipmark_collision::{BuildError, CollisionBackend, Declaration, TraceRules};
use clipmark_cylinder::CylinderBackend;
use clipmark_faults::{Fault, MovementFault};
use clipmark_geometry::{Hull, World};
use clipmark_hull::{ClipRules, HullBackend};
use clipmark_movement::{MOVERS, MoverKind, OwnMover, Profile, Setup, WalkerVariant};
use std::fmt;
use std::str::FromStr;

/// A contestant: a backend and a mover, written `backend` or `backend+mover`; with `~fault` appended, one with a planted
/// fault that judges are tested with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contestant {
    /// Answers what the world is.
    pub backend: BackendKind,
    /// Carries the player through it.
    pub mover: &'static MoverKind,
    /// What is wrong with it, on purpose.
    pub fault: Option<Fault>,
    /// As what it is to be shown.
    spelling: Spelling,
}

/// The backends there are, and their variants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BackendKind {
    /// Brush tracing through a BSP tree.
    Bsp,
    /// The same by Quake III's rules, whatever the movement profile's.
    BspQuake3,
    /// The same by QuakeWorld's rules, whatever the movement profile's.
    BspQuakeWorld,
    /// The same by the rules of the published tutorial, errors included.
    BspTutorial,
    /// BVH with GJK and EPA.
    Bvh,
    /// The same with plane clipping first.
    BvhPlanes,
    /// parry as a new user calls it.
    BvhStock,
    /// The same in f64.
    BvhF64,
    /// parry's conservative advancement on convex hulls.
    BvhToi,
    /// parry's casts at a triangle mesh.
    BvhMesh,
    /// Vertical cylinders against a polygon mesh.
    Cylinder,
    /// A point through clip hulls, as in Quake.
    Hull,
    /// The same with the games' faults repaired.
    HullIdeal,
}

/// The backends, by name.
pub const BACKENDS: [(&str, BackendKind); 4] = [
    ("bsp", BackendKind::Bsp),
    ("bvh", BackendKind::Bvh),
    ("cylinder", BackendKind::Cylinder),
    ("hull", BackendKind::Hull),
];

/// Variants of backends, by name: yardsticks and stated choices.
pub const VARIANTS: [(&str, BackendKind); 9] = [
    ("bsp:quake3", BackendKind::BspQuake3),
    ("bsp:quakeworld", BackendKind::BspQuakeWorld),
    ("bsp:tutorial", BackendKind::BspTutorial),
    ("bvh:planes", BackendKind::BvhPlanes),
    ("bvh:stock", BackendKind::BvhStock),
    ("bvh:f64", BackendKind::BvhF64),
    ("bvh:toi", BackendKind::BvhToi),
    ("bvh:mesh", BackendKind::BvhMesh),
    ("hull:ideal", BackendKind::HullIdeal),
];

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
}

fn known_backends() -> String {
    backends().map(|(name, _)| name).collect::<Vec<_>>().join(", ")
}

fn backends() -> impl Iterator<Item = (&'static str, BackendKind)> {
    BACKENDS.into_iter().chain(VARIANTS)
}

impl BackendKind {
    /// Name, as on the command line.
    pub fn name(self) -> &'static str {
        backends()
            .find(|(_, kind)| *kind == self)
            .map_or("", |(name, _)| name)
    }

    /// The backend or variant of that name.
    ///
    /// # Errors
    /// A name that none has.
    pub fn named(name: &str) -> Result<Self, MeasureError> {
        let found = backends().find(|(known, _)| *known == name);
        found.map(|(_, kind)| kind).ok_or_else(|| MeasureError::Backend {
            name: name.into(),
            known: known_backends(),
        })
    }

    /// Builds it from a world.
    ///
    /// # Errors
    /// A world or rules that it cannot use.
    pub fn build(self, world: &World, rules: TraceRules) -> Result<Box<dyn CollisionBackend>, BuildError> {
        Ok(match self {
            Self::Bsp => clipmark_bsp::build(world, rules)?,
            Self::BspQuake3 => clipmark_bsp::build(world, TraceRules::QUAKE3)?,
            Self::BspQuakeWorld => clipmark_bsp::build(world, TraceRules::QUAKEWORLD)?,
            Self::BspTutorial => clipmark_bsp::build(world, TraceRules::TUTORIAL)?,
            Self::Bvh => Box::new(BvhBackend::build(world, rules)?),
            Self::BvhPlanes => Box::new(BvhBackend::build_with(world, rules, Solver::PlanesFirst)?),
            Self::BvhStock => Box::new(StockBackend::build(world, rules)?),
            Self::BvhF64 => Box::new(DoubleStockBackend::build(world, rules)?),
            Self::BvhToi => Box::new(StockBackend::build_for(StockUse::TimeOfImpact, world, rules)?),
            Self::BvhMesh => Box::new(StockBackend::build_for(StockUse::Mesh, world, rules)?),
            Self::Cylinder => Box::new(CylinderBackend::build(world, rules)?),
            Self::Hull => Box::new(HullBackend::build(world, rules)?),
            Self::HullIdeal => Box::new(HullBackend::build_with(world, ClipRules::ideal(rules))?),
        })
    }

    /// Whether it is parry alone, with nothing of ours: a yardstick that allocates and may panic inside, which is caught.
    pub fn is_stock(self) -> bool {
        matches!(self, Self::BvhStock | Self::BvhF64 | Self::BvhToi | Self::BvhMesh)
    }

    /// Whether it collides with curved patches, by its own declaration.
    pub fn collides_with_patches(self) -> bool {
        self.declares().is_some_and(|d| d.patches)
    }

    /// Whether it collides with triangles, by its own declaration.
    pub fn collides_with_triangles(self) -> bool {
        self.declares().is_some_and(|d| d.triangles)
    }

    /// Whether it sweeps hulls of that kind, by its own declaration.
    pub fn sweeps(self, hull: &Hull) -> bool {
        self.declares().is_some_and(|d| d.hulls.contains(hull))
    }

    /// What it declares of any world, by Quake III's rules.
    fn declares(self) -> Option<Declaration> {
        let built = self.build(&World::default(), TraceRules::QUAKE3);
        built.ok().map(|backend| backend.declares())
    }

    /// The mover of a contestant that names none: the walker was made for cylinders, the slide move for sweeps.
    fn own_mover(self) -> OwnMover {
        match self {
            Self::Cylinder => OwnMover::Pair(WalkerVariant::Improved),
            _ => OwnMover::Slide,
        }
    }
}

/// What a planted fault is written behind.
const FAULT: char = '~';

impl Contestant {
    /// Builds its backend from a world, with the fault of collision if it has one.
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
            _ => kind.build(world, rules),
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

    /// Its fault of movement. All contestants and the reference mover share the stages of a tick, so that where one has
    /// such a fault all have.
    pub fn movement_fault(&self) -> Option<&'static MovementFault> {
        match self.fault {
            Some(Fault::Movement(fault)) => Some(fault),
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

    /// The same without its fault.
    #[must_use]
    pub fn sound(self) -> Self {
        Self { fault: None, ..self }
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
                backend: BackendKind::Cylinder,
                mover: mover.kind(),
                fault: None,
                spelling: Spelling::Walker,
            });
        }
        let (backend, mover) = name.split_once('+').map_or((name, None), |(b, m)| (b, Some(m)));
        let unknown = || MeasureError::Contestant {
            name: name.into(),
            backends: known_backends(),
            movers: MOVERS.map(|m| m.name).join(", "),
        };
        let backend = BackendKind::named(backend).map_err(|_| unknown())?;
        let (mover, spelling) = match mover {
            None => (backend.own_mover().kind(), Spelling::Backend),
            Some("pair:improved") => (OwnMover::Pair(WalkerVariant::Improved).kind(), Spelling::Full),
            Some(mover) => {
                let known = MOVERS.into_iter().find(|known| known.name == mover);
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
            Spelling::Walker => {
                let known = WALKERS.iter().find(|(_, mover)| mover.kind() == self.mover);
                f.write_str(known.map_or("cylinder", |(name, _)| name))
            }
        }?;
        self.fault.map_or(Ok(()), |fault| write!(f, "{FAULT}{fault}"))
    }
}
