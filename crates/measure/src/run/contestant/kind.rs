//! Backends by name, and the registry's facts on them.

use crate::MeasureError;
use crate::run::registry::{self, Optional};
use crate::run::roster::Roster;
use clipmark_collision::{
    BuildError, Capabilities, CollisionBackend, Registration, Role, Standalone, TraceRules,
};
use clipmark_geometry::{Hull, World};
use clipmark_movement::{MoverKind, MoverLaws, OwnMover};

/// A row of the registry of backends.
#[derive(Clone, Copy, Debug)]
pub struct BackendKind(pub(super) &'static Registration);

/// Names are unique, so they tell rows apart.
impl PartialEq for BackendKind {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Eq for BackendKind {}
pub(super) fn known_backends() -> String {
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

/// Libraries whose feature is not in this build: its name, and that build's needs besides Rust (empty, or ` (needs …)`).
pub fn not_built() -> impl Iterator<Item = [&'static str; 2]> {
    let rows = registry::OPTIONAL.iter().filter(|row| !row.built);
    rows.map(|row| [row.feature, row.needs])
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
        found.ok_or_else(|| {
            let known = known_backends();
            MeasureError::Refused(format!("there is no backend `{name}`; give one of {known}"))
        })
    }

    /// Builds it from a world.
    ///
    /// # Errors
    /// A world or rules that it cannot use.
    pub fn build(self, world: &World, rules: TraceRules) -> Result<Box<dyn CollisionBackend>, BuildError> {
        (self.0.build)(world, rules)
    }

    /// Builds it so that it gives its casts as data. `None` where no library of others is behind it.
    ///
    /// # Errors
    /// A world or rules that it cannot use.
    pub fn build_standalone(
        self,
        world: &World,
        rules: TraceRules,
    ) -> Result<Option<Box<dyn Standalone>>, BuildError> {
        self.0.standalone.map(|build| build(world, rules)).transpose()
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
    pub(super) fn own_mover(self) -> &'static MoverKind {
        let made_for = self.0.mover.and_then(|name| movers().find(|m| m.name == name));
        made_for.unwrap_or(OwnMover::Slide.kind())
    }
}
