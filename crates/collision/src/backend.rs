//! The first seam: the trait that every collision backend implements, and a backend's report of its own build.
//!
//! Movement, referee and clock ask through it and know no backend. It asks for more than the trace of a box. The walker needs
//! contacts within a margin. Each answer has a [`Status`], so that "nothing met" and "not decided" stay apart.

use crate::question::Question;
use crate::{Contact, Declaration, Penetration, Reached, Status, Sweep, Trace, Work};
use clipmark_geometry::{Contents, Hull, Plane, Point, Rotation, World};
use std::time::Duration;
use thiserror::Error;

/// The world's answers: the seam between movement and collision.
///
/// All answers are pure: the same question gets the same bits from any thread. No method panics on any input;
/// coordinates that are NaN, infinite or out of range get [`Status::Invalid`](crate::Status::Invalid).
pub trait CollisionBackend: Send + Sync {
    /// Moves a hull from start to end. Returns where it comes to rest and the surface that it met.
    fn trace(&self, sweep: &Sweep, work: &mut Work) -> Trace;

    /// Moves a hull against this backend's world where that is a model that is turned in a larger one. The sweep is in the
    /// model's frame; the hull's own axes are those of the larger world. As Quake III does, a box lies along the model's axes all
    /// the same. A tilted capsule or cylinder is unsupported unless a backend says otherwise.
    fn trace_turned(&self, sweep: &Sweep, rotation: &Rotation, work: &mut Work) -> Trace {
        crate::placed::untilted(self, sweep, rotation, work)
    }

    /// The plane that an engine reports where the whole sweep is in a solid: a surface met earlier in its search. It means
    /// nothing, and is asked only to compare with recordings. `rotation` is as in [`Self::trace_turned`].
    fn left_over(&self, _sweep: &Sweep, _rotation: &Rotation, _work: &mut Work) -> Option<Plane> {
        None
    }

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

    /// Whether the hull at `at` is in a solid: the status of [`overlap`](Self::overlap)'s answer. `None` where it is free or only
    /// touches. Backends override it where this costs less than the way out.
    fn occupied(&self, hull: &Hull, at: &Point, mask: Contents, work: &mut Work) -> Option<Status> {
        self.overlap(hull, at, mask, work)
            .filter(|p| p.depth > 0.0 || !p.status.is_reliable())
            .map(|p| p.status)
    }

    /// Shows every polygon that reaches into the hull at `at`, in the order of [`contacts`](Self::contacts). These are its
    /// contacts without a margin and with a negative distance. Backends override it where this costs less than distances.
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

    /// The contents of a point.
    fn contents(&self, at: &Point) -> Contents;

    /// Whether it sweeps this very shape. Backends that prepare for bodies of certain sizes know fewer than the kinds that
    /// they declare.
    fn supports(&self, hull: &Hull) -> bool {
        self.declares().hulls.contains(hull)
    }

    /// The rules by which it answers.
    fn declares(&self) -> Declaration;

    /// Name and cost of building.
    fn facts(&self) -> &BuildFacts;

    /// The same sweep as the library behind it is asked, with its answer now. `None` where there is no library of others, or it has
    /// no such question.
    fn question(&self, _sweep: &Sweep) -> Option<Question> {
        None
    }
}

/// The cost of building a backend, and its omissions.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BuildFacts {
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

impl BuildFacts {
    /// [`BuildFacts::omissions`] of a backend that knows brushes alone, and leaves out `brushes` of them for the reason `why`.
    pub fn omitted(world: &World, brushes: usize, why: &str) -> Vec<String> {
        let told = [
            (world.patches.len(), "patches".to_owned()),
            (world.triangles.len(), "triangles".to_owned()),
            (brushes, format!("brushes {why}")),
        ];
        let told = told.iter().filter(|(n, _)| *n > 0);
        told.map(|(n, what)| format!("{n} {what} are not collided with"))
            .collect()
    }
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
