//! Runs all properties in all worlds that a backend can be built from.

use crate::conformance::properties::{self, Property};
use crate::conformance::queries;
use crate::conformance::report::{Known, Ledger, Report};
use crate::conformance::setting::Setting;
use crate::conformance::worlds::{Solids, names, world};
use clipmark_collision::{CollisionBackend, Sweep, TraceRules};
use clipmark_geometry::World;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// How much to check.
#[derive(Clone, Debug)]
pub struct Suite {
    name: String,
    solids: Solids,
    seed: u64,
    sweeps: usize,
    random_worlds: usize,
    rules: Vec<TraceRules>,
    only: Option<Vec<&'static str>>,
}

impl Suite {
    /// A suite of a few seconds in an unoptimised build, for both rule sets and any convex brush.
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            solids: Solids::Convex,
            seed: 1,
            sweeps: 60,
            random_worlds: 3,
            rules: vec![TraceRules::QUAKE3, TraceRules::QUAKEWORLD],
            only: None,
        }
    }

    /// Sweeps per hull and world, and random worlds of each kind.
    #[must_use]
    pub fn size(mut self, sweeps: usize, random_worlds: usize) -> Self {
        (self.sweeps, self.random_worlds) = (sweeps, random_worlds);
        self
    }

    /// Seed of everything random.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// The kinds of solids in worlds.
    #[must_use]
    pub fn solids(mut self, solids: Solids) -> Self {
        self.solids = solids;
        self
    }

    /// The rule sets to build for.
    #[must_use]
    pub fn rules(mut self, rules: &[TraceRules]) -> Self {
        self.rules = rules.to_vec();
        self
    }

    /// These of the [`PROPERTIES`](crate::conformance::PROPERTIES) alone; [`Report::conforms`] is then false, since the others
    /// were not tried.
    #[must_use]
    pub fn only(mut self, properties: &[&'static str]) -> Self {
        self.only = Some(properties.to_vec());
        self
    }

    /// Checks everything. The same suite gives the same report.
    pub fn check(&self, build: impl Fn(&World, TraceRules) -> Box<dyn CollisionBackend>) -> Report {
        let mut ledger = Ledger::default();
        let build = |world: &World, rules| Some(build(world, rules));
        for rules in &self.rules {
            for name in names(self.solids, self.random_worlds) {
                let Some(world) = world(&name, self.seed) else {
                    continue;
                };
                let ask = |world: &World, d: &_| queries::draw(world, d, self.seed, self.sweeps);
                let set = || Setting::new(&build, world, *rules, self.seed, ask);
                self.try_all(&name, set, |_| true, &mut ledger);
            }
        }
        ledger.report(&self.name)
    }

    /// Checks the properties of any world on a world and sweeps of the caller's, by the first rule set. They are idempotence,
    /// monotonicity, splitting, symmetry, order, determinism and bad input. Only brushes are tested: moved and shuffled worlds
    /// have no curved patches, triangles or map's own tree. Where `build` gives nothing, nothing is found.
    ///
    /// ```
    /// # use clipmark_collision::{CollisionBackend, Sweep};
    /// # use clipmark_geometry::{Hull, Point, World};
    /// # fn build(_: &World) -> Option<Box<dyn CollisionBackend>> { None }
    /// use clipmark_referee::conformance::Suite;
    ///
    /// let world = clipmark_referee::conformance::world("room", 1).unwrap();
    /// let sweep = Sweep::new(Hull::quake3_player(), Point::new(0.0, 0.0, 30.0), Point::new(300.0, 0.0, 30.0));
    /// let report = Suite::new("mine").check_world(&world, &[sweep], |world, _rules| build(world));
    /// assert_eq!(report.violations("idempotence").count(), 0);
    /// ```
    pub fn check_world(
        &self,
        world: &World,
        sweeps: &[Sweep],
        build: impl Fn(&World, TraceRules) -> Option<Box<dyn CollisionBackend>>,
    ) -> Report {
        let mut ledger = Ledger::default();
        let brushes = World::of_brushes(&*world.name, world.brushes.clone());
        if let Some(rules) = self.rules.first() {
            let set = || Setting::new(&build, brushes, *rules, self.seed, |_, _| sweeps.to_vec());
            self.try_all(&world.name, set, Property::holds_anywhere, &mut ledger);
        }
        ledger.report(&self.name)
    }

    /// Checks a backend's declarations of surfaces and of starts, in the two worlds that show them. A judge that excuses
    /// answers by a declaration asks this first. Where `build` gives nothing, nothing is found.
    pub fn check_declared(
        &self,
        build: impl Fn(&World, TraceRules) -> Option<Box<dyn CollisionBackend>>,
    ) -> Report {
        let mut ledger = Ledger::default();
        for rules in &self.rules {
            for name in ["room", "box"] {
                let Some(world) = world(name, self.seed) else {
                    continue;
                };
                let ask = |world: &World, d: &_| queries::draw(world, d, self.seed, 1);
                let set = || Setting::new(&build, world, *rules, self.seed, ask);
                self.try_all(name, set, Property::is_of_declarations, &mut ledger);
            }
        }
        ledger.report(&self.name)
    }

    fn try_all<'a>(
        &self,
        world: &str,
        set: impl FnOnce() -> Option<Setting<'a>>,
        is_asked: impl Fn(&Property) -> bool,
        ledger: &mut Ledger,
    ) {
        let seed = self.seed;
        let setting = match catch_unwind(AssertUnwindSafe(set)) {
            Ok(Some(setting)) => setting,
            Ok(None) => return,
            Err(_) => {
                ledger.begin("bad-input");
                return ledger.found("panics", 1.0, || {
                    format!("on being built or asked in world {world} seed {seed}")
                });
            }
        };
        ledger.touchy.0 += setting.candidates - setting.steady.len();
        ledger.touchy.1 += setting.candidates;
        let is_wanted = |p: &&Property| {
            is_asked(p)
                && p.is_tried_in(&setting.world.name)
                && self.only.as_ref().is_none_or(|only| only.contains(&p.name))
        };
        for property in properties::ALL.iter().filter(is_wanted) {
            ledger.begin(property.name);
            if catch_unwind(AssertUnwindSafe(|| (property.check)(&setting, ledger))).is_err() {
                ledger.begin("bad-input");
                ledger.found("panics", 1.0, || {
                    format!("while checking {} in world {world} seed {seed}", property.name)
                });
            }
        }
    }

    /// Panics with the whole report if anything but the known faults is found, or if one of these is not.
    ///
    /// # Panics
    /// See above; this is for tests.
    pub fn assert(&self, known: &[Known], build: impl Fn(&World, TraceRules) -> Box<dyn CollisionBackend>) {
        let report = self.check(build);
        let complaints = report.complaints(known);
        assert!(
            complaints.is_empty(),
            "{} does not conform:\n- {}\n\n{report}",
            self.name,
            complaints.join("\n- ")
        );
    }
}

/// Panics with a readable report if a backend has any unknown fault, or a known fault is gone.
///
/// # Panics
/// See above; this is for tests.
pub fn assert_conforms(
    name: &str,
    known: &[Known],
    build: impl Fn(&World, TraceRules) -> Box<dyn CollisionBackend>,
) {
    Suite::new(name).assert(known, build);
}
