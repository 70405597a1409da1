//! The exact judge of a contestant in play. Every sweep of a tick, and a report's detectors on the last second.

use crate::Live;
use crate::live::Ground;
use clipmark_collision::{CollisionBackend, Sweep};
use clipmark_geometry::{Aabb, Contents, Hull, Point, Pose, Rotation, World};
use clipmark_measure::detect::{SolidTruth, Walk};
use clipmark_measure::moving::Course;
use clipmark_measure::{Played, detect_in_motion};
use clipmark_referee::{Class, Fault, HullReference, Reference, judge};
use serde::Serialize;
use std::sync::Arc;

/// The detectors look at a run of this many seconds at a time. Shorter, and a quarter of a second without moving (F17)
/// does not fit; longer, and a mark comes late.
const WINDOW_SECONDS: f32 = 1.0;
/// The last ticks of one window are judged again with the next, so that no failure falls between the two.
const OVERLAP: usize = 48;
/// A sweep that comes so near to a mover is not judged, in units. The reference is that of the rigid world. Twice the unit by
/// which a moving world grows bounds before it asks a mover.
const NEAR_MOVER: f32 = 2.0;

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
    /// Where movers were in it.
    course: Option<Course>,
    seconds: f32,
    /// Ticks at the beginning of the run that were judged before.
    known: usize,
}

impl Judge {
    pub(crate) fn new(world: &World) -> Self {
        Self {
            reference: Reference::build(world, Contents::PLAYER_MASK),
            hulls: Vec::new(),
            run: Played::default(),
            course: None,
            seconds: 0.0,
            known: 0,
        }
    }

    /// Forgets the run: the body was put elsewhere, or another is watched.
    pub(crate) fn begin_again(&mut self) {
        self.run = Played::default();
        self.course = None;
        self.seconds = 0.0;
        self.known = 0;
        self.hulls.clear();
    }

    /// Faults of the contestant's last tick, and once a second of the ticks before.
    pub(crate) fn look(&mut self, live: &Live, ground: &Ground) -> Vec<Mark> {
        let Some(last) = live.last() else {
            return Vec::new();
        };
        let mut marks = self.sweeps(live, ground);
        if let (Some(world), Some(frame)) = (live.moving(), &last.frame) {
            match &mut self.course {
                Some(course) => world.note(course, frame, &last.keys),
                None => {
                    // Where movers were before this tick is not known: the run that is watched begins after it.
                    self.course = Some(world.course());
                    self.run.states.push(live.body);
                    return marks;
                }
            }
        }
        if self.run.states.is_empty() {
            self.run.states.push(last.before);
        }
        self.run.states.push(live.body);
        self.run.commands.push(last.command);
        self.run.facts.push(live.facts());
        self.seconds += last.command.msec / 1000.0;
        if self.seconds >= WINDOW_SECONDS {
            marks.extend(self.window(live, ground));
        }
        marks
    }

    fn sweeps(&mut self, live: &Live, ground: &Ground) -> Vec<Mark> {
        let movers = movers(live, ground);
        let declared = live.backend().facts().declaration;
        let mut marks = Vec::new();
        for (sweep, trace) in live.traces() {
            if is_near(&sweep, &movers) {
                continue;
            }
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
                    what: fault.name().into(),
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
    fn window(&mut self, live: &Live, ground: &Ground) -> Vec<Mark> {
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
        self.run.course = self.course.clone().map(Arc::new);
        if let [Some((_, standing)), Some((_, crouched))] = made {
            let mut truth = SolidTruth::given([standing, crouched]);
            if let Some(moving) = ground.moving {
                truth = truth.with_models(moving.references(ground.world));
            }
            let walk = Walk {
                run: &self.run,
                profile: &setup.profile,
                mover: setup.mover(),
                rules: live.backend().facts().declaration.rules,
                truth: &truth,
            };
            for (detector, seen) in detect_in_motion(walk, &ground.world.model_bounds()).seen {
                let news: Vec<usize> = seen.ticks.iter().copied().filter(|&k| k >= self.known).collect();
                if let Some(&first) = news.first() {
                    marks.push(Mark {
                        at: self.run.states[first + 1].origin.into(),
                        what: format!("{} ({})", detector.fails(), detector.id),
                    });
                }
            }
        }
        let keep = self.run.commands.len().min(OVERLAP);
        let from = self.run.commands.len() - keep;
        self.run.states.drain(..from);
        self.run.commands.drain(..from);
        self.run.facts.drain(..from);
        if let Some(course) = &mut self.course {
            course.forget(from);
        }
        self.known = keep;
        self.seconds = 0.0;
        marks
    }
}

/// Bounds of the movers where they are.
fn movers(live: &Live, ground: &Ground) -> Vec<Aabb> {
    let Some(world) = live.moving() else {
        return Vec::new();
    };
    let bounds = |posed: clipmark_movement::moving::Posed| {
        let pose = Pose {
            origin: Point::from(posed.origin),
            rotation: Rotation::of_angles(posed.angles),
        };
        Some(pose.bounds(&ground.world.models.get(posed.model)?.bounds))
    };
    world.posed().filter_map(bounds).collect()
}

fn is_near(sweep: &Sweep, movers: &[Aabb]) -> bool {
    let swept = sweep
        .hull
        .swept_bounds(&sweep.start, &sweep.end)
        .grown(NEAR_MOVER);
    movers.iter().any(|mover| mover.touches(&swept))
}
