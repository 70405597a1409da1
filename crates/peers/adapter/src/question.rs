//! Calls to a library as data, where a question wants them.

use crate::library::{Library, Plan};
use clipmark_collision::question::{Body, Call, Means, Question, leave_unjudged};
use clipmark_geometry::{Contents, Hull, Point, Vec3};
use clipmark_movement::MovingPart;
use std::cell::RefCell;

/// Notes calls while a cast or a move is repeated for a question, and costs a branch otherwise.
#[derive(Debug, Default)]
pub struct Log(Option<Box<Noted>>);

#[derive(Debug, Default)]
struct Noted {
    calls: RefCell<Vec<Call>>,
    left_out: RefCell<Vec<usize>>,
    mask: Contents,
}

impl Noted {
    /// Out of the way of what is asked without being noted.
    #[cold]
    #[inline(never)]
    fn push(&self, call: impl FnOnce() -> Call) {
        let call = call();
        self.calls.borrow_mut().push(call);
    }
}

impl Log {
    /// A log that notes calls. `mask` is that of the cast or move in question: the question has no other solids.
    pub(crate) fn noting(mask: Contents) -> Self {
        Self(Some(Box::new(Noted {
            mask,
            ..Noted::default()
        })))
    }

    /// Whether calls are noted.
    #[inline]
    pub fn is_noting(&self) -> bool {
        self.0.is_some()
    }

    /// Which solids the question has.
    pub fn mask(&self) -> Contents {
        self.0.as_ref().map_or(Contents::empty(), |noted| noted.mask)
    }

    /// Notes a call. The closure is not run where nobody wants it.
    #[inline]
    pub fn note(&self, call: impl FnOnce() -> Call) {
        if let Some(noted) = &self.0 {
            noted.push(call);
        }
    }

    /// Leaves solids out of the question: the calls are asked among the others.
    #[inline]
    pub fn leave_out(&self, solids: impl Iterator<Item = usize>) {
        if let Some(noted) = &self.0 {
            noted.left_out.borrow_mut().extend(solids);
        }
    }

    /// Leaves the calls so far unjudged: those of ticks before the one in question.
    pub(crate) fn leave_unjudged(&self) {
        if let Some(noted) = &self.0 {
            leave_unjudged(&mut noted.calls.borrow_mut());
        }
    }

    /// What was noted, with the solids and the parts that it is asked among.
    pub(crate) fn into_question<L: Library>(self, plan: &Plan<L>, parts: &[MovingPart]) -> Option<Question> {
        let noted = *self.0?;
        let (mask, left_out) = (noted.mask, noted.left_out.into_inner());
        let rigid = &plan.rigid;
        let is_met = |i: usize| rigid.solids[i].contents.intersects(mask) && !left_out.contains(&i);
        let body = |part, (pose, shapes)| Body { part, pose, shapes };
        let fixed = L::bodies(plan, rigid, None, &is_met).into_iter();
        let mut bodies: Vec<Body> = fixed.map(|given| body(None, given)).collect();
        for (i, part) in parts.iter().enumerate() {
            let Some(own) = plan.models.get(part.model) else {
                continue;
            };
            let is_met = |i: usize| own.solids[i].contents.intersects(mask);
            let moving = L::bodies(plan, own, Some(part), &is_met).into_iter();
            bodies.extend(moving.map(|given| body(Some(i), given)));
        }
        Some(Question {
            program: Some(L::PROGRAM),
            library: L::VERSION,
            length: plan.setup.length,
            bodies,
            calls: noted.calls.into_inner(),
            parts_at_end: false,
        })
    }
}

/// The meaning of a cast of a hull by a path, in units: the free share of the path and the normal, if it met something, and
/// whether its start was said to be in something.
pub fn cast(
    hull: Hull,
    from: Point,
    path: Vec3,
    met: Option<(f32, Option<Vec3>)>,
    starts_inside: bool,
) -> Means {
    Means::Cast {
        hull,
        from,
        way: path,
        free: met.map_or(1.0, |(free, _)| free),
        normal: met.and_then(|(_, normal)| normal),
        starts_inside,
    }
}
