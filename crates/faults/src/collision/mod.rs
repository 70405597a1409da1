//! Faults of collision, and how one is planted into any backend.

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
    Alter, Altered, Ask, BuildError, CollisionBackend, Contact, Declaration, Facts, Penetration, Reached,
    Status, Sweep, Trace, TraceRules, Work,
};
use clipmark_geometry::{Contents, Hull, Point, Rotation, World};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

/// Builds the backend that a fault is planted into.
pub type BuildBackend =
    Box<dyn Fn(&World, TraceRules) -> Result<Box<dyn CollisionBackend>, BuildError> + Send + Sync>;

/// A backend with a fault planted into it.
pub type Faulty = Altered<Arc<dyn CollisionBackend>, Planted>;

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
    /// Changes what it says of itself.
    facts: fn(&mut Facts),
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
        facts: |_| (),
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
    ) -> Result<Faulty, BuildError> {
        let mut changed = world.clone();
        (self.world)(&mut changed);
        let sound: Arc<dyn CollisionBackend> = build(&changed, (self.rules)(rules))?.into();
        let mut facts = sound.facts().clone();
        if (self.rules)(rules) != rules {
            facts.declaration.rules = rules;
        }
        (self.facts)(&mut facts);
        let planted = Planted {
            sound: Arc::clone(&sound),
            fault: self,
            declared: facts.declaration,
            world: changed,
            build,
            calls: AtomicU64::new(0),
            bevels: OnceLock::new(),
        };
        Ok(Altered::new(sound, planted).with_facts(|said| *said = facts))
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
    /// How the model is turned that is asked.
    rotation: &'a Rotation,
    counting: bool,
    before: u64,
}

/// A fault in the place where it is planted: what it knows of the backend and its world.
pub struct Planted {
    sound: Arc<dyn CollisionBackend>,
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

impl Alter for Planted {
    fn hull(&self, hull: &Hull) -> Hull {
        (self.fault.hull)(hull)
    }

    fn trace(&self, sweep: &Sweep, work: &mut Work, ask: Ask) -> Trace {
        self.trace_turned(sweep, &Rotation::NONE, work, ask)
    }

    fn trace_turned(&self, sweep: &Sweep, rotation: &Rotation, work: &mut Work, ask: Ask) -> Trace {
        let before = self.calls.fetch_add(1, Ordering::Relaxed);
        let hull = (self.fault.hull)(&sweep.hull);
        let trace = ask(&Sweep { hull, ..*sweep }, work);
        // A refused sweep stays refused: the faults concern answers.
        if !trace.status.is_reliable() {
            return trace;
        }
        let asked = SweepAsked {
            sweep,
            rotation,
            counting: work.is_counting(),
            before,
        };
        (self.fault.trace)(self, &asked, trace)
    }

    fn overlap(&self, found: Option<Penetration>) -> Option<Penetration> {
        found.and_then(|p| match p.status.is_reliable() {
            true => (self.fault.overlap)(p),
            false => Some(p),
        })
    }

    fn contacts(&self, list: &mut Vec<Contact>, first: usize) {
        let mut found = list.split_off(first);
        (self.fault.contacts)(&mut found);
        list.append(&mut found);
    }

    fn contents(&self, at: &Point, found: Contents) -> Contents {
        (self.fault.contents)(self, at, found)
    }

    fn occupied(&self, found: Option<Status>) -> Option<Status> {
        (self.fault.occupied)(found)
    }

    fn reached(&self, found: &Reached) -> Option<Reached> {
        (self.fault.reached)(found)
    }
}
