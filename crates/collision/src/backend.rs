//! The first seam: the trait that every collision backend implements, and what a backend says of itself.
//!
//! Movement, referee and clock ask through it and know no backend. It asks for more than the trace of a box. The walker needs
//! contacts within a margin. Each answer has a [`Status`], so that "nothing met" and "not decided" stay apart.

use crate::question::Question;
use crate::{Contact, Declaration, Penetration, Reached, Status, Sweep, Trace, Work};
use clipmark_geometry::{Contents, Hull, Plane, Point, Rotation, Vec3, World};
use std::time::Duration;
use thiserror::Error;

/// The world's answers: the seam between movement and collision. Five questions must be answered; the three after them have an
/// answer by these, which a backend overrides where it has a better one.
///
/// All answers are pure: the same question gets the same bits from any thread. No method panics on any input;
/// coordinates that are NaN, infinite or out of range get [`Status::Invalid`](crate::Status::Invalid).
pub trait CollisionBackend: Send + Sync {
    /// Moves a hull from start to end. Returns where it comes to rest and the surface that it met.
    fn trace(&self, sweep: &Sweep, work: &mut Work) -> Trace;

    /// The position test: the solid that overlaps the hull at `at`, the depth, and the way out.
    fn overlap(&self, hull: &Hull, at: &Point, mask: Contents, work: &mut Work) -> Option<Penetration>;

    /// Appends every surface within `margin` units of the hull at `at` to `out`. The order depends on the world alone. For a
    /// solid not overlapped: its nearest feature. For an overlapped one: every intersecting polygon.
    fn contacts(
        &self,
        hull: &Hull,
        at: &Point,
        margin: f32,
        mask: Contents,
        out: &mut Vec<Contact>,
        work: &mut Work,
    );

    /// The contents of a point.
    fn contents(&self, at: &Point) -> Contents;

    /// The rules by which it answers, the hulls that it sweeps, and the cost of its build.
    fn facts(&self) -> &Facts;

    /// Whether the hull at `at` is in a solid: the status of [`overlap`](Self::overlap)'s answer. `None` where it is free or only
    /// touches. Overridden where this costs less than the way out.
    fn occupied(&self, hull: &Hull, at: &Point, mask: Contents, work: &mut Work) -> Option<Status> {
        self.overlap(hull, at, mask, work)
            .filter(|p| p.depth > 0.0 || !p.status.is_reliable())
            .map(|p| p.status)
    }

    /// Shows every polygon that reaches into the hull at `at`, in the order of [`contacts`](Self::contacts). These are its
    /// contacts without a margin and with a negative distance. Overridden where this costs less than distances.
    fn reached(
        &self,
        hull: &Hull,
        at: &Point,
        mask: Contents,
        work: &mut Work,
        visit: &mut dyn FnMut(&Reached),
    ) {
        // The list is the work's own, taken out so that the backend may borrow the rest.
        let mut list = std::mem::take(&mut work.contacts);
        list.clear();
        self.contacts(hull, at, 0.0, mask, &mut list, work);
        for contact in list.iter().filter(|c| c.distance < 0.0) {
            visit(&Reached {
                normal: contact.face_normal,
                top: contact.top,
            });
        }
        work.contacts = list;
    }

    /// Moves a hull against this backend's world where that is a model that is turned in a larger one. The sweep is in the
    /// model's frame; the hull's own axes are those of the larger world. As Quake III does, a box lies along the model's axes all
    /// the same. A tilted capsule or cylinder is refused by default: to ignore the rotation would be a wrong answer in silence.
    fn trace_turned(&self, sweep: &Sweep, rotation: &Rotation, work: &mut Work) -> Trace {
        match sweep.hull {
            Hull::Capsule { .. } | Hull::Cylinder { .. } if !rotation.is_upright() => {
                Trace::refused(sweep, Status::Unsupported)
            }
            _ => self.trace(sweep, work),
        }
    }
}

/// A backend that knows what Quake III reports where it means nothing.
pub trait LeftOver: CollisionBackend {
    /// The plane that the engine reports where the whole sweep is in a solid: a surface met earlier in its search. It is asked
    /// only to compare with recordings. `rotation` is as in [`CollisionBackend::trace_turned`].
    fn left_over(&self, sweep: &Sweep, rotation: &Rotation, work: &mut Work) -> Option<Plane>;
}

/// A backend in front of a library, which gives its casts as data for the library's own program.
pub trait Standalone: CollisionBackend {
    /// The same sweep as the library is asked, with its answer now. `None` where the library has no such question.
    fn question(&self, sweep: &Sweep) -> Option<Question>;
}

/// What a built backend says of itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Facts {
    /// The rules by which it answers.
    pub declaration: Declaration,
    /// The sizes of the hulls that it was prepared for, in units. None: it sweeps the declared kinds in any size.
    pub prepared: Option<Vec<Vec3>>,
    /// Name, as on the command line.
    pub name: String,
    /// Wall time of the build.
    pub build_time: Duration,
    /// Bytes held, everything that the backend owns.
    pub bytes: usize,
    /// Brushes, hulls or polygons that can be hit.
    pub primitives: usize,
    /// Parts of the world that it does not collide with, in sentences for the report.
    pub omissions: Vec<String>,
}

impl Facts {
    /// Facts of a backend that declares this and measured nothing.
    pub fn new(declaration: Declaration) -> Self {
        Self {
            declaration,
            prepared: None,
            name: String::new(),
            build_time: Duration::ZERO,
            bytes: 0,
            primitives: 0,
            omissions: Vec::new(),
        }
    }

    /// Whether the backend sweeps this very shape.
    pub fn supports(&self, hull: &Hull) -> bool {
        let prepared = |sizes: &Vec<Vec3>| sizes.contains(&size_of(hull));
        self.declaration.hulls.contains(hull) && self.prepared.as_ref().is_none_or(prepared)
    }

    /// [`Facts::omissions`] of a backend that knows brushes alone, and leaves out `brushes` of them for the reason `why`.
    pub fn omitted(world: &World, brushes: usize, why: &str) -> Vec<String> {
        let counted = [
            (world.patches.len(), "patches".to_owned()),
            (world.triangles.len(), "triangles".to_owned()),
            (brushes, format!("brushes {why}")),
        ];
        let counted = counted.iter().filter(|(n, _)| *n > 0);
        counted
            .map(|(n, what)| format!("{n} {what} are not collided with"))
            .collect()
    }
}

/// The widths and the height of a hull: what one is prepared for.
fn size_of(hull: &Hull) -> Vec3 {
    let bounds = hull.bounds();
    bounds.maxs - bounds.mins
}

/// Why a backend could not be built.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum BuildError {
    /// A solid that the backend cannot represent.
    #[error("{backend}: brush {brush} {why}")]
    Brush {
        /// Name of the backend.
        backend: &'static str,
        /// Index in [`World::brushes`](clipmark_geometry::World::brushes).
        brush: usize,
        /// The fault.
        why: String,
    },
    /// A world too intricate for the backend.
    #[error("{backend}: the world makes a tree of {what}; give a smaller map")]
    TooLarge {
        /// Name of the backend.
        backend: &'static str,
        /// The part of the tree beyond the limits.
        what: String,
    },
    /// A world that the library behind the backend refuses.
    #[error("{backend}: the library refuses this world: {why}")]
    Library {
        /// Name of the backend.
        backend: &'static str,
        /// The library's message.
        why: String,
    },
    /// Rules that it does not implement.
    #[error("{backend} has no rule set `{rules}`; it knows {known}")]
    Rules {
        /// Name of the backend.
        backend: &'static str,
        /// The name asked for.
        rules: String,
        /// The names it knows.
        known: &'static str,
    },
}
