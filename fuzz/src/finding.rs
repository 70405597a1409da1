//! The fault of an answer, as a value: a run from a seed counts findings and goes on, a fuzz target stops at one.

use clipmark_collision::{CollisionBackend, Sweep};
use clipmark_geometry::World;
use std::fmt::{self, Debug, Display, Formatter};

/// A wrong answer.
#[derive(Clone, Debug)]
pub struct Finding {
    /// Name of the backend that answered; the reference's own is `reference`.
    pub backend: String,
    /// Name of the rule set that it answered by.
    pub rules: &'static str,
    /// Kind of hull that was asked about.
    pub hull: &'static str,
    /// The fault, in a word or two.
    pub fault: &'static str,
    /// World, sweep and answer.
    pub told: String,
}

impl Finding {
    pub(crate) fn of(
        backend: &dyn CollisionBackend,
        sweep: &Sweep,
        fault: &'static str,
        told: String,
    ) -> Self {
        Self {
            backend: backend.facts().name.clone(),
            rules: backend.facts().declaration.rules.name,
            hull: sweep.hull.kind(),
            fault,
            told,
        }
    }

    /// Backend, rules, hull and fault: findings of the same kind mostly have one cause.
    pub fn kind(&self) -> String {
        format!(
            "{} by {}, {}: {}",
            self.backend, self.rules, self.hull, self.fault
        )
    }

    /// Ends a fuzz target's run.
    ///
    /// # Panics
    /// Always.
    pub fn fail(&self) -> ! {
        panic!("{self}")
    }
}

impl Display for Finding {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        write!(f, "{}\n{}", self.kind(), self.told)
    }
}

/// Everything needed to ask again, a thing a line.
pub(crate) fn told(world: &World, what: &[&dyn Debug]) -> String {
    let brushes = world.brushes.iter().map(|b| {
        let planes = b.sides.iter().map(|s| {
            let [x, y, z] = s.plane.normal.into();
            format!("[{x:?}, {y:?}, {z:?}, {:?}]", s.plane.dist)
        });
        let planes = planes.collect::<Vec<_>>().join(", ");
        format!("brush {:?} {:?}: {planes}\n", b.contents, b.bounds)
    });
    let triangles = world.triangles.iter().map(|t| format!("{t:?}\n"));
    let rest = what.iter().map(|x| format!("{x:?}\n"));
    brushes.chain(triangles).chain(rest).collect()
}
