use crate::MeasureError;
use clipmark_bsp::BspBackend;
use clipmark_bvh::BvhBackend;
use clipmark_collision::{BuildError, CollisionBackend, TraceRules};
use clipmark_cylinder::CylinderBackend;
use clipmark_geometry::World;
use clipmark_movement::{Mover, ShapeKind};
use std::fmt;
use std::str::FromStr;

/// Who takes part: a backend and a mover, written `backend` or `backend+mover`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contestant {
    /// Answers what the world is.
    pub backend: BackendKind,
    /// Carries the player through it.
    pub mover: Mover,
    /// Whether the name is to spell the mover out.
    spelled: bool,
}

/// The backends there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BackendKind {
    /// Brush tracing through a BSP tree.
    Bsp,
    /// BVH with GJK and EPA.
    Bvh,
    /// Vertical cylinders against a polygon mesh.
    Cylinder,
}

/// All backends, by name.
pub const BACKENDS: [(&str, BackendKind); 3] = [
    ("bsp", BackendKind::Bsp),
    ("bvh", BackendKind::Bvh),
    ("cylinder", BackendKind::Cylinder),
];

/// All movers, by name.
pub const MOVERS: [(&str, Mover); 2] = [("slide", Mover::SlideStep), ("pair", Mover::CylinderPair)];

impl BackendKind {
    /// Name, as on the command line.
    pub fn name(self) -> &'static str {
        BACKENDS.iter().find(|(_, k)| *k == self).map_or("", |(n, _)| n)
    }

    /// Builds it from a world.
    ///
    /// # Errors
    /// A world or rules that it cannot use.
    pub fn build(self, world: &World, rules: TraceRules) -> Result<Box<dyn CollisionBackend>, BuildError> {
        Ok(match self {
            Self::Bsp => Box::new(BspBackend::build(world, rules)?),
            Self::Bvh => Box::new(BvhBackend::build(world, rules)?),
            Self::Cylinder => Box::new(CylinderBackend::build(world, rules)?),
        })
    }

    /// The mover of a contestant that names none: the walker was made for cylinders, the slide move for sweeps.
    fn own_mover(self) -> Mover {
        match self {
            Self::Bsp | Self::Bvh => Mover::SlideStep,
            Self::Cylinder => Mover::CylinderPair,
        }
    }
}

/// The shape of a player's body for a backend: the box where it has one, else the cylinder.
pub(crate) fn body_shape(backend: &dyn CollisionBackend) -> ShapeKind {
    if backend.declares().hulls.aabb {
        ShapeKind::Box
    } else {
        ShapeKind::Cylinder
    }
}

impl FromStr for Contestant {
    type Err = MeasureError;

    fn from_str(name: &str) -> Result<Self, MeasureError> {
        let (backend, mover) = name.split_once('+').map_or((name, None), |(b, m)| (b, Some(m)));
        let unknown = || MeasureError::Contestant {
            name: name.into(),
            backends: BACKENDS.map(|(n, _)| n).join(", "),
            movers: MOVERS.map(|(n, _)| n).join(", "),
        };
        let backend = BACKENDS
            .iter()
            .find(|(n, _)| *n == backend)
            .ok_or_else(unknown)?
            .1;
        let spelled = mover.is_some();
        let mover = match mover {
            None => backend.own_mover(),
            Some(mover) => MOVERS.iter().find(|(n, _)| *n == mover).ok_or_else(unknown)?.1,
        };
        Ok(Self {
            backend,
            mover,
            spelled,
        })
    }
}

impl fmt::Display for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.backend.name())?;
        if self.spelled {
            write!(f, "+{}", self.mover.name())
        } else {
            Ok(())
        }
    }
}
