//! The exact judge of a contestant in play: every sweep of a tick, and a report's detectors on the last second.

use crate::Live;
use clipmark_collision::CollisionBackend;
use clipmark_geometry::{Contents, Hull, World};
use clipmark_measure::Played;
use clipmark_measure::detect::{Evidence, SolidTruth, Walk, detect};
use clipmark_truth::{Fault, HullReference, Reference, judge};
use serde::Serialize;

/// The detectors look at a run of this many seconds at a time. Shorter, and a quarter of a second without moving (F17)
/// does not fit; longer, and a mark comes late.
const WINDOW_SECONDS: f32 = 1.0;
/// The last ticks of one window are judged again with the next, so that no failure falls between the two.
const OVERLAP: usize = 48;
/// A moment at which something went wrong.
#[derive(Clone, Debug, Serialize)]
pub struct Mark {
    /// Where the body was, in units.
    pub at: [f32; 3],
    /// A detector's or the referee's message.
    pub what: String,
}

/// The exact reference of a world, and the run it watches.
pub(crate) struct Judge {
    reference: Reference,
    /// Derived when first asked, for each hull that is swept.
    hulls: Vec<(Hull, HullReference)>,
    run: Played,
    seconds: f32,
    /// Ticks at the beginning of the run that were judged before.
    known: usize,
}

impl Judge {
    pub(crate) fn of(world: &World) -> Self {
        Self {
            reference: Reference::build(world, Contents::PLAYER_MASK),
            hulls: Vec::new(),
            run: Played::default(),
            seconds: 0.0,
            known: 0,
        }
    }

    /// Forgets the run: the body was put elsewhere, or another is watched.
    pub(crate) fn begin_again(&mut self) {
        self.run = Played::default();
        self.seconds = 0.0;
        self.known = 0;
        self.hulls.clear();
    }

    /// Faults of the contestant's last tick, and once a second of the ticks before.
    pub(crate) fn look(&mut self, live: &Live) -> Vec<Mark> {
        let Some((before, cmd)) = live.last() else {
            return Vec::new();
        };
        let mut marks = self.sweeps(live);
        if self.run.states.is_empty() {
            self.run.states.push(before);
        }
        self.run.states.push(live.body);
        self.run.commands.push(cmd);
        self.run.facts.push(live.facts());
        self.seconds += cmd.msec / 1000.0;
        if self.seconds >= WINDOW_SECONDS {
            marks.extend(self.window(live));
        }
        marks
    }

    fn sweeps(&mut self, live: &Live) -> Vec<Mark> {
        let declared = live.backend().declares();
        let mut marks = Vec::new();
        for (sweep, trace) in live.traces() {
            let verdict = judge(
                self.of_hull(&sweep.hull, live.backend()),
                &sweep,
                &trace,
                &declared,
            );
            let mut into_solids = Fault::THROUGH.into_iter().chain([Fault::TooDeep]);
            if let Some(fault) = into_solids.find(|fault| verdict.is(*fault)) {
                marks.push(Mark {
                    at: trace.end.into(),
                    what: fault.row().name.into(),
                });
            }
        }
        marks
    }

    fn of_hull(&mut self, hull: &Hull, backend: &dyn CollisionBackend) -> &HullReference {
        let at = match self.hulls.iter().position(|(known, _)| known == hull) {
            Some(at) => at,
            None => {
                self.hulls
                    .push((*hull, self.reference.for_backend(hull, backend)));
                self.hulls.len() - 1
            }
        };
        &self.hulls[at].1
    }

    /// Runs the detectors on the run since the last time, and keeps its end for the next.
    fn window(&mut self, live: &Live) -> Vec<Mark> {
        let setup = live.setup();
        let solid = [false, true].map(|ducked| {
            let bounds = setup.mover().solid_bounds_of(&setup.profile, ducked);
            setup.shape().hull(bounds)
        });
        for hull in &solid {
            self.of_hull(hull, live.backend());
        }
        let made = solid.map(|solid| self.hulls.iter().find(|(hull, _)| *hull == solid));
        let mut marks = Vec::new();
        if let [Some((_, standing)), Some((_, crouched))] = made {
            let truth = &SolidTruth::given([standing, crouched]);
            let walk = Walk {
                run: &self.run,
                profile: &setup.profile,
                mover: setup.mover(),
                rules: live.backend().declares().rules,
                truth,
            };
            for (detector, seen) in detect(&Evidence::of(walk)).seen {
                let news: Vec<usize> = seen.ticks.iter().copied().filter(|&k| k >= self.known).collect();
                if let Some(&first) = news.first() {
                    marks.push(Mark {
                        at: self.run.states[first + 1].origin.into(),
                        what: format!("{} ({})", detector.name, detector.id),
                    });
                }
            }
        }
        let keep = self.run.commands.len().min(OVERLAP);
        let from = self.run.commands.len() - keep;
        self.run.states.drain(..from);
        self.run.commands.drain(..from);
        self.run.facts.drain(..from);
        self.known = keep;
        self.seconds = 0.0;
        marks
    }
}
