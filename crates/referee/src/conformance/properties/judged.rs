//! What the judge says of a backend's answers: to sweeps, of places, and of the contents of points.

use crate::conformance::report::Ledger;
use crate::conformance::setting::Setting;
use crate::conformance::worlds::ROOM;
use crate::standing::noticed_depth;
use crate::{
    Class, Fault, HullReference, PlaceAnswers, Reference, SkinCheck, Verdict, judge, judge_fill, judge_named,
    judge_place,
};
use clipmark_collision::{CollisionBackend, Sidedness, StartSolid, Sweep, Trace, Work};
use clipmark_geometry::{Contents, Hull, Point, Vec3};
use rand::RngExt;
use rand_pcg::Pcg32;

/// Answers to sweeps of one hull, each judged by itself, and the gaps of all stops together.
pub(super) struct Judged<'a> {
    setting: &'a Setting<'a>,
    backend: &'a dyn CollisionBackend,
    truth: &'a HullReference,
    /// Whether flags of surfaces are judged.
    shows_flags: bool,
    gaps: SkinCheck,
    /// The last answer that has a gap.
    last: Option<(Sweep, Trace)>,
}

impl<'a> Judged<'a> {
    pub(super) fn new(
        setting: &'a Setting<'a>,
        backend: &'a dyn CollisionBackend,
        truth: &'a HullReference,
    ) -> Self {
        Self {
            setting,
            backend,
            truth,
            shows_flags: true,
            gaps: SkinCheck::default(),
            last: None,
        }
    }

    /// The same, and flags of surfaces are judged or not.
    pub(super) fn with_flags(self, shows_flags: bool) -> Self {
        Self { shows_flags, ..self }
    }

    /// Asks a sweep and judges the answer.
    pub(super) fn sweep(&mut self, sweep: &Sweep, ledger: &mut Ledger) -> Trace {
        let (s, declared) = (self.setting, &self.setting.declaration);
        let t = self.backend.trace(sweep, &mut Work::silent());
        let v = judge_named(
            self.truth,
            sweep,
            &t,
            declared,
            judge(self.truth, sweep, &t, declared),
        );
        ledger.case();
        let counts = |fault: &Fault| self.shows_flags || *fault != Fault::WrongSurface;
        for fault in v.faults.iter().filter(counts) {
            ledger.found(fault.name(), size(fault, &v) as f32, || s.example(sweep, &t));
        }
        if let Some(sample) = v.measures.gap_sample {
            self.gaps.add(sample);
            self.last = Some((*sweep, t));
        }
        self.judge_deep_start(sweep, &t, &v, ledger);
        t
    }

    /// Whether the answer to a sweep that starts deep in a solid says so, and that of a hull that stands there that all is
    /// solid. The judge leaves the first to who stops a sweep at once by something else and to surfaces, the second to who
    /// lets any such start block.
    fn judge_deep_start(&self, sweep: &Sweep, t: &Trace, v: &Verdict, ledger: &mut Ledger) {
        let declared = &self.setting.declaration;
        let start = declared.start_solid;
        let unsaid = !t.start_solid && start != StartSolid::Unnoticed && !v.is_of_geometry(Fault::WrongStart);
        let stands_free = t.start_solid && !t.all_solid && sweep.start == sweep.end;
        let fault = match start {
            _ if unsaid => "a sweep that starts deep in a solid does not say so",
            StartSolid::IgnoredUnlessAllSolid | StartSolid::Blocks if stands_free => {
                "a sweep of no length deep in a solid is not all solid"
            }
            _ => return,
        };
        if let Some(depth) = noticed_depth(self.truth, &sweep.start, declared) {
            ledger.found(fault, depth as f32, || self.setting.example(sweep, t));
        }
    }

    /// Whether the stops kept the skin, and showed that the hull reaches as far as it should.
    pub(super) fn judge_gaps(&self, ledger: &mut Ledger) {
        ledger.case();
        let (s, found) = (self.setting, self.gaps.verdict());
        let Some((sweep, t)) = &self.last else { return };
        let (fault, off) = ("the gap at stops is not the skin", found.all.median.abs());
        ledger.found_if(found.wrong_skin(), fault, off as f32, || {
            format!("one of many: {}; of all: {:?}", s.example(sweep, t), found.all)
        });
        for (direction, short) in found.wrong_hull() {
            let fault = "the hull reaches too far or not far enough";
            ledger.found(fault, short.abs() as f32, || {
                let (direction, example) = (direction.name(), s.example(sweep, t));
                format!("{short} too short towards {direction}; one of many: {example}")
            });
        }
    }
}

/// How bad it is, in units or degrees where it has a size.
fn size(fault: Fault, v: &Verdict) -> f64 {
    match fault {
        Fault::Missed | Fault::MissedFromTouch => v.measures.missed_depth,
        Fault::TooDeep => v.measures.penetration,
        Fault::Phantom => v.measures.lost,
        Fault::WrongNormal => v.measures.normal_error.unwrap_or(180.0),
        _ => 1.0,
    }
}

/// Sweeps of each hull that are followed by some straight through the surface that they meet.
const TOUCHES: usize = 12;
/// Gaps at which those start, in units: touching, and one f32 step at coordinates from 2,048.
const GAPS: [f64; 2] = [0.0, 1.0 / 4096.0];
/// Their length, in units: through anything in these worlds.
const THROUGH: f64 = 600.0;
/// Sweeps at each wall of the room, more than the gaps that a direction needs to be judged.
const AT_WALL: usize = 24;

/// Every answer is judged by the exact reference, by the rules that the backend declares (F1 to F6). [`Fault`] defines each
/// fault. The gaps at the walls of the room must be the skin, in all and in each direction of a hull's reach ([`SkinCheck`]).
pub(super) fn judge_sweeps(s: &Setting, ledger: &mut Ledger) {
    for truth in s.truths() {
        let mut judged = Judged::new(s, &*s.backend, &truth.reference);
        let own: Vec<Sweep> = s.sweeps_for(truth).copied().collect();
        // Surfaces need not notice solids around a start, or solids buried behind them.
        let surfaces = s.declaration.sidedness != Sidedness::Solid;
        let through = own
            .iter()
            .flat_map(|q| straight_through(&truth.reference, q))
            .filter(|q| !surfaces || !truth.reference.overlaps(&q.start.cast()))
            .take(TOUCHES);
        let still = own.iter().flat_map(|q| [staying(q, q.start), staying(q, q.end)]);
        for sweep in own.iter().copied().chain(through).chain(still) {
            judged.sweep(&sweep, ledger);
        }
        if &*s.world.name == "room" && truth.mask == Contents::PLAYER_MASK {
            let mut judged = Judged::new(s, &*s.backend, &truth.reference);
            for sweep in at_the_walls(*truth.reference.hull(), s.seed) {
                judged.sweep(&sweep, ledger);
            }
            judged.judge_gaps(ledger);
        }
    }
}

/// The sweep of no length at a place.
fn staying(sweep: &Sweep, at: Point) -> Sweep {
    Sweep {
        start: at,
        end: at,
        ..*sweep
    }
}

/// From where a sweep touches something, straight on through it.
fn straight_through(truth: &HullReference, sweep: &Sweep) -> Vec<Sweep> {
    let (start, end) = (sweep.start.cast::<f64>(), sweep.end.cast::<f64>());
    let met = truth.sweep(&start, &end);
    let (Some(t), Some(contact)) = (met.entry, met.contacts.first()) else {
        return Vec::new();
    };
    let normals = contact.normals.first();
    let from = |n: &nalgebra::Vector3<f64>, gap: f64| {
        let from: Point = (start + (end - start) * t + n * gap).cast();
        Sweep {
            start: from,
            end: (from.cast::<f64>() - n * THROUGH).cast(),
            ..*sweep
        }
    };
    normals
        .into_iter()
        .flat_map(|n| GAPS.map(|gap| from(n, gap)))
        .collect()
}

/// At the six sides of the room, from the middle, where no furniture stands in the way.
fn at_the_walls(hull: Hull, seed: u64) -> Vec<Sweep> {
    let mut rng = Pcg32::new(seed, 2 << 32);
    let mut sweeps = Vec::new();
    for axis in 0..3 {
        for side in [-1.0, 1.0] {
            for _ in 0..AT_WALL {
                let mut by = Vec3::from_fn(|_, _| rng.random_range(-60.0..60.0));
                by[axis] = side * 2.0 * ROOM;
                let start =
                    Point::new(0.0, 0.0, ROOM / 2.0) + Vec3::from_fn(|_, _| rng.random_range(-20.0..20.0));
                sweeps.push(Sweep::new(hull, start, start + by));
            }
        }
    }
    sweeps
}

const MARGINS: [f32; 3] = [0.0, 0.25, 16.0];

/// The position test, contacts and contents are judged where sweeps start, would end, and end.
pub(super) fn judge_places(s: &Setting, ledger: &mut Ledger) {
    let points = Reference::build(&s.world, Contents::all()).for_declared(&Hull::Point, &s.declaration);
    for (i, sweep) in s.sweeps.iter().enumerate() {
        let rest = s.trace(sweep).end;
        for at in [sweep.start, sweep.end, rest] {
            let here = staying(sweep, at);
            let answers = PlaceAnswers::ask(&*s.backend, &here, MARGINS[i % MARGINS.len()]);
            ledger.case();
            for fault in judge_place(s.truth(sweep), &at, &answers, &s.declaration) {
                ledger.found(fault.what, fault.size as f32, || {
                    format!("{}: {answers:?}", s.question(&here))
                });
            }
        }
    }
    let middles = s.world.brushes.iter().map(|b| b.bounds.center());
    for p in s.sweeps.iter().flat_map(|q| [q.start, q.end]).chain(middles) {
        ledger.case();
        let found = s.backend.contents(&p);
        if let Some(fault) = judge_fill(&points, &p, found, &s.declaration) {
            let near = points
                .signed_distance(&p.cast())
                .map_or(1.0, |d| d.distance.abs());
            ledger.found(fault, near as f32, || {
                let (world, seed) = (&s.world.name, s.seed);
                format!("world {world} seed {seed}: {found:?} at {p:?}")
            });
        }
    }
}
