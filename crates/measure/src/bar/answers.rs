//! Asks all contestants the same questions and judges the answers, in pieces on all cores: [`Panel::ask`].

use super::movers::TurnedModels;
use super::places::WrongPlaces;
use super::{parallel, rest};
use crate::judge::again;
use crate::judge::judged::JudgedAnswer;
use crate::judge::referee::SweepCounts;
use crate::judge::worst::Worst;
use crate::panics::catch_panic;
use crate::run::contestant::Contestant;
use crate::run::sweeps::{Draw, Line};
use clipmark_collision::{CollisionBackend, Declaration, Sweep, Work};
use clipmark_geometry::{Contents, Hull, World};
use clipmark_movement::Setup;
use clipmark_referee::{GapSample, HullReference, Reference, SkinCheck};
use clipmark_rows::faults::{Cause, Fault};
use std::sync::OnceLock;

/// Sweeps that are drawn and judged at a time, by each contestant: under a second's work.
const PIECE: usize = 4096;

/// A surface met more flatly than this cosine (78 degrees) proves nothing about the skin of round hulls.
const FLAT: f64 = 0.2;

/// A contestant, built.
pub struct BuiltContestant<'a> {
    pub(super) who: Contestant,
    pub(super) backend: Box<dyn CollisionBackend + 'a>,
    pub(super) setup: Setup,
    /// The hull swept at random and from rest.
    pub(super) hull: Hull,
    pub(super) declared: Declaration,
    /// The world, and the contestant built from it without the map's tree, for answers that need a second build.
    world: &'a World,
    without_tree: OnceLock<Option<Box<dyn CollisionBackend>>>,
    /// Why it stopped on the way: by a panic, or where no tick can be played any more.
    stopped: OnceLock<String>,
}

/// A contestant that is asked with one hull.
pub(super) struct Swept<'a> {
    pub(super) contestant: &'a BuiltContestant<'a>,
    pub(super) hull: Hull,
    /// What stops it.
    pub(super) mask: Contents,
    /// The reference of that hull and mask, of the shape that the contestant declares.
    pub(super) truth: HullReference,
    /// Surfaces met more flatly than this cosine prove nothing about the skin: backed off by it, a round hull reaches another
    /// part of the solid.
    pub(super) least_cosine: f64,
    /// The turned models of a moving world, which are asked only near their bounds.
    pub(super) turned: Option<&'a TurnedModels<'a>>,
}

/// What a contestant answered to some questions.
#[derive(Default)]
pub(super) struct AnswerResults {
    /// One for each class.
    pub(super) answers: Vec<SweepCounts>,
    pub(super) worst: Worst,
    pub(super) skin: SkinCheck,
    /// What is wrong at places.
    pub(super) wrong: Vec<WrongPlaces>,
}

/// Contestants with a hull each, and where the same questions are drawn for all of them.
pub(super) struct Panel<'a> {
    pub(super) swept: &'a [Swept<'a>],
    pub(super) world: &'a World,
    /// The largest of the hulls.
    pub(super) largest: &'a HullReference,
    /// The gap that resting starts keep, in units.
    pub(super) skin: f32,
}

impl<'a> BuiltContestant<'a> {
    /// A contestant and its backend, built from that world, with its setup and hull.
    pub fn new(
        who: Contestant,
        backend: Box<dyn CollisionBackend + 'a>,
        (setup, hull): (Setup, Hull),
        world: &'a World,
    ) -> Self {
        Self {
            declared: backend.facts().declaration,
            who,
            backend,
            setup,
            hull,
            world,
            without_tree: OnceLock::new(),
            stopped: OnceLock::new(),
        }
    }

    /// Asks it something, and nothing more once it has stopped. A panic stops it alone: the others go on.
    pub(super) fn ask_unless_stopped<T: Default>(&self, ask: impl FnOnce() -> T) -> T {
        if self.stopped().is_some() {
            return T::default();
        }
        catch_panic(ask).unwrap_or_else(|why| {
            self.stop(format!("it panicked: {why}"));
            T::default()
        })
    }

    /// Says why it stopped; the first reason stays.
    pub(super) fn stop(&self, why: String) {
        let _ = self.stopped.set(why);
    }

    /// Why it stopped.
    pub fn stopped(&self) -> Option<&str> {
        self.stopped.get().map(String::as_str)
    }

    /// The reference of a hull of the shape that the contestant declares. One that has stopped declares none, and is asked
    /// nothing.
    pub(super) fn reference(&self, truth: &Reference, hull: &Hull) -> HullReference {
        let rules = &self.setup.profile.trace_rules;
        let declared = self.ask_unless_stopped(|| Some(truth.for_backend(hull, &*self.backend)));
        declared.unwrap_or_else(|| truth.for_hull(hull)).asked_by(rules)
    }
}

impl<'a> Swept<'a> {
    /// A contestant with a hull that the player's contents stop.
    pub(super) fn new(contestant: &'a BuiltContestant<'a>, hull: Hull, truth: &Reference) -> Self {
        Self {
            contestant,
            hull,
            mask: Contents::PLAYER_MASK,
            truth: contestant.reference(truth, &hull),
            least_cosine: FLAT,
            turned: None,
        }
    }

    /// The gap that an answer shows, where it says something about the skin.
    pub(super) fn gap(&self, answer: &JudgedAnswer) -> Option<GapSample> {
        let v = &answer.verdict;
        v.measures
            .gap_sample
            .filter(|_| v.asked.cosine.is_none_or(|cosine| cosine >= self.least_cosine))
    }

    /// Asks one sweep and judges the answer.
    pub(super) fn judged(&self, [start, end]: Line, work: &mut Work) -> JudgedAnswer {
        let sweep = Sweep::new(self.hull, start, end).against(self.mask);
        let contestant = self.contestant;
        // At its start a hull may be too far from a part that it comes near later.
        let place_is_unclear = self.is_unclear(&[start, start]);
        let mut of = |truth: &HullReference| {
            let of = if place_is_unclear {
                JudgedAnswer::of_sweep
            } else {
                JudgedAnswer::ask
            };
            of(&*contestant.backend, truth, &contestant.declared, &sweep, work)
        };
        let answer = of(&self.truth);
        match self.unasked(answer.verdict.is_clean(), &[start, end]) {
            Some(truth) => of(&truth),
            None => answer,
        }
    }

    /// Whether it is unclear which turned models a question is about: the laid hull reaches one, and the swept bounds are not
    /// near.
    pub(super) fn is_unclear(&self, [start, end]: &Line) -> bool {
        let bounds = self.hull.swept_bounds(start, end);
        self.turned
            .is_some_and(|turned| turned.are_unclear(&self.hull, &bounds))
    }

    /// How deep the hull is in solids where a step ends.
    pub(super) fn depth(&self, [start, end]: Line) -> f64 {
        let depth = |truth: &HullReference| truth.depth_from(&start.cast(), &end.cast());
        let deep = depth(&self.truth);
        match self.unasked(deep == 0.0, &[start, end]) {
            Some(truth) => depth(&truth),
            None => deep,
        }
    }

    /// For a question that is not answered rightly: the reference without the models that the engine does not ask.
    fn unasked(&self, is_right: bool, [start, end]: &Line) -> Option<HullReference> {
        let turned = self.turned.filter(|_| !is_right)?;
        let truth = turned.reference_near(&self.hull, &self.hull.swept_bounds(start, end))?;
        Some(self.contestant.reference(&truth, &self.hull))
    }

    /// Whether the same world without the map's tree gives a right answer. Only asked for answers that pass something, end in a
    /// solid, or are wrong about a start in one.
    pub(super) fn is_by_tree(&self, answer: &JudgedAnswer, work: &mut Work) -> bool {
        let contestant = self.contestant;
        let is_deep = |a: &JudgedAnswer| a.verdict.is_in_solid() || a.verdict.is(Fault::WrongPlace);
        if contestant.world.tree.is_none() || !is_deep(answer) {
            return false;
        }
        let without = contestant.without_tree.get_or_init(|| {
            let world = World {
                tree: None,
                ..contestant.world.clone()
            };
            contestant.who.build(&world, contestant.declared.rules).ok()
        });
        let again = |b: &dyn CollisionBackend| {
            JudgedAnswer::ask(b, &self.truth, &contestant.declared, &answer.sweep, work)
        };
        without
            .as_deref()
            .map(again)
            .is_some_and(|right| !is_deep(&right))
    }

    /// Judges sweeps that belong to classes in turn, and asks all `again` times.
    fn judge(&self, lines: &[Line], classes: usize, again: usize) -> AnswerResults {
        let mut work = Work::silent();
        let mut found = AnswerResults::new(classes);
        let mut first = Vec::with_capacity(lines.len());
        for (i, &line) in lines.iter().enumerate() {
            let answer = self.judged(line, &mut work);
            found.add(i % classes, self, &answer, &mut work);
            first.push(again::first(&answer.sweep, &answer.trace));
        }
        let changed = again::changed(
            &*self.contestant.backend,
            &first,
            again * first.len(),
            &mut Work::counting(),
        );
        for (i, changed) in changed.into_iter().enumerate() {
            found.answers[i % classes].faults[Fault::Changed] += usize::from(changed);
        }
        found
    }
}

impl AnswerResults {
    pub(super) fn new(classes: usize) -> Self {
        Self {
            answers: vec![SweepCounts::default(); classes],
            ..Self::default()
        }
    }

    /// Counts an answer of a class.
    pub(super) fn add(&mut self, class: usize, swept: &Swept, answer: &JudgedAnswer, work: &mut Work) {
        let counts = &mut self.answers[class];
        counts.add(answer);
        counts.causes[Cause::ByTree] += usize::from(swept.is_by_tree(answer, work));
        swept.gap(answer).into_iter().for_each(|gap| self.skin.add(gap));
        self.worst.see(answer);
    }

    fn and(mut self, later: Self) -> Self {
        if self.answers.is_empty() {
            return later;
        }
        for (sum, part) in self.answers.iter_mut().zip(&later.answers) {
            *sum = sum.and(part);
        }
        self.worst.merge(later.worst);
        self.skin.merge(later.skin);
        later
            .wrong
            .into_iter()
            .for_each(|wrong| wrong.add_to(&mut self.wrong));
        self
    }
}

impl Panel<'_> {
    /// Draws so many questions from a seed, in pieces on all cores, and asks every contestant. Each piece is drawn by itself.
    pub(super) fn ask<Q>(
        &self,
        (count, piece): (usize, usize),
        from: u64,
        draw: impl Fn(&mut Draw, usize) -> Vec<Q> + Sync,
        ask: impl Fn(&Swept, &[Q]) -> AnswerResults + Sync,
    ) -> Vec<AnswerResults> {
        let work = |i: usize| -> Vec<AnswerResults> {
            let mut drawing = Draw::new(self.world, self.largest, self.skin, seed(from, i));
            let questions = draw(&mut drawing, piece.min(count - i * piece));
            let one = |swept: &Swept| swept.contestant.ask_unless_stopped(|| ask(swept, &questions));
            self.swept.iter().map(one).collect()
        };
        let found = parallel::pieces(count.div_ceil(piece), work);
        let none = self.swept.iter().map(|swept| ask(swept, &[])).collect();
        found.into_iter().fold(none, |sum: Vec<AnswerResults>, part| {
            sum.into_iter().zip(part).map(|(a, b)| a.and(b)).collect()
        })
    }

    /// So many sweeps, which are asked again until there are `least`.
    pub(super) fn sweeps(
        &self,
        count: usize,
        from: u64,
        least: usize,
        line: impl Fn(&mut Draw) -> Line + Sync,
    ) -> Vec<AnswerResults> {
        let again = least.div_ceil(count.max(1));
        self.ask(
            (count, PIECE),
            from,
            |draw, count| (0..count).map(|_| line(draw)).collect(),
            |swept, lines| swept.judge(lines, 1, again),
        )
    }

    /// The same of sweeps from rest, a class for each of [`rest::classes`], and as many of each.
    pub(super) fn rest(&self, count: usize, from: u64, least: usize) -> Vec<AnswerResults> {
        let classes = rest::classes().count();
        let count = count.next_multiple_of(classes);
        let again = least.div_ceil(count.max(1));
        self.ask(
            (count, PIECE / classes * classes),
            from,
            |draw, count| rest::lines(draw, self.largest, count / classes),
            |swept, lines| swept.judge(lines, classes, again),
        )
    }
}

/// A seed for each piece, so that pieces are the same on any number of cores.
pub(crate) fn seed(seed: u64, piece: usize) -> u64 {
    // The odd number is splitmix64's: neighbouring pieces get seeds far apart.
    seed ^ (piece as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}
