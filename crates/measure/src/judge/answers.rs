//! How far answers to sweeps agree with those recorded from an engine, and the class of each difference.
//!
//! The bar has three parts. Start-solid, all-solid, contents and whether anything is met are equal on every sweep.
//! Fraction, end, normal and plane distance are equal to the bit on nearly all. Every difference has a known kind.

use crate::judge::tutorial::ELSEWHERE;
use clipmark_collision::recording::Answer;
use clipmark_collision::{CollisionBackend, Sweep, Work};
use clipmark_geometry::{Aabb, Point, Vec3, World};

/// Share of sweeps that must be equal to the bit, as for movement sweeps, the harder ones.
pub const EXACT: f64 = 0.995;
/// A stop this near to a curved patch's box may be the patch's, in units: a skin of 1/8 and a facet's slack. Too small
/// calls patches unexplained; too large excuses brushes beside them.
const AT_PATCH: f32 = 1.0;

/// The kind of difference between an answer and the recorded one; the first that fits, from the top.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Difference {
    /// Equal in every field, to the bit.
    None,
    /// Start-solid or all-solid differ.
    Flags,
    /// Something is met in one of the two only.
    Hit,
    /// Contents differ.
    Contents,
    /// All solid in both: engines leave a normal there of something met before, which means nothing.
    LeftOver,
    /// The same fraction and end, another surface: of several met at once another one is named.
    Tie,
    /// The same surface, and ends within 0.01 units.
    Rounding,
    /// Moving start or end by one f32 step gives the recorded end, to 0.01 units: a comparison is a near-tie.
    NearTie,
    /// One of the two stops at a curved patch.
    Patch,
    /// None of these.
    Unexplained,
}

/// All kinds in words, in the order in which they are tried.
pub const DIFFERENCES: [(Difference, &str); 10] = [
    (Difference::None, "equal in every field"),
    (Difference::Flags, "start-solid or all-solid differ"),
    (Difference::Hit, "met in one only"),
    (Difference::Contents, "contents differ"),
    (Difference::LeftOver, "left-over normal in what is all solid"),
    (Difference::Tie, "another surface at the same fraction"),
    (Difference::Rounding, "same surface, within 0.01 u"),
    (Difference::NearTie, "near-tie: one f32 step aside it is equal"),
    (Difference::Patch, "at a curved patch"),
    (Difference::Unexplained, "unexplained"),
];

/// The differences of a set of answers.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Differences {
    /// Sweeps compared.
    pub sweeps: usize,
    /// How many are of each kind, in the order of [`DIFFERENCES`].
    pub counts: [usize; DIFFERENCES.len()],
    /// The first of each kind, by index.
    pub first: [Option<usize>; DIFFERENCES.len()],
}

impl Differences {
    /// How many are of a kind.
    pub fn count(&self, kind: Difference) -> usize {
        self.counts[kind as usize]
    }

    /// Counts one more sweep.
    pub(crate) fn note(&mut self, kind: Difference) {
        self.counts[kind as usize] += 1;
        self.first[kind as usize].get_or_insert(self.sweeps);
        self.sweeps += 1;
    }

    /// How many are equal to the bit in all that means something.
    pub fn exact(&self) -> usize {
        self.count(Difference::None) + self.count(Difference::LeftOver)
    }

    /// Whether the bar is met.
    pub fn faithful(&self) -> bool {
        let exact = self.exact();
        let none = [
            Difference::Flags,
            Difference::Hit,
            Difference::Contents,
            Difference::Unexplained,
        ];
        none.iter().all(|&kind| self.count(kind) == 0) && exact as f64 >= EXACT * self.sweeps as f64
    }
}

/// Asks all sweeps and compares. The backend was built from `world`.
pub fn compare_answers(
    backend: &dyn CollisionBackend,
    world: &World,
    recorded: &[(Sweep, Answer)],
) -> Differences {
    let mut comparer = Comparer::new(backend, world);
    recorded
        .iter()
        .for_each(|(sweep, wanted)| comparer.add(sweep, wanted));
    comparer.found
}

/// Asks sweeps one by one and compares.
pub struct Comparer<'a> {
    backend: &'a dyn CollisionBackend,
    patches: Vec<Aabb>,
    work: Work,
    /// Findings so far.
    pub found: Differences,
}

impl<'a> Comparer<'a> {
    /// The backend was built from `world`.
    pub fn new(backend: &'a dyn CollisionBackend, world: &World) -> Self {
        Self {
            backend,
            patches: world.patches.iter().map(|p| Aabb::of_points(&p.points)).collect(),
            work: Work::silent(),
            found: Differences::default(),
        }
    }

    /// Asks a sweep and compares with its recorded answer.
    pub fn add(&mut self, sweep: &Sweep, wanted: &Answer) {
        let (backend, work) = (self.backend, &mut self.work);
        let ask = |sweep: &Sweep| Answer::from(&backend.trace(sweep, work));
        let kind = difference(ask, &self.patches, sweep, wanted);
        self.found.note(kind);
    }
}

/// Told from the answer that `ask` gives to the sweep, and to sweeps beside it.
pub(crate) fn difference(
    mut ask: impl FnMut(&Sweep) -> Answer,
    patches: &[Aabb],
    sweep: &Sweep,
    wanted: &Answer,
) -> Difference {
    let got = ask(sweep);
    if got.same(wanted) {
        return Difference::None;
    }
    let flags = |a: &Answer| (a.start_solid, a.all_solid);
    if flags(&got) != flags(wanted) {
        return Difference::Flags;
    }
    if (got.fraction < 1.0) != (wanted.fraction < 1.0) {
        return Difference::Hit;
    }
    if got.contents != wanted.contents {
        return Difference::Contents;
    }
    let stop = |a: &Answer| [a.fraction, a.end.x, a.end.y, a.end.z].map(f32::to_bits);
    let same_stop = stop(&got) == stop(wanted);
    if same_stop && got.all_solid {
        return Difference::LeftOver;
    }
    if same_stop {
        return Difference::Tie;
    }
    let near = |a: &Answer| (a.end - wanted.end).norm() <= ELSEWHERE;
    if got.normal == wanted.normal && near(&got) {
        return Difference::Rounding;
    }
    let mut aside = |sweep: &Sweep| {
        let beside = ask(sweep);
        flags(&beside) == flags(wanted) && near(&beside)
    };
    if steps_aside(sweep).any(|beside| aside(&beside)) {
        return Difference::NearTie;
    }
    let at_patch = |at: &Point| {
        let body = sweep.hull.bounds().translated(&at.coords).grown(AT_PATCH);
        patches.iter().any(|patch| patch.touches(&body))
    };
    if at_patch(&got.end) || at_patch(&wanted.end) {
        return Difference::Patch;
    }
    Difference::Unexplained
}

/// The sweep with one coordinate of its start, of its end, or of both moved by one f32 step.
fn steps_aside(sweep: &Sweep) -> impl Iterator<Item = Sweep> {
    let (start, end) = (sweep.start, sweep.end);
    (0..18).map(move |i| {
        let (axis, up, which) = (i % 3, i / 3 % 2 == 0, i / 6);
        let step = |p: Point, moved: bool| {
            let mut by = Vec3::from(p.coords);
            if moved {
                by[axis] = if up {
                    by[axis].next_up()
                } else {
                    by[axis].next_down()
                };
            }
            Point::from(by)
        };
        Sweep {
            start: step(start, which != 1),
            end: step(end, which != 0),
            ..*sweep
        }
    })
}
