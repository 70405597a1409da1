//! Contestants: a backend, a mover, and perhaps a planted fault.
//!
//! The rows of the process's [`Roster`](super::roster::Roster) are the only list. A crate that holds a row makes a contestant
//! from it without a name.

mod kind;
mod name;

pub use kind::{BackendKind, all_backends, backends, check_built, is_optional, movers, not_built, variants};

use crate::MeasureError;
use clipmark_collision::{BuildError, CollisionBackend, Registration, Standalone, TraceRules};
use clipmark_faults::{AnyFault, MovementFault};
use clipmark_geometry::World;
use clipmark_movement::moving::PushFault;
use clipmark_movement::{MoverKind, MoverLaws, Profile, Setup, ShapeKind};
use name::Spelling;

/// A contestant: a backend and a mover, written `backend` or `backend+mover`. An appended `~fault` plants a fault, to test
/// judges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contestant {
    /// Answers questions about the world.
    pub backend: BackendKind,
    /// Carries the player through it.
    pub mover: &'static MoverKind,
    /// The planted fault.
    pub fault: Option<AnyFault>,
    /// The form of its name.
    spelling: Spelling,
}

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
            Some(AnyFault::Collision(fault)) => {
                let build = Box::new(move |world: &World, rules| kind.build(world, rules));
                Ok(Box::new(fault.plant(world, rules, build)?))
            }
            Some(AnyFault::Movement(fault)) => kind.build(world, fault.trace_rules(rules)),
            Some(AnyFault::Push(_)) | None => kind.build(world, rules),
        }
    }

    /// The library behind its backend, built from the same, to give its casts as data. A planted fault's answers are
    /// not the library's.
    pub fn library(&self, world: &World, rules: TraceRules) -> Option<Box<dyn Standalone>> {
        if self.fault.is_some() {
            return None;
        }
        self.backend.build_standalone(world, rules).ok()?
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
        let fits = backend.facts().supports(&setup.shape().hull(solid));
        if setup.mover().laws == MoverLaws::Walker && !fits {
            return Err(MeasureError::NoSizeForWalker {
                file: file.into(),
                contestant: self.to_string(),
                backend: self.backend.name(),
            });
        }
        Ok(())
    }

    /// Its fault of movement. All contestants and the reference mover share the engine's tick: if one has such a fault, all
    /// have.
    pub fn movement_fault(&self) -> Option<&'static MovementFault> {
        match self.fault {
            Some(AnyFault::Movement(fault)) => Some(fault),
            _ => None,
        }
    }

    /// Its fault of pushes, if it has one.
    pub fn push_fault(&self) -> Option<PushFault> {
        match self.fault {
            Some(AnyFault::Push(fault)) => Some(fault.fault),
            _ => None,
        }
    }

    /// The same with a fault.
    #[must_use]
    pub fn with_fault(self, fault: AnyFault) -> Self {
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

/// A mover on `bsp`, which answers the judge's sweeps and the movement's questions about liquids. A mover whose body is a
/// cylinder is on `bvh`, since `bsp` sweeps no cylinder.
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
