use crate::properties;
use crate::report::{Known, Ledger, Report};
use crate::setting::Setting;
use crate::worlds::{Solids, names, world};
use clipmark_collision::{CollisionBackend, TraceRules};
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

    /// What worlds are made of.
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

    /// Checks everything. The same suite gives the same report.
    pub fn check(&self, build: impl Fn(&World, TraceRules) -> Box<dyn CollisionBackend>) -> Report {
        let mut ledger = Ledger::default();
        for rules in &self.rules {
            for name in names(self.solids, self.random_worlds) {
                let Some(world) = world(&name, self.seed) else {
                    continue;
                };
                let set = || Setting::new(&build, world, *rules, self.seed, self.sweeps);
                let Ok(setting) = catch_unwind(AssertUnwindSafe(set)) else {
                    ledger.found("bad-input", "panics", 1.0, || {
                        format!("on being built or asked in world {name} seed {}", self.seed)
                    });
                    continue;
                };
                ledger.touchy.0 += setting.candidates - setting.steady.len();
                ledger.touchy.1 += setting.candidates;
                for (property, run) in properties::ALL {
                    if catch_unwind(AssertUnwindSafe(|| run(&setting, &mut ledger))).is_err() {
                        ledger.found("bad-input", "panics", 1.0, || {
                            format!("while checking {property} in world {name} seed {}", self.seed)
                        });
                    }
                }
            }
        }
        ledger.report(&self.name)
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

/// Checks a backend in every world and for both rule sets.
pub fn check(name: &str, build: impl Fn(&World, TraceRules) -> Box<dyn CollisionBackend>) -> Report {
    Suite::new(name).check(build)
}

/// Panics with a readable report if a backend has any fault but the known ones, or one of these no longer.
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
