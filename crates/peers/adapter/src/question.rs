//! Calls to a library as data, where a question wants them.

use clipmark_collision::question::{Call, Means, leave_unjudged};
use clipmark_geometry::{Contents, Hull, Point, Vec3};
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
    /// A log that notes nothing.
    pub const SILENT: &Self = &Self(None);

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

    /// The calls, and the solids that are left out.
    pub(crate) fn into_calls(self) -> Option<(Vec<Call>, Vec<usize>)> {
        let noted = *self.0?;
        Some((noted.calls.into_inner(), noted.left_out.into_inner()))
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
