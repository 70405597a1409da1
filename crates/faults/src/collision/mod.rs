//! Faults of collision, and the wrapper that plants one into any backend.

mod answers;
mod bevels;
mod further;
mod hulls;
mod kinds;
mod list;
mod places;
mod skipped;
mod worlds;

pub use further::FURTHER;
pub use list::COLLISION;

use bevels::NoBevels;
use clipmark_collision::{
    BuildError, BuildFacts, CollisionBackend, Contact, Declaration, Penetration, Reached, Status, Sweep,
    Trace, TraceRules, Work,
};
use clipmark_geometry::{Contents, Hull, Point, World};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// Builds the backend that a fault is planted into.
pub type BuildBackend =
    Box<dyn Fn(&World, TraceRules) -> Result<Box<dyn CollisionBackend>, BuildError> + Send + Sync>;

/// A fault of a backend's answers. Fields that are not named here are right.
#[derive(Debug)]
pub struct CollisionFault {
    /// Name, as on the command line.
    pub name: &'static str,
    /// The fault, in one sentence.
    pub what: &'static str,
    /// Changes the world that the backend is built from.
    world: fn(&mut World),
    /// Changes the rules that it is built for; it declares the right ones.
    rules: fn(TraceRules) -> TraceRules,
    /// Changes its declaration.
    declares: fn(Declaration) -> Declaration,
    /// Changes the hull that it is asked about.
    hull: fn(&Hull) -> Hull,
    /// Changes the answer to a sweep.
    trace: fn(&Planted, &SweepAsked, Trace) -> Trace,
    /// Changes the answer to the position test.
    overlap: fn(Penetration) -> Option<Penetration>,
    /// Changes whether a place is occupied.
    occupied: fn(Option<Status>) -> Option<Status>,
    /// Changes the polygons that reach into a hull, or hides them.
    reached: fn(&Reached) -> Option<Reached>,
    /// Changes a list of contacts.
    contacts: fn(&mut Vec<Contact>),
    /// Changes the contents of a point.
    contents: fn(&Planted, &Point, Contents) -> Contents,
}

impl CollisionFault {
    /// No fault.
    const NONE: Self = Self {
        name: "none",
        what: "Nothing is wrong.",
        world: |_| (),
        rules: |rules| rules,
        declares: |declared| declared,
        hull: |hull| *hull,
        trace: |_, _, trace| trace,
        overlap: Some,
        occupied: |found| found,
        reached: |reached| Some(*reached),
        contacts: |_| (),
        contents: |_, _, contents| contents,
    };

    /// Plants the fault into the backend that `build` builds.
    ///
    /// # Errors
    /// A world or rules that the backend cannot use.
    pub fn plant(
        &'static self,
        world: &World,
        rules: TraceRules,
        build: BuildBackend,
    ) -> Result<Planted, BuildError> {
        let mut changed = world.clone();
        (self.world)(&mut changed);
        let backend = build(&changed, (self.rules)(rules))?;
        let mut declared = backend.declares();
        if (self.rules)(rules) != rules {
            declared.rules = rules;
        }
        declared = (self.declares)(declared);
        Ok(Planted {
            backend,
            fault: self,
            declared,
            world: changed,
            build,
            calls: AtomicU64::new(0),
            bevels: OnceLock::new(),
        })
    }
}

impl PartialEq for CollisionFault {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for CollisionFault {}

/// A question, and how many were asked before it.
pub(crate) struct SweepAsked<'a> {
    sweep: &'a Sweep,
    counting: bool,
    before: u64,
}

/// A backend with a fault.
pub struct Planted {
    backend: Box<dyn CollisionBackend>,
    fault: &'static CollisionFault,
    declared: Declaration,
    world: World,
    build: BuildBackend,
    calls: AtomicU64,
    bevels: OnceLock<NoBevels>,
}

impl Planted {
    fn bevels(&self) -> &NoBevels {
        self.bevels.get_or_init(|| NoBevels::new(&self.world))
    }

    fn skin(&self) -> f32 {
        self.declared.rules.skin
    }
}

impl CollisionBackend for Planted {
    fn trace(&self, sweep: &Sweep, work: &mut Work) -> Trace {
        let before = self.calls.fetch_add(1, Ordering::Relaxed);
        let hull = (self.fault.hull)(&sweep.hull);
        let trace = self.backend.trace(&Sweep { hull, ..*sweep }, work);
        // A refused sweep stays refused: the faults concern answers.
        if !trace.status.is_reliable() {
            return trace;
        }
        let asked = SweepAsked {
            sweep,
            counting: work.is_counting(),
            before,
        };
        (self.fault.trace)(self, &asked, trace)
    }

    fn overlap(&self, hull: &Hull, at: &Point, mask: Contents, work: &mut Work) -> Option<Penetration> {
        let found = self.backend.overlap(&(self.fault.hull)(hull), at, mask, work);
        found.and_then(|p| match p.status.is_reliable() {
            true => (self.fault.overlap)(p),
            false => Some(p),
        })
    }

    fn contacts(
        &self,
        hull: &Hull,
        at: &Point,
        margin: f32,
        mask: Contents,
        out: &mut Vec<Contact>,
        work: &mut Work,
    ) {
        let before = out.len();
        self.backend
            .contacts(&(self.fault.hull)(hull), at, margin, mask, out, work);
        let mut new = out.split_off(before);
        (self.fault.contacts)(&mut new);
        out.append(&mut new);
    }

    fn supports(&self, hull: &Hull) -> bool {
        self.backend.supports(&(self.fault.hull)(hull))
    }

    fn occupied(&self, hull: &Hull, at: &Point, mask: Contents, work: &mut Work) -> Option<Status> {
        let found = self.backend.occupied(&(self.fault.hull)(hull), at, mask, work);
        (self.fault.occupied)(found)
    }

    fn reached(
        &self,
        hull: &Hull,
        at: &Point,
        mask: Contents,
        work: &mut Work,
        visit: &mut dyn FnMut(&Reached),
    ) {
        self.backend
            .reached(&(self.fault.hull)(hull), at, mask, work, &mut |found| {
                if let Some(found) = (self.fault.reached)(found) {
                    visit(&found);
                }
            });
    }

    fn contents(&self, at: &Point) -> Contents {
        (self.fault.contents)(self, at, self.backend.contents(at))
    }

    fn declares(&self) -> Declaration {
        self.declared
    }

    fn facts(&self) -> &BuildFacts {
        self.backend.facts()
    }
}
